//! `judge run`: the main job.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;

use package::{CheckerCall, Judging, Verdict};
use sandbox::Sandbox;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

use crate::build::{self, Builder, Cache, Crates, Languages};
use crate::check::{self, CheckerError};
use crate::cli::{Format, RunArgs, complain};
use crate::config::Config;
use crate::descriptors;
use crate::event::Event;
use crate::exit::Exit;
use crate::jury;
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
    match judge(args, plan) {
        Ok(exit) => exit,
        Err(error) => {
            complain(&error);
            Exit::Unjudged
        }
    }
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

/// Whatever keeps the whole run from going on.
type RunError = Box<dyn std::error::Error>;

fn judge(args: &RunArgs, mut plan: Plan) -> Result<Exit, RunError> {
    let config = Config::find(&std::env::current_dir()?)?;
    let languages = Languages::new(config.language, config.prefer)?;
    if let Some(error) = unusable(args, &mut plan, &languages) {
        complain(&error);
        return Ok(Exit::Usage);
    }
    let cache = Cache::open()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = args
        .jobs
        .map(usize::from)
        .or(config.jobs)
        .unwrap_or(cores)
        .clamp(1, 1024);
    let room = descriptors::make_room(jobs)?;
    if room < jobs {
        complain(&format_args!(
            "the limit on open files leaves room for {room} of {jobs} cases side by side; `ulimit -n` raises it"
        ));
    }
    let jobs = room;
    let mut how = match args.no_sandbox {
        true => sandbox::Config::trusting(),
        false => sandbox::Config::default(),
    };
    how.require = args.require_sandbox;
    let sandbox = Sandbox::start(how)?;

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
        build_and_run(args, &plan, &languages, &cache, &sandbox, jobs)
    })
}

/// A source named on the command line, or a factor in a package, whose language nobody knows. Factors
/// of known ones get their own names.
fn unusable(args: &RunArgs, plan: &mut Plan, languages: &Languages) -> Option<String> {
    let sources = args.targets.iter().map(Path::new);
    let unknown = sources
        .filter(|path| path.is_file() && path.extension().is_none_or(|known| known != "in"))
        .find(|path| languages.of(path, b"").is_none());
    if let Some(path) = unknown {
        return Some(languages.unknown(path).to_string());
    }
    plan.problems.iter_mut().find_map(|problem| {
        match languages.factors(&problem.limits.multiplier) {
            Ok(factors) => {
                problem.limits.multiplier = factors;
                None
            }
            Err(error) => {
                let root = problem.root.display();
                Some(format!("{root}: limits.multiplier: {error}"))
            }
        }
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
        rules: build::Rules::default(),
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
        match jury::check_names(problem) {
            Ok(()) => problems.push(problem),
            Err(error) => broken.push(format!("{}: {error}", problem.root.display())),
        }
    }
    for error in &broken {
        complain(error);
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
