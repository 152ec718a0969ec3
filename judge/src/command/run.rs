//! `judge run`: the main job.

mod compared;
mod options;

use std::io;
use std::path::Path;

use package::{CheckerCall, Judging, Problem, Solution};

use super::reports;
use crate::baseline::Baseline;
use crate::build::{self, Crates, Languages};
use crate::check::{self, CheckerError};
use crate::cli::{RunArgs, complain};
use crate::exit::{Exit, Tally};
use crate::failed::Failed;
use crate::jury;
use crate::plan::{Plan, Request, plan};
use crate::report::{Destination, Detail, Format, Report};
use crate::schedule::{self, LimitChoice, Settings};
use crate::session::{self, Failure, Session};
use crate::shard::{Part, PartError, Shard};

pub(super) use compared::read as read_baseline;
pub(crate) use options::{Repeating, Sharing};

pub(crate) fn run(args: &RunArgs) -> Exit {
    let request = Request {
        targets: args.targets.clone(),
        cases: args.cases.clone(),
        solutions: args.solutions.clone(),
        commands: args.commands.clone(),
        expect: args.expect.clone(),
    };
    let mut plan = match plan(&request) {
        Ok(plan) => plan,
        Err(error) => {
            complain(&error);
            return error.exit();
        }
    };
    match judging(args) {
        Ok(None) => {}
        Ok(Some(judging)) => {
            for problem in &mut plan.problems {
                problem.judging = judging.clone();
                for case in &mut problem.cases {
                    case.judging = None;
                }
            }
        }
        Err(error) => {
            complain(&format_args!("--checker: {error}"));
            return Exit::Usage;
        }
    }
    let part = match part(args) {
        Ok(part) => part,
        Err(error) => {
            complain(&error);
            return Exit::Usage;
        }
    };
    match judge(args, plan, part) {
        Ok(exit) => exit,
        Err(error) => {
            complain(&error);
            Exit::Unjudged
        }
    }
}

/// The part of the run that is this machine's.
fn part(args: &RunArgs) -> Result<Option<Part>, PartError> {
    let Sharing { shard, shards } = &args.sharing;
    let variable = |name: &str| std::env::var(name).ok();
    let part = shard.map(|choice| choice.part(*shards, &variable));
    part.transpose()
}

/// How outputs are judged, where the command line says it.
fn judging(args: &RunArgs) -> Result<Option<Judging>, CheckerError> {
    if let Some(path) = &args.checker_program {
        return Ok(Some(jury::by_program(path, Vec::new(), args.protocol)));
    }
    let Some(text) = &args.checker else {
        return Ok(None);
    };
    let mut words = text.split_whitespace().map(str::to_owned);
    let call = CheckerCall {
        name: words.next().unwrap_or_default(),
        args: words.collect(),
    };
    check::prepare(&call)?;
    Ok(Some(Judging::by(call)))
}

fn judge(args: &RunArgs, mut plan: Plan, part: Option<Part>) -> Result<Exit, Failure> {
    let baseline = args.repeating.baseline.as_deref();
    let scope = compared::scope(args, &plan);
    let baseline = baseline
        .map(|file| compared::read(file, scope))
        .transpose()?;
    let mut files = args.reports.clone();
    files.extend(args.save.clone().map(Destination::json));
    let detail = Detail::of(args.quiet, args.verbose);
    let reports = reports::open(detail, args.format, files);
    let reports = reports.map_err(|error| format!("cannot write the report: {error}"))?;
    session::open(&args.means, |session| {
        if let Some(error) = unusable(args, &mut plan, session.languages) {
            complain(&error);
            return Ok(Exit::Usage);
        }
        let here = std::env::current_dir()?;
        let mut failed = Failed::read(session.cache.failed(&here));
        if args.repeating.last_failed {
            only_failed(&mut plan, &failed);
        }
        let against = Against { baseline, part };
        let exit = build_and_run(args, &plan, against, session, reports, &mut failed);
        if part.is_none() {
            failed.write();
        }
        exit
    })
}

