//! Groups of cases: what is skipped, what is scored, what is said.

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    what_is_skipped_depends_on_the_cases_alone,
    scores_are_the_same_when_all_cases_are_run,
    scores_stand_in_every_report,
    an_expected_score_is_held_against_the_one_found,
    some_cases_have_no_score,
    a_group_that_is_not_run_says_why,
    time_that_ran_out_costs_only_its_group,
    a_program_of_the_package_grades_a_group,
];

const GROUPS: &str = r#"
name = "p"
[[group]]
name = "secret/a"
points = 30
requires = ["sample"]
[[group]]
name = "secret/b"
points = 50
[[group]]
name = "secret/c"
points = 20
requires = ["secret/a", "secret/b"]
"#;

const CASES: [&str; 8] = [
    "sample/1",
    "secret/a/1",
    "secret/a/2",
    "secret/b/1",
    "secret/b/2",
    "secret/b/3",
    "secret/c/1",
    "secret/c/2",
];

/// A problem in which a solution is given the name of the case and should print it.
fn package(submission: &str, source: &str, settings: &str) -> Folder {
    let folder = Folder::of(&[]);
    folder.file("p/problem.toml", format!("{GROUPS}{settings}"));
    folder.file(&format!("p/submissions/{submission}"), source);
    for case in CASES {
        folder.file(&format!("p/data/{case}.in"), case);
        folder.file(&format!("p/data/{case}.ans"), case);
    }
    folder
}

/// Wrong on these cases.
fn wrong_on(cases: &str) -> String {
    format!("read x\ncase $x in {cases}) echo no;; *) echo $x;; esac")
}

/// What makes a solution slower the earlier a case is.
const EARLY_IS_SLOW: &str =
    "\ncase $x in sample/*) sleep 0.1;; secret/a/*) sleep 0.07;; secret/b/*) sleep 0.04;; esac";

const WRONG: &str = "wrong_answer/w.sh";

fn messages(solution: &Value) -> Vec<String> {
    let cases = solution["cases"].as_array().unwrap();
    let skipped = cases.iter().filter(|case| case["verdict"] == "SK");
    skipped
        .map(|case| {
            let text = |key: &str| case[key].as_str().unwrap();
            let reason = text("message")
                .strip_suffix("; --all-cases runs all")
                .unwrap();
            format!("{}: {reason}", text("name"))
        })
        .collect()
}

fn what_is_skipped_depends_on_the_cases_alone() {
    for (wrong, score, skipped) in [
        ("-", 100.0, &[][..]),
        (
            "secret/b/1",
            30.0,
            &[
                "secret/b/2: WA on secret/b/1 ends secret/b",
                "secret/b/3: WA on secret/b/1 ends secret/b",
                "secret/c/1: secret/c requires secret/b, which is WA on secret/b/1",
                "secret/c/2: secret/c requires secret/b, which is WA on secret/b/1",
            ],
        ),
        (
            "sample/1|secret/c/1",
            50.0,
            &[
                "secret/a/1: secret/a requires sample, which is WA on sample/1",
                "secret/a/2: secret/a requires sample, which is WA on sample/1",
                "secret/c/1: secret/c requires secret/a, which is WA",
                "secret/c/2: secret/c requires secret/a, which is WA",
            ],
        ),
        (
            "secret/c/1",
            80.0,
            &["secret/c/2: WA on secret/c/1 ends secret/c"],
        ),
    ] {
        let expected = if wrong == "-" { "accepted/a.sh" } else { WRONG };
        let folder = package(expected, &(wrong_on(wrong) + EARLY_IS_SLOW), "");
        for jobs in ["1", "4"] {
            let seen = folder.run(&["p", "--jobs", jobs]).code(0);
            let solution = &seen.solutions()[0];
            assert_eq!(messages(solution), skipped, "{wrong}, {jobs} jobs");
            assert_eq!(solution["score"], score, "{wrong}, {jobs} jobs");
        }
    }
}

fn scores_are_the_same_when_all_cases_are_run() {
    let folder = package(WRONG, &(wrong_on("secret/a/1") + EARLY_IS_SLOW), "");
    let whole = |options: &[&str]| {
        let mut solution = folder
            .run(&[&["p"], options].concat())
            .code(0)
            .solutions()
            .remove(0);
        let skipped = messages(&solution).len();
        (solution["score"].take(), solution["groups"].take(), skipped)
    };
    let (score, groups, skipped) = whole(&[]);
    assert_eq!((&score, skipped), (&json!(50.0), 3));
    assert_eq!(whole(&["--all-cases"]), (score, groups, 0));
}

