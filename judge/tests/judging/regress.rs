//! A run held against an earlier one: what changed.

use serde_json::{Value, json};

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    with_a_baseline_only_what_changed_counts,
    what_is_new_or_gone_is_named,
    a_case_that_is_gone_is_missed_beside_solutions_that_are_named,
    what_was_not_asked_for_is_not_missed,
    a_score_farther_from_the_best_is_worse,
    every_report_tells_of_what_changed,
    where_only_a_change_is_bad_it_is_told_first,
    what_is_no_whole_run_is_no_baseline,
    a_baseline_of_other_options_is_told,
    every_time_of_a_repeated_case_is_recorded,
    a_case_that_fails_now_and_then_fails_when_repeated,
    a_run_that_fails_fast_ends_with_the_first_surprise,
    what_failed_last_is_judged_alone,
    what_was_named_when_it_failed_is_judged_again,
];

/// What changed, each as `effect what problem solution case was now`, without times.
#[track_caller]
pub(crate) fn changes(seen: &Seen) -> Vec<String> {
    let document = seen.json();
    let changes = document["comparison"]["changes"].as_array();
    let changes = changes.unwrap_or_else(|| panic!("no comparison: {}", seen.stdout));
    let word = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => format!(" {text}"),
        other => format!(" {other}"),
    };
    changes
        .iter()
        .map(|change| {
            let [effect, what] = ["effect", "what"].map(|key| change[key].as_str().unwrap());
            let place = ["problem", "solution", "case", "was", "now"].map(|key| word(&change[key]));
            format!("{effect} {what}{}", place.concat())
        })
        .collect()
}

/// A package with three cases; each solution prints what it reads but for some cases.
fn package(solutions: &[(&str, &str)]) -> Folder {
    let folder = Folder::of(&[("p/problem.toml", "name = \"p\"")]);
    for case in ["1", "2", "3"] {
        folder.file(&format!("p/data/secret/{case}.in"), case);
        folder.file(&format!("p/data/secret/{case}.ans"), case);
    }
    for (name, wrong) in solutions {
        wrong_on(&folder, name, wrong);
    }
    folder
}

/// Makes a solution wrong on some cases, as a shell's pattern names them.
fn wrong_on(folder: &Folder, name: &str, cases: &str) {
    folder.file(
        &format!("p/submissions/{name}"),
        format!("read x\ncase $x in {cases}) echo no;; *) echo $x;; esac"),
    );
}

fn with_a_baseline_only_what_changed_counts() {
    let (right, wrong, odd) = ("accepted/a.sh", "wrong_answer/b.sh", "tried/c.sh");
    for (name, before, after, code, expected) in [
        (right, "-", "-", 0, &[][..]),
        (
            right,
            "-",
            "2",
            1,
            &[
                "worse verdict p accepted/a.sh AC WA",
                "worse verdict p accepted/a.sh secret/2 AC WA",
            ],
        ),
        // What was wrong before is no news, wherever it is.
        (right, "2", "2", 0, &[]),
        (
            right,
            "2",
            "3",
            1,
            &[
                "better verdict p accepted/a.sh secret/2 WA AC",
                "worse verdict p accepted/a.sh secret/3 AC WA",
            ],
        ),
        (
            right,
            "2",
            "-",
            0,
            &[
                "better verdict p accepted/a.sh WA AC",
                "better verdict p accepted/a.sh secret/2 WA AC",
            ],
        ),
        // Its expectation permits either.
        (
            wrong,
            "2",
            "3",
            0,
            &[
                "other verdict p wrong_answer/b.sh secret/2 WA AC",
                "other verdict p wrong_answer/b.sh secret/3 AC WA",
            ],
        ),
        // It should be rejected, and no longer is.
        (
            wrong,
            "2",
            "-",
            1,
            &[
                "worse verdict p wrong_answer/b.sh WA AC",
                "other verdict p wrong_answer/b.sh secret/2 WA AC",
            ],
        ),
        // Nothing is expected of it.
        (
            odd,
            "-",
            "1",
            1,
            &[
                "worse verdict p tried/c.sh AC WA",
                "worse verdict p tried/c.sh secret/1 AC WA",
            ],
        ),
    ] {
        let folder = package(&[(name, before)]);
        folder.judge(&["run", "p", "--save", "old.json", "--quiet"]);
        wrong_on(&folder, name, after);
        let seen = folder.run(&["p", "--baseline", "old.json"]).code(code);
        assert_eq!(changes(&seen), expected, "{name} {before} {after}");
    }
}

