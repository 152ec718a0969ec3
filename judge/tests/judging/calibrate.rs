//! `judge calibrate`: what the limit follows from, and where it is written. The ratios are wide: what
//! is fast does nothing, and what is slow never ends.

use serde_json::{Value, json};

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_limit_lies_between_those_in_time_and_those_too_slow,
    what_runs_out_of_time_too_early_is_told_from_what_does_not,
    a_stated_limit_that_leaves_no_room_fails,
    a_limit_is_written_and_the_rest_stays,
    a_limit_is_written_to_problem_yaml_by_its_own_rule,
    where_no_limit_is_sure_nothing_is_written,
    nobody_to_ask_is_no_yes_to_a_limit,
    a_solution_without_a_time_leaves_the_limit_open,
    a_factor_of_a_language_is_taken_off["python3"],
    names_are_text_in_the_picture,
];

const RIGHT: &str = "read a b; echo $((a + b))";
const NEVER: &str = "while :; do :; done";
/// Some hundred times the work of the others, and yet little.
const WORK: &str = "i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done; read a b; echo $((a + b))";

fn sums(settings: &str, submissions: &[(&str, &str)]) -> Folder {
    let folder = Folder::of(&[
        ("p/data/sample/1.in", "1 1\n"),
        ("p/data/sample/1.ans", "2\n"),
        ("p/data/secret/2.in", "2 1\n"),
        ("p/data/secret/2.ans", "3\n"),
    ]);
    folder.file("p/problem.toml", settings);
    for (name, source) in submissions {
        folder.file(&format!("p/submissions/{name}"), source);
    }
    folder
}

const NAMED: &str = "name = \"Sums\" # all of them\n";
const BOTH: &[(&str, &str)] = &[
    ("accepted/right.sh", RIGHT),
    ("time_limit_exceeded/never.sh", NEVER),
    ("wrong_answer/wrong.sh", "echo 1"),
];

/// Short steps, so that what never ends is soon given up.
const CALIBRATE: &[&str] = &["calibrate", "p", "--resolution", "200ms"];

