//! `judge stress`: finds an input that a solution fails on, and makes it small.

mod document;
mod keep;
mod request;
mod tell;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use package::{CaseOutcome, Expectation, Outcome, Solution, Verdict};

use self::request::Request;
use crate::build::{self, Built, Crates};
use crate::cli::{Means, complain};
use crate::exit::Exit;
use crate::report::Quietly;
use crate::schedule::{LimitChoice, limits};
use crate::session::{self, Failure, Session};
use crate::stress::{
    Arena, Bounds, Entrant, Search, Sizes, Smallest, StressError, Try, search, shrink, tries,
};
use crate::text;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge stress sol.cpp --gen gen.py --against slow.py
  judge stress sol.cpp --gen gen.py --against slow.py --validator valid.py
  judge stress sol.cpp --gen 'gen.py --tree' --against slow.py --time 1min
  judge stress sol.cpp --problem eat-the-chip       the problem has all that is needed
  judge stress 'wrong_answer/*' --problem eat-the-chip
  judge stress --problem eat-the-chip               every solution that should be rejected
  judge stress sol.cpp --problem eat-the-chip --seed 13 --size 2     one input again
  judge stress sol.cpp --problem eat-the-chip --keep 30-found        as a case of the problem

A generator is given a seed and a size after its own arguments. Sizes grow from 1; the search ends
at the first input on which the solution crashes, goes over a limit, or disagrees with the reference
by the problem's checker. Then the input is made small, as long as the validators accept it and the
solution fails in the same way.

Exit codes: 0 all as expected (nothing found for a solution that should be right, an input for each
that should not), 1 not so, 2 something could not be judged.";

/// What to search for, and with what.
#[derive(Debug, Args)]
pub(crate) struct StressArgs {
    /// Solutions: sources, or names or globs of solutions of the problem [default: all of its
    /// solutions that should be rejected]
    pub(crate) solutions: Vec<String>,

    /// The problem, by its folder or its name [default: the one around the solution, unless --gen and
    /// --against say all]
    #[arg(long, value_name = "PROBLEM")]
    pub(crate) problem: Option<String>,

    /// A program that answers inputs: a source with arguments, or a command; repeatable, and then
    /// each is asked what those before it cannot answer [default: as problem.toml says]
    #[arg(long = "against", value_name = "REFERENCE")]
    pub(crate) references: Vec<String>,

    /// The program that makes inputs, given a seed and a size [default: as problem.toml says]
    #[arg(long = "gen", value_name = "GENERATOR")]
    pub(crate) generator: Option<String>,

    /// A program that says whether an input is well formed [default: those of the problem]
    #[arg(long, value_name = "VALIDATOR")]
    pub(crate) validator: Option<String>,

    /// The exit code by which that program accepts
    #[arg(
        long,
        value_name = "CODE",
        default_value_t = 42,
        requires = "validator"
    )]
    pub(crate) accepts: i32,

    /// A program that writes every input up to a size, with an empty line after each [default: as
    /// problem.toml says]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) every: Option<String>,

    /// How outputs are compared, with arguments if any [default: as the problem says, else token by
    /// token]
    #[arg(long, value_name = "NAME")]
    pub(crate) checker: Option<String>,

    /// The first seed; with --size one input is tried
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// The only size
    #[arg(long, value_name = "N", conflicts_with = "largest", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) size: Option<u64>,

    /// The largest size [default: as problem.toml says, else 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) largest: Option<u64>,

    /// How long to search for each solution
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = package::duration)]
    pub(crate) time: Duration,

    /// How long to make the input small then [default: as --time]
    #[arg(long, value_name = "TIME", value_parser = package::duration)]
    pub(crate) shrink_time: Option<Duration>,

    /// How many inputs to try for each solution, at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,

    /// Keep the input and the reference's answer as a case of this name; without a problem as
    /// NAME.in and NAME.ans below the current folder
    #[arg(long, value_name = "NAME")]
    pub(crate) keep: Option<String>,

    /// The form of what is told
    #[arg(long, value_enum, default_value_t = Form::Human)]
    pub(crate) format: Form,

    /// CPU time of the solution, such as 1s or 500ms
    #[arg(long, value_name = "TIME", value_parser = package::duration)]
    pub(crate) time_limit: Option<Duration>,

    /// Memory of the solution, such as 256MiB
    #[arg(long, value_name = "SIZE", value_parser = package::bytes)]
    pub(crate) memory_limit: Option<u64>,

    #[command(flatten)]
    pub(crate) means: Means,
}

