//! The end of the text for people: what there was, and what to look at.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::look::{Detail, Look};
use super::table::{Entry, table};
use super::words::{BAD, DIM, GOOD};
use crate::event::RunResult;
use crate::report::changes::Changes;
use crate::report::words::{EVERYTHING, and_changes};
use crate::text;

/// Lines of what did not go as expected, at most.
const SURPRISES: usize = 50;

/// What all solutions came to.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) problems: usize,
    /// How many solutions there are to judge.
    pub(super) planned: usize,
    /// All solutions.
    pub(super) entries: Vec<Entry>,
    pub(super) cases: usize,
    /// Those of them that were run.
    pub(super) ran: usize,
    /// What did not go as expected, a line each.
    pub(super) surprises: Vec<String>,
    pub(super) skipped: BTreeMap<String, usize>,
    pub(super) unstated: usize,
    /// Packages that could not be read.
    pub(super) broken: usize,
    /// What changed since the baseline, if there is one.
    pub(super) changes: Option<Changes>,
}

impl Totals {
    /// The last lines of a run.
    pub(super) fn summary(
        &self,
        out: &mut Vec<u8>,
        result: &RunResult,
        look: &Look,
        tabled: bool,
    ) -> io::Result<()> {
        let Totals {
            problems,
            planned,
            entries,
            cases,
            ran,
            surprises,
            skipped,
            unstated,
            broken,
            changes,
        } = self;
        // One solution has a line that says it all.
        if look.detail != Detail::Quiet && (tabled || entries.len() > 1) {
            table(out, entries, look.detail == Detail::Verbose, look.columns())?;
        }
        for (reason, count) in skipped {
            let reason = text::printable(reason.as_bytes(), 200);
            writeln!(
                out,
                "{DIM}skipped {}: {reason}{DIM:#}",
                text::plural(*count, "solution")
            )?;
        }
        for surprise in surprises.iter().take(SURPRISES) {
            writeln!(out, "{BAD}✗{BAD:#} {surprise}")?;
        }
        if let Some(hidden) = surprises.len().checked_sub(SURPRISES + 1) {
            writeln!(out, "{BAD}✗{BAD:#} … and {} more", hidden + 1)?;
        }
        let size = format!(
            "{}, {}, {} in {:.1} s",
            text::plural(*problems, "problem"),
            text::plural(entries.len(), "solution"),
            text::part(*ran, *cases, "case"),
            result.elapsed.as_secs_f64()
        );
        let judged = entries.len() - skipped.values().sum::<usize>();
        let (style, outcome) = match (result.signal, surprises.len()) {
            (Some(_), _) => (BAD, "interrupted".to_owned()),
            (None, 0) if *broken > 0 => (
                BAD,
                format!("{} not judged", text::plural(*broken, "broken package")),
            ),
            (None, 0) if judged == 0 => (DIM, "nothing was judged".to_owned()),
            (None, 0) if *unstated == judged => (GOOD, "done".to_owned()),
            (None, 0) => (GOOD, EVERYTHING.to_owned()),
            (None, count) => (
                BAD,
                format!("{} not as expected", text::plural(count, "solution")),
            ),
        };
        // With a baseline what changed counts too.
        let (style, outcome) = match changes {
            Some(changes) if result.signal.is_none() => (
                match changes.worse {
                    0 => style,
                    _ => BAD,
                },
                and_changes(&outcome, changes),
            ),
            _ => (style, outcome),
        };
        // Only --fail-fast leaves any without a signal.
        let left = match (result.signal, planned.saturating_sub(entries.len())) {
            (Some(_), _) | (_, 0) => String::new(),
            (None, left) => format!(", {} not run", text::plural(left, "more solution")),
        };
        writeln!(out, "{size}: {style}{outcome}{left}{style:#}")
    }
}
