//! Submissions and what is expected of them.

use package::Verdict::{AC, CE, MLE, OLE, RTE, TLE, WA};
use package::{Expectation, Problem, Solution, TimeUse, Verdict};

use crate::icpc::{NEW, program, read, refused};

fn names(problem: &Problem) -> Vec<&str> {
    problem
        .solutions
        .iter()
        .map(|solution| solution.name.as_str())
        .collect()
}

/// The one submission in a package with these files.
fn only(settings: &str, files: &[(&str, &str)]) -> Solution {
    let mut problem = read(settings, files);
    assert_eq!(problem.solutions.len(), 1, "{:?}", names(&problem));
    problem.solutions.remove(0)
}

fn over_all(permitted: &[Verdict], required: &[Verdict]) -> Expectation {
    let list = |list: &[Verdict]| (!list.is_empty()).then(|| list.to_vec());
    Expectation {
        permitted: list(permitted),
        required: list(required),
        ..Expectation::default()
    }
}

#[test]
fn every_file_and_folder_is_a_submission() {
    let problem = read(
        "",
        &[
            ("submissions/accepted/a.py", ""),
            ("submissions/accepted/b/main.cc", ""),
            ("submissions/accepted/b/main.h", ""),
            ("submissions/mine/c.java", ""),
            ("submissions/mine/10.py", ""),
            ("submissions/mine/9.py", ""),
        ],
    );
    assert_eq!(
        names(&problem),
        [
            "accepted/a.py",
            "accepted/b",
            "mine/9.py",
            "mine/10.py",
            "mine/c.java"
        ]
    );
    let program = |index: usize| program(&problem, &problem.solutions[index].call);
    assert_eq!(program(0), "submissions/accepted/a.py");
    assert_eq!(program(1), "submissions/accepted/b/");
}

#[test]
fn what_is_no_submission_is_said() {
    let problem = read(
        "",
        &[
            ("submissions/accepted/.gitkeep", ""),
            ("submissions/accepted/a.exe", ""),
            ("submissions/accepted/a.out", ""),
            ("submissions/accepted/b.class", ""),
            ("submissions/accepted/README.md", ""),
            ("submissions/accepted/a", ""),
            ("submissions/accepted/c.py.disabled", ""),
            ("submissions/accepted/empty/", ""),
            ("submissions/accepted/two words.py", ""),
            ("submissions/stray.py", ""),
            ("submissions/notes.txt", ""),
        ],
    );
    assert!(problem.solutions.is_empty());
    let no_source = "no source code in a known language; not a submission";
    assert_eq!(
        problem.warnings,
        [
            "submissions/accepted/two words.py: passed over, for the format allows names of letters, digits, `_`, `.` and `-` only; rename it".to_owned(),
            format!("submissions/accepted/README.md: {no_source}"),
            format!("submissions/accepted/a: {no_source}"),
            format!("submissions/accepted/a.exe: {no_source}"),
            format!("submissions/accepted/a.out: {no_source}"),
            format!("submissions/accepted/b.class: {no_source}"),
            "submissions/accepted/c.py.disabled: passed over, for it is disabled by its name".to_owned(),
            format!("submissions/accepted/empty: {no_source}"),
            "submissions/stray.py: passed over; submissions lie in folders such as accepted/".to_owned(),
        ]
    );
}

#[test]
fn a_legacy_folder_says_the_verdict_on_the_whole() {
    for (folder, verdict) in [
        ("accepted", AC),
        ("wrong_answer", WA),
        ("run_time_error", RTE),
        ("time_limit_exceeded", TLE),
        ("partially_accepted", AC),
    ] {
        let solution = only("", &[(&format!("submissions/{folder}/a.py"), "")]);
        let expected = Expectation::overall(vec![verdict]);
        assert_eq!(solution.expect, Some(expected), "{folder}");
    }
    let other = only("", &[("submissions/slow/a.py", "")]);
    assert_eq!(other.expect, None);
}

#[test]
fn a_legacy_package_may_have_folders_of_the_newer_format() {
    for (folder, expected) in [
        ("rejected", over_all(&[], &[RTE, TLE, WA])),
        ("brute_force", over_all(&[AC, RTE, TLE], &[RTE, TLE])),
    ] {
        let solution = only("", &[(&format!("submissions/{folder}/a.py"), "")]);
        assert_eq!(solution.expect, Some(expected), "{folder}");
    }
}

