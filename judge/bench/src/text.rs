//! Outputs to compare: the same bytes for ever from the same length.

use std::fmt;

use gridkit::Rng;

/// A program's output beside the expected output.
pub(crate) struct Texts {
    pub(crate) found: Vec<u8>,
    pub(crate) expected: Vec<u8>,
}

/// What an output is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// Integers up to a million, ten a line.
    Integers,
    /// Fractions of one to three digits before the point and six behind it, five a line.
    Fractions,
    /// `YES` and `NO`, one a line.
    Answers,
    /// `Case i: ` and an integer, one a line.
    Cases,
    /// One integer of very many digits.
    Digits,
}

/// How the found output departs from the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Departure {
    /// Not at all.
    Equal,
    /// A blank at the end of each line.
    Trailing,
    /// Two blanks for each.
    Doubled,
    /// The last digit of each fraction is another one.
    Near,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Departure::Equal => "equal",
            Departure::Trailing => "blanks at line ends",
            Departure::Doubled => "two blanks for one",
            Departure::Near => "near fractions",
        })
    }
}

/// An output of about so many bytes, and one that departs from it.
pub(crate) fn texts(content: Content, departure: Departure, length: usize) -> Texts {
    let expected = text(content, length);
    let found = match departure {
        Departure::Equal => expected.clone(),
        Departure::Trailing => replaced(&expected, b'\n', b" \n"),
        Departure::Doubled => replaced(&expected, b' ', b"  "),
        Departure::Near => near(&expected),
    };
    Texts { found, expected }
}

fn text(content: Content, length: usize) -> Vec<u8> {
    let mut rng = Rng::new(7);
    let mut text = String::with_capacity(length + 64);
    let mut number = 0_u64;
    while text.len() < length {
        number += 1;
        let separator = |each: u64| {
            if number.is_multiple_of(each) {
                '\n'
            } else {
                ' '
            }
        };
        text += &match content {
            Content::Integers => format!("{}{}", rng.within(1..=1_000_000), separator(10)),
            Content::Fractions => {
                let (whole, rest) = (rng.within(1..=999), rng.below(1_000_000));
                format!("{whole}.{rest:06}{}", separator(5))
            }
            Content::Answers => (if rng.chance(1, 2) { "YES\n" } else { "NO\n" }).to_owned(),
            Content::Cases => format!("Case {number}: {}\n", rng.within(1..=1_000_000)),
            Content::Digits => rng.within(1..=9).to_string(),
        };
    }
    text.into_bytes()
}

fn replaced(text: &[u8], from: u8, to: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::with_capacity(text.len() * 2);
    for &byte in text {
        match byte == from {
            true => replaced.extend_from_slice(to),
            false => replaced.push(byte),
        }
    }
    replaced
}

/// With another last digit before each blank and line end.
fn near(text: &[u8]) -> Vec<u8> {
    let next = text.iter().skip(1).chain([&b'\n']);
    let pairs = text.iter().zip(next);
    pairs
        .map(|(&byte, &next)| match next {
            b' ' | b'\n' if byte.is_ascii_digit() => byte ^ 1,
            _ => byte,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_fraction_differs_in_its_last_digit_alone() {
        assert_eq!(near(b"1.25 3.50\n"), b"1.24 3.51\n");
    }

    #[test]
    fn a_departure_keeps_the_tokens() {
        for departure in [Departure::Trailing, Departure::Doubled] {
            let texts = texts(Content::Integers, departure, 1000);
            let tokens = |text: &[u8]| {
                let words = text.split(u8::is_ascii_whitespace);
                let words = words.filter(|word| !word.is_empty()).map(<[u8]>::to_vec);
                words.collect::<Vec<_>>()
            };
            assert!(texts.found.len() > texts.expected.len());
            assert_eq!(tokens(&texts.found), tokens(&texts.expected));
        }
    }
}
