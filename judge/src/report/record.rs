//! A recorded run: made of events as they come, written as JSON, read back, and told again.
//!
//! Its types are its own, apart from the model, since each field is a promise to its readers.

mod convert;
pub(crate) mod document;
#[cfg(test)]
mod tests;
pub(crate) mod value;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use package::Verdict;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use self::document::{
    FORMAT, Line, Problem, Recording, Run, RunEnd, Solution, SolutionEnd, VERSION,
};
use self::value::{Code, Millis};
use crate::event::Event;
use crate::model::overall;
use crate::regular;
use crate::text;

/// Why a file is no recording.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("cannot read the recorded run {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error(
        "{}: expected a recorded run, made by `judge run --save FILE`: {message}",
        path.display()
    )]
    Foreign {
        path: PathBuf,
        /// Where in it, what was expected there and what was found.
        message: String,
    },
    #[error(
        "{}: expected \"format\": \"{FORMAT}\", found `{}`",
        path.display(),
        found.escape_debug()
    )]
    Format { path: PathBuf, found: String },
    #[error(
        "{}: the recorded run has version {found}, and this judge knows {VERSION}: use a newer judge",
        path.display()
    )]
    Version { path: PathBuf, found: u32 },
}

/// What is looked at before anything else.
#[derive(Deserialize)]
struct Heading {
    format: String,
    version: u32,
}

impl Recording {
    /// A run of which nothing is known yet.
    pub(crate) fn new() -> Recording {
        Recording {
            format: FORMAT.to_owned(),
            version: VERSION,
            judge_version: env!("CARGO_PKG_VERSION").to_owned(),
            success: false,
            interrupted: false,
            end: RunEnd {
                elapsed_ms: Millis(Duration::ZERO),
                signal: None,
            },
            run: Run {
                started: 0,
                jobs: 0,
                isolation: String::new(),
                isolated: false,
                options: Vec::new(),
                planned: document::Planned {
                    problems: 0,
                    solutions: 0,
                },
                broken: Vec::new(),
                shard: None,
            },
            problems: Vec::new(),
            comparison: None,
        }
    }

    /// Takes the next event.
    pub(crate) fn add(&mut self, event: &Event) {
        match Line::of(event) {
            Line::RunStarted(line) => self.run = line.run,
            Line::ProblemStarted(head) => self.problems.push(Problem {
                head,
                verdict: Code(Verdict::SK),
                solutions: Vec::new(),
            }),
            Line::SolutionStarted(head) => {
                if let Some(problem) = self.problems.last_mut() {
                    problem.solutions.push(Solution {
                        head,
                        end: SolutionEnd {
                            verdict: Code(Verdict::SK),
                            as_expected: None,
                            message: String::new(),
                            surprise: String::new(),
                            score: None,
                            max_score: None,
                            groups: Vec::new(),
                        },
                        cases: Vec::new(),
                    });
                }
            }
            Line::CaseEnded(case) => {
                if let Some(solution) = self.last_solution() {
                    solution.cases.push(*case);
                }
            }
            Line::SolutionEnded(end) => {
                if let Some(solution) = self.last_solution() {
                    solution.end = end;
                }
            }
            Line::Compared(comparison) => self.comparison = Some(comparison),
            Line::RunEnded(end) => {
                self.end = end;
                self.conclude();
            }
        }
    }

    fn last_solution(&mut self) -> Option<&mut Solution> {
        self.problems.last_mut()?.solutions.last_mut()
    }

    /// What follows from the events and is written down for readers.
    fn conclude(&mut self) {
        for problem in &mut self.problems {
            let verdicts = problem.solutions.iter().map(|s| s.end.verdict.0);
            problem.verdict = Code(overall(verdicts));
        }
        self.interrupted = self.end.signal.is_some();
        self.success = !self.interrupted
            && self.run.broken.is_empty()
            && !self.solutions().any(|(_, solution)| solution.surprises());
    }

    /// All solutions, each with its problem.
    pub(crate) fn solutions(&self) -> impl Iterator<Item = (&Problem, &Solution)> {
        self.problems.iter().flat_map(|problem| {
            problem
                .solutions
                .iter()
                .map(move |solution| (problem, solution))
        })
    }

