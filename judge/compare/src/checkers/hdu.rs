//! `hdu`: the comparison that problem 1073 of Hangzhou Dianzi University's judge describes.
//!
//! Equal files are accepted; files that are equal without their blanks, tabs and line ends are a
//! presentation error; all others are wrong. So a missing last newline is a presentation error,
//! and so is `12` for `1 2`.

use std::io::Read;

use crate::check::{Check, CompareError, Only, Verdict};
use crate::checkers::exact;
use crate::glance::{self, Glance};
use crate::pair::{Letters, Pair};
use crate::registry::Plain;
use crate::space::Space;

pub(crate) static HDU: Plain = Plain {
    name: "hdu",
    about: "HDU's: the same bytes; PE when only white space differs, wherever it is",
    glance: Glance::Exactly(glance::same_bytes),
    compare,
};

fn compare(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    // To its program white space is blanks, tabs and line ends.
    let mut pair = Pair::new(found, expected, Space::Testlib);
    while pair.step(Letters::Exact)? > 0 {}
    if pair.next()? == (None, None) {
        return Ok(exact::agreed(&pair));
    }
    let mut check = exact::differ(&mut pair)?;
    if pair.at_case()? {
        while pair.step(Letters::Folded)? > 0 {}
        let same = pair.next()? == (None, None);
        return Ok(check.but_only(same.then_some(Only::Case)));
    }
    let same = same_without_space(&mut pair)?;
    if same {
        check.verdict = Verdict::Presentation;
    }
    Ok(check.but_only(same.then_some(Only::Whitespace)))
}

fn same_without_space(pair: &mut Pair<'_>) -> Result<bool, CompareError> {
    loop {
        pair.found.skip_space()?;
        pair.expected.skip_space()?;
        if pair.step(Letters::Exact)? > 0 {
            continue;
        }
        let (found, expected) = pair.next()?;
        let blank = |byte: Option<u8>| byte.is_some_and(|byte| Space::Testlib.holds(byte));
        if !blank(found) && !blank(expected) {
            return Ok((found, expected) == (None, None));
        }
    }
}
