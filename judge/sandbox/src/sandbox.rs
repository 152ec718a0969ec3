//! The sandbox as its users see it: started once, then runs programs from any number of threads.

use std::collections::HashSet;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::{Execution, Files, Limits, Program, SandboxError, tree, watch};

/// How the sandbox is to be built. Nothing can be chosen in this form; use `Config::default()`.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Config {}

/// How much a program is kept from, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// A session of its own and resource limits. It stops accidents, not attacks.
    Limits,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Limits => f.write_str("process group and resource limits: trusted code only"),
        }
    }
}

/// Runs programs; shared by reference between threads, each of which may run one at a time.
#[derive(Debug)]
pub struct Sandbox {
    cancelled: AtomicBool,
    /// The leaders of the sessions now running. One is taken out before it is reaped, so a number in here always
    /// belongs to one of our own programs and may be signalled while the lock is held.
    running: Mutex<HashSet<Pid>>,
}

impl Sandbox {
    /// Makes the sandbox ready.
    ///
    /// On Linux the calling process becomes the one to which orphaned descendants of the programs return
    /// (`PR_SET_CHILD_SUBREAPER`), which is how background processes are found and ended.
    ///
    /// # Errors
    /// When the system refuses that.
    pub fn start(config: Config) -> Result<Sandbox, SandboxError> {
        let Config {} = config;
        tree::adopt_orphans().map_err(SandboxError::system(
            "become the reaper of orphaned processes",
        ))?;
        Ok(Sandbox {
            cancelled: AtomicBool::new(false),
            running: Mutex::new(HashSet::new()),
        })
    }

    /// What a program is kept from.
    pub fn level(&self) -> Level {
        Level::Limits
    }

    /// Runs one program to its end and ends everything it started.
    ///
    /// Blocks until then; returns soon after a limit is reached. A program that goes over a limit, crashes or writes
    /// too much is an [`Execution`], not an error.
    ///
    /// # Errors
    /// When the program could not be started, its output not be stored, or the sandbox was cancelled before.
    pub fn run(
        &self,
        program: &Program,
        limits: &Limits,
        files: Files<'_>,
    ) -> Result<Execution, SandboxError> {
        watch::run(self, program, limits, files)
    }

    /// Ends every program now running, each with [`Reason::Cancelled`](crate::Reason::Cancelled), and refuses to
    /// start another. Meant for a thread that waits for signals; not to be called inside a signal handler.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        for &leader in self.running().iter() {
            // It may have ended just now; then there is nothing to do.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// The set is never left half changed, so a panic elsewhere does not spoil it.
    pub(crate) fn running(&self) -> std::sync::MutexGuard<'_, HashSet<Pid>> {
        self.running
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
