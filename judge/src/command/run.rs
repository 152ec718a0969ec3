//! `judge run`: the main job.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;

use package::{Checker, CheckerCall, Judging, Verdict};
use sandbox::Sandbox;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

use crate::build::{self, Builder, Cache, Crates, Languages};
use crate::check;
use crate::cli::{Format, RunArgs, complain};
use crate::config::Config;
use crate::event::Event;
use crate::exit::Exit;
use crate::plan::{Plan, Request, plan};
use crate::report::{Detail, Json, Quietly, Report, Terminal};
use crate::schedule::{self, LimitChoice, SIGNAL, Settings};

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
    if let Some(text) = &args.checker {
        let mut words = text.split_whitespace().map(str::to_owned);
        let call = CheckerCall {
            name: words.next().unwrap_or_default(),
            args: words.collect(),
        };
        if let Err(error) = check::prepare(&call) {
            complain(&format_args!("--checker: {error}"));
            return Exit::Usage;
        }
        for problem in &mut plan.problems {
            problem.judging = Judging::by(call.clone());
        }
    }
    match judge(args, &plan) {
        Ok(exit) => exit,
        Err(error) => {
            complain(&error);
            Exit::Unjudged
        }
    }
}

/// Whatever keeps the whole run from going on.
type RunError = Box<dyn std::error::Error>;

fn judge(args: &RunArgs, plan: &Plan) -> Result<Exit, RunError> {
    let config = Config::find(&std::env::current_dir()?)?;
    let languages = Languages::new(config.language)?;
    if let Some(error) = unusable(args, plan, &languages) {
        complain(&error);
        return Ok(Exit::Usage);
    }
    let cache = Cache::open()?;
    let mut how = match args.no_sandbox {
        true => sandbox::Config::trusting(),
        false => sandbox::Config::default(),
    };
    how.require = args.require_sandbox;
    let sandbox = Sandbox::start(how)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = args
        .jobs
        .map(usize::from)
        .or(config.jobs)
        .unwrap_or(cores)
        .clamp(1, 1024);

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT])?;
    let handle = signals.handle();
    thread::scope(|scope| {
        scope.spawn(|| {
            if let Some(signal) = (&mut signals).into_iter().next() {
                SIGNAL.store(u8::try_from(signal).unwrap_or(u8::MAX), Ordering::SeqCst);
                sandbox.cancel();
                build::cancel();
            }
        });
        // The thread above ends only then, and the scope waits for it: after a panic too.
        let _closing = Closing(handle);
        build_and_run(args, plan, &languages, &cache, &sandbox, jobs)
    })
}

/// A source named on the command line, or a factor in a package, whose language nobody knows.
fn unusable(args: &RunArgs, plan: &Plan, languages: &Languages) -> Option<String> {
    let sources = args.targets.iter().map(Path::new);
    let unknown = sources
        .filter(|path| path.is_file() && !package::is_archive(path))
        .filter(|path| path.extension().is_none_or(|known| known != "in"))
        .find_map(|path| languages.of(path).err());
    if let Some(error) = unknown {
        return Some(error.to_string());
    }
    plan.problems.iter().find_map(|problem| {
        let mut named = problem.limits.multiplier.keys();
        let name = named.find(|name| !languages.names().any(|known| known == *name))?;
        let known: Vec<&str> = languages.names().collect();
        Some(format!(
            "{}: limits.multiplier: no language `{}`; known are {}",
            problem.root.display(),
            name.escape_debug(),
            known.join(", ")
        ))
    })
}

/// Closes the stream of signals when dropped.
struct Closing(Handle);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn build_and_run(
    args: &RunArgs,
    plan: &Plan,
    languages: &Languages,
    cache: &Cache,
    sandbox: &Sandbox,
    jobs: usize,
) -> Result<Exit, RunError> {
    let solutions = plan.problems.iter().flat_map(|problem| &problem.solutions);
    let calls = solutions.map(|solution| &solution.call);
    let wanted = build::crates(&plan.problems, calls);
    let builder = Builder {
        sandbox,
        languages,
        cache,
        crates: &Crates::build(wanted, args.quiet),
    };
    let choice = LimitChoice {
        time: args.time_limit,
        wall: args.wall_limit,
        memory: args.memory_limit,
        output: args.output_limit,
    };
    let mut broken: Vec<String> = plan.broken.iter().map(ToString::to_string).collect();
    let mut problems = Vec::new();
    for problem in &plan.problems {
        let prepared = match &problem.judging.checkers[..] {
            [Checker::Named(call)] => check::prepare(call).map_err(|error| error.to_string()),
            _ => Err("programs of the jury are not run yet".to_owned()),
        };
        match prepared {
            Ok(checker) => problems.push((problem, checker)),
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
    let settings = Settings {
        jobs,
        all_cases: args.all_cases,
    };
    let mut reports = reports(args);
    let mut tally = Tally::default();
    let mut failed: Option<io::Error> = None;
    schedule::run(problems, broken, &builder, choice, settings, &mut |event| {
        tally.event(event);
        for report in &mut reports {
            if failed.is_none() {
                failed = report.event(event).err();
            }
        }
    });
    if let Some(error) = failed {
        return Err(format!("cannot write the report: {error}").into());
    }
    Ok(match interrupted() {
        Some(exit) => exit,
        None if unjudged || tally.judge_errors => Exit::Unjudged,
        None if args.no_skip && tally.skipped => Exit::Unjudged,
        None if tally.surprises => Exit::Unexpected,
        None => Exit::Success,
    })
}

fn interrupted() -> Option<Exit> {
    let signal = SIGNAL.load(Ordering::SeqCst);
    (signal != 0).then_some(Exit::Signal(signal))
}

/// The reports asked for. Text for people makes room for a machine's on standard output.
fn reports(args: &RunArgs) -> Vec<Box<dyn Report>> {
    let detail = match (args.quiet, args.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    };
    match args.format {
        Format::Human => {
            let out = Quietly::new(anstream::stdout());
            vec![Box::new(Terminal::new(out, detail))]
        }
        Format::Json => {
            let people = Quietly::new(anstream::stderr());
            let machine = Quietly::new(io::stdout());
            vec![
                Box::new(Terminal::new(people, detail)),
                Box::new(Json::new(machine)),
            ]
        }
    }
}

/// What the exit code depends on.
#[derive(Default)]
struct Tally {
    surprises: bool,
    judge_errors: bool,
    skipped: bool,
}

impl Tally {
    fn event(&mut self, event: &Event) {
        if let Event::SolutionEnded(result) = event {
            self.surprises |= result.as_expected == Some(false);
            self.judge_errors |= result.verdict == Verdict::JE;
            self.skipped |= result.verdict == Verdict::SK;
        }
    }
}
