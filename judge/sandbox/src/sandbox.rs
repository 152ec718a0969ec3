//! The sandbox as its users see it: started once, then runs programs from any number of threads.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::direct::Direct;
#[cfg(target_os = "linux")]
use crate::isolate;
use crate::watch::{self, Process, Streams};
use crate::{Execution, Files, Layers, Level, Limits, Pipes, Program, SandboxError, tree};

/// How the sandbox is to be built.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Config {
    /// Whether a missing layer is an error.
    pub require: bool,
    /// Names of layers not to use. Meant for tests: what a layer stops is seen when it is away.
    pub without: Vec<String>,
}

impl Config {
    /// No layer at all but limits and a session of its own, for programs that are trusted.
    pub fn trusting() -> Config {
        Config {
            require: false,
            without: vec![crate::layers::LAUNCHER.to_owned()],
        }
    }
}

/// What [`Sandbox::hide`] hides a folder from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hide {
    /// Whoever is shown a folder around it.
    Everywhere,
    /// Whoever is shown it only because it lies in the system's folders, such as `/usr`.
    InSystem,
}

/// Runs programs; shared by reference between threads, each of which may run one at a time.
#[derive(Debug)]
pub struct Sandbox {
    layers: Layers,
    /// `None` where programs are not isolated.
    #[cfg(target_os = "linux")]
    pool: Option<isolate::Pool>,
    cancelled: AtomicBool,
    /// Threads of which nothing is to run any more. The number of one that is gone comes never again.
    dismissed: Mutex<HashSet<ThreadId>>,
    /// What runs now, and for which thread.
    running: Mutex<HashMap<u64, (ThreadId, Target)>>,
    serial: AtomicU64,
}

/// What has to be told in order to end a run.
#[derive(Debug)]
pub(crate) enum Target {
    /// The leader of a session. It is taken out before it is reaped, so its number still is its own.
    Session(Pid),
    /// A run of a launcher.
    #[cfg(target_os = "linux")]
    Launched(isolate::Live),
}

impl Target {
    fn end(&self) {
        match self {
            Target::Session(leader) => {
                // It may have ended just now; then there is nothing to do.
                let _ = kill_process_group(*leader, Signal::KILL);
            }
            #[cfg(target_os = "linux")]
            Target::Launched(run) => run.end(),
        }
    }
}

impl Sandbox {
    /// Makes the sandbox ready: tries every layer, and uses those that work.
    ///
    /// On Linux the calling process becomes the one to which orphaned descendants of the programs return
    /// (`PR_SET_CHILD_SUBREAPER`), which is how background processes are found and ended, and may have as many open
    /// files as its hard limit says. Isolation needs
    /// [`init`](crate::init) to have been called.
    ///
    /// # Errors
    /// When the system refuses that, or a layer is missing that [`Config::require`] asks for.
    pub fn start(config: Config) -> Result<Sandbox, SandboxError> {
        tree::adopt_orphans().map_err(SandboxError::system(
            "become the reaper of orphaned processes",
        ))?;
        #[cfg(target_os = "linux")]
        crate::launch::open_many_files();
        #[cfg(target_os = "linux")]
        let (layers, pool) = isolate::probe(crate::is_initialised(), &config.without)?;
        #[cfg(not(target_os = "linux"))]
        let layers = Layers::none("this system is not Linux");
        if config.require && layers.missing().next().is_some() {
            return Err(SandboxError::Missing { layers });
        }
        Ok(Sandbox {
            layers,
            #[cfg(target_os = "linux")]
            pool,
            cancelled: AtomicBool::new(false),
            dismissed: Mutex::default(),
            running: Mutex::default(),
            serial: AtomicU64::new(0),
        })
    }

    /// Tries every layer, as [`Sandbox::start`] does.
    ///
    /// # Errors
    /// As of [`Sandbox::start`].
    pub fn probe() -> Result<Layers, SandboxError> {
        Ok(Sandbox::start(Config::default())?.layers)
    }

