//! A program that makes or answers inputs: trusted to be right, and limited all the same.

use std::path::Path;
use std::time::Duration;

use package::{Call, Source};
use sandbox::{Execution, Exit, Files, Limits, Reason, Sandbox, Stdin};

use super::batch::Batches;
use super::error::StressError;
use crate::build::{Builder, Built, Command};
use crate::regular;
use crate::text;

/// What such a program may use. The time is that on the clock too, or one that hangs would hold up the
/// search for longer; but however short it is, there is time to start.
pub(super) const TIME: Duration = Duration::from_secs(10);
const START: Duration = Duration::from_millis(1500);
const MEMORY: u64 = 2 << 30;
const OUTPUT: u64 = 64 << 20;

/// The program after its build.
pub(super) struct Tool {
    pub(super) name: String,
    command: Command,
}

/// What became of a run.
pub(super) enum Said {
    /// It ended well, and wrote this.
    Output(Vec<u8>),
    /// It went over a limit: what it does, after its name.
    TooMuch(String),
    /// It did not end well.
    Failed(String),
}

impl Tool {
    pub(super) fn new(
        role: &'static str,
        call: &Call,
        builder: &Builder<'_>,
    ) -> Result<Tool, StressError> {
        let name = name(call);
        let why = match builder.build(call) {
            Built::Ready(command) => return Ok(Tool { name, command }),
            Built::Failed(log) => format!("it does not compile: {}", log.trim_end()),
            Built::Missing(reason) | Built::Broken(reason) => reason,
        };
        Err(StressError::Unbuilt { role, name, why })
    }

    /// Runs it on a file or on nothing, with `args` after its own arguments.
    pub(super) fn run(
        &self,
        sandbox: &Sandbox,
        args: &[String],
        stdin: Option<&Path>,
        time: Option<Duration>,
    ) -> Result<Said, StressError> {
        let time = time.unwrap_or(TIME);
        let limits = limits(time);
        let mut output = Vec::new();
        let files = Files {
            stdin: match stdin {
                Some(path) => Stdin::File(regular::open(path).map_err(StressError::file(path))?),
                None => Stdin::Null,
            },
            stdout: &mut output,
        };
        let mut program = self.command.program(MEMORY);
        program.argv.extend(args.iter().map(Into::into));
        let run = sandbox.run(&program, &limits, files)?;
        Ok(match (run.reason, run.exit) {
            (Some(Reason::Cancelled), _) => return Err(StressError::Interrupted),
            (Some(reason), _) => Said::TooMuch(match reason {
                Reason::Cpu => format!("is still running after {} s", time.as_secs_f64()),
                Reason::Wall => {
                    let wall = limits.wall.unwrap_or(time).as_secs_f64();
                    format!("is still running after {wall} s")
                }
                Reason::Memory => format!("takes more than {} MiB of memory", MEMORY >> 20),
                Reason::Output => format!("writes more than {} MiB", OUTPUT >> 20),
                other => format!("goes over a limit ({other:?})"),
            }),
            (None, Exit::Code(0)) => Said::Output(output),
            (None, _) => Said::Failed(ended(&run, &self.command)),
        })
    }

    /// What it writes for each of these inputs, as far as a batch says.
    pub(super) fn run_batch(
        &self,
        sandbox: &Sandbox,
        batches: &Batches,
        inputs: &[&[u8]],
    ) -> Result<Option<Vec<Vec<u8>>>, StressError> {
        let program = self.command.program(MEMORY);
        batches.run(sandbox, &program, &limits(TIME), inputs)
    }
}

fn limits(time: Duration) -> Limits {
    Limits {
        cpu: Some(time),
        wall: Some(time.max(START)),
        memory: Some(MEMORY),
        output: OUTPUT,
        ..Limits::default()
    }
}

/// How a program ended, with the last that it said.
pub(super) fn ended(run: &Execution, command: &Command) -> String {
    let last = text::tail(&command.named(&run.stderr), 1)
        .pop()
        .unwrap_or_default();
    let separator = if last.is_empty() { "" } else { ": " };
    format!("{}{separator}{last}", run.exit)
}

/// A program's name for people.
pub(super) fn name(call: &Call) -> String {
    let mut words = match &call.source {
        Source::Crate { name, .. } => vec![name.clone()],
        Source::File(path) | Source::Folder(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str());
            vec![name.to_string_lossy().into_owned()]
        }
        Source::Command(words) => words.clone(),
    };
    words.extend(call.args.iter().cloned());
    words.join(" ")
}
