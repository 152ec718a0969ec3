//! Outputs that are large, or wrong in very many places.

use std::fs;
use std::path::{Path, PathBuf};

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

/// Lines of nine digits in an output of 100 MB.
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
    let mut last = field.answer.clone();
    if let Some(digit) = last.iter_mut().rev().nth(1) {
        *digit ^= 1;
    }
    let equal = field.race("one output of 100 MB, equal", args, true, &field.answer)?;
    // The peer would take more than two minutes and three gigabytes over it.
    let alone = Args {
        alone: true,
        ..*args
    };
    let wrong = field.race("the same, the last token wrong", &alone, false, &last)?;
    Ok(Races(vec![equal, wrong]))
}

/// An output of 200,000 lines of which every other one is wrong.
pub(crate) fn lines(args: &Args) -> Result<Races, Trouble> {
    let field = Field::new(WRONG)?;
    let mut answer = field.answer.clone();
    for line in answer.chunks_exact_mut(20) {
        if let Some(digit) = line.get_mut(4) {
            *digit ^= 1;
        }
    }
    let title = "200,000 lines, 100,000 of them wrong";
    Ok(Races(vec![field.race(title, args, false, &answer)?]))
}

/// Where it happens.
struct Field {
    judges: Judges,
    folder: tempfile::TempDir,
    program: PathBuf,
    /// What the program prints.
    answer: Vec<u8>,
}

impl Field {
    fn new(lines: usize) -> Result<Field, Trouble> {
        let judges = Judges::find()?;
        let folder = program::folder()?;
        let program = program::compile(LINES, folder.path())?;
        let write = |name: &Path, bytes: &[u8]| {
            fs::write(name, bytes).map_err(Trouble::system("write a case"))
        };
        let cases = folder.path().join("cases");
        fs::create_dir(&cases).map_err(Trouble::system("make a folder"))?;
        write(&cases.join("1.in"), format!("{lines}\n").as_bytes())?;
        write(&cases.join("1.out"), b"")?;
        // Whose comparison fails, but whose output is the answer.
        let output = folder.path().join("output");
        let mut floor = judges.floor(&program, &cases, &output);
        floor.status().map_err(Trouble::system("start the floor"))?;
        let answer = fs::read(&output).map_err(Trouble::system("read an output"))?;
        Ok(Field {
            judges,
            folder,
            program,
            answer,
        })
    }

    fn race(&self, title: &str, args: &Args, right: bool, answer: &[u8]) -> Result<Race, Trouble> {
        let cases = self.folder.path().join("cases");
        let output = self.folder.path().join("output");
        fs::write(cases.join("1.out"), answer).map_err(Trouble::system("write an answer"))?;
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
