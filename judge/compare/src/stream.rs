//! One side of a comparison: bytes in blocks, with places counted only when a block is left behind.

use std::io::{ErrorKind, Read};

use crate::check::{CompareError, EXCERPT, Place};
use crate::message::TAIL;
use crate::space::{Space, token_starts};

/// Bytes held of each side.
const BLOCK: usize = 128 * 1024;

/// The longest token or line of which the end is shown too.
///
/// Well below half a block, so that what is shown never depends on how the bytes arrive.
const LONG: usize = 16 * 1024;

/// A piece of a stream that may be longer than memory: how it begins, and whether that is all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The first bytes.
    pub(crate) head: Vec<u8>,
    /// The last bytes, when there are more than the head and they are at hand.
    pub(crate) tail: Vec<u8>,
    /// Whether bytes are left out between head and tail.
    pub(crate) cut: bool,
}

impl Excerpt {
    /// Removes the CR of a line that ended with CR LF.
    fn strip_cr(&mut self) {
        if !self.tail.is_empty() {
            self.tail.pop_if(|byte| *byte == b'\r');
        } else if !self.cut {
            self.head.pop_if(|byte| *byte == b'\r');
        }
    }
}

/// What an excerpt is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Token,
    Line,
}

impl Kind {
    /// Whether the byte ends such a unit.
    fn ends(self, space: Space, byte: u8) -> bool {
        match self {
            Kind::Token => space.holds(byte),
            Kind::Line => byte == b'\n',
        }
    }

    /// The last byte that ends such a unit.
    fn last_end(self, space: Space, bytes: &[u8]) -> Option<usize> {
        match self {
            Kind::Token => bytes.iter().rposition(|&byte| space.holds(byte)),
            Kind::Line => memchr::memrchr(b'\n', bytes),
        }
    }
}

/// The token or line in which the buffer begins.
struct Unit {
    place: Place,
    head: Vec<u8>,
}

