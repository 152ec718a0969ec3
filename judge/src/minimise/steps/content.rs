//! Steps that do not know what the words stand for.

use super::super::Care;
use super::super::document::{Document, Word};
use super::{amounts, ranges};

/// Any lines.
pub(super) fn lines(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    Box::new(ranges(document.lines.len()).map(|(from, to)| {
        let mut smaller = document.clone();
        smaller.lines.drain(from..to);
        smaller
    }))
}

/// Any words of a line.
pub(super) fn single_words(
    document: &Document,
    _: Care,
) -> Box<dyn Iterator<Item = Document> + '_> {
    let lines = document.lines.iter().enumerate();
    Box::new(lines.flat_map(move |(line, words)| {
        ranges(words.len()).map(move |(from, to)| {
            let mut smaller = document.clone();
            smaller.lines[line].drain(from..to);
            smaller
        })
    }))
}

/// All numbers of some lines to 0, or to 1 where they are larger; but for the first line, which most
/// likely counts others.
pub(super) fn zeros(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let all = (1, document.lines.len());
    let small = ranges(all.1.saturating_sub(all.0)).flat_map(|range| [(range, 0), (range, 1)]);
    Box::new(small.filter_map(move |((from, to), small)| {
        let mut smaller = document.clone();
        let mut changes = false;
        for word in smaller.lines[all.0 + from..all.0 + to].iter_mut().flatten() {
            if let Word::Number(number) = word
                && number.unsigned_abs() > small
            {
                *number = small.cast_signed();
                changes = true;
            }
        }
        changes.then_some(smaller)
    }))
}

/// Several numbers of a line by the same amount, as when a board and the places on it move.
pub(super) fn together(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    const MOST: usize = 6;
    let lines = document.lines.iter().enumerate();
    Box::new(lines.flat_map(move |(line, words)| {
        let places: Vec<(usize, i64)> = words
            .iter()
            .enumerate()
            .filter_map(|(place, word)| match word {
                Word::Number(number) => Some((place, *number)),
                Word::Text(_) => None,
            })
            .collect();
        let several = (2..=MOST).contains(&places.len());
        let subsets = if several { 1_u32 << places.len() } else { 0 };
        (1..subsets)
            .filter(|subset| subset.count_ones() > 1)
            .flat_map(move |subset| {
                let chosen: Vec<(usize, i64)> = (0..)
                    .zip(&places)
                    .filter(|(bit, _)| subset >> bit & 1 == 1)
                    .map(|(_, place)| *place)
                    .collect();
                let least = chosen.iter().map(|(_, number)| *number).min().unwrap_or(0);
                amounts(least.max(0)).map(move |step| {
                    chosen
                        .iter()
                        .fold(document.clone(), |smaller, &(word, number)| {
                            smaller.with((line, word), number - step)
                        })
                })
            })
    }))
}

/// One number nearer to zero.
pub(super) fn numbers(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let fragile = care == Care::Shape;
    // What stands in the first of several lines most likely counts something.
    let first = usize::from(fragile && document.lines.len() > 1);
    let numbers = document
        .numbers()
        .filter(move |(place, _)| place.0 >= first);
    Box::new(numbers.flat_map(move |(place, number)| {
        let nearer = amounts(number).map(move |amount| number - amount);
        let positive = (number < 0).then(|| number.checked_neg()).flatten();
        nearer
            .chain(positive)
            .filter(move |nearer| !fragile || nearer.signum() == number.signum())
            .map(move |nearer| document.with(place, nearer))
    }))
}

/// The letter of an empty cell: of those that boards and words are most often made of the first that
/// there is, else the first of all. The order must not change from round to round, or two letters
/// would take turns for ever.
fn blank(document: &Document) -> Option<u8> {
    let mut seen = [false; 256];
    for word in document.lines.iter().flatten() {
        if let Word::Text(text) = word {
            text.iter().for_each(|&byte| seen[usize::from(byte)] = true);
        }
    }
    let usual = [b'.', b'_', b'o', b'a', b'0'].into_iter();
    let mut known = usual.chain(0..=255);
    known.find(|&byte| seen[usize::from(byte)])
}

/// All letters of some lines to the blank one: boards become empty.
pub(super) fn blanks(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let Some(blank) = blank(document) else {
        return Box::new(std::iter::empty());
    };
    let some = ranges(document.lines.len()).filter(|(from, to)| to - from > 1);
    Box::new(some.filter_map(move |(from, to)| {
        let mut smaller = document.clone();
        let mut changes = false;
        for word in smaller.lines[from..to].iter_mut().flatten() {
            if let Word::Text(text) = word {
                changes |= text.iter().any(|&byte| byte != blank);
                text.fill(blank);
            }
        }
        changes.then_some(smaller)
    }))
}

/// Some letters of a word to the blank one.
pub(super) fn letters(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let Some(blank) = blank(document) else {
        return Box::new(std::iter::empty());
    };
    let lines = document.lines.iter().enumerate();
    Box::new(lines.flat_map(move |(line, words)| {
        words.iter().enumerate().flat_map(move |(word, value)| {
            let length = match value {
                Word::Text(text) => text.len(),
                Word::Number(_) => 0,
            };
            ranges(length).filter_map(move |(from, to)| {
                let mut smaller = document.clone();
                let Word::Text(text) = &mut smaller.lines[line][word] else {
                    return None;
                };
                let range = &mut text[from..to];
                let changes = range.iter().any(|&byte| byte != blank);
                range.fill(blank);
                changes.then_some(smaller)
            })
        })
    }))
}
