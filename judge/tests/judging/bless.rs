//! `judge bless`: answers are written where two solutions agree, and nowhere else.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    an_answer_is_written_once_two_solutions_agree,
    where_they_disagree_nothing_is_written,
    nobody_to_ask_is_no_yes,
    solutions_are_named_as_for_a_run,
    a_solution_is_not_independent_of_itself,
];

fn sums(second: &str) -> Folder {
    let folder = Folder::of(&[
        ("p/problem.toml", "name = \"p\"\n"),
        ("p/data/secret/1.in", "1 1\n"),
        ("p/data/secret/1.ans", "2\n"),
        ("p/data/secret/2.in", "2 1\n"),
        ("p/data/secret/2.ans", ""),
        ("p/submissions/accepted/a.sh", "read a b; echo $((a + b))"),
    ]);
    folder.file("p/submissions/accepted/b.sh", second);
    folder
}

const WORDS: &[&str] = &[
    "bless",
    "p",
    "--by",
    "accepted/a.sh",
    "--agreed-by",
    "accepted/b.sh",
];

fn with_yes() -> Vec<&'static str> {
    [WORDS, &["--yes"]].concat()
}

fn an_answer_is_written_once_two_solutions_agree() {
    let folder = sums("read a b; echo $((b + a))");
    folder.judge(&with_yes()).code(0).prints(&[
        "p/data/secret/2.ans\n  line 1: nothing becomes `3\\n`\n",
        "1 answer written\n",
    ]);
    assert_eq!(folder.lines("p/data/secret/2.ans"), ["3"]);
    let again = folder.judge(&with_yes()).code(0);
    again.prints(&["nothing to write: 2 cases as accepted/a.sh says\n"]);
}

fn where_they_disagree_nothing_is_written() {
    let folder = sums("read a b; echo $((a + a))");
    folder.file("p/data/secret/1.ans", "5\n");
    folder.judge(&with_yes()).code(1).says(&[
        "secret/2: accepted/b.sh disagrees with accepted/a.sh: WA",
        "nothing is written",
    ]);
    assert_eq!(folder.lines("p/data/secret/1.ans"), ["5"]);
}

fn nobody_to_ask_is_no_yes() {
    let folder = sums("read a b; echo $((b + a))");
    // What would be written is shown all the same.
    folder
        .judge(WORDS)
        .code(64)
        .says(&["nothing is written: expected a terminal to ask on, found none; give --yes"])
        .prints(&["p/data/secret/2.ans\n  line 1: nothing becomes `3\\n`\n"]);
    assert!(folder.lines("p/data/secret/2.ans").is_empty());
}

fn solutions_are_named_as_for_a_run() {
    let folder = sums("read a b; echo $((b + a))");
    folder.file("p/submissions/wrong_answer/b.sh", "echo 1");
    let by = |first: &str, second: &str| {
        let words = ["bless", "p", "--by", first, "--agreed-by", second, "--yes"];
        folder.judge(&words)
    };
    by("a.sh", "p/submissions/accepted/b.sh")
        .code(0)
        .prints(&["1 answer written\n"]);
    by("a", "accepted/b.sh")
        .code(0)
        .prints(&["nothing to write: 2 cases as accepted/a.sh says\n"]);
    by("c.sh", "a").code(64).says(&[
        "--by `c.sh` names no solution of p; it has accepted/a.sh, accepted/b.sh, wrong_answer/b.sh\n",
    ]);
    by("a", "b").code(64).says(&[
        "--agreed-by `b` names several solutions of p: accepted/b.sh, wrong_answer/b.sh; name one of them\n",
    ]);
    by("a", "a.sh").code(64).says(&["name an independent one"]);
}

fn a_solution_is_not_independent_of_itself() {
    let folder = sums("");
    let words = [
        "bless",
        "p",
        "--yes",
        "--by",
        "accepted/a.sh",
        "--agreed-by",
        "accepted/a.sh",
    ];
    folder
        .judge(&words)
        .code(64)
        .says(&["name an independent one"]);
}
