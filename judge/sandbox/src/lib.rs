//! Runs one program under limits and measures it: the only place that starts processes.
//!
//! The crate knows nothing of judging. A [`Program`], its [`Limits`] and its [`Files`] go in; an [`Execution`] comes
//! out, which says how the program ended, what it used, and which limit (if any) it went over.
//!
//! On Linux a small copy of the process, the launcher, starts the programs: in namespaces of their own with a
//! read-only root, under Landlock and seccomp, in control groups, each layer where this machine has it
//! ([`Sandbox::probe`]). Elsewhere, and where the launcher cannot be started, a program has a session of its own,
//! resource limits, capped pipes and timers, and sees the file system and the network of its user.
//! [`Sandbox::level`] says so.
//!
//! Deliberately absent: `RLIMIT_AS` and `RLIMIT_DATA` (they break programs that reserve memory without touching it),
//! a thread per run, and any trust in the signal a program ended with (it can raise one itself).

mod direct;
mod error;
mod execution;
mod files;
#[cfg(target_os = "linux")]
mod isolate;
mod launch;
mod layers;
mod program;
mod sandbox;
mod spawn;
mod sweep;
mod tree;
mod usage;
mod watch;

use std::sync::atomic::{AtomicBool, Ordering};

pub use error::SandboxError;
pub use execution::{Execution, Exit, Reason, Signal};
pub use files::{Files, Pipes, Stdin};
pub use layers::{Layer, Layers, Level, Missing};
pub use program::{Folder, Limits, Program};
pub use sandbox::{Config, Hide, Sandbox};

static INITIALISED: AtomicBool = AtomicBool::new(false);

/// Has to be the first statement of `main`, before any thread is started.
///
/// It never returns in a copy of this process that was started as the sandbox's launcher. A process that does not call
/// it runs programs without isolation, because a copy of it would not become a launcher.
pub fn init() {
    #[cfg(target_os = "linux")]
    isolate::take_over();
    INITIALISED.store(true, Ordering::SeqCst);
}

#[cfg(target_os = "linux")]
fn is_initialised() -> bool {
    INITIALISED.load(Ordering::SeqCst)
}
