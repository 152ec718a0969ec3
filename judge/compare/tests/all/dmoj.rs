//! DMOJ's checkers: verdicts as DMOJ's judge server gives them.

use crate::answer::{answer, argument_error, check};

/// Checks verdicts alone; the messages are our own.
fn verdicts(checker: &str, args: &str, table: &[(&str, &str, &str)]) {
    for (found, expected, verdict) in table {
        let text = answer(checker, args, found.as_bytes(), expected.as_bytes());
        assert!(
            text.starts_with(verdict),
            "{checker} {args}: {found:?} against {expected:?}: {text}"
        );
    }
}

#[test]
fn standard_wants_line_breaks_between_the_same_tokens() {
    check(
        "dmoj:standard",
        "",
        &[
            ("a  b\n\n\nc", "\n a b\nc\n", "AC: 3 tokens"),
            ("a\rb", "a\nb", "AC: 2 tokens"),
            (
                "a b c",
                "a b\nc",
                "WA: white space differs before the 3rd word - expected: a line break, found: a blank (only whitespace differs)",
            ),
            (
                "a \nb",
                "a b",
                "WA: white space differs before the 2nd word - expected: a blank, found: a line break (only whitespace differs)",
            ),
            (
                "a b\nd",
                "a\nb c",
                "WA: white space differs before the 2nd word - expected: a line break, found: a blank",
            ),
            (
                "a\nb",
                "a\nc",
                "WA: 2nd words differ - expected: 'c', found: 'b'",
            ),
            (
                "a\n",
                "a\nc",
                "WA: 2nd words differ - expected: 'c', found: end of output",
            ),
        ],
    );
}

#[test]
fn identical_wants_the_same_bytes() {
    verdicts(
        "dmoj:identical",
        "",
        &[("a\n", "a\n", "AC"), ("a", "a\n", "WA")],
    );
}

#[test]
fn easy_counts_letters() {
    check(
        "dmoj:easy",
        "",
        &[
            ("Ab c", "cBA\n", "AC: 3 letters"),
            (
                "ab",
                "abb",
                "WA: letters differ in number - expected: 2 of 'b', found: 1",
            ),
        ],
    );
}

#[test]
fn floats_are_compared_line_by_line() {
    verdicts(
        "dmoj:floats",
        "",
        &[
            ("x 1.0000001\n\n2", "x 1\r\n2\n", "AC"),
            ("1 2", "1\n2", "WA"),
            ("1\n \n2", "1\n2", "WA"),
            ("1_0", "10", "AC"),
            ("1__0", "10", "WA"),
            ("_10", "10", "WA"),
            ("1e", "1", "WA"),
            ("nan", "nan", "WA"),
            ("inf", "inf", "WA"),
            ("x", "1", "WA"),
            ("1", "x", "WA"),
            ("2000001", "2000000", "AC"),
            ("2000003", "2000000", "WA"),
            ("1", "1 2", "WA"),
        ],
    );
    verdicts(
        "dmoj:floatsabs",
        "",
        &[("2000001", "2000000", "WA"), ("1.0000001", "1", "AC")],
    );
    verdicts(
        "dmoj:floatsrel",
        "",
        &[("0.0000001", "0", "WA"), ("inf", "Infinity", "AC")],
    );
    verdicts(
        "dmoj:floats",
        "precision=1 error_mode=absolute",
        &[("1.05", "1", "AC"), ("11", "10", "WA")],
    );
    verdicts("dmoj:floats", "precision=-1", &[("8", "1", "AC")]);
}

#[test]
fn sorted_and_unordered_forget_the_order() {
    check(
        "dmoj:sorted",
        "",
        &[
            ("b  a\nc\n\n", "c\nb a", "AC: 2 lines in any order"),
            ("a b\nc", "c\nb a", "WA: lines differ in any order [size=2]"),
            ("a", "a\na", "WA: expected 2 lines, but 1 found"),
            ("ab\nc", "a\nbc", "WA: lines differ in any order [size=2]"),
        ],
    );
    let tokens = [
        ("b a c", "c\nb a", "AC: 3 tokens in any order"),
        ("a a b", "a b b", "WA: tokens differ in any order [size=3]"),
    ];
    check("dmoj:unordered", "", &tokens);
    check("dmoj:sorted", "split_on=whitespace", &tokens);
}

