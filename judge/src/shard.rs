//! A run shared out among machines: which part this one is, and which cases are its own.
//!
//! The cases of all solutions stand in one row, in the order of the run. Every machine cuts the row
//! in the same way without asking another, so all that the cut depends on must be the same
//! everywhere; `judge merge` refuses what is not.

mod choice;
mod content;
mod share;

pub(crate) use choice::{Choice, Part, PartError};

use package::Problem;

use crate::baseline::Seen;

/// The part of a run that this machine judges.
#[derive(Debug)]
pub(crate) struct Shard {
    pub(crate) part: Part,
    /// For each problem its hash, and for each of its solutions the places of this shard's cases.
    pub(crate) problems: Vec<Own>,
}

impl Shard {
    /// This part of a run, whose cases are shared out by the times in a baseline if there is one.
    pub(crate) fn of(problems: &[&Problem], part: Part, baseline: Option<&Seen>) -> Shard {
        let shares = share::share(problems, part, baseline);
        let own = |(problem, cases): (&&Problem, _)| Own {
            content: content::content(problem),
            cases,
        };
        Shard {
            part,
            problems: problems.iter().zip(shares).map(own).collect(),
        }
    }
}

/// What a shard has of a problem.
#[derive(Debug)]
pub(crate) struct Own {
    /// The hash of the package and the chosen solutions.
    pub(crate) content: String,
    /// For each solution the places of the cases, rising.
    pub(crate) cases: Vec<Vec<usize>>,
}

impl Own {
    /// The places of the cases of the solution at this place.
    pub(crate) fn of(&self, solution: usize) -> &[usize] {
        self.cases.get(solution).map_or(&[], Vec::as_slice)
    }

    /// Whether any solution is run on the case at this place.
    pub(crate) fn needs(&self, place: usize) -> bool {
        self.cases
            .iter()
            .any(|own| own.binary_search(&place).is_ok())
    }
}
