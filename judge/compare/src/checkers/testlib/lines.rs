//! `lcmp` and `fcmp`: the same lines, of tokens or of bytes.

use std::io::Read;

use super::{accept, open};
use crate::check::{Check, CompareError, Only, Verdict};
use crate::gap;
use crate::glance::{self, Glance};
use crate::message::ordinal;
use crate::pair::{Letters, Pair, Stop};
use crate::registry::Plain;
use crate::space::{Space, is_blank};
use crate::stream::{Excerpt, Stream};

pub(super) const LCMP: Plain = Plain {
    name: "lcmp",
    about: "testlib: the same tokens in each line",
    glance: Glance::Unless(may_be_same),
    compare: lcmp,
};

pub(super) const FCMP: Plain = Plain {
    name: "fcmp",
    about: "testlib: the same lines; CRLF is harmless, blanks are not",
    glance: Glance::Unless(may_be_same),
    compare: fcmp,
};

/// What is compared of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Tokens,
    Bytes,
}

/// Where the walk ended.
enum End {
    /// At the end of the expected output.
    Agree,
    /// In lines that differ, or where the output has no more.
    Differ(Stop),
}

fn lcmp(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    compare(found, expected, Line::Tokens)
}

fn fcmp(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    compare(found, expected, Line::Bytes)
}

/// Whether both hold the same tokens, or a CR, which may divide a token and be dropped.
fn may_be_same(found: &[u8], expected: &[u8]) -> bool {
    let carriage = |bytes| memchr::memchr(b'\r', bytes).is_some();
    carriage(found)
        || carriage(expected)
        || glance::same_tokens(glance::without_mark(found), expected)
}

fn compare(
    found: &mut dyn Read,
    expected: &mut dyn Read,
    line: Line,
) -> Result<Check, CompareError> {
    // The words of a line are split as C++ streams do, at the white space of the "C" locale.
    let mut pair = open(found, expected, Space::C)?;
    pair.found.drop_carriages();
    pair.expected.drop_carriages();
    let shown =
        |excerpt: &Option<Excerpt>| excerpt.as_ref().map(Excerpt::shown).unwrap_or_default();
    let (_, first) = match line {
        Line::Tokens => pair.found.current_line()?,
        Line::Bytes => pair.expected.current_line()?,
    };
    let stop = match walk(&mut pair, line, Letters::Exact)? {
        End::Differ(stop) => stop,
        End::Agree => {
            let message = match count(&mut pair.expected) {
                1 => format!("single line: '{}'", shown(&first)),
                count => format!("{count} lines"),
            };
            return accept(&mut pair, message);
        }
    };
    let sides = pair.lines(stop)?;
    let message = format!(
        "{} lines differ - expected: '{}', found: '{}'",
        ordinal(sides.difference.expected.line),
        shown(&sides.expected),
        shown(&sides.found),
    );
    let only = if pair.at_case()? {
        let same = matches!(walk(&mut pair, line, Letters::Folded)?, End::Agree)
            && accept(&mut pair, String::new())?.verdict == Verdict::Accepted;
        same.then_some(Only::Case)
    } else {
        pair.same_tokens(Letters::Exact)?
            .then_some(Only::Whitespace)
    };
    Ok(Check::wrong(message, sides.difference).but_only(only))
}

/// The lines of a stream that is at its end, or before an empty last line, which testlib does not
/// count.
fn count(stream: &mut Stream<'_>) -> u64 {
    let place = stream.place();
    if !stream.window().is_empty() {
        return place.line - 1;
    }
    let history = stream.history();
    let Some(rest) = history.strip_suffix(b"\n") else {
        return place.line - u64::from(place.offset == 0);
    };
    let rest = rest.strip_suffix(b"\r").unwrap_or(rest);
    place.line - 1 - u64::from(rest.is_empty() || rest.ends_with(b"\n"))
}

/// Walks over equal lines to the end of the expected output, after which the other side may hold
/// anything; past its own end, that side holds empty lines without end.
fn walk(pair: &mut Pair<'_>, line: Line, letters: Letters) -> Result<End, CompareError> {
    let mut stop = Stop::Differ;
    loop {
        if pair.step(letters)? > 0 {
            continue;
        }
        pair.mark();
        if at_empty_last_line(&mut pair.expected)? {
            return Ok(End::Agree);
        }
        if line == Line::Tokens {
            // Blanks matter only where they would divide a token.
            let (found, expected) = pair.next()?;
            let (left, right) = (blank_or_end(found), blank_or_end(expected));
            let divides = pair.found.after_token() && left != right;
            if !divides {
                let before = (pair.found.offset(), pair.expected.offset());
                pair.found.skip(is_blank)?;
                pair.expected.skip(is_blank)?;
                let moved = before != (pair.found.offset(), pair.expected.offset());
                let (found, expected) = pair.next()?;
                if moved && !blank_or_end(found) && !blank_or_end(expected) {
                    gap::step_gaps(pair, &|_, found, expected| {
                        found.lines + expected.lines == 0
                    })?;
                    continue;
                }
            }
        }
        if line == Line::Bytes && pair.torn()? {
            return Ok(End::Differ(stop));
        }
        match (pair.found.at_line_end()?, pair.expected.at_line_end()?) {
            (Some(_), Some(0)) => return Ok(End::Agree),
            (Some(left), Some(right)) => {
                if left == 0 {
                    stop = Stop::Short;
                }
                pair.found.advance(left);
                pair.expected.advance(right);
            }
            _ => return Ok(End::Differ(stop)),
        }
    }
}

/// Whether the stream is at the beginning of an empty last line, which is not compared, or in the
/// middle of its CR LF.
fn at_empty_last_line(stream: &mut Stream<'_>) -> Result<bool, CompareError> {
    let Some(length) = stream.at_line_end()? else {
        return Ok(false);
    };
    let history = stream.history();
    let before = match stream.window() {
        [b'\n', ..] => history.strip_suffix(b"\r").unwrap_or(history),
        _ => history,
    };
    let fresh = before.is_empty() || before.ends_with(b"\n");
    Ok(fresh && stream.ends_after(length)?)
}

fn blank_or_end(byte: Option<u8>) -> bool {
    byte.is_none_or(|byte| byte == b'\n' || is_blank(byte))
}
