//! What is expected of a solution, and whether it came true.

mod outcome;
mod words;

use std::str::FromStr;

pub use outcome::{CaseOutcome, GroupOutcome, Outcome};

use crate::glob::Glob;
use crate::verdict::{UnknownVerdict, Verdict};

/// What is expected of a solution. Each part that is there must hold.
///
/// In all of them [`Verdict::folded`] counts as equal, so an expected TLE is met by WTL; judge
/// errors never meet an expectation, and skipped cases say nothing: one of them might have had the
/// verdict or the message that is missing. A solution that does not compile has the one verdict CE.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Expectation {
    /// The verdict on the whole solution is one of these.
    pub overall: Option<Vec<Verdict>>,
    /// The verdict on every case is one of these.
    pub permitted: Option<Vec<Verdict>>,
    /// The verdict on at least one case is one of these.
    pub required: Option<Vec<Verdict>>,
    /// The score lies within these bounds, both included, but for what rounding makes of it.
    pub score: Option<(f64, f64)>,
    /// The score is not the best there is.
    pub partial: bool,
    /// The message of at least one case holds this text.
    pub message: Option<String>,
    /// What is expected within the groups and cases that a glob of names matches, by the rules of
    /// the ICPC package format: `*` is any text without a `/`, `{a,b}` either, and a name matches
    /// if it or a folder it lies in does. A score and an overall verdict are those of each group
    /// (without any, of each case) whose own name the glob matches.
    pub within: Vec<(String, Expectation)>,
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

    /// Accepted as a whole with less than the best score, as in the folder `partially_accepted` of
    /// legacy Kattis packages.
    #[must_use]
    pub fn partially_accepted() -> Self {
        Expectation {
            partial: true,
            ..Expectation::overall(vec![Verdict::AC])
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

    /// Whether nothing but acceptance is asked for, of the whole or of every case.
    #[must_use]
    pub fn is_acceptance(&self) -> bool {
        let lists = [&self.permitted, &self.required, &self.overall];
        let mut lists = lists.into_iter().flatten();
        lists.any(|list| list[..] == [Verdict::AC])
    }

    /// What can be asked of a solution that is run on some of its cases only: no case has a verdict
    /// that is not permitted. The cases that reject a wrong solution may be among those left out.
    #[must_use]
    pub fn or_accepted(mut self) -> Self {
        self.required = None;
        self.score = None;
        self.partial = false;
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

    /// Whether the verdict on a case of this name may be this one.
    #[must_use]
    pub fn permits(&self, name: &str, verdict: Verdict) -> bool {
        let lists = [&self.permitted, &self.overall];
        verdict != Verdict::JE
            && lists.into_iter().flatten().all(|list| {
                // A case may be accepted whatever the whole comes to.
                is_among(verdict, list) || (verdict == Verdict::AC && self.permitted.is_none())
            })
            && self
                .within
                .iter()
                .filter(|(glob, _)| Glob::new(glob).matches(name))
                .all(|(_, expectation)| expectation.permits(name, verdict))
    }
}

/// Whether a verdict, or what it counts as, is one of these.
fn is_among(verdict: Verdict, list: &[Verdict]) -> bool {
    !matches!(verdict, Verdict::JE | Verdict::SK)
        && (list.contains(&verdict) || list.contains(&verdict.folded()))
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
mod tests;
