//! One run as the judge sees it: what it sends to a launcher, and what it hears.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Resource, getrlimit};

use super::cgroup::Group;
use super::channel::MOST_FDS;
use super::launcher::{Key, Launcher, Live, PROCESSES, Word};
use super::order::{Order, Report, Step, View};
use super::pool::Pool;
use super::{folder, hidden, root, views};
use crate::launch::{self, explain_execute};
use crate::program::c_string;
use crate::usage::{Meter, Pace, Seen};
use crate::watch::{Measured, Process};
use crate::{Exit, Folder, Limits, Program, SandboxError, Signal};

/// Bytes of a run's own folder in memory, unless its memory is limited to less.
const ROOM: u64 = 256 << 20;

/// The signals that wait and the messages in queues are counted for all processes of a user together. If none has more
/// than this part of them, so many runs side by side have their own.
const NEIGHBOURS: u64 = 8;

/// A run in progress.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pool: &'a Pool,
    launcher: Launcher,
    /// Measures from outside what no group counts.
    tree: Option<Meter>,
    pace: Pace,
    /// The group's meter before the run.
    before: Duration,
    seen: Seen,
    report: Option<(Report, Option<OwnedFd>)>,
    /// The launcher is gone, or does not answer.
    lost: bool,
    file: PathBuf,
    cwd: PathBuf,
    /// Where the content of the run's folder goes at the end.
    target: Option<PathBuf>,
    /// A folder on disk, where there is none in memory.
    scratch: Option<launch::Scratch>,
}

impl<'a> Run<'a> {
    pub(crate) fn start(
        pool: &'a Pool,
        program: &Program,
        limits: &Limits,
        stdio: [BorrowedFd<'_>; 3],
    ) -> Result<Run<'a>, SandboxError> {
        let file = program.file()?;
        let inside = pool.wanted.namespaces;
        if let Folder::Visible(path) | Folder::Writable(path) | Folder::Spare(path) = &program.cwd
            && !path.is_dir()
        {
            return Err(SandboxError::WorkingFolder {
                path: path.clone(),
                source: io::Error::from_raw_os_error(libc::ENOENT),
            });
        }
        let scratch = match &program.cwd {
            Folder::Writable(_) | Folder::Spare(_) => None,
            _ if inside => None,
            _ => Some(launch::Scratch::make()?),
        };
        let absolute = |path: &Path| {
            std::path::absolute(path).map_err(SandboxError::system("find the current folder"))
        };
        let own = scratch
            .as_ref()
            .map_or(Path::new(root::RUN), launch::Scratch::path);
        let (cwd, tmp) = match &program.cwd {
            Folder::Fresh => (own.to_owned(), own.to_owned()),
            Folder::Visible(path) => (absolute(path)?, own.to_owned()),
            Folder::Writable(path) | Folder::Spare(path) if inside => {
                (absolute(path)?, root::TMP.into())
            }
            Folder::Writable(path) | Folder::Spare(path) => (absolute(path)?, absolute(path)?),
        };
        let writable = match &program.cwd {
            Folder::Writable(_) | Folder::Spare(_) => Some(cwd.clone()),
            _ => None,
        };
        let hidden = pool.hidden();
        let mut seen = views::of(program, &file, &hidden);
        if inside {
            seen.retain(|place| Some(place) != writable.as_ref());
        }
        let mut files = Vec::new();
        let mut shown = Vec::new();
        for place in seen {
            let Ok(data) = place.metadata() else {
                return Err(SandboxError::NotFound { path: place });
            };
            files.push((data.dev(), data.ino()));
            shown.push(View {
                is_folder: data.is_dir(),
                is_sent: false,
                place,
            });
        }
        if shown.len() > MOST_FDS / 2 {
            return Err(SandboxError::System {
                action: "show so many folders to a program",
                source: io::Error::from_raw_os_error(libc::E2BIG),
            });
        }
        let covers = hidden::covers(&hidden, &shown, &files);
        let users = pool.users.as_ref().map(AsFd::as_fd);
        let [stdin, stdout, stderr] = stdio;
        let is_file = inside && root::is_file(stdin).unwrap_or(false);
        let locked = match is_file {
            true => pool.inputs.open(stdin, users),
            false => None,
        };
        let mut order = Order {
            is_trial: false,
            // Elsewhere the run has a folder on disk, which is another one each time.
            repeats: inside && writable.is_none(),
            is_stdin_open: is_file && locked.is_none(),
            file: c_string(file.as_os_str())?,
            argv: program.arguments()?,
            environment: program.environment(&tmp)?,
            cwd: cwd.clone(),
            writable: writable.clone(),
            may_fork: !program.alone || pool.wanted.meter,
            room: room(limits),
            limits: resources(limits, inside),
            views: shown,
            covers,
        };
        let key = Key {
            order: order.encode(),
            files,
        };
        let mut launcher = pool.take()?;
        if let Some(group) = &mut launcher.group {
            group
                .limit(limits.memory, limits.processes.unwrap_or(PROCESSES))
                .map_err(SandboxError::system("limit a control group"))?;
        }
        let before = launcher
            .group
            .as_ref()
            .and_then(Group::cpu)
            .unwrap_or_default();
        let stdin = locked.as_ref().map_or(stdin, AsFd::as_fd);
        let streams = [stdin, stdout, stderr];
        let told = if order.repeats && launcher.is_prepared_for(&key) {
            launcher.again(&streams)
        } else {
            let content = match &writable {
                Some(path) if inside => {
                    Some(content(path).map_err(SandboxError::system("pack the build folder"))?)
                }
                _ => None,
            };
            let mounts = match inside {
                true => views::mount(&mut order.views, users),
                false => Vec::new(),
            };
            let fds: Vec<BorrowedFd<'_>> = streams
                .into_iter()
                .chain(content.iter().chain(&mounts).map(AsFd::as_fd))
                .collect();
            launcher.order(&order, &fds, Some(key).filter(|_| order.repeats))
        };
        told.map_err(|_| SandboxError::Launcher)?;
        Ok(Run {
            pool,
            launcher,
            tree: None,
            pace: Pace::late(),
            before,
            seen: Seen::default(),
            report: None,
            lost: false,
            file,
            cwd,
            target: writable.filter(|_| inside && matches!(program.cwd, Folder::Writable(_))),
            scratch,
        })
    }

