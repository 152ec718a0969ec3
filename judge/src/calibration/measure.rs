//! Runs solutions until their times say enough of the limit.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use package::{Case, Expectation, Problem, Solution, TimeUse, Verdict};

use super::median::interval;
use super::track::{Track, extremes, fastest, slowest};
use super::{Calibration, Entry, Margins, ROUNDS, Side, Unmeasured};
use crate::build::{Builder, Built};
use crate::event::SolutionInfo;
use crate::model::{CaseResult, Limits};
use crate::schedule::{Demand, LimitChoice, Prepared, Runner, interrupted, parallel, prepare};
use crate::timing;

/// By what to measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) margins: Margins,
    /// CPU time after which a solution that must be in time is ended, since no limit is for it.
    pub(crate) at_most: Duration,
    /// How many first runs go on side by side.
    pub(crate) jobs: usize,
}

/// How often the time that a solution must exceed it is let run: more says nothing new.
const CLEAR: f64 = 2.0;

/// Runs the solutions that say something of the limit, and finds it.
pub(crate) fn measure(problem: &Problem, builder: &Builder<'_>, asked: Asked) -> Calibration {
    let mut chosen = problem.clone();
    chosen
        .solutions
        .retain(|solution| side(problem, solution).is_some());
    chosen.yardsticks.clear();
    chosen.limits.time = Some(asked.at_most);
    chosen.limits.wall = None;
    let prepared = prepare(&chosen, builder, LimitChoice::default(), asked.jobs, None);
    let mut found = Calibration {
        margins: asked.margins,
        stated: problem.limits.time,
        entries: Vec::new(),
        unmeasured: Vec::new(),
        odd: Vec::new(),
        limit: None,
        is_stable: true,
    };
    let mut work = Work {
        prepared: &prepared,
        runner: Runner::new(builder.sandbox, asked.jobs, None, false),
        jobs: asked.jobs,
        at_most: asked.at_most,
    };
    let of = |wanted: Side| -> Vec<usize> {
        let all = chosen.solutions.iter().enumerate();
        all.filter(|(_, solution)| side(problem, solution) == Some(wanted))
            .map(|(place, _)| place)
            .collect()
    };
    let bound = |place: usize, case: usize| {
        let (solution, case) = (chosen.solutions.get(place), chosen.cases.get(case));
        let both = solution.zip(case);
        both.is_some_and(|(solution, case)| is_bound(problem, solution, &case.name))
    };
    let in_time = of(Side::InTime);
    let in_time = work.first(&in_time, &bound, Side::InTime, &mut found);
    let margins = asked.margins;
    let mut tracks = in_time;
    found.is_stable &= work.rounds(&mut tracks, slowest, |all| {
        let (low, high) = extremes(all, Duration::max)?;
        Some(margins.limit(low) == margins.limit(high))
    });
    found.limit = tracks
        .iter()
        .map(Track::time)
        .max()
        .map(|t| margins.limit(t));
    found.entries = work.entries(&tracks, Side::InTime);
    let limit = found.limit.or(found.stated);
    // One after the other: a run that is ended beside others would be made again alone.
    work.jobs = 1;
    if let Some(limit) = limit {
        // A stated limit is to be tried from above too, if that takes no longer than anything else.
        let stated = found.stated.map(|stated| margins.beyond(stated));
        let stated = stated.unwrap_or_default().min(asked.at_most);
        work.at_most = margins.beyond(limit).mul_f64(CLEAR).max(stated);
    }
    let too_slow = work.first(&of(Side::TooSlow), &|_, _| true, Side::TooSlow, &mut found);
    let mut tracks = too_slow;
    found.is_stable &= work.rounds(&mut tracks, fastest, |all| {
        let Some(limit) = limit else {
            return Some(true);
        };
        let (low, high) = extremes(all, Duration::min)?;
        Some(margins.is_exceeded(limit, low) == margins.is_exceeded(limit, high))
    });
    let mut slow = work.entries(&tracks, Side::TooSlow);
    slow.reverse();
    found.entries.append(&mut slow);
    found
}

