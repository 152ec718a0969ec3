//! Cases that took longer than their times in the baseline explain, measured again when nothing else
//! is left to run.
//!
//! Where the program of the baseline can be run again, it and this one take turns on the case, and
//! what they come to decides ([`Turns`]). Else there are only times: a case is slower if each of them
//! is beyond those of the baseline ([`crate::baseline::excess`]), the first and those of five runs
//! alone; one time within them clears it. The rounds go over all cases that are left, so that the
//! times of one lie apart: what disturbed one of them is over at the next.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use package::Verdict;

use super::earlier::Earlier;
use super::interrupted;
use super::prepare::{Case, Prepared, Solution};
use super::runner::Runner;
use crate::baseline::{Baseline, Slower, Standing, Turns, bound, bound_beside, excess, hint};
use crate::build::{Built, Command};
use crate::event::{Change, Effect, What};
use crate::model::{CaseResult, Timed};

/// How often a case is measured again where there are only times, at the most.
const ROUNDS: usize = 5;
/// How many cases of a solution are measured again before one of them proves slower: then the others
/// need no proof, since the solution has to be looked at.
const BATCH: usize = 16;
/// How long it may take, about, to clear cases of a solution by turns. It bounds the cases that are
/// taken up at once, and when it is over the others, which were less far off, are cleared too.
const PATIENCE: Duration = Duration::from_secs(30);

/// The cases that look slower.
#[derive(Default)]
pub(crate) struct Suspects {
    /// By the places of problem and solution.
    found: BTreeMap<(usize, usize), Group>,
}

/// Those of one solution.
#[derive(Default)]
struct Group {
    /// Its program in the baseline, if it can be run again.
    earlier: Option<Command>,
    suspects: Vec<Suspect>,
}

struct Suspect {
    /// The place of the case.
    case: usize,
    verdict: Verdict,
    /// How many times what makes a suspect of it the first run took.
    excess: f64,
    /// Whether the first run took more than the old times explain.
    is_beyond: bool,
    /// What it took on the clock.
    took: Duration,
    /// All its times, and the old ones.
    times: Vec<Timed>,
    old: Vec<Timed>,
    /// How often it was measured again.
    rounds: usize,
    /// The turns that it and the earlier program took; `None` where that does not run as it did.
    turns: Option<Turns>,
}

