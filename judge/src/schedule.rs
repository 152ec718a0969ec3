//! Runs a plan and sends events in a stable order. Prints nothing.

mod info;
mod neighbours;
mod prepare;
mod runner;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use compare::Compare;
use package::{CaseOutcome, Expectation, Outcome, Problem, Verdict};

use crate::build::{Builder, Built};
use crate::event::{Event, RunInfo, RunResult, SolutionResult};
use crate::model::{CaseResult, overall};

pub(crate) use prepare::LimitChoice;
use prepare::{Prepared, prepare};

/// How to run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// How many cases run side by side.
    pub(crate) jobs: usize,
    /// Whether a solution that ran out of time is run on its other cases too.
    pub(crate) all_cases: bool,
}

/// The signal that ended the run, 0 for none; a signal thread writes it.
pub(crate) static SIGNAL: AtomicU8 = AtomicU8::new(0);

/// One case of one solution, and what ends it early.
struct Item<'a> {
    problem: &'a Prepared,
    solution: &'a prepare::Solution,
    case: &'a prepare::Case,
    /// Position of the case among the cases of its solution.
    index: usize,
}

/// Builds and judges one problem after the other and calls `report` with one event after the
/// other. Nothing is built while anything is measured.
pub(crate) fn run(
    problems: Vec<(&Problem, Box<dyn Compare>)>,
    broken: Vec<String>,
    options: Vec<String>,
    builder: &Builder<'_>,
    choice: LimitChoice,
    settings: Settings,
    report: &mut dyn FnMut(&Event),
) -> RunResult {
    let started = Instant::now();
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    report(&Event::RunStarted(RunInfo {
        started: since_1970.map_or(0, |since| since.as_secs()),
        jobs: settings.jobs,
        isolation: builder.sandbox.level().to_string(),
        isolated: builder.sandbox.level() == sandbox::Level::Full,
        options,
        problems: problems.len(),
        solutions: problems
            .iter()
            .map(|(problem, _)| problem.solutions.len())
            .sum(),
        broken,
    }));
    let runner = runner::Runner::new(builder.sandbox, settings.jobs);
    for (problem, checker) in problems {
        if interrupted() {
            break;
        }
        let prepared = prepare(problem, checker, builder, choice, settings.jobs);
        judge_problem(&prepared, &runner, settings, report);
    }
    let signal = SIGNAL.load(Ordering::Relaxed);
    let ended = RunResult {
        elapsed: started.elapsed(),
        signal: (signal != 0).then_some(signal),
    };
    report(&Event::RunEnded(ended));
    ended
}

