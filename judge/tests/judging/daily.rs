//! What makes daily use short: a pasted case, failing cases kept as files, only what was touched,
//! settings, and builds that are not done twice.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_pasted_case_is_run_and_its_output_printed,
    outputs_of_several_solutions_are_told_apart,
    a_pasted_case_has_the_limits_and_the_checker_of_its_package,
    what_is_pasted_must_be_for_one_problem,
    failing_cases_are_kept_with_a_script_that_repeats_them,
    a_wrong_solution_that_is_rejected_is_not_kept,
    what_was_run_for_nothing_is_not_kept,
    a_kept_case_overwrites_nothing,
    a_talk_is_kept_as_it_was,
    only_what_a_file_touches_is_judged,
    settings_say_whether_there_are_colours,
    a_wrong_setting_is_told_with_the_right_one,
    cargo_is_not_asked_where_nothing_changed["cargo"],
];

/// Runs the judge with a text on its standard input.
fn paste(folder: &Folder, text: &str, arguments: &[&str]) -> Seen {
    folder.file("pasted-text", text);
    let wrapper = ["sh", "-c", "exec \"$0\" \"$@\" < pasted-text"];
    folder.judge_by(&wrapper, arguments, &[])
}

const ADD: &str = "read a b; echo $((a + b)); echo seen >&2";

fn a_pasted_case_is_run_and_its_output_printed() {
    let folder = Folder::of(&[("a.sh", ADD), ("b.sh", "printf '\\377\\0'"), ("ans", "16")]);
    let seen = paste(&folder, "7 8\n", &["run", "a.sh", "-"]).code(0);
    assert_eq!(seen.stdout, "15\n");
    seen.says(&["· ran a.sh", "no expected output", "s: done\n"]);
    let seen = paste(&folder, "7 8\n", &["run", "a.sh", "-", "--answer", "ans"]).code(1);
    assert_eq!(seen.stdout, "15\n");
    seen.says(&["expected: '16', found: '15'"]);
    paste(&folder, "8 8\n", &["run", "a.sh", "-", "--answer", "ans"]).code(0);
    // A report takes standard output for itself.
    let words = ["run", "a.sh", "-", "--format", "json"];
    assert_eq!(paste(&folder, "7 8", &words).cases(), ["pasted AC"]);
    // Bytes are what they are.
    let script = "\"$0\" \"$@\" < ans | od -An -tx1";
    let seen = folder.judge_by(&["sh", "-c", script], &["run", "b.sh", "-"], &[]);
    assert_eq!(seen.code(0).stdout.trim(), "ff 00");
    let seen = folder
        .judge(&["run", "a.sh", "t", "--answer", "ans"])
        .code(64);
    seen.says(&["judge run sol.cpp - --answer FILE"]);
    let seen = paste(&folder, "", &["run", "a.sh", "-", "--answer", "none"]).code(64);
    seen.says(&["--answer none: expected a file"]);
}

fn outputs_of_several_solutions_are_told_apart() {
    let folder = Folder::of(&[
        ("a.sh", "read a b; echo $((a + b))"),
        ("b.sh", "read a b; echo \" $((b + a))\""),
        ("c.sh", "read a b; printf $((a * b))"),
    ]);
    let seen = paste(&folder, "7 8\n", &["run", "a.sh", "b.sh", "c.sh", "-"]).code(0);
    assert_eq!(seen.stdout, "── a.sh\n15\n── b.sh\n 15\n── c.sh\n56\n");
    // Blanks are nothing to a comparison of tokens.
    let seen = seen.says(&[
        "· ran",
        "s: done\njudge: the outputs differ: c.sh from a.sh\n",
    ]);
    assert!(!seen.stderr.contains("AC"), "{}", seen.stderr);
    let seen = paste(&folder, "7 8\n", &["run", "a.sh", "b.sh", "-"]).code(0);
    assert!(!seen.stderr.contains("differ"), "{}", seen.stderr);
    let words = ["run", "a.sh", "b.sh", "-", "--checker", "exact"];
    let seen = paste(&folder, "7 8\n", &words).code(0);
    seen.says(&["the outputs differ: b.sh from a.sh"]);
}

