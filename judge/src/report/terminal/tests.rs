//! Made-up runs, and the text that people read of them. `UPDATE_EXPECT=1` writes the texts anew.

use std::path::Path;
use std::time::Duration;

use expect_test::expect_file;
use sandbox::{Exit, Signal};

mod difference;
mod names;
mod table;

use super::*;
use crate::event::{CaseInfo, GroupResult, RunResult, SolutionInfo};
use crate::model::{Excerpt, Extent, Limits, Measured, Unit, Window};

const LIMITS: Limits = Limits {
    time: Duration::from_secs(1),
    wall: Duration::from_secs(3),
    memory: 64 << 20,
    output: 1000,
};

/// What is printed of these events, without colours.
fn printed(look: Look, events: &[Event]) -> String {
    let mut text = Vec::new();
    let mut report = Terminal::new(anstream::StripStream::new(&mut text), look);
    for event in events {
        report.event(event).unwrap();
    }
    drop(report);
    String::from_utf8(text).unwrap()
}

fn shows(look: Look, events: &[Event], name: &str) {
    snapshot(name, &printed(look, events));
}

fn snapshot(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/snapshots/terminal");
    expect_file![folder.join(format!("{name}.txt"))].assert_eq(text);
}

const PLAIN: Look = Look {
    detail: Detail::Normal,
    diff: None,
    width: None,
    colours: false,
    live: false,
};
const QUIET: Look = Look {
    detail: Detail::Quiet,
    ..PLAIN
};
const VERBOSE: Look = Look {
    detail: Detail::Verbose,
    ..PLAIN
};

fn wide(columns: usize) -> Look {
    Look {
        width: Some(columns),
        ..PLAIN
    }
}

fn with(diff: DiffView) -> Look {
    Look {
        diff: Some(diff),
        ..PLAIN
    }
}

fn measured(millis: u64, exit: Exit) -> Measured {
    Measured {
        cpu: Duration::from_millis(millis),
        wall: Duration::from_millis(millis),
        memory: 3 << 20,
        exit,
    }
}

fn case(name: &str, verdict: Verdict, millis: u64, message: &str) -> CaseResult {
    CaseResult {
        measured: Some(measured(millis, Exit::Code(0))),
        ..CaseResult::not_run(name, verdict, message)
    }
}

fn ended(case: CaseResult) -> Event {
    Event::CaseEnded(Box::new(case))
}

fn started(name: &str, expected: Option<&str>) -> Event {
    Event::SolutionStarted(SolutionInfo {
        name: name.to_owned(),
        language: None,
        path: None,
        target: Vec::new(),
        expected: expected.map(|text| text.parse().unwrap()),
        limits: LIMITS,
        program: None,
        part: None,
    })
}

fn result(verdict: Verdict, as_expected: Option<bool>, message: &str) -> Event {
    Event::SolutionEnded(plain(verdict, as_expected, message))
}

