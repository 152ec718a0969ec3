//! `dmoj:easy`, `dmoj:sorted`, `dmoj:unordered`: letters, lines or tokens in any order.

use std::io::Read;

use crate::check::{Check, CompareError};
use crate::glance::Glance;
use crate::message::escape;
use crate::multiset::{Element, Multiset};
use crate::pair::{Pair, is_line_end};
use crate::registry::{Adjustable, Compare, Plain};
use crate::space::{Space, is_space};
use crate::stream::Stream;
use crate::word::piece;

pub(super) const EASY: Plain = Plain {
    name: "dmoj:easy",
    about: "DMOJ: the same letters, in any order and any case, without white space",
    glance: Glance::Nothing,
    compare: easy,
};

pub(super) const UNORDERED: Plain = Plain {
    name: "dmoj:unordered",
    about: "DMOJ: the same tokens in any order",
    glance: Glance::Nothing,
    compare: |found, expected| Split::Tokens.compare(found, expected),
};

pub(super) const SORTED: Adjustable = Adjustable {
    name: "dmoj:sorted",
    about: "DMOJ: the same lines of tokens, or the same tokens, in any order",
    usage: "[split_on=lines|whitespace]",
    prepare: |arguments| {
        let [split] = arguments.values(["split_on"])?;
        match split {
            None | Some("lines") => Ok(Box::new(Split::Lines)),
            Some("whitespace") => Ok(Box::new(Split::Tokens)),
            found => Err(arguments.bad("split_on", "`lines` or `whitespace`", found)),
        }
    },
};

fn easy(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    let mut pair = Pair::new(found, expected, Space::C);
    let found = letters(&mut pair.found)?;
    let expected = letters(&mut pair.expected)?;
    for (byte, (found, expected)) in (0..=u8::MAX).zip(found.iter().zip(&expected)) {
        if found != expected {
            let message = format!(
                "letters differ in number - expected: {expected} of '{}', found: {found}",
                escape(&[byte])
            );
            return Ok(Check::wrong(message, None));
        }
    }
    let count: u64 = expected.iter().sum();
    Ok(Check::accepted(format!("{count} letters")))
}

/// How often each byte occurs, capitals counted as small letters and white space not at all.
fn letters(stream: &mut Stream<'_>) -> Result<Vec<u64>, CompareError> {
    let mut counts = vec![0; 256];
    loop {
        let window = stream.peek()?;
        if window.is_empty() {
            return Ok(counts);
        }
        for byte in window.iter().filter(|&&byte| !is_space(byte)) {
            if let Some(count) = counts.get_mut(usize::from(byte.to_ascii_lowercase())) {
                *count += 1;
            }
        }
        let count = window.len();
        stream.advance(count);
    }
}

/// What is brought into order before comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    Lines,
    Tokens,
}

impl Compare for Split {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        let mut pair = Pair::new(found, expected, Space::C);
        let empty = Multiset::new();
        let (found, found_count) = self.collect(&mut pair.found, empty.clone())?;
        let (expected, expected_count) = self.collect(&mut pair.expected, empty)?;
        let what = match self {
            Split::Lines => "lines",
            Split::Tokens => "tokens",
        };
        Ok(if found_count != expected_count {
            let message = format!("expected {expected_count} {what}, but {found_count} found");
            Check::wrong(message, None)
        } else if found != expected {
            let message = format!("{what} differ in any order [size={expected_count}]");
            Check::wrong(message, None)
        } else {
            Check::accepted(format!("{expected_count} {what} in any order"))
        })
    }
}

impl Split {
    /// The elements of a side, and how many they are.
    fn collect(
        self,
        stream: &mut Stream<'_>,
        mut all: Multiset,
    ) -> Result<(Multiset, u64), CompareError> {
        let mut count = 0;
        loop {
            match self {
                Split::Lines => stream.skip(is_line_end)?,
                Split::Tokens => stream.skip(is_space)?,
            }
            if stream.peek()?.is_empty() {
                return Ok((all, count));
            }
            let mut element = all.element();
            match self {
                Split::Lines => line(stream, &mut element)?,
                Split::Tokens => token(stream, &mut element)?,
            }
            all.insert(element);
            count += 1;
        }
    }
}

fn token(stream: &mut Stream<'_>, element: &mut Element) -> Result<(), CompareError> {
    loop {
        let piece = piece(stream)?;
        if piece.is_empty() {
            return Ok(());
        }
        element.push(piece);
        let count = piece.len();
        stream.advance(count);
    }
}

/// The tokens of a line, a space between two.
fn line(stream: &mut Stream<'_>, element: &mut Element) -> Result<(), CompareError> {
    let mut first = true;
    loop {
        stream.skip(|byte| is_space(byte) && !is_line_end(byte))?;
        if stream.peek()?.first().is_none_or(|&byte| is_line_end(byte)) {
            return Ok(());
        }
        if !first {
            element.push(b" ");
        }
        first = false;
        token(stream, element)?;
    }
}
