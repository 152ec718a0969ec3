//! From events to what a recording holds, and back. Nothing is lost on the way.

mod changes;
mod shards;

use package::Expectation;

use super::document::{self as doc, Line};
use super::value::{Bytes, Code, Ending, Millis};
use crate::event::{
    CaseInfo, Event, GroupResult, PartInfo, Preview, ProblemInfo, RunInfo, RunResult, ShardInfo,
    SolutionInfo, SolutionResult,
};
use crate::model::{
    Alike, CaseResult, Excerpt, Extent, Limits, Measured, Points, Timed, Unit, Window,
};
use crate::transcript::{self as talk, Transcript};

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

impl From<&CaseResult> for doc::Case {
    fn from(case: &CaseResult) -> Self {
        doc::Case {
            name: case.name.clone(),
            verdict: Code(case.verdict),
            message: case.message.clone(),
            measured: case.measured.map(doc::Measured::from),
            beside_others: case.beside_others.map(doc::Measured::from).map(Box::new),
            times: case.times.iter().map(doc::Timed::from).collect(),
            compared: case.compared,
            points: case.points.map(doc::Points::from),
            score: case.score,
            transcript: case
                .transcript
                .as_deref()
                .map(doc::Talk::from)
                .map(Box::new),
            excerpt: case
                .excerpt
                .as_deref()
                .map(doc::Excerpt::from)
                .map(Box::new),
            stderr: Bytes(case.stderr.clone()),
        }
    }
}

impl From<&doc::Case> for CaseResult {
    fn from(case: &doc::Case) -> Self {
        CaseResult {
            name: case.name.clone(),
            verdict: case.verdict.0,
            message: case.message.clone(),
            measured: case.measured.as_ref().map(Measured::from),
            beside_others: case.beside_others.as_deref().map(Measured::from),
            times: case.times.iter().map(Timed::from).collect(),
            compared: case.compared,
            points: case.points.map(Points::from),
            score: case.score,
            transcript: case
                .transcript
                .as_deref()
                .map(Transcript::from)
                .map(Box::new),
            excerpt: case.excerpt.as_deref().map(Excerpt::from).map(Box::new),
            stderr: case.stderr.0.clone(),
        }
    }
}

impl From<&Transcript> for doc::Talk {
    fn from(transcript: &Transcript) -> Self {
        let line = |line: &talk::Line| doc::TalkLine {
            by: line.mark().to_owned(),
            text: Bytes(line.text.clone()),
            cut: line.cut,
        };
        let (head, left_out, tail) = transcript.parts();
        doc::Talk {
            head: head.iter().map(line).collect(),
            left_out,
            tail: tail.map(line).collect(),
        }
    }
}

impl From<&doc::Talk> for Transcript {
    fn from(said: &doc::Talk) -> Self {
        let line = |line: &doc::TalkLine| talk::Line {
            by: talk::Speaker::of_mark(&line.by),
            text: line.text.0.clone(),
            cut: line.cut,
        };
        let head = said.head.iter().map(line).collect();
        Transcript::of_parts(head, said.left_out, said.tail.iter().map(line).collect())
    }
}

impl From<Measured> for doc::Measured {
    fn from(measured: Measured) -> Self {
        doc::Measured {
            cpu_ms: Millis(measured.cpu),
            wall_ms: Millis(measured.wall),
            memory_bytes: measured.memory,
            ending: Ending(measured.exit),
        }
    }
}

impl From<&doc::Measured> for Measured {
    fn from(measured: &doc::Measured) -> Self {
        Measured {
            cpu: measured.cpu_ms.0,
            wall: measured.wall_ms.0,
            memory: measured.memory_bytes,
            exit: measured.ending.0,
        }
    }
}

impl From<&Timed> for doc::Timed {
    fn from(timed: &Timed) -> Self {
        doc::Timed {
            cpu_ms: Millis(timed.cpu),
            yardstick_ms: timed.yardstick.map(Millis),
        }
    }
}

impl From<&doc::Timed> for Timed {
    fn from(timed: &doc::Timed) -> Self {
        Timed {
            cpu: timed.cpu_ms.0,
            yardstick: timed.yardstick_ms.map(|millis| millis.0),
        }
    }
}

impl From<Points> for doc::Points {
    fn from(points: Points) -> Self {
        match points {
            Points::Score(score) => doc::Points::Score(score),
            Points::Share(share) => doc::Points::Share(share),
        }
    }
}

impl From<doc::Points> for Points {
    fn from(points: doc::Points) -> Self {
        match points {
            doc::Points::Score(score) => Points::Score(score),
            doc::Points::Share(share) => Points::Share(share),
        }
    }
}

impl From<&Excerpt> for doc::Excerpt {
    fn from(excerpt: &Excerpt) -> Self {
        let window = |window: &Window| doc::Window {
            first_line: window.first_line,
            text: Bytes(window.text.clone()),
            at: window.at,
            cut: window.cut,
            more: window.more,
        };
        doc::Excerpt {
            line: excerpt.line,
            column: excerpt.column,
            seen_column: Some(excerpt.seen_column).filter(|seen| *seen != excerpt.column),
            into: excerpt.into,
            one_of_many: excerpt.one_of_many,
            expected: window(&excerpt.expected),
            found: window(&excerpt.found),
            alike: excerpt
                .alike
                .iter()
                .map(|pair| doc::Alike {
                    expected: Bytes(pair.expected.clone()),
                    found: Bytes(pair.found.clone()),
                })
                .collect(),
            extent: excerpt.extent.map(|extent| doc::Extent {
                unit: match extent.unit {
                    Unit::Lines => doc::Unit::Lines,
                    Unit::Words => doc::Unit::Words,
                },
                differ: extent.differ,
                at_least: extent.at_least,
                expected: extent.expected,
                found: extent.found,
            }),
        }
    }
}

impl From<&doc::Excerpt> for Excerpt {
    fn from(excerpt: &doc::Excerpt) -> Self {
        let window = |window: &doc::Window| Window {
            first_line: window.first_line,
            text: window.text.0.clone(),
            at: window.at,
            cut: window.cut,
            more: window.more,
        };
        Excerpt {
            line: excerpt.line,
            column: excerpt.column,
            seen_column: excerpt.seen_column.unwrap_or(excerpt.column),
            into: excerpt.into,
            one_of_many: excerpt.one_of_many,
            expected: window(&excerpt.expected),
            found: window(&excerpt.found),
            alike: excerpt
                .alike
                .iter()
                .map(|pair| Alike {
                    expected: pair.expected.0.clone(),
                    found: pair.found.0.clone(),
                })
                .collect(),
            extent: excerpt.extent.map(|extent| Extent {
                unit: match extent.unit {
                    doc::Unit::Lines => Unit::Lines,
                    doc::Unit::Words => Unit::Words,
                },
                differ: extent.differ,
                at_least: extent.at_least,
                expected: extent.expected,
                found: extent.found,
            }),
        }
    }
}
