//! `judge matrix`: which case rejects which wrong solution.

mod document;
mod page;
mod table;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use globset::Glob;
use package::{Expectation, Problem, Solution};

use self::document::{Document, FORMAT};
use super::packages;
use super::stress::is_wrong;
use crate::build::{self, Builder, Crates};
use crate::cli::{Means, complain};
use crate::exit::Exit;
use crate::plan::Request;
use crate::report::{self, Output, Quietly, write_whole};
use crate::schedule::{
    LimitChoice, Runner, Settings, calibrate, interrupted, judge_prepared, prepare,
};
use crate::session::{self, Failure, Session};
use crate::strength::{self, Matrix, Seen, Trial, TrialError};

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge matrix                          every package under problems/
  judge matrix eat-the-chip             one package, by its folder or its name
  judge matrix eat-the-chip --mutants   and small mistakes put into accepted solutions
  judge matrix eat-the-chip --mutants --solution 'accepted/*.py' --max 200
  judge matrix -o matrix.html

Every wrong solution is run on all cases. A mutant that no case rejects is either a mistake that the
cases miss or no mistake: a comment `judge: equivalent` in its line says so of all changes there,
`judge: equivalent < -> <=` of one.

Exit codes: 0 every wrong solution is rejected, and every case but samples and named edges
(NN-edge-what) rejects one; 1 not so, 2 something could not be judged.";

/// Which packages, and how they are told.
#[derive(Debug, Args)]
pub(crate) struct MatrixArgs {
    /// Packages, folders of packages, names of problems [default: everything under problems/]
    pub(crate) targets: Vec<String>,

    /// Try mutants of the accepted solutions too: one comparison, number, sign, bound or pair of
    /// operands changed in each
    #[arg(long)]
    pub(crate) mutants: bool,

    /// Mutants of each solution, at the most
    #[arg(long, value_name = "N", default_value_t = 50, requires = "mutants")]
    pub(crate) max: usize,

    /// Mutants only of accepted solutions that match a glob
    #[arg(long, value_name = "GLOB", requires = "mutants")]
    pub(crate) solution: Option<Glob>,

    /// The form of what is written
    /// [default: as the extension of --output FILE says, else human]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Form>,

    /// The file to write, whole or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Replace the file even if it holds something else than a matrix
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) means: Means,
}

/// The form of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people, on a terminal
    Human,
    /// One document for programs
    Json,
    /// A table for comments
    #[value(alias = "md")]
    Markdown,
    /// A page
    Html,
}

impl MatrixArgs {
    /// The form of what is written.
    fn form(&self) -> Result<Form, report::Untold> {
        report::form(self.format, self.output.as_deref(), Form::Human)
    }
}

impl Form {
    /// Whether a file holds a matrix in this form, going by how it begins.
    fn is_own(self, text: &Output) -> bool {
        let mut lines = text.first_lines();
        match self {
            Form::Human => lines.next().is_some_and(|line| {
                line.ends_with(" wrong solutions)") || line.ends_with(" 1 wrong solution)")
            }),
            Form::Json => text.begins_with(&format!("{{\"format\":\"{FORMAT}\",")),
            Form::Markdown => {
                let is_head =
                    |line: &str| line.starts_with("| case |") && line.ends_with(" rejects | |");
                lines.next().is_some_and(|line| line.starts_with("## ")) && lines.any(is_head)
            }
            Form::Html => lines.any(|line| line == page::MARK),
        }
    }
}

pub(crate) fn matrix(args: &MatrixArgs) -> Exit {
    let form = match args.form() {
        Ok(form) => form,
        Err(error) => {
            complain(&error);
            return Exit::Usage;
        }
    };
    if let Some(path) = &args.output
        && let Err(error) = report::check(path, "a matrix", &|text| form.is_own(text), args.force)
    {
        complain(&format_args!("cannot write the matrix: {error}"));
        return Exit::Unjudged;
    }
    let request = Request {
        targets: args.targets.clone(),
        ..Request::default()
    };
    packages::each(&request, &args.means, |problems, session| {
        all(args, form, problems, session)
    })
}

/// What is known of one package.
pub(super) struct Strength {
    pub(super) slug: String,
    pub(super) title: String,
    pub(super) matrix: Matrix,
    /// What became of the mutants of each solution, or why there are none.
    pub(super) trials: Vec<(String, Result<Trial, TrialError>)>,
}

