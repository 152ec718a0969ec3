//! A theorem against the rules, on every instance up to a size.

use std::fmt::{Debug, Display};
use std::time::Instant;

use gridkit::Problem;

/// A run over many instances that counts what it covers and stops at the first disagreement.
///
/// ```
/// let mut proof = testkit::Proof::of("halving", "the remainder is the last bit");
/// for n in 0..1000_u32 {
///     proof.check(&n, n % 2, n & 1);
/// }
/// assert_eq!(proof.finish(1000, 0), 1000);
/// ```
#[derive(Debug)]
pub struct Proof {
    game: &'static str,
    claim: &'static str,
    instances: u64,
    started: Instant,
}

impl Proof {
    /// Starts a proof for a game of what `claim` says, as in `answers agree`.
    #[must_use]
    pub fn of(game: &'static str, claim: &'static str) -> Self {
        Proof {
            game,
            claim,
            instances: 0,
            started: Instant::now(),
        }
    }

    /// Counts one instance for which the theorem and the rules must say the same.
    ///
    /// # Panics
    /// They do not; the message holds the instance.
    #[track_caller]
    #[inline]
    pub fn check<T: PartialEq + Debug>(&mut self, instance: &dyn Display, theorem: T, rules: T) {
        self.instances += 1;
        assert!(
            theorem == rules,
            "{}: the theorem says {theorem:?}, the rules say {rules:?} of\n{instance}",
            self.game
        );
    }

    /// Ends the proof and prints it: what was claimed, of how many instances, from how many
    /// searched `positions` (0 if none were kept), in what time. Gives the number of instances.
    ///
    /// # Panics
    /// Fewer than `least` instances were checked, so that an empty run proves nothing.
    #[track_caller]
    #[expect(
        clippy::print_stdout,
        reason = "the test runner captures what is printed, and shows it with --nocapture"
    )]
    pub fn finish(self, least: u64, positions: usize) -> u64 {
        let Proof {
            game,
            claim,
            instances,
            started,
        } = self;
        let searched = match positions {
            0 => String::new(),
            _ => format!(", {positions} positions searched"),
        };
        let seconds = started.elapsed().as_secs_f64();
        assert!(
            instances >= least,
            "{game}: {instances} instances checked, at least {least} expected"
        );
        println!("{game}: {claim}: {instances} instances{searched}, {seconds:.2} s");
        instances
    }
}

impl Proof {
    /// Counts every instance of `P` up to `size`, its answer by the theorem against its answer by
    /// search. Simple and slow, for each search starts anew: exhaustive runs over a whole game
    /// share one memo and call [`Proof::check`].
    ///
    /// # Panics
    /// The two answers differ, or an instance is too large to search.
    #[track_caller]
    pub fn check_answers<P: Problem>(&mut self, size: usize) {
        for instance in P::small(size) {
            match P::brute(&instance) {
                Ok(rules) => self.check(&instance, P::solve(&instance), rules),
                Err(error) => panic_with(&format!("{}: {error}:\n{instance}", P::NAME)),
            }
        }
    }
}

#[track_caller]
#[expect(clippy::panic, reason = "a test helper fails by panicking")]
pub(crate) fn panic_with(message: &str) -> ! {
    panic!("{message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "the theorem says 1, the rules say 2 of\n3 4")]
    fn a_disagreement_shows_the_instance() {
        Proof::of("game", "claim").check(&"3 4", 1, 2);
    }

    #[test]
    #[should_panic(expected = "1 instances checked, at least 2 expected")]
    fn a_proof_of_nothing_fails() {
        let mut proof = Proof::of("game", "claim");
        proof.check(&"3 4", 1, 1);
        let _ = proof.finish(2, 0);
    }
}
