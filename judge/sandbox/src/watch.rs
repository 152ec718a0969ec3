//! One run from start to end: feeds the sink, keeps the timers, ends the tree.
//!
//! All of it in the calling thread: it waits in poll(2) for output, for the end of the program, or for the next look
//! at what the tree uses.

use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::sandbox::Sandbox;
use crate::usage::Meter;
use crate::{Execution, Files, Limits, Program, Reason, SandboxError, launch, spawn, sweep};

/// What is read at once.
const CHUNK: usize = 64 * 1024;

pub(crate) fn run(
    sandbox: &Sandbox,
    program: &Program,
    limits: &Limits,
    files: Files<'_>,
) -> Result<Execution, SandboxError> {
    if sandbox.is_cancelled() {
        return Err(SandboxError::Cancelled);
    }
    let (stdout, stdout_end) = spawn::pipe().map_err(SandboxError::system("make a pipe"))?;
    let (stderr, stderr_end) = spawn::pipe().map_err(SandboxError::system("make a pipe"))?;
    let folder = launch::Folder::of(program)?;
    let started = Instant::now();
    let child = launch::start(
        program,
        limits,
        files.stdin,
        folder.path(),
        stdout_end,
        stderr_end,
    )?;
    let leader = child.pid();
    let registered = Registered::new(sandbox, leader);
    let mut run = Run {
        leader,
        limits,
        started,
        meter: Meter::new(leader),
        stdout: Some(stdout),
        stderr: Some(stderr),
        sink: files.stdout,
        output_bytes: 0,
        kept: Vec::new(),
        truncated: false,
        reason: None,
        buffer: vec![0; CHUNK],
    };
    if sandbox.is_cancelled() {
        run.kill(Reason::Cancelled);
    }
    let followed = run.follow();
    let wall = started.elapsed();
    let drained = followed.and_then(|()| run.drain());
    let known = run.meter.known().to_vec();
    // Before the number of the process is free for others.
    drop(registered);
    let reaped = child.end();
    let strays = sweep::sweep(leader, &known);
    drained?;
    let (exit, usage) = reaped.map_err(SandboxError::system("learn how the program ended"))?;
    if run.reason.is_none() && sandbox.is_cancelled() && exit == KILLED {
        run.reason = Some(Reason::Cancelled);
    }
    let cpu = run.meter.cpu(usage.cpu + strays);
    let memory = run.meter.memory(usage.max_resident);
    folder.remove();
    Ok(Execution {
        exit,
        cpu,
        wall,
        memory,
        output_bytes: run.output_bytes,
        stderr: run.kept,
        stderr_truncated: run.truncated,
        reason: verdict(run.reason, limits, cpu, wall, memory),
    })
}

const KILLED: crate::Exit = crate::Exit::Signal(crate::Signal(libc::SIGKILL));

/// The reason to report: what was measured at the end outweighs which timer was first.
fn verdict(
    seen: Option<Reason>,
    limits: &Limits,
    cpu: Duration,
    wall: Duration,
    memory: u64,
) -> Option<Reason> {
    match seen {
        Some(Reason::Cancelled | Reason::Output) => seen,
        _ if limits.memory.is_some_and(|limit| memory > limit) => Some(Reason::Memory),
        _ if limits.cpu.is_some_and(|limit| cpu > limit) => Some(Reason::Cpu),
        None if limits.wall.is_some_and(|limit| wall > limit) => Some(Reason::Wall),
        _ => seen,
    }
}

/// The leader's place among those that `Sandbox::cancel` ends.
struct Registered<'a> {
    sandbox: &'a Sandbox,
    leader: Pid,
}

impl<'a> Registered<'a> {
    fn new(sandbox: &'a Sandbox, leader: Pid) -> Self {
        sandbox.running().insert(leader);
        Registered { sandbox, leader }
    }
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        self.sandbox.running().remove(&self.leader);
    }
}