#[test]
fn a_partial_solution_stays_below_the_best_score() {
    let file = ("submissions/partially_accepted/a.py", "");
    let below_100 = Some((f64::NEG_INFINITY, 100f64.next_down()));
    let new = format!("{NEW}type: scoring\n");
    for (settings, more, score) in [
        (
            "type: scoring\n",
            ("data/testdata.yaml", "range: 0 100"),
            below_100,
        ),
        (
            "type: scoring\n",
            ("data/secret/testdata.yaml", "range: 0 100"),
            below_100,
        ),
        ("type: scoring\n", ("data/secret/testdata.yaml", ""), None),
        (
            "type: scoring\ngrading: {objective: min}\n",
            ("data/testdata.yaml", "range: 3 +inf"),
            Some((3f64.next_up(), f64::INFINITY)),
        ),
        (&new, ("data/secret/test_group.yaml", ""), below_100),
    ] {
        let solution = only(settings, &[file, more]);
        let expected = Expectation {
            score,
            ..Expectation::overall(vec![AC])
        };
        assert_eq!(solution.expect, Some(expected), "{settings} {more:?}");
    }
}

#[test]
fn a_folder_of_the_new_format_says_what_is_permitted_and_required() {
    for (folder, expected) in [
        ("accepted", over_all(&[AC], &[])),
        ("rejected", over_all(&[], &[RTE, TLE, WA])),
        ("wrong_answer", over_all(&[AC, WA], &[WA])),
        ("time_limit_exceeded", over_all(&[AC, TLE], &[TLE])),
        ("run_time_error", over_all(&[AC, RTE], &[RTE])),
        ("brute_force", over_all(&[AC, RTE, TLE], &[RTE, TLE])),
    ] {
        let solution = only(NEW, &[(&format!("submissions/{folder}/a.py"), "")]);
        assert_eq!(solution.expect, Some(expected), "{folder}");
    }
    let other = only(NEW, &[("submissions/slow/a.py", "")]);
    assert_eq!(other.expect, None);
}

/// What is expected of `wrong_answer/a.py` with these rules.
fn ruled(rules: &str) -> Solution {
    only(
        NEW,
        &[
            ("submissions/wrong_answer/a.py", ""),
            ("submissions/submissions.yaml", rules),
        ],
    )
}

#[test]
fn the_key_of_a_folder_overrides_and_all_others_add() {
    let again = |required: &[Verdict], message: Option<&str>| Expectation {
        message: message.map(str::to_owned),
        ..over_all(&[], required)
    };
    for (rules, expected) in [
        ("", over_all(&[AC, WA], &[WA])),
        (
            "wrong_answer: {permitted: [AC, WA, TLE]}",
            over_all(&[AC, WA, TLE], &[WA]),
        ),
        (
            "wrong_answer/: {required: [TLE]}",
            over_all(&[AC, WA], &[TLE]),
        ),
        (
            "wrong_answer/*: {permitted: [WA, TLE]}",
            over_all(&[WA], &[WA]),
        ),
        ("'*/a.{py,cpp}': {permitted: [WA]}", over_all(&[WA], &[WA])),
        ("a.py: {permitted: [WA]}", over_all(&[AC, WA], &[WA])),
        (
            "wrong_answer/a: {permitted: [WA]}",
            over_all(&[AC, WA], &[WA]),
        ),
        (
            "wrong_answer/a.py: {required: [AC]}",
            Expectation {
                within: vec![("*".to_owned(), again(&[AC], None))],
                ..over_all(&[AC, WA], &[WA])
            },
        ),
        (
            "wrong_answer: {message: too big, score: 5}\nwrong_answer/a.py: {message: too small, score: [0, 7]}",
            Expectation {
                message: Some("too big".to_owned()),
                score: Some((5.0, 5.0)),
                within: vec![("*".to_owned(), again(&[], Some("too small")))],
                ..over_all(&[AC, WA], &[WA])
            },
        ),
        (
            "wrong_answer/a.py:\n  sample: {permitted: [AC]}\n  secret/*-hard: {required: TLE}\n",
            Expectation {
                within: vec![
                    ("sample".to_owned(), over_all(&[AC], &[])),
                    ("secret/*-hard".to_owned(), over_all(&[], &[TLE])),
                ],
                ..over_all(&[AC, WA], &[WA])
            },
        ),
    ] {
        assert_eq!(ruled(rules).expect, Some(expected), "{rules}");
    }
}

