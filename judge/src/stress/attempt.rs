//! One solution on one input.

use std::io::Cursor;

use package::Verdict;
use sandbox::{Execution, Exit, Files, Program, Reason, Stdin};

use super::arena::Arena;
use super::error::StressError;
use super::input::{Answer, Input};
use super::tool;
use crate::build::Command;
use crate::jury::Sitting;
use crate::model::{Finding, Limits, verdict};
use crate::regular;
use crate::text;

/// The answer where no reference is asked.
const UNASKED: Result<Answer, StressError> = Ok(Answer::TooLarge);
/// Bytes of an output that are kept to be shown.
const SHOWN: usize = 64 << 10;

/// A solution, ready to be run.
#[derive(Debug, Clone)]
pub(crate) struct Entrant {
    /// What the sandbox is to start, and what it was made of.
    pub(crate) program: Program,
    pub(crate) command: Command,
    pub(crate) limits: Limits,
}

impl Entrant {
    /// What the sandbox allows it.
    pub(super) fn bounds(&self) -> sandbox::Limits {
        sandbox::Limits {
            cpu: Some(self.limits.time),
            wall: Some(self.limits.wall),
            memory: Some(self.limits.memory),
            output: self.limits.output,
            ..sandbox::Limits::default()
        }
    }
}

/// What became of it.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Its output was accepted.
    Accepted,
    /// It failed.
    Failed(Box<Failure>),
    /// It ended well, and the input is too large for the references.
    Unanswered,
    /// It ended well, and the reference did not.
    NoReference { name: String, why: String },
}

/// How a solution fails.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    /// In a line.
    pub(crate) message: String,
    /// The beginning of what it wrote.
    pub(crate) output: Vec<u8>,
}

/// Failures of one kind are taken for the same fault.
#[derive(Debug, Clone)]
pub(crate) struct Kind {
    pub(crate) verdict: Verdict,
    /// How a program that crashed ended, with the name of the exception if it says one.
    end: Option<(Exit, Option<String>)>,
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        // Which of the two clocks was over first says more of the machine than of the program.
        let both_of_time = self.is_of_time() && other.is_of_time();
        both_of_time || (self.verdict == other.verdict && self.end == other.end)
    }
}

impl Kind {
    fn of(verdict: Verdict, run: &Execution) -> Kind {
        let crashed = verdict == Verdict::RTE;
        Kind {
            verdict,
            end: crashed.then(|| (run.exit, exception(&run.stderr))),
        }
    }

    /// Whether it depends on how busy the machine is, and takes a while to see.
    pub(crate) fn is_of_time(&self) -> bool {
        matches!(self.verdict, Verdict::TLE | Verdict::WTL)
    }

    /// Whether outputs were compared.
    pub(super) fn is_of_output(&self) -> bool {
        matches!(self.verdict, Verdict::WA | Verdict::PE)
    }
}

impl Arena<'_> {
    /// Runs a solution on an input, and judges its output.
    pub(super) fn attempt(&self, entrant: &Entrant, input: &Input) -> Result<Outcome, StressError> {
        self.run(entrant, input, || self.answer(input))
    }

    /// Runs a solution on an input, whatever it answers.
    pub(super) fn sprint(&self, entrant: &Entrant, input: &Input) -> Result<Outcome, StressError> {
        self.run(entrant, input, || &UNASKED)
    }

    fn run<'i>(
        &self,
        entrant: &Entrant,
        input: &'i Input,
        answer: impl Fn() -> &'i Result<Answer, StressError>,
    ) -> Result<Outcome, StressError> {
        let Entrant {
            program,
            command,
            limits,
        } = entrant;
        let bounds = entrant.bounds();
        let stdin = regular::open(&input.file).map_err(StressError::file(&input.file))?;
        let mut output = Vec::new();
        let files = Files {
            stdin: Stdin::File(stdin),
            stdout: &mut output,
        };
        let run = self.sandbox.run(program, &bounds, files)?;
        if run.reason == Some(Reason::Cancelled) {
            return Err(StressError::Interrupted);
        }
        let mut without = None;
        let mut finding = verdict(&run, limits, || match answer() {
            Ok(Answer::Given(answer)) => {
                let mut sitting =
                    Sitting::new(&self.panel, self.sandbox, &input.file, Some(answer));
                sitting.check(&mut Cursor::new(&output))
            }
            other => {
                without = Some(other.clone());
                Finding::new(Verdict::SK, "")
            }
        });
        match without {
            None => {}
            Some(Err(error)) => return Err(error),
            Some(Ok(Answer::Failed { name, why })) => {
                return Ok(Outcome::NoReference { name, why });
            }
            Some(Ok(_)) => return Ok(Outcome::Unanswered),
        }
        if finding.verdict == Verdict::RTE {
            finding.message = tool::ended(&run, command);
        }
        match finding.verdict {
            Verdict::AC => Ok(Outcome::Accepted),
            Verdict::JE => match crate::schedule::interrupted() {
                true => Err(StressError::Interrupted),
                false => Err(StressError::Checker(finding.message)),
            },
            verdict => {
                output.truncate(SHOWN);
                Ok(Outcome::Failed(Box::new(Failure {
                    kind: Kind::of(verdict, &run),
                    message: text::printable(finding.message.as_bytes(), 300),
                    output,
                })))
            }
        }
    }
}

/// The name before the colon on the last line of a stack trace, as Python writes it.
fn exception(stderr: &[u8]) -> Option<String> {
    let last = text::tail(stderr, 1).pop()?;
    let name = last.split(':').next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    (!name.is_empty() && name.chars().all(plain)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_is_known_by_its_name() {
        for (stderr, expected) in [
            (
                "Traceback:\n  File x\nRecursionError: too deep\n",
                Some("RecursionError"),
            ),
            (
                "a\njson.decoder.JSONDecodeError: no value",
                Some("json.decoder.JSONDecodeError"),
            ),
            ("KeyError", Some("KeyError")),
            ("\tat Main.main(Main.java:3)\n", None),
            ("it: broke: here\nall is lost: yes", None),
            ("", None),
        ] {
            assert_eq!(
                exception(stderr.as_bytes()).as_deref(),
                expected,
                "{stderr}"
            );
        }
    }
}
