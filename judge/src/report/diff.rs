//! The lines around a first difference, as a diff: row by row, or as the lines of one text.

mod align;
mod place;
mod rest;
mod rewrapped;
mod rows;
mod visible;
mod words;

pub(crate) use place::{notes, place};
pub(crate) use rest::{Shown, rest};
pub(crate) use rows::{Row, Rows, Side, rows};
pub(crate) use visible::{Glyph, Text};

use crate::model::{Excerpt, Window};

/// Columns of a line that are shown, those around its first mark.
const WIDTH: usize = 160;

/// One line of a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// What the line is.
    pub(crate) kind: Kind,
    /// Its number in the file it is from (in the expected output, for lines of both).
    pub(crate) number: u64,
    /// Its text, printable and bounded, without the line end, with what differs marked.
    pub(crate) text: Text,
}

/// Which file a line is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Both,
    Expected,
    Found,
}

/// The diff of an excerpt: lines of the expected output that the program's lacks, and the other
/// way about, among lines of both; and how much more differs.
pub(crate) fn lines(excerpt: &Excerpt) -> (Vec<Line>, Option<String>) {
    let rows = rows(excerpt);
    let line = |(kind, side): (Kind, &Side)| Line {
        kind,
        number: side.number,
        text: side.text.clip(side.text.begin(WIDTH), WIDTH),
    };
    let lines: Vec<Line> = in_one_text(&rows).into_iter().map(line).collect();
    let mut shown = Shown::of(&rows);
    for line in &lines {
        shown.add(line.kind, &line.text);
    }
    let rest = rest(excerpt, &rows, shown);
    (lines, rest)
}

/// The sides of rows one below the other: of rows that differ and follow one another, first what
/// was expected. Of other divided words no line is the same as another.
pub(crate) fn in_one_text(rows: &Rows) -> Vec<(Kind, &Side)> {
    let mut lines = Vec::new();
    let mut found = Vec::new();
    for row in &rows.rows {
        if row.same && !rows.rewrapped {
            lines.append(&mut found);
            lines.extend(row.expected.iter().map(|side| (Kind::Both, side)));
        } else {
            lines.extend(row.expected.iter().map(|side| (Kind::Expected, side)));
            found.extend(row.found.iter().map(|side| (Kind::Found, side)));
        }
    }
    lines.append(&mut found);
    lines
}

/// The lines of a file as they are shown where there is nothing to compare with.
pub(crate) fn plain_lines(bytes: &[u8], more: bool) -> Vec<Text> {
    let window = Window {
        first_line: 1,
        text: bytes.to_vec(),
        at: 0,
        cut: false,
        more,
    };
    rows::plain(&window)
}

#[cfg(test)]
mod tests;
