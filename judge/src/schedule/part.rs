//! A shard's part of a problem: its own cases, told as they come. What they come to together, with
//! those of other shards, `judge merge` says.

use package::{Problem, Verdict};

use super::prepare::Prepared;
use super::{INTERRUPTED, skipped};
use crate::event::{Event, PartInfo, SolutionResult};
use crate::model::{CaseResult, overall};
use crate::shard::Own;

/// Why a solution of which no case is this shard's is not built.
pub(super) const ELSEWHERE: &str = "run by other shards";

/// What it takes to put the problem together.
pub(super) fn info(problem: &Problem, own: &Own) -> PartInfo {
    PartInfo {
        content: own.content.clone(),
        groups: problem.groups.clone(),
        cases: problem
            .cases
            .iter()
            .map(|case| (case.group, case.points))
            .collect(),
        left_out: problem.left_out,
    }
}

/// Tells of the cases at these places.
pub(super) fn tell(
    problem: &Prepared,
    own: &[usize],
    next: &mut dyn FnMut(usize) -> Option<CaseResult>,
    report: &mut dyn FnMut(&Event),
) -> SolutionResult {
    let mut verdicts = Vec::new();
    let mut cut_short = false;
    let cases = own
        .iter()
        .filter_map(|&index| Some((index, problem.cases.get(index)?)));
    for (index, case) in cases {
        let result = next(index).unwrap_or_else(|| skipped(&case.name, INTERRUPTED));
        cut_short |= result.verdict == Verdict::SK && result.message == INTERRUPTED;
        verdicts.push(result.verdict);
        report(&Event::CaseEnded(Box::new(result)));
    }
    SolutionResult {
        verdict: overall(verdicts),
        as_expected: None,
        surprise: String::new(),
        score: None,
        max_score: None,
        groups: Vec::new(),
        message: match cut_short {
            true => INTERRUPTED.to_owned(),
            false => String::new(),
        },
    }
}
