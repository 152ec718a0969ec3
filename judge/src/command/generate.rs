//! `judge generate`: makes the inputs that a package does not keep, and holds them against their hashes.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use package::{Input, Made, Problem};

use super::packages;
use crate::build::{self, Builder, Crates, InputError};
use crate::cli::{Means, complain};
use crate::command::status::Status;
use crate::exit::Exit;
use crate::plan::Request;
use crate::report::{Quietly, write_whole};
use crate::schedule::{interrupted, parallel, place};
use crate::session::{Failure, Session};
use crate::text;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge generate                        the inputs of every package under problems/
  judge generate kisu-pari-na-1         of one
  judge generate my-problem --write     and puts hashes that are missing into problem.toml

A run makes the inputs that it needs by itself; this makes all of them. One that comes out with
another hash than the package names is an error. Of one without a hash the line is printed that
problem.toml lacks; --write puts it there and changes nothing else. A hash that stands there is never
replaced: remove it first, if another input is meant.

Exit codes: 0 every input is there and as its hash says, 1 a hash is missing, 2 an input cannot be made.";

/// Whose inputs to make.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Packages, folders of packages, names of problems [default: everything under problems/]
    pub(crate) targets: Vec<String>,

    /// Put hashes that are missing into problem.toml
    #[arg(long)]
    pub(crate) write: bool,

    #[command(flatten)]
    pub(crate) means: Means,
}

pub(crate) fn generate(args: &GenerateArgs) -> Exit {
    let request = Request {
        targets: args.targets.clone(),
        ..Request::default()
    };
    packages::each(&request, &args.means, |problems, session| {
        all(args, &problems, session)
    })
}

fn all(args: &GenerateArgs, problems: &[Problem], session: &Session<'_>) -> Result<Exit, Failure> {
    let crates = Crates::build(build::crates(problems, []), session.cache, false);
    let builder = session.builder(&crates);
    let mut exit = Exit::Success;
    for problem in problems {
        let next = one(args, problem, &builder.of(problem), session.jobs)?;
        if interrupted() {
            complain(&"interrupted");
            return Ok(Exit::Unjudged);
        }
        exit = if next.code() > exit.code() {
            next
        } else {
            exit
        };
    }
    Ok(exit)
}

/// How another hash gets into problem.toml, where nothing but a missing one is written.
fn remedy(problem: &Problem, case: &str, error: &InputError) -> String {
    match error {
        InputError::Hash { .. } if problem.format == "native" => {
            let file = problem.root.join("problem.toml");
            let line = package::place_in(&file, &format!("generate `{case}`: blake3"));
            let (file, slug) = (place(&file), &problem.slug);
            format!(
                ". To write the new hash, remove the old one ({file}: {line}), then `judge generate {slug} --write`"
            )
        }
        _ => String::new(),
    }
}

/// Makes inputs, each with its case, and says on a terminal which one it is at.
fn make(
    builder: &Builder<'_>,
    generated: &[(&str, &Made)],
    jobs: usize,
) -> Vec<Option<Result<PathBuf, InputError>>> {
    let status = Mutex::new((0, Status::new()));
    parallel::map(generated, jobs, |(case, made)| {
        {
            let mut status = status.lock().unwrap_or_else(PoisonError::into_inner);
            let (begun, line) = &mut *status;
            *begun += 1;
            let name = text::line(case.as_bytes());
            line.show(&format!("inputs {begun} of {}: {name}", generated.len()));
        }
        build::generate(builder, made)
    })
}

fn one(
    args: &GenerateArgs,
    problem: &Problem,
    builder: &Builder<'_>,
    jobs: usize,
) -> Result<Exit, Failure> {
    let generated: Vec<_> = problem
        .cases
        .iter()
        .filter_map(|case| match &case.input {
            Input::Generated(made) => Some((case.name.as_str(), made.as_ref())),
            Input::File(_) => None,
        })
        .collect();
    let made = make(builder, &generated, jobs);
    if interrupted() {
        return Ok(Exit::Unjudged);
    }
    let mut out = Quietly::new(anstream::stdout());
    let mut exit = Exit::Success;
    let mut ready = 0;
    let mut hashes: Vec<(&str, String)> = Vec::new();
    for ((case, made), file) in generated.iter().zip(made) {
        let name = text::printable(case.as_bytes(), 100);
        let file = match file {
            Some(Ok(file)) => file,
            Some(Err(error)) => {
                let remedy = remedy(problem, case, &error);
                complain(&format_args!("{}: {name}: {error}{remedy}", problem.slug));
                exit = Exit::Unjudged;
                continue;
            }
            None => {
                exit = Exit::Unjudged;
                continue;
            }
        };
        ready += 1;
        if made.hash.is_none() {
            let hash = blake3::hash(&fs::read(&file)?);
            let verb = if args.write { "gets" } else { "lacks" };
            let slug = &problem.slug;
            writeln!(out, "{slug}: {name} {verb} the line: blake3 = \"{hash}\"")?;
            hashes.push((case, hash.to_string()));
        }
    }
    if args.write && !hashes.is_empty() {
        let edit = package::set_hashes(problem, &hashes)?;
        write_whole(&edit.path, &mut |out| out.write_all(edit.after.as_bytes()))?;
    } else if exit == Exit::Success && !hashes.is_empty() {
        exit = Exit::Unexpected;
    }
    let count = text::plural(generated.len(), "generated input");
    writeln!(out, "{}: {ready} of {count} there", problem.slug)?;
    Ok(exit)
}
