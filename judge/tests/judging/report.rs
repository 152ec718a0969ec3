//! What is printed of a run: JSON field by field, and the text for people.

use std::fs::File;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    the_json_document_has_every_field,
    the_first_difference_is_shown_with_its_lines,
    line_ends_and_blanks_are_harmless_or_said,
    no_byte_of_a_program_reaches_the_terminal_raw,
    a_large_wrong_output_is_shown_in_bounded_text,
    the_difference_in_a_long_line_is_in_sight,
    a_long_compiler_log_is_shown_in_bounded_text,
    the_extension_of_a_file_tells_the_form,
    what_is_as_expected_is_not_explained,
    standard_error_of_a_crash_is_shown,
    all_cases_are_run_when_asked,
    a_closed_standard_output_is_no_error,
    a_full_disk_is_an_error,
];

/// The cases `t/1` with this answer, and the output as a file that `cat` prints.
fn prints(output: &[u8], answer: &[u8]) -> Folder {
    let folder = Folder::of(&[("t/1.in", "")]);
    folder.file("t/1.ans", answer);
    folder.file("output", output);
    folder
}

fn judged(folder: &Folder, options: &[&str]) -> Seen {
    folder.judge(&[&["run", "--cmd", "cat output", "t"], options].concat())
}

fn the_json_document_has_every_field() {
    let folder = Folder::of(&[
        (
            "p/problem.toml",
            "name = \"A title\"\nsource = \"A source\"\nlimits = { time = \"20s\", memory = \"64MiB\", output = \"1KiB\" }",
        ),
        ("p/data/1.in", ""),
        ("p/data/1.ans", "x"),
        ("p/submissions/accepted/a.sh", "echo x"),
        ("p/submissions/wrong_answer/w.sh", "kill -TERM $$"),
    ]);
    let mut document = folder
        .run(&["p", "--jobs", "3", "--wall-limit", "90s"])
        .code(1)
        .json();
    // What differs from run to run has its type and its bounds only.
    let mut measured = |pointer: &str, most: f64| {
        let value = document.pointer_mut(pointer).map(Value::take);
        let number = value.and_then(|value| value.as_f64()).unwrap();
        assert!((0.0..most).contains(&number), "{pointer} {number}");
    };
    measured("/started", 1e11);
    measured("/elapsed_ms", 1e6);
    for solution in 0..2 {
        let memory = 64.0 * 1024.0 * 1024.0;
        for (key, most) in [
            ("cpu_ms", 20e3),
            ("wall_ms", 90e3),
            ("memory_bytes", memory),
        ] {
            let case = format!("/problems/0/solutions/{solution}/cases/0");
            measured(&format!("{case}/measured/{key}"), most);
        }
        for key in ["cpu_ms", "yardstick_ms"] {
            let times = format!("/problems/0/solutions/{solution}/cases/0/times/0");
            measured(&format!("{times}/{key}"), 20e3);
        }
    }
    for solution in 0..2 {
        let program = document.pointer_mut(&format!("/problems/0/solutions/{solution}/program"));
        assert_eq!(program.unwrap().take().as_str().map(str::len), Some(64));
    }
    assert!(document["isolation"].take().is_string());
    assert!(document["isolated"].take().is_boolean());
    let limits =
        json!({"cpu_ms": 20e3, "wall_ms": 90e3, "memory_bytes": 64 << 20, "output_bytes": 1024});
    let case = |verdict: &str, code: Option<i32>, signal: Option<&str>, message: &str| {
        let measured = json!({
            "cpu_ms": null, "wall_ms": null, "memory_bytes": null, "exit_code": code, "signal": signal,
        });
        json!([{
            "name": "1", "verdict": verdict, "message": message, "measured": measured, "compared": true,
            "times": [{"cpu_ms": null, "yardstick_ms": null}],
        }])
    };
    let expectation = |permitted: Value, required: Value| {
        json!({
            "overall": null, "permitted": permitted, "required": required, "score": null,
            "partial": false, "message": null, "within": [],
        })
    };
    let expected = json!({
        "format": "judge run",
        "version": 1,
        "judge_version": env!("CARGO_PKG_VERSION"),
        "started": null,
        "elapsed_ms": null,
        "isolation": null,
        "isolated": null,
        "jobs": 3,
        "options": ["--wall-limit", "90s"],
        "planned": {"problems": 1, "solutions": 2},
        "success": false,
        "interrupted": false,
        "signal": null,
        "broken": [],
        "problems": [{
            "name": "p", "title": "A title", "source": "A source", "folder": "p", "verdict": "RTE",
            "limits": limits,
            "cases": [{"name": "1", "input": {"text": "", "more": false}}],
            "solutions": [
                {
                    "name": "accepted/a.sh", "language": "Shell (sh)", "path": "p/submissions/accepted/a.sh", "program": null,
                    "target": ["p/submissions/accepted/a.sh", "p"],
                    "expected": "AC", "expectation": expectation(json!(["AC"]), Value::Null),
                    "verdict": "AC", "as_expected": true, "message": "", "limits": limits,
                    "surprise": "", "score": null, "max_score": null, "groups": [],
                    "cases": case("AC", Some(0), None, "1 token"),
                },
                {
                    "name": "wrong_answer/w.sh", "language": "Shell (sh)", "path": "p/submissions/wrong_answer/w.sh", "program": null,
                    "target": ["p/submissions/wrong_answer/w.sh", "p"],
                    "expected": "WA", "expectation": expectation(json!(["AC", "WA"]), json!(["WA"])),
                    "verdict": "RTE", "as_expected": false, "message": "", "limits": limits,
                    "surprise": "expected WA, found RTE on 1",
                    "score": null, "max_score": null, "groups": [],
                    "cases": case("RTE", None, Some("SIGTERM"), "SIGTERM"),
                },
            ],
        }],
    });
    assert_eq!(document, expected, "{document:#}");
}

