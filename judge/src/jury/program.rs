//! One program of the jury: built like a solution, and at fault for whatever it does wrong.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use package::{Call, Jury, JuryLimits, Protocol, Verdict};
use sandbox::{Execution, Exit, Folder, Limits, Reason};

use super::feedback::Feedback;
use super::protocol::{self, Said, Word, last_line};
use crate::build::{Builder, Built, Command};
use crate::model::Finding;
use crate::{text, unbuffered};

/// What a program of the jury is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It looks at an output.
    Checker,
    /// Solutions talk to it.
    Interactor,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Checker => "checker",
            Role::Interactor => "interactor",
        })
    }
}

/// The program after its build.
pub(super) struct Program {
    pub(super) role: Role,
    pub(super) protocol: Protocol,
    pub(super) limits: JuryLimits,
    /// The words of its command line, where the package states them.
    words: Option<Vec<String>>,
    args: Vec<OsString>,
    built: Result<Command, String>,
}

/// The files it is told of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places<'a> {
    pub(super) input: &'a Path,
    pub(super) output: &'a Path,
    pub(super) answer: &'a Path,
    /// The folder it runs in and may write to.
    pub(super) folder: &'a Path,
}

impl<'a> Places<'a> {
    fn of(&self, word: Word) -> &'a Path {
        match word {
            Word::Input => self.input,
            Word::Output => self.output,
            Word::Answer => self.answer,
            Word::Feedback => self.folder,
            Word::Nothing => Path::new(NOTHING),
        }
    }
}

/// Bytes that an interactor may say at least, as a solution may.
const TALK: u64 = 64 << 20;

/// A file with nothing in it.
pub(super) const NOTHING: &str = "/dev/null";

impl Program {
    pub(super) fn new(role: Role, jury: &Jury, builder: &Builder<'_>) -> Program {
        // The protocol's words come before its own.
        let bare = Call {
            args: Vec::new(),
            ..jury.call.clone()
        };
        let built = match builder.build(&bare) {
            Built::Ready(command) => Ok(command),
            Built::Failed(log) => Err(format!("the {role} does not compile: {}", first(&log))),
            Built::Missing(reason) | Built::Broken(reason) => {
                Err(format!("the {role} cannot be built here: {reason}"))
            }
        };
        Program {
            role,
            protocol: jury.protocol,
            words: jury.words.clone(),
            limits: jury.limits,
            args: jury.call.args.iter().map(Into::into).collect(),
            built,
        }
    }

    /// Why it cannot be started.
    pub(super) fn fault(&self) -> Option<&str> {
        self.built.as_ref().err().map(String::as_str)
    }

    /// What the sandbox is to start.
    pub(super) fn order(&self, places: &Places<'_>) -> Result<sandbox::Program, String> {
        let command = self.built.as_ref().map_err(Clone::clone)?;
        let mut program = command.program(self.limits.memory);
        let mut visible: Vec<PathBuf> = Vec::new();
        let mut place = |word: Word| {
            let path = std::path::absolute(places.of(word)).map_err(|error| error.to_string())?;
            if !path.starts_with(places.folder) && path != Path::new(NOTHING) {
                visible.push(path.clone());
            }
            let mut text = path.into_os_string();
            if word == Word::Feedback {
                text.push("/");
            }
            Ok::<OsString, String>(text)
        };
        match &self.words {
            Some(words) => {
                let named = [
                    ("{input_file}", place(Word::Input)?),
                    ("{output_file}", place(Word::Output)?),
                    ("{answer_file}", place(Word::Answer)?),
                ];
                let filled = words.iter().map(|word| protocol::filled(word, &named));
                program.argv.extend(filled);
            }
            None => {
                for word in protocol::words(self.protocol, self.role) {
                    program.argv.push(place(*word)?);
                }
            }
        }
        program.argv.extend(self.args.iter().cloned());
        program.visible.extend(visible);
        if self.role == Role::Interactor && protocol::writes_at_once(self.protocol) {
            program.env.extend(unbuffered::variables());
        }
        if let Folder::Visible(own) =
            std::mem::replace(&mut program.cwd, Folder::Writable(places.folder.to_owned()))
        {
            program.visible.push(own);
        }
        Ok(program)
    }

