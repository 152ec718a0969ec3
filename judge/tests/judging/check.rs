//! `judge check`.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    check_tells_by_its_exit_code,
    check_refuses_what_it_cannot_compare,
    checkers_are_listed,
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
