//! A case that belongs to no problem yet: it takes the place of a problem's own.

use std::path::PathBuf;

use package::{Case, Expectation, Input, Problem};

/// Its name.
pub(crate) const PASTED: &str = "pasted";

/// The case.
#[derive(Debug, Clone)]
pub(crate) struct Pasted {
    /// A folder with nothing else in it.
    pub(crate) folder: PathBuf,
    pub(crate) input: PathBuf,
    pub(crate) answer: Option<PathBuf>,
}

/// Puts a case in the place of those of a problem. What it comes to gives no score, and says nothing
/// against a solution that the problem's own cases reject.
pub(super) fn paste(problem: &mut Problem, pasted: &Pasted) {
    let input = Input::File(pasted.input.clone());
    let case = Case::new(PASTED.to_owned(), input, pasted.answer.clone());
    problem.cases = vec![case];
    problem.groups.clear();
    for solution in &mut problem.solutions {
        solution.expect = solution.expect.take().map(Expectation::or_accepted);
    }
}
