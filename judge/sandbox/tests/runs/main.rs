//! What a run shows of a program: one row per program, run in a real sandbox.
//!
//! Programs in C are compiled with `cc`. Where there is none, their rows are ignored and say so; with
//! `JUDGE_NO_SKIP=1` they fail instead. Every program caps itself, so that it is safe to run by accident.

use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use sandbox::{
    Config, Execution, Exit, Files, Limits, Program, Reason, Sandbox, SandboxError, Signal, Stdin,
};

mod between;
mod end;
mod prepared;
mod rows;
mod start;

fn main() -> Result<(), Box<dyn Error>> {
    sandbox::init();
    let mut arguments = Arguments::from_args();
    // What waits for a limit leaves the processors to other tests.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * processors);
    let bench = Arc::new(Bench::new()?);
    let mut trials: Vec<Trial> = rows::ROWS.iter().map(|row| trial(row, &bench)).collect();
    let tests = [start::TESTS, end::TESTS, between::TESTS, prepared::TESTS];
    for (name, test) in tests.into_iter().flatten() {
        let bench = Arc::clone(&bench);
        trials.push(Trial::test(*name, move || test(&bench)));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    // Nothing is dropped on exit, and a sandbox has something to put away.
    drop(bench);
    conclusion.exit()
}

/// What to run.
enum Source {
    /// A script for /bin/sh.
    Sh(&'static str),
    /// A C program.
    C(&'static str),
}

/// One program and what has to be seen of it.
struct Row {
    name: &'static str,
    source: Source,
    limits: fn(&mut Limits),
    /// `None` where the program may end by itself or be killed, whichever is first.
    exit: Option<Exit>,
    reason: Option<Reason>,
    /// What else has to hold.
    check: fn(&Seen) -> Result<(), String>,
}

/// A finished run.
struct Seen {
    execution: Execution,
    output: Vec<u8>,
    /// How long `run` took.
    took: Duration,
}

fn trial(row: &'static Row, bench: &Arc<Bench>) -> Trial {
    let bench = Arc::clone(bench);
    let needs_cc = matches!(row.source, Source::C(_)) && !has_cc();
    let skip = needs_cc && std::env::var_os("JUDGE_NO_SKIP").is_none_or(|value| value != "1");
    let name = if skip {
        format!("{} (ignored: no cc on PATH)", row.name)
    } else {
        row.name.to_owned()
    };
    Trial::test(name, move || check(row, &bench)).with_ignored_flag(skip)
}

fn check(row: &Row, bench: &Bench) -> Result<(), Failed> {
    let mut limits = generous();
    (row.limits)(&mut limits);
    let seen = bench.run(&bench.program(&row.source)?, &limits, Stdin::Null)?;
    let exit = row.exit.unwrap_or(seen.execution.exit);
    if (seen.execution.exit, seen.execution.reason) != (exit, row.reason) {
        return Err(format!(
            "expected {exit} and {:?}, found {:?}",
            row.reason, seen.execution
        )
        .into());
    }
    Ok((row.check)(&seen).map_err(|problem| format!("{problem}: {:?}", seen.execution))?)
}

/// Limits no honest row reaches, so that a fault cannot hang the tests.
fn generous() -> Limits {
    Limits {
        cpu: Some(Duration::from_secs(20)),
        wall: Some(Duration::from_secs(40)),
        ..Limits::default()
    }
}

fn has_cc() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        Command::new("cc")
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
    })
}

/// A sandbox and a folder for what is compiled.
struct Bench {
    sandbox: Sandbox,
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Result<Bench, Box<dyn Error>> {
        Ok(Bench {
            sandbox: Sandbox::start(Config::default())?,
            folder: tempfile::tempdir()?,
        })
    }

    fn program(&self, source: &Source) -> Result<Program, Failed> {
        match source {
            Source::Sh(script) => Ok(program(["/bin/sh", "-c", script])),
            Source::C(code) => Ok(program([self.compile(code, &[])?])),
        }
    }

    fn compile(&self, code: &str, options: &[&str]) -> Result<PathBuf, Failed> {
        let file = tempfile::Builder::new()
            .suffix(".c")
            .tempfile_in(&self.folder)?;
        fs::write(file.path(), code)?;
        let built = file.path().with_extension("out");
        let output = Command::new("cc")
            .args(["-O1", "-w", "-o"])
            .arg(&built)
            .arg(file.path())
            .args(options)
            .output()?;
        if output.status.success() {
            Ok(built)
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into())
        }
    }

    fn run(&self, program: &Program, limits: &Limits, stdin: Stdin) -> Result<Seen, SandboxError> {
        let mut output = Vec::new();
        let started = Instant::now();
        let execution = self.sandbox.run(
            program,
            limits,
            Files {
                stdin,
                stdout: &mut output,
            },
        )?;
        let took = started.elapsed();
        assert_eq!(execution.output_bytes, output.len() as u64);
        Ok(Seen {
            execution,
            output,
            took,
        })
    }

    fn sh(&self, script: &str) -> Result<Seen, SandboxError> {
        self.run(
            &program(["/bin/sh", "-c", script]),
            &generous(),
            Stdin::Null,
        )
    }
}

fn program<T: Into<OsString>>(argv: impl IntoIterator<Item = T>) -> Program {
    Program {
        argv: argv.into_iter().map(Into::into).collect(),
        ..Program::default()
    }
}

fn ensure(holds: bool, problem: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(problem.to_owned())
    }
}

const KILLED: Exit = Exit::Signal(Signal(9));

/// A test that does not fit into a row.
type Test = fn(&Bench) -> Result<(), Failed>;
