//! Problem packages: the model, and one reader for each folder format.
//!
//! The only crate that knows how problems lie on disk. It reads and never runs: programs, crates
//! and generator calls are named here and started by the judge. A format is one file under
//! `formats` and one line in [`FORMATS`].

mod board;
mod discover;
mod error;
mod expectation;
mod formats;
mod glob;
mod grading;
mod judging;
mod model;
mod order;
mod units;
mod verdict;

pub use discover::{discover, open};
pub use error::PackageError;
pub use expectation::{CaseOutcome, Expectation, GroupOutcome, Outcome};
pub use formats::{FORMATS, Format};
pub use grading::{
    CheckerPoints, Grading, Group, Objective, OnReject, Score, ScoreRule, VerdictRule,
};
pub use judging::{
    Checker, CheckerCall, InputValidator, Judging, Jury, JuryLimits, Protocol, UnknownProtocol,
};
pub use model::{
    BuildHints, Call, Case, Companions, Input, Limits, Probe, ProbeKind, Problem, Solution, Source,
    TimeRule, TimeUse,
};
pub use order::natural;
pub use units::{UnitError, bytes, duration};
pub use verdict::{UnknownVerdict, Verdict};
