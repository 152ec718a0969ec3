//! What a talk of a solution and an interactor costs: one line each way, very many times.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::judge::{self, Report};
use crate::program;
use crate::statistics::{Sample, Summary};
use crate::table::Table;
use crate::trouble::Trouble;

/// Fewer messages a second than this are a fault, on whatever machine.
const LEAST: f64 = 10_000.0;

/// Asks as often as its input says, and expects each number and one more.
const ASKS: &str = "\
#include <fstream>
#include <iostream>
int main(int, char **argv) {
    int rounds;
    std::ifstream(argv[1]) >> rounds;
    for (int round = 0, answer; round < rounds; round++) {
        std::cout << round << std::endl;
        if (!(std::cin >> answer) || answer != round + 1) return 43;
    }
    return 42;
}
";

/// Answers each number with one more.
const ANSWERS: &str = "\
#include <iostream>
int main() { for (int asked; std::cin >> asked;) std::cout << asked + 1 << std::endl; }
";

const SETTINGS: &str = "\
name = \"Talk\"
[limits]
time = \"10min\"
wall = \"1h\"
[interactor]
path = \"asks.cpp\"
time = \"10min\"
";

/// How often.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Round trips: a line of the interactor, and one of the solution
    #[arg(long, default_value_t = 100_000)]
    rounds: usize,
    /// Talks, with and without the judge in turns
    #[arg(long, default_value_t = 3)]
    runs: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct Talk {
    isolation: String,
    rounds: usize,
    verdicts: String,
    /// Whether every talk was accepted and every line of it is in the transcript.
    whole: bool,
    /// Through the judge, which counts every line and writes it down.
    judged: Summary,
    /// The two programs with a pipe each way, and nobody between them.
    bare: Summary,
    /// Lines through the judge, in the median talk.
    messages_per_s: f64,
}

pub(crate) fn measure(args: &Args) -> Result<Talk, Trouble> {
    let judge = judge::build()?;
    let folder = program::folder()?;
    let [asks, answers] = ["asks", "answers"].map(|name| folder.path().join(name));
    for (folder, source) in [(&asks, ASKS), (&answers, ANSWERS)] {
        fs::create_dir(folder).map_err(Trouble::system("make a folder"))?;
        program::compile(source, folder)?;
    }
    let package = folder.path().join("talk");
    write(&package, args.rounds).map_err(Trouble::system("write a package"))?;
    let input = package.join("data/1.in");
    let (mut judged, mut bare) = (Vec::new(), Vec::new());
    let (mut verdicts, mut whole) = (Vec::new(), true);
    let mut isolation = String::new();
    for _ in 0..args.runs.max(1) {
        let [interactor, solution] = [&asks, &answers].map(|folder| folder.join("program"));
        bare.push(talk(&interactor, &input, &solution)?);
        let output = Command::new(&judge)
            .args(["run", "--jobs", "1", "--format", "json"])
            .arg(&package)
            .stderr(Stdio::null())
            .output()
            .map_err(Trouble::system("start the judge"))?;
        let report = Report::parse(&output.stdout)?;
        for case in report.cases() {
            verdicts.push(case.verdict.clone());
            let lines = case.transcript.as_ref().map(judge::Transcript::lines);
            whole &= case.verdict == "AC" && lines == Some(2 * args.rounds as u64);
            let wall = case
                .measured
                .as_ref()
                .map_or(0.0, |measured| measured.wall_ms);
            judged.push(Duration::from_secs_f64(wall / 1e3));
        }
        isolation = report.isolation;
    }
    let judged = Sample::new(judged).summary();
    Ok(Talk {
        isolation,
        rounds: args.rounds,
        whole: whole && verdicts.len() == bare.len(),
        verdicts: judge::count(verdicts.iter().map(String::as_str)),
        messages_per_s: 2.0 * args.rounds as f64 / (judged.median_us / 1e6),
        judged,
        bare: Sample::new(bare).summary(),
    })
}

fn write(package: &Path, rounds: usize) -> io::Result<()> {
    fs::create_dir_all(package.join("data"))?;
    fs::create_dir_all(package.join("submissions/accepted"))?;
    fs::write(package.join("problem.toml"), SETTINGS)?;
    fs::write(package.join("asks.cpp"), ASKS)?;
    fs::write(package.join("submissions/accepted/answers.cpp"), ANSWERS)?;
    fs::write(package.join("data/1.in"), format!("{rounds}\n"))?;
    fs::write(package.join("data/1.ans"), "")
}

/// How long the two take by themselves.
fn talk(interactor: &Path, input: &Path, solution: &Path) -> Result<Duration, Trouble> {
    let pipe = || io::pipe().map_err(Trouble::system("make a pipe"));
    let (solution_reads, interactor_writes) = pipe()?;
    let (interactor_reads, solution_writes) = pipe()?;
    let started = Instant::now();
    let start = |command: &mut Command| command.spawn().map_err(Trouble::system("start a program"));
    let mut asks = start(
        Command::new(interactor)
            .arg(input)
            .stdin(interactor_reads)
            .stdout(interactor_writes),
    )?;
    let mut answers = start(
        Command::new(solution)
            .stdin(solution_reads)
            .stdout(solution_writes),
    )?;
    for child in [&mut asks, &mut answers] {
        child
            .wait()
            .map_err(Trouble::system("wait for a program"))?;
    }
    Ok(started.elapsed())
}

impl Table for Talk {
    fn holds(&self) -> bool {
        self.whole && self.messages_per_s >= LEAST
    }
}

impl fmt::Display for Talk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds = self.rounds.max(1) as f64;
        writeln!(
            f,
            "{} round trips of a line each way ({}): {}{}",
            self.rounds,
            self.isolation,
            self.verdicts,
            if self.whole {
                ""
            } else {
                "; NOT all lines are in the transcript"
            },
        )?;
        for (name, times) in [("judged", &self.judged), ("bare", &self.bare)] {
            writeln!(
                f,
                "{name:6}  median {:.2} s, least {:.2} s, most {:.2} s: {:.1} µs a round trip",
                times.median_us / 1e6,
                times.least_us / 1e6,
                times.most_us / 1e6,
                times.median_us / rounds,
            )?;
        }
        write!(
            f,
            "{:.0} messages a second through the judge (at least {LEAST:.0})",
            self.messages_per_s
        )
    }
}
