//! What the solutions of a package say of it: whether they are as expected, and of the time limit.

use std::collections::BTreeMap;
use std::time::Duration;

use package::{Problem, TimeUse, Verdict};

use super::{Part, State};
use crate::event::{Event, SolutionInfo, SolutionResult};
use crate::model::Limits;
use crate::schedule::Prepared;
use crate::{text, timing};

/// What the solutions came to.
#[derive(Default)]
pub(super) struct Seen {
    solutions: Vec<Judged>,
}

struct Judged {
    info: SolutionInfo,
    slowest: Option<Duration>,
    /// Why the first case came to JE.
    fault: Option<String>,
    result: SolutionResult,
}

impl Seen {
    pub(super) fn take(&mut self, event: &Event) {
        match event {
            Event::SolutionStarted(info) => {
                self.solutions.push(Judged {
                    info: info.clone(),
                    slowest: None,
                    fault: None,
                    result: SolutionResult {
                        verdict: Verdict::SK,
                        as_expected: None,
                        surprise: String::new(),
                        score: None,
                        max_score: None,
                        groups: Vec::new(),
                        message: String::new(),
                    },
                });
            }
            Event::CaseEnded(case) => {
                let Some(judged) = self.solutions.last_mut() else {
                    return;
                };
                if case.verdict == Verdict::JE {
                    judged.fault.get_or_insert_with(|| case.message.clone());
                }
                if let Some(measured) = case.measured {
                    // One that waits takes its time all the same.
                    let time = match case.verdict {
                        Verdict::WTL => measured.wall,
                        _ => measured.cpu,
                    };
                    judged.slowest = judged.slowest.max(Some(time));
                }
            }
            Event::SolutionEnded(result) => {
                if let Some(judged) = self.solutions.last_mut() {
                    judged.result = result.clone();
                }
            }
            _ => {}
        }
    }
}

/// The time limit, and what the format's rule says of it.
pub(super) fn time_limit(problem: &Problem, prepared: &Prepared, seen: &Seen) -> Part {
    let Limits { time, .. } = prepared.info.limits;
    let mut bounds: BTreeMap<&str, (Duration, &str)> = BTreeMap::new();
    for (solution, judged) in problem.solutions.iter().zip(&seen.solutions) {
        let rule = problem.limits.time_rule.as_ref();
        let (Some(rule), Some(slowest)) = (rule, judged.slowest) else {
            continue;
        };
        let new = (slowest, judged.info.name.as_str());
        match timing::time_use(solution, rule) {
            TimeUse::Lower => {
                let place = bounds.entry("slowest").or_insert(new);
                *place = (*place).max(new);
            }
            TimeUse::Upper => {
                let place = bounds.entry("fastest").or_insert(new);
                *place = (*place).min(new);
            }
            TimeUse::None => {}
        }
    }
    let bound = |name| bounds.get(name).copied();
    let said = |(time, name): (Duration, &str)| format!("{name} {:.3} s", time.as_secs_f64());
    let mut summary = format!("{} s", time.as_secs_f64());
    if let Some(from) = &prepared.info.time_from {
        summary += &format!(", {from}");
    } else if let Some(slowest) = bound("slowest") {
        summary += &format!("; slowest meant to be in time: {}", said(slowest));
    }
    if let Some(fastest) = bound("fastest") {
        summary += &format!("; fastest meant to be too slow: {}", said(fastest));
    }
    let objections = match (&problem.limits.time_rule, problem.limits.time) {
        (Some(rule), Some(stated)) => timing::objections(
            rule,
            stated,
            bound("slowest").map(|(time, _)| time),
            // It was ended at the limit, so how long it takes is not known.
            bound("fastest")
                .map(|(time, _)| time)
                .filter(|&fastest| fastest <= stated),
        ),
        _ => Vec::new(),
    };
    Part::new("time limit", summary, objections, State::Odd)
}

/// Every solution is as expected.
pub(super) fn solutions(seen: &Seen) -> Part {
    if seen.solutions.is_empty() {
        return Part::absent("solutions", "none");
    }
    let mut details = Vec::new();
    let mut broken = false;
    let mut held = 0;
    for judged in &seen.solutions {
        let Judged {
            info,
            fault,
            result,
            ..
        } = judged;
        held += usize::from(result.as_expected == Some(true));
        broken |= result.verdict == Verdict::JE;
        let why = match (result.as_expected, result.verdict) {
            (_, Verdict::JE) if !result.message.is_empty() => {
                format!("JE: {}", first(&result.message))
            }
            (Some(false), _) => match fault {
                Some(fault) => format!("{}: {}", result.surprise, first(fault)),
                None => result.surprise.clone(),
            },
            (_, Verdict::JE) => format!("JE: {}", first(fault.as_deref().unwrap_or_default())),
            (None, Verdict::CE) => format!("does not compile: {}", first(&result.message)),
            _ => continue,
        };
        details.push(format!("{}: {why}", info.name));
    }
    let expected = seen
        .solutions
        .iter()
        .filter(|judged| judged.info.expected.is_some());
    let summary = format!("{held} of {} as expected", expected.count());
    let worst = if broken { State::Broken } else { State::Wrong };
    Part::new("solutions", summary, details, worst)
}

fn first(text: &str) -> &str {
    text.lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default()
}

/// Solutions that could not be run, each reason once.
pub(super) fn missing(seen: &Seen) -> Option<Part> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for Judged { result, .. } in &seen.solutions {
        if result.verdict == Verdict::SK {
            *reasons.entry(first(&result.message)).or_default() += 1;
        }
    }
    let count: usize = reasons.values().sum();
    let details: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| format!("{reason} ({})", text::plural(*count, "solution")))
        .collect();
    let summary = format!("{} not run", text::plural(count, "solution"));
    (count > 0).then(|| Part::new("skipped", summary, details, State::Odd))
}
