//! What must hold for all inputs.

use compare::{Check, Verdict, checkers};
use proptest::prelude::*;

use crate::answer::{Slow, arguments, run, text};

/// Bytes of which most matter to some checker.
fn output() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => prop::sample::select(vec![
            "1", "2", "-3", "1.5", "1e3", "YES", "no", "a", "A", "Case", "1:", "2:", "x\u{e9}", "0",
        ]).prop_map(|text| text.as_bytes().to_vec()),
        6 => prop::sample::select(vec![" ", "\n", "\r\n", "\t", "  ", "\n\n", " \n", "\x0b"])
            .prop_map(|text| text.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn configurations() -> Vec<(&'static str, &'static str)> {
    let mut all: Vec<_> = checkers()
        .iter()
        .map(|checker| (checker.name(), ""))
        .collect();
    all.extend([
        ("kattis", "case_sensitive"),
        ("kattis", "space_change_sensitive"),
        ("kattis", "float_tolerance 1e-6"),
        (
            "kattis",
            "case_sensitive space_change_sensitive float_absolute_tolerance 0.5",
        ),
        ("dmoj:floats", "precision=1 error_mode=relative"),
        ("dmoj:sorted", "split_on=whitespace"),
        ("dmoj:rstripped", "filter_new_line=true"),
        (
            "dmoj:linematches",
            "point_distribution=1,2 filler_lines_required=false",
        ),
        ("hydro", "strict"),
        ("oj", "-S"),
        ("oj", "-N"),
        ("oj", "-e 0.5"),
        ("oj", "-S -e 0.5"),
        ("oj", "-N -e 1e-9"),
    ]);
    all
}

/// Whether an output and an expected output may change places.
fn is_symmetric(checker: &str, args: &str) -> bool {
    match checker {
        "kattis" => !args.contains("float"),
        "tokens" | "lines" | "exact" | "cms" | "hydro" | "oj" | "boj" | "hdu" => true,
        "dmoj:linecount" | "dmoj:linematches" => false,
        _ => checker.starts_with("dmoj:") && !checker.contains("floats"),
    }
}

/// Everything an answer says, as one text.
fn full(checker: &str, args: &str, found: Slow<'_>, expected: Slow<'_>) -> String {
    let (mut found, mut expected) = (found, expected);
    match run(checker, args, &mut found, &mut expected) {
        Ok(check) => format!("{check:?}"),
        Err(error) => format!("{error:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn how_bytes_arrive_never_matters(
        found in output(),
        expected in output(),
        left in 1usize..9,
        right in 1usize..9,
    ) {
        for (checker, args) in configurations() {
            let whole = full(checker, args, Slow(&found, 1 << 20), Slow(&expected, 1 << 20));
            let slow = full(checker, args, Slow(&found, left), Slow(&expected, right));
            prop_assert_eq!(slow, whole, "{} {}", checker, args);
        }
    }

    #[test]
    fn yes_or_no_is_what_the_whole_comparison_says(
        found in output(),
        expected in output(),
        at in any::<prop::sample::Index>(),
        byte in prop::sample::select(&b" \n\r\x0b019.-eEaA"[..]),
    ) {
        // Mostly the same, so that it is often a yes.
        let mut close = expected.clone();
        if !close.is_empty() {
            let at = at.index(close.len());
            close[at] = byte;
        }
        for (checker, args) in configurations() {
            let prepared = compare::find(checker).unwrap().prepare(&arguments(args)).unwrap();
            for found in [&found, &expected, &close] {
                let whole = prepared.compare(&mut &found[..], &mut &expected[..]);
                let accepted = whole.is_ok_and(|check| check.verdict == Verdict::Accepted);
                let said = prepared.accepts(found, &expected);
                prop_assert_eq!(said, accepted, "{} {} {:?}", checker, args, found);
            }
        }
    }

    #[test]
    fn an_output_agrees_with_itself(output in output()) {
        for (checker, args) in configurations() {
            // Numbers that are none differ from themselves, and a mark is skipped on one side.
            let numbers = checker.starts_with("dmoj:floats") || args.contains("-e ");
            let strange = numbers || output.starts_with(b"\xef\xbb\xbf");
            match run(checker, args, &mut &output[..], &mut &output[..]) {
                Ok(check) if !strange => {
                    let extra = "Extra information in the output file";
                    prop_assert!(
                        check.verdict == Verdict::Accepted || check.message == extra,
                        "{} {}: {}", checker, args, check.message
                    );
                }
                _ => {}
            }
        }
    }

    #[test]
    fn two_outputs_agree_in_either_order(found in output(), expected in output()) {
        for (checker, args) in configurations() {
            if is_symmetric(checker, args) {
                let one = run(checker, args, &mut &found[..], &mut &expected[..]);
                let other = run(checker, args, &mut &expected[..], &mut &found[..]);
                let verdict = |result: Result<Check, _>| result.unwrap().verdict;
                prop_assert_eq!(verdict(one), verdict(other), "{} {}", checker, args);
            }
        }
    }

    #[test]
    fn any_bytes_get_an_answer(
        found in prop::collection::vec(any::<u8>(), 0..64),
        expected in prop::collection::vec(any::<u8>(), 0..64),
    ) {
        for (checker, args) in configurations() {
            let answer = text(run(checker, args, &mut &found[..], &mut &expected[..]));
            prop_assert!(answer.is_ascii() || std::str::from_utf8(answer.as_bytes()).is_ok());
            prop_assert!(!answer.chars().any(char::is_control), "{} {}: {}", checker, args, answer);
        }
    }

    #[test]
    fn tokens_accepts_every_shape_of_white_space(
        words in prop::collection::vec("[!-~]{1,8}", 0..12),
        gaps in prop::collection::vec("[ \t\n\u{b}\u{c}\r]{1,5}", 13),
        start in "[ \n]{0,3}",
    ) {
        let mut shaped = start;
        for (word, gap) in words.iter().zip(&gaps) {
            shaped.push_str(word);
            shaped.push_str(gap);
        }
        let plain = words.join(" ");
        for (found, expected) in [(&shaped, &plain), (&plain, &shaped)] {
            let check = run("tokens", "", &mut found.as_bytes(), &mut expected.as_bytes()).unwrap();
            prop_assert_eq!(check.verdict, Verdict::Accepted);
        }
    }

    #[test]
    fn tokens_rejects_every_changed_word(
        words in prop::collection::vec("[a-z]{1,8}", 1..12),
        at in any::<prop::sample::Index>(),
    ) {
        let at = at.index(words.len());
        let mut changed = words.clone();
        changed[at].push('!');
        let (found, expected) = (changed.join("\n"), words.join(" "));
        let check = run("tokens", "", &mut found.as_bytes(), &mut expected.as_bytes()).unwrap();
        let difference = check.difference.unwrap();
        prop_assert_eq!(check.verdict, Verdict::Wrong);
        prop_assert_eq!(difference.expected.token, at as u64 + 1);
        prop_assert_eq!(difference.found.line, at as u64 + 1);
        prop_assert_eq!(difference.found_token.unwrap(), changed[at].as_bytes());
    }
}
