//! A folder of inputs and answers in one of the layouts that people use, and nothing else known.
//!
//! Each layout pairs by names alone. A folder that two of them find cases in is refused: neither is
//! more likely right.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Format, cases};
use crate::error::PackageError;
use crate::model::{Case, Problem};
use layout::{LAYOUTS, files};

mod beside;
mod layout;

/// The name of the format, and of its first layout.
pub(crate) const FLAT: &str = "flat";

/// The format.
pub(crate) struct Flat;

impl Format for Flat {
    fn name(&self) -> &'static str {
        FLAT
    }

    fn sign(&self) -> &'static str {
        "a folder of *.in files with *.out or *.ans beside them"
    }

    fn recognises(&self, folder: &Path) -> bool {
        let Ok(own) = files(folder) else {
            return false;
        };
        beside::matches(folder, &own)
            || data(folder, &own)
            || LAYOUTS.iter().any(|layout| layout.matches(folder, &own))
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let own = files(folder)?;
        let mut found: Vec<(&'static str, Vec<Case>)> = Vec::new();
        if beside::matches(folder, &own) {
            found.push((FLAT, beside::cases(folder)?));
        }
        if data(folder, &own) {
            let pairs = cases::pairs(folder, &folder.join("data"), usize::MAX, &["ans", "out"])?;
            let cases: Result<_, _> = pairs
                .into_iter()
                .map(|(name, pair)| cases::case(name, pair))
                .collect();
            found.push(("flat data/", cases?));
        }
        for layout in LAYOUTS {
            if layout.matches(folder, &own) {
                found.push((layout.name, layout.cases(folder)?));
            }
        }
        found.retain(|(_, cases)| !cases.is_empty());
        let (format, cases) = match (found.pop(), found.pop()) {
            (Some(only), None) => only,
            (None, _) => {
                let message = "expected files named *.in, found none";
                return Err(PackageError::file(folder, message));
            }
            (Some((a, _)), Some((b, _))) => {
                let message = format!(
                    "has cases in two layouts, `{b}` and `{a}`; keep one, or name a folder that has only one"
                );
                return Err(PackageError::file(folder, message));
            }
        };
        if let Some(name) = cases::repeated(cases.iter().map(|case| case.name.as_str())) {
            let message = format!("two inputs make the case `{name}`; rename one");
            return Err(PackageError::file(folder, message));
        }
        let slug = folder.file_name().unwrap_or_default().to_string_lossy();
        Ok(Problem {
            title: slug.to_string(),
            slug: slug.to_string(),
            root: folder.to_owned(),
            format,
            cases: cases::sorted(cases),
            warnings: settings_of_others(folder),
            ..Problem::default()
        })
    }
}

/// The cases of a folder whose inputs lie in the folder of that name, and its answers in another.
pub(crate) fn layout_cases(inputs: &str, folder: &Path) -> Result<Vec<Case>, PackageError> {
    let own = files(folder)?;
    let layout = LAYOUTS.iter().find(|layout| layout.inputs == inputs);
    match layout.filter(|layout| layout.matches(folder, &own)) {
        Some(layout) => layout.cases(folder),
        None => {
            let message = "expected inputs with their answers, found none";
            Err(PackageError::file(folder.join(inputs), message))
        }
    }
}

/// The data folder of an ICPC package without the rest.
fn data(folder: &Path, own: &BTreeSet<String>) -> bool {
    let folders = ["data/sample", "data/secret"];
    own.contains("data") && folders.iter().any(|below| folder.join(below).is_dir())
}

/// Settings that some judge keeps beside its cases in such a layout, and that are not read.
fn settings_of_others(folder: &Path) -> Vec<String> {
    ["config.yaml", "config.yml", "PROBLEM", "TESTSET"]
        .iter()
        .map(|name| folder.join(name))
        .filter(|path| path.is_file())
        .map(|path| {
            let path = path.display();
            format!("{path}: not read; limits and checker are those of the command line")
        })
        .collect()
}
