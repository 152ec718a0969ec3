//! Problem packages: the model, and one reader for each folder format.
//!
//! The only crate that knows how problems lie on disk. It reads and never runs: programs, crates
//! and generator calls are named here and started by the judge. The one thing that it writes is
//! what an archive holds, into a temporary folder that goes with the problem. A change of a setting is
//! given back as text. A format is one file under `formats` and one line in [`FORMATS`].

mod archive;
mod board;
mod discover;
mod edit;
mod error;
mod expectation;
mod formats;
mod glob;
mod grading;
mod inside;
mod judging;
mod model;
mod near;
mod order;
mod plain;
mod stress;
mod text_file;
mod toml_file;
mod units;
mod unnamed;
mod verdict;

pub use archive::{Unpacked, is_archive};
pub use discover::{discover, has_settings, open};
pub use edit::{Edit, EditError, set_hashes, set_time_limit};
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
    BuildHints, Call, Case, Companions, FileIo, Hash, Input, Limits, Lines, Made, OwnLimits, Probe,
    ProbeKind, Problem, Solution, Source, Stream, TimeRule, TimeUse,
};
pub use near::near;
pub use order::natural;
pub use plain::{json as plain_json, plain};
pub use stress::Stress;
pub use toml_file::{place_in, read as read_toml};
pub use units::{UnitError, bytes, duration};
pub use verdict::{UnknownVerdict, Verdict};
