//! From events to what a recording holds, and back. Nothing is lost on the way.

mod case;
mod changes;
mod excerpt;
mod shards;

use package::Expectation;

use super::document::{self as doc, Line};
use super::value::{Bytes, Code, Millis};
use crate::event::{
    CaseInfo, Event, GroupResult, PartInfo, Preview, ProblemInfo, RunInfo, RunResult, ShardInfo,
    SolutionInfo, SolutionResult,
};
use crate::model::Limits;

impl Line {
    /// An event as a line.
    pub(crate) fn of(event: &Event) -> Line {
        match event {
            Event::RunStarted(run) => Line::RunStarted(Box::new(doc::RunLine {
                format: doc::FORMAT.to_owned(),
                version: doc::VERSION,
                judge_version: env!("CARGO_PKG_VERSION").to_owned(),
                run: run.into(),
            })),
            Event::ProblemStarted(problem) => Line::ProblemStarted(problem.as_ref().into()),
            Event::SolutionStarted(solution) => Line::SolutionStarted(solution.into()),
            Event::CaseEnded(case) => Line::CaseEnded(Box::new(case.as_ref().into())),
            Event::SolutionEnded(result) => Line::SolutionEnded(result.into()),
            Event::Compared(comparison) => Line::Compared(comparison.into()),
            Event::RunEnded(result) => Line::RunEnded(result.into()),
        }
    }
}

impl From<&RunInfo> for doc::Run {
    fn from(run: &RunInfo) -> Self {
        doc::Run {
            started: run.started,
            jobs: run.jobs,
            isolation: run.isolation.clone(),
            isolated: run.isolated,
            options: run.options.clone(),
            planned: doc::Planned {
                problems: run.problems,
                solutions: run.solutions,
            },
            broken: run.broken.clone(),
            shard: run.shard.as_ref().map(doc::Shard::from),
        }
    }
}

impl From<&doc::Run> for RunInfo {
    fn from(run: &doc::Run) -> Self {
        RunInfo {
            started: run.started,
            jobs: run.jobs,
            isolation: run.isolation.clone(),
            isolated: run.isolated,
            options: run.options.clone(),
            problems: run.planned.problems,
            solutions: run.planned.solutions,
            broken: run.broken.clone(),
            shard: run.shard.as_ref().map(ShardInfo::from),
        }
    }
}

impl From<&RunResult> for doc::RunEnd {
    fn from(result: &RunResult) -> Self {
        doc::RunEnd {
            elapsed_ms: Millis(result.elapsed),
            signal: result.signal,
        }
    }
}

impl From<&doc::RunEnd> for RunResult {
    fn from(end: &doc::RunEnd) -> Self {
        RunResult {
            elapsed: end.elapsed_ms.0,
            signal: end.signal,
        }
    }
}

impl From<&ProblemInfo> for doc::ProblemHead {
    fn from(problem: &ProblemInfo) -> Self {
        let case = |case: &CaseInfo| doc::CaseHead {
            name: case.name.clone(),
            input: case.input.as_ref().map(|input| doc::Input {
                text: Bytes(input.bytes.clone()),
                more: input.more,
            }),
        };
        doc::ProblemHead {
            name: problem.slug.clone(),
            title: problem.title.clone(),
            source: problem.source.clone(),
            folder: problem.folder.clone(),
            limits: problem.limits.into(),
            time_from: problem.time_from.clone(),
            board: problem.board.clone(),
            cases: problem.cases.iter().map(case).collect(),
            part: problem.part.as_ref().map(doc::Part::from),
        }
    }
}

impl From<&doc::ProblemHead> for ProblemInfo {
    fn from(problem: &doc::ProblemHead) -> Self {
        let case = |case: &doc::CaseHead| CaseInfo {
            name: case.name.clone(),
            input: case.input.as_ref().map(|input| Preview {
                bytes: input.text.0.clone(),
                more: input.more,
            }),
        };
        ProblemInfo {
            slug: problem.name.clone(),
            title: problem.title.clone(),
            source: problem.source.clone(),
            folder: problem.folder.clone(),
            limits: problem.limits.into(),
            time_from: problem.time_from.clone(),
            board: problem.board.clone(),
            cases: problem.cases.iter().map(case).collect(),
            part: problem.part.as_ref().map(PartInfo::from),
        }
    }
}

