//! `cms`, `hydro`, `oj`, `boj` and `hdu`: the default comparisons of other judges.

use crate::answer::{argument_error, check};

const ONLY: &str = "(only whitespace differs)";

#[test]
fn cms_compares_the_tokens_of_lines() {
    check(
        "cms",
        "",
        &[
            ("a  b \r\n", " a\tb", "AC: 2 tokens"),
            ("a\n\n \x0b\n", "a\n", "AC: 1 token"),
            ("", "\n", "AC: 0 tokens"),
            // Only LF ends a line.
            ("a\rb", "a b", "AC: 2 tokens"),
            (
                "a b",
                "a\nb",
                &format!(
                    "WA: white space differs before the 2nd word - expected: a line break, found: a blank {ONLY}"
                ),
            ),
            (
                "\na",
                "a",
                &format!(
                    "WA: white space differs before the 1st word - expected: nothing, found: a line break {ONLY}"
                ),
            ),
            (
                "a\n\nb\nd",
                "a\nb\nc",
                "WA: white space differs before the 2nd word - expected: a line break, found: 2 line breaks",
            ),
            (
                "a\nb",
                "a\nc",
                "WA: 2nd words differ - expected: 'c', found: 'b'",
            ),
            (
                "a",
                "a\nb",
                "WA: 2nd words differ - expected: 'b', found: end of output",
            ),
            (
                "A b",
                "a B",
                "WA: 1st words differ - expected: 'a', found: 'A' (only letter case differs)",
            ),
            (
                "A b",
                "a\nB",
                "WA: 1st words differ - expected: 'a', found: 'A'",
            ),
        ],
    );
}

#[test]
fn hydro_forgives_blanks_at_line_ends_and_empty_lines_at_the_end() {
    check(
        "hydro",
        "",
        &[
            ("a \t\r\nb", "a\nb\n", "AC: 2 lines"),
            ("a\n\n\r\n", "a", "AC: 1 line"),
            ("a\n \nb", "a\n\nb", "AC: 3 lines"),
            ("", "\n", "AC: 1 line"),
            (
                "a  b",
                "a b",
                &format!("WA: 1st lines differ - expected: 'a b', found: 'a  b' {ONLY}"),
            ),
            // A line of blanks is not empty.
            (
                "a\n \n",
                "a\n",
                &format!("WA: 2nd lines differ - expected: end of output, found: ' ' {ONLY}"),
            ),
            (
                "a\n\nB",
                "a\n\nb",
                "WA: 3rd lines differ - expected: 'b', found: 'B' (only letter case differs)",
            ),
            (
                "a\x0b",
                "a",
                &format!("WA: 1st lines differ - expected: 'a', found: 'a\\x0b' {ONLY}"),
            ),
        ],
    );
    check(
        "hydro",
        "strict",
        &[
            ("a\r\r\nb", "a\nb\n", "AC: 2 lines"),
            (
                "a \n",
                "a\n",
                &format!("WA: 1st lines differ - expected: 'a', found: 'a ' {ONLY}"),
            ),
            (
                "a\n\n",
                "a",
                &format!("WA: 1st lines differ - expected: end of output, found: '' {ONLY}"),
            ),
        ],
    );
}

#[test]
fn oj_compares_bytes_but_for_carriage_returns() {
    check(
        "oj",
        "",
        &[
            ("a\r\nb\r\n", "a\nb\n", "AC: 4 bytes"),
            ("a\r\n", "a\r\n", "AC: 3 bytes"),
            (
                "a",
                "a\n",
                &format!(
                    "WA: 1st lines differ from byte 2 on - expected: '\\n', found: end of output {ONLY}"
                ),
            ),
            (
                "a\r\r\n",
                "a\r\n",
                &format!(
                    "WA: 1st lines differ from byte 3 on - expected: '\\n', found: '\\r\\n' {ONLY}"
                ),
            ),
            (
                "A\r\n",
                "a\n",
                "WA: 1st lines differ from byte 1 on - expected: 'a\\n', found: 'A\\r\\n' (only letter case differs)",
            ),
        ],
    );
}

