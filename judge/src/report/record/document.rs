//! What a recording holds. A field here is a promise to whoever reads the file: see
//! `docs/reports.md` for what may change without a new version.

mod case;
mod changes;
mod excerpt;
mod shard;

use serde::{Deserialize, Serialize};

pub(crate) use case::{Case, Measured, Points, Talk, TalkLine, Timed};
pub(crate) use changes::{Change, Comparison, Effect, What};
pub(crate) use excerpt::{Alike, Excerpt, Extent, Unit, Window};
pub(crate) use shard::{Baseline, Part, Scope, Shard};

use super::value::{Bytes, Code, Millis};

/// What the first field of a recording says.
pub(crate) const FORMAT: &str = "judge run";
/// Grows when a field changes its meaning or goes; new fields leave it.
pub(crate) const VERSION: u32 = 1;

/// A recorded run of `judge`: all that any report tells of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Recording {
    /// `judge run`.
    #[cfg_attr(test, schemars(extend("const" = FORMAT)))]
    pub(crate) format: String,
    /// The version of the format. Readers must refuse one that they do not know.
    #[cfg_attr(test, schemars(extend("const" = VERSION)))]
    pub(crate) version: u32,
    /// The version of the judge that wrote it.
    pub(crate) judge_version: String,
    /// Whether every expectation held and everything could be judged.
    pub(crate) success: bool,
    /// Whether a signal ended the run early.
    pub(crate) interrupted: bool,
    /// How the run ended.
    #[serde(flatten)]
    pub(crate) end: RunEnd,
    /// The size and the means of the run.
    #[serde(flatten)]
    pub(crate) run: Run,
    /// The problems in the order in which they were judged.
    pub(crate) problems: Vec<Problem>,
    /// What changed since the baseline, where the run was given one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) comparison: Option<Comparison>,
}

/// The size and the means of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Run {
    /// When the run started, in seconds since 1970 (UTC).
    pub(crate) started: u64,
    /// How many cases ran side by side.
    pub(crate) jobs: usize,
    /// What the programs were kept from.
    pub(crate) isolation: String,
    /// Whether every layer of the sandbox was there.
    pub(crate) isolated: bool,
    /// The options that decided how solutions were judged, as on a command line.
    pub(crate) options: Vec<String>,
    /// What was to be judged; an interrupted run holds less.
    pub(crate) planned: Planned,
    /// Why packages that were asked for were not judged, each with its place.
    pub(crate) broken: Vec<String>,
    /// Which part of a run this is, if it is one: `judge merge` puts them together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shard: Option<Shard>,
}

/// What was to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Planned {
    /// The number of problems.
    pub(crate) problems: usize,
    /// The number of solutions of all problems.
    pub(crate) solutions: usize,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunEnd {
    /// Time on the clock.
    pub(crate) elapsed_ms: Millis,
    /// The number of the signal that ended the run early.
    pub(crate) signal: Option<u8>,
}

/// A problem and what its solutions came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Problem {
    /// What is known of it before anything runs.
    #[serde(flatten)]
    pub(crate) head: ProblemHead,
    /// The verdict on all its solutions: of the first that was not accepted.
    pub(crate) verdict: Code,
    /// The solutions in the order in which they were judged.
    pub(crate) solutions: Vec<Solution>,
}

/// What is known of a problem before anything runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProblemHead {
    /// The folder's name.
    pub(crate) name: String,
    /// The title.
    pub(crate) title: String,
    /// Where it comes from, such as `Codeforces 1921E`.
    pub(crate) source: Option<String>,
    /// The package's folder, relative to the folder of the run where it is below it.
    pub(crate) folder: String,
    /// The limits before any factor for a language.
    pub(crate) limits: Limits,
    /// Where the time limit comes from, if it is not stated in the usual place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time_from: Option<String>,
    /// What the numbers of an input are, where the package says how it is drawn as a board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) board: Vec<String>,
    /// The cases in the order in which they are run.
    pub(crate) cases: Vec<CaseHead>,
    /// In a shard, what it takes to put the problem together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<Part>,
}

/// What is known of a case before it runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CaseHead {
    /// The case's name, such as `secret/03-tie`.
    pub(crate) name: String,
    /// The beginning of its input; `null` where there is none that could be read, and where a problem
    /// has very many.
    pub(crate) input: Option<Input>,
}

/// The beginning of an input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Input {
    /// The first bytes.
    pub(crate) text: Bytes,
    /// Whether the input goes on.
    pub(crate) more: bool,
}

