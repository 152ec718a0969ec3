//! One run inside: the first process of its namespaces, and the program.
//!
//! The first process makes the folder, starts a child that is to become the program (a program that is the first
//! process itself would see some of its own signals ignored), reaps, ends whatever the program left behind, reports,
//! and ends itself, with the namespaces. In a run that is prepared, all but the last of this has happened before the run
//! is wanted.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, set_parent_process_death_signal};
use rustix::time::{ClockId, clock_gettime};

use super::channel::transmit;
use super::input::Inputs;
use super::leftovers::Sockets;
use super::notes::Notes;
use super::order::{self, Fault, Order, Step, Wanted};
use super::sys::{self, Side};
use super::{cgroup, root};

/// The exit code of a first process that has reported.
pub(crate) const ANSWERED: i32 = 0;

/// Everything that a run needs before its first process is made.
pub(crate) struct Run<'a> {
    pub(crate) order: &'a Order,
    pub(crate) number: u64,
    /// Standard input, output and error; a run that was prepared without waits for them.
    pub(crate) streams: Option<[BorrowedFd<'a>; 3]>,
    pub(crate) wanted: Wanted,
    pub(crate) landlock: u32,
    /// `None` without namespaces.
    pub(crate) folder: Option<&'a root::Box>,
    pub(crate) inputs: &'a Inputs,
    /// The mounts of the machine; `None` without namespaces.
    pub(crate) machine: Option<BorrowedFd<'a>>,
    pub(crate) meter: Option<&'a File>,
    /// Those of the launcher's network, if it has one of its own.
    pub(crate) sockets: Option<&'a Sockets>,
    pub(crate) launcher: BorrowedFd<'a>,
    /// Where the judge is talked with.
    pub(crate) talk: BorrowedFd<'a>,
    pub(crate) notes: &'a Notes,
}

/// What the first process finds out for the program, while it still sees the machine's /proc.
pub(crate) struct Outside {
    /// The first process's own number outside.
    pub(crate) first: i32,
    /// The run's own mounts, where somebody has to come back to them.
    pub(crate) mounts: Option<OwnedFd>,
}

impl Run<'_> {
    /// The life of the first process.
    pub(crate) fn first(&self) -> ! {
        match self.follow() {
            Ok(true) => sys::exit(ANSWERED),
            Ok(false) => {}
            Err(fault) => self.notes.fail(&fault),
        }
        sys::exit(ANSWERED + 1)
    }

    /// Returns whether the run is reported.
    fn follow(&self) -> Result<bool, Fault> {
        let prepare = Step::Prepare;
        self.die_with_the_launcher().map_err(prepare.fault())?;
        let outside = self.look_outside().map_err(prepare.fault())?;
        if let Some(folder) = self.folder {
            root::furnish(self.order, folder, self.wanted.proc)?;
        } else {
            // Orphans of the program come here, to be found and ended.
            rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
                .map_err(prepare.fault())?;
        }
        let program = match sys::fork().map_err(prepare.fault())? {
            Side::Child => {
                let Err(fault) = self.become_program(&outside);
                self.notes.fail(&fault);
                sys::exit(127)
            }
            Side::Parent(pid) => pid,
        };
        for stream in self.streams.iter().flatten() {
            // Whoever reads the other end must see the program close its own.
            sys::close(stream);
        }
        let mut cpu = Duration::ZERO;
        while let Some(ended) = sys::ended() {
            if ended == program && self.folder.is_none() {
                // As long as it is not reaped its number is no other group's.
                sys::kill_group(program);
            }
            let Some(reaped) = sys::wait(ended) else {
                break;
            };
            cpu += reaped.cpu;
            if reaped.pid == program {
                self.notes.wall.store(self.elapsed(), SeqCst);
                self.notes.status.store(reaped.status, SeqCst);
                self.notes.max_resident.store(reaped.max_resident, SeqCst);
                break;
            }
        }
        if self.notes.taken.load(SeqCst) == 0 && self.notes.asked.load(SeqCst) == 0 {
            // Nobody has asked for this run yet.
            return Ok(false);
        }
        self.notes.meter_after.store(self.used(), SeqCst);
        // What is left behind has used CPU time too; a group has counted it already.
        let rest = end_the_rest(self.folder.is_some());
        if self.meter.is_none() || self.folder.is_none() {
            cpu += rest;
        }
        if let Some(sockets) = self.sockets {
            // The launcher looks once more, and leaves what cannot be cleared.
            sockets.clear();
        }
        self.notes.cpu.store(nanoseconds(cpu), SeqCst);
        self.notes.ended.store(1, SeqCst);
        // Nobody is left who could change it.
        let back = self.folder.filter(|_| self.order.writable.is_some());
        let back: Vec<_> = back.iter().map(|folder| folder.run.as_fd()).collect();
        let report = self.notes.report(self.number).encode();
        transmit(self.talk, order::DONE, &report, &back).map_err(prepare.fault())?;
        Ok(true)
    }

    /// Asks to be killed when the parent ends; the launcher may have ended just before.
    pub(crate) fn die_with_the_launcher(&self) -> io::Result<()> {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        let mut launcher = [PollFd::new(&self.launcher, PollFlags::IN)];
        if poll(&mut launcher, Some(&Timespec::default()))? > 0 {
            sys::exit(1);
        }
        Ok(())
    }

    fn look_outside(&self) -> io::Result<Outside> {
        let own = || rustix::process::getpid().as_raw_nonzero().get();
        let first = fs::read_link("/proc/self").ok();
        let first = first.and_then(|number| number.to_str()?.parse().ok());
        let goes_out = self.order.is_stdin_open && self.machine.is_some();
        Ok(Outside {
            first: first.unwrap_or_else(own),
            mounts: match goes_out {
                true => Some(File::open("/proc/self/ns/mnt")?.into()),
                false => None,
            },
        })
    }

    /// The group's meter, in nanoseconds.
    pub(crate) fn used(&self) -> u64 {
        self.meter.and_then(cgroup::read_cpu).map_or(0, nanoseconds)
    }

    /// Time since the program was executed.
    fn elapsed(&self) -> u64 {
        match self.notes.started.load(SeqCst) {
            0 => 0,
            started => now().saturating_sub(started),
        }
    }
}

/// The clock that always goes on, in nanoseconds.
pub(crate) fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    seconds * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}

/// Ends what a program left behind: everything in the namespace, or where there is none every orphan that came here,
/// until there is none.
fn end_the_rest(inside: bool) -> Duration {
    let mut cpu = Duration::ZERO;
    loop {
        if inside {
            sys::kill_all();
        } else {
            kill_children();
        }
        match sys::wait_any() {
            Some(reaped) => cpu += reaped.cpu,
            None => return cpu,
        }
    }
}

fn kill_children() {
    let own = rustix::process::getpid().as_raw_nonzero();
    let children = fs::read_to_string(format!("/proc/{own}/task/{own}/children"));
    for child in children.unwrap_or_default().split_ascii_whitespace() {
        if let Ok(child) = child.parse() {
            sys::kill(child);
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Reads a small file from its start through a descriptor that is kept.
pub(crate) fn read_again(file: &File) -> Option<String> {
    let mut buffer = [0; 4096];
    let count = file.read_at(&mut buffer, 0).ok()?;
    Some(String::from_utf8_lossy(buffer.get(..count)?).into_owned())
}
