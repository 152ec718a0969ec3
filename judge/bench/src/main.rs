//! Measures what the judge and its sandbox cost: `cargo measure`, one module a workload.
//!
//! A workload builds what it needs, prints one table (or with `--json` one document), and fails where a figure shows
//! that something is wrong. What is compared runs interleaved, because the machine is never the same twice.

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
mod talk;
mod text;
mod tiny;
mod trouble;

use std::fmt::Display;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use serde::Serialize;

use crate::trouble::Trouble;

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
    /// What starting a trivial C++ program and waiting for it costs, layer by layer
    Spawn(spawn::Args),
    /// Whether a program well within its time limit is accepted beside busy neighbours
    Steady(steady::Args),
    /// What the judge itself needs for a folder of very many tiny cases
    Many(many::Args),
    /// What a talk of a solution and an interactor costs, a line each way many times
    Talk(talk::Args),
    /// Whether `--baseline` tells programs that do twice the work, and never an unchanged one
    Regressions(regressions::Args),
    /// 200 tiny cases: the judge beside the least that can be done
    Tiny(tiny::Args),
    /// One output of 100 MB, right and with its last token wrong
    Large(large::Args),
    /// 200,000 lines of which every other one is wrong
    Lines(large::Args),
    /// What it takes to start the judge
    Start(start::Args),
    /// How long each game takes over its largest input
    Games(games::Args),
    /// How fast each checker compares, beside `memcmp`
    Checkers(checkers::Args),
    /// How many instructions the checkers and the games execute, against the record
    Count(count::Args),
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
        Workload::Spawn(args) => spawn::measure(args).and_then(|table| show(&table, cli.json)),
        Workload::Steady(args) => steady::measure(args).and_then(|table| show(&table, cli.json)),
        Workload::Regressions(args) => {
            regressions::measure(args).and_then(|table| show(&table, cli.json))
        }
        Workload::Many(args) => many::measure(args).and_then(|table| show(&table, cli.json)),
        Workload::Talk(args) => talk::measure(args).and_then(|table| show(&table, cli.json)),
        Workload::Checkers(args) => {
            checkers::measure(args).and_then(|table| show(&table, cli.json))
        }
        Workload::Tiny(args) => tiny::measure(args).and_then(|table| show(&table, cli.json)),
        Workload::Large(args) => large::large(args).and_then(|table| show(&table, cli.json)),
        Workload::Lines(args) => large::lines(args).and_then(|table| show(&table, cli.json)),
        Workload::Start(args) => start::measure(args).and_then(|table| show(&table, cli.json)),
        Workload::Games(args) => games::measure(args).and_then(|table| show(&table, cli.json)),
        Workload::Floor(args) => floor::run(args),
        Workload::Count(args) => count::measure(args).and_then(|table| show(&table, cli.json)),
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

/// What a workload came to.
trait Table: Display + Serialize {
    /// Whether it shows what has to be so.
    fn holds(&self) -> bool;
}

#[expect(clippy::print_stdout, reason = "tables are what this program is for")]
fn show(table: &impl Table, json: bool) -> Result<bool, Trouble> {
    if json {
        println!("{}", serde_json::to_string_pretty(table)?);
    } else {
        println!("{table}");
    }
    Ok(table.holds())
}

#[expect(clippy::print_stderr, reason = "the one place for errors")]
fn complain(trouble: &Trouble) {
    eprintln!("measure: {trouble}");
}
