//! Test groups: a file in the folder of each.

use std::collections::BTreeMap;

use package::{Grading, Group, Problem, ScoreRule};

use super::unsayable;
use crate::export::{ExportError, is_plain};

const REMEDY: &str = "take groups whose score is a sum, the least, or all or nothing";

/// The text of `test_group.yaml` by folders below `data/`, for a problem that has scores.
pub(super) fn files(problem: &Problem) -> Result<BTreeMap<String, String>, ExportError> {
    let groups = &problem.groups;
    let mut files = BTreeMap::new();
    if groups.is_empty() {
        return Ok(files);
    }
    let mut total = 0.0;
    for (index, group) in groups.iter().enumerate() {
        check(group)?;
        match group.name.as_str() {
            "data" if group.parent.is_none() => {
                if group.grading.score != ScoreRule::Sum {
                    let what = "scores that are no sum of those of the groups";
                    return Err(unsayable(what, REMEDY));
                }
            }
            "sample" => {
                let Grading {
                    max_score,
                    accept_score,
                    ..
                } = group.grading;
                if max_score.unwrap_or(accept_score) != 0.0 {
                    return Err(unsayable("points for samples", "give them to other cases"));
                }
            }
            "secret" => {
                files.insert("secret".to_owned(), text(problem, group)?);
            }
            name => {
                let part = name.strip_prefix("secret/");
                if part.is_none_or(|part| part.contains('/')) {
                    let what = format!("the group {name}, which is no folder of data/secret");
                    return Err(unsayable(what, "move its cases"));
                }
                // Groups stand in the order of their names there, and need earlier ones only.
                let is_later = |&&required: &&usize| {
                    let other = groups.get(required);
                    other.is_none_or(|other| other.name != "sample" && other.name.as_str() >= name)
                };
                if group.requires.iter().any(|required| is_later(&required)) || index == 0 {
                    let what = format!("the group {name}, which requires one of a later name");
                    return Err(unsayable(what, "rename the groups in their order"));
                }
                total += group.grading.max_score.unwrap_or_default();
                files.insert(name.to_owned(), text(problem, group)?);
            }
        }
    }
    let has_parts = files.keys().any(|name| name != "secret");
    if has_parts {
        check_cases(problem, &files)?;
        files
            .entry("secret".to_owned())
            .or_insert_with(|| format!("max_score: {total}\nscore_aggregation: sum\n"));
    }
    Ok(files)
}

/// Where there are groups in `secret`, every case of it lies in one.
fn check_cases(problem: &Problem, files: &BTreeMap<String, String>) -> Result<(), ExportError> {
    let outside = problem.cases.iter().find(|case| {
        let mut parts = case.name.split('/');
        let (first, second) = (parts.next(), parts.next().unwrap_or_default());
        first == Some("secret") && !files.contains_key(&format!("secret/{second}"))
    });
    match outside {
        Some(case) => {
            let what = format!("{}: a case beside groups", case.name);
            Err(unsayable(what, "move it into one of them"))
        }
        None => Ok(()),
    }
}

/// Nothing but the rule, the most it gives and what it requires can be said of a group.
fn check(group: &Group) -> Result<(), ExportError> {
    let rule = group.grading.score;
    let is_sayable = matches!(rule, ScoreRule::Sum | ScoreRule::Min | ScoreRule::PassFail);
    match is_sayable && is_plain(group) {
        true => Ok(()),
        false => Err(unsayable(
            format!("the scores of the group {}", group.name),
            REMEDY,
        )),
    }
}

fn text(problem: &Problem, group: &Group) -> Result<String, ExportError> {
    let most = match (group.grading.max_score, group.grading.score) {
        (Some(most), _) => most.to_string(),
        (None, ScoreRule::PassFail) => {
            let what = format!("all or nothing of no number of points in {}", group.name);
            return Err(unsayable(what, REMEDY));
        }
        (None, _) => "unbounded".to_owned(),
    };
    let rule = match group.grading.score {
        ScoreRule::Min => "min",
        ScoreRule::PassFail => "pass-fail",
        _ => "sum",
    };
    let mut text = format!("max_score: {most}\nscore_aggregation: {rule}\n");
    let required: Vec<String> = group
        .requires
        .iter()
        .filter_map(|&index| problem.groups.get(index))
        .map(|group| {
            group
                .name
                .strip_prefix("secret/")
                .unwrap_or(&group.name)
                .to_owned()
        })
        .collect();
    if !required.is_empty() {
        text += &format!("require_pass: {}\n", super::list(&required));
    }
    Ok(text)
}
