//! Words that choose cases and solutions by their names.

use globset::{Glob, GlobMatcher};
use package::Problem;

use super::PlanError;

/// The globs of an option. One that is a name as it stands means what has that name.
pub(super) fn globs(
    option: &'static str,
    texts: &[String],
    known: &[Vec<&str>],
) -> Result<Vec<(String, GlobMatcher)>, PlanError> {
    let is_known = |text: &str| {
        let mut names = known.iter().flatten();
        names.any(|name| forms(name).contains(&text))
    };
    let literal = |text: &String| match is_known(text) {
        true => globset::escape(text),
        false => text.clone(),
    };
    texts
        .iter()
        .map(|text| match Glob::new(&literal(text)) {
            Ok(glob) => Ok((text.clone(), glob.compile_matcher())),
            Err(error) => Err(PlanError::Glob {
                option,
                glob: text.clone(),
                message: error.kind().to_string(),
            }),
        })
        .collect()
}

/// Whether a glob matches a name, or what is left of it without its folders or its extension.
pub(super) fn matches(glob: &GlobMatcher, name: &str) -> bool {
    forms(name).iter().any(|name| glob.is_match(name))
}

/// A name, and what is left of it without its folders and then its extension.
fn forms(name: &str) -> [&str; 3] {
    let last = name.rsplit('/').next().unwrap_or(name);
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    [name, last, stem]
}

pub(super) fn case_names(problems: &[Problem]) -> Vec<&str> {
    let cases = problems.iter().flat_map(|problem| &problem.cases);
    cases.map(|case| case.name.as_str()).collect()
}

pub(super) fn solution_names(problems: &[Problem]) -> Vec<&str> {
    let solutions = problems.iter().flat_map(|problem| &problem.solutions);
    solutions.map(|solution| solution.name.as_str()).collect()
}
