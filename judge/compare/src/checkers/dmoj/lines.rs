//! `dmoj:rstripped` and `dmoj:linecount`: line by line, where CR ends a line as LF does.

use std::io::Read;

use crate::check::{Check, CompareError, Only};
use crate::checkers::lines;
use crate::pair::{Letters, Pair, Sides, Stop, is_line_end};
use crate::registry::{Adjustable, Compare, Plain};
use crate::space::{Space, is_space};
use crate::stream::Stream;

pub(super) const RSTRIPPED: Adjustable = Adjustable {
    name: "dmoj:rstripped",
    about: "DMOJ: the same lines but for blanks at their ends",
    usage: "[filter_new_line=false|true]",
    prepare: |arguments| {
        let [filter] = arguments.values(["filter_new_line"])?;
        match filter {
            None | Some("false" | "False") => Ok(Box::new(Rstripped { filter: false })),
            Some("true" | "True") => Ok(Box::new(Rstripped { filter: true })),
            found => Err(arguments.bad("filter_new_line", "`true` or `false`", found)),
        }
    },
};

pub(super) const LINECOUNT: Plain = Plain {
    name: "dmoj:linecount",
    about: "DMOJ: line by line; the message says how many are right",
    compare: linecount,
};

#[derive(Clone, Copy, Debug)]
struct Rstripped {
    /// Whether empty lines are left out.
    filter: bool,
}

/// White space that ends no line.
fn is_blank(byte: u8) -> bool {
    is_space(byte) && !is_line_end(byte)
}

impl Compare for Rstripped {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        let mut pair = Pair::new(found, expected, Space::C);
        match self.walk(&mut pair)? {
            None => {
                let line = pair.expected.place().line;
                Ok(Check::accepted(lines::count(line)))
            }
            Some(sides) => {
                let only = pair.same_tokens(Letters::Exact)?;
                Ok(lines::differ(sides).but_only(only.then_some(Only::Whitespace)))
            }
        }
    }
}

impl Rstripped {
    fn walk(self, pair: &mut Pair<'_>) -> Result<Option<Sides>, CompareError> {
        loop {
            if pair.step(Letters::Exact)? > 0 {
                continue;
            }
            let spot = pair.spot();
            if self.filter {
                skip_empty(&mut pair.found)?;
                skip_empty(&mut pair.expected)?;
            }
            let (found, expected) = pair.next()?;
            if found.is_some() && found == expected {
                continue;
            }
            if [found, expected]
                .iter()
                .flatten()
                .any(|&byte| !is_space(byte))
            {
                return pair.lines(spot, Stop::Differ).map(Some);
            }
            pair.found.skip(is_blank)?;
            pair.expected.skip(is_blank)?;
            let empty = |stream: &Stream<'_>| stream.last().is_none_or(is_line_end);
            if self.filter && empty(&pair.found) != empty(&pair.expected) {
                return pair.lines(spot, Stop::Differ).map(Some);
            }
            match pair.next()? {
                (None, None) => return Ok(None),
                (Some(a), Some(b)) if is_line_end(a) && is_line_end(b) => {
                    pair.found.advance(1);
                    pair.expected.advance(1);
                }
                // Only empty lines may follow the end of the other side.
                (Some(byte), None) | (None, Some(byte)) if self.filter && is_line_end(byte) => {
                    pair.found.skip(is_line_end)?;
                    pair.expected.skip(is_line_end)?;
                    return match pair.next()? {
                        (None, None) => Ok(None),
                        _ => pair.lines(pair.spot(), Stop::Differ).map(Some),
                    };
                }
                _ => return pair.lines(spot, Stop::Differ).map(Some),
            }
        }
    }
}

/// Steps over empty lines.
fn skip_empty(stream: &mut Stream<'_>) -> Result<(), CompareError> {
    if stream.last().is_none_or(is_line_end) {
        stream.skip(is_line_end)?;
    }
    Ok(())
}

fn linecount(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    let mut pair = Pair::new(found, expected, Space::C);
    let (mut total, mut right): (u64, u64) = (0, 0);
    let mut first = None;
    loop {
        pair.found.skip(is_line_end)?;
        pair.expected.skip(is_line_end)?;
        let spot = pair.spot();
        let stop = match pair.next()? {
            (None, None) => break,
            (Some(_), None) => {
                let difference = pair.lines(spot, Stop::Long)?.difference;
                let message = format!("more lines than the {total} expected");
                return Ok(Check::wrong(message, first.unwrap_or(difference)));
            }
            (None, Some(_)) => Stop::Short,
            (Some(_), Some(_)) => Stop::Differ,
        };
        // The difference is described before the line is left; only the first one is kept.
        total += 1;
        let sides = match first {
            None => Some(pair.lines(spot, stop)?.difference),
            Some(_) => None,
        };
        if same_line(&mut pair)? && stop == Stop::Differ {
            right += 1;
        } else {
            first = first.or(sides);
        }
    }
    let message = format!("{right} of {total} lines are right");
    Ok(match first {
        None => Check::accepted(message),
        Some(difference) => Check::wrong(message, difference),
    })
}

/// Steps over a line on both sides; says whether they agree but for blanks at both ends.
fn same_line(pair: &mut Pair<'_>) -> Result<bool, CompareError> {
    pair.found.skip(is_blank)?;
    pair.expected.skip(is_blank)?;
    loop {
        let found = to_line_end(pair.found.peek()?);
        let expected = to_line_end(pair.expected.peek()?);
        let count = Letters::Exact.common(found, expected);
        if count == 0 {
            break;
        }
        pair.found.advance(count);
        pair.expected.advance(count);
    }
    pair.found.skip(is_blank)?;
    pair.expected.skip(is_blank)?;
    let (found, expected) = pair.next()?;
    let same = [found, expected].into_iter().flatten().all(is_line_end);
    pair.found.skip(|byte| !is_line_end(byte))?;
    pair.expected.skip(|byte| !is_line_end(byte))?;
    Ok(same)
}

fn to_line_end(window: &[u8]) -> &[u8] {
    let length = memchr::memchr2(b'\n', b'\r', window).unwrap_or(window.len());
    window.get(..length).unwrap_or(window)
}
