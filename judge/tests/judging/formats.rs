//! Reports for machines, of real runs: on standard output, in files, and of a recorded run.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    json_lines_are_the_events_of_the_run,
    a_recorded_run_is_told_again_in_every_format,
    reports_go_to_files_of_their_own,
    a_report_that_cannot_be_written_is_known_before_the_run,
    a_summary_is_added_for_a_step_of_github,
    a_solution_is_run_again_by_the_command_in_its_report,
];

fn json_lines_are_the_events_of_the_run() {
    let folder = Folder::sum(&[("a.sh", "echo 5"), ("b.sh", "echo 6")]);
    let seen = folder.judge(&["run", "a.sh", "b.sh", "t", "--format", "jsonl"]);
    let lines = seen.code(1).says(&["1 solution not as expected"]).lines();
    let events: Vec<&str> = lines
        .iter()
        .map(|line| line["event"].as_str().unwrap())
        .collect();
    let solution = ["solution_started", "case_ended", "solution_ended"];
    let expected = [
        &["run_started", "problem_started"][..],
        &solution,
        &solution,
        &["run_ended"],
    ];
    assert_eq!(events, expected.concat());
    assert_eq!(lines[0]["format"], "judge run");
    assert_eq!(lines[6]["excerpt"]["found"]["text"], "6\n");
}

fn a_recorded_run_is_told_again_in_every_format() {
    let folder = Folder::sum(&[("a.sh", "echo 5"), ("b.sh", "echo 6")]);
    let run = |format: &str| {
        let words = [
            "run", "a.sh", "b.sh", "t", "--format", format, "--save", "run.json",
        ];
        let told = folder.judge(&words).code(1).stdout;
        let again = folder.judge(&["report", "run.json", "--format", format]);
        (told, again.code(0).stdout)
    };
    for format in [
        "json", "jsonl", "junit", "github", "markdown", "html", "human",
    ] {
        let (told, again) = run(format);
        assert!(!told.is_empty());
        assert_eq!(told, again, "{format}");
        let output = ["report", "run.json", "--format", format, "-o", format];
        assert!(folder.judge(&output).code(0).stdout.is_empty());
        let written = std::fs::read_to_string(folder.path().join(format)).unwrap();
        assert_eq!(written, again, "{format}");
    }
    folder
        .judge(&["report", "a.sh"])
        .code(2)
        .says(&["judge: a.sh: expected a recorded run, made by `judge run --save FILE`: "]);
    folder
        .judge(&["report", "missing.json"])
        .code(2)
        .says(&["judge: cannot read the recorded run missing.json: "]);
}

fn reports_go_to_files_of_their_own() {
    let folder = Folder::sum(&[("a.sh", "echo 6")]);
    let files = [
        "r.json",
        "r.jsonl",
        "r.xml",
        "r.md",
        "r.html",
        "r.txt",
        "junit=other",
    ];
    let mut words = vec!["run", "a.sh", "t", "--save", "saved.json"];
    words.extend(files.iter().flat_map(|file| ["--report", file]));
    let seen = folder.judge(&words).code(1);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("r.json"), read("saved.json"));
    assert_eq!(read("r.xml"), read("other"));
    assert_eq!(read("r.txt"), seen.stdout);
    assert!(read("r.jsonl").starts_with("{\"event\":\"run_started\""));
    assert!(read("r.md").starts_with("## ❌ judge: 1 solution not as expected"));
    assert!(read("r.html").starts_with("<!doctype html>"));
    // Nothing is left beside them.
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2 + files.len() + 1
    );
    folder
        .judge(&["run", "a.sh", "t", "--report", "r.pdf"])
        .code(64)
        .says(&["expected FORMAT=FILE, or a file that ends in .json"]);
}

fn a_report_that_cannot_be_written_is_known_before_the_run() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    let seen = folder
        .judge(&["run", "a.sh", "t", "--report", "missing/r.html"])
        .code(2)
        .says(&["judge: cannot write the report: missing/r.html: "]);
    assert!(seen.stdout.is_empty(), "{}", seen.stdout);
    // A device is written to, and is still there afterwards.
    folder
        .judge(&["run", "a.sh", "t", "--report", "json=/dev/null"])
        .code(0);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

fn a_summary_is_added_for_a_step_of_github() {
    let folder = Folder::sum(&[("a.sh", "printf '6\\n::error::x\\n##[error]y\\n'")]);
    let summary = folder.path().join("summary.md");
    let variables = [("GITHUB_STEP_SUMMARY", summary.as_os_str())];
    let run = |format: &str| {
        let words = ["run", "a.sh", "t", "--format", format];
        folder.start_with(&words, &variables, None).end().code(1)
    };
    run("json");
    assert!(!summary.exists());
    let seen = run("github").prints(&[
        "::group::t (1 solution)\n",
        "::error file=a.sh,line=1,title=t a.sh::expected AC, found WA on 1%0A",
    ]);
    // What the solution printed stays text.
    for line in seen.stdout.lines().chain(seen.stderr.lines()) {
        assert!(
            !line.starts_with("::error::") && !line.contains("##["),
            "{line}"
        );
    }
    let written = std::fs::read_to_string(&summary).unwrap();
    assert!(written.contains("1 solution not as expected"), "{written}");
}

fn a_solution_is_run_again_by_the_command_in_its_report() {
    let folder = Folder::of(&[
        ("p/problem.toml", "name = \"P\"\n"),
        ("p/data/a [1].in", ""),
        ("p/data/a [1].ans", "x"),
        ("p/data/b.in", ""),
        ("p/data/b.ans", "x"),
        ("p/submissions/wrong_answer/it's.sh", "echo y"),
    ]);
    for words in [
        &["run", "p"][..],
        &["run", "p/submissions/wrong_answer/it's.sh"],
        &["run", "--cmd", "echo y", "p", "--expect", "WA"],
    ] {
        folder
            .judge(&[words, &["--report", "r.html", "--report", "r.xml"]].concat())
            .code(0);
        let xml = std::fs::read_to_string(folder.path().join("r.xml")).unwrap();
        let document = roxmltree::Document::parse(&xml).unwrap();
        let property = document
            .descendants()
            .find(|node| node.attribute("name") == Some("again"))
            .unwrap();
        let line = property.attribute("value").unwrap();
        let line = format!("{line} --case 'a [[]1[]]'");
        let again = shlex::split(&line).unwrap();
        let again: Vec<&str> = again.iter().skip(1).map(String::as_str).collect();
        let seen = folder
            .judge(&[&again[..], &["--format", "json"]].concat())
            .code(0);
        assert_eq!(seen.cases(), ["a [1] WA"], "{line}");
    }
}
