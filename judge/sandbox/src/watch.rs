//! One run from start to end: feeds the sink, keeps the timers, ends the tree.
//!
//! All of it in the calling thread: it waits in poll(2) for output, for the end of the program, or for the next look
//! at what the tree uses.

use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::sandbox::{Sandbox, Target};
use crate::usage::Seen;
use crate::{Execution, Exit, Files, Limits, Pipes, Reason, SandboxError, Signal, launch, spawn};

/// How often the end of a program is asked for where no descriptor tells.
const ASK: Duration = Duration::from_millis(3);
/// How long a killed program may take to end before whoever was to kill it is taken to be broken.
const PATIENCE: Duration = Duration::from_secs(10);
/// What is read at once.
const CHUNK: usize = 64 * 1024;

/// A program that was started, whichever way.
pub(crate) trait Process {
    /// A descriptor that can be read when something has happened; `None` where it has to be asked.
    fn end(&self) -> Option<BorrowedFd<'_>>;

    /// Whether the program has ended; `ready` says that the descriptor can be read.
    fn has_ended(&mut self, ready: bool) -> io::Result<bool>;

    /// Measures the tree.
    fn look(&mut self) -> Seen;

    /// How long it has been ready to run and waited for a processor, as far as that can be told.
    fn waited(&self) -> Duration;

    /// When to look first, after the start.
    fn first_look(&mut self) -> Duration;

    /// When to look again.
    fn pause(&mut self, limit: Option<Duration>) -> Duration;

    /// Kills the program; its end is still to be waited for.
    fn kill(&mut self);

    /// Ends the wait for a program that was killed and does not end, as far as that is up to this process.
    fn give_up(&mut self);

    /// Ends everything that the program left behind, and says what was used.
    fn finish(self: Box<Self>) -> Result<Measured, SandboxError>;
}

/// What a finished process used.
pub(crate) struct Measured {
    pub(crate) exit: Exit,
    pub(crate) cpu: Duration,
    /// Where it was measured more exactly than from here.
    pub(crate) wall: Option<Duration>,
    pub(crate) memory: u64,
    pub(crate) out_of_memory: bool,
}