/// On which side of the limit a solution has to be, if it says anything of the limit.
fn side(problem: &Problem, solution: &Solution) -> Option<Side> {
    let is_bound = |case: &Case| is_bound(problem, solution, &case.name);
    let must_exceed = match (&problem.limits.time_rule, solution.time_use) {
        (Some(rule), _) => timing::time_use(solution, rule) == TimeUse::Upper,
        (None, Some(stated)) => stated == TimeUse::Upper,
        (None, None) => solution.expect.as_ref().is_some_and(|expect| {
            let lists = [&expect.required, &expect.overall];
            let mut lists = lists.into_iter().flatten();
            lists.any(|list| list[..] == [Verdict::TLE])
        }),
    };
    match must_exceed {
        true => Some(Side::TooSlow),
        false => problem.cases.iter().any(is_bound).then_some(Side::InTime),
    }
}

/// Whether a solution has to be in time on a case. Where the format has no rule, those that should be
/// accepted have to.
fn is_bound(problem: &Problem, solution: &Solution, case: &str) -> bool {
    match (&problem.limits.time_rule, solution.time_use) {
        (Some(rule), _) => timing::bounds_on(solution, rule, case),
        (None, Some(stated)) => stated == TimeUse::Lower,
        (None, None) => {
            let expect = solution.expect.as_ref();
            expect.is_some_and(Expectation::is_acceptance)
        }
    }
}

struct Work<'a> {
    prepared: &'a Prepared,
    runner: Runner<'a>,
    jobs: usize,
    /// CPU time after which a run is ended, before the factor of the language.
    at_most: Duration,
}

