//! Runs one program under limits and measures it: the only place that starts processes.
//!
//! The crate knows nothing of judging. A [`Program`], its [`Limits`] and its [`Files`] go in; an [`Execution`] comes
//! out, which says how the program ended, what it used, and which limit (if any) it went over.
//!
//! What this form does, on Linux: a session of its own for every program, resource limits, capped pipes, timers for
//! CPU and wall time, polling of memory, and an end that takes the whole process tree along. It does **not** isolate:
//! a program sees the file system and the network of its user. [`Sandbox::level`] says so.
//!
//! Deliberately absent: `RLIMIT_AS` and `RLIMIT_DATA` (they break programs that reserve memory without touching it),
//! a thread per run, and any trust in the signal a program ended with (it can raise one itself).

mod error;
mod execution;
mod files;
mod launch;
mod program;
mod sandbox;
mod spawn;
mod sweep;
mod tree;
mod usage;
mod watch;

pub use error::SandboxError;
pub use execution::{Execution, Exit, Reason, Signal};
pub use files::{Files, Stdin};
pub use program::{Limits, Program};
pub use sandbox::{Config, Level, Sandbox};

/// Has to be the first statement of `main`, before any thread is started.
///
/// Now it does nothing. It is the place where a copy of the judge that was started as the sandbox's launcher takes
/// over and never returns; calling it today means that nothing has to change then.
pub fn init() {}
