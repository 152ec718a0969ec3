//! The views of a difference.

use std::io::Cursor;

use anstyle::Style;
use package::CheckerCall;

use super::*;
use crate::check;
use crate::model::Alike;
use crate::report::terminal::words::{BAD, GOOD};
use crate::report::words;

/// Lines of which one differs in a word, one in bytes that the checker takes for equal, and one in
/// its line end.
pub(super) fn several() -> Excerpt {
    let expected = "same\nyes 0.5 x\n0.25\nlast\n";
    let found = "same\nyes 0.7 x\n0.2500001\nlast";
    Excerpt {
        alike: vec![Alike {
            expected: b"0.25\n".to_vec(),
            found: b"0.2500001\n".to_vec(),
        }],
        ..excerpt(expected, found, 9, Some((7, 2)))
    }
}

#[test]
fn what_was_expected_stands_beside_what_was_found() {
    shows(with(DiffView::Side), &failing(several()), "side");
}

#[test]
fn or_above_it() {
    shows(with(DiffView::Unified), &failing(several()), "unified");
}

#[test]
fn or_words_are_listed() {
    shows(with(DiffView::Tokens), &failing(several()), "tokens");
}

#[test]
fn or_nothing_is_shown() {
    shows(with(DiffView::None), &failing(several()), "none");
}

#[test]
fn the_width_of_a_terminal_is_kept() {
    let words = |word: &str| format!("first\n{}{word}{}\n", "abc ".repeat(40), " xyz".repeat(40));
    let long = || excerpt(&words("YES"), &words("NO"), 166, Some((9, 1)));
    shows(wide(80), &failing(long()), "long-80");
    shows(wide(50), &failing(long()), "long-50");
    shows(wide(60), &run(mixed(), 0, None), "narrow");
}

#[test]
fn the_place_where_a_long_word_differs_is_in_sight_and_marked() {
    let long = |rest: &str| format!("x {}{rest}{}\n", "a".repeat(399), "z".repeat(900));
    let cut = |rest: &str| Window {
        cut: true,
        ..excerpt(&long(rest), "", 400, None).expected
    };
    let lines = |expected: &str, found: &str| Excerpt {
        into: Some(123_456),
        expected: cut(expected),
        found: cut(found),
        ..excerpt("", "", 0, Some((1, 2)))
    };
    for (name, diff) in [
        ("side", DiffView::Side),
        ("unified", DiffView::Unified),
        ("tokens", DiffView::Tokens),
    ] {
        let look = Look {
            width: Some(80),
            ..with(diff)
        };
        let mut text = printed(look, &failing(lines("bc", "BC")));
        // Letters of several bytes that begin with the same byte, and a word that lacks one.
        text.push_str(&printed(look, &failing(lines("é", "è"))));
        text.push_str(&printed(look, &failing(lines("bz", "z"))));
        snapshot(&format!("long-word-{name}"), &text);
    }
}

#[test]
fn wide_letters_and_marks_upon_letters_take_their_columns() {
    let lines = excerpt(
        "盤面 先手\ne\u{301}te\u{301} 1\n",
        "盤面 後手\ne\u{301}te\u{301} 2\n",
        7,
        Some((2, 2)),
    );
    shows(wide(80), &failing(lines), "wide");
}

#[test]
fn blanks_and_bytes_that_cannot_be_seen_are_written_out() {
    let lines = Excerpt {
        found: Window {
            text: b"a  b\n1\t\r\n\x1b[31m\xff\n2".to_vec(),
            ..excerpt("", "", 0, None).found
        },
        ..excerpt("a b\n1\nred\n2\n", "", 1, None)
    };
    shows(wide(80), &failing(lines), "unseen");
}

#[test]
fn lines_that_moved_are_set_against_each_other() {
    let lines = excerpt("a\nb\nc\nd\ne\n", "b\nc\nX\nd\ne\n", 0, Some((1000, 4)));
    shows(wide(80), &failing(lines), "moved");
}

