//! `judge run`: the main job.

mod arguments;
mod compared;
mod options;

use std::io;
use std::path::{Path, PathBuf};

use package::{Judging, Problem, Solution};

use super::reports;
use crate::baseline::Baseline;
use crate::build::{self, Cache, Crates, Languages};
use crate::check::CheckerError;
use crate::cli::complain;
use crate::config;
use crate::exit::{Exit, Tally};
use crate::failed::Failed;
use crate::here::here;
use crate::jury;
use crate::plan::{self, Plan, PlanError, Request, plan};
use crate::report::{Destination, Detail, Format, Report};
use crate::schedule::{self, Keep, KeepError, LimitChoice, Repeat, Settings};
use crate::session::{self, Failure, Session};
use crate::shard::{Part, PartError, Shard};
use crate::text;

use super::paste::{self, Pasted};

use arguments::PASTED;
pub(crate) use arguments::{EXAMPLES, RunArgs};
pub(super) use compared::read as read_baseline;
use options::Sharing;

pub(crate) fn run(args: &RunArgs) -> Exit {
    let pasted = match Pasted::read(args) {
        Ok(pasted) => pasted,
        Err(error) => {
            complain(&error);
            return Exit::Usage;
        }
    };
    let case = pasted.as_ref().map(|pasted| pasted.case.clone());
    let mut plan = match planned(args, request(args, case)) {
        Ok(plan) => plan,
        Err(error) => {
            complain(&error);
            return error.exit();
        }
    };
    if plan.problems.is_empty() && plan.broken.is_empty() {
        complain(&"the change touches nothing that is judged");
        return Exit::Success;
    }
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
    let keep = match keep(args, pasted.as_ref()) {
        Ok(keep) => keep,
        Err(error) => {
            complain(&format_args!("--keep: {error}"));
            return Exit::Usage;
        }
    };
    match judge(args, plan, keep.as_ref(), part) {
        Ok(exit) => exit,
        Err(error) => {
            complain(&error);
            Exit::Unjudged
        }
    }
}

/// The plan. Where cases have no solutions beside them, those to judge once more are the ones that were
/// named when they failed.
fn planned(args: &RunArgs, mut request: Request) -> Result<Plan, PlanError> {
    let first = plan(&request);
    let (Err(PlanError::NoSolution(problems)), true) = (&first, args.repeating.last_failed) else {
        return first;
    };
    let (Ok(here), Ok(cache)) = (here(), Cache::open()) else {
        return first;
    };
    let (files, commands) = Failed::read(cache.failed(&here)).named_on(problems);
    if files.is_empty() && commands.is_empty() {
        return first;
    }
    request.targets.extend(files);
    request.commands.extend(commands);
    plan(&request)
}

/// What a command line asks for.
pub(super) fn request(args: &RunArgs, pasted: Option<plan::Pasted>) -> Request {
    let mut targets = args.targets.clone();
    targets.retain(|target| target != PASTED);
    Request {
        without_solutions: false,
        targets,
        cases: args.cases.clone(),
        solutions: args.solutions.clone(),
        commands: args.commands.clone(),
        expect: args.expect.clone(),
        touched: args.touched.clone(),
        pasted,
    }
}

/// The folder for cases, which a pasted one needs in any case: its output is to be printed.
fn keep(args: &RunArgs, pasted: Option<&Pasted>) -> Result<Option<Keep>, KeepError> {
    let all = args.verbose || pasted.is_some();
    let folder = args.keep.clone().or_else(|| Some(pasted?.keeps()));
    let open = |folder: PathBuf| Keep::open(&folder, all, args.deciding());
    folder.map(open).transpose()
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
    args.checker.as_deref().map(jury::by_words).transpose()
}

