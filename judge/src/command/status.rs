//! The line on a terminal that says what is being looked at.

use std::io::{self, IsTerminal, Write};

use crate::report::columns_of;
use crate::text;

/// What it begins with.
const BEFORE: &str = "  … ";
/// Columns of a terminal that does not say how many it has.
const COLUMNS: usize = 80;

/// The line; it is gone when something is known.
pub(crate) struct Status {
    is_terminal: bool,
    shown: bool,
}

impl Status {
    pub(crate) fn new() -> Status {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        Status {
            is_terminal: io::stderr().is_terminal() && !dumb,
            shown: false,
        }
    }

    pub(crate) fn show(&mut self, text: &str) {
        self.clear();
        if self.is_terminal {
            // What goes on in the next line is not taken away.
            let columns = columns_of(&io::stderr()).unwrap_or(COLUMNS);
            let text = text::fit(text, columns.saturating_sub(text::width(BEFORE) + 1));
            // Nobody misses it if it cannot be written.
            let _ = write!(io::stderr(), "{BEFORE}{text}");
            self.shown = true;
        }
    }

    pub(crate) fn clear(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
            self.shown = false;
        }
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        self.clear();
    }
}
