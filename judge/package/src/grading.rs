//! Test groups, and how their cases make a score.

/// A group of cases, or of groups. A package without any has no scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Its name as of cases: `secret/group1`, `data` for the root.
    pub name: String,
    /// The group it lies in, an index into the problem's groups; groups come after those they lie
    /// in. `None` for the root, which is the first.
    pub parent: Option<usize>,
    /// How the verdicts and scores of what it holds become its own.
    pub grading: Grading,
    /// What happens after its first case that is not accepted.
    pub on_reject: OnReject,
    /// Earlier groups (indices) that must be accepted, or it is skipped with a score of 0.
    pub requires: Vec<usize>,
}

/// How verdicts and scores of cases and groups become those of the group that holds them.
#[derive(Debug, Clone, PartialEq)]
pub struct Grading {
    /// How verdicts are put together.
    pub verdict: VerdictRule,
    /// How scores are put together.
    pub score: ScoreRule,
    /// The score of a case in this group that is accepted, where its checker gives none.
    pub accept_score: f64,
    /// The score of a case in this group that is not accepted.
    pub reject_score: f64,
    /// Accepted when anything in it is (`accept_if_any_accepted`).
    pub any_accepted: bool,
    /// Whether the group `sample` is left out of the root's verdict and score.
    pub ignore_sample: bool,
    /// The score of the group is an error outside these bounds.
    pub range: (f64, f64),
    /// The most the group can give, where the format states it and shares it out among its cases.
    pub max_score: Option<f64>,
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
        }
    }
}

/// How the verdict of a group follows from those of what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictRule {
    /// The worst.
    WorstError,
    /// The first that is not AC.
    FirstError,
    /// Always AC.
    AlwaysAccept,
}

/// How the score of a group follows from those of what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreRule {
    /// `max_score` when everything in it is accepted, else 0.
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

/// What happens after the first case of a group that is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnReject {
    /// The other cases of the group are skipped.
    Break,
    /// They are run.
    Continue,
}
