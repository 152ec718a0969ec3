//! How far a limit must be from the times on both sides of it.

use std::time::Duration;

use package::TimeRule;

use crate::timing;

/// The figures of a rule, whichever format it is of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Margins {
    /// The limit is at least so many times the slowest solution that must be in time.
    pub(crate) ac_to_limit: f64,
    /// The fastest that must not takes at least so many times the limit.
    pub(crate) limit_to_tle: f64,
    /// The limit is a multiple of this, in seconds.
    pub(crate) resolution: f64,
}

/// Where a package has no rule: the figures that the 2025-09 format takes where a package has none.
const USUAL: Margins = Margins {
    ac_to_limit: 2.0,
    limit_to_tle: 1.5,
    resolution: 1.0,
};

/// What room there is for a limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Room {
    /// There is, and this is the smallest.
    Limit(Duration),
    /// Some limit would do, up to the second time, but none that is a whole number of steps.
    Steps(Duration, Duration),
    /// The times are in order, and too close to one another for the margins.
    Close,
    /// A solution that must run out of time is as fast as one that must not.
    Crossed,
    /// There is none that must be in time.
    Unbound,
}

impl Margins {
    /// Those of a package's rule.
    pub(crate) fn of(rule: Option<&TimeRule>) -> Margins {
        match rule {
            None => USUAL,
            Some(&TimeRule::Legacy { multiplier, safety }) => Margins {
                ac_to_limit: multiplier,
                limit_to_tle: safety,
                resolution: 1.0,
            },
            Some(&TimeRule::Icpc {
                ac_to_limit,
                limit_to_tle,
                resolution,
            }) => Margins {
                ac_to_limit,
                limit_to_tle,
                resolution,
            },
        }
    }

    /// The smallest limit that leaves a solution that takes so long its room.
    pub(crate) fn limit(&self, slowest: Duration) -> Duration {
        let rule = TimeRule::Icpc {
            ac_to_limit: self.ac_to_limit,
            limit_to_tle: self.limit_to_tle,
            resolution: self.resolution,
        };
        timing::limit(&rule, Some(slowest))
    }

    /// The time that a solution takes at least which must exceed the limit.
    pub(crate) fn beyond(&self, limit: Duration) -> Duration {
        limit.mul_f64(self.limit_to_tle)
    }

    /// Whether the limit leaves a solution that takes so long its room.
    pub(crate) fn is_long(&self, limit: Duration, slowest: Duration) -> bool {
        slowest.as_secs_f64() * self.ac_to_limit <= limit.as_secs_f64() * (1.0 + 1e-9)
    }

    /// Whether a solution that takes so long is clearly over the limit.
    pub(crate) fn is_exceeded(&self, limit: Duration, fastest: Duration) -> bool {
        self.beyond(limit) <= fastest
    }

    /// What room these times leave.
    pub(crate) fn room(&self, slowest: Option<Duration>, fastest: Option<Duration>) -> Room {
        let Some(slowest) = slowest else {
            return Room::Unbound;
        };
        let limit = self.limit(slowest);
        match fastest {
            Some(fastest) if !self.is_exceeded(limit, fastest) => {
                let least = slowest.mul_f64(self.ac_to_limit);
                let most = fastest.div_f64(self.limit_to_tle);
                match (least <= most, slowest < fastest) {
                    (true, _) => Room::Steps(least, most),
                    (false, true) => Room::Close,
                    (false, false) => Room::Crossed,
                }
            }
            _ => Room::Limit(limit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_room_there_is_follows_from_both_sides() {
        let millis = Duration::from_millis;
        for (slowest, fastest, expected) in [
            (None, None, Room::Unbound),
            (None, Some(1000), Room::Unbound),
            (Some(10), None, Room::Limit(millis(1000))),
            (Some(500), Some(1500), Room::Limit(millis(1000))),
            (Some(501), Some(3000), Room::Limit(millis(2000))),
            // 1.2 s to 1.4 s would do, 2 s would not.
            (
                Some(600),
                Some(2100),
                Room::Steps(millis(1200), millis(1400)),
            ),
            (Some(600), Some(1700), Room::Close),
            (Some(600), Some(600), Room::Crossed),
            (Some(600), Some(10), Room::Crossed),
        ] {
            let found = USUAL.room(slowest.map(millis), fastest.map(millis));
            assert_eq!(found, expected, "{slowest:?} {fastest:?}");
        }
    }

    #[test]
    fn each_format_has_its_own_figures() {
        let legacy = TimeRule::Legacy {
            multiplier: 5.0,
            safety: 3.0,
        };
        let margins = Margins::of(Some(&legacy));
        assert_eq!(margins.limit(Duration::from_millis(600)).as_secs(), 3);
        assert_eq!(margins.beyond(Duration::from_secs(3)).as_secs(), 9);
        assert_eq!(Margins::of(None), USUAL);
    }
}