fn the_first_difference_is_shown_with_its_lines() {
    let folder = prints(b"1\n2\n33\n4\n", b"1\n2\n3\n4\n");
    judged(&folder, &[]).code(1).prints(&[
        "✗ WA  cat output (expected AC)",
        "3rd words differ - expected: '3', found: '33'",
        "first difference at line 3, column 1 of the expected output (-), found (+)\n",
        "         2   2\n         3 - 3\n         3 + 33\n         4   4\n",
        "1 problem, 1 solution, 1 case in ",
        "1 solution not as expected",
    ]);
}

fn line_ends_and_blanks_are_harmless_or_said() {
    for (output, answer, checker, code, shown) in [
        ("1\r\n2\r\n", "1\n2\n", "tokens", 0, "1 AC"),
        ("1\n2\n", "1\r\n2\r\n", "lines", 0, "1 AC"),
        ("1 \n2\n\n", "1\n2", "lines", 0, "1 AC"),
        ("1 \n2\n", "1\n2\n", "exact", 1, "only whitespace differs"),
        ("1 \n2\n", "1\n2\n", "exact", 1, "- 1\n         1 + 1·\n"),
        ("1\n2\r\n", "1\n2\n", "exact", 1, "+ 2\\r\n"),
        (
            "1\n2",
            "1\n2\n",
            "exact",
            1,
            "+ 2 (no newline at the end)\n",
        ),
    ] {
        let folder = prints(output.as_bytes(), answer.as_bytes());
        judged(&folder, &["--checker", checker])
            .code(code)
            .prints(&[shown]);
    }
}

fn no_byte_of_a_program_reaches_the_terminal_raw() {
    let folder = prints(b"\x1b[2J\xff\0\xe2\x80\xae", b"x\n");
    for options in [&[][..], &["--format", "json"]] {
        let seen = judged(&folder, options).code(1);
        let all = format!("{}{}", seen.stdout, seen.stderr);
        let raw = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!all.contains(raw), "{all:?}");
        assert!(all.contains("\\u{1b}[2J\\xff\\u{0}\\u{202e}"), "{all}");
    }
    let folder = Folder::of(&[
        ("t/\x1b[31m.in", ""),
        ("t/\x1b[31m.out", ""),
        ("\x1bx.sh", "exit 1"),
    ]);
    let seen = folder.judge(&["run", "\x1bx.sh", "t", "--verbose"]).code(1);
    assert!(!seen.stdout.contains('\x1b'), "{:?}", seen.stdout);
    let seen = folder.judge(&["run", "\x1bmissing"]).code(64);
    assert!(!seen.stderr.contains('\x1b'), "{:?}", seen.stderr);
}

fn a_large_wrong_output_is_shown_in_bounded_text() {
    let many = "1\n".repeat(2_000_000);
    let long = "x".repeat(4_000_000);
    for (output, answer) in [
        (&many, &*format!("{many}2\n")),
        (&long, "y"),
        (&long, &long[1..]),
    ] {
        let folder = prints(output.as_bytes(), answer.as_bytes());
        for options in [&[][..], &["--format", "json"]] {
            let seen = judged(&folder, options).code(1);
            let size = seen.stdout.len() + seen.stderr.len();
            assert!(size < 8_000, "{size} bytes");
        }
    }
}

fn the_difference_in_a_long_line_is_in_sight() {
    let line = |word: &str| format!("{}{word} {}\n", "ä ".repeat(1000), "z ".repeat(1000));
    let folder = prints(line("found").as_bytes(), line("due").as_bytes());
    judged(&folder, &[]).code(1).prints(&[
        "1001st words differ - expected: 'due', found: 'found'",
        "1 - …",
        " ä due z z ",
        " ä found z z ",
    ]);
}

