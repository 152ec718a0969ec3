//! The lines around a first difference, as a diff.

use similar::{ChangeTag, TextDiff};

use crate::model::{Excerpt, Window};
use crate::text;

/// A longer line loses its middle.
const WIDTH: usize = 160;

/// One line of a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// What the line is.
    pub(crate) kind: Kind,
    /// Its number in the file it is from (in the expected output, for lines of both).
    pub(crate) number: u64,
    /// Its text, printable and bounded, without the line end.
    pub(crate) text: String,
}

/// Which file a line is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Both,
    Expected,
    Found,
}

/// The diff of an excerpt: lines of the expected output that the program's lacks, and the other
/// way about, among lines of both.
pub(crate) fn lines(excerpt: &Excerpt) -> Vec<Line> {
    let expected = split(&excerpt.expected);
    let found = split(&excerpt.found);
    let (expected, found): (Vec<&str>, Vec<&str>) = (
        expected.iter().map(String::as_str).collect(),
        found.iter().map(String::as_str).collect(),
    );
    let diff = TextDiff::from_slices(&expected, &found);
    diff.iter_all_changes()
        .map(|change| {
            let (kind, index, first) = match change.tag() {
                ChangeTag::Equal => (Kind::Both, change.old_index(), &excerpt.expected),
                ChangeTag::Delete => (Kind::Expected, change.old_index(), &excerpt.expected),
                ChangeTag::Insert => (Kind::Found, change.new_index(), &excerpt.found),
            };
            Line {
                kind,
                number: first.first_line + index.unwrap_or_default() as u64,
                text: change.value().to_owned(),
            }
        })
        .collect()
}

/// The window's lines, printable. What cannot be seen is written out, so that lines that differ
/// never look alike: blanks at the end, a missing line end at the end of the file.
fn split(window: &Window) -> Vec<String> {
    let mut lines = Vec::new();
    for line in window.text.split_inclusive(|&byte| byte == b'\n') {
        let (body, ended) = match line.strip_suffix(b"\n") {
            Some(body) => (body, true),
            None => (line, false),
        };
        let blanks = body.len() - body.trim_ascii_end().len();
        let mut shown = text::printable(&body[..body.len() - blanks], WIDTH);
        for &byte in body[body.len() - blanks..].iter().take(WIDTH) {
            match byte {
                b' ' => shown.push('·'),
                b'\t' => shown.push('→'),
                _ => shown.push_str(&text::escaped(&[byte])),
            }
        }
        if !ended && !window.more {
            shown.push_str(" (no newline at the end)");
        }
        lines.push(shown);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(expected: &str, found: &str) -> Vec<String> {
        let window = |text: &str| Window {
            first_line: 7,
            text: text.as_bytes().to_vec(),
            more: false,
        };
        let excerpt = Excerpt {
            line: 7,
            column: 1,
            expected: window(expected),
            found: window(found),
        };
        lines(&excerpt)
            .iter()
            .map(|line| {
                let sign = match line.kind {
                    Kind::Both => ' ',
                    Kind::Expected => '-',
                    Kind::Found => '+',
                };
                format!("{sign}{} {}", line.number, line.text)
            })
            .collect()
    }

    #[test]
    fn lines_are_numbered_on_their_own_side() {
        assert_eq!(
            diff("a\nb\nc\n", "a\nx\ny\nc\n"),
            [" 7 a", "-8 b", "+8 x", "+9 y", " 9 c"]
        );
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(
            diff("1\n2\n", "1 \t\n2"),
            ["-7 1", "-8 2", "+7 1·→", "+8 2 (no newline at the end)"]
        );
        assert_eq!(diff("1\n", "1\r\n"), ["-7 1", "+7 1\\r"]);
        assert_eq!(diff("1\n", ""), ["-7 1"]);
    }
}
