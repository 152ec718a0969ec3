//! The end of what a program leaves behind.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::{spawn, tree};

/// How long the end of a killed descendant is waited for. Only one stuck in the kernel takes longer.
const SWEEP: Duration = Duration::from_secs(5);

/// Ends and reaps what is left of a session whose leader has been reaped, and returns the CPU time it used.
///
/// The number of the leader stays taken as long as a process of its group or session exists, so signalling it here
/// reaches nobody else. What is not reached in this form: a descendant that called setsid(2) itself, was orphaned
/// and was never seen by a look in between.
pub(crate) fn sweep(leader: Pid, known: &[tree::Process]) -> Duration {
    let started = Instant::now();
    let mut cpu = Duration::ZERO;
    let mut pause = Duration::from_micros(50);
    loop {
        let group = kill_process_group(leader, Signal::KILL).is_ok();
        let strays = tree::adopted(leader);
        let outsiders: Vec<Pid> = known
            .iter()
            .filter(|process| is_alive(process))
            .map(|process| process.pid)
            .collect();
        for pid in strays
            .iter()
            .map(|process| process.pid)
            .chain(outsiders.iter().copied())
        {
            let _ = kill_process(pid, Signal::KILL);
            // Only those that are our children by now can be reaped by us.
            cpu += spawn::try_reap(pid).map_or(Duration::ZERO, |usage| usage.cpu);
        }
        if (!group && strays.is_empty() && outsiders.is_empty()) || started.elapsed() > SWEEP {
            return cpu;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// Whether it still is the process that was seen, also if it has ended and waits to be reaped by us.
fn is_alive(seen: &tree::Process) -> bool {
    tree::look(seen.pid).is_some_and(|now| now.started == seen.started)
}
