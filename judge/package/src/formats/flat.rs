//! A folder of `*.in` files with `*.out` or `*.ans` beside them, and nothing else known.
//!
//! Only the folder itself counts, not what lies below it.

use std::fs;
use std::path::Path;

use super::cases::Pair;
use super::{Format, cases};
use crate::error::PackageError;
use crate::model::Problem;

/// The format.
pub(crate) struct Flat;

impl Format for Flat {
    fn name(&self) -> &'static str {
        "flat"
    }

    fn sign(&self) -> &'static str {
        "a folder of *.in files with *.out or *.ans beside them"
    }

    fn recognises(&self, folder: &Path) -> bool {
        let Ok(entries) = fs::read_dir(folder) else {
            return false;
        };
        entries.filter_map(Result::ok).any(|entry| {
            entry
                .path()
                .extension()
                .is_some_and(|extension| extension == "in")
        })
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let mut pairs = cases::pairs(folder, 1, &["out", "ans"])?;
        // What a compiler writes when nobody names its output is no answer.
        if let Some(Pair { input: None, .. }) = pairs.get("a") {
            pairs.remove("a");
        }
        let cases: Result<Vec<_>, _> = pairs
            .into_iter()
            .map(|(name, pair)| cases::case(name, pair))
            .collect();
        let cases = cases::sorted(cases?);
        if cases.is_empty() {
            let message = "expected files named *.in, found none";
            return Err(PackageError::file(folder, message));
        }
        let slug = folder.file_name().unwrap_or_default().to_string_lossy();
        Ok(Problem {
            title: slug.to_string(),
            slug: slug.to_string(),
            root: folder.to_owned(),
            format: self.name(),
            cases,
            ..Problem::default()
        })
    }
}
