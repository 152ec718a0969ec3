//! Runs a plan and sends events in a stable order. Prints nothing.

mod calibrate;
mod flow;
mod info;
mod neighbours;
pub(crate) mod parallel;
mod prepare;
mod runner;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use package::{CaseOutcome, Expectation, GroupOutcome, Outcome, Problem, Verdict};

use crate::build::{Builder, Built};
use crate::event::{Event, RunInfo, RunResult, SolutionResult};
use crate::model::{CaseResult, overall};
use crate::scoring::Scoring;

pub(crate) use calibrate::calibrate;
use flow::{Flow, Gates};
pub(crate) use prepare::LimitChoice;
pub(crate) use prepare::{Prepared, prepare};
pub(crate) use runner::Runner;

/// How to run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// How many cases run side by side.
    pub(crate) jobs: usize,
    /// Whether cases are run that nothing depends on any more: of a solution that ran out of time,
    /// of a group that has failed.
    pub(crate) all_cases: bool,
}

/// The signal that ended the run, 0 for none; a signal thread writes it.
pub(crate) static SIGNAL: AtomicU8 = AtomicU8::new(0);

/// A problem, and how its cases are put together.
#[derive(Clone, Copy)]
struct Task<'a> {
    problem: &'a Prepared,
    scoring: &'a Scoring<'a>,
    settings: Settings,
}

/// One case of one solution, and what ends it early.
struct Item<'a> {
    task: Task<'a>,
    solution: &'a prepare::Solution,
    gates: &'a Gates,
    case: &'a prepare::Case,
    /// Position of the case among the cases of its solution.
    index: usize,
}

/// Builds and judges one problem after the other and calls `report` with one event after the
/// other. Nothing is built while anything is measured.
pub(crate) fn run(
    problems: Vec<&Problem>,
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
        solutions: problems.iter().map(|problem| problem.solutions.len()).sum(),
        broken,
    }));
    let runner = Runner::new(builder.sandbox, settings.jobs);
    for problem in problems {
        if interrupted() {
            break;
        }
        let mut prepared = prepare(problem, builder, choice, settings.jobs);
        let jobs = settings.jobs;
        calibrate(problem, &mut prepared, builder, choice, &runner, jobs);
        judge_prepared(problem, &prepared, &runner, settings, report);
    }
    let signal = SIGNAL.load(Ordering::Relaxed);
    let ended = RunResult {
        elapsed: started.elapsed(),
        signal: (signal != 0).then_some(signal),
    };
    report(&Event::RunEnded(ended));
    ended
}

/// Judges the solutions of a problem that is ready.
pub(crate) fn judge_prepared(
    problem: &Problem,
    prepared: &Prepared,
    runner: &Runner<'_>,
    settings: Settings,
    report: &mut dyn FnMut(&Event),
) {
    let task = Task {
        problem: prepared,
        scoring: &Scoring::of(problem),
        settings,
    };
    judge_problem(task, runner, report);
}