#[test]
fn oj_takes_the_options_of_its_namesake() {
    check(
        "oj",
        "-S",
        &[
            (" a  b\r\n\n", "a b", "AC: 2 tokens"),
            (
                "a\n \n",
                "a\n",
                &format!(
                    "WA: white space differs at the end - expected: a line break, found: 2 line breaks {ONLY}"
                ),
            ),
            (
                "a b",
                "a\nb",
                &format!(
                    "WA: white space differs before the 2nd word - expected: a line break, found: a blank {ONLY}"
                ),
            ),
        ],
    );
    check("oj", "-N", &[("a b\n\n", "a\nb", "AC: 2 tokens")]);
    check(
        "oj",
        "-e 0.5",
        &[
            ("x 1.5", "x  1", "AC: 2 tokens"),
            // Relative to the larger of the two.
            ("2", "4", "AC: 1 token"),
            ("inf", "1e999", "AC: 1 token"),
            (
                "1.9",
                "4",
                "WA: 1st words differ - expected: '4', found: '1.9'",
            ),
            (
                "nan",
                "nan",
                "WA: 1st words differ - expected: 'nan', found: 'nan'",
            ),
            (
                "1\n2",
                "1 2",
                &format!(
                    "WA: white space differs before the 2nd word - expected: a blank, found: a line break {ONLY}"
                ),
            ),
        ],
    );
    check("oj", "-N -e 0.5", &[("1\n2.5", "1 2", "AC: 2 tokens")]);
}

#[test]
fn boj_forgives_what_its_makers_say() {
    check(
        "boj",
        "",
        &[
            ("a b \r\n\n", "a b", "AC: 2 tokens"),
            ("a b", "a\nb", "AC: 2 tokens"),
            (
                "a  b",
                "a b",
                &format!(
                    "PE: white space differs before the 2nd word - expected: a blank, found: 2 blanks {ONLY}"
                ),
            ),
            (
                "a\n\nb",
                "a\nb",
                &format!(
                    "PE: white space differs before the 2nd word - expected: a line break, found: 2 line breaks {ONLY}"
                ),
            ),
            (
                " a",
                "a",
                &format!(
                    "PE: white space differs before the 1st word - expected: nothing, found: a blank {ONLY}"
                ),
            ),
            (
                "a  c",
                "a b",
                "WA: white space differs before the 2nd word - expected: a blank, found: 2 blanks",
            ),
            (
                "45.0",
                "45",
                "WA: 1st words differ - expected: '45', found: '45.0'",
            ),
        ],
    );
}

#[test]
fn hdu_tells_white_space_from_the_rest() {
    check(
        "hdu",
        "",
        &[
            ("a b\n", "a b\n", "AC: 4 bytes"),
            (
                "a b",
                "a b\n",
                &format!(
                    "PE: 1st lines differ from byte 4 on - expected: '\\n', found: end of output {ONLY}"
                ),
            ),
            (
                "12",
                "1 2",
                &format!("PE: 1st lines differ from byte 2 on - expected: ' 2', found: '2' {ONLY}"),
            ),
            (
                "1 3",
                "1\n2",
                "WA: 1st lines differ from byte 2 on - expected: '\\n', found: ' 3'",
            ),
            (
                "A",
                "a",
                "WA: 1st lines differ from byte 1 on - expected: 'a', found: 'A' (only letter case differs)",
            ),
        ],
    );
}

#[test]
fn a_mistaken_argument_is_refused() {
    for (checker, args, message) in [
        (
            "oj",
            "-S -N",
            "oj: `-S` and `-N` exclude each other; give one of them",
        ),
        (
            "oj",
            "-S -S",
            "oj: argument `-S` is given twice; give it once",
        ),
        (
            "oj",
            "-x",
            "oj: unknown argument `-x`; its arguments are [-S|-N] [-e E]",
        ),
        (
            "oj",
            "-e -1",
            "oj: argument `-e` expects a number that is not negative, such as 1e-6, found `-1`",
        ),
        (
            "hydro",
            "strict strict",
            "hydro: argument `strict` is given twice; give it once",
        ),
        (
            "hydro",
            "lax",
            "hydro: unknown argument `lax`; its arguments are [strict]",
        ),
        ("cms", "x", "cms: unknown argument `x`; it takes none"),
    ] {
        assert_eq!(argument_error(checker, args).to_string(), message);
    }
}