#[test]
fn what_is_said_of_the_time_limit_is_read() {
    for (rules, time_use, expected) in [
        ("false", Some(TimeUse::None), over_all(&[AC, WA], &[WA])),
        ("true", None, over_all(&[AC, WA], &[WA])),
        ("lower", Some(TimeUse::Lower), over_all(&[AC, WA], &[WA])),
        (
            "upper",
            Some(TimeUse::Upper),
            Expectation {
                within: vec![("*".to_owned(), over_all(&[], &[TLE]))],
                ..over_all(&[AC, WA], &[WA])
            },
        ),
    ] {
        let solution = ruled(&format!(
            "wrong_answer/a.py: {{use_for_time_limit: {rules}}}"
        ));
        assert_eq!(solution.time_use, time_use, "{rules}");
        assert_eq!(solution.expect, Some(expected), "{rules}");
    }
    let parts = ruled("wrong_answer/*:\n  sample: {use_for_time_limit: lower}");
    assert_eq!(parts.time_use, None);
    assert_eq!(
        parts.expect.unwrap().within,
        [("sample".to_owned(), over_all(&[AC, WA, RTE], &[]))]
    );
}

#[test]
fn programs_are_described() {
    let rules = "
accepted:
  authors: Ann <ann@example.org>
accepted/model.py:
  model_solution: true
  authors: [Bob, {name: Cid}]
accepted/strange.xyz:
  language: python3
  entrypoint: start
";
    let problem = read(
        NEW,
        &[
            ("submissions/accepted/model.py", ""),
            ("submissions/accepted/strange.xyz", ""),
            ("submissions/submissions.yaml", rules),
            ("include/default/lib.py", ""),
        ],
    );
    assert_eq!(
        names(&problem),
        ["accepted/model.py", "accepted/strange.xyz"]
    );
    let [model, strange] = &problem.solutions[..] else {
        panic!("expected two submissions");
    };
    assert_eq!(model.about.as_deref(), Some("model solution by Ann"));
    assert_eq!(strange.about.as_deref(), Some("by Ann"));
    assert_eq!(model.call.build.language, None);
    assert_eq!(strange.call.build.language.as_deref(), Some("python3"));
    assert_eq!(strange.call.build.entry_point.as_deref(), Some("start"));
    let include = problem.root.join("include");
    assert_eq!(model.call.build.include, Some(include));
}

#[test]
fn rules_that_contradict_each_other_or_say_nothing_known_are_noted() {
    let rules = "
'*': {language: cpp, colour: red}
accepted/a.py:
  language: python3
  secret: {use_for_time_limit: false, taste: sweet}
";
    let files = [
        ("submissions/accepted/a.py", ""),
        ("submissions/submissions.yaml", rules),
    ];
    let problem = read(NEW, &files);
    assert_eq!(
        problem.solutions[0].call.build.language.as_deref(),
        Some("cpp")
    );
    assert_eq!(
        problem.warnings,
        [
            "submissions/submissions.yaml: line 2: *.colour: unknown key; it is not read",
            "submissions/submissions.yaml: line 5: accepted/a.py.secret.taste: unknown key; it is not read",
            "submissions/submissions.yaml: line 5: accepted/a.py.secret: `use_for_time_limit: false` of some cases only is not heeded",
            "submissions/accepted/a.py: submissions.yaml gives it more than one language; `cpp` is used",
        ]
    );
}

