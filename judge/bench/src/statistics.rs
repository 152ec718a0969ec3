//! Samples of durations and what can be said of them; what is compared runs interleaved.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::trouble::Trouble;

/// Runs one after the other before the next contender's turn. The first of them is not counted: it would pay for what
/// the contender before it has put off.
const TURN: usize = 10;

/// One way of doing the thing that is measured.
pub(crate) struct Contender<'a> {
    pub(crate) name: String,
    pub(crate) action: Box<dyn FnMut() -> Result<(), Trouble> + 'a>,
}

/// Measures every contender `runs` times or a little more, in turns; the samples are in the contenders' order.
pub(crate) fn interleave(
    contenders: &mut [Contender<'_>],
    runs: usize,
) -> Result<Vec<Sample>, Trouble> {
    let mut times = vec![Vec::new(); contenders.len()];
    for _ in 0..runs.div_ceil(TURN) {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            (contender.action)()?;
            for _ in 0..TURN {
                let started = Instant::now();
                (contender.action)()?;
                times.push(started.elapsed());
            }
        }
    }
    Ok(times.into_iter().map(Sample::new).collect())
}

/// Measures the CPU time of every contender so many times, one after the other, for work in this thread that takes
/// long; the first round is not counted.
pub(crate) fn alternate(
    contenders: &mut [Contender<'_>],
    rounds: usize,
) -> Result<Vec<Sample>, Trouble> {
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..=rounds.max(1) {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let started = cpu_time();
            (contender.action)()?;
            if round > 0 {
                times.push(cpu_time().saturating_sub(started));
            }
        }
    }
    Ok(times.into_iter().map(Sample::new).collect())
}

/// CPU time of this thread until now.
fn cpu_time() -> Duration {
    // The clock is never before its beginning.
    clock_gettime(ClockId::ThreadCPUTime)
        .try_into()
        .unwrap_or_default()
}

/// Durations, shortest first.
pub(crate) struct Sample(Vec<Duration>);

impl Sample {
    pub(crate) fn new(mut times: Vec<Duration>) -> Sample {
        times.sort_unstable();
        Sample(times)
    }

    /// The duration that this part of the others (0 to 1) does not exceed; zero of an empty sample.
    fn quantile(&self, part: f64) -> Duration {
        let last = self.0.len().saturating_sub(1);
        // A rank is small and not negative.
        let rank = (part * last as f64).round() as usize;
        self.0.get(rank).copied().unwrap_or_default()
    }

    fn mean(&self) -> Duration {
        let count = u32::try_from(self.0.len()).unwrap_or(u32::MAX).max(1);
        self.0.iter().sum::<Duration>() / count
    }

    /// What is reported of it.
    pub(crate) fn summary(&self) -> Summary {
        Summary {
            count: self.0.len(),
            least_us: microseconds(self.quantile(0.0)),
            median_us: microseconds(self.quantile(0.5)),
            p95_us: microseconds(self.quantile(0.95)),
            most_us: microseconds(self.quantile(1.0)),
            mean_us: microseconds(self.mean()),
        }
    }
}

/// A sample in a few numbers, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Summary {
    pub(crate) count: usize,
    pub(crate) least_us: f64,
    pub(crate) median_us: f64,
    pub(crate) p95_us: f64,
    pub(crate) most_us: f64,
    pub(crate) mean_us: f64,
}

fn microseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_members_of_the_sample() {
        let sample = Sample::new((1..=101).rev().map(Duration::from_micros).collect());
        let summary = sample.summary();
        assert_eq!(
            (summary.least_us, summary.median_us, summary.p95_us),
            (1.0, 51.0, 96.0)
        );
        assert_eq!((summary.most_us, summary.mean_us), (101.0, 51.0));
    }

    #[test]
    fn nothing_measured_is_zero() {
        let summary = Sample::new(Vec::new()).summary();
        assert_eq!(
            (summary.count, summary.median_us, summary.mean_us),
            (0, 0.0, 0.0)
        );
    }

    #[test]
    fn every_contender_has_its_turns() {
        let turns = std::cell::RefCell::new(Vec::new());
        let contender = |name: &'static str| Contender {
            name: name.to_owned(),
            action: Box::new({
                let turns = &turns;
                move || {
                    turns.borrow_mut().push(name);
                    Ok(())
                }
            }),
        };
        let samples = interleave(&mut [contender("a"), contender("b")], TURN + 1).unwrap();
        let counts: Vec<usize> = samples.iter().map(|sample| sample.0.len()).collect();
        assert_eq!(counts, [2 * TURN; 2]);
        // With the first of each turn, which is not counted.
        let turns = turns.borrow();
        let expected = ["a", "b", "a", "b"].map(|name| [name; TURN + 1]);
        assert_eq!(*turns, expected.as_flattened());
    }
}
