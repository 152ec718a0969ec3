//! Each comparison of text beside a model of it: the rule in a few lines, on whole files.

use proptest::prelude::*;

use crate::answer::{run, text};

/// What a model says of an output and an expected output.
type Model = fn(&[u8], &[u8]) -> &'static str;

fn wrong_unless(same: bool) -> &'static str {
    if same { "AC" } else { "WA" }
}

fn is_space(byte: &u8) -> bool {
    b" \t\n\x0b\x0c\r".contains(byte)
}

fn is_testlib_space(byte: &u8) -> bool {
    b" \t\n\r".contains(byte)
}

fn is_end(byte: &u8) -> bool {
    b"\r\n".contains(byte)
}

fn split(bytes: &[u8], at: fn(&u8) -> bool) -> Vec<&[u8]> {
    bytes.split(at).filter(|part| !part.is_empty()).collect()
}

fn words(bytes: &[u8]) -> Vec<&[u8]> {
    split(bytes, is_space)
}

/// The bytes without those at their end for which `dropped` holds.
fn trim_end(mut bytes: &[u8], dropped: fn(&u8) -> bool) -> &[u8] {
    while bytes.last().is_some_and(dropped) {
        bytes = &bytes[..bytes.len() - 1];
    }
    bytes
}

fn trim(mut bytes: &[u8], dropped: fn(&u8) -> bool) -> &[u8] {
    while bytes.first().is_some_and(dropped) {
        bytes = &bytes[1..];
    }
    trim_end(bytes, dropped)
}

/// The lines, each ended by LF or the end; none after the last LF.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<_> = bytes.split(|&byte| byte == b'\n').collect();
    lines.pop_if(|last| last.is_empty());
    lines
}

/// A line for each element of the other side, the missing ones empty.
fn padded<'a>(left: &[Vec<&'a [u8]>], length: usize) -> Vec<Vec<&'a [u8]>> {
    let mut all = left.to_vec();
    all.resize(length.max(left.len()), Vec::new());
    all
}

fn tokens(found: &[u8], expected: &[u8]) -> &'static str {
    wrong_unless(words(found) == words(expected))
}

fn visible_lines(found: &[u8], expected: &[u8]) -> &'static str {
    let normal = |bytes| {
        let mut lines: Vec<_> = lines(bytes)
            .into_iter()
            .map(|line| trim_end(line, is_space))
            .collect();
        while lines.pop_if(|last| last.is_empty()).is_some() {}
        lines
    };
    wrong_unless(normal(found) == normal(expected))
}

fn exact(found: &[u8], expected: &[u8]) -> &'static str {
    wrong_unless(found == expected)
}

fn kattis(found: &[u8], expected: &[u8]) -> &'static str {
    tokens(&found.to_ascii_lowercase(), &expected.to_ascii_lowercase())
}

fn kattis_spaces(found: &[u8], expected: &[u8]) -> &'static str {
    wrong_unless(found.eq_ignore_ascii_case(expected))
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn wcmp(found: &[u8], expected: &[u8]) -> &'static str {
    let found = split(without_mark(found), is_testlib_space);
    wrong_unless(found == split(expected, is_testlib_space))
}

/// testlib's `readString`: the line, and what is left behind it.
fn testlib_line(mut bytes: &[u8]) -> (Vec<u8>, &[u8]) {
    let mut line = Vec::new();
    loop {
        match bytes {
            [] => return (line, bytes),
            [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => return (line, rest),
            [b'\r'] => {
                line.push(0xFF);
                bytes = &[];
            }
            [b'\r', byte, rest @ ..] | [byte, rest @ ..] => {
                line.push(*byte);
                bytes = rest;
            }
        }
    }
}

fn testlib_lines(found: &[u8], expected: &[u8], same: fn(&[u8], &[u8]) -> bool) -> &'static str {
    let (mut found, mut expected) = (without_mark(found), expected);
    while !expected.is_empty() {
        let (line, rest) = testlib_line(expected);
        if line.is_empty() && rest.is_empty() {
            break;
        }
        let (other, other_rest) = testlib_line(found);
        if !same(&line, &other) {
            return "WA";
        }
        (expected, found) = (rest, other_rest);
    }
    if found.iter().all(is_testlib_space) {
        "AC"
    } else {
        "PE"
    }
}

fn lcmp(found: &[u8], expected: &[u8]) -> &'static str {
    testlib_lines(found, expected, |left, right| words(left) == words(right))
}

