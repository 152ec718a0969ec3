//! Two streams side by side, and the walk that finds where their tokens part.

use std::io::Read;

use crate::check::{CompareError, Difference};
use crate::space::{Space, is_space, is_testlib_space};
use crate::stream::{Excerpt, Stream};

/// How letters are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// As bytes.
    Exact,
    /// ASCII letters without regard to case.
    Folded,
}

impl Letters {
    /// Whether both are the same.
    pub(crate) fn same(self, left: &[u8], right: &[u8]) -> bool {
        left == right || self == Letters::Folded && left.eq_ignore_ascii_case(right)
    }

    /// The length of the longest common beginning.
    pub(crate) fn common(self, left: &[u8], right: &[u8]) -> usize {
        let mut at = equal(left, right);
        if self == Letters::Exact {
            return at;
        }
        while let (Some(a), Some(b)) = (left.get(at), right.get(at))
            && a.eq_ignore_ascii_case(b)
        {
            at += 1;
            let (a, b) = (left.get(at..), right.get(at..));
            at += equal(a.unwrap_or_default(), b.unwrap_or_default());
        }
        at
    }
}

/// How many bytes at the beginning are equal.
fn equal(left: &[u8], right: &[u8]) -> usize {
    let mut at = 0;
    let word = |bytes: &[u8], at: usize| {
        let bytes = bytes.get(at..)?.first_chunk::<8>()?;
        Some(u64::from_le_bytes(*bytes))
    };
    // Words first, as most differences are near; after some of them, `memcmp` of pieces that grow.
    while let (Some(a), Some(b)) = (word(left, at), word(right, at)) {
        if a != b {
            return at + ((a ^ b).trailing_zeros() / 8) as usize;
        }
        at += 8;
        if at.is_multiple_of(64) {
            let mut length = 64;
            while let (Some(a), Some(b)) = (left.get(at..at + length), right.get(at..at + length))
                && a == b
            {
                at += length;
                length *= 2;
            }
        }
    }
    let rest = left.iter().zip(right).skip(at);
    at + rest.take_while(|(a, b)| a == b).count()
}

/// How far two windows agree as tokens; stops early wherever one of them alone does not tell.
fn walk_windows(
    found: &[u8],
    expected: &[u8],
    letters: Letters,
    space: impl Fn(u8) -> bool,
) -> (usize, usize) {
    let skipped = |rest: &mut &[u8]| {
        let run = rest.iter().take_while(|&&byte| space(byte)).count();
        *rest = rest.get(run..).unwrap_or_default();
        run
    };
    let (mut left, mut right) = (found, expected);
    // Whether the byte before is white space: on one side as on the other, wherever a round begins.
    let mut spaced = false;
    loop {
        let count = letters.common(left, right);
        let equal = left.get(..count).unwrap_or_default();
        spaced = equal.last().map_or(spaced, |&byte| space(byte));
        left = left.get(count..).unwrap_or_default();
        right = right.get(count..).unwrap_or_default();
        let ends = match (left.first(), right.first()) {
            (Some(&left), Some(&right)) => (space(left), space(right)),
            _ => break,
        };
        match ends {
            (true, true) => {
                spaced = true;
                // Where one kind of white space stands for another, it does so everywhere.
                if skipped(&mut left) == skipped(&mut right) {
                    let count = alike(left, right, letters, &space);
                    let last = left.get(..count).unwrap_or_default().last();
                    spaced = last.is_none_or(|&byte| space(byte));
                    left = left.get(count..).unwrap_or_default();
                    right = right.get(count..).unwrap_or_default();
                }
            }
            (true, false) if spaced => {
                skipped(&mut left);
            }
            (false, true) if spaced => {
                skipped(&mut right);
            }
            _ => break,
        }
    }
    (found.len() - left.len(), expected.len() - right.len())
}

/// How many bytes at the beginning, by the block, are equal or white space on both sides.
fn alike(left: &[u8], right: &[u8], letters: Letters, space: impl Fn(u8) -> bool) -> usize {
    let (left, _) = left.as_chunks::<BLOCK>();
    let (right, _) = right.as_chunks::<BLOCK>();
    // Without a branch for each byte, so that many are looked at at once.
    let same = |(left, right): &(&[u8; BLOCK], &[u8; BLOCK])| {
        left.iter().zip(*right).fold(true, |same, (&a, &b)| {
            let equal = match letters {
                Letters::Exact => a == b,
                Letters::Folded => a.eq_ignore_ascii_case(&b),
            };
            same & (equal | (space(a) & space(b)))
        })
    };
    BLOCK * left.iter().zip(right).take_while(same).count()
}

