//! A made-up run in which everything occurs, for the tests of all reports. Its names and outputs
//! are as nasty as those of real programs can be.

use std::sync::Arc;
use std::time::Duration;

use package::{Expectation, Verdict};
use sandbox::{Exit, Signal};

use super::record::document::Recording;
use crate::event::{
    CaseInfo, Change, Comparison, Effect, Event, GroupResult, Preview, ProblemInfo, RunInfo,
    RunResult, SolutionInfo, SolutionResult, What,
};
use crate::model::{
    Alike, CaseResult, Excerpt, Extent, Limits, Measured, Points, Timed, Unit, Window,
};
use crate::transcript::{Speaker, Transcript};

const LIMITS: Limits = Limits {
    time: Duration::from_secs(1),
    wall: Duration::from_secs(3),
    memory: 64 << 20,
    output: 1 << 20,
};

/// The recording of the run.
pub(crate) fn recording() -> Recording {
    let mut recording = Recording::new();
    recording.judge_version = "0.1.0".to_owned();
    for event in events() {
        recording.add(&event);
    }
    recording
}

/// The run.
pub(crate) fn events() -> Vec<Event> {
    let mut events = vec![Event::RunStarted(RunInfo {
        started: 1_796_040_000,
        jobs: 2,
        isolation: "full".to_owned(),
        isolated: true,
        options: vec!["--time-limit".to_owned(), "1s".to_owned()],
        problems: 2,
        solutions: 8,
        broken: vec!["problems/broken/problem.toml: line 1: expected `=`".to_owned()],
        shard: None,
    })];
    events.push(problem(
        "grid",
        "A grid",
        &[("sample/1", "2 3\n.o.\nx..\n"), ("secret/2", "7\n")],
    ));
    events.extend(solution(
        "accepted/right.py",
        Some("AC"),
        vec![
            case("sample/1", Verdict::AC, 12, "1 token"),
            CaseResult {
                beside_others: Some(measured(999, Exit::Code(0))),
                times: vec![
                    Timed {
                        cpu: Duration::from_millis(900),
                        yardstick: Some(Duration::from_micros(250)),
                    },
                    Timed {
                        cpu: Duration::from_millis(901),
                        yardstick: None,
                    },
                ],
                points: Some(Points::Share(0.1)),
                score: Some(2.5),
                transcript: Some(Box::new(talk())),
                ..case("secret/2", Verdict::AC, 900, "1 token")
            },
        ],
        SolutionResult {
            score: Some(12.5),
            max_score: Some(100.0),
            groups: vec![GroupResult {
                name: "secret".to_owned(),
                verdict: Verdict::AC,
                score: 12.5,
                max_score: None,
            }],
            ..ended(Verdict::AC, Some(true), "")
        },
    ));
    events.extend(solution(
        "wrong_answer/rejected.py",
        Some("WA"),
        vec![
            case("sample/1", Verdict::AC, 11, "1 token"),
            CaseResult {
                excerpt: Some(Box::new(excerpt("First\n", "Second\n"))),
                ..case(
                    "secret/2",
                    Verdict::WA,
                    11,
                    "1st words differ - expected: 'First', found: 'Second'",
                )
            },
        ],
        ended(Verdict::WA, Some(true), ""),
    ));
    events.extend(solution(
        "accepted/<script>alert(1)</script>, |`x`|.py",
        Some("AC"),
        vec![
            CaseResult {
                excerpt: Some(Box::new(excerpt(
                    "First\n",
                    "</script><script>alert('out')</script>\n```\n::error::x\u{202e}\n##[error]y\n",
                ))),
                ..case(
                    "sample/1",
                    Verdict::WA,
                    10,
                    "1st words differ - expected: 'First', found: '</script>…'",
                )
            },
            CaseResult {
                measured: Some(measured(3, Exit::Signal(Signal(11)))),
                stderr: b"]]>\n\x1b[31m\xff\0 boom\n".to_vec(),
                ..case("secret/2", Verdict::RTE, 3, "SIGSEGV")
            },
        ],
        ended(Verdict::WA, Some(false), ""),
    ));
    events.extend(solution(
        "time_limit_exceeded/slow.py",
        Some("TLE"),
        vec![
            case("sample/1", Verdict::TLE, 1004, "used 1.004 s of 1.000 s"),
            CaseResult::not_run("secret/2", Verdict::SK, "an earlier case ran out of time"),
        ],
        ended(Verdict::TLE, Some(true), ""),
    ));
    events.extend(solution(
        "accepted/lenient.py",
        Some("WA"),
        vec![
            case("sample/1", Verdict::AC, 5, "1 token"),
            case("secret/2", Verdict::AC, 5, "1 token"),
        ],
        ended(Verdict::AC, Some(false), ""),
    ));
    events.push(problem("p2", "p2", &[("1", "\u{1}")]));
    events.extend(solution(
        "a.cpp",
        Some("AC"),
        Vec::new(),
        ended(
            Verdict::CE,
            Some(false),
            "a.cpp: In function 'int main()':\na.cpp:3:5: error: expected ';'\n",
        ),
    ));
    events.extend(solution(
        "b.kt",
        None,
        Vec::new(),
        ended(Verdict::SK, None, "no compiler for kotlin"),
    ));
    events.extend(solution(
        "c.sh",
        Some("TLE|WA"),
        vec![CaseResult::not_run(
            "1",
            Verdict::JE,
            "cannot read the expected output",
        )],
        ended(Verdict::JE, Some(false), ""),
    ));
    if let Some(Event::SolutionStarted(solution)) = events
        .iter_mut()
        .rfind(|event| matches!(event, Event::SolutionStarted(_)))
    {
        // What no folder's name says.
        solution.expected = Some(Expectation {
            overall: Some(vec![Verdict::WA]),
            score: Some((f64::NEG_INFINITY, 60.5)),
            message: Some("too <late>".to_owned()),
            within: vec![("secret/*".to_owned(), Expectation::of(Verdict::TLE))],
            ..Expectation::of(Verdict::WA)
        });
    }
    events.push(Event::Compared(comparison()));
    events.push(Event::RunEnded(RunResult {
        elapsed: Duration::from_nanos(1_500_000_001),
        signal: None,
    }));
    events
}