/// How a program is started, given its standard streams.
pub(crate) type Start<'a> =
    dyn Fn([BorrowedFd<'_>; 3]) -> Result<(Box<dyn Process + 'a>, Target), SandboxError> + 'a;

/// Where the standard streams of a program lead.
pub(crate) enum Streams<'a> {
    Files(Files<'a>),
    Pipes(Pipes),
}

pub(crate) fn run<'a>(
    sandbox: &'a Sandbox,
    limits: &Limits,
    streams: Streams<'_>,
    start: &Start<'a>,
) -> Result<Execution, SandboxError> {
    if sandbox.is_cancelled() {
        return Err(SandboxError::Cancelled);
    }
    let pipe = || spawn::pipe().map_err(SandboxError::system("make a pipe"));
    let above = |fd| spawn::above_stdio(fd).map_err(SandboxError::system("duplicate a pipe"));
    let mut nowhere = io::sink();
    let (stdin, (stdout, stdout_end), sink, stop): (_, _, &mut (dyn Write + Send), _) =
        match streams {
            Streams::Files(files) => {
                let (stdout, end) = pipe()?;
                let stdin = launch::open_stdin(files.stdin)?;
                (stdin, (Some(stdout), end), files.stdout, None)
            }
            Streams::Pipes(pipes) => {
                let end = above(pipes.stdout)?;
                (
                    above(pipes.stdin)?,
                    (None, end),
                    &mut nowhere,
                    Some(pipes.stop),
                )
            }
        };
    let (stderr, stderr_end) = pipe()?;
    let started = Instant::now();
    let (process, target) = start([stdin.as_fd(), stdout_end.as_fd(), stderr_end.as_fd()])?;
    drop((stdin, stdout_end, stderr_end));
    let registered = sandbox.register(target);
    let mut run = Run {
        process,
        limits,
        started,
        stdout,
        stderr: Some(stderr),
        stop,
        sink,
        output_bytes: 0,
        stderr_bytes: 0,
        kept: Vec::new(),
        truncated: false,
        cpu: Duration::ZERO,
        granted: Duration::ZERO,
        reason: None,
        deadline: None,
        buffer: vec![0; CHUNK],
    };
    if sandbox.is_cancelled() {
        run.kill(Reason::Cancelled);
    }
    let followed = run.follow();
    if followed.is_err() {
        run.process.kill();
    }
    let wall = started.elapsed();
    let drained = followed.and_then(|()| run.drain());
    // Before the number of the process is free for others.
    drop(registered);
    let measured = run.process.finish();
    drained?;
    let mut measured = measured?;
    // A look and the end may ask different clocks, which differ by some microseconds: a program
    // that was ended for its time must not be said to have used less than its limit.
    if run.reason == Some(Reason::Cpu) {
        measured.cpu = measured.cpu.max(run.cpu);
    }
    if run.reason.is_none() && sandbox.is_cancelled() && measured.exit == KILLED {
        run.reason = Some(Reason::Cancelled);
    }
    // It ended by itself just before it was told to.
    if run.reason == Some(Reason::Stopped) && measured.exit != KILLED {
        run.reason = None;
    }
    // A timer of this side has run since a moment before the program did.
    let wall = measured
        .wall
        .filter(|_| run.reason.is_none())
        .unwrap_or(wall);
    Ok(Execution {
        exit: measured.exit,
        cpu: measured.cpu,
        wall,
        memory: measured.memory,
        output_bytes: run.output_bytes,
        stderr: run.kept,
        stderr_truncated: run.truncated,
        reason: verdict(
            run.reason,
            limits,
            &measured,
            wall.saturating_sub(run.granted),
        ),
    })
}

/// Of its limit of time on the clock a program is granted so many times as much at the most.
const MOST_GRANTED: u32 = 9;
/// Less than this is not worth another look.
const LEAST_GRANTED: Duration = Duration::from_millis(10);

const KILLED: Exit = Exit::Signal(Signal(libc::SIGKILL));

/// The reason to report: what was measured at the end outweighs which timer was first.
fn verdict(
    seen: Option<Reason>,
    limits: &Limits,
    measured: &Measured,
    wall: Duration,
) -> Option<Reason> {
    match seen {
        Some(Reason::Cancelled | Reason::Output | Reason::Stderr | Reason::Stopped) => seen,
        _ if measured.out_of_memory => Some(Reason::Memory),
        _ if limits.memory.is_some_and(|limit| measured.memory > limit) => Some(Reason::Memory),
        _ if limits.cpu.is_some_and(|limit| measured.cpu > limit) => Some(Reason::Cpu),
        None if limits.wall.is_some_and(|limit| wall > limit) => Some(Reason::Wall),
        _ => seen,
    }
}

struct Run<'a, 'p> {
    process: Box<dyn Process + 'p>,
    limits: &'a Limits,
    started: Instant,
    /// `None` once every writer has closed it, or where it is not ours to read.
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    /// Where the caller says that the program is to end.
    stop: Option<OwnedFd>,
    sink: &'a mut (dyn Write + Send),
    output_bytes: u64,
    stderr_bytes: u64,
    kept: Vec<u8>,
    truncated: bool,
    /// The most that a look has seen.
    cpu: Duration,
    /// Time on the clock beyond its limit.
    granted: Duration,
    reason: Option<Reason>,
    /// When the wait for the end of a program that was killed is given up.
    deadline: Option<Instant>,
    buffer: Vec<u8>,
}

