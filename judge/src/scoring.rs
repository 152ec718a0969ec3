//! From the verdicts and points of cases to the verdict and score of each group and of the whole.
//!
//! Pure functions over the groups of a package. Legacy Kattis packages are graded as their default
//! grader does it, those of 2025-09 by the rules of their specification ("Result aggregation").

mod rules;

use package::{
    CheckerPoints, Grading, Group, Objective, OnReject, Problem, Score, ScoreRule, Verdict,
};

use crate::event::GroupResult;
use crate::model::Points;
use rules::{combine, put_together};

/// Says what a group comes to that a program of the package grades, by the group's index and what is
/// in it; asked the same it says the same.
pub(crate) type Grader<'a> = dyn Fn(usize, &[Mark]) -> Result<Mark, String> + Sync + 'a;

/// How the cases of a problem are put together.
pub(crate) struct Scoring<'a> {
    groups: &'a [Group],
    /// Who is asked about groups that a program grades; without it the rules hold for them too.
    grader: Option<&'a Grader<'a>>,
    /// Whether the problem has all its cases: the scores of some would say nothing of the whole.
    pub(crate) is_whole: bool,
    cases: Vec<Case<'a>>,
    /// What is in each group, in the order of the cases; without groups, all cases in one.
    children: Vec<Vec<Child>>,
    /// The last case in each group.
    last: Vec<Option<usize>>,
    /// The most that each group can give, if that is known.
    most: Vec<Option<f64>>,
}

struct Case<'a> {
    name: &'a str,
    group: usize,
    /// The most that the package says it can give.
    worth: Option<f64>,
    /// Whether that is its own rather than a part of its group's.
    has_points: bool,
}

/// What is in a group: a case or a group, by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Child {
    Case(usize),
    Group(usize),
}

/// What a case or a group counts for in the group that holds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    pub(crate) verdict: Verdict,
    pub(crate) score: f64,
}

/// What counts of a solution's run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    /// The cases; `None` for one that was skipped, or run although it is beyond a failure.
    pub(crate) cases: Vec<Option<Mark>>,
    /// For a group that is not run because another was not accepted, the verdict on that one.
    pub(crate) unmet: Vec<Option<Verdict>>,
}

impl<'a> Scoring<'a> {
    pub(crate) fn of(problem: &'a Problem) -> Scoring<'a> {
        let groups = &problem.groups[..];
        let size = groups.len().max(1);
        let mut scoring = Scoring {
            groups,
            grader: None,
            is_whole: problem.left_out == 0,
            cases: Vec::with_capacity(problem.cases.len()),
            children: vec![Vec::new(); size],
            last: vec![None; size],
            most: vec![None; size],
        };
        for (index, case) in problem.cases.iter().enumerate() {
            let group = if case.group < size { case.group } else { 0 };
            scoring.cases.push(Case {
                name: &case.name,
                group,
                worth: case.points,
                has_points: case.points.is_some(),
            });
            let mut child = Some(Child::Case(index));
            for group in scoring.around(index) {
                let is_new = scoring.children[group].is_empty();
                scoring.children[group].extend(child.take());
                scoring.last[group] = Some(index);
                child = is_new.then_some(Child::Group(group));
            }
        }
        scoring.share_out();
        scoring
    }

    /// The same with somebody who grades the groups that a program of the package grades.
    pub(crate) fn graded_by(self, grader: &'a Grader<'a>) -> Scoring<'a> {
        Scoring {
            grader: Some(grader),
            ..self
        }
    }

    /// What each case and group can give. Groups come after those they lie in.
    fn share_out(&mut self) {
        for (index, group) in self.groups.iter().enumerate().rev() {
            let children = &self.children[index];
            let share = share(&group.grading, children);
            for child in children {
                if let Child::Case(case) = *child {
                    let worth = &mut self.cases[case].worth;
                    *worth = worth.or(share);
                }
            }
            self.most[index] = self.sum_up(&group.grading, children);
        }
    }

    fn sum_up(&self, grading: &Grading, children: &[Child]) -> Option<f64> {
        if grading.max_score.is_some() {
            return grading.max_score;
        }
        if grading.range.1.is_finite() {
            return Some(grading.range.1);
        }
        if grading.program.is_some() {
            return None;
        }
        let most = children.iter().map(|child| match *child {
            Child::Group(group) => self.most[group],
            Child::Case(case) => match (self.cases[case].worth, grading.checker_points) {
                (None, CheckerPoints::Forbidden) => Some(grading.accept_score),
                (worth, _) => worth,
            },
        });
        let mut most: Vec<f64> = most.collect::<Option<_>>()?;
        if grading.ignore_sample {
            most = most.split_off(most.len().saturating_sub(1));
        }
        match grading.score {
            ScoreRule::PassFail => Some(most.iter().sum()),
            rule => put_together(rule, &most),
        }
    }

