//! What changed since a baseline.

use serde::{Deserialize, Serialize};

use crate::report::record::value::{Code, Millis};

/// What changed since the baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Comparison {
    /// When the baseline was started, in seconds since 1970 (UTC).
    pub(crate) baseline: u64,
    /// What is not as it was. A shard tells of times only.
    pub(crate) changes: Vec<Change>,
    /// How many cases took so long that they were measured again, alone.
    pub(crate) again: usize,
    /// How many would have been, had others of their solution not proved slower before.
    #[serde(default)]
    pub(crate) suspected: usize,
    /// Whether the earlier program of a solution was not at hand, so that there were only its times.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) times_only: bool,
    /// How many times as long as beside the baseline the yardstick took, in the middle.
    pub(crate) pace: Option<f64>,
}

/// One thing that is not as it was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Change {
    /// The problem's name.
    pub(crate) problem: String,
    /// The solution's name; `null` where it is the problem or one of its cases.
    pub(crate) solution: Option<String>,
    /// The case's name; `null` where it is the whole solution or problem.
    pub(crate) case: Option<String>,
    /// Whether it is for the worse.
    pub(crate) effect: Effect,
    /// What it is.
    #[serde(flatten)]
    pub(crate) what: What,
}

/// What a change means to those who look for regressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Effect {
    /// It is a regression.
    Worse,
    /// It is the opposite of one.
    Better,
    /// It is neither.
    Other,
}

/// What is not as it was.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum What {
    /// A verdict; both may be the same where a solution is no longer as expected, or is so at last.
    Verdict {
        /// In the baseline.
        was: Code,
        /// In this run.
        now: Code,
    },
    /// The score of a solution.
    Score {
        /// In the baseline.
        was: f64,
        /// In this run.
        now: f64,
    },
    /// The CPU time of a case.
    Time {
        /// The longest in the baseline; of several turns, the one in the middle.
        was_ms: Millis,
        /// The shortest in this run; of several turns, the one in the middle.
        now_ms: Millis,
        /// What noise may have made of the time before, at the most.
        bound_ms: Millis,
        /// Whether the program of the baseline was run again, in turns with this one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_turns: bool,
    },
    /// The baseline has no such thing.
    New,
    /// Only the baseline has it.
    Vanished,
}
