//! What a solution came to, and what of an expectation it leaves unmet.

use super::{Expectation, is_among, words};
use crate::glob::Glob;
use crate::grading::Score;
use crate::verdict::Verdict;

/// What a solution came to, for [`Expectation::unmet`].
#[derive(Debug, Clone, Copy)]
pub struct Outcome<'a> {
    /// The verdict on the whole.
    pub overall: Verdict,
    /// The score of the whole, if there is one.
    pub score: Option<f64>,
    /// The best score there is, if it is known.
    pub best: Option<f64>,
    /// The cases in their order.
    pub cases: &'a [CaseOutcome<'a>],
    /// The groups that are scored.
    pub groups: &'a [GroupOutcome<'a>],
}

/// What a case came to.
#[derive(Debug, Clone, Copy)]
pub struct CaseOutcome<'a> {
    /// Its name; empty for a solution that could not be run on any.
    pub name: &'a str,
    /// Its verdict.
    pub verdict: Verdict,
    /// The message of the checker.
    pub message: &'a str,
    /// Its score, if it has one.
    pub score: Option<f64>,
}

/// What a group came to.
#[derive(Debug, Clone, Copy)]
pub struct GroupOutcome<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its verdict.
    pub verdict: Verdict,
    /// Its score.
    pub score: Option<f64>,
}

impl Expectation {
    /// Whether a solution that came to `outcome` is as expected. Nothing ran: it is not.
    #[must_use]
    pub fn met_by(&self, outcome: &Outcome<'_>) -> bool {
        self.unmet(outcome).is_none()
    }

    /// Why a solution that came to `outcome` is not as expected, in one line such as `expected at
    /// least one WA, found AC on all 12 cases`; `None` if it is. What speaks against it comes before
    /// what is missing.
    #[must_use]
    pub fn unmet(&self, outcome: &Outcome<'_>) -> Option<String> {
        let scope = Scope {
            place: "",
            verdicts: vec![("", outcome.overall)],
            scores: outcome.score.into_iter().map(|score| ("", score)).collect(),
            cases: outcome.cases.iter().collect(),
        };
        let verdicts = words::verdicts(self);
        if !scope.ran().any(|_| true) {
            return Some(format!("expected {verdicts}, but nothing ran"));
        }
        if let Some(case) = scope.ran().find(|case| case.verdict == Verdict::JE) {
            let on = words::on(case.name);
            return Some(format!("expected {verdicts}, found JE{on}"));
        }
        scope
            .unmet(self)
            .or_else(|| self.whole(outcome))
            .or_else(|| {
                let unmet =
                    |(glob, within): &(String, _)| Scope::within(glob, outcome).unmet(within);
                self.within.iter().find_map(unmet)
            })
    }

    /// What is expected within groups and cases that a case, by its name, is one of.
    pub fn around<'a>(&'a self, case: &'a str) -> impl Iterator<Item = &'a Expectation> {
        let holds = |(glob, _): &&(String, Expectation)| Glob::new(glob).matches(case);
        self.within.iter().filter(holds).map(|(_, within)| within)
    }

    /// Why a solution should not have the best score.
    fn whole(&self, outcome: &Outcome<'_>) -> Option<String> {
        let (score, best) = (outcome.score?, outcome.best?);
        let is_best = within(score, (best, best));
        (self.partial && is_best).then(|| {
            let best = Score(best);
            format!("expected less than the full score, found all of {best}")
        })
    }
}

