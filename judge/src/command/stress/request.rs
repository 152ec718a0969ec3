//! From the command line of `judge stress` to what takes part.

use std::path::Path;
use std::time::Duration;

use package::{Call, Expectation, InputValidator, JuryLimits, Problem, Solution, Source, Stress};

use super::keep::Place;
use super::{StressArgs, is_wrong};
use crate::command::advice::{Way, advice};
use crate::exit::Exit;
use crate::here::here;
use crate::jury;
use crate::plan::{self, Plan, PlanError};
use crate::stress::Setting;

/// What was asked for.
pub(super) struct Request {
    /// The problem with the solutions to try. One that only the command line describes has no folder
    /// of its own.
    pub(super) problem: Problem,
    /// Whether only the command line describes it.
    pub(super) is_alone: bool,
    pub(super) setting: Setting,
    /// Where the input found is kept.
    pub(super) place: Option<Place>,
    /// Whether a line is told of each of several solutions, or all of one.
    pub(super) is_table: bool,
    /// The word by which the command line names the only solution, if it names one.
    pub(super) named: Option<String>,
    /// The words of the command line without solutions, seed and size.
    pub(super) again: Vec<String>,
}

/// Why there is nothing to do, and what the shell is told.
type Refusal = (String, Exit);

pub(super) fn request(args: &StressArgs) -> Result<Request, Refusal> {
    let wrong = |message: String| (message, Exit::Usage);
    let by_itself =
        args.problem.is_none() && args.generator.is_some() && !args.references.is_empty();
    let mut problem = match by_itself {
        true => alone(args).map_err(wrong)?,
        false => planned(args)?,
    };
    if args.solutions.is_empty() {
        let wrong = |solution: &Solution| is_wrong(solution.expect.as_ref());
        problem.solutions.retain(wrong);
    }
    if problem.solutions.is_empty() {
        let message = format!(
            "{}: none of its solutions should be rejected; name a solution",
            problem.slug
        );
        return Err(wrong(message));
    }
    if args.keep.is_some() && problem.solutions.len() > 1 {
        let message = "--keep keeps one case, and there are several solutions; name one";
        return Err(wrong(message.to_owned()));
    }
    if let Some(checker) = &args.checker {
        problem.judging =
            jury::by_words(checker).map_err(|error| wrong(format!("--checker: {error}")))?;
    }
    // Inputs are made here, and judged as the problem judges all.
    problem.cases.clear();
    let setting = setting(args, &problem).map_err(wrong)?;
    let folder = (!by_itself).then_some(&problem);
    let place = args.keep.as_deref().map(|name| Place::new(name, folder));
    Ok(Request {
        place: place.transpose().map_err(wrong)?,
        is_alone: by_itself,
        is_table: args.solutions.is_empty() || problem.solutions.len() > 1,
        named: match &args.solutions[..] {
            [name] if problem.solutions.len() == 1 => Some(name.clone()),
            _ => None,
        },
        problem,
        setting,
        again: again(args),
    })
}

/// The problem that the words name, or that is around the solutions.
fn planned(args: &StressArgs) -> Result<Problem, Refusal> {
    let refused = |error: PlanError| (advice(&error, Way::Stress), error.exit());
    if let Some(word) = &args.problem {
        plan::problem(word).map_err(refused)?;
    }
    let targets = args.problem.iter().chain(&args.solutions).cloned();
    let asked = plan::Request {
        targets: targets.collect(),
        ..plan::Request::default()
    };
    let plan = plan::plan(&asked).map_err(refused)?;
    let Plan {
        problems, broken, ..
    } = plan;
    if let Some(error) = broken.first() {
        return Err((error.to_string(), Exit::Unjudged));
    }
    let count = problems.len();
    match <[Problem; 1]>::try_from(problems) {
        Ok([problem]) => Ok(problem),
        Err(_) => {
            let message =
                format!("expected one problem, found {count}; name one, as in --problem NAME");
            Err((message, Exit::Usage))
        }
    }
}

