//! What of a run is held against another: verdicts, scores and times, without what only reports show.

use std::collections::HashMap;
use std::time::Duration;

use package::{Expectation, Verdict};

use crate::event::{Event, SolutionResult};
use crate::model::{CaseResult, Timed};

/// A run, made of its events.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(super) problems: Named<Problem>,
}

#[derive(Debug, Default)]
pub(crate) struct Problem {
    /// The names of its cases.
    pub(super) cases: Named<()>,
    pub(super) solutions: Named<Solution>,
}

#[derive(Debug)]
pub(crate) struct Solution {
    pub(super) expected: Option<Expectation>,
    /// The name of what was run, if it is kept.
    pub(super) program: Option<String>,
    pub(super) end: Option<SolutionResult>,
    pub(super) cases: Named<Case>,
}

#[derive(Debug)]
pub(crate) struct Case {
    pub(super) verdict: Verdict,
    /// Time on the clock, if it ran.
    wall: Option<Duration>,
    pub(super) times: Vec<Timed>,
}

/// Things in their order, found by their names; of two with the same name, the first.
#[derive(Debug)]
pub(super) struct Named<T> {
    pub(super) all: Vec<(String, T)>,
    places: HashMap<String, usize>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named {
            all: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<T> Named<T> {
    fn add(&mut self, name: &str, thing: T) {
        let place = self.all.len();
        self.places.entry(name.to_owned()).or_insert(place);
        self.all.push((name.to_owned(), thing));
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        let place = *self.places.get(name)?;
        self.all.get(place).map(|(_, thing)| thing)
    }

    fn last(&mut self) -> Option<&mut T> {
        self.all.last_mut().map(|(_, thing)| thing)
    }
}

impl Seen {
    /// Takes the next event.
    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::ProblemStarted(info) => {
                let mut problem = Problem::default();
                for case in &info.cases {
                    problem.cases.add(&case.name, ());
                }
                self.problems.add(&info.slug, problem);
            }
            Event::SolutionStarted(info) => {
                let solution = Solution {
                    expected: info.expected.clone(),
                    program: info.program.clone(),
                    end: None,
                    cases: Named::default(),
                };
                if let Some(problem) = self.problems.last() {
                    problem.solutions.add(&info.name, solution);
                }
            }
            Event::CaseEnded(case) => {
                if let Some(solution) = self.solution() {
                    solution.cases.add(&case.name, Case::of(case));
                }
            }
            Event::SolutionEnded(result) => {
                if let Some(solution) = self.solution() {
                    let message = String::new();
                    solution.end = Some(SolutionResult {
                        message,
                        ..result.clone()
                    });
                }
            }
            Event::RunStarted(_) | Event::Compared(_) | Event::RunEnded(_) => {}
        }
    }

    fn solution(&mut self) -> Option<&mut Solution> {
        self.problems.last()?.solutions.last()
    }

    pub(super) fn problem(&self, name: &str) -> Option<&Problem> {
        self.problems.get(name)
    }

    /// Whether a case was run and not only told of as skipped.
    pub(crate) fn ran(&self, problem: &str, solution: &str, case: &str) -> bool {
        let case = self
            .problem(problem)
            .and_then(|problem| problem.solution(solution)?.case(case));
        case.is_some_and(|case| case.verdict != Verdict::SK)
    }

    /// The time on the clock that a case is expected to take: `None` if nothing is known of it,
    /// `Some(None)` if it will be skipped.
    pub(crate) fn expected(
        &self,
        problem: &str,
        solution: &str,
        case: &str,
    ) -> Option<Option<Duration>> {
        let case = self.problem(problem)?.solution(solution)?.case(case)?;
        Some(case.wall)
    }

    /// The solution of the problem last started that was started last, with its problem.
    pub(crate) fn latest(&self) -> Option<(&str, &str)> {
        let (problem, inside) = self.problems.all.last()?;
        let (solution, _) = inside.solutions.all.last()?;
        Some((problem, solution))
    }
}

impl Problem {
    pub(super) fn solution(&self, name: &str) -> Option<&Solution> {
        self.solutions.get(name)
    }
}

impl Solution {
    /// Whether there are times that a later run may be held against.
    pub(super) fn is_timed(&self) -> bool {
        let mut cases = self.cases.all.iter();
        cases.any(|(_, case)| !case.times.is_empty() && ends_by_itself(case.verdict))
    }

    pub(super) fn case(&self, name: &str) -> Option<&Case> {
        self.cases.get(name)
    }
}

impl Case {
    fn of(case: &CaseResult) -> Case {
        let mut times = case.times.clone();
        if let (true, Some(measured)) = (times.is_empty(), case.measured) {
            times.push(Timed {
                cpu: measured.cpu,
                yardstick: None,
            });
        }
        Case {
            verdict: case.verdict,
            wall: case.measured.map(|measured| measured.wall),
            times,
        }
    }
}

/// Whether a program with this verdict was left to run to its end, so that its time is its own.
pub(super) fn ends_by_itself(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::AC | Verdict::WA | Verdict::PE)
}
