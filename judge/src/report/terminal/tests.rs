//! A made-up run, and the text that people read of it.

use sandbox::{Exit, Signal};

use super::*;
use crate::event::{CaseInfo, RunInfo, RunResult};
use crate::model::{Excerpt, Measured, Window};

const LIMITS: Limits = Limits {
    time: Duration::from_secs(1),
    wall: Duration::from_secs(3),
    memory: 64 << 20,
    output: 1000,
};

/// What is printed of these events, without colours.
fn printed(detail: Detail, events: &[Event]) -> String {
    let mut text = Vec::new();
    let mut report = Terminal::new(anstream::StripStream::new(&mut text), detail);
    for event in events {
        report.event(event).unwrap();
    }
    drop(report);
    String::from_utf8(text).unwrap()
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
    let mut events = vec![
        Event::RunStarted(RunInfo {
            started: 0,
            jobs: 2,
            isolation: "none".to_owned(),
            isolated: true,
            options: Vec::new(),
            problems: 1,
            solutions: 1,
            broken: vec![String::new(); broken],
            shard: None,
        }),
        Event::ProblemStarted(ProblemInfo {
            part: None,
            slug: "slug".to_owned(),
            title: "Title".to_owned(),
            source: Some("Source 1".to_owned()),
            folder: "slug".to_owned(),
            limits: LIMITS,
            time_from: None,
            board: Vec::new(),
            cases: vec![
                CaseInfo {
                    name: String::new(),
                    input: None,
                };
                2
            ],
        }),
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
    let window = |text: &str| Window {
        first_line: 4,
        text: text.as_bytes().to_vec(),
        at: 2,
        cut: false,
        more: true,
    };
    let wrong = CaseResult {
        excerpt: Some(Excerpt {
            line: 5,
            column: 1,
            expected: window("a\nb\n"),
            found: window("a\nc\n"),
        }),
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

const SURPRISE: &str =
    "  ✗ WA  accepted/b.cpp (expected AC)               0.040 s    3.0 MiB  1 WA, 1 RTE
      WA   secret/2                   0.040 s    3.0 MiB (alone; 0.990 s beside others)  words differ
           first difference at line 5, column 1 of the expected output (-), found (+)
           4   a
           5 - b
           5 + c
             … more follows
      RTE  secret/2                   0.001 s    3.0 MiB  SIGSEGV
           stderr: one
           stderr: two
";

const SUMMARY: &str = "skipped 1 solution: dmd is not installed
✗ slug accepted/b.cpp: expected AC, found WA on secret/2
1 problem, 4 solutions, 6 cases in 1.5 s: 1 solution not as expected
";

const HEAD: &str = "slug Title (Source 1, 2 cases, 1 s, 64 MiB)\n";

#[test]
fn a_line_for_each_solution_and_more_for_a_surprise() {
    let expected = format!(
        "{HEAD}  ✓ AC  accepted/a.cpp                             0.020 s    3.0 MiB  2 AC
  ✓ WA  wrong_answer/w.cpp                         0.040 s    3.0 MiB  1 AC, 1 WA
{SURPRISE}  · SK  accepted/c.d{:32}
           dmd is not installed
{SUMMARY}",
        ""
    );
    assert_eq!(printed(Detail::Normal, &run(mixed(), 0, None)), expected);
}

#[test]
fn quiet_is_the_surprises_and_the_summary() {
    let expected = format!("{HEAD}{SURPRISE}{SUMMARY}");
    assert_eq!(printed(Detail::Quiet, &run(mixed(), 0, None)), expected);
}

#[test]
fn verbose_has_a_line_for_each_case() {
    let text = printed(Detail::Verbose, &run(mixed(), 0, None));
    for line in [
        "2 side by side; isolation: none\n",
        "    AC   sample/1                   0.010 s    3.0 MiB\n",
        "    WA   secret/2                   0.040 s    3.0 MiB (alone; 0.990 s beside others)  words differ\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
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
        let text = printed(Detail::Normal, &run(solutions, broken, signal));
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
    let text = printed(Detail::Normal, &run(solutions, 0, None));
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
    let text = printed(Detail::Normal, &run(solutions, 0, None));
    assert!(
        text.contains("slug w: expected WA, found RTE on 6"),
        "{text}"
    );
    assert!(text.contains("exit code 1"), "{text}");
    assert_eq!(text.matches("words differ").count(), 2, "{text}");
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
    let of_groups = "      AC   a                         score 30 of 30
      WA   b                         score 0 of 30
";
    let of_cases = "AC   a/1                        0.010 s    3.0 MiB  score 33.3333\n";
    let whole = "score 33.3333 of 100, 1 AC, 1 WA\n";
    for (detail, as_expected, groups, cases) in [
        (Detail::Normal, Some(true), false, false),
        (Detail::Normal, Some(false), true, false),
        (Detail::Normal, None, true, false),
        (Detail::Verbose, Some(true), true, true),
    ] {
        let text = printed(detail, &run(scored(as_expected), 0, None));
        assert!(text.contains(whole), "{text}");
        assert_eq!(text.contains(of_groups), groups, "{text}");
        assert_eq!(text.contains(of_cases), cases, "{text}");
    }
}

#[test]
fn a_judge_error_needs_no_expectation_to_be_named() {
    let events = vec![
        started("s", None),
        ended(case("1", Verdict::JE, 1, "")),
        result(Verdict::JE, None, ""),
    ];
    let text = printed(Detail::Normal, &run(events, 0, None));
    assert!(text.contains("✗ slug s: found JE on 1\n"), "{text}");
}

#[test]
fn a_long_name_does_not_run_into_the_time() {
    let name = "n".repeat(50);
    let solutions = vec![
        started(&name, Some("AC")),
        ended(case("1", Verdict::AC, 12_345, "")),
        result(Verdict::AC, Some(true), ""),
    ];
    let text = printed(Detail::Normal, &run(solutions, 0, None));
    assert!(text.contains(&format!("{name} 12.345 s")), "{text}");
}
