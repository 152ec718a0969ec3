//! The judge's side of a launcher: starting it, and keeping those that wait for work.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::fs::{Mode, OFlags, open};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::process::Resource;

use super::cgroup::{Group, Hierarchy};
use super::channel::{receive, transmit};
use super::order::{self, Fault, Order, Reader, Report, Step, Wanted};
use super::{root, serve};
use crate::spawn::{self, Child, Plan};
use crate::{SandboxError, sweep};

/// The whole command line of a launcher.
const MARK: &str = "judge: launcher of programs";

/// Processes and threads of a run without a limit of its own.
pub(super) const PROCESSES: u64 = 512;

/// Becomes the launcher if this process was started as one; returns otherwise.
pub(crate) fn take_over() {
    let mut words = std::env::args_os();
    if words.next().as_deref() != Some(OsStr::new(MARK)) || words.next().is_some() {
        return;
    }
    let Ok(socket) = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3) else {
        return;
    };
    if rustix::net::sockopt::socket_type(&socket).is_err() {
        return;
    }
    if let Ok(null) = open("/dev/null", OFlags::RDWR, Mode::empty()) {
        let _ = rustix::stdio::dup2_stdin(&null);
    }
    serve::serve(socket)
}

/// A launcher that waits for orders; it ends when dropped.
#[derive(Debug)]
pub(crate) struct Launcher {
    /// Shared with those that may want to end its run.
    pub(super) socket: Arc<OwnedFd>,
    child: Child,
    pub(super) group: Option<Group>,
    /// Makes root's own files those of the user that programs run as.
    users: Option<OwnedFd>,
}

impl Launcher {
    /// Starts one and lets it build what `wanted` says.
    pub(crate) fn start(wanted: Wanted, group: Option<Group>) -> Result<Launcher, Fault> {
        let prepare = Step::Prepare;
        let (socket, end) = socketpair(
            AddressFamily::UNIX,
            SocketType::STREAM,
            SocketFlags::CLOEXEC,
            None,
        )
        .map_err(prepare.fault())?;
        let socket = spawn::above_stdio(socket).map_err(prepare.fault())?;
        let end = spawn::above_stdio(end).map_err(prepare.fault())?;
        let null = open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())
            .map_err(io::Error::from)
            .and_then(spawn::above_stdio)
            .map_err(prepare.fault())?;
        let plan = Plan {
            file: c"/proc/self/exe",
            argv: &[CString::new(MARK).unwrap_or_default()],
            environment: &[],
            cwd: c"/",
            stdio: [end.as_fd(), null.as_fd(), null.as_fd()],
            limits: &[(Resource::Core, 0)],
        };
        let child = spawn::spawn(&plan).map_err(|failure| Fault {
            step: prepare,
            error: failure.into_error(),
        })?;
        drop(end);
        let mut launcher = Launcher {
            socket: Arc::new(socket),
            child,
            group,
            users: None,
        };
        launcher.set_up(wanted)?;
        Ok(launcher)
    }

    fn set_up(&mut self, wanted: Wanted) -> Result<(), Fault> {
        let prepare = Step::Prepare;
        let mut fds: Vec<BorrowedFd<'_>> = Vec::new();
        let doors = match &self.group {
            Some(group) => group.doors().map_err(prepare.fault())?,
            None => Vec::new(),
        };
        fds.extend(self.group.as_ref().and_then(Group::meter));
        fds.extend(doors.iter().map(AsFd::as_fd));
        transmit(self.socket.as_fd(), order::SETUP, &wanted.encode(), &fds)
            .map_err(prepare.fault())?;
        let answer = receive(self.socket.as_fd()).map_err(prepare.fault())?;
        let numbers = answer
            .filter(|answer| answer.kind == order::READY)
            .and_then(|answer| {
                let mut from = Reader(&answer.bytes);
                self.users = answer.fds.into_iter().next();
                Some((from.number()?, from.number()?))
            });
        let Some((step, errno)) = numbers else {
            return Err(prepare.fault()(io::Error::other(
                "the launcher ended at once",
            )));
        };
        if step != 0 {
            let step = Step::from(u32::try_from(step).unwrap_or(0));
            let errno = i32::try_from(errno).unwrap_or(0);
            return Err(step.fault()(io::Error::from_raw_os_error(errno)));
        }
        Ok(())
    }

    /// Carries out an order that executes nothing.
    pub(crate) fn try_out(&mut self, wanted: Wanted) -> Result<(), Fault> {
        let prepare = Step::Prepare;
        let order = Order {
            is_trial: true,
            cwd: if wanted.namespaces { root::RUN } else { "/" }.into(),
            may_fork: true,
            room: 1 << 20,
            ..Order::default()
        };
        let null = open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())
            .map_err(prepare.fault())?;
        if let Some(group) = &mut self.group {
            group
                .limit(Some(64 << 20), PROCESSES)
                .map_err(prepare.fault())?;
        }
        transmit(
            self.socket.as_fd(),
            order::ORDER,
            &order.encode(),
            &[null.as_fd(); 3],
        )
        .map_err(prepare.fault())?;
        loop {
            let message = receive(self.socket.as_fd()).map_err(prepare.fault())?;
            match message {
                Some(message) if message.kind == order::STARTED => {}
                Some(message) if message.kind == order::DONE => {
                    let report = Report::decode(&message.bytes).unwrap_or_default();
                    return match Step::from(report.step) {
                        Step::None if report.ended => Ok(()),
                        Step::None => {
                            Err(prepare.fault()(io::Error::other("a trial run was killed")))
                        }
                        step => Err(step.fault()(io::Error::from_raw_os_error(report.errno))),
                    };
                }
                _ => return Err(prepare.fault()(io::Error::other("the launcher ended"))),
            }
        }
    }

    pub(super) fn end(self) {
        let leader = self.child.pid();
        drop(self.child);
        // If it was killed, its children came to this process.
        sweep::sweep(leader, &[]);
    }
}

