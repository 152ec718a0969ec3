//! `judge matrix`: which case rejects which wrong solution, and which mutants survive.

use serde_json::Value;

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    each_case_is_held_against_each_wrong_solution,
    all_cases_are_run_whatever_happens_before_them,
    what_survives_and_what_is_idle_is_said_and_fails,
    samples_and_named_edges_may_be_idle,
    what_cannot_be_run_is_no_verdict_on_the_cases,
    mutants_that_no_case_rejects_are_listed_with_their_places["python3"],
    mutants_are_bounded_and_called_equivalent_in_the_source["python3"],
    mutants_of_what_is_rejected_itself_say_nothing["python3"],
    names_are_text_on_the_page_and_in_the_table,
];

/// A package of sums with three cases and these submissions.
fn sums(submissions: &[(&str, &str)]) -> Folder {
    let folder = Folder::of(&[
        ("p/problem.toml", "name = \"Sums\"\n"),
        ("p/data/sample/1.in", "1 1\n"),
        ("p/data/sample/1.ans", "2\n"),
        ("p/data/secret/2.in", "2 1\n"),
        ("p/data/secret/2.ans", "3\n"),
        ("p/data/secret/3.in", "0 4\n"),
        ("p/data/secret/3.ans", "4\n"),
    ]);
    for (name, source) in submissions {
        folder.file(&format!("p/submissions/{name}"), source);
    }
    folder
}

/// Prints twice the first number: right on the sample alone.
const TWICE: &str = "read a b; echo $((a + a))";
/// Right but for the last case.
const NO_ZERO: &str = "read a b; test $a = 0 && exit 3; echo $((a + b))";

fn json(folder: &Folder, words: &[&str]) -> (Seen, Value) {
    let seen = folder.judge(&[&["matrix", "p", "--format", "json"], words].concat());
    let document: Value = serde_json::from_str(&seen.stdout).expect("one JSON document");
    let problem = document["problems"][0].clone();
    (seen, problem)
}

fn each_case_is_held_against_each_wrong_solution() {
    let folder = sums(&[
        ("wrong_answer/twice.sh", TWICE),
        ("run_time_error/zero.sh", NO_ZERO),
        ("accepted/right.sh", "read a b; echo $((a + b))"),
    ]);
    let seen = folder.judge(&["matrix", "p"]).code(0);
    // Case 2 rejects what case 3 rejects too, so it is needed by nobody and yet rejects something.
    seen.prints(&[
        "p Sums (3 cases, 2 wrong solutions)\n",
        "\n  sample/1  · ·   0\n  secret/2  · W   1\n  secret/3  R W   2 * needed\n",
        "\n    1 run_time_error/zero.sh  rejected by 1 case\n    2 wrong_answer/twice.sh   rejected by 2 cases\n",
        "\n  * 1 case rejects as many as all: secret/3 (no smaller set does)\n",
    ]);
}

fn all_cases_are_run_whatever_happens_before_them() {
    let folder = sums(&[("time_limit_exceeded/never.sh", "while :; do :; done")]);
    folder.file(
        "p/problem.toml",
        "name = \"Sums\"\nlimits.time = \"100ms\"\n",
    );
    let (seen, problem) = json(&folder, &[]);
    seen.code(0);
    assert_eq!(
        problem["solutions"][0]["verdicts"],
        serde_json::json!(["TLE", "TLE", "TLE"])
    );
    assert_eq!(problem["smallest"], serde_json::json!(["sample/1"]));
}

fn what_survives_and_what_is_idle_is_said_and_fails() {
    let folder = sums(&[
        ("wrong_answer/right.sh", "read a b; echo $((a + b))"),
        ("run_time_error/zero.sh", NO_ZERO),
    ]);
    folder.judge(&["matrix", "p"]).code(1).prints(&[
        "no case rejects wrong_answer/right.sh; add one that does\n",
        "1 case rejects nothing and is named no edge: secret/2\n",
    ]);
    let (_, problem) = json(&folder, &[]);
    assert_eq!(
        problem["survivors"],
        serde_json::json!(["wrong_answer/right.sh"])
    );
    assert_eq!(problem["idle"], serde_json::json!(["secret/2"]));
}

