//! One run inside: the first process of its namespaces, and the program.
//!
//! The first process makes the folder, starts the program as its child (a program that is the first process itself
//! would see some of its own signals ignored), reaps, writes down what was used, and ends; everything else in the
//! namespace ends with it.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{
    DumpableBehavior, Signal, set_dumpable_behavior, set_parent_process_death_signal, setsid,
};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};

use super::landlock::{self, Access};
use super::order::{Fault, Order, Step, Wanted};
use super::sys::{Notes, Side};
use super::{root, seccomp, sys};

/// Everything that a run needs, ready before its first process is made.
pub(crate) struct Run<'a> {
    pub(crate) order: &'a Order,
    pub(crate) wanted: Wanted,
    pub(crate) landlock: u32,
    /// Standard input, output and error.
    pub(crate) stdio: &'a [OwnedFd; 3],
    /// `None` without namespaces.
    pub(crate) folder: Option<&'a root::Box>,
    pub(crate) views: &'a [OwnedFd],
    pub(crate) meter: Option<&'a std::fs::File>,
    pub(crate) launcher: BorrowedFd<'a>,
    pub(crate) notes: &'a Notes,
}

impl Run<'_> {
    /// The life of the first process.
    pub(crate) fn first(&self) -> ! {
        if let Err(fault) = self.follow() {
            self.note(&fault);
        }
        sys::exit(0)
    }

    fn note(&self, fault: &Fault) {
        self.notes
            .errno
            .store(fault.error.raw_os_error().unwrap_or(0), SeqCst);
        self.notes.step.store(fault.step as u32, SeqCst);
    }

    fn follow(&self) -> Result<(), Fault> {
        self.die_with_the_launcher()
            .map_err(Step::Prepare.fault())?;
        if let Some(folder) = self.folder {
            root::furnish(self.order, folder, self.views, self.wanted.proc)?;
        } else {
            // Orphans of the program come here, to be found and ended.
            rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
                .map_err(Step::Prepare.fault())?;
        }
        self.notes.meter_before.store(self.used(), SeqCst);
        let started = Instant::now();
        let program = match sys::fork().map_err(Step::Prepare.fault())? {
            Side::Child => {
                let Err(fault) = self.program();
                self.note(&fault);
                sys::exit(127)
            }
            Side::Parent(pid) => pid,
        };
        for stream in self.stdio {
            // Whoever reads the other end must see the program close its own.
            sys::close(stream);
        }
        let mut cpu = Duration::ZERO;
        while let Some(reaped) = sys::wait_any() {
            cpu += reaped.cpu;
            if reaped.pid == program {
                self.notes
                    .wall
                    .store(nanoseconds(started.elapsed()), SeqCst);
                self.notes.status.store(reaped.status, SeqCst);
                self.notes.max_resident.store(reaped.max_resident, SeqCst);
                break;
            }
        }
        self.notes.meter_after.store(self.used(), SeqCst);
        // What is left behind has used CPU time too; a group has counted it already.
        if self.folder.is_none() {
            cpu += end_the_rest(program);
        } else if self.meter.is_none() {
            sys::kill_all();
            while let Some(reaped) = sys::wait_any() {
                cpu += reaped.cpu;
            }
        }
        self.notes.cpu.store(nanoseconds(cpu), SeqCst);
        self.notes.ended.store(1, SeqCst);
        Ok(())
    }

    /// The launcher may have ended just before this process asked to be told.
    fn die_with_the_launcher(&self) -> io::Result<()> {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        let mut launcher = [PollFd::new(&self.launcher, PollFlags::IN)];
        if poll(&mut launcher, Some(&Timespec::default()))? > 0 {
            sys::exit(1);
        }
        Ok(())
    }

    /// The group's meter, in nanoseconds.
    fn used(&self) -> u64 {
        self.meter
            .and_then(super::cgroup::read_cpu)
            .map_or(0, nanoseconds)
    }

    /// Becomes the program.
    fn program(&self) -> Result<std::convert::Infallible, Fault> {
        let prepare = || -> io::Result<()> {
            if self.folder.is_none() {
                set_parent_process_death_signal(Some(Signal::KILL))?;
            }
            setsid()?;
            // When the group is short of memory this process goes, and not those that tell of it, which may hold more
            // if what fills the memory belongs to no process. Raising it is always allowed; where there is no /proc
            // the system chooses.
            // The launcher hid its own files in /proc, and forks inherit that.
            set_dumpable_behavior(DumpableBehavior::Dumpable)?;
            let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
            let [stdin, stdout, stderr] = self.stdio;
            rustix::stdio::dup2_stdin(stdin)?;
            rustix::stdio::dup2_stdout(stdout)?;
            rustix::stdio::dup2_stderr(stderr)?;
            sys::close_on_exec()
        };
        prepare().map_err(Step::Prepare.fault())?;
        std::env::set_current_dir(&self.order.cwd).map_err(Step::Folder.fault())?;
        for &(resource, limit) in &self.order.limits {
            sys::limit(resource, limit).map_err(Step::Limits.fault())?;
        }
        let none = CapabilitySets {
            effective: CapabilitySet::empty(),
            permitted: CapabilitySet::empty(),
            inheritable: CapabilitySet::empty(),
        };
        set_capabilities(None, none).map_err(Step::Prepare.fault())?;
        if self.wanted.landlock {
            self.restrict().map_err(Step::Landlock.fault())?;
        }
        if self.wanted.seccomp {
            let filter = seccomp::filter(seccomp::Needs {
                exposed: self.folder.is_none(),
                may_fork: self.order.may_fork,
                uncounted: !self.wanted.memory,
                may_change_modes: self.order.writable.is_some(),
                own: rustix::process::getpid()
                    .as_raw_nonzero()
                    .get()
                    .unsigned_abs(),
            });
            sys::seccomp(&filter).map_err(Step::Seccomp.fault())?;
        }
        if self.order.is_trial {
            sys::exit(0);
        }
        let error = sys::execute(&self.order.file, &self.order.argv, &self.order.environment);
        Err(Fault {
            step: Step::Execute,
            error,
        })
    }

    fn restrict(&self) -> io::Result<()> {
        let mut places: Vec<(OwnedFd, Access)> = Vec::new();
        let mut add = |path: &Path, access| {
            let found = open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty());
            places.extend(found.ok().map(|fd| (fd, access)));
        };
        for device in root::DEVICES {
            add(Path::new(device), Access::Write);
        }
        if self.folder.is_some() {
            add(Path::new("/"), Access::Look);
            for place in ["/box", "/tmp"] {
                add(Path::new(place), Access::Own);
            }
            if let Some(place) = &self.order.writable {
                add(place, Access::Own);
            }
        } else {
            for place in root::system_places() {
                add(place, look(place));
            }
            for place in [
                "/proc/self",
                "/proc/cpuinfo",
                "/proc/meminfo",
                "/proc/stat",
                "/proc/sys",
                "/dev/fd",
            ] {
                add(Path::new(place), look(Path::new(place)));
            }
            for view in &self.order.views {
                add(&view.place, look(&view.place));
            }
            let own = self.order.writable.as_ref().unwrap_or(&self.order.cwd);
            if !self.order.views.iter().any(|view| view.place == *own) {
                add(own, Access::Own);
            }
        }
        let mut all: Vec<(BorrowedFd<'_>, Access)> = places
            .iter()
            .map(|(fd, access)| (fd.as_fd(), *access))
            .collect();
        // Reopened by its path (`/dev/stdin`), standard input is still that file, and still only to be read.
        let [stdin, ..] = self.stdio;
        let is_folder = root::is_folder(stdin.as_fd())?;
        if !is_folder {
            all.push((stdin.as_fd(), Access::Read));
        }
        landlock::restrict(self.landlock, &all)
    }
}

fn look(place: &Path) -> Access {
    if place.is_dir() {
        Access::Look
    } else {
        Access::Run
    }
}

/// Ends what a program left behind where there is no namespace to end with: its group, and every orphan that came
/// here, until there is none.
fn end_the_rest(program: i32) -> Duration {
    let mut cpu = Duration::ZERO;
    sys::kill_group(program);
    loop {
        let own = rustix::process::getpid().as_raw_nonzero();
        let children =
            std::fs::read_to_string(format!("/proc/{own}/task/{own}/children")).unwrap_or_default();
        for child in children.split_ascii_whitespace() {
            if let Ok(child) = child.parse() {
                sys::kill(child);
            }
        }
        match sys::wait_any() {
            Some(reaped) => cpu += reaped.cpu,
            None => return cpu,
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Reads a small file from its start through a descriptor that is kept.
pub(crate) fn read_again(file: &std::fs::File) -> Option<String> {
    let mut buffer = [0; 4096];
    let count = file.read_at(&mut buffer, 0).ok()?;
    Some(String::from_utf8_lossy(buffer.get(..count)?).into_owned())
}
