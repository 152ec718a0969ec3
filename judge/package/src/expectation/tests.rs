//! What is met, what is not, and why.

use super::Verdict::*;
use super::*;

fn case(name: &'static str, verdict: Verdict) -> CaseOutcome<'static> {
    CaseOutcome {
        name,
        verdict,
        message: "",
        score: None,
    }
}

const NAMES: [&str; 3] = ["1", "2", "3"];

/// Why an expectation is not met by cases with these verdicts; empty if it is.
#[track_caller]
fn check(expected: &str, verdicts: &[Verdict], why: &str) {
    let cases: Vec<_> = NAMES
        .into_iter()
        .zip(verdicts)
        .map(|(name, &v)| case(name, v))
        .collect();
    let outcome = Outcome {
        overall: AC,
        score: None,
        best: None,
        cases: &cases,
        groups: &[],
    };
    let expectation: Expectation = expected.parse().unwrap();
    let found = expectation.unmet(&outcome);
    assert_eq!(found.unwrap_or_default(), why, "{expected} {verdicts:?}");
    assert_eq!(expectation.met_by(&outcome), why.is_empty());
}

#[test]
fn expectations_are_met_as_documented() {
    for (expected, verdicts, why) in [
        ("AC", &[AC, AC][..], ""),
        ("AC", &[AC, WA], "expected AC, found WA on 2"),
        ("AC", &[], "expected AC, but nothing ran"),
        ("AC", &[SK, SK], "expected AC, but nothing ran"),
        ("AC", &[AC, SK], ""),
        ("WA", &[AC, WA], ""),
        ("WA", &[AC, PE], ""),
        (
            "WA",
            &[AC, AC],
            "expected at least one WA, found AC on all 2 cases",
        ),
        (
            "WA",
            &[AC],
            "expected at least one WA, found AC on the only case",
        ),
        ("WA", &[WA, RTE], "expected WA, found RTE on 2"),
        ("WA", &[WA, JE], "expected WA, found JE on 2"),
        ("wa|rte", &[WA, RTE], ""),
        ("WA,RTE", &[AC, OLE], ""),
        ("TLE", &[AC, WTL, SK], ""),
        ("WTL", &[AC, TLE], "expected WTL, found TLE on 2"),
        ("RTE", &[MLE], ""),
        ("MLE", &[RTE], "expected MLE, found RTE on 1"),
        ("AC|TLE", &[AC, AC], ""),
        ("CE", &[CE], ""),
        ("AC", &[CE], "expected AC, found CE on 1"),
    ] {
        check(expected, verdicts, why);
    }
}

#[test]
fn what_nobody_can_promise_is_refused() {
    for text in ["", "OK", "JE", "SK", "WA|"] {
        assert!(text.parse::<Expectation>().is_err(), "{text:?}");
    }
}

/// Two groups, one with partial success, and a message on one case.
fn with_scored(expected: &Expectation) -> String {
    let cases = [
        case("sample/1", AC),
        CaseOutcome {
            score: Some(10.0),
            ..case("secret/a/1", AC)
        },
        CaseOutcome {
            message: "wrong answer: hello",
            score: Some(0.0),
            ..case("secret/a/2", WA)
        },
        case("secret/a/3", SK),
        case("secret/b/1-easy", AC),
        case("secret/b/2-hard", TLE),
    ];
    let group = |name, verdict, score| GroupOutcome {
        name,
        verdict,
        score: Some(score),
    };
    let outcome = Outcome {
        overall: WA,
        score: Some(40.0),
        best: Some(100.0),
        cases: &cases,
        groups: &[
            group("sample", AC, 0.0),
            group("secret", WA, 40.0),
            group("secret/a", WA, 10.0),
            group("secret/b", TLE, 30.0),
        ],
    };
    expected.unmet(&outcome).unwrap_or_default()
}

fn score(low: f64, high: f64) -> Expectation {
    Expectation {
        score: Some((low, high)),
        ..Expectation::default()
    }
}

fn message(text: &str) -> Expectation {
    Expectation {
        message: Some(text.to_owned()),
        ..Expectation::default()
    }
}

fn permitted(verdicts: &[Verdict]) -> Expectation {
    Expectation {
        permitted: Some(verdicts.to_vec()),
        ..Expectation::default()
    }
}

fn required(verdicts: &[Verdict]) -> Expectation {
    Expectation {
        required: Some(verdicts.to_vec()),
        ..Expectation::default()
    }
}

fn within(glob: &str, expected: Expectation) -> Expectation {
    Expectation {
        within: vec![(glob.to_owned(), expected)],
        ..Expectation::default()
    }
}

#[test]
fn every_part_of_an_expectation_is_held_against_what_was_seen() {
    let overall = |verdict| Expectation::overall(vec![verdict]);
    for (expected, why) in [
        (Expectation::default(), ""),
        (overall(WA), ""),
        (overall(AC), "expected AC, found WA on secret/a/2"),
        (score(40.0, 40.0), ""),
        (score(40.0 + 1e-12, 50.0), ""),
        (
            score(f64::NEG_INFINITY, 39.0),
            "expected a score of ..39, found 40",
        ),
        (score(41.5, 60.0), "expected a score of 41.5..60, found 40"),
        (message("hello"), ""),
        // The case that was skipped might have said it.
        (message("bye"), ""),
        (
            within("sample", message("bye")),
            "expected a message with `bye` in sample, found none",
        ),
        (required(&[RTE]), ""),
        (within("secret/a", required(&[RTE])), ""),
        (
            within("secret/b", required(&[RTE])),
            "expected at least one RTE in secret/b, found AC and TLE on 2 cases",
        ),
        (
            within("secret/c", required(&[RTE])),
            "expected at least one RTE in secret/c, found no case",
        ),
        (within("secret/c", permitted(&[RTE])), ""),
        (within("secret/*/*-easy", permitted(&[AC])), ""),
        (
            within("secret/*/*-{easy,hard}", permitted(&[AC, WA])),
            "expected AC|WA in secret/*/*-{easy,hard}, found TLE on secret/b/2-hard",
        ),
        (within("secret/b", score(30.0, 30.0)), ""),
        (
            within("secret/*", score(30.0, 30.0)),
            "expected a score of 30 in secret/*, found 10 on secret/a",
        ),
        (within("secret/a/1", score(10.0, 10.0)), ""),
        (
            within("secret/b/1-easy", score(10.0, 10.0)),
            "expected a score of 10 in secret/b/1-easy, found none",
        ),
        (within("secret/b", overall(TLE)), ""),
        (
            within("secret/*", overall(WA)),
            "expected WA in secret/*, found TLE on secret/b/2-hard",
        ),
        (
            within("sample", overall(TLE)),
            "expected TLE in sample, found AC on sample",
        ),
    ] {
        assert_eq!(with_scored(&expected), why, "{expected}");
    }
}

#[test]
fn partly_accepted_is_less_than_the_best_score() {
    let cases = [case("1", AC)];
    for (score, best, why) in [
        (Some(40.0), Some(100.0), ""),
        (Some(100.0), None, ""),
        (None, None, ""),
        (
            Some(100.0),
            Some(100.0),
            "expected less than the full score, found all of 100",
        ),
    ] {
        let outcome = Outcome {
            overall: AC,
            score,
            best,
            cases: &cases,
            groups: &[],
        };
        let found = Expectation::partially_accepted().unmet(&outcome);
        assert_eq!(found.unwrap_or_default(), why);
    }
}

#[test]
fn on_some_cases_only_nothing_is_missed() {
    let whole = Expectation {
        within: vec![("secret".to_owned(), required(&[WA]))],
        score: Some((1.0, 2.0)),
        message: Some("hello".to_owned()),
        ..Expectation::partially_accepted()
    };
    let cases = [case("secret/1", AC)];
    let outcome = Outcome {
        overall: AC,
        score: Some(5.0),
        best: Some(5.0),
        cases: &cases,
        groups: &[],
    };
    assert!(!whole.met_by(&outcome));
    assert!(whole.or_accepted().met_by(&outcome));
}

#[test]
fn a_case_may_have_what_all_that_match_it_permit() {
    let expected = Expectation {
        within: vec![
            ("secret/a".to_owned(), permitted(&[AC, WA])),
            ("*/*/1".to_owned(), permitted(&[AC])),
        ],
        ..permitted(&[AC, WA, TLE])
    };
    for (name, verdict, permitted) in [
        ("secret/b/2", TLE, true),
        ("secret/b/2", RTE, false),
        ("secret/a/2", WA, true),
        ("secret/a/2", WTL, false),
        ("secret/a/1", WA, false),
    ] {
        assert_eq!(
            expected.permits(name, verdict),
            permitted,
            "{name} {verdict}"
        );
    }
}

#[test]
fn an_expectation_is_shown_in_few_words() {
    let beside = Expectation {
        required: Some(vec![TLE]),
        ..permitted(&[AC, WA, TLE])
    };
    let rich = Expectation {
        within: vec![("secret/\u{1b}".to_owned(), Expectation::of(WA))],
        message: Some("he\nllo".to_owned()),
        ..score(40.0, 60.0)
    };
    for (expected, text) in [
        (Expectation::default(), "anything"),
        (Expectation::accepted(), "AC"),
        (Expectation::of(WA), "WA"),
        (Expectation::any_of(vec![WA, TLE]), "WA|TLE"),
        (beside, "TLE, perhaps WA"),
        (Expectation::partially_accepted(), "AC, in part"),
        (score(1.0 / 3.0, f64::INFINITY), "score 0.3333.."),
        (
            rich,
            "score 40..60, message `he\\nllo`; WA in secret/\\u{1b}",
        ),
        (within("secret/*", Expectation::of(TLE)), "TLE in secret/*"),
    ] {
        assert_eq!(expected.to_string(), text);
    }
}
