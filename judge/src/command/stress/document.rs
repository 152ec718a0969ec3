//! What stress found of several solutions, for programs and for documents.

use std::io::{self, Write};

use package::Solution;
use serde::Serialize;

use super::Ended;
use super::tell::{one_line, outcome, proven, tries};
use crate::report::{cell_in_markdown as text, code_in_markdown as code};
use crate::schedule::place;
use crate::stress::Proof;

#[derive(Debug, Serialize)]
struct Document<'a> {
    /// None where only the command line describes it.
    problem: Option<&'a str>,
    solutions: Vec<Row>,
}

/// What became of one solution.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    name: String,
    /// The verdict on the input found; AC if none was.
    verdict: String,
    as_expected: bool,
    /// Why it was not tried, or compared with nothing.
    missing: Option<String>,
    found: Option<Found>,
}

/// The input that it fails on.
#[derive(Debug, Serialize)]
struct Found {
    /// The seed and the size by which it was made before it was made small.
    seed: u64,
    size: u64,
    /// Whether these two lead to it again.
    repeats: bool,
    /// How many inputs were tried until then, and how long that took.
    tries: usize,
    seconds: f64,
    input: String,
    expected: Option<String>,
    output: String,
    message: String,
    /// `exhaustive` if no input of a smaller size fails, `steps` if no step makes it smaller, `none`
    /// if time ran out.
    minimal: &'static str,
    /// The same in words.
    proof: String,
    /// The files of the case that `--keep` made of it.
    kept: Vec<String>,
}

impl Row {
    pub(super) fn of(solution: &Solution, ended: &Ended, good: bool) -> Row {
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let found = match ended {
            Ended::Found {
                of,
                after,
                repeats,
                smallest,
                kept,
            } => Some(Found {
                seed: of.seed,
                size: of.size,
                repeats: *repeats,
                tries: of.number,
                seconds: after.as_secs_f64(),
                input: lossy(&smallest.input),
                expected: smallest.answer.as_deref().map(lossy),
                output: lossy(&smallest.failure.output),
                message: smallest.failure.message.clone(),
                minimal: match smallest.proof {
                    Proof::Exhaustive { .. } => "exhaustive",
                    Proof::Steps { minimal: true, .. } => "steps",
                    Proof::Steps { minimal: false, .. } => "none",
                },
                proof: proven(smallest.proof),
                kept: kept.iter().map(|path| place(path)).collect(),
            }),
            _ => None,
        };
        Row {
            name: solution.name.clone(),
            verdict: ended.verdict().to_string(),
            as_expected: good,
            missing: match ended {
                Ended::Missing(why) => Some(why.clone()),
                Ended::Uncompared { .. } => Some(outcome(ended)),
                _ => None,
            },
            found,
        }
    }
}

pub(super) fn json(
    out: &mut dyn Write,
    problem: Option<&str>,
    solutions: Vec<Row>,
) -> io::Result<()> {
    let document = Document { problem, solutions };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

/// A table.
pub(super) fn markdown(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    writeln!(
        out,
        "| solution | verdict | found after | a counterexample, ` / ` for the end of a line | how small |\n|---|---|---|---|---|"
    )?;
    for row in rows {
        let name = text(&row.name);
        let verdict = &row.verdict;
        match &row.found {
            Some(found) => writeln!(
                out,
                "| {name} | {verdict} | {}, {:.1} s | {} | {} |",
                tries(found.tries),
                found.seconds,
                code(&one_line(found.input.as_bytes())),
                found.proof
            )?,
            None => {
                let why = row.missing.as_deref().unwrap_or("no input found");
                writeln!(out, "| {name} | {verdict} | – | {} |  |", text(why))?;
            }
        }
    }
    Ok(())
}