fn a_pasted_case_has_the_limits_and_the_checker_of_its_package() {
    let settings = "limits = { output = \"1KiB\" }\nchecker = { name = \"exact\" }\n";
    let folder = Folder::package(settings, "cat", &[]);
    folder.file("two", "2");
    let words = ["run", "p/submissions/tried/a.sh", "-"];
    paste(&folder, &"x".repeat(1025), &words)
        .code(1)
        .says(&["more than 1 KiB"]);
    let words = ["run", "p", "-", "--answer", "two"];
    assert_eq!(paste(&folder, "2", &words).code(0).stdout, "2");
    paste(&folder, "2\n", &words)
        .code(0)
        .says(&["WA  tried/a.sh"]);
}

fn what_is_pasted_must_be_for_one_problem() {
    let folder = Folder::of(&[]);
    for name in ["a", "b"] {
        folder.file(&format!("problems/{name}/problem.toml"), "name = \"x\"");
        folder.file(&format!("problems/{name}/data/1.in"), "");
        folder.file(&format!("problems/{name}/data/1.ans"), "");
        folder.file(&format!("problems/{name}/submissions/accepted/s.sh"), "cat");
    }
    let seen = paste(&folder, "1", &["run", "-"]).code(64);
    seen.says(&["a pasted case is for one problem"]);
    assert_eq!(paste(&folder, "1", &["run", "a", "-"]).code(0).stdout, "1");
}

/// Three cases of which a solution gets the second one wrong.
fn half() -> Folder {
    let folder = Folder::of(&[(
        "a.sh",
        "read x; test $x = 2 && { echo why >&2; echo no; exit; }; echo $x",
    )]);
    for name in ["1", "2", "3"] {
        folder.file(&format!("t/{name}.in"), format!("{name}\n"));
        folder.file(&format!("t/{name}.out"), format!("{name}\n"));
    }
    folder
}

/// All files below a folder, in order.
fn files(folder: &Folder, below: &str) -> Vec<String> {
    let listed = Command::new("sh")
        .args(["-c", "cd \"$0\" && find . -type f | LC_ALL=C sort"])
        .arg(folder.path().join(below))
        .output()
        .unwrap();
    let text = String::from_utf8(listed.stdout).unwrap();
    text.lines().map(|line| line[2..].to_owned()).collect()
}

fn failing_cases_are_kept_with_a_script_that_repeats_them() {
    let folder = half();
    let seen = folder.judge(&["run", "a.sh", "t", "--keep", "k"]).code(1);
    seen.says(&["judge: kept 1 case in k\n"]);
    let place = "t/a.sh/2";
    let names = ["expected", "input", "output", "reproduce.sh", "stderr"];
    assert_eq!(
        files(&folder, "k"),
        names.map(|name| format!("{place}/{name}"))
    );
    let read = |name: &str| {
        let path = folder.path().join("k").join(place).join(name);
        fs::read_to_string(path).unwrap()
    };
    assert_eq!(
        ["input", "output", "expected", "stderr"].map(read),
        ["2\n", "no\n", "2\n", "why\n"]
    );
    let script = read("reproduce.sh");
    assert!(
        script.contains("\n# Judged again by: judge run a.sh t --case 2\n"),
        "{script}"
    );
    let script = folder.path().join("k").join(place).join("reproduce.sh");
    let again = Command::new(script).current_dir("/").output().unwrap();
    assert_eq!(
        (&*again.stdout, &*again.stderr),
        (&b"no\n"[..], &b"why\n"[..])
    );
    // With --verbose all of them.
    let words = ["run", "a.sh", "t", "--keep", "all", "--verbose"];
    folder
        .judge(&words)
        .code(1)
        .says(&["kept 3 cases in all\n"]);
    assert_eq!(files(&folder, "all").len(), 3 * 4 + 1);
}

fn a_wrong_solution_that_is_rejected_is_not_kept() {
    let files_of = [
        ("wrong_answer/wrong.sh", "echo 2"),
        // Rejected, and not in the way that it should be.
        ("wrong_answer/crash.sh", "exit 3"),
        ("accepted/bad.sh", "echo 2"),
        ("accepted/good.sh", "cat"),
    ];
    let folder = Folder::of(&[("p/problem.toml", "name = \"p\"")]);
    folder.file("p/data/secret/1.in", "1");
    folder.file("p/data/secret/1.ans", "1");
    for (name, text) in files_of {
        folder.file(&format!("p/submissions/{name}"), text);
    }
    let seen = folder.judge(&["run", "p", "--keep", "k"]).code(1);
    seen.says(&["judge: kept 2 cases in k\n"]);
    let kept = files(&folder, "k");
    let scripts: Vec<&str> = kept
        .iter()
        .filter_map(|file| file.strip_suffix("/secret-1/reproduce.sh"))
        .collect();
    assert_eq!(scripts, ["p/accepted-bad.sh", "p/wrong_answer-crash.sh"]);
    let seen = folder.judge(&["run", "p", "--keep", "all", "--verbose"]);
    seen.code(1).says(&["judge: kept 4 cases in all\n"]);
    // It is said where there is nothing to keep too.
    let words = ["run", "p", "accepted/good.sh", "--keep", "none"];
    folder.judge(&words).code(0).says(&["kept 0 cases in none"]);
}

