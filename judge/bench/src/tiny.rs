//! Very small cases one after the other, and two at a time: what a judge costs where nothing else does.

use std::fs;
use std::io;
use std::path::Path;

use crate::program::{self, ECHO};
use crate::race::{Judges, Races, Runner, race};
use crate::trouble::Trouble;

/// How many.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Cases in the folder
    #[arg(long, default_value_t = 200)]
    cases: usize,
    /// Rounds of each
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

pub(crate) fn measure(args: &Args) -> Result<Races, Trouble> {
    let judges = Judges::find()?;
    let folder = program::folder()?;
    let program = program::compile(ECHO, folder.path())?;
    let cases = folder.path().join("cases");
    write(&cases, args.cases).map_err(Trouble::system("write cases"))?;
    let run = |jobs| judges.run(&["--jobs", jobs], &program, &cases);
    let output = folder.path().join("output");
    let mut runners = vec![
        Runner::new("floor", judges.floor(&program, &cases, &output), 0),
        Runner::new("judge, one worker", run("1"), 0),
        Runner::new("judge, two workers", run("2"), 0),
    ];
    runners.extend(
        judges
            .oj(&program, &cases)
            .map(|oj| Runner::new("oj", oj, 0)),
    );
    let title = format!("{} tiny cases", args.cases);
    Ok(Races(vec![race(title, args.runs, runners)?]))
}

/// Pairs of an input and the same as its answer.
fn write(folder: &Path, count: usize) -> io::Result<()> {
    fs::create_dir(folder)?;
    for case in 0..count {
        let file = folder.join(format!("{case:06}"));
        fs::write(file.with_extension("in"), format!("{case}\n"))?;
        fs::write(file.with_extension("out"), format!("{case}\n"))?;
    }
    Ok(())
}
