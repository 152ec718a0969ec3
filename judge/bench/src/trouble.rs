//! Why something could not be measured.

use std::io;
use std::path::PathBuf;

/// What went wrong, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("cannot {action}: {source}")]
    System {
        action: &'static str,
        source: io::Error,
    },
    #[error("cannot start {name}: {source}; is it installed?")]
    Start { name: String, source: io::Error },
    #[error("{command} ended with {status}: {said}")]
    Failed {
        command: String,
        status: String,
        said: String,
    },
    #[error("no judge at {}: build it first with cargo build --release --bin judge", .0.display())]
    NoJudge(PathBuf),
    #[error("the program that does nothing ended with {0}; nothing was measured")]
    Program(String),
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
    #[error("{name} ended with {status}, expected exit code {code}; nothing was measured")]
    Raced {
        name: String,
        status: String,
        code: i32,
    },
    #[error("the workload is not one that comes to a table")]
    NoTable,
    #[error("cannot read a command line of its own: {0}")]
    Words(#[from] clap::Error),
    #[error("there is no checker `{0}`")]
    Checker(&'static str),
    #[error(transparent)]
    Arguments(#[from] compare::ArgError),
    #[error(transparent)]
    Compare(#[from] compare::CompareError),
    #[error("the input of a game is none: {0}")]
    Input(#[from] gridkit::ScanError),
    #[error("callgrind's dump has no total; is valgrind as new as 3.19?")]
    Uncounted,
    #[error("the record of counts is not as expected: {0}; make it anew with --record")]
    Record(#[from] toml::de::Error),
    #[error("cannot write the record of counts: {0}")]
    Recorded(#[from] toml::ser::Error),
    #[error("the recording does not name the program; can the judge's cache be written?")]
    Unkept,
    #[error("the judge's report is not as expected: {0}")]
    Report(#[from] serde_json::Error),
}

impl Trouble {
    /// For `map_err`: names what was tried.
    pub(crate) fn system(action: &'static str) -> impl FnOnce(io::Error) -> Trouble {
        move |source| Trouble::System { action, source }
    }
}