/// Limits of a solution on each case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Limits {
    /// CPU time of the whole process tree.
    pub(crate) cpu_ms: Millis,
    /// Time on the clock.
    pub(crate) wall_ms: Millis,
    /// Memory in bytes.
    pub(crate) memory_bytes: u64,
    /// Standard output in bytes.
    pub(crate) output_bytes: u64,
}

/// A solution and what it came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Solution {
    /// What is known of it before it runs.
    #[serde(flatten)]
    pub(crate) head: SolutionHead,
    /// What it came to.
    #[serde(flatten)]
    pub(crate) end: SolutionEnd,
    /// Its cases in their order; none where it could not be built.
    pub(crate) cases: Vec<Case>,
}

/// What is known of a solution before it runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SolutionHead {
    /// Its name within the problem.
    pub(crate) name: String,
    /// Its language with what runs it, such as `Python 3 (CPython 3.12.3)`; `null` if that is not known.
    pub(crate) language: Option<String>,
    /// The file or folder of its source, relative to the folder of the run where it is below it;
    /// `null` for a crate or a command.
    pub(crate) path: Option<String>,
    /// The words of a command line that choose it and its problem.
    pub(crate) target: Vec<String>,
    /// What is expected of it in a few words, such as `WA|TLE`; `null` if nothing is.
    pub(crate) expected: Option<String>,
    /// The same in full.
    pub(crate) expectation: Option<Expectation>,
    /// The limits in force.
    pub(crate) limits: Limits,
    /// The name under which the judge's cache keeps what was run; none where nothing is kept. Two runs of
    /// the same program have the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) program: Option<String>,
    /// In a shard, the places of the solution's own cases among those of the problem, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<Vec<usize>>,
}

/// What is expected of a solution. Each part that is not `null` must hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Expectation {
    /// The verdict on the whole solution is one of these.
    pub(crate) overall: Option<Vec<Code>>,
    /// The verdict on every case is one of these.
    pub(crate) permitted: Option<Vec<Code>>,
    /// The verdict on at least one case is one of these.
    pub(crate) required: Option<Vec<Code>>,
    /// The score lies within these bounds, both included; `null` for none.
    pub(crate) score: Option<[Option<f64>; 2]>,
    /// The score is not the best there is.
    #[serde(default)]
    pub(crate) partial: bool,
    /// The message of at least one case holds this text.
    pub(crate) message: Option<String>,
    /// What is expected within some groups and cases.
    pub(crate) within: Vec<Within>,
}

/// What is expected within some groups and cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Within {
    /// A glob of their names.
    pub(crate) names: String,
    /// What is expected there.
    pub(crate) expectation: Expectation,
}

/// What a solution came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SolutionEnd {
    /// The verdict on all its cases.
    pub(crate) verdict: Code,
    /// Whether its expectation held; `null` if there is none or nobody can say.
    pub(crate) as_expected: Option<bool>,
    /// Why it did not, in words; else empty.
    #[serde(default)]
    pub(crate) surprise: String,
    /// The score; `null` where nothing is scored.
    pub(crate) score: Option<f64>,
    /// The best score there is, if that is known.
    pub(crate) max_score: Option<f64>,
    /// What it came to in each test group that is scored.
    #[serde(default)]
    pub(crate) groups: Vec<Group>,
    /// Why nothing ran: the compiler's log, or the reason for skipping it. Else empty.
    pub(crate) message: String,
}

/// What a solution came to in a group of cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Group {
    /// The group's name.
    pub(crate) name: String,
    /// The verdict; SK if none of its cases was run.
    pub(crate) verdict: Code,
    /// The score.
    pub(crate) score: f64,
    /// The most that it can give, if that is known.
    pub(crate) max_score: Option<f64>,
}

/// One line of a run as JSON Lines: an event, by its name, with what it says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Line {
    /// Judging starts.
    RunStarted(Box<RunLine>),
    /// The next problem.
    ProblemStarted(ProblemHead),
    /// The next solution of the problem.
    SolutionStarted(SolutionHead),
    /// A case of the solution was run or skipped.
    CaseEnded(Box<Case>),
    /// The solution's last case has ended.
    SolutionEnded(SolutionEnd),
    /// The run was held against another.
    Compared(Comparison),
    /// The run is over.
    RunEnded(RunEnd),
}

/// The first line: what it is, and the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunLine {
    /// `judge run`.
    #[cfg_attr(test, schemars(extend("const" = FORMAT)))]
    pub(crate) format: String,
    /// The version of the format, that of the document.
    #[cfg_attr(test, schemars(extend("const" = VERSION)))]
    pub(crate) version: u32,
    /// The version of the judge that wrote it.
    pub(crate) judge_version: String,
    /// The size and the means of the run.
    #[serde(flatten)]
    pub(crate) run: Run,
}
