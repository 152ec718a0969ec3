//! One page that needs no network.
use super::record::document::Recording;
use std::io::{self, Write};
pub(crate) fn write(_recording: &Recording, _out: &mut dyn Write) -> io::Result<()> {
    Ok(())
}
