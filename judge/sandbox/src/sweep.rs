//! The end of what a program leaves behind.

use std::io;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::spawn::{Child, Usage};
use crate::{Exit, spawn, tree};

/// How long the end of a killed descendant is waited for. Only one stuck in the kernel takes longer.
const SWEEP: Duration = Duration::from_secs(5);

/// How the leader of a session ended, and what it and the others used.
pub(crate) struct Swept {
    pub(crate) exit: Exit,
    pub(crate) usage: Usage,
    pub(crate) others: Duration,
}

/// Ends and reaps what is left of a session, its leader at last: as long as that is not reaped its number is nobody
/// else's, and what is signalled here is of this session. Numbers come round in less than a minute on a machine that
/// starts many processes, so that one which is free may be another program's a moment later.
///
/// What is not reached in this form: a descendant that called setsid(2) itself, was orphaned and was never seen by a
/// look in between.
pub(crate) fn sweep(child: &mut Child, known: &[tree::Process]) -> io::Result<Swept> {
    let leader = child.pid();
    child.kill();
    child.wait()?;
    let started = Instant::now();
    let mut others = Duration::ZERO;
    let mut pause = Duration::from_micros(50);
    loop {
        child.kill();
        // Children of this process, to be reaped by it.
        let strays = tree::adopted(leader);
        for stray in &strays {
            let _ = kill_process(stray.pid, Signal::KILL);
            others += reaped(stray.pid);
        }
        let mut any = !strays.is_empty();
        for seen in known.iter().filter(|seen| kill_seen(seen)) {
            any = true;
            // Only those that are our children by now can be reaped by us.
            others += reaped(seen.pid);
        }
        if !any || started.elapsed() > SWEEP {
            break;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
    let (exit, usage) = child.reap()?;
    Ok(Swept {
        exit,
        usage,
        others,
    })
}

fn reaped(pid: Pid) -> Duration {
    spawn::try_reap(pid).map_or(Duration::ZERO, |usage| usage.cpu)
}

/// Kills a process if it still is the one that was seen, also if it has ended and waits to be reaped by us; says
/// whether it is.
#[cfg(target_os = "linux")]
fn kill_seen(seen: &tree::Process) -> bool {
    use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};

    // Whoever has the number when it is opened is who is killed.
    let opened = pidfd_open(seen.pid, PidfdFlags::empty());
    let is_it = tree::look(seen.pid).is_some_and(|now| now.started == seen.started);
    if let (Ok(process), true) = (opened, is_it) {
        let _ = pidfd_send_signal(process, Signal::KILL);
    }
    is_it
}

#[cfg(not(target_os = "linux"))]
fn kill_seen(seen: &tree::Process) -> bool {
    let is_it = tree::look(seen.pid).is_some_and(|now| now.started == seen.started);
    if is_it {
        let _ = kill_process(seen.pid, Signal::KILL);
    }
    is_it
}
