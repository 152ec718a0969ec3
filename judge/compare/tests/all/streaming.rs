//! Outputs that are longer than any buffer.

use std::io::{self, Read};

use compare::{CompareError, Verdict};

use crate::answer::{Slow, run, text};

/// A unit repeated, then an end; never in memory as a whole.
struct Repeat {
    unit: &'static [u8],
    times: u64,
    at: usize,
    end: &'static [u8],
}

impl Repeat {
    fn new(unit: &'static [u8], times: u64, end: &'static [u8]) -> Repeat {
        Repeat {
            unit,
            times,
            at: 0,
            end,
        }
    }
}

impl Read for Repeat {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while self.times > 0 && filled < buffer.len() {
            let count = self.end_of_unit().min(buffer.len() - filled);
            buffer[filled..filled + count].copy_from_slice(&self.unit[self.at..self.at + count]);
            filled += count;
            self.at += count;
            if self.at == self.unit.len() {
                self.at = 0;
                self.times -= 1;
            }
        }
        if filled == 0 {
            filled = self.end.read(buffer)?;
        }
        Ok(filled)
    }
}

impl Repeat {
    fn end_of_unit(&self) -> usize {
        self.unit.len() - self.at
    }
}

fn answer(checker: &str, args: &str, mut found: Repeat, mut expected: Repeat) -> String {
    text(run(checker, args, &mut found, &mut expected))
}

#[test]
fn the_last_token_of_many_is_found() {
    let check = run(
        "tokens",
        "",
        &mut Repeat::new(b"123 456\n", 500_000, b"7"),
        &mut Repeat::new(b"123 456\n", 500_000, b"8"),
    )
    .unwrap();
    assert_eq!(
        check.message,
        "1000001st words differ - expected: '8', found: '7'"
    );
    let found = check.difference.unwrap().found;
    assert_eq!(
        (found.line, found.column, found.offset),
        (500_001, 1, 4_000_000)
    );
}

#[test]
fn a_token_of_megabytes_is_one_token() {
    for checker in [
        "tokens",
        "kattis",
        "wcmp",
        "lines",
        "fcmp",
        "lcmp",
        "dmoj:standard",
        "cms",
        "hydro",
        "boj",
    ] {
        let token = |end| Repeat::new(b"abc", 1_000_000, end);
        assert!(
            answer(checker, "", token(b"\n"), token(b"\n")).starts_with("AC"),
            "{checker}"
        );
        let text = answer(checker, "", token(b"d\n"), token(b"e\n"));
        assert!(text.starts_with("WA: 1st "), "{checker}: {text}");
        assert!(text.contains("expected: 'abcabcabc"), "{checker}: {text}");
    }
}

#[test]
fn a_number_of_many_digits_is_one_number() {
    let third = |end| Repeat::new(b"3", 200_000, end);
    let mut found = b"0.".chain(third(b""));
    let check = run(
        "kattis",
        "float_tolerance 1e-9",
        &mut found,
        &mut &b"0.333333333333"[..],
    );
    assert_eq!(text(check), "AC: 1 token");

    // testlib, DMOJ and oj read it too.
    for (checker, args) in [
        ("rcmp6", ""),
        ("rcmp9", ""),
        ("dcmp", ""),
        ("dmoj:floats", ""),
        ("oj", "-e 1e-9"),
    ] {
        let mut found = b"0.".chain(third(b""));
        let check = run(checker, args, &mut found, &mut &b"0.333333333333"[..]);
        assert_eq!(check.unwrap().verdict, Verdict::Accepted, "{checker}");
    }

    // A digit far behind decides between two neighbouring doubles.
    let one = "1".to_owned() + &"0".repeat(200_000);
    let tie = format!("9007199254740993.{}1", "0".repeat(100_000));
    for (found, expected, tolerance, verdict) in [
        (tie.as_str(), "9007199254740994", "0", "AC"),
        (tie.as_str(), "9007199254740992", "0", "WA"),
        (&format!("{one}e-200000"), "1", "0", "AC"),
        (
            &format!("0.{}1e100001", "0".repeat(100_000)),
            "1",
            "0",
            "AC",
        ),
        (&one, "1", "1e300", "WA"),
    ] {
        let args = format!("float_absolute_tolerance {tolerance}");
        let check = run(
            "kattis",
            &args,
            &mut found.as_bytes(),
            &mut expected.as_bytes(),
        )
        .unwrap();
        let wanted = if verdict == "AC" {
            Verdict::Accepted
        } else {
            Verdict::Wrong
        };
        assert_eq!(check.verdict, wanted, "{}", check.message);
    }
}

#[test]
fn blanks_without_end_are_stepped_over() {
    for checker in [
        "tokens",
        "lines",
        "kattis",
        "wcmp",
        "lcmp",
        "ncmp",
        "dmoj:standard",
        "cms",
        "hydro",
    ] {
        let found = Repeat::new(b" ", 3_000_000, b"\n");
        let text = text(run(checker, "", &mut b"1".chain(found), &mut &b"1\n"[..]));
        assert!(text.starts_with("AC"), "{checker}: {text}");
    }
}

