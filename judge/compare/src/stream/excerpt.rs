//! The token or line in which a stream stands: where it begins, and as much of it as is shown.

use super::Stream;
use crate::check::{CompareError, EXCERPT, Place};
use crate::message::TAIL;
use crate::space::Space;

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

/// What an excerpt is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) place: Place,
    pub(super) head: Vec<u8>,
}

impl Stream<'_> {
    /// Where the unit that holds `buffer[index]` begins; `None` before the buffer.
    pub(super) fn look_back(&self, index: usize, kind: Kind) -> Option<usize> {
        let bytes = self.buffer.get(..index).unwrap_or_default();
        match kind.last_end(self.space, bytes) {
            Some(last) => Some(last + 1),
            None => self
                .before
                .is_none_or(|byte| kind.ends(self.space, byte))
                .then_some(0),
        }
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
        self.current(Kind::Line, inside)
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
        let (mut length, mut terminated) = (0, false);
        let ended = loop {
            let window = self.window();
            let rest = window.get(length..).unwrap_or_default();
            if let Some(index) = rest.iter().position(|&byte| kind.ends(self.space, byte)) {
                length += index;
                terminated = true;
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
        let mut total = self.offset() - place.offset + length as u64;
        let bytes = match bytes.strip_suffix(b"\r") {
            // The CR of a CR LF, which is never further back than what is kept.
            Some(line) if kind == Kind::Line && terminated => {
                total -= 1;
                line
            }
            _ => bytes,
        };
        let room = EXCERPT - head.len();
        head.extend(bytes.iter().take(room));
        let mut tail = Vec::new();
        if ended && total <= LONG as u64 {
            let hidden = usize::try_from(total).unwrap_or(LONG) - head.len();
            tail.extend(bytes.iter().rev().take(hidden.min(TAIL)).rev());
        }
        let cut = total > (head.len() + tail.len()) as u64;
        Ok((place, Some(Excerpt { head, tail, cut })))
    }
}