fn fcmp(found: &[u8], expected: &[u8]) -> &'static str {
    testlib_lines(found, expected, |left, right| left == right)
}

fn dmoj_standard(found: &[u8], expected: &[u8]) -> &'static str {
    let normal = |bytes| -> Vec<Vec<Vec<u8>>> {
        let lines = split(bytes, is_end).into_iter().map(words);
        let full = lines.filter(|line| !line.is_empty());
        full.map(|line| line.into_iter().map(<[u8]>::to_vec).collect())
            .collect()
    };
    wrong_unless(normal(found) == normal(expected))
}

fn dmoj_easy(found: &[u8], expected: &[u8]) -> &'static str {
    let normal = |bytes: &[u8]| {
        let mut letters: Vec<u8> = bytes.to_ascii_lowercase();
        letters.retain(|byte| !is_space(byte));
        letters.sort_unstable();
        letters
    };
    wrong_unless(normal(found) == normal(expected))
}

fn dmoj_sorted(found: &[u8], expected: &[u8]) -> &'static str {
    let normal = |bytes| {
        let mut lines: Vec<_> = split(bytes, is_end).into_iter().map(words).collect();
        lines.sort_unstable();
        lines
    };
    wrong_unless(normal(found) == normal(expected))
}

fn dmoj_unordered(found: &[u8], expected: &[u8]) -> &'static str {
    let normal = |bytes| {
        let mut words = words(bytes);
        words.sort_unstable();
        words
    };
    wrong_unless(normal(found) == normal(expected))
}

fn dmoj_rstripped(found: &[u8], expected: &[u8]) -> &'static str {
    let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let lines = bytes.split(is_end);
        lines
            .map(|line| trim_end(line, is_space).to_vec())
            .collect()
    };
    wrong_unless(lines(found) == lines(expected))
}

fn dmoj_rstripped_filter(found: &[u8], expected: &[u8]) -> &'static str {
    let lines = |bytes| -> Vec<_> {
        let lines = split(bytes, is_end).into_iter();
        lines.map(|line| trim_end(line, is_space)).collect()
    };
    wrong_unless(lines(found) == lines(expected))
}

fn dmoj_linecount(found: &[u8], expected: &[u8]) -> &'static str {
    let lines = |bytes| -> Vec<_> {
        let lines = split(bytes, is_end).into_iter();
        lines.map(|line| trim(line, is_space)).collect()
    };
    wrong_unless(lines(found) == lines(expected))
}

fn cms(found: &[u8], expected: &[u8]) -> &'static str {
    let lines = |bytes| -> Vec<_> { lines(bytes).into_iter().map(words).collect() };
    let (found, expected) = (lines(found), lines(expected));
    wrong_unless(padded(&found, expected.len()) == padded(&expected, found.len()))
}

fn hydro(found: &[u8], expected: &[u8]) -> &'static str {
    let normal = |bytes| {
        let mut lines: Vec<_> = lines(bytes)
            .into_iter()
            .map(|line| trim_end(line, |byte| *byte == b'\r'))
            .collect();
        while lines.pop_if(|last| last.is_empty()).is_some() {}
        let trimmed = lines.into_iter();
        let trimmed = trimmed.map(|line| trim_end(line, |byte| b" \t\r".contains(byte)));
        trimmed.collect::<Vec<_>>()
    };
    wrong_unless(normal(found) == normal(expected))
}

fn hydro_strict(found: &[u8], expected: &[u8]) -> &'static str {
    let normal = |bytes| -> Vec<_> {
        let lines = lines(bytes).into_iter();
        lines
            .map(|line| trim_end(line, |byte| *byte == b'\r'))
            .collect()
    };
    wrong_unless(normal(found) == normal(expected))
}

fn without_carriages(bytes: &[u8]) -> Vec<u8> {
    let mut left = Vec::new();
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        if !rest.starts_with(b"\r\n") {
            left.push(*byte);
        }
        rest = after;
    }
    left
}

fn oj(found: &[u8], expected: &[u8]) -> &'static str {
    wrong_unless(without_carriages(found) == without_carriages(expected))
}

fn oj_lines(found: &[u8], expected: &[u8]) -> &'static str {
    let (found, expected) = (without_carriages(found), without_carriages(expected));
    let normal = |bytes| -> Vec<_> {
        let bytes = trim_end(bytes, |byte| *byte == b'\n');
        bytes.split(|&byte| byte == b'\n').map(words).collect()
    };
    wrong_unless(normal(&found) == normal(&expected))
}