fn plain(verdict: Verdict, as_expected: Option<bool>, message: &str) -> SolutionResult {
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

fn surprising(verdict: Verdict, surprise: &str) -> Event {
    Event::SolutionEnded(SolutionResult {
        surprise: surprise.to_owned(),
        ..plain(verdict, Some(false), "")
    })
}

fn run(solutions: Vec<Event>, broken: usize, signal: Option<u8>) -> Vec<Event> {
    let count = |event: &&Event| matches!(event, Event::SolutionStarted(_));
    let case = |name: &str, input: &str| CaseInfo {
        name: name.to_owned(),
        input: Some(Preview {
            bytes: input.as_bytes().to_vec(),
            more: false,
        }),
    };
    let mut events = vec![
        Event::RunStarted(RunInfo {
            started: 0,
            jobs: 2,
            isolation: "none".to_owned(),
            isolated: true,
            options: Vec::new(),
            problems: 1,
            solutions: solutions.iter().filter(count).count(),
            broken: vec![String::new(); broken],
            shard: None,
        }),
        Event::ProblemStarted(Arc::new(ProblemInfo {
            part: None,
            slug: "slug".to_owned(),
            title: "Title".to_owned(),
            source: Some("Source 1".to_owned()),
            folder: "slug".to_owned(),
            limits: LIMITS,
            time_from: None,
            board: Vec::new(),
            cases: vec![
                case("sample/1", "1\n"),
                case("secret/2", "3 4\n1 2 3\n\tx \n"),
            ],
        })),
    ];
    events.extend(solutions);
    events.push(Event::RunEnded(RunResult {
        elapsed: Duration::from_millis(1500),
        signal,
    }));
    events
}

/// A solution that is right, one that is rejected as expected, one that surprises, one that cannot
/// be compiled here.
fn mixed() -> Vec<Event> {
    let wrong = CaseResult {
        excerpt: Some(Box::new(excerpt(
            "a\nb 1\n",
            "a\nc 1\n",
            2,
            Some((100, 99)),
        ))),
        beside_others: Some(measured(990, Exit::Code(0))),
        ..case("secret/2", Verdict::WA, 40, "words differ")
    };
    let crash = CaseResult {
        measured: Some(measured(1, Exit::Signal(Signal(11)))),
        stderr: b"one\ntwo\n".to_vec(),
        ..case("secret/2", Verdict::RTE, 1, "SIGSEGV")
    };
    vec![
        started("accepted/a.cpp", Some("AC")),
        ended(case("sample/1", Verdict::AC, 10, "")),
        ended(case("secret/2", Verdict::AC, 20, "")),
        result(Verdict::AC, Some(true), ""),
        started("wrong_answer/w.cpp", Some("WA")),
        ended(case("sample/1", Verdict::AC, 30, "")),
        ended(wrong.clone()),
        result(Verdict::WA, Some(true), ""),
        started("accepted/b.cpp", Some("AC")),
        ended(wrong),
        ended(crash),
        surprising(Verdict::WA, "expected AC, found WA on secret/2"),
        started("accepted/c.d", Some("AC")),
        result(Verdict::SK, None, "dmd is not installed"),
    ]
}

/// Two windows that begin at line 4 and part at a place; so many lines differ of so many.
fn excerpt(expected: &str, found: &str, at: usize, lines: Option<(u64, u64)>) -> Excerpt {
    let window = |text: &str| Window {
        first_line: 4,
        text: text.as_bytes().to_vec(),
        at: at.min(text.len()),
        cut: false,
        more: text.ends_with('\n') && lines.is_some(),
    };
    Excerpt {
        line: 4 + expected[..at].matches('\n').count() as u64,
        column: 1,
        seen_column: 1,
        into: None,
        one_of_many: false,
        rewrapped: false,
        expected: window(expected),
        found: window(found),
        alike: Vec::new(),
        extent: lines.map(|(total, differ)| Extent {
            unit: Unit::Lines,
            differ,
            at_least: false,
            expected: total,
            found: total,
        }),
    }
}

/// One solution that fails on one case with these outputs.
fn failing(excerpt: Excerpt) -> Vec<Event> {
    let wrong = CaseResult {
        excerpt: Some(Box::new(excerpt)),
        ..case("secret/2", Verdict::WA, 40, "words differ")
    };
    let solutions = vec![
        started("b.cpp", Some("AC")),
        ended(case("sample/1", Verdict::AC, 10, "")),
        ended(wrong),
        surprising(Verdict::WA, "expected AC, found WA on secret/2"),
    ];
    run(solutions, 0, None)
}

#[test]
fn a_line_for_each_solution_failures_before_it_and_a_table() {
    shows(PLAIN, &run(mixed(), 0, None), "default");
}

#[test]
fn quiet_is_the_surprises_and_the_summary() {
    shows(QUIET, &run(mixed(), 0, None), "quiet");
}

#[test]
fn verbose_has_a_line_for_each_case() {
    shows(VERBOSE, &run(mixed(), 0, None), "verbose");
}

#[test]
fn a_run_that_was_interrupted_says_so() {
    let solutions = vec![
        started("a.cpp", Some("AC")),
        ended(case("sample/1", Verdict::AC, 10, "")),
        ended(CaseResult::not_run("secret/2", Verdict::SK, "interrupted")),
        result(Verdict::AC, None, "interrupted"),
    ];
    shows(PLAIN, &run(solutions, 0, Some(2)), "interrupted");
}

#[test]
fn a_compiler_and_the_judge_may_fail_too() {
    let log: String = (1..=14)
        .map(|n| format!("b.cpp:{n}: error: expected ';'\n"))
        .collect();
    let solutions = vec![
        started("b.cpp", Some("AC")),
        result(Verdict::CE, Some(false), &log),
        started("j.sh", None),
        ended(CaseResult::not_run(
            "sample/1",
            Verdict::JE,
            "the checker failed: exit code 9",
        )),
        result(Verdict::JE, None, ""),
    ];
    shows(PLAIN, &run(solutions, 0, None), "errors");
}

#[test]
fn one_solution_has_its_figures_in_its_line() {
    let lines = excerpt("a\nb 1\nx\n", "a\nc 1\nx\n", 2, Some((100, 99)));
    shows(PLAIN, &failing(lines), "one");
}

#[test]
fn the_summary_promises_no_more_than_was_seen() {
    let good = || {
        vec![
            started("a", Some("AC")),
            ended(case("1", Verdict::AC, 1, "")),
            result(Verdict::AC, Some(true), ""),
        ]
    };
    let unstated = vec![
        started("a", None),
        ended(case("1", Verdict::AC, 1, "")),
        result(Verdict::AC, None, ""),
    ];
    let skipped = vec![started("a", Some("AC")), result(Verdict::SK, None, "why")];
    for (solutions, broken, signal, outcome) in [
        (good(), 0, None, "everything as expected"),
        (good(), 2, None, "2 broken packages not judged"),
        (good(), 0, Some(2), "interrupted"),
        (unstated, 0, None, "done"),
        (skipped, 0, None, "nothing was judged"),
    ] {
        let text = printed(PLAIN, &run(solutions, broken, signal));
        let end = format!(" in 1.5 s: {outcome}\n");
        assert!(text.ends_with(&end), "{outcome}\n{text}");
    }
}

#[test]
fn many_failures_are_counted_rather_than_shown() {
    let mut solutions = vec![started("a", Some("AC"))];
    for number in 1..=5 {
        let name = number.to_string();
        solutions.push(ended(case(&name, Verdict::WA, 1, "words differ")));
    }
    solutions.push(surprising(Verdict::WA, "expected AC, found WA on 1"));
    let text = printed(PLAIN, &run(solutions, 0, None));
    assert_eq!(text.matches("words differ").count(), 3, "{text}");
    assert!(
        text.contains("… and 2 more failing cases (--verbose"),
        "{text}"
    );
}

#[test]
fn what_speaks_against_the_expectation_is_named_and_shown() {
    let mut solutions = vec![started("w", Some("WA"))];
    for number in 1..=5 {
        let name = number.to_string();
        solutions.push(ended(case(&name, Verdict::WA, 1, "words differ")));
    }
    solutions.push(ended(case("6", Verdict::RTE, 1, "exit code 1")));
    solutions.push(ended(case("7", Verdict::RTE, 1, "exit code 2")));
    solutions.push(surprising(Verdict::WA, "expected WA, found RTE on 6"));
    let text = printed(PLAIN, &run(solutions, 0, None));
    assert!(
        text.contains("slug w: expected WA, found RTE on 6"),
        "{text}"
    );
    assert!(text.contains("exit code 1"), "{text}");
    // What is permitted is no news.
    assert!(!text.contains("words differ"), "{text}");
}

/// A solution that is right in one group of two.
fn scored(as_expected: Option<bool>) -> Vec<Event> {
    let of = |name: &str, verdict, score| {
        ended(CaseResult {
            score: Some(score),
            ..case(name, verdict, 10, "")
        })
    };
    let group = |name: &str, verdict, score| GroupResult {
        name: name.to_owned(),
        verdict,
        score,
        max_score: Some(30.0),
    };
    vec![
        started("s", Some("AC")),
        of("a/1", Verdict::AC, 100.0 / 3.0),
        of("b/1", Verdict::WA, 0.0),
        Event::SolutionEnded(SolutionResult {
            score: Some(100.0 / 3.0),
            max_score: Some(100.0),
            groups: vec![group("a", Verdict::AC, 30.0), group("b", Verdict::WA, 0.0)],
            ..plain(Verdict::WA, as_expected, "")
        }),
    ]
}

#[test]
fn scores_are_shown_and_those_of_groups_where_something_is_amiss() {
    let of_groups = "    AC   a                         score 30 of 30
    WA   b                         score 0 of 30
";
    let of_cases = "AC   a/1                        0.010 s    3.0 MiB  score 33.3333\n";
    for (look, as_expected, groups, cases) in [
        (PLAIN, Some(true), false, false),
        (PLAIN, Some(false), true, false),
        (PLAIN, None, true, false),
        (VERBOSE, Some(true), true, true),
    ] {
        let text = printed(look, &run(scored(as_expected), 0, None));
        assert!(
            text.contains("score 33.3333 of 100, 1 AC, 1 WA\n"),
            "{text}"
        );
        assert_eq!(text.contains(of_groups), groups, "{text}");
        assert_eq!(text.contains(of_cases), cases, "{text}");
    }
    let two = [scored(Some(true)), scored(Some(false))].concat();
    shows(wide(80), &run(two, 0, None), "scores");
}

#[test]
fn a_judge_error_needs_no_expectation_to_be_named() {
    let events = vec![
        started("s", None),
        ended(case("1", Verdict::JE, 1, "")),
        result(Verdict::JE, None, ""),
    ];
    for look in [PLAIN, QUIET] {
        let text = printed(look, &run(events.clone(), 0, None));
        assert!(text.contains("    JE   1 "), "{text}");
        assert!(text.contains("✗ slug s: found JE on 1\n"), "{text}");
    }
    let wrong = vec![
        started("s", None),
        ended(case("1", Verdict::WA, 1, "")),
        result(Verdict::WA, None, ""),
    ];
    assert_eq!(printed(QUIET, &run(wrong, 0, None)).lines().count(), 1);
}

#[test]
fn a_long_name_does_not_run_into_the_time() {
    let name = "n".repeat(50);
    let solutions = vec![
        started(&name, Some("AC")),
        ended(case("1", Verdict::AC, 12_345, "")),
        result(Verdict::AC, Some(true), ""),
    ];
    let text = printed(PLAIN, &run(solutions, 0, None));
    assert!(text.contains(&format!("{name}  12.345 s 1234 %")), "{text}");
}
