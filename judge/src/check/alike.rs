//! Lines and words near a difference that differ, and that the checker takes for equal all the same:
//! numbers within its tolerance, letters whose case it ignores, blanks.

use compare::Compare;

use crate::model::{Alike, Excerpt, Window};

/// Questions to the checker for one excerpt, at most.
pub(super) const ASKED: usize = 500;

/// The pairs, found by asking the checker of each alone. What a checker says of a part does not
/// decide anything: it only keeps a view from marking what is no mistake.
pub(super) fn pairs(checker: &dyn Compare, excerpt: &Excerpt) -> Vec<Alike> {
    let mut pairs = Asked::of(checker, ASKED);
    if excerpt.rewrapped {
        let words =
            [&excerpt.expected, &excerpt.found].map(|window| (window, window.words().after));
        let [(expected, old), (found, new)] = &words;
        // The words that the checker stopped at differ, whatever each may be alone.
        for (left, right) in old.iter().zip(new).skip(1) {
            pairs.ask(expected.word(left), found.word(right));
        }
        return pairs.known;
    }
    let (expected, found) = (lines(&excerpt.expected), lines(&excerpt.found));
    let difference = at(&expected);
    for (index, line) in expected.iter().enumerate() {
        // Lines that stand as far from the difference as one another.
        let place = (index + at(&found)).checked_sub(difference);
        let Some(other) = place.and_then(|place| found.get(place)) else {
            continue;
        };
        if index != difference && pairs.ask(line.bytes, other.bytes) {
            continue;
        }
        let words = words(line).zip(words(other));
        for ((at, expected), (_, found)) in words {
            // The words that the checker stopped at differ, whatever each may be alone.
            let word = at..at + expected.len();
            if line.at.is_none_or(|at| !word.contains(&at)) {
                pairs.ask(expected, found);
            }
        }
    }
    pairs.known
}

/// How often a checker was asked, and may be, and the pairs that it takes for equal.
pub(super) struct Asked<'a> {
    checker: &'a dyn Compare,
    asked: usize,
    most: usize,
    known: Vec<Alike>,
}

impl<'a> Asked<'a> {
    pub(super) fn of(checker: &'a dyn Compare, most: usize) -> Self {
        Asked {
            checker,
            asked: 0,
            most,
            known: Vec::new(),
        }
    }

    pub(super) fn ask(&mut self, expected: &[u8], found: &[u8]) -> bool {
        if expected == found {
            return true;
        }
        let same = |pair: &Alike| pair.expected == expected && pair.found == found;
        if self.known.iter().any(same) {
            return true;
        }
        self.asked += 1;
        let alike = self.asked <= self.most && self.checker.accepts(found, expected);
        if alike {
            self.known.push(Alike {
                expected: expected.to_vec(),
                found: found.to_vec(),
            });
        }
        alike
    }
}

/// A line of a window with its line end, and where in it the difference is.
struct Line<'a> {
    bytes: &'a [u8],
    at: Option<usize>,
}

fn lines(window: &Window) -> Vec<Line<'_>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for bytes in window.text.split_inclusive(|&byte| byte == b'\n') {
        let at = window.at.checked_sub(start).filter(|at| *at < bytes.len());
        lines.push(Line { bytes, at });
        start += bytes.len();
    }
    lines
}

/// The index of the line of the difference; behind the last one at the end of the file.
fn at(lines: &[Line<'_>]) -> usize {
    let of_difference = lines.iter().position(|line| line.at.is_some());
    of_difference.unwrap_or(lines.len())
}

/// The words of a line, each with its place in it.
fn words<'a>(line: &Line<'a>) -> impl Iterator<Item = (usize, &'a [u8])> {
    let mut start = 0;
    line.bytes
        .split(u8::is_ascii_whitespace)
        .filter_map(move |word| {
            let at = start;
            start += word.len() + 1;
            (!word.is_empty()).then_some((at, word))
        })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::{check, prepare};
    use super::*;
    use package::CheckerCall;

    fn pairs_of(checker: &[&str], expected: &str, found: &str) -> Vec<(String, String)> {
        let call = CheckerCall {
            name: checker[0].to_owned(),
            args: checker[1..].iter().map(|&word| word.to_owned()).collect(),
        };
        let checker = prepare(&call).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ans");
        std::fs::write(&path, expected).unwrap();
        let finding = check(checker.as_ref(), &mut Cursor::new(found), &path);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let pair = |pair: &Alike| (text(&pair.expected), text(&pair.found));
        finding.excerpt.unwrap().alike.iter().map(pair).collect()
    }

    #[test]
    fn the_checker_says_which_lines_and_words_are_no_mistakes() {
        let pair = |expected: &str, found: &str| (expected.to_owned(), found.to_owned());
        let kattis = ["kattis", "float_tolerance", "1e-3"];
        assert_eq!(
            pairs_of(&kattis, "0.5\n1 2.0\n3\n", "0.50001\n1 2.5\n3.0001\n"),
            [pair("0.5\n", "0.50001\n"), pair("3\n", "3.0001\n")]
        );
        assert_eq!(
            pairs_of(&kattis, "2 2 0.1\n", "2.5 2.0001 7\n"),
            [pair("2", "2.0001")]
        );
        assert_eq!(
            pairs_of(&["tokens"], "a b\nc\nd\n", "a  b\nx\nd \n"),
            [pair("a b\n", "a  b\n"), pair("d\n", "d \n")]
        );
        assert_eq!(pairs_of(&["exact"], "a b\nc\nd\n", "a b\nx\nd \n"), []);
    }

    #[test]
    fn a_checker_is_not_asked_without_end() {
        let line = |word: &str| format!("a\n{}\n", format!("{word} ").repeat(700));
        let pairs = pairs_of(&["kattis", "float_tolerance", "1"], "1\n", "3\n");
        assert!(pairs.is_empty());
        let many: String = (0..700).map(|n| format!("{n}.5 ")).collect();
        let pairs = pairs_of(
            &["kattis", "float_tolerance", "1e-9"],
            &format!("x {many}\n"),
            &line("y"),
        );
        assert!(pairs.len() <= ASKED);
    }
}
