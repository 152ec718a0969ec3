//! `*.in` with `*.out`, `*.ans`, `*.diff` or `*.a` beside them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use crate::error::PackageError;
use crate::formats::cases::{self, Pair, visible};
use crate::model::Case;

/// The extensions of an answer. One of the first kind belongs to an input; the others are also
/// those of libraries and patches, and matter only beside one.
const ANSWERS: [&str; 4] = ["out", "ans", "diff", "a"];
const ONLY_ANSWERS: [&str; 2] = ["out", "ans"];

/// Whether there is an input. Names alone are looked at, and what a build makes its files from is
/// no input unless there is an answer to it.
pub(super) fn matches(folder: &Path, own: &BTreeSet<String>) -> bool {
    own.iter().map(|name| folder.join(name)).any(|path| {
        path.extension().is_some_and(|extension| extension == "in")
            && (!is_template(&path) || answered(&path))
    })
}

pub(super) fn cases(folder: &Path) -> Result<Vec<Case>, PackageError> {
    let mut pairs = cases::pairs(folder, folder, 1, &ANSWERS)?;
    pairs.retain(|name, pair| match (&pair.input, &pair.answer) {
        // What a compiler writes when nobody names its output is no answer.
        (None, Some(answer)) => name != "a" && has_extension(answer, &ONLY_ANSWERS),
        (Some(input), None) => visible(name.as_ref()) && !is_template(input),
        _ => true,
    });
    // `input1.in` may have its answer in `output1.out`.
    let renamed: Vec<(String, String)> = pairs
        .iter()
        .filter(|(_, pair)| pair.input.is_none())
        .map(|(name, _)| (name.clone(), name.replace("output", "input")))
        .filter(|(_, input)| pairs.get(input).is_some_and(|pair| pair.answer.is_none()))
        .collect();
    for (output, input) in renamed {
        let answer = pairs.remove(&output).and_then(|pair| pair.answer);
        if let Some(pair @ Pair { input: Some(_), .. }) = pairs.get_mut(&input) {
            pair.answer = answer;
        }
    }
    pairs
        .into_iter()
        .map(|(name, pair)| cases::case(name, pair))
        .collect()
}

fn answered(input: &Path) -> bool {
    ANSWERS
        .iter()
        .any(|extension| input.with_extension(extension).is_file())
}

/// Whether a build makes a file from it, as from `Makefile.in` and `config.h.in`.
fn is_template(input: &Path) -> bool {
    let stem = input.file_stem().unwrap_or_default();
    let of_a_file = Path::new(stem)
        .extension()
        .and_then(OsStr::to_str)
        .is_some_and(|extension| extension.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let known = [
        "configure",
        "makefile",
        "gnumakefile",
        "manifest",
        "requirements",
        "constraints",
        "doxyfile",
        "version",
        "config",
    ];
    let stem = stem.to_string_lossy().to_ascii_lowercase();
    of_a_file || known.contains(&stem.as_str()) || stem.ends_with("requirements")
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let found = path.extension().and_then(OsStr::to_str);
    found.is_some_and(|extension| extensions.contains(&extension))
}
