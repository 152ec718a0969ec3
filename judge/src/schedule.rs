//! Runs a plan and sends events in a stable order. Prints nothing.

mod again;
mod calibrate;
mod compared;
mod conclude;
mod earlier;
mod flow;
mod info;
mod keep;
mod neighbours;
pub(crate) mod parallel;
mod part;
mod prepare;
mod reproduce;
mod results;
mod runner;
mod settings;
mod workplace;

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use package::{Problem, Verdict};

use crate::baseline::wants_a_time;
use crate::build::{Builder, Built};
use crate::event::{BaselineInfo, Event, RunInfo, RunResult, ShardInfo, SolutionResult};
use crate::model::CaseResult;
use crate::scoring::{Mark, Scoring};
use crate::shard::Own;

pub(crate) use crate::here::place;
pub(crate) use calibrate::calibrate;
use compared::Compared;
pub(crate) use conclude::{Rules, conclude, not_run};
pub(crate) use flow::Gates;
pub(crate) use info::{PREVIEWS, preview};
pub(crate) use keep::{Keep, KeepError};
pub(crate) use prepare::LimitChoice;
pub(crate) use prepare::{Prepared, limits, prepare};
use results::Results;
pub(crate) use runner::{Demand, Runner};
pub(crate) use settings::{Repeat, Settings};

/// The signal that ended the run, 0 for none; a signal thread writes it.
pub(crate) static SIGNAL: AtomicU8 = AtomicU8::new(0);

/// A problem, and how its cases are put together.
#[derive(Clone, Copy)]
struct Task<'a> {
    problem: &'a Prepared,
    scoring: &'a Scoring<'a>,
    settings: Settings<'a>,
    /// What is this shard's, where the run is shared out.
    own: Option<&'a Own>,
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
    settings: Settings<'_>,
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
        shard: settings.shard.map(|shard| ShardInfo {
            index: shard.part.index,
            count: shard.part.count,
            all_cases: settings.all_cases,
            baseline: settings.baseline.map(|baseline| BaselineInfo {
                hash: baseline.hash.clone(),
                scope: baseline.scope,
            }),
        }),
    }));
    let Settings {
        jobs, keep, timed, ..
    } = settings;
    let runner = Runner::new(builder.sandbox, jobs, keep, timed);
    let mut compared = settings
        .baseline
        .map(|baseline| Compared::with(baseline, builder.cache));
    for (place, problem) in problems.into_iter().enumerate() {
        if interrupted() {
            break;
        }
        let own = settings.shard.and_then(|shard| shard.problems.get(place));
        let mut prepared = prepare(problem, builder, choice, settings.jobs, own);
        let jobs = settings.jobs;
        calibrate(problem, &mut prepared, builder, choice, &runner, jobs);
        if timed {
            prepared.keep_programs(builder.cache);
        }
        let grader =
            |group: usize, marks: &[Mark]| prepared.graders.grade(runner.sandbox(), group, marks);
        let scoring = Scoring::of(problem).graded_by(&grader);
        let task = Task {
            problem: &prepared,
            scoring: &scoring,
            settings,
            own,
        };
        let goes_on = judge_problem(task, &runner, &mut |event| {
            if let Some(compared) = &mut compared {
                compared.event(place, event);
            }
            report(event);
        });
        if let Some(compared) = &mut compared {
            compared.keep(place, prepared);
        }
        if !goes_on {
            break;
        }
    }
    if let Some(compared) = compared
        && !interrupted()
    {
        let comparison = compared.end(&runner, settings.shard.is_some());
        // What was not measured to its end is not said to be as before.
        if !interrupted() {
            report(&Event::Compared(comparison));
        }
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
    settings: Settings<'_>,
    report: &mut dyn FnMut(&Event),
) {
    let grader =
        |group: usize, marks: &[Mark]| prepared.graders.grade(runner.sandbox(), group, marks);
    let task = Task {
        problem: prepared,
        scoring: &Scoring::of(problem).graded_by(&grader),
        settings,
        own: None,
    };
    judge_problem(task, runner, report);
}

/// Whether the run goes on after the problem.
fn judge_problem(
    task: Task<'_>,
    runner: &runner::Runner<'_>,
    report: &mut dyn FnMut(&Event),
) -> bool {
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
        let mut results = Results::of(receiver);
        report(&Event::ProblemStarted(task.problem.info.clone()));
        for (place, (solution, gates)) in solutions.iter().zip(&gates).enumerate() {
            report(&Event::SolutionStarted(solution.info.clone()));
            let ended = judge(task, place, solution, gates, &mut results, report);
            let failed = task.settings.fail_fast && fails(&ended);
            report(&Event::SolutionEnded(ended));
            if failed || interrupted() {
                stopped.store(true, Ordering::Relaxed);
                if failed {
                    // What still runs is of no use to anybody.
                    runner.cancel();
                }
                return false;
            }
        }
        true
    })
}

/// Whether a solution ends a run that ends at the first failure.
fn fails(result: &SolutionResult) -> bool {
    match result.as_expected {
        Some(met) => !met,
        None => !matches!(result.verdict, Verdict::AC | Verdict::SK),
    }
}

