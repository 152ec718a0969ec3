//! From the results of a solution's cases, in their order, to what the solution came to.
//!
//! `judge merge` does it too, with cases that ran on several machines: so it comes to the same.

use package::{CaseOutcome, Expectation, GroupOutcome, Outcome, Verdict};

use super::flow::{Flow, Gates};
use super::{INTERRUPTED, skipped};
use crate::event::{Event, SolutionResult};
use crate::model::{CaseResult, overall};
use crate::scoring::Scoring;

/// What decides how the cases of a solution are put together.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) scoring: &'a Scoring<'a>,
    pub(crate) expect: Option<&'a Expectation>,
    /// Whether cases are told of as run that nothing depends on any more.
    pub(crate) all_cases: bool,
    /// Whether the first case that speaks against the expectation is the last.
    pub(crate) fail_fast: bool,
}

const FAILED_FAST: &str = "an earlier case failed, and --fail-fast ends the run";

/// Takes the results of a solution in the order of its cases; `next` has none for a case that a
/// signal kept from being run.
pub(crate) fn conclude<'n>(
    rules: Rules<'_>,
    gates: &Gates,
    names: impl Iterator<Item = &'n str>,
    next: &mut dyn FnMut(usize) -> Option<CaseResult>,
    report: &mut dyn FnMut(&Event),
) -> SolutionResult {
    let mut flow = Flow::new(rules.scoring, gates);
    let mut seen = Vec::new();
    let (mut cut_short, mut failed) = (false, false);
    // There may be very many cases: of each is kept what the verdict on the whole needs.
    let mut tell = |name: &'n str, result: CaseResult| {
        seen.push(Kept::of(name, &result));
        report(&Event::CaseEnded(Box::new(result)));
    };
    for (index, name) in names.enumerate() {
        if failed {
            tell(name, skipped(name, FAILED_FAST));
            continue;
        }
        let mut result = next(index).unwrap_or_else(|| skipped(name, INTERRUPTED));
        if result.verdict == Verdict::SK && result.message == INTERRUPTED {
            cut_short = true;
        } else if let Some(reason) = flow.skip(index) {
            // Whether a neighbour was already running by then is chance; the report is not.
            if !rules.all_cases {
                result = skipped(name, &reason);
            }
        } else {
            flow.take(index, &mut result);
            failed = rules.fail_fast && !permits(rules.expect, &result);
        }
        tell(name, result);
    }
    let graded = flow.end();
    let whole = overall(seen.iter().map(|case| case.verdict));
    let partial = cut_short || failed;
    let (verdict, message) = match (graded.verdict, graded.fault) {
        _ if cut_short => (whole, INTERRUPTED.to_owned()),
        _ if failed => (whole, String::new()),
        (_, Some(fault)) => (Verdict::JE, fault),
        (Some(verdict), None) if whole != Verdict::JE => (verdict, String::new()),
        _ => (whole, String::new()),
    };
    let result = SolutionResult {
        verdict,
        as_expected: None,
        surprise: String::new(),
        score: graded.score.filter(|_| !partial),
        max_score: graded.best,
        groups: match partial {
            true => Vec::new(),
            false => graded.groups,
        },
        message,
    };
    // What the cases that did not run would have shown, nobody knows.
    let expect = rules.expect.filter(|_| !cut_short);
    let outcomes: Vec<CaseOutcome<'_>> = seen.iter().map(Kept::outcome).collect();
    expected(result, expect, &outcomes)
}

/// What is kept of a case that has ended.
struct Kept<'n> {
    name: &'n str,
    verdict: Verdict,
    message: String,
    score: Option<f64>,
}

impl<'n> Kept<'n> {
    fn of(name: &'n str, result: &CaseResult) -> Self {
        Kept {
            name,
            verdict: result.verdict,
            message: result.message.clone(),
            score: result.score,
        }
    }

    fn outcome(&self) -> CaseOutcome<'_> {
        CaseOutcome {
            name: self.name,
            verdict: self.verdict,
            message: &self.message,
            score: self.score,
        }
    }
}

/// Whether a case says nothing against its solution. Of one of which nothing is expected every failure
/// does.
pub(super) fn permits(expect: Option<&Expectation>, case: &CaseResult) -> bool {
    match expect {
        Some(expect) => case.verdict == Verdict::SK || expect.permits(&case.name, case.verdict),
        None => matches!(case.verdict, Verdict::AC | Verdict::SK),
    }
}

/// A solution that could not be run on any case, for the reason that the verdict and message say.
pub(crate) fn not_run(
    scoring: &Scoring<'_>,
    expect: Option<&Expectation>,
    verdict: Verdict,
    message: &str,
) -> SolutionResult {
    let result = SolutionResult {
        verdict,
        as_expected: None,
        surprise: String::new(),
        score: None,
        max_score: scoring.best().filter(|_| scoring.is_whole),
        groups: Vec::new(),
        message: message.to_owned(),
    };
    let whole = CaseOutcome {
        name: "",
        verdict,
        message: "",
        score: None,
    };
    expected(result, expect, &[whole])
}

/// Holds the result against what is expected. Without a case that ran there is nothing to hold.
fn expected(
    mut result: SolutionResult,
    expect: Option<&Expectation>,
    cases: &[CaseOutcome<'_>],
) -> SolutionResult {
    let ran = cases.iter().any(|case| case.verdict != Verdict::SK);
    let Some(expect) = expect.filter(|_| ran) else {
        return result;
    };
    let groups: Vec<GroupOutcome<'_>> = result
        .groups
        .iter()
        .map(|group| GroupOutcome {
            name: &group.name,
            verdict: group.verdict,
            score: Some(group.score),
        })
        .collect();
    let unmet = expect.unmet(&Outcome {
        overall: result.verdict,
        score: result.score,
        best: result.max_score,
        cases,
        groups: &groups,
    });
    result.as_expected = Some(unmet.is_none());
    result.surprise = unmet.unwrap_or_default();
    result
}
