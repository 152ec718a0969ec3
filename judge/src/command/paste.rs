//! `judge run -`: a case that is pasted, or comes through a pipe.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use package::{Checker, CheckerCall, Problem, Verdict};
use tempfile::TempDir;

use crate::check;
use crate::cli::complain;
use crate::plan::{self, PASTED, Plan};
use crate::report::Quietly;
use crate::schedule::Keep;
use crate::text;

use super::run::RunArgs;

/// Bytes of a case.
const LARGEST: u64 = 1 << 30;
/// So many solutions are named.
const FEW: usize = 8;

/// There is no case.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PasteError {
    #[error(
        "--answer is for a pasted case: name `-` too, as in `judge run sol.cpp - --answer FILE`"
    )]
    NotAsked,
    #[error(
        "{0} is for the cases of a problem, and `-` is one case of its own: leave one of them out"
    )]
    Senseless(&'static str),
    #[error("standard input: cannot read the case: {0}")]
    Read(io::Error),
    #[error("standard input: expected a case of at most 1 GiB, found more")]
    Large,
    #[error("--answer {}: expected a file: {source}", path.display())]
    Answer { path: PathBuf, source: io::Error },
}

/// A pasted case, in a folder of its own.
pub(crate) struct Pasted {
    folder: TempDir,
    pub(crate) case: plan::Pasted,
}

impl Pasted {
    /// Reads standard input, if the command line asks for it.
    pub(crate) fn read(args: &RunArgs) -> Result<Option<Pasted>, PasteError> {
        if !args.asks_for_pasted() {
            return match args.answer {
                Some(_) => Err(PasteError::NotAsked),
                None => Ok(None),
            };
        }
        for (there, option) in [
            (args.sharing.shard.is_some(), "--shard"),
            (args.repeating.last_failed, "--last-failed"),
            (args.repeating.baseline.is_some(), "--baseline"),
            (!args.touched.is_empty(), "--touched"),
            (!args.cases.is_empty(), "--case"),
        ] {
            if there {
                return Err(PasteError::Senseless(option));
            }
        }
        let answer = match &args.answer {
            None => None,
            Some(path) => Some(path.canonicalize().map_err(|source| PasteError::Answer {
                path: path.clone(),
                source,
            })?),
        };
        let stdin = io::stdin();
        if stdin.is_terminal() {
            complain(&"paste the case, and end it with Ctrl-D on a line of its own");
        }
        let folder = TempDir::new().map_err(PasteError::Read)?;
        // The folder gives the problem its name.
        let cases = folder.path().join(PASTED);
        fs::create_dir(&cases).map_err(PasteError::Read)?;
        let input = cases.join(PASTED).with_extension("in");
        let mut file = File::create_new(&input).map_err(PasteError::Read)?;
        let read = io::copy(&mut stdin.take(LARGEST + 1), &mut file).map_err(PasteError::Read)?;
        if read > LARGEST {
            return Err(PasteError::Large);
        }
        let case = plan::Pasted {
            folder: cases,
            input,
            answer,
        };
        Ok(Some(Pasted { folder, case }))
    }

    /// Where its outputs are kept.
    pub(crate) fn keeps(&self) -> PathBuf {
        self.folder.path().join("kept")
    }
}

/// Prints what the solutions printed, under their names where they are several: to a terminal so that it
/// obeys nothing in it, elsewhere as it is. At last it is said whose output differs.
pub(crate) fn print(keep: &Keep, plan: &Plan) -> io::Result<()> {
    let stdout = io::stdout();
    let terminal = stdout.is_terminal();
    let mut out = Quietly::new(stdout.lock());
    let solutions = plan.problems.iter().flat_map(|problem| {
        let names = problem.solutions.iter().map(|solution| &solution.name);
        names.map(|name| (problem.slug.as_str(), name.as_str()))
    });
    let many = solutions.clone().count() > 1;
    let mut outputs = Vec::new();
    for (problem, solution) in solutions {
        let Some(place) = keep.place_of(problem, solution, PASTED) else {
            continue;
        };
        if many {
            writeln!(out, "── {}", text::escaped(solution.as_bytes()))?;
        }
        let output = place.join("output");
        // What went to an interactor is told as a talk.
        let output = match output.exists() {
            true => output,
            false => place.join("talk"),
        };
        match (terminal, many) {
            (true, _) => show(&output, &mut out)?,
            (false, true) => line(&fs::read(&output)?, &mut out)?,
            (false, false) => drop(io::copy(&mut File::open(&output)?, &mut out)?),
        }
        outputs.push((solution, output));
    }
    out.flush()?;
    if let Some(difference) = plan.problems.first().and_then(|p| differing(p, &outputs)) {
        complain(&difference);
    }
    Ok(())
}

/// Whose outputs are not that of the first solution, as the problem's own comparison sees it; where
/// programs of the jury judge, byte by byte.
fn differing(problem: &Problem, outputs: &[(&str, PathBuf)]) -> Option<String> {
    let exact = CheckerCall {
        name: "exact".to_owned(),
        args: Vec::new(),
    };
    let call = match &problem.judging.checkers[..] {
        [Checker::Named(call)] => call,
        _ => &exact,
    };
    let checker = check::prepare(call).ok()?;
    let ((first, expected), others) = outputs.split_first()?;
    let differs = |output: &Path| {
        // What cannot be read was told of already.
        File::open(output).is_ok_and(|mut found| {
            let finding = check::check(checker.as_ref(), &mut found, expected);
            finding.verdict != Verdict::AC
        })
    };
    let name = |name: &str| text::line(name.as_bytes());
    let others = others.iter().filter(|(_, output)| differs(output));
    let others: Vec<String> = others.map(|(solution, _)| name(solution)).collect();
    let first = name(first);
    (!others.is_empty()).then(|| match others.len() {
        1..=FEW => format!("the outputs differ: {} from {first}", others.join(", ")),
        more => format!("the outputs differ: those of {more} solutions from {first}"),
    })
}

fn show(output: &Path, out: &mut impl Write) -> io::Result<()> {
    let bytes = fs::read(output)?;
    line(text::escaped_lines(&bytes).as_bytes(), out)
}

/// Writes bytes so that what comes next begins a line.
fn line(bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    out.write_all(bytes)?;
    match bytes.is_empty() || bytes.ends_with(b"\n") {
        true => Ok(()),
        false => writeln!(out),
    }
}
