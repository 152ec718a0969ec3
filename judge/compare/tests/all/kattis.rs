//! `kattis`: the grammar of numbers, the tolerances, the flags and their mistakes.

use crate::answer::{answer, argument_error, check};

#[test]
fn letters_are_compared_in_any_case_unless_told_otherwise() {
    check("kattis", "", &[("yES no", "Yes\nNO\n", "AC: 2 tokens")]);
    check(
        "kattis",
        "case_sensitive",
        &[(
            "yES",
            "Yes",
            "WA: 1st words differ - expected: 'Yes', found: 'yES' (only letter case differs)",
        )],
    );
    // Letters beyond ASCII have no case.
    check(
        "kattis",
        "",
        &[(
            "\u{c4}",
            "\u{e4}",
            "WA: 1st words differ - expected: '\u{e4}', found: '\u{c4}'",
        )],
    );
}

#[test]
fn white_space_counts_when_asked_for() {
    let args = "space_change_sensitive";
    let only = "(only whitespace differs)";
    check(
        "kattis",
        args,
        &[
            ("A b\n", "a B\n", "AC: 2 tokens"),
            (
                "a b",
                "a b\n",
                &format!(
                    "WA: 1st lines differ from byte 4 on - expected: '\\n', found: end of output {only}"
                ),
            ),
            (
                "a  b\n",
                "a B\n",
                &format!(
                    "WA: 1st lines differ from byte 3 on - expected: 'B\\n', found: ' b\\n' {only}"
                ),
            ),
            (
                "a\tb",
                "a c",
                "WA: 1st lines differ from byte 2 on - expected: ' c', found: '\\tb'",
            ),
        ],
    );
    let both = "space_change_sensitive float_tolerance 1e-3";
    check(
        "kattis",
        both,
        &[
            ("x 1.0001\n", "X 1\n", "AC: 2 tokens"),
            (
                "x  1.0001\n",
                "X 1\n",
                &format!(
                    "WA: 1st lines differ from byte 3 on - expected: '1\\n', found: ' 1.0001\\n' {only}"
                ),
            ),
            (
                "x  1.1\n",
                "X 1\n",
                "WA: 1st lines differ from byte 3 on - expected: '1\\n', found: ' 1.1\\n'",
            ),
            (
                "1",
                "1\n",
                &format!(
                    "WA: 1st lines differ from byte 2 on - expected: '\\n', found: end of output {only}"
                ),
            ),
        ],
    );
}

#[test]
fn a_number_is_what_the_specification_says() {
    let numbers = [
        "8",
        "+8",
        "8.",
        "8.0",
        "08",
        "0.8e1",
        "80E-1",
        ".8e+1",
        "8.e0",
        "800e-02",
        "8.000000000000000000000000000000000000",
    ];
    for number in numbers {
        let text = answer("kattis", "float_tolerance 0", number.as_bytes(), b"8");
        assert_eq!(text, "AC: 1 token", "{number}");
    }
    let words = [
        "0x8", "0x8p0", "8e", "8e+", "8f", "8,0", "8_0", "--8", "+", ".", ".e1", "e8", "inf",
        "nan", "1e400", "8\0", "\u{ff18}",
    ];
    for word in words {
        let text = answer("kattis", "float_tolerance 100", word.as_bytes(), b"8");
        assert!(text.starts_with("WA: 1st words differ"), "{word}: {text}");
        assert!(text.ends_with("(which is no number)"), "{word}: {text}");
        // As an expected token it is text.
        let text = answer("kattis", "float_tolerance 100", b"8", word.as_bytes());
        assert!(text.starts_with("WA: 1st words differ"), "{word}: {text}");
        let text = answer(
            "kattis",
            "float_tolerance 0",
            word.as_bytes(),
            word.as_bytes(),
        );
        assert_eq!(text, "AC: 1 token", "{word}");
    }
}

