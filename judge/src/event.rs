//! What a run says while it goes on: the only thing that reports know.
//!
//! Events come in a stable order, that of problems, solutions and cases, however many workers run
//! and whichever finishes first: `RunStarted`, then for each problem `ProblemStarted`, for each of
//! its solutions `SolutionStarted`, `CaseEnded` for each case (none if the solution could not be
//! built) and `SolutionEnded`, then `Compared` if there is a baseline, and at last `RunEnded`. A run
//! that a signal ends stops after the solution at hand, whose cases that did not run are told as
//! skipped. A shard tells of every problem and solution, but of its own cases only.

use std::sync::Arc;
use std::time::Duration;

use package::{Expectation, Group, Verdict};

use crate::model::{CaseResult, Limits};

/// One thing that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Everything is built; judging starts.
    RunStarted(RunInfo),
    /// The next problem, shared: it may hold the beginnings of very many inputs.
    ProblemStarted(Arc<ProblemInfo>),
    /// The next solution of the problem.
    SolutionStarted(SolutionInfo),
    /// A case of the solution was run or skipped.
    CaseEnded(Box<CaseResult>),
    /// The solution's last case has ended.
    SolutionEnded(SolutionResult),
    /// The run was held against another.
    Compared(Comparison),
    /// The run is over.
    RunEnded(RunResult),
}

/// The size and the means of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunInfo {
    /// When the run started, in seconds since 1970 (UTC).
    pub started: u64,
    /// How many cases run side by side.
    pub jobs: usize,
    /// What the programs are kept from.
    pub isolation: String,
    /// Whether every layer of the sandbox is there.
    pub isolated: bool,
    /// The options that decide how solutions are judged, as on a command line.
    pub options: Vec<String>,
    /// The number of problems.
    pub problems: usize,
    /// The number of solutions of all problems.
    pub solutions: usize,
    /// Why packages that were asked for are not judged, each with its place.
    pub broken: Vec<String>,
    /// Which part of the run this is, if it is one.
    pub shard: Option<ShardInfo>,
}

/// One of several parts of a run, for `judge merge`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardInfo {
    /// Which of them, from 1.
    pub index: usize,
    /// How many there are.
    pub count: usize,
    /// Whether cases count as run that nothing depends on any more.
    pub all_cases: bool,
    /// The baseline, if there is one.
    pub baseline: Option<BaselineInfo>,
}

/// The baseline that a shard is run with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineInfo {
    /// The hash of its file.
    pub hash: String,
    /// How much of it the run was to repeat.
    pub scope: Scope,
}

/// How much of its baseline a run is to repeat. What it is not to is not missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All of it.
    Everything,
    /// Some of the problems, with all their solutions and cases.
    Problems,
    /// Some of the solutions, with all cases of their problems.
    Solutions,
    /// Some of the cases and solutions.
    Parts,
}

/// A problem.
#[derive(Debug, Clone, PartialEq)]
pub struct ProblemInfo {
    /// The folder's name.
    pub slug: String,
    /// The title.
    pub title: String,
    /// Where it comes from.
    pub source: Option<String>,
    /// The package's folder, relative to the current one where it is below it.
    pub folder: String,
    /// The limits before any factor for a language.
    pub limits: Limits,
    /// Where the time limit comes from, if it is not stated in the usual place.
    pub time_from: Option<String>,
    /// What the numbers of an input are, where it is drawn as a board; see [`package::Problem`].
    pub board: Vec<String>,
    /// The cases that are run.
    pub cases: Vec<CaseInfo>,
    /// What it takes to put the parts of a run together.
    pub part: Option<PartInfo>,
}

/// What it takes to put the parts of a run together.
#[derive(Debug, Clone, PartialEq)]
pub struct PartInfo {
    /// The hash of the package and the chosen solutions.
    pub content: String,
    /// The test groups.
    pub groups: Vec<Group>,
    /// For each case its group and its points.
    pub cases: Vec<(usize, Option<f64>)>,
    /// How many cases somebody chose to leave out.
    pub left_out: usize,
}

/// A case.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseInfo {
    /// Its name.
    pub name: String,
    /// The beginning of its input; `None` where there is none that can be read, and where a problem
    /// has very many.
    pub input: Option<Preview>,
}

