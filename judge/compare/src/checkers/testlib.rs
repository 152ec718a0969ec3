//! The standard checkers of testlib, by their names and with their messages.
//!
//! White space is testlib's (no `\v`, no `\f`), a byte order mark is skipped in the output alone,
//! a malformed output is [`Verdict::Presentation`], and a malformed expected output an error.

mod cases;
mod doubles;
mod integers;
mod lines;
mod words;
mod yesno;

use std::io::Read;

use crate::check::{Check, CompareError, Verdict};
use crate::pair::{Pair, Stop};
use crate::registry::Plain;
use crate::space::Space;
use crate::stream::Stream;
use crate::word::{Next, Word, Words};

pub(crate) static WCMP: Plain = words::WCMP;
pub(crate) static LCMP: Plain = lines::LCMP;
pub(crate) static FCMP: Plain = lines::FCMP;
pub(crate) static NCMP: Plain = integers::NCMP;
pub(crate) static UNCMP: Plain = integers::UNCMP;
pub(crate) static ICMP: Plain = integers::ICMP;
pub(crate) static HCMP: Plain = integers::HCMP;
pub(crate) static RCMP4: Plain = doubles::RCMP4;
pub(crate) static RCMP6: Plain = doubles::RCMP6;
pub(crate) static RCMP9: Plain = doubles::RCMP9;
pub(crate) static RCMP: Plain = doubles::RCMP;
pub(crate) static DCMP: Plain = doubles::DCMP;
pub(crate) static ACMP: Plain = doubles::ACMP;
pub(crate) static RNCMP: Plain = doubles::RNCMP;
pub(crate) static YESNO: Plain = yesno::YESNO;
pub(crate) static NYESNO: Plain = yesno::NYESNO;
pub(crate) static CASEICMP: Plain = cases::CASEICMP;
pub(crate) static CASENCMP: Plain = cases::CASENCMP;
pub(crate) static CASEWCMP: Plain = cases::CASEWCMP;

/// What ends a comparison before its last line, as testlib's `quitf` does.
enum Quit {
    Check(Box<Check>),
    Error(CompareError),
}

impl From<CompareError> for Quit {
    fn from(error: CompareError) -> Quit {
        Quit::Error(error)
    }
}

impl From<Check> for Quit {
    fn from(check: Check) -> Quit {
        Quit::Check(Box::new(check))
    }
}

/// One of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Found,
    Expected,
}

/// Both files, read token by token.
struct Files<'a> {
    words: Words<'a>,
}

/// Opens both files as testlib does.
fn open<'a>(
    found: &'a mut dyn Read,
    expected: &'a mut dyn Read,
    space: Space,
) -> Result<Pair<'a>, CompareError> {
    let mut pair = Pair::new(found, expected, space);
    pair.found.skip_bom()?;
    Ok(pair)
}

