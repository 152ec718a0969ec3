//! `judge watch`: judges, and on each save judges again what it touches.
//!
//! Each run is a judge of its own, `judge run --touched …` with the same words, so that one that is
//! out of date can be ended like any other.

mod names;
mod own;
mod unread;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher, event::ModifyKind};
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;

use self::names::names;
use self::own::Own;
use self::unread::Unread;
use super::advice::{Way, advice};
use super::run::{self, RunArgs};
use crate::cli::complain;
use crate::exit::Exit;
use crate::here::here;
use crate::plan::{Plan, Request, plan, touched};
use crate::session::Failure;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge watch sol.cpp tests/            judge, and again whenever sol.cpp or a case is saved
  judge watch eat-the-chip              a saved solution alone, a saved case with all solutions
  judge watch --report run.html         the page holds what the last run judged

Takes the words of `judge run`. A save while a run goes on ends that run; what was left of it comes
after what the save touched. Ctrl-C ends it all.";

/// A save is taken for whole after so long without another.
const QUIET: Duration = Duration::from_millis(100);
/// Where saves never end they are not waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// So many files are looked at one by one.
const FEW: usize = 16;
/// How often a run is looked at.
const POLL: Duration = Duration::from_millis(20);

/// What to judge and how, again and again.
#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    run: RunArgs,
}

/// Something happened.
enum Message {
    Changed(BTreeSet<PathBuf>),
    /// Nobody knows what changed.
    Lost,
    Signal(u8),
}

/// What is to be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
enum What {
    Everything,
    Touched(BTreeSet<PathBuf>),
}

impl What {
    fn and(self, other: What) -> What {
        match (self, other) {
            (What::Touched(mut files), What::Touched(more)) => {
                files.extend(more);
                What::Touched(files)
            }
            _ => What::Everything,
        }
    }

    fn holds(&self, other: &What) -> bool {
        match (self, other) {
            (What::Everything, _) => true,
            (What::Touched(files), What::Touched(others)) => others.is_subset(files),
            (What::Touched(_), What::Everything) => false,
        }
    }
}

pub(crate) fn watch(args: &WatchArgs) -> Exit {
    let args = &args.run;
    let fault = if args.asks_for_pasted() {
        Some("`-` is read once; name a file of the case to watch it")
    } else if args.keep.is_some() {
        Some("--keep overwrites nothing, so it is for one run: `judge run --keep DIR`")
    } else {
        None
    };
    if let Some(fault) = fault {
        complain(&fault);
        return Exit::Usage;
    }
    let request = run::request(args, None);
    let first = match plan(&request) {
        Ok(plan) => plan,
        Err(error) => {
            complain(&advice(&error, Way::Watch));
            return error.exit();
        }
    };
    let watched = Watch::new(args, request).and_then(|mut watch| {
        watch.look_at(&first)?;
        watch.unread = Unread::of(&first);
        watch.go()
    });
    match watched {
        Ok(exit) => exit,
        Err(error) => {
            complain(&error);
            Exit::Unjudged
        }
    }
}

struct Watch {
    request: Request,
    /// The words of the command line after `watch`.
    words: Vec<OsString>,
    /// What the runs themselves write.
    outputs: Vec<PathBuf>,
    quiet: bool,
    /// The judge that judges.
    own: Own,
    watcher: RecommendedWatcher,
    messages: Receiver<Message>,
    running: Option<(Child, What)>,
    /// What a run that was ended had still to do.
    rest: Option<What>,
    /// What the last run complained of.
    unread: Unread,
}

