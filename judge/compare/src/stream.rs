//! One side of a comparison: bytes in blocks, with places counted only when a block is left behind.

mod carriage;
mod excerpt;
mod tally;

use std::io::{ErrorKind, Read};

use crate::check::{CompareError, EXCERPT, Place};
use crate::message::TAIL;
use crate::space::Space;

use carriage::Carriages;
pub(crate) use excerpt::Excerpt;
use excerpt::{Kind, Unit};
use tally::{Mark, Tally};

/// Bytes held of each side: at first, and at most when there is more.
const FIRST: usize = 512;
const BLOCK: usize = 128 * 1024;
/// How many times as much is held each time that there is more.
const GROWTH: usize = 16;

/// A reader with a window on its next bytes.
pub(crate) struct Stream<'a> {
    reader: &'a mut dyn Read,
    /// Whether this is the expected output; errors say which side they are of.
    expected: bool,
    space: Space,
    buffer: Vec<u8>,
    /// The unread bytes are `buffer[start..end]`; those before `start` are kept for excerpts.
    start: usize,
    end: usize,
    /// The offset in the stream of `buffer[0]`.
    base: u64,
    exhausted: bool,
    /// Set when carriage returns that end no line are dropped.
    carriages: Option<Carriages>,
    /// The byte before `buffer[0]`.
    before: Option<u8>,
    /// Lines and tokens of the bytes before `buffer[0]`.
    tally: Tally,
    mark: Option<Mark>,
    token: Unit,
    line: Unit,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(reader: &'a mut dyn Read, space: Space, expected: bool) -> Self {
        let origin = Place {
            line: 1,
            column: 1,
            offset: 0,
            token: 1,
        };
        let unit = || Unit {
            place: origin,
            head: Vec::new(),
        };
        Stream {
            reader,
            expected,
            space,
            // Most outputs are short, and a line or a word compared by itself is.
            buffer: vec![0; FIRST],
            start: 0,
            end: 0,
            base: 0,
            exhausted: false,
            carriages: None,
            before: None,
            tally: Tally::default(),
            mark: None,
            token: unit(),
            line: unit(),
        }
    }

    /// The unread bytes at hand; empty only at the end of the stream.
    pub(crate) fn peek(&mut self) -> Result<&[u8], CompareError> {
        if self.start == self.end {
            self.more()?;
        }
        Ok(self.window())
    }

    /// Whether no unread bytes are at hand.
    pub(crate) fn is_spent(&self) -> bool {
        self.start == self.end
    }

    /// The unread bytes at hand, without reading.
    pub(crate) fn window(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// Steps over `count` bytes of the window.
    pub(crate) fn advance(&mut self, count: usize) {
        self.start = self.end.min(self.start + count);
    }

    /// The byte before the window.
    pub(crate) fn last(&self) -> Option<u8> {
        match self.start.checked_sub(1) {
            Some(index) => self.buffer.get(index).copied(),
            None => self.before,
        }
    }

    /// Whether the byte before the window belongs to a token.
    pub(crate) fn after_token(&self) -> bool {
        self.last().is_some_and(|byte| !self.space.holds(byte))
    }

    /// Whether the byte separates tokens on this side.
    pub(crate) fn is_space(&self, byte: u8) -> bool {
        self.space.holds(byte)
    }

    /// What separates tokens on this side.
    pub(crate) fn space(&self) -> Space {
        self.space
    }

    /// The offset of the window in the stream.
    pub(crate) fn offset(&self) -> u64 {
        self.base + self.start as u64
    }

    /// Makes the window longer; `false` at the end of the stream and when the buffer is full.
    pub(crate) fn more(&mut self) -> Result<bool, CompareError> {
        if self.exhausted {
            return Ok(false);
        }
        let outgrown = self.base > 0 || self.end + Carriages::ROOM > self.buffer.len();
        if self.buffer.len() < BLOCK && outgrown {
            let length = (self.buffer.len() * GROWTH).min(BLOCK);
            self.buffer.resize(length, 0);
        }
        // Moving bytes only when at least half of the buffer is free keeps the work linear
        // however small the reader's pieces are.
        if self.end + Carriages::ROOM > self.buffer.len() || self.start == self.end {
            if self.start == self.end || self.start >= self.buffer.len() / 2 {
                self.rebase();
            } else {
                return Ok(false);
            }
        }
        loop {
            let waiting = self.carriages.as_ref().map_or(0, |known| known.waiting);
            let (waiting, room) = match self.buffer.get_mut(self.end..) {
                Some(free) if free.len() > waiting => free.split_at_mut(waiting),
                _ => return Ok(false),
            };
            match self.reader.read(room) {
                Ok(0) => {
                    self.exhausted = true;
                    return Ok(self.end_carriages());
                }
                Ok(count) => {
                    let mut count = count.min(room.len());
                    if let Some(carriages) = &mut self.carriages {
                        waiting.fill(b'\r');
                        count += waiting.len();
                        let bytes = self.buffer.get_mut(self.end..self.end + count);
                        count = carriages.filter(bytes.unwrap_or_default());
                    }
                    self.end += count;
                    if count > 0 {
                        return Ok(true);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if self.expected => return Err(CompareError::Expected(error)),
                Err(error) => return Err(CompareError::Found(error)),
            }
        }
    }

    /// Steps over the bytes for which `skipped` holds.
    pub(crate) fn skip(&mut self, mut skipped: impl FnMut(u8) -> bool) -> Result<(), CompareError> {
        loop {
            let window = self.peek()?;
            let stop = window.iter().position(|&byte| !skipped(byte));
            let count = stop.unwrap_or(window.len());
            self.advance(count);
            if count == 0 || stop.is_some() {
                return Ok(());
            }
        }
    }

    /// Steps over white space.
    pub(crate) fn skip_space(&mut self) -> Result<(), CompareError> {
        let space = self.space;
        self.skip(|byte| space.holds(byte))
    }

    /// Leaves a UTF-8 byte order mark out; only at the beginning of the stream.
    pub(crate) fn skip_bom(&mut self) -> Result<(), CompareError> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        while self.window().len() < MARK.len() && self.more()? {}
        if self.window().starts_with(MARK) {
            // No token begins with it, but its bytes are counted in places.
            self.buffer.copy_within(MARK.len()..self.end, 0);
            self.end -= MARK.len();
            self.base = MARK.len() as u64;
            self.tally = Tally::skip(self.base);
        }
        Ok(())
    }

    /// Drops carriage returns that end no line, as testlib does when it reads lines; only before
    /// anything has been stepped over. Those dropped are not counted in places.
    pub(crate) fn drop_carriages(&mut self) {
        let carriages = self.carriages.insert(Carriages::default());
        let read = self.buffer.get_mut(..self.end);
        self.end = carriages.filter(read.unwrap_or_default());
        if self.exhausted {
            self.end_carriages();
        }
    }

    /// Takes in what waits at the end of the stream; says whether that is a byte.
    fn end_carriages(&mut self) -> bool {
        let last = self.carriages.as_mut().and_then(Carriages::end);
        if let (Some(last), Some(free)) = (last, self.buffer.get_mut(self.end)) {
            *free = last;
            self.end += 1;
        }
        last.is_some()
    }

    /// Steps over what testlib takes for white space; says whether nothing else is left.
    pub(crate) fn ends_blank(&mut self) -> Result<bool, CompareError> {
        self.skip(|byte| Space::Testlib.holds(byte))?;
        let made_up = self.carriages.as_ref().is_some_and(|known| known.made_up);
        Ok(match self.peek()? {
            [] => true,
            [carriage::MADE_UP] => made_up,
            _ => false,
        })
    }

    /// The length of the line end at the window, 0 at the end of the stream; `None` in a line.
    pub(crate) fn at_line_end(&mut self) -> Result<Option<usize>, CompareError> {
        loop {
            match self.window() {
                [b'\n', ..] => return Ok(Some(1)),
                [b'\r', b'\n', ..] => return Ok(Some(2)),
                [] | [b'\r'] => {
                    if !self.more()? {
                        return Ok(self.window().is_empty().then_some(0));
                    }
                }
                _ => return Ok(None),
            }
        }
    }

    /// Whether the stream ends after so many bytes, or before.
    pub(crate) fn ends_after(&mut self, count: usize) -> Result<bool, CompareError> {
        while self.window().len() <= count && self.more()? {}
        Ok(self.window().len() <= count)
    }

    /// The bytes before the window that are at hand: at least 31 unless the stream is younger.
    pub(crate) fn history(&self) -> &[u8] {
        self.buffer.get(..self.start).unwrap_or_default()
    }

    /// Whether the next bytes can only be read when those before the window are forgotten.
    fn is_full(&self) -> bool {
        let spent = self.start == self.end && self.end > TAIL;
        spent || self.end + Carriages::ROOM > BLOCK
    }

    /// Forgets what two full streams have stepped over, if that is the same on both: its lines and
    /// tokens are then counted but once.
    pub(crate) fn rebase_both(&mut self, twin: &mut Stream<'_>) {
        let half = self.start >= self.buffer.len() / 2;
        if half && self.is_full() && twin.is_full() && self.is_like(twin) {
            self.rebase_twins(twin);
        }
    }

    /// Steps over so many bytes of two windows, if they are the same on both: that is found out while they are counted.
    /// Says whether it has, which it has not where looking at less of them would do.
    pub(crate) fn leap(&mut self, twin: &mut Stream<'_>, count: usize) -> bool {
        if !self.is_fresh() || count < BLOCK / 2 || !self.is_like(twin) {
            return false;
        }
        self.start += count;
        twin.start += count;
        let same = self.rebase_twins(twin);
        if !same {
            self.start -= count;
            twin.start -= count;
        }
        same
    }

    /// Whether next to nothing of a large window has been stepped over. A leap that fails is not tried again before there is
    /// another one.
    pub(crate) fn is_fresh(&self) -> bool {
        self.start <= TAIL && self.end >= BLOCK / 2
    }

    /// Whether both are at the same place in all that is known of what has been forgotten.
    fn is_like(&self, twin: &Stream<'_>) -> bool {
        self.start == twin.start
            && self.base == twin.base
            && self.space == twin.space
            && self.tally == twin.tally
            && self.token == twin.token
            && self.line == twin.line
    }

    /// Forgets the bytes before two windows that are alike, if they are the same on both.
    fn rebase_twins(&mut self, twin: &mut Stream<'_>) -> bool {
        let cut = self.start.saturating_sub(TAIL);
        if !self.rebase_like(Some(twin.history())) {
            return false;
        }
        twin.settle_mark(cut);
        twin.buffer.copy_within(cut..twin.end, 0);
        twin.start -= cut;
        twin.end -= cut;
        twin.base = self.base;
        twin.before = self.before;
        twin.tally = self.tally.clone();
        twin.token = self.token.clone();
        twin.line = self.line.clone();
        true
    }

    /// Forgets the bytes before the window but for a few, remembering the token and the line in
    /// which the buffer then begins.
    fn rebase(&mut self) {
        self.rebase_like(None);
    }

    /// As [`Stream::rebase`], if the twin's bytes before its window are the same as those here; says whether they are.
    fn rebase_like(&mut self, twin: Option<&[u8]>) -> bool {
        let cut = self.start.saturating_sub(TAIL);
        let token_start = self.look_back(cut, Kind::Token);
        let line_start = self.look_back(cut, Kind::Line);
        // A line begins no later than the token in which it is left.
        let mut counted = line_start.or(token_start).unwrap_or(cut);
        let mut tally = self.tally.clone();
        let (bytes, rest) = self.history().split_at(counted);
        let same = match twin {
            None => tally.count(bytes, bytes, self.space),
            Some(twin) => {
                let (twin, twin_rest) = twin.split_at_checked(counted).unwrap_or_default();
                rest == twin_rest && tally.count(bytes, twin, self.space)
            }
        };
        if !same {
            return false;
        }
        self.settle_mark(cut);
        self.tally = tally;
        for (unit, start) in [(&mut self.line, line_start), (&mut self.token, token_start)] {
            if let Some(start) = start {
                let bytes = self.buffer.get(counted..start).unwrap_or_default();
                self.tally.count(bytes, bytes, self.space);
                counted = start;
                *unit = Unit {
                    place: self
                        .tally
                        .place(self.buffer.get(start).copied(), self.space),
                    head: Vec::new(),
                };
            }
            let seen = self.buffer.get(start.unwrap_or(0)..cut).unwrap_or_default();
            let room = EXCERPT.saturating_sub(unit.head.len());
            unit.head.extend(seen.iter().take(room));
        }
        let bytes = self.buffer.get(counted..cut).unwrap_or_default();
        self.tally.count(bytes, bytes, self.space);
        if let Some(index) = cut.checked_sub(1) {
            self.before = self.buffer.get(index).copied();
        }
        self.buffer.copy_within(cut..self.end, 0);
        self.base += cut as u64;
        self.start -= cut;
        self.end -= cut;
        true
    }
}
