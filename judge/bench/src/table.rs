//! The workloads that come to a table, and what all tables have in common.

use std::fmt::Display;

use clap::Subcommand;
use serde::Serialize;

use crate::trouble::Trouble;
use crate::{checkers, count, games, large, many, regressions, spawn, start, steady, talk, tiny};

#[derive(Debug, Subcommand)]
pub(crate) enum Workload {
    /// 200 tiny cases: the judge beside the least that can be done
    Tiny(tiny::Args),
    /// What the judge itself needs for a folder of very many tiny cases
    Many(many::Args),
    /// One output of 100 MB, right and with its last token wrong
    Large(large::Args),
    /// 200,000 lines of which every other one is wrong
    Lines(large::Args),
    /// What it takes to start the judge
    Start(start::Args),
    /// How fast each checker compares, beside `memcmp`
    Checkers(checkers::Args),
    /// How long each game takes over its largest input
    Games(games::Args),
    /// What a talk of a solution and an interactor costs, a line each way many times
    Talk(talk::Args),
    /// What starting a trivial C++ program and waiting for it costs, layer by layer
    Spawn(spawn::Args),
    /// How many instructions the checkers and the games execute, against the record
    Count(count::Args),
    /// Whether a program well within its time limit is accepted beside busy neighbours
    Steady(steady::Args),
    /// Whether `--baseline` tells programs that do twice the work, and never an unchanged one
    Regressions(regressions::Args),
}

/// What a workload came to.
pub(crate) trait Table: Display + Serialize {
    /// Whether it shows what has to be so.
    fn holds(&self) -> bool;
}

/// A table as it is printed.
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) json: serde_json::Value,
    pub(crate) holds: bool,
}

impl Workload {
    pub(crate) fn measure(&self) -> Result<Told, Trouble> {
        match self {
            Workload::Tiny(args) => told(&tiny::measure(args)?),
            Workload::Many(args) => told(&many::measure(args)?),
            Workload::Large(args) => told(&large::large(args)?),
            Workload::Lines(args) => told(&large::lines(args)?),
            Workload::Start(args) => told(&start::measure(args)?),
            Workload::Checkers(args) => told(&checkers::measure(args)?),
            Workload::Games(args) => told(&games::measure(args)?),
            Workload::Talk(args) => told(&talk::measure(args)?),
            Workload::Spawn(args) => told(&spawn::measure(args)?),
            Workload::Count(args) => told(&count::measure(args)?),
            Workload::Steady(args) => told(&steady::measure(args)?),
            Workload::Regressions(args) => told(&regressions::measure(args)?),
        }
    }
}

fn told(table: &impl Table) -> Result<Told, Trouble> {
    Ok(Told {
        text: table.to_string(),
        json: serde_json::to_value(table)?,
        holds: table.holds(),
    })
}
