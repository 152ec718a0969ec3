//! What is not as it was: verdicts, scores, times, and what is new or gone.

use std::collections::HashMap;

use package::Verdict;

use super::bound::pace;
use super::seen::{Problem, Seen, Solution};
use super::{Baseline, Slower};
use crate::event::{Change, Comparison, Effect, Scope, SolutionResult, What};

/// A run held against its baseline, given the times that are longer than they were.
pub(crate) fn compare(baseline: &Baseline, new: &Seen, slower: Slower) -> Comparison {
    let mut changes = others(&baseline.seen, new, baseline.scope);
    changes.extend(slower.changes);
    Comparison {
        changes: sorted(changes, new),
        again: slower.again,
        suspected: slower.suspected,
        times_only: slower.times_only,
        ..bare(baseline, new)
    }
}

/// The times of a shard alone: what its cases come to is known when the shards are merged.
pub(crate) fn compare_times(baseline: &Baseline, new: &Seen, slower: Slower) -> Comparison {
    Comparison {
        changes: slower.changes,
        again: slower.again,
        suspected: slower.suspected,
        times_only: slower.times_only,
        ..bare(baseline, new)
    }
}

fn bare(baseline: &Baseline, new: &Seen) -> Comparison {
    Comparison {
        baseline: baseline.started,
        changes: Vec::new(),
        again: 0,
        suspected: 0,
        times_only: false,
        pace: middle_pace(&baseline.seen, new),
    }
}

/// What is not as it was but for times, in the order of the run, and at last what is gone.
fn others(old: &Seen, new: &Seen, scope: Scope) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, problem) in &new.problems.all {
        let place = Place { problem: name };
        match old.problem(name) {
            Some(before) => place.compare(before, problem, scope, &mut changes),
            None => {
                changes.push(place.change(None, None, Effect::Other, What::New));
                for (solution, now) in &problem.solutions.all {
                    if surprises(now) {
                        let solution = Some(solution.as_str());
                        changes.push(place.change(solution, None, Effect::Worse, What::New));
                    }
                }
            }
        }
    }
    if scope == Scope::Everything {
        for (name, _) in &old.problems.all {
            if new.problem(name).is_none() {
                let place = Place { problem: name };
                changes.push(place.change(None, None, Effect::Other, What::Vanished));
            }
        }
    }
    changes
}

/// How many times as long the yardstick took as beside the baseline, in the middle of all cases.
fn middle_pace(old: &Seen, new: &Seen) -> Option<f64> {
    let mut paces: Vec<f64> = Vec::new();
    for (name, problem) in &new.problems.all {
        let Some(before) = old.problem(name) else {
            continue;
        };
        for (name, solution) in &problem.solutions.all {
            let Some(before) = before.solution(name) else {
                continue;
            };
            paces.extend(solution.cases.all.iter().filter_map(|(name, case)| {
                let (old, new) = (before.case(name)?.times.first()?, case.times.first()?);
                pace(old.yardstick, new.yardstick)
            }));
        }
    }
    paces.sort_by(f64::total_cmp);
    paces.get(paces.len() / 2).copied()
}

/// The problem that is looked at.
struct Place<'a> {
    problem: &'a str,
}