/// Asks the launcher behind a socket to end what it runs. One that runs nothing passes over it.
pub(crate) fn cancel(socket: &OwnedFd) {
    // It fails when the launcher is gone, and its run with it.
    let _ = transmit(socket.as_fd(), order::KILL, &[], &[]);
}

/// The launchers that have nothing to do, and how to make another.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) wanted: Wanted,
    pub(crate) hierarchy: Hierarchy,
    /// Of the first launcher; it serves for all.
    pub(super) users: Option<OwnedFd>,
    idle: Mutex<Vec<Launcher>>,
}

impl Pool {
    pub(crate) fn new(wanted: Wanted, hierarchy: Hierarchy, mut first: Launcher) -> Pool {
        Pool {
            wanted,
            hierarchy,
            users: first.users.take(),
            idle: Mutex::new(vec![first]),
        }
    }

    pub(super) fn take(&self) -> Result<Launcher, SandboxError> {
        if let Some(launcher) = self.idle().pop() {
            return Ok(launcher);
        }
        let group = group(&self.hierarchy).map_err(SandboxError::system("make a control group"))?;
        Launcher::start(self.wanted, group).map_err(|fault| SandboxError::System {
            action: "start a launcher of programs",
            source: fault.error,
        })
    }

    /// Gives a launcher back.
    pub(super) fn give(&self, launcher: Launcher) {
        self.idle().push(launcher);
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Launcher>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The group of a launcher, where there are groups.
pub(crate) fn group(hierarchy: &Hierarchy) -> io::Result<Option<Group>> {
    /// Every launcher of this process, whichever sandbox it belongs to, has a name of its own.
    static SERIAL: AtomicUsize = AtomicUsize::new(0);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    if hierarchy.is_empty() {
        Ok(None)
    } else {
        Group::make(hierarchy, serial).map(Some)
    }
}
