//! Lines and tokens, counted when they are asked for or left behind.

use super::Stream;
use crate::check::Place;
use crate::space::{Space, counts};

/// Lines and tokens of the bytes before an offset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    offset: u64,
    line_ends: u64,
    line_start: u64,
    tokens: u64,
    in_token: bool,
}

impl Tally {
    /// The count of `offset` bytes that hold neither.
    pub(super) fn skip(offset: u64) -> Tally {
        Tally {
            offset,
            ..Tally::default()
        }
    }

    /// Counts the next bytes if those of the twin are the same, and says whether they are.
    pub(super) fn count(&mut self, bytes: &[u8], twin: &[u8], space: Space) -> bool {
        let Some(&last) = bytes.last() else {
            return twin.is_empty();
        };
        let Some(counts) = counts(bytes, twin, self.in_token, space) else {
            return false;
        };
        self.line_ends += counts.line_ends;
        self.tokens += counts.tokens;
        if let Some(newline) = memchr::memrchr(b'\n', bytes) {
            self.line_start = self.offset + newline as u64 + 1;
        }
        self.in_token = !space.holds(last);
        self.offset += bytes.len() as u64;
        true
    }

    /// The place behind what was counted, where `next` follows.
    pub(super) fn place(&self, next: Option<u8>, space: Space) -> Place {
        let inside = self.in_token && next.is_some_and(|byte| !space.holds(byte));
        Place {
            line: self.line_ends + 1,
            column: self.offset - self.line_start + 1,
            offset: self.offset,
            token: self.tokens + u64::from(!inside),
        }
    }
}

/// An offset whose place may be asked for later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    offset: u64,
    /// Known once the bytes there have been left behind.
    place: Option<Place>,
}

impl Stream<'_> {
    /// The place of `buffer[index]`.
    pub(super) fn place_at(&self, index: usize) -> Place {
        let read = self.buffer.get(..self.end).unwrap_or_default();
        let mut tally = self.tally.clone();
        let read_before = read.get(..index).unwrap_or(read);
        tally.count(read_before, read_before, self.space);
        tally.place(read.get(index).copied(), self.space)
    }

    /// The place of the window.
    pub(crate) fn place(&self) -> Place {
        self.place_at(self.start)
    }

    /// Remembers the offset of the window.
    pub(crate) fn mark(&mut self) {
        self.mark = Some(Mark {
            offset: self.offset(),
            place: None,
        });
    }

    /// Forgets it.
    pub(crate) fn unmark(&mut self) {
        self.mark = None;
    }

    /// The place that was marked, or else that of the window.
    pub(crate) fn marked(&self) -> Place {
        let Some(mark) = self.mark else {
            return self.place();
        };
        let index = usize::try_from(mark.offset.saturating_sub(self.base));
        mark.place
            .unwrap_or_else(|| self.place_at(index.unwrap_or(self.start)))
    }

    /// Finds the place that was marked before the bytes up to `buffer[cut]` are forgotten.
    pub(super) fn settle_mark(&mut self, cut: usize) {
        let left_behind = |mark: &Mark| mark.offset < self.base + cut as u64;
        if self.mark.as_ref().is_some_and(left_behind) {
            let place = Some(self.marked());
            self.mark = self.mark.map(|mark| Mark { place, ..mark });
        }
    }
}
