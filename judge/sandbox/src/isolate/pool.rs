//! The launchers that have nothing to do, and how to make another.
//!
//! They take turns. While one run goes on, the launcher of the run before clears away and prepares the next, in a
//! control group of its own, so that nothing of that is counted as the program's.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::cgroup::{Group, Hierarchy};
use super::hidden::Hidden;
use super::input::Inputs;
use super::launcher::Launcher;
use super::order::Wanted;
use crate::SandboxError;

/// The launchers of a sandbox.
#[derive(Debug)]
pub(crate) struct Pool {
    pub(crate) wanted: Wanted,
    hierarchy: Hierarchy,
    /// Of the first launcher; it serves for all.
    pub(super) users: Option<OwnedFd>,
    pub(super) inputs: Inputs,
    hidden: RwLock<Arc<Vec<Hidden>>>,
    /// Idle for the longest first.
    idle: Mutex<Vec<Launcher>>,
}

impl Pool {
    pub(crate) fn new(wanted: Wanted, hierarchy: Hierarchy, mut first: Launcher) -> Pool {
        Pool {
            wanted,
            hierarchy,
            users: first.users.take(),
            inputs: Inputs::default(),
            hidden: RwLock::new(Arc::new(Hidden::always())),
            idle: Mutex::new(vec![first]),
        }
    }

    /// The launcher that has had the most time to clear away and to prepare.
    ///
    /// One that has run something is left in peace as long as it is the only one, and another is started. So there come
    /// to be two for every run that goes on at a time. One that was killed meanwhile, by a machine that is short of
    /// memory say, is none.
    pub(super) fn take(&self) -> Result<Launcher, SandboxError> {
        {
            let mut idle = self.idle();
            idle.retain(|launcher| !launcher.is_gone());
            if idle.len() > 1 || idle.iter().any(Launcher::is_new) {
                return Ok(idle.remove(0));
            }
        }
        self.start().or_else(|error| self.idle().pop().ok_or(error))
    }

    /// Gives a launcher back.
    pub(super) fn give(&self, launcher: Launcher) {
        self.idle().push(launcher);
    }

    /// Hides something from all programs that are started from now on.
    pub(crate) fn hide(&self, hidden: Hidden) {
        let mut all = self.hidden.write().unwrap_or_else(PoisonError::into_inner);
        if !all.contains(&hidden) {
            *all = Arc::new(all.iter().cloned().chain([hidden]).collect());
        }
    }

    /// What is hidden.
    pub(super) fn hidden(&self) -> Arc<Vec<Hidden>> {
        Arc::clone(&self.hidden.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn start(&self) -> Result<Launcher, SandboxError> {
        let group = group(&self.hierarchy).map_err(SandboxError::system("make a control group"))?;
        Launcher::start(self.wanted, group).map_err(|fault| SandboxError::System {
            action: "start a launcher of programs",
            source: fault.error,
        })
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