fn a_case_that_is_gone_is_missed_beside_solutions_that_are_named() {
    let folder = Folder::of(&[("a.sh", "cat"), ("b.sh", "cat")]);
    for name in ["1", "2"] {
        folder.file(&format!("t/{name}.in"), "x\n");
        folder.file(&format!("t/{name}.ans"), "x\n");
    }
    folder
        .judge(&["run", "a.sh", "b.sh", "t", "--save", "old.json"])
        .code(0);
    std::fs::remove_file(folder.path().join("t/2.in")).unwrap();
    std::fs::remove_file(folder.path().join("t/2.ans")).unwrap();
    let gone = |words: &[&str]| {
        changes(
            &folder
                .run(&[words, &["--baseline", "old.json"]].concat())
                .code(0),
        )
    };
    assert_eq!(gone(&["a.sh", "b.sh", "t"]), ["other vanished t 2"]);
    // That `b.sh` is not named does not mean that it is gone.
    assert_eq!(gone(&["a.sh", "t"]), ["other vanished t 2"]);
    assert!(gone(&["a.sh", "t/1.in"]).is_empty());
}

fn what_is_new_or_gone_is_named() {
    let folder = package(&[("accepted/a.sh", "-"), ("accepted/b.sh", "-")]);
    folder.file("q/problem.toml", "name = \"q\"");
    folder.file("q/data/secret/1.in", "");
    folder.file("q/data/secret/1.ans", "");
    folder.file("q/submissions/accepted/a.sh", "true");
    folder
        .judge(&["run", "p", "q", "--save", "old.json"])
        .code(0);
    let rename = |from: &str, to: &str| {
        std::fs::rename(folder.path().join(from), folder.path().join(to)).unwrap();
    };
    rename("q", "r");
    rename("p/data/secret/3.in", "p/data/secret/4.in");
    rename("p/data/secret/3.ans", "p/data/secret/4.ans");
    rename("p/submissions/accepted/b.sh", "p/submissions/accepted/c.sh");
    // Only a run of all there is can miss a problem.
    let seen = folder.run(&["p", "r", "--baseline", "old.json"]).code(0);
    let inside = [
        "other new p secret/4",
        "other new p accepted/c.sh",
        "other vanished p secret/3",
        "other vanished p accepted/b.sh",
        "other new r",
    ];
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    let expected = |more: &[&str]| {
        let lines = inside.iter().chain(more);
        sorted(lines.map(|line| (*line).to_owned()).collect())
    };
    assert_eq!(sorted(changes(&seen)), expected(&[]));
    for name in ["p", "r"] {
        std::fs::create_dir_all(folder.path().join("problems")).unwrap();
        rename(name, &format!("problems/{name}"));
    }
    let seen = folder.run(&["--baseline", "old.json"]).code(0);
    assert_eq!(sorted(changes(&seen)), expected(&["other vanished q"]));
    // What is new and not as expected is worse than nothing.
    rename(
        "problems/r/submissions/accepted",
        "problems/r/submissions/wrong_answer",
    );
    let seen = folder.run(&["--baseline", "old.json"]).code(1);
    assert!(changes(&seen).contains(&"worse new r wrong_answer/a.sh".to_owned()));
}

