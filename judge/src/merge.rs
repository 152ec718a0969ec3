//! The shards of a run, put together to what the whole run would have told.
//!
//! Each shard holds what its own cases came to. Which of them count, and what they come to, follows
//! here from all of them by the same functions as in a run that was not shared out.

mod error;
mod fit;

pub(crate) use error::MergeError;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use package::{Input, Problem, Verdict};

use crate::baseline::{Baseline, Seen, Slower, compare};
use crate::event::{
    CaseInfo, Comparison, Event, PartInfo, ProblemInfo, RunInfo, RunResult, Scope, ShardInfo,
    SolutionInfo, What,
};
use crate::model::CaseResult;
use crate::report::{Recording, document};
use crate::schedule::{Gates, PREVIEWS, Rules, UNWANTED, conclude, not_run};
use crate::scoring::Scoring;

/// A shard and the name of its file.
pub(crate) struct Shard {
    pub(crate) name: String,
    pub(crate) recording: Recording,
}

impl Shard {
    /// How much of its baseline the run was to repeat, if it has one.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let shard = ShardInfo::from(self.recording.run.shard.as_ref()?);
        Some(shard.baseline?.scope)
    }
}

/// The events of the whole run.
///
/// # Errors
/// The shards are not the parts of one run, or some of them are missing.
pub(crate) fn merge(
    mut shards: Vec<Shard>,
    baseline: Option<&Baseline>,
) -> Result<Vec<Event>, MergeError> {
    let all_cases = fit::check(&mut shards, baseline)?;
    let mut events = vec![Event::RunStarted(run(&shards))];
    let problems = shards.first().map_or(0, |s| s.recording.problems.len());
    for place in 0..problems {
        let parts: Vec<(&str, &document::Problem)> = shards
            .iter()
            .filter_map(|shard| Some((shard.name.as_str(), shard.recording.problems.get(place)?)))
            .collect();
        problem(&parts, all_cases, &mut events)?;
    }
    if let Some(baseline) = baseline {
        let mut seen = Seen::default();
        for event in &events {
            seen.event(event);
        }
        events.push(Event::Compared(compare(
            baseline,
            &seen,
            slower(&shards, &seen),
        )));
    }
    let elapsed = shards.iter().map(|shard| shard.recording.end.elapsed_ms.0);
    events.push(Event::RunEnded(RunResult {
        elapsed: elapsed.max().unwrap_or_default(),
        signal: None,
    }));
    Ok(events)
}

/// The size and the means of all.
fn run(shards: &[Shard]) -> RunInfo {
    let runs: Vec<RunInfo> = shards
        .iter()
        .map(|shard| RunInfo::from(&shard.recording.run))
        .collect();
    let different = |text: &dyn Fn(&RunInfo) -> Vec<String>| {
        let mut seen = Vec::new();
        for text in runs.iter().flat_map(text) {
            if !seen.contains(&text) {
                seen.push(text);
            }
        }
        seen
    };
    RunInfo {
        started: runs.iter().map(|run| run.started).min().unwrap_or(0),
        jobs: runs.iter().map(|run| run.jobs).max().unwrap_or(0),
        isolation: different(&|run| vec![run.isolation.clone()]).join("; "),
        isolated: runs.iter().all(|run| run.isolated),
        options: runs
            .first()
            .map(|run| run.options.clone())
            .unwrap_or_default(),
        problems: runs.first().map_or(0, |run| run.problems),
        solutions: runs.first().map_or(0, |run| run.solutions),
        broken: different(&|run| run.broken.clone()),
        shard: None,
    }
}

/// One problem, given each shard's part of it with the shard's name.
fn problem(
    parts: &[(&str, &document::Problem)],
    all_cases: bool,
    events: &mut Vec<Event>,
) -> Result<(), MergeError> {
    let Some((_, first)) = parts.first() else {
        return Ok(());
    };
    let infos: Vec<ProblemInfo> = parts
        .iter()
        .map(|(_, problem)| ProblemInfo::from(&problem.head))
        .collect();
    let info = head(infos);
    let Some(part) = info.part.clone() else {
        return Ok(());
    };
    let slug = info.slug.clone();
    let bare = bare(&info, &part);
    let scoring = Scoring::of(&bare);
    events.push(Event::ProblemStarted(Arc::new(ProblemInfo {
        part: None,
        ..info
    })));
    for place in 0..first.solutions.len() {
        let parts: Vec<(&str, &document::Solution)> = parts
            .iter()
            .filter_map(|(name, problem)| Some((*name, problem.solutions.get(place)?)))
            .collect();
        solution(&slug, &scoring, &bare, &parts, all_cases, events)?;
    }
    Ok(())
}

/// The head of a problem: each shard knows the inputs that it ran.
fn head(mut infos: Vec<ProblemInfo>) -> ProblemInfo {
    let mut info = infos.swap_remove(0);
    let mut room = PREVIEWS;
    for (place, case) in info.cases.iter_mut().enumerate() {
        let other = || {
            let others = infos.iter().filter_map(|info| info.cases.get(place));
            others.filter_map(|case| case.input.clone()).next()
        };
        case.input = case.input.take().or_else(other).filter(|_| room > 0);
        let size = case.input.as_ref().map_or(0, |input| input.bytes.len());
        room = room.saturating_sub(size);
    }
    info
}

