//! A run that SIGINT or SIGTERM ends.

use std::os::unix::fs::PermissionsExt;

use crate::folder::{Folder, Running};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    an_interrupted_run_loses_no_case_and_promises_nothing,
    a_report_of_an_interrupted_run_is_whole_and_says_so,
    a_closed_terminal_ends_the_run,
    a_terminated_run_says_so,
    a_pipe_that_nobody_reads_keeps_no_judge,
    an_early_signal_leaves_no_control_group,
    an_interrupted_build_is_no_fault_of_the_solution,
    cargo_is_ended_with_the_judge,
    an_interrupted_generator_is_no_fault_of_its,
];

/// Two solutions of which the first tells its number on its second case and never ends.
fn endless() -> Folder {
    let folder = Folder::of(&[("b.sh", "cat")]);
    for name in ["1", "2", "3"] {
        folder.file(&format!("t/{name}.in"), name);
        folder.file(&format!("t/{name}.out"), name);
    }
    let started = folder.path().join("started");
    let script = format!(
        "read x; test $x = 2 && {{ echo $$ > '{}'; exec sleep 1000; }}; echo $x",
        started.display()
    );
    folder.file("a.sh", script);
    folder
}

fn start(folder: &Folder, options: &[&str]) -> Running {
    let words = [
        &[
            "run",
            "a.sh",
            "b.sh",
            "t",
            "--jobs",
            "1",
            "--wall-limit",
            "1000s",
            // The program tells in a file outside that it runs.
            "--no-sandbox",
        ],
        options,
    ];
    let running = folder.start(&words.concat());
    folder.wait_for("started");
    running
}

fn an_interrupted_run_loses_no_case_and_promises_nothing() {
    let folder = endless();
    for expect in ["AC", "WA"] {
        let _ = std::fs::remove_file(folder.path().join("started"));
        let running = start(&folder, &["--format", "json", "--expect", expect]);
        running.signal("INT");
        let seen = running.end().code(130).says(&["interrupted\n"]);
        assert_eq!(seen.json()["interrupted"], true);
        assert_eq!(seen.json()["success"], false);
        assert_eq!(seen.cases(), ["1 AC", "2 SK", "3 SK"]);
        assert_eq!(seen.table(), [format!("a.sh {expect} AC null")]);
        let solution = &seen.solutions()[0];
        assert_eq!(solution["message"], "interrupted");
        assert_eq!(solution["cases"][2]["message"], "interrupted");
    }
}

fn a_report_of_an_interrupted_run_is_whole_and_says_so() {
    let folder = endless();
    let running = start(&folder, &["--save", "run.json", "--report", "run.html"]);
    // Nobody finds a part of it.
    assert!(!folder.path().join("run.json").exists());
    running.signal("INT");
    running.end().code(130);
    let seen = folder
        .judge(&["report", "run.json", "--format", "json"])
        .code(0);
    assert_eq!(seen.json()["interrupted"], true);
    assert_eq!(seen.json()["signal"], 2);
    assert_eq!(seen.cases(), ["1 AC", "2 SK", "3 SK"]);
    // It is no baseline, and takes the place of none.
    let refused = folder.judge(&["run", "--cmd", "cat", "t", "--baseline", "run.json"]);
    refused
        .code(2)
        .says(&["run.json: expected a whole run, found one that was interrupted"]);
    let earlier = "{\"format\": \"judge run\", \"version\": 1}";
    folder.file("whole.json", earlier);
    std::fs::remove_file(folder.path().join("started")).unwrap();
    let running = start(&folder, &["--save", "whole.json"]);
    running.signal("INT");
    running
        .end()
        .code(130)
        .says(&["whole.json: is left as it was"]);
    let whole = std::fs::read_to_string(folder.path().join("whole.json")).unwrap();
    assert_eq!(whole, earlier);
    let page = std::fs::read_to_string(folder.path().join("run.html")).unwrap();
    assert!(page.contains("<title>judge: interrupted</title>") && page.ends_with("</html>\n"));
}

fn a_closed_terminal_ends_the_run() {
    let folder = endless();
    let running = start(&folder, &[]);
    running.signal("HUP");
    running.end().code(129).prints(&[": interrupted\n"]);
}

fn a_terminated_run_says_so() {
    let folder = endless();
    let running = start(&folder, &[]);
    running.signal("TERM");
    let seen = running.end().code(143).prints(&[
        "solution  AC  SK  ",
        "· AC  a.sh       1   2  ",
        ": interrupted\n",
    ]);
    assert!(!seen.stdout.contains("as expected"), "{}", seen.stdout);
    // The program was ended with the judge.
    let program = folder.wait_for("started");
    let alive = std::process::Command::new("sh")
        .args(["-c", &format!("kill -0 {program} 2> /dev/null")])
        .status();
    assert!(!alive.unwrap().success());
}