/// The form of what is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people, on a terminal
    Human,
    /// One document for programs
    Json,
    /// A table for documents
    #[value(alias = "md")]
    Markdown,
}

/// The largest size where nobody says one.
const LARGEST: u64 = 100;

pub(crate) fn stress(args: &StressArgs) -> Exit {
    let request = match request::request(args) {
        Ok(request) => request,
        Err((message, exit)) => {
            complain(&message);
            return exit;
        }
    };
    match session::open(&args.means, |session| all(args, request, session)) {
        Ok(exit) => exit,
        Err(error) => {
            complain(&error);
            Exit::Unjudged
        }
    }
}

/// What became of one solution.
pub(super) enum Ended {
    /// An input that it fails on.
    Found {
        of: Try,
        after: Duration,
        /// Whether its seed and size lead to it again.
        repeats: bool,
        smallest: Box<Smallest>,
        kept: Vec<PathBuf>,
    },
    /// None was found.
    Nothing {
        tried: usize,
        unanswered: usize,
        largest: u64,
    },
    /// No try was compared, for no reference answered any.
    Uncompared { tried: usize },
    /// It does not compile.
    Broken(String),
    /// It cannot be built here.
    Missing(String),
}

impl Ended {
    /// The end of a search that found no input.
    fn without(tried: usize, unanswered: usize, largest: u64) -> Ended {
        match tried == unanswered {
            true => Ended::Uncompared { tried },
            false => Ended::Nothing {
                tried,
                unanswered,
                largest,
            },
        }
    }

    /// The exit code of all solutions, where that of those before is `exit`.
    fn exit(&self, exit: Exit, good: bool) -> Exit {
        match (exit, self) {
            (_, Ended::Missing(_) | Ended::Uncompared { .. }) | (Exit::Unjudged, _) => {
                Exit::Unjudged
            }
            (exit, _) if good => exit,
            _ => Exit::Unexpected,
        }
    }

    fn verdict(&self) -> Verdict {
        match self {
            Ended::Found { smallest, .. } => smallest.failure.kind.verdict,
            Ended::Nothing { .. } => Verdict::AC,
            Ended::Broken(_) => Verdict::CE,
            Ended::Uncompared { .. } | Ended::Missing(_) => Verdict::SK,
        }
    }
}

