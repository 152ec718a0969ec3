//! What a search can fail of.

use thiserror::Error;

/// The search needs more positions than it may remember.
///
/// What the search had finished stays remembered, so the same question under a larger budget
/// continues rather than starts again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[error(
    "the search needs more than {positions} positions; give it a larger budget or ask about a smaller position"
)]
pub struct OutOfBudget {
    /// The budget: how many positions the search may remember.
    pub positions: u64,
}

/// Why a search that is meant for games without loops has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Unsolved {
    /// The budget is used up.
    #[error(transparent)]
    OutOfBudget(#[from] OutOfBudget),
    /// A line of play comes back to a position it has passed.
    #[error(
        "a line of play comes back to a position it has passed, but this search is for games that always end; use `Outcomes::value`"
    )]
    Loop,
}

/// Why [`grundy_table`](crate::grundy_table) has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum TableError {
    /// An option is not numbered below the position it is an option of.
    #[error(
        "position {position} has option {option}, but an option must have a smaller number than its position"
    )]
    NotSmaller {
        /// The position's number.
        position: usize,
        /// The option's number.
        option: usize,
    },
    /// A Grundy value does not fit the table.
    #[error(
        "the Grundy value of position {position} is above 255, the largest a table holds; use `Grundy`"
    )]
    TooLarge {
        /// The position's number.
        position: usize,
    },
}
