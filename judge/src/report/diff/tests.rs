//! Diffs of made-up excerpts.

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
        seen_column: 1,
        into: None,
        one_of_many: false,
        rewrapped: false,
        expected: window(expected),
        found: window(found),
        alike: Vec::new(),
        extent: None,
    };
    lines(&excerpt)
        .0
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
        seen_column: 1001,
        into: None,
        one_of_many: false,
        rewrapped: false,
        expected: window(&expected),
        found: window(&found),
        alike: Vec::new(),
        extent: None,
    };
    let shown: Vec<String> = lines(&excerpt)
        .0
        .into_iter()
        .map(|line| line.text.to_string())
        .collect();
    let text = |found: &str| format!("… {}{found}{}z…", "a ".repeat(26), "z ".repeat(51));
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
