//! `lines`: line by line; blanks at the ends of lines, CRLF, blank lines at the end and a missing
//! last newline are harmless; blanks inside a line count as they are.

use std::io::Read;

use crate::check::{Check, CompareError, Only};
use crate::glance::{self, Glance};
use crate::message::{ordinal, quoted};
use crate::pair::{Letters, Pair, Sides, Stop};
use crate::registry::Plain;
use crate::space::{Space, is_blank};
use crate::stream::Stream;

pub(crate) static LINES: Plain = Plain {
    name: "lines",
    about: "the same lines; blanks at their ends and blank lines at the end are harmless",
    glance: Glance::Unless(glance::same_tokens),
    compare,
};

fn compare(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    let mut pair = Pair::new(found, expected, Space::C);
    match walk(&mut pair, Letters::Exact)? {
        None => Ok(agreed(&mut pair.expected)),
        Some(spot) => {
            let only = if pair.at_case()? {
                let same = walk(&mut pair, Letters::Folded)?.is_none();
                same.then_some(Only::Case)
            } else {
                pair.same_tokens(Letters::Exact)?
                    .then_some(Only::Whitespace)
            };
            Ok(differ(spot).but_only(only))
        }
    }
}

/// The acceptance when the stream is at its end.
pub(crate) fn agreed(expected: &mut Stream<'_>) -> Check {
    Check::accepted(match expected.place() {
        place if place.column == 1 => count(place.line - 1),
        place => count(place.line),
    })
}

/// "1 line", "2 lines".
pub(crate) fn count(lines: u64) -> String {
    match lines {
        1 => "1 line".to_owned(),
        _ => format!("{lines} lines"),
    }
}

/// The message when two lines differ, or one side has no more.
pub(crate) fn differ(sides: Sides) -> Check {
    let number = ordinal(sides.difference.expected.line);
    let expected = quoted(sides.expected.as_ref());
    let found = quoted(sides.found.as_ref());
    Check::wrong(
        format!("{number} lines differ - expected: {expected}, found: {found}"),
        sides.difference,
    )
}

/// Walks over equal lines; says where they part.
fn walk(pair: &mut Pair<'_>, letters: Letters) -> Result<Option<Sides>, CompareError> {
    let blank_or_end = |byte: Option<u8>| byte.is_none_or(|byte| byte == b'\n' || is_blank(byte));
    let mut stop = Stop::Differ;
    loop {
        if pair.step(letters)? > 0 {
            continue;
        }
        pair.mark();
        let (found, expected) = pair.next()?;
        if !blank_or_end(found) || !blank_or_end(expected) {
            return pair.lines(stop).map(Some);
        }
        // Only blanks that reach the end of the line on both sides are harmless.
        pair.found.skip(is_blank)?;
        pair.expected.skip(is_blank)?;
        match pair.next()? {
            (None, None) => return Ok(None),
            // Blank lines may follow the end of the other side.
            (None, Some(b'\n')) => {
                stop = Stop::Short;
                pair.expected.advance(1);
            }
            (Some(b'\n'), None) => {
                stop = Stop::Long;
                pair.found.advance(1);
            }
            (Some(b'\n'), Some(b'\n')) => {}
            _ => return pair.lines(stop).map(Some),
        }
    }
}
