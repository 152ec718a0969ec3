//! `tokens`, `lines` and `exact`.

use compare::{Only, Place};

use crate::answer::{argument_error, check, run};

#[test]
fn tokens_ignores_how_white_space_is_shaped() {
    check(
        "tokens",
        "",
        &[
            ("", "", "AC: 0 tokens"),
            ("", " \n", "AC: 0 tokens"),
            ("7", "7\n", "AC: 1 token"),
            ("7 8", "7\r\n8\r\n", "AC: 2 tokens"),
            ("\x0b7\x0c8\t9", "7 8 9", "AC: 3 tokens"),
        ],
    );
}

#[test]
fn tokens_names_the_first_that_differs() {
    check(
        "tokens",
        "",
        &[
            (
                "7 8",
                "7 9",
                "WA: 2nd words differ - expected: '9', found: '8'",
            ),
            (
                "78",
                "7 8",
                "WA: 1st words differ - expected: '7', found: '78'",
            ),
            (
                "7 8",
                "78",
                "WA: 1st words differ - expected: '78', found: '7'",
            ),
            (
                "7",
                "78",
                "WA: 1st words differ - expected: '78', found: '7'",
            ),
            (
                "7 ",
                "7 8",
                "WA: 2nd words differ - expected: '8', found: end of output",
            ),
            (
                "7 8",
                "7",
                "WA: 2nd words differ - expected: end of output, found: '8'",
            ),
            (
                "x",
                "",
                "WA: 1st words differ - expected: end of output, found: 'x'",
            ),
            (
                "\u{a0}7",
                "7",
                "WA: 1st words differ - expected: '7', found: '\\xc2\\xa07'",
            ),
            (
                "\0",
                "0",
                "WA: 1st words differ - expected: '0', found: '\\x00'",
            ),
        ],
    );
}

#[test]
fn tokens_says_when_only_case_differs() {
    check(
        "tokens",
        "",
        &[
            (
                "maybe\nNo",
                "Maybe no",
                "WA: 1st words differ - expected: 'Maybe', found: 'maybe' (only letter case differs)",
            ),
            (
                "yes 1",
                "Yes 2",
                "WA: 1st words differ - expected: 'Yes', found: 'yes'",
            ),
            (
                "yes 1",
                "Yes",
                "WA: 1st words differ - expected: 'Yes', found: 'yes'",
            ),
        ],
    );
}

#[test]
fn lines_forgives_what_cannot_be_seen() {
    check(
        "lines",
        "",
        &[
            ("a b\nc", "a b\nc\n", "AC: 2 lines"),
            ("a b  \t\r\nc\r\n\r\n \n", "a b\nc\n", "AC: 2 lines"),
            ("a", "a \n\n\n", "AC: 3 lines"),
            ("", "\n \n", "AC: 2 lines"),
            ("", "", "AC: 0 lines"),
        ],
    );
}

#[test]
fn lines_counts_blanks_inside_and_before() {
    let only = "(only whitespace differs)";
    check(
        "lines",
        "",
        &[
            (
                "a  b",
                "a b",
                &format!("WA: 1st lines differ - expected: 'a b', found: 'a  b' {only}"),
            ),
            (
                "x\n a\n",
                "x\na\n",
                &format!("WA: 2nd lines differ - expected: 'a', found: ' a' {only}"),
            ),
            (
                "a b",
                "a\nb",
                &format!("WA: 1st lines differ - expected: 'a', found: 'a b' {only}"),
            ),
            (
                "a\n\nb\n",
                "a\nb\n",
                &format!("WA: 2nd lines differ - expected: 'b', found: '' {only}"),
            ),
            (
                "a \tb",
                "a  c",
                "WA: 1st lines differ - expected: 'a  c', found: 'a \\tb'",
            ),
            (
                "ab c",
                "a bc",
                "WA: 1st lines differ - expected: 'a bc', found: 'ab c'",
            ),
        ],
    );
}