impl Run<'_, '_> {
    /// Returns when the program has ended.
    fn follow(&mut self) -> Result<(), SandboxError> {
        let mut next_look = self.started + self.process.first_look();
        loop {
            let now = Instant::now();
            let wall_left = self
                .limits
                .wall
                .map(|limit| (limit + self.granted).saturating_sub(now - self.started));
            if self.reason.is_none() {
                if wall_left == Some(Duration::ZERO) {
                    if self.has_waited() {
                        continue;
                    }
                    self.kill(Reason::Wall);
                } else if now >= next_look {
                    next_look = now + self.look();
                }
            }
            let timeout = match self.reason {
                Some(_) => self.be_patient(now),
                None => {
                    let look = next_look.saturating_duration_since(now);
                    Some(wall_left.map_or(look, |left| left.min(look)))
                }
            };
            let ready = self
                .wait(timeout)
                .map_err(SandboxError::system("wait for the program"))?;
            if ready.ended {
                return Ok(());
            }
            if self.reason.is_none() {
                if ready.stop {
                    self.kill(Reason::Stopped);
                }
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
        let seen = self.process.look();
        self.cpu = self.cpu.max(seen.cpu);
        if seen.out_of_memory || self.limits.memory.is_some_and(|limit| seen.memory > limit) {
            self.kill(Reason::Memory);
        } else if self.limits.cpu.is_some_and(|limit| seen.cpu > limit) {
            self.kill(Reason::Cpu);
        }
        self.process.pause(self.limits.cpu)
    }

    /// Grants it the time that it has waited for a processor, which says nothing about it but that the machine is
    /// busy. Says whether that is more than it has been granted before.
    fn has_waited(&mut self) -> bool {
        let most = self.limits.wall.unwrap_or_default() * MOST_GRANTED;
        let waited = self.process.waited().min(most);
        let more = waited > self.granted + LEAST_GRANTED;
        if more {
            self.granted = waited;
        }
        more
    }

    fn kill(&mut self, reason: Reason) {
        self.reason.get_or_insert(reason);
        self.deadline.get_or_insert(Instant::now() + PATIENCE);
        self.process.kill();
    }

    /// How long the end of a program that was killed is still waited for; `None` where only the system can bring it.
    fn be_patient(&mut self, now: Instant) -> Option<Duration> {
        let left = self.deadline?.saturating_duration_since(now);
        if left.is_zero() {
            self.deadline = None;
            self.process.give_up();
        }
        Some(left)
    }

    /// Waits until something can be read, the program has ended or the time is over. Once the program is killed,
    /// only its end counts.
    fn wait(&mut self, timeout: Option<Duration>) -> io::Result<Ready> {
        let mut fds: Vec<(Source, BorrowedFd<'_>)> = Vec::with_capacity(4);
        if self.reason.is_none() {
            fds.extend(self.stdout.as_ref().map(|fd| (Source::Stdout, fd.as_fd())));
            fds.extend(self.stderr.as_ref().map(|fd| (Source::Stderr, fd.as_fd())));
            fds.extend(self.stop.as_ref().map(|fd| (Source::Stop, fd.as_fd())));
        }
        fds.extend(self.process.end().map(|fd| (Source::End, fd)));
        let timeout = match self.process.end() {
            Some(_) => timeout,
            None => Some(timeout.map_or(ASK, |time| time.min(ASK))),
        };
        let timeout = timeout.and_then(|time| Timespec::try_from(time).ok());
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
        let [stdout, stderr, stop, end] =
            [Source::Stdout, Source::Stderr, Source::Stop, Source::End].map(is_ready);
        Ok(Ready {
            stdout,
            stderr,
            stop,
            ended: self.process.has_ended(end)?,
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
        self.stderr_bytes += count as u64;
        let allowed = self.limits.stderr_allowed;
        if allowed.is_some_and(|allowed| self.stderr_bytes > allowed) {
            self.kill(Reason::Stderr);
        }
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
    Stop,
    End,
}

#[derive(Default)]
struct Ready {
    stdout: bool,
    stderr: bool,
    stop: bool,
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