/// Runs a checker of tokens: what it quits with is the answer, and after success nothing but
/// blanks may be left of the output.
fn run(
    found: &mut dyn Read,
    expected: &mut dyn Read,
    check: impl Fn(&mut Files<'_>) -> Result<String, Quit>,
) -> Result<Check, CompareError> {
    let mut files = Files {
        words: Words::new(open(found, expected, Space::Testlib)?),
    };
    match check(&mut files) {
        Ok(message) => accept(&mut files.words.pair, message),
        Err(Quit::Check(check)) => Ok(*check),
        Err(Quit::Error(error)) => Err(error),
    }
}

/// The acceptance, unless the output goes on.
fn accept(pair: &mut Pair<'_>, message: String) -> Result<Check, CompareError> {
    if pair.found.ends_blank()? {
        return Ok(Check::accepted(message));
    }
    let sides = pair.tokens(Stop::Long)?;
    Ok(Check::rejected(
        Verdict::Presentation,
        "Extra information in the output file",
        sides.difference,
    ))
}

impl<'a> Files<'a> {
    fn stream(&mut self, side: Side) -> &mut Stream<'a> {
        match side {
            Side::Found => &mut self.words.pair.found,
            Side::Expected => &mut self.words.pair.expected,
        }
    }

    fn word(&self, side: Side) -> &Word {
        match side {
            Side::Found => &self.words.found,
            Side::Expected => &self.words.expected,
        }
    }

    /// Whether only blanks are left (testlib's `seekEof`).
    fn ended(&mut self, side: Side) -> Result<bool, Quit> {
        Ok(self.stream(side).ends_blank()?)
    }

    /// Reads a token on each side; which is missing is said by testlib's message for `what`.
    fn both(&mut self, what: &str) -> Result<(), Quit> {
        match self.words.next()? {
            Next::Both => Ok(()),
            Next::FoundOnly | Next::Neither => Err(self.missing(Side::Expected, what)),
            Next::ExpectedOnly => {
                // The expected token is read all the same, as it may be malformed.
                self.words.expected.read(&mut self.words.pair.expected)?;
                Err(self.missing(Side::Found, what))
            }
        }
    }

    /// Reads a token on one side.
    fn token(&mut self, side: Side, what: &str) -> Result<(), Quit> {
        if self.ended(side)? {
            return Err(self.missing(side, what));
        }
        let Words {
            pair,
            found,
            expected,
            ..
        } = &mut self.words;
        match side {
            Side::Found => found.read(&mut pair.found)?,
            Side::Expected => expected.read(&mut pair.expected)?,
        }
        Ok(())
    }

    fn missing(&mut self, side: Side, what: &str) -> Quit {
        let message = format!("Unexpected end of file - {what} expected");
        let stop = match side {
            Side::Found => Stop::Short,
            Side::Expected => Stop::Long,
        };
        self.malformed(side, stop, message)
    }

    /// The end of the comparison when the last token of a side is not what it should be.
    fn unexpected(&mut self, side: Side, message: String) -> Quit {
        self.malformed(side, Stop::Differ, message)
    }

    fn malformed(&mut self, side: Side, stop: Stop, message: String) -> Quit {
        let difference = match self.words.pair.tokens(stop) {
            Ok(sides) => sides.difference,
            Err(error) => return Quit::Error(error),
        };
        match side {
            Side::Found => Check::rejected(Verdict::Presentation, message, difference).into(),
            Side::Expected => Quit::Error(CompareError::Answer {
                message,
                place: difference.expected,
            }),
        }
    }

    /// The end of the comparison when the last tokens differ.
    fn wrong(&mut self, message: String) -> Quit {
        match self.words.pair.tokens(Stop::Differ) {
            Ok(sides) => Check::wrong(message, sides.difference).into(),
            Err(error) => Quit::Error(error),
        }
    }

    /// The last token of a side, fit to print.
    fn shown(&mut self, side: Side) -> Result<String, Quit> {
        let (_, excerpt) = self.stream(side).current_token()?;
        Ok(excerpt.map(|excerpt| excerpt.shown()).unwrap_or_default())
    }

    /// The end of the comparison when the last token of a side is no `what`.
    fn no_number(&mut self, side: Side, what: &str) -> Quit {
        let shown = match self.shown(side) {
            Ok(shown) => shown,
            Err(quit) => return quit,
        };
        let nul = if self.word(side).has_nul() {
            " (it contains \\0)"
        } else {
            ""
        };
        self.unexpected(side, format!("Expected {what}, but \"{shown}\" found{nul}"))
    }

    /// The last token of a side as a 64-bit integer.
    fn integer(&mut self, side: Side) -> Result<i64, Quit> {
        match self.word(side).integer() {
            Some(value) => Ok(value),
            None => Err(self.no_number(side, "integer")),
        }
    }
}

/// The end of the comparison when one of two sequences goes on after `count` elements; `check`
/// looks at each of the rest.
fn longer(
    files: &mut Files<'_>,
    rest: Next,
    count: u64,
    check: impl Fn(&mut Files<'_>, Side) -> Result<(), Quit>,
) -> Result<(), Quit> {
    let (side, stop) = match rest {
        Next::Both | Next::Neither => return Ok(()),
        Next::FoundOnly => (Side::Found, Stop::Long),
        Next::ExpectedOnly => (Side::Expected, Stop::Short),
    };
    let difference = files.words.pair.tokens(stop)?.difference;
    let mut total = count;
    while !files.ended(side)? {
        files.token(side, "token")?;
        check(files, side)?;
        total += 1;
    }
    let (long, short) = match side {
        Side::Found => ("Output", "answer"),
        Side::Expected => ("Answer", "output"),
    };
    let message = format!(
        "{long} contains longer sequence [length = {total}], but {short} contains {count} elements"
    );
    Err(Check::wrong(message, difference).into())
}
