//! `judge verify`: packages that keep their promises, and packages that do not.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_package_in_order_is_said_part_by_part,
    what_is_wrong_is_named_with_what_to_fix_first,
    a_checker_that_fails_on_a_solution_is_told_with_its_reason,
    outputs_and_inputs_that_must_be_rejected_are_tried,
    a_limit_follows_from_the_slowest_solution_where_none_is_stated,
    a_package_that_cannot_be_read_is_not_in_order,
    a_package_without_solutions_is_looked_at_too,
    tests_of_a_checker_end_their_lines_as_cases_do,
    an_interrupted_verification_promises_nothing,
    what_is_known_is_told_before_the_rest_is_looked_at,
    every_solution_is_told_where_all_is_asked_for,
    a_misspelt_folder_of_submissions_is_told_everywhere,
];

/// A package of the ICPC format: sums, with a validator and a checker of its own.
const ICPC: &[(&str, &str)] = &[
    (
        "p/problem.yaml",
        "problem_format_version: 2025-09\nname: Sums\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\nlimits:\n  time_limit: 10\n",
    ),
    ("p/data/sample/1.in", "1 2\n"),
    ("p/data/sample/1.ans", "3\n"),
    ("p/data/secret/2.in", "4 5\n"),
    ("p/data/secret/2.ans", "9\n"),
    ("p/data/invalid_input/few.in", "1\n"),
    ("p/data/invalid_output/less.in", "1 2\n"),
    ("p/data/invalid_output/less.ans", "3\n"),
    ("p/data/invalid_output/less.out", "2\n"),
    ("p/data/valid_output/more.in", "1 2\n"),
    ("p/data/valid_output/more.ans", "3\n"),
    ("p/data/valid_output/more.out", "3\n"),
    (
        "p/input_validators/v.sh",
        "read a b\ntest -n \"$b\" || exit 43\nexit 42\n",
    ),
    (
        "p/output_validator/c.sh",
        "read found\ntest \"$found\" = \"$(cat \"$2\")\" || exit 43\nexit 42\n",
    ),
    ("p/submissions/accepted/a.sh", "read a b; echo $((a + b))"),
    (
        "p/submissions/wrong_answer/w.sh",
        "read a b; echo $((a * b))",
    ),
];

fn a_package_in_order_is_said_part_by_part() {
    Folder::of(ICPC).judge(&["verify", "p"]).code(0).prints(&[
        "p Sums (2 cases, 2 solutions)\n",
        "icpc 2025-09\n",
        "inputs      2 of 2 accepted by 1 validator\n",
        "bad inputs  1 of 1 rejected\n",
        "answers     2 of 2 accepted\n",
        "outputs     2 of 2 judged as they should be\n",
        "time limit  10 s; slowest meant to be in time: ",
        "solutions   2 of 2 as expected\n",
    ]);
}

fn what_is_wrong_is_named_with_what_to_fix_first() {
    let folder = Folder::of(ICPC);
    folder.file("p/data/secret/2.in", "4\n");
    folder.file(
        "p/submissions/wrong_answer/w.sh",
        "read a b; echo $((a + b))",
    );
    let seen = folder.judge(&["verify", "p"]).code(2);
    seen.prints(&[
        "inputs      1 of 2 accepted by 1 validator\n",
        "secret/2: the validator rejects the input (exit code 43, where 42 accepts)",
        "fix first: inputs: secret/2",
    ]);
    let folder = Folder::of(ICPC);
    folder.file(
        "p/submissions/wrong_answer/w.sh",
        "read a b; echo $((a + b))",
    );
    let seen = folder.judge(&["verify", "p"]).code(1);
    seen.prints(&[
        "solutions   1 of 2 as expected\n",
        "fix first: solutions: wrong_answer/w.sh: expected at least one WA, found AC on all 2 cases\n",
    ]);
    // Without the solutions all is well.
    folder
        .judge(&["verify", "p", "--no-solutions"])
        .code(0)
        .prints(&["answers     2 of 2 accepted\n"]);
}

fn a_checker_that_fails_on_a_solution_is_told_with_its_reason() {
    let folder = Folder::of(ICPC);
    folder.file("p/output_validator/c.sh", "echo boom >&2; exit 9");
    folder.judge(&["verify", "p"]).code(2).prints(&[
        "accepted/a.sh: expected AC, found JE on sample/1: the checker failed: exit code 9, where 42 accepts and 43 rejects: boom\n",
    ]);
}

fn outputs_and_inputs_that_must_be_rejected_are_tried() {
    let folder = Folder::of(ICPC);
    folder.file("p/data/invalid_input/few.in", "1 2\n");
    folder.file("p/data/invalid_output/less.out", "3\n");
    folder.file("p/data/valid_output/more.out", "4\n");
    folder
        .judge(&["verify", "p", "--no-solutions", "--verbose"])
        .code(1)
        .prints(&[
            "invalid_input/few: accepted, and should be rejected\n",
            "invalid_output/less: accepted, and should be rejected\n",
            "valid_output/more: WA",
            "fix first: bad inputs: ",
        ]);
}

fn a_limit_follows_from_the_slowest_solution_where_none_is_stated() {
    let folder = Folder::of(ICPC);
    folder.file("p/problem.yaml", "name: Sums\n");
    folder.file(
        "p/submissions/time_limit_exceeded/t.sh",
        "while :; do :; done",
    );
    let words = ["verify", "p", "--jobs", "1"];
    folder.judge(&words).code(0).prints(&[
        "time limit  1 s, from accepted/a.sh, 0.0",
        "the slowest of 1 that must be in time; fastest meant to be too slow: time_limit_exceeded/t.sh ",
        "solutions   3 of 3 as expected\n",
    ]);
    // A run of one solution is held to the same limit.
    let seen = folder
        .run(&["p", "--solution", "time_limit_exceeded/*", "--jobs", "1"])
        .code(0);
    assert_eq!(seen.solutions()[0]["limits"]["cpu_ms"], 1000.0);
    // On a busy machine the time on the clock may be over first.
    let verdict = seen.solutions()[0]["verdict"].as_str().unwrap().to_owned();
    assert!(["TLE", "WTL"].contains(&&*verdict), "{verdict}");
}

