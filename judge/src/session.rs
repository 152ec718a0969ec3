//! What every command that runs programs begins with: configuration, languages, cache, sandbox, and
//! signals that end it all.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use package::Problem;
use sandbox::{Hide, Sandbox};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

use crate::build::{self, Builder, Cache, Crates, Languages};
use crate::cli::{Means, complain};
use crate::config::Config;
use crate::descriptors;
use crate::exit::Exit;
use crate::here::here;
use crate::schedule::SIGNAL;

/// Whatever keeps a command from going on.
pub(crate) type Failure = Box<dyn std::error::Error>;

/// Not even the thread that waits for signals can be started.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot start a thread: {0}; the judge needs a few, so end other programs, or raise the limit on this user's processes (`ulimit -u`)"
)]
struct NoThread(std::io::Error);

/// The means of a command.
pub(crate) struct Session<'a> {
    pub(crate) sandbox: &'a Sandbox,
    pub(crate) languages: &'a Languages,
    pub(crate) cache: &'a Cache,
    /// How many programs may run side by side.
    pub(crate) jobs: usize,
}

impl<'a> Session<'a> {
    /// What builds programs, with those of `crates` built before.
    pub(crate) fn builder(&self, crates: &'a Crates) -> Builder<'a> {
        Builder {
            sandbox: self.sandbox,
            languages: self.languages,
            cache: self.cache,
            crates,
            rules: build::Rules::default(),
        }
    }
}

/// From then on after a signal a second one ends the judge at once. Sooner ones are taken for the
/// same: a terminal sends one to `cargo run` and to the judge, and hands tremble.
const PATIENCE: Duration = Duration::from_secs(1);

/// Opens a session and does some work in it; a signal ends every program and is given back.
pub(crate) fn open(
    means: &Means,
    work: impl FnOnce(&Session<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let config = Config::find(&here()?)?;
    let asked = config.jobs;
    let languages = config.languages()?;
    let cache = Cache::open()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let wanted = means.jobs.map(usize::from).or(asked.map(|jobs| jobs.0));
    let wanted = wanted.unwrap_or(cores).clamp(1, 1024);
    let jobs = descriptors::make_room(wanted)?;
    if jobs < wanted {
        complain(&format_args!(
            "the limit on open files leaves room for {jobs} of {wanted} cases side by side; `ulimit -n` raises it"
        ));
    }
    let mut how = match means.no_sandbox {
        true => sandbox::Config::trusting(),
        false => sandbox::Config::default(),
    };
    how.require = means.require_sandbox;
    // From here on a signal waits for its listener: none ends the judge between making and removing
    // what the sandbox needs.
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT])?;
    let sandbox = Sandbox::start(how)?;
    sandbox.hide(cache.root(), Hide::Everywhere);
    let handle = signals.handle();
    let exit = thread::scope(|scope| {
        let listener = || {
            let mut first: Option<Instant> = None;
            for signal in &mut signals {
                let number = u8::try_from(signal).unwrap_or(u8::MAX);
                match first {
                    None => {
                        first = Some(Instant::now());
                        SIGNAL.store(number, Ordering::SeqCst);
                        sandbox.cancel();
                        build::cancel();
                    }
                    // Whoever asks again has waited for something that does not end, such as a reader
                    // of a pipe. What is left behind then the next judge removes.
                    Some(first) if first.elapsed() > PATIENCE => {
                        std::process::exit(128 + signal);
                    }
                    Some(_) => {}
                }
            }
        };
        thread::Builder::new()
            .spawn_scoped(scope, listener)
            .map_err(NoThread)?;
        // The thread above ends only then, and the scope waits for it: after a panic too.
        let _closing = Closing(handle);
        work(&Session {
            sandbox: &sandbox,
            languages: &languages,
            cache: &cache,
            jobs,
        })
    })?;
    let signal = SIGNAL.load(Ordering::SeqCst);
    Ok(match signal {
        0 => exit,
        signal => Exit::Signal(signal),
    })
}

/// Gives the factors on time limits the names of their languages; says which name nobody knows.
pub(crate) fn name_factors(problem: &mut Problem, languages: &Languages) -> Result<(), String> {
    match languages.factors(&problem.limits.multiplier) {
        Ok(factors) => {
            problem.limits.multiplier = factors;
            Ok(())
        }
        Err(error) => {
            let root = problem.root.display();
            Err(format!("{root}: limits.multiplier: {error}"))
        }
    }
}

/// Closes the stream of signals when dropped.
struct Closing(Handle);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.close();
    }
}