impl Watch {
    fn new(args: &RunArgs, request: Request) -> Result<Watch, Failure> {
        let (sender, messages) = mpsc::channel();
        let signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT])?;
        let changes = sender.clone();
        let watcher = notify::recommended_watcher(move |event| changed(event, &changes))?;
        thread::spawn(move || tell_signals(signals, &sender));
        let files = args.reports.iter().map(|report| &report.path);
        let files = files.chain(&args.save).map(PathBuf::as_path);
        // Where standard output is a file these lead there.
        let streams = ["/dev/stdout", "/dev/stderr"].map(Path::new);
        let outputs = files.chain(streams).map(touched::real);
        Ok(Watch {
            request,
            words: std::env::args_os().skip(2).collect(),
            outputs: outputs.collect(),
            quiet: args.quiet,
            own: Own::find()?,
            watcher,
            messages,
            running: None,
            rest: None,
            unread: Unread::default(),
        })
    }

    /// Watches the folders of a plan too. Those of earlier ones stay watched, which does no harm.
    fn look_at(&mut self, plan: &Plan) -> Result<(), Failure> {
        let mut folders: BTreeMap<PathBuf, bool> = BTreeMap::new();
        let here = here()?;
        for (folder, deep) in touched::folders(plan).into_iter().chain([(here, false)]) {
            *folders.entry(folder).or_default() |= deep;
        }
        for (folder, deep) in folders.iter().filter(|(folder, _)| folder.is_dir()) {
            let around = folder.ancestors().skip(1);
            if around
                .into_iter()
                .any(|above| folders.get(above) == Some(&true))
            {
                continue;
            }
            let mode = match deep {
                true => RecursiveMode::Recursive,
                false => RecursiveMode::NonRecursive,
            };
            self.watcher
                .watch(folder, mode)
                .map_err(|error| format!("{}: cannot be watched: {error}", folder.display()))?;
        }
        Ok(())
    }

    fn go(&mut self) -> Result<Exit, Failure> {
        self.start(What::Everything);
        let mut changes: BTreeSet<PathBuf> = BTreeSet::new();
        let mut lost = false;
        let (mut first, mut last) = (Instant::now(), Instant::now());
        loop {
            let held_up = self.rest.is_some();
            let waiting = self.running.is_some() || held_up || lost || !changes.is_empty();
            let message = match waiting {
                true => self.messages.recv_timeout(POLL),
                false => self.messages.recv().map_err(RecvTimeoutError::from),
            };
            match message {
                Ok(Message::Signal(signal)) => {
                    self.end_run(Signal::from_named_raw(i32::from(signal)))?;
                    return Ok(Exit::Signal(signal));
                }
                Ok(Message::Changed(files)) => {
                    last = Instant::now();
                    if changes.is_empty() && !lost {
                        first = last;
                    }
                    changes.extend(files);
                }
                Ok(Message::Lost) => lost = true,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("nothing can be watched any more".into());
                }
            }
            self.look_after_run()?;
            let settled = last.elapsed() >= QUIET || first.elapsed() >= PATIENCE;
            if (lost || !changes.is_empty()) && settled {
                let what = match std::mem::take(&mut lost) {
                    true => What::Everything,
                    false => What::Touched(std::mem::take(&mut changes)),
                };
                changes.clear();
                self.take(what)?;
            }
        }
    }

    /// Judges what changed, if that touches anything.
    fn take(&mut self, what: What) -> Result<(), Failure> {
        let mut what = match what {
            What::Touched(mut files) => {
                files.retain(|file| !self.outputs.iter().any(|own| file.starts_with(own)));
                What::Touched(files)
            }
            everything => everything,
        };
        let planned = plan(&self.request);
        let now = match &planned {
            Ok(plan) => Unread::of(plan),
            Err(error) => Unread::all(error),
        };
        let before = std::mem::replace(&mut self.unread, now);
        let wanted = match planned {
            // What cannot be planned the run itself complains of, once.
            Err(_) => before != self.unread,
            Ok(plan) => {
                self.look_at(&plan)?;
                match &mut what {
                    What::Everything => true,
                    What::Touched(_) if before.is_all() => {
                        what = What::Everything;
                        true
                    }
                    What::Touched(files) => touches(plan, files, &self.unread.news(&before)),
                }
            }
        };
        if !wanted {
            return Ok(());
        }
        if let Some(unfinished) = self.end_run(Some(Signal::TERM))? {
            self.leave(unfinished);
        }
        self.rest = self.rest.take().filter(|rest| !what.holds(rest));
        self.start(what);
        Ok(())
    }

    /// Starts a run, or leaves it for later where the judge itself is not there: then it is most likely
    /// being built.
    fn start(&mut self, what: What) {
        let mut command = Command::new(self.own.path());
        command.arg("run").stdin(Stdio::null());
        if let What::Touched(files) = &what {
            if !self.quiet && !self.own.is_missing() {
                complain(&format_args!("changed: {}", names(files)));
            }
            for file in files {
                let mut word = OsString::from("--touched=");
                word.push(file);
                command.arg(word);
            }
        }
        match command.args(&self.words).spawn() {
            Ok(child) => {
                if self.own.started() && !self.quiet {
                    complain(&"the judge itself is another one now, and judges from here on");
                }
                self.running = Some((child, what));
            }
            Err(error) => {
                if self.own.failed() {
                    complain(&format_args!(
                        "{}: the judge itself cannot be started: {error}; it goes on when that is there \
                         again, as after a build, and Ctrl-C ends",
                        self.own.path().display()
                    ));
                }
                self.leave(what);
            }
        }
    }

    /// Leaves this for later, with what is left already.
    fn leave(&mut self, what: What) {
        self.rest = Some(match self.rest.take() {
            Some(rest) => rest.and(what),
            None => what,
        });
    }

    /// Starts what is left when a run has ended, or could not be started.
    fn look_after_run(&mut self) -> Result<(), Failure> {
        if let Some((mut child, what)) = self.running.take() {
            let Some(status) = child.try_wait()? else {
                self.running = Some((child, what));
                return Ok(());
            };
            if self.fell(status) {
                self.leave(what);
            } else if self.rest.is_none() && !self.quiet {
                complain(&"watching; Ctrl-C ends");
            }
        }
        if self.rest.is_some() && !self.own.is_as_it_fell() {
            self.rest
                .take()
                .into_iter()
                .for_each(|rest| self.start(rest));
        }
        Ok(())
    }

    /// Whether the judge that judged did not end by itself, of which it cannot say anything.
    fn fell(&mut self, status: ExitStatus) -> bool {
        // These are for the whole judge, and it is told of them too.
        let asked = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];
        let Some(signal) = status.signal().filter(|signal| !asked.contains(signal)) else {
            return false;
        };
        self.own.fell();
        complain(&format_args!(
            "{}: the judge itself was ended by {} before it had judged; it goes on with the next save, or \
             when it is another one, as after a build, and Ctrl-C ends",
            self.own.path().display(),
            sandbox::Exit::Signal(sandbox::Signal(signal))
        ));
        true
    }

    /// Ends the run at hand, and says what it was to judge.
    fn end_run(&mut self, signal: Option<Signal>) -> Result<Option<What>, Failure> {
        let Some((mut child, what)) = self.running.take() else {
            return Ok(None);
        };
        if let Some(status) = child.try_wait()? {
            return Ok(Some(what).filter(|_| self.fell(status)));
        }
        // Not waited for yet, so the number is still its own.
        let _ = kill_process(Pid::from_child(&child), signal.unwrap_or(Signal::TERM));
        child.wait()?;
        Ok(Some(what))
    }
}

