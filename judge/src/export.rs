//! A problem written as a package of another format: whole or not at all, and over nothing.
//!
//! What the other format cannot say is an error where outputs would be judged otherwise, and a
//! warning where only something is left out.

mod dmoj;
mod flat;
mod folder;
mod icpc;
mod legacy;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use package::{CheckerPoints, FileIo, Grading, Group, Objective, OnReject, Problem};

use crate::folders;
pub(crate) use folder::Folder;

/// A format that packages are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Target {
    /// The package format of the ICPC and Kattis, version 2025-09
    Icpc,
    /// The legacy package format of Kattis, which most tools still read
    Legacy,
    /// DMOJ: init.yml and the files that it names
    Dmoj,
    /// Files *.in with *.ans beside them
    Flat,
}

/// A case whose input and answer lie in files.
pub(crate) struct Ready<'a> {
    pub(crate) case: &'a package::Case,
    pub(crate) input: PathBuf,
    pub(crate) answer: Option<PathBuf>,
}

/// A package could not be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExportError {
    #[error("{}: exists already; name a folder that does not", .0.display())]
    Exists(PathBuf),
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{what}: {format} cannot say that; {remedy}")]
    Unsayable {
        what: String,
        format: &'static str,
        remedy: &'static str,
    },
    #[error("{name}: two cases get this name; rename one")]
    Repeated { name: String },
}

/// Writes a package to a folder that does not exist; what was left out, in words.
pub(crate) fn export(
    problem: &Problem,
    cases: &[Ready<'_>],
    target: Target,
    out: &Path,
) -> Result<Vec<String>, ExportError> {
    if out.symlink_metadata().is_ok() {
        return Err(ExportError::Exists(out.to_owned()));
    }
    let failed = |source| ExportError::File {
        path: out.to_owned(),
        source,
    };
    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    folders::make(parent).map_err(failed)?;
    // What is not finished lies beside its place and goes when an error ends this.
    let beside = tempfile::Builder::new()
        .prefix(".judge-")
        .tempdir_in(parent)
        .map_err(failed)?;
    if problem.file_io != FileIo::default() {
        return Err(ExportError::Unsayable {
            what: "files in the place of standard input and output".to_owned(),
            format: "this export",
            remedy: "let solutions use the standard streams",
        });
    }
    let folder = Folder::new(beside.path().join("package"))?;
    let left_out = match target {
        Target::Icpc => icpc::write(problem, cases, &folder)?,
        Target::Legacy => legacy::write(problem, cases, &folder)?,
        Target::Dmoj => dmoj::write(problem, cases, &folder)?,
        Target::Flat => flat::write(problem, cases, &folder)?,
    };
    fs::rename(folder.path(), out).map_err(failed)?;
    Ok(left_out)
}

/// What keeps a problem from being judged case by case by comparison, in a format that knows no
/// more; the first of it.
fn beyond_comparison(problem: &Problem) -> Option<String> {
    let is_odd = |case: &&package::Case| case.judging.is_some();
    let odd_case = problem.cases.iter().find(is_odd);
    let judging = &problem.judging;
    if judging.interactor.is_some() {
        return Some("an interactor".to_owned());
    }
    if judging.passes > 1 {
        return Some(format!("{} passes", judging.passes));
    }
    odd_case.map(|case| format!("{}: a checker of its own", case.name))
}

/// Whether of how a group makes a score there is nothing to be said but its rule, the most it gives and
/// what it requires.
fn is_plain(group: &Group) -> bool {
    let Grading {
        verdict: _,
        score: _,
        accept_score,
        reject_score,
        any_accepted,
        ignore_sample: _,
        range,
        max_score,
        static_score,
        checker_points,
        objective,
        program,
    } = &group.grading;
    (max_score.is_some() || *accept_score == 1.0 || *accept_score == 0.0)
        && *reject_score == 0.0
        && !any_accepted
        && *range == (f64::NEG_INFINITY, f64::INFINITY)
        && *static_score == 0.0
        && *checker_points == CheckerPoints::Allowed
        && *objective == Objective::Max
        && program.is_none()
        && group.on_reject != OnReject::Stop
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
