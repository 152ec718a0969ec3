//! `judge list`, `judge new` without a game, completions and help.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    the_doctor_names_every_layer,
    without_isolation_the_report_says_so,
    list_shows_problems_and_their_parts,
    list_says_what_it_cannot_read,
    new_makes_a_problem_that_is_accepted["python3"],
    new_overwrites_nothing,
    every_shell_gets_completions,
    help_names_the_exit_codes,
];

fn list_shows_problems_and_their_parts() {
    let folder = Folder::of(&[
        (
            "problems/b/problem.toml",
            "name = \"Bee\"\nsource = \"Hive 1\"",
        ),
        ("problems/b/data/1.in", ""),
        ("problems/b/data/1.ans", ""),
        ("problems/b/submissions/accepted/a.sh", ""),
        (
            "problems/a/problem.toml",
            "name = \"Ant\"\n[[solution]]\ncrate = \"x\"\nabout = \"fast\"",
        ),
        ("problems/a/data/1.in", ""),
        ("problems/a/data/1.ans", ""),
        ("problems/a/data/2.in", ""),
        ("problems/a/data/2.ans", ""),
    ]);
    let ant = "a                    native: 2 cases, 1 solution; Ant (source not stated)\n";
    let bee = "b                    native: 1 case, 1 solution; Bee (Hive 1)\n";
    let list = |arguments: &[&str]| {
        folder
            .judge(&[&["list"], arguments].concat())
            .code(0)
            .stdout
    };
    assert_eq!(list(&[]), format!("{ant}{bee}"));
    assert_eq!(list(&["b"]), bee);
    assert_eq!(list(&["problems/b", "a"]), format!("{bee}{ant}"));
    assert_eq!(
        list(&["--verbose"]),
        format!(
            "{ant}    case      1\n    case      2\n    solution  -    x  fast\n\
             {bee}    case      1\n    solution  AC   accepted/a.sh\n"
        )
    );
}

fn list_says_what_it_cannot_read() {
    let folder = Folder::of(&[("problems/a/problem.toml", ""), ("problems/b/1.in", "")]);
    folder
        .judge(&["list"])
        .code(2)
        .says(&["expected the key `name`, found none"])
        .prints(&["b  "]);
    folder
        .judge(&["list", "x"])
        .code(2)
        .says(&["judge: x: cannot read: No such file"]);
    Folder::of(&[])
        .judge(&["list"])
        .code(64)
        .says(&["judge: no problems here"]);
}

fn new_makes_a_problem_that_is_accepted() {
    let folder = Folder::of(&[]);
    folder.judge(&["new", "my-problem"]).code(0).prints(&[
        "made problems/my-problem/problem.toml\n",
        "try `judge run my-problem`",
    ]);
    let seen = folder.run(&["my-problem", "--no-skip"]).code(0);
    assert_eq!(seen.table(), ["accepted/plain.py AC AC true"]);
}

fn new_overwrites_nothing() {
    let folder = Folder::of(&[("problems/a/readme.txt", ""), ("crates/b/readme.txt", "")]);
    for (arguments, said) in [
        (
            &["a"][..],
            "judge: problems/a exists already; choose another name, or remove it\n",
        ),
        (
            &["b"],
            "judge: crates/b exists already; choose another name, or remove it\n",
        ),
        (
            &["../c"],
            "judge: `../c` is no name for a problem: expected lower-case letters, digits and single `-`, a letter first, 40 characters at most\n",
        ),
        (
            &["c", "--game"],
            "judge: no game workspace here: expected Cargo.toml and crates/gridkit in this folder; a problem folder alone is made without --game\n",
        ),
        (
            &["match", "--game"],
            "judge: `match` is no name for a crate: Rust or the scaffold gives it another meaning\n",
        ),
        (
            &["heap", "--game"],
            "judge: `heap` is no name for a crate: Rust or the scaffold gives it another meaning\n",
        ),
    ] {
        let seen = folder.judge(&[&["new"], arguments].concat()).code(64);
        assert_eq!(seen.stderr, said);
    }
    assert!(!folder.path().join("problems/c").exists());
    folder.file("file/problems", "");
    let blocked = Folder::of(&[("problems", "a file")]);
    blocked
        .judge(&["new", "a"])
        .code(2)
        .says(&["judge: cannot make problems/a/problem.toml: "]);
}

fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let seen = Folder::of(&[]).judge(&["completions", shell]).code(0);
        assert!(seen.stdout.contains("time-limit"), "{shell}");
    }
}

fn help_names_the_exit_codes() {
    let folder = Folder::of(&[]);
    folder
        .judge(&["--help"])
        .code(0)
        .prints(&["Exit codes:", "130, 143", "Examples:"]);
    for command in ["run", "list", "check", "new", "completions"] {
        folder
            .judge(&[command, "--help"])
            .code(0)
            .prints(&["Usage: judge "]);
    }
    folder
        .judge(&["--version"])
        .code(0)
        .prints(&[env!("CARGO_PKG_VERSION")]);
}

fn the_doctor_names_every_layer() {
    Folder::of(&[]).judge(&["doctor"]).code(0).prints(&[
        "launcher: ",
        "namespaces: ",
        "landlock: ",
        "seccomp: ",
    ]);
}

fn without_isolation_the_report_says_so() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    folder
        .judge(&["run", "a.sh", "t", "--no-sandbox", "--verbose"])
        .code(0)
        .prints(&["isolation: process group and resource limits: trusted code only\n"]);
    folder
        .judge(&["run", "a.sh", "t", "--no-sandbox"])
        .code(0)
        .prints(&["trusted code only, as --no-sandbox asks\n"]);
    folder
        .judge(&["run", "a.sh", "t", "--no-sandbox", "--require-sandbox"])
        .code(64);
}
