//! Measures what the judge and its sandbox cost: `cargo measure`, one module a workload.
//!
//! A workload builds what it needs, prints one table (or with `--json` one document), and fails where a figure shows
//! that something is wrong. What is compared runs interleaved, because the machine is never the same twice.

mod all;
mod checkers;
mod comparison;
mod count;
mod floor;
mod game;
mod games;
mod judge;
mod large;
mod many;
mod neighbour;
mod program;
mod race;
mod regressions;
mod spawn;
mod start;
mod statistics;
mod steady;
mod table;
mod talk;
mod text;
mod tiny;
mod trouble;

use std::process::ExitCode;

use crate::table::Told;
use crate::trouble::Trouble;
use clap::{Parser, Subcommand};

/// Measures what the judge and its sandbox cost on this machine.
#[derive(Debug, Parser)]
#[command(name = "cargo measure", after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    workload: Workload,
    /// Print one JSON document instead of a table
    #[arg(long, global = true)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo measure all                     the tables of docs/performance.md
  cargo measure tiny                    200 tiny cases, with one worker and with two
  cargo measure large                   one output of 100 MB, right and wrong at its end
  cargo measure lines                   200,000 lines, half of them wrong
  cargo measure start                   --version, list, and an unchanged run
  cargo measure games                   each game on its largest input
  cargo measure spawn                   a run of a trivial program, bare and in the sandbox
  cargo measure steady                  half of a time limit beside busy neighbours
  cargo measure many --cases 1000       the whole judge on a folder of tiny cases
  cargo measure talk                    a solution and an interactor, 100,000 times a line each way
  cargo measure checkers                gigabytes a second of each checker, beside memcmp
  cargo measure count                   instructions of checkers and games against the record
  cargo measure regressions             unchanged and doubled programs against a baseline

Exit codes: 0 measured, 1 a figure shows a fault, 2 could not be measured.";

#[derive(Debug, Subcommand)]
enum Workload {
    #[command(flatten)]
    Table(table::Workload),
    /// Everything but the trials (`steady`, `regressions`), and what machine it is
    All(all::Args),
    /// The least that a judge can do, to be compared with
    #[command(hide = true)]
    Floor(floor::Args),
    /// What `count` looks at
    #[command(hide = true)]
    Counted,
}

fn main() -> ExitCode {
    sandbox::init();
    let cli = Cli::parse();
    let measured = match &cli.workload {
        Workload::Table(workload) => workload.measure().and_then(|table| show(&table, cli.json)),
        Workload::All(args) => all::measure(args).and_then(|table| show(&table, cli.json)),
        Workload::Floor(args) => floor::run(args),
        Workload::Counted => count::act().map(|()| true),
    };
    match measured {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(trouble) => {
            complain(&trouble);
            ExitCode::from(2)
        }
    }
}

#[expect(clippy::print_stdout, reason = "tables are what this program is for")]
fn show(table: &Told, json: bool) -> Result<bool, Trouble> {
    if json {
        println!("{}", serde_json::to_string_pretty(&table.json)?);
    } else {
        println!("{}", table.text);
    }
    Ok(table.holds)
}

#[expect(clippy::print_stderr, reason = "the one place for errors")]
fn complain(trouble: &Trouble) {
    eprintln!("measure: {trouble}");
}
