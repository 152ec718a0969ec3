//! What keeps a stress test from going on: never the solution's fault.

use std::path::PathBuf;

use super::tries::Try;

/// See above. Cloned, because several solutions may meet the same fault of a generator.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum StressError {
    #[error("the {role} {name} cannot be started: {why}")]
    Unbuilt {
        role: &'static str,
        name: String,
        why: String,
    },
    #[error("{0}")]
    Validator(String),
    #[error("the checker cannot be used: {0}")]
    Checker(String),
    #[error(
        "solutions of this problem talk to an interactor or run several times on an input, and stress has one input and one output"
    )]
    Interactive,
    #[error(
        "nothing makes inputs: name a generator by --gen, or in problem.toml under [stress]; it is given a seed and a size"
    )]
    NoGenerator,
    #[error(
        "nothing answers inputs: name a solution that is right by --against, or in problem.toml under [stress]"
    )]
    NoReference,
    #[error("the generator fails with {of}: {why}")]
    Generator { of: Try, why: String },
    #[error(
        "the generator {name} {what} with {of}; start it by hand with these two numbers to see why, or try smaller sizes by --largest"
    )]
    GeneratorTooMuch { name: String, of: Try, what: String },
    #[error("the generator is at fault with {of}: {why}")]
    Invalid { of: Try, why: String },
    #[error(
        "the validator {name} {what} on the input of {of}; start it by hand on what the generator writes for these two numbers to see why"
    )]
    ValidatorTooMuch { name: String, of: Try, what: String },
    #[error("the reference {name} fails on the input of {of}: {why}")]
    Reference { name: String, of: Try, why: String },
    #[error("what writes all small inputs fails at size {size}: {why}")]
    Every { size: u64, why: String },
    #[error("cannot use {}: {why}", path.display())]
    File { path: PathBuf, why: String },
    #[error(
        "the solution fails on an input at one time and not at another; is it random, or close to a limit?"
    )]
    Fickle,
    #[error("{0}")]
    Cache(String),
    #[error("{0}")]
    Sandbox(String),
    #[error("interrupted")]
    Interrupted,
}

impl StressError {
    /// Whether the input of a try could not be made.
    pub(super) fn is_of_input(&self) -> bool {
        use StressError::{Generator, GeneratorTooMuch, Invalid, ValidatorTooMuch};
        matches!(
            self,
            Generator { .. } | GeneratorTooMuch { .. } | Invalid { .. } | ValidatorTooMuch { .. }
        )
    }

    /// For `map_err` where a file is read or written.
    pub(super) fn file(path: &std::path::Path) -> impl Fn(std::io::Error) -> StressError + '_ {
        move |error| StressError::File {
            path: path.to_owned(),
            why: error.to_string(),
        }
    }
}

impl From<sandbox::SandboxError> for StressError {
    fn from(error: sandbox::SandboxError) -> StressError {
        match error {
            sandbox::SandboxError::Cancelled => StressError::Interrupted,
            error => StressError::Sandbox(error.to_string()),
        }
    }
}
