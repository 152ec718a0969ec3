//! Random numbers for generators: the same from the same seed, on every machine and for ever.
//!
//! A generated test case is named by its seed and checked by its hash, so the stream may never
//! change. The source is PCG64 with all constants given here; the distributions are our own, for
//! those of a library may change with its version. A test holds golden values.

use std::ops::RangeInclusive;

use rand_core::Rng as _;
use rand_pcg::Pcg64;

/// A seeded source of random numbers.
#[derive(Debug, Clone)]
pub struct Rng(Pcg64);

impl Rng {
    /// The source for `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng(Pcg64::new(u128::from(seed), 0x0a02_bdbf_7bb3_c0a7))
    }

    /// A number in `0..bound`, each as likely. `bound` 0 gives 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Numbers below `rejected` would make the small remainders likelier than the others.
        let rejected = if bound == 0 {
            return 0;
        } else {
            bound.wrapping_neg() % bound
        };
        loop {
            let bits = self.0.next_u64();
            if bits >= rejected {
                return (bits % bound) as usize;
            }
        }
    }

    /// A number in `range`, each as likely; its start if the range is empty.
    pub fn within(&mut self, range: RangeInclusive<usize>) -> usize {
        let (low, high) = range.into_inner();
        let bits = match high.checked_sub(low) {
            None => 0,
            Some(usize::MAX) => self.0.next_u64() as usize,
            Some(span) => self.below(span + 1),
        };
        low + bits
    }

    /// True in `part` of `whole` draws on average.
    pub fn chance(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// One of `items`, each as likely; none if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Rng::new(7);
        let drawn: Vec<usize> = (0..8).map(|_| rng.below(1_000_000)).collect();
        assert_eq!(drawn, GOLDEN);
    }

    const GOLDEN: [usize; 8] = [
        108_487, 379_387, 718_734, 902_836, 716_845, 582_432, 579_693, 534_711,
    ];

    #[test]
    fn ranges_are_reached_at_both_ends_and_never_left() {
        let mut rng = Rng::new(1);
        let mut seen = [0_u32; 7];
        for _ in 0..7000 {
            seen[rng.within(3..=9) - 3] += 1;
        }
        assert!(
            seen.iter().all(|&count| (800..1200).contains(&count)),
            "{seen:?}"
        );
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.within(5..=5), 5);
        assert!(
            (0..100)
                .map(|_| rng.within(0..=usize::MAX))
                .any(|n| n > usize::MAX / 2)
        );
    }

    #[test]
    fn chances_and_picks_are_fair() {
        let mut rng = Rng::new(2);
        let hits = (0..9000).filter(|_| rng.chance(2, 3)).count();
        assert!((5800..6200).contains(&hits), "{hits} of 9000");
        let mut seen = [0_u32; 3];
        for _ in 0..3000 {
            seen[*rng.pick(&[0, 1, 2]).unwrap()] += 1;
        }
        assert!(
            seen.iter().all(|&count| (900..1100).contains(&count)),
            "{seen:?}"
        );
        assert_eq!(rng.pick::<usize>(&[]), None);
    }
}
