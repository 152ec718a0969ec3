//! The ways to make an input smaller: each lists candidates, larger steps first.

mod content;
mod structure;

use super::Care;
use super::document::Document;
use content::{blanks, letters, lines, numbers, single_words, together, zeros};
use structure::{cases, columns, corners, rows, squares, words};

/// From a document to smaller ones.
pub(super) type Step = fn(&Document, Care) -> Box<dyn Iterator<Item = Document> + '_>;

/// The steps to take; those that take away much come first.
pub(super) fn of(care: Care) -> &'static [Step] {
    match care {
        Care::None => &[
            cases,
            rows,
            columns,
            corners,
            squares,
            words,
            lines,
            single_words,
            zeros,
            together,
            numbers,
            blanks,
            letters,
        ],
        Care::Shape => &[cases, rows, columns, corners, squares, words, numbers],
    }
}

/// Ranges to take out of `0..length`: halves, then quarters, down to single ones.
fn ranges(length: usize) -> impl Iterator<Item = (usize, usize)> {
    let some = |size: usize| Some(size).filter(|&size| size > 0);
    let sizes = std::iter::successors(some(length), move |size| some(size / 2));
    sizes.flat_map(move |size| {
        (0..length)
            .step_by(size)
            .map(move |start| (start, (start + size).min(length)))
    })
}

/// What to take off a number: all of it, a fourth, a sixteenth and so on, at last one.
fn amounts(number: i64) -> impl Iterator<Item = i64> {
    let first = Some(number).filter(|&number| number != 0);
    std::iter::successors(first, |&amount| match amount / 4 {
        _ if amount.unsigned_abs() == 1 => None,
        0 => Some(amount.signum()),
        less => Some(less),
    })
}