fn items<'a>(task: Task<'a>, gates: &'a [Gates]) -> impl Iterator<Item = Item<'a>> {
    let solutions = task.problem.solutions.iter().zip(gates).enumerate();
    solutions
        .filter(|(_, (solution, _))| {
            matches!(solution.built, Built::Ready(_)) && solution.known.is_none()
        })
        .flat_map(move |(place, (solution, gates))| {
            let cases = task.problem.cases.iter().enumerate();
            let is_own = move |index: &usize| {
                let own = task.own.map(|own| own.of(place));
                own.is_none_or(|own| own.binary_search(index).is_ok())
            };
            cases
                .filter(move |(index, _)| is_own(index))
                .map(move |(index, case)| Item {
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
        ..
    } = item.task;
    let wanted = || settings.all_cases || item.gates.is_open(scoring, item.index);
    if !wanted() {
        return skipped(&item.case.name, UNWANTED);
    }
    let solution = &item.solution.info;
    let demand = Demand {
        is_there: &wanted,
        met: &|verdict| item.gates.take(scoring, item.index, verdict),
    };
    let mut result = runner.run(command, solution, problem, item.case, demand);
    // What another run comes to counts only together with the first.
    let demand = Demand {
        met: &|_| (),
        ..demand
    };
    match settings.repeat {
        Repeat::Times(times) => {
            for run in 2..=times {
                // A run that was ended says nothing new when it is repeated, and costs the most.
                let ended = matches!(
                    result.verdict,
                    Verdict::AC | Verdict::WA | Verdict::PE | Verdict::RTE
                );
                if !ended || !wanted() {
                    break;
                }
                let next = runner.run(command, solution, problem, item.case, demand);
                result = repeated(result, next, run);
            }
        }
        Repeat::UntilTimesAgree => {
            while wants_a_time(result.verdict, &result.times) && wanted() {
                let limits = &solution.limits;
                let next = runner
                    .settled(command, limits, problem, item.case, demand)
                    .result;
                let same = next.verdict == result.verdict;
                match next.times.first().filter(|_| same) {
                    Some(time) => result.times.push(*time),
                    None => break,
                }
            }
        }
    }
    item.gates.take(scoring, item.index, result.verdict);
    result
}

/// The result of several runs: of the first that was not accepted, with the times of all.
fn repeated(before: CaseResult, mut next: CaseResult, run: usize) -> CaseResult {
    let mut times = before.times.clone();
    times.append(&mut next.times);
    let before_holds = before.verdict != Verdict::AC || next.verdict == Verdict::AC;
    let took = |result: &CaseResult| result.measured.map(|measured| measured.cpu);
    let mut result = match before_holds && next.message != INTERRUPTED {
        // Of runs that came to the same the slowest is told of.
        true if next.verdict == before.verdict && took(&next) > took(&before) => CaseResult {
            measured: next.measured,
            beside_others: next.beside_others,
            ..before
        },
        true => before,
        false => next,
    };
    if !before_holds && result.message != INTERRUPTED {
        result.message = format!("on run {run}: {}", result.message);
    }
    result.times = times;
    result
}

/// Whether a signal has ended the run.
pub(crate) fn interrupted() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

const INTERRUPTED: &str = "interrupted";
/// What a worker says of a case of which the judge, in the order of the cases, says why.
pub(crate) const UNWANTED: &str = "nothing depends on it";

fn skipped(name: &str, message: &str) -> CaseResult {
    CaseResult::not_run(name, Verdict::SK, message)
}

/// Takes the results of one solution in the order of its cases.
fn judge(
    task: Task<'_>,
    place: usize,
    solution: &prepare::Solution,
    gates: &Gates,
    results: &mut Results,
    report: &mut dyn FnMut(&Event),
) -> SolutionResult {
    // What a shard's part of the cases would have to come to, nobody says.
    let expect = solution.expect.as_ref().filter(|_| task.own.is_none());
    let mut report = |event: &Event| {
        // A case that was run for nothing is not kept either.
        if let (Some(keep), Event::CaseEnded(case)) = (task.settings.keep, event)
            && case.verdict == Verdict::SK
        {
            keep.discard(&task.problem.info.slug, &solution.info.name, &case.name);
        }
        report(event);
    };
    let report = &mut report;
    let mut next = |index: usize| match &solution.known {
        Some(known) => known.get(index).cloned(),
        None => results.take(),
    };
    let (verdict, message) = match &solution.built {
        Built::Ready(_) => {
            return match task.own {
                Some(own) => part::tell(task.problem, own.of(place), &mut next, report),
                None => {
                    let rules = Rules {
                        scoring: task.scoring,
                        expect,
                        all_cases: task.settings.all_cases,
                        fail_fast: task.settings.fail_fast,
                    };
                    let names = task.problem.cases.iter().map(|case| case.name.as_str());
                    conclude(rules, gates, names, &mut next, report)
                }
            };
        }
        // The compiler, if it ran, was ended too: nothing is known of the solution.
        _ if interrupted() => (Verdict::SK, INTERRUPTED),
        Built::Failed(log) => (Verdict::CE, log.as_str()),
        Built::Missing(reason) => (Verdict::SK, reason.as_str()),
        Built::Broken(reason) => (Verdict::JE, reason.as_str()),
    };
    not_run(task.scoring, expect, verdict, message)
}