fn a_pipe_that_nobody_reads_keeps_no_judge() {
    let folder = endless();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let running = start(&folder, &["--save", "pipe"]);
    running.signal("TERM");
    // The report is missing, which is more than that the run is not whole.
    running
        .end()
        .code(2)
        .says(&["pipe: nobody reads this pipe; start its reader first, or name a file"]);
}

fn an_early_signal_leaves_no_control_group() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    for delay in [2, 5, 10, 20, 30, 40, 60] {
        let running = folder.start(&["run", "a.sh", "t", "--quiet"]);
        std::thread::sleep(std::time::Duration::from_millis(delay));
        let id = running.id();
        running.signal("TERM");
        running.end();
        // Where there are none to be made the test is of the judge's end alone.
        let left = std::process::Command::new("find")
            .args(["/sys/fs/cgroup", "-type", "d", "-name"])
            .arg(format!("judge.{id}.*"))
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&left.stdout),
            "",
            "after {delay} ms"
        );
    }
}

fn an_interrupted_build_is_no_fault_of_the_solution() {
    let folder = Folder::sum(&[("a.foo", ""), ("b.sh", "echo 5")]);
    let started = folder.path().join("started");
    folder.file(
        "judge.toml",
        format!(
            "[[language]]\nname = \"foo\"\nextensions = [\"foo\"]\ntool = \"sh\"\n\
             compile = [\"sh\", \"-c\", \"echo $$ > '{}'; exec sleep 1000\"]\nrun = [\"{{tool}}\"]\n",
            started.display()
        ),
    );
    let running = folder.start(&[
        "run",
        "--no-sandbox",
        "--format",
        "json",
        "a.foo",
        "b.sh",
        "t",
    ]);
    folder.wait_for("started");
    running.signal("INT");
    let seen = running.end().code(130);
    assert_eq!(seen.table(), ["a.foo AC SK null"]);
    assert_eq!(seen.solutions()[0]["message"], "interrupted");
}

fn an_interrupted_generator_is_no_fault_of_its() {
    let folder = Folder::package(
        "[[generate]]\ncase = \"secret/big\"\npath = \"gen.sh\"\n",
        "cat",
        &[("data/secret/big.ans", "")],
    );
    let started = folder.path().join("started");
    let generator = format!("echo $$ > '{}'; exec sleep 1000", started.display());
    folder.file("p/gen.sh", generator);
    let running = folder.start(&["generate", "p", "--no-sandbox"]);
    folder.wait_for("started");
    running.signal("INT");
    let seen = running.end().code(130).says(&["interrupted\n"]);
    assert_eq!(seen.stderr, "judge: interrupted\n");
}

fn cargo_is_ended_with_the_judge() {
    let folder = Folder::of(&[
        ("Cargo.toml", "[workspace]\n"),
        (
            "problems/p/problem.toml",
            "name = \"P\"\n[[solution]]\ncrate = \"a\"\n[[solution]]\ncrate = \"b\"\n",
        ),
        ("problems/p/data/1.in", ""),
        ("problems/p/data/1.ans", ""),
    ]);
    let cargo = folder.path().join("cargo");
    let started = folder.path().join("started");
    folder.file(
        "cargo",
        format!(
            "#!/bin/sh\nsleep 1000 &\necho $! > '{}'\nwait\n",
            started.display()
        ),
    );
    std::fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755)).unwrap();
    let words = ["run", "--format", "json"];
    let running = folder.start_with(&words, &[("CARGO", cargo.as_os_str())], None);
    // A compiler that cargo started is ended too.
    let compiler = folder.wait_for("started");
    running.signal("TERM");
    let seen = running.end().code(143);
    assert_eq!(seen.json()["interrupted"], true);
    assert_eq!(seen.json()["problems"].as_array().unwrap().len(), 0);
    let begin = std::time::Instant::now();
    while runs(&compiler) {
        assert!(begin.elapsed().as_secs() < 60, "{compiler} still runs");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Whether a process is there that has not ended.
fn runs(pid: &str) -> bool {
    let seen = std::process::Command::new("ps")
        .args(["-o", "stat=", "-p", pid])
        .output()
        .unwrap();
    let state = String::from_utf8_lossy(&seen.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}
