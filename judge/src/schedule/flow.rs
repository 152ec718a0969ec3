//! Which cases of a solution are skipped, and what the others come to.
//!
//! What is skipped follows from the cases before it in their order, so that it is the same however
//! many workers there are. Workers run ahead of that order; [`Gates`] tell them of cases that will
//! be skipped for certain, and [`Flow`], which sees the results in order, has the last word.

use std::sync::atomic::{AtomicUsize, Ordering};

use package::Verdict;

use crate::event::GroupResult;
use crate::model::CaseResult;
use crate::scoring::{Mark, Scoring, Seen};

/// What all workers know of the groups of one solution.
pub(crate) struct Gates {
    /// In each group, cases from this index on are skipped.
    closed: Vec<AtomicUsize>,
}

impl Gates {
    pub(crate) fn new(scoring: &Scoring<'_>) -> Gates {
        let closed = (0..scoring.size()).map(|_| AtomicUsize::new(usize::MAX));
        Gates {
            closed: closed.collect(),
        }
    }

    /// Whether a case may have to be run.
    pub(crate) fn is_open(&self, scoring: &Scoring<'_>, index: usize) -> bool {
        let from = |group: usize| self.closed[group].load(Ordering::Relaxed);
        scoring.around(index).all(|group| index < from(group))
    }

    /// Takes note of a verdict, out of order. It may close the rest of the group around the case, and
    /// no more: if the case itself turns out to be skipped, then so does the rest of its group.
    pub(crate) fn take(&self, scoring: &Scoring<'_>, index: usize, verdict: Verdict) {
        if scoring.closed_by_case(index, verdict).is_some() {
            self.close(scoring.group_of(index), index + 1);
        }
    }

    fn close(&self, group: usize, from: usize) {
        self.closed[group].fetch_min(from, Ordering::Relaxed);
    }
}

/// The cases of one solution in their order.
pub(crate) struct Flow<'a> {
    scoring: &'a Scoring<'a>,
    gates: &'a Gates,
    seen: Seen,
    /// Why the rest of a group is skipped.
    closed: Vec<Option<String>>,
    /// Whether all that a group requires was accepted.
    met: Vec<bool>,
}

/// What a solution came to.
pub(crate) struct Graded {
    /// The verdict on the whole; `None` if no case counts.
    pub(crate) verdict: Option<Verdict>,
    /// The scores, unless only some of the problem's cases are run.
    pub(crate) score: Option<f64>,
    pub(crate) best: Option<f64>,
    pub(crate) groups: Vec<GroupResult>,
    /// What is wrong with the package or its checker.
    pub(crate) fault: Option<String>,
}

const ALL_CASES: &str = "--all-cases runs all";

impl<'a> Flow<'a> {
    pub(crate) fn new(scoring: &'a Scoring<'a>, gates: &'a Gates) -> Flow<'a> {
        Flow {
            scoring,
            gates,
            seen: scoring.unseen(),
            closed: vec![None; scoring.size()],
            met: vec![false; scoring.size()],
        }
    }

    /// Why the next case is skipped, if it is.
    pub(crate) fn skip(&mut self, index: usize) -> Option<String> {
        let mut around: Vec<usize> = self.scoring.around(index).collect();
        around.reverse();
        // A group that lies in one that is closed is not even entered.
        let reason = around.into_iter().find_map(|group| {
            self.enter(group, index);
            self.closed[group].clone()
        });
        if reason.is_some() {
            self.leave(index);
        }
        reason
    }

    /// Takes the result of a case that is not skipped, and gives it its score. Points that the
    /// checker must not give make it a judge error.
    pub(crate) fn take(&mut self, index: usize, result: &mut CaseResult) {
        let mark = self.scoring.mark(index, result.verdict, result.points);
        let mark = mark.unwrap_or_else(|fault| {
            result.verdict = Verdict::JE;
            result.message = fault;
            Mark {
                verdict: Verdict::JE,
                score: 0.0,
            }
        });
        if self.scoring.is_whole && self.scoring.is_scored_alone(index) {
            result.score = Some(mark.score);
        }
        self.count(index, mark);
    }

    fn count(&mut self, index: usize, mark: Mark) {
        self.seen.cases[index] = Some(mark);
        if let Some(group) = self.scoring.closed_by_case(index, mark.verdict) {
            let name = self.scoring.case_name(index);
            let reason = match self.scoring.is_scored() {
                true => format!("{} on {name} ends {}", mark.verdict, self.name(group)),
                false => "an earlier case ran out of time".to_owned(),
            };
            self.close(group, index, reason);
        }
        self.leave(index);
    }

    /// What the cases came to.
    pub(crate) fn end(&self) -> Graded {
        let whole = self.scoring.grade(0, &self.seen);
        let is_whole = self.scoring.is_whole;
        Graded {
            verdict: whole.map(|mark| mark.verdict),
            score: whole.map(|mark| mark.score).filter(|_| is_whole),
            best: self.scoring.best().filter(|_| is_whole),
            groups: match is_whole {
                true => self.scoring.results(&self.seen),
                false => Vec::new(),
            },
            fault: self.scoring.fault(&self.seen),
        }
    }

    fn close(&mut self, group: usize, after: usize, reason: String) {
        self.gates.close(group, after + 1);
        if self.closed[group].is_none() {
            self.closed[group] = Some(format!("{reason}; {ALL_CASES}"));
        }
    }

    /// Ends the groups of which this was the last case.
    fn leave(&mut self, index: usize) {
        let around: Vec<usize> = self.scoring.around(index).collect();
        for group in around {
            if self.scoring.last(group) != Some(index) {
                return;
            }
            let verdict = self
                .scoring
                .grade(group, &self.seen)
                .map(|mark| mark.verdict);
            if let Some(verdict) = verdict
                && let Some(closed) = self.scoring.closed_by_group(group, verdict)
            {
                let reason = format!(
                    "{verdict} in {} ends {}",
                    self.name(group),
                    self.name(closed)
                );
                self.close(closed, index, reason);
            }
            if verdict != Some(Verdict::AC) {
                for waiting in self.scoring.waiting_for(group) {
                    self.gates.close(waiting, index + 1);
                }
            }
        }
    }

    /// Closes a group if one that it requires was not accepted.
    fn enter(&mut self, group: usize, index: usize) {
        let Some(requires) = self.scoring.group(group).map(|group| &group.requires) else {
            return;
        };
        if self.met[group] || self.closed[group].is_some() {
            return;
        }
        let known = requires
            .iter()
            .filter(|&&required| self.scoring.has_cases(required));
        let failed = known.clone().find_map(|&required| {
            let mark = self.scoring.grade(required, &self.seen);
            let verdict = mark.map_or(Verdict::SK, |mark| mark.verdict);
            (verdict != Verdict::AC).then_some((required, verdict))
        });
        let Some((required, verdict)) = failed else {
            self.met[group] = known
                .into_iter()
                .all(|&required| self.scoring.last(required) < Some(index));
            return;
        };
        self.seen.unmet[group] = Some(verdict);
        let on = match self.scoring.culprit(required, &self.seen) {
            Some(index) => format!(" on {}", self.scoring.case_name(index)),
            None => String::new(),
        };
        let (name, required) = (self.name(group), self.name(required));
        let reason = format!("{name} requires {required}, which is {verdict}{on}; {ALL_CASES}");
        self.closed[group] = Some(reason);
    }

    fn name(&self, group: usize) -> &'a str {
        match self.scoring.group(group) {
            Some(named) if group > 0 => &named.name,
            _ => "the run",
        }
    }
}

#[cfg(test)]
mod tests;