fn what_was_run_for_nothing_is_not_kept() {
    // Out of time on the first case: the others, which may have begun beside it, are skipped.
    let folder = Folder::of(&[(
        "a.sh",
        "read x; test $x = 1 && while :; do :; done; echo no",
    )]);
    for name in ["1", "2", "3"] {
        folder.file(&format!("t/{name}.in"), format!("{name}\n"));
        folder.file(&format!("t/{name}.out"), format!("{name}\n"));
    }
    let limits = ["--time-limit", "200ms", "--wall-limit", "100s"];
    let words = ["run", "a.sh", "t", "--keep", "k", "--jobs", "3"];
    folder.judge(&[&words[..], &limits].concat()).code(1);
    let kept = files(&folder, "k");
    assert!(
        !kept.is_empty() && kept.iter().all(|file| file.starts_with("t/a.sh/1/")),
        "{kept:?}"
    );
}

fn a_kept_case_overwrites_nothing() {
    let folder = half();
    folder.file("k/mine", "mine");
    let seen = folder.judge(&["run", "a.sh", "t", "--keep", "k"]).code(64);
    seen.says(&["--keep: k: expected a new or an empty folder"]);
    assert_eq!(files(&folder, "k"), ["mine"]);
    // Two names that are written alike, and one that would lead elsewhere.
    let folder = Folder::of(&[("b.sh", "echo 2")]);
    for name in ["x/y", "x-y"] {
        folder.file(&format!("p/data/secret/{name}.in"), "1");
        folder.file(&format!("p/data/secret/{name}.ans"), "1");
    }
    folder.file("p/problem.toml", "name = \"p\"");
    folder
        .judge(&["run", "p/../b.sh", "p", "--keep", "k"])
        .code(1);
    let kept = files(&folder, "k");
    let inputs: Vec<&String> = kept.iter().filter(|file| file.ends_with("input")).collect();
    assert_eq!(
        inputs,
        [
            "p/p-..-b.sh/secret-x-y-2/input",
            "p/p-..-b.sh/secret-x-y/input"
        ]
    );
}

fn a_talk_is_kept_as_it_was() {
    let interactor = "echo 1; read x; exit 43";
    let settings = "[interactor]\npath = \"i.sh\"\n";
    let folder = Folder::package(settings, "read x; echo 2", &[("i.sh", interactor)]);
    folder.judge(&["run", "p", "--keep", "k"]).code(0);
    let place = folder.path().join("k/p/tried-a.sh/secret-1");
    assert_eq!(fs::read_to_string(place.join("talk")).unwrap(), "<1\n>2\n");
    let script = fs::read_to_string(place.join("reproduce.sh")).unwrap();
    let last = "exec judge run p/submissions/tried/a.sh p --case secret/1\n";
    assert!(script.ends_with(last), "{script}");
    assert!(!place.join("output").exists());
}

fn only_what_a_file_touches_is_judged() {
    let folder = Folder::of(&[
        ("p/problem.toml", "name = \"p\""),
        ("p/data/secret/1.in", "1"),
        ("p/data/secret/1.ans", "1"),
        ("p/data/secret/2.in", "2"),
        ("p/data/secret/2.ans", "2"),
        ("p/submissions/accepted/a.sh", "cat"),
        ("p/submissions/accepted/b.sh", "cat"),
        ("p/statement.md", ""),
    ]);
    let run = |file: &str| folder.run(&["p", "--touched", file]).code(0);
    let seen = run("p/submissions/accepted/b.sh");
    assert_eq!(seen.cases(), ["secret/1 AC", "secret/2 AC"]);
    assert_eq!(seen.table(), ["accepted/b.sh AC AC true"]);
    let seen = run("p/data/secret/2.ans");
    assert_eq!(seen.table().len(), 2);
    let cases = &seen.json()["problems"][0]["cases"];
    assert_eq!(cases.as_array().unwrap().len(), 1);
    assert_eq!(run("p/problem.toml").table().len(), 2);
    let words = ["run", "p", "--touched", "p/statement.md"];
    let seen = folder.judge(&words).code(0);
    seen.says(&["judge: the change touches nothing that is judged\n"]);
}