struct Run<'a> {
    leader: Pid,
    limits: &'a Limits,
    started: Instant,
    meter: Meter,
    /// `None` once every writer has closed it.
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    sink: &'a mut (dyn Write + Send),
    output_bytes: u64,
    kept: Vec<u8>,
    truncated: bool,
    reason: Option<Reason>,
    buffer: Vec<u8>,
}

impl Run<'_> {
    /// Returns when the leader has ended; it is not reaped yet.
    fn follow(&mut self) -> Result<(), SandboxError> {
        let end = End::of(self.leader).map_err(SandboxError::system("watch the program"))?;
        let mut next_look = self.started;
        loop {
            let now = Instant::now();
            let wall_left = self
                .limits
                .wall
                .map(|limit| limit.saturating_sub(now - self.started));
            if self.reason.is_none() {
                if wall_left == Some(Duration::ZERO) {
                    self.kill(Reason::Wall);
                } else if now >= next_look {
                    next_look = now + self.look();
                }
            }
            let timeout = match self.reason {
                Some(_) => None,
                None => {
                    let look = next_look.saturating_duration_since(now);
                    Some(wall_left.map_or(look, |left| left.min(look)))
                }
            };
            let ready = self
                .wait(&end, timeout)
                .map_err(SandboxError::system("wait for the program"))?;
            if ready.ended {
                return Ok(());
            }
            if self.reason.is_none() {
                if ready.stdout {
                    self.read_stdout(CHUNK)?;
                }
                if ready.stderr {
                    self.read_stderr(CHUNK)?;
                }
            }
        }
    }

    /// Measures the tree and says when to do so again.
    fn look(&mut self) -> Duration {
        let seen = self.meter.look();
        if self.limits.memory.is_some_and(|limit| seen.memory > limit) {
            self.kill(Reason::Memory);
        } else if self.limits.cpu.is_some_and(|limit| seen.cpu > limit) {
            self.kill(Reason::Cpu);
        }
        self.meter.pause(self.limits.cpu)
    }

    fn kill(&mut self, reason: Reason) {
        self.reason.get_or_insert(reason);
        // It may have ended just now; its number is kept until it is reaped.
        let _ = kill_process_group(self.leader, Signal::KILL);
    }

    /// Waits until something can be read, the program has ended or the time is over. Once the program is killed,
    /// only its end counts.
    fn wait(&self, end: &End, timeout: Option<Duration>) -> io::Result<Ready> {
        let streams = if self.reason.is_none() {
            [&self.stdout, &self.stderr]
        } else {
            [&None, &None]
        };
        let mut fds: Vec<(Source, BorrowedFd<'_>)> = Vec::with_capacity(3);
        fds.extend(streams[0].as_ref().map(|fd| (Source::Stdout, fd.as_fd())));
        fds.extend(streams[1].as_ref().map(|fd| (Source::Stderr, fd.as_fd())));
        fds.extend(end.fd().map(|fd| (Source::End, fd)));
        let timeout = end
            .timeout(timeout)
            .and_then(|time| Timespec::try_from(time).ok());
        let mut polled: Vec<PollFd<'_>> = fds
            .iter()
            .map(|(_, fd)| PollFd::new(fd, PollFlags::IN))
            .collect();
        match poll(&mut polled, timeout.as_ref()) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(Ready::default()),
            Err(error) => return Err(error.into()),
        }
        let is_ready = |source: Source| {
            fds.iter()
                .zip(&polled)
                .any(|((which, _), state)| *which == source && !state.revents().is_empty())
        };
        Ok(Ready {
            stdout: is_ready(Source::Stdout),
            stderr: is_ready(Source::Stderr),
            ended: is_ready(Source::End) || end.is_reached()?,
        })
    }

    fn read_stdout(&mut self, most: usize) -> Result<usize, SandboxError> {
        let Some(count) = read(&mut self.stdout, &mut self.buffer, most)? else {
            return Ok(0);
        };
        let data = self.buffer.get(..count).unwrap_or_default();
        let room = usize::try_from(self.limits.output - self.output_bytes).unwrap_or(usize::MAX);
        let (fits, over) = data.split_at(data.len().min(room));
        let over = !over.is_empty();
        self.sink
            .write_all(fits)
            .map_err(|source| SandboxError::Sink { source })?;
        self.output_bytes += fits.len() as u64;
        if over {
            self.kill(Reason::Output);
        }
        Ok(count)
    }

    fn read_stderr(&mut self, most: usize) -> Result<usize, SandboxError> {
        let Some(count) = read(&mut self.stderr, &mut self.buffer, most)? else {
            return Ok(0);
        };
        let data = self.buffer.get(..count).unwrap_or_default();
        let room = usize::try_from(self.limits.stderr)
            .unwrap_or(usize::MAX)
            .saturating_sub(self.kept.len());
        self.truncated |= data.len() > room;
        self.kept.extend(data.iter().take(room));
        Ok(count)
    }

    /// Takes what the program had written before it ended. Never waits for the end of a pipe: a descendant may hold
    /// it open and even go on writing.
    fn drain(&mut self) -> Result<(), SandboxError> {
        let mut left = buffered(&self.stdout);
        while left > 0 && self.reason != Some(Reason::Output) {
            match self.read_stdout(left.min(CHUNK))? {
                0 => break,
                count => left -= count,
            }
        }
        let mut left = buffered(&self.stderr);
        while left > 0 {
            match self.read_stderr(left.min(CHUNK))? {
                0 => break,
                count => left -= count,
            }
        }
        self.sink
            .flush()
            .map_err(|source| SandboxError::Sink { source })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Stdout,
    Stderr,
    End,
}

