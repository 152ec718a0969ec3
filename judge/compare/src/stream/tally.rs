//! Lines and tokens, counted when they are asked for or left behind.

use super::Stream;
use crate::check::Place;
use crate::space::token_starts;

/// Lines and tokens of the bytes before `buffer[at]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) at: usize,
    pub(super) line: u64,
    pub(super) line_start: u64,
    pub(super) tokens: u64,
    pub(super) in_token: bool,
}

impl Stream<'_> {
    /// Counts lines and tokens up to `buffer[index]`.
    pub(super) fn count(&mut self, index: usize) {
        let Some(bytes) = self.buffer.get(self.tally.at..index) else {
            return;
        };
        let Some(&last) = bytes.last() else { return };
        let tally = &mut self.tally;
        tally.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        if let Some(newline) = memchr::memrchr(b'\n', bytes) {
            tally.line_start = self.base + (tally.at + newline + 1) as u64;
        }
        tally.tokens += token_starts(bytes, tally.in_token, self.space);
        tally.in_token = !self.space.holds(last);
        tally.at = index;
    }

    /// The place of `buffer[index]`, which is not before the last place asked for.
    pub(super) fn place_at(&mut self, index: usize) -> Place {
        self.count(index);
        let offset = self.base + index as u64;
        let tally = &self.tally;
        let inside = tally.in_token
            && index < self.end
            && self
                .buffer
                .get(index)
                .is_some_and(|&byte| !self.space.holds(byte));
        Place {
            line: tally.line,
            column: offset.saturating_sub(tally.line_start) + 1,
            offset,
            token: tally.tokens + u64::from(!inside),
        }
    }

    /// The place of the window.
    pub(crate) fn place(&mut self) -> Place {
        self.place_at(self.start)
    }

    /// The place of an offset at or shortly before the window.
    pub(crate) fn place_of(&mut self, offset: u64) -> Place {
        let index = offset
            .checked_sub(self.base)
            .and_then(|index| usize::try_from(index).ok())
            .filter(|&index| index <= self.start);
        self.place_at(index.unwrap_or(self.start))
    }
}