fn what_was_not_asked_for_is_not_missed() {
    let folder = package(&[("accepted/a.sh", "-"), ("wrong_answer/b.sh", "2")]);
    folder.judge(&["run", "p", "--save", "old.json"]).code(0);
    for words in [
        &["p", "--case", "1"][..],
        &["p", "--solution", "a"],
        &["p", "a.sh", "2"],
        &["p/submissions/accepted/a.sh"],
        &["p/data/secret/1.in"],
    ] {
        let seen = folder
            .run(&[words, &["--baseline", "old.json"]].concat())
            .code(0);
        assert_eq!(changes(&seen), [""; 0], "{words:?}");
    }
}

fn a_score_farther_from_the_best_is_worse() {
    let settings = "name = \"p\"\n[[group]]\nname = \"secret/a\"\npoints = 40\n\
                    [[group]]\nname = \"secret/b\"\npoints = 60\n";
    for (before, after, code, expected) in [
        ("b/1", "-", 0, "better score p tried/a.sh 40.0 100.0"),
        ("a/1", "b/1", 1, "worse score p tried/a.sh 60.0 40.0"),
    ] {
        let folder = Folder::of(&[("p/problem.toml", settings)]);
        for case in ["a/1", "b/1"] {
            folder.file(&format!("p/data/secret/{case}.in"), case);
            folder.file(&format!("p/data/secret/{case}.ans"), case);
        }
        wrong_on(&folder, "tried/a.sh", before);
        folder.judge(&["run", "p", "--save", "old.json"]).code(0);
        wrong_on(&folder, "tried/a.sh", after);
        let seen = folder.run(&["p", "--baseline", "old.json"]).code(code);
        assert!(
            changes(&seen).contains(&expected.to_owned()),
            "{:?}",
            changes(&seen)
        );
    }
}

fn every_report_tells_of_what_changed() {
    let folder = package(&[("accepted/a.sh", "-")]);
    folder.judge(&["run", "p", "--save", "old.json"]).code(0);
    wrong_on(&folder, "accepted/a.sh", "3");
    let run = ["run", "p", "--baseline", "old.json", "--save", "new.json"];
    let human = folder.judge(&run).code(1);
    let line = "accepted/a.sh: secret/3 is WA, AC before";
    human.prints(&["✗ p ", line, "2 worse"]);
    for (format, text) in [
        ("human", line),
        (
            "markdown",
            "- ❌ `p accepted/a.sh`: `secret/3 is WA, AC before`",
        ),
        (
            "github",
            "title=worse than before%3A p accepted/a.sh::secret/3 is WA, AC before",
        ),
        (
            "junit",
            "<failure type=\"worse\" message=\"WA, AC before, no longer as expected; secret/3 is WA, AC before\">",
        ),
        ("jsonl", "{\"event\":\"compared\","),
    ] {
        folder
            .judge(&["report", "new.json", "--format", format])
            .code(0)
            .prints(&[text]);
    }
}

fn a_baseline_of_other_options_is_told() {
    let folder = package(&[("accepted/a.sh", "-")]);
    folder
        .judge(&["run", "p", "--time-limit", "2s", "--save", "old.json"])
        .code(0);
    let told = "it was recorded with --time-limit 2s, this run has none";
    for (options, is_told) in [
        (&["--time-limit", "2s"][..], false),
        (&["--time-limit", "2000ms", "--repeat", "2"], false),
        (&[], true),
    ] {
        let args = [&["run", "p", "--baseline", "old.json"], options].concat();
        let seen = folder.judge(&args).code(0);
        assert_eq!(seen.stderr.contains(told), is_told, "{}", seen.stderr);
    }
}

fn what_is_no_whole_run_is_no_baseline() {
    let folder = package(&[("accepted/a.sh", "-")]);
    folder.file("text.json", "[1]");
    folder
        .judge(&["run", "p", "--shard", "1/2", "--save", "shard.json"])
        .code(0);
    for (file, text) in [
        ("missing.json", "cannot read the recorded run missing.json"),
        ("text.json", "text.json: expected a recorded run"),
        (
            "shard.json",
            "shard.json: expected a whole run, found a shard of one",
        ),
    ] {
        // Said before anything is judged.
        let seen = folder.judge(&["run", "p", "--baseline", file]).code(2);
        assert!(seen.says(&[text]).stdout.is_empty());
    }
}

