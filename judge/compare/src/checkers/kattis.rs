//! `kattis`: the default output validator of the Kattis/ICPC problem package format.
//!
//! The rules are those of the specification (section "Default Output Validator Specification");
//! the reference implementation is problemtools' `default_validator`.

use std::io::Read;

use crate::check::{Check, CompareError, Only};
use crate::checkers::{exact, tokens};
use crate::gap;
use crate::glance;
use crate::message::{ordinal, quoted};
use crate::number::{self, Syntax};
use crate::pair::{Letters, Pair, Sides, Stop};
use crate::registry::{Adjustable, ArgError, Arguments, Compare, accepts_whole};
use crate::space::Space;
use crate::word::{Next, Words};

pub(crate) static KATTIS: Adjustable = Adjustable {
    name: "kattis",
    about: "the Kattis/ICPC default validator: tokens, letters in any case, or numbers within a tolerance",
    usage: "[case_sensitive] [space_change_sensitive] [float_tolerance E] \
            [float_absolute_tolerance E] [float_relative_tolerance E]",
    prepare: |arguments| {
        Options::parse(arguments).map(|options| Box::new(options) as Box<dyn Compare>)
    },
};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Options {
    letters: Letters,
    spaces: bool,
    tolerance: Option<Tolerance>,
}

/// How far a number may be from the expected one; either bound suffices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tolerance {
    absolute: Option<f64>,
    /// A factor of the *expected* value.
    relative: Option<f64>,
}

impl Tolerance {
    fn allows(self, found: f64, expected: f64) -> bool {
        let error = (found - expected).abs();
        self.absolute.is_some_and(|bound| error <= bound)
            || self
                .relative
                .is_some_and(|bound| error <= bound * expected.abs())
    }
}

impl Options {
    fn parse(arguments: Arguments<'_>) -> Result<Options, ArgError> {
        let (mut case, mut spaces) = (false, false);
        let [mut both, mut absolute, mut relative] = [None; 3];
        let mut args = arguments.args.iter();
        while let Some(argument) = args.next() {
            let mut bound = || arguments.tolerance(argument, args.next());
            let repeated = match argument.as_str() {
                "case_sensitive" => std::mem::replace(&mut case, true),
                "space_change_sensitive" => std::mem::replace(&mut spaces, true),
                "float_tolerance" => both.replace(bound()?).is_some(),
                "float_absolute_tolerance" => absolute.replace(bound()?).is_some(),
                "float_relative_tolerance" => relative.replace(bound()?).is_some(),
                _ => return Err(arguments.unknown(argument)),
            };
            if repeated {
                return Err(arguments.repeated(argument));
            }
        }
        for (given, second) in [
            (absolute, "float_absolute_tolerance"),
            (relative, "float_relative_tolerance"),
        ] {
            if both.is_some() && given.is_some() {
                return Err(arguments.conflict("float_tolerance", second));
            }
        }
        let tolerance = Tolerance {
            absolute: both.or(absolute),
            relative: both.or(relative),
        };
        Ok(Options {
            letters: if case {
                Letters::Exact
            } else {
                Letters::Folded
            },
            spaces,
            tolerance: (tolerance != Tolerance::default()).then_some(tolerance),
        })
    }
}

impl Compare for Options {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        let mut pair = Pair::new(found, expected, Space::C);
        match self.tolerance {
            Some(tolerance) => self.numbers(tolerance, Words::new(pair)),
            None if self.spaces => exact::compare_bytes(&mut pair, self.letters, |pair| {
                Ok(tokens::agreed(pair.expected.place().token - 1))
            }),
            None => tokens::compare_tokens(&mut pair, self.letters),
        }
    }

    fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        glance::tokens(found, expected, Space::C, |found, expected| {
            self.same(found, expected)
        }) && (!self.spaces || accepts_whole(self, found, expected))
    }
}

