//! What a program reads and where its output goes.

use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;

/// The standard input of a program. Never a pipe: a program that does not read it holds nobody up.
#[derive(Debug)]
#[non_exhaustive]
pub enum Stdin {
    /// Nothing to read.
    Null,
    /// A file opened read-only, read from its current position on. Open it anew for each run: duplicates of one
    /// descriptor share their position.
    File(File),
}

/// The standard streams of a program; standard error is kept in the [`Execution`](crate::Execution).
pub struct Files<'a> {
    /// What it reads.
    pub stdin: Stdin,
    /// Receives standard output while the program runs, at most [`Limits::output`](crate::Limits::output) bytes.
    /// A `write` that blocks holds up the timers of this run, so it should be memory or a file.
    pub stdout: &'a mut (dyn Write + Send),
}

/// The standard streams of a program that talks to another one: ends of pipes, which it is given as they are.
///
/// Whoever holds the other ends moves the bytes and counts them; a pipe that nobody empties holds up the program, and
/// none of its timers.
#[derive(Debug)]
pub struct Pipes {
    /// What it reads: a read end.
    pub stdin: OwnedFd,
    /// What it writes to: a write end. [`Limits::output`](crate::Limits::output) does not count it.
    pub stdout: OwnedFd,
    /// The read end of a pipe whose other end is only ever closed: then the program is ended, with
    /// [`Reason::Stopped`](crate::Reason::Stopped).
    pub stop: OwnedFd,
}
