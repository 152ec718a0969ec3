//! What a tree of processes uses, measured from outside while it runs.

use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::Pid;

use crate::{spawn, tree};

/// Looks come after pauses that double from the first to the second of these: a short program is seen too, and a long
/// one is not disturbed.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_millis(20);

/// When to look.
#[derive(Debug)]
pub(crate) struct Pace {
    next: Duration,
    cpus: u32,
}

impl Default for Pace {
    fn default() -> Pace {
        /// Asking takes as long as starting a small program.
        static CPUS: OnceLock<u32> = OnceLock::new();
        Pace {
            next: SHORTEST,
            cpus: *CPUS.get_or_init(|| {
                std::thread::available_parallelism()
                    .map_or(1, |n| u32::try_from(n.get()).unwrap_or(u32::MAX))
            }),
        }
    }
}

impl Pace {
    /// For a program whose end is told with what it used: by this time most small ones are over.
    pub(crate) fn late() -> Pace {
        Pace {
            next: SHORTEST * 4,
            ..Pace::default()
        }
    }

    /// The time until the next look: not longer than the tree needs, on all processors, for the CPU time it has left.
    pub(crate) fn pause(&mut self, left: Option<Duration>) -> Duration {
        let pause = self.next;
        self.next = (self.next * 2).min(LONGEST);
        match left {
            Some(left) => pause.min(left / self.cpus).max(SHORTEST),
            None => pause,
        }
    }
}

/// Follows one tree.
#[derive(Debug)]
pub(crate) struct Meter {
    leader: Pid,
    /// Whether the leader is the program, and not a process of the sandbox above it.
    is_program: bool,
    /// The judge's own peak, right after the start.
    inherited: u64,
    seen: Seen,
    /// CPU time of orphans reaped while the leader runs.
    reaped: Duration,
    /// Descendants at the last look.
    known: Vec<tree::Process>,
}

/// The most that was seen.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen {
    pub(crate) cpu: Duration,
    pub(crate) memory: u64,
    /// The system has killed a process of the tree because the tree holds too much.
    pub(crate) out_of_memory: bool,
}

impl Meter {
    /// Follows a program that is a child of this process.
    pub(crate) fn new(leader: Pid) -> Meter {
        Meter {
            leader,
            is_program: true,
            inherited: tree::peak(rustix::process::getpid()).unwrap_or(0),
            seen: Seen::default(),
            reaped: Duration::ZERO,
            known: Vec::new(),
        }
    }

    /// Follows the descendants of a process of the sandbox.
    #[cfg(target_os = "linux")]
    pub(crate) fn inside(first: Pid) -> Meter {
        Meter {
            is_program: false,
            ..Meter::new(first)
        }
    }

    /// Looks at every process of the tree.
    pub(crate) fn look(&mut self) -> Seen {
        let mut processes = tree::members(self.leader);
        if !self.is_program {
            processes.retain(|process| process.pid != self.leader);
        }
        let cpu: Duration = self.reaped
            + processes
                .iter()
                .map(|process| process.cpu)
                .sum::<Duration>();
        self.seen.cpu = self.seen.cpu.max(cpu);
        let memory = memory_of(&processes);
        self.seen.memory = self.seen.memory.max(memory);
        processes.retain(|process| process.pid != self.leader);
        // An orphan that ended is ours to reap; a zombie with a living parent is refused by the system.
        processes.retain(|process| {
            let usage = if process.zombie {
                spawn::try_reap(process.pid)
            } else {
                None
            };
            self.reaped += usage.map_or(Duration::ZERO, |usage| usage.cpu);
            usage.is_none()
        });
        self.known = processes;
        self.seen
    }

    /// How long a process of the tree has waited for a processor, the longest of those that live.
    pub(crate) fn waited(&self) -> Duration {
        let members = tree::members(self.leader).into_iter();
        let waited = members.map(|process| tree::waited(process.pid));
        waited.max().unwrap_or_default()
    }

    /// The most that was seen.
    pub(crate) fn seen(&self) -> Seen {
        self.seen
    }

    /// Descendants at the last look.
    pub(crate) fn known(&self) -> &[tree::Process] {
        &self.known
    }

    /// CPU time of the whole run, given that of all processes reaped at its end: exact for what was waited for; what
    /// was seen while running counts where more than that was seen.
    pub(crate) fn cpu(&self, at_end: Duration) -> Duration {
        self.seen.cpu.max(self.reaped + at_end)
    }

    /// Peak memory of the run.
    ///
    /// The system's own figure, `ru_maxrss`, is exact to the last page and a trap: at exec it takes over the peak of
    /// the memory the process had before, which is a copy of the judge's or the judge's itself (posix_spawn, vfork).
    /// So it says something about the program only where it is clearly above the judge's peak (the kernel's counters
    /// are kept per processor and summed loosely, hence "clearly"). Below that the peak of the program is bounded by
    /// it, and what counts is the largest value seen while it ran, a lower bound for a program that ends between two
    /// looks.
    pub(crate) fn memory(&self, max_resident: u64) -> u64 {
        let slack = self.inherited / 16 + (1 << 20);
        if max_resident > self.inherited + slack {
            self.seen.memory.max(max_resident)
        } else {
            self.seen.memory
        }
    }
}

/// What the processes hold now, or the peak of one of them where that is more.
///
/// The shares of all are read one after the other. When a process that shared pages ends meanwhile, the rest are
/// charged its part as well, and the sum is too large; so it counts only if everybody who was read is still there.
/// A process that appears meanwhile only makes it smaller.
fn memory_of(processes: &[tree::Process]) -> u64 {
    let living: Vec<Pid> = processes
        .iter()
        .filter(|process| !process.zombie)
        .map(|process| process.pid)
        .collect();
    let peak = living
        .iter()
        .copied()
        .filter_map(tree::peak)
        .max()
        .unwrap_or(0);
    if living.len() <= 1 {
        return peak;
    }
    let shares: u64 = living.iter().copied().filter_map(tree::share).sum();
    // Memory goes before the process is seen to have ended, hence the look at the memory.
    if living.iter().all(|&pid| tree::peak(pid).is_some()) {
        peak.max(shares)
    } else {
        peak
    }
}
