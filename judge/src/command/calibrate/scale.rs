//! A logarithmic scale of times: whole decades around all that is shown.

use std::time::Duration;

/// Below this nothing is told apart.
const LEAST: f64 = 1e-3;

/// From the first decade to the last, as exponents of ten of seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    first: f64,
    last: f64,
}

impl Scale {
    pub(super) fn around(times: impl Iterator<Item = Duration>) -> Scale {
        let exponents: Vec<f64> = times.map(exponent).collect();
        let least = exponents.iter().copied().fold(f64::INFINITY, f64::min);
        let most = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match least.is_finite() {
            true => Scale {
                first: least.floor(),
                // One decade is the least that can be drawn.
                last: most.ceil().max(least.floor() + 1.0),
            },
            false => Scale {
                first: -3.0,
                last: 0.0,
            },
        }
    }

    /// Where a time is, from 0 to 1.
    pub(super) fn place(&self, time: Duration) -> f64 {
        ((exponent(time) - self.first) / (self.last - self.first)).clamp(0.0, 1.0)
    }

    /// The decades with their places.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let count = (self.last - self.first).round() as i32;
        let first = self.first as i32;
        (0..=count)
            .map(|step| {
                let label = match first + step {
                    exponent @ ..0 => format!("{} ms", 10i64.pow((exponent + 3).unsigned_abs())),
                    exponent => format!("{} s", 10i64.pow(exponent.unsigned_abs())),
                };
                (f64::from(step) / f64::from(count), label)
            })
            .collect()
    }
}

fn exponent(time: Duration) -> f64 {
    time.as_secs_f64().max(LEAST).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_lie_around_all_times() {
        let millis = Duration::from_millis;
        for (times, labels) in [
            (&[][..], &["1 ms", "10 ms", "100 ms", "1 s"][..]),
            (&[0], &["1 ms", "10 ms"]),
            (&[12, 70], &["10 ms", "100 ms"]),
            (&[100, 2000], &["100 ms", "1 s", "10 s"]),
            (&[1000], &["1 s", "10 s"]),
        ] {
            let scale = Scale::around(times.iter().copied().map(millis));
            let ticks = scale.ticks();
            let found: Vec<&str> = ticks.iter().map(|(_, label)| label.as_str()).collect();
            assert_eq!(found, labels, "{times:?}");
            assert_eq!((ticks[0].0, ticks[ticks.len() - 1].0), (0.0, 1.0));
        }
        let scale = Scale::around([10, 1000].into_iter().map(millis));
        assert!((scale.place(millis(100)) - 0.5).abs() < 1e-9);
        assert_eq!(scale.place(millis(1)), 0.0);
    }
}
