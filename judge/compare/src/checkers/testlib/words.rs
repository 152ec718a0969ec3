//! `wcmp`: the same tokens.

use std::io::Read;

use super::open;
use crate::check::{Check, CompareError, Only};
use crate::checkers::tokens;
use crate::glance::{self, Glance};
use crate::pair::{Letters, Stop};
use crate::registry::Plain;
use crate::space::Space;

pub(super) const WCMP: Plain = Plain {
    name: "wcmp",
    about: "testlib: the same sequence of tokens",
    glance: Glance::Exactly(glance::same_testlib_tokens),
    compare: wcmp,
};

fn wcmp(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    let mut pair = open(found, expected, Space::Testlib)?;
    pair.expected.skip_space()?;
    let (_, first) = pair.expected.current_token()?;
    let stop = pair.walk_tokens(Letters::Exact)?;
    let message = match stop {
        Stop::Agree => {
            return Ok(Check::accepted(
                match (pair.expected.place().token - 1, first) {
                    (1, Some(first)) => format!("\"{}\"", first.shown()),
                    (count, _) => format!("{count} tokens"),
                },
            ));
        }
        Stop::Differ => {
            let sides = pair.tokens(stop)?;
            let case = pair.at_case()? && pair.same_tokens(Letters::Folded)?;
            return Ok(tokens::differ(sides).but_only(case.then_some(Only::Case)));
        }
        Stop::Long => "Participant output contains extra tokens",
        Stop::Short => "Unexpected EOF in the participants output",
    };
    Ok(Check::wrong(message, pair.tokens(stop)?.difference))
}
