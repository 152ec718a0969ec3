//! A run that is held against its baseline while it goes on.

use std::collections::BTreeMap;

use super::again::Suspects;
use super::prepare::Prepared;
use super::runner::Runner;
use crate::baseline::{Baseline, Seen, compare, compare_times};
use crate::event::{Comparison, Event};

/// What the comparison takes of the run so far.
pub(super) struct Compared<'a> {
    baseline: &'a Baseline,
    seen: Seen,
    suspects: Suspects,
    /// The problems with suspects, ready to be run again.
    problems: BTreeMap<usize, Prepared>,
    at: Place,
}

/// Where in the run the next case is.
#[derive(Default)]
struct Place {
    problem: usize,
    /// The problem's solution, from 1.
    solution: usize,
    /// The places of the cases, where the run is shared out.
    own: Option<Vec<usize>>,
    case: usize,
}

impl<'a> Compared<'a> {
    pub(super) fn with(baseline: &'a Baseline) -> Compared<'a> {
        Compared {
            baseline,
            seen: Seen::default(),
            suspects: Suspects::default(),
            problems: BTreeMap::new(),
            at: Place::default(),
        }
    }

    /// Takes the next event.
    pub(super) fn event(&mut self, problem: usize, event: &Event) {
        self.seen.event(event);
        match event {
            Event::ProblemStarted(_) => {
                self.at = Place {
                    problem,
                    ..Place::default()
                }
            }
            Event::SolutionStarted(info) => {
                self.at.solution += 1;
                self.at.own.clone_from(&info.part);
                self.at.case = 0;
            }
            Event::CaseEnded(case) => {
                let place = match &self.at.own {
                    Some(own) => own.get(self.at.case).copied(),
                    None => Some(self.at.case),
                };
                self.at.case += 1;
                let Some((place, (problem, solution))) = place.zip(self.seen.latest()) else {
                    return;
                };
                let problem = (self.at.problem, problem);
                let solution = (self.at.solution.saturating_sub(1), solution);
                self.suspects
                    .look(self.baseline, problem, solution, place, case);
            }
            _ => {}
        }
    }

    /// Keeps a problem that is through, if anything of it is to be measured again.
    pub(super) fn keep(&mut self, place: usize, problem: Prepared) {
        if self.suspects.are_in(place) {
            self.problems.insert(place, problem);
        }
    }

    /// Measures what looks slower again, and compares. A shard does so with times only.
    pub(super) fn end(self, runner: &Runner<'_>, is_shard: bool) -> Comparison {
        let slower = self.suspects.measure(&self.problems, runner);
        match is_shard {
            true => compare_times(self.baseline, &self.seen, slower),
            false => compare(self.baseline, &self.seen, slower),
        }
    }
}
