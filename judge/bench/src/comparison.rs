//! The checkers, each with outputs on which it has to look at every byte.

use std::io::Read;

use compare::{Check, Compare, Only, Verdict};

use crate::text::Content::{self, Answers, Cases, Digits, Fractions, Integers};
use crate::text::{Departure, Texts, texts};
use crate::trouble::Trouble;

/// A checker with its arguments, and what it compares.
pub(crate) struct Comparison {
    pub(crate) checker: &'static str,
    pub(crate) arguments: &'static str,
    content: Content,
    pub(crate) departure: Departure,
}

/// Every checker that compares more than one number or word. (`dmoj:linematches` wants arguments for each line.)
const CHECKERS: &[(&str, &str, Content)] = &[
    ("tokens", "", Integers),
    ("lines", "", Integers),
    ("exact", "", Integers),
    ("kattis", "", Integers),
    ("kattis", "float_tolerance 1e-6", Integers),
    ("kattis", "space_change_sensitive", Integers),
    ("wcmp", "", Integers),
    ("lcmp", "", Integers),
    ("fcmp", "", Integers),
    ("ncmp", "", Integers),
    ("uncmp", "", Integers),
    ("hcmp", "", Digits),
    ("rcmp6", "", Integers),
    ("nyesno", "", Answers),
    ("casencmp", "", Cases),
    ("casewcmp", "", Cases),
    ("dmoj:standard", "", Integers),
    ("dmoj:identical", "", Integers),
    ("dmoj:easy", "", Integers),
    ("dmoj:floats", "", Integers),
    ("dmoj:sorted", "", Integers),
    ("dmoj:unordered", "", Integers),
    ("dmoj:rstripped", "", Integers),
    ("dmoj:linecount", "", Integers),
    ("cms", "", Integers),
    ("hydro", "", Integers),
    ("oj", "", Integers),
    ("oj", "-N", Integers),
    ("oj", "-e 1e-6", Integers),
    ("boj", "", Integers),
    ("hdu", "", Integers),
];

/// Those that read numbers, on numbers that are near and not the same.
const NUMBERS: &[(&str, &str)] = &[
    ("kattis", "float_tolerance 1e-6"),
    ("rcmp4", ""),
    ("dmoj:floats", "precision=4"),
    ("oj", "-e 1e-5"),
];

/// All comparisons: each checker on equal outputs, on those that differ in white space alone where they have any, and
/// on near numbers.
pub(crate) fn all() -> Vec<Comparison> {
    let mut all = Vec::new();
    for &(checker, arguments, content) in CHECKERS {
        let departures: &[Departure] = match content {
            Digits => &[Departure::Equal],
            Integers => &[Departure::Equal, Departure::Trailing, Departure::Doubled],
            _ => &[Departure::Equal, Departure::Trailing],
        };
        all.extend(departures.iter().map(|&departure| Comparison {
            checker,
            arguments,
            content,
            departure,
        }));
    }
    all.extend(NUMBERS.iter().map(|&(checker, arguments)| Comparison {
        checker,
        arguments,
        content: Fractions,
        departure: Departure::Near,
    }));
    all
}

impl Comparison {
    /// The checker and its arguments, as on a command line.
    pub(crate) fn words(&self) -> String {
        format!("{} {}", self.checker, self.arguments)
            .trim_end()
            .to_owned()
    }

    pub(crate) fn texts(&self, length: usize) -> Texts {
        texts(self.content, self.departure, length)
    }

    /// The checker, ready to compare.
    pub(crate) fn prepare(&self) -> Result<Box<dyn Compare>, Trouble> {
        let arguments: Vec<String> = self
            .arguments
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let checker = compare::find(self.checker).ok_or(Trouble::Checker(self.checker))?;
        Ok(checker.prepare(&arguments)?)
    }

    /// Whether a checker that says so has looked at all of both outputs.
    pub(crate) fn is_whole(check: &Check) -> bool {
        check.verdict == Verdict::Accepted || check.only == Some(Only::Whitespace)
    }
}

/// Compares two outputs that are in memory.
pub(crate) fn compare(checker: &dyn Compare, texts: &Texts) -> Result<Check, Trouble> {
    let (mut found, mut expected) = (&texts.found[..], &texts.expected[..]);
    let readers: (&mut dyn Read, &mut dyn Read) = (&mut found, &mut expected);
    Ok(checker.compare(readers.0, readers.1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_checker_accepts_what_is_equal_and_what_is_near() {
        for comparison in all() {
            let checker = comparison.prepare().unwrap();
            let check = compare(&*checker, &comparison.texts(1000)).unwrap();
            if matches!(comparison.departure, Departure::Equal | Departure::Near) {
                let words = comparison.words();
                assert_eq!(
                    check.verdict,
                    Verdict::Accepted,
                    "{words}: {}",
                    check.message
                );
            }
        }
    }
}