fn judge_problem(
    problem: &Prepared,
    runner: &runner::Runner<'_>,
    settings: Settings,
    report: &mut dyn FnMut(&Event),
) {
    let items: Vec<Item<'_>> = items(problem).collect();
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..settings.jobs.min(items.len()) {
            let sender = sender.clone();
            let (next, items, stopped) = (&next, &items, &stopped);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(runner, item, settings);
                    if sender.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut results = Results {
            receiver,
            early: BTreeMap::new(),
            next: 0,
        };
        report(&Event::ProblemStarted(problem.info.clone()));
        for solution in &problem.solutions {
            report(&Event::SolutionStarted(solution.info.clone()));
            let ended = judge(solution, problem, &mut results, settings, report);
            report(&Event::SolutionEnded(ended));
            if interrupted() {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}

fn items(problem: &Prepared) -> impl Iterator<Item = Item<'_>> {
    problem
        .solutions
        .iter()
        .filter(|solution| matches!(solution.built, Built::Ready(_)))
        .flat_map(move |solution| {
            problem
                .cases
                .iter()
                .enumerate()
                .map(move |(index, case)| Item {
                    problem,
                    solution,
                    case,
                    index,
                })
        })
}

fn work(runner: &runner::Runner<'_>, item: &Item<'_>, settings: Settings) -> CaseResult {
    let Built::Ready(command) = &item.solution.built else {
        return skipped(&item.case.name, "not built");
    };
    if interrupted() {
        return skipped(&item.case.name, INTERRUPTED);
    }
    let out_of_time = item.solution.out_of_time.load(Ordering::Relaxed);
    if item.index > out_of_time && !settings.all_cases {
        return skipped(&item.case.name, TIME_OUT);
    }
    let wanted =
        || settings.all_cases || item.index < item.solution.out_of_time.load(Ordering::Relaxed);
    let result = runner.run(
        command,
        &item.solution.limits,
        item.problem,
        item.case,
        wanted,
    );
    if matches!(result.verdict, Verdict::TLE | Verdict::WTL) {
        item.solution
            .out_of_time
            .fetch_min(item.index, Ordering::Relaxed);
    }
    result
}

fn interrupted() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

const INTERRUPTED: &str = "interrupted";
const TIME_OUT: &str = "an earlier case ran out of time; --all-cases runs all";

fn skipped(name: &str, message: &str) -> CaseResult {
    CaseResult::not_run(name, Verdict::SK, message)
}

/// Takes the results of one solution in the order of its cases.
fn judge(
    solution: &prepare::Solution,
    problem: &Prepared,
    results: &mut Results,
    settings: Settings,
    report: &mut dyn FnMut(&Event),
) -> SolutionResult {
    let (verdict, message) = match &solution.built {
        Built::Ready(_) => {
            return judge_cases(solution, problem, results, settings, report);
        }
        // The compiler, if it ran, was ended too: nothing is known of the solution.
        _ if interrupted() => (Verdict::SK, INTERRUPTED),
        Built::Failed(log) => (Verdict::CE, log.as_str()),
        Built::Missing(reason) => (Verdict::SK, reason.as_str()),
        Built::Broken(reason) => (Verdict::JE, reason.as_str()),
    };
    let whole = outcome_of(&solution.info.name, verdict);
    SolutionResult {
        verdict,
        as_expected: as_expected(solution.expect.as_ref(), verdict, &[whole]),
        message: message.to_owned(),
    }
}

fn judge_cases(
    solution: &prepare::Solution,
    problem: &Prepared,
    results: &mut Results,
    settings: Settings,
    report: &mut dyn FnMut(&Event),
) -> SolutionResult {
    let mut outcomes = Vec::with_capacity(problem.cases.len());
    let mut out_of_time = false;
    let mut cut_short = false;
    for case in &problem.cases {
        let mut result = match results.take() {
            Some(result) => result,
            None => skipped(&case.name, INTERRUPTED),
        };
        cut_short |= result.verdict == Verdict::SK && result.message == INTERRUPTED;
        // Whether a neighbour was already running when time ran out is chance; the report is not.
        if out_of_time && !settings.all_cases && result.verdict != Verdict::SK {
            result = skipped(&case.name, TIME_OUT);
        }
        out_of_time |= matches!(result.verdict, Verdict::TLE | Verdict::WTL);
        outcomes.push(outcome_of(&case.name, result.verdict));
        report(&Event::CaseEnded(Box::new(result)));
    }
    // What the cases that did not run would have shown, nobody knows.
    let expect = solution.expect.as_ref().filter(|_| !cut_short);
    let verdict = overall(outcomes.iter().map(|case| case.verdict));
    SolutionResult {
        verdict,
        as_expected: as_expected(expect, verdict, &outcomes),
        message: match cut_short {
            true => INTERRUPTED.to_owned(),
            false => String::new(),
        },
    }
}

fn as_expected(
    expect: Option<&Expectation>,
    overall: Verdict,
    cases: &[CaseOutcome<'_>],
) -> Option<bool> {
    let ran = cases.iter().any(|case| case.verdict != Verdict::SK);
    let outcome = Outcome {
        overall,
        score: None,
        cases,
        groups: &[],
    };
    expect.filter(|_| ran).map(|expect| expect.met_by(&outcome))
}

fn outcome_of(name: &str, verdict: Verdict) -> CaseOutcome<'_> {
    CaseOutcome {
        name,
        verdict,
        message: "",
        score: None,
    }
}

/// Results as they come, given out in order.
struct Results {
    receiver: mpsc::Receiver<(usize, CaseResult)>,
    early: BTreeMap<usize, CaseResult>,
    next: usize,
}

impl Results {
    /// The next result; `None` when the workers have stopped before it.
    fn take(&mut self) -> Option<CaseResult> {
        let index = self.next;
        self.next += 1;
        loop {
            if let Some(result) = self.early.remove(&index) {
                return Some(result);
            }
            let (index, result) = self.receiver.recv().ok()?;
            self.early.insert(index, result);
        }
    }
}

/// Builds all solutions of `problem`, using up to `jobs` threads.
fn build_all(problem: &Problem, builder: &Builder<'_>, jobs: usize) -> Vec<Built> {
    let next = AtomicUsize::new(0);
    let solutions = &problem.solutions;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(solutions.len()))
            .map(|_| {
                scope.spawn(|| {
                    let mut built = Vec::new();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(solution) = solutions.get(index) else {
                            return built;
                        };
                        built.push((index, builder.build(&solution.call)));
                    }
                })
            })
            .collect();
        let mut all = vec![Built::Broken("the build stopped".to_owned()); solutions.len()];
        for worker in workers {
            // A worker that panicked leaves what it had not built broken, as said above.
            for (index, built) in worker.join().unwrap_or_default() {
                all[index] = built;
            }
        }
        all
    })
}
