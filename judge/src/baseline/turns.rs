//! Two programs that take turns on the same case, the earlier one and that of this run.
//!
//! What disturbs the machine disturbs both, whether a yardstick feels it or not. Each turn, one run
//! of each, votes: for *slower* if this program took more than 1.4 times as long and 4 ms, else
//! against it. It is over when one side leads by five, or after 21 turns, or when from five turns on
//! all of it took 20 s on the clock: then the majority decides.
//!
//! So five turns decide where times are steady. Where those of a program are anywhere between the
//! least and three times that, one vote in four is wrong, and still one decision in a hundred at the
//! most, as the tests show.

use std::time::Duration;

use super::bound::bound_beside;

/// By how many votes a side has to lead.
const LEAD: usize = 5;
/// The most turns; odd, so that there is a majority.
const TURNS: usize = 21;
/// The most time on the clock once there are as many turns as may decide.
const LONG: Duration = Duration::from_secs(20);

/// The times of each turn: the earlier program's, and this one's.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turns {
    taken: Vec<(Duration, Duration)>,
    /// How many vote for *slower*.
    slower: usize,
    /// Time on the clock.
    elapsed: Duration,
}

/// What is known of a case that looks slower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing yet.
    Open,
    Slower,
    NotSlower,
}

impl Turns {
    /// How many turns it takes at least.
    pub(crate) const LEAST: u32 = LEAD as u32;

    /// Takes one more turn, given the CPU times and what all of it took on the clock.
    pub(crate) fn take(&mut self, earlier: Duration, now: Duration, elapsed: Duration) {
        self.slower += usize::from(now > bound_beside(earlier));
        self.elapsed += elapsed;
        self.taken.push((earlier, now));
    }

    pub(crate) fn standing(&self) -> Standing {
        let turns = self.taken.len();
        let others = turns - self.slower;
        let is_over = self.slower.abs_diff(others) >= LEAD
            || turns >= TURNS
            || (turns >= LEAD && self.elapsed >= LONG);
        match is_over {
            false => Standing::Open,
            true if self.slower > others => Standing::Slower,
            true => Standing::NotSlower,
        }
    }

    /// The times in the middle, of the earlier program and of this one.
    pub(crate) fn middle(&self) -> (Duration, Duration) {
        let middle = |time: fn(&(Duration, Duration)) -> Duration| {
            let mut times: Vec<Duration> = self.taken.iter().map(time).collect();
            times.sort_unstable();
            times.get(times.len() / 2).copied().unwrap_or_default()
        };
        (middle(|turn| turn.0), middle(|turn| turn.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn after(turns: &[(u64, u64)]) -> (usize, Standing) {
        let mut all = Turns::default();
        for (earlier, now) in turns {
            if all.standing() == Standing::Open {
                all.take(ms(*earlier), ms(*now), ms(earlier + now));
            }
        }
        (all.taken.len(), all.standing())
    }

    #[test]
    fn five_votes_ahead_decide() {
        let (slow, same) = ((20, 40), (20, 32));
        for (turns, expected) in [
            (vec![slow; 4], (4, Standing::Open)),
            (vec![slow; 9], (5, Standing::Slower)),
            (vec![same; 9], (5, Standing::NotSlower)),
            ([vec![same], vec![slow; 9]].concat(), (7, Standing::Slower)),
            // The majority.
            ([same, slow].repeat(30), (21, Standing::NotSlower)),
            ([slow, same].repeat(30), (21, Standing::Slower)),
            (
                [(1000, 1300), (1000, 1500)].repeat(30),
                (9, Standing::NotSlower),
            ),
            // Five turns, however long they take.
            (vec![(90_000, 200_000); 9], (5, Standing::Slower)),
        ] {
            assert_eq!(after(&turns), expected, "{turns:?}");
        }
    }

    #[test]
    fn the_times_in_the_middle_are_told() {
        let mut turns = Turns::default();
        for (earlier, now) in [(20, 41), (90, 40), (21, 39)] {
            turns.take(ms(earlier), ms(now), ms(0));
        }
        assert_eq!(turns.middle(), (ms(21), ms(40)));
        assert_eq!(Turns::default().middle(), (ms(0), ms(0)));
    }

    /// Of 1000 cases whose times are anywhere between one and three times the least, how many are
    /// told as slower when this program does so many times the work.
    fn told(factor: f64) -> usize {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut time = |least: f64| {
            let longer = 3_f64.powf(random());
            Duration::from_secs_f64(least * longer)
        };
        let is_told = |_: &usize| {
            let mut turns = Turns::default();
            while turns.standing() == Standing::Open {
                turns.take(time(0.1), time(0.1 * factor), ms(0));
            }
            turns.standing() == Standing::Slower
        };
        (0..1000).filter(is_told).count()
    }

    #[test]
    fn times_three_times_apart_hide_no_doubling_and_are_none() {
        let (same, double) = (told(1.0), told(2.0));
        assert!(same <= 10, "{same} unchanged told");
        assert!(double >= 990, "{double} doubled told");
    }
}
