//! The rows of a diff: a line of the expected output, and what stands for it in the program's.

use super::align;
use super::rewrapped;
use super::visible::{self, Text};
use super::words::{self, Mark, Marks, Part};
use crate::model::{Excerpt, Window};

/// All rows of an excerpt.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<Row>,
    /// Whether lines of the same number stand for each other.
    pub(crate) in_place: bool,
    /// Whether words are divided into other lines: word is held against word, and a line only stands
    /// beside another.
    pub(crate) rewrapped: bool,
    /// Whether only words of the same number are held against each other.
    pub(crate) words_in_place: bool,
}

/// One row.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) expected: Option<Side>,
    pub(crate) found: Option<Side>,
    /// Whether both sides are the same to the checker, or nothing in them differs.
    pub(crate) same: bool,
}

/// A line of one file.
#[derive(Debug)]
pub(crate) struct Side {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// Its text, with what differs marked.
    pub(crate) text: Text,
}

/// Sets the lines of the two windows against each other.
pub(crate) fn rows(excerpt: &Excerpt) -> Rows {
    if excerpt.rewrapped {
        return rewrapped::rows(excerpt);
    }
    let (expected, found) = (split(&excerpt.expected), split(&excerpt.found));
    let anchored = excerpt.expected.first_line == excerpt.found.first_line;
    let (old, new) = (wholes(&expected), wholes(&found));
    let pairs = align::pairs(&old, &new, &excerpt.alike, anchored);
    let moved = |(left, right): &align::Pair| matches!((left, right), (Some(a), Some(b)) if a != b);
    let in_place = anchored && !pairs.iter().any(moved);
    let mut words_in_place = in_place;
    let rows = pairs
        .into_iter()
        .map(|(left, right)| {
            let left = left.and_then(|index| expected.get(index));
            let right = right.and_then(|index| found.get(index));
            let (row, moved) = row(excerpt, left, right);
            words_in_place &= !moved;
            row
        })
        .collect();
    Rows {
        rows,
        in_place,
        rewrapped: false,
        words_in_place,
    }
}

/// A row, and whether a word in it is held against another than the one of its number.
fn row(excerpt: &Excerpt, expected: Option<&Raw<'_>>, found: Option<&Raw<'_>>) -> (Row, bool) {
    let side = |raw: &Raw<'_>, marks: &[Mark], blanks: bool| Side {
        number: raw.number,
        text: visible::text(raw.part, marks, blanks, raw.unended),
    };
    let (old, new) = match (expected, found) {
        (Some(old), Some(new)) => (old, new),
        (old, new) => {
            let whole = |raw: &Raw<'_>| Mark::whole(0..raw.part.bytes.len());
            let blank = |raw: &Raw<'_>| raw.part.bytes.iter().all(words::is_blank);
            let alone = |raw: &Raw<'_>| side(raw, std::slice::from_ref(&whole(raw)), blank(raw));
            let row = Row {
                expected: old.map(alone),
                found: new.map(alone),
                same: false,
            };
            return (row, false);
        }
    };
    let same = align::same(&excerpt.alike, old.whole, new.whole);
    let marks = match same {
        true => Marks::default(),
        false => words::marks(old.part, new.part, &excerpt.alike),
    };
    let row = Row {
        expected: Some(side(old, &marks.expected, marks.blanks)),
        found: Some(side(new, &marks.found, marks.blanks)),
        same,
    };
    (row, marks.moved)
}

/// The lines of a window, each by itself.
pub(super) fn plain(window: &Window) -> Vec<Text> {
    split(window)
        .iter()
        .map(|raw| visible::text(raw.part, &[], false, raw.unended))
        .collect()
}

/// A line as it is in its file.
pub(super) struct Raw<'a> {
    pub(super) number: u64,
    /// Where in the window it begins.
    pub(super) start: usize,
    /// With its line end.
    pub(super) whole: &'a [u8],
    pub(super) part: Part<'a>,
    /// Whether the file ends with it, and it has no line end.
    pub(super) unended: bool,
}

fn wholes<'a>(lines: &[Raw<'a>]) -> Vec<&'a [u8]> {
    lines.iter().map(|line| line.whole).collect()
}

pub(super) fn split(window: &Window) -> Vec<Raw<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let pieces = window.text.split_inclusive(|&byte| byte == b'\n');
    for (whole, number) in pieces.zip(window.first_line..) {
        let (bytes, ended) = match whole.strip_suffix(b"\n") {
            Some(body) => (body, true),
            None => (whole, false),
        };
        lines.push(Raw {
            number,
            start,
            whole,
            part: Part {
                bytes,
                at: window.at.checked_sub(start).filter(|at| *at < whole.len()),
                cut: window.cut && start == 0,
                open: !ended && window.more,
            },
            unended: !ended && !window.more,
        });
        start += whole.len();
    }
    lines
}