impl Work<'_> {
    /// The factor that a solution's language has on the limit.
    fn factor(&self, place: usize) -> f64 {
        let own = self.prepared.solutions.get(place);
        let usual = self.prepared.info.limits.time;
        own.map_or(1.0, |own| own.limits.time.div_duration_f64(usual))
    }

    fn limits(&self, place: usize) -> Limits {
        let time = self.at_most.mul_f64(self.factor(place));
        Limits {
            time,
            wall: time * 2 + Duration::from_secs(1),
            ..self.prepared.info.limits
        }
    }

    /// The time that counts, before the factor of the language.
    fn time(&self, place: usize, result: &CaseResult) -> Option<Duration> {
        let measured = result.measured?;
        // One that waits takes its time all the same.
        let time = match result.verdict {
            Verdict::WTL => measured.wall,
            _ => measured.cpu,
        };
        Some(time.div_f64(self.factor(place)))
    }

    /// Runs each solution once on each case that matters; none on more cases after one that it does
    /// not end on.
    fn first(
        &self,
        solutions: &[usize],
        matters: &(dyn Fn(usize, usize) -> bool + Sync),
        side: Side,
        found: &mut Calibration,
    ) -> Vec<Track> {
        let cases = self.prepared.cases.len();
        let ready: Vec<(usize, SolutionInfo, AtomicBool)> = solutions
            .iter()
            .filter_map(|&place| {
                let solution = self.prepared.solutions.get(place)?;
                let why = match &solution.built {
                    Built::Ready(_) => {
                        let limits = self.limits(place);
                        let info = SolutionInfo {
                            limits,
                            ..solution.info.clone()
                        };
                        return Some((place, info, AtomicBool::new(true)));
                    }
                    Built::Failed(_) => "it does not compile".to_owned(),
                    Built::Missing(why) | Built::Broken(why) => why.clone(),
                };
                let name = solution.info.name.clone();
                found.unmeasured.push(Unmeasured { name, why });
                None
            })
            .collect();
        let items: Vec<(usize, usize)> = (0..ready.len())
            .flat_map(|solution| (0..cases).map(move |case| (solution, case)))
            .collect();
        let results = parallel::map(&items, self.jobs, |&(index, case)| {
            let (place, info, goes_on) = ready.get(index)?;
            let case_of = self.prepared.cases.get(case)?;
            let wanted = || goes_on.load(Ordering::Relaxed) && !interrupted();
            let Built::Ready(command) = &self.prepared.solutions.get(*place)?.built else {
                return None;
            };
            if !wanted() || !matters(*place, case) {
                return None;
            }
            let met = |verdict| {
                if matches!(verdict, Verdict::TLE | Verdict::WTL) {
                    goes_on.store(false, Ordering::Relaxed);
                }
            };
            let demand = Demand {
                is_there: &wanted,
                met: &met,
            };
            let result = self
                .runner
                .run(command, info, self.prepared, case_of, demand);
            met(result.verdict);
            Some(result)
        });
        let mut tracks = Vec::new();
        for ((index, case), result) in items.into_iter().zip(results) {
            let Some((place, result)) = ready.get(index).map(|r| r.0).zip(result.flatten()) else {
                continue;
            };
            let solution = self.prepared.solutions.get(place);
            let name = solution.map_or_else(String::new, |s| s.info.name.clone());
            let is_known = found.unmeasured.iter().any(|u| u.name == name);
            let is_ended = matches!(result.verdict, Verdict::TLE | Verdict::WTL);
            let unmeasured = match (result.verdict, side) {
                (Verdict::JE, _) => Some(format!("JE on {}: {}", result.name, result.message)),
                (Verdict::TLE | Verdict::WTL, Side::InTime) => Some(format!(
                    "still running after {} s on {}",
                    self.at_most.as_secs_f64(),
                    result.name
                )),
                _ => None,
            };
            if let Some(why) = unmeasured {
                if !is_known {
                    found.unmeasured.push(Unmeasured { name, why });
                }
                continue;
            }
            let expect = solution.and_then(|solution| solution.expect.as_ref());
            let is_right = expect.is_some_and(Expectation::is_acceptance);
            let is_odd = match side {
                Side::InTime => is_right && result.verdict != Verdict::AC,
                Side::TooSlow => !is_ended && result.verdict != Verdict::AC,
            };
            if is_odd {
                found.odd.push(format!(
                    "{name}: {} on {}, and its time counts all the same",
                    result.verdict, result.name
                ));
            }
            let Some(first) = self.time(place, &result) else {
                continue;
            };
            tracks.push(Track {
                solution: place,
                case,
                first: if is_ended { self.at_most } else { first },
                alone: Vec::new(),
                is_ended,
            });
        }
        tracks
    }

    /// Runs what is `close` again, alone, round by round, until `decided` says that all that is not
    /// known makes no difference. Whether it came to that.
    fn rounds(
        &self,
        tracks: &mut [Track],
        close: impl Fn(&[Track]) -> Vec<usize>,
        decided: impl Fn(&[&Track]) -> Option<bool>,
    ) -> bool {
        for _ in 0..ROUNDS {
            let places = close(tracks);
            let all: Vec<&Track> = places.iter().filter_map(|&p| tracks.get(p)).collect();
            if all.is_empty() || interrupted() || decided(&all) == Some(true) {
                return true;
            }
            for place in places {
                if let Some(track) = tracks.get_mut(place) {
                    self.again(track);
                }
            }
        }
        false
    }

    fn again(&self, track: &mut Track) {
        let solution = self.prepared.solutions.get(track.solution);
        let case = self.prepared.cases.get(track.case);
        let Some((solution, case)) = solution.zip(case) else {
            return;
        };
        let Built::Ready(command) = &solution.built else {
            return;
        };
        let limits = self.limits(track.solution);
        let result = self.runner.alone(command, &limits, self.prepared, case);
        let time = self.time(track.solution, &result).unwrap_or(track.first);
        let place = track.alone.partition_point(|other| *other <= time);
        track.alone.insert(place, time);
    }

    /// Each solution on its slowest case, slowest first.
    fn entries(&self, tracks: &[Track], side: Side) -> Vec<Entry> {
        let mut all: Vec<Entry> = Vec::new();
        for track in tracks {
            let solution = self.prepared.solutions.get(track.solution);
            let case = self.prepared.cases.get(track.case);
            let Some((solution, case)) = solution.zip(case) else {
                continue;
            };
            let entry = Entry {
                name: solution.info.name.clone(),
                side,
                case: case.name.clone(),
                factor: self.factor(track.solution),
                time: track.time(),
                interval: interval(&track.alone),
                runs: track.alone.len(),
                is_ended: track.is_ended,
            };
            match all.iter_mut().find(|known| known.name == entry.name) {
                Some(known) if known.time < entry.time => *known = entry,
                Some(_) => {}
                None => all.push(entry),
            }
        }
        all.sort_by_key(|entry| Reverse(entry.time));
        all
    }
}
