//! testlib's checkers: verdicts and messages as testlib 0.9.45 gives them.

use crate::answer::{answer, check};

const EXTRA: &str = "PE: Extra information in the output file";

#[test]
fn wcmp_compares_tokens() {
    check(
        "wcmp",
        "",
        &[
            ("", "\n", "AC: 0 tokens"),
            ("ab", "ab\n", "AC: \"ab\""),
            ("a b\r\nc", "a\nb c\n", "AC: 3 tokens"),
            ("\u{feff}a", "a", "AC: \"a\""),
            (
                "a b",
                "a c",
                "WA: 2nd words differ - expected: 'c', found: 'b'",
            ),
            ("a", "a b", "WA: Unexpected EOF in the participants output"),
            ("a b", "a", "WA: Participant output contains extra tokens"),
            // Neither vertical tabs nor form feeds separate.
            (
                "a\x0bb",
                "a b",
                "WA: 1st words differ - expected: 'a', found: 'a\\x0bb'",
            ),
            // A byte order mark is skipped in the output alone.
            (
                "a",
                "\u{feff}a",
                "WA: 1st words differ - expected: '\\xef\\xbb\\xbfa', found: 'a'",
            ),
        ],
    );
}

#[test]
fn lcmp_compares_the_tokens_of_lines() {
    check(
        "lcmp",
        "",
        &[
            ("", "", "AC: 0 lines"),
            ("", "\n", "AC: 0 lines"),
            ("a  b \r\n", "a b", "AC: single line: 'a  b '"),
            ("a\nb\n\n \n", "a\nb\n", "AC: 2 lines"),
            ("a\nb", "a\nb\n\n\n", "AC: 3 lines"),
            ("a\x0cb", "a b", "AC: single line: 'a\\x0cb'"),
            (
                "a b",
                "a c",
                "WA: 1st lines differ - expected: 'a c', found: 'a b'",
            ),
            (
                "a",
                "a\nb",
                "WA: 2nd lines differ - expected: 'b', found: ''",
            ),
            (
                "a ",
                "a\nb",
                "WA: 2nd lines differ - expected: 'b', found: ''",
            ),
            (
                "a b",
                "a\nb",
                "WA: 1st lines differ - expected: 'a', found: 'a b' (only whitespace differs)",
            ),
            ("a\nb", "a\n", EXTRA),
            ("a\nb", "a", EXTRA),
            // An empty last line is not compared.
            ("a\nb", "a\n\n", EXTRA),
            (
                "a\nb",
                "a\n\nc",
                "WA: 2nd lines differ - expected: '', found: 'b'",
            ),
            ("a\n\x0b", "a\n", EXTRA),
            (
                "A",
                "a",
                "WA: 1st lines differ - expected: 'a', found: 'A' (only letter case differs)",
            ),
        ],
    );
}

#[test]
fn fcmp_compares_lines() {
    check(
        "fcmp",
        "",
        &[
            ("a b\r\n", "a b\n", "AC: single line: 'a b'"),
            ("a b", "a b\n", "AC: single line: 'a b'"),
            ("a\n\n \n", "a\n", "AC: single line: 'a'"),
            ("a\n", "a\n\n\n", "AC: 2 lines"),
            (
                "a b \n",
                "a b\n",
                "WA: 1st lines differ - expected: 'a b', found: 'a b ' (only whitespace differs)",
            ),
            (
                "a",
                "a\n b",
                "WA: 2nd lines differ - expected: ' b', found: ''",
            ),
            ("a\nb", "a\n", EXTRA),
            ("a\n", "", EXTRA),
        ],
    );
}

