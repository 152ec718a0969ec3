//! Every kind of thing on which comparisons differ, with the answers of the real programs.

#![expect(clippy::unwrap_used, reason = "a test's helper fails by panicking")]

use crate::answer::{answer, arguments};

const KINDS: &str = include_str!("kinds.txt");
const CHOICES: &str = include_str!("choices.txt");

const KATTIS: [&str; 8] = [
    "",
    "case_sensitive",
    "space_change_sensitive",
    "case_sensitive space_change_sensitive",
    "float_tolerance 1e-6",
    "float_tolerance 1e-9",
    "float_absolute_tolerance 1e-6",
    "float_relative_tolerance 1e-6",
];

const TESTLIB: [&str; 19] = [
    "wcmp", "lcmp", "fcmp", "icmp", "ncmp", "uncmp", "hcmp", "dcmp", "acmp", "rcmp", "rcmp4",
    "rcmp6", "rcmp9", "rncmp", "yesno", "nyesno", "caseicmp", "casencmp", "casewcmp",
];

const DMOJ: [&str; 10] = [
    "dmoj:standard",
    "dmoj:identical",
    "dmoj:easy",
    "dmoj:floats",
    "dmoj:floatsabs",
    "dmoj:floatsrel",
    "dmoj:sorted",
    "dmoj:unordered",
    "dmoj:rstripped",
    "dmoj:linecount",
];

const OJ: [(&str, &str); 6] = [
    ("exact", ""),
    ("oj", ""),
    ("oj", "-S"),
    ("oj", "-N"),
    ("oj", "-e 1e-6"),
    ("oj", "-N -e 1e-6"),
];

/// The lines of a table, each as so many columns.
fn rows<const N: usize>(table: &str) -> Vec<[&str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let columns: Vec<_> = line.split(" | ").map(str::trim).collect();
            columns.try_into().unwrap()
        })
        .collect()
}

/// The bytes that a column stands for.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (byte, length) = match (first, rest.get(1..2)) {
            ('\\', Some("n")) => (Some(b'\n'), 2),
            ('\\', Some("r")) => (Some(b'\r'), 2),
            ('\\', Some("t")) => (Some(b'\t'), 2),
            ('\\', Some("s")) => (Some(b' '), 2),
            ('\\', Some("e")) => (None, 2),
            ('\\', Some("x")) => (u8::from_str_radix(&rest[2..4], 16).ok(), 4),
            ('{', _) => {
                let end = rest.find('}').unwrap();
                let count: usize = rest[1..end].parse().unwrap();
                let last = *bytes.last().unwrap();
                bytes.extend(vec![last; count - 1]);
                (None, end + 1)
            }
            _ => (u8::try_from(first).ok(), 1),
        };
        bytes.extend(byte);
        rest = &rest[length..];
    }
    bytes
}

/// The letter of what a checker answers; `J` also when it refuses its arguments.
fn letter(checker: &str, args: &str, found: &[u8], expected: &[u8]) -> char {
    let found_checker = compare::find(checker).unwrap();
    if found_checker.prepare(&arguments(args)).is_err() {
        return 'J';
    }
    answer(checker, args, found, expected)
        .chars()
        .next()
        .unwrap()
}

#[test]
fn every_kind_is_judged_as_the_real_programs_judge_it() {
    let kinds = rows::<11>(KINDS);
    assert_eq!(kinds.len(), 126);
    let choices = rows::<5>(CHOICES);
    let mut chosen = 0;
    for [
        shows,
        found,
        expected,
        args,
        own,
        kattis,
        testlib,
        dmoj,
        oj,
        cms,
        hydro,
    ] in kinds
    {
        let (found, expected) = (bytes(found), bytes(expected));
        let mut check = |checker: &str, args: &str, letters: &str, at: usize| {
            let ours = letter(checker, args, &found, &expected);
            let theirs = match letters.chars().nth(at) {
                Some('*') => {
                    let name = if args.is_empty() { "-" } else { args };
                    let choice = choices.iter().find(|row| row[0] == shows && row[1] == name);
                    let [.., theirs, ours, _] = choice.unwrap();
                    assert!(theirs.contains(ours), "{shows} {args}: {theirs} {ours}");
                    chosen += 1;
                    ours.chars().next()
                }
                letter => letter,
            };
            assert_eq!(Some(ours), theirs, "{shows}: {checker} {args}");
        };
        if own != "-" {
            check("kattis", args, own, 0);
        }
        for (at, args) in KATTIS.into_iter().enumerate() {
            check("kattis", args, kattis, at);
        }
        for (at, checker) in TESTLIB.into_iter().enumerate() {
            check(checker, "", testlib, at);
        }
        for (at, checker) in DMOJ.into_iter().enumerate() {
            check(checker, "", dmoj, at);
        }
        for (at, (checker, args)) in OJ.into_iter().enumerate() {
            check(checker, args, oj, at);
        }
        check("cms", "", cms, 0);
        check("hydro", "", hydro, 0);
        check("hydro", "strict", hydro, 1);
    }
    assert_eq!((chosen, choices.len()), (51, 51));
}
