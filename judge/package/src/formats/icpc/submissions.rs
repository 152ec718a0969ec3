//! The solutions in `submissions/`.

use std::path::PathBuf;

use super::annotation;
use super::expected::{self, Rules, Said};
use super::language;
use super::package::{Entry, Links, Package};
use super::programs::{call, is_program};
use super::settings::Settings;
use crate::error::PackageError;
use crate::expectation::Expectation;
use crate::grading::Group;
use crate::model::{BuildHints, OwnLimits, Solution};
use crate::order::natural;

/// Reads them all.
pub(super) fn read(
    package: &mut Package<'_>,
    settings: &Settings,
    groups: &[Group],
) -> Result<Vec<Solution>, PackageError> {
    let include = package.root.join("include");
    package.files_below(&include, Links::PassOver)?;
    let hints = BuildHints {
        include: include.is_dir().then_some(include),
        constants: settings.constants.clone(),
        ..BuildHints::default()
    };
    let mut rules = Rules::read(package)?;
    let below_best = below_best(settings, groups);
    let mut solutions = Vec::new();
    let submissions = package.root.join("submissions");
    if submissions.is_file() {
        let message = "expected a folder with folders such as accepted/, found a file";
        return Err(PackageError::file(submissions, message));
    }
    for folder in package.entries(&submissions)? {
        if !folder.is_folder {
            if language::is_source(&folder.name) {
                let message = "passed over; submissions lie in folders such as accepted/";
                package.warn(&folder.path, message);
            }
            continue;
        }
        for entry in package.entries(&folder.path)? {
            let name = format!("{}/{}", folder.name, entry.name);
            let said = rules.of(package, &entry.path, &name);
            // Who names the language of a file says that it is a program.
            let named = said.language.is_some() && !entry.is_folder;
            let disabled = entry.name.ends_with(".disabled");
            let sources = package.sources(&entry)?;
            if disabled || !(named || is_program(&entry, &sources, language::is_source)) {
                let message = match disabled {
                    true => "passed over, for it is disabled by its name",
                    false => "no source code in a known language; not a submission",
                };
                package.warn(&entry.path, message);
                continue;
            }
            let build = BuildHints {
                language: said.language.clone(),
                entry_point: said.entry_point.clone(),
                ..hints.clone()
            };
            let expect = expectation(package, &folder.name, &entry, &sources, &said, below_best);
            solutions.push(Solution {
                name,
                call: call(package.version, &entry, &sources, &build),
                expect,
                about: about(&said),
                time_use: said.time_use,
                limits: OwnLimits::default(),
            });
        }
    }
    rules.warn_unmatched(package);
    solutions.sort_by(|a, b| natural(&a.name, &b.name));
    Ok(solutions)
}

/// What is expected: what `submissions.yaml` or the format says, or else what the source does.
fn expectation(
    package: &mut Package<'_>,
    folder: &str,
    entry: &Entry,
    sources: &[PathBuf],
    said: &Said,
    below_best: Option<(f64, f64)>,
) -> Option<Expectation> {
    if said.expect.is_some() {
        return said.expect.clone();
    }
    // `partially_accepted` is a folder of the legacy format that newer packages still have.
    if package.version.legacy || folder == "partially_accepted" {
        let expect = expected::legacy_folder(folder, below_best);
        if expect.is_some() {
            return expect;
        }
    }
    match annotation::expectation(sources) {
        // Legacy packages have folders of DOMjudge, and some of the format that came after theirs.
        Ok(expect) => expect
            .or_else(|| annotation::of_folder(folder))
            .or_else(|| expected::new_folder(folder)),
        Err(message) => {
            package.warn(&entry.path, format!("{message}; nothing is expected of it"));
            None
        }
    }
}

/// The scores below the best one, where that is known.
fn below_best(settings: &Settings, groups: &[Group]) -> Option<(f64, f64)> {
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    let secret = groups.iter().find(|group| group.name == "secret");
    // The score of the whole is that of `secret` in nearly all packages, and stated in either place.
    let bounds = groups.first().into_iter().chain(secret);
    for grading in bounds.map(|group| &group.grading) {
        let best = match settings.grading.minimise {
            true => grading.range.0,
            false => grading.max_score.unwrap_or(grading.range.1),
        };
        if best.is_finite() {
            return Some(match settings.grading.minimise {
                true => (best.next_up(), high),
                false => (low, best.next_down()),
            });
        }
    }
    None
}

/// What a submission is, in a few words.
fn about(said: &Said) -> Option<String> {
    let model = said.is_model.then_some("model solution".to_owned());
    let authors = (!said.authors.is_empty()).then(|| format!("by {}", said.authors.join(", ")));
    let words: Vec<String> = model.into_iter().chain(authors).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
