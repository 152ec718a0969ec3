//! What a solution was in the baseline, as far as it can be run again.

use crate::baseline::Baseline;
use crate::build::{Cache, Command, kept};
use crate::event::SolutionInfo;

/// The program of a solution in the baseline.
#[derive(Debug, Clone, Default)]
pub(super) enum Earlier {
    /// It is not at hand: recorded on another machine, or a command of the user's own.
    #[default]
    Unknown,
    /// The program that is run now. What takes it longer than it did is not its own doing.
    Same,
    /// It can be run again.
    Kept(Box<Command>),
}

impl Earlier {
    pub(super) fn of(
        baseline: &Baseline,
        problem: &str,
        solution: &SolutionInfo,
        cache: &Cache,
    ) -> Earlier {
        match baseline.program(problem, &solution.name) {
            Some(old) if solution.program.as_deref() == Some(old) => Earlier::Same,
            Some(old) => match kept::find(cache, old) {
                Some(command) => Earlier::Kept(Box::new(command)),
                None => Earlier::Unknown,
            },
            None => Earlier::Unknown,
        }
    }
}
