//! Whether `--baseline` tells a slower program from a busy machine: programs that are as fast as before must never
//! be told, and programs that do twice the work always; with the earlier program at hand, and by its times alone.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use serde::{Deserialize, Serialize};

use crate::judge;
use crate::neighbour::Neighbour;
use crate::program;
use crate::table::Table;
use crate::trouble::Trouble;

/// How often.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Runs of each kind
    #[arg(long, default_value_t = 20)]
    runs: usize,
    /// The judge, if it is built already [default: built in release]
    #[arg(long, value_name = "FILE")]
    judge: Option<PathBuf>,
}

/// Does the work that its input names, so many times over: in registers, in memory far away, and in the kernel.
const WORK: &str = "\
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
static uint64_t x = 88172645463325252ULL;
static uint64_t next() { x ^= x << 13; x ^= x >> 7; x ^= x << 17; return x; }
int main() {
    char kind[20];
    long amount;
    if (std::scanf(\"%19s %ld\", kind, &amount) != 2) return 1;
    uint64_t sum = 0;
    // All of it, what has to be made ready too: it is the time of the whole program that is to double.
    for (int time = 0; time < TIMES; time++) {
        std::vector<uint32_t> far;
        if (!std::strcmp(kind, \"far\")) far.resize(4 << 20, 1);
        for (long i = 0; i < amount; i++) {
            if (!std::strcmp(kind, \"near\")) {
                for (int j = 0; j < 100000; j++) sum += next() & 1;
            } else if (!std::strcmp(kind, \"far\")) {
                for (int j = 0; j < 10000; j++) sum += far[(next() + (sum & 1)) & ((4 << 20) - 1)]++;
            } else {
                // So much that it is given back at once.
                char *fresh = static_cast<char *>(std::malloc(40 << 20));
                for (int j = 0; j < 40 << 20; j += 4096) fresh[j] = static_cast<char>(next());
                sum += static_cast<unsigned char>(fresh[next() & 0xfff000]);
                std::free(fresh);
            }
        }
    }
    std::printf(\"%d\\n\", sum > 0);
}
";

/// The cases: kinds of work, and amounts that take from 25 ms or so to twice as long, on a quiet machine.
const CASES: [(&str, &str); 4] = [
    ("near-short", "near 180"),
    ("near-long", "near 400"),
    ("far", "far 40"),
    ("fresh", "fresh 8"),
];

/// From this time on a doubling must be told, in milliseconds.
const TOLD_FROM: f64 = 20.0;
/// What the rule permits: a program whose own times are farther apart may take twice as long by chance.
const SPREAD: f64 = 1.4;

#[derive(Debug, Serialize)]
pub(crate) struct Regressions {
    runs: usize,
    neighbours: usize,
    trials: Vec<Trial>,
}

/// What became of the program since the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Edit {
    Same,
    /// Another program that does the same.
    Rewritten,
    Doubled,
}

/// Each kind of trial: the program, and whether the earlier one is at hand. Where it is not nobody knows which
/// program is the same.
const KINDS: [(Edit, bool); 5] = [
    (Edit::Same, true),
    (Edit::Rewritten, true),
    (Edit::Doubled, true),
    (Edit::Rewritten, false),
    (Edit::Doubled, false),
];

/// Some runs of a kind.
#[derive(Debug, Serialize)]
struct Trial {
    baseline: &'static str,
    run: &'static str,
    change: Edit,
    /// Whether the earlier program can be run again.
    at_hand: bool,
    cases: BTreeMap<String, Case>,
    /// Cases that were measured again, in all runs.
    again: usize,
    /// How many times as long the yardstick took, in the middle of a run: the least and the most.
    pace: (f64, f64),
}

/// What became of a case in the runs of a trial.
#[derive(Debug, Clone, Serialize)]
struct Case {
    /// Its time in the baseline, in milliseconds.
    before: f64,
    /// In how many runs it was told as slower.
    told: usize,
    /// The shortest and the longest of all times that were measured, in milliseconds.
    range: (f64, f64),
}

impl Case {
    fn new(before: f64) -> Case {
        Case {
            before,
            told: 0,
            range: (before, before),
        }
    }
}

impl Trial {
    fn name(&self) -> String {
        let work = match self.change {
            Edit::Same => "the same program",
            Edit::Rewritten => "another of the same speed",
            Edit::Doubled => "twice the work",
        };
        let earlier = match self.at_hand {
            true => "the earlier one at hand",
            false => "its times only",
        };
        format!("baseline {}, {work} {}, {earlier}", self.baseline, self.run)
    }
}

impl Regressions {
    fn held(&self, trial: &Trial) -> bool {
        trial.cases.iter().all(|(name, case)| match trial.change {
            Edit::Same | Edit::Rewritten => case.told == 0,
            Edit::Doubled => case.told == self.runs || self.excuses(trial, name, case),
        })
    }

    /// Whether a doubling of a case need not be told: it is short, or there are only the times of the earlier
    /// program and the machine was busy then and is not now, or the reverse, or what the program took unchanged is
    /// so far apart that it explains the doubling.
    fn excuses(&self, trial: &Trial, name: &str, case: &Case) -> bool {
        let is_known = trial.baseline == trial.run && self.spread(name) <= SPREAD;
        case.before < TOLD_FROM || !(trial.at_hand || is_known)
    }

    /// How far the times of a case were apart in all trials in which nothing about it had changed.
    fn spread(&self, name: &str) -> f64 {
        let unchanged = self
            .trials
            .iter()
            .filter(|trial| trial.change != Edit::Doubled);
        let ranges = unchanged.filter_map(|trial| Some(trial.cases.get(name)?.range));
        let range = ranges.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        range.map_or(1.0, |(least, most)| most / least)
    }
}

pub(crate) fn measure(args: &Args) -> Result<Regressions, Trouble> {
    let judge = match &args.judge {
        Some(judge) => judge.clone(),
        None => judge::build()?,
    };
    let folder = program::folder()?;
    let place = folder.path();
    let cases = place.join("cases");
    let write = || {
        fs::create_dir(&cases)?;
        for (name, input) in CASES {
            fs::write(cases.join(name).with_extension("in"), input)?;
            fs::write(cases.join(name).with_extension("ans"), "1\n")?;
        }
        Ok(())
    };
    write().map_err(Trouble::system("write cases"))?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let busy = || {
        (0..cores)
            .map(|_| Neighbour::start())
            .collect::<Result<Vec<_>, _>>()
    };
    let (quiet, beside) = ("alone", "beside busy loops");
    let mut trials = Vec::new();
    for recorded in [quiet, beside] {
        let neighbours = if recorded == beside {
            busy()?
        } else {
            Vec::new()
        };
        source(place, Edit::Same)?;
        // Built before anything is measured.
        run(&judge, place, &["--quiet"])?;
        run(&judge, place, &["--save", "old.json"])?;
        drop(neighbours);
        let text =
            fs::read(place.join("old.json")).map_err(Trouble::system("read the baseline"))?;
        let old: Report = serde_json::from_slice(&text)?;
        forget(&text, place)?;
        for kind in [quiet, beside] {
            for (change, at_hand) in KINDS {
                source(place, change)?;
                run(&judge, place, &["--quiet"])?;
                let neighbours = if kind == beside { busy()? } else { Vec::new() };
                let mut trial = Trial {
                    baseline: recorded,
                    run: kind,
                    change,
                    at_hand,
                    cases: old.cases(),
                    again: 0,
                    pace: (f64::INFINITY, 0.0),
                };
                for number in 1..=args.runs {
                    tell(&trial, number, args.runs);
                    let file = match at_hand {
                        true => "old.json",
                        false => FORGOTTEN,
                    };
                    let told = run(&judge, place, &["--baseline", file, "--format", "json"])?;
                    trial.take(&serde_json::from_slice(&told)?);
                }
                drop(neighbours);
                trials.push(trial);
            }
        }
    }
    Ok(Regressions {
        runs: args.runs,
        neighbours: cores,
        trials,
    })
}

/// Says what is being done, for whoever waits for minutes.
#[expect(clippy::print_stderr, reason = "standard output is for the table")]
fn tell(trial: &Trial, number: usize, runs: usize) {
    eprintln!("{}: run {number} of {runs}", trial.name());
}

fn source(folder: &Path, change: Edit) -> Result<(), Trouble> {
    let (times, comment) = match change {
        Edit::Same => ("1", ""),
        Edit::Rewritten => ("1", "// Rewritten."),
        Edit::Doubled => ("2", ""),
    };
    let text = WORK.replace("TIMES", times) + comment;
    fs::write(folder.join("work.cpp"), text).map_err(Trouble::system("write a source"))
}

/// The baseline as recorded where nobody keeps the program.
const FORGOTTEN: &str = "forgotten.json";

fn forget(recorded: &[u8], folder: &Path) -> Result<(), Trouble> {
    let mut document: serde_json::Value = serde_json::from_slice(recorded)?;
    let solution = document.pointer_mut("/problems/0/solutions/0");
    let known = solution.and_then(|solution| solution.as_object_mut()?.remove("program"));
    if known.is_none() {
        return Err(Trouble::Unkept);
    }
    fs::write(folder.join(FORGOTTEN), document.to_string())
        .map_err(Trouble::system("write the baseline"))
}

fn run(judge: &Path, folder: &Path, options: &[&str]) -> Result<Vec<u8>, Trouble> {
    let output = Command::new(judge)
        // Runners on so few cores wait for each other, and only CPU time is the question.
        .args(["run", "work.cpp", "cases", "--wall-limit", "600s"])
        .args(options)
        .current_dir(folder)
        .output()
        .map_err(Trouble::system("start the judge"))?;
    match output.status.code() {
        Some(0 | 1) => Ok(output.stdout),
        _ => Err(Trouble::Failed {
            command: "judge".to_owned(),
            status: output.status.to_string(),
            said: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        }),
    }
}

/// The part of the judge's JSON report that is looked at.
#[derive(Debug, Deserialize)]
struct Report {
    problems: Vec<Problem>,
    comparison: Option<Comparison>,
}

#[derive(Debug, Deserialize)]
struct Problem {
    solutions: Vec<Solution>,
}

#[derive(Debug, Deserialize)]
struct Solution {
    cases: Vec<Ran>,
}

#[derive(Debug, Deserialize)]
struct Ran {
    name: String,
    measured: Measured,
    times: Vec<Measured>,
}

#[derive(Debug, Deserialize)]
struct Measured {
    cpu_ms: f64,
}

#[derive(Debug, Deserialize)]
struct Comparison {
    changes: Vec<Change>,
    again: usize,
    pace: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Change {
    what: String,
    case: Option<String>,
}

impl Report {
    fn ran(&self) -> impl Iterator<Item = &Ran> {
        let solutions = self.problems.iter().flat_map(|problem| &problem.solutions);
        solutions.flat_map(|solution| &solution.cases)
    }

    fn cases(&self) -> BTreeMap<String, Case> {
        let mut cases: BTreeMap<String, Case> = self
            .ran()
            .map(|ran| (ran.name.clone(), Case::new(ran.measured.cpu_ms)))
            .collect();
        self.widen(&mut cases);
        cases
    }

    /// Takes in what the cases took in this run.
    fn widen(&self, cases: &mut BTreeMap<String, Case>) {
        for ran in self.ran() {
            if let Some(case) = cases.get_mut(&ran.name) {
                for time in &ran.times {
                    let (least, most) = case.range;
                    case.range = (least.min(time.cpu_ms), most.max(time.cpu_ms));
                }
            }
        }
    }
}

impl Trial {
    fn take(&mut self, report: &Report) {
        report.widen(&mut self.cases);
        let Some(comparison) = &report.comparison else {
            return;
        };
        self.again += comparison.again;
        if let Some(pace) = comparison.pace {
            self.pace = (self.pace.0.min(pace), self.pace.1.max(pace));
        }
        for change in &comparison.changes {
            let case = change.case.as_deref().filter(|_| change.what == "time");
            if let Some(case) = case.and_then(|case| self.cases.get_mut(case)) {
                case.told += 1;
            }
        }
    }
}

impl Table for Regressions {
    fn holds(&self) -> bool {
        self.trials.iter().all(|trial| self.held(trial))
    }
}

impl fmt::Display for Regressions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (runs, neighbours) = (self.runs, self.neighbours);
        writeln!(
            f,
            "{runs} runs of each kind, {neighbours} busy loops; in how many runs each case was told as slower"
        )?;
        for trial in &self.trials {
            writeln!(
                f,
                "\n{}: yardstick ×{:.2} to ×{:.2}, {} measured again",
                trial.name(),
                trial.pace.0,
                trial.pace.1,
                trial.again
            )?;
            for (name, case) in &trial.cases {
                let (least, most) = case.range;
                write!(
                    f,
                    "  {name:<12} {:>7.1} ms before, {least:>6.1} to {most:>6.1} ms in all  {:>3} told",
                    case.before, case.told
                )?;
                let spread = self.spread(name);
                let apart = spread > SPREAD && trial.change == Edit::Doubled && !trial.at_hand;
                match apart && case.told < self.runs {
                    true => writeln!(f, " (unchanged ×{spread:.1} apart, which explains as much)")?,
                    false => writeln!(f)?,
                }
            }
        }
        write!(
            f,
            "\n{}",
            match self.holds() {
                true =>
                    "none as fast as before was told, and of the doubled ones all but those that their own times explain",
                false => "NOT as it should be",
            }
        )
    }
}
