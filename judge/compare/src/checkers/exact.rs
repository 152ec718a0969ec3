//! `exact`: the same bytes.

use std::io::Read;

use crate::check::{Check, CompareError, Difference, Only};
use crate::glance::{self, Glance};
use crate::message::{escape, ordinal};
use crate::pair::{Letters, Pair};
use crate::registry::Plain;
use crate::space::Space;
use crate::stream::Stream;

pub(crate) static EXACT: Plain = Plain {
    name: "exact",
    about: "the same bytes",
    glance: Glance::Exactly(glance::same_bytes),
    compare,
};

/// The most bytes that a message shows of each side.
const SHOWN: usize = 32;

pub(crate) fn compare(
    found: &mut dyn Read,
    expected: &mut dyn Read,
) -> Result<Check, CompareError> {
    let mut pair = Pair::new(found, expected, Space::C);
    compare_bytes(&mut pair, Letters::Exact, |pair| Ok(agreed(pair)))
}

/// The acceptance when both sides are at their ends.
pub(crate) fn agreed(pair: &Pair<'_>) -> Check {
    Check::accepted(match pair.expected.offset() {
        1 => "1 byte".to_owned(),
        length => format!("{length} bytes"),
    })
}

/// Compares bytes, or characters in any case; `agreed` makes the answer when all agree.
pub(crate) fn compare_bytes(
    pair: &mut Pair<'_>,
    letters: Letters,
    agreed: impl Fn(&mut Pair<'_>) -> Result<Check, CompareError>,
) -> Result<Check, CompareError> {
    while pair.step(letters)? > 0 {}
    if pair.next()? == (None, None) {
        return agreed(pair);
    }
    let check = differ(pair)?;
    let only = if pair.at_case()? {
        while pair.step(Letters::Folded)? > 0 {}
        (pair.next()? == (None, None)).then_some(Only::Case)
    } else {
        pair.same_tokens(letters)?.then_some(Only::Whitespace)
    };
    Ok(check.but_only(only))
}

/// The rejection for sides that part at their windows; consumes nothing.
pub(crate) fn differ(pair: &mut Pair<'_>) -> Result<Check, CompareError> {
    let expected_token = rest(&mut pair.expected)?;
    let found_token = rest(&mut pair.found)?;
    let quoted = |token: &Option<Vec<u8>>| match token {
        Some(bytes) => format!("'{}'", escape(bytes)),
        None => "end of output".to_owned(),
    };
    let difference = Difference {
        found: pair.found.place(),
        expected: pair.expected.place(),
        found_token,
        expected_token,
    };
    let message = format!(
        "{} lines differ from byte {} on - expected: {}, found: {}",
        ordinal(difference.expected.line),
        difference.expected.column,
        quoted(&difference.expected_token),
        quoted(&difference.found_token),
    );
    Ok(Check::wrong(message, difference))
}

/// What follows up to the end of the line, that included.
fn rest(stream: &mut Stream<'_>) -> Result<Option<Vec<u8>>, CompareError> {
    loop {
        let window = stream.window();
        let shown = window.get(..SHOWN).unwrap_or(window);
        if let Some(newline) = memchr::memchr(b'\n', shown) {
            return Ok(shown.get(..=newline).map(<[u8]>::to_vec));
        }
        if shown.len() == SHOWN {
            return Ok(Some(shown.to_vec()));
        }
        if !stream.more()? {
            let rest = stream.window();
            return Ok((!rest.is_empty()).then(|| rest.to_vec()));
        }
    }
}
