//! The one solution of a problem that a word names.

use package::{Problem, Solution};

use super::names::{globs, matches, solution_names};
use super::{PlanError, real};

/// The solution that a word names as it does for `judge run`: by its file, or by its name, which may
/// lack the folder or the extension.
pub(crate) fn solution<'p>(
    problem: &'p Problem,
    option: &'static str,
    word: &str,
) -> Result<&'p Solution, PlanError> {
    let file = std::fs::canonicalize(word).ok();
    let is_file = |solution: &&Solution| file.is_some() && real(&solution.call.source) == file;
    if let Some(found) = problem.solutions.iter().find(is_file) {
        return Ok(found);
    }
    let known = solution_names(std::slice::from_ref(problem));
    let names = known.iter().map(|&name| name.to_owned()).collect();
    let globs = globs(option, &[word.to_owned()], &[known])?;
    let is_it = |solution: &&Solution| globs.iter().any(|(_, glob)| matches(glob, &solution.name));
    let found: Vec<&Solution> = problem.solutions.iter().filter(is_it).collect();
    let word = word.to_owned();
    let slug = problem.slug.clone();
    match found[..] {
        [only] => Ok(only),
        [] => Err(PlanError::NoSuchSolution {
            option,
            word,
            slug,
            names,
        }),
        _ => Err(PlanError::Ambiguous {
            option,
            word,
            slug,
            names: found.iter().map(|one| one.name.clone()).collect(),
        }),
    }
}
