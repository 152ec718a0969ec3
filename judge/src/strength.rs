//! How strong the cases of a problem are: which of them reject which wrong solutions, and which
//! small mistakes in a right solution they would not notice.

mod cover;
mod matrix;
mod mutants;
mod trial;

pub(crate) use matrix::{Column, Matrix, Seen};
pub(crate) use mutants::Mutant;
pub(crate) use trial::{Fate, Trial, TrialError, Tried, trial};
