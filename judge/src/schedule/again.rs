//! Cases that took longer than their times in the baseline explain, measured again when nothing else
//! is left to run.
//!
//! A case is slower only if each of its times is beyond those of the baseline
//! ([`crate::baseline::excess`]); one time within them clears it. The rounds go over all cases that
//! are left, so that the times of one lie apart: what disturbed one of them is over at the next.

use std::collections::BTreeMap;
use std::time::Duration;

use package::Verdict;

use super::interrupted;
use super::prepare::Prepared;
use super::runner::Runner;
use crate::baseline::{Baseline, Slower, bound, excess};
use crate::build::Built;
use crate::event::{Change, Effect, What};
use crate::model::{CaseResult, Timed};

/// How often a case is measured again, at the most.
const ROUNDS: usize = 5;
/// How many cases of a solution are measured again before one of them proves slower: then the others
/// need no proof, since the solution has to be looked at.
const BATCH: usize = 16;

/// The cases that look slower.
#[derive(Default)]
pub(crate) struct Suspects {
    /// By the places of problem and solution.
    found: BTreeMap<(usize, usize), Vec<Suspect>>,
}

struct Suspect {
    /// The place of the case.
    case: usize,
    verdict: Verdict,
    /// How many times its bound the first run took.
    excess: f64,
    /// All its times, and the old ones.
    times: Vec<Timed>,
    old: Vec<Timed>,
}

impl Suspect {
    /// Whether one of the times is within the old ones.
    fn is_cleared(&self) -> bool {
        let within = |new: &Timed| excess(&self.old, new).is_none_or(|excess| excess <= 1.0);
        self.times.iter().any(within)
    }
}

impl Suspects {
    /// Looks at a result, given where it belongs.
    pub(crate) fn look(
        &mut self,
        baseline: &Baseline,
        (problem, problem_name): (usize, &str),
        (solution, solution_name): (usize, &str),
        place: usize,
        case: &CaseResult,
    ) {
        let old = baseline.times(problem_name, solution_name, &case.name, case.verdict);
        let excesses = case.times.iter().map(|new| excess(old, new));
        let least = excesses.flatten().reduce(f64::min);
        if let Some(excess) = least.filter(|excess| *excess > 1.0) {
            self.found
                .entry((problem, solution))
                .or_default()
                .push(Suspect {
                    case: place,
                    verdict: case.verdict,
                    excess,
                    times: case.times.clone(),
                    old: old.to_vec(),
                });
        }
    }

    /// Whether a problem has any, and so is still needed.
    pub(crate) fn are_in(&self, problem: usize) -> bool {
        self.found.keys().any(|(known, _)| *known == problem)
    }

    /// Measures them again.
    pub(crate) fn measure(
        self,
        problems: &BTreeMap<usize, Prepared>,
        runner: &Runner<'_>,
    ) -> Slower {
        let mut slower = Slower::default();
        for ((problem, solution), suspects) in self.found {
            let Some(prepared) = problems.get(&problem) else {
                continue;
            };
            measure(prepared, solution, suspects, runner, &mut slower);
        }
        slower
    }
}

/// Measures the suspects of one solution again, those that took the most first.
fn measure(
    problem: &Prepared,
    solution: usize,
    mut suspects: Vec<Suspect>,
    runner: &Runner<'_>,
    slower: &mut Slower,
) {
    suspects.sort_by(|a, b| b.excess.total_cmp(&a.excess));
    let mut rest = suspects.into_iter();
    loop {
        let mut batch: Vec<Suspect> = rest.by_ref().take(BATCH).collect();
        if batch.is_empty() || interrupted() {
            return;
        }
        slower.again += batch.len();
        for _ in 0..ROUNDS {
            for suspect in &mut batch {
                suspect.measure(problem, solution, runner);
            }
            batch.retain(|suspect| !suspect.is_cleared());
        }
        if !batch.is_empty() {
            batch.sort_by_key(|suspect| suspect.case);
            let changes = batch
                .iter()
                .map(|suspect| suspect.change(problem, solution));
            slower.changes.extend(changes);
            slower.suspected += rest.len();
            return;
        }
    }
}

impl Suspect {
    /// Runs the case once more. What keeps it from running proves nothing, and clears it.
    fn measure(&mut self, problem: &Prepared, solution: usize, runner: &Runner<'_>) {
        let timed = problem
            .solutions
            .get(solution)
            .zip(problem.cases.get(self.case))
            .and_then(|(solution, case)| match &solution.built {
                Built::Ready(command) => {
                    let result = runner.alone(command, &solution.limits, problem, case);
                    let same = result.verdict == self.verdict;
                    result.times.first().copied().filter(|_| same)
                }
                _ => None,
            });
        self.times.push(timed.unwrap_or(Timed {
            cpu: Duration::ZERO,
            yardstick: None,
        }));
    }

    fn change(&self, problem: &Prepared, solution: usize) -> Change {
        let solution = problem.solutions.get(solution);
        let case = problem.cases.get(self.case);
        let fastest = self.times.iter().min_by_key(|timed| timed.cpu);
        let yardstick = fastest.and_then(|timed| timed.yardstick);
        Change {
            problem: problem.info.slug.clone(),
            solution: solution.map(|solution| solution.info.name.clone()),
            case: case.map(|case| case.name.clone()),
            effect: Effect::Worse,
            what: What::Time {
                was: self.old.iter().map(|old| old.cpu).max().unwrap_or_default(),
                now: fastest.map_or(Duration::ZERO, |timed| timed.cpu),
                bound: bound(&self.old, yardstick).unwrap_or_default(),
            },
        }
    }
}
