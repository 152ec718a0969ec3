//! Which seeds and sizes are tried, and in which order: always the same.

use std::fmt;

/// One call of the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Try {
    /// The first is 1.
    pub(crate) number: usize,
    pub(crate) seed: u64,
    pub(crate) size: u64,
}

impl fmt::Display for Try {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {} and size {}", self.seed, self.size)
    }
}

/// The sizes to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sizes {
    /// This one only.
    Just(u64),
    /// From 1 to this one.
    UpTo(u64),
}

/// Up to this size every size is tried, and more often than larger ones.
const TINY: u64 = 8;
/// How often in the first round, as is the largest.
const OFTEN: u64 = 4;
/// From here on rounds are alike.
const ROUNDS: u32 = 16;

/// All tries: each with a seed of its own, from `seed` on. Round after round goes from tiny inputs to
/// the largest, each with twice as many as the one before: most faults show on tiny inputs, which
/// are also the cheapest, and some only on the largest.
pub(crate) fn tries(seed: u64, sizes: Sizes) -> impl Iterator<Item = Try> + Send {
    let rounds = (0..).flat_map(move |round: u32| {
        let factor = 1 << round.min(ROUNDS);
        ladder(sizes).flat_map(move |size| {
            let is_last = matches!(sizes, Sizes::UpTo(largest) if size == largest);
            let often = if size <= TINY || is_last { OFTEN } else { 1 };
            (0..often * factor).map(move |_| size)
        })
    });
    (1..).zip(rounds).map(move |(number, size)| Try {
        number,
        seed: seed.wrapping_add(number as u64 - 1),
        size,
    })
}

/// The sizes of a round: each tiny one, then half as much again, and the largest.
fn ladder(sizes: Sizes) -> impl Iterator<Item = u64> {
    let (first, last) = match sizes {
        Sizes::Just(size) => (size, size),
        Sizes::UpTo(largest) => (1, largest.max(1)),
    };
    std::iter::successors(Some(first), move |&size| {
        let step = if size < TINY { 1 } else { size / 2 };
        (size < last).then(|| size.saturating_add(step).min(last))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_from_tiny_to_the_largest_and_begin_anew() {
        let sizes: Vec<u64> = ladder(Sizes::UpTo(100)).collect();
        assert_eq!(sizes, [1, 2, 3, 4, 5, 6, 7, 8, 12, 18, 27, 40, 60, 90, 100]);
        assert_eq!(ladder(Sizes::UpTo(3)).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(ladder(Sizes::Just(50)).collect::<Vec<_>>(), [50]);
        assert!(ladder(Sizes::UpTo(u64::MAX)).count() < 120);

        let sizes: Vec<u64> = tries(1, Sizes::UpTo(13))
            .map(|one| one.size)
            .take(47)
            .collect();
        let tiny: Vec<u64> = (1..=8).flat_map(|size| [size; 4]).collect();
        assert_eq!(sizes[..32], tiny);
        assert_eq!(sizes[32..37], [12, 13, 13, 13, 13]);
        assert_eq!(sizes[37..], [1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
    }

    #[test]
    fn every_try_has_a_seed_of_its_own() {
        let tries: Vec<Try> = tries(u64::MAX, Sizes::Just(4)).take(3).collect();
        let shown: Vec<String> = tries.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "seed 18446744073709551615 and size 4",
                "seed 0 and size 4",
                "seed 1 and size 4"
            ]
        );
        assert_eq!(tries[2].number, 3);
    }
}
