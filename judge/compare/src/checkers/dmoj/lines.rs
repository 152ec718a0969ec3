//! `dmoj:rstripped`: line by line, where CR ends a line as LF does.

use std::io::Read;

use crate::check::{Check, CompareError, Only};
use crate::checkers::lines;
use crate::glance;
use crate::pair::{Letters, Pair, Sides, Stop, is_inline, is_line_end};
use crate::registry::{Adjustable, Compare, accepts_whole};
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

#[derive(Clone, Copy, Debug)]
struct Rstripped {
    /// Whether empty lines are left out.
    filter: bool,
}

impl Compare for Rstripped {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        let mut pair = Pair::new(found, expected, Space::C);
        match self.walk(&mut pair, Letters::Exact)? {
            None => {
                let line = pair.expected.place().line;
                Ok(Check::accepted(lines::count(line)))
            }
            Some(sides) => {
                let only = if pair.at_case()? {
                    let same = self.walk(&mut pair, Letters::Folded)?.is_none();
                    same.then_some(Only::Case)
                } else {
                    let same = pair.same_tokens(Letters::Exact)?;
                    same.then_some(Only::Whitespace)
                };
                Ok(lines::differ(sides).but_only(only))
            }
        }
    }

    fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        glance::same_tokens(found, expected) && accepts_whole(self, found, expected)
    }
}

impl Rstripped {
    fn walk(self, pair: &mut Pair<'_>, letters: Letters) -> Result<Option<Sides>, CompareError> {
        loop {
            if pair.step(letters)? > 0 {
                continue;
            }
            pair.mark();
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
                return pair.lines(Stop::Differ).map(Some);
            }
            pair.found.skip(is_inline)?;
            pair.expected.skip(is_inline)?;
            let empty = |stream: &Stream<'_>| stream.last().is_none_or(is_line_end);
            if self.filter && empty(&pair.found) != empty(&pair.expected) {
                return pair.lines(Stop::Differ).map(Some);
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
                        _ => {
                            pair.mark();
                            pair.lines(Stop::Differ).map(Some)
                        }
                    };
                }
                _ => return pair.lines(Stop::Differ).map(Some),
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