    /// What this sandbox is made of.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// What a program is kept from.
    pub fn level(&self) -> Level {
        self.layers.level()
    }

    /// Hides a folder from all programs that are started from now on, but for what each of them is shown by itself, and
    /// for the folder it is shown if that is this one. Not enforced where the sandbox does not isolate files. Where
    /// no folder is there, nothing is hidden.
    pub fn hide(&self, place: &std::path::Path, from: Hide) {
        #[cfg(target_os = "linux")]
        if let (Some(pool), Ok(hidden)) = (&self.pool, isolate::Hidden::find(place, from)) {
            pool.hide(hidden);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (place, from);
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
        self.isolated(program, limits, Streams::Files(files))
    }

    /// As [`Sandbox::run`], for a program whose standard streams lead to another one.
    ///
    /// # Errors
    /// As of [`Sandbox::run`].
    pub fn run_between(
        &self,
        program: &Program,
        limits: &Limits,
        pipes: Pipes,
    ) -> Result<Execution, SandboxError> {
        self.isolated(program, limits, Streams::Pipes(pipes))
    }

    fn isolated(
        &self,
        program: &Program,
        limits: &Limits,
        streams: Streams<'_>,
    ) -> Result<Execution, SandboxError> {
        #[cfg(target_os = "linux")]
        if let Some(pool) = &self.pool {
            return watch::run(self, limits, streams, &|stdio| {
                let run = isolate::Run::start(pool, program, limits, stdio)?;
                let target = Target::Launched(run.live());
                Ok((Box::new(run) as Box<dyn Process>, target))
            });
        }
        self.direct(program, limits, streams)
    }

    /// Runs a program of the machine's own, such as a version manager that says where its compiler is: measured and
    /// limited, and not isolated.
    ///
    /// # Errors
    /// As of [`Sandbox::run`].
    pub fn run_trusted(
        &self,
        program: &Program,
        limits: &Limits,
        files: Files<'_>,
    ) -> Result<Execution, SandboxError> {
        self.direct(program, limits, Streams::Files(files))
    }

    fn direct(
        &self,
        program: &Program,
        limits: &Limits,
        streams: Streams<'_>,
    ) -> Result<Execution, SandboxError> {
        watch::run(self, limits, streams, &|stdio| {
            let run = Direct::start(program, limits, stdio)?;
            let target = Target::Session(run.leader());
            Ok((Box::new(run) as Box<dyn Process>, target))
        })
    }

    /// Ends every program now running, each with [`Reason::Cancelled`](crate::Reason::Cancelled), and refuses to
    /// start another. Meant for a thread that waits for signals; not to be called inside a signal handler.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        self.running().values().for_each(|(_, target)| target.end());
    }

    /// The same for what one thread runs, now and later: nobody needs it any more.
    pub fn cancel_thread(&self, thread: ThreadId) {
        locked(&self.dismissed).insert(thread);
        let running = self.running();
        let own = running.values().filter(|(runner, _)| *runner == thread);
        own.for_each(|(_, target)| target.end());
    }

    /// Whether nothing runs any more that the calling thread starts.
    pub fn is_cancelled(&self) -> bool {
        let dismissed = || locked(&self.dismissed).contains(&thread::current().id());
        self.cancelled.load(Ordering::SeqCst) || dismissed()
    }

    /// Lets [`Sandbox::cancel`] end a run, until the value is dropped.
    pub(crate) fn register(&self, target: Target) -> Registered<'_> {
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let own = thread::current().id();
        self.running().insert(serial, (own, target));
        Registered {
            sandbox: self,
            serial,
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<u64, (ThreadId, Target)>> {
        locked(&self.running)
    }
}

/// What is in there is never left half changed, so a panic elsewhere does not spoil it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run's place among those that [`Sandbox::cancel`] ends.
pub(crate) struct Registered<'a> {
    sandbox: &'a Sandbox,
    serial: u64,
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        self.sandbox.running().remove(&self.serial);
    }
}
