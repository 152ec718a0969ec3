//! The process that becomes the program: it prepares all it can, waits to be told, and then has little left to do.

use std::convert::Infallible;
use std::io;
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::atomic::Ordering::SeqCst;

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{DumpableBehavior, getpid, set_dumpable_behavior, setsid};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};

use super::again;
use super::channel::transmit;
use super::init::{Outside, Run, now};
use super::landlock::{Access, Rules};
use super::order::{self, Fault, Step};
use super::{hidden, input, root, seccomp, sys};
use crate::launch::Busy;

impl Run<'_> {
    pub(crate) fn become_program(&self, outside: &Outside) -> Result<Infallible, Fault> {
        let prepare = Step::Prepare;
        self.set_apart().map_err(prepare.fault())?;
        for &(resource, limit) in &self.order.limits {
            sys::limit(resource, limit).map_err(Step::Limits.fault())?;
        }
        let rules = match self.wanted.landlock {
            true => Some(self.rules().map_err(Step::Landlock.fault())?),
            false => None,
        };
        if outside.mounts.is_none() {
            self.give_up()?;
        }
        let waited;
        let [mut stdin, stdout, stderr] = match self.streams {
            Some(streams) => streams,
            None => {
                let streams = again::wait(self.talk, self.number, self.notes);
                let Some(streams) = streams.map_err(prepare.fault())? else {
                    // The judge is gone.
                    sys::exit(0);
                };
                waited = streams;
                waited.each_ref().map(AsFd::as_fd)
            }
        };
        if !(self.wanted.meter && self.wanted.memory) {
            // What no group counts is measured from outside.
            let first = u64::from(outside.first.unsigned_abs());
            let message = order::numbers(&[self.number, first]);
            transmit(self.talk, order::STARTED, &message, &[]).map_err(prepare.fault())?;
        }
        let reopened;
        if let (Some(own), Some(machine)) = (&outside.mounts, self.machine) {
            let again = input::reopen(self.inputs, stdin, machine, own.as_fd());
            reopened = again.map_err(Step::Mounts.fault())?;
            stdin = reopened.as_ref().map_or(stdin, AsFd::as_fd);
            self.give_up()?;
        }
        let redirect = || -> io::Result<()> {
            rustix::stdio::dup2_stdin(stdin)?;
            rustix::stdio::dup2_stdout(stdout)?;
            Ok(rustix::stdio::dup2_stderr(stderr)?)
        };
        redirect().map_err(prepare.fault())?;
        if let Some(rules) = rules {
            let restrict = || -> io::Result<()> {
                // Reopened by its path (`/dev/stdin`), standard input is still that file, and still only to be read.
                if !root::is_folder(stdin)? {
                    rules.allow(stdin, Access::Read)?;
                }
                rules.restrict()
            };
            restrict().map_err(Step::Landlock.fault())?;
        }
        if self.order.is_trial {
            sys::exit(0);
        }
        self.notes.meter_before.store(self.used(), SeqCst);
        let order = self.order;
        let mut busy = Busy::default();
        loop {
            self.notes.started.store(now(), SeqCst);
            let error = sys::execute(&order.file, &order.argv, &order.environment);
            if !busy.is_to_be_tried_again(&error) {
                return Err(Fault {
                    step: Step::Execute,
                    error,
                });
            }
        }
    }

    fn set_apart(&self) -> io::Result<()> {
        if self.folder.is_none() {
            // If its parent has ended already, it has come to the launcher.
            self.die_with_the_launcher()?;
        }
        setsid()?;
        // When the group is short of memory this process goes, and not those that tell of it, which may hold more if
        // what fills the memory belongs to no process. Raising it is always allowed; where there is no /proc the
        // system chooses.
        // The launcher hid its own files in /proc, and forks inherit that.
        set_dumpable_behavior(DumpableBehavior::Dumpable)?;
        let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
        // Until the program is executed this process is one of the sandbox's own.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        sys::close_on_exec()
    }

    /// Enters the working folder, and gives up whatever only the sandbox needs.
    fn give_up(&self) -> Result<(), Fault> {
        std::env::set_current_dir(&self.order.cwd).map_err(Step::Folder.fault())?;
        let none = CapabilitySets {
            effective: CapabilitySet::empty(),
            permitted: CapabilitySet::empty(),
            inheritable: CapabilitySet::empty(),
        };
        set_capabilities(None, none).map_err(Step::Prepare.fault())?;
        if self.wanted.seccomp {
            let filter = seccomp::filter(seccomp::Needs {
                exposed: self.folder.is_none(),
                may_fork: self.order.may_fork,
                uncounted: !self.wanted.memory,
                may_change_modes: self.order.writable.is_some(),
                own: getpid().as_raw_nonzero().get().unsigned_abs(),
            });
            sys::seccomp(&filter).map_err(Step::Seccomp.fault())?;
        }
        Ok(())
    }

    /// What the program may read and write, but for standard input.
    fn rules(&self) -> io::Result<Rules> {
        let rules = Rules::new(self.landlock)?;
        let add =
            |place: &Path, access| match open(place, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())
            {
                Ok(fd) => rules.allow(fd.as_fd(), access),
                // What is not there needs no rule.
                Err(_) => Ok(()),
            };
        for device in root::DEVICES {
            // Mapped to be written, this one is shared memory by another name.
            let counted = self.wanted.memory || *device != "/dev/zero";
            let access = if counted { Access::Write } else { Access::Read };
            add(Path::new(device), access)?;
        }
        if self.folder.is_some() {
            add(Path::new("/"), Access::Look)?;
            for place in ["/box", "/tmp"] {
                add(Path::new(place), Access::Own)?;
            }
            if let Some(place) = &self.order.writable {
                add(place, Access::Own)?;
            }
        } else {
            let add_seen = |place: &Path| -> io::Result<()> {
                let parts = hidden::seen_parts(place, &self.order.covers);
                parts.iter().try_for_each(|part| add(part, look(part)))
            };
            for place in root::system_places() {
                add_seen(place)?;
            }
            for place in [
                "/proc/self",
                "/proc/cpuinfo",
                "/proc/meminfo",
                "/proc/stat",
                "/proc/sys",
                "/dev/fd",
            ] {
                add(Path::new(place), look(Path::new(place)))?;
            }
            for view in &self.order.views {
                add_seen(&view.place)?;
            }
            let own = self.order.writable.as_ref().unwrap_or(&self.order.cwd);
            if !self.order.views.iter().any(|view| view.place == *own) {
                add(own, Access::Own)?;
            }
        }
        Ok(rules)
    }
}

fn look(place: &Path) -> Access {
    if place.is_dir() {
        Access::Look
    } else {
        Access::Run
    }
}