/// The beginning of a file, bounded.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The first bytes.
    pub bytes: Vec<u8>,
    /// Whether the file goes on.
    pub more: bool,
}

/// A solution.
#[derive(Debug, Clone, PartialEq)]
pub struct SolutionInfo {
    /// Its name within the problem.
    pub name: String,
    /// Its language with what runs it, such as `Python 3 (CPython 3.12.3)`; `None` if that is not
    /// known or it was not built.
    pub language: Option<String>,
    /// The file or folder of its source, relative to the current folder where it is below it;
    /// `None` for a crate or a command.
    pub path: Option<String>,
    /// The words of a command line that choose it and its problem.
    pub target: Vec<String>,
    /// What is expected of it; `None` if nothing is.
    pub expected: Option<Expectation>,
    /// The limits in force.
    pub limits: Limits,
    /// The name under which the judge's cache keeps what was run, if it does: two runs of the same
    /// program have the same.
    pub program: Option<String>,
    /// In a shard, the places of its own cases among those of the problem.
    pub part: Option<Vec<usize>>,
}

/// What a solution came to.
#[derive(Debug, Clone, PartialEq)]
pub struct SolutionResult {
    /// The verdict on all its cases.
    pub verdict: Verdict,
    /// Whether its expectation held; `None` if there is none, if nothing could be run, or if a
    /// signal ended the run before that could be said.
    pub as_expected: Option<bool>,
    /// Why its expectation did not hold, in one line; else empty.
    pub surprise: String,
    /// The score, in a problem that gives any; `None` if a signal ended the run before it was known.
    pub score: Option<f64>,
    /// The most that any solution can score, if that is known.
    pub max_score: Option<f64>,
    /// The groups of cases that were to be run, but for the one that holds all.
    pub groups: Vec<GroupResult>,
    /// Why nothing ran: the compiler's log, or the reason for skipping it. Else empty.
    pub message: String,
}

/// What a solution came to in a group of cases.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupResult {
    /// The group's name.
    pub name: String,
    /// The verdict; SK if none of its cases was run.
    pub verdict: Verdict,
    /// The score.
    pub score: f64,
    /// The most that it can give, if that is known.
    pub max_score: Option<f64>,
}

/// A run held against an earlier one, its baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// When the baseline was started, in seconds since 1970 (UTC).
    pub baseline: u64,
    /// What is not as it was. A shard tells of times only.
    pub changes: Vec<Change>,
    /// How many cases took so long that they were measured again, alone.
    pub again: usize,
    /// How many would have been, had others of their solution not proved slower before.
    pub suspected: usize,
    /// Whether the earlier program of a solution was not at hand, so that there were only its times.
    pub times_only: bool,
    /// How many times as long as beside the baseline the yardstick took, in the middle; above 1 the
    /// machine was slower or busier.
    pub pace: Option<f64>,
}

/// One thing that is not as it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The problem's name.
    pub problem: String,
    /// The solution's name; `None` where it is the problem or one of its cases.
    pub solution: Option<String>,
    /// The case's name; `None` where it is the whole solution or problem.
    pub case: Option<String>,
    /// Whether it is for the worse.
    pub effect: Effect,
    /// What it is.
    pub what: What,
}

/// What a change means to those who look for regressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It is a regression.
    Worse,
    /// It is the opposite of one.
    Better,
    /// It is neither, as far as anybody said what is expected.
    Other,
}

/// What is not as it was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum What {
    /// A verdict; of a whole solution both may be the same, where it is no longer as expected or is
    /// so at last.
    Verdict {
        /// In the baseline.
        was: Verdict,
        /// In this run.
        now: Verdict,
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
        was: Duration,
        /// The shortest in this run; of several turns, the one in the middle.
        now: Duration,
        /// What noise may have made of the time before, at the most.
        bound: Duration,
        /// Whether the program of the baseline was run again, in turns with this one.
        in_turns: bool,
    },
    /// The baseline has no such thing.
    New,
    /// Only the baseline has it.
    Vanished,
}

/// How the run ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunResult {
    /// Time on the clock since `RunStarted`.
    pub elapsed: Duration,
    /// The signal that ended it early.
    pub signal: Option<u8>,
}
