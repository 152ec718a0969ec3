//! How the launcher shuts itself in: another user, namespaces of its own, the read-only root.

use std::fs::{self, File};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{DumpableBehavior, set_dumpable_behavior};

use super::leftovers::Sockets;
use super::order::{Fault, Step};
use super::root::{self, Sources};
use super::sys::{self, Side};

/// The user that programs run as when the judge is root: a number that no distribution gives to anybody.
const NOBODY: u32 = 60_800;

/// The namespaces of the launcher.
pub(crate) struct Inside {
    /// The mounts of the machine, as this user may see them.
    pub(crate) machine: OwnedFd,
    /// The read-only root.
    pub(crate) root: OwnedFd,
    /// Where the launcher was root, for the judge, which still is.
    pub(crate) users: Option<OwnedFd>,
    /// Those of its network, which only programs make.
    pub(crate) sockets: Sockets,
}

impl Inside {
    /// Sees to it that no socket of a run that is over is there for the next one.
    pub(crate) fn leave_sockets(&mut self) -> io::Result<()> {
        if !self.sockets.clear() {
            sys::unshare(libc::CLONE_NEWNET)?;
            self.sockets = Sockets::open()?;
        }
        Ok(())
    }
}

/// A user namespace in which root is the user that programs run as: mounted through it, root's own files are that
/// user's. It outlives the process it is made with.
fn roots_files(launcher: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    match sys::clone_process(libc::CLONE_NEWUSER)? {
        (Side::Child, _) => {
            // Until it is killed, or the launcher has ended, maybe before this.
            let _ = poll(&mut [PollFd::new(&launcher, PollFlags::IN)], None);
            sys::exit(0)
        }
        (Side::Parent(pid), _) => {
            let make = || -> io::Result<OwnedFd> {
                for file in ["uid_map", "gid_map"] {
                    fs::write(format!("/proc/{pid}/{file}"), format!("0 {NOBODY} 1"))?;
                }
                Ok(File::open(format!("/proc/{pid}/ns/user"))?.into())
            };
            let made = make();
            sys::kill(pid);
            let _ = sys::wait_any();
            made
        }
    }
}

/// Gives up root, makes the launcher's namespaces and enters the read-only root; `launcher` tells when the launcher has
/// ended.
pub(crate) fn shut_in(launcher: BorrowedFd<'_>) -> Result<Inside, Fault> {
    let mut sources = None;
    let mut users = None;
    if rustix::process::geteuid().is_root() {
        // While this process may still read everything. Where it may not do this, it is tried again below.
        sources = Sources::open().ok();
        let owners = roots_files(launcher);
        // In a container whose root is somebody else outside there may be no other user; then it is no real root.
        if sys::become_user(NOBODY).is_ok() {
            users = owners.ok();
        }
        // It changed its identity, so the system took its own files in /proc away from it.
        set_dumpable_behavior(DumpableBehavior::Dumpable).map_err(Step::Prepare.fault())?;
    }
    let user = rustix::process::geteuid().as_raw();
    let group = rustix::process::getegid().as_raw();
    let all = libc::CLONE_NEWUSER
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS;
    sys::unshare(all).map_err(Step::Namespaces.fault())?;
    let inside = root::USER;
    for (file, text) in [
        ("setgroups", "deny".to_owned()),
        ("uid_map", format!("{inside} {user} 1")),
        ("gid_map", format!("{inside} {group} 1")),
    ] {
        fs::write(format!("/proc/self/{file}"), text).map_err(Step::Namespaces.fault())?;
    }
    let enter = || -> io::Result<Inside> {
        let machine = File::open("/proc/self/ns/mnt")?;
        let sources = sources.map_or_else(Sources::open, Ok)?;
        sys::unshare(libc::CLONE_NEWNS)?;
        root::enter(sources)?;
        let root = File::open("/proc/self/ns/mnt")?;
        Ok(Inside {
            machine: machine.into(),
            root: root.into(),
            users,
            sockets: Sockets::open()?,
        })
    };
    enter().map_err(Step::Root.fault())
}