/// A problem of which only the solutions are known.
fn alone(args: &StressArgs) -> Result<Problem, String> {
    let solution = |text: &String| {
        Ok(Solution {
            name: text.clone(),
            call: program("the solution", text)?,
            expect: Some(Expectation::accepted()),
            about: None,
            time_use: None,
            limits: package::OwnLimits::default(),
        })
    };
    Ok(Problem {
        slug: "no problem".to_owned(),
        root: here().map_err(|error| error.to_string())?,
        solutions: args
            .solutions
            .iter()
            .map(solution)
            .collect::<Result<_, String>>()?,
        ..Problem::default()
    })
}

/// What takes part: what the command line names, and what the problem has for the rest.
fn setting(args: &StressArgs, problem: &Problem) -> Result<Setting, String> {
    let own = problem.stress.clone().unwrap_or_default();
    let named = |option: &str, text: &Option<String>| {
        let call = text.as_deref().map(|text| program(option, text));
        call.transpose()
    };
    let references = args.references.iter();
    let references: Vec<Call> = references
        .map(|text| program("--against", text))
        .collect::<Result<_, _>>()?;
    let validators = match named("--validator", &args.validator)? {
        Some(call) => vec![InputValidator {
            call,
            accepts: args.accepts,
            limits: JuryLimits::default(),
        }],
        None => problem.validators.clone(),
    };
    let generator = named("--gen", &args.generator)?;
    // The small inputs of the problem have nothing to do with another generator's.
    let every = own.every.filter(|_| generator.is_none());
    Ok(Setting {
        judging: problem.judging.clone(),
        validators,
        stress: Stress {
            generator: generator.or(own.generator),
            references: match references.is_empty() {
                true => own.references,
                false => references,
            },
            every: named("--every", &args.every)?.or(every),
            largest: own.largest,
        },
        several: problem.solutions.len() > 1,
        time: args.time,
    })
}

/// A program with arguments: a source if the first word is a file or a folder, else a command.
fn program(option: &str, text: &str) -> Result<Call, String> {
    if let Some(source) = source(text) {
        return Ok(Call::of(source));
    }
    let words = shlex::split(text).unwrap_or_default();
    let Some((first, args)) = words.split_first() else {
        let shown = text.escape_debug();
        return Err(format!(
            "{option} `{shown}`: expected a file or a command, quotes in pairs"
        ));
    };
    match source(first) {
        Some(source) => Ok(Call::of(source).with_args(args.to_vec())),
        // A name without a dot is looked for on PATH.
        None if !first.contains(['/', '.']) => Ok(Call::of(Source::Command(words))),
        None => Err(format!("{option} `{}`: no such file", first.escape_debug())),
    }
}

fn source(text: &str) -> Option<Source> {
    let path = Path::new(text);
    match (path.is_dir(), path.is_file()) {
        (true, _) => Some(Source::Folder(path.to_owned())),
        // A program that needs no build.
        (_, true) if path.extension().is_none() => {
            let absolute = std::path::absolute(path).ok()?;
            let word = absolute.to_str()?;
            Some(Source::Command(vec![word.to_owned()]))
        }
        (_, true) => Some(Source::File(path.to_owned())),
        _ => None,
    }
}

fn again(args: &StressArgs) -> Vec<String> {
    let seconds = |time: &Duration| format!("{}s", time.as_secs_f64());
    let one = |option: &'static str, value: Option<String>| value.map(|value| (option, value));
    let accepts = args.validator.is_some() && args.accepts != 42;
    let valued = [
        one("--problem", args.problem.clone()),
        one("--gen", args.generator.clone()),
        one("--validator", args.validator.clone()),
        one("--accepts", accepts.then(|| args.accepts.to_string())),
        one("--every", args.every.clone()),
        one("--checker", args.checker.clone()),
        one("--time-limit", args.time_limit.as_ref().map(seconds)),
        one(
            "--memory-limit",
            args.memory_limit.map(|size| format!("{size}B")),
        ),
    ];
    let references = args
        .references
        .iter()
        .map(|text| ("--against", text.clone()));
    let valued = valued.into_iter().flatten().chain(references);
    let mut words: Vec<String> = valued
        .flat_map(|(option, value)| [option.to_owned(), value])
        .collect();
    words.extend(args.means.no_sandbox.then(|| "--no-sandbox".to_owned()));
    words
}
