//! How much is printed, and what the place can show where it is printed.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use rustix::termios::tcgetwinsize;
use serde::Deserialize;

/// How much is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The summary, and what is not as expected.
    Quiet,
    /// A line for each solution too.
    Normal,
    /// A line for each case too, and the failures that were expected.
    Verbose,
}

impl Detail {
    /// As the options `--quiet` and `--verbose` say.
    pub(crate) fn of(quiet: bool, verbose: bool) -> Detail {
        match (quiet, verbose) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Normal,
        }
    }
}

/// How a difference is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DiffView {
    /// What was expected beside what was found
    Side,
    /// One below the other
    Unified,
    /// The words that differ, one by one
    Tokens,
    /// Not at all
    None,
}

/// Columns of a place whose width nobody knows, such as a file.
const COLUMNS: usize = 100;
/// Columns of a terminal that does not say how many it has.
pub(super) const COLUMNS_OF_A_TERMINAL: usize = 80;
/// A terminal of fewer columns has no room for two outputs side by side.
const WIDE: usize = 80;
/// No terminal is narrower than this; what claims to be wraps its lines.
const NARROW: usize = 40;

/// How to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) detail: Detail,
    /// How differences are shown; `None` leaves it to the width.
    pub(crate) diff: Option<DiffView>,
    /// Columns of the terminal; `None` for a file, a pipe.
    pub(crate) width: Option<usize>,
    /// Whether colours are seen.
    pub(crate) colours: bool,
    /// Whether a line at the bottom may change while the run goes on.
    pub(crate) live: bool,
}

impl Look {
    /// Text in a file.
    pub(crate) fn plain() -> Look {
        Look {
            detail: Detail::Normal,
            diff: None,
            width: None,
            colours: false,
            live: false,
        }
    }

    /// Text on standard output or standard error.
    pub(crate) fn on<S: RawStream + AsFd>(
        stream: &S,
        detail: Detail,
        diff: Option<DiffView>,
    ) -> Look {
        Look {
            detail,
            diff,
            width: columns_of(stream),
            colours: AutoStream::choice(stream) != ColorChoice::Never,
            live: detail != Detail::Quiet && stream.is_terminal() && may_move(),
        }
    }

    /// Columns that a line may take.
    pub(super) fn columns(&self) -> usize {
        self.width.unwrap_or(COLUMNS).max(NARROW)
    }

    /// How differences are shown here.
    pub(super) fn diff(&self) -> DiffView {
        let wide = self.width.is_some_and(|width| width >= WIDE);
        self.diff.unwrap_or(match wide {
            true => DiffView::Side,
            false => DiffView::Unified,
        })
    }
}

/// The columns of a stream: of a terminal as it is now, or what a shell exports and a pager is told,
/// where the stream is no terminal, or one that does not know its size.
pub(crate) fn columns_of<S: RawStream + AsFd>(stream: &S) -> Option<usize> {
    let own = || {
        let size = tcgetwinsize(stream).ok().filter(|_| stream.is_terminal())?;
        Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
    };
    let told = || env::var("COLUMNS").ok()?.parse().ok();
    own().or_else(told).filter(|columns| *columns > 0)
}

/// Whether a line on standard error may be drawn over: by a terminal that can, before a person who
/// wants it.
fn may_move() -> bool {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let dumb = set("TERM").is_none_or(|term| term == OsStr::new("dumb"));
    let plain = set("NO_COLOR").is_some() || set("CI").is_some();
    io::stderr().is_terminal() && !dumb && !plain
}
