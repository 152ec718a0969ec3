//! Random files, as the generator of a game's program writes them.

use std::collections::BTreeMap;

use gridkit::{Problem, Rng, program};

use crate::proof::panic_with;

/// Generates a file of `size` for each seed below `seeds` and counts the answers, so that a game
/// can show how balanced they are.
///
/// # Panics
/// A file departs from the statement's format, bounds or guarantees, or the same seed gives
/// another file.
#[must_use]
#[track_caller]
pub fn random_files<P: Problem>(size: usize, seeds: u64) -> BTreeMap<String, usize> {
    let mut answers = BTreeMap::new();
    for seed in 0..seeds {
        let call = format!("{} --generate {seed} {size}", P::NAME);
        let text = program::generate::<P>(seed, size);
        if let Err(error) = program::validate::<P>(text.as_bytes()) {
            panic_with(&format!("{call}: {error}"));
        }
        if text != program::generate::<P>(seed, size) {
            panic_with(&format!("{call}: not the same file again"));
        }
        for instance in P::random_file(&mut Rng::new(seed), size) {
            *answers.entry(P::solve(&instance).to_string()).or_insert(0) += 1;
        }
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digit::{Digit, Unbounded};

    #[test]
    fn answers_are_counted() {
        let answers = random_files::<Digit>(9, 100);
        assert_eq!(answers.keys().collect::<Vec<_>>(), ["even", "odd"]);
        assert_eq!(answers.values().sum::<usize>(), 100);
    }

    #[test]
    #[should_panic(expected = "line 1, column 1: expected n from 0 to 9, found `10`")]
    fn a_file_out_of_bounds_fails() {
        let _ = random_files::<Unbounded>(10, 1);
    }
}
