//! `judge run`: the main job.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use package::{CheckerCall, Judging, Verdict};

use crate::build::{self, Crates, Languages};
use crate::check::{self, CheckerError};
use crate::cli::{RunArgs, complain};
use crate::event::Event;
use crate::exit::Exit;
use crate::jury;
use crate::plan::{Plan, Request, plan};
use crate::report::{
    AtEnd, Destination, Detail, Format, JsonLines, Quietly, Report, Tame, Terminal, is_writable,
};
use crate::schedule::{self, LimitChoice, Settings};
use crate::session::{self, Failure, Session};

pub(crate) fn run(args: &RunArgs) -> Exit {
    let request = Request {
        targets: args.targets.clone(),
        cases: args.cases.clone(),
        solutions: args.solutions.clone(),
        commands: args.commands.clone(),
        expect: args.expect.clone(),
        without_solutions: false,
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

fn judge(args: &RunArgs, mut plan: Plan) -> Result<Exit, Failure> {
    let reports = reports(args).map_err(|error| format!("cannot write the report: {error}"))?;
    session::open(&args.means, |session| {
        if let Some(error) = unusable(args, &mut plan, session.languages) {
            complain(&error);
            return Ok(Exit::Usage);
        }
        build_and_run(args, &plan, session, reports)
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

fn build_and_run(
    args: &RunArgs,
    plan: &Plan,
    session: &Session<'_>,
    mut reports: Vec<Box<dyn Report>>,
) -> Result<Exit, Failure> {
    let solutions = plan.problems.iter().flat_map(|problem| &problem.solutions);
    let calls = solutions.map(|solution| &solution.call);
    let wanted = build::crates(&plan.problems, calls);
    let crates = Crates::build(wanted, args.quiet);
    let builder = session.builder(&crates);
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
    let settings = Settings {
        jobs: session.jobs,
        all_cases: args.all_cases,
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
    Ok(match () {
        () if unjudged || tally.judge_errors => Exit::Unjudged,
        () if args.no_skip && tally.skipped => Exit::Unjudged,
        () if tally.surprises => Exit::Unexpected,
        () => Exit::Success,
    })
}

/// The reports asked for. Text for people makes room for a machine's on standard output.
///
/// # Errors
/// A file cannot be written, which is better known before the run than after it.
fn reports(args: &RunArgs) -> io::Result<Vec<Box<dyn Report>>> {
    let detail = match (args.quiet, args.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    };
    let people: Box<dyn Write> = match args.format {
        Format::Human => Box::new(Quietly::new(anstream::stdout())),
        _ => Box::new(Quietly::new(anstream::stderr())),
    };
    let in_a_runner = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
    let terminal: Box<dyn Report> = match in_a_runner || args.format == Format::Github {
        true => Box::new(Terminal::new(Tame::new(people), detail)),
        false => Box::new(Terminal::new(people, detail)),
    };
    let mut reports = vec![terminal];
    let stdout = match args.format {
        Format::Human => None,
        Format::Jsonl => {
            reports.push(Box::new(JsonLines::new(Quietly::new(io::stdout()))));
            None
        }
        format => Some(format),
    };
    let mut files = args.reports.clone();
    files.extend(args.save.clone().map(|path| Destination {
        format: Format::Json,
        path,
    }));
    for file in &files {
        is_writable(&file.path)?;
    }
    if stdout.is_some() || !files.is_empty() {
        let summary = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from);
        reports.push(Box::new(AtEnd::new(stdout, files, summary)));
    }
    Ok(reports)
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
