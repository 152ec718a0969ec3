//! `tokens`, the default: the same tokens in the same order, whatever white space separates them.

use std::io::Read;

use crate::check::{Check, CompareError, Only};
use crate::glance::{self, Glance};
use crate::message::{ordinal, quoted};
use crate::pair::{Letters, Pair, Sides, Stop};
use crate::registry::Plain;
use crate::space::Space;

pub(crate) static TOKENS: Plain = Plain {
    name: "tokens",
    about: "the same tokens; white space only separates them (the default)",
    glance: Glance::Exactly(glance::same_tokens),
    compare,
};

fn compare(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    compare_tokens(&mut Pair::new(found, expected, Space::C), Letters::Exact)
}

/// Compares tokens as text.
pub(crate) fn compare_tokens(pair: &mut Pair<'_>, letters: Letters) -> Result<Check, CompareError> {
    let stop = pair.walk_tokens(letters)?;
    if stop == Stop::Agree {
        return Ok(agreed(pair.expected.place().token - 1));
    }
    let sides = pair.tokens(stop)?;
    let case = pair.at_case()? && pair.same_tokens(Letters::Folded)?;
    Ok(differ(sides).but_only(case.then_some(Only::Case)))
}

/// The message when all tokens agree.
pub(crate) fn agreed(count: u64) -> Check {
    Check::accepted(match count {
        1 => "1 token".to_owned(),
        _ => format!("{count} tokens"),
    })
}

/// The message when two tokens differ, or one side has no more.
pub(crate) fn differ(sides: Sides) -> Check {
    let number = ordinal(sides.difference.expected.token);
    let expected = quoted(sides.expected.as_ref());
    let found = quoted(sides.found.as_ref());
    Check::wrong(
        format!("{number} words differ - expected: {expected}, found: {found}"),
        sides.difference,
    )
}