fn a_package_that_cannot_be_read_is_not_in_order() {
    let folder = Folder::of(ICPC);
    folder.file("q/problem.yaml", "name: [\n");
    folder
        .judge(&["verify", "."])
        .code(2)
        .says(&["q/problem.yaml: "])
        .prints(&["solutions   2 of 2 as expected\n"]);
}

fn an_interrupted_verification_promises_nothing() {
    let folder = Folder::of(ICPC);
    let started = folder.path().join("started");
    let script = format!("echo $$ > '{}'; exec sleep 1000", started.display());
    folder.file("p/submissions/accepted/a.sh", script);
    folder.file("q/problem.toml", "name = \"q\"");
    folder.file("q/data/1.in", "");
    folder.file("q/data/1.ans", "");
    let running = folder.start(&["verify", ".", "--no-sandbox"]);
    folder.wait_for("started");
    running.signal("TERM");
    let seen = running.end().code(143).says(&["interrupted\n"]);
    assert!(!seen.stdout.contains("in order"), "{}", seen.stdout);
}

fn what_is_known_is_told_before_the_rest_is_looked_at() {
    let folder = Folder::of(ICPC);
    let started = folder.path().join("started");
    let script = format!("echo $$ > '{}'; exec sleep 1000", started.display());
    folder.file("p/submissions/accepted/a.sh", script);
    let running = folder.start(&["verify", "p", "--no-sandbox"]);
    folder.wait_for("started");
    running.signal("TERM");
    let seen = running.end().code(143).prints(&[
        "p Sums (2 cases, 2 solutions)\n",
        "inputs      2 of 2 accepted by 1 validator\n",
        "answers     2 of 2 accepted\n",
    ]);
    assert!(!seen.stdout.contains("solutions   "), "{}", seen.stdout);
    // The line that changes is for terminals only.
    assert!(!seen.stderr.contains('…'), "{}", seen.stderr);
}

fn every_solution_is_told_where_all_is_asked_for() {
    let told = [
        "      AC   accepted/a.sh\n",
        "      WA   wrong_answer/w.sh\n",
    ];
    let folder = Folder::of(ICPC);
    let seen = folder.judge(&["verify", "p"]).code(0);
    assert!(told.iter().all(|line| !seen.stdout.contains(line)));
    folder.judge(&["verify", "p", "-v"]).code(0).prints(&told);
}

fn a_misspelt_folder_of_submissions_is_told_everywhere() {
    let message =
        "submissions/acepted: nothing is expected of acepted/a.sh; did you mean `accepted`?\n";
    let warning = format!("judge: warning: {message}");
    let folder = Folder::of(ICPC);
    folder.file("p/submissions/acepted/a.sh", "echo 3");
    folder.judge(&["list", "p"]).code(0).says(&[&warning]);
    folder.judge(&["run", "p"]).code(0).says(&[&warning]);
    folder.judge(&["verify", "p"]).code(0).prints(&[message]);
}

fn a_package_without_solutions_is_looked_at_too() {
    let files: Vec<_> = ICPC
        .iter()
        .filter(|(name, _)| !name.contains("submissions"))
        .copied()
        .collect();
    let folder = Folder::of(&files);
    folder
        .judge(&["verify", "p"])
        .code(0)
        .prints(&["answers     2 of 2 accepted\n", "solutions   none\n"]);
    folder.file("q/problem.toml", "name = \"q\"");
    folder.file("q/data/secret/1.in", "");
    folder.file("q/data/secret/1.ans", "");
    folder.file("q/submissions/accepted/a.sh", "true");
    folder.file("p/data/secret/2.ans", "8\n8\n");
    // Beside another package it is not left out.
    folder.judge(&["verify", "."]).prints(&["p Sums", "q q"]);
}

fn tests_of_a_checker_end_their_lines_as_cases_do() {
    let description = r#"<problem><judging><testset name="tests"><time-limit>10000</time-limit>
        <test-count>1</test-count><input-path-pattern>tests/%02d</input-path-pattern>
        <answer-path-pattern>tests/%02d.a</answer-path-pattern><tests><test method="manual"/></tests>
        </testset></judging><files/><assets><checker name="std::fcmp.cpp"><source path="files/check.cpp"/>
        <testset><test-count>1</test-count><input-path-pattern>c/%02d</input-path-pattern>
        <output-path-pattern>c/%02d.o</output-path-pattern><answer-path-pattern>c/%02d.a</answer-path-pattern>
        <tests><test verdict="ok"/></tests></testset></checker>
        <validators><validator><source path="files/v.sh"/></validator></validators></assets></problem>"#;
    let folder = Folder::of(&[
        ("p/problem.xml", description),
        ("p/files/check.cpp", ""),
        ("p/files/v.sh", "test \"$(od -An -c)\" = '   2  \\n'"),
    ]);
    for name in ["tests/01", "tests/01.a", "c/01", "c/01.o"] {
        folder.file(&format!("p/{name}"), "2\r\n");
    }
    folder.file("p/c/01.a", "2\n");
    folder
        .judge(&["verify", "p"])
        .code(0)
        .prints(&["outputs     1 of 1 judged as they should be\n"]);
}