    /// For whoever wants to end it.
    pub(crate) fn live(&self) -> Live {
        self.launcher.live()
    }

    fn hear(&mut self, word: Word) {
        match word {
            Word::Started(first) => {
                self.tree = first
                    .and_then(rustix::process::Pid::from_raw)
                    .map(Meter::inside);
            }
            Word::Done(report, folder) => self.report = Some((report, folder)),
            Word::Late => {}
            Word::Gone => self.lost = true,
        }
    }

    /// What is known of a run whose launcher is gone because the group was full: where the memory belongs to no process,
    /// the system may not stop at the program. Only the program can have filled it.
    fn starved(&self) -> Option<Measured> {
        let group = self.launcher.group.as_ref()?;
        group.is_out_of_memory().then(|| Measured {
            exit: KILLED,
            cpu: group.cpu().unwrap_or_default().saturating_sub(self.before),
            wall: None,
            memory: self.seen.memory.max(group.peak().unwrap_or(0)),
            out_of_memory: true,
        })
    }

    fn explain(&self, report: &Report) -> SandboxError {
        let source = io::Error::from_raw_os_error(report.errno);
        match Step::from(report.step) {
            Step::Execute => explain_execute(source, self.file.clone()),
            Step::Folder => SandboxError::WorkingFolder {
                path: self.cwd.clone(),
                source,
            },
            step => SandboxError::System {
                action: match step {
                    Step::Mounts => "show the program its files",
                    Step::Proc => "mount /proc for the program",
                    Step::Limits => "limit the program's resources",
                    Step::Landlock => "restrict the program by Landlock",
                    Step::Seccomp => "restrict the program by seccomp",
                    _ => "start a process",
                },
                source,
            },
        }
    }
}