/// What changed since a made-up baseline.
fn comparison() -> Comparison {
    let change = |problem: &str, solution: Option<&str>, case: Option<&str>, effect, what| Change {
        problem: problem.to_owned(),
        solution: solution.map(str::to_owned),
        case: case.map(str::to_owned),
        effect,
        what,
    };
    let millis = Duration::from_millis;
    let nasty = Some("accepted/<script>alert(1)</script>, |`x`|.py");
    let (right, slow) = (
        Some("accepted/right.py"),
        Some("time_limit_exceeded/slow.py"),
    );
    let (wrong, timed_out) = (
        What::Verdict {
            was: Verdict::AC,
            now: Verdict::WA,
        },
        What::Verdict {
            was: Verdict::WA,
            now: Verdict::TLE,
        },
    );
    let slower = What::Time {
        was: millis(400),
        now: millis(900),
        bound: millis(564),
        in_turns: true,
    };
    let score = What::Score {
        was: 10.0,
        now: 12.5,
    };
    Comparison {
        baseline: 1_796_000_000,
        changes: vec![
            change("grid", right, None, Effect::Better, score),
            change("grid", right, Some("secret/2"), Effect::Worse, slower),
            change("grid", nasty, None, Effect::Worse, wrong),
            change("grid", nasty, Some("sample/1"), Effect::Worse, wrong),
            change("grid", slow, Some("sample/1"), Effect::Other, timed_out),
            change("p2", None, None, Effect::Other, What::New),
            change("::error::old", None, None, Effect::Other, What::Vanished),
        ],
        again: 2,
        suspected: 1,
        times_only: true,
        pace: Some(1.25),
    }
}

fn problem(slug: &str, title: &str, cases: &[(&str, &str)]) -> Event {
    let case = |(name, input): &(&str, &str)| CaseInfo {
        name: (*name).to_owned(),
        input: Some(Preview {
            bytes: input.as_bytes().to_vec(),
            more: false,
        }),
    };
    Event::ProblemStarted(Arc::new(ProblemInfo {
        slug: slug.to_owned(),
        title: title.to_owned(),
        source: Some("A source".to_owned()),
        folder: format!("problems/{slug}"),
        limits: LIMITS,
        time_from: (slug == "p2").then(|| "from a rule".to_owned()),
        board: match slug {
            "grid" => Vec::new(),
            _ => vec!["height width".to_owned(), "column _".to_owned()],
        },
        cases: cases.iter().map(case).collect(),
        part: None,
    }))
}

fn solution(
    name: &str,
    expected: Option<&str>,
    cases: Vec<CaseResult>,
    end: SolutionResult,
) -> Vec<Event> {
    let mut events = vec![Event::SolutionStarted(SolutionInfo {
        name: name.to_owned(),
        language: Some("Python 3 (CPython 3.12.3)".to_owned()),
        path: Some(format!("problems/p/submissions/{name}")),
        target: vec![
            format!("problems/p/submissions/{name}"),
            "problems/p".to_owned(),
        ],
        expected: expected.map(|text| text.parse().unwrap()),
        limits: LIMITS,
        program: None,
        part: None,
    })];
    events.extend(
        cases
            .into_iter()
            .map(|case| Event::CaseEnded(Box::new(case))),
    );
    events.push(Event::SolutionEnded(end));
    events
}

fn ended(verdict: Verdict, as_expected: Option<bool>, message: &str) -> SolutionResult {
    SolutionResult {
        verdict,
        as_expected,
        surprise: String::new(),
        score: None,
        max_score: None,
        groups: Vec::new(),
        message: message.to_owned(),
    }
}

/// What was said before a case failed.
fn talk() -> Transcript {
    let mut talk = Transcript::default();
    talk.say(Speaker::Judge, b"3 </script>\n");
    talk.say(Speaker::Solution, b"? 1\xff\n");
    talk.end_pass();
    talk
}

fn case(name: &str, verdict: Verdict, millis: u64, message: &str) -> CaseResult {
    CaseResult {
        measured: Some(measured(millis, Exit::Code(0))),
        ..CaseResult::not_run(name, verdict, message)
    }
}

fn measured(millis: u64, exit: Exit) -> Measured {
    Measured {
        cpu: Duration::from_millis(millis),
        wall: Duration::from_millis(millis + 1),
        memory: 3 << 20,
        exit,
    }
}

fn excerpt(expected: &str, found: &str) -> Excerpt {
    let window = |text: &str| Window {
        first_line: 1,
        text: text.as_bytes().to_vec(),
        at: 0,
        cut: false,
        more: false,
    };
    Excerpt {
        line: 1,
        column: 1,
        seen_column: 1,
        into: None,
        one_of_many: false,
        rewrapped: false,
        expected: window(expected),
        found: window(found),
        alike: vec![Alike {
            expected: b"1".to_vec(),
            found: b"1\xff".to_vec(),
        }],
        extent: Some(Extent {
            unit: Unit::Lines,
            differ: 12_345,
            at_least: true,
            expected: 200_000,
            found: 100_001,
        }),
    }
}