impl Suspects {
    /// Looks at a result, given where it belongs.
    pub(crate) fn look(
        &mut self,
        baseline: &Baseline,
        (problem, problem_name): (usize, &str),
        (solution, solution_name): (usize, &str),
        earlier: &Earlier,
        place: usize,
        case: &CaseResult,
    ) {
        let earlier = match earlier {
            Earlier::Same => return,
            Earlier::Kept(command) => Some(&**command),
            Earlier::Unknown => None,
        };
        let old = baseline.times(problem_name, solution_name, &case.name, case.verdict);
        let least = |rule: fn(&[Timed], &Timed) -> Option<f64>| {
            let all = case.times.iter().filter_map(|new| rule(old, new));
            all.reduce(f64::min).filter(|excess| *excess > 1.0)
        };
        let beyond = least(excess);
        let found = match earlier {
            Some(_) => least(hint),
            None => beyond,
        };
        if let Some(excess) = found {
            let group = self.found.entry((problem, solution)).or_default();
            if group.suspects.is_empty() {
                group.earlier = earlier.cloned();
            }
            group.suspects.push(Suspect {
                case: place,
                verdict: case.verdict,
                excess,
                is_beyond: beyond.is_some(),
                took: case
                    .measured
                    .map_or(Duration::ZERO, |measured| measured.wall),
                times: case.times.clone(),
                old: old.to_vec(),
                rounds: 0,
                turns: earlier.map(|_| Turns::default()),
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
        for ((place, solution), group) in self.found {
            if let Some(problem) = problems.get(&place)
                && let Some(solution) = problem.solutions.get(solution)
                && let Built::Ready(command) = &solution.built
            {
                let bench = Bench {
                    problem,
                    solution,
                    command,
                    earlier: group.earlier.as_ref(),
                    runner,
                };
                bench.measure(group.suspects, &mut slower);
            }
        }
        slower
    }
}

/// Where the suspects of one solution are measured.
struct Bench<'a> {
    problem: &'a Prepared,
    solution: &'a Solution,
    command: &'a Command,
    earlier: Option<&'a Command>,
    runner: &'a Runner<'a>,
}

impl Bench<'_> {
    /// Measures suspects, those that took the most first.
    fn measure(&self, mut rest: Vec<Suspect>, slower: &mut Slower) {
        let started = Instant::now();
        rest.sort_by(|a, b| b.excess.total_cmp(&a.excess));
        while !rest.is_empty() && !interrupted() {
            let batch: Vec<Suspect> = rest.drain(..batch(&rest)).collect();
            slower.again += batch.len();
            let mut proven = self.proven(batch);
            if !proven.is_empty() {
                proven.sort_by_key(|suspect| suspect.case);
                let changes = proven.iter().map(|suspect| self.change(suspect));
                slower.changes.extend(changes);
                slower.suspected += rest.iter().filter(|suspect| suspect.is_beyond).count();
                return;
            }
            if self.earlier.is_some() && started.elapsed() > PATIENCE {
                return;
            }
        }
    }

    /// Those of a batch that prove slower.
    fn proven(&self, mut open: Vec<Suspect>) -> Vec<Suspect> {
        let mut proven = Vec::new();
        while !open.is_empty() {
            for suspect in &mut open {
                self.round(suspect);
            }
            let mut left = Vec::new();
            for suspect in open {
                match suspect.standing() {
                    Standing::Open => left.push(suspect),
                    Standing::Slower => proven.push(suspect),
                    Standing::NotSlower => {}
                }
            }
            open = left;
        }
        proven
    }

    /// Runs the case once more, and the earlier program on it if there is one, which begins every
    /// other time. What keeps this program from running proves nothing, and clears it.
    fn round(&self, suspect: &mut Suspect) {
        suspect.rounds += 1;
        let Some(case) = self.problem.cases.get(suspect.case) else {
            suspect.turns = None;
            return suspect.times.push(Timed::default());
        };
        let started = Instant::now();
        let run = |command: &Command| self.timed(command, case, suspect.verdict);
        let (before, own, after) = match (self.earlier, &suspect.turns) {
            (Some(earlier), Some(_)) if suspect.rounds % 2 == 1 => {
                (run(earlier), run(self.command), None)
            }
            (Some(earlier), Some(_)) => (None, run(self.command), run(earlier)),
            _ => (None, run(self.command), None),
        };
        suspect.turns = match (suspect.turns.take(), before.or(after), own) {
            (Some(mut turns), Some(earlier), Some(own)) => {
                turns.take(earlier.cpu, own.cpu, started.elapsed());
                Some(turns)
            }
            _ => None,
        };
        suspect.times.push(own.unwrap_or_default());
    }

    /// A run alone; `None` if it did not come to that verdict.
    fn timed(&self, command: &Command, case: &Case, verdict: Verdict) -> Option<Timed> {
        let limits = &self.solution.limits;
        let result = self.runner.alone(command, limits, self.problem, case);
        let time = result.times.first().copied();
        time.filter(|_| result.verdict == verdict)
    }

    fn change(&self, suspect: &Suspect) -> Change {
        let (was, now, bound) = suspect.figures();
        let case = self.problem.cases.get(suspect.case);
        Change {
            problem: self.problem.info.slug.clone(),
            solution: Some(self.solution.info.name.clone()),
            case: case.map(|case| case.name.clone()),
            effect: Effect::Worse,
            what: What::Time {
                was,
                now,
                bound,
                in_turns: suspect.turns.is_some(),
            },
        }
    }
}

/// How many of the suspects are taken up at once, one at least.
fn batch(suspects: &[Suspect]) -> usize {
    let mut room = PATIENCE;
    let fits = |suspect: &&Suspect| {
        let fits = !room.is_zero();
        room = room.saturating_sub(suspect.cost());
        fits
    };
    suspects.iter().take(BATCH).take_while(fits).count()
}

impl Suspect {
    /// How long it takes to clear it by turns, about; nothing where there are none.
    fn cost(&self) -> Duration {
        match self.turns {
            Some(_) => self.took.saturating_mul(2 * Turns::LEAST),
            None => Duration::ZERO,
        }
    }

    fn standing(&self) -> Standing {
        if let Some(turns) = &self.turns {
            return turns.standing();
        }
        let within = |new: &Timed| excess(&self.old, new).is_none_or(|excess| excess <= 1.0);
        match self.times.iter().any(within) {
            true => Standing::NotSlower,
            false if self.rounds >= ROUNDS => Standing::Slower,
            false => Standing::Open,
        }
    }

    /// What it took before and now, and how long it may take.
    fn figures(&self) -> (Duration, Duration, Duration) {
        if let Some(turns) = &self.turns {
            let (was, now) = turns.middle();
            return (was, now, bound_beside(was));
        }
        let fastest = self.times.iter().min_by_key(|timed| timed.cpu);
        let yardstick = fastest.and_then(|timed| timed.yardstick);
        (
            self.old.iter().map(|old| old.cpu).max().unwrap_or_default(),
            fastest.map_or(Duration::ZERO, |timed| timed.cpu),
            bound(&self.old, yardstick).unwrap_or_default(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_cases_are_taken_up_a_few_at_a_time() {
        let suspect = |millis: u64, turns: bool| Suspect {
            case: 0,
            verdict: Verdict::AC,
            excess: 2.0,
            is_beyond: true,
            took: Duration::from_millis(millis),
            times: Vec::new(),
            old: Vec::new(),
            rounds: 0,
            turns: turns.then(Turns::default),
        };
        for (count, millis, turns, taken) in [
            (0, 10, true, 0),
            (3, 10, true, 3),
            (40, 10, true, 16),
            // Ten runs of a second each.
            (40, 1000, true, 3),
            (40, 60_000, true, 1),
            // By its times a case is cleared by a single run.
            (40, 60_000, false, 16),
        ] {
            let suspects: Vec<Suspect> = (0..count).map(|_| suspect(millis, turns)).collect();
            assert_eq!(batch(&suspects), taken, "{count} of {millis} ms");
        }
    }
}
