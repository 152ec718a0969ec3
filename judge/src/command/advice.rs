//! What to do about words that name nothing to judge: each command is called in its own way.

use crate::plan::PlanError;

/// How a command is given a solution, or a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Watch,
    Stress,
    /// Of a package it takes all solutions.
    Package,
}

/// The error with advice that fits the command.
pub(super) fn advice(error: &PlanError, way: Way) -> String {
    match (error, way) {
        (PlanError::NoCases { solution }, Way::Watch) => format!(
            "{solution}: name the problem or the folder of its cases too, as in `judge watch {solution} DIR`"
        ),
        (PlanError::NoCases { solution }, Way::Stress) => format!(
            "{solution}: name the problem too, as in `judge stress {solution} --problem NAME`, or say what \
             makes inputs and what answers them, as in `judge stress {solution} --gen gen.py --against slow.py`"
        ),
        (PlanError::NoCases { solution }, Way::Package) => {
            format!("{solution} is a solution: name a package, by its folder or its name")
        }
        (PlanError::NoSolution(slugs), Way::Watch) => format!(
            "no solution to judge in {}: name a source file, as in `judge watch sol.cpp DIR`, or give --cmd",
            slugs.join(", ")
        ),
        (PlanError::NoSolution(slugs), Way::Stress) => format!(
            "no solution to judge in {}: name a source file, as in `judge stress sol.cpp --problem NAME`",
            slugs.join(", ")
        ),
        (PlanError::NoSolution(slugs), Way::Package) => format!(
            "no solution to judge in {}: a package has its own, as under submissions/",
            slugs.join(", ")
        ),
        (error, _) => error.to_string(),
    }
}
