//! The time limit that the solutions of a problem call for, measured until the figure is stable.
//!
//! Every solution that must be in time runs once on each case. What may turn out to be the slowest
//! (at least half of the longest time, [`CLOSE`] at the most) runs again, alone, in rounds. The time
//! of a solution on a case is the median of its runs alone; with [`median::interval`] goes an
//! interval that holds the true median 95 times of 100, whatever the times are distributed like. The
//! rounds end when both ends of the interval of the slowest give the same limit, and so the figure no
//! longer depends on what is not known; after [`ROUNDS`] rounds it is called unstable.
//!
//! Then those that must run out of time are run, up to a bound far above what the limit asks of them,
//! by the same rule: until both ends of the interval of the fastest say the same of the limit.

mod measure;
mod median;
mod rule;
mod track;

use std::time::Duration;

pub(crate) use measure::{Asked, measure};
pub(crate) use rule::{Margins, Room};

/// How many runs may be the slowest, at the most.
pub(crate) const CLOSE: usize = 4;
/// Rounds, at the most.
pub(crate) const ROUNDS: usize = 24;

/// On which side of the limit a solution has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    InTime,
    TooSlow,
}

/// What a solution takes on its slowest case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) side: Side,
    /// The case on which it takes longest.
    pub(crate) case: String,
    /// By how much more than others its language may take; all times here are divided by it.
    pub(crate) factor: f64,
    /// The median of its runs alone; of a solution that is clear of the limit, its only run.
    pub(crate) time: Duration,
    /// The interval of the median, where it was run often enough to have one.
    pub(crate) interval: Option<(Duration, Duration)>,
    /// Runs alone.
    pub(crate) runs: usize,
    /// It was ended at this time, and would have taken longer.
    pub(crate) is_ended: bool,
}

/// A solution of which no time is known, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unmeasured {
    pub(crate) name: String,
    pub(crate) why: String,
}

/// What was measured, and what follows from it.
#[derive(Debug)]
pub(crate) struct Calibration {
    pub(crate) margins: Margins,
    /// The limit that the package states.
    pub(crate) stated: Option<Duration>,
    /// Those that must be in time, slowest first, and then those that must not, fastest first.
    pub(crate) entries: Vec<Entry>,
    pub(crate) unmeasured: Vec<Unmeasured>,
    /// What is odd, and no reason to doubt the times alone.
    pub(crate) odd: Vec<String>,
    /// The smallest limit that leaves those in time their room; `None` where there are none.
    pub(crate) limit: Option<Duration>,
    /// Whether the limit and what is said of it stays the same within the intervals.
    pub(crate) is_stable: bool,
}

impl Calibration {
    /// The slowest of those that must be in time.
    pub(crate) fn slowest(&self) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.side == Side::InTime)
    }

    /// The fastest of those that must not.
    pub(crate) fn fastest(&self) -> Option<&Entry> {
        self.entries
            .iter()
            .find(|entry| entry.side == Side::TooSlow)
    }

    /// What room there is for a limit between the two.
    pub(crate) fn room(&self) -> Room {
        let time = |entry: &Entry| entry.time;
        self.margins
            .room(self.slowest().map(time), self.fastest().map(time))
    }

    /// Whether a limit leaves room on both sides.
    pub(crate) fn allows(&self, limit: Duration) -> bool {
        let is_long = |entry: &Entry| self.margins.is_long(limit, entry.time);
        let is_exceeded = |entry: &Entry| self.margins.is_exceeded(limit, entry.time);
        self.slowest().is_none_or(is_long) && self.fastest().is_none_or(is_exceeded)
    }

    /// Whether a limit was found that can be relied on.
    pub(crate) fn is_settled(&self) -> bool {
        self.unmeasured.is_empty()
            && self.is_stable
            && self.limit.is_some_and(|limit| self.allows(limit))
    }
}
