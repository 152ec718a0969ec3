//! `judge export`: a problem as a package of another format.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use package::Problem;

use super::packages;
use crate::build::{self, Crates};
use crate::cli::{Means, complain};
use crate::exit::Exit;
use crate::export::{Ready, Target, export as write};
use crate::plan::Request;
use crate::report::Quietly;
use crate::schedule::{LimitChoice, interrupted, prepare};
use crate::session::{Failure, Session};
use crate::text;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge export eat-the-chip --to icpc out/eatthechip
  judge export eat-the-chip --to legacy out/eatthechip
  judge export eat-the-chip --to flat out/cases

Inputs and answers that programs make are made, and each input is checked first. The folder must not
exist; it is there whole or not at all. What the format cannot say and changes no verdict is told on
standard error; whatever would change one is an error.

Exit codes: 0 written, 2 not.";

/// What to write where.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The package: its folder or the name of the problem
    pub(crate) package: String,

    /// The folder to write, which must not exist
    pub(crate) out: PathBuf,

    /// The format
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Target,

    #[command(flatten)]
    pub(crate) means: Means,
}

pub(crate) fn export(args: &ExportArgs) -> Exit {
    let request = Request {
        targets: vec![args.package.clone()],
        without_solutions: true,
        ..Request::default()
    };
    packages::single(&request, &args.means, |problem, session| {
        one(args, problem, session)
    })
}

fn one(args: &ExportArgs, problem: &Problem, session: &Session<'_>) -> Result<Exit, Failure> {
    // No solution is built, but for those that make answers.
    let bare = Problem {
        solutions: Vec::new(),
        yardsticks: Vec::new(),
        ..problem.clone()
    };
    let crates = Crates::build(build::crates([&bare], []), session.cache, false);
    let builder = session.builder(&crates);
    let prepared = prepare(&bare, &builder, LimitChoice::default(), session.jobs, None);
    if interrupted() {
        return Ok(Exit::Unjudged);
    }
    let mut ready = Vec::new();
    for (case, made) in problem.cases.iter().zip(prepared.cases) {
        let input = made.input.map_err(|why| format!("{}: {why}", case.name))?;
        ready.push(Ready {
            case,
            input,
            answer: made.answer,
        });
    }
    for what in write(problem, &ready, args.to, &args.out)? {
        complain(&format_args!("left out: {what}"));
    }
    let cases = text::plural(ready.len(), "case");
    let mut out = Quietly::new(anstream::stdout());
    let place = args.out.display().to_string();
    writeln!(out, "{}: {cases}", text::printable(place.as_bytes(), 200))?;
    Ok(Exit::Success)
}