fn judge(
    args: &RunArgs,
    mut plan: Plan,
    keep: Option<&Keep>,
    part: Option<Part>,
) -> Result<Exit, Failure> {
    let baseline = args.repeating.baseline.as_deref();
    let scope = compared::scope(args, &plan);
    let baseline = baseline
        .map(|file| compared::read(file, scope))
        .transpose()?;
    let other = baseline
        .as_ref()
        .and_then(|baseline| compared::other_options(&baseline.options, &args.deciding()));
    if let Some(other) = other {
        complain(&other);
    }
    let mut files = args.reports.clone();
    files.extend(args.save.clone().map(Destination::json));
    let asked = reports::Asked {
        detail: Detail::of(args.quiet, args.verbose),
        diff: config::diff(args.diff),
        aside: args.asks_for_pasted(),
        force: args.force,
    };
    let reports = reports::open(asked, args.format, files);
    let reports = reports.map_err(|error| format!("cannot write the report: {error}"))?;
    session::open(&args.means, |session| {
        if let Some(error) = unusable(args, session.languages) {
            complain(&error);
            return Ok(Exit::Usage);
        }
        let unnamed = leave_unnamed(&mut plan, session.languages);
        let here = here()?;
        let mut failed = Failed::read(session.cache.failed(&here));
        if args.repeating.last_failed {
            only_failed(&mut plan, &failed);
        }
        let against = Against {
            baseline,
            part,
            unnamed,
        };
        let exit = build_and_run(args, &plan, against, session, keep, reports, &mut failed);
        if part.is_none() {
            failed.write();
        }
        let exit = exit?;
        if let Some(keep) = keep {
            tell_kept(args, keep)?;
            if args.asks_for_pasted() && args.format == Format::Human {
                paste::print(keep, &plan)?;
            }
        }
        Ok(exit)
    })
}

/// Says where cases were left.
fn tell_kept(args: &RunArgs, keep: &Keep) -> Result<(), KeepError> {
    let (kept, left_out) = keep.end()?;
    if let Some(folder) = args.keep.as_ref().filter(|_| !args.quiet) {
        let more = match left_out {
            0 => String::new(),
            more => format!("; {more} more had no room: there is some for 1000 cases and 1 GiB"),
        };
        let kept = text::plural(kept, "case");
        complain(&format_args!("kept {kept} in {}{more}", folder.display()));
    }
    Ok(())
}

/// A source named on the command line whose language nobody knows.
fn unusable(args: &RunArgs, languages: &Languages) -> Option<String> {
    let sources = args.targets.iter().map(Path::new);
    let unknown = sources
        .filter(|path| path.is_file() && !package::is_archive(path))
        .filter(|path| path.extension().is_none_or(|known| known != "in"))
        .find(|path| languages.of(path, b"").is_none());
    unknown.map(|path| languages.unknown(path).to_string())
}

/// Leaves out packages with a factor for a language that nobody knows, and says which.
fn leave_unnamed(plan: &mut Plan, languages: &Languages) -> Vec<String> {
    let mut broken = Vec::new();
    plan.problems
        .retain_mut(|problem| match session::name_factors(problem, languages) {
            Ok(()) => true,
            Err(error) => {
                broken.push(error);
                false
            }
        });
    broken
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
    /// Packages that are not judged, each with the reason.
    unnamed: Vec<String>,
}

const UNSHARED: &str = "a program of the package says what its groups come to, so that its cases \
                        cannot be shared out; judge it without --shard";

fn has_grader(problem: &Problem) -> bool {
    let mut groups = problem.groups.iter();
    groups.any(|group| group.grading.program.is_some())
}

fn build_and_run(
    args: &RunArgs,
    plan: &Plan,
    against: Against,
    session: &Session<'_>,
    keep: Option<&Keep>,
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
    broken.extend(against.unnamed);
    let mut problems = Vec::new();
    let is_shared = against.part.is_some();
    for problem in &plan.problems {
        let unfit = match jury::check_names(problem) {
            Err(error) => Some(error.to_string()),
            // Where the shards are put together no program is run.
            Ok(()) if is_shared && has_grader(problem) => Some(UNSHARED.to_owned()),
            Ok(()) => None,
        };
        match unfit {
            None => problems.push(problem),
            Some(message) => broken.push(format!("{}: {message}", problem.root.display())),
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
    let crates = Crates::build(wanted, session.cache, args.quiet);
    let builder = session.builder(&crates);
    let repeat = match args.repeating.repeat {
        Some(times) => Repeat::Times(usize::from(times)),
        None if is_kept(args) => Repeat::UntilTimesAgree,
        None => Repeat::Times(1),
    };
    let settings = Settings {
        all_cases: args.all_cases,
        keep,
        repeat,
        timed: baseline.is_some() || repeat != Repeat::Times(1) || is_recorded(args),
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
    is_kept(args) || args.format == Format::Json
}

/// Whether the recording is a file of its own, that later runs are held against.
fn is_kept(args: &RunArgs) -> bool {
    let mut formats = args.reports.iter().map(|report| report.format);
    args.save.is_some() || formats.any(|format| format == Format::Json)
}
