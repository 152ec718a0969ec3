//! Two programs that talk: the solution and the interactor, each in a sandbox of its own.
//!
//! The judge stands between them. For each direction a thread reads what one says, writes it down,
//! counts it, and passes it on. A side that ends closes its output; the other then reads the end of
//! its input, always after the judge has noted who was first. What is said to a side that no longer
//! listens is counted and dropped: whether a program would die of SIGPIPE is a matter of chance.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use sandbox::{Execution, Exit, Limits, Pipes, Program, Reason, Sandbox, SandboxError};

use crate::transcript::{Speaker, Transcript};

/// What is read at once.
const CHUNK: usize = 64 << 10;

/// One of the two, and what it may use; `Limits::output` counts what it says.
pub(super) struct Party<'a> {
    pub(super) program: &'a Program,
    pub(super) limits: &'a Limits,
}

/// How a talk went.
pub(super) struct Talk {
    pub(super) solution: Execution,
    /// Its reason is `Stopped` where nobody had to wait for it.
    pub(super) interactor: Result<Execution, SandboxError>,
    /// Who closed its output first.
    pub(super) first: Speaker,
    pub(super) standstill: Standstill,
}

/// What was on its way when the first of the two ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Standstill {
    /// Bytes that the solution was sent and did not read.
    pub(super) unread_by_solution: u64,
    /// Bytes that the interactor was sent and did not read.
    pub(super) unread_by_interactor: u64,
    /// Bytes that the solution had sent.
    pub(super) said_by_solution: u64,
    /// Whether the last of these ended a line.
    pub(super) line_ended: bool,
}

/// What both directions write to.
struct Shared<'a> {
    notes: Mutex<Notes<'a>>,
    /// Closed in order to end a side: the interactor, the solution.
    stops: [Mutex<Option<PipeWriter>>; 2],
    /// The pipes to each.
    pipes: [Weak<PipeWriter>; 2],
    limits: [u64; 2],
}

struct Notes<'a> {
    transcript: &'a mut Transcript,
    first: Option<Speaker>,
    over: [bool; 2],
    said: [u64; 2],
    line_ended: bool,
    /// What a side that no longer listens left unread.
    left: [Option<u64>; 2],
    standstill: Standstill,
}

fn other(side: Speaker) -> Speaker {
    match side {
        Speaker::Judge => Speaker::Solution,
        Speaker::Solution => Speaker::Judge,
    }
}

fn index(side: Speaker) -> usize {
    match side {
        Speaker::Judge => 0,
        Speaker::Solution => 1,
    }
}

impl<'a> Shared<'a> {
    fn notes(&self) -> MutexGuard<'_, Notes<'a>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a side is gone. Only the first counts.
    fn leaves(&self, notes: &mut Notes<'_>, side: Speaker) {
        if notes.first.is_some() {
            return;
        }
        notes.first = Some(side);
        let left = |side: Speaker| {
            let pipe = self.pipes[index(side)].upgrade();
            notes.left[index(side)].unwrap_or_else(|| pipe.map_or(0, |pipe| unread(&pipe)))
        };
        notes.standstill = Standstill {
            unread_by_solution: left(Speaker::Solution),
            unread_by_interactor: left(Speaker::Judge),
            said_by_solution: notes.said[index(Speaker::Solution)],
            line_ended: notes.line_ended,
        };
    }

