//! Inputs are checked by the package's own validator before anything is judged on them.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

use package::Call;
use sandbox::{Exit, Files, Limits, Sandbox, Stdin};

use super::{Builder, Built, Command};
use crate::text;

/// The exit code by which a validator accepts, in the ICPC package format.
const VALID: i32 = 42;

/// A validator after its build.
pub(crate) struct Validator<'a> {
    sandbox: &'a Sandbox,
    built: Built,
}

impl<'a> Validator<'a> {
    /// Builds the validator that `call` names.
    pub(crate) fn new(builder: &Builder<'a>, call: &Call) -> Validator<'a> {
        Validator {
            sandbox: builder.sandbox,
            built: builder.build(call),
        }
    }

    /// Whether it accepts an input; else why not, in a line. One that is not installed here
    /// accepts all.
    pub(crate) fn check(&self, input: &Path) -> Result<(), String> {
        match &self.built {
            Built::Ready(command) => self.run(command, input),
            Built::Missing(_) => Ok(()),
            Built::Failed(log) => Err(format!("the validator does not compile: {log}")),
            Built::Broken(reason) => Err(format!("the validator cannot be built: {reason}")),
        }
    }

    fn run(&self, command: &Command, input: &Path) -> Result<(), String> {
        let limits = Limits {
            cpu: Some(Duration::from_secs(60)),
            wall: Some(Duration::from_secs(120)),
            memory: Some(2 << 30),
            ..Limits::default()
        };
        let file = open(input).map_err(|error| format!("cannot read the input: {error}"))?;
        let files = Files {
            stdin: Stdin::File(file),
            stdout: &mut io::sink(),
        };
        let execution = self
            .sandbox
            .run(&command.program(), &limits, files)
            .map_err(|error| format!("the validator cannot be run: {error}"))?;
        let said = text::tail(&execution.stderr, 1).pop().unwrap_or_default();
        match (execution.reason, execution.exit) {
            (None, Exit::Code(VALID)) => Ok(()),
            (None, exit) => Err(format!(
                "the validator rejects the input ({exit}, where 42 accepts): {said}"
            )),
            (Some(reason), _) => Err(format!("the validator is over its limit: {reason:?}")),
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    // Opening a FIFO would wait for ever.
    match path.metadata()?.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("not a regular file")),
    }
}
