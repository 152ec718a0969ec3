//! `hydro`: the comparison of the Hydro judge.
//!
//! The source is the shell script in `packages/hydrojudge/src/checkers.ts`: both files are
//! normalised, and what is left is compared byte by byte. Carriage returns at the end of a line
//! and a missing last line end never matter; by default neither do spaces and tabs at the ends of
//! lines, nor empty lines at the end. A line of spaces or tabs there is not empty.

use std::io::Read;

use crate::check::{Check, CompareError, Only};
use crate::checkers::lines;
use crate::glance;
use crate::pair::{Letters, Pair, Stop, is_line_end};
use crate::registry::{Adjustable, Compare, accepts_whole};
use crate::space::Space;
use crate::stream::Stream;

pub(crate) static HYDRO: Adjustable = Adjustable {
    name: "hydro",
    about: "Hydro's: the same lines; blanks at their ends and empty lines at the end are harmless",
    usage: "[strict]",
    prepare: |arguments| {
        let mut strict = false;
        for argument in arguments.args {
            match argument.as_str() {
                "strict" if strict => return Err(arguments.repeated(argument)),
                "strict" => strict = true,
                _ => return Err(arguments.unknown(argument)),
            }
        }
        Ok(Box::new(Hydro { strict }))
    },
};

#[derive(Clone, Copy, Debug)]
struct Hydro {
    /// Whether blanks at line ends and empty lines at the end count.
    strict: bool,
}

/// What is left of a line behind the part that both sides share.
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// Whether it begins with bytes that do not count at the end of a line.
    some: bool,
    /// Whether one of these is no CR, so that the line is not empty.
    blank: bool,
    /// What follows these.
    next: Option<u8>,
}

impl Compare for Hydro {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        let mut pair = Pair::new(found, expected, Space::C);
        let Some(stop) = self.walk(&mut pair, Letters::Exact)? else {
            return Ok(lines::agreed(&mut pair.expected));
        };
        let sides = pair.lines(stop)?;
        let only = if pair.at_case()? {
            let same = self.walk(&mut pair, Letters::Folded)?.is_none();
            same.then_some(Only::Case)
        } else {
            let same = pair.same_tokens(Letters::Exact)?;
            same.then_some(Only::Whitespace)
        };
        Ok(lines::differ(sides).but_only(only))
    }

    fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        glance::same_tokens(found, expected) && accepts_whole(self, found, expected)
    }
}

impl Hydro {
    /// Walks over equal lines; says how they part, if they do.
    fn walk(self, pair: &mut Pair<'_>, letters: Letters) -> Result<Option<Stop>, CompareError> {
        // Whether the last line that is not empty is further down on one side.
        let mut uneven = false;
        loop {
            let count = pair.step(letters)?;
            if count > 0 {
                let stepped = pair.found.history().iter().rev().take(count);
                uneven = uneven && stepped.copied().all(is_line_end);
                continue;
            }
            pair.mark();
            let history = pair.found.history();
            let shared = history.rsplit(|&byte| byte == b'\n').next();
            let shared = shared.unwrap_or_default();
            let begun = !shared.is_empty();
            let text = shared.iter().any(|&byte| byte != b'\r');
            let found = self.rest(&mut pair.found)?;
            let expected = self.rest(&mut pair.expected)?;
            if !text && (found.blank || expected.blank) {
                uneven = found.blank != expected.blank;
            }
            let exists = |rest: Rest| begun || rest.some || rest.next.is_some();
            let stop = match (exists(found), exists(expected)) {
                (false, true) => Stop::Short,
                (true, false) => Stop::Long,
                _ => Stop::Differ,
            };
            match (found.next, expected.next) {
                (Some(b'\n'), Some(b'\n')) => {
                    pair.found.advance(1);
                    pair.expected.advance(1);
                    continue;
                }
                (None | Some(b'\n'), None | Some(b'\n')) => {}
                _ => return Ok(Some(stop)),
            }
            // One side has ended.
            let blank = found.blank || expected.blank;
            if stop != Stop::Differ && (self.strict || blank) {
                return Ok(Some(stop));
            }
            if self.strict {
                pair.found.advance(usize::from(found.next.is_some()));
                pair.expected.advance(usize::from(expected.next.is_some()));
            } else {
                pair.found.skip(is_line_end)?;
                pair.expected.skip(is_line_end)?;
            }
            return Ok(match pair.next()? {
                (None, None) if self.strict || !uneven => None,
                (None, Some(_)) => Some(Stop::Short),
                (Some(_), None) => Some(Stop::Long),
                _ => Some(Stop::Differ),
            });
        }
    }

    /// Steps over what does not count at the end of a line.
    fn rest(self, stream: &mut Stream<'_>) -> Result<Rest, CompareError> {
        let (mut some, mut blank) = (false, false);
        stream.skip(|byte| {
            let dropped = byte == b'\r' || !self.strict && matches!(byte, b' ' | b'\t');
            some |= dropped;
            blank |= dropped && byte != b'\r';
            dropped
        })?;
        let next = stream.peek()?.first().copied();
        Ok(Rest { some, blank, next })
    }
}