fn scores_stand_in_every_report() {
    let folder = package(WRONG, &wrong_on("secret/b/2"), "");
    let seen = folder.run(&["p"]).code(0);
    let solution = &seen.solutions()[0];
    assert_eq!(
        (
            &solution["verdict"],
            &solution["score"],
            &solution["max_score"]
        ),
        (&json!("WA"), &json!(30.0), &json!(100.0))
    );
    let group = |name: &str, verdict: &str, score: f64, most: f64| json!({"name": name, "verdict": verdict, "score": score, "max_score": most});
    let groups = json!([
        group("sample", "AC", 0.0, 0.0),
        group("secret/a", "AC", 30.0, 30.0),
        group("secret/b", "WA", 0.0, 50.0),
        group("secret/c", "SK", 0.0, 20.0),
    ]);
    assert_eq!(solution["groups"], groups);
    let scores: Vec<&Value> = solution["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| &case["score"])
        .collect();
    let none = Value::Null;
    assert_eq!(
        scores,
        [
            &none,
            &json!(30.0),
            &json!(30.0),
            &json!(50.0),
            &json!(0.0),
            &none,
            &none,
            &none
        ]
    );
    let shown = ["score 30 of 100, 4 AC, 1 WA, 3 SK"];
    let of_groups = [
        "WA   secret/b                  score 0 of 50",
        "SK   secret/c ",
    ];
    let short = folder.judge(&["run", "p"]).code(0).prints(&shown);
    assert!(!short.stdout.contains(of_groups[0]), "{}", short.stdout);
    folder
        .judge(&["run", "p", "--verbose"])
        .code(0)
        .prints(&shown)
        .prints(&of_groups);
    folder
        .judge(&["run", "p", "--expect", "AC"])
        .code(1)
        .prints(&shown)
        .prints(&of_groups);
}

fn an_expected_score_is_held_against_the_one_found() {
    let stated =
        |score: &str| format!("[[solution]]\npath = \"submissions/{WRONG}\"\nscore = {score}");
    for (score, code, surprise) in [
        ("80", 0, ""),
        ("\"70..90\"", 0, ""),
        ("100", 1, "expected a score of 100, found 80"),
        ("\"0..50\"", 1, "expected a score of 0..50, found 80"),
    ] {
        let folder = package(WRONG, &wrong_on("secret/c/2"), &stated(score));
        let seen = folder.run(&["p"]).code(code).says(&[surprise]);
        assert_eq!(seen.solutions()[0]["surprise"], surprise);
    }
}

fn some_cases_have_no_score() {
    let settings = format!("[[solution]]\npath = \"submissions/{WRONG}\"\nscore = 100");
    let folder = package(WRONG, &wrong_on("secret/a/1"), &settings);
    let seen = folder.run(&["p", "--case", "secret/a/*"]).code(0);
    let solution = &seen.solutions()[0];
    assert_eq!(seen.cases(), ["secret/a/1 WA", "secret/a/2 SK"]);
    for key in ["score", "max_score"] {
        assert_eq!(solution[key], Value::Null, "{key}");
    }
    assert_eq!(solution["groups"], json!([]));
    assert_eq!(solution["cases"][0]["score"], Value::Null);
}

fn a_group_that_is_not_run_says_why() {
    let folder = package("accepted/a.sh", &wrong_on("secret/b/3"), "");
    folder.run(&["p"]).code(1).says(&[
        "✗ p accepted/a.sh: expected AC, found WA on secret/b/3\n",
        "1 solution not as expected",
    ]);
}

fn time_that_ran_out_costs_only_its_group() {
    let folder = package(
        "time_limit_exceeded/t.sh",
        "read x; test $x = secret/a/1 && sleep 1000; echo $x",
        "",
    );
    for jobs in ["1", "4"] {
        let limits = [
            "p",
            "--wall-limit",
            "1s",
            "--time-limit",
            "100s",
            "--jobs",
            jobs,
        ];
        let seen = folder.run(&limits).code(0);
        let verdicts: Vec<String> = seen
            .cases()
            .iter()
            .map(|case| case.rsplit(' ').next().unwrap().to_owned())
            .collect();
        assert_eq!(verdicts, ["AC", "WTL", "SK", "AC", "AC", "AC", "SK", "SK"]);
    }
}

/// A legacy package whose data is graded by a program; its one solution is wrong on `secret/2`.
fn graded_by(grader: &str) -> Folder {
    let folder = Folder::of(&[
        ("p/problem.yaml", "name: P\ntype: scoring\n"),
        (
            "p/data/testdata.yaml",
            "grading: custom\ngrader_flags: half\non_reject: continue\nrange: 0 100\n",
        ),
        (
            "p/data/secret/testdata.yaml",
            "grading: default\ngrader_flags: sum always_accept\naccept_score: 30\n",
        ),
        ("p/graders/g.sh", grader),
        (
            "p/submissions/accepted/a.sh",
            "read x; test $x = 2 && echo no || echo $x",
        ),
    ]);
    for case in ["sample/1", "secret/1", "secret/2", "secret/3"] {
        let number = &case[case.len() - 1..];
        folder.file(&format!("p/data/{case}.in"), number);
        folder.file(&format!("p/data/{case}.ans"), number);
    }
    folder
}

fn a_program_of_the_package_grades_a_group() {
    // Each of the two groups is one line, and `half` is of the package's own making.
    let half = "test $1 = half || exit 1; sum=0; while read verdict score; do sum=$((sum + score)); done; echo WA $((sum / 2))";
    let seen = graded_by(half).run(&["p", "--expect", "WA"]).code(0);
    let solution = &seen.solutions()[0];
    assert_eq!(solution["verdict"], "WA");
    assert_eq!(solution["score"], json!(30.0));
    for (grader, says) in [
        (
            "echo AC 101",
            "data: expected a score from 0 to 100, found 101",
        ),
        (
            "echo fine",
            "the grader failed: expected AC, WA, TLE or RTE and a score, found `fine`",
        ),
        (
            "echo AC 1; exit 3",
            "the grader failed: exit code 3, where exit code 0 was expected",
        ),
    ] {
        let seen = graded_by(grader).run(&["p"]).code(2);
        let solution = &seen.solutions()[0];
        assert_eq!(solution["verdict"], "JE", "{grader}");
        let message = solution["message"].as_str().unwrap();
        assert!(message.ends_with(says), "{grader}: {message}");
    }
}
