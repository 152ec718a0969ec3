//! Tokens pulled one by one from both sides, with the little of them that checkers ask for.

use crate::check::CompareError;
use crate::number::{self, Decimal, Syntax};
use crate::pair::{Letters, Pair};
use crate::stream::Stream;

/// The longest token that is kept whole.
const WHOLE: usize = 1024;

/// A token of any length in bounded memory.
#[derive(Debug, Default)]
pub(crate) struct Word {
    /// The first bytes, all of them when there are at most [`WHOLE`].
    bytes: Vec<u8>,
    length: u64,
    nul: bool,
    /// Whether all bytes after the first are digits.
    digits: bool,
    /// The number, when the token is not whole.
    decimal: Option<Box<Decimal>>,
}

impl Word {
    fn clear(&mut self) {
        self.bytes.clear();
        self.length = 0;
        self.nul = false;
        self.digits = true;
        self.decimal = None;
    }

    /// The word is this one, of at most [`WHOLE`] bytes.
    fn set(&mut self, bytes: &[u8]) {
        self.clear();
        self.bytes.extend_from_slice(bytes);
        self.length = bytes.len() as u64;
    }

    fn push(&mut self, bytes: &[u8]) {
        let kept = bytes.len().min(WHOLE - self.bytes.len());
        let (head, rest) = bytes.split_at_checked(kept).unwrap_or_default();
        self.bytes.extend_from_slice(head);
        self.length += bytes.len() as u64;
        if !rest.is_empty() {
            let whole = &self.bytes;
            let decimal = self.decimal.get_or_insert_with(|| {
                let mut decimal = Box::new(Decimal::new());
                decimal.push(whole);
                decimal
            });
            decimal.push(rest);
            self.nul |= memchr::memchr(0, rest).is_some();
            self.digits &= rest.iter().all(u8::is_ascii_digit);
        }
    }

    /// The token, when it is of moderate length.
    pub(crate) fn whole(&self) -> Option<&[u8]> {
        (self.length == self.bytes.len() as u64).then_some(&self.bytes)
    }

    /// Whether the token is this one.
    pub(crate) fn is(&self, bytes: &[u8]) -> bool {
        self.whole() == Some(bytes)
    }

    /// Whether it holds a NUL byte.
    pub(crate) fn has_nul(&self) -> bool {
        self.nul || memchr::memchr(0, &self.bytes).is_some()
    }

    /// Whether it is an integer as testlib wants it: no plus sign, no needless zero, no `-0`.
    pub(crate) fn is_integer(&self) -> bool {
        let unsigned = self.bytes.strip_prefix(b"-").unwrap_or(&self.bytes);
        let rest_digits = self.digits && unsigned.iter().all(u8::is_ascii_digit);
        match unsigned.first() {
            Some(b'1'..=b'9') => rest_digits,
            Some(b'0') => self.length == 1,
            _ => false,
        }
    }

    /// The integer, when it is one of 64 bits.
    pub(crate) fn integer(&self) -> Option<i64> {
        let text = self.whole().filter(|_| self.is_integer())?;
        std::str::from_utf8(text).ok()?.parse().ok()
    }

    /// The number, when it is one.
    pub(crate) fn float(&self, syntax: Syntax) -> Option<f64> {
        match &self.decimal {
            Some(decimal) => decimal.value(syntax),
            None => number::float(&self.bytes, syntax),
        }
    }

    /// Reads the token at the window; white space must have been stepped over.
    pub(crate) fn read(&mut self, stream: &mut Stream<'_>) -> Result<(), CompareError> {
        self.clear();
        loop {
            let piece = piece(stream)?;
            if piece.is_empty() {
                return Ok(());
            }
            self.push(piece);
            let count = piece.len();
            stream.advance(count);
        }
    }
}

/// What is at hand of the token at the window; empty where none is.
pub(crate) fn piece<'s>(stream: &'s mut Stream<'_>) -> Result<&'s [u8], CompareError> {
    let space = stream.space();
    let window = stream.peek()?;
    let length = space.token_length(window);
    Ok(window.get(..length).unwrap_or_default())
}

