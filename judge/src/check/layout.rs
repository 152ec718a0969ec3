//! Whether two outputs divide the same words into other lines.

use std::cmp::Ordering;

use compare::{Compare, Difference};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::alike::{self, Asked};
use crate::model::{Excerpt, Window, Words};

/// Outputs of the same words, on one line and on several. Some checkers read no words, others nothing else.
const DIVIDED: [(&[u8], &[u8]); 3] = [
    (b"1 2\n", b"1\n2\n"),
    (b"yes no\n", b"yes\nno\n"),
    (b"Case 1: 2 3\n", b"Case 1:\n2\n3\n"),
];

/// Questions to the checker of words by their numbers, at most. Of lines it is asked as much and more,
/// so that what speaks for words is never that less was asked about lines.
const ASKED: usize = alike::ASKED / 2;

/// Whether word is to be held against word by their numbers, and not line against line: the checker
/// does the same, and more of what is around the difference is explained by it.
pub(super) fn is_other(checker: &dyn Compare, difference: &Difference, excerpt: &Excerpt) -> bool {
    if difference.expected.token != difference.found.token || !is_of_no_matter(checker) {
        return false;
    }
    let (expected, found) = (Lines::of(&excerpt.expected), Lines::of(&excerpt.found));
    if expected.shape() == found.shape() {
        return false;
    }
    let by_words = expected.by_words(&found, &mut Asked::of(checker, ASKED));
    let by_distance = expected.by_distance(&found, checker);
    match by_words.cmp(&expected.by_lines(&found, checker).max(by_distance)) {
        Ordering::Greater => true,
        // Lines that correspond do so from the difference on and back from it.
        Ordering::Equal if by_distance < by_words => expected.part_at_words(&found),
        // Nothing speaks for lines of which there are more here than there.
        Ordering::Equal => expected.is_divided_unlike(&found),
        Ordering::Less => false,
    }
}

/// Whether the checker accepts words wherever lines end.
fn is_of_no_matter(checker: &dyn Compare) -> bool {
    let accepts = |(one, several): &(&[u8], &[u8])| checker.accepts(several, one);
    DIVIDED.iter().any(accepts)
}

/// The words of a window, line by line.
struct Lines<'a> {
    first: u64,
    lines: Vec<Vec<&'a [u8]>>,
    /// The line of the difference, and how many of its words come before it.
    at: (usize, usize),
    before: usize,
    /// Whether the first line begins before the window.
    cut: bool,
    /// The words from the difference on, with their lines.
    after: Vec<(usize, &'a [u8])>,
}

impl<'a> Lines<'a> {
    fn of(window: &'a Window) -> Self {
        let Words { before, after } = window.words();
        let line = window.line_of(window.at);
        let mut lines = vec![Vec::new(); window.line_of(window.text.len()) + 1];
        let mut placed = Vec::new();
        for word in before.iter().chain(&after) {
            let (line, text) = (window.line_of(word.start), window.word(word));
            placed.push((line, text));
            if let Some(words) = lines.get_mut(line) {
                words.push(text);
            }
        }
        let after = placed.split_off(before.len());
        // A word that is the difference decides; at the end of a file there is none.
        let line = after.first().map_or(line, |(line, _)| *line);
        Lines {
            first: window.first_line,
            lines,
            at: (line, placed.iter().filter(|(of, _)| *of == line).count()),
            before: before.len(),
            cut: window.cut,
            after,
        }
    }

    /// How many words each line has.
    fn shape(&self) -> Vec<usize> {
        self.lines.iter().map(Vec::len).collect()
    }

    /// How many words are the same as the word of the same number.
    fn by_words(&self, found: &Lines<'_>, asked: &mut Asked<'_>) -> usize {
        // Up to the difference the checker has found them to be so.
        let before = self.before.min(found.before);
        let pairs = self.after.iter().zip(&found.after).skip(1);
        before + pairs.filter(|((_, a), (_, b))| asked.ask(a, b)).count()
    }

    /// How many are the same where lines stand against those as far from the difference.
    fn by_distance(&self, found: &Lines<'_>, checker: &dyn Compare) -> usize {
        self.shifted(found.at.0 as i64 - self.at.0 as i64, found, checker)
    }

    /// How many are the same where lines stand against those of the same number, or against those that
    /// are equal, in order.
    fn by_lines(&self, found: &Lines<'_>, checker: &dyn Compare) -> usize {
        let by_number = self.shifted(self.first as i64 - found.first as i64, found, checker);
        let ops = capture_diff_slices(Algorithm::Myers, &self.lines, &found.lines);
        let equal = ops.iter().filter(|op| matches!(op, DiffOp::Equal { .. }));
        let lines = equal.flat_map(|op| self.lines.get(op.old_range()));
        let equal: usize = lines.flatten().map(Vec::len).sum();
        by_number.max(equal)
    }

    /// How many are the same where a line stands against the one so many lines further down in the
    /// other window.
    fn shifted(&self, shift: i64, found: &Lines<'_>, checker: &dyn Compare) -> usize {
        let mut asked = Asked::of(checker, alike::ASKED);
        let mut same = 0;
        for (index, line) in self.lines.iter().enumerate() {
            let other = usize::try_from(index as i64 + shift).unwrap_or(usize::MAX);
            let Some(words) = found.lines.get(other) else {
                continue;
            };
            // A line that is cut is known back from the difference, or from its end.
            let (old, new) = match (index == self.at.0, other == found.at.0) {
                (true, true) => (self.at.1, found.at.1),
                _ if self.cut && index == 0 || found.cut && other == 0 => (line.len(), words.len()),
                _ => (0, 0),
            };
            let (skip, skip_found) = (old.saturating_sub(new), new.saturating_sub(old));
            let pairs = line.iter().skip(skip).zip(words.iter().skip(skip_found));
            same += pairs.filter(|(a, b)| asked.ask(a, b)).count();
        }
        same
    }

