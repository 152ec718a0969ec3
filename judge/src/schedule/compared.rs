//! A run that is held against its baseline while it goes on.

use std::collections::BTreeMap;

use super::again::Suspects;
use super::earlier::Earlier;
use super::prepare::Prepared;
use super::runner::Runner;
use crate::baseline::{Baseline, Seen, Slower, compare, compare_times};
use crate::build::Cache;
use crate::event::{Comparison, Event};

/// What the comparison takes of the run so far.
pub(super) struct Compared<'a> {
    baseline: &'a Baseline,
    /// Where the programs of the baseline may be.
    cache: &'a Cache,
    seen: Seen,
    suspects: Suspects,
    /// The problems with suspects, ready to be run again.
    problems: BTreeMap<usize, Prepared>,
    at: Place,
    times_only: bool,
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
    /// What the solution was before.
    earlier: Earlier,
}

impl<'a> Compared<'a> {
    pub(super) fn with(baseline: &'a Baseline, cache: &'a Cache) -> Compared<'a> {
        Compared {
            baseline,
            cache,
            seen: Seen::default(),
            suspects: Suspects::default(),
            problems: BTreeMap::new(),
            at: Place::default(),
            times_only: false,
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
                let problem = self.seen.latest().map_or("", |(problem, _)| problem);
                self.at.earlier = Earlier::of(self.baseline, problem, info, self.cache);
                // What is not run here, and a command of the user's own, has no program.
                self.times_only |= info.program.is_some()
                    && self.baseline.knows(problem, &info.name)
                    && matches!(self.at.earlier, Earlier::Unknown);
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
                let earlier = &self.at.earlier;
                self.suspects
                    .look(self.baseline, problem, solution, earlier, place, case);
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
        let slower = Slower {
            times_only: self.times_only,
            ..self.suspects.measure(&self.problems, runner)
        };
        match is_shard {
            true => compare_times(self.baseline, &self.seen, slower),
            false => compare(self.baseline, &self.seen, slower),
        }
    }
}