impl From<Limits> for doc::Limits {
    fn from(limits: Limits) -> Self {
        doc::Limits {
            cpu_ms: Millis(limits.time),
            wall_ms: Millis(limits.wall),
            memory_bytes: limits.memory,
            output_bytes: limits.output,
        }
    }
}

impl From<doc::Limits> for Limits {
    fn from(limits: doc::Limits) -> Self {
        Limits {
            time: limits.cpu_ms.0,
            wall: limits.wall_ms.0,
            memory: limits.memory_bytes,
            output: limits.output_bytes,
        }
    }
}

impl From<&SolutionInfo> for doc::SolutionHead {
    fn from(solution: &SolutionInfo) -> Self {
        doc::SolutionHead {
            name: solution.name.clone(),
            language: solution.language.clone(),
            path: solution.path.clone(),
            target: solution.target.clone(),
            expected: solution.expected.as_ref().map(ToString::to_string),
            expectation: solution.expected.as_ref().map(doc::Expectation::from),
            limits: solution.limits.into(),
            program: solution.program.clone(),
            part: solution.part.clone(),
        }
    }
}

impl From<&doc::SolutionHead> for SolutionInfo {
    fn from(solution: &doc::SolutionHead) -> Self {
        SolutionInfo {
            name: solution.name.clone(),
            language: solution.language.clone(),
            path: solution.path.clone(),
            target: solution.target.clone(),
            expected: solution.expectation.as_ref().map(Expectation::from),
            limits: solution.limits.into(),
            program: solution.program.clone(),
            part: solution.part.clone(),
        }
    }
}

impl From<&Expectation> for doc::Expectation {
    fn from(expectation: &Expectation) -> Self {
        let codes = |verdicts: &Option<Vec<_>>| {
            let verdicts = verdicts.as_ref()?;
            Some(verdicts.iter().copied().map(Code).collect())
        };
        // JSON has no infinity: a side without a bound is null.
        let bound = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
        doc::Expectation {
            overall: codes(&expectation.overall),
            permitted: codes(&expectation.permitted),
            required: codes(&expectation.required),
            score: expectation
                .score
                .map(|(least, most)| [bound(least), bound(most)]),
            partial: expectation.partial,
            message: expectation.message.clone(),
            within: expectation
                .within
                .iter()
                .map(|(names, expectation)| doc::Within {
                    names: names.clone(),
                    expectation: expectation.into(),
                })
                .collect(),
        }
    }
}

impl From<&doc::Expectation> for Expectation {
    fn from(expectation: &doc::Expectation) -> Self {
        let verdicts = |codes: &Option<Vec<Code>>| {
            let codes = codes.as_ref()?;
            Some(codes.iter().map(|code| code.0).collect())
        };
        Expectation {
            overall: verdicts(&expectation.overall),
            permitted: verdicts(&expectation.permitted),
            required: verdicts(&expectation.required),
            score: expectation.score.map(|[least, most]| {
                let (none, endless) = (f64::NEG_INFINITY, f64::INFINITY);
                (least.unwrap_or(none), most.unwrap_or(endless))
            }),
            partial: expectation.partial,
            message: expectation.message.clone(),
            within: expectation
                .within
                .iter()
                .map(|within| (within.names.clone(), (&within.expectation).into()))
                .collect(),
        }
    }
}

impl From<&SolutionResult> for doc::SolutionEnd {
    fn from(result: &SolutionResult) -> Self {
        doc::SolutionEnd {
            verdict: Code(result.verdict),
            as_expected: result.as_expected,
            surprise: result.surprise.clone(),
            score: result.score,
            max_score: result.max_score,
            groups: result
                .groups
                .iter()
                .map(|group| doc::Group {
                    name: group.name.clone(),
                    verdict: Code(group.verdict),
                    score: group.score,
                    max_score: group.max_score,
                })
                .collect(),
            message: result.message.clone(),
        }
    }
}

impl From<&doc::SolutionEnd> for SolutionResult {
    fn from(end: &doc::SolutionEnd) -> Self {
        SolutionResult {
            verdict: end.verdict.0,
            as_expected: end.as_expected,
            surprise: end.surprise.clone(),
            score: end.score,
            max_score: end.max_score,
            groups: end
                .groups
                .iter()
                .map(|group| GroupResult {
                    name: group.name.clone(),
                    verdict: group.verdict.0,
                    score: group.score,
                    max_score: group.max_score,
                })
                .collect(),
            message: end.message.clone(),
        }
    }
}
