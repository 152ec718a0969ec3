//! The program from outside: its modes, exit codes and streams, which are those of every game.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Output, Stdio};

/// The program's file.
const PROGRAM: &str = env!("CARGO_BIN_EXE_eat-the-chip");
/// Two cases, and their answers.
const INPUT: &[u8] = b"2\n6 5 2 2 5 3\n4 1 2 1 4 1\n";
const ANSWERS: &str = "Alice\nBob\n";

/// What the program did: its exit code, standard output and standard error.
type Run = (Option<i32>, String, String);

fn told(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn run(arguments: &[impl AsRef<OsStr>], input: &[u8]) -> Run {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that reads nothing may have ended by now.
    let _ = stdin.write_all(input);
    drop(stdin);
    told(child.wait_with_output().expect("the program ends"))
}

fn expect(arguments: &[&str], input: &[u8], code: i32, stdout: &str, stderr: &str) {
    let expected = (Some(code), stdout.to_owned(), stderr.to_owned());
    let shown = input.escape_ascii();
    assert_eq!(run(arguments, input), expected, "{arguments:?} < {shown}");
}

#[test]
fn the_input_is_answered_by_theorem_and_by_search() {
    expect(&[], INPUT, 0, ANSWERS, "");
    expect(&["--brute"], INPUT, 0, ANSWERS, "");
}

#[test]
fn a_valid_input_is_42_without_a_word() {
    expect(&["--validate"], INPUT, 42, "", "");
}

#[test]
fn a_broken_input_gets_its_fault_and_no_answer() {
    for (input, fault) in [
        (
            &b""[..],
            "line 1, column 1: expected t from 1 to 10000, found end of file",
        ),
        (
            b"\n",
            "line 1, column 1: expected t from 1 to 10000, found end of line",
        ),
        (
            b"2\n6 5 2 2 5 3\n4 1 2 1 4 2\n",
            "line 3, column 11: expected yb = 1, found `2`",
        ),
        (
            b"1\n6 5 2 2 5 3\n\0",
            "line 3, column 1: expected end of file, found `\\x00`",
        ),
    ] {
        let message = format!("eat-the-chip: {fault}\n");
        expect(&[], input, 1, "", &message);
        expect(&["--brute"], input, 1, "", &message);
        expect(&["--validate"], input, 43, "", &message);
    }
}

#[test]
fn harmless_departures_are_valid() {
    for input in [
        &b"2\r\n6 5 2 2 5 3\r\n4 1 2 1 4 1\r\n"[..],
        b"\xef\xbb\xbf2\n6 5 2 2 5 3\n4 1 2 1 4 1\n",
        b"2\n6 5 2 2 5 3\n4 1 2 1 4 1",
        b" 2 \n6\t5  2 2 5 3 \n4 1 2 1 4 1\n\n\r\n",
    ] {
        expect(&[], input, 0, ANSWERS, "");
        expect(&["--validate"], input, 42, "", "");
    }
}

#[test]
fn a_seed_gives_the_same_file_for_ever() {
    expect(&["--generate", "7", "5"], b"", 0, GENERATED, "");
    expect(&["--validate"], GENERATED.as_bytes(), 42, "", "");
}

const GENERATED: &str = "5\n3 2 1 1 3 2\n2 4 1 1 2 2\n4 4 1 4 1 2\n5 4 2 1 3 3\n1 2 1 1 1 2\n";

#[test]
fn every_small_input_comes_with_an_empty_line_after_it() {
    const EVERY: &str = "1\n1 2 1 1 1 2\n\n1\n1 2 1 2 1 1\n\n";
    let (code, stdout, stderr) = run(&["--every", "2"], b"");
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.starts_with(EVERY), "{stdout}");
    for input in stdout.split_terminator("\n\n") {
        expect(&["--validate"], format!("{input}\n").as_bytes(), 42, "", "");
    }
}

#[test]
fn a_wrong_call_is_64_and_shows_the_usage() {
    let calls: [(&[&str], &str); 11] = [
        (&["--solve"], "unexpected argument `--solve`"),
        (&[""], "unexpected argument ``"),
        (&["input.in"], "unexpected argument `input.in`"),
        (
            &["--brute", "--validate"],
            "unexpected argument `--validate`",
        ),
        (&["--help", "\n"], "unexpected argument `\\n`"),
        (
            &["--generate"],
            "--generate takes SEED and SIZE, found 0 argument(s)",
        ),
        (
            &["--generate", "1", "2", "3"],
            "--generate takes SEED and SIZE, found 3 argument(s)",
        ),
        (&["--every"], "--every takes SIZE, found 0 argument(s)"),
        (
            &["--every", "-2"],
            "expected SIZE to be a whole number from 0 to 18446744073709551615, found `-2`",
        ),
        (
            &["--generate", "1", "-2"],
            "expected SIZE to be a whole number from 0 to 18446744073709551615, found `-2`",
        ),
        (
            &["--generate", "18446744073709551616", "2"],
            "expected SEED to be a whole number from 0 to 18446744073709551615, \
             found `18446744073709551616`",
        ),
    ];
    let (_, usage, _) = run(&["--help"], b"");
    for (arguments, fault) in calls {
        let message = format!("eat-the-chip: {fault}\n{usage}");
        expect(arguments, INPUT, 64, "", &message);
    }
}

#[test]
fn an_argument_need_not_be_text() {
    let (code, stdout, stderr) = run(&[OsStr::from_bytes(b"\xff")], INPUT);
    assert_eq!((code, stdout.as_str()), (Some(64), ""));
    assert!(
        stderr.starts_with("eat-the-chip: unexpected argument `\u{fffd}`\n"),
        "{stderr}"
    );
}

#[test]
fn help_is_what_was_asked_for() {
    for argument in ["--help", "-h"] {
        let (code, stdout, stderr) = run(&[argument], b"");
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        let usage = "usage: eat-the-chip \
            [--brute | --validate | --generate SEED SIZE | --every SIZE] < input\n";
        assert!(stdout.starts_with(usage), "{stdout}");
    }
}

#[test]
fn who_closes_the_pipe_has_read_enough() {
    // The file is longer than a pipe holds, so the program is still writing when the pipe closes.
    let mut child = Command::new(PROGRAM)
        .args(["--generate", "1", "10000"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(told(output), (Some(0), String::new(), String::new()));
}

#[test]
fn an_output_that_cannot_be_written_is_a_failure() {
    let full = File::options()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let output = Command::new(PROGRAM)
        .args(["--generate", "1", "2"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .expect("the program starts");
    let (code, _, stderr) = told(output);
    assert_eq!(code, Some(1));
    assert!(
        stderr.starts_with("eat-the-chip: cannot write the output: "),
        "{stderr}"
    );
}

#[test]
fn an_input_that_cannot_be_read_is_a_failure_and_not_an_invalid_file() {
    for arguments in [&[][..], &["--brute"], &["--validate"]] {
        let folder = File::open(env!("CARGO_MANIFEST_DIR")).expect("the crate's folder");
        let output = Command::new(PROGRAM).args(arguments).stdin(folder).output();
        let (code, stdout, stderr) = told(output.expect("the program starts"));
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(
            stderr.starts_with("eat-the-chip: cannot read the input: "),
            "{stderr}"
        );
    }
}