#[test]
fn either_tolerance_suffices_and_the_bound_is_inclusive() {
    let absolute = "float_absolute_tolerance 0.25";
    let relative = "float_relative_tolerance 0.25";
    let both = "float_tolerance 0.25";
    let two = "float_absolute_tolerance 0.25 float_relative_tolerance 0.25";
    // Fractions of two, so that doubles are exact.
    for (found, expected, good) in [
        ("1.25", "1", [true, true, true, true]),
        ("1.2500000001", "1", [false, false, false, false]),
        ("5", "4", [false, true, true, true]),
        // The tolerance is a share of the expected value, not of the found one.
        ("4", "5.5", [false, false, false, false]),
        ("0.25", "0", [true, false, true, true]),
        ("-0", "0", [true, true, true, true]),
        ("0", "-0.0", [true, true, true, true]),
        ("-5", "-4", [false, true, true, true]),
        ("0.5", "0.625", [true, true, true, true]),
        ("1e-320", "0", [true, false, true, true]),
    ] {
        for (args, good) in [absolute, relative, both, two].into_iter().zip(good) {
            let text = answer("kattis", args, found.as_bytes(), expected.as_bytes());
            assert_eq!(
                text.starts_with("AC"),
                good,
                "{args}: {found} {expected}: {text}"
            );
        }
    }
}

#[test]
fn numbers_and_text_may_mix() {
    check(
        "kattis",
        "float_tolerance 1e-6 case_sensitive",
        &[
            ("x= 2.50000001 m", "x= 2.5 m", "AC: 3 tokens"),
            (
                "X= 2.5",
                "x= 2.5",
                "WA: 1st words differ - expected: 'x=', found: 'X=' (only letter case differs)",
            ),
            (
                "X= 2.6",
                "x= 2.5",
                "WA: 1st words differ - expected: 'x=', found: 'X='",
            ),
            (
                "x= 2.6",
                "x= 2.5",
                "WA: 2nd numbers differ - expected: '2.5', found: '2.6' (absolute error 1.000000e-1, relative error 4.000000e-2)",
            ),
            (
                "x=",
                "x= 2.5",
                "WA: 2nd words differ - expected: '2.5', found: end of output",
            ),
            (
                "x= 1 2",
                "x= 1",
                "WA: 3rd words differ - expected: end of output, found: '2'",
            ),
            (
                "never",
                "0",
                "WA: 1st words differ - expected: '0', found: 'never' (which is no number)",
            ),
            (
                "1",
                "0",
                "WA: 1st numbers differ - expected: '0', found: '1' (absolute error 1.000000e0)",
            ),
        ],
    );
}

#[test]
fn without_a_tolerance_numbers_are_text() {
    check(
        "kattis",
        "",
        &[(
            "1.0",
            "1",
            "WA: 1st words differ - expected: '1', found: '1.0'",
        )],
    );
}

#[test]
fn a_mistaken_argument_is_refused() {
    for (args, message) in [
        ("case", "unknown argument `case`"),
        ("1e-6", "unknown argument `1e-6`"),
        (
            "case_sensitive case_sensitive",
            "`case_sensitive` is given twice",
        ),
        (
            "float_tolerance 1 float_tolerance 1",
            "`float_tolerance` is given twice",
        ),
        (
            "float_tolerance",
            "`float_tolerance` expects a number that is not negative, such as 1e-6, found nothing",
        ),
        ("float_tolerance x", "found `x`"),
        ("float_tolerance -1", "found `-1`"),
        ("float_tolerance nan", "found `nan`"),
        ("float_tolerance inf", "found `inf`"),
        ("float_tolerance 0x1", "found `0x1`"),
        ("float_tolerance 1e999", "found `1e999`"),
        (
            "float_absolute_tolerance 1 float_tolerance 1",
            "`float_tolerance` and `float_absolute_tolerance` exclude each other",
        ),
        (
            "float_tolerance 1 float_relative_tolerance 1",
            "`float_tolerance` and `float_relative_tolerance` exclude each other",
        ),
    ] {
        let error = argument_error("kattis", args).to_string();
        assert!(error.contains(message), "{args}: {error}");
    }
}