/// The bytes that [`alike`] looks at at once.
const BLOCK: usize = 64;

/// Where a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// At the end of both: they agree.
    Agree,
    /// At tokens, or lines, that differ.
    Differ,
    /// At the end of the output, where the expected output goes on.
    Short,
    /// At the end of the expected output, where the output goes on.
    Long,
}

/// The program's output beside the expected output.
pub(crate) struct Pair<'a> {
    space: Space,
    pub(crate) found: Stream<'a>,
    pub(crate) expected: Stream<'a>,
}

impl<'a> Pair<'a> {
    pub(crate) fn new(
        found: &'a mut dyn Read,
        expected: &'a mut dyn Read,
        space: Space,
    ) -> Pair<'a> {
        Pair {
            space,
            found: Stream::new(found, space, false),
            expected: Stream::new(expected, space, true),
        }
    }

    /// The unread bytes of both sides that are at hand; empty only at the end of a side.
    pub(crate) fn peek(&mut self) -> Result<(&[u8], &[u8]), CompareError> {
        if self.found.is_spent() && self.expected.is_spent() {
            self.found.rebase_both(&mut self.expected);
        }
        Ok((self.found.peek()?, self.expected.peek()?))
    }

    /// Steps over all that is at hand on both sides if it is much and the same; says how much it is.
    #[inline]
    fn leap(&mut self) -> usize {
        if !self.found.is_fresh() {
            return 0;
        }
        let (found, expected) = (self.found.window(), self.expected.window());
        let count = found.len().min(expected.len());
        let leapt = self.found.leap(&mut self.expected, count);
        if leapt { count } else { 0 }
    }

    /// As [`Pair::leap`], up to the end of a token.
    fn leap_tokens(&mut self) -> bool {
        if !self.found.is_fresh() {
            return false;
        }
        let (found, expected) = (self.found.window(), self.expected.window());
        let both = found.get(..expected.len()).unwrap_or(found);
        let count = self.space.behind_last_token(both);
        self.found.leap(&mut self.expected, count)
    }

    /// Steps over what is equal on both sides and at hand; 0 where they part and at an end.
    pub(crate) fn step(&mut self, letters: Letters) -> Result<usize, CompareError> {
        self.peek()?;
        let mut count = self.leap();
        if count == 0 {
            count = letters.common(self.found.window(), self.expected.window());
            self.found.advance(count);
            self.expected.advance(count);
        }
        if count > 0 {
            // What was marked was no difference.
            self.found.unmark();
            self.expected.unmark();
        }
        Ok(count)
    }

    /// Steps over whole tokens that are equal on both sides and at hand, with the equal white space
    /// between them; stops behind the last of them. Says whether there was any.
    pub(crate) fn step_tokens(&mut self) -> Result<bool, CompareError> {
        let mut stepped = false;
        loop {
            self.peek()?;
            if self.leap_tokens() {
                stepped = true;
                continue;
            }
            let space = self.space;
            let (found, expected) = (self.found.window(), self.expected.window());
            let count = Letters::Exact.common(found, expected);
            let spent = (count == found.len(), count == expected.len());
            let whole = space.behind_last_token(found.get(..count).unwrap_or_default());
            if whole > 0 {
                self.found.advance(whole);
                self.expected.advance(whole);
                stepped = true;
            } else {
                // A token that reaches beyond what is at hand is looked at again with more of it.
                self.found.rebase_both(&mut self.expected);
                let more = (spent.0 && self.found.more()?) | (spent.1 && self.expected.more()?);
                if !more {
                    return Ok(stepped);
                }
            }
        }
    }

    /// Steps over white space that is equal on both sides; says whether all of it is.
    pub(crate) fn step_space(&mut self) -> Result<bool, CompareError> {
        loop {
            let (found, expected) = self.next()?;
            let space = |byte: Option<u8>| byte.is_some_and(|byte| self.found.is_space(byte));
            match (space(found), space(expected)) {
                (false, false) => return Ok(true),
                (true, true) if found == expected => {
                    self.found.advance(1);
                    self.expected.advance(1);
                }
                _ => return Ok(false),
            }
        }
    }

    /// The next byte on both sides.
    pub(crate) fn next(&mut self) -> Result<(Option<u8>, Option<u8>), CompareError> {
        let (found, expected) = self.peek()?;
        Ok((found.first().copied(), expected.first().copied()))
    }

    /// Walks over equal tokens, whatever white space separates them.
    ///
    /// It may begin inside a token, when both sides have stepped over the same part of it.
    pub(crate) fn walk_tokens(&mut self, letters: Letters) -> Result<Stop, CompareError> {
        loop {
            self.peek()?;
            if self.leap() > 0 {
                continue;
            }
            let space = self.space;
            let (found, expected) = (self.found.window(), self.expected.window());
            let (left, right) = match space {
                Space::C => walk_windows(found, expected, letters, is_space),
                Space::Testlib => walk_windows(found, expected, letters, is_testlib_space),
            };
            self.found.advance(left);
            self.expected.advance(right);
            if left > 0 || right > 0 {
                continue;
            }
            let (found, expected) = self.next()?;
            let found_space = found.is_none_or(|byte| self.found.is_space(byte));
            let expected_space = expected.is_none_or(|byte| self.expected.is_space(byte));
            match (found_space, expected_space) {
                (false, false) => return Ok(Stop::Differ),
                (true, true) if found.is_none() && expected.is_none() => return Ok(Stop::Agree),
                (true, true) => {
                    self.found.skip_space()?;
                    self.expected.skip_space()?;
                }
                (true, false) if self.expected.after_token() => return Ok(Stop::Differ),
                (true, false) if found.is_none() => return Ok(Stop::Short),
                (true, false) => {
                    self.found.skip_space()?;
                }
                (false, true) if self.found.after_token() => return Ok(Stop::Differ),
                (false, true) if expected.is_none() => return Ok(Stop::Long),
                (false, true) => {
                    self.expected.skip_space()?;
                }
            }
        }
    }

    /// Whether both sides have stepped over a CR that ends a line, with an LF, on one side alone.
    pub(crate) fn torn(&mut self) -> Result<bool, CompareError> {
        let (found, expected) = self.next()?;
        let both = self.found.last() == Some(b'\r') && self.expected.last() == Some(b'\r');
        Ok(both && (found == Some(b'\n')) != (expected == Some(b'\n')))
    }

    /// Whether all that is left holds the same tokens.
    pub(crate) fn same_tokens(&mut self, letters: Letters) -> Result<bool, CompareError> {
        Ok(self.walk_tokens(letters)? == Stop::Agree)
    }

    /// Whether the next bytes are one letter in two cases.
    pub(crate) fn at_case(&mut self) -> Result<bool, CompareError> {
        Ok(match self.next()? {
            (Some(found), Some(expected)) => {
                found != expected && found.eq_ignore_ascii_case(&expected)
            }
            _ => false,
        })
    }

    /// The tokens in which both sides stand, and where they begin.
    pub(crate) fn tokens(&mut self, stop: Stop) -> Result<Sides, CompareError> {
        let (found_place, found) = self.found.current_token()?;
        let (expected_place, expected) = self.expected.current_token()?;
        let found = found.filter(|_| stop != Stop::Short);
        let expected = expected.filter(|_| stop != Stop::Long);
        Ok(Sides {
            difference: Difference {
                found: if found.is_some() {
                    found_place
                } else {
                    self.found.place()
                },
                expected: if expected.is_some() {
                    expected_place
                } else {
                    self.expected.place()
                },
                found_token: found.as_ref().map(|excerpt| excerpt.head.clone()),
                expected_token: expected.as_ref().map(|excerpt| excerpt.head.clone()),
            },
            found,
            expected,
        })
    }

    /// The lines in which both sides stand; the places are those that were marked last.
    pub(crate) fn lines(&mut self, stop: Stop) -> Result<Sides, CompareError> {
        let (_, found) = self.found.current_line()?;
        let (_, expected) = self.expected.current_line()?;
        let found = found.filter(|_| stop != Stop::Short);
        let expected = expected.filter(|_| stop != Stop::Long);
        Ok(Sides {
            difference: Difference {
                found: self.found.marked(),
                expected: self.expected.marked(),
                found_token: found.as_ref().map(|excerpt| excerpt.head.clone()),
                expected_token: expected.as_ref().map(|excerpt| excerpt.head.clone()),
            },
            found,
            expected,
        })
    }

    /// Remembers where both sides are, as the place of a difference that may be found here.
    pub(crate) fn mark(&mut self) {
        self.found.mark();
        self.expected.mark();
    }
}

/// Whether the byte ends a line where CR ends one too.
pub(crate) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether the byte is white space that ends no line where CR ends one too.
pub(crate) fn is_inline(byte: u8) -> bool {
    is_space(byte) && !is_line_end(byte)
}

/// A difference with what is needed to describe it.
pub(crate) struct Sides {
    pub(crate) difference: Difference,
    pub(crate) found: Option<Excerpt>,
    pub(crate) expected: Option<Excerpt>,
}
