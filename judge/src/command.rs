//! The commands, one file each.

mod bless;
mod check;
mod completions;
mod doctor;
mod export;
mod generate;
mod import;
mod init_ci;
mod list;
mod matrix;
mod merge;
mod new;
mod paste;
mod report;
mod reports;
mod run;
mod stress;
mod verify;
mod watch;

pub(crate) use bless::{BlessArgs, EXAMPLES as BLESS_EXAMPLES, bless};
pub(crate) use check::{CheckArgs, EXAMPLES as CHECK_EXAMPLES, check};
pub(crate) use completions::completions;
pub(crate) use doctor::doctor;
pub(crate) use export::{EXAMPLES as EXPORT_EXAMPLES, ExportArgs, export};
pub(crate) use generate::{EXAMPLES as GENERATE_EXAMPLES, GenerateArgs, generate};
pub(crate) use import::{EXAMPLES as IMPORT_EXAMPLES, ImportArgs, import};
pub(crate) use init_ci::{EXAMPLES as INIT_CI_EXAMPLES, InitCiArgs, init_ci};
pub(crate) use list::{ListArgs, list};
pub(crate) use matrix::{EXAMPLES as MATRIX_EXAMPLES, MatrixArgs, matrix};
pub(crate) use merge::{EXAMPLES as MERGE_EXAMPLES, MergeArgs, merge};
pub(crate) use new::{EXAMPLES as NEW_EXAMPLES, NewArgs, new};
pub(crate) use report::{EXAMPLES as REPORT_EXAMPLES, ReportArgs, report};
pub(crate) use run::{EXAMPLES as RUN_EXAMPLES, RunArgs, run};
pub(crate) use stress::{EXAMPLES as STRESS_EXAMPLES, StressArgs, stress};
pub(crate) use verify::{EXAMPLES as VERIFY_EXAMPLES, VerifyArgs, verify};
pub(crate) use watch::{EXAMPLES as WATCH_EXAMPLES, WatchArgs, watch};
