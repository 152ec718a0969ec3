//! `dmoj:standard`, tokens and where the line breaks are, and `dmoj:identical`, bytes.

use std::io::Read;

use crate::check::{Check, CompareError, Only};
use crate::checkers::{exact, tokens};
use crate::message::ordinal;
use crate::pair::{Letters, Pair, Stop, is_line_end};
use crate::registry::Plain;
use crate::space::Space;
use crate::stream::Stream;
use crate::word::{Next, Words};

pub(super) const STANDARD: Plain = Plain {
    name: "dmoj:standard",
    about: "DMOJ: the same tokens, with line breaks between the same ones",
    compare: standard,
};

pub(super) const IDENTICAL: Plain = Plain {
    name: "dmoj:identical",
    about: "DMOJ: the same bytes",
    compare: exact::compare,
};

fn standard(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    let mut words = Words::new(Pair::new(found, expected, Space::C));
    let mut seen = false;
    loop {
        let stepped = words.pair.step_tokens()?;
        seen |= stepped.tokens;
        let found = gap(&mut words.pair.found)?;
        let expected = gap(&mut words.pair.expected)?;
        let both = matches!(words.pair.next()?, (Some(_), Some(_)));
        // White space at either end is ignored, and a break in the common part of the white
        // space is one on both sides.
        if both && seen && !stepped.line_end && found != expected {
            let sides = words.pair.tokens(Stop::Differ)?;
            let name = |line_end| {
                if line_end {
                    "a line break"
                } else {
                    "no line break"
                }
            };
            let message = format!(
                "white space differs before the {} word - expected: {}, found: {}",
                ordinal(sides.difference.expected.token),
                name(expected),
                name(found),
            );
            let only = words.pair.same_tokens(Letters::Exact)?;
            return Ok(
                Check::wrong(message, sides.difference).but_only(only.then_some(Only::Whitespace))
            );
        }
        let stop = match words.read()? {
            Next::Both if words.agree(Letters::Exact) => {
                seen = true;
                continue;
            }
            Next::Neither => return Ok(tokens::agreed(words.pair.expected.place().token - 1)),
            Next::Both => Stop::Differ,
            Next::FoundOnly => Stop::Long,
            Next::ExpectedOnly => Stop::Short,
        };
        return Ok(tokens::differ(words.pair.tokens(stop)?));
    }
}

/// Steps over white space; says whether it held a line break.
fn gap(stream: &mut Stream<'_>) -> Result<bool, CompareError> {
    let mut line_end = false;
    stream.skip(|byte| {
        line_end |= is_line_end(byte);
        Space::C.holds(byte)
    })?;
    Ok(line_end)
}