/// Lines and tokens of the bytes before `buffer[at]`.
struct Tally {
    at: usize,
    line: u64,
    line_start: u64,
    tokens: u64,
    in_token: bool,
}

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
    /// The byte before `buffer[0]`.
    before: Option<u8>,
    tally: Tally,
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
            buffer: vec![0; BLOCK],
            start: 0,
            end: 0,
            base: 0,
            exhausted: false,
            before: None,
            tally: Tally {
                at: 0,
                line: 1,
                line_start: 0,
                tokens: 0,
                in_token: false,
            },
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
        // Moving bytes only when at least half of the buffer is free keeps the work linear
        // however small the reader's pieces are.
        if self.end == self.buffer.len() || self.start == self.end {
            if self.start == self.end || self.start >= self.buffer.len() / 2 {
                self.rebase();
            } else {
                return Ok(false);
            }
        }
        loop {
            let Some(room) = self.buffer.get_mut(self.end..) else {
                return Ok(false);
            };
            match self.reader.read(room) {
                Ok(0) => {
                    self.exhausted = true;
                    return Ok(false);
                }
                Ok(count) => {
                    self.end = self.buffer.len().min(self.end + count);
                    return Ok(true);
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

    /// Steps over a UTF-8 byte order mark; only at the beginning of the stream.
    pub(crate) fn skip_bom(&mut self) -> Result<(), CompareError> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        while self.window().len() < MARK.len() && self.more()? {}
        if self.window().starts_with(MARK) {
            self.advance(MARK.len());
        }
        Ok(())
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

    /// Forgets the bytes before the window but for a few, remembering the token and the line in
    /// which the buffer then begins.
    fn rebase(&mut self) {
        let cut = self.start.saturating_sub(TAIL);
        let token_start = self.look_back(cut, Kind::Token);
        let line_start = self.look_back(cut, Kind::Line);
        if let Some(index) = line_start {
            self.line = Unit {
                place: self.place_at(index),
                head: Vec::new(),
            };
        }
        if let Some(index) = token_start {
            self.token = Unit {
                place: self.place_at(index),
                head: Vec::new(),
            };
        }
        for (unit, start) in [(&mut self.token, token_start), (&mut self.line, line_start)] {
            let seen = self.buffer.get(start.unwrap_or(0)..cut).unwrap_or_default();
            let room = EXCERPT.saturating_sub(unit.head.len());
            unit.head.extend(seen.iter().take(room));
        }
        self.count(cut);
        if let Some(index) = cut.checked_sub(1) {
            self.before = self.buffer.get(index).copied();
        }
        self.buffer.copy_within(cut..self.end, 0);
        self.base += cut as u64;
        self.start -= cut;
        self.end -= cut;
        self.tally.at -= cut;
    }

    /// Where the unit that holds `buffer[index]` begins; `None` before the buffer.
    fn look_back(&self, index: usize, kind: Kind) -> Option<usize> {
        let bytes = self.buffer.get(..index).unwrap_or_default();
        match kind.last_end(self.space, bytes) {
            Some(last) => Some(last + 1),
            None => self
                .before
                .is_none_or(|byte| kind.ends(self.space, byte))
                .then_some(0),
        }
    }

    /// Counts lines and tokens up to `buffer[index]`.
    fn count(&mut self, index: usize) {
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
    fn place_at(&mut self, index: usize) -> Place {
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

    /// The place where the current token begins, and the token.
    ///
    /// At white space that follows a token this is that token; `None` at the end of the stream
    /// unless a token ends there.
    pub(crate) fn current_token(&mut self) -> Result<(Place, Option<Excerpt>), CompareError> {
        self.current(Kind::Token, self.after_token())
    }

    /// The place of the window, and the line in which it lies; `None` at the end of the stream
    /// unless an unfinished line ends there.
    pub(crate) fn current_line(&mut self) -> Result<(Place, Option<Excerpt>), CompareError> {
        let inside = self.last().is_some_and(|byte| byte != b'\n');
        let (place, mut line) = self.current(Kind::Line, inside)?;
        if let Some(line) = &mut line {
            line.strip_cr();
        }
        Ok((place, line))
    }

    fn unit(&self, kind: Kind) -> &Unit {
        match kind {
            Kind::Token => &self.token,
            Kind::Line => &self.line,
        }
    }

    fn current(
        &mut self,
        kind: Kind,
        inside: bool,
    ) -> Result<(Place, Option<Excerpt>), CompareError> {
        // The end of the unit is looked for in the window alone, so that nothing is consumed.
        let mut length = 0;
        let ended = loop {
            let window = self.window();
            let rest = window.get(length..).unwrap_or_default();
            if let Some(index) = rest.iter().position(|&byte| kind.ends(self.space, byte)) {
                length += index;
                break true;
            }
            length = window.len();
            if length > LONG {
                break false;
            }
            if !self.more()? {
                break true;
            }
        };
        let from = self.look_back(self.start, kind);
        let place = match from {
            Some(index) => self.place_at(index),
            None => self.unit(kind).place,
        };
        if !inside && length == 0 && self.window().is_empty() {
            return Ok((place, None));
        }
        let mut head = match from {
            Some(_) => Vec::new(),
            None => self.unit(kind).head.clone(),
        };
        let bytes = self
            .buffer
            .get(from.unwrap_or(0)..self.start + length)
            .unwrap_or_default();
        let room = EXCERPT - head.len();
        head.extend(bytes.iter().take(room));
        let total = self.offset() - place.offset + length as u64;
        let mut tail = Vec::new();
        if ended && total <= LONG as u64 {
            let hidden = usize::try_from(total).unwrap_or(LONG) - head.len();
            tail.extend(bytes.iter().rev().take(hidden.min(TAIL)).rev());
        }
        let cut = total > (head.len() + tail.len()) as u64;
        Ok((place, Some(Excerpt { head, tail, cut })))
    }
}
