//! What is done to the parts of a sandbox by a process that shares its children with no other test: all of them, but
//! for what is said, belong to its own sandbox.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use libtest_mimic::Failed;
use rustix::process::{
    Resource, Rlimit, Signal, WaitId, WaitIdOptions, setpriority_process, setrlimit, waitid,
};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use sandbox::{Config, Exit, Files, Limits, Pipes, Program, Reason, Sandbox, SandboxError, Stdin};

use crate::after::beside;
use crate::faults::{compiled, equal, kill, number, shell, signal};
use crate::{Bench, generous, run_in};

/// Names the test that a process of this test binary is for.
pub(crate) const ALONE: &str = "SANDBOX_TEST_ALONE";

/// Open files of that process: as many as some systems allow to anybody.
const FILES: u64 = 1024;

type Test = fn(&Sandbox) -> Result<(), Failed>;

pub(crate) const TESTS: &[(&str, Test)] = &[
    (
        "runs that were prepared may be killed and end with the sandbox",
        kill_what_waits,
    ),
    (
        "a launcher that does not answer is an error and the next run is fine",
        stop_launchers,
    ),
    (
        "launchers killed between runs cost no run",
        kill_idle_launchers,
    ),
    (
        "a wait for a processor is not held against a program, and sleep is",
        share_a_core,
    ),
    (
        "descriptors on the way leave room for the judge's own",
        send_to_itself,
    ),
];

/// Carries out a test in a process of its own.
pub(crate) fn start(name: &str) -> Result<(), Failed> {
    let alone = Command::new("/proc/self/exe")
        .env(ALONE, name)
        .stdin(Stdio::null())
        .output()?;
    if alone.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&alone.stderr).into())
    }
}

/// The life of that process.
pub(crate) fn be_alone(name: &OsStr) -> Result<ExitCode, Box<dyn Error>> {
    let test = TESTS.iter().find(|(other, _)| *other == name);
    let (_, test) = test.ok_or("no such test")?;
    let few = Rlimit {
        current: Some(FILES),
        maximum: Some(FILES),
    };
    setrlimit(Resource::Nofile, few)?;
    let sandbox = Sandbox::start(Config::default())?;
    let result = test(&sandbox);
    drop(sandbox);
    result
        .and_then(|()| equal(&children(std::process::id()), &Vec::new()))
        .map_err(|failed| failed.message().unwrap_or("no reason given").to_owned())?;
    Ok(ExitCode::SUCCESS)
}

/// Kills what waits for a run that may never come, then what waits for that, and sees the next run go well each time.
///
/// What is killed is made to end late, beside a neighbour that leaves it hardly any time: it still is there when the
/// next run is wanted.
fn kill_what_waits(sandbox: &Sandbox) -> Result<(), Failed> {
    let (slow, fast) = divided_cores()?;
    sched_setaffinity(None, &slow)?;
    // It ends with this process, however that ends.
    let mut neighbour = Command::new("sh")
        .args(["-c", "while kill -0 $PPID; do :; done"])
        .spawn()?;
    sched_setaffinity(None, &fast)?;
    let result = (0..30).try_for_each(|round| {
        match say_fine(sandbox) {
            // A first process may end only when its program has begun, and nobody knows how that would have gone on.
            Err(SandboxError::Launcher) if round > 24 => {}
            said => equal(&said?, &fine())?,
        }
        // A part of them may just end anyway.
        std::thread::sleep(Duration::from_millis(20));
        let launchers = children(std::process::id()).into_iter();
        for first in launchers.flat_map(children) {
            let waiting = children(first);
            for &pid in waiting.iter().chain([&first]) {
                slow_down(pid, &slow);
            }
            match round {
                0..24 => waiting.into_iter().for_each(kill),
                _ => kill(first),
            }
        }
        Ok(())
    });
    neighbour.kill()?;
    neighbour.wait()?;
    result
}

/// Stops the launchers while a run goes on that is to be ended.
fn stop_launchers(sandbox: &Sandbox) -> Result<(), Failed> {
    let (stdin, to) = io::pipe()?;
    let (mut from, stdout) = io::pipe()?;
    let (stop, stopper) = io::pipe()?;
    let pipes = Pipes {
        stdin: stdin.into(),
        stdout: stdout.into(),
        stop: stop.into(),
    };
    let program = shell("echo on; read x; echo more");
    let result = std::thread::scope(|scope| {
        let run = scope.spawn(|| sandbox.run_between(&program, &generous(), pipes));
        let mut said = [0; 3];
        let heard = from.read_exact(&mut said);
        for launcher in children(std::process::id()) {
            signal(launcher, Signal::STOP);
        }
        drop(stopper);
        heard?;
        run.join().map_err(|_| Failed::from("a thread panicked"))
    })?;
    if !matches!(result, Err(SandboxError::Launcher)) {
        return Err(format!("expected an error, found {result:?}").into());
    }
    // If there is somebody, this lets him speak.
    drop(to);
    if from.read(&mut [0])? != 0 {
        return Err("the program lives on".into());
    }
    equal(&say_fine(sandbox)?, &fine())
}

