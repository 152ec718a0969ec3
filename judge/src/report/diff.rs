//! The lines around a first difference, as a diff.

use similar::{ChangeTag, TextDiff};

use crate::model::{Excerpt, Window};
use crate::text;

/// A longer line loses its middle, or what is far from the difference.
const WIDTH: usize = 160;
/// Bytes of a long line shown before the difference.
const BEFORE: usize = 60;

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
/// Line is set against line of the same number where that explains at least half of what an
/// alignment does: among a few words that come again and again, as the answers to many cases, an
/// alignment always finds some that seem lost.
pub(crate) fn lines(excerpt: &Excerpt) -> Vec<Line> {
    let (expected, found) = (split(&excerpt.expected), split(&excerpt.found));
    let (old, new) = (raw(&expected), raw(&found));
    let diff = TextDiff::from_slices(&old, &new);
    let kept = diff
        .iter_all_changes()
        .filter(|change| change.tag() == ChangeTag::Equal)
        .count();
    let in_place = old.iter().zip(&new).filter(|(a, b)| a == b).count();
    let same_start = excerpt.expected.first_line == excerpt.found.first_line;
    if same_start && (in_place * 2 > kept || kept == 0) {
        return line_by_line(excerpt.expected.first_line, &expected, &found);
    }
    diff.iter_all_changes()
        .filter_map(|change| {
            let (kind, index, window, lines) = match change.tag() {
                ChangeTag::Equal => (Kind::Both, change.old_index(), &excerpt.expected, &expected),
                ChangeTag::Delete => (
                    Kind::Expected,
                    change.old_index(),
                    &excerpt.expected,
                    &expected,
                ),
                ChangeTag::Insert => (Kind::Found, change.new_index(), &excerpt.found, &found),
            };
            let index = index?;
            Some(Line {
                kind,
                number: window.first_line + index as u64,
                text: lines.get(index)?.shown.clone(),
            })
        })
        .collect()
}

/// A line as it is, by which it is compared, and as it is shown.
struct Raw<'a> {
    bytes: &'a [u8],
    shown: String,
}

fn raw<'a>(lines: &[Raw<'a>]) -> Vec<&'a [u8]> {
    lines.iter().map(|line| line.bytes).collect()
}

/// Each line against that of the same number; lines that differ are gathered, expected first.
fn line_by_line(first_line: u64, expected: &[Raw<'_>], found: &[Raw<'_>]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut pending = Vec::new();
    let count = expected.len().max(found.len());
    for (index, number) in (0..count).zip(first_line..) {
        let line = |kind, raw: &Raw<'_>| Line {
            kind,
            number,
            text: raw.shown.clone(),
        };
        match (expected.get(index), found.get(index)) {
            (Some(expected), Some(found)) if expected.bytes == found.bytes => {
                lines.append(&mut pending);
                lines.push(line(Kind::Both, expected));
            }
            (expected, found) => {
                lines.extend(expected.map(|raw| line(Kind::Expected, raw)));
                pending.extend(found.map(|raw| line(Kind::Found, raw)));
            }
        }
    }
    lines.append(&mut pending);
    lines
}

/// The window's lines. What cannot be seen is written out, so that lines that differ never look
/// alike: blanks at the end, a missing line end at the end of the file.
fn split(window: &Window) -> Vec<Raw<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for bytes in window.text.split_inclusive(|&byte| byte == b'\n') {
        let (body, ended) = match bytes.strip_suffix(b"\n") {
            Some(body) => (body, true),
            None => (bytes, false),
        };
        let at = window.at.checked_sub(start).filter(|at| *at < bytes.len());
        let cut = window.cut && start == 0;
        let open = !ended && window.more;
        let mut shown = shown(body, at, cut, open);
        if !ended && !window.more {
            shown.push_str(" (no newline at the end)");
        }
        lines.push(Raw { bytes, shown });
        start += bytes.len();
    }
    lines
}

/// A line, printable and bounded. What is `at` the difference is never left out; `…` stands for
/// what is, also before a line that is `cut` and after one that goes on.
fn shown(body: &[u8], at: Option<usize>, cut: bool, open: bool) -> String {
    let blanks = body.len() - body.trim_ascii_end().len();
    // In a long line, all that is far from the difference is left out.
    let range = match at {
        Some(at) if body.len() > WIDTH || cut || open => {
            at.saturating_sub(BEFORE)..body.len().min(at.saturating_sub(BEFORE) + WIDTH)
        }
        _ => 0..body.len(),
    };
    // No letter is cut in two.
    let letter = |at: &usize| body.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let range = (range.start..range.end).find(letter).unwrap_or(range.end)
        ..(range.end..body.len()).find(letter).unwrap_or(body.len());
    let text = range.start..range.end.min(body.len() - blanks).max(range.start);
    let (before, after) = (cut || range.start > 0, open || range.end < body.len());
    let mut shown = String::new();
    if before {
        shown.push('…');
    }
    shown.push_str(&text::printable(&body[text.clone()], WIDTH));
    for &byte in body[text.end..range.end].iter().take(WIDTH) {
        match byte {
            b' ' => shown.push('·'),
            b'\t' => shown.push('→'),
            _ => shown.push_str(&text::escaped(&[byte])),
        }
    }
    if after {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(expected: &str, found: &str) -> Vec<String> {
        let window = |text: &str| Window {
            first_line: 7,
            text: text.as_bytes().to_vec(),
            at: 0,
            cut: false,
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
            diff("a\nb\nd\nd\na\nd\n", "b\na\nd\nd\nb\nd\n"),
            [
                "-7 a", "-8 b", "+7 b", "+8 a", " 9 d", " 10 d", "-11 a", "+11 b", " 12 d"
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

    #[test]
    fn the_difference_is_in_sight_in_a_long_line() {
        let line = |found: &str| format!("{}{found}{}\n", "a ".repeat(500), "z ".repeat(500));
        let window = |text: &str| Window {
            first_line: 1,
            text: text.as_bytes().to_vec(),
            at: 1000,
            cut: false,
            more: false,
        };
        let (expected, found) = (line("1 "), line("2 "));
        let excerpt = Excerpt {
            line: 1,
            column: 1001,
            expected: window(&expected),
            found: window(&found),
        };
        let shown: Vec<String> = lines(&excerpt).into_iter().map(|line| line.text).collect();
        let text = |found: &str| format!("…{}{found}{}…", "a ".repeat(30), "z ".repeat(49));
        assert_eq!(shown, [text("1 "), text("2 ")]);
    }

    #[test]
    fn long_lines_that_differ_out_of_sight_are_not_the_same() {
        let long = |middle: &str| format!("x\n{}{middle}{}\n", "a".repeat(200), "z".repeat(200));
        let kinds: Vec<char> = diff(&long("1"), &long("2"))
            .iter()
            .filter_map(|line| line.chars().next())
            .collect();
        assert_eq!(kinds, [' ', '-', '+']);
    }
}