/// What of the package decides how cases are put together.
fn bare(info: &ProblemInfo, part: &PartInfo) -> Problem {
    let case = |(case, (group, points)): (&CaseInfo, &(usize, Option<f64>))| {
        let input = Input::File(PathBuf::new());
        package::Case {
            group: *group,
            points: *points,
            ..package::Case::new(case.name.clone(), input, None)
        }
    };
    Problem {
        slug: info.slug.clone(),
        groups: part.groups.clone(),
        cases: info.cases.iter().zip(&part.cases).map(case).collect(),
        left_out: part.left_out,
        ..Problem::default()
    }
}

/// One solution, given what each shard has of it.
fn solution(
    slug: &str,
    scoring: &Scoring<'_>,
    problem: &Problem,
    parts: &[(&str, &document::Solution)],
    all_cases: bool,
    events: &mut Vec<Event>,
) -> Result<(), MergeError> {
    let owners: Vec<(&str, &document::Solution)> = parts
        .iter()
        .copied()
        .filter(|(_, solution)| {
            solution
                .head
                .part
                .as_ref()
                .is_some_and(|own| !own.is_empty())
        })
        .collect();
    let Some((first_name, first)) = owners.first().or(parts.first()) else {
        return Ok(());
    };
    if let Some((name, _)) = owners
        .iter()
        .find(|(_, solution)| solution.head.limits != first.head.limits)
    {
        return Err(MergeError::Limits {
            problem: slug.to_owned(),
            one: (*first_name).to_owned(),
            other: (*name).to_owned(),
        });
    }
    let program = &first.head.program;
    let is_one = owners.iter().all(|(_, own)| own.head.program == *program);
    let info = SolutionInfo {
        program: program.clone().filter(|_| is_one),
        part: None,
        ..SolutionInfo::from(&first.head)
    };
    let expect = info.expected.clone();
    events.push(Event::SolutionStarted(info));
    // Where one machine could not build it, no run on that machine could have judged it.
    let unbuilt = owners
        .iter()
        .find(|(_, solution)| solution.cases.is_empty());
    let end = match unbuilt {
        Some((_, solution)) => {
            let (verdict, message) = (solution.end.verdict.0, &solution.end.message);
            not_run(scoring, expect.as_ref(), verdict, message)
        }
        None => {
            let mut results = results(slug, problem.cases.len(), &owners)?;
            let rules = Rules {
                scoring,
                expect: expect.as_ref(),
                all_cases,
                fail_fast: false,
            };
            let names = problem.cases.iter().map(|case| case.name.as_str());
            let mut next = |index: usize| results.get_mut(index).and_then(Option::take);
            let from = events.len();
            let end = conclude(
                rules,
                &Gates::new(scoring),
                names,
                &mut next,
                &mut |event| {
                    events.push(event.clone());
                },
            );
            let unwanted = |event: &Event| matches!(event, Event::CaseEnded(case) if case.verdict == Verdict::SK && case.message == UNWANTED);
            if events.iter().skip(from).any(unwanted) {
                return Err(MergeError::Damaged {
                    problem: slug.to_owned(),
                    solution: first.head.name.clone(),
                });
            }
            end
        }
    };
    events.push(Event::SolutionEnded(end));
    Ok(())
}

/// The results of all cases by their places, each from the one shard that ran it.
fn results(
    slug: &str,
    count: usize,
    owners: &[(&str, &document::Solution)],
) -> Result<Vec<Option<CaseResult>>, MergeError> {
    let mut results: Vec<Option<CaseResult>> = vec![None; count];
    let damaged = |solution: &document::Solution| MergeError::Damaged {
        problem: slug.to_owned(),
        solution: solution.head.name.clone(),
    };
    for (_, solution) in owners {
        let own = solution.head.part.as_deref().unwrap_or_default();
        if own.len() != solution.cases.len() {
            return Err(damaged(solution));
        }
        for (place, case) in own.iter().zip(&solution.cases) {
            match results.get_mut(*place) {
                Some(free @ None) => *free = Some(case.into()),
                _ => return Err(damaged(solution)),
            }
        }
    }
    match (results.iter().all(Option::is_some), owners.first()) {
        (false, Some((_, solution))) => Err(damaged(solution)),
        _ => Ok(results),
    }
}

/// What the shards found slower, but for cases that count as skipped in the whole.
fn slower(shards: &[Shard], whole: &Seen) -> Slower {
    let mut slower = Slower::default();
    let comparisons = shards
        .iter()
        .filter_map(|s| s.recording.comparison.as_ref());
    let mut known = BTreeSet::new();
    for comparison in comparisons {
        let comparison = Comparison::from(comparison);
        slower.again += comparison.again;
        slower.suspected += comparison.suspected;
        slower.times_only |= comparison.times_only;
        slower
            .changes
            .extend(comparison.changes.into_iter().filter(|change| {
                let [solution, case] = [&change.solution, &change.case].map(|name| name.as_deref());
                let (solution, case) = (solution.unwrap_or(""), case.unwrap_or(""));
                let ran = whole.ran(&change.problem, solution, case);
                let key = (change.problem.clone(), solution.to_owned(), case.to_owned());
                matches!(change.what, What::Time { .. }) && ran && known.insert(key)
            }));
    }
    slower
}