fn judge_problem(task: Task<'_>, runner: &runner::Runner<'_>, report: &mut dyn FnMut(&Event)) {
    let solutions = &task.problem.solutions;
    let gates: Vec<Gates> = solutions.iter().map(|_| Gates::new(task.scoring)).collect();
    let items: Vec<Item<'_>> = items(task, &gates).collect();
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let worker = || {
            let sender = sender.clone();
            let (next, items, stopped) = (&next, &items, &stopped);
            move || {
                while !stopped.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(runner, item);
                    if sender.send((index, result)).is_err() {
                        break;
                    }
                }
            }
        };
        let workers = parallel::start(scope, task.settings.jobs.min(items.len()), worker);
        if workers.is_empty() {
            // The system allows no thread: all is judged before any of it is reported.
            worker()();
        }
        drop(sender);
        let mut results = Results {
            receiver,
            early: BTreeMap::new(),
            next: 0,
        };
        report(&Event::ProblemStarted(task.problem.info.clone()));
        for (solution, gates) in solutions.iter().zip(&gates) {
            report(&Event::SolutionStarted(solution.info.clone()));
            let ended = judge(task, solution, gates, &mut results, report);
            report(&Event::SolutionEnded(ended));
            if interrupted() {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}

fn items<'a>(task: Task<'a>, gates: &'a [Gates]) -> impl Iterator<Item = Item<'a>> {
    let solutions = task.problem.solutions.iter().zip(gates);
    solutions
        .filter(|(solution, _)| {
            matches!(solution.built, Built::Ready(_)) && solution.known.is_none()
        })
        .flat_map(move |(solution, gates)| {
            let cases = task.problem.cases.iter().enumerate();
            cases.map(move |(index, case)| Item {
                task,
                solution,
                gates,
                case,
                index,
            })
        })
}

fn work(runner: &runner::Runner<'_>, item: &Item<'_>) -> CaseResult {
    let Built::Ready(command) = &item.solution.built else {
        return skipped(&item.case.name, "not built");
    };
    if interrupted() {
        return skipped(&item.case.name, INTERRUPTED);
    }
    let Task {
        problem,
        scoring,
        settings,
    } = item.task;
    let wanted = || settings.all_cases || item.gates.is_open(scoring, item.index);
    if !wanted() {
        return skipped(&item.case.name, UNWANTED);
    }
    let result = runner.run(command, &item.solution.limits, problem, item.case, wanted);
    item.gates.take(scoring, item.index, result.verdict);
    result
}

fn interrupted() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

const INTERRUPTED: &str = "interrupted";
/// What a worker says of a case of which the judge, in the order of the cases, says why.
const UNWANTED: &str = "nothing depends on it";

fn skipped(name: &str, message: &str) -> CaseResult {
    CaseResult::not_run(name, Verdict::SK, message)
}

/// Takes the results of one solution in the order of its cases.
fn judge(
    task: Task<'_>,
    solution: &prepare::Solution,
    gates: &Gates,
    results: &mut Results,
    report: &mut dyn FnMut(&Event),
) -> SolutionResult {
    let (verdict, message) = match &solution.built {
        Built::Ready(_) => return judge_cases(task, solution, gates, results, report),
        // The compiler, if it ran, was ended too: nothing is known of the solution.
        _ if interrupted() => (Verdict::SK, INTERRUPTED),
        Built::Failed(log) => (Verdict::CE, log.as_str()),
        Built::Missing(reason) => (Verdict::SK, reason.as_str()),
        Built::Broken(reason) => (Verdict::JE, reason.as_str()),
    };
    let result = SolutionResult {
        verdict,
        as_expected: None,
        surprise: String::new(),
        score: None,
        max_score: task.scoring.best().filter(|_| task.scoring.is_whole),
        groups: Vec::new(),
        message: message.to_owned(),
    };
    let whole = CaseOutcome {
        name: "",
        verdict,
        message: "",
        score: None,
    };
    expected(result, solution.expect.as_ref(), &[whole])
}

fn judge_cases(
    task: Task<'_>,
    solution: &prepare::Solution,
    gates: &Gates,
    results: &mut Results,
    report: &mut dyn FnMut(&Event),
) -> SolutionResult {
    let mut flow = Flow::new(task.scoring, gates);
    let mut seen = Vec::with_capacity(task.problem.cases.len());
    let mut cut_short = false;
    let mut known = solution.known.clone();
    for (index, case) in task.problem.cases.iter().enumerate() {
        let result = match &mut known {
            Some(known) => known.pop_front(),
            None => results.take(),
        };
        let mut result = match result {
            Some(result) => result,
            None => skipped(&case.name, INTERRUPTED),
        };
        if result.verdict == Verdict::SK && result.message == INTERRUPTED {
            cut_short = true;
        } else if let Some(reason) = flow.skip(index) {
            // Whether a neighbour was already running by then is chance; the report is not.
            if !task.settings.all_cases {
                result = skipped(&case.name, &reason);
            }
        } else {
            flow.take(index, &mut result);
        }
        // There may be very many cases: of each is kept what the verdict on the whole needs.
        seen.push(Kept::of(&result));
        report(&Event::CaseEnded(Box::new(result)));
    }
    let graded = flow.end();
    let whole = overall(seen.iter().map(|case| case.verdict));
    let (verdict, message) = match (graded.verdict, graded.fault) {
        _ if cut_short => (whole, INTERRUPTED.to_owned()),
        (_, Some(fault)) => (Verdict::JE, fault),
        (Some(verdict), None) if whole != Verdict::JE => (verdict, String::new()),
        _ => (whole, String::new()),
    };
    let result = SolutionResult {
        verdict,
        as_expected: None,
        surprise: String::new(),
        score: graded.score.filter(|_| !cut_short),
        max_score: graded.best,
        groups: match cut_short {
            true => Vec::new(),
            false => graded.groups,
        },
        message,
    };
    // What the cases that did not run would have shown, nobody knows.
    let expect = solution.expect.as_ref().filter(|_| !cut_short);
    let names = task.problem.cases.iter().map(|case| case.name.as_str());
    let outcomes: Vec<CaseOutcome<'_>> = names.zip(&seen).map(Kept::outcome).collect();
    expected(result, expect, &outcomes)
}

/// What is kept of a case that has ended.
struct Kept {
    verdict: Verdict,
    message: String,
    score: Option<f64>,
}

impl Kept {
    fn of(result: &CaseResult) -> Kept {
        Kept {
            verdict: result.verdict,
            message: result.message.clone(),
            score: result.score,
        }
    }

    fn outcome<'a>((name, kept): (&'a str, &'a Kept)) -> CaseOutcome<'a> {
        CaseOutcome {
            name,
            verdict: kept.verdict,
            message: &kept.message,
            score: kept.score,
        }
    }
}

/// Holds the result against what is expected. Without a case that ran there is nothing to hold.
fn expected(
    mut result: SolutionResult,
    expect: Option<&Expectation>,
    cases: &[CaseOutcome<'_>],
) -> SolutionResult {
    let ran = cases.iter().any(|case| case.verdict != Verdict::SK);
    let Some(expect) = expect.filter(|_| ran) else {
        return result;
    };
    let groups: Vec<GroupOutcome<'_>> = result
        .groups
        .iter()
        .map(|group| GroupOutcome {
            name: &group.name,
            verdict: group.verdict,
            score: Some(group.score),
        })
        .collect();
    let unmet = expect.unmet(&Outcome {
        overall: result.verdict,
        score: result.score,
        best: result.max_score,
        cases,
        groups: &groups,
    });
    result.as_expected = Some(unmet.is_none());
    result.surprise = unmet.unwrap_or_default();
    result
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
    let build = |solution: &package::Solution| builder.build_solution(&solution.call);
    parallel::map(&problem.solutions, jobs, build)
        .into_iter()
        .map(|built| built.unwrap_or_else(|| Built::Broken("the build stopped".to_owned())))
        .collect()
}
