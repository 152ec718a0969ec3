//! Outputs that are large, or wrong in very many places.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process::Command;

use crate::program;
use crate::race::{Judges, Race, Races, Runner, race};
use crate::trouble::Trouble;

/// Prints as many lines as its input says.
const LINES: &str = "\
#include <cstdio>
#include <string>
int main() {
    long lines;
    if (std::scanf(\"%ld\", &lines) != 1) return 1;
    std::string text;
    for (long line = 0; line < lines; line++) {
        text += std::to_string(100000000 + line * 7 % 899999999) + '\\n';
        if (text.size() > 60000) {
            std::fwrite(text.data(), 1, text.size(), stdout);
            text.clear();
        }
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
}
";

/// Bytes of a line: nine digits and its end.
const LINE: usize = 10;
/// Lines in an output of 100 MB.
const MANY: usize = 10_000_000;
/// Lines of the output of which half are wrong.
const WRONG: usize = 200_000;

/// How often, and beside whom.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Rounds of each
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Leave peers out: some take minutes over a wrong answer
    #[arg(long)]
    alone: bool,
}

/// One output of 100 MB, right and with the last token wrong.
pub(crate) fn large(args: &Args) -> Result<Races, Trouble> {
    let field = Field::new(MANY)?;
    let equal = field.race("one output of 100 MB, equal", args, true)?;
    field.spoil((MANY - 1) * LINE)?;
    // The peer would take more than two minutes and three gigabytes over it.
    let alone = Args {
        alone: true,
        ..*args
    };
    let wrong = field.race("the same, the last token wrong", &alone, false)?;
    Ok(Races(vec![equal, wrong]))
}

/// An output of 200,000 lines of which every other one is wrong.
pub(crate) fn lines(args: &Args) -> Result<Races, Trouble> {
    let field = Field::new(WRONG)?;
    for line in (0..WRONG).step_by(2) {
        field.spoil(line * LINE)?;
    }
    let title = "200,000 lines, 100,000 of them wrong";
    Ok(Races(vec![field.race(title, args, false)?]))
}

/// Where it happens.
struct Field {
    judges: Judges,
    folder: tempfile::TempDir,
    program: PathBuf,
}

impl Field {
    fn new(lines: usize) -> Result<Field, Trouble> {
        let judges = Judges::find()?;
        let folder = program::folder()?;
        let program = program::compile(LINES, folder.path())?;
        let cases = folder.path().join("cases");
        let [input, answer] = ["1.in", "1.out"].map(|name| cases.join(name));
        let write = || {
            fs::create_dir(&cases)?;
            fs::write(&input, format!("{lines}\n"))?;
            let files = (File::open(&input)?, File::create(&answer)?);
            Command::new(&program)
                .stdin(files.0)
                .stdout(files.1)
                .status()
        };
        write().map_err(Trouble::system("make a case"))?;
        Ok(Field {
            judges,
            folder,
            program,
        })
    }

    /// Makes the digit at this offset of the answer another one. Never is the whole answer in memory: what this process
    /// holds counts as the peak of those that it starts.
    fn spoil(&self, offset: usize) -> Result<(), Trouble> {
        let spoil = || {
            let answer = self.folder.path().join("cases/1.out");
            let file = File::options().read(true).write(true).open(answer)?;
            let mut digit = [0];
            file.read_exact_at(&mut digit, offset as u64)?;
            file.write_all_at(&digit.map(|digit| digit ^ 1), offset as u64)
        };
        spoil().map_err(Trouble::system("make an answer wrong"))
    }

    fn race(&self, title: &str, args: &Args, right: bool) -> Result<Race, Trouble> {
        let cases = self.folder.path().join("cases");
        let output = self.folder.path().join("output");
        let code = if right { 0 } else { 1 };
        let options = [
            "--time-limit",
            "60s",
            "--output-limit",
            "1GiB",
            "--jobs",
            "1",
        ];
        let floor = self.judges.floor(&self.program, &cases, &output);
        let judge = self.judges.run(&options, &self.program, &cases);
        let mut runners = vec![
            Runner::new("floor", floor, code),
            Runner::new("judge", judge, code),
        ];
        let peer = self
            .judges
            .oj(&self.program, &cases)
            .filter(|_| !args.alone);
        runners.extend(peer.map(|oj| Runner::new("oj", oj, code)));
        race(title, args.runs, runners)
    }
}