impl Place<'_> {
    fn change(
        &self,
        solution: Option<&str>,
        case: Option<&str>,
        effect: Effect,
        what: What,
    ) -> Change {
        Change {
            problem: self.problem.to_owned(),
            solution: solution.map(str::to_owned),
            case: case.map(str::to_owned),
            effect,
            what,
        }
    }

    fn compare(&self, old: &Problem, new: &Problem, scope: Scope, changes: &mut Vec<Change>) {
        // A verdict on some cases says nothing beside one on all.
        let whole = scope != Scope::Parts || old.cases.all.len() == new.cases.all.len();
        for (name, _) in &new.cases.all {
            if old.cases.get(name).is_none() {
                changes.push(self.change(None, Some(name), Effect::Other, What::New));
            }
        }
        for (name, now) in &new.solutions.all {
            match old.solution(name) {
                Some(was) => self.solution(name, was, now, whole, changes),
                None => {
                    let effect = match surprises(now) {
                        true => Effect::Worse,
                        false => Effect::Other,
                    };
                    changes.push(self.change(Some(name), None, effect, What::New));
                }
            }
        }
        if scope == Scope::Parts {
            return;
        }
        for (name, _) in &old.cases.all {
            if new.cases.get(name).is_none() {
                changes.push(self.change(None, Some(name), Effect::Other, What::Vanished));
            }
        }
        if scope == Scope::Solutions {
            return;
        }
        for (name, _) in &old.solutions.all {
            if new.solution(name).is_none() {
                changes.push(self.change(Some(name), None, Effect::Other, What::Vanished));
            }
        }
    }

    fn solution(
        &self,
        name: &str,
        was: &Solution,
        now: &Solution,
        whole: bool,
        changes: &mut Vec<Change>,
    ) {
        let name = Some(name);
        if let (true, Some(old), Some(new)) = (whole, &was.end, &now.end) {
            let (before, after) = (is_good(old), is_good(new));
            // Nobody knows what a solution would have come to that was not run.
            let ran = old.verdict != Verdict::SK && new.verdict != Verdict::SK;
            if ran && (old.verdict != new.verdict || before != after) {
                let what = What::Verdict {
                    was: old.verdict,
                    now: new.verdict,
                };
                changes.push(self.change(name, None, effect(before, after), what));
            }
            if let (Some(before), Some(after)) = (old.score, new.score)
                && differ(before, after)
            {
                let effect = score_effect(now, before, after, new.max_score);
                let (was, now) = (before, after);
                changes.push(self.change(name, None, effect, What::Score { was, now }));
            }
        }
        let permits = |case: &str, verdict| match &now.expected {
            Some(expected) => expected.permits(case, verdict),
            None => verdict == Verdict::AC,
        };
        for (case, after) in &now.cases.all {
            let Some(before) = was.case(case) else {
                continue;
            };
            let (was, now) = (before.verdict, after.verdict);
            if was == now || was == Verdict::SK || now == Verdict::SK {
                continue;
            }
            let effect = effect(permits(case, was), permits(case, now));
            changes.push(self.change(name, Some(case), effect, What::Verdict { was, now }));
        }
    }
}

/// Whether a solution came to what is expected of it; where nothing is, whether it was accepted.
fn is_good(result: &SolutionResult) -> bool {
    result.verdict != Verdict::JE
        && result
            .as_expected
            .unwrap_or(matches!(result.verdict, Verdict::AC | Verdict::SK))
}

fn surprises(solution: &Solution) -> bool {
    solution
        .end
        .as_ref()
        .is_some_and(|end| end.as_expected == Some(false) || end.verdict == Verdict::JE)
}

fn effect(before: bool, after: bool) -> Effect {
    match (before, after) {
        (true, false) => Effect::Worse,
        (false, true) => Effect::Better,
        _ => Effect::Other,
    }
}

/// A score farther from the best is worse. Of a solution that is to be rejected, or whose score is
/// expected to lie somewhere, what it may come to was said already.
fn score_effect(solution: &Solution, was: f64, now: f64, best: Option<f64>) -> Effect {
    let stated = solution.expected.as_ref().is_some_and(|expected| {
        expected.required.is_some() || expected.score.is_some() || expected.partial
    });
    let missing = |score: f64| best.map_or(-score, |best| (best - score).abs());
    match missing(now) < missing(was) {
        _ if stated => Effect::Other,
        true => Effect::Better,
        false => Effect::Worse,
    }
}

/// Whether two scores differ by more than rounding makes of them.
fn differ(was: f64, now: f64) -> bool {
    (was - now).abs() > 1e-9 * was.abs().max(now.abs()).max(1.0)
}

/// Puts changes of times where the other changes of their solutions are.
fn sorted(mut changes: Vec<Change>, new: &Seen) -> Vec<Change> {
    let mut places = HashMap::new();
    for (problem, inside) in &new.problems.all {
        let next = places.len();
        places.entry((problem.clone(), None)).or_insert(next);
        for (solution, _) in &inside.solutions.all {
            let next = places.len();
            let key = (problem.clone(), Some(solution.clone()));
            places.entry(key).or_insert(next);
        }
    }
    let place = |change: &Change| {
        let key = (change.problem.clone(), change.solution.clone());
        places.get(&key).copied().unwrap_or(usize::MAX)
    };
    changes.sort_by_cached_key(place);
    changes
}
