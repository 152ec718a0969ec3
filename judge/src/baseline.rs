//! An earlier run that this one is held against: what changed, and whether for the worse.
//!
//! Pure functions over events; the schedule measures again what looks slower.

mod bound;
mod compare;
mod seen;
mod turns;

pub(crate) use bound::{bound, bound_beside, excess, hint, wants_a_time};
pub(crate) use compare::{compare, compare_times};
pub(crate) use seen::Seen;
pub(crate) use turns::{Standing, Turns};

use crate::event::{Change, Scope};
use crate::model::Timed;

/// What measuring again found.
#[derive(Debug, Default)]
pub(crate) struct Slower {
    /// The cases that are slower than they were.
    pub(crate) changes: Vec<Change>,
    /// How many were measured again.
    pub(crate) again: usize,
    /// How many more would have been, had not others of their solution proved slower.
    pub(crate) suspected: usize,
    /// Whether there are only times of a program that is not the same.
    pub(crate) times_only: bool,
}

/// The earlier run.
#[derive(Debug)]
pub(crate) struct Baseline {
    /// When it was started, in seconds since 1970 (UTC).
    pub(crate) started: u64,
    /// The hash of its file.
    pub(crate) hash: String,
    pub(crate) seen: Seen,
    /// The options of its command line on which its results depend.
    pub(crate) options: Vec<String>,
    /// How much of it this run was to repeat.
    pub(crate) scope: Scope,
}

impl Baseline {
    /// The times of a case that a time of this run with the same verdict may be held against.
    pub(crate) fn times(
        &self,
        problem: &str,
        solution: &str,
        case: &str,
        verdict: package::Verdict,
    ) -> &[Timed] {
        let known = self
            .solution(problem, solution)
            .and_then(|solution| solution.case(case))
            .filter(|case| case.verdict == verdict && seen::ends_by_itself(verdict));
        known.map_or(&[], |case| &case.times)
    }

    /// Whether there are times of a solution.
    pub(crate) fn knows(&self, problem: &str, solution: &str) -> bool {
        let known = self.solution(problem, solution);
        known.is_some_and(seen::Solution::is_timed)
    }

    /// The name under which the program of a solution is kept, if it is.
    pub(crate) fn program(&self, problem: &str, solution: &str) -> Option<&str> {
        self.solution(problem, solution)?.program.as_deref()
    }

    fn solution(&self, problem: &str, solution: &str) -> Option<&seen::Solution> {
        self.seen.problem(problem)?.solution(solution)
    }
}
