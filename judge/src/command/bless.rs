//! `judge bless`: writes expected outputs, once two solutions agree on them.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use package::{Made, Problem, Solution};

use super::asking::{confirmed, difference};
use super::packages;
use crate::build::{self, Builder, Crates};
use crate::cli::{Means, complain};
use crate::exit::Exit;
use crate::plan::{self, Request};
use crate::report::{Quietly, write_whole};
use crate::schedule::{LimitChoice, Prepared, interrupted, prepare};
use crate::session::{Failure, Session};
use crate::{text, verify};

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge bless my-problem --by fast.cpp --agreed-by slow.py
  judge bless my-problem --by accepted/fast.cpp --agreed-by accepted/slow.py --case 'secret/3*' --yes

An answer is written only where the problem's checker accepts the second solution's output for the
first one's. What stood there is shown beside what is to stand there, and nothing is written before
somebody says yes. A new case begins with an empty *.ans.

Exit codes: 0 written, or nothing to write; 1 the solutions disagree, or the answer was no; 2 an output
cannot be had; 64 nobody can be asked, and --yes is not given.";

/// Whose outputs to write where.
#[derive(Debug, Args)]
pub(crate) struct BlessArgs {
    /// The package: its folder or the name of the problem
    pub(crate) package: String,

    /// The solution whose outputs are written, by its name or its file
    #[arg(long, value_name = "SOLUTION")]
    pub(crate) by: String,

    /// An independent solution that has to agree
    #[arg(long, value_name = "SOLUTION")]
    pub(crate) agreed_by: String,

    /// Only cases that match a glob; repeatable
    #[arg(long = "case", value_name = "GLOB")]
    pub(crate) cases: Vec<String>,

    /// Write without asking
    #[arg(long)]
    pub(crate) yes: bool,

    #[command(flatten)]
    pub(crate) means: Means,
}

pub(crate) fn bless(args: &BlessArgs) -> Exit {
    let request = Request {
        targets: vec![args.package.clone()],
        cases: args.cases.clone(),
        ..Request::default()
    };
    packages::single(&request, &args.means, |problem, session| {
        one(args, problem, session)
    })
}

/// An answer that differs from what stands in its file.
struct Change {
    path: PathBuf,
    was: Vec<u8>,
    becomes: Vec<u8>,
}

fn one(args: &BlessArgs, problem: &Problem, session: &Session<'_>) -> Result<Exit, Failure> {
    let named = |option, word| {
        plan::solution(problem, option, word).map_err(|error| {
            complain(&error);
            error.exit()
        })
    };
    let (first, second) = match (
        named("--by", &args.by),
        named("--agreed-by", &args.agreed_by),
    ) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(exit), _) | (_, Err(exit)) => return Ok(exit),
    };
    if first.name == second.name {
        complain(
            &"--agreed-by: expected another solution than --by, found the same; name an independent one",
        );
        return Ok(Exit::Usage);
    }
    let bare = Problem {
        solutions: Vec::new(),
        yardsticks: Vec::new(),
        ..problem.clone()
    };
    let calls = [&first.call, &second.call];
    let crates = Crates::build(build::crates([&bare], calls), session.cache, false);
    let builder = session.builder(&crates);
    let builder = builder.of(problem);
    let prepared = prepare(&bare, &builder, LimitChoice::default(), session.jobs, None);
    let mut changes = Vec::new();
    let mut exit = Exit::Success;
    for place in 0..problem.cases.len() {
        match change(problem, &prepared, place, [first, second], &builder) {
            Ok(found) => changes.extend(found),
            Err((why, next)) => {
                complain(&why);
                exit = if next.code() > exit.code() {
                    next
                } else {
                    exit
                };
            }
        }
        if interrupted() {
            return Ok(Exit::Unjudged);
        }
    }
    if exit != Exit::Success {
        complain(&"nothing is written");
        return Ok(exit);
    }
    let mut out = Quietly::new(anstream::stdout());
    for change in &changes {
        let place = change.path.display().to_string();
        writeln!(out, "{}", text::printable(place.as_bytes(), 200))?;
        writeln!(out, "  {}", difference(&change.was, &change.becomes))?;
    }
    let count = text::plural(changes.len(), "answer");
    if changes.is_empty() {
        let cases = text::plural(problem.cases.len(), "case");
        writeln!(out, "nothing to write: {cases} as {} says", first.name)?;
        return Ok(Exit::Success);
    }
    if let Err(exit) = confirmed(&mut out, args.yes, &format!("write {count}"))? {
        return Ok(exit);
    }
    for change in &changes {
        write_whole(&change.path, &mut |out| out.write_all(&change.becomes))?;
    }
    writeln!(out, "{count} written")?;
    Ok(Exit::Success)
}

/// What is to be written for a case; nothing where it stands there already.
fn change(
    problem: &Problem,
    prepared: &Prepared,
    place: usize,
    [first, second]: [&Solution; 2],
    builder: &Builder<'_>,
) -> Result<Option<Change>, (String, Exit)> {
    let (Some(case), Some(ready)) = (problem.cases.get(place), prepared.cases.get(place)) else {
        return Ok(None);
    };
    let unjudged = |why: String| (format!("{}: {why}", case.name), Exit::Unjudged);
    let Some(path) = &case.answer else {
        return Err(unjudged("it has no file of an answer to write".to_owned()));
    };
    if !case.args.is_empty() || case.files.is_some() {
        let why = "answers of cases with arguments or files are not written; write it by hand";
        return Err(unjudged(why.to_owned()));
    }
    let input = ready.input.as_ref().map_err(|why| unjudged(why.clone()))?;
    let output = |solution: &Solution| {
        build::answer(builder, &Made::by(solution.call.clone()), input)
            .map_err(|error| unjudged(format!("{}: {error}", solution.name)))
    };
    let (answer, other) = (output(first)?, output(second)?);
    let panel = prepared.panels.get(ready.panel);
    let panel = panel.ok_or_else(|| unjudged("nothing judges this case".to_owned()))?;
    verify::judge(panel, builder, input, &answer, &other).map_err(|why| {
        let (first, second) = (&first.name, &second.name);
        let why = format!("{}: {second} disagrees with {first}: {why}", case.name);
        (why, Exit::Unexpected)
    })?;
    let read = |path: &PathBuf| {
        fs::read(path).map_err(|error| unjudged(format!("{}: {error}", path.display())))
    };
    let (was, becomes) = (read(path)?, read(&answer)?);
    Ok((was != becomes).then(|| Change {
        path: path.clone(),
        was,
        becomes,
    }))
}
