//! Reports: each takes the events of a run, knows nothing else, and is all that prints.
//!
//! Two take the events as they come: `terminal`, for people, and `jsonl`. All others are functions
//! of the recording that `record` makes of the events, so a recorded run can be told again by any.

mod changes;
mod date;
mod diff;
mod format;
mod github;
mod html;
mod json;
mod jsonl;
mod junit;
mod markdown;
mod output;
mod own;
mod record;
#[cfg(test)]
mod sample;
mod terminal;
#[cfg(test)]
mod tests;
mod words;

use std::io::{self, Write};

pub(crate) use format::{AtEnd, Destination, Format, Untold, form};
pub(crate) use github::Tame;
pub(crate) use jsonl::JsonLines;
pub(crate) use markdown::{cell as cell_in_markdown, code as code_in_markdown};
pub(crate) use output::{Output, OutputError, check, write_whole};
pub(crate) use record::ReadError;
pub(crate) use record::document::{self, Recording};
pub(crate) use terminal::{Detail, DiffView, Look, Terminal, columns_of, difference, input};

use crate::event::Event;

/// A consumer of events.
pub(crate) trait Report {
    /// Takes the next event.
    ///
    /// # Errors
    /// Writing failed. A pipe that its reader closed is no error: see [`Quietly`].
    fn event(&mut self, event: &Event) -> io::Result<()>;
}

/// A writer on which a closed pipe is no error: who reads `judge run | head` has seen enough.
pub(crate) struct Quietly<W> {
    inner: W,
    closed: bool,
}

impl<W: Write> Quietly<W> {
    pub(crate) fn new(inner: W) -> Self {
        Quietly {
            inner,
            closed: false,
        }
    }

    fn tried<T>(&mut self, result: io::Result<T>, closed: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(closed)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Quietly<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let result = self.inner.write(bytes);
        self.tried(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let result = self.inner.flush();
        self.tried(result, ())
    }
}
