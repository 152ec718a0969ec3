//! JSON Lines: one event a line, each as soon as it happens.

use std::io::{self, Write};

use super::Report;
use super::record::document::{Line, Recording};
use super::record::json;
use crate::event::Event;

/// The report while the run goes on.
pub(crate) struct JsonLines<W> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    pub(crate) fn new(out: W) -> Self {
        JsonLines { out }
    }
}

impl<W: Write> Report for JsonLines<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        writeln!(self.out, "{}", json(&Line::of(event), false)?)?;
        // Whoever follows the run sees each event when it happens.
        self.out.flush()
    }
}

/// The lines of a recorded run.
pub(crate) fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    recording.replay(&mut |event| writeln!(out, "{}", json(&Line::of(event), false)?))
}
