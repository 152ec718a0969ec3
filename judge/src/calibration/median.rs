//! The median of a few times, and how well it is known.

use std::time::Duration;

/// How sure an interval is to hold the median.
const CONFIDENCE: f64 = 0.95;

/// The median of sorted times; the later of two in the middle, since a limit must not be too short.
pub(super) fn median(sorted: &[Duration]) -> Option<Duration> {
    sorted.get(sorted.len() / 2).copied()
}

/// The shortest interval between order statistics, as far from one end as from the other, that holds
/// the true median with 95 %; `None` for fewer than six times, which no such interval is sure of.
///
/// Each time is above the median with probability one half, whatever they are distributed like. So
/// the median is below the k-th of n times with the probability that fewer than k of n tosses of a
/// coin fall on one side (the sign test; see Conover, *Practical Nonparametric Statistics*, 3.2).
pub(super) fn interval(sorted: &[Duration]) -> Option<(Duration, Duration)> {
    let n = sorted.len();
    let mut outside = 0.0;
    let mut ways = 0.5f64.powi(i32::try_from(n).ok()?);
    let mut found = None;
    for k in 0..n / 2 {
        outside += 2.0 * ways;
        if 1.0 - outside < CONFIDENCE {
            break;
        }
        found = Some((*sorted.get(k)?, *sorted.get(n - 1 - k)?));
        ways *= (n - k) as f64 / (k + 1) as f64;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_tables() {
        // The ranks in any table of the sign test at 5 %.
        for (n, ranks) in [
            (0, None),
            (5, None),
            (6, Some((1, 6))),
            (8, Some((1, 8))),
            (9, Some((2, 8))),
            (10, Some((2, 9))),
            (12, Some((3, 10))),
            (15, Some((4, 12))),
            (20, Some((6, 15))),
            (25, Some((8, 18))),
        ] {
            let times: Vec<Duration> = (1..=n).map(Duration::from_secs).collect();
            let found = interval(&times).map(|(low, high)| (low.as_secs(), high.as_secs()));
            assert_eq!(found, ranks, "{n}");
        }
    }

    #[test]
    fn of_two_in_the_middle_the_later_counts() {
        let seconds = |times: &[u64]| -> Vec<Duration> {
            times.iter().copied().map(Duration::from_secs).collect()
        };
        assert_eq!(median(&seconds(&[])), None);
        assert_eq!(median(&seconds(&[1, 2, 9])), Some(Duration::from_secs(2)));
        assert_eq!(
            median(&seconds(&[1, 2, 3, 9])),
            Some(Duration::from_secs(3))
        );
    }
}
