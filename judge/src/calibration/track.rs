//! Which runs may decide on the limit, and within what their times surely are.

use std::cmp::Reverse;
use std::time::Duration;

use super::CLOSE;
use super::median::{interval, median};

/// One solution on one case.
#[derive(Debug, Clone)]
pub(super) struct Track {
    pub(super) solution: usize,
    pub(super) case: usize,
    /// The time of the first run, beside others.
    pub(super) first: Duration,
    /// The times of the runs alone, sorted.
    pub(super) alone: Vec<Duration>,
    /// It was ended.
    pub(super) is_ended: bool,
}

impl Track {
    pub(super) fn time(&self) -> Duration {
        median(&self.alone).unwrap_or(self.first)
    }
}

/// What may turn out to be the slowest of all: the longest times, half of the longest at least.
pub(super) fn slowest(tracks: &[Track]) -> Vec<usize> {
    let longest = tracks.iter().map(Track::time).max().unwrap_or_default();
    let mut close: Vec<usize> = (0..tracks.len())
        .filter(|&place| tracks.get(place).is_some_and(|t| t.time() * 2 >= longest))
        .collect();
    close.sort_by_key(|&place| Reverse(tracks.get(place).map(Track::time)));
    close.truncate(CLOSE);
    close
}

/// What may turn out to decide which solution is the fastest: the slowest case of each, where it is
/// at most twice as long as the shortest of these.
pub(super) fn fastest(tracks: &[Track]) -> Vec<usize> {
    let mut of_each: Vec<usize> = Vec::new();
    for (place, track) in tracks.iter().enumerate() {
        let known = of_each.iter_mut().find(|known| {
            tracks
                .get(**known)
                .is_some_and(|t| t.solution == track.solution)
        });
        match known {
            Some(known) if tracks.get(*known).is_some_and(|t| t.time() < track.time()) => {
                *known = place;
            }
            Some(_) => {}
            None => of_each.push(place),
        }
    }
    of_each.sort_by_key(|&place| tracks.get(place).map(Track::time));
    let shortest = of_each.first().and_then(|&place| tracks.get(place));
    let most = shortest.map_or(Duration::ZERO, |track| track.time() * 2);
    // One that was ended is clear of the limit, and so is whatever takes longer.
    of_each.retain(|&place| {
        tracks
            .get(place)
            .is_some_and(|track| track.time() <= most && !track.is_ended)
    });
    of_each.truncate(CLOSE);
    of_each
}

/// The interval of the longest or the shortest of several times, whichever `of` picks of two; `None`
/// where one of them has no interval yet.
pub(super) fn extremes(
    tracks: &[&Track],
    of: fn(Duration, Duration) -> Duration,
) -> Option<(Duration, Duration)> {
    let all = tracks.iter().map(|track| interval(&track.alone));
    let all: Vec<(Duration, Duration)> = all.collect::<Option<_>>()?;
    let both = |a: (Duration, Duration), b: (Duration, Duration)| (of(a.0, b.0), of(a.1, b.1));
    all.into_iter().reduce(both)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(solution: usize, case: usize, millis: u64, is_ended: bool) -> Track {
        Track {
            solution,
            case,
            first: Duration::from_millis(millis),
            alone: Vec::new(),
            is_ended,
        }
    }

    #[test]
    fn what_may_decide_is_run_again_and_nothing_else() {
        let tracks = [
            track(0, 0, 10, false),
            track(0, 1, 90, false),
            track(1, 0, 100, false),
            track(1, 1, 49, false),
            track(2, 0, 300, true),
        ];
        assert_eq!(slowest(&tracks[..4]), [2, 1]);
        assert_eq!(fastest(&tracks), [1, 2]);
        // Those that were ended at the bound are clear of the limit.
        assert_eq!(fastest(&tracks[4..]), [0; 0]);
        assert_eq!(slowest(&[]), [0; 0]);
    }

    #[test]
    fn a_round_counts_only_once_every_interval_is_known() {
        let mut one = track(0, 0, 10, false);
        assert_eq!(extremes(&[&one], Duration::max), None);
        one.alone = (1..=6).map(Duration::from_secs).collect();
        let mut other = track(1, 0, 10, false);
        assert_eq!(extremes(&[&one, &other], Duration::max), None);
        other.alone = vec![Duration::from_secs(3); 6];
        let seconds = |(low, high): (Duration, Duration)| (low.as_secs(), high.as_secs());
        let both = [&one, &other];
        assert_eq!(extremes(&both, Duration::max).map(seconds), Some((3, 6)));
        assert_eq!(extremes(&both, Duration::min).map(seconds), Some((1, 3)));
    }
}