fn settings_say_whether_there_are_colours() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    let coloured = |variables: &[(&str, &OsStr)]| {
        let words = ["run", "a.sh", "t"];
        let seen = folder.start_with(&words, variables, None).end().code(0);
        seen.stdout.contains('\u{1b}')
    };
    assert!(!coloured(&[]));
    folder.file("judge.toml", "color = \"always\"\n");
    assert!(coloured(&[]));
    // The environment goes before the settings, and the nearer ones before the user's own.
    assert!(!coloured(&[("NO_COLOR", OsStr::new("1"))]));
    folder.file("judge.toml", "jobs = 1\n");
    folder.file("home/judge/config.toml", "color = \"always\"\njobs = 2\n");
    let home = folder.path().join("home");
    assert!(coloured(&[("XDG_CONFIG_HOME", home.as_os_str())]));
    let words = ["run", "a.sh", "t", "--format", "json"];
    let variables = [("XDG_CONFIG_HOME", home.as_os_str())];
    let seen = folder.start_with(&words, &variables, None).end().code(0);
    assert_eq!(seen.json()["jobs"], 1);
}

fn a_wrong_setting_is_told_with_the_right_one() {
    let folder = Folder::sum(&[("a.sh", "echo 5"), ("judge.toml", "# mine\njob = 3\n")]);
    let seen = folder.judge(&["run", "a.sh", "t"]).code(2);
    seen.says(&["judge.toml: ", "line 2", "did you mean `jobs`?"]);
}

fn cargo_is_not_asked_where_nothing_changed() {
    let folder = Folder::of(&[
        (
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"a\", \"b\"]\n",
        ),
        (
            "a/Cargo.toml",
            "[package]\nname = \"a\"\nedition = \"2021\"\n[dependencies]\nb = { path = \"../b\" }\n",
        ),
        ("a/src/main.rs", "fn main() { println!(\"{}\", b::five()) }"),
        (
            "b/Cargo.toml",
            "[package]\nname = \"b\"\nedition = \"2021\"\n",
        ),
        ("b/src/lib.rs", "pub fn five() -> u32 { 5 }"),
        (
            "problems/p/problem.toml",
            "name = \"P\"\n[[solution]]\ncrate = \"a\"\n",
        ),
        ("problems/p/data/1.in", ""),
        ("problems/p/data/1.ans", "5"),
    ]);
    let path = |name: &str| folder.path().join(name);
    folder.file(
        "cargo",
        "#!/bin/sh\necho asked >> \"${0%/*}/asked\"\nexec cargo \"$@\"\n",
    );
    fs::set_permissions(path("cargo"), PermissionsExt::from_mode(0o755)).unwrap();
    let (cargo, target) = (path("cargo"), path("target"));
    let run = || {
        let variables = [
            ("CARGO", cargo.as_os_str()),
            ("CARGO_TARGET_DIR", target.as_os_str()),
        ];
        let words = ["run", "--format", "json"];
        let seen = folder.start_with(&words, &variables, None).end().code(0);
        let verdict = seen.case()["verdict"].as_str().unwrap().to_owned();
        (verdict, folder.lines("asked").len())
    };
    let seen = |verdict: &str, asked: usize| (verdict.to_owned(), asked);
    // First it builds, then it has nothing to do, and from then on it is not asked.
    assert_eq!(run(), seen("AC", 1));
    assert_eq!(run(), seen("AC", 2));
    assert_eq!(run(), seen("AC", 2));
    // Whatever the program is made of may change.
    folder.file("b/src/lib.rs", "pub fn five() -> u32 { 6 }");
    assert_eq!(run(), seen("WA", 3));
    folder.file("b/src/lib.rs", "pub fn five() -> u32 { 5 }");
    assert_eq!(run(), seen("AC", 4));
    assert_eq!(run(), seen("AC", 5));
    assert_eq!(run(), seen("AC", 5));
    // A program that is gone is built again.
    fs::remove_file(path("target/release/a")).unwrap();
    assert_eq!(run(), seen("AC", 6));
}
