//! What the tests of the games share: proofs by exhaustion and data-folder tests.
//!
//! * [`Proof`] compares a theorem with the rules on one instance after the other, stops at the
//!   first that disagrees, and prints what it covered.
//! * [`round_trip`] shows that a displayed instance is read back as itself.
//! * [`random_files`] shows that generated files are valid, and counts their answers.
//! * [`winning_moves`] shows that each move a theorem promises leaves a lost position.
//! * [`cases`] is the whole `main` of a test target that runs `problems/NAME/data`.
//!
//! The crate reads only `*.in` and `*.ans`; packages and their settings belong to the judge.

mod data;
#[cfg(test)]
mod digit;
mod files;
mod moves;
mod proof;
mod trip;

pub use data::cases;
pub use files::random_files;
pub use moves::winning_moves;
pub use proof::Proof;
pub use trip::round_trip;