#[test]
fn rstripped_forgives_blanks_at_line_ends_alone() {
    verdicts(
        "dmoj:rstripped",
        "",
        &[
            ("a \nb", "a\nb\t", "AC"),
            ("a\n", "a", "WA"),
            ("a\r\nb", "a\nb", "WA"),
            ("a\rb", "a\nb", "AC"),
            (" a", "a", "WA"),
            ("a\n  ", "a\n", "AC"),
        ],
    );
    verdicts(
        "dmoj:rstripped",
        "filter_new_line=true",
        &[
            ("a\n\n", "a", "AC"),
            ("a \n", "a", "AC"),
            ("\na\r\nb", "a\nb", "AC"),
            ("a\n  \nb", "a\nb", "WA"),
            ("a\n  ", "a\n", "WA"),
            ("a\nb", "a", "WA"),
        ],
    );
}

#[test]
fn linecount_counts_right_lines() {
    check(
        "dmoj:linecount",
        "",
        &[
            (" a\n\nb \n", "a\nb\n", "AC 1: 2 of 2 lines are right"),
            (
                "a\nx\nc\nd",
                "a\nb\nc\nd",
                "WA 0.75: 3 of 4 lines are right",
            ),
            ("x\na", "a\nb", "WA 0: 0 of 2 lines are right"),
            ("a", "a\nb", "WA 0.5: 1 of 2 lines are right"),
            ("a\nb", "a", "WA 0: more lines than the 1 expected"),
            ("a", "", "WA 0: more lines than the 0 expected"),
            ("\n", "", "AC 1: 0 of 0 lines are right"),
        ],
    );
}

#[test]
fn linematches_gives_each_line_its_points() {
    check(
        "dmoj:linematches",
        "point_distribution=1,2,1",
        &[
            ("a\nb\nc", "a\n\nb\rc\n", "AC 1: 4 of 4 points"),
            ("a\nb\nx", "a\nb\nc", "AC 0.75: 3 of 4 points"),
            // Blanks count, and the verdict is that of any point at all.
            ("a\nb \nc", "a\nb\nc", "AC 0.5: 2 of 4 points"),
            ("x\nx\nx", "a\nb\nc", "WA 0: 0 of 4 points"),
            ("a\nb", "a\nb\nc", "WA 0: not as many lines as expected"),
            (
                "a\nb\nc\nd",
                "a\nb\nc",
                "WA 0: not as many lines as expected",
            ),
            (
                "a",
                "a\nb",
                "JE: expected as many lines as `point_distribution` has numbers, 3, found 2",
            ),
            (
                "",
                "a\nb\nc\nd",
                "JE: expected as many lines as `point_distribution` has numbers, 3, found 4",
            ),
        ],
    );
    check(
        "dmoj:linematches",
        "point_distribution=1,2,1 filler_lines_required=false",
        &[
            ("a\nb", "a\nb\nc", "AC 0.75: 3 of 4 points"),
            ("a\nb\nc\nd", "a\nb\nc", "AC 1: 4 of 4 points"),
        ],
    );
    check("dmoj:linematches", "", &[("a", "a", "AC 1: 1 of 1 points")]);
}

#[test]
fn a_mistaken_argument_is_refused() {
    for (checker, args, message) in [
        (
            "dmoj:floats",
            "precision",
            "dmoj:floats: argument `precision` expects a value, as `key=value`, found nothing",
        ),
        (
            "dmoj:floats",
            "precision=x",
            "dmoj:floats: argument `precision` expects a number of digits, such as 6, found `x`",
        ),
        (
            "dmoj:floats",
            "precision=1 precision=2",
            "dmoj:floats: argument `precision` is given twice; give it once",
        ),
        (
            "dmoj:floats",
            "error_mode=x",
            "dmoj:floats: argument `error_mode` expects `default`, `absolute` or `relative`, found `x`",
        ),
        (
            "dmoj:floatsabs",
            "error_mode=relative",
            "dmoj:floatsabs: unknown argument `error_mode=relative`; its arguments are [precision=6]",
        ),
        (
            "dmoj:sorted",
            "split_on=words",
            "dmoj:sorted: argument `split_on` expects `lines` or `whitespace`, found `words`",
        ),
        (
            "dmoj:linematches",
            "point_distribution=0,0",
            "dmoj:linematches: argument `point_distribution` expects whole numbers that are not all 0, such as 1,2,2, found `0,0`",
        ),
        (
            "dmoj:linematches",
            "point_distribution=1,",
            "dmoj:linematches: argument `point_distribution` expects whole numbers that are not all 0, such as 1,2,2, found `1,`",
        ),
        (
            "dmoj:linematches",
            "filler_lines_required=no",
            "dmoj:linematches: argument `filler_lines_required` expects `true` or `false`, found `no`",
        ),
        (
            "dmoj:rstripped",
            "filter_new_line=1",
            "dmoj:rstripped: argument `filter_new_line` expects `true` or `false`, found `1`",
        ),
    ] {
        assert_eq!(argument_error(checker, args).to_string(), message);
    }
}
