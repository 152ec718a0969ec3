//! A matrix for programs.

use package::Verdict;
use serde::Serialize;

use super::Strength;
use crate::strength::{Column, Fate};

/// What it is called in a document, which comes first there: so no other command takes it for its own.
pub(super) const FORMAT: &str = "judge matrix";

/// All packages.
#[derive(Debug, Serialize)]
pub(super) struct Document {
    format: &'static str,
    problems: Vec<Problem>,
}

#[derive(Debug, Serialize)]
struct Problem {
    name: String,
    title: String,
    cases: Vec<Case>,
    solutions: Vec<Solution>,
    /// The names of cases that reject as many wrong solutions as all do.
    smallest: Vec<String>,
    /// Whether no smaller set does.
    exact: bool,
    /// Cases that reject nothing, and whose names do not say why they are there.
    idle: Vec<String>,
    /// Solutions that no case rejects.
    survivors: Vec<String>,
    mutants: Vec<Mutants>,
}

#[derive(Debug, Serialize)]
struct Case {
    name: String,
    /// How many wrong solutions it rejects.
    rejects: usize,
    /// Whether some wrong solution is rejected by no other case.
    needed: bool,
}

#[derive(Debug, Serialize)]
struct Solution {
    name: String,
    /// In the order of the cases.
    verdicts: Vec<String>,
    rejected_by: usize,
    /// Why it did not run.
    missing: Option<String>,
}

/// The mutants of one solution.
#[derive(Debug, Serialize)]
struct Mutants {
    solution: String,
    /// Why there are none.
    error: Option<String>,
    possible: usize,
    tried: usize,
    rejected: usize,
    unbuilt: usize,
    survivors: Vec<Mutant>,
    unjudged: Vec<Mutant>,
}

#[derive(Debug, Serialize)]
struct Mutant {
    line: usize,
    from: String,
    to: String,
    text: String,
    /// Why the judge could not tell.
    reason: Option<String>,
}

impl Document {
    pub(super) fn new(all: &[Strength]) -> Document {
        Document {
            format: FORMAT,
            problems: all.iter().map(problem).collect(),
        }
    }
}

fn problem(strength: &Strength) -> Problem {
    let matrix = &strength.matrix;
    let needed = matrix.needed();
    let names = |cases: &[usize]| {
        let names = cases.iter().filter_map(|&case| matrix.cases.get(case));
        names.cloned().collect::<Vec<String>>()
    };
    Problem {
        name: strength.slug.clone(),
        title: strength.title.clone(),
        cases: matrix
            .cases
            .iter()
            .enumerate()
            .map(|(case, name)| Case {
                name: name.clone(),
                rejects: matrix.rejected_by(case),
                needed: needed.contains(&case),
            })
            .collect(),
        solutions: matrix.columns.iter().map(solution).collect(),
        smallest: names(&matrix.smallest),
        exact: matrix.exact,
        idle: names(&matrix.idle()),
        survivors: matrix
            .survivors()
            .map(|column| column.name.clone())
            .collect(),
        mutants: strength.trials.iter().map(mutants).collect(),
    }
}

fn solution(column: &Column) -> Solution {
    Solution {
        name: column.name.clone(),
        verdicts: column.verdicts.iter().map(Verdict::to_string).collect(),
        rejected_by: column.rejecting().len(),
        missing: column.missing.clone(),
    }
}

fn mutants(
    (solution, trial): &(
        String,
        Result<crate::strength::Trial, crate::strength::TrialError>,
    ),
) -> Mutants {
    let tried = trial.as_ref().map_or(&[][..], |trial| &trial.tried);
    let count = |is: &dyn Fn(&Fate) -> bool| tried.iter().filter(|tried| is(&tried.fate)).count();
    let of = |is: &dyn Fn(&Fate) -> bool| {
        let tried = tried.iter().filter(|tried| is(&tried.fate));
        let mutant = |tried: &crate::strength::Tried| Mutant {
            line: tried.mutant.line,
            from: tried.mutant.from.clone(),
            to: tried.mutant.to.clone(),
            text: tried.mutant.text.clone(),
            reason: match &tried.fate {
                Fate::Unjudged(reason) => Some(reason.clone()),
                _ => None,
            },
        };
        tried.map(mutant).collect()
    };
    Mutants {
        solution: solution.clone(),
        error: trial.as_ref().err().map(ToString::to_string),
        possible: trial.as_ref().map_or(0, |trial| trial.possible),
        tried: tried.len(),
        rejected: count(&|fate| matches!(fate, Fate::Rejected(..))),
        unbuilt: count(&|fate| *fate == Fate::Unbuilt),
        survivors: of(&|fate| *fate == Fate::Survived),
        unjudged: of(&|fate| matches!(fate, Fate::Unjudged(_))),
    }
}
