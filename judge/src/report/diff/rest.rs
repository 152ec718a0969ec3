//! How much more of two outputs differs than is shown.

use super::{Kind, Rows, Text};
use crate::model::{Excerpt, Unit};
use crate::text;

/// What is shown of what differs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shown {
    /// Lines, or rows of two.
    pub(crate) lines: usize,
    /// Words of the expected output, and of the one found.
    pub(crate) words: [usize; 2],
}

impl Shown {
    /// Nothing yet but the rows that differ.
    pub(crate) fn of(rows: &Rows) -> Shown {
        Shown {
            lines: rows.rows.iter().filter(|row| !row.same).count(),
            words: [0; 2],
        }
    }

    /// Counts what is marked in a text that is shown.
    pub(crate) fn add(&mut self, kind: Kind, text: &Text) {
        let [expected, found] = &mut self.words;
        match kind {
            Kind::Both => {}
            Kind::Expected => *expected += text.words().len(),
            Kind::Found => *found += text.words().len(),
        }
    }
}

/// A phrase such as `99,999 more of 200,000 lines differ`; `None` where nobody counted and nothing
/// follows.
pub(crate) fn rest(excerpt: &Excerpt, rows: &Rows, shown: Shown) -> Option<String> {
    let Some(extent) = excerpt.extent else {
        let more = excerpt.expected.more || excerpt.found.more;
        return more.then(|| "more follows".to_owned());
    };
    let what = match extent.unit {
        Unit::Lines => "line",
        Unit::Words => "word",
    };
    let shown = match extent.unit {
        Unit::Lines if rows.in_place => shown.lines as u64,
        Unit::Words if rows.words_in_place => shown.words.into_iter().max().unwrap_or(0) as u64,
        // It is marked all the same.
        Unit::Words if extent.differ == 1 => 1,
        _ => 0,
    };
    let total = text::counted(extent.expected.max(extent.found), what);
    let at_least = if extent.at_least { "at least " } else { "" };
    let how = match extent.differ.saturating_sub(shown) {
        _ if shown == 0 => {
            let differ = text::grouped(extent.differ);
            format!("{what} by {what} {at_least}{differ} of {total} differ")
        }
        0 if extent.at_least => format!("more of {total} may differ"),
        0 if extent.differ == 1 && extent.expected.max(extent.found) == 1 => String::new(),
        0 if extent.differ == 1 => format!("no other {what} of {total} differs"),
        0 => format!("no more of {total} differ"),
        1 => format!("{at_least}1 more of {total} differs"),
        more => format!("{at_least}{} more of {total} differ", text::grouped(more)),
    };
    let lengths = match extent.expected == extent.found {
        true => String::new(),
        false => format!(
            "{} expected, {} found",
            text::counted(extent.expected, what),
            text::grouped(extent.found)
        ),
    };
    let phrases: Vec<String> = [how, lengths]
        .into_iter()
        .filter(|phrase| !phrase.is_empty())
        .collect();
    (!phrases.is_empty()).then(|| phrases.join("; "))
}
