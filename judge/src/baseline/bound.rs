//! How long a case may take before it counts as slower than it was.
//!
//! A time is *beyond* the old ones when it exceeds, for each of them,
//!
//! ```text
//! old · max(1.4 · pace, 1.2) + 4 ms
//! ```
//!
//! where `pace` is the time of the yardstick now by that beside the old time. A machine that is
//! slower or busier than it was takes longer for both, so only what is left counts. One that is
//! faster makes the bound smaller, but never smaller than a fifth above the old time: programs
//! differ in how much they gain.
//!
//! A case is slower only if every time of it is beyond: the first, and those of five runs alone. So
//! what is less than 1.4 times and 4 ms is never told, and a doubling from 20 ms on leaves room for
//! a quarter of noise in all that was measured.
//!
//! Where the earlier program can be run again, old times only give the *hint* to do so, at a tenth and
//! 4 ms more than the shortest of them by the machine's pace.

use std::time::Duration;

use package::Verdict;

use super::seen::ends_by_itself;
use crate::model::Timed;

const FACTOR: f64 = 1.4;
const LEAST: f64 = 1.2;
const HINT: f64 = 1.1;
const SLACK: Duration = Duration::from_millis(4);

/// The longest that a run may take beside this yardstick without being beyond the old times.
pub(crate) fn bound(old: &[Timed], yardstick: Option<Duration>) -> Option<Duration> {
    let one = |old: &Timed| {
        let pace = pace(old.yardstick, yardstick).unwrap_or(1.0);
        old.cpu.mul_f64((FACTOR * pace).max(LEAST)) + SLACK
    };
    old.iter().map(one).max()
}

/// How many times its bound a run took; above 1 it is beyond. `None` if there is nothing to hold it
/// against.
pub(crate) fn excess(old: &[Timed], new: &Timed) -> Option<f64> {
    let bound = bound(old, new.yardstick)?;
    Some(new.cpu.as_secs_f64() / bound.as_secs_f64())
}

/// How many times as long as it takes for a hint a run took.
pub(crate) fn hint(old: &[Timed], new: &Timed) -> Option<f64> {
    let one = |old: &Timed| {
        let pace = pace(old.yardstick, new.yardstick).unwrap_or(1.0);
        old.cpu.mul_f64(HINT * pace) + SLACK
    };
    let bound = old.iter().map(one).min()?;
    Some(new.cpu.as_secs_f64() / bound.as_secs_f64())
}

/// The longest that a run may take beside one of the earlier program without being beyond that.
pub(crate) fn bound_beside(old: Duration) -> Duration {
    old.mul_f64(FACTOR) + SLACK
}

/// Shorter times need not be known better: no change of them is told that is not many times their
/// noise.
const TIMED_AGAIN_FROM: Duration = Duration::from_millis(10);
/// Two times agree if the longer is at most so many times the shorter.
const AGREE: f64 = 1.1;
/// How often a case is timed at the most, however far its times are apart.
const MOST_TIMES: usize = 5;

/// Whether a recording should have one more time of a case: the two shortest that it has do not
/// agree, so that nobody knows yet what its time is and how far it is off now and then.
pub(crate) fn wants_a_time(verdict: Verdict, times: &[Timed]) -> bool {
    let mut times: Vec<Duration> = times.iter().map(|timed| timed.cpu).collect();
    times.sort_unstable();
    let agree = match times[..] {
        [] => return false,
        [shortest, ..] if shortest < TIMED_AGAIN_FROM => return false,
        [_] => false,
        [shortest, next, ..] => next <= shortest.mul_f64(AGREE),
    };
    !agree && times.len() < MOST_TIMES && ends_by_itself(verdict)
}