fn samples_and_named_edges_may_be_idle() {
    let folder = sums(&[("run_time_error/zero.sh", NO_ZERO)]);
    folder.judge(&["matrix", "p"]).code(1);
    for extension in ["in", "ans"] {
        let place = |name: &str| {
            folder
                .path()
                .join(format!("p/data/secret/{name}.{extension}"))
        };
        std::fs::rename(place("2"), place("2-edge-two")).unwrap();
    }
    folder.judge(&["matrix", "p"]).code(0);
}

fn what_cannot_be_run_is_no_verdict_on_the_cases() {
    let folder = sums(&[
        ("wrong_answer/twice.sh", TWICE),
        ("wrong_answer/unknown.nolanguage", ""),
    ]);
    folder
        .judge(&["matrix", "p"])
        .code(2)
        .prints(&["unknown.nolanguage  not run: SK: "]);
}

/// Answers the larger of two numbers; the tie makes no difference.
const LARGER: &str = "a, b = map(int, input().split())\nprint(a if a < b else b)\n";

fn larger(source: &str) -> Folder {
    let folder = Folder::of(&[
        ("p/problem.toml", "name = \"Smaller\"\n"),
        ("p/data/secret/1.in", "1 2\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/data/secret/2.in", "2 2\n"),
        ("p/data/secret/2.ans", "2\n"),
    ]);
    folder.file("p/submissions/accepted/a.py", source);
    folder
}

fn mutants_that_no_case_rejects_are_listed_with_their_places() {
    let folder = larger(LARGER);
    let seen = folder.judge(&["matrix", "p", "--mutants"]).code(1);
    seen.prints(&[
        "accepted/a.py: 1 of 1 mutant tried, 0 rejected, 1 not, 0 did not compile\n",
        "\n    accepted/a.py:2 < -> <=  print(a if a < b else b)\n",
    ]);
    // A change that a case notices is rejected.
    folder.file("p/submissions/accepted/a.py", LARGER.replace("<", "<="));
    let (_, problem) = json(
        &larger(&LARGER.replace("a < b", "a - b < 0")),
        &["--mutants"],
    );
    let found = &problem["mutants"][0];
    let count = |key: &str| found[key].as_u64().unwrap();
    assert_eq!((count("tried"), count("unbuilt")), (4, 0), "{found}");
    // `a + b < 0` and `b - a < 0` are noticed; `a - b <= 0` and `a - b < 1` are the same.
    let survivors: Vec<&str> = found["survivors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mutant| mutant["to"].as_str().unwrap())
        .collect();
    assert_eq!(survivors, ["<=", "1"]);
}

fn mutants_are_bounded_and_called_equivalent_in_the_source() {
    let source = LARGER.replace("a < b", "a - b < 0");
    let (_, problem) = json(&larger(&source), &["--mutants", "--max", "2"]);
    let found = &problem["mutants"][0];
    assert_eq!(
        (&found["possible"], &found["tried"]),
        (&4.into(), &2.into())
    );
    let marked = source.replace("else b)", "else b)  # judge: equivalent < -> <=, 0 -> 1");
    let (_, problem) = json(&larger(&marked), &["--mutants"]);
    let found = &problem["mutants"][0];
    assert_eq!(
        (&found["possible"], &found["rejected"]),
        (&2.into(), &2.into())
    );
    assert_eq!(found["survivors"], serde_json::json!([]));
}

fn mutants_of_what_is_rejected_itself_say_nothing() {
    let (_, problem) = json(&larger(&LARGER.replace("<", ">")), &["--mutants"]);
    let error = problem["mutants"][0]["error"].as_str().unwrap();
    assert!(
        error.ends_with("it is not accepted itself: WA on secret/1"),
        "{error}"
    );
}

fn names_are_text_on_the_page_and_in_the_table() {
    let folder = sums(&[("wrong_answer/<b>|`x.sh", TWICE)]);
    let page = folder.judge(&["matrix", "p", "--format", "html"]).code(0);
    page.prints(&[
        "wrong_answer/&lt;b&gt;|`x.sh",
        "<td class=\"yes\">WA</td>",
        "in the smallest set",
    ]);
    let table = folder
        .judge(&["matrix", "p", "--format", "markdown"])
        .code(0);
    table.prints(&[
        "| ``wrong_answer/<b>\\|`x.sh`` |",
        "| `secret/2` | WA | 1 |",
    ]);
    folder
        .judge(&["matrix", "p", "--format", "html", "--output", "m.html"])
        .code(0);
    assert!(folder.lines("m.html").contains(&"</html>".to_owned()));
}