#[derive(Default)]
struct Ready {
    stdout: bool,
    stderr: bool,
    ended: bool,
}

/// Reads once from a pipe that has something; `None` at its end, and then closes it.
fn read(
    pipe: &mut Option<OwnedFd>,
    buffer: &mut [u8],
    most: usize,
) -> Result<Option<usize>, SandboxError> {
    let Some(fd) = pipe else { return Ok(None) };
    let most = most.min(buffer.len());
    match rustix::io::read(&*fd, buffer.get_mut(..most).unwrap_or_default()) {
        Ok(0) => {
            *pipe = None;
            Ok(None)
        }
        Ok(count) => Ok(Some(count)),
        Err(rustix::io::Errno::INTR) => Ok(None),
        Err(error) => Err(SandboxError::system("read the program's output")(error)),
    }
}

/// Bytes in a pipe.
fn buffered(pipe: &Option<OwnedFd>) -> usize {
    pipe.as_ref()
        .and_then(|fd| rustix::io::ioctl_fionread(fd).ok())
        .and_then(|n| n.try_into().ok())
        .unwrap_or(0)
}

/// How the end of the leader is noticed: by a descriptor on Linux, elsewhere by asking every few milliseconds.
struct End {
    leader: Pid,
    fd: Option<OwnedFd>,
}

impl End {
    fn of(leader: Pid) -> io::Result<End> {
        #[cfg(target_os = "linux")]
        let fd = Some(rustix::process::pidfd_open(
            leader,
            rustix::process::PidfdFlags::empty(),
        )?);
        #[cfg(not(target_os = "linux"))]
        let fd = None;
        Ok(End { leader, fd })
    }

    fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.fd.as_ref().map(AsFd::as_fd)
    }

    fn timeout(&self, wanted: Option<Duration>) -> Option<Duration> {
        const ASK: Duration = Duration::from_millis(3);
        if self.fd.is_some() {
            wanted
        } else {
            Some(wanted.map_or(ASK, |time| time.min(ASK)))
        }
    }

    /// Asks, where no descriptor tells.
    fn is_reached(&self) -> io::Result<bool> {
        if self.fd.is_some() {
            return Ok(false);
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(self.leader), options)?.is_some())
    }
}
