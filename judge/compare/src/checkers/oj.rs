//! `oj`: the comparisons of online-judge-tools' `oj test`, by its options.
//!
//! The source is `onlinejudge_command/output_comparators.py` and `subcommand/test.py`. By default
//! all bytes count, but CR LF is LF. Numbers are those of Python's `float`, near when
//! `math.isclose` says so: relative to the larger of the two.

use std::io::Read;

use crate::check::{Check, CompareError, Only, Verdict};
use crate::checkers::{exact, tokens};
use crate::gap::{self, Gap, Part};
use crate::glance;
use crate::number::{self, Syntax};
use crate::pair::{Letters, Pair};
use crate::registry::{Adjustable, ArgError, Arguments, Compare, accepts_whole};
use crate::space::Space;
use crate::word::Words;

pub(crate) static OJ: Adjustable = Adjustable {
    name: "oj",
    about: "oj test: the same bytes but for CR; -S the tokens of each line, -N tokens, -e numbers near E",
    usage: "[-S|-N] [-e E]",
    prepare: |arguments| Oj::parse(arguments).map(|oj| Box::new(oj) as Box<dyn Compare>),
};

#[derive(Clone, Copy, Debug)]
struct Oj {
    mode: Mode,
    /// The tolerance of numbers, which also makes white space within lines harmless.
    error: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Bytes,
    /// `-S`: white space within lines is harmless.
    Lines,
    /// `-N`: all white space is.
    Tokens,
}

impl Oj {
    fn parse(arguments: Arguments<'_>) -> Result<Oj, ArgError> {
        let (mut lines, mut tokens, mut error) = (false, false, None);
        let mut args = arguments.args.iter();
        while let Some(argument) = args.next() {
            let repeated = match argument.as_str() {
                "-S" => std::mem::replace(&mut lines, true),
                "-N" => std::mem::replace(&mut tokens, true),
                "-e" => {
                    let bound = arguments.tolerance(argument, args.next())?;
                    error.replace(bound).is_some()
                }
                _ => return Err(arguments.unknown(argument)),
            };
            if repeated {
                return Err(arguments.repeated(argument));
            }
        }
        let mode = match (lines, tokens) {
            (true, true) => return Err(arguments.conflict("-S", "-N")),
            (true, false) => Mode::Lines,
            (false, true) => Mode::Tokens,
            (false, false) => Mode::Bytes,
        };
        Ok(Oj { mode, error })
    }
}

impl Compare for Oj {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        let mut pair = Pair::new(found, expected, Space::C);
        let any = |_: Part, _: &Gap, _: &Gap| true;
        match (self.error, self.mode) {
            (None, Mode::Bytes) => bytes(pair),
            (None, Mode::Lines) => gap::compare(pair, Verdict::Wrong, &same_lines),
            (None, Mode::Tokens) => tokens::compare_tokens(&mut pair, Letters::Exact),
            (Some(error), Mode::Bytes | Mode::Lines) => {
                gap::compare_near(pair, &same_lines, &|words| near(words, error))
            }
            (Some(error), Mode::Tokens) => {
                gap::compare_near(pair, &any, &|words| near(words, error))
            }
        }
    }

    fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        let same = match self.error {
            None => glance::same_tokens(found, expected),
            Some(error) => glance::tokens(found, expected, Space::C, |found, expected| {
                let numbers = [found, expected].map(|token| number::float(token, Syntax::Python));
                is_near(numbers, error, || found == expected)
            }),
        };
        same && (self.mode == Mode::Tokens || accepts_whole(self, found, expected))
    }
}

/// Line ends at the end are harmless, lines of blanks there are not.
fn same_lines(part: Part, found: &Gap, expected: &Gap) -> bool {
    if part == Part::Behind {
        found.inner == expected.inner
    } else {
        found.lines == expected.lines
    }
}

/// Whether two numbers are near, or two other tokens equal.
fn near(words: &Words<'_>, error: f64) -> bool {
    let numbers = [&words.found, &words.expected].map(|word| word.float(Syntax::Python));
    is_near(numbers, error, || words.agree(Letters::Exact))
}

/// Whether the found number is near the expected one, or, where one of them is none, `same` holds of the tokens.
fn is_near(numbers: [Option<f64>; 2], error: f64, same: impl FnOnce() -> bool) -> bool {
    let [Some(found), Some(expected)] = numbers else {
        return same();
    };
    let difference = (found - expected).abs();
    // Infinities differ from all but themselves, by an infinite or no number.
    found == expected
        || (difference.is_finite()
            && difference <= error * 1.0_f64.max(found.abs()).max(expected.abs()))
}

/// Compares bytes, where CR LF is LF.
fn bytes(mut pair: Pair<'_>) -> Result<Check, CompareError> {
    if walk_bytes(&mut pair, Letters::Exact)? {
        return Ok(exact::agreed(&pair));
    }
    let check = exact::differ(&mut pair)?;
    let only = if pair.at_case()? {
        walk_bytes(&mut pair, Letters::Folded)?.then_some(Only::Case)
    } else {
        pair.same_tokens(Letters::Exact)?
            .then_some(Only::Whitespace)
    };
    Ok(check.but_only(only))
}

/// Walks over equal bytes; says whether all are.
fn walk_bytes(pair: &mut Pair<'_>, letters: Letters) -> Result<bool, CompareError> {
    loop {
        if pair.step(letters)? > 0 {
            continue;
        }
        let ends = (pair.found.at_line_end()?, pair.expected.at_line_end()?);
        match ends {
            (Some(left @ 1..), Some(right @ 1..)) if !pair.torn()? => {
                pair.found.advance(left);
                pair.expected.advance(right);
            }
            _ => return Ok(pair.next()? == (None, None)),
        }
    }
}
