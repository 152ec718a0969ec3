//! Command lines that are wrong, or can be taken in two ways, and what is said of them.

use std::fs;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_misspelt_command_is_seen_through,
    options_that_make_no_sense_together_are_refused,
    a_name_that_is_there_is_no_glob,
    a_source_without_an_extension_is_told_what_to_do,
    what_did_not_run_is_not_counted_as_run,
    what_is_not_isolated_by_choice_misses_nothing,
    an_installation_by_no_command_is_refused,
    columns_are_those_that_a_person_counts,
];

fn a_misspelt_command_is_seen_through() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    for (word, meant) in [("rnu", "run"), ("wacth", "watch"), ("mtarix", "matrix")] {
        let seen = folder.judge(&[word, "a.sh", "t"]).code(64);
        seen.says(&[&format!("did you mean `judge {meant}`?")]);
    }
    // Options of the command that was meant are none of `judge run`.
    let seen = folder.judge(&["strss", "a.sh", "--gen", "a.sh"]).code(64);
    seen.says(&["did you mean `judge stress`?"]);
    let seen = folder.judge(&["nothing-like-it", "a.sh", "t"]).code(64);
    assert!(!seen.stderr.contains("did you mean"), "{}", seen.stderr);
}

fn options_that_make_no_sense_together_are_refused() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    for words in [
        &["run", "a.sh", "-", "--shard", "1/2"][..],
        &["run", "a.sh", "-", "--last-failed"],
        &["run", "a.sh", "-", "--baseline", "r.json"],
        &["run", "a.sh", "-", "--touched", "a.sh"],
        &["run", "a.sh", "-", "--case", "1"],
        &["run", "a.sh", "t", "--shard", "1/2", "--touched", "a.sh"],
        &["run", "a.sh", "t", "--all-cases", "--fail-fast"],
    ] {
        folder.judge(words).code(64);
    }
}

fn a_name_that_is_there_is_no_glob() {
    let folder = Folder::package("", "cat", &[]);
    for name in ["a[1]", "a1", "b[", "*"] {
        folder.file(&format!("p/data/secret/{name}.in"), "1\n");
        folder.file(&format!("p/data/secret/{name}.ans"), "1\n");
    }
    for (word, cases) in [
        ("a[1]", &["secret/a[1] AC"][..]),
        ("secret/a[1]", &["secret/a[1] AC"]),
        ("b[", &["secret/b[ AC"]),
        ("*", &["secret/* AC"]),
        ("a?", &["secret/a1 AC"]),
        ("a*", &["secret/a1 AC", "secret/a[1] AC"]),
    ] {
        for words in [&["p", word][..], &["p", "--case", word]] {
            assert_eq!(folder.run(words).cases(), cases, "{word}");
        }
    }
}

fn a_source_without_an_extension_is_told_what_to_do() {
    let folder = Folder::sum(&[("a", "echo 5")]);
    let seen = folder.judge(&["run", "a", "t"]).code(64);
    seen.says(&[
        "a: expected a source whose extension tells its language",
        "--cmd ./a",
    ]);
}

fn what_did_not_run_is_not_counted_as_run() {
    let folder = Folder::of(&[("a.sh", "cat")]);
    for (name, answer) in [("1", "1"), ("2", "x"), ("3", "3"), ("4", "4")] {
        folder.file(&format!("t/{name}.in"), name);
        folder.file(&format!("t/{name}.out"), answer);
    }
    let seen = folder
        .judge(&["run", "a.sh", "t", "--fail-fast", "--report", "r.md"])
        .code(1);
    seen.prints(&["1 AC, 1 WA, 2 SK", "1 solution, 2 of 4 cases in "]);
    let markdown = fs::read_to_string(folder.path().join("r.md")).unwrap();
    assert!(
        markdown.contains("1 solution, 2 of 4 cases in "),
        "{markdown}"
    );
    // Cases that were only run are cases that have a verdict already.
    fs::remove_file(folder.path().join("t/2.out")).unwrap();
    let seen = folder.judge(&["run", "a.sh", "t/1.in", "t/2.in"]).code(0);
    seen.prints(&["2 AC, 1 of them only run: no expected output"]);
    let seen = folder.judge(&["run", "a.sh", "t/2.in"]).code(0);
    let seen = seen.prints(&[
        "  · ran a.sh",
        "  only run: no expected output",
        "s: done\n",
    ]);
    assert!(!seen.stdout.contains("AC"), "{}", seen.stdout);
    folder
        .judge(&["run", "a.sh", "t/2.in", "--report", "only.md"])
        .code(0);
    let markdown = fs::read_to_string(folder.path().join("only.md")).unwrap();
    let claims = ["✅", "as expected"].map(|claim| markdown.contains(claim));
    assert_eq!(claims, [false, false], "{markdown}");
}

fn what_is_not_isolated_by_choice_misses_nothing() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    let seen = folder.judge(&["run", "a.sh", "t", "--no-sandbox"]).code(0);
    let seen = seen.prints(&["trusted code only, as --no-sandbox asks\n"]);
    assert!(!seen.stdout.contains("doctor"), "{}", seen.stdout);
}

fn an_installation_by_no_command_is_refused() {
    let folder = Folder::of(&[]);
    for nothing in ["", " "] {
        let seen = folder.judge(&["init-ci", "--install", nothing]).code(64);
        seen.says(&["expected a command, found nothing"]);
    }
    assert!(!folder.path().join(".github").exists());
}

fn columns_are_those_that_a_person_counts() {
    let folder = Folder::of(&[("out", "é盤 1\n"), ("ans", "é盤 2\n")]);
    let seen = folder.judge(&["check", "out", "ans"]).code(1);
    seen.prints(&["(line 1, column 5 of ans)", "at line 1, column 5 of"]);
}