fn hdu(found: &[u8], expected: &[u8]) -> &'static str {
    let letters = |bytes: &[u8]| -> Vec<u8> {
        let letters = bytes.iter().copied();
        letters.filter(|byte| !is_testlib_space(byte)).collect()
    };
    match (found == expected, letters(found) == letters(expected)) {
        (true, _) => "AC",
        (false, true) => "PE",
        (false, false) => "WA",
    }
}

/// Tokens, and before each the shape of the white space: line ends, and blanks behind the last.
fn shapes(bytes: &[u8]) -> Vec<((usize, usize), &[u8])> {
    let mut all = Vec::new();
    let mut rest = bytes;
    loop {
        let gap = rest.iter().take_while(|byte| is_space(byte)).count();
        let (space, after) = rest.split_at(gap);
        let length = after.iter().take_while(|byte| !is_space(byte)).count();
        if length == 0 {
            return all;
        }
        let ends = space.iter().filter(|&&byte| byte == b'\n').count();
        let blanks = space
            .iter()
            .rev()
            .take_while(|&&byte| byte != b'\n')
            .count();
        all.push(((ends, blanks), &after[..length]));
        rest = &after[length..];
    }
}

fn boj(found: &[u8], expected: &[u8]) -> &'static str {
    if words(found) != words(expected) {
        return "WA";
    }
    let single = |shape| shape == (1, 0) || shape == (0, 1);
    let (found, expected) = (shapes(found), shapes(expected));
    let same = |(index, (left, right)): (usize, (&(_, _), &(_, _)))| {
        left.0 == right.0 || (index > 0 && single(left.0) && single(right.0))
    };
    if found.iter().zip(&expected).enumerate().all(same) {
        "AC"
    } else {
        "PE"
    }
}

const MODELS: &[(&str, &str, Model)] = &[
    ("tokens", "", tokens),
    ("lines", "", visible_lines),
    ("exact", "", exact),
    ("kattis", "", kattis),
    ("kattis", "case_sensitive", tokens),
    ("kattis", "space_change_sensitive", kattis_spaces),
    ("kattis", "case_sensitive space_change_sensitive", exact),
    ("wcmp", "", wcmp),
    ("lcmp", "", lcmp),
    ("fcmp", "", fcmp),
    ("dmoj:standard", "", dmoj_standard),
    ("dmoj:identical", "", exact),
    ("dmoj:easy", "", dmoj_easy),
    ("dmoj:sorted", "", dmoj_sorted),
    ("dmoj:sorted", "split_on=whitespace", dmoj_unordered),
    ("dmoj:unordered", "", dmoj_unordered),
    ("dmoj:rstripped", "", dmoj_rstripped),
    (
        "dmoj:rstripped",
        "filter_new_line=true",
        dmoj_rstripped_filter,
    ),
    ("dmoj:linecount", "", dmoj_linecount),
    ("cms", "", cms),
    ("hydro", "", hydro),
    ("hydro", "strict", hydro_strict),
    ("oj", "", oj),
    ("oj", "-S", oj_lines),
    ("oj", "-N", tokens),
    ("boj", "", boj),
    ("hdu", "", hdu),
];

/// A few bytes, most of them white space, and the same with a few changes.
fn nearly_equal() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let byte = || prop::sample::select(b"aaAb1  \n\n\r\r\t\x0b\x0c\0\xff".to_vec());
    let edit = (any::<prop::sample::Index>(), byte(), 0..3);
    let bytes = prop::collection::vec(byte(), 0..12);
    (bytes, prop::collection::vec(edit, 0..4)).prop_map(|(bytes, edits)| {
        let mut other = bytes.clone();
        for (index, byte, kind) in edits {
            let at = index.index(other.len() + 1);
            match kind {
                0 => other.insert(at, byte),
                1 if at < other.len() => drop(other.remove(at)),
                _ if at < other.len() => other[at] = byte,
                _ => {}
            }
        }
        (bytes, other)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_comparison_of_text_follows_its_model((found, expected) in nearly_equal()) {
        for (checker, args, model) in MODELS {
            let answer = text(run(checker, args, &mut &found[..], &mut &expected[..]));
            prop_assert_eq!(
                &answer[..2],
                model(&found, &expected),
                "{} {}: {}", checker, args, answer
            );
        }
    }
}
