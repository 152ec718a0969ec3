//! Programs of the jury: checkers, which look at outputs, and interactors, which solutions talk to.
//!
//! They run in the sandbox like solutions, with limits of their own. Whatever one of them does
//! wrong is a judge error, never the solution's fault.

mod feedback;
mod grader;
mod interactor;
mod panel;
mod program;
mod protocol;
mod sitting;
mod talk;

pub(crate) use grader::Graders;
pub(crate) use panel::{Panel, by_program, by_words, check_names};
pub(crate) use sitting::{JuryError, Sitting};