/// What came next on the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A token on each; both have been read.
    Both,
    /// One in the output alone; it has not been read.
    FoundOnly,
    /// One in the expected output alone; it has not been read.
    ExpectedOnly,
    /// None.
    Neither,
}

/// The tokens of both sides, pulled in step.
pub(crate) struct Words<'a> {
    pub(crate) pair: Pair<'a>,
    pub(crate) found: Word,
    pub(crate) expected: Word,
    exact: bool,
    /// Of words that are not whole.
    folded: bool,
}

impl<'a> Words<'a> {
    pub(crate) fn new(pair: Pair<'a>) -> Words<'a> {
        Words {
            pair,
            found: Word::default(),
            expected: Word::default(),
            exact: false,
            folded: false,
        }
    }

    /// Steps over white space and reads the next token of both sides.
    pub(crate) fn next(&mut self) -> Result<Next, CompareError> {
        if self.next_short()? {
            return Ok(Next::Both);
        }
        self.pair.found.skip_space()?;
        self.pair.expected.skip_space()?;
        self.read()
    }

    /// Reads the tokens at which both sides stand, when there is one on each.
    pub(crate) fn read(&mut self) -> Result<Next, CompareError> {
        match self.pair.next()? {
            (None, None) => return Ok(Next::Neither),
            (None, Some(_)) => return Ok(Next::ExpectedOnly),
            (Some(_), None) => return Ok(Next::FoundOnly),
            (Some(_), Some(_)) => {}
        }
        if self.next_short()? {
            return Ok(Next::Both);
        }
        self.found.clear();
        self.expected.clear();
        self.exact = true;
        self.folded = true;
        loop {
            let found = piece(&mut self.pair.found)?;
            let expected = piece(&mut self.pair.expected)?;
            let count = match (found.len(), expected.len()) {
                (0, 0) => return Ok(Next::Both),
                (0, count) | (count, 0) => count,
                (left, right) => left.min(right),
            };
            let found = found.get(..count).unwrap_or_default();
            let expected = expected.get(..count).unwrap_or_default();
            if self.exact && found != expected {
                self.exact = false;
            }
            if self.folded && !self.exact {
                self.folded = found.eq_ignore_ascii_case(expected);
            }
            self.found.push(found);
            self.expected.push(expected);
            let (found, expected) = (found.len(), expected.len());
            self.pair.found.advance(found);
            self.pair.expected.advance(expected);
        }
    }

    /// Reads tokens that are short and at hand, as most are, with the white space before them; says whether they were.
    fn next_short(&mut self) -> Result<bool, CompareError> {
        let space = self.pair.found.space();
        let (found, expected) = self.pair.peek()?;
        let gaps = (space.gap_length(found), space.gap_length(expected));
        let found = found.get(gaps.0..).unwrap_or_default();
        let expected = expected.get(gaps.1..).unwrap_or_default();
        let (left, right) = (space.token_length(found), space.token_length(expected));
        // A token that reaches the end of what is at hand may go on.
        if left == found.len() || right == expected.len() || left.max(right) > WHOLE {
            return Ok(false);
        }
        let found = found.get(..left).unwrap_or_default();
        let expected = expected.get(..right).unwrap_or_default();
        self.exact = found == expected;
        self.found.set(found);
        self.expected.set(expected);
        self.pair.found.advance(gaps.0 + left);
        self.pair.expected.advance(gaps.1 + right);
        Ok(true)
    }

    /// Whether the tokens that were read are equal.
    pub(crate) fn agree(&self, letters: Letters) -> bool {
        match letters {
            Letters::Exact => self.exact,
            // Asked for much less often than there are words.
            Letters::Folded => match (self.found.whole(), self.expected.whole()) {
                (Some(found), Some(expected)) => found.eq_ignore_ascii_case(expected),
                _ => self.folded,
            },
        }
    }
}
