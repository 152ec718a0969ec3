//! `judge run -`: a case that is pasted, or comes through a pipe.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use tempfile::TempDir;

use crate::cli::complain;
use crate::plan::{self, PASTED, Plan};
use crate::report::Quietly;
use crate::schedule::Keep;
use crate::text;

use super::run::RunArgs;

/// Bytes of a case.
const LARGEST: u64 = 1 << 30;

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
    Answer {
        path: std::path::PathBuf,
        source: io::Error,
    },
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
    pub(crate) fn keeps(&self) -> std::path::PathBuf {
        self.folder.path().join("kept")
    }
}

/// Prints what the solutions printed: to a terminal so that it obeys nothing in it, elsewhere as it is.
pub(crate) fn print(keep: &Keep, plan: &Plan) -> io::Result<()> {
    let stdout = io::stdout();
    let terminal = stdout.is_terminal();
    let mut out = Quietly::new(stdout.lock());
    let solutions = plan.problems.iter().flat_map(|problem| {
        let names = problem.solutions.iter().map(|solution| &solution.name);
        names.map(|name| (problem.slug.as_str(), name.as_str()))
    });
    let many = solutions.clone().count() > 1;
    for (problem, solution) in solutions {
        let Some(place) = keep.place_of(problem, solution, PASTED) else {
            continue;
        };
        if many && terminal {
            writeln!(out, "── {}", text::escaped(solution.as_bytes()))?;
        }
        let output = place.join("output");
        // What went to an interactor is told as a talk.
        let output = match output.exists() {
            true => output,
            false => place.join("talk"),
        };
        match terminal {
            true => show(&output, &mut out)?,
            false => drop(io::copy(&mut File::open(output)?, &mut out)?),
        }
    }
    out.flush()
}

fn show(output: &Path, out: &mut impl Write) -> io::Result<()> {
    let bytes = fs::read(output)?;
    let text = text::escaped_lines(&bytes);
    out.write_all(text.as_bytes())?;
    match text.is_empty() || text.ends_with('\n') {
        true => Ok(()),
        false => writeln!(out),
    }
}
