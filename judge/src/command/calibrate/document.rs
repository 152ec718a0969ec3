//! Times and the limit for programs. All times are in seconds.

use serde::Serialize;

use super::Calibrated;
use crate::calibration::{Entry, Room, Side};

/// What it is called in a document, which comes first there: so no other command takes it for its own.
pub(super) const FORMAT: &str = "judge calibrate";

/// All packages.
#[derive(Debug, Serialize)]
pub(super) struct Document {
    format: &'static str,
    problems: Vec<Problem>,
}

#[derive(Debug, Serialize)]
struct Problem {
    name: String,
    title: String,
    /// The limit that the package states.
    stated: Option<f64>,
    /// The smallest limit that leaves those in time their room.
    limit: Option<f64>,
    /// Whether a limit leaves room on both sides: `yes`, `between steps`, `too close`, `crossed`, or
    /// `unbound` where nothing must be in time.
    separated: &'static str,
    /// Whether chance no longer matters.
    stable: bool,
    ac_to_limit: f64,
    limit_to_tle: f64,
    resolution: f64,
    solutions: Vec<Solution>,
    unmeasured: Vec<Unmeasured>,
    odd: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Solution {
    name: String,
    /// `in time` or `too slow`: what it must be.
    side: &'static str,
    /// Its slowest case.
    case: String,
    /// The median of its runs alone on it.
    time: f64,
    /// It was ended at that time.
    ended: bool,
    /// The interval that holds the median with 95 %.
    interval: Option<[f64; 2]>,
    /// Runs alone.
    runs: usize,
    /// The factor of its language, by which its times are divided.
    factor: f64,
}

#[derive(Debug, Serialize)]
struct Unmeasured {
    name: String,
    why: String,
}

impl Document {
    pub(super) fn new(all: &[Calibrated]) -> Document {
        Document {
            format: FORMAT,
            problems: all.iter().map(problem).collect(),
        }
    }
}

fn problem(one: &Calibrated) -> Problem {
    let found = &one.found;
    let margins = found.margins;
    let unmeasured = found.unmeasured.iter().map(|unmeasured| Unmeasured {
        name: unmeasured.name.clone(),
        why: unmeasured.why.clone(),
    });
    Problem {
        name: one.slug.clone(),
        title: one.title.clone(),
        stated: found.stated.map(|time| time.as_secs_f64()),
        limit: found.limit.map(|time| time.as_secs_f64()),
        separated: match found.room() {
            Room::Limit(_) => "yes",
            Room::Steps(..) => "between steps",
            Room::Close => "too close",
            Room::Crossed => "crossed",
            Room::Unbound => "unbound",
        },
        stable: found.is_stable,
        ac_to_limit: margins.ac_to_limit,
        limit_to_tle: margins.limit_to_tle,
        resolution: margins.resolution,
        solutions: found.entries.iter().map(solution).collect(),
        unmeasured: unmeasured.collect(),
        odd: found.odd.clone(),
    }
}

fn solution(entry: &Entry) -> Solution {
    Solution {
        name: entry.name.clone(),
        side: match entry.side {
            Side::InTime => "in time",
            Side::TooSlow => "too slow",
        },
        case: entry.case.clone(),
        time: entry.time.as_secs_f64(),
        ended: entry.is_ended,
        interval: entry
            .interval
            .map(|(low, high)| [low.as_secs_f64(), high.as_secs_f64()]),
        runs: entry.runs,
        factor: entry.factor,
    }
}
