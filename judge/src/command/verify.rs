//! `judge verify`: a package as a whole.

mod telling;

use std::io::Write;
use std::sync::atomic::Ordering;

use clap::Args;
use package::Problem;

use self::telling::Telling;
use super::packages;
use crate::build::{self, Crates};
use crate::cli::{Means, complain};
use crate::exit::Exit;
use crate::plan::Request;
use crate::report::Quietly;
use crate::schedule::{SIGNAL, Settings};
use crate::session::{self, Failure, Session};
use crate::text;
use crate::verify::{self, State};

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge verify                          every package under problems/
  judge verify path/to/package          one package, of whatever format
  judge verify contest/ --verbose       all packages below a folder, with every detail

Looks at the settings, lets the package's own validators look at every input, hands the answers
and the sample outputs to its checker, runs every solution, and holds the time limit against the
rules of the format. Each part is told as soon as it is known. Exit codes as of `judge run`.";

/// Which packages to verify.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Packages, folders of packages, names of problems [default: everything under problems/]
    pub(crate) targets: Vec<String>,

    #[command(flatten)]
    pub(crate) means: Means,

    /// Do not run the solutions
    #[arg(long)]
    pub(crate) no_solutions: bool,

    /// Print every solution as it is judged, and all that is amiss, not only the first of each kind
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

pub(crate) fn verify(args: &VerifyArgs) -> Exit {
    let request = Request {
        targets: args.targets.clone(),
        without_solutions: true,
        ..Request::default()
    };
    packages::each(&request, &args.means, |problems, session| {
        all(args, problems, session)
    })
}

fn all(
    args: &VerifyArgs,
    mut problems: Vec<Problem>,
    session: &Session<'_>,
) -> Result<Exit, Failure> {
    for problem in &mut problems {
        session::name_factors(problem, session.languages)?;
    }
    let solutions = problems.iter().flat_map(|problem| &problem.solutions);
    let calls = solutions.map(|solution| &solution.call);
    let crates = Crates::build(build::crates(&problems, calls), session.cache, true);
    let builder = session.builder(&crates);
    let settings = Settings::plain(session.jobs);
    let mut worst = State::Good;
    let count = problems.len();
    let mut good = 0;
    for problem in &problems {
        let mut telling = Telling::begin(problem, args.verbose)?;
        verify::verify(
            problem,
            &builder,
            settings,
            !args.no_solutions,
            &mut |step| telling.step(step),
        );
        if SIGNAL.load(Ordering::SeqCst) != 0 {
            drop(telling);
            // What was not looked at is not in order, and nothing is promised of it.
            complain(&"interrupted");
            return Ok(Exit::Unjudged);
        }
        let state = telling.end()?;
        good += usize::from(state < State::Wrong);
        worst = worst.max(state);
    }
    if count > 1 {
        let mut out = Quietly::new(anstream::stdout());
        writeln!(out, "{good} of {} in order", text::plural(count, "package"))?;
    }
    Ok(match worst {
        State::Broken => Exit::Unjudged,
        State::Wrong => Exit::Unexpected,
        _ => Exit::Success,
    })
}
