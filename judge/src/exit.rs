//! The exit codes of `judge`.

use std::process::ExitCode;

/// How a command ended, for the shell or the CI job that called it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: every expectation held; the files agree.
    Success,
    /// 1: an expectation did not hold; the files differ.
    Unexpected,
    /// 2: something could not be judged: a judge error, a broken package, an unreadable file.
    Unjudged,
    /// 64: the command line is wrong (`EX_USAGE` of sysexits.h).
    Usage,
    /// 128 and the number: ended by a signal, so 130 for SIGINT and 143 for SIGTERM.
    Signal(u8),
}

impl Exit {
    /// The number that the shell sees.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Unexpected => 1,
            Exit::Unjudged => 2,
            Exit::Usage => 64,
            Exit::Signal(number) => number.saturating_add(128),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        exit.code().into()
    }
}