    /// Whether a word is the difference on both sides, and not the end of a file.
    fn part_at_words(&self, found: &Lines<'_>) -> bool {
        !self.after.is_empty() && !found.after.is_empty()
    }

    /// Whether a word and the one of its number do not stand as far behind the difference, and lines
    /// are not as many.
    fn is_divided_unlike(&self, found: &Lines<'_>) -> bool {
        let distance = |lines: &Lines<'_>, line: usize| line - lines.at.0;
        let count = |lines: &Lines<'_>| lines.lines.iter().filter(|line| !line.is_empty()).count();
        let mut pairs = self.after.iter().zip(&found.after);
        count(self) != count(found)
            && pairs.any(|((old, _), (new, _))| distance(self, *old) != distance(found, *new))
    }
}

#[cfg(test)]
mod tests {
    use super::super::excerpt_of;

    fn is_other(checker: &str, expected: &str, found: &str) -> bool {
        excerpt_of(checker, expected, found).rewrapped
    }

    #[test]
    fn word_is_held_against_word_where_lines_do_not_correspond() {
        let line: String = (0..2000).map(|n| format!("{n} ")).collect();
        let wrong = line.replace(" 1501 ", " x ");
        let lines: String = (0..300).map(|n| format!("{n} {n}\n")).collect();
        for (checker, expected, found) in [
            ("tokens", "1 2 3 4", "1\n2\nx\n4\n"),
            ("tokens", "1\n2\n3\n4\n", "1 2 x 4"),
            ("tokens", "1 2 3 4", "x\n2\n3\n4\n"),
            ("tokens", "1 2 3 4", "5\n6\n7\n8\n"),
            ("tokens", "1 2\n", "1\n3\n"),
            ("tokens", "1\n2\n", "1 3\n"),
            ("tokens", "2\n9\n8\n6\n6\n9\n9\n", "2\n9\n8\n\nx\n6\n9\n9\n"),
            ("tokens", "a b c\nd e f\ng h i\n", "a b\nc d\ne f\ng h x\n"),
            ("tokens", &line, &wrong.replace(' ', "\n")),
            ("tokens", &line.replace(' ', "\n"), &wrong),
            ("kattis float_tolerance 0.1", "1 2 3", "1.7\n2.01\n3.01\n"),
            // Of these, too, every second line corresponds to none.
            (
                "tokens",
                &lines,
                &lines.replacen("150 150", "150 x", 1).replace('\n', "\n\n"),
            ),
            ("wcmp", "1 2 3 4", "1\n2\nx\n4\n"),
            ("ncmp", "1 2 3 4", "1\n2\n5\n4\n"),
            ("nyesno", "yes no no", "yes\nno\nYES\n"),
            ("casencmp", "Case 1: 2 3 4", "Case 1:\n2\n3\n5\n"),
        ] {
            assert!(
                is_other(checker, expected, found),
                "{checker} {expected:?} {found:?}"
            );
        }
    }

    #[test]
    fn else_line_is_held_against_line() {
        let lines: String = (0..300).map(|n| format!("{n} {n}\n")).collect();
        let numbers = |digits: &str| -> String {
            let end = |n: usize| if n % 9 == 8 { '\n' } else { ' ' };
            (0..300)
                .map(|n| format!("{n}.{digits}{}", end(n)))
                .collect()
        };
        let wrong = numbers("0001").replace(" 150.", " 950.");
        for (checker, expected, found) in [
            ("tokens", "1 2 3\n4 5\n", "1 2 3\n4 x\n"),
            // What is in sight of lines of other lengths begins and ends elsewhere.
            ("kattis float_tolerance 0.1", &numbers("0"), &wrong),
            ("tokens", "1 2\n3 4\n", "5 6\n7 8\n"),
            // A word is missing or too much, or a line.
            ("tokens", "a b\nc d\ne f\n", "a\nc d\ne f\n"),
            ("tokens", "a b\nc d\ne f\n", "a b x\nc d\ne f\n"),
            ("tokens", "a\n", "x y\n"),
            ("tokens", "a b\nc d\n", "a b"),
            ("tokens", "1\n2\n3\n4\n5\n", "\n1\n2\n3\nx\n5\n"),
            ("tokens", "1\n2 3\n4\n5\n6\n", "2 3\n4\n5\n6\n"),
            ("tokens", "2 3\n4\n5\n6\n", "1\n2 3\n4\n5\n6\n"),
            ("tokens", &lines, &lines.replacen("150 150", "150", 1)),
            ("tokens", &lines, &lines.replacen("150 150\n", "", 1)),
            ("tokens", "1 2 3", ""),
            ("tokens", "", "1\n2\n"),
            // These do not take the one for the other.
            ("lines", "1 2 3 4", "1\n2\nx\n4\n"),
            ("exact", "1 2 3 4", "1\n2\nx\n4\n"),
            ("lcmp", "1 2 3 4", "1\n2\nx\n4\n"),
            ("kattis space_change_sensitive", "1 2 3 4", "1\n2\nx\n4\n"),
        ] {
            assert!(
                !is_other(checker, expected, found),
                "{checker} {expected:?} {found:?}"
            );
        }
    }
}