/// How many times as long the yardstick took; within what a machine can be, so that no product of
/// it is out of range.
pub(super) fn pace(old: Option<Duration>, new: Option<Duration>) -> Option<f64> {
    let (old, new) = (old?.as_secs_f64(), new?.as_secs_f64());
    (old > 0.0 && new > 0.0).then(|| (new / old).clamp(0.01, 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(cpu_ms: u64, yardstick_us: u64) -> Timed {
        Timed {
            cpu: Duration::from_millis(cpu_ms),
            yardstick: Some(yardstick_us)
                .filter(|us| *us > 0)
                .map(Duration::from_micros),
        }
    }

    #[test]
    fn noise_is_within_the_bound_and_a_doubling_is_not() {
        for (old, new, beyond) in [
            // The same machine.
            (&[(20, 100)][..], (20, 100), false),
            (&[(20, 100)], (32, 100), false),
            (&[(20, 100)], (40, 100), true),
            (&[(1000, 100)], (1400, 100), false),
            (&[(1000, 100)], (2000, 100), true),
            // A time so short that its noise is as long.
            (&[(1, 100)], (5, 100), false),
            // One half as fast, or as busy.
            (&[(100, 100)], (200, 200), false),
            (&[(100, 100)], (400, 200), true),
            // One twice as fast: who gains nothing is not slower, who takes as long as twice is.
            (&[(100, 200)], (100, 100), false),
            (&[(100, 200)], (124, 100), false),
            (&[(100, 200)], (125, 100), true),
            // The longest of several.
            (&[(20, 100), (30, 100)], (46, 100), false),
            (&[(20, 100), (30, 100)], (47, 100), true),
            // The longest for this machine.
            (&[(100, 100), (110, 200)], (144, 100), false),
            (&[(100, 100), (110, 200)], (145, 100), true),
            // No yardstick: as if nothing else had changed.
            (&[(100, 0)], (144, 300), false),
            (&[(100, 0)], (145, 300), true),
        ] {
            let old: Vec<Timed> = old.iter().map(|(cpu, us)| timed(*cpu, *us)).collect();
            let new = timed(new.0, new.1);
            let found = excess(&old, &new).unwrap() > 1.0;
            assert_eq!(found, beyond, "{old:?} {new:?}");
        }
        assert_eq!(excess(&[], &timed(1, 1)), None);
    }

    #[test]
    fn the_shortest_time_gives_a_hint_by_the_pace_of_the_machine() {
        for (old, new, hints) in [
            (&[(100, 100)][..], (114, 100), false),
            (&[(100, 100)], (115, 100), true),
            (&[(200, 100), (100, 100)], (115, 100), true),
            // A machine half as fast, and one twice as fast.
            (&[(100, 100)], (224, 200), false),
            (&[(100, 100)], (225, 200), true),
            (&[(100, 200)], (59, 100), false),
            (&[(100, 200)], (60, 100), true),
            (&[(1, 100)], (5, 100), false),
        ] {
            let old: Vec<Timed> = old.iter().map(|(cpu, us)| timed(*cpu, *us)).collect();
            let found = hint(&old, &timed(new.0, new.1)).unwrap() > 1.0;
            assert_eq!(found, hints, "{old:?} {new:?}");
        }
        assert_eq!(hint(&[], &timed(1, 1)), None);
    }

    #[test]
    fn a_long_case_is_timed_until_two_of_its_times_agree() {
        for (verdict, times, wanted) in [
            (Verdict::AC, &[][..], false),
            (Verdict::AC, &[9], false),
            (Verdict::AC, &[10], true),
            (Verdict::AC, &[100, 110], false),
            (Verdict::AC, &[100, 111], true),
            (Verdict::WA, &[200, 100, 150], true),
            // The two shortest, wherever they are.
            (Verdict::WA, &[200, 100, 105], false),
            (Verdict::WA, &[100, 200, 150, 120], true),
            (Verdict::WA, &[100, 200, 150, 120, 300], false),
            // Ended by the judge: the time is the limit's.
            (Verdict::TLE, &[1000], false),
            (Verdict::RTE, &[1000], false),
        ] {
            let timed: Vec<Timed> = times.iter().map(|cpu| timed(*cpu, 100)).collect();
            assert_eq!(wants_a_time(verdict, &timed), wanted, "{times:?}");
        }
    }

    #[test]
    fn no_time_in_a_file_is_out_of_range() {
        let long = Timed {
            cpu: Duration::from_secs(1_000_000_000),
            yardstick: Some(Duration::from_nanos(1)),
        };
        assert!(bound(&[long], Some(Duration::from_secs(1_000_000_000))).is_some());
    }
}
