//! Test groups and how their scores are put together, for problems that have scores.

use std::path::Path;

use super::config::{Rules, TestGroup};
use super::programs::Program;
use super::tree::Folder;
use crate::error::PackageError;
use crate::formats::yaml::Node;
use crate::grading::{Grading, Group, OnReject, ScoreRule};

/// A group by its index, and the names of those that it needs.
pub(super) type Requires = (usize, Option<Node>);

/// The name of `data/` itself.
const ROOT: &str = "data";

/// The group of a folder by the rules of `testdata.yaml`: every folder is one.
pub(super) fn legacy(
    folder: &Folder,
    rules: &Rules,
    parent: usize,
    grader: Option<&Program>,
) -> Group {
    let is_root = folder.name.is_empty();
    let own = grader.filter(|_| rules.custom);
    Group {
        name: match is_root {
            true => ROOT.to_owned(),
            false => folder.name.clone(),
        },
        parent: (!is_root).then_some(parent),
        grading: Grading {
            program: own.map(|own| own.call.clone().with_args(rules.flags.clone())),
            ..rules.grading.clone()
        },
        on_reject: rules.on_reject,
        requires: Vec::new(),
    }
}

/// The group of a folder by the rules of `test_group.yaml`, if it is one: `data/`, `sample`,
/// `secret`, and the folders of `secret` that have such a file.
pub(super) fn new(
    folder: &Folder,
    path: Option<&Path>,
    settings: TestGroup,
    parent: usize,
    groups: &[Group],
) -> Result<Option<(Group, Option<Node>)>, PackageError> {
    let group = |name: &str, parent, grading| Group {
        name: name.to_owned(),
        parent,
        grading,
        // What is expected of a solution concerns all of its cases.
        on_reject: OnReject::Continue,
        requires: Vec::new(),
    };
    let made = match folder.name.as_str() {
        // The score is that of `secret`.
        "" => {
            let grading = Grading {
                ignore_sample: true,
                ..Grading::default()
            };
            group(ROOT, None, grading)
        }
        "sample" => {
            let grading = Grading {
                accept_score: 0.0,
                ..Grading::default()
            };
            group("sample", Some(parent), grading)
        }
        "secret" => {
            let grading = Grading {
                score: settings.aggregation.unwrap_or(ScoreRule::Sum),
                max_score: settings.max_score.unwrap_or(Some(100.0)),
                ..Grading::default()
            };
            check_groups(folder)?;
            group("secret", Some(parent), grading)
        }
        name if path.is_some()
            && groups
                .get(parent)
                .is_some_and(|group| group.name == "secret") =>
        {
            let grading = Grading {
                score: settings.aggregation.unwrap_or(ScoreRule::PassFail),
                max_score: settings.max_score.flatten(),
                ..Grading::default()
            };
            group(name, Some(parent), grading)
        }
        _ => return Ok(None),
    };
    let grading = &made.grading;
    if grading.score == ScoreRule::PassFail && grading.max_score.is_none() {
        let path = path.unwrap_or(&folder.path);
        let message = "expected a number as `max_score`, for the group gives all of it or nothing \
                       (`score_aggregation: pass-fail`)";
        return Err(PackageError::file(path, message));
    }
    Ok(Some((made, settings.requires)))
}

/// Either all folders of `secret` are groups and nothing else is in it, or none is.
fn check_groups(secret: &Folder) -> Result<(), PackageError> {
    let file = super::data::TEST_GROUP;
    let (groups, others): (Vec<&Folder>, Vec<&Folder>) = secret
        .folders
        .iter()
        .partition(|folder| folder.file(file).is_some());
    if groups.is_empty() {
        return Ok(());
    }
    if let Some(other) = others.first() {
        let message = format!("expected {file}, for other folders beside it are test groups");
        return Err(PackageError::file(&other.path, message));
    }
    if let Some(base) = secret.inputs()?.first() {
        let path = secret.path.join(format!("{base}.in"));
        let message = "a case beside test groups; move it into one of them";
        return Err(PackageError::file(path, message));
    }
    Ok(())
}

/// Puts indices in the place of the names in `require_pass`.
pub(super) fn resolve(requires: &[Requires], groups: &mut [Group]) -> Result<(), PackageError> {
    for (index, node) in requires {
        let Some(node) = node else { continue };
        let mut indices = Vec::new();
        for name in node.one_or_more()? {
            let earlier = groups.iter().enumerate().take(*index);
            // `secret` itself is no earlier group: it holds the others.
            let found = earlier
                .filter(|(_, group)| group.name == "sample" || group.name.contains('/'))
                .find(|(_, group)| {
                    group.name == name || group.name.strip_prefix("secret/") == Some(&name)
                });
            match found {
                Some((found, _)) => indices.push(found),
                None => {
                    let message = format!(
                        "expected `sample` or an earlier test group, found `{}`",
                        name.escape_debug()
                    );
                    return Err(node.wrong(message));
                }
            }
        }
        if let Some(group) = groups.get_mut(*index) {
            group.requires = indices;
        }
    }
    Ok(())
}
