//! The whole run as one JSON document.
//!
//! Its types are its own: a field here is a promise to whoever reads the file, and changes only
//! with [`SCHEMA_VERSION`].

use std::io::{self, Write};
use std::time::Duration;

use package::Verdict;
use sandbox::Exit;
use serde::Serialize;

use super::Report;
use crate::event::{Event, GroupResult};
use crate::model::{CaseResult, Limits, overall};

/// Grows when a field changes its meaning or goes; new fields leave it.
const SCHEMA_VERSION: u32 = 1;

#[derive(Debug, Default, Serialize)]
struct Document {
    schema_version: u32,
    judge_version: &'static str,
    isolation: String,
    jobs: usize,
    /// Whether every expectation held and everything could be judged.
    success: bool,
    interrupted: bool,
    elapsed_ms: f64,
    /// Why packages that were asked for were not judged.
    broken: Vec<String>,
    problems: Vec<Problem>,
}

#[derive(Debug, Serialize)]
struct Problem {
    name: String,
    title: String,
    source: Option<String>,
    verdict: &'static str,
    solutions: Vec<Solution>,
}

#[derive(Debug, Serialize)]
struct Solution {
    name: String,
    /// With what runs it, such as `Python 3 (CPython 3.12.3)`.
    language: Option<String>,
    expected: Option<String>,
    verdict: &'static str,
    as_expected: Option<bool>,
    /// Why the expectation did not hold; else empty.
    surprise: String,
    /// `null` where nothing is scored.
    score: Option<f64>,
    max_score: Option<f64>,
    message: String,
    limits: LimitsJson,
    groups: Vec<Group>,
    cases: Vec<Case>,
}

#[derive(Debug, Serialize)]
struct Group {
    name: String,
    verdict: &'static str,
    score: f64,
    max_score: Option<f64>,
}

#[derive(Debug, Serialize)]
struct LimitsJson {
    cpu_ms: f64,
    wall_ms: f64,
    memory_kib: u64,
    output_bytes: u64,
}

#[derive(Debug, Serialize)]
struct Case {
    name: String,
    verdict: &'static str,
    cpu_ms: Option<f64>,
    wall_ms: Option<f64>,
    memory_kib: Option<u64>,
    exit_code: Option<i32>,
    signal: Option<String>,
    message: String,
    /// `null` where cases are not scored one by one.
    score: Option<f64>,
    /// CPU time of the first run beside others, where the case was run again alone.
    first_cpu_ms: Option<f64>,
    /// What was said to an interactor (`>`) and by it (`<`), a line each, `---` between passes; the
    /// middle may be left out. Only of cases that were not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<String>,
}

/// The report.
pub(crate) struct Json<W> {
    out: W,
    document: Document,
}

impl<W: Write> Json<W> {
    pub(crate) fn new(out: W) -> Self {
        Json {
            out,
            document: Document {
                schema_version: SCHEMA_VERSION,
                judge_version: env!("CARGO_PKG_VERSION"),
                ..Document::default()
            },
        }
    }
}

impl<W: Write> Report for Json<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let document = &mut self.document;
        match event {
            Event::RunStarted(run) => {
                document.isolation.clone_from(&run.isolation);
                document.jobs = run.jobs;
                document.broken.clone_from(&run.broken);
            }
            Event::ProblemStarted(problem) => document.problems.push(Problem {
                name: problem.slug.clone(),
                title: problem.title.clone(),
                source: problem.source.clone(),
                verdict: Verdict::SK.code(),
                solutions: Vec::new(),
            }),
            Event::SolutionStarted(solution) => {
                if let Some(problem) = document.problems.last_mut() {
                    problem.solutions.push(Solution {
                        name: solution.name.clone(),
                        language: solution.language.clone(),
                        expected: solution.expected.as_ref().map(ToString::to_string),
                        verdict: Verdict::SK.code(),
                        as_expected: None,
                        surprise: String::new(),
                        score: None,
                        max_score: None,
                        message: String::new(),
                        limits: limits(&solution.limits),
                        groups: Vec::new(),
                        cases: Vec::new(),
                    });
                }
            }
            Event::CaseEnded(result) => {
                if let Some(solution) = last_solution(document) {
                    solution.cases.push(case(result));
                }
            }
            Event::SolutionEnded(result) => {
                if let Some(solution) = last_solution(document) {
                    solution.verdict = result.verdict.code();
                    solution.as_expected = result.as_expected;
                    solution.surprise.clone_from(&result.surprise);
                    solution.score = result.score;
                    solution.max_score = result.max_score;
                    solution.groups = result.groups.iter().map(group).collect();
                    solution.message.clone_from(&result.message);
                }
            }
            Event::RunEnded(result) => {
                for problem in &mut document.problems {
                    let verdicts = problem
                        .solutions
                        .iter()
                        .filter_map(|s| s.verdict.parse().ok());
                    problem.verdict = overall(verdicts).code();
                }
                let mut solutions = document.problems.iter().flat_map(|p| &p.solutions);
                let interrupted = result.signal.is_some();
                document.success = !interrupted
                    && document.broken.is_empty()
                    && solutions.all(|solution| {
                        solution.as_expected != Some(false) && solution.verdict != "JE"
                    });
                document.interrupted = interrupted;
                document.elapsed_ms = millis(result.elapsed);
                serde_json::to_writer_pretty(&mut self.out, document)?;
                writeln!(self.out)?;
                self.out.flush()?;
            }
        }
        Ok(())
    }
}

fn last_solution(document: &mut Document) -> Option<&mut Solution> {
    document.problems.last_mut()?.solutions.last_mut()
}

fn group(result: &GroupResult) -> Group {
    Group {
        name: result.name.clone(),
        verdict: result.verdict.code(),
        score: result.score,
        max_score: result.max_score,
    }
}

fn case(result: &CaseResult) -> Case {
    let measured = result.measured;
    Case {
        name: result.name.clone(),
        verdict: result.verdict.code(),
        cpu_ms: measured.map(|measured| millis(measured.cpu)),
        wall_ms: measured.map(|measured| millis(measured.wall)),
        memory_kib: measured.map(|measured| measured.memory.div_ceil(1024)),
        exit_code: measured.and_then(|measured| match measured.exit {
            Exit::Code(code) => Some(code),
            Exit::Signal(_) => None,
        }),
        signal: measured.and_then(|measured| match measured.exit {
            Exit::Code(_) => None,
            Exit::Signal(signal) => Some(signal.to_string()),
        }),
        message: result.message.clone(),
        score: result.score,
        first_cpu_ms: result.beside_others.map(|measured| millis(measured.cpu)),
        transcript: match (result.verdict, &result.transcript) {
            (Verdict::AC, _) | (_, None) => None,
            (_, Some(transcript)) => Some(transcript.to_string()),
        },
    }
}

fn limits(limits: &Limits) -> LimitsJson {
    LimitsJson {
        cpu_ms: millis(limits.time),
        wall_ms: millis(limits.wall),
        memory_kib: limits.memory / 1024,
        output_bytes: limits.output,
    }
}

/// Milliseconds, to the microsecond.
fn millis(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1e3
}
