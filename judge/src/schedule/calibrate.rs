//! Time limits that a package leaves to its solutions.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use package::{Problem, TimeRule};

use super::info::solution_info;
use super::prepare::{LimitChoice, Prepared, limits};
use super::runner::{Demand, Runner};
use super::{interrupted, parallel};
use crate::build::{Builder, Built};
use crate::model::CaseResult;
use crate::timing::{self, CEILING};

/// The rule by which the time limit follows from the times of solutions, if it does.
pub(super) fn rule(problem: &Problem, choice: LimitChoice) -> Option<&TimeRule> {
    let stated = choice.time.or(problem.limits.time);
    problem
        .limits
        .time_rule
        .as_ref()
        .filter(|_| stated.is_none())
}

/// Where neither the command line nor the package states a time limit, but the package has a rule
/// for one: runs the solutions that set it, and puts the limit in force. What they came to is kept
/// for their own turn, since no limit that follows from their times is below them.
pub(crate) fn calibrate(
    problem: &Problem,
    prepared: &mut Prepared,
    builder: &Builder<'_>,
    choice: LimitChoice,
    runner: &Runner<'_>,
    jobs: usize,
) {
    let Some(rule) = rule(problem, choice) else {
        return;
    };
    let builder = builder.of(problem);
    let generous = package::Limits {
        time: Some(CEILING),
        ..problem.limits.clone()
    };
    let generous = limits(&generous, choice, None);
    let ready: Vec<_> = problem
        .yardsticks
        .iter()
        .filter_map(|solution| {
            let built = builder.build_solution(&solution.call);
            let info = solution_info(solution, problem, &built, generous);
            match built {
                Built::Ready(command) => Some((solution, info, command)),
                _ => None,
            }
        })
        .collect();
    if ready.is_empty() {
        return;
    }
    let width = prepared.cases.len();
    let items: Vec<usize> = (0..ready.len() * width).collect();
    let results = parallel::map(&items, jobs, |index| {
        let (solution, info, command) = &ready[index / width];
        let case = &prepared.cases[index % width];
        if !timing::bounds_on(solution, rule, &case.name) {
            return None;
        }
        let run = || runner.run(command, info, prepared, case, Demand::CERTAIN);
        (!interrupted()).then(run)
    });
    let results: Vec<Option<CaseResult>> = results.into_iter().map(Option::flatten).collect();
    if interrupted() || width == 0 {
        return;
    }
    let cpu = |result: &CaseResult| result.measured.map_or(Duration::ZERO, |m| m.cpu);
    let slowest = (0..items.len())
        .filter_map(|index| Some((results[index].as_ref().map(cpu)?, index)))
        .max_by_key(|&(cpu, index)| (cpu, std::cmp::Reverse(index)));
    let Some((slowest, index)) = slowest else {
        return;
    };
    let name = &ready[index / width].0.name;
    let time = timing::limit(rule, Some(slowest));
    prepared.set_time(problem, choice, time);
    Arc::make_mut(&mut prepared.info).time_from = Some(format!(
        "from {name}, {:.3} s, the slowest of {} that must be in time",
        slowest.as_secs_f64(),
        ready.len()
    ));
    for (solution, prepared) in problem.solutions.iter().zip(&mut prepared.solutions) {
        let place = ready
            .iter()
            .position(|(yardstick, ..)| yardstick.call == solution.call);
        let known: Option<VecDeque<CaseResult>> = place.and_then(|place| {
            let range = place * width..(place + 1) * width;
            results.get(range)?.iter().cloned().collect()
        });
        prepared.known = known;
    }
}
