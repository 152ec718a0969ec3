//! The rows of outputs that divide words into other lines: word is held against word, and a line only
//! stands beside another.

use std::ops::Range;

use super::align;
use super::rows::{self, Raw, Row, Rows, Side};
use super::visible;
use super::words::{self, Mark, Part};
use crate::model::{Excerpt, Window};

/// Marks the words that differ, in the lines where they stand. The lines of the difference are set
/// beside each other, so that it can be seen at once.
pub(super) fn rows(excerpt: &Excerpt) -> Rows {
    let sides = |window: &Window, marks: Vec<Mark>| -> (usize, Vec<(bool, Side)>) {
        let lines = rows::split(window);
        let marked = |line: &Raw<'_>| side(line, &marks);
        let marked: Vec<(bool, Side)> = lines.iter().map(marked).collect();
        let first = marks.first().map_or(window.at, |mark| mark.word.start);
        (window.line_of(first).min(marked.len()), marked)
    };
    let (old, new): (Vec<_>, Vec<_>) = pairs(excerpt).into_iter().unzip();
    let (left, expected) = sides(&excerpt.expected, old.into_iter().flatten().collect());
    let (right, found) = sides(&excerpt.found, new.into_iter().flatten().collect());
    let top = left.max(right);
    let count = top + (expected.len() - left).max(found.len() - right);
    let [mut expected, mut found] = [(left, expected), (right, found)].map(|(at, sides)| {
        let above = std::iter::repeat_with(|| None).take(top - at);
        above.chain(sides.into_iter().map(Some))
    });
    let rows = (0..count).map(|_| {
        let (old, new) = (expected.next().flatten(), found.next().flatten());
        let marked = [&old, &new]
            .into_iter()
            .flatten()
            .any(|(marked, _)| *marked);
        Row {
            same: !marked,
            expected: old.map(|(_, side)| side),
            found: new.map(|(_, side)| side),
        }
    });
    Rows {
        rows: rows.collect(),
        in_place: false,
        rewrapped: true,
        words_in_place: true,
    }
}

/// A line, and whether anything in it is marked.
fn side(line: &Raw<'_>, marks: &[Mark]) -> (bool, Side) {
    let end = line.start + line.whole.len();
    let within = |range: &Range<usize>| range.start - line.start..range.end - line.start;
    let marks: Vec<Mark> = marks
        .iter()
        .filter(|mark| (line.start..end).contains(&mark.word.start))
        .map(|mark| Mark {
            word: within(&mark.word),
            part: within(&mark.part),
        })
        .collect();
    let side = Side {
        number: line.number,
        text: visible::text(line.part, &marks, false, line.unended),
    };
    (!marks.is_empty(), side)
}

/// The words that differ.
type Pair = (Option<Mark>, Option<Mark>);

fn pairs(excerpt: &Excerpt) -> Vec<Pair> {
    let (expected, found) = (&excerpt.expected, &excerpt.found);
    let (old, new) = (expected.words().after, found.words().after);
    let [left, right] = [expected, found].map(|window| Part {
        bytes: &window.text,
        at: Some(window.at),
        cut: window.cut,
        open: window.more,
    });
    let mut pairs = Vec::new();
    for index in 0..old.len().max(new.len()) {
        match (old.get(index), new.get(index)) {
            (Some(a), Some(b)) => {
                let same = align::same(&excerpt.alike, expected.word(a), found.word(b));
                // The words that the checker stopped at differ, whatever they are.
                if index == 0 || !same {
                    let (a, b) = words::parts(left, a.clone(), right, b.clone());
                    pairs.push((Some(a), Some(b)));
                }
            }
            // Behind the end of the other file; behind its window nothing is known.
            (Some(word), None) if !found.more => {
                pairs.push((Some(Mark::whole(word.clone())), None));
            }
            (None, Some(word)) if !expected.more => {
                pairs.push((None, Some(Mark::whole(word.clone()))));
            }
            _ => break,
        }
    }
    pairs
}
