//! What is expected of a solution, and whether it came true.

use std::fmt;
use std::str::FromStr;

use crate::verdict::{UnknownVerdict, Verdict};

/// The verdicts that a solution is expected to get.
///
/// `AC` alone asks for every case to be accepted. Anything else asks for at least one case with
/// one of the verdicts, and for no case that is neither accepted nor one of them: a solution that
/// is expected to be wrong and crashes is a surprise. [`Verdict::folded`] counts as equal, so an
/// expected TLE is met by WTL; judge errors and skipped cases never meet an expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation(Vec<Verdict>);

impl Expectation {
    /// Every case accepted.
    #[must_use]
    pub fn accepted() -> Self {
        Expectation(vec![Verdict::AC])
    }

    /// One verdict.
    #[must_use]
    pub fn of(verdict: Verdict) -> Self {
        Expectation(vec![verdict])
    }

    /// The expectation that a folder's name under `submissions/` states, if it states one.
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

    /// The same, met too when every case is accepted: what can be asked of a solution that is run
    /// on some of its cases only.
    #[must_use]
    pub fn or_accepted(mut self) -> Self {
        if !self.0.contains(&Verdict::AC) {
            self.0.insert(0, Verdict::AC);
        }
        self
    }

    /// Whether a solution of these case verdicts is as expected. A solution that does not compile
    /// has the one verdict CE.
    #[must_use]
    pub fn met_by(&self, verdicts: impl IntoIterator<Item = Verdict>) -> bool {
        let mut any = false;
        let mut rejected = false;
        for verdict in verdicts {
            any |= verdict != Verdict::SK;
            match verdict {
                Verdict::AC | Verdict::SK => {}
                _ if self.permits(verdict) => rejected = true,
                _ => return false,
            }
        }
        any && (rejected || self.permits(Verdict::AC))
    }

    /// Whether a case may have this verdict.
    #[must_use]
    pub fn permits(&self, verdict: Verdict) -> bool {
        !matches!(verdict, Verdict::JE | Verdict::SK)
            && (self.0.contains(&verdict) || self.0.contains(&verdict.folded()))
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes: Vec<&str> = self.0.iter().map(|verdict| verdict.code()).collect();
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
            None => Ok(Expectation(verdicts)),
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
            let verdicts = verdicts.iter().copied();
            assert_eq!(
                expectation.met_by(verdicts.clone()),
                met,
                "{expected} {:?}",
                verdicts
            );
        }
    }

    #[test]
    fn what_nobody_can_promise_is_refused() {
        for text in ["", "OK", "JE", "SK", "WA|"] {
            assert!(text.parse::<Expectation>().is_err(), "{text:?}");
        }
    }
}