fn with(words: &[&'static str]) -> Vec<&'static str> {
    [CALIBRATE, words].concat()
}

fn calibrated(folder: &Folder, words: &[&'static str]) -> (Seen, Value) {
    let seen = folder.judge(&with(&[&["--format", "json"], words].concat()));
    let document: Value = serde_json::from_str(&seen.stdout).expect("one JSON document");
    let problem = document["problems"][0].clone();
    (seen, problem)
}

fn a_limit_lies_between_those_in_time_and_those_too_slow() {
    let folder = sums(NAMED, BOTH);
    let (seen, problem) = calibrated(&folder, &[]);
    seen.code(0);
    assert_eq!(problem["limit"], json!(0.2));
    assert_eq!(problem["separated"], json!("yes"));
    let solutions = problem["solutions"].as_array().unwrap();
    let told: Vec<_> = solutions
        .iter()
        .map(|solution| (&solution["name"], &solution["side"], &solution["ended"]))
        .collect();
    let (right, never) = (
        &json!("accepted/right.sh"),
        &json!("time_limit_exceeded/never.sh"),
    );
    assert_eq!(
        told,
        [
            (right, &json!("in time"), &json!(false)),
            (never, &json!("too slow"), &json!(true)),
        ]
    );
    // Fewer runs have no interval, and what was ended needs none.
    assert!(solutions[0]["runs"].as_u64() >= Some(6), "{problem}");
    assert_eq!(solutions[1]["time"], json!(0.6));
    let table = folder.judge(CALIBRATE).code(0);
    table.prints(&[
        "p Sums\n",
        ">  0.600 s ",
        "limit 0.2 s: at least 2 times the slowest in time, in steps of 0.2 s\n",
        "more than 0.6 s: more than 3.00 times the limit (1.5 asked)\n",
    ]);
}

fn what_runs_out_of_time_too_early_is_told_from_what_does_not() {
    let crossed = [
        ("accepted/work.sh", WORK),
        ("time_limit_exceeded/right.sh", RIGHT),
    ];
    let (seen, problem) = calibrated(&sums(NAMED, &crossed), &[]);
    seen.code(1);
    assert_eq!(problem["separated"], json!("crossed"));
    let close = [
        ("accepted/right.sh", RIGHT),
        ("time_limit_exceeded/work.sh", WORK),
    ];
    // So many times the time of one that does nothing is more than the other takes, and it takes more.
    let words = ["--ac-to-limit", "1000", "--at-most", "10s"];
    let (seen, problem) = calibrated(&sums(NAMED, &close), &words);
    seen.code(1);
    assert_eq!(problem["separated"], json!("too close"));
    let (seen, problem) = calibrated(&sums(NAMED, &close[..1]), &[]);
    seen.code(0);
    assert_eq!(problem["limit"], json!(0.2));
    let (seen, problem) = calibrated(&sums(NAMED, &close[1..]), &["--at-most", "30s"]);
    seen.code(1);
    assert_eq!(problem["separated"], json!("unbound"));
}

fn a_stated_limit_that_leaves_no_room_fails() {
    let work = ("accepted/work.sh", WORK);
    let never = ("time_limit_exceeded/never.sh", NEVER);
    let busy = ("time_limit_exceeded/busy.sh", WORK);
    let right = ("accepted/right.sh", RIGHT);
    for (stated, submissions, code, said) in [
        ("200ms", [right, never], 0, "0.2 s, which is that"),
        (
            "400ms",
            [right, never],
            0,
            "0.4 s, which leaves room on both sides too",
        ),
        (
            "1h",
            [right, never],
            1,
            "3600 s, which is longer than anything was run for",
        ),
        (
            "1h",
            [right, busy],
            1,
            "3600 s, which is too long for the fastest too slow",
        ),
        (
            "1ms",
            [work, never],
            1,
            "0.001 s, which is too short for the slowest in time",
        ),
    ] {
        let folder = sums(
            &format!("{NAMED}limits.time = \"{stated}\"\n"),
            &submissions,
        );
        let seen = folder.judge(&with(&["--at-most", "900ms"])).code(code);
        seen.prints(&[&format!("the package states {said}")]);
    }
}

fn a_limit_is_written_and_the_rest_stays() {
    let folder = sums(
        &format!("{NAMED}\n[limits] # here\ntime = \"400ms\" # by hand\nmemory = \"1GiB\"\n"),
        BOTH,
    );
    let words = with(&["--write", "--yes"]);
    let seen = folder.judge(&words).code(0);
    seen.prints(&[
        "p/problem.toml\n    line 4: `time = \"400ms\" # by hand\\n` becomes `time = \"200ms\" # by hand\\n`\n",
        "  written\n",
    ]);
    assert_eq!(
        folder.lines("p/problem.toml"),
        [
            "name = \"Sums\" # all of them",
            "",
            "[limits] # here",
            "time = \"200ms\" # by hand",
            "memory = \"1GiB\""
        ]
    );
    let again = folder.judge(&words).code(0);
    again.prints(&["nothing to write: 0.2 s stands there\n"]);
}

fn a_limit_is_written_to_problem_yaml_by_its_own_rule() {
    let package = |settings: &str, submissions| {
        let folder = sums("", submissions);
        std::fs::remove_file(folder.path().join("p/problem.toml")).unwrap();
        folder.file("p/problem.yaml", settings);
        folder
    };
    let icpc = "problem_format_version: 2025-09\nname: Sums\ntype: pass-fail\n\
                uuid: 00000000-0000-4000-8000-000000000000\nlimits:\n  time_multipliers:\n    \
                time_limit_to_tle: 3\n  time_resolution: 0.2 # fine\n";
    let folder = package(icpc, BOTH);
    let words = ["calibrate", "p", "--write", "--yes"];
    folder.judge(&words).code(0).prints(&[
        "limit 0.2 s: at least 2 times the slowest in time, in steps of 0.2 s\n",
        "more than 1.2 s: more than 6.00 times the limit (3 asked)\n",
    ]);
    let lines = folder.lines("p/problem.yaml");
    assert_eq!(lines[4..6], ["limits:", "  time_limit: 0.2"]);
    assert_eq!(lines.len(), 9);
    // The legacy format has a rule in place of a limit.
    let folder = package("name: Sums\n", &BOTH[..1]);
    let seen = folder.judge(&words).code(2);
    seen.prints(&["limit 1 s: at least 5 times the slowest in time"])
        .says(&[
            "p/problem.yaml: the legacy format states no limit",
            "write 1 in a file .timelimit",
        ]);
    assert_eq!(folder.lines("p/problem.yaml"), ["name: Sums"]);
}

fn where_no_limit_is_sure_nothing_is_written() {
    let folder = sums(
        NAMED,
        &[
            ("accepted/work.sh", WORK),
            ("time_limit_exceeded/right.sh", RIGHT),
        ],
    );
    let seen = folder
        .judge(&["calibrate", "p", "--write", "--yes"])
        .code(1);
    seen.prints(&[
        "no limit separates them: what must run out of time is as fast as what must not\n",
        "nothing is written, since no limit is sure\n",
    ]);
    assert_eq!(folder.lines("p/problem.toml"), [NAMED.trim_end()]);
}

fn nobody_to_ask_is_no_yes_to_a_limit() {
    let folder = sums(NAMED, BOTH);
    folder
        .judge(&with(&["--write"]))
        .code(64)
        .prints(&["p/problem.toml\n    line 2: nothing becomes `limits.time = "])
        .says(&["nothing is written: expected a terminal to ask on, found none; give --yes"]);
    assert_eq!(folder.lines("p/problem.toml"), [NAMED.trim_end()]);
}

fn a_solution_without_a_time_leaves_the_limit_open() {
    let folder = sums(
        NAMED,
        &[
            ("accepted/right.sh", RIGHT),
            ("accepted/never.sh", NEVER),
            ("accepted/unknown.nolanguage", ""),
        ],
    );
    let words = with(&["--at-most", "200ms", "--write", "--yes"]);
    folder.judge(&words).code(2).prints(&[
        "accepted/never.sh is not measured: still running after 0.2 s on sample/1\n",
        "accepted/unknown.nolanguage is not measured: ",
        "nothing is written, since no limit is sure\n",
    ]);
    // Those that are measured say what they can, and a choice of them all there is to say.
    let words = ["calibrate", "p", "--solution", "accepted/right.sh"];
    folder.judge(&words).code(0).prints(&["limit 1 s: "]);
}

fn a_factor_of_a_language_is_taken_off() {
    let folder = sums(
        &format!("{NAMED}limits.multiplier = {{ python = 100 }}\n"),
        &[
            ("accepted/right.sh", RIGHT),
            ("accepted/a.py", "print(sum(map(int, input().split())))\n"),
        ],
    );
    let (seen, problem) = calibrated(&folder, &[]);
    seen.code(0);
    // A hundredth of what Python takes to start is less than what a shell takes.
    let slowest = &problem["solutions"][0];
    assert_eq!(slowest["name"], json!("accepted/right.sh"));
    assert_eq!(slowest["factor"], json!(1.0));
    assert_eq!(problem["solutions"][1]["factor"], json!(100.0));
}

fn names_are_text_in_the_picture() {
    let folder = sums("name = \"<b>&\"\n", BOTH);
    let words = with(&["-o", "p.svg"]);
    folder.judge(&words).code(0);
    let text = std::fs::read_to_string(folder.path().join("p.svg")).unwrap();
    let picture = roxmltree::Document::parse(&text).expect("a picture");
    let texts: Vec<&str> = picture
        .descendants()
        .filter_map(|node| node.text())
        .collect();
    assert!(texts.contains(&"p <b>&"), "{texts:?}");
    assert!(texts.contains(&"> 0.6 s"), "{texts:?}");
}