/// What an expectation is held against: the whole, or what a glob matches.
struct Scope<'a> {
    /// The glob; empty for the whole.
    place: &'a str,
    /// What has an overall verdict, by name.
    verdicts: Vec<(&'a str, Verdict)>,
    /// What has a score.
    scores: Vec<(&'a str, f64)>,
    cases: Vec<&'a CaseOutcome<'a>>,
}

impl<'a> Scope<'a> {
    fn within(glob: &'a str, outcome: &Outcome<'a>) -> Scope<'a> {
        let place = glob;
        let glob = Glob::new(glob);
        let groups: Vec<&GroupOutcome<'_>> = outcome
            .groups
            .iter()
            .filter(|group| glob.is(group.name))
            .collect();
        let named = outcome.cases.iter().filter(|case| glob.is(case.name));
        let (verdicts, scores) = match groups.is_empty() {
            true => (
                named
                    .clone()
                    .map(|case| (case.name, case.verdict))
                    .collect(),
                named
                    .filter_map(|case| Some((case.name, case.score?)))
                    .collect(),
            ),
            false => (
                groups
                    .iter()
                    .map(|group| (group.name, group.verdict))
                    .collect(),
                groups
                    .iter()
                    .filter_map(|group| Some((group.name, group.score?)))
                    .collect(),
            ),
        };
        Scope {
            place,
            verdicts,
            scores,
            cases: outcome
                .cases
                .iter()
                .filter(|case| glob.matches(case.name))
                .collect(),
        }
    }

    fn ran(&self) -> impl Iterator<Item = &&'a CaseOutcome<'a>> {
        self.cases.iter().filter(|case| case.verdict != Verdict::SK)
    }

    fn unmet(&self, expected: &Expectation) -> Option<String> {
        self.not_permitted(expected)
            .or_else(|| self.not_overall(expected))
            .or_else(|| self.not_required(expected))
            .or_else(|| self.not_scored(expected))
            .or_else(|| self.not_said(expected))
    }

    fn not_permitted(&self, expected: &Expectation) -> Option<String> {
        let permitted = expected.permitted.as_ref()?;
        let case = self.ran().find(|case| !is_among(case.verdict, permitted))?;
        Some(format!(
            "expected {}{}, found {}{}",
            words::verdicts(expected),
            words::within(self.place),
            case.verdict,
            words::on(case.name)
        ))
    }

    fn not_overall(&self, expected: &Expectation) -> Option<String> {
        let list = expected.overall.as_ref()?;
        let mut ran = self
            .verdicts
            .iter()
            .filter(|(_, verdict)| *verdict != Verdict::SK);
        let (name, verdict) = ran.find(|(_, verdict)| !is_among(*verdict, list))?;
        let first = self.ran().find(|case| case.verdict == *verdict);
        let on = match first {
            Some(case) if *verdict != Verdict::AC => words::on(case.name),
            _ => words::on(name),
        };
        Some(format!(
            "expected {}{}, found {verdict}{on}",
            words::any_of(list),
            words::within(self.place),
        ))
    }

    fn not_required(&self, expected: &Expectation) -> Option<String> {
        let required = expected.required.as_ref()?;
        let met = self.ran().any(|case| is_among(case.verdict, required));
        (!met && !self.is_open()).then(|| {
            format!(
                "expected at least one {}{}, found {}",
                words::any_of(required),
                words::within(self.place),
                words::seen(self.ran().map(|case| case.verdict))
            )
        })
    }

    fn not_scored(&self, expected: &Expectation) -> Option<String> {
        let bounds = expected.score?;
        let wanted = format!(
            "expected a score of {}{}",
            words::range(bounds),
            words::within(self.place)
        );
        if self.scores.is_empty() {
            return Some(format!("{wanted}, found none"));
        }
        let (name, score) = self
            .scores
            .iter()
            .find(|(_, score)| !within(*score, bounds))?;
        let on = words::on(name);
        Some(format!("{wanted}, found {}{on}", Score(*score)))
    }

    fn not_said(&self, expected: &Expectation) -> Option<String> {
        let text = expected.message.as_ref()?;
        let said = self.ran().any(|case| case.message.contains(text.as_str()));
        (!said && !self.is_open()).then(|| {
            format!(
                "expected a message with `{}`{}, found none",
                text.escape_debug(),
                words::within(self.place)
            )
        })
    }

    /// Whether cases that were skipped may have shown what is missing.
    fn is_open(&self) -> bool {
        self.cases.iter().any(|case| case.verdict == Verdict::SK)
    }
}

/// Whether a score lies within bounds, but for what rounding makes of it.
fn within(score: f64, (low, high): (f64, f64)) -> bool {
    let slack = |bound: f64| match bound.is_finite() {
        true => 1e-9 * bound.abs().max(1.0),
        false => 0.0,
    };
    low - slack(low) <= score && score <= high + slack(high)
}
