//! What happens when a part of the sandbox itself is killed, and what large data does to it.

use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use rustix::process::{Pid, Signal, kill_process};
use sandbox::{Config, Exit, Files, Program, Sandbox, SandboxError, Stdin};

use crate::{Bench, Test, generous, processes, rows, run_in};

/// Names the program that a process of this test binary runs until it is killed.
pub(crate) const VICTIM: &str = "SANDBOX_TEST_VICTIM";

pub(crate) const TESTS: &[(&str, Test)] = &[
    (
        "a killed launcher is an error and the next run is fine",
        |bench| {
            let sandbox = Sandbox::start(Config::default())?;
            let program = compiled(bench, "sleeper.c")?;
            let file = file(&program)?;
            let result = std::thread::scope(|scope| {
                let run = scope.spawn(|| run_in_raw(&sandbox, &program));
                if let Some(launcher) = wait_for(&file, true).and_then(|pid| parent(parent(pid)?)) {
                    kill(launcher);
                }
                run.join().map_err(|_| Failed::from("a thread panicked"))
            })?;
            if !matches!(result, Err(SandboxError::Launcher)) {
                return Err(format!("expected an error, found {result:?}").into());
            }
            if wait_for(&file, false).is_some() {
                return Err("the program lives on".into());
            }
            let (execution, _) = run_in(&sandbox, &shell("exit 7"), &generous(), Stdin::Null)?;
            equal(&execution.exit, &Exit::Code(7))
        },
    ),
    ("everything ends when the judge is killed", |bench| {
        let program = compiled(bench, "sleeper.c")?;
        let file = file(&program)?;
        let mut judge = Command::new("/proc/self/exe")
            .env(VICTIM, &file)
            .stdin(Stdio::null())
            .spawn()?;
        let started = wait_for(&file, true).is_some();
        judge.kill()?;
        judge.wait()?;
        if !started {
            return Err("the program was not started".into());
        }
        match wait_for(&file, false) {
            None => Ok(()),
            Some(pid) => Err(format!("the program lives on as {pid}").into()),
        }
    }),
    ("a cancelled run takes everything along", |bench| {
        let sandbox = Sandbox::start(Config::default())?;
        let program = compiled(bench, "daemon.c")?;
        let file = file(&program)?;
        let program = shell(&format!("{}; sleep 20", file.display()));
        let program = Program {
            visible: vec![file.clone()],
            ..program
        };
        let result = std::thread::scope(|scope| {
            let run = scope.spawn(|| run_in_raw(&sandbox, &program));
            let _ = wait_for(&file, true);
            sandbox.cancel();
            run.join().map_err(|_| Failed::from("a thread panicked"))
        })?;
        equal(&result?.reason, &Some(sandbox::Reason::Cancelled))?;
        match wait_for(&file, false) {
            None => Ok(()),
            Some(pid) => Err(format!("the daemon lives on as {pid}").into()),
        }
    }),
    ("100 MB go in and out", |bench| {
        let program = compiled(bench, "echo.c")?;
        let input = bench.place("large")?.join("input");
        File::create(&input)?.set_len(100 << 20)?;
        let mut limits = generous();
        limits.output = 200 << 20;
        limits.memory = Some(32 << 20);
        let mut count = Counter(0);
        let files = Files {
            stdin: Stdin::File(File::open(&input)?),
            stdout: &mut count,
        };
        let execution = bench.sandbox.run(&program, &limits, files)?;
        equal(&execution.exit, &Exit::Code(0))?;
        equal(&count.0, &(100 << 20))
    }),
    (
        "half of a limit in CPU time is fine beside busy neighbours",
        |bench| {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let mut neighbours: Vec<_> = (0..cores)
                .map(|_| {
                    Command::new("sh")
                        .args(["-c", "i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done"])
                        .spawn()
                })
                .collect::<Result<_, _>>()?;
            let mut limits = generous();
            limits.cpu = Some(Duration::from_millis(800));
            let program = shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done");
            let results: Result<Vec<_>, Failed> = (0..3)
                .map(|_| run_in(&bench.sandbox, &program, &limits, Stdin::Null))
                .collect();
            for neighbour in &mut neighbours {
                neighbour.kill()?;
                neighbour.wait()?;
            }
            for (execution, _) in results? {
                equal(&(execution.reason, execution.exit), &(None, Exit::Code(0)))?;
            }
            Ok(())
        },
    ),
];

/// The life of a judge that is to be killed.
pub(crate) fn be_killed(program: OsString) -> Result<ExitCode, Box<dyn Error>> {
    let sandbox = Sandbox::start(Config::default())?;
    let program = Program {
        argv: vec![program],
        ..Program::default()
    };
    run_in_raw(&sandbox, &program)?;
    Ok(ExitCode::SUCCESS)
}

struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub(crate) fn compiled(bench: &Bench, name: &str) -> Result<Program, Failed> {
    let row = rows::ROWS.iter().find(|row| row.program == name);
    bench.program(row.ok_or("no such program")?)
}

pub(crate) fn shell(script: &str) -> Program {
    Program {
        argv: ["/bin/sh", "-c", script].map(Into::into).to_vec(),
        ..Program::default()
    }
}

fn file(program: &Program) -> Result<PathBuf, Failed> {
    Ok(program.argv.first().ok_or("no program")?.into())
}

fn run_in_raw(sandbox: &Sandbox, program: &Program) -> Result<sandbox::Execution, SandboxError> {
    let files = Files {
        stdin: Stdin::Null,
        stdout: &mut Vec::new(),
    };
    sandbox.run(program, &generous(), files)
}

pub(crate) fn equal<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T) -> Result<(), Failed> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("expected {expected:?}, found {found:?}").into())
    }
}

/// Waits, for ten seconds at most, until the program runs or does not; returns its number if it runs then.
fn wait_for(file: &Path, wanted: bool) -> Option<u32> {
    let started = Instant::now();
    loop {
        let all = processes().unwrap_or_default();
        let found = all
            .iter()
            .find(|process| fs::read_link(process.join("exe")).is_ok_and(|exe| exe == file))
            .and_then(|process| process.file_name()?.to_str()?.parse().ok());
        if found.is_some() == wanted || started.elapsed() > Duration::from_secs(10) {
            return found;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn parent(pid: u32) -> Option<u32> {
    let mut status = String::new();
    File::open(format!("/proc/{pid}/status"))
        .ok()?
        .read_to_string(&mut status)
        .ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("PPid:"))?
        .trim()
        .parse()
        .ok()
}

pub(crate) fn kill(pid: u32) {
    signal(pid, Signal::KILL);
}

/// It may have ended.
pub(crate) fn signal(pid: u32, signal: Signal) {
    if let Some(pid) = number(pid) {
        let _ = kill_process(pid, signal);
    }
}

pub(crate) fn number(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}