impl Options {
    /// Token by token: a number where the expected token is one, text elsewhere.
    fn numbers(&self, tolerance: Tolerance, mut words: Words<'_>) -> Result<Check, CompareError> {
        // The first difference is the one to report; what follows only decides whether all
        // differences are of one trivial kind.
        let mut first: Option<(Check, Only)> = None;
        // Where one pair of tokens is equal the next is likely to be, and only there looking for
        // more of them is worth it.
        let mut equal = true;
        loop {
            if equal {
                words.pair.step_tokens()?;
                if !self.spaces {
                    words.pair.found.skip_space()?;
                    words.pair.expected.skip_space()?;
                    gap::step_gaps(&mut words.pair, &|_, _, _| true)?;
                }
            }
            if self.spaces && !words.pair.step_space()? && first.is_none() {
                first = Some((exact::differ(&mut words.pair)?, Only::Whitespace));
            }
            let stop = match words.next()? {
                Next::Neither => {
                    return Ok(match first {
                        Some((check, only)) => check.but_only(Some(only)),
                        None => tokens::agreed(words.pair.expected.place().token - 1),
                    });
                }
                Next::Both => Stop::Differ,
                Next::FoundOnly => Stop::Long,
                Next::ExpectedOnly => Stop::Short,
            };
            equal = words.agree(Letters::Exact);
            let Some((problem, only)) = self.problem(tolerance, &words, stop) else {
                continue;
            };
            match (&first, only) {
                (None, Some(only)) => {
                    let sides = words.pair.tokens(stop)?;
                    first = Some((tokens::differ(sides), only));
                }
                (Some((_, first)), Some(only)) if *first == only => {}
                _ => {
                    return Ok(match first {
                        Some((check, _)) => check,
                        None => describe(problem, words.pair.tokens(stop)?),
                    });
                }
            }
        }
    }

    /// Whether nothing is wrong with two tokens that are whole.
    fn same(&self, found: &[u8], expected: &[u8]) -> bool {
        let near = |tolerance: Tolerance| {
            let finite = |token| number::float(token, Syntax::Kattis).filter(|it| it.is_finite());
            finite(expected)
                .zip(finite(found))
                .is_some_and(|(expected, found)| tolerance.allows(found, expected))
        };
        self.letters.same(found, expected) || self.tolerance.is_some_and(near)
    }

    /// What is wrong with the tokens just read, and whether it is trivial.
    fn problem(
        &self,
        tolerance: Tolerance,
        words: &Words<'_>,
        stop: Stop,
    ) -> Option<(Problem, Option<Only>)> {
        if stop != Stop::Differ {
            return Some((Problem::Text, None));
        }
        if words.agree(Letters::Exact) {
            return None;
        }
        // A number too large for a double is compared as text.
        let finite = |value: &f64| value.is_finite();
        let Some(expected) = words.expected.float(Syntax::Kattis).filter(finite) else {
            let case = words.agree(Letters::Folded).then_some(Only::Case);
            return (!words.agree(self.letters)).then_some((Problem::Text, case));
        };
        match words.found.float(Syntax::Kattis).filter(finite) {
            None => Some((Problem::NoNumber, None)),
            Some(found) if tolerance.allows(found, expected) => None,
            Some(found) => Some((Problem::Number { found, expected }, None)),
        }
    }
}

/// Why two tokens differ.
enum Problem {
    Text,
    NoNumber,
    Number { found: f64, expected: f64 },
}

fn describe(problem: Problem, sides: Sides) -> Check {
    let Problem::Number { found, expected } = problem else {
        let mut check = tokens::differ(sides);
        if matches!(problem, Problem::NoNumber) {
            check.message.push_str(" (which is no number)");
        }
        return check;
    };
    let error = (found - expected).abs();
    let relative = if expected == 0.0 {
        String::new()
    } else {
        format!(", relative error {:.6e}", error / expected.abs())
    };
    Check::wrong(
        format!(
            "{} numbers differ - expected: {}, found: {} (absolute error {error:.6e}{relative})",
            ordinal(sides.difference.expected.token),
            quoted(sides.expected.as_ref()),
            quoted(sides.found.as_ref()),
        ),
        sides.difference,
    )
}
