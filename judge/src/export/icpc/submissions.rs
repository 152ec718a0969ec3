//! Solutions: in the folder that says what is expected of them, or in one of their own beside
//! `submissions.yaml`, which says it.

use package::{Expectation, OwnLimits, Problem, Solution, Source, TimeUse, Verdict};

use super::quoted;
use crate::export::{ExportError, Folder, name_of};

/// The folders of solutions, which say what is expected of them.
const FOLDERS: [&str; 4] = [
    "accepted",
    "wrong_answer",
    "time_limit_exceeded",
    "run_time_error",
];
/// The folder of the others.
const OTHER: &str = "mixed";

pub(super) fn write(
    problem: &Problem,
    folder: &Folder,
    left_out: &mut Vec<String>,
) -> Result<(), ExportError> {
    let mut stated = String::new();
    for solution in &problem.solutions {
        let name = &solution.name;
        if solution.limits != OwnLimits::default() {
            left_out.push(format!("{name}: a solution with limits of its own"));
            continue;
        }
        let path = match &solution.call.source {
            Source::File(path) | Source::Folder(path) if solution.call.args.is_empty() => path,
            Source::Crate { .. } => {
                left_out.push(format!("{name}: a crate, whose sources reach beyond"));
                continue;
            }
            _ => {
                left_out.push(format!("{name}: a solution with arguments, or a command"));
                continue;
            }
        };
        let place = place(solution);
        let said = match (place, said(solution)) {
            (Some(_), Some(said)) => said,
            // The folder says all of it.
            (Some(_), None) if is_plain(solution) => String::new(),
            (None, Some(said)) if solution.expect.is_some() => said,
            _ => {
                left_out.push(format!("{name}: nothing says what is expected of it"));
                continue;
            }
        };
        let file = format!("{}/{}", place.unwrap_or(OTHER), name_of(path));
        folder.copy(path, &format!("submissions/{file}"))?;
        if !said.is_empty() {
            stated += &format!("{}:\n{said}", quoted(&file));
        }
    }
    match stated.is_empty() {
        true => Ok(()),
        false => folder.write("submissions/submissions.yaml", &stated),
    }
}

/// The folder that says the verdicts which are expected.
pub(in crate::export) fn place(solution: &Solution) -> Option<&'static str> {
    let expect = solution.expect.as_ref()?;
    let verdicts = Expectation {
        score: None,
        ..expect.clone()
    };
    FOLDERS
        .into_iter()
        .find(|folder| Expectation::of_folder(folder).as_ref() == Some(&verdicts))
}

/// Whether the folder alone says everything.
fn is_plain(solution: &Solution) -> bool {
    let score = solution.expect.as_ref().and_then(|expect| expect.score);
    score.is_none() && solution.time_use.is_none()
}

/// The lines of `submissions.yaml`; `None` where the folder says all of it, or they cannot.
fn said(solution: &Solution) -> Option<String> {
    let expect = solution.expect.clone().unwrap_or_default();
    let Expectation {
        overall: None,
        permitted,
        required,
        score,
        partial: false,
        message: None,
        within,
    } = expect
    else {
        return None;
    };
    if !within.is_empty() || (place(solution).is_some() && is_plain(solution)) {
        return None;
    }
    let mut text = String::new();
    let verdicts = [("permitted", permitted), ("required", required)];
    for (key, verdicts) in verdicts {
        let Some(verdicts) = verdicts else { continue };
        let known = [Verdict::AC, Verdict::WA, Verdict::TLE, Verdict::RTE];
        if verdicts.iter().any(|verdict| !known.contains(verdict)) {
            return None;
        }
        let verdicts: Vec<String> = verdicts.iter().map(Verdict::to_string).collect();
        text += &format!("  {key}: [{}]\n", verdicts.join(", "));
    }
    if let Some((low, high)) = score {
        text += &match low == high {
            true => format!("  score: {low}\n"),
            false if low.is_finite() && high.is_finite() => format!("  score: [{low}, {high}]\n"),
            false => return None,
        };
    }
    match solution.time_use {
        Some(TimeUse::Lower) => text += "  use_for_time_limit: lower\n",
        Some(TimeUse::Upper) => text += "  use_for_time_limit: upper\n",
        Some(TimeUse::None) => text += "  use_for_time_limit: false\n",
        None => {}
    }
    Some(text).filter(|text| !text.is_empty())
}