fn every_time_of_a_repeated_case_is_recorded() {
    let folder = package(&[("accepted/a.sh", "-")]);
    for (options, count) in [
        (&[][..], 1),
        (&["--repeat", "1"], 1),
        (&["--repeat", "4"], 4),
    ] {
        let seen = folder
            .run(&[&["p", "--jobs", "2"], options].concat())
            .code(0);
        let solutions = seen.solutions();
        let cases = solutions[0]["cases"].as_array().unwrap();
        assert_eq!(cases.len(), 3);
        for case in cases {
            let times = case["times"].as_array().unwrap();
            assert_eq!(times.len(), count, "{case}");
            assert!(
                times
                    .iter()
                    .all(|time| time["yardstick_ms"].as_f64() > Some(0.0))
            );
            let cpu = |time: &Value| time["cpu_ms"].as_f64().unwrap();
            let slowest = times.iter().map(cpu).fold(0.0, f64::max);
            assert_eq!(cpu(&case["measured"]), slowest, "{case}");
        }
    }
    // Who records nothing pays for no yardstick.
    let lines = folder
        .judge(&["run", "p", "--format", "jsonl"])
        .code(0)
        .lines();
    assert!(lines.iter().all(|line| line["times"] == json!(null)));
}

fn a_case_that_fails_now_and_then_fails_when_repeated() {
    let folder = Folder::sum(&[]);
    let counter = folder.path().join("count");
    folder.file(
        "a.sh",
        format!(
            "echo x >> {0}\ntest $(wc -l < {0}) = 3 && echo 4 || echo 5",
            counter.display()
        ),
    );
    let options = ["a.sh", "t", "--no-sandbox", "--repeat", "5"];
    let case = folder.run(&options).code(1).case();
    assert_eq!(case["verdict"], "WA");
    let message = case["message"].as_str().unwrap();
    assert!(message.starts_with("on run 3: "), "{message}");
    assert_eq!(case["times"].as_array().unwrap().len(), 5);
    assert_eq!(folder.lines("count").len(), 5);
}

fn a_run_that_fails_fast_ends_with_the_first_surprise() {
    let folder = package(&[
        ("accepted/a.sh", "-"),
        // Rejected as it should be.
        ("wrong_answer/b.sh", "1"),
        ("accepted/c.sh", "2"),
        ("accepted/d.sh", "-"),
    ]);
    folder.file("p/problem.toml", "name = \"p\"");
    for jobs in ["1", "4"] {
        let seen = folder.run(&["p", "--fail-fast", "--jobs", jobs]).code(1);
        assert_eq!(
            seen.table(),
            ["accepted/a.sh AC AC true", "accepted/c.sh AC WA false",],
            "{jobs}"
        );
        let solutions = seen.solutions();
        let cases = solutions[1]["cases"].as_array().unwrap();
        let verdicts: Vec<_> = cases
            .iter()
            .map(|case| case["verdict"].as_str().unwrap())
            .collect();
        assert_eq!(verdicts, ["AC", "WA", "SK"]);
        let message = cases[2]["message"].as_str().unwrap();
        assert!(message.contains("--fail-fast"), "{message}");
        let document = seen.json();
        assert_eq!(document["interrupted"], false);
        assert_eq!(document["planned"]["solutions"], 4);
    }
    let words = ["run", "p", "--fail-fast", "--report", "r.md"];
    let seen = folder.judge(&words).code(1);
    let end = "s: 1 solution not as expected, 2 more solutions not run\n";
    assert!(seen.stdout.ends_with(end), "{}", seen.stdout);
    let markdown = std::fs::read_to_string(folder.path().join("r.md")).unwrap();
    assert!(markdown.contains("2 more solutions not run"), "{markdown}");
    // What should be rejected and is not is told at its end.
    wrong_on(&folder, "accepted/c.sh", "-");
    wrong_on(&folder, "wrong_answer/b.sh", "-");
    let seen = folder.run(&["p", "--fail-fast"]).code(1);
    assert_eq!(
        seen.table().last().unwrap(),
        "wrong_answer/b.sh WA AC false"
    );
}

