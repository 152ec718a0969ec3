//! What one run of a solution on one case came to.

use serde::{Deserialize, Serialize};

use super::Excerpt;
use crate::report::record::value::{Bytes, Code, Ending, Millis};

/// The first and the last lines of a talk of a solution and an interactor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Talk {
    /// The first lines.
    pub(crate) head: Vec<TalkLine>,
    /// How many lines are left out after them.
    pub(crate) left_out: u64,
    /// The last lines.
    pub(crate) tail: Vec<TalkLine>,
}

/// One line of a talk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TalkLine {
    /// `<` for the judge, `>` for the solution, `---` between two passes.
    pub(crate) by: String,
    /// Its first bytes.
    pub(crate) text: Bytes,
    /// Whether it was longer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) cut: bool,
}

/// What one run of a solution on one case came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Case {
    /// The case's name.
    pub(crate) name: String,
    /// The verdict.
    pub(crate) verdict: Code,
    /// Why, in one line; empty when there is nothing to say.
    pub(crate) message: String,
    /// What was measured; `null` when nothing ran.
    pub(crate) measured: Option<Measured>,
    /// The first measurement, where neighbours made it doubtful and the case was run again alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) beside_others: Option<Box<Measured>>,
    /// Every time that was measured, where the run was recorded, compared or made with `--repeat`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) times: Vec<Timed>,
    /// Whether there was an expected output to compare with.
    pub(crate) compared: bool,
    /// The points that the checker gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<Points>,
    /// The score of the case, where the package scores it by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<f64>,
    /// What was said, where the solution talked to an interactor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) transcript: Option<Box<Talk>>,
    /// The lines around the first difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) excerpt: Option<Box<Excerpt>>,
    /// The end of standard error of a program that crashed.
    #[serde(default, skip_serializing_if = "Bytes::is_empty")]
    pub(crate) stderr: Bytes,
}

/// What was measured of one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Measured {
    /// CPU time of the whole process tree.
    pub(crate) cpu_ms: Millis,
    /// Time on the clock.
    pub(crate) wall_ms: Millis,
    /// Peak resident memory in bytes.
    pub(crate) memory_bytes: u64,
    /// How it ended.
    #[serde(flatten)]
    pub(crate) ending: Ending,
}

/// The time of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Timed {
    /// CPU time of the whole process tree.
    pub(crate) cpu_ms: Millis,
    /// CPU time of a fixed piece of work of the judge's own beside it, by which runs on a slower or a
    /// busier machine are told from slower programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) yardstick_ms: Option<Millis>,
}

/// Points that a checker gave to one output.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Points {
    /// So many.
    Score(f64),
    /// This part, from 0 to 1, of what the case can give.
    Share(f64),
}
