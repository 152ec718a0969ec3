//! Mutants of accepted solutions, run until a case rejects them.

use std::fs;
use std::io;
use std::path::Path;

use package::{Call, Problem, Solution, Source, Verdict};
use tempfile::TempDir;

use super::matrix::rejects;
use super::mutants::{Mutant, mutants, syntax};
use crate::build::{Builder, Built};
use crate::schedule::{
    Demand, LimitChoice, Prepared, Runner, calibrate, interrupted, parallel, prepare,
};

/// What became of the mutants of one solution.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trial {
    /// The solution's name.
    pub(crate) solution: String,
    /// How many there are, the tried ones among them.
    pub(crate) possible: usize,
    pub(crate) tried: Vec<Tried>,
}

/// One mutant that was tried.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tried {
    pub(crate) mutant: Mutant,
    pub(crate) fate: Fate,
}

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fate {
    /// This case rejects it.
    Rejected(usize, Verdict),
    /// No case does.
    Survived,
    /// It does not compile, so it says nothing.
    Unbuilt,
    /// The judge could not tell, for this reason.
    Unjudged(String),
}

/// Why a solution has no mutants to try.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrialError {
    #[error("no mutants are made of it: expected one source file in Rust, C, C++, Java or Python")]
    Source,
    #[error("its mutants say nothing, for it is not accepted itself: {0}")]
    Rejected(String),
    #[error("cannot read the source: {0}")]
    Read(io::Error),
    #[error("cannot write a mutant: {0}")]
    Write(io::Error),
    #[error("interrupted")]
    Interrupted,
}

/// Tries up to `most` mutants of a solution, spread evenly over its source, on all cases of the
/// problem, those in `first` before the others.
pub(crate) fn trial(
    problem: &Problem,
    solution: &Solution,
    first: &[usize],
    most: usize,
    builder: &Builder<'_>,
    jobs: usize,
) -> Result<Trial, TrialError> {
    let Source::File(path) = &solution.call.source else {
        return Err(TrialError::Source);
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let syntax = syntax(&extension).ok_or(TrialError::Source)?;
    let source = fs::read(path).map_err(TrialError::Read)?;
    let all = mutants(&source, syntax);
    let possible = all.len();
    let chosen = spread(all, most);
    let folder = TempDir::new().map_err(TrialError::Write)?;
    let name = path.file_name().unwrap_or_default();
    let mut candidates = vec![solution.clone()];
    for (index, mutant) in chosen.iter().enumerate() {
        // Some languages ask that the file has the name of what is in it.
        let place = folder.path().join(index.to_string());
        fs::create_dir(&place).map_err(TrialError::Write)?;
        let place = place.join(name);
        fs::write(&place, &mutant.source).map_err(TrialError::Write)?;
        candidates.push(mutated(solution, &place));
    }
    let whole = Problem {
        solutions: candidates,
        ..problem.clone()
    };
    let choice = LimitChoice::default();
    let mut prepared = prepare(&whole, builder, choice, jobs, None);
    let runner = Runner::new(builder.sandbox, jobs, None, false);
    calibrate(&whole, &mut prepared, builder, choice, &runner, jobs);
    let order = order(first, prepared.cases.len());
    let places: Vec<usize> = (0..prepared.solutions.len()).collect();
    let fates = parallel::map(&places, jobs, |&place| {
        fate(&prepared, place, &order, &runner)
    });
    if interrupted() {
        return Err(TrialError::Interrupted);
    }
    let lost = || Fate::Unjudged("the worker stopped".to_owned());
    let mut fates = fates.into_iter().map(|fate| fate.unwrap_or_else(lost));
    let own = fates.next().unwrap_or_else(lost);
    if own != Fate::Survived {
        return Err(TrialError::Rejected(reason(&own, &prepared)));
    }
    let tried = chosen.into_iter().zip(fates);
    Ok(Trial {
        solution: solution.name.clone(),
        possible,
        tried: tried.map(|(mutant, fate)| Tried { mutant, fate }).collect(),
    })
}

fn mutated(solution: &Solution, place: &Path) -> Solution {
    Solution {
        call: Call {
            source: Source::File(place.to_owned()),
            ..solution.call.clone()
        },
        expect: None,
        ..solution.clone()
    }
}

/// So many of them at the most, as far from one another as can be.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    let chosen = most.min(count);
    let is_chosen = |index: usize| (index + 1) * chosen / count > index * chosen / count;
    let all = all.into_iter().enumerate();
    all.filter(|(index, _)| is_chosen(*index))
        .map(|(_, item)| item)
        .collect()
}

/// The cases from 0, those in `first` before the others.
fn order(first: &[usize], cases: usize) -> Vec<usize> {
    let later = (0..cases).filter(|case| !first.contains(case));
    first.iter().copied().chain(later).collect()
}

fn fate(prepared: &Prepared, place: usize, order: &[usize], runner: &Runner<'_>) -> Fate {
    let Some(solution) = prepared.solutions.get(place) else {
        return Fate::Unbuilt;
    };
    let command = match &solution.built {
        Built::Ready(command) => command,
        Built::Failed(_) => return Fate::Unbuilt,
        Built::Missing(reason) | Built::Broken(reason) => return Fate::Unjudged(reason.clone()),
    };
    for &case in order {
        if interrupted() {
            break;
        }
        let Some(ready) = prepared.cases.get(case) else {
            continue;
        };
        let result = runner.run(command, &solution.info, prepared, ready, Demand::CERTAIN);
        if rejects(result.verdict) {
            return Fate::Rejected(case, result.verdict);
        }
        if result.verdict != Verdict::AC {
            return Fate::Unjudged(format!("{}: {}", result.verdict, result.message));
        }
    }
    Fate::Survived
}

fn reason(fate: &Fate, prepared: &Prepared) -> String {
    match fate {
        Fate::Rejected(case, verdict) => {
            let name = prepared.cases.get(*case).map_or("?", |case| &case.name);
            format!("{verdict} on {name}")
        }
        Fate::Survived => "accepted".to_owned(),
        Fate::Unbuilt => "it does not compile".to_owned(),
        Fate::Unjudged(reason) => reason.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_are_spread_over_the_source() {
        for (count, most, expected) in [
            (0, 3, vec![]),
            (3, 0, vec![]),
            (3, 5, vec![0, 1, 2]),
            (6, 3, vec![1, 3, 5]),
            (7, 2, vec![3, 6]),
        ] {
            assert_eq!(spread((0..count).collect::<Vec<_>>(), most), expected);
        }
        assert_eq!(order(&[2, 1], 4), [2, 1, 0, 3]);
    }
}