/// Kills the launchers while none of them has a run, as a machine that is short of memory may do.
fn kill_idle_launchers(sandbox: &Sandbox) -> Result<(), Failed> {
    for _ in 0..5 {
        for _ in 0..3 {
            equal(&say_fine(sandbox)?, &fine())?;
        }
        let launchers = children(std::process::id());
        launchers.iter().copied().for_each(kill);
        for launcher in launchers {
            wait_for_the_end(launcher)?;
        }
    }
    equal(&say_fine(sandbox)?, &fine())
}

/// Waits until a child has ended; it is not reaped.
fn wait_for_the_end(child: u32) -> Result<(), Failed> {
    let pid = number(child).ok_or("no such number")?;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(pid), options)?;
    Ok(())
}

/// The limit in time on the clock of programs that share a core.
const WALL: Duration = Duration::from_millis(600);

/// Runs a program that works for most of its time on the clock on a core that it shares with four others, and one that
/// sleeps there.
fn share_a_core(_: &Sandbox) -> Result<(), Failed> {
    let bench = Bench::new()?;
    let worker = compiled(&bench, "work.c")?;
    let (core, _) = divided_cores()?;
    sched_setaffinity(None, &core)?;
    // What is started from here on has this core alone.
    let sandbox = Sandbox::start(Config::default())?;
    let neighbours: Vec<_> = (0..4)
        .map(|_| {
            // In a session of its own, to which some systems give a share of its own.
            Command::new("setsid")
                .args(["sh", "-c", "while kill -0 $PPID; do :; done"])
                .spawn()
        })
        .collect::<Result<_, _>>()?;
    let limits = Limits {
        wall: Some(WALL),
        ..generous()
    };
    let run = |program: &Program| run_in(&sandbox, program, &limits, Stdin::Null);
    let result = run(&worker).and_then(|(worked, _)| Ok((worked, run(&shell("sleep 100"))?.0)));
    for mut neighbour in neighbours {
        neighbour.kill()?;
        neighbour.wait()?;
    }
    let (worked, slept) = result?;
    equal(&(worked.exit, worked.reason), &(Exit::Code(0), None))?;
    // Otherwise nobody was in its way.
    equal(&(worked.wall > WALL), &true)?;
    equal(&slept.reason, &Some(Reason::Wall))
}

/// Runs something beside a program that has as many descriptors on the way as it can.
fn send_to_itself(sandbox: &Sandbox) -> Result<(), Failed> {
    let bench = Bench::new()?;
    let sender = compiled(&bench, "on_the_way.c")?;
    beside(sandbox, &sender, &shell("echo fine"))
}

fn say_fine(sandbox: &Sandbox) -> Result<(Exit, Vec<u8>), SandboxError> {
    let mut output = Vec::new();
    let files = Files {
        stdin: Stdin::Null,
        stdout: &mut output,
    };
    let execution = sandbox.run(&shell("echo fine"), &generous(), files)?;
    Ok((execution.exit, output))
}

fn fine() -> (Exit, Vec<u8>) {
    (Exit::Code(0), b"fine\n".to_vec())
}

/// One core of those that this process may use, and the others, if there are any.
fn divided_cores() -> Result<(CpuSet, CpuSet), Failed> {
    let mut others = sched_getaffinity(None)?;
    let first = (0..CpuSet::MAX_CPU).find(|&core| others.is_set(core));
    let first = first.ok_or("no core to run on")?;
    let mut one = CpuSet::new();
    one.set(first);
    if others.count() > 1 {
        others.unset(first);
    }
    Ok((one, others))
}

/// Leaves a process hardly any time; it may have ended.
fn slow_down(pid: u32, cores: &CpuSet) {
    if let Some(pid) = number(pid) {
        let _ = setpriority_process(Some(pid), 19);
        let _ = sched_setaffinity(Some(pid), cores);
    }
}

fn children(pid: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let list = list.unwrap_or_default();
    list.split_ascii_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}
