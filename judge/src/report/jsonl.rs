//! JSON Lines: one event a line, each as soon as it happens.

use std::io::{self, Write};

use super::Report;
use super::record::document::{Line, Recording};
use super::record::write_json;
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
        line(event, &mut self.out)?;
        // Whoever follows the run sees each event when it happens.
        self.out.flush()
    }
}

/// The lines of a recorded run.
pub(crate) fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    recording.replay(&mut |event| line(event, out))
}

/// A line goes out in one piece, so that whoever reads along never finds half of one.
fn line(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    write_json(&Line::of(event), false, &mut line)?;
    line.push(b'\n');
    out.write_all(&line)
}
