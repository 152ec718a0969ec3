//! `dmoj:floats` and its kin: line by line, numbers within a tolerance, other tokens as bytes.

use std::io::Read;

use crate::check::{Check, CompareError, Only};
use crate::checkers::{lines, tokens};
use crate::glance;
use crate::message::{ordinal, quoted};
use crate::number::{self, Syntax};
use crate::pair::{Letters, Pair, Stop, is_line_end};
use crate::registry::{Adjustable, ArgError, Arguments, Compare, accepts_whole};
use crate::space::Space;
use crate::stream::Stream;
use crate::word::Words;

pub(super) const FLOATS: Adjustable = Adjustable {
    name: "dmoj:floats",
    about: "DMOJ: numbers within 10^-precision, absolute or relative, line by line",
    usage: "[precision=6] [error_mode=default|absolute|relative]",
    prepare: |arguments| {
        let [precision, mode] = arguments.values(["precision", "error_mode"])?;
        let mode = match mode {
            None | Some("default") => Mode::Default,
            Some("absolute") => Mode::Absolute,
            Some("relative") => Mode::Relative,
            found => {
                let expected = "`default`, `absolute` or `relative`";
                return Err(arguments.bad("error_mode", expected, found));
            }
        };
        prepare(arguments, precision, mode)
    },
};

pub(super) const FLOATSABS: Adjustable = Adjustable {
    name: "dmoj:floatsabs",
    about: "DMOJ: numbers within 10^-precision, absolute, line by line",
    usage: "[precision=6]",
    prepare: |arguments| {
        let [precision] = arguments.values(["precision"])?;
        prepare(arguments, precision, Mode::Absolute)
    },
};

pub(super) const FLOATSREL: Adjustable = Adjustable {
    name: "dmoj:floatsrel",
    about: "DMOJ: numbers within 10^-precision, relative, line by line",
    usage: "[precision=6]",
    prepare: |arguments| {
        let [precision] = arguments.values(["precision"])?;
        prepare(arguments, precision, Mode::Relative)
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Default,
    Absolute,
    Relative,
}

#[derive(Clone, Copy, Debug)]
struct Floats {
    tolerance: f64,
    mode: Mode,
}

fn prepare(
    arguments: Arguments<'_>,
    precision: Option<&str>,
    mode: Mode,
) -> Result<Box<dyn Compare>, ArgError> {
    let digits: Option<i16> = precision.map_or(Some(6), |text| text.parse().ok());
    let tolerance = digits.and_then(|digits| format!("1e{}", -i32::from(digits)).parse().ok());
    match tolerance {
        Some(tolerance) => Ok(Box::new(Floats { tolerance, mode })),
        None => Err(arguments.bad("precision", "a number of digits, such as 6", precision)),
    }
}

impl Floats {
    /// Whether two tokens agree, as numbers where the expected one is a number; `same` says whether they are the same
    /// bytes.
    fn agree(self, found: Option<f64>, expected: Option<f64>, same: impl FnOnce() -> bool) -> bool {
        match (found, expected) {
            (_, None) => same(),
            (None, Some(_)) => false,
            (Some(found), Some(expected)) => self.allows(found, expected),
        }
    }

    /// DMOJ's `verify_…`: nothing is near a number that is none, nor near infinity in some modes.
    fn allows(self, found: f64, expected: f64) -> bool {
        let tolerance = self.tolerance;
        let absolute = (found - expected).abs() <= tolerance;
        match self.mode {
            Mode::Absolute => absolute,
            Mode::Relative => {
                let (a, b) = (expected * (1.0 - tolerance), expected * (1.0 + tolerance));
                let (low, high) = if b < a { (b, a) } else { (a, b) };
                low <= found && found <= high
            }
            Mode::Default => {
                absolute
                    || (expected.abs() >= tolerance && (1.0 - found / expected).abs() <= tolerance)
            }
        }
    }
}

/// What comes next in a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Token,
    LineEnd,
    End,
}

/// The next event; lines without a byte are none. `begun` says whether the line holds any.
fn event(stream: &mut Stream<'_>, begun: &mut bool) -> Result<Event, CompareError> {
    loop {
        match stream.peek()?.first() {
            Some(&byte) if !is_line_end(byte) => {
                *begun = true;
                stream.skip(|byte| Space::C.holds(byte) && !is_line_end(byte))?;
                let token = stream
                    .peek()?
                    .first()
                    .is_some_and(|&byte| !Space::C.holds(byte));
                if token {
                    return Ok(Event::Token);
                }
            }
            _ if *begun => {
                *begun = false;
                return Ok(Event::LineEnd);
            }
            Some(_) => stream.skip(is_line_end)?,
            None => return Ok(Event::End),
        }
    }
}

impl Compare for Floats {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        let mut words = Words::new(Pair::new(found, expected, Space::C));
        let (mut found_begun, mut expected_begun) = (false, false);
        loop {
            let found = event(&mut words.pair.found, &mut found_begun)?;
            let expected = event(&mut words.pair.expected, &mut expected_begun)?;
            match (found, expected) {
                (Event::Token, Event::Token) => {}
                (Event::LineEnd, Event::LineEnd) => continue,
                (Event::End, Event::End) => {
                    return Ok(tokens::agreed(words.pair.expected.place().token - 1));
                }
                _ => {
                    words.pair.mark();
                    let stop = match (found, expected) {
                        (Event::End, _) => Stop::Short,
                        (_, Event::End) => Stop::Long,
                        _ => Stop::Differ,
                    };
                    let check = lines::differ(words.pair.lines(stop)?);
                    let only = words.pair.same_tokens(Letters::Exact)?;
                    return Ok(check.but_only(only.then_some(Only::Whitespace)));
                }
            }
            words.read()?;
            let expected = words.expected.float(Syntax::Python);
            let found = words.found.float(Syntax::Python);
            let agree = self.agree(found, expected, || words.agree(Letters::Exact));
            if !agree {
                let sides = words.pair.tokens(Stop::Differ)?;
                let what = if expected.is_some() {
                    "numbers"
                } else {
                    "words"
                };
                let message = format!(
                    "{} {what} differ - expected: {}, found: {}",
                    ordinal(sides.difference.expected.token),
                    quoted(sides.expected.as_ref()),
                    quoted(sides.found.as_ref()),
                );
                return Ok(Check::wrong(message, sides.difference));
            }
        }
    }

    fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        glance::tokens(found, expected, Space::C, |found, expected| {
            let number = |token| number::float(token, Syntax::Python);
            self.agree(number(found), number(expected), || found == expected)
        }) && accepts_whole(self, found, expected)
    }
}
