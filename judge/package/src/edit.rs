//! Changes of single settings, with everything else in the file left as it is.
//!
//! A change is made of the text and given back as text; whoever asked for it writes the file. Where
//! a format states something in a way that cannot be changed safely, the error says what to write.

mod toml;
mod yaml;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::error::PackageError;
use crate::model::Problem;

/// A file of settings before and after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The file.
    pub path: PathBuf,
    /// What is in it.
    pub before: String,
    /// What is to be in it.
    pub after: String,
}

/// Why a setting cannot be changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] PackageError),
    /// The format keeps it where it is not changed by a program.
    #[error("{}: {why}; write {what} there by hand", path.display())]
    ByHand {
        /// The file, or the package's folder.
        path: PathBuf,
        /// Why it is not changed.
        why: String,
        /// What to write.
        what: String,
    },
}

/// The change that states this time limit.
///
/// # Errors
/// The file cannot be read, or the package keeps its limits where no change is safe.
pub fn set_time_limit(problem: &Problem, time: Duration) -> Result<Edit, EditError> {
    let seconds = time.as_secs_f64();
    let by_hand = |name: &str, why: &str, what: String| EditError::ByHand {
        path: match name {
            "" => problem.root.clone(),
            name => problem.root.join(name),
        },
        why: why.to_owned(),
        what,
    };
    if !problem.unpacked.is_empty() {
        return Err(by_hand(
            "",
            "the package is an archive, which is not written to",
            format!("a time limit of {seconds} s"),
        ));
    }
    if let Some(name) = &problem.limits.time_from {
        let why = "the limit stands there in a format of its own";
        return Err(by_hand(name, why, format!("{seconds}")));
    }
    match problem.format {
        "native" => change(problem, "problem.toml", |text| {
            toml::set_time(text, &shortest(time))
        }),
        format if format.starts_with("icpc legacy") => Err(by_hand(
            "problem.yaml",
            "the legacy format states no limit, for each judge makes it by the rule on its own machine",
            format!("{seconds} in a file .timelimit, if anything,"),
        )),
        format if format.starts_with("icpc ") => change(problem, "problem.yaml", |text| {
            yaml::set_time(text, seconds)
                .map_err(|why| (why, format!("`time_limit: {seconds}` below `limits`")))
        }),
        format => Err(by_hand(
            "",
            &format!("settings of the format {format} are not changed by a program"),
            format!("a time limit of {seconds} s"),
        )),
    }
}

/// The change that states these BLAKE3 hashes of inputs that programs make, by the names of their
/// cases; a hash that stands there already is replaced.
///
/// # Errors
/// The file cannot be read, or the package is of a format without such hashes.
pub fn set_hashes(problem: &Problem, hashes: &[(&str, String)]) -> Result<Edit, EditError> {
    let what = || match hashes {
        [(case, hash), ..] => format!("the hash {hash} of {case}"),
        [] => "nothing".to_owned(),
    };
    if problem.format != "native" || !problem.unpacked.is_empty() {
        return Err(EditError::ByHand {
            path: problem.root.clone(),
            why: "only problem.toml has such hashes".to_owned(),
            what: what(),
        });
    }
    change(problem, "problem.toml", |text| {
        toml::set_hashes(text, hashes).map_err(|why| (why, what()))
    })
}

fn change(
    problem: &Problem,
    name: &str,
    edit: impl FnOnce(&str) -> Result<String, (String, String)>,
) -> Result<Edit, EditError> {
    let path = problem.root.join(name);
    let before = fs::read_to_string(&path).map_err(PackageError::read(&path))?;
    match edit(&before) {
        Ok(after) => Ok(Edit {
            path,
            before,
            after,
        }),
        Err((why, what)) => Err(EditError::ByHand { path, why, what }),
    }
}

/// A time as people write it: `1.5s`, `250ms`.
fn shortest(time: Duration) -> String {
    match time < Duration::from_secs(1) {
        true => format!("{}ms", time.as_secs_f64() * 1e3),
        false => format!("{}s", time.as_secs_f64()),
    }
}
