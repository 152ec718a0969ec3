//! How a program ended and what it used.

use std::fmt;
use std::time::Duration;

/// The measured run of one program.
#[derive(Debug, Clone)]
pub struct Execution {
    /// How the program itself ended, also when the sandbox ended it (then by SIGKILL).
    pub exit: Exit,
    /// CPU time, user and system, of the program and of its descendants. A lower bound where a descendant left the
    /// tree unseen (a program that ignores SIGCHLD, a daemon with a session of its own).
    pub cpu: Duration,
    /// Time from the start to the end of the program.
    pub wall: Duration,
    /// Peak resident memory in bytes; see [`Limits::memory`](crate::Limits::memory).
    pub memory: u64,
    /// Bytes given to the sink of standard output, at most [`Limits::output`](crate::Limits::output).
    pub output_bytes: u64,
    /// The first bytes of standard error, at most [`Limits::stderr`](crate::Limits::stderr).
    pub stderr: Vec<u8>,
    /// Whether there was more on standard error than was kept.
    pub stderr_truncated: bool,
    /// Why the sandbox ended the program, or the limit it is over by measurement although it ended by itself.
    pub reason: Option<Reason>,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exit {
    /// It exited with this code, 0 to 255.
    Code(i32),
    /// A signal ended it.
    Signal(Signal),
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "exit code {code}"),
            Exit::Signal(signal) => signal.fmt(f),
        }
    }
}

/// Why a program was ended, or the limit it was over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// More CPU time than allowed.
    Cpu,
    /// More wall time than allowed, with CPU time to spare.
    Wall,
    /// More memory than allowed.
    Memory,
    /// More standard output than allowed.
    Output,
    /// More standard error than allowed.
    Stderr,
    /// [`Sandbox::cancel`](crate::Sandbox::cancel) was called.
    Cancelled,
    /// The caller ended it through [`Pipes::stop`](crate::Pipes::stop).
    Stopped,
}

/// The number of a signal on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signal(pub i32);

impl Signal {
    /// Its number.
    pub fn number(self) -> i32 {
        self.0
    }

    /// Its name, such as `SIGSEGV`; `None` for a number without one (the real-time signals).
    pub fn name(self) -> Option<&'static str> {
        NAMES
            .iter()
            .find(|(number, _)| *number == self.0)
            .map(|(_, name)| *name)
    }
}

impl fmt::Display for Signal {
    /// The name, or `signal 40` where there is none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "signal {}", self.0),
        }
    }
}

/// Signals that can end a process, by the numbers of the machine compiled for.
const NAMES: &[(i32, &str)] = &[
    (libc::SIGHUP, "SIGHUP"),
    (libc::SIGINT, "SIGINT"),
    (libc::SIGQUIT, "SIGQUIT"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGKILL, "SIGKILL"),
    (libc::SIGUSR1, "SIGUSR1"),
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGUSR2, "SIGUSR2"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGALRM, "SIGALRM"),
    (libc::SIGTERM, "SIGTERM"),
    #[cfg(target_os = "linux")]
    (libc::SIGSTKFLT, "SIGSTKFLT"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
    (libc::SIGVTALRM, "SIGVTALRM"),
    (libc::SIGPROF, "SIGPROF"),
    (libc::SIGIO, "SIGIO"),
    #[cfg(target_os = "linux")]
    (libc::SIGPWR, "SIGPWR"),
    (libc::SIGSYS, "SIGSYS"),
];
