//! Pairs of input and answer files below a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::error::PackageError;
use crate::inside::inside;
use crate::model::{Case, Input};
use crate::order::natural;

/// The files of one case.
#[derive(Debug, Default)]
pub(crate) struct Pair {
    pub(crate) input: Option<PathBuf>,
    pub(crate) answer: Option<PathBuf>,
}

/// All `*.in` and their answers below `folder` of a package, at most `depth` folders deep, by name. `answers`
/// are the extensions of an answer. Hidden files are not looked at, nor what is in a folder `*.files`,
/// which belongs to a case.
pub(crate) fn pairs(
    package: &Path,
    folder: &Path,
    depth: usize,
    answers: &[&str],
) -> Result<BTreeMap<String, Pair>, PackageError> {
    let mut pairs: BTreeMap<String, Pair> = BTreeMap::new();
    let root = package
        .canonicalize()
        .map_err(PackageError::read(package))?;
    let wanted = |path: &Path| {
        let extension = path.extension().and_then(OsStr::to_str);
        extension.is_some_and(|extension| extension == "in" || answers.contains(&extension))
    };
    let walk = WalkDir::new(folder)
        .max_depth(depth)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            let of_a_case = entry.file_type().is_dir()
                && entry
                    .path()
                    .extension()
                    .is_some_and(|extension| extension == "files");
            entry.depth() == 0 || visible(entry.file_name()) && !of_a_case
        });
    // The folder that was looked at last: what is no link lies where its folder does.
    let mut known = PathBuf::new();
    for entry in walk {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                // A link to nowhere, or to a folder above it, hides no case unless it is named like
                // one. Editors lock files by such links.
                let harmless = error.path().is_some_and(|path| {
                    let named = wanted(path) && path.file_name().is_some_and(visible);
                    path.is_symlink() && !named
                });
                if error.depth() > 0 && harmless {
                    continue;
                }
                return Err(PackageError::walk(folder, error));
            }
        };
        let path = entry.path();
        if !wanted(path) {
            continue;
        }
        if !entry.file_type().is_file() {
            let message = "expected a file of test data; found something else; remove or rename it";
            return Err(PackageError::file(path, message));
        }
        let around = path.parent().filter(|_| !entry.path_is_symlink());
        if around != Some(&known) {
            inside(&root, around.unwrap_or(path))?;
            known = around.map(Path::to_owned).unwrap_or_default();
        }
        let pair = pairs.entry(name(folder, path)?).or_default();
        if path.extension().is_some_and(|extension| extension == "in") {
            pair.input = Some(path.to_owned());
        } else if let Some(other) = pair.answer.replace(path.to_owned()) {
            let message = format!(
                "a second answer beside {}; keep one of the two",
                other.file_name().unwrap_or_default().display()
            );
            return Err(PackageError::file(path, message));
        }
    }
    Ok(pairs)
}

/// Whether a file is one of the author's: not hidden, and not what an editor leaves behind.
pub(crate) fn visible(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    !name.starts_with(b".") && !name.starts_with(b"#") && !name.ends_with(b"~")
}

/// The name of a case: its path below `folder` without the extension.
fn name(folder: &Path, path: &Path) -> Result<String, PackageError> {
    let stem = path.with_extension("");
    let parts: Option<Vec<&str>> = stem
        .strip_prefix(folder)
        .unwrap_or(&stem)
        .iter()
        .map(OsStr::to_str)
        .collect();
    match parts {
        Some(parts) => Ok(parts.join("/")),
        None => Err(PackageError::file(
            path,
            "the name is not UTF-8; rename the file",
        )),
    }
}

/// Cases in natural order.
pub(crate) fn sorted(mut cases: Vec<Case>) -> Vec<Case> {
    cases.sort_by(|a, b| natural(&a.name, &b.name));
    cases
}

/// The case of a pair; an answer without an input is an error.
pub(crate) fn case(name: String, pair: Pair) -> Result<Case, PackageError> {
    match (pair.input, pair.answer) {
        (Some(input), answer) => Ok(Case::new(name, Input::File(input), answer)),
        (None, answer) => {
            let path = answer.unwrap_or_default();
            let message = "an answer without an input; add the *.in beside it, or remove it";
            Err(PackageError::file(path, message))
        }
    }
}

/// Whether every name is used once.
pub(crate) fn repeated<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = BTreeSet::new();
    names.into_iter().find(|name| !seen.insert(*name))
}
