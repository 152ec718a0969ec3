//! Folders under `submissions/` whose names say nothing of what is expected of what lies in them.
//!
//! Nothing is held against such solutions, so that a slip in the name of a folder would make any
//! result of them fine.

use std::collections::BTreeMap;
use std::path::Path;

use crate::model::{Problem, Solution, Source};
use crate::near::near;

/// The names that say something in some format that has such folders.
const KNOWN: [&str; 8] = [
    "accepted",
    "wrong_answer",
    "time_limit_exceeded",
    "run_time_error",
    "compile_error",
    "rejected",
    "brute_force",
    "partially_accepted",
];

/// What to say of each of these folders.
pub(crate) fn warnings(problem: &Problem) -> Vec<String> {
    let submissions = problem.root.join("submissions");
    let mut folders: BTreeMap<&str, Vec<&Solution>> = BTreeMap::new();
    for solution in &problem.solutions {
        if let Some(folder) = folder(&submissions, solution)
            && solution.expect.is_none()
            && !is_told(problem, solution)
        {
            folders.entry(folder).or_default().push(solution);
        }
    }
    let said = folders.into_iter().map(|(folder, solutions)| {
        let first = solutions.first().map_or("", |solution| &solution.name);
        let what = match solutions.len() {
            1 => first.to_owned(),
            count => format!("{first} and {} more", count - 1),
        };
        let help = match near(folder, KNOWN) {
            Some(near) if near == folder => {
                "the name means nothing in this format, so state it in the settings".to_owned()
            }
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "known are {}",
                KNOWN.map(|known| format!("`{known}`")).join(", ")
            ),
        };
        format!("submissions/{folder}: nothing is expected of {what}; {help}")
    });
    said.collect()
}

/// Whether a warning says already that nothing is expected of a solution.
fn is_told(problem: &Problem, solution: &Solution) -> bool {
    let place = format!("submissions/{}:", solution.name);
    let mut warnings = problem.warnings.iter();
    warnings.any(|warning| warning.starts_with(&place))
}

/// The folder under `submissions/` that a solution lies in.
fn folder<'a>(submissions: &Path, solution: &'a Solution) -> Option<&'a str> {
    let (Source::File(path) | Source::Folder(path)) = &solution.call.source else {
        return None;
    };
    let below = path.strip_prefix(submissions).ok()?;
    let mut parts = below.iter();
    let folder = parts.next()?.to_str()?;
    parts.next().map(|_| folder)
}
