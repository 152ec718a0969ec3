//! White space between tokens, for the checkers to which its shape matters.

use std::fmt;

use crate::check::{Check, CompareError, Only, Verdict};
use crate::checkers::tokens;
use crate::message::ordinal;
use crate::pair::{Letters, Pair, Stop, is_line_end};
use crate::space::{Space, is_space, is_testlib_space};
use crate::stream::Stream;
use crate::word::Words;

/// The white space before a token, or at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gap {
    /// Line ends: LF, with or without a CR before it.
    pub(crate) lines: u64,
    /// Bytes behind the last of them.
    pub(crate) blanks: u64,
    /// Line ends before the last byte that belongs to none.
    pub(crate) inner: u64,
    /// Whether there is a CR or an LF.
    pub(crate) broken: bool,
}

/// A gap of which not all has been seen.
#[derive(Default)]
struct Begun {
    gap: Gap,
    /// Whether the last byte is a CR.
    carriage: bool,
}

impl Begun {
    /// Takes in the next byte, which is white space.
    fn push(&mut self, byte: u8) {
        let gap = &mut self.gap;
        if byte == b'\n' {
            gap.lines += 1;
            gap.blanks = 0;
        } else {
            gap.blanks += 1;
            // Of a CR the next byte tells whether it belongs to a line end.
            if byte != b'\r' || self.carriage {
                gap.inner = gap.lines;
            }
        }
        gap.broken |= is_line_end(byte);
        self.carriage = byte == b'\r';
    }

    fn ended(self) -> Gap {
        let mut gap = self.gap;
        if gap.blanks > 0 {
            gap.inner = gap.lines;
        }
        gap
    }
}

impl Gap {
    /// Steps over the gap at the window.
    fn read(stream: &mut Stream<'_>) -> Result<Gap, CompareError> {
        let space = stream.space();
        let mut begun = Begun::default();
        stream.skip(|byte| {
            let held = space.holds(byte);
            if held {
                begun.push(byte);
            }
            held
        })?;
        Ok(begun.ended())
    }

    /// The gap that these bytes are.
    fn of(bytes: &[u8]) -> Gap {
        // Most are blanks alone.
        if !bytes
            .iter()
            .fold(false, |any, &byte| any | is_line_end(byte))
        {
            return Gap {
                blanks: bytes.len() as u64,
                ..Gap::default()
            };
        }
        let mut begun = Begun::default();
        bytes.iter().for_each(|&byte| begun.push(byte));
        begun.ended()
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |count, name| match count {
            1 => format!("a {name}"),
            _ => format!("{count} {name}s"),
        };
        match (self.lines, self.blanks) {
            (0, 0) => f.write_str("nothing"),
            (0, _) if self.broken => f.write_str("a carriage return"),
            (0, blanks) => f.write_str(&count(blanks, "blank")),
            (lines, 0) => f.write_str(&count(lines, "line break")),
            (lines, blanks) => write!(
                f,
                "{} and {}",
                count(lines, "line break"),
                count(blanks, "blank")
            ),
        }
    }
}

/// Where a gap is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Before the first token.
    Before,
    /// Between two tokens.
    Between,
    /// At the end of both sides.
    Behind,
}

/// Compares tokens as text, and gaps by `agree`, which gets the found and the expected one; where
/// nothing but gaps differs, the verdict is `verdict`.
pub(crate) fn compare(
    pair: Pair<'_>,
    verdict: Verdict,
    agree: &dyn Fn(Part, &Gap, &Gap) -> bool,
) -> Result<Check, CompareError> {
    walk(Words::new(pair), verdict, agree, None)
}