    /// Whether there are groups at all.
    pub(crate) fn is_scored(&self) -> bool {
        !self.groups.is_empty()
    }

    /// The number of groups, one at least.
    pub(crate) fn size(&self) -> usize {
        self.children.len()
    }

    /// Nothing seen yet.
    pub(crate) fn unseen(&self) -> Seen {
        Seen {
            cases: vec![None; self.cases.len()],
            unmet: vec![None; self.size()],
        }
    }

    pub(crate) fn case_name(&self, index: usize) -> &'a str {
        self.cases[index].name
    }

    pub(crate) fn group(&self, group: usize) -> Option<&'a Group> {
        self.groups.get(group)
    }

    /// Whether any case of the group is run.
    pub(crate) fn has_cases(&self, group: usize) -> bool {
        self.children
            .get(group)
            .is_some_and(|children| !children.is_empty())
    }

    /// The groups that a case lies in, the root last.
    pub(crate) fn around(&self, index: usize) -> impl Iterator<Item = usize> + use<'a> {
        let groups = self.groups;
        std::iter::successors(Some(self.cases[index].group), move |&group| {
            parent(groups, group)
        })
    }

    /// The last case in a group.
    pub(crate) fn last(&self, group: usize) -> Option<usize> {
        self.last[group]
    }

    /// The groups that are run only if this one was accepted.
    pub(crate) fn waiting_for(&self, group: usize) -> impl Iterator<Item = usize> {
        let groups = self.groups.iter().enumerate();
        groups
            .filter(move |(_, other)| other.requires.contains(&group))
            .map(|(index, _)| index)
    }

    /// The group around a case.
    pub(crate) fn group_of(&self, index: usize) -> usize {
        self.cases[index].group
    }

    /// The group in which nothing after this case is run, given its verdict.
    pub(crate) fn closed_by_case(&self, index: usize, verdict: Verdict) -> Option<usize> {
        match self.is_scored() {
            true => self.closed_in(self.cases[index].group, verdict),
            // A program that runs out of time once would cost its whole limit on each later case.
            false => matches!(verdict, Verdict::TLE | Verdict::WTL).then_some(0),
        }
    }

    /// The same, given the verdict on a group.
    pub(crate) fn closed_by_group(&self, group: usize, verdict: Verdict) -> Option<usize> {
        self.closed_in(parent(self.groups, group)?, verdict)
    }

    fn closed_in(&self, group: usize, verdict: Verdict) -> Option<usize> {
        if matches!(verdict, Verdict::AC | Verdict::SK) {
            return None;
        }
        match self.groups.get(group)?.on_reject {
            OnReject::Continue => None,
            OnReject::Break => Some(group),
            OnReject::Stop => Some(0),
        }
    }

    /// The first case of the group that counts and is not accepted.
    pub(crate) fn culprit(&self, group: usize, seen: &Seen) -> Option<usize> {
        self.children[group].iter().find_map(|child| match *child {
            Child::Case(index) => {
                let mark = seen.cases[index]?;
                (mark.verdict != Verdict::AC).then_some(index)
            }
            Child::Group(group) => self.culprit(group, seen),
        })
    }

    /// What a case counts for.
    ///
    /// # Errors
    /// The checker gave points that it must not give, or none where it must: a judge error.
    pub(crate) fn mark(
        &self,
        index: usize,
        verdict: Verdict,
        points: Option<Points>,
    ) -> Result<Mark, String> {
        let mark = |score| Ok(Mark { verdict, score });
        let Some(group) = self.groups.get(self.cases[index].group) else {
            return mark(0.0);
        };
        if verdict != Verdict::AC {
            return mark(group.grading.reject_score);
        }
        let worth = self.cases[index].worth;
        let all = worth.unwrap_or(group.grading.accept_score);
        match (points, group.grading.checker_points) {
            (Some(_), CheckerPoints::Forbidden) => Err(format!(
                "the checker gives points, but the cases of {} have none",
                group.name
            )),
            (None | Some(Points::Share(_)), CheckerPoints::Required) => Err(format!(
                "the checker must say how many points this case of {} gives",
                group.name
            )),
            (None, _) => mark(all),
            (Some(Points::Share(share)), _) => match (0.0..=1.0).contains(&share) {
                true => mark(share * all),
                false => Err(format!(
                    "expected of the checker a share from 0 to 1, found {}",
                    Score(share)
                )),
            },
            (Some(Points::Score(score)), _) => {
                let possible = match worth {
                    Some(most) => 0.0 <= score && score <= most + slack(most),
                    None => score.is_finite(),
                };
                match possible {
                    true => mark(score),
                    false => Err(format!(
                        "expected of the checker points{}, found {}",
                        worth
                            .map_or_else(String::new, |most| format!(" from 0 to {}", Score(most))),
                        Score(score)
                    )),
                }
            }
        }
    }

    /// Whether a case has a score of its own, rather than a part in that of its group.
    pub(crate) fn is_scored_alone(&self, index: usize) -> bool {
        let case = &self.cases[index];
        let alone = |group: &Group| group.grading.score != ScoreRule::PassFail || case.has_points;
        self.groups.get(case.group).is_some_and(alone)
    }

    /// The best score of the whole, if that is known.
    pub(crate) fn best(&self) -> Option<f64> {
        let grading = &self.groups.first()?.grading;
        match grading.objective {
            Objective::Max => self.most[0],
            Objective::Min => Some(grading.range.0).filter(|least| least.is_finite()),
        }
    }

    /// What a group counts for; `None` if nothing in it does.
    pub(crate) fn grade(&self, group: usize, seen: &Seen) -> Option<Mark> {
        if let Some(verdict) = seen.unmet.get(group).copied().flatten() {
            return Some(Mark {
                verdict,
                score: 0.0,
            });
        }
        let whole = self.groups.get(group)?;
        let marks = self.marks(group, seen);
        match marks.is_empty() {
            true => None,
            false => Some(self.put_together(group, whole, &marks).unwrap_or(Mark {
                verdict: Verdict::JE,
                score: 0.0,
            })),
        }
    }

    /// What counts of the things in a group.
    fn marks(&self, group: usize, seen: &Seen) -> Vec<Mark> {
        let children = self.children[group].iter();
        children
            .filter_map(|child| match *child {
                Child::Case(index) => seen.cases[index],
                Child::Group(group) => self.grade(group, seen),
            })
            .collect()
    }

    /// What they come to, or why the package's own program does not say so.
    fn put_together(&self, index: usize, group: &Group, marks: &[Mark]) -> Result<Mark, String> {
        let is_judged = marks.iter().all(|mark| mark.verdict != Verdict::JE);
        match (&group.grading.program, self.grader) {
            (Some(_), Some(grader)) if is_judged => grader(index, marks),
            _ => Ok(combine(&group.grading, marks, self.most[index])),
        }
    }

    /// What the groups but the root came to, of those that have cases.
    pub(crate) fn results(&self, seen: &Seen) -> Vec<GroupResult> {
        let groups = self.groups.iter().enumerate().skip(1);
        groups
            .filter(|(index, _)| self.has_cases(*index))
            .map(|(index, group)| {
                let mark = self
                    .grade(index, seen)
                    .filter(|_| seen.unmet[index].is_none());
                GroupResult {
                    name: group.name.clone(),
                    verdict: mark.map_or(Verdict::SK, |mark| mark.verdict),
                    score: mark.map_or(0.0, |mark| mark.score),
                    max_score: self.most[index],
                }
            })
            .collect()
    }

    /// A score that its group cannot have: a fault of the package or of its checker.
    pub(crate) fn fault(&self, seen: &Seen) -> Option<String> {
        self.groups.iter().enumerate().find_map(|(index, group)| {
            let score = self.grade(index, seen)?.score;
            if let Err(reason) = self.put_together(index, group, &self.marks(index, seen)) {
                return Some(format!("{}: {reason}", group.name));
            }
            let (least, most) = group.grading.range;
            let most = group.grading.max_score.map_or(most, |max| max.min(most));
            let fits = least - slack(least) <= score && score <= most + slack(most);
            (!fits).then(|| {
                format!(
                    "{}: expected a score from {} to {}, found {}",
                    group.name,
                    Score(least),
                    Score(most),
                    Score(score)
                )
            })
        })
    }
}

/// What an accepted case gives of what its group does; `None` if the group leaves that open.
fn share(grading: &Grading, children: &[Child]) -> Option<f64> {
    let most = grading.max_score?;
    match grading.score {
        ScoreRule::PassFail => None,
        ScoreRule::Min | ScoreRule::Max | ScoreRule::Average => Some(most),
        ScoreRule::Sum => children
            .iter()
            .all(|child| matches!(child, Child::Case(_)))
            .then(|| (most - grading.static_score) / children.len() as f64),
    }
}

/// The group around a group. Groups come after those they lie in.
fn parent(groups: &[Group], group: usize) -> Option<usize> {
    match groups.get(group)?.parent {
        Some(parent) if parent < group => Some(parent),
        _ => (group > 0).then_some(0),
    }
}

/// What rounding makes of a bound.
fn slack(bound: f64) -> f64 {
    match bound.is_finite() {
        true => 1e-9 * bound.abs().max(1.0),
        false => 0.0,
    }
}

#[cfg(test)]
mod tests;
