//! Which seeds and sizes are tried, and in which order: always the same.

use std::fmt;

/// One call of the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Try {
    /// The first is 1.
    pub(crate) number: usize,
    pub(crate) seed: u64,
    pub(crate) size: u64,
    /// Whether it is only about crashes and limits: no reference is asked, and nothing runs beside it.
    pub(crate) is_sprint: bool,
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

/// Up to this size every size is tried.
const TINY: u64 = 8;
/// How often each tiny size is tried in the first round, and in the second.
const OFTEN: u64 = 2;
/// Up to this size inputs are still cheap.
const SMALL: u64 = 64;
/// So many tries are before the one of the largest size that shows who is too slow at once.
const BEFORE_SPRINT: usize = (TINY * OFTEN) as usize;
/// From here on rounds are alike.
const ROUNDS: u32 = 8;

/// All tries: each with a seed of its own, from `seed` on. Round after round goes from tiny inputs to
/// the largest, and larger ones twice as often as in the round before: most faults show on tiny inputs,
/// which are also the cheapest and soon all the same, and some on the largest only. The first round is
/// short, so that within seconds every size was tried. Who is too slow has not to be met at every size
/// up to that: after the tiny ones the largest comes once, for the solution alone.
pub(crate) fn tries(seed: u64, sizes: Sizes) -> impl Iterator<Item = Try> + Send {
    let rounds = (0..).flat_map(move |round: u32| {
        let factor = 1 << round.min(ROUNDS);
        ladder(sizes).flat_map(move |size| {
            let often = match sizes {
                _ if size <= TINY => {
                    if round < 2 {
                        OFTEN
                    } else {
                        1
                    }
                }
                Sizes::UpTo(largest) if size == largest => 2 * factor,
                _ if size <= SMALL => factor,
                _ => (factor / 2).max(1),
            };
            (0..often).map(move |_| size)
        })
    });
    let mut rounds = rounds.map(|size| (size, false));
    let tiny: Vec<(u64, bool)> = rounds.by_ref().take(BEFORE_SPRINT).collect();
    let sprint = match sizes {
        Sizes::UpTo(largest) if largest > TINY => Some((largest, true)),
        _ => None,
    };
    let sizes = tiny.into_iter().chain(sprint).chain(rounds);
    (1..)
        .zip(sizes)
        .map(move |(number, (size, is_sprint))| Try {
            number,
            seed: seed.wrapping_add(number as u64 - 1),
            size,
            is_sprint,
        })
}

/// The sizes of a round: each tiny one, then half as much again, and the largest.
pub(super) fn ladder(sizes: Sizes) -> impl Iterator<Item = u64> {
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
            .take(42)
            .collect();
        let tiny: Vec<u64> = (1..=8).flat_map(|size| [size; 2]).collect();
        assert_eq!(sizes[..16], tiny);
        assert_eq!(sizes[16..20], [13, 12, 13, 13]);
        assert_eq!(sizes[20..36], tiny);
        assert_eq!(sizes[36..], [12, 12, 13, 13, 13, 13]);
    }

    #[test]
    fn the_largest_comes_once_after_the_tiny_ones_where_it_is_larger() {
        for (sizes, expected) in [
            (Sizes::UpTo(100), Some((17, 100))),
            (Sizes::UpTo(8), None),
            (Sizes::Just(100), None),
        ] {
            let all: Vec<Try> = tries(1, sizes).take(200).collect();
            let sprints = all.iter().filter(|one| one.is_sprint);
            let sprints: Vec<(usize, u64)> = sprints.map(|one| (one.number, one.size)).collect();
            assert_eq!(sprints, Vec::from_iter(expected), "{sizes:?}");
        }
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
