//! Test groups, and how their cases make a score.

use std::fmt;

use crate::model::Call;
use serde::{Deserialize, Serialize};

/// A group of cases, or of groups. A package without any has no scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Its name as of cases: `secret/group1`, `data` for the root.
    pub name: String,
    /// The group it lies in, an index into the problem's groups; groups come after those they lie
    /// in. `None` for the root, which is the first.
    pub parent: Option<usize>,
    /// How the verdicts and scores of what it holds become its own.
    pub grading: Grading,
    /// What happens after the first case or group in it that is not accepted.
    pub on_reject: OnReject,
    /// Earlier groups (indices) that must be accepted, or it is skipped with a score of 0. One of
    /// which no case is run is no hindrance.
    pub requires: Vec<usize>,
}

/// How verdicts and scores of cases and groups become those of the group that holds them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grading {
    /// How verdicts are put together.
    pub verdict: VerdictRule,
    /// How scores are put together.
    pub score: ScoreRule,
    /// The score of a case in this group that is accepted, where neither its checker nor its own
    /// points nor `max_score` gives another.
    pub accept_score: f64,
    /// The score of a case in this group that is not accepted.
    pub reject_score: f64,
    /// Accepted when anything in it is (`accept_if_any_accepted`).
    pub any_accepted: bool,
    /// Whether only the last of two things in it counts, as `secret` after `sample` in the root.
    pub ignore_sample: bool,
    /// The score of the group is an error outside these bounds.
    #[serde(with = "bounds")]
    pub range: (f64, f64),
    /// The most the group can give, where the format states it. With [`ScoreRule::Sum`] and no
    /// groups in it the cases share it, less `static_score`, evenly; with another rule each case can
    /// give all of it. A case with points of its own gives those.
    pub max_score: Option<f64>,
    /// What of `max_score` is given for the source of a solution, whatever its output.
    pub static_score: f64,
    /// Whether checkers give points to accepted cases of this group.
    pub checker_points: CheckerPoints,
    /// Which of two scores is better; that of the root counts.
    pub objective: Objective,
    /// The program of the package that says what the group comes to, in the place of the rules: it
    /// reads a line `VERDICT SCORE` for each thing in the group, and writes one such line. It stays
    /// where the package is.
    #[serde(skip)]
    pub program: Option<Call>,
}

impl Default for Grading {
    /// The legacy Kattis grader's: worst verdict, sum, 1 for an accepted case and 0 for another.
    fn default() -> Grading {
        Grading {
            verdict: VerdictRule::WorstError,
            score: ScoreRule::Sum,
            accept_score: 1.0,
            reject_score: 0.0,
            any_accepted: false,
            ignore_sample: false,
            range: (f64::NEG_INFINITY, f64::INFINITY),
            max_score: None,
            static_score: 0.0,
            checker_points: CheckerPoints::Allowed,
            objective: Objective::Max,
            program: None,
        }
    }
}

/// Bounds where there is no word for infinity, as in JSON: a side without a bound is nothing.
mod bounds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        (least, most): &(f64, f64),
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let finite = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
        (finite(*least), finite(*most)).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<(f64, f64), D::Error> {
        let (least, most) = <(Option<f64>, Option<f64>)>::deserialize(deserializer)?;
        Ok((
            least.unwrap_or(f64::NEG_INFINITY),
            most.unwrap_or(f64::INFINITY),
        ))
    }
}

/// How the verdict of a group follows from those of what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum VerdictRule {
    /// The worst.
    WorstError,
    /// The first that is not AC.
    FirstError,
    /// Always AC.
    AlwaysAccept,
}

/// How the score of a group follows from those of what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScoreRule {
    /// All of it when everything in it is accepted, else 0. All is `max_score`, or without one the
    /// sum of what is in it.
    PassFail,
    /// The sum.
    Sum,
    /// The mean.
    Average,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// Whether checkers give points. A checker that does otherwise is at fault: a judge error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CheckerPoints {
    /// They may.
    Allowed,
    /// They must, and not as a share: nothing else says what an accepted case is worth.
    Required,
    /// They must not.
    Forbidden,
}

/// Which of two scores is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Objective {
    /// The greater.
    Max,
    /// The smaller.
    Min,
}

/// What happens after the first case or group in a group that is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum OnReject {
    /// What is left of the group is skipped.
    Break,
    /// It is run.
    Continue,
    /// All later cases of the problem are skipped, as after a pretest.
    Stop,
}

/// A score as it is shown: to four places, without what rounding left of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score(pub f64);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.4}", self.0);
        let text = match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.'),
            false => &text,
        };
        f.pad(if text == "-0" { "0" } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_shown_without_what_rounding_left_of_it() {
        for (score, text) in [
            (40.0, "40"),
            (0.1 + 0.2, "0.3"),
            (100.0 / 3.0, "33.3333"),
            (-0.000_01, "0"),
            (-12.5, "-12.5"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(Score(score).to_string(), text);
        }
    }
}
