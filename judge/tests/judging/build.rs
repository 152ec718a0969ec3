//! Languages, compilers, and sources of odd names.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_missing_compiler_skips_and_fails_nothing,
    skipping_is_a_failure_when_asked,
    sources_may_have_any_name ["cc", "python3"],
    a_tool_is_called_by_the_name_it_was_found_under,
    a_shim_is_asked_for_the_tool_behind_it,
    a_file_that_is_no_program_is_no_tool,
    what_is_no_source_is_a_judge_error,
    a_program_is_built_once,
    a_tool_that_cannot_be_asked_is_no_missing_tool,
    a_compiler_that_makes_no_program_is_a_compile_error,
    a_class_with_too_long_a_name_is_a_compile_error ["java", "javac"],
    own_languages_that_make_no_sense_are_refused,
    one_unknown_crate_does_not_spoil_the_others ["cargo"],
];

fn language(extension: &str, rest: &str) -> String {
    format!("[[language]]\nname = \"{extension}\"\nextensions = [\"{extension}\"]\n{rest}\n")
}

fn a_missing_compiler_skips_and_fails_nothing() {
    let config = language(
        "foo",
        "tool = \"no-such-compiler\"\nrun = [\"{tool}\", \"{source}\"]",
    );
    let folder = Folder::sum(&[("judge.toml", &config), ("a.foo", ""), ("b.sh", "echo 5")]);
    let seen = folder.run(&["a.foo", "b.sh", "t"]).code(0).says(&[
        "SK  a.foo",
        "skipped 1 solution: no-such-compiler (for foo) is not installed\n",
    ]);
    assert_eq!(seen.table(), ["a.foo AC SK null", "b.sh AC AC true"]);
    assert_eq!(
        seen.solutions()[0]["message"],
        "no-such-compiler (for foo) is not installed"
    );
    folder
        .run(&["a.foo", "t"])
        .code(0)
        .says(&["nothing was judged\n"]);
}

fn skipping_is_a_failure_when_asked() {
    let config = language("foo", "tool = \"no-such-compiler\"\nrun = [\"{tool}\"]");
    let folder = Folder::sum(&[("judge.toml", &config), ("a.foo", ""), ("b.sh", "echo 5")]);
    folder.run(&["a.foo", "b.sh", "t", "--no-skip"]).code(2);
    folder.run(&["b.sh", "t", "--no-skip"]).code(0);
}

fn sources_may_have_any_name() {
    const C: &str = "#include <stdio.h>\nint main() { puts(\"5\"); }";
    let names = [
        "a b.c",
        "it's \"q\".c",
        "-x.c",
        "größe.c",
        "..c",
        "program.c",
        "$(x).c",
    ];
    let folder = Folder::sum(&[("-y.py", "print(5)"), ("{source} {tool}.py", "print(5)")]);
    for name in names {
        folder.file(name, C);
    }
    let mut words = vec!["t", "--", "-y.py", "{source} {tool}.py"];
    words.extend(names);
    let seen = folder.run(&words).code(0);
    let rows: Vec<String> = words[2..]
        .iter()
        .map(|name| format!("{name} AC AC true"))
        .collect();
    assert_eq!(seen.table(), rows);
}

/// A script that may be run.
fn script(folder: &Folder, name: &str, text: &str) {
    folder.file(name, text);
    let mode = PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path().join(name), mode).unwrap();
}

/// Runs `a.foo`, a language whose tool is `foo-tool` in `bin/`.
fn run_foo(folder: &Folder, code: i32) -> serde_json::Value {
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}/bin:{path}", folder.path().display());
    let words = ["run", "--format", "json", "a.foo", "t"];
    let running = folder.start_with(&words, &[("PATH", OsStr::new(&path))], None);
    running.end().code(code).solutions()[0].clone()
}

fn a_tool_is_called_by_the_name_it_was_found_under() {
    // Like ccache, which is a compiler under every name but its own.
    let config = language(
        "foo",
        "tool = \"foo-tool\"\nrun = [\"{tool}\", \"{source}\"]",
    );
    let folder = Folder::sum(&[("judge.toml", &config), ("a.foo", "")]);
    script(
        &folder,
        "bin/many",
        "#!/bin/sh\ncase $0 in */foo-tool) echo 5;; *) exit 9;; esac\n",
    );
    symlink("many", folder.path().join("bin/foo-tool")).unwrap();
    assert_eq!(run_foo(&folder, 0)["verdict"], "AC");
}

fn a_shim_is_asked_for_the_tool_behind_it() {
    // Like the shims of pyenv and rustup, which need the user's own variables.
    let config = language(
        "foo",
        "tool = \"foo-tool\"\nlocate = [\"{tool}\", \"--where\"]\nlocate_suffix = \"/foo-tool\"\nrun = [\"{tool}\", \"{source}\"]",
    );
    let folder = Folder::sum(&[("judge.toml", &config), ("a.foo", "")]);
    script(
        &folder,
        "bin/foo-tool",
        "#!/bin/sh\ntest \"$1\" = --where && test -n \"$JUDGE_CACHE\" && echo ${0%/bin/*}/real\n",
    );
    script(&folder, "real/foo-tool", "#!/bin/sh\necho 5\n");
    assert_eq!(run_foo(&folder, 0)["verdict"], "AC");
    script(&folder, "bin/foo-tool", "#!/bin/sh\necho nowhere\n");
    let solution = run_foo(&folder, 0);
    assert_eq!(solution["verdict"], "SK");
    assert_eq!(solution["message"], "foo-tool (for foo) is not installed");
}