#[test]
fn colours_stand_where_carets_would() {
    let mut text = Vec::new();
    let look = Look {
        colours: true,
        ..wide(80)
    };
    difference(&mut text, &several(), &look, 0).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(!text.contains('^'), "{text}");
    let marked = |style: Style, word: &str| format!("{0}{word}{0:#}", style.underline());
    for mark in [marked(GOOD, "0.5"), marked(BAD, "0.7")] {
        assert!(text.contains(&mark), "{text}");
    }
}

/// What a checker finds, by its own word.
fn compared(checker: &str, expected: &str, found: &str) -> Excerpt {
    let mut words = checker.split(' ').map(str::to_owned);
    let call = CheckerCall {
        name: words.next().unwrap(),
        args: words.collect(),
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ans");
    std::fs::write(&path, expected).unwrap();
    let checker = check::prepare(&call).unwrap();
    let finding = check::check(checker.as_ref(), &mut Cursor::new(found), &path);
    finding.excerpt.unwrap()
}

/// All views of some differences, one below the other.
fn views(excerpts: &[Excerpt]) -> String {
    let mut text = Vec::new();
    for excerpt in excerpts {
        for diff in [DiffView::Unified, DiffView::Side, DiffView::Tokens] {
            let look = Look {
                width: Some(80),
                ..with(diff)
            };
            let mut plain = anstream::StripStream::new(&mut text);
            difference(&mut plain, excerpt, &look, 0).unwrap();
        }
        text.push(b'\n');
    }
    String::from_utf8(text).unwrap()
}

#[test]
fn only_words_that_differ_are_marked_where_lines_end_elsewhere() {
    let line = "466474 716949 1023019 1954969 2578677 2901530 3000001 4484093\n";
    let wrong = line.replace("77 ", "78 ").replace(' ', "\n");
    let many: String = (1..=2000).map(|n| format!("{n} ")).collect();
    let most = many
        .replace(" 1501 ", " x ")
        .replace(" 1503 ", " y ")
        .replace(' ', "\n");
    let excerpts = [
        compared("tokens", line, &wrong),
        compared("tokens", &wrong, line),
        compared("tokens", "a b c\nd e f\ng h i\n", "a b\nc d\ne f\ng h x y"),
        compared("tokens", &many, &most),
        compared("tokens", &most, &many),
        compared("kattis float_tolerance 0.1", "1 2 3 4", "1\n2.5\n3.01\n5\n"),
    ];
    snapshot("rewrapped", &views(&excerpts));
    // Reports without colours or views of their own.
    let text = excerpts.map(|excerpt| words::difference(&(&excerpt).into()).join("\n"));
    snapshot("rewrapped-plain", &(text.join("\n\n") + "\n"));
}

#[test]
fn what_is_shown_is_not_counted_as_more() {
    let numbers = |count: usize, end: &str| -> String {
        (0..count).map(|n| format!("{}{end}", 1000 + n)).collect()
    };
    let wrong = |text: &str| {
        text.replace("0 ", "5 ")
            .replace("0\n", "5\n")
            .replace("1 ", "6 ")
            .replace("1\n", "6\n")
    };
    let all = |text: &str| text.replace('1', "2");
    let line = numbers(2000, " ");
    let nine = numbers(9, " ") + "\n";
    let three = nine.repeat(3);
    let lines = numbers(18, "\n");
    let excerpts = [
        // One long line; the same on other lines; several short lines; a word to each.
        compared("tokens", &line, &wrong(&line)),
        compared("tokens", &line, &wrong(&line).replace(' ', "\n")),
        compared("tokens", &three, &all(&three)),
        compared("tokens", &lines, &all(&lines)),
        // Words that moved are not held against those of their numbers.
        compared("tokens", "a b\nc d\n", "a\nc d\n"),
        compared("exact", "a\n\nb\n", "a\nb\n"),
    ];
    snapshot("shown", &views(&excerpts));
}

#[test]
fn a_line_that_stands_alone_is_of_several_words() {
    let excerpts = [
        compared("tokens", "14 69  16 \n22\n", ""),
        compared("tokens", "", "14 69\t16\n"),
        compared("tokens", "1\n", "1\n2 3 4\n"),
        compared("exact", "1\n  \n", "1\n"),
    ];
    snapshot("alone", &views(&excerpts));
}