/// A source named on the command line, or a factor in a package, whose language nobody knows.
fn unusable(args: &RunArgs, plan: &mut Plan, languages: &Languages) -> Option<String> {
    let sources = args.targets.iter().map(Path::new);
    let unknown = sources
        .filter(|path| path.is_file() && !package::is_archive(path))
        .filter(|path| path.extension().is_none_or(|known| known != "in"))
        .find(|path| languages.of(path, b"").is_none());
    if let Some(path) = unknown {
        return Some(languages.unknown(path).to_string());
    }
    let mut problems = plan.problems.iter_mut();
    problems.find_map(|problem| session::name_factors(problem, languages).err())
}

/// Leaves the solutions that failed when they were last judged, if there are any.
fn only_failed(plan: &mut Plan, failed: &Failed) {
    let has_failed =
        |problem: &Problem, solution: &Solution| failed.holds(&problem.slug, &solution.name);
    let mut problems = plan.problems.iter();
    let any = problems.any(|problem| problem.solutions.iter().any(|s| has_failed(problem, s)));
    if !any {
        complain(&"nothing of this failed when it was last judged: all of it is judged");
        return;
    }
    for problem in &mut plan.problems {
        let mut solutions = std::mem::take(&mut problem.solutions);
        solutions.retain(|solution| has_failed(problem, solution));
        problem.solutions = solutions;
    }
    plan.problems
        .retain(|problem| !problem.solutions.is_empty());
}

/// What this run goes with.
struct Against {
    baseline: Option<Baseline>,
    part: Option<Part>,
}

fn build_and_run(
    args: &RunArgs,
    plan: &Plan,
    against: Against,
    session: &Session<'_>,
    mut reports: Vec<Box<dyn Report>>,
    known: &mut Failed,
) -> Result<Exit, Failure> {
    let choice = LimitChoice {
        time: args.time_limit,
        wall: args.wall_limit,
        memory: args.memory_limit,
        output: args.output_limit,
    };
    let mut broken: Vec<String> = plan.broken.iter().map(ToString::to_string).collect();
    let mut problems = Vec::new();
    for problem in &plan.problems {
        match jury::check_names(problem) {
            Ok(()) => problems.push(problem),
            Err(error) => broken.push(format!("{}: {error}", problem.root.display())),
        }
    }
    for error in &broken {
        complain(error);
    }
    for warning in plan.problems.iter().flat_map(|problem| &problem.warnings) {
        complain(&format_args!("warning: {warning}"));
    }
    let unjudged = !broken.is_empty();
    let baseline = against.baseline.as_ref();
    let seen = baseline.map(|baseline| &baseline.seen);
    let shard = against.part.map(|part| Shard::of(&problems, part, seen));
    let calls = problems.iter().enumerate().flat_map(|(place, problem)| {
        let own = shard.as_ref().and_then(|shard| shard.problems.get(place));
        let solutions = problem.solutions.iter().enumerate();
        let mine = move |solution: usize| own.is_none_or(|own| !own.of(solution).is_empty());
        solutions
            .filter(move |(solution, _)| mine(*solution))
            .map(|(_, solution)| &solution.call)
    });
    let wanted = build::crates(&plan.problems, calls);
    let crates = Crates::build(wanted, args.quiet);
    let builder = session.builder(&crates);
    let repeat = args.repeating.repeat.map_or(1, usize::from);
    let settings = Settings {
        all_cases: args.all_cases,
        repeat,
        timed: baseline.is_some() || repeat > 1 || is_recorded(args),
        fail_fast: args.repeating.fail_fast,
        baseline,
        shard: shard.as_ref(),
        ..Settings::plain(session.jobs)
    };
    let mut tally = Tally::default();
    let mut failed: Option<io::Error> = None;
    let options = args.deciding();
    schedule::run(
        problems,
        broken,
        options,
        &builder,
        choice,
        settings,
        &mut |event| {
            tally.event(event);
            known.event(event);
            // A report that cannot be written keeps no other from being written.
            reports.retain_mut(|report| match report.event(event) {
                Ok(()) => true,
                Err(error) => {
                    failed.get_or_insert(error);
                    false
                }
            });
        },
    );
    if let Some(error) = failed {
        return Err(format!("cannot write the report: {error}").into());
    }
    Ok(tally.exit(unjudged, args.no_skip))
}

/// Whether the run may be the baseline of a later one.
fn is_recorded(args: &RunArgs) -> bool {
    let mut formats = args.reports.iter().map(|report| report.format);
    args.save.is_some() || args.format == Format::Json || formats.any(|f| f == Format::Json)
}