impl Strength {
    fn exit(&self) -> Exit {
        let columns = &self.matrix.columns;
        let unjudged = |column: &strength::Column| column.missing.is_some() || column.is_unjudged();
        if columns.iter().any(unjudged) {
            return Exit::Unjudged;
        }
        let strong = self.matrix.survivors().next().is_none() && self.matrix.idle().is_empty();
        match strong {
            true => Exit::Success,
            false => Exit::Unexpected,
        }
    }
}

fn all(
    args: &MatrixArgs,
    form: Form,
    mut problems: Vec<Problem>,
    session: &Session<'_>,
) -> Result<Exit, Failure> {
    for problem in &mut problems {
        session::name_factors(problem, session.languages)?;
    }
    let solutions = problems.iter().flat_map(|problem| &problem.solutions);
    let yardsticks = problems.iter().flat_map(|problem| &problem.yardsticks);
    let calls = solutions.chain(yardsticks).map(|solution| &solution.call);
    let crates = Crates::build(build::crates(&problems, calls), session.cache, false);
    let builder = session.builder(&crates);
    let mut found = Vec::new();
    let mut out = Quietly::new(anstream::stdout());
    let at_once = form == Form::Human && args.output.is_none();
    for problem in &problems {
        let strength = one(args, problem, &builder, session.jobs);
        if interrupted() {
            complain(&"interrupted");
            return Ok(Exit::Unjudged);
        }
        if at_once {
            table::write(&mut out, &strength)?;
            out.flush()?;
        }
        found.push(strength);
    }
    if !at_once {
        let text = written(form, &found)?;
        match &args.output {
            Some(path) => write_whole(path, &mut |out| out.write_all(&text))?,
            None => Quietly::new(std::io::stdout()).write_all(&text)?,
        }
    }
    let worst = |worst: Exit, next: Exit| match worst.code() < next.code() {
        true => next,
        false => worst,
    };
    Ok(found.iter().map(Strength::exit).fold(Exit::Success, worst))
}

fn written(form: Form, all: &[Strength]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    match form {
        Form::Human => {
            all.iter().try_for_each(|one| table::write(&mut out, one))?;
            out = anstream::adapter::strip_bytes(&out).into_vec();
        }
        Form::Json => {
            serde_json::to_writer_pretty(&mut out, &Document::new(all))?;
            out.push(b'\n');
        }
        Form::Markdown => page::markdown(&mut out, all)?,
        Form::Html => page::html(&mut out, all)?,
    }
    Ok(out)
}

fn one(args: &MatrixArgs, problem: &Problem, builder: &Builder<'_>, jobs: usize) -> Strength {
    let mut wrong = problem.clone();
    wrong
        .solutions
        .retain(|solution| is_wrong(solution.expect.as_ref()));
    let choice = LimitChoice::default();
    let mut prepared = prepare(&wrong, builder, choice, jobs, None);
    let runner = Runner::new(builder.sandbox, jobs, None, false);
    calibrate(&wrong, &mut prepared, builder, choice, &runner, jobs);
    let settings = Settings {
        all_cases: true,
        ..Settings::plain(jobs)
    };
    let mut seen = Seen::default();
    judge_prepared(&wrong, &prepared, &runner, settings, &mut |event| {
        seen.take(event);
    });
    let cases = prepared.cases.iter().map(|case| case.name.clone());
    let matrix = seen.matrix(cases.collect());
    let glob = args.solution.as_ref().map(Glob::compile_matcher);
    let chosen = |solution: &&Solution| {
        let named = glob
            .as_ref()
            .is_none_or(|glob| glob.is_match(&solution.name));
        args.mutants
            && named
            && solution
                .expect
                .as_ref()
                .is_some_and(Expectation::is_acceptance)
    };
    let trials = problem.solutions.iter().filter(chosen).map(|solution| {
        let first = &matrix.smallest;
        let trial = strength::trial(problem, solution, first, args.max, builder, jobs);
        (solution.name.clone(), trial)
    });
    Strength {
        slug: problem.slug.clone(),
        title: problem.title.clone(),
        trials: trials.collect(),
        matrix,
    }
}
