//! `judge check`.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    check_tells_by_its_exit_code,
    check_refuses_what_it_cannot_compare,
    a_difference_is_of_words_where_lines_end_elsewhere,
    checkers_are_listed,
    a_program_may_judge_an_output,
];

fn check_tells_by_its_exit_code() {
    let folder = Folder::of(&[
        ("ok", "1  2\r\n"),
        ("ans", "1 2\n"),
        ("bad", "1 3"),
        ("near", "1 2.0000001"),
    ]);
    for (arguments, code, printed) in [
        (&["ok", "ans"][..], 0, "AC: 2 tokens\n"),
        (
            &["bad", "ans"],
            1,
            "WA: 2nd words differ - expected: '2', found: '3' (line 1, column 3 of ans)\n",
        ),
        (
            &[
                "near",
                "ans",
                "--checker",
                "kattis",
                "--",
                "float_tolerance",
                "1e-6",
            ],
            0,
            "AC",
        ),
        (&["near", "ans", "--checker", "kattis"], 1, "WA"),
        (
            &["ok", "ans", "--input", "no-such-file"],
            0,
            "AC: 2 tokens\n",
        ),
    ] {
        let seen = folder.judge(&[&["check"], arguments].concat()).code(code);
        assert!(seen.stdout.starts_with(printed), "{}", seen.stdout);
        assert_eq!(seen.stderr, "");
    }
}

fn check_refuses_what_it_cannot_compare() {
    let folder = Folder::of(&[("out", "1"), ("folder/x", "")]);
    folder.fifo("fifo");
    for (arguments, code, said) in [
        (
            &["missing", "out"][..],
            2,
            "judge: cannot read the output missing: No such file",
        ),
        (
            &["out", "missing"],
            2,
            "judge: cannot read the expected output missing: No such file",
        ),
        (
            &["folder", "out"],
            2,
            "judge: cannot read the output folder: not a regular file",
        ),
        (
            &["out", "folder"],
            2,
            "judge: cannot read the expected output folder: not a regular file",
        ),
        (
            &["fifo", "out"],
            2,
            "judge: cannot read the output fifo: not a regular file",
        ),
        (
            &["out", "fifo"],
            2,
            "judge: cannot read the expected output fifo: not a regular file",
        ),
        (
            &["out", "out", "--checker", "x"],
            64,
            "judge: unknown checker `x`; known are tokens, ",
        ),
        (&["out", "out", "--", "x"], 64, "judge: "),
        (
            &[
                "out",
                "out",
                "--checker",
                "kattis",
                "--",
                "float_tolerance",
                "x",
            ],
            64,
            "judge: ",
        ),
        (&["out"], 64, "error: "),
        (&[], 64, "error: "),
    ] {
        let seen = folder.judge(&[&["check"], arguments].concat()).code(code);
        assert!(
            seen.stderr.starts_with(said),
            "{arguments:?}: {}",
            seen.stderr
        );
        assert_eq!(seen.stdout, "");
    }
}

fn a_difference_is_of_words_where_lines_end_elsewhere() {
    let wrong = "1 2 3 x 5 6\n".replace(' ', "\n");
    let folder = Folder::of(&[("out", &*wrong), ("ans", "1 2 3 4 5 6\n")]);
    let check = |options: &[&str]| {
        let seen = folder.judge(&[&["check", "out", "ans"], options].concat());
        seen.code(1).stdout.clone()
    };
    let shown = check(&["--diff", "unified"]);
    let lines = "  1 - 1 2 3 4 5 6\n            ^\n  1 + 1\n  2 + 2\n  3 + 3\n  4 + x\n      ^\n";
    assert!(shown.contains(lines), "{shown}");
    let shown = check(&["--diff", "tokens"]);
    assert!(
        shown.contains("  line 1: expected '4', found 'x' on line 4\n"),
        "{shown}"
    );
    // Where the checker reads lines, these differ.
    let shown = check(&["--diff", "unified", "--checker", "lines"]);
    assert!(!shown.contains("word is held against word"), "{shown}");
}

fn checkers_are_listed() {
    let seen = Folder::of(&[]).judge(&["check", "--list"]).code(0);
    for name in ["tokens", "lines", "exact", "kattis", "ncmp"] {
        assert!(
            seen.stdout
                .lines()
                .any(|line| line.starts_with(&format!("{name} "))),
            "{name}"
        );
    }
}

fn a_program_may_judge_an_output() {
    let folder = Folder::of(&[
        ("in", "3\n"),
        ("out", "6\n"),
        ("ans", "5\n"),
        (
            "c.sh",
            "test \"$(echo $(cat $1 $2 $3))\" = \"$4\" && echo 'ok good' >&2 && exit 0; echo wrong answer $(cat $1 $2 $3) >&2; exit 1",
        ),
        ("bad.sh", "exit 9"),
    ]);
    let asked = ["check", "out", "ans", "--protocol", "testlib", "--program"];
    for (arguments, code, printed, said) in [
        (
            &["c.sh", "--input", "in", "--", "3 6 5"][..],
            0,
            "AC: good\n",
            "",
        ),
        (&["c.sh", "--", "6 5"], 0, "AC: good\n", ""),
        (
            &["c.sh", "--input", "in"],
            1,
            "WA: 3 6 5\n    input\n  1 3\n  first difference at line 1, column 1 of the expected output (-), \
             found (+), held against the one answer that is known\n  1 - 5\n  1 + 6\n",
            "",
        ),
        (&["bad.sh"], 2, "", "the checker failed: exit code 9"),
        (
            &["none.sh"],
            2,
            "",
            "the checker cannot be built here: none.sh",
        ),
    ] {
        let seen = folder.judge(&[&asked, arguments].concat()).code(code);
        assert_eq!(seen.stdout, printed, "{arguments:?}");
        seen.says(&[said]);
    }
    folder
        .judge(&["check", "out", "ans", "--protocol", "testlib"])
        .code(64);
    for (arguments, said) in [
        (
            &["check", "out", "none", "--program", "c.sh"][..],
            "judge: cannot read the answer none: No such file",
        ),
        (
            &[
                "check",
                "out",
                "ans",
                "--program",
                "c.sh",
                "--input",
                "none",
            ],
            "judge: cannot read the input none: No such file",
        ),
    ] {
        folder.judge(arguments).code(2).says(&[said]);
    }
    // The same for a whole run.
    let folder = Folder::sum(&[
        ("a.sh", "echo 6"),
        ("c.sh", "test \"$(cat)\" = 6 && exit 42; exit 43"),
    ]);
    folder
        .run(&["a.sh", "t", "--checker-program", "c.sh"])
        .code(0);
    folder
        .run(&["a.sh", "t", "--checker-program", "c.sh", "--protocol", "oj"])
        .code(1);
}
