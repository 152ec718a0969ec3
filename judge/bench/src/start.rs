//! What it takes to start the judge: its version, its list, and a run of what has not changed.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{self, ECHO, NOTHING};
use crate::race::{Judges, Races, Runner, race};
use crate::trouble::Trouble;

/// How often.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Rounds of each
    #[arg(long, default_value_t = 50)]
    runs: usize,
}

pub(crate) fn measure(args: &Args) -> Result<Races, Trouble> {
    let judges = Judges::find()?;
    let folder = program::folder()?;
    let nothing = program::compile(NOTHING, folder.path())?;
    let source = folder.path().join("echo.cpp");
    let tests = folder.path().join("tests");
    let write = || {
        fs::write(&source, ECHO)?;
        fs::create_dir(&tests)?;
        fs::write(tests.join("1.in"), "1\n")?;
        fs::write(tests.join("1.out"), "1\n")
    };
    write().map_err(Trouble::system("write a source and a case"))?;
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let mut list = judges.judge(&["list"]);
    list.current_dir(repository.unwrap_or(Path::new(".")));
    let mut run = judges.judge(&["run"]);
    run.args([&source, &tests]);
    let runners = vec![
        Runner::new("a C++ program that does nothing", Command::new(nothing), 0),
        Runner::new("judge --version", judges.judge(&["--version"]), 0),
        Runner::new("judge list, of this repository", list, 0),
        // The first round, which is not counted, builds it.
        Runner::new("judge run, unchanged, one case", run, 0),
    ];
    Ok(Races(vec![race("From start to end", args.runs, runners)?]))
}