    fn stop(&self, side: Speaker) {
        let [judge, solution] = &self.stops;
        let stop = match side {
            Speaker::Judge => judge,
            Speaker::Solution => solution,
        };
        drop(stop.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Lets the two talk until both have ended. `accepts` says whether the interactor, by how it ended,
/// is content so far; if it is not, and left first, the solution is ended, for nothing it does can
/// matter.
pub(super) fn hold(
    sandbox: &Sandbox,
    solution: &Party<'_>,
    interactor: &Party<'_>,
    accepts: &(dyn Fn(&Execution) -> bool + Sync),
    transcript: &mut Transcript,
) -> Result<Talk, SandboxError> {
    let system = |source| SandboxError::System {
        action: "make a pipe between two programs",
        source,
    };
    // Named by who reads them.
    let (solution_reads, to_solution) = io::pipe().map_err(system)?;
    let (from_solution, solution_writes) = io::pipe().map_err(system)?;
    let (interactor_reads, to_interactor) = io::pipe().map_err(system)?;
    let (from_interactor, interactor_writes) = io::pipe().map_err(system)?;
    let (solution_stops, stop_solution) = io::pipe().map_err(system)?;
    let (interactor_stops, stop_interactor) = io::pipe().map_err(system)?;
    let (to_solution, to_interactor) = (Arc::new(to_solution), Arc::new(to_interactor));
    let shared = Shared {
        notes: Mutex::new(Notes {
            transcript,
            first: None,
            over: [false; 2],
            said: [0; 2],
            line_ended: true,
            left: [None; 2],
            standstill: Standstill::default(),
        }),
        stops: [
            Mutex::new(Some(stop_interactor)),
            Mutex::new(Some(stop_solution)),
        ],
        pipes: [Arc::downgrade(&to_interactor), Arc::downgrade(&to_solution)],
        limits: [interactor.limits.output, solution.limits.output],
    };
    let pipes = |reads: PipeReader, writes: PipeWriter, stop: PipeReader| Pipes {
        stdin: OwnedFd::from(reads),
        stdout: OwnedFd::from(writes),
        stop: OwnedFd::from(stop),
    };
    let solution_pipes = pipes(solution_reads, solution_writes, solution_stops);
    let interactor_pipes = pipes(interactor_reads, interactor_writes, interactor_stops);

    let shared = &shared;
    let (solution_ended, interactor_ended) = thread::scope(|scope| {
        let judge = Line {
            speaker: Speaker::Judge,
            from: from_interactor,
            to: to_solution,
        };
        let answer = Line {
            speaker: Speaker::Solution,
            from: from_solution,
            to: to_interactor,
        };
        for line in [judge, answer] {
            thread::Builder::new().spawn_scoped(scope, move || line.pump(shared))?;
        }
        let jury = thread::Builder::new().spawn_scoped(scope, move || {
            let ended =
                sandbox.run_between(interactor.program, interactor.limits, interactor_pipes);
            // How a solution ends that has closed its output first counts, and takes a moment to be told.
            let waits = shared.notes().first == Some(Speaker::Solution);
            if !waits && !ended.as_ref().is_ok_and(accepts) {
                shared.stop(Speaker::Solution);
            }
            ended
        })?;
        let ended = sandbox.run_between(solution.program, solution.limits, solution_pipes);
        // Its output may wait for an interactor that does not read.
        shared.leaves(&mut shared.notes(), Speaker::Solution);
        // If it failed by itself nothing the interactor says can matter, unless that left first.
        let content = ended.as_ref().is_ok_and(|run| {
            run.reason.is_none() && run.exit == Exit::Code(0) || run.reason == Some(Reason::Stopped)
        });
        if !content && shared.notes().first != Some(Speaker::Judge) || ended.is_err() {
            shared.stop(Speaker::Judge);
        }
        let gone = || Err(SandboxError::Cancelled);
        Ok((ended, jury.join().unwrap_or_else(|_| gone())))
    })
    .map_err(|source| SandboxError::System {
        action: "start a thread",
        source,
    })?;
    let notes = shared.notes();
    let [interactor_over, solution_over] = notes.over;
    let counted = |mut run: Execution, over: bool, said: u64| {
        run.output_bytes = said;
        if over {
            run.reason = Some(Reason::Output);
        }
        run
    };
    let [interactor_said, solution_said] = notes.said;
    Ok(Talk {
        solution: counted(solution_ended?, solution_over, solution_said),
        interactor: interactor_ended.map(|run| counted(run, interactor_over, interactor_said)),
        first: notes.first.unwrap_or(Speaker::Solution),
        standstill: notes.standstill,
    })
}

/// One direction.
struct Line {
    speaker: Speaker,
    from: PipeReader,
    to: Arc<PipeWriter>,
}

impl Line {
    /// Passes on what its speaker says until it can say no more.
    fn pump(self, shared: &Shared<'_>) {
        let Line {
            speaker,
            mut from,
            to,
        } = self;
        let (own, others) = (index(speaker), index(other(speaker)));
        let mut buffer = vec![0; CHUNK];
        let mut to = Some(to);
        loop {
            let count = match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // A pipe cannot fail otherwise.
                Err(_) => break,
            };
            let bytes = buffer.get(..count).unwrap_or_default();
            let mut notes = shared.notes();
            notes.said[own] += count as u64;
            notes.transcript.say(speaker, bytes);
            if speaker == Speaker::Solution {
                notes.line_ended = bytes.last() == Some(&b'\n');
            }
            let over = notes.said[own] > shared.limits[own];
            if over {
                notes.over[own] = true;
                // Its end is the judge's doing, unless it was talking to nobody.
                let deaf = notes.left[others].is_some();
                let first = if deaf { other(speaker) } else { speaker };
                shared.leaves(&mut notes, first);
            }
            drop(notes);
            if over {
                to = None;
                shared.stop(speaker);
            }
            if let Some(pipe) = &to
                && (&**pipe).write_all(bytes).is_err()
            {
                // The other side listens no more.
                shared.notes().left[others] = Some(unread(pipe));
                to = None;
            }
        }
        shared.leaves(&mut shared.notes(), speaker);
        // Only now the other side may see that this one has ended.
        drop(to);
    }
}

/// Bytes in a pipe that its reader has left there.
fn unread(pipe: &PipeWriter) -> u64 {
    rustix::io::ioctl_fionread(pipe).unwrap_or(0)
}