#[test]
fn a_difference_of_white_space_is_known_to_be_the_only_one_to_the_end() {
    let words = |end| Repeat::new(b"ab ", 400_000, end);
    let lines = |end| Repeat::new(b"ab\n", 400_000, end);
    let only = "(only whitespace differs)";
    for checker in ["lines", "exact", "lcmp", "fcmp"] {
        assert!(
            answer(checker, "", words(b"c"), lines(b"c")).ends_with(only),
            "{checker}"
        );
        assert!(
            !answer(checker, "", words(b"c"), lines(b"d")).ends_with(only),
            "{checker}"
        );
    }
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is on fire"))
    }
}

#[test]
fn a_reader_that_fails_is_an_error_of_its_side() {
    for checker in compare::checkers() {
        let name = checker.name();
        let found = run(name, "", &mut Broken, &mut &b"1"[..]);
        assert!(matches!(found, Err(CompareError::Found(_))), "{name}");
        let expected = run(name, "", &mut &b"1"[..], &mut Broken);
        assert!(matches!(expected, Err(CompareError::Expected(_))), "{name}");
    }
}

#[test]
fn what_is_shown_of_long_tokens_never_depends_on_how_bytes_arrive() {
    for length in [60, 300, 16_000, 17_000, 131_072, 300_000] {
        let before = "x ".repeat(length % 7_000);
        let same = "y".repeat(length);
        let found = format!("{before}{same}0 z\n{before}");
        let expected = format!("{before}{same}1{same} z\n{before}");
        for checker in [
            "tokens",
            "lines",
            "exact",
            "kattis",
            "wcmp",
            "fcmp",
            "dmoj:standard",
        ] {
            let answer = |size| {
                let mut found = Slow(found.as_bytes(), size);
                let mut expected = Slow(expected.as_bytes(), size + size / 2);
                format!("{:?}", run(checker, "", &mut found, &mut expected))
            };
            let whole = answer(1 << 20);
            assert!(whole.contains("Wrong"), "{checker}: {whole}");
            for size in [97, 4096, 65_537] {
                assert_eq!(
                    answer(size),
                    whole,
                    "{checker}, {length} bytes, pieces of {size}"
                );
            }
        }
    }
}

#[test]
fn where_a_difference_is_never_depends_on_how_bytes_arrive() {
    const BLOCK: usize = 128 * 1024;
    // Tokens and lines of many lengths, so that blocks end everywhere in them.
    let mut expected = Vec::new();
    for number in 0..60_000_u32 {
        let end = [" ", "\n", "  ", " \n", "\t"][(number / 3 % 5) as usize];
        expected.extend(format!("{}.{}{end}", number % 1009, number % 7).bytes());
    }
    let near_blocks = (1..3).flat_map(|block| {
        let offsets = [0, 1, 30, 31, 32, 33, 64, 65, 70_000];
        offsets.map(|offset| block * BLOCK - offset)
    });
    for place in near_blocks {
        for byte in [b'9', b' ', b'\n', b'.'] {
            let mut found = expected.clone();
            found[place] = byte;
            for (checker, args) in [
                ("tokens", ""),
                ("lines", ""),
                ("exact", ""),
                ("wcmp", ""),
                ("kattis", "float_tolerance 1e-1"),
                ("cms", ""),
            ] {
                let answer = |left, right| {
                    let mut found = Slow(&found, left);
                    let mut expected = Slow(&expected, right);
                    format!("{:?}", run(checker, args, &mut found, &mut expected))
                };
                let whole = answer(1 << 20, 1 << 20);
                for (left, right) in [(4096, 4096), (100_000, 1 << 20)] {
                    let pieces = answer(left, right);
                    assert_eq!(pieces, whole, "{checker}: {byte} at {place}");
                }
            }
        }
    }
}

#[test]
fn a_place_before_many_blanks_never_depends_on_how_bytes_arrive() {
    for length in [40, 3_000, 140_000] {
        let blanks = " ".repeat(length);
        let lines = "\n".repeat(length);
        for (found, expected) in [
            (format!("a\nb{blanks}x"), "a\nb".to_owned()),
            (format!("a\n{blanks}"), format!("a\n{blanks}x")),
            (format!("a\n{lines}b"), "a\nc".to_owned()),
        ] {
            for checker in compare::checkers() {
                let name = checker.name();
                let answer = |left, right| {
                    let mut found = Slow(found.as_bytes(), left);
                    let mut expected = Slow(expected.as_bytes(), right);
                    format!("{:?}", run(name, "", &mut found, &mut expected))
                };
                let whole = answer(1 << 20, 1 << 20);
                for (left, right) in [(1000, 900), (65_537, 1 << 20)] {
                    assert_eq!(answer(left, right), whole, "{name}, {length}");
                }
            }
        }
    }
}
