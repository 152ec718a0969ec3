//! Test groups: `testdata.yaml` in the folder of each.

use package::{Group, Problem, ScoreRule, VerdictRule};

use super::unsayable;
use crate::export::{ExportError, is_plain};

/// The texts of `testdata.yaml` by folders, for a problem that has scores. A folder takes on what the
/// one around it says, so each says all.
pub(super) fn files(problem: &Problem) -> Result<Vec<(String, String)>, ExportError> {
    let groups = &problem.groups;
    let Some(root) = groups.first() else {
        return Ok(Vec::new());
    };
    let stops = stops_after_samples(groups)?;
    let mut files = vec![("data".to_owned(), sum(root, stops))];
    let mut has_secret = false;
    for (index, group) in groups.iter().enumerate().skip(1) {
        let name = &group.name;
        let is_folder = name == "sample" || name == "secret" || name.starts_with("secret/");
        if !is_plain(group) || !is_folder {
            return Err(unsayable(
                format!("the scores of the group {name}"),
                "take groups of data/secret that give all of their points or none",
            ));
        }
        has_secret |= name == "secret";
        let holds_groups = groups.iter().any(|inner| inner.parent == Some(index));
        let text = match (group.grading.max_score, group.grading.score) {
            _ if name == "sample" => points(group, 0.0),
            (_, ScoreRule::Sum) if holds_groups => sum(group, false),
            (Some(most), ScoreRule::Min | ScoreRule::PassFail) if !holds_groups => {
                points(group, most)
            }
            _ => {
                let remedy = "take groups that give all of their points or none";
                return Err(unsayable(format!("the scores of the group {name}"), remedy));
            }
        };
        files.push((format!("data/{name}"), text));
    }
    if !has_secret {
        files.push(("data/secret".to_owned(), sum(root, false)));
    }
    Ok(files)
}

/// Whether nothing is run any more once a sample failed: then all groups with points require the samples.
fn stops_after_samples(groups: &[Group]) -> Result<bool, ExportError> {
    let samples = groups.iter().position(|group| group.name == "sample");
    let gives = |group: &&Group| group.grading.max_score.is_some_and(|most| most > 0.0);
    let leaves = groups
        .iter()
        .enumerate()
        .filter(|(index, _)| groups.iter().all(|inner| inner.parent != Some(*index)))
        .map(|(_, group)| group)
        .filter(gives);
    let mut all = true;
    let mut any = false;
    for group in leaves {
        let other = group.requires.iter().find(|&&index| Some(index) != samples);
        if other.is_some() {
            let what = format!("what the group {} requires but the samples", group.name);
            return Err(unsayable(what, "take the format icpc"));
        }
        all &= !group.requires.is_empty();
        any |= !group.requires.is_empty();
    }
    match (any, all) {
        (true, false) => Err(unsayable(
            "samples that some groups require and some do not",
            "let all of them, or none",
        )),
        _ => Ok(any),
    }
}

/// The sum of what is in a folder.
fn sum(group: &Group, breaks: bool) -> String {
    let on_reject = if breaks { "break" } else { "continue" };
    let ignore = match group.grading.ignore_sample {
        true => " ignore_sample",
        false => "",
    };
    format!(
        "on_reject: {on_reject}\ngrading: default\ngrader_flags: {} sum{ignore}\n\
         accept_score: 1\nreject_score: 0\nrange: -inf +inf\n",
        verdict(group)
    )
}

/// So many points for all of a folder, else none.
fn points(group: &Group, points: f64) -> String {
    format!(
        "on_reject: break\ngrading: default\ngrader_flags: {} min\n\
         accept_score: {points}\nreject_score: 0\nrange: 0 {points}\n",
        verdict(group)
    )
}

fn verdict(group: &Group) -> &'static str {
    match group.grading.verdict {
        VerdictRule::WorstError => "worst_error",
        VerdictRule::FirstError => "first_error",
        VerdictRule::AlwaysAccept => "always_accept",
    }
}
