//! The plain form: a program that is a child of the judge, in a session of its own. It isolates nothing.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::launch::{self, Scratch};
use crate::spawn::Child;
use crate::usage::{Meter, Pace, Seen};
use crate::watch::{Measured, Process};
use crate::{Folder, Limits, Program, SandboxError, sweep};

/// A program that runs.
pub(crate) struct Direct {
    child: Child,
    /// Tells of the end of the child; only Linux has one.
    pidfd: Option<OwnedFd>,
    meter: Meter,
    pace: Pace,
    scratch: Option<Scratch>,
}

impl Direct {
    pub(crate) fn start(
        program: &Program,
        limits: &Limits,
        stdio: [BorrowedFd<'_>; 3],
    ) -> Result<Direct, SandboxError> {
        let (cwd, scratch) = match &program.cwd {
            Folder::Visible(path) | Folder::Writable(path) | Folder::Spare(path) => {
                let path = std::path::absolute(path);
                (
                    path.map_err(SandboxError::system("find the current folder"))?,
                    None,
                )
            }
            Folder::Fresh => {
                let scratch = Scratch::make()?;
                (scratch.path().to_owned(), Some(scratch))
            }
        };
        let child = launch::start(program, limits, &cwd, stdio)?;
        #[cfg(target_os = "linux")]
        let pidfd = Some(
            rustix::process::pidfd_open(child.pid(), rustix::process::PidfdFlags::empty())
                .map_err(SandboxError::system("watch the program"))?,
        );
        #[cfg(not(target_os = "linux"))]
        let pidfd = None;
        Ok(Direct {
            meter: Meter::new(child.pid()),
            child,
            pidfd,
            pace: Pace::default(),
            scratch,
        })
    }

    pub(crate) fn leader(&self) -> Pid {
        self.child.pid()
    }
}

impl Process for Direct {
    fn end(&self) -> Option<BorrowedFd<'_>> {
        self.pidfd.as_ref().map(AsFd::as_fd)
    }

    fn has_ended(&mut self, ready: bool) -> io::Result<bool> {
        if self.pidfd.is_some() {
            return Ok(ready);
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(self.child.pid()), options)?.is_some())
    }

    fn look(&mut self) -> Seen {
        self.meter.look()
    }

    fn waited(&self) -> Duration {
        self.meter.waited()
    }

    fn first_look(&mut self) -> Duration {
        // What it used is known only as far as it was looked at.
        Duration::ZERO
    }

    fn pause(&mut self, limit: Option<Duration>) -> Duration {
        let cpu = self.meter.seen().cpu;
        self.pace
            .pause(limit.map(|limit| limit.saturating_sub(cpu)))
    }

    fn kill(&mut self) {
        // It may have ended just now; its number is kept until it is reaped.
        self.child.kill();
    }

    /// Nobody stands between who kills and the program: all that is left is to wait for the system.
    fn give_up(&mut self) {}

    fn finish(mut self: Box<Self>) -> Result<Measured, SandboxError> {
        let swept = sweep::sweep(&mut self.child, self.meter.known())
            .map_err(SandboxError::system("learn how the program ended"))?;
        let measured = Measured {
            exit: swept.exit,
            cpu: self.meter.cpu(swept.usage.cpu + swept.others),
            wall: None,
            memory: self.meter.memory(swept.usage.max_resident),
            out_of_memory: false,
        };
        if let Some(scratch) = self.scratch {
            scratch.remove();
        }
        Ok(measured)
    }
}
