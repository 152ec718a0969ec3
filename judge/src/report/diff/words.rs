//! Which words of two lines differ; where none does, which blanks.

use std::ops::Range;

use super::align;
use crate::model::Alike;

/// What is to be marked in two lines that differ.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) expected: Vec<Range<usize>>,
    pub(super) found: Vec<Range<usize>>,
    /// Whether only blanks differ, which are then to be seen everywhere.
    pub(super) blanks: bool,
}

/// A line without its line end, as far as it is known.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) bytes: &'a [u8],
    /// Where the first difference is, if it is in this line.
    pub(super) at: Option<usize>,
    /// Whether the line begins before.
    pub(super) cut: bool,
    /// Whether it goes on.
    pub(super) open: bool,
}

/// The words that differ.
pub(super) fn marks(expected: Part<'_>, found: Part<'_>, alike: &[Alike]) -> Marks {
    let (old, new) = (words(expected), words(found));
    let (olds, news) = (texts(expected, &old), texts(found, &new));
    // Of lines of which only parts are known, the ends say nothing: word is set against word from
    // the difference on.
    let partial = expected.cut || found.cut || expected.open || found.open;
    let pairs = match partial {
        true => from_the_difference(expected, &old, found, &new),
        false => align::pairs(&olds, &news, alike, true),
    };
    let mut marks = Marks::default();
    for (left, right) in pairs {
        let old_word = left.and_then(|index| olds.get(index));
        let new_word = right.and_then(|index| news.get(index));
        if let (Some(expected), Some(found)) = (old_word, new_word)
            && align::same(alike, expected, found)
        {
            continue;
        }
        marks
            .expected
            .extend(left.and_then(|index| old.get(index).cloned()));
        marks
            .found
            .extend(right.and_then(|index| new.get(index).cloned()));
    }
    if marks.expected.is_empty() && marks.found.is_empty() && !partial {
        return blanks(expected, &old, found, &new);
    }
    marks
}

/// The blanks around words that are the same.
fn blanks(
    expected: Part<'_>,
    old: &[Range<usize>],
    found: Part<'_>,
    new: &[Range<usize>],
) -> Marks {
    let (old, new) = (gaps(expected, old), gaps(found, new));
    let differ = |(left, right): &(&Range<usize>, &Range<usize>)| {
        expected.bytes.get((*left).clone()) != found.bytes.get((*right).clone())
    };
    let (expected, found) = old
        .iter()
        .zip(&new)
        .filter(differ)
        .map(|(left, right)| (left.clone(), right.clone()))
        .unzip();
    Marks {
        expected,
        found,
        blanks: true,
    }
}

/// The ranges before, between and after words.
fn gaps(part: Part<'_>, words: &[Range<usize>]) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(words.iter().map(|word| word.end));
    let ends = words
        .iter()
        .map(|word| word.start)
        .chain([part.bytes.len()]);
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

fn from_the_difference(
    expected: Part<'_>,
    old: &[Range<usize>],
    found: Part<'_>,
    new: &[Range<usize>],
) -> Vec<align::Pair> {
    let first = |part: Part<'_>, words: &[Range<usize>]| {
        let at = part.at.unwrap_or(0);
        words.partition_point(|word| word.end <= at)
    };
    let (left, right) = (first(expected, old), first(found, new));
    // A word at the end of a part may go on.
    let known = |part: Part<'_>, words: &[Range<usize>]| words.len() - usize::from(part.open);
    let old = left..known(expected, old).max(left + 1).min(old.len());
    let new = right..known(found, new).max(right + 1).min(new.len());
    old.zip(new)
        .map(|(left, right)| (Some(left), Some(right)))
        .collect()
}

fn texts<'a>(part: Part<'a>, words: &[Range<usize>]) -> Vec<&'a [u8]> {
    let text = |word: &Range<usize>| part.bytes.get(word.clone()).unwrap_or_default();
    words.iter().map(text).collect()
}

fn words(part: Part<'_>) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = 0;
    for word in part.bytes.split(is_blank) {
        if !word.is_empty() {
            words.push(start..start + word.len());
        }
        start += word.len() + 1;
    }
    words
}

pub(super) fn is_blank(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == b'\x0b'
}
