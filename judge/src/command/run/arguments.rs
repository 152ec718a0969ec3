//! What `judge run` can be told.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use package::{Expectation, Protocol};

use super::options::{Repeating, Sharing};
use crate::cli::Means;
use crate::report::{Destination, DiffView, Format};

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge run                             everything under problems/
  judge run problems/eat-the-chip       a package, by its folder or its name
  judge run sol.py                      a solution on the problem around it, or the cases here
  judge run sol.cpp tests/              on a folder of *.in with *.out or *.ans
  judge run sol.cpp package.zip         on a package of another judge, or an archive of it
  judge run --cmd 'node sol.js' tests/  a command instead of a source
  judge run sol.cpp -                   on a case pasted here: prints what it prints
  judge run sol.cpp - --answer a.out    and holds that against an answer
  judge run eat-the-chip 'wrong_answer/*' --verbose
  judge run sol.cpp tests/ --time-limit 1s --memory-limit 256MiB
  judge run wrong.cpp tests/ --expect WA
  judge run --report run.html --report junit=results.xml
  judge run --format github             in a workflow of GitHub Actions
  judge run --save run.json             recorded, for judge report
  judge run --keep failed               each unexpected failure as files, with a script to repeat it
  judge run --touched src/io.rs         only what a change of this file touches
  judge run --baseline run.json         what changed since, slower cases too
  judge run --shard 1/4 --save 1.json   a quarter, for judge merge

A solution's expectation comes from its folder under submissions/, from problem.toml, or from
--expect; of a solution named on the command line acceptance is expected. Without other limits a
case has 10 s of CPU time, 2 GiB of memory and 64 MiB of output.";

/// What to judge and how.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Packages, folders of cases, solutions, *.in files; or names or globs of problems, cases and
    /// solutions; or `-` for a case on standard input [default: everything under problems/]
    pub(crate) targets: Vec<String>,

    /// A command line to judge instead of a solution's source; no shell is started for it
    #[arg(long = "cmd", value_name = "COMMAND")]
    pub(crate) commands: Vec<String>,

    /// Only cases that match a glob; repeatable
    #[arg(long = "case", value_name = "GLOB")]
    pub(crate) cases: Vec<String>,

    /// Only solutions that match a glob; repeatable
    #[arg(long = "solution", value_name = "GLOB")]
    pub(crate) solutions: Vec<String>,

    /// The verdict expected of the solutions, such as WA or `TLE|RTE`
    #[arg(long, value_name = "VERDICT")]
    pub(crate) expect: Option<Expectation>,

    #[command(flatten)]
    pub(crate) means: Means,

    /// CPU time for each case, such as 1s or 500ms
    #[arg(long, value_name = "TIME", value_parser = package::duration)]
    pub(crate) time_limit: Option<Duration>,

    /// Time on the clock for each case [default: twice the CPU time and 1 s]
    #[arg(long, value_name = "TIME", value_parser = package::duration)]
    pub(crate) wall_limit: Option<Duration>,

    /// Memory for each case, such as 256MiB
    #[arg(long, value_name = "SIZE", value_parser = package::bytes)]
    pub(crate) memory_limit: Option<u64>,

    /// Standard output for each case, such as 64MiB
    #[arg(long, value_name = "SIZE", value_parser = package::bytes)]
    pub(crate) output_limit: Option<u64>,

    /// How outputs are compared, with arguments if any, as in 'kattis float_tolerance 1e-6'
    /// [default: as the package says, else token by token]
    #[arg(long, value_name = "NAME")]
    pub(crate) checker: Option<String>,

    /// A program that judges outputs in place of the package's checker: its source
    #[arg(long, value_name = "FILE", conflicts_with = "checker")]
    pub(crate) checker_program: Option<PathBuf>,

    /// How that program is spoken to: kattis, testlib, cms, …
    #[arg(
        long,
        value_name = "NAME",
        default_value = "kattis",
        requires = "checker_program"
    )]
    pub(crate) protocol: Protocol,

    /// The file of the expected output of the case on standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) answer: Option<PathBuf>,

    /// Only what a change of this file touches: a solution, a case, a problem; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) touched: Vec<PathBuf>,

    /// Leave each case that fails against expectation (with --verbose each case) in a new folder:
    /// input, output, expected output, standard error, and a script that runs it by hand
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,

    /// Run all cases, also those that nothing depends on after a failure
    #[arg(long, conflicts_with = "fail_fast")]
    pub(crate) all_cases: bool,

    /// Exit with 2 if any solution was skipped, as for want of its compiler
    #[arg(long)]
    pub(crate) no_skip: bool,

    #[command(flatten)]
    pub(crate) repeating: Repeating,

    #[command(flatten)]
    pub(crate) sharing: Sharing,

    /// What is written to standard output; the text for people then goes to standard error
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,

    /// Write a report to a file too, whole or not at all; the format is told by the extension
    /// .json, .jsonl, .xml, .md, .html or .txt, or by name as in junit=FILE; repeatable
    #[arg(long = "report", value_name = "[FORMAT=]FILE")]
    pub(crate) reports: Vec<Destination>,

    /// Record the run for `judge report`: short for --report json=FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Replace files that hold something else than such a report
    #[arg(long)]
    pub(crate) force: bool,

    /// How a difference is shown: side by side, unified, as tokens, or not at all [default: side by
    /// side on a terminal of 80 columns or more, else unified]
    #[arg(long, value_enum, value_name = "VIEW")]
    pub(crate) diff: Option<DiffView>,

    /// Print only what is not as expected, and the summary
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Print every case, and failures that were expected
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// What stands for a case on standard input among the targets.
pub(crate) const PASTED: &str = "-";

impl RunArgs {
    /// Whether the case is on standard input.
    pub(crate) fn asks_for_pasted(&self) -> bool {
        self.targets.iter().any(|target| target == PASTED)
    }

    /// The options that decide how solutions are judged, as on a command line.
    pub(crate) fn deciding(&self) -> Vec<String> {
        let time = |time: Duration| format!("{}s", time.as_secs_f64());
        let size = |size: u64| format!("{size}B");
        let valued = [
            ("--expect", self.expect.as_ref().map(ToString::to_string)),
            ("--time-limit", self.time_limit.map(time)),
            ("--wall-limit", self.wall_limit.map(time)),
            ("--memory-limit", self.memory_limit.map(size)),
            ("--output-limit", self.output_limit.map(size)),
            ("--checker", self.checker.clone()),
            ("--repeat", self.repeating.repeat.map(|n| n.to_string())),
        ];
        let mut options: Vec<String> = valued
            .into_iter()
            .filter_map(|(option, value)| Some([option.to_owned(), value?]))
            .flatten()
            .collect();
        options.extend(self.means.no_sandbox.then(|| "--no-sandbox".to_owned()));
        options
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        run: RunArgs,
    }

    #[test]
    fn options_that_decide_are_told_as_they_were_given() {
        let words = "judge run --expect WA|TLE --time-limit 1.5s --memory-limit 65536B \
            --checker exact --repeat 3 --no-sandbox";
        let told = "--jobs 2 --quiet --format json";
        let args = Words::try_parse_from(format!("{words} {told}").split_whitespace())
            .unwrap()
            .run;
        let again: Vec<&str> = words.split_whitespace().skip(2).collect();
        assert_eq!(args.deciding(), again);
    }
}
