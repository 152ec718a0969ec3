//! What is expected of a solution, and whether it came true.

use std::fmt;
use std::str::FromStr;

use crate::verdict::{UnknownVerdict, Verdict};

/// What is expected of a solution. Each part that is there must hold.
///
/// In all of them [`Verdict::folded`] counts as equal, so an expected TLE is met by WTL; judge
/// errors never meet an expectation, and skipped cases say nothing. A solution that does not
/// compile has the one verdict CE.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Expectation {
    /// The verdict on the whole solution is one of these.
    pub overall: Option<Vec<Verdict>>,
    /// The verdict on every case is one of these.
    pub permitted: Option<Vec<Verdict>>,
    /// The verdict on at least one case is one of these.
    pub required: Option<Vec<Verdict>>,
    /// The score lies within these bounds, both included.
    pub score: Option<(f64, f64)>,
    /// The message of at least one case holds this text.
    pub message: Option<String>,
    /// What is expected within the groups and cases that a glob of names matches.
    pub within: Vec<(String, Expectation)>,
}

/// What a solution came to, for [`Expectation::met_by`].
#[derive(Debug, Clone, Copy)]
pub struct Outcome<'a> {
    /// The verdict on the whole.
    pub overall: Verdict,
    /// The score of the whole, if there is one.
    pub score: Option<f64>,
    /// The cases in their order.
    pub cases: &'a [CaseOutcome<'a>],
    /// The groups that are scored.
    pub groups: &'a [GroupOutcome<'a>],
}

/// What a case came to.
#[derive(Debug, Clone, Copy)]
pub struct CaseOutcome<'a> {
    /// Its name.
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
    /// Every case accepted.
    #[must_use]
    pub fn accepted() -> Self {
        Expectation::of(Verdict::AC)
    }

    /// One verdict: `AC` asks for every case to be accepted, anything else for at least one case
    /// with it, and for no case that is neither accepted nor has it: a solution that is expected to
    /// be wrong and crashes is a surprise.
    #[must_use]
    pub fn of(verdict: Verdict) -> Self {
        Expectation::any_of(vec![verdict])
    }

    /// The same of several verdicts. With `AC` among them no case has to be rejected.
    #[must_use]
    pub fn any_of(verdicts: Vec<Verdict>) -> Self {
        let mut permitted = verdicts.clone();
        if !permitted.contains(&Verdict::AC) {
            permitted.insert(0, Verdict::AC);
        }
        Expectation {
            permitted: Some(permitted),
            required: Some(verdicts).filter(|verdicts| !verdicts.contains(&Verdict::AC)),
            ..Expectation::default()
        }
    }

    /// The verdict on the whole, whatever those of the cases.
    #[must_use]
    pub fn overall(verdicts: Vec<Verdict>) -> Self {
        Expectation {
            overall: Some(verdicts),
            ..Expectation::default()
        }
    }

    /// The expectation that a folder's name under `submissions/` states in the native format.
    #[must_use]
    pub fn of_folder(name: &str) -> Option<Self> {
        let verdict = match name {
            "accepted" => Verdict::AC,
            "wrong_answer" => Verdict::WA,
            "time_limit_exceeded" => Verdict::TLE,
            "run_time_error" => Verdict::RTE,
            "compile_error" => Verdict::CE,
            _ => return None,
        };
        Some(Expectation::of(verdict))
    }

    /// What can be asked of a solution that is run on some of its cases only: no case has a verdict
    /// that is not permitted. The cases that reject a wrong solution may be among those left out.
    #[must_use]
    pub fn or_accepted(mut self) -> Self {
        self.required = None;
        self.score = None;
        self.message = None;
        if let Some(overall) = &mut self.overall
            && !overall.contains(&Verdict::AC)
        {
            overall.insert(0, Verdict::AC);
        }
        self.within = self
            .within
            .into_iter()
            .map(|(glob, expectation)| (glob, expectation.or_accepted()))
            .collect();
        self
    }

    /// Whether a solution that came to `outcome` is as expected. Nothing ran: it is not.
    #[must_use]
    pub fn met_by(&self, outcome: &Outcome<'_>) -> bool {
        let ran = |case: &&CaseOutcome<'_>| case.verdict != Verdict::SK;
        let verdicts = || outcome.cases.iter().filter(ran).map(|case| case.verdict);
        let within = |list: &Option<Vec<Verdict>>, verdict| {
            list.as_ref().is_none_or(|list| is_among(verdict, list))
        };
        verdicts().next().is_some()
            && verdicts().all(|verdict| verdict != Verdict::JE && within(&self.permitted, verdict))
            && within(&self.overall, outcome.overall)
            && self
                .required
                .as_ref()
                .is_none_or(|list| verdicts().any(|verdict| is_among(verdict, list)))
    }

    /// Whether the verdict on a case may be this one.
    #[must_use]
    pub fn permits(&self, verdict: Verdict) -> bool {
        let lists = [&self.permitted, &self.overall];
        verdict != Verdict::JE
            && lists.into_iter().flatten().all(|list| {
                // A case may be accepted whatever the whole comes to.
                is_among(verdict, list) || (verdict == Verdict::AC && self.permitted.is_none())
            })
    }
}