    /// What it may use, with `wait` more time on the clock than its own work needs.
    pub(super) fn bounds(&self, wait: Duration) -> Limits {
        let JuryLimits {
            time,
            memory,
            output,
        } = self.limits;
        Limits {
            cpu: Some(time),
            wall: Some(time * 2 + Duration::from_secs(1) + wait),
            memory: Some(memory),
            output: self.said(),
            stderr: output,
            stderr_allowed: Some(output),
            file_size: Some(output),
            ..Limits::default()
        }
    }

    /// Bytes of its output. What an interactor says is what a solution reads, and that may be long.
    fn said(&self) -> u64 {
        match self.role {
            Role::Checker => self.limits.output,
            Role::Interactor => self.limits.output.max(TALK),
        }
    }

    /// What it found, by how it ended and what it wrote.
    pub(super) fn finding(&self, run: &Execution, stdout: &[u8], feedback: &Feedback) -> Finding {
        let stderr = match &self.built {
            Ok(command) => command.named(&run.stderr),
            Err(_) => (&run.stderr).into(),
        };
        let said = match (self.excess(run), run.exit) {
            (Some(excess), _) => Err(excess),
            (None, Exit::Code(code)) => protocol::finding(
                self.protocol,
                self.role,
                &Said {
                    code,
                    stdout,
                    stderr: &stderr,
                    feedback,
                },
            ),
            (None, Exit::Signal(signal)) => {
                let last = last_line(&stderr);
                let separator = if last.is_empty() { "" } else { ": " };
                Err(format!("ended by {signal}{separator}{last}"))
            }
        };
        said.unwrap_or_else(|reason| self.failed(&reason))
    }

    /// The limit that a run went over.
    fn excess(&self, run: &Execution) -> Option<String> {
        let JuryLimits {
            time,
            memory,
            output,
        } = self.limits;
        let seconds = time.as_secs_f64();
        match run.reason {
            Some(Reason::Cpu) => Some(format!("used more than {seconds} s of CPU time")),
            Some(Reason::Wall) => Some(format!(
                "still running after {:.3} s, with {:.3} s of CPU time",
                run.wall.as_secs_f64(),
                run.cpu.as_secs_f64()
            )),
            Some(Reason::Memory) => {
                Some(format!("used more than {} of memory", text::size(memory)))
            }
            Some(Reason::Output) => {
                let most = text::size(self.said());
                Some(format!("wrote more than {most} of output"))
            }
            Some(Reason::Stderr) => {
                let most = text::size(output);
                Some(format!("wrote more than {most} of standard error"))
            }
            Some(reason) => Some(format!("was ended: {reason:?}")),
            None => None,
        }
    }

    /// A judge error for which this program is to blame.
    pub(super) fn failed(&self, reason: &dyn fmt::Display) -> Finding {
        Finding::new(Verdict::JE, format!("the {} failed: {reason}", self.role))
    }
}

/// The first line of a log that reads like an error, else the first.
pub(super) fn first(log: &str) -> String {
    let is_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    let error = log.lines().find(is_error);
    let line = error.or_else(|| log.lines().next()).unwrap_or_default();
    text::printable(line.as_bytes(), 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_log_the_line_that_says_what_is_wrong_is_told() {
        for (log, line) in [
            (
                "a.c: In function 'main':\na.c:1:5: error: 'x' undeclared\n",
                "a.c:1:5: error: 'x' undeclared",
            ),
            (
                "  File \"g.py\", line 7\n    print 5\n    ^^^^^^^\nSyntaxError: Missing parentheses\n",
                "SyntaxError: Missing parentheses",
            ),
            ("it is not there\nsorry\n", "it is not there"),
            ("", ""),
        ] {
            assert_eq!(first(log), line);
        }
    }
}
