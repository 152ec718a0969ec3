//! The contract of a game: what its crate must say for everything else to work with it.

use std::fmt;

use crate::rng::Rng;
use crate::scan::{ScanError, Scanner};

/// A two-player game of an online judge: its input, its answer, its theorem and its rules.
pub trait Problem {
    /// The name of the crate, of the program and of the folder under `problems/`.
    const NAME: &'static str;

    /// How a file holds instances.
    const LAYOUT: Layout = Layout::One;

    /// A bound that the statement puts on all instances of a file together.
    const TOTAL: Option<Total<Self::Instance>> = None;

    /// One case. Displayed, it is the input format again, with a newline at the end.
    type Instance: fmt::Display;

    /// The answer to one case. Displayed, it is the output format, without a newline.
    type Answer: fmt::Display + fmt::Debug + PartialEq;

    /// Reads one instance.
    ///
    /// # Errors
    /// The input departs from the statement's format, bounds or guarantees.
    fn parse(s: &mut Scanner<'_>) -> Result<Self::Instance, ScanError>;

    /// The answer by the theorem.
    fn solve(instance: &Self::Instance) -> Self::Answer;

    /// The answer by search from the rules alone.
    ///
    /// # Errors
    /// The search would visit more positions than memory should hold.
    fn brute(instance: &Self::Instance) -> Result<Self::Answer, TooLarge>;

    /// Every instance up to a size; the crate says what it measures.
    fn small(size: usize) -> impl Iterator<Item = Self::Instance>;

    /// A random instance of at most the given size, within the statement's bounds whatever
    /// `size` is. The same state of `rng` gives the same instance for ever.
    fn random(rng: &mut Rng, size: usize) -> Self::Instance;

    /// The instances of a random file: by default as many as the layout allows, and at most
    /// `size`. A game with a [`Problem::TOTAL`] keeps to it here.
    fn random_file(rng: &mut Rng, size: usize) -> Vec<Self::Instance> {
        let cases = match Self::LAYOUT {
            Layout::One => 1,
            Layout::Many { most, .. } => size.clamp(1, most),
        };
        (0..cases).map(|_| Self::random(rng, size)).collect()
    }
}

/// How an input file holds instances, and how its answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// The file is one instance.
    One,
    /// The first line is the number of instances; they follow one after the other.
    Many {
        /// The statement's name of that number, such as `T`.
        count: &'static str,
        /// The largest number allowed; the smallest is 1.
        most: usize,
        /// What stands before each answer.
        label: Label,
    },
}

/// What stands before each answer of a file with many instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// Nothing.
    Bare,
    /// `Case 1: `, `Case 2: ` and so on.
    Case,
}

/// A bound on a sum over all instances of a file.
#[derive(Debug)]
pub struct Total<I> {
    /// What is summed, by the statement's name, such as `the sum of h`.
    pub name: &'static str,
    /// The largest sum allowed.
    pub most: usize,
    /// The share of one instance.
    pub share: fn(&I) -> usize,
}

/// The search from the rules was given up, or not begun: the instance is too large for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "too large for the search from the rules, which takes {limit}; give it a smaller instance, or run the program without --brute"
)]
pub struct TooLarge {
    /// What the search takes, such as `at most 31 cells`.
    pub limit: String,
}

impl TooLarge {
    /// More positions than the search may hold.
    #[must_use]
    pub fn positions(most: u64) -> TooLarge {
        TooLarge {
            limit: format!("at most {most} positions"),
        }
    }
}
