//! Groups of cases that give points, as `[[group]]` in `problem.toml` states them.

use serde::Deserialize;

use crate::grading::{Grading, Group, OnReject, ScoreRule, VerdictRule};
use crate::model::Case;

/// A folder of cases below `data/` that gives points together: all of them when every case is
/// accepted, or the part that the checker gives to the worst.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupSettings {
    name: String,
    points: f64,
    #[serde(default)]
    requires: Vec<String>,
}

/// What is wrong with a group: its key, and why.
pub(super) type Fault = (String, String);

/// Puts each case into the group whose folder it lies in, and the cases into the order of the
/// groups. Folders that are no group give no points and come first, as `sample` does.
pub(super) fn put_into_groups(
    settings: &[GroupSettings],
    cases: &mut [Case],
) -> Result<Vec<Group>, Fault> {
    if settings.is_empty() {
        return Ok(Vec::new());
    }
    let names = cases
        .iter()
        .map(|case| group_of(case, settings))
        .collect::<Result<Vec<String>, Fault>>()?;
    let mut groups = vec![group("data", ScoreRule::Sum, None)];
    for name in &names {
        let stated = settings.iter().any(|group| group.name == *name);
        if !stated && position(&groups, name).is_none() {
            groups.push(group(name, ScoreRule::PassFail, Some(0.0)));
        }
    }
    for (index, stated) in settings.iter().enumerate() {
        let wrong = |message: String| (format!("group `{}`", stated.name), message);
        let mut others = settings.iter().take(index);
        if let Some(other) = others.find(|other| overlap(&other.name, &stated.name)) {
            return Err(wrong(format!("overlaps with the group `{}`", other.name)));
        }
        if !(0.0..=1e9).contains(&stated.points) {
            let message = format!("expected points from 0 to 1e9, found {}", stated.points);
            return Err(wrong(message));
        }
        if !names.contains(&stated.name) {
            return Err(wrong(format!("there is no case in data/{}", stated.name)));
        }
        let required = stated.requires.iter().map(|name| {
            position(&groups, name).ok_or_else(|| {
                wrong(format!(
                    "requires `{name}`, which is no group before it and no folder without points"
                ))
            })
        });
        let requires = required.collect::<Result<Vec<usize>, Fault>>()?;
        groups.push(Group {
            on_reject: OnReject::Break,
            requires,
            ..group(&stated.name, ScoreRule::Min, Some(stated.points))
        });
    }
    for (case, name) in cases.iter_mut().zip(&names) {
        case.group = position(&groups, name).unwrap_or(0);
    }
    cases.sort_by_key(|case| case.group);
    Ok(groups)
}

/// The name of the group that a case lies in: one that is stated, or its folder.
fn group_of(case: &Case, settings: &[GroupSettings]) -> Result<String, Fault> {
    let Some((folder, _)) = case.name.rsplit_once('/') else {
        let message = format!("the case {} lies in no folder, so in no group", case.name);
        return Err(("group".to_owned(), message));
    };
    let stated = settings.iter().find(|group| is_within(folder, &group.name));
    Ok(stated.map_or(folder, |group| &group.name).to_owned())
}

/// Which group has this name; the root is none to name.
fn position(groups: &[Group], name: &str) -> Option<usize> {
    (1..groups.len()).find(|&index| groups[index].name == name)
}

/// The root of the groups if it can give whatever is in it, else a group in it.
fn group(name: &str, score: ScoreRule, max_score: Option<f64>) -> Group {
    Group {
        name: name.to_owned(),
        parent: max_score.map(|_| 0),
        grading: Grading {
            verdict: VerdictRule::FirstError,
            score,
            max_score,
            ..Grading::default()
        },
        on_reject: OnReject::Continue,
        requires: Vec::new(),
    }
}

fn overlap(one: &str, other: &str) -> bool {
    is_within(one, other) || is_within(other, one)
}

/// Whether a folder is another, or lies in it.
fn is_within(folder: &str, other: &str) -> bool {
    folder
        .strip_prefix(other)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
