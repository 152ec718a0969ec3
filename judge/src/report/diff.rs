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
///
/// Line is set against line of the same number where that explains as much as any alignment does:
/// a line that says something else is then not taken for a lost one.
pub(crate) fn lines(excerpt: &Excerpt) -> Vec<Line> {
    let (expected, found) = (split(&excerpt.expected), split(&excerpt.found));
    let diff = TextDiff::from_slices(&as_strs(&expected), &as_strs(&found));
    let kept = diff
        .iter_all_changes()
        .filter(|change| change.tag() == ChangeTag::Equal)
        .count();
    let in_place = expected.iter().zip(&found).filter(|(a, b)| a == b).count();
    if excerpt.expected.first_line == excerpt.found.first_line && in_place >= kept {
        return line_by_line(excerpt, expected, found);
    }
    diff.iter_all_changes()
        .map(|change| {
            let (kind, index, window) = match change.tag() {
                ChangeTag::Equal => (Kind::Both, change.old_index(), &excerpt.expected),
                ChangeTag::Delete => (Kind::Expected, change.old_index(), &excerpt.expected),
                ChangeTag::Insert => (Kind::Found, change.new_index(), &excerpt.found),
            };
            Line {
                kind,
                number: window.first_line + index.unwrap_or_default() as u64,
                text: change.value().to_owned(),
            }
        })
        .collect()
}

fn as_strs(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

/// Each line against that of the same number; lines that differ are gathered, expected first.
fn line_by_line(excerpt: &Excerpt, expected: Vec<String>, found: Vec<String>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut pending = Vec::new();
    let count = expected.len().max(found.len());
    let mut expected = expected.into_iter();
    let mut found = found.into_iter();
    for number in (excerpt.expected.first_line..).take(count) {
        let line = |kind, text| Line { kind, number, text };
        match (expected.next(), found.next()) {
            (Some(expected), Some(found)) if expected == found => {
                lines.append(&mut pending);
                lines.push(line(Kind::Both, expected));
            }
            (expected, found) => {
                lines.extend(expected.map(|text| line(Kind::Expected, text)));
                pending.extend(found.map(|text| line(Kind::Found, text)));
            }
        }
    }
    lines.append(&mut pending);
    lines
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
    fn lines_that_say_something_else_are_not_taken_for_lost_ones() {
        assert_eq!(
            diff("a\na\nb\nb\na\n", "b\nb\nb\nb\nb\n"),
            [
                "-7 a", "-8 a", "+7 b", "+8 b", " 9 b", " 10 b", "-11 a", "+11 b"
            ]
        );
        assert_eq!(
            diff("a\nb\nc\nd\n", "b\nc\nd\n"),
            ["-7 a", " 8 b", " 9 c", " 10 d"]
        );
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
