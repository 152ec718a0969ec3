//! What makes a recording one of several parts of a run.

use serde::{Deserialize, Serialize};

/// One of several parts of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Shard {
    /// Which of them, from 1.
    pub(crate) index: usize,
    /// How many there are.
    pub(crate) count: usize,
    /// Whether `--all-cases` was given.
    pub(crate) all_cases: bool,
    /// The baseline; `null` without one.
    pub(crate) baseline: Option<Baseline>,
}

/// The baseline that a shard was run with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Baseline {
    /// The hash of its file.
    pub(crate) hash: String,
    /// How much of it the run was to repeat.
    pub(crate) scope: Scope,
}

/// How much of its baseline a run was to repeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    /// All of it.
    Everything,
    /// Some of the problems, with all their solutions and cases.
    Problems,
    /// Some of the solutions, with all cases of their problems.
    Solutions,
    /// Some of the cases and solutions.
    Parts,
}

/// What it takes to put a problem together whose cases ran in several shards. It is for the judge that
/// wrote it: `judge merge` takes only shards of its own version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Part {
    /// The hash of the package and the chosen solutions, which must be the same in all shards.
    pub(crate) content: String,
    /// The test groups.
    #[cfg_attr(test, schemars(with = "Vec<serde_json::Value>"))]
    pub(crate) groups: Vec<package::Group>,
    /// For each case its group and its points.
    pub(crate) cases: Vec<(usize, Option<f64>)>,
    /// How many cases were left out by choice.
    pub(crate) left_out: usize,
}