#[test]
fn lines_says_what_is_missing() {
    check(
        "lines",
        "",
        &[
            (
                "a\n",
                "a\nb\n",
                "WA: 2nd lines differ - expected: 'b', found: end of output",
            ),
            (
                "a",
                "a\n\nb",
                "WA: 3rd lines differ - expected: 'b', found: end of output",
            ),
            (
                "a\nb",
                "a",
                "WA: 1st lines differ - expected: end of output, found: 'b'",
            ),
            (
                "a\nb",
                "a\n",
                "WA: 2nd lines differ - expected: end of output, found: 'b'",
            ),
            (
                "Yes\nno",
                "yes \nNO",
                "WA: 1st lines differ - expected: 'yes ', found: 'Yes' (only letter case differs)",
            ),
        ],
    );
}

#[test]
fn exact_forgives_nothing() {
    let only = "(only whitespace differs)";
    check(
        "exact",
        "",
        &[
            ("", "", "AC: 0 bytes"),
            ("a\n", "a\n", "AC: 2 bytes"),
            (
                "a",
                "a\n",
                &format!(
                    "WA: 1st lines differ from byte 2 on - expected: '\\n', found: end of output {only}"
                ),
            ),
            (
                "a\r\nb",
                "a\nb",
                &format!(
                    "WA: 1st lines differ from byte 2 on - expected: '\\n', found: '\\r\\n' {only}"
                ),
            ),
            (
                "a\nbcd",
                "a\nbCd",
                "WA: 2nd lines differ from byte 2 on - expected: 'Cd', found: 'cd' (only letter case differs)",
            ),
            (
                "ab",
                "a b",
                "WA: 1st lines differ from byte 2 on - expected: ' b', found: 'b'",
            ),
        ],
    );
}

#[test]
fn places_are_those_of_both_sides() {
    let place = |line, column, offset, token| Place {
        line,
        column,
        offset,
        token,
    };
    let found = b"1\n\n 2 xyz\n";
    let expected = b"1 2\nxyy";
    let check = run("tokens", "", &mut &found[..], &mut &expected[..]).unwrap();
    let difference = check.difference.unwrap();
    assert_eq!(difference.found, place(3, 4, 6, 3));
    assert_eq!(difference.expected, place(2, 1, 4, 3));
    assert_eq!(difference.found_token.as_deref(), Some(&b"xyz"[..]));
    assert_eq!(difference.expected_token.as_deref(), Some(&b"xyy"[..]));

    let check = run("lines", "", &mut &b"a \t b"[..], &mut &b"a   b"[..]).unwrap();
    let difference = check.difference.unwrap();
    assert_eq!(difference.found, place(1, 3, 2, 2));
    assert_eq!(difference.expected, place(1, 3, 2, 2));
    assert_eq!(check.only, Some(Only::Whitespace));

    let check = run("exact", "", &mut &b"ab\ncd"[..], &mut &b"ab\ncx"[..]).unwrap();
    assert_eq!(check.difference.unwrap().found, place(2, 2, 4, 2));

    let check = run("tokens", "", &mut &b"a "[..], &mut &b"a b"[..]).unwrap();
    let difference = check.difference.unwrap();
    assert_eq!(
        (difference.found, difference.found_token),
        (place(1, 3, 2, 2), None)
    );
}

#[test]
fn a_checker_without_arguments_refuses_any() {
    assert_eq!(
        argument_error("tokens", "fast").to_string(),
        "tokens: unknown argument `fast`; it takes none"
    );
}

#[test]
fn every_checker_has_its_own_name_and_a_line_of_help() {
    let mut names = std::collections::HashSet::new();
    for checker in compare::checkers() {
        assert!(names.insert(checker.name()), "{} twice", checker.name());
        assert!(!checker.about().is_empty() && !checker.about().contains('\n'));
        assert!(compare::find(checker.name()).is_some());
    }
    assert_eq!(compare::checkers()[0].name(), "tokens");
    assert!(compare::find("token").is_none());
}