/// Whether anything is to be judged anew when these files changed, and with them what can be read of
/// the packages `news`. Leaves of a few files those that touch something.
fn touches(mut plan: Plan, files: &mut BTreeSet<PathBuf>, news: &BTreeSet<PathBuf>) -> bool {
    let all: Vec<PathBuf> = files.union(news).cloned().collect();
    let whole = plan.problems.clone();
    touched::narrow(&mut plan, &all);
    if plan.problems.is_empty() && news.is_empty() {
        return false;
    }
    if all.len() <= FEW {
        files.retain(|file| {
            let mut plan = Plan {
                problems: whole.clone(),
                broken: Vec::new(),
                narrowed: true,
                all_cases: false,
            };
            touched::narrow(&mut plan, std::slice::from_ref(file));
            !plan.problems.is_empty()
        });
    }
    // A package that was mended is judged as a whole.
    files.extend(news.iter().cloned());
    true
}

/// Tells of what was written, made, moved or removed.
fn changed(event: notify::Result<notify::Event>, to: &Sender<Message>) {
    let message = match event {
        Ok(event) if event.need_rescan() => Message::Lost,
        Ok(event) => match event.kind {
            // Who reads a file changes nothing, and a folder's own times change with its files.
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => return,
            _ => Message::Changed(event.paths.into_iter().collect()),
        },
        Err(_) => Message::Lost,
    };
    // Nobody listens any more at the end.
    let _ = to.send(message);
}

fn tell_signals(mut signals: Signals, to: &Sender<Message>) {
    for signal in &mut signals {
        let _ = to.send(Message::Signal(u8::try_from(signal).unwrap_or(u8::MAX)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_what_the_next_run_does_not_hold() {
        let touched = |names: &[&str]| What::Touched(names.iter().map(PathBuf::from).collect());
        for (next, left, held) in [
            (What::Everything, What::Everything, true),
            (What::Everything, touched(&["a"]), true),
            (touched(&["a", "b"]), touched(&["a"]), true),
            (touched(&["a"]), touched(&["a", "b"]), false),
            (touched(&["a"]), What::Everything, false),
        ] {
            assert_eq!(next.holds(&left), held, "{next:?} {left:?}");
        }
        assert_eq!(touched(&["a"]).and(touched(&["b"])), touched(&["a", "b"]));
        assert_eq!(touched(&["a"]).and(What::Everything), What::Everything);
    }
}
