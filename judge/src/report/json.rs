//! The whole run as one JSON document, which is its recording.

use std::io::{self, Write};

use super::record::document::Recording;
use super::record::write_json;

/// Writes the document.
pub(crate) fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    write_json(recording, true, out)?;
    writeln!(out)
}
