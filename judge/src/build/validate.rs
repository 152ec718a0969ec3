//! Inputs are checked by the package's own validators before anything is judged on them.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use package::{InputValidator, JuryLimits};
use sandbox::{Exit, Files, Limits, Reason, Sandbox, Stdin};

use super::{Builder, Built, Command};
use crate::regular;
use crate::text;

/// An input with arguments of the validator.
type Question = (PathBuf, Vec<String>);

/// Why it is rejected, if it is.
type Answer = Result<(), String>;

/// Why a validator does not accept an input.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// It says so, or it could not be asked.
    #[error("{0}")]
    Rejected(String),
    /// It did not come to an end.
    #[error("the validator is still running after {0}")]
    Late(String),
    /// It used too much of something else.
    #[error("the validator went over its limit: {0}")]
    TooMuch(String),
}

/// A validator after its build.
pub(crate) struct Validator<'a> {
    sandbox: &'a Sandbox,
    built: Built,
    accepts: i32,
    limits: JuryLimits,
    /// On the clock.
    wall: Duration,
    /// What it said, or is being asked. Groups of cases share inputs by links.
    answers: Mutex<BTreeMap<Question, Arc<OnceLock<Answer>>>>,
}

impl<'a> Validator<'a> {
    /// Builds a validator.
    pub(crate) fn new(builder: &Builder<'a>, validator: &InputValidator) -> Validator<'a> {
        Validator {
            sandbox: builder.sandbox,
            built: builder.build(&validator.call),
            accepts: validator.accepts,
            limits: validator.limits,
            wall: validator.limits.time * 2 + Duration::from_secs(1),
            answers: Mutex::default(),
        }
    }

    /// The same, but it never takes longer than `most` for an input.
    pub(crate) fn within(mut self, most: Duration) -> Validator<'a> {
        self.limits.time = self.limits.time.min(most);
        self.wall = self.wall.min(most);
        self
    }

    /// Whether it accepts an input, asked with `args` after its own arguments; else why not, in a
    /// line. One that is not installed here accepts all.
    pub(crate) fn check(&self, input: &Path, args: &[String]) -> Answer {
        let real = input.canonicalize().unwrap_or_else(|_| input.to_owned());
        let question = (real, args.to_owned());
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = Arc::clone(answers.entry(question).or_default());
        drop(answers);
        let ask = || self.ask(input, args).map_err(|refusal| refusal.to_string());
        answer.get_or_init(ask).clone()
    }

    /// The same of an input that nobody asks about again.
    pub(crate) fn ask(&self, input: &Path, args: &[String]) -> Result<(), Refusal> {
        match (&self.built, self.fault()) {
            (Built::Ready(command), _) => self.run(command, input, args),
            (_, Some(fault)) => Err(Refusal::Rejected(fault)),
            (_, None) => Ok(()),
        }
    }

    /// Why it can be asked about nothing.
    pub(crate) fn fault(&self) -> Option<String> {
        match &self.built {
            Built::Ready(_) | Built::Missing(_) => None,
            Built::Failed(log) => Some(format!("the validator does not compile: {log}")),
            Built::Broken(reason) => Some(format!("the validator cannot be built: {reason}")),
        }
    }

    fn run(&self, command: &Command, input: &Path, args: &[String]) -> Result<(), Refusal> {
        let JuryLimits {
            time,
            memory,
            output,
        } = self.limits;
        let limits = Limits {
            cpu: Some(time),
            wall: Some(self.wall),
            memory: Some(memory),
            output,
            stderr_allowed: Some(output),
            file_size: Some(output),
            ..Limits::default()
        };
        let file = regular::open(input)
            .map_err(|error| Refusal::Rejected(format!("cannot read the input: {error}")))?;
        let files = Files {
            stdin: Stdin::File(file),
            stdout: &mut io::sink(),
        };
        let mut program = command.program(memory);
        program.argv.extend(args.iter().map(Into::into));
        let execution = self
            .sandbox
            .run(&program, &limits, files)
            .map_err(|error| Refusal::Rejected(format!("the validator cannot be run: {error}")))?;
        let accepts = self.accepts;
        match (execution.reason, execution.exit) {
            (None, Exit::Code(code)) if code == accepts => Ok(()),
            (None, exit) => {
                let said = text::tail(&command.named(&execution.stderr), 1).pop();
                let said = said.map(|line| format!(": {line}")).unwrap_or_default();
                Err(Refusal::Rejected(format!(
                    "the validator rejects the input ({exit}, where {accepts} accepts){said}"
                )))
            }
            (Some(reason), _) => {
                let late = |time: Duration, of| format!("{} s {of}", time.as_secs_f64());
                Err(Refusal::TooMuch(match reason {
                    Reason::Cpu => return Err(Refusal::Late(late(time, "of CPU time"))),
                    Reason::Wall => return Err(Refusal::Late(late(self.wall, "on the clock"))),
                    Reason::Memory => format!("{} of memory", text::size(memory)),
                    Reason::Output => format!("{} of output", text::size(output)),
                    Reason::Stderr => format!("{} of standard error", text::size(output)),
                    other => format!("{other:?}"),
                }))
            }
        }
    }
}