fn what_was_named_when_it_failed_is_judged_again() {
    let folder = Folder::of(&[("1.in", "1"), ("1.out", "1"), ("right.sh", "cat")]);
    folder.file("wrong.sh", "echo 2");
    let last_failed = ["--last-failed"];
    folder.judge(&["run", "--last-failed"]).code(64);
    let words = ["./wrong.sh", "right.sh", "--cmd", "echo 3"];
    folder.run(&words).code(1);
    let failed = ["./wrong.sh AC WA false", "echo 3 AC WA false"];
    assert_eq!(folder.run(&last_failed).code(1).table(), failed);
    folder.file("wrong.sh", "cat");
    folder.run(&last_failed).code(1);
    assert_eq!(folder.run(&last_failed).code(1).table(), failed[1..]);
}

fn what_failed_last_is_judged_alone() {
    let folder = package(&[
        ("accepted/a.sh", "-"),
        ("accepted/b.sh", "2"),
        ("wrong_answer/c.sh", "2"),
    ]);
    let names = |seen: &Seen| -> Vec<String> {
        let solutions = seen.solutions();
        let name = |solution: &Value| solution["name"].as_str().unwrap().to_owned();
        solutions.iter().map(name).collect()
    };
    let all = ["accepted/a.sh", "accepted/b.sh", "wrong_answer/c.sh"];
    let last_failed = |code: i32| folder.run(&["p", "--last-failed"]).code(code);
    // Nothing is known yet.
    let seen = last_failed(1).says(&["nothing of this failed"]);
    assert_eq!(names(&seen), all);
    assert_eq!(names(&last_failed(1)), ["accepted/b.sh"]);
    // A run of others forgets nothing.
    folder.run(&["p", "--solution", "a.sh"]).code(0);
    assert_eq!(names(&last_failed(1)), ["accepted/b.sh"]);
    wrong_on(&folder, "accepted/b.sh", "-");
    assert_eq!(names(&last_failed(0)), ["accepted/b.sh"]);
    assert_eq!(names(&last_failed(0)), all);
}

fn where_only_a_change_is_bad_it_is_told_first() {
    let settings = "name = \"p\"\n[[group]]\nname = \"secret/a\"\npoints = 40\n\
                    [[group]]\nname = \"secret/b\"\npoints = 60\n\
                    [[solution]]\npath = \"submissions/tried/a.sh\"\nexpect = \"AC|WA\"\n";
    let folder = Folder::of(&[("p/problem.toml", settings)]);
    for case in ["a/1", "b/1"] {
        folder.file(&format!("p/data/secret/{case}.in"), case);
        folder.file(&format!("p/data/secret/{case}.ans"), case);
    }
    wrong_on(&folder, "tried/a.sh", "a/1");
    folder.judge(&["run", "p", "--save", "old.json"]).code(0);
    wrong_on(&folder, "tried/a.sh", "b/1");
    let told = "1 change for the worse; else everything as expected";
    for (format, before, after) in [
        ("human", " s: ", "\n"),
        ("github", " s: ", "\n"),
        ("markdown", "## ❌ judge: ", "\n"),
        ("html", "\"outcome\":\"", "\""),
    ] {
        let words = ["run", "p", "--baseline", "old.json", "--format", format];
        let seen = folder.judge(&words).code(1);
        let line = format!("{before}{told}{after}");
        let last: Vec<&str> = seen.stdout.lines().rev().take(3).collect();
        assert!(seen.stdout.contains(&line), "{format}: {last:?}");
    }
}