fn a_file_that_is_no_program_is_no_tool() {
    let config = language("foo", "tool = \"foo-tool\"\nrun = [\"{tool}\"]");
    let folder = Folder::sum(&[("judge.toml", &config), ("a.foo", ""), ("bin/foo-tool", "")]);
    assert_eq!(run_foo(&folder, 0)["verdict"], "SK");
}

fn what_is_no_source_is_a_judge_error() {
    let folder = Folder::sum(&[]);
    folder.fifo("fifo.c");
    folder.file("large.sh", vec![b'#'; (16 << 20) + 1]);
    for (name, message) in [
        ("fifo.c", "fifo.c: expected a source file"),
        (
            "large.sh",
            "large.sh: expected a source file of at most 16 MiB",
        ),
    ] {
        let seen = folder.run(&[name, "t"]).code(2);
        assert_eq!(seen.table(), [format!("{name} AC JE false")]);
        assert_eq!(seen.solutions()[0]["message"], message);
    }
}

fn a_tool_that_cannot_be_asked_is_no_missing_tool() {
    let config = language(
        "foo",
        "tool = \"sh\"\nlocate = [\"sh\", \"-c\", \"yes\"]\nrun = [\"{tool}\", \"{source}\"]",
    );
    let folder = Folder::sum(&[("judge.toml", &config), ("a.foo", "")]);
    let seen = folder.run(&["a.foo", "t"]).code(2);
    assert_eq!(
        seen.solutions()[0]["message"],
        "sh (for foo) cannot be asked where it is: over its limit: Output"
    );
}

fn a_program_is_built_once() {
    let folder = Folder::sum(&[
        ("a.foo", "echo 5"),
        ("b.foo", "echo 5"),
        ("c.foo", "echo 6"),
    ]);
    let count = folder.path().join("count");
    let compile = format!("echo x >> '{}'; cp {{source}} {{program}}", count.display());
    let config = language(
        "foo",
        &format!(
            "tool = \"sh\"\ncompile = [\"sh\", \"-c\", \"{compile}\"]\nrun = [\"{{tool}}\", \"{{program}}\"]"
        ),
    );
    folder.file("judge.toml", config);
    let built = |words: &[&str], code: i32| {
        // The compiler counts its calls in a file outside.
        folder
            .run(&[words, &["t", "--no-sandbox"]].concat())
            .code(code);
        folder.lines("count").len()
    };
    assert_eq!(built(&["a.foo"], 0), 1);
    assert_eq!(built(&["a.foo"], 0), 1);
    assert_eq!(built(&["c.foo"], 1), 2);
}

fn own_languages_that_make_no_sense_are_refused() {
    for (config, said) in [
        (
            "job = 1",
            "judge.toml: line 1: job: unknown key; did you mean `jobs`?",
        ),
        (
            "[[language]]\nname = \"x\"",
            "judge.toml: line 1: language 1: expected the key `tool`, found none",
        ),
        (
            "[[language]]\nname = \"x\"\nextensions = []\ntool = \"x\"\nrun = [\"x\"]",
            "judge.toml: line 1: language `x`: expected at least one extension and one word in `run`",
        ),
    ] {
        let folder = Folder::sum(&[("judge.toml", config), ("a.sh", "echo 5")]);
        folder.judge(&["run", "a.sh", "t"]).code(2).says(&[said]);
    }
}

fn one_unknown_crate_does_not_spoil_the_others() {
    let folder = Folder::of(&[
        (
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"good\"]\n",
        ),
        (
            "good/Cargo.toml",
            "[package]\nname = \"good\"\nedition = \"2021\"\n",
        ),
        ("good/src/main.rs", "fn main() { println!(\"5\") }"),
        (
            "problems/p/problem.toml",
            "name = \"P\"\n[[solution]]\ncrate = \"bad\"\n[[solution]]\ncrate = \"good\"\n",
        ),
        ("problems/p/data/1.in", ""),
        ("problems/p/data/1.ans", "5"),
    ]);
    let target = folder.path().join("target");
    let running = folder.start_with(
        &["run", "--format", "json"],
        &[("CARGO_TARGET_DIR", target.as_os_str())],
        None,
    );
    let seen = running.end().code(2);
    assert_eq!(seen.table(), ["bad null JE null", "good null AC null"]);
    let message = seen.solutions()[0]["message"].to_string();
    assert!(
        message.contains("`cargo build --release --package bad` failed"),
        "{message}"
    );
}

fn a_compiler_that_makes_no_program_is_a_compile_error() {
    for (command, message) in [
        (
            "true",
            "the compiler made no program of it that can be started",
        ),
        (
            "echo > {program}",
            "the compiler made no program of it that can be started",
        ),
        ("cp /bin/sh {program}", ""),
    ] {
        let rest = format!(
            "tool = \"sh\"\ncompile = [\"{{tool}}\", \"-c\", \"{command}\"]\nrun = [\"{{program}}\"]"
        );
        let folder = Folder::sum(&[("judge.toml", &language("foo", &rest)), ("a.foo", "")]);
        let seen = folder.run(&["a.foo", "t"]);
        let solution = &seen.solutions()[0];
        assert_eq!(solution["message"], message, "{command}");
        // A shell takes the input for commands that it does not find.
        let expected = if message.is_empty() { "RTE" } else { "CE" };
        assert_eq!(solution["verdict"], expected, "{command}");
    }
}

fn a_class_with_too_long_a_name_is_a_compile_error() {
    let source = format!("public class {} {{ }}", "a".repeat(300));
    let folder = Folder::sum(&[("a.java", &source)]);
    let seen = folder.run(&["a.java", "t", "--expect", "CE"]).code(0);
    assert_eq!(seen.table(), ["a.java CE CE true"]);
}