impl Process for Run<'_> {
    fn end(&self) -> Option<BorrowedFd<'_>> {
        Some(self.launcher.ear())
    }

    fn has_ended(&mut self, ready: bool) -> io::Result<bool> {
        if ready && self.report.is_none() && !self.lost {
            let word = self.launcher.hear()?;
            self.hear(word);
        }
        Ok(self.report.is_some() || self.lost)
    }

    fn look(&mut self) -> Seen {
        if let Some(tree) = &mut self.tree {
            self.seen = tree.look();
        }
        if let Some(group) = &self.launcher.group {
            if let Some(now) = group.cpu() {
                self.seen.cpu = now.saturating_sub(self.before);
            }
            self.seen.out_of_memory = group.is_out_of_memory();
        }
        self.seen
    }

    fn waited(&self) -> Duration {
        match (&self.tree, &self.launcher.group) {
            (Some(tree), _) => tree.waited(),
            (None, Some(group)) => group.waited(self.launcher.pid()),
            (None, None) => Duration::ZERO,
        }
    }

    fn first_look(&mut self) -> Duration {
        self.pause(None)
    }

    fn pause(&mut self, limit: Option<Duration>) -> Duration {
        self.pace
            .pause(limit.map(|limit| limit.saturating_sub(self.seen.cpu)))
    }

    fn kill(&mut self) {
        self.launcher.live().end();
    }

    fn give_up(&mut self) {
        self.lost = true;
    }

    fn finish(mut self: Box<Self>) -> Result<Measured, SandboxError> {
        let Some((report, folder)) = self.report.take() else {
            return self.starved().ok_or(SandboxError::Launcher);
        };
        if report.step != 0 {
            let error = self.explain(&report);
            self.launcher.forget();
            self.pool.give(self.launcher);
            return Err(error);
        }
        let group = self.launcher.group.as_ref();
        let out_of_memory = group.is_some_and(Group::is_out_of_memory);
        if !report.ended && !report.asked && !out_of_memory {
            // Its first process was killed, by none of those who may.
            self.pool.give(self.launcher);
            return Err(SandboxError::Launcher);
        }
        let counted = group.and_then(|group| match report.ended {
            true if report.meter_after > 0 => Some(Duration::from_nanos(
                report.meter_after.saturating_sub(report.meter_before),
            )),
            _ => Some(group.cpu()?.saturating_sub(self.before)),
        });
        let mut memory = self.seen.memory.max(report.max_resident);
        if out_of_memory || !report.ended {
            memory = memory.max(group.and_then(Group::peak).unwrap_or(0));
        }
        let measured = Measured {
            exit: if report.ended {
                exit(report.status)
            } else {
                KILLED
            },
            cpu: counted.unwrap_or_else(|| self.seen.cpu.max(Duration::from_nanos(report.cpu))),
            wall: report.ended.then(|| Duration::from_nanos(report.wall)),
            memory,
            out_of_memory,
        };
        if let (Some(target), Some(folder)) = (&self.target, &folder)
            && let Err(error) = folder::bring_back(folder.as_fd(), target)
        {
            self.pool.give(self.launcher);
            return Err(error);
        }
        if let Some(scratch) = self.scratch {
            scratch.remove();
        }
        if !out_of_memory {
            self.pool.give(self.launcher);
        }
        // Otherwise it is not used again: what the program held may be freed long after its end (tables of pages are),
        // and for want of it the system would end the launcher, or its next run, in the place of the program.
        Ok(measured)
    }
}

const KILLED: Exit = Exit::Signal(Signal(libc::SIGKILL));

fn exit(status: i32) -> Exit {
    if libc::WIFSIGNALED(status) {
        Exit::Signal(Signal(libc::WTERMSIG(status)))
    } else {
        Exit::Code(libc::WEXITSTATUS(status))
    }
}

/// The files of a folder in memory.
fn content(folder: &Path) -> io::Result<OwnedFd> {
    let fd = memfd_create("content", MemfdFlags::CLOEXEC)?;
    let mut file = File::from(fd);
    file.write_all(&folder::pack(folder)?)?;
    Ok(file.into())
}

fn room(limits: &Limits) -> u64 {
    limits.memory.map_or(ROOM, |memory| ROOM.min(memory))
}

/// The resource limits that belong to the limits of a run.
fn resources(limits: &Limits, inside: bool) -> Vec<(u32, u64)> {
    let mut all: Vec<(u32, u64)> = launch::resources(limits)
        .into_iter()
        .map(|(resource, limit)| (resource as u32, limit))
        .collect();
    all.push((libc::RLIMIT_MEMLOCK, 0));
    for resource in [Resource::Sigpending, Resource::Msgqueue] {
        if let Some(most) = getrlimit(resource).maximum {
            all.push((resource as u32, most / NEIGHBOURS));
        }
    }
    if limits.file_size.is_none() {
        all.push((libc::RLIMIT_FSIZE, room(limits)));
    }
    if inside {
        // In a user namespace of its own only the launcher and the first process are there already.
        all.retain(|(resource, _)| *resource != libc::RLIMIT_NPROC);
        all.push((
            libc::RLIMIT_NPROC,
            limits.processes.unwrap_or(PROCESSES) + 2,
        ));
    }
    all
}