fn a_long_compiler_log_is_shown_in_bounded_text() {
    let folder = Folder::sum(&[("a.loud", "")]);
    folder.file(
        "judge.toml",
        r#"
        [[language]]
        name = "loud"
        extensions = ["loud"]
        tool = "sh"
        compile = ["sh", "-c", "head -c 20000 /dev/zero | tr '\\0' x >&2; printf '\\n\\033[31m\\n' >&2; seq 50 >&2; exit 1"]
        run = ["true"]
        "#,
    );
    let seen = folder
        .judge(&["run", "a.loud", "t"])
        .code(1)
        .prints(&["… 40 lines more", "\\u{1b}[31m"]);
    assert!(seen.stdout.len() < 2_000, "{}", seen.stdout);
}

fn the_extension_of_a_file_tells_the_form() {
    let folder = prints(b"1\n", b"2\n");
    judged(&folder, &["--save", "run.json"]);
    let told = |words: &[&str], file: &str| {
        folder
            .judge(&[&["report", "run.json"], words].concat())
            .code(0);
        let lines = folder.lines(file);
        lines.into_iter().next().unwrap_or_default()
    };
    let [markdown, xml] = ["## ", "<?xml "];
    assert!(told(&["-o", "a.md"], "a.md").starts_with(markdown));
    assert!(told(&["-o", "a.xml"], "a.xml").starts_with(xml));
    // What the option says, says more; it knows the extensions as names.
    assert!(told(&["-o", "b.html", "--format", "md"], "b.html").starts_with(markdown));
    assert!(told(&["-o", "b.txt", "--format", "xml"], "b.txt").starts_with(xml));
    // As `judge run` has it.
    let both = ["--report", "c.md", "--report", "junit=c.out"];
    assert!(told(&both, "c.md").starts_with(markdown));
    assert!(folder.lines("c.out")[0].starts_with(xml));
}

fn what_is_as_expected_is_not_explained() {
    let folder = prints(b"1", b"2");
    let shown = |options: &[&str]| judged(&folder, options).code(0).stdout;
    let normal = shown(&["--expect", "WA"]);
    assert!(
        normal.contains("✓ WA  cat output") && !normal.contains("first difference"),
        "{normal}"
    );
    let quiet = shown(&["--expect", "WA", "--quiet"]);
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    let verbose = shown(&["--expect", "WA", "--verbose"]);
    assert!(verbose.contains("first difference"), "{verbose}");
}

fn standard_error_of_a_crash_is_shown() {
    let folder = Folder::sum(&[("a.sh", "seq 10 >&2; echo '\x1b[31mwhy' >&2; exit 2")]);
    folder.judge(&["run", "a.sh", "t"]).code(1).prints(&[
        "RTE  1",
        "exit code 2",
        "stderr: … 5 lines before\n",
        "stderr: 10\n",
        "stderr: \\u{1b}[31mwhy\n",
    ]);
}

fn all_cases_are_run_when_asked() {
    let folder = Folder::of(&[("a.sh", "read x; test $x = 2 && sleep 1000; echo $x")]);
    for name in ["1", "2", "3"] {
        folder.file(&format!("t/{name}.in"), name);
        folder.file(&format!("t/{name}.out"), name);
    }
    let limits = [
        "a.sh",
        "t",
        "--wall-limit",
        "400ms",
        "--time-limit",
        "100s",
        "--expect",
        "TLE",
    ];
    for jobs in ["1", "3"] {
        let seen = folder
            .run(&[&limits[..], &["--jobs", jobs]].concat())
            .code(0);
        assert_eq!(seen.cases(), ["1 AC", "2 WTL", "3 SK"]);
        let skipped = &seen.solutions()[0]["cases"][2]["message"];
        assert_eq!(
            skipped,
            "an earlier case ran out of time; --all-cases runs all"
        );
        let seen = folder
            .run(&[&limits[..], &["--jobs", jobs, "--all-cases"]].concat())
            .code(0);
        assert_eq!(seen.cases(), ["1 AC", "2 WTL", "3 AC"]);
    }
}

fn a_closed_standard_output_is_no_error() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    for arguments in [
        &["run", "a.sh", "t"][..],
        &["run", "a.sh", "t", "--format", "json"],
        &["check", "t/1.out", "t/1.out"],
        &["check", "--list"],
        &["completions", "bash"],
        &["list", "t"],
    ] {
        // Nobody reads.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let running = folder.start_with(arguments, &[], Some(writer.into()));
        let seen = running.end().code(0);
        assert!(!seen.stderr.contains("judge: "), "{}", seen.stderr);
    }
}

fn a_full_disk_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return; // Only Linux has such a device.
    };
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    for arguments in [
        &["run", "a.sh", "t"][..],
        &["run", "a.sh", "t", "--format", "json"],
        &["check", "t/1.out", "t/1.out"],
        &["completions", "bash"],
        &["list", "t"],
    ] {
        let stdout = Stdio::from(full.try_clone().unwrap());
        let running = folder.start_with(arguments, &[], Some(stdout));
        running.end().code(2).says(&["judge: cannot write the "]);
    }
}
