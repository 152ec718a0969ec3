//! __name__: where the problem comes from.
//!
//! # Rules
//! A heap holds `n` stones. A move takes one, two or three of them. Who cannot move loses.
//!
//! # Theorem
//! The Grundy value of the heap is `n mod 4`, so the second player wins if and only if 4 divides
//! `n`.
//!
//! # Proof sketch
//! By induction: the options of `n` have the values `(n − 1) mod 4`, `(n − 2) mod 4` and
//! `(n − 3) mod 4` (fewer for small `n`), and the least value missing among them is `n mod 4`.
//!
//! # Example
//! ```
//! use gridkit::program;
//!
//! use __crate__::__Type__;
//!
//! assert_eq!(program::solve::<__Type__>(b"8\n")?, "Second\n");
//! # Ok::<(), gridkit::ScanError>(())
//! ```

use std::fmt;

use cgt::Grundy;
use gridkit::{Problem, Rng, ScanError, Scanner, TooLarge};

pub mod rules;

use rules::{Heap, MOST_TAKEN};

/// The largest `n`.
const MOST_STONES: usize = 1_000_000_000;
/// A search of this many positions stays below a gigabyte.
const SEARCHED: u64 = 20_000_000;

/// The problem, for [`gridkit::run`].
#[derive(Debug)]
pub enum __Type__ {}

/// One case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
    /// The stones on the heap.
    pub stones: usize,
}

/// Who wins when both play best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The player who moves first.
    First,
    /// The other.
    Second,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.stones)
    }
}

impl Instance {
    /// The theorem.
    #[must_use]
    pub fn grundy(self) -> u32 {
        (self.stones % (MOST_TAKEN + 1)) as u32
    }

    /// All winning moves, as the numbers of stones taken; none in a lost position.
    ///
    /// ```
    /// use __crate__::Instance;
    ///
    /// assert_eq!(Instance { stones: 6 }.winning_moves(), [2]);
    /// assert_eq!(Instance { stones: 8 }.winning_moves(), []);
    /// ```
    #[must_use]
    pub fn winning_moves(self) -> Vec<usize> {
        match self.stones % (MOST_TAKEN + 1) {
            0 => Vec::new(),
            taken => vec![taken],
        }
    }
}

fn answer(grundy: u32) -> Answer {
    match grundy {
        0 => Answer::Second,
        _ => Answer::First,
    }
}

impl Problem for __Type__ {
    const NAME: &'static str = "__name__";
    type Instance = Instance;
    type Answer = Answer;

    fn parse(s: &mut Scanner<'_>) -> Result<Instance, ScanError> {
        let stones = s.number("n", 0..=MOST_STONES)?;
        s.end_of_line()?;
        Ok(Instance { stones })
    }

    fn solve(instance: &Instance) -> Answer {
        answer(instance.grundy())
    }

    fn brute(instance: &Instance) -> Result<Answer, TooLarge> {
        let mut search = Grundy::new(Heap).with_budget(SEARCHED);
        match search.value(&instance.stones) {
            Ok(value) => Ok(answer(value)),
            Err(_) => Err(TooLarge::positions(SEARCHED)),
        }
    }

    /// Every heap of at most `size` stones.
    fn small(size: usize) -> impl Iterator<Item = Instance> {
        (0..=size.min(MOST_STONES)).map(|stones| Instance { stones })
    }

    /// `size` bounds the stones.
    fn random(rng: &mut Rng, size: usize) -> Instance {
        let stones = rng.within(0..=size.min(MOST_STONES));
        Instance { stones }
    }
}