/// As [`compare`], with tokens compared by `near`, even those that are equal.
pub(crate) fn compare_near(
    pair: Pair<'_>,
    agree: &dyn Fn(Part, &Gap, &Gap) -> bool,
    near: &dyn Fn(&Words<'_>) -> bool,
) -> Result<Check, CompareError> {
    walk(Words::new(pair), Verdict::Wrong, agree, Some(near))
}

fn walk(
    mut words: Words<'_>,
    verdict: Verdict,
    agree: &dyn Fn(Part, &Gap, &Gap) -> bool,
    near: Option<&dyn Fn(&Words<'_>) -> bool>,
) -> Result<Check, CompareError> {
    // Whether both sides are at a token, and not before the first gap.
    let mut at_token = false;
    // The first difference, while it is one of letter case and so is every other.
    let mut first: Option<Check> = None;
    loop {
        if near.is_none() && at_token {
            step_gaps(&mut words.pair, agree)?;
        }
        let stepped = near.is_none() && words.pair.step_tokens()?;
        let part = if stepped || at_token {
            Part::Between
        } else {
            Part::Before
        };
        if at_token && !stepped {
            words.read()?;
            let same = match near {
                Some(near) => near(&words),
                None => words.agree(Letters::Exact),
            };
            if !same {
                let check = match first {
                    Some(first) => first,
                    None => tokens::differ(words.pair.tokens(Stop::Differ)?),
                };
                if words.agree(Letters::Exact) || !words.agree(Letters::Folded) {
                    return Ok(check);
                }
                first = Some(check);
            }
        }
        at_token = true;
        let found = Gap::read(&mut words.pair.found)?;
        let expected = Gap::read(&mut words.pair.expected)?;
        // Where one side alone has ended, what differs is the token.
        let ended = match words.pair.next()? {
            (Some(_), Some(_)) => false,
            (None, None) => true,
            (one, _) => {
                let stop = if one.is_some() {
                    Stop::Long
                } else {
                    Stop::Short
                };
                return match first {
                    Some(first) => Ok(first),
                    None => Ok(tokens::differ(words.pair.tokens(stop)?)),
                };
            }
        };
        let here = if ended { Part::Behind } else { part };
        if !agree(here, &found, &expected) {
            return match first {
                Some(first) => Ok(first),
                None => spaced(words, verdict, &found, &expected),
            };
        }
        if ended {
            return Ok(match first {
                Some(first) => first.but_only(Some(Only::Case)),
                None => tokens::agreed(words.pair.expected.place().token - 1),
            });
        }
    }
}

/// Steps from tokens to tokens that are at hand on both sides, over equal tokens and gaps that agree; both sides are at
/// tokens.
pub(crate) fn step_gaps(
    pair: &mut Pair<'_>,
    agree: &dyn Fn(Part, &Gap, &Gap) -> bool,
) -> Result<(), CompareError> {
    pair.peek()?;
    // Of a new window, whether all of it is equal comes first.
    if pair.found.is_fresh() {
        return Ok(());
    }
    let space = pair.found.space();
    let (found, expected) = pair.peek()?;
    let (left, right) = match space {
        Space::C => over_gaps(found, expected, is_space, agree),
        Space::Testlib => over_gaps(found, expected, is_testlib_space, agree),
    };
    pair.found.advance(left);
    pair.expected.advance(right);
    Ok(())
}

/// How far two windows that begin with tokens hold equal tokens and gaps that agree, up to the last token that begins behind
/// such a gap.
fn over_gaps(
    found: &[u8],
    expected: &[u8],
    space: impl Fn(u8) -> bool,
    agree: &dyn Fn(Part, &Gap, &Gap) -> bool,
) -> (usize, usize) {
    let (mut left, mut right) = (found, expected);
    loop {
        let count = Letters::Exact.common(left, right);
        let equal = left.get(..count).unwrap_or_default();
        let token = equal.iter().rposition(|&byte| !space(byte));
        let token = token.map_or(0, |last| last + 1);
        let ends = [left, right].map(|side| {
            let behind = side.iter().skip(count);
            count + behind.take_while(|&&byte| space(byte)).count()
        });
        let gaps = (left.get(token..ends[0]), right.get(token..ends[1]));
        // A gap that reaches the end of what is at hand may go on.
        let at_hand = ends[0] < left.len() && ends[1] < right.len();
        let agree = match gaps {
            (Some(found @ [_, ..]), Some(expected @ [_, ..])) if token > 0 && at_hand => {
                agree(Part::Between, &Gap::of(found), &Gap::of(expected))
            }
            _ => false,
        };
        if !agree {
            return (found.len() - left.len(), expected.len() - right.len());
        }
        left = left.get(ends[0]..).unwrap_or_default();
        right = right.get(ends[1]..).unwrap_or_default();
    }
}

/// The rejection for gaps that differ; both sides are behind them.
fn spaced(
    mut words: Words<'_>,
    verdict: Verdict,
    found: &Gap,
    expected: &Gap,
) -> Result<Check, CompareError> {
    let pair = &mut words.pair;
    let ended = pair.next()? == (None, None);
    let (stop, place) = if ended {
        (Stop::Short, "at the end".to_owned())
    } else {
        let number = ordinal(pair.expected.place().token);
        (Stop::Differ, format!("before the {number} word"))
    };
    let message = format!("white space differs {place} - expected: {expected}, found: {found}");
    let difference = pair.tokens(stop)?.difference;
    let same = pair.same_tokens(Letters::Exact)?;
    let verdict = if same { verdict } else { Verdict::Wrong };
    let only = same.then_some(Only::Whitespace);
    Ok(Check::rejected(verdict, message, difference).but_only(only))
}