#[test]
fn rules_that_match_no_submission_are_noted() {
    let rules = "
accepted: {authors: Ann}
wrong_answer: {authors: Bob}
accepted/a.*: {model_solution: true}
accepted/nope.py: {authors: Cy}
../../etc/*: {authors: Di}
";
    let files = [
        ("submissions/accepted/a.py", ""),
        ("submissions/submissions.yaml", rules),
    ];
    assert_eq!(
        read(NEW, &files).warnings,
        [
            "submissions/submissions.yaml: line 5: accepted/nope.py: no submission has such a name",
            "submissions/submissions.yaml: line 6: ../../etc/*: no submission has such a name",
        ]
    );
}

#[test]
fn rules_that_permit_nothing_are_noted() {
    let files = [
        ("submissions/accepted/a.py", ""),
        (
            "submissions/submissions.yaml",
            "accepted/*: {permitted: [WA]}",
        ),
    ];
    let problem = read(NEW, &files);
    assert_eq!(
        problem.solutions[0].expect,
        Some(Expectation {
            permitted: Some(Vec::new()),
            ..Expectation::default()
        })
    );
    assert_eq!(
        problem.warnings,
        [
            "submissions/accepted/a.py: the rules in submissions.yaml leave it no verdict that is permitted"
        ]
    );
}

#[test]
fn broken_rules_are_refused() {
    for (rules, message) in [
        (
            "a: 5",
            "line 1: a: expected a map of keys to values, found `5`",
        ),
        (
            "a:\n  permitted: [OK]",
            "line 2: a.permitted: expected one of AC, WA, PE, TLE, WTL, MLE, OLE, RTE or CE, found `OK`",
        ),
        (
            "a: {permitted: []}",
            "line 1: a.permitted: expected at least one verdict, found none",
        ),
        (
            "a: {required: [JE]}",
            "line 1: a.required: nobody can promise `JE`",
        ),
        (
            "a: {score: [1, 2, 3]}",
            "line 1: a.score: expected a score, or a list of two",
        ),
        (
            "a: {score: [20, 10]}",
            "line 1: a.score: expected the lower score first, found 20 before 10",
        ),
        (
            "a: {score: high}",
            "line 1: a.score: expected a score from -1000000000000 to 1000000000000, found `high`",
        ),
        (
            "a: {use_for_time_limit: often}",
            "line 1: a.use_for_time_limit: expected `true` or `false`, found `often`",
        ),
        (
            "a: {model_solution: 7}",
            "line 1: a.model_solution: expected `true` or `false`, found `7`",
        ),
        (
            "a: {authors: [{mail: x}]}",
            "line 1: a.authors[0]: expected a key `name`, found none",
        ),
        (
            "'{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}': {}",
            "line 1: {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}: stands for too many names; write fewer braces",
        ),
    ] {
        refused(
            NEW,
            &[("submissions/submissions.yaml", rules)],
            &format!("submissions/submissions.yaml: {message}"),
        );
    }
}

#[test]
fn a_source_says_what_is_expected_of_it() {
    let overall = |verdicts: &[Verdict]| Some(Expectation::overall(verdicts.to_vec()));
    for (source, expected) in [
        ("// @EXPECTED_RESULTS@: CORRECT\n", overall(&[AC])),
        (
            "# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT",
            overall(&[WA, TLE]),
        ),
        ("@expected_results@: run_time_error", overall(&[RTE])),
        (
            "@EXPECTED_RESULTS@: NO-OUTPUT,COMPILER-ERROR\r\n",
            overall(&[WA, CE]),
        ),
        (
            "@EXPECTED_RESULTS@: MEMORY-LIMIT,OUTPUT-LIMIT\n",
            overall(&[MLE, OLE]),
        ),
        ("@EXPECTED_RESULTS@: CHECK-MANUALLY\n", None),
        (
            "@EXPECTED_SCORE@: 60\n",
            Some(Expectation {
                score: Some((60.0, 60.0)),
                ..Expectation::default()
            }),
        ),
        ("nothing", None),
    ] {
        for settings in ["", NEW] {
            for name in ["submissions/mixed/a.py", "submissions/mixed/a/b.py"] {
                let solution = only(settings, &[(name, source)]);
                assert_eq!(solution.expect, expected, "{source} {name}");
            }
        }
    }
    // In a folder of the format the folder counts.
    let source = "# @EXPECTED_RESULTS@: CORRECT";
    let filed = only("", &[("submissions/wrong_answer/a.py", source)]);
    assert_eq!(filed.expect, overall(&[WA]));
}

#[test]
fn a_source_that_says_it_wrongly_is_noted() {
    for (source, message) in [
        (
            "@EXPECTED_RESULTS@: FINE\n",
            "@EXPECTED_RESULTS@: expected results such as CORRECT or WRONG-ANSWER, found `fine`",
        ),
        (
            "@EXPECTED_RESULTS@: CORRECT\n@EXPECTED_RESULTS@: CORRECT\n",
            "more than one @EXPECTED_RESULTS@; keep one",
        ),
    ] {
        let problem = read("", &[("submissions/mixed/a.py", source)]);
        assert_eq!(problem.solutions[0].expect, None);
        assert_eq!(
            problem.warnings,
            [format!(
                "submissions/mixed/a.py: {message}; nothing is expected of it"
            )]
        );
    }
}

#[test]
fn folders_of_domjudge_say_a_result() {
    for (folder, verdict) in [
        ("compiler_error", CE),
        ("no_output", WA),
        ("output_limit", OLE),
    ] {
        let solution = only("", &[(&format!("submissions/{folder}/a.py"), "")]);
        assert_eq!(solution.expect, Some(Expectation::overall(vec![verdict])));
    }
}