    /// The events that made it, in their order.
    pub(crate) fn replay<E>(
        &self,
        report: &mut dyn FnMut(&Event) -> Result<(), E>,
    ) -> Result<(), E> {
        report(&Event::RunStarted((&self.run).into()))?;
        for problem in &self.problems {
            report(&Event::ProblemStarted(Arc::new((&problem.head).into())))?;
            for solution in &problem.solutions {
                report(&Event::SolutionStarted((&solution.head).into()))?;
                for case in &solution.cases {
                    report(&Event::CaseEnded(Box::new(case.into())))?;
                }
                report(&Event::SolutionEnded((&solution.end).into()))?;
            }
        }
        if let Some(comparison) = &self.comparison {
            report(&Event::Compared(comparison.into()))?;
        }
        report(&Event::RunEnded((&self.end).into()))
    }

    /// Reads a recorded run.
    ///
    /// # Errors
    /// The file cannot be read, is no recorded run, or is of a version that came later.
    pub(crate) fn read(path: &Path) -> Result<Recording, ReadError> {
        let path_buf = || path.to_owned();
        let mut text = Vec::new();
        regular::open(path)
            .and_then(|mut file| file.read_to_end(&mut text))
            .map_err(|source| ReadError::Read {
                path: path_buf(),
                source,
            })?;
        // The heading first: a later version may have anything after it.
        let Heading { format, version } = parsed(path, &text)?;
        if format != FORMAT {
            let path = path_buf();
            return Err(ReadError::Format {
                path,
                found: format,
            });
        }
        if version != VERSION {
            let path = path_buf();
            return Err(ReadError::Version {
                path,
                found: version,
            });
        }
        parsed(path, &text)
    }
}

/// The text of a file as `T`; an error names the key.
fn parsed<T: DeserializeOwned>(path: &Path, text: &[u8]) -> Result<T, ReadError> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let key = error.path().to_string();
        let said = package::plain_json(error.inner());
        match key.as_str() {
            "." | "" => said,
            key => format!("{key}: {said}"),
        }
    });
    let whole = value.and_then(|value| {
        json.end().map_err(|error| package::plain_json(&error))?;
        Ok(value)
    });
    whole.map_err(|message| ReadError::Foreign {
        path: path.to_owned(),
        message,
    })
}

impl Solution {
    /// Whether it is not as expected, or could not be judged.
    pub(crate) fn surprises(&self) -> bool {
        self.end.as_expected == Some(false) || self.end.verdict.0 == Verdict::JE
    }

    /// Whether it is as expected; nobody knows of one that only ran, without an expected output.
    pub(crate) fn as_expected(&self) -> Option<bool> {
        let compared = self.cases.is_empty() || self.cases.iter().any(|case| case.compared);
        let claims = self.end.verdict.0 != Verdict::AC || compared;
        self.end.as_expected.filter(|_| claims)
    }

    /// Whether a case speaks against what is expected of the solution.
    pub(crate) fn surprises_on(&self, case: &document::Case) -> bool {
        let verdict = case.verdict.0;
        let expected = self.head.expectation.as_ref();
        let permitted = expected.is_none_or(|expected| {
            package::Expectation::from(expected).permits(&case.name, verdict)
        });
        self.surprises() && verdict != Verdict::SK && (verdict == Verdict::JE || !permitted)
    }
}

/// Writes a value as JSON on one line or on many, in pieces, since a run may be large. Characters
/// that can make a text read as something else are written by their numbers, and so is `<`, so that
/// the text can stand inside a page.
pub(crate) fn write_json(
    value: &impl serde::Serialize,
    pretty: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = Harmless { out };
    match pretty {
        true => serde_json::to_writer_pretty(out, value)?,
        false => serde_json::to_writer(out, value)?,
    }
    Ok(())
}

/// The same as a text.
pub(crate) fn json(value: &impl serde::Serialize, pretty: bool) -> io::Result<String> {
    let mut text = Vec::new();
    write_json(value, pretty, &mut text)?;
    String::from_utf8(text).map_err(io::Error::other)
}

/// Takes the pieces of a JSON text, none of which ends within a character.
struct Harmless<'a> {
    out: &'a mut dyn Write,
}

impl Write for Harmless<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(piece).map_err(io::Error::other)?;
        // Outside of strings JSON has none of these, and inside no line ends.
        let special = |c: char| c == '<' || (c != '\n' && text::deceives(c));
        let mut rest = text;
        while let Some(at) = rest.find(special) {
            let (plain, from) = rest.split_at(at);
            self.out.write_all(plain.as_bytes())?;
            let mut chars = from.chars();
            let c = chars.next().unwrap_or_default();
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(self.out, "\\u{unit:04x}")?;
            }
            rest = chars.as_str();
        }
        self.out.write_all(rest.as_bytes())?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