/// Whether a verdict, or what it counts as, is one of these.
fn is_among(verdict: Verdict, list: &[Verdict]) -> bool {
    !matches!(verdict, Verdict::JE | Verdict::SK)
        && (list.contains(&verdict) || list.contains(&verdict.folded()))
}

impl fmt::Display for Expectation {
    /// The verdicts that the solution is expected to get, such as `WA|TLE`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [&self.required, &self.overall, &self.permitted];
        let shown = lists.into_iter().flatten().next();
        let codes: Vec<&str> = shown
            .into_iter()
            .flatten()
            .map(|verdict| verdict.code())
            .collect();
        f.pad(&codes.join("|"))
    }
}

impl FromStr for Expectation {
    type Err = UnknownVerdict;

    /// Reads one verdict or several, separated by `|` or `,`.
    fn from_str(text: &str) -> Result<Self, UnknownVerdict> {
        let verdicts: Vec<Verdict> = text
            .split(['|', ','])
            .map(|code| code.trim().parse())
            .collect::<Result<_, _>>()?;
        match verdicts
            .iter()
            .find(|verdict| matches!(verdict, Verdict::JE | Verdict::SK))
        {
            Some(verdict) => Err(UnknownVerdict(verdict.to_string())),
            None => Ok(Expectation::any_of(verdicts)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::*;
    use super::*;

    #[test]
    fn expectations_are_met_as_documented() {
        for (expected, verdicts, met) in [
            ("AC", &[AC, AC][..], true),
            ("AC", &[AC, WA], false),
            ("AC", &[], false),
            ("AC", &[SK, SK], false),
            ("AC", &[AC, SK], true),
            ("WA", &[AC, WA], true),
            ("WA", &[AC, PE], true),
            ("WA", &[AC, AC], false),
            ("WA", &[WA, RTE], false),
            ("WA", &[WA, JE], false),
            ("wa|rte", &[WA, RTE], true),
            ("WA,RTE", &[AC, OLE], true),
            ("TLE", &[AC, WTL, SK], true),
            ("WTL", &[AC, TLE], false),
            ("RTE", &[MLE], true),
            ("MLE", &[RTE], false),
            ("AC|TLE", &[AC, AC], true),
            ("CE", &[CE], true),
            ("AC", &[CE], false),
        ] {
            let expectation: Expectation = expected.parse().unwrap();
            let cases: Vec<CaseOutcome<'_>> = verdicts
                .iter()
                .map(|&verdict| CaseOutcome {
                    name: "",
                    verdict,
                    message: "",
                    score: None,
                })
                .collect();
            let outcome = Outcome {
                overall: AC,
                score: None,
                cases: &cases,
                groups: &[],
            };
            assert_eq!(expectation.met_by(&outcome), met, "{expected} {verdicts:?}");
        }
    }

    #[test]
    fn what_nobody_can_promise_is_refused() {
        for text in ["", "OK", "JE", "SK", "WA|"] {
            assert!(text.parse::<Expectation>().is_err(), "{text:?}");
        }
    }
}
