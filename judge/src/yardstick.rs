//! A fixed piece of work by whose time a slower or a busier machine is told from a slower program.
//!
//! Work in registers and in the first cache, as most of what solutions do: it feels a slower
//! processor, a lower frequency and a neighbour on the same core as they do. What it does not feel
//! is memory that others keep busy.

use std::cell::Cell;
use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// How often the work is done: an interrupt spoils one of them.
const TRIES: usize = 3;
/// Steps of one try, a tenth of a millisecond or so.
const STEPS: u32 = 40_000;
/// Words of the table, a power of two: 8 KiB.
const WORDS: usize = 1 << 10;

/// How long a measurement stands for what comes after it on the same thread: very short cases are not
/// to be made twice as long by it.
const FRESH: Duration = Duration::from_millis(20);

thread_local! {
    static LAST: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
}

/// The CPU time that the work takes here and about now.
pub(crate) fn recent() -> Duration {
    let last = LAST.get().filter(|(at, _)| at.elapsed() < FRESH);
    match last {
        Some((_, time)) => time,
        None => {
            let time = measure();
            LAST.set(Some((Instant::now(), time)));
            time
        }
    }
}

/// Two times of the work agree if the longer is at most so many times the shorter.
const AGREE: f64 = 1.15;
/// A moment that is over spoils nothing that comes so much later.
const MOMENT: Duration = Duration::from_millis(5);

/// The time of the work beside a run, given those before and after it: the longer, if they agree. Else
/// a moment that the run hardly felt has spoilt one of them; then it is measured once more, and the
/// time in the middle counts.
pub(crate) fn beside(
    before: Duration,
    after: Duration,
    again: impl FnOnce() -> Duration,
) -> Duration {
    let (shorter, longer) = (before.min(after), before.max(after));
    match longer <= shorter.mul_f64(AGREE) {
        true => longer,
        false => again().clamp(shorter, longer),
    }
}

/// The CPU time that the work takes a moment later.
pub(crate) fn later() -> Duration {
    thread::sleep(MOMENT);
    measure()
}

/// The CPU time that the work takes here and now.
pub(crate) fn measure() -> Duration {
    let tries = (0..TRIES).map(|_| {
        let begin = cpu();
        black_box(work());
        cpu().saturating_sub(begin)
    });
    tries.min().unwrap_or_default()
}

fn work() -> u64 {
    let mut table = [0_u64; WORDS];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for step in 0..STEPS {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let word = &mut table[state as usize % WORDS];
        // A branch that nobody can foretell, as in a search.
        if *word & 1 == 0 {
            *word = word.wrapping_add(state | 1);
        } else {
            *word = word.wrapping_mul(state).wrapping_add(u64::from(step));
        }
        state = state.wrapping_add(*word);
        if state == 0 {
            state = 1;
        }
    }
    state
}

/// CPU time of this thread.
fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(now.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_that_spoils_one_time_of_three_does_not_count() {
        for (before, after, again, expected) in [
            (100, 110, 0, 110),
            (110, 100, 0, 110),
            // Spoilt before, after, and once more.
            (300, 100, 104, 104),
            (100, 300, 104, 104),
            (100, 120, 400, 120),
            // The machine has become slower.
            (100, 200, 210, 200),
            (200, 100, 90, 100),
        ] {
            let ms = Duration::from_millis;
            let found = beside(ms(before), ms(after), || ms(again));
            assert_eq!(found, ms(expected), "{before} {after} {again}");
        }
    }

    #[test]
    fn the_work_is_the_same_each_time_and_takes_some() {
        assert_eq!(work(), work());
        assert!(measure() > Duration::ZERO);
    }
}
