//! The files that a run leaves: none takes the place of something else, and what cannot be written is
//! known before anything is run.

use std::fs;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_report_replaces_nothing_but_its_like,
    a_log_that_ends_like_a_report_is_none,
    two_reports_are_not_for_one_file,
    an_extension_that_tells_no_form_is_an_error,
    what_cannot_be_written_is_told_before_the_run,
    a_recorded_run_is_told_over_its_like_alone,
    a_matrix_takes_the_place_of_its_like_alone,
    a_calibration_takes_the_place_of_its_like_alone,
    no_command_takes_what_another_wrote_for_its_own,
];

/// Leaves a mark when it is run.
const MARKS: &str = "cat > /dev/null; echo 5; echo ran >&2";

fn a_report_replaces_nothing_but_its_like() {
    let folder = Folder::sum(&[("a.sh", MARKS), ("b.json", "{}"), ("empty.json", "")]);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for (option, file) in [
        ("--save", "a.sh"),
        ("--save", "t/1.in"),
        ("--save", "b.json"),
        ("--report", "b.json"),
        ("--report", "html=t/1.out"),
    ] {
        let before = text(file.trim_start_matches("html="));
        let seen = folder.judge(&["run", "a.sh", "t", option, file]).code(2);
        let seen = seen.says(&[
            file.trim_start_matches("html="),
            "found something else",
            "--force",
        ]);
        assert!(!seen.stdout.contains("a.sh"), "{}", seen.stdout);
        assert_eq!(text(file.trim_start_matches("html=")), before);
    }
    for words in [
        &["--save", "empty.json"][..],
        &["--save", "empty.json"],
        &["--save", "new.json", "--report", "new.html"],
        &["--save", "new.json", "--report", "new.html"],
        &["--save", "b.json", "--force"],
    ] {
        folder
            .judge(&[&["run", "a.sh", "t"], words].concat())
            .code(0);
    }
    assert!(text("b.json").contains("judge run"));
}

fn a_log_that_ends_like_a_report_is_none() {
    let folder = Folder::sum(&[("a.sh", MARKS)]);
    for format in ["human", "github"] {
        let told = folder.judge(&["run", "a.sh", "t", "--format", format]);
        folder.file("ci.log", format!("the log of make\n{}", told.stdout));
        let report = format!("{format}=ci.log");
        let seen = folder
            .judge(&["run", "a.sh", "t", "--report", &report])
            .code(2);
        seen.says(&["found something else", "--force"]);
        folder.file("ci.log", &told.stdout);
        folder
            .judge(&["run", "a.sh", "t", "--report", &report])
            .code(0);
    }
    for head in [
        "## A judge: how ours works",
        "## ✅ judge: as we like it\n\nmine",
    ] {
        folder.file("notes.md", format!("{head}\nprecious\n"));
        let seen = folder
            .judge(&["run", "a.sh", "t", "--report", "notes.md"])
            .code(2);
        seen.says(&["found something else"]);
    }
}

fn two_reports_are_not_for_one_file() {
    let folder = Folder::sum(&[("a.sh", MARKS)]);
    std::os::unix::fs::symlink("both.json", folder.path().join("link.html")).unwrap();
    for report in ["html=both.json", "html=./t/../both.json", "link.html"] {
        let words = [
            "run",
            "a.sh",
            "t",
            "--save",
            "both.json",
            "--report",
            report,
        ];
        let seen = folder.judge(&words).code(2);
        let seen = seen.says(&["is to hold an HTML report and a recorded run"]);
        assert!(!seen.stdout.contains("AC"), "{}", seen.stdout);
    }
    assert!(!folder.path().join("both.json").exists());
    folder
        .judge(&["run", "a.sh", "t", "--save", "r.json"])
        .code(0);
    let words = [
        "report", "r.json", "--report", "md=new", "--report", "html=new",
    ];
    folder
        .judge(&words)
        .code(2)
        .says(&["is to hold a Markdown report"]);
    // The same twice is there in the end.
    let words = ["run", "a.sh", "t", "--save", "r.json", "--report", "r.json"];
    folder.judge(&words).code(0);
}

fn an_extension_that_tells_no_form_is_an_error() {
    let folder = Folder::package("", "cat", &[]);
    folder.judge(&["run", "p", "--save", "r.json"]);
    for (words, endings) in [
        (
            ["report", "r.json"],
            ".txt, .json, .jsonl, .xml, .md or .html",
        ),
        (["matrix", "p"], ".txt, .json, .md or .html"),
        (["calibrate", "p"], ".txt, .json or .svg"),
    ] {
        let seen = folder.judge(&[&words[..], &["-o", "x.pdf"]].concat());
        seen.code(64).says(&["x.pdf", endings, "--format"]);
        assert!(!folder.path().join("x.pdf").exists());
    }
    folder.judge(&["report", "r.json", "-o", "out"]).code(0);
}