fn all(args: &StressArgs, mut request: Request, session: &Session<'_>) -> Result<Exit, Failure> {
    session::name_factors(&mut request.problem, session.languages)?;
    let Request {
        problem, setting, ..
    } = &request;
    let solutions = problem.solutions.iter().map(|solution| &solution.call);
    let calls = solutions.chain(setting.stress.calls());
    let crates = Crates::build(build::crates([problem], calls), session.cache, false);
    let builder = session.builder(&crates);
    let builder = builder.of(problem);
    let arena = match Arena::new(setting, &builder) {
        Ok(arena) => arena,
        Err(error @ (StressError::NoGenerator | StressError::NoReference)) => {
            complain(&error);
            return Ok(Exit::Usage);
        }
        Err(error) => return Err(error.into()),
    };
    let mut out = Quietly::new(anstream::stdout());
    let mut exit = Exit::Success;
    let mut as_expected = 0;
    let mut told = Vec::new();
    let names = problem.solutions.iter();
    let names: Vec<String> = names.map(|s| text::line(s.name.as_bytes())).collect();
    let names = text::apart(&names, tell::NAMES);
    for (solution, name) in problem.solutions.iter().zip(&names) {
        let built = builder.build_solution(&solution.call);
        let ended = match one(args, &request, session, &arena, solution, built) {
            Ok(ended) => ended,
            Err(StressError::Interrupted) => {
                complain(&"interrupted");
                return Ok(Exit::Unjudged);
            }
            Err(error @ StressError::Fickle) => {
                complain(&format_args!("{}: {error}", solution.name));
                exit = Exit::Unjudged;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let good = is_expected(solution, ended.verdict());
        as_expected += usize::from(good);
        exit = ended.exit(exit, good);
        match (args.format, request.is_table) {
            (Form::Human, true) => tell::row(&mut out, name, &ended, good)?,
            (Form::Human, false) => tell::whole(&mut out, &request, solution, &ended)?,
            (Form::Json | Form::Markdown, _) => {
                told.push(document::Row::of(solution, &ended, good))
            }
        }
        out.flush()?;
    }
    match args.format {
        Form::Json => {
            let slug = (!request.is_alone).then_some(&problem.slug[..]);
            document::json(&mut out, slug, told)?;
        }
        Form::Markdown => document::markdown(&mut out, &told)?,
        Form::Human => {}
    }
    if args.format == Form::Human && request.is_table {
        tell::sum(&mut out, as_expected, problem.solutions.len())?;
    }
    Ok(exit)
}

/// Searches for an input that a solution fails on, and makes it small.
fn one(
    args: &StressArgs,
    request: &Request,
    session: &Session<'_>,
    arena: &Arena<'_>,
    solution: &Solution,
    built: Built,
) -> Result<Ended, StressError> {
    let choice = LimitChoice {
        time: args.time_limit,
        memory: args.memory_limit,
        ..LimitChoice::default()
    };
    let own = request.problem.limits.of(solution);
    let limits = limits(&own, choice, built.language());
    let entrant = match built {
        Built::Ready(command) => Entrant {
            program: command.program(limits.memory),
            command,
            limits,
        },
        Built::Failed(log) => return Ok(Ended::Broken(log)),
        Built::Missing(reason) | Built::Broken(reason) => return Ok(Ended::Missing(reason)),
    };
    let largest = args.largest.or(request.setting.stress.largest);
    let (sizes, most) = match (args.size, args.seed) {
        (Some(size), Some(_)) => (Sizes::Just(size), 1),
        (Some(size), None) => (Sizes::Just(size), u64::MAX),
        (None, _) => (Sizes::UpTo(largest.unwrap_or(LARGEST)), u64::MAX),
    };
    let count = args.count.unwrap_or(most);
    let bounds = Bounds {
        time: args.time,
        count: usize::try_from(count).unwrap_or(usize::MAX),
        jobs: session.jobs,
    };
    let tries = tries(args.seed.unwrap_or(1), sizes);
    let found = match search(arena, &entrant, tries, bounds)? {
        Search::Found(found) => found,
        Search::Nothing {
            tried,
            unanswered,
            largest,
        } => return Ok(Ended::without(tried, unanswered, largest)),
    };
    if let Some(of) = found.unlike {
        let name = &solution.name;
        complain(&format_args!(
            "{name}: the generator made another input for {of} when it was started again; it has to take all its randomness from these two arguments, as by random.seed(seed); the input found is shown all the same"
        ));
    }
    let time = args.shrink_time.unwrap_or(args.time);
    let smallest = shrink(arena, &entrant, &found, time, session.jobs)?;
    let kept = match &request.place {
        Some(place) => place.keep(&smallest)?,
        None => Vec::new(),
    };
    Ok(Ended::Found {
        of: found.of,
        after: found.after,
        repeats: found.unlike.is_none(),
        smallest: Box::new(smallest),
        kept,
    })
}

/// Whether this is what somebody expects of the solution, if anybody does.
fn is_expected(solution: &Solution, verdict: Verdict) -> bool {
    let case = CaseOutcome {
        name: "",
        verdict,
        message: "",
        score: None,
    };
    let outcome = Outcome {
        overall: verdict,
        score: None,
        best: None,
        cases: &[case],
        groups: &[],
    };
    let expect = solution.expect.as_ref();
    expect.is_none_or(|expect| expect.unmet(&outcome).is_none())
}

/// Whether a solution should be rejected.
pub(super) fn is_wrong(expect: Option<&Expectation>) -> bool {
    expect.is_some_and(|expect| {
        let lists = [&expect.required, &expect.overall];
        let mut lists = lists.into_iter().flatten();
        lists.any(|list| !list.contains(&Verdict::AC) && !list.contains(&Verdict::CE))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_that_never_answers_is_no_success() {
        for (unanswered, exit, told) in [
            (
                0,
                Exit::Success,
                "no failing input in 3 tries, sizes up to 9",
            ),
            (2, Exit::Success, ", 2 of them too large for the reference"),
            (
                3,
                Exit::Unjudged,
                "nothing was compared: 3 tries too large for the reference",
            ),
        ] {
            let ended = Ended::without(3, unanswered, 9);
            assert_eq!(ended.exit(Exit::Success, true), exit);
            let outcome = tell::outcome(&ended);
            assert!(outcome.contains(told), "{outcome}");
        }
    }
}