#[test]
fn a_carriage_return_that_ends_no_line_is_dropped_as_testlib_drops_it() {
    check(
        "fcmp",
        "",
        &[
            ("a\rb", "ab", "AC: single line: 'ab'"),
            ("a\r\r\nb", "a\r\r\nb", "AC: 2 lines"),
            (
                "a\r\r\n",
                "a\r\n",
                "WA: 1st lines differ - expected: 'a', found: 'a\\r' (only whitespace differs)",
            ),
            (
                "1\r2",
                "1 2",
                "WA: 1st lines differ - expected: '1 2', found: '12'",
            ),
            // The byte behind it is made up at the end of the file.
            (
                "a\r",
                "a",
                "WA: 1st lines differ - expected: 'a', found: 'a\\xff'",
            ),
            ("\r", "\r\n", "AC: 0 lines"),
            ("a\n\r", "a\n", "AC: single line: 'a'"),
        ],
    );
    check(
        "lcmp",
        "",
        &[
            (
                "1\r2",
                "1 2",
                "WA: 1st lines differ - expected: '1 2', found: '12'",
            ),
            ("a\r\r\n", "a\n", "AC: single line: 'a\\r'"),
            ("\rx", "\r\n", EXTRA),
            ("a\n\x0b\n", "a\n\n", EXTRA),
        ],
    );
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_token() {
    let mark = "\u{feff}";
    check(
        "wcmp",
        "",
        &[(
            &format!("{mark}a"),
            "b",
            "WA: 1st words differ - expected: 'b', found: 'a'",
        )],
    );
    check(
        "fcmp",
        "",
        &[
            (
                &format!("{mark}a"),
                "b",
                "WA: 1st lines differ - expected: 'b', found: 'a'",
            ),
            (mark, "", "AC: 0 lines"),
        ],
    );
}

#[test]
fn icmp_compares_one_small_integer() {
    check(
        "icmp",
        "",
        &[
            ("-5\n", "-5", "AC: answer is -5"),
            ("5", "6", "WA: expected 6, found 5"),
            ("5 5", "5", EXTRA),
            ("5", "5 6", "AC: answer is 5"),
            ("", "5", "PE: Unexpected end of file - int32 expected"),
            ("5", "", "JE: Unexpected end of file - int32 expected"),
            ("", "x", "JE: Expected integer, but \"x\" found"),
            ("05", "5", "PE: Expected integer, but \"05\" found"),
            ("+5", "5", "PE: Expected integer, but \"+5\" found"),
            ("-0", "0", "PE: Expected integer, but \"-0\" found"),
            ("-", "0", "PE: Expected integer, but \"-\" found"),
            (
                "5\0",
                "5",
                "PE: Expected integer, but \"5\\x00\" found (it contains \\0)",
            ),
            (
                "2147483648",
                "5",
                "PE: Expected int32, but \"2147483648\" found",
            ),
            ("-2147483648", "-2147483648", "AC: answer is -2147483648"),
        ],
    );
}

#[test]
fn ncmp_compares_integers_in_order() {
    check(
        "ncmp",
        "",
        &[
            ("", "", "AC: 0 number(s): \"\""),
            ("1\n2", "1 2\n", "AC: 2 number(s): \"1 2\""),
            ("1 2 3 4 5 6", "1 2 3 4 5 6", "AC: 6 numbers"),
            (
                "1 3 x",
                "1 2",
                "WA: 2nd numbers differ - expected: '2', found: '3'",
            ),
            (
                "1",
                "1 2 3",
                "WA: Answer contains longer sequence [length = 3], but output contains 1 elements",
            ),
            (
                "1 2 3",
                "1",
                "WA: Output contains longer sequence [length = 3], but answer contains 1 elements",
            ),
            ("1 2 x", "1", "PE: Expected integer, but \"x\" found"),
            ("1", "1 x", "JE: Expected integer, but \"x\" found"),
            (
                "9223372036854775807",
                "9223372036854775807",
                "AC: 1 number(s): \"9223372036854775807\"",
            ),
            (
                "9223372036854775808",
                "1",
                "PE: Expected integer, but \"9223372036854775808\" found",
            ),
        ],
    );
}

#[test]
fn uncmp_compares_integers_in_any_order() {
    check(
        "uncmp",
        "",
        &[
            ("", "", "AC: empty sequence"),
            ("4", "4", "AC: 1 number: 4"),
            (
                "3 1 2",
                "1 2 3",
                "AC: 3 numbers (in increasing order): 1 2 3",
            ),
            (
                "6 5 4 3 -2 1 1",
                "1 -2 1 3 4 5 6",
                "AC: 7 numbers (in increasing order): -2 1 ... 5 6",
            ),
            ("1 2", "1 2 3", "WA: Expected 3 elements, but 2 found"),
            (
                "1 1 2",
                "1 2 2",
                "WA: Expected sequence and output are different (as unordered sequences) [size=3]",
            ),
            ("x", "1", "PE: Expected integer, but \"x\" found"),
            ("x", "y", "JE: Expected integer, but \"y\" found"),
        ],
    );
}

#[test]
fn hcmp_compares_one_integer_of_any_length() {
    let long = "9".repeat(5000);
    let other = format!("{}8", "9".repeat(4999));
    assert_eq!(
        answer("hcmp", "", other.as_bytes(), long.as_bytes()),
        format!(
            "WA: expected '{0}...9{0}', found '{0}...{0}8'",
            "9".repeat(30)
        )
    );
    assert!(answer("hcmp", "", long.as_bytes(), long.as_bytes()).starts_with("AC"));
    let bad = format!("{long}x");
    assert!(answer("hcmp", "", bad.as_bytes(), long.as_bytes()).starts_with("PE"));
    check(
        "hcmp",
        "",
        &[
            ("-70", "-70", "AC: answer is '-70'"),
            ("0", "0", "AC: answer is '0'"),
            ("7", "-7", "WA: expected '-7', found '7'"),
            ("-0", "0", "PE: -0 is not a valid integer"),
            ("07", "7", "PE: 07 is not a valid integer"),
            ("7", "7.", "JE: 7. is not a valid integer"),
            (
                "7",
                "7 7",
                "JE: expected exactly one token in the answer file",
            ),
            ("7 7", "7", EXTRA),
            ("", "x", "PE: Unexpected end of file - token expected"),
        ],
    );
}

#[test]
fn one_double_is_compared_with_a_tolerance() {
    check(
        "dcmp",
        "",
        &[
            ("2000001", "2000000", "AC: answer is 2000000.0000000000"),
            (
                "2000003",
                "2000000",
                "WA: expected 2000000.0000000000, found 2000003.0000000000",
            ),
            ("1e", "1", "AC: answer is 1.0000000000"),
            (".5e+0", "0.5", "AC: answer is 0.5000000000"),
            ("0x1", "1", "PE: Expected double, but \"0x1\" found"),
            ("nan", "1", "PE: Expected double, but \"nan\" found"),
            ("1e400", "1e999", "AC: answer is inf"),
            ("1e400", "1", "WA: expected 1.0000000000, found inf"),
            ("1 2", "1", EXTRA),
        ],
    );
    for checker in ["acmp", "rcmp"] {
        check(
            checker,
            "",
            &[
                ("2.000001", "2", "AC: answer is 2.0000000000"),
                (
                    "2.000002",
                    "2",
                    "WA: expected 2.0000000000, found 2.0000020000",
                ),
                (
                    "2000001",
                    "2000000",
                    "WA: expected 2000000.0000000000, found 2000001.0000000000",
                ),
                ("", "2", "PE: Unexpected end of file - double expected"),
                ("", "x", "JE: Expected double, but \"x\" found"),
            ],
        );
    }
}

#[test]
fn many_doubles_are_compared_with_a_tolerance() {
    check(
        "rcmp6",
        "",
        &[
            ("", "", "AC: 0 numbers"),
            (
                "2.5",
                "2.5000001",
                "AC: found '2.5000000', expected '2.5000001', error '0.0000000'",
            ),
            ("1 2", "1.0 2e0", "AC: 2 numbers"),
            (
                "1 2.1",
                "1 2",
                "WA: 2nd numbers differ - expected: '2.0000000', found: '2.1000000', error = '0.0500000'",
            ),
            ("1", "1 2", "PE: Unexpected end of file - double expected"),
            ("1 2", "1", EXTRA),
        ],
    );
    // The same error within one tolerance and beyond the next.
    for (error, verdicts) in [
        ("1.00005", ["AC", "WA", "WA", "WA"]),
        ("1.00001", ["AC", "WA", "WA", "AC"]),
        ("1.0000005", ["AC", "AC", "WA", "AC"]),
        ("1.0000000005", ["AC", "AC", "AC", "AC"]),
    ] {
        for (checker, verdict) in ["rcmp4", "rcmp6", "rcmp9", "rncmp"]
            .into_iter()
            .zip(verdicts)
        {
            let text = answer(checker, "", error.as_bytes(), b"1");
            assert!(text.starts_with(verdict), "{checker} {error}: {text}");
        }
    }
}

#[test]
fn yes_and_no_are_compared_in_any_case() {
    check(
        "yesno",
        "",
        &[
            ("yEs", "YES", "AC: answer is YES"),
            ("no", "Yes", "WA: expected YES, found NO"),
            ("maybe", "no", "PE: YES or NO expected, but MAYBE found"),
            ("yes", "1", "JE: YES or NO expected in answer, but 1 found"),
            ("", "no", "PE: Unexpected end of file - token expected"),
            ("yes yes", "yes", EXTRA),
        ],
    );
    check(
        "nyesno",
        "",
        &[
            ("", "", "AC: Empty output"),
            ("no", "No", "AC: NO"),
            (
                "no yes\nyes",
                "No Yes Yes",
                "AC: 3 token(s): yes count is 2, no count is 1",
            ),
            ("no no", "no yes", "WA: expected YES, found NO [2nd token]"),
            (
                "no x",
                "no yes",
                "PE: YES or NO expected, but X found [2nd token]",
            ),
            (
                "x",
                "y",
                "JE: YES or NO expected in answer, but Y found [1st token]",
            ),
            (
                "no",
                "no no",
                "WA: Answer contains longer sequence [length = 2], but output contains 1 elements",
            ),
            (
                "no x",
                "no",
                "WA: Output contains longer sequence [length = 2], but answer contains 1 elements",
            ),
        ],
    );
}

#[test]
fn caseicmp_compares_an_integer_behind_each_label() {
    check(
        "caseicmp",
        "",
        &[
            (
                "Case 1: 5\nCase 2: -6",
                "Case 1: 5 Case 2: -6",
                "AC: 2 case(s): 5 -6",
            ),
            (
                "Case 1: 5\nCase 2: 7",
                "Case 1: 5 Case 2: 6",
                "WA: Expected 6 found 7 [test case 2]",
            ),
            (
                "Case 1: 5",
                "Case 1: 5 Case 2: 6",
                "PE: Expected 2 test case(s) but found 1",
            ),
            (
                "Case 1: 5 Case 2: 6",
                "Case 1: 5",
                "PE: Expected 1 test case(s) but found 2",
            ),
            (
                "case 1: 5",
                "Case 1: 5",
                "PE: Expected 'Case' but found 'case' [test case 1]",
            ),
            (
                "Case #1: 5",
                "Case 1: 5",
                "PE: Expected '1:' but found '#1:' [test case 1]",
            ),
            (
                "Case 1: x",
                "Case 1: 5 Case",
                "JE: Unexpected end of file - token expected",
            ),
            (
                "Case 1:",
                "Case 1: 5",
                "PE: Unexpected end of file - int64 expected",
            ),
            (
                "Case 1: 4 Case",
                "Case 1: 5",
                "PE: Unexpected end of file - token expected",
            ),
        ],
    );
}

#[test]
fn casencmp_and_casewcmp_compare_a_sequence_behind_each_label() {
    check(
        "casencmp",
        "",
        &[
            (
                "Case 1: 5 6\nCase 2:",
                "Case 1: 5\n6 Case 2:",
                "AC: 2 test cases(s)",
            ),
            (
                "Case 1: 5 7",
                "Case 1: 5 6",
                "WA: Sequences differ: jury has \"5 6\" [size=2], but participant has \"5 7\" [size=2] [test case 1]",
            ),
            (
                "Case 1:",
                "Case 1: 1 2 3 4 5 6",
                "WA: Sequences differ: jury has \"1 2 3 ... 5 6\" [size=6], but participant has \"\" [size=0] [test case 1]",
            ),
            (
                "Case 1: 5 Case 2: 6",
                "Case 1: 5 6",
                "WA: Sequences differ: jury has \"5 6\" [size=2], but participant has \"5\" [size=1] [test case 1]",
            ),
            (
                "Case 1: 5 x",
                "Case 1: 5 6",
                "PE: Expected integer, but \"x\" found",
            ),
            (
                "Case 1: x",
                "Case 1: y",
                "JE: Expected integer, but \"y\" found",
            ),
            ("Case 1: 5 Case 2: 6", "Case 1: 5", EXTRA),
            (
                "Case 1: 5",
                "Case 1: 5 Case 2: 6",
                "PE: Unexpected end of file - token expected",
            ),
        ],
    );
    check(
        "casewcmp",
        "",
        &[
            ("Case 1: a b", "Case 1: a b", "AC: 1 test cases(s)"),
            (
                "Case 1: a B",
                "Case 1: a b",
                "WA: Sequences differ: jury has \"a b\" [size=2], but participant has \"a B\" [size=2] [test case 1]",
            ),
        ],
    );
}