fn what_cannot_be_written_is_told_before_the_run() {
    let folder = Folder::sum(&[("a.sh", MARKS)]);
    for (file, told) in [
        ("none/r.json", "none/r.json: there is no folder none"),
        ("/dev/full", "/dev/full: No space left on device"),
        ("t", "t: Is a directory"),
    ] {
        let seen = folder.judge(&["run", "a.sh", "t", "--save", file]).code(2);
        let seen = seen.says(&["cannot write the report", told]);
        assert!(!seen.stdout.contains("AC"), "{}", seen.stdout);
        assert!(!seen.stderr.contains(".judge-"), "{}", seen.stderr);
    }
}

fn a_recorded_run_is_told_over_its_like_alone() {
    let folder = Folder::sum(&[("a.sh", MARKS)]);
    folder
        .judge(&["run", "a.sh", "t", "--save", "r.json"])
        .code(0);
    let html = ["report", "r.json", "--format", "html", "-o"];
    let over = |words: &[&str], file: &str, code: i32| {
        folder
            .judge(&[words, &[file]].concat())
            .code(code)
            .says(match code {
                0 => &[][..],
                _ => &["cannot write the report"],
            });
    };
    over(&html, "r.json", 2);
    over(&html, "r.html", 0);
    over(&html, "r.html", 0);
    over(&["report", "r.json", "--format", "human", "-o"], "a.sh", 2);
    for shard in ["1", "2"] {
        let (part, file) = (format!("{shard}/2"), format!("{shard}.json"));
        let words = ["run", "a.sh", "t", "--shard", &part, "--save", &file];
        folder.judge(&words).code(0);
    }
    let seen = folder
        .judge(&["merge", "1.json", "2.json", "-o", "1.json"])
        .code(2);
    seen.says(&["1.json is a shard that is read"]);
    folder
        .judge(&["merge", "1.json", "2.json", "-o", "r.json"])
        .code(0);
}

fn a_matrix_takes_the_place_of_its_like_alone() {
    let folder = Folder::package("", "cat", &[("submissions/wrong_answer/w.sh", "echo 7")]);
    for format in ["human", "json", "markdown", "html"] {
        let words = ["matrix", "p", "--format", format, "-o"];
        let over = |file: &str, more: &[&str]| {
            folder
                .judge(&[&words, &[file][..], more].concat())
                .code
                .unwrap()
        };
        assert_eq!(over(format, &[]), over(format, &[]));
        assert_eq!(over("p/problem.toml", &[]), 2);
        folder.file("other", "something else");
        assert_ne!(over("other", &["--force"]), 2);
        assert_ne!(over("other", &[]), 2, "{format}");
    }
}

fn a_calibration_takes_the_place_of_its_like_alone() {
    let folder = Folder::package("", "cat", &[]);
    for format in ["human", "json", "svg"] {
        let words = ["calibrate", "p", "--format", format, "-o"];
        let over = |file: &str, more: &[&str]| {
            folder
                .judge(&[&words, &[file][..], more].concat())
                .code
                .unwrap()
        };
        assert_eq!(over(format, &[]), over(format, &[]));
        assert_ne!(over(format, &[]), 2, "{format}");
        assert_eq!(over("p/problem.toml", &[]), 2);
        folder.file("other", "something else");
        assert_eq!(over("other", &[]), 2);
        assert_ne!(over("other", &["--force"]), 2, "{format}");
    }
}

/// Each command writes each of its forms over each form of all of them.
fn no_command_takes_what_another_wrote_for_its_own() {
    let folder = Folder::package("", "cat", &[("submissions/wrong_answer/w.sh", "echo 7")]);
    folder.judge(&["run", "p", "--save", "r.json"]);
    let commands: [(&[&str], &[&str]); 3] = [
        (
            &["report", "r.json"],
            &[
                "human", "json", "jsonl", "junit", "github", "markdown", "html",
            ],
        ),
        (&["matrix", "p"], &["human", "json", "markdown", "html"]),
        (&["calibrate", "p"], &["human", "json", "svg"]),
    ];
    let files: Vec<(&[&str], &str, String)> = commands
        .iter()
        .flat_map(|(words, forms)| forms.iter().map(|form| (*words, *form)))
        .map(|(words, form)| (words, form, format!("{}-{form}", words[0])))
        .collect();
    let write = |words: &[&str], form: &str, file: &str| {
        let words = [words, &["--format", form, "-o", file]].concat();
        folder.judge(&words)
    };
    for (words, form, file) in &files {
        write(words, form, file);
    }
    let text = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    for (words, form, own) in &files {
        for (_, _, other) in files.iter().filter(|(_, _, other)| other != own) {
            let before = text(other);
            let seen = write(words, form, other).code(2);
            seen.says(&["found something else", "--force"]);
            assert!(text(other) == before, "{words:?} {form} over {other}");
        }
    }
}
