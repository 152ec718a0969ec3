//! Small mistakes put into a right solution: one changed place each.
//!
//! The operators are those that stand for the usual slips: a comparison that takes the bound in or
//! leaves it out, a number off by one, a sign, a bound swapped for the other, `and` for `or`. They
//! work on words of the source alone, so a mutant may not compile; then it says nothing.

use std::ops::Range;

/// A source with one mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mutant {
    /// The whole source.
    pub(crate) source: Vec<u8>,
    /// The line of the mistake, from 1.
    pub(crate) line: usize,
    /// That line, as it was.
    pub(crate) text: String,
    /// What stood there.
    pub(crate) from: String,
    /// What stands there now.
    pub(crate) to: String,
}

/// How the sources of a language are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// C, C++, Java: `//`, `/* */`, strings, characters, and lines that begin with `#`.
    C,
    /// Rust: the same without `#` lines, with lifetimes and ranges, and without attributes.
    Rust,
    /// Python: `#`, strings in one or three quotes.
    Python,
}

/// The syntax of a file by its extension, if mutants of it can be made.
pub(crate) fn syntax(extension: &str) -> Option<Syntax> {
    match extension {
        "c" | "cc" | "cpp" | "cxx" | "C" | "h" | "hpp" | "java" => Some(Syntax::C),
        "rs" => Some(Syntax::Rust),
        "py" | "py3" => Some(Syntax::Python),
        _ => None,
    }
}

/// Words and what may stand in their place.
const SWAPS: &[(&str, &[&str])] = &[
    ("<", &["<="]),
    ("<=", &["<"]),
    (">", &[">="]),
    (">=", &[">"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("+=", &["-="]),
    ("-=", &["+="]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("and", &["or"]),
    ("or", &["and"]),
    ("..", &["..="]),
    ("..=", &[".."]),
    ("min", &["max"]),
    ("max", &["min"]),
    ("^", &["|"]),
    ("^=", &["|="]),
    ("%", &["/"]),
];

/// What a comment on a line says of mutants there that are no mistakes: `judge: equivalent` of all
/// of them, `judge: equivalent < -> <=` of one; commas between several.
const EQUIVALENT: &str = "judge: equivalent";

/// Every mutant of a source, in the order of their places, but for those that a comment in the same
/// line calls equivalent.
pub(crate) fn mutants(source: &[u8], syntax: Syntax) -> Vec<Mutant> {
    let words = words(source, syntax);
    let text = |range: &Range<usize>| String::from_utf8_lossy(&source[range.clone()]).into_owned();
    let mut all = Vec::new();
    for (index, range) in words.iter().enumerate() {
        let word = text(range);
        let before = index.checked_sub(1).map(|index| text(&words[index]));
        let after = words.get(index + 1).map(text);
        // rustfmt puts blanks around comparisons and none around the brackets of types.
        let is_bracket = ["<", ">"].contains(&word.as_str())
            && before.is_some()
            && source
                .get(range.start - 1)
                .is_some_and(|byte| *byte != b' ');
        if syntax == Syntax::Rust && is_bracket {
            continue;
        }
        for to in replacements(&word, before.as_deref(), after.as_deref(), syntax) {
            all.push(mutant(source, range.clone(), to));
        }
        if let Some((range, to)) = exchanged(source, &words, index) {
            all.push(mutant(source, range, to));
        }
    }
    all.retain(|mutant| !mutant.is_called_equivalent());
    all
}

fn mutant(source: &[u8], range: Range<usize>, to: String) -> Mutant {
    let start = source[..range.start]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let rest = &source[start..];
    let length = rest.iter().take_while(|&&byte| byte != b'\n').count();
    let from = &source[range.clone()];
    Mutant {
        source: [&source[..range.start], to.as_bytes(), &source[range.end..]].concat(),
        line: 1 + source[..range.start]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count(),
        text: String::from_utf8_lossy(&rest[..length]).trim().to_owned(),
        from: String::from_utf8_lossy(from).into_owned(),
        to,
    }
}

impl Mutant {
    fn is_called_equivalent(&self) -> bool {
        let Some((_, said)) = self.text.split_once(EQUIVALENT) else {
            return false;
        };
        let said = said.trim_end_matches("*/").trim();
        let own = format!("{} -> {}", self.from, self.to);
        said.is_empty() || said.split(',').any(|change| change.trim() == own)
    }
}

/// The operands of a difference, a quotient or a remainder exchanged, where both are plain names or
/// numbers and nothing around them binds as tightly.
fn exchanged(
    source: &[u8],
    words: &[Range<usize>],
    index: usize,
) -> Option<(Range<usize>, String)> {
    let text = |index: usize| {
        let range = words.get(index)?;
        std::str::from_utf8(&source[range.clone()]).ok()
    };
    let operator = text(index)?;
    if !["-", "/", "%", "//"].contains(&operator) {
        return None;
    }
    let (before, after) = (index.checked_sub(1)?, index + 1);
    let is_plain = |word: &str| {
        word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && word != "return"
    };
    let (left, right) = (text(before)?, text(after)?);
    if !is_plain(left) || !is_plain(right) || left == right {
        return None;
    }
    let tight = [
        ".", "->", "::", "-", "*", "/", "%", "//", "**", "(", "[", ")", "]", "!",
    ];
    let outside = before.checked_sub(1).and_then(text);
    let is_loose = |word: Option<&str>, allowed: &[&str]| {
        word.is_none_or(|word| allowed.contains(&word) || !tight.contains(&word))
    };
    if !is_loose(outside, &["(", "["]) || !is_loose(text(after + 1), &[")", "]", "-"]) {
        return None;
    }
    let range = words[before].start..words[after].end;
    Some((range, format!("{right} {operator} {left}")))
}

fn replacements(
    word: &str,
    before: Option<&str>,
    after: Option<&str>,
    syntax: Syntax,
) -> Vec<String> {
    if let Ok(number) = word.parse::<u64>() {
        // A digit of a version, a dimension or a shift of bits is no bound.
        let up = number.checked_add(1).map(|number| number.to_string());
        let down = number.checked_sub(1).map(|number| number.to_string());
        return up.into_iter().chain(down).collect();
    }
    let is_value = |word: Option<&str>| {
        word.and_then(|word| word.bytes().last())
            .is_some_and(|last| last.is_ascii_alphanumeric() || b")]_'\"".contains(&last))
            && !["return", "in", "and", "or", "if", "else", "=>"]
                .contains(&word.unwrap_or_default())
    };
    let skip = match word {
        // Generics and includes: a `<` without blanks around it. `swaps` are made between values.
        "<" | ">" => !is_value(before) || after.is_none_or(|after| after == "::"),
        // A sign in front of a value is another mistake than a difference, and `+` there none.
        "+" => !is_value(before),
        "-" => !is_value(before) && after == Some(">"),
        "|" | "||" | "&&" => !is_value(before),
        "and" | "or" => syntax != Syntax::Python,
        ".." | "..=" => syntax != Syntax::Rust || after.is_none_or(|after| after == "]"),
        "%" | "^" | "^=" => !is_value(before),
        _ => false,
    };
    if skip {
        return Vec::new();
    }
    SWAPS
        .iter()
        .find(|(from, _)| *from == word)
        .map(|(_, to)| to.iter().map(|&to| to.to_owned()).collect())
        .unwrap_or_default()
}

/// The words of a source that mean something: no comments, no texts, no directives.
fn words(source: &[u8], syntax: Syntax) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        if let Some(length) = passed_over(source, at, syntax) {
            at += length.max(1);
            continue;
        }
        let length = match rest[0] {
            byte if byte.is_ascii_alphanumeric() || byte == b'_' => rest
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .count(),
            _ => OPERATORS
                .iter()
                .find(|operator| rest.starts_with(operator.as_bytes()))
                .map_or(1, |operator| operator.len()),
        };
        if !rest[0].is_ascii_whitespace() {
            words.push(at..at + length);
        }
        at += length;
    }
    words
}

/// Operators of several bytes, longer ones first.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "..=", "...", "**=", "//=", "<=>", "->", "=>", "::", "<<", ">>", "<=", ">=",
    "==", "!=", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=", "&&", "||", "++", "--", "..", "**",
    "//",
];

/// The length of a comment, text, character, directive or attribute that begins here.
fn passed_over(source: &[u8], at: usize, syntax: Syntax) -> Option<usize> {
    let rest = &source[at..];
    let line = || rest.iter().take_while(|&&byte| byte != b'\n').count();
    let until = |end: &[u8], from: usize| {
        rest.get(from..)
            .and_then(|rest| rest.windows(end.len()).position(|found| found == end))
            .map_or(rest.len(), |found| from + found + end.len())
    };
    if syntax == Syntax::Python {
        return match rest {
            [b'#', ..] => Some(line()),
            [b'"', b'"', b'"', ..] => Some(until(b"\"\"\"", 3)),
            [b'\'', b'\'', b'\'', ..] => Some(until(b"'''", 3)),
            [b'"', ..] | [b'\'', ..] => Some(quoted(rest)),
            _ => None,
        };
    }
    match rest {
        [b'/', b'/', ..] => Some(line()),
        [b'/', b'*', ..] => Some(until(b"*/", 2)),
        [b'"', ..] => Some(quoted(rest)),
        [b'#', b'[' | b'!', ..] if syntax == Syntax::Rust => Some(until(b"]", 1)),
        [b'#', ..] if syntax == Syntax::C => Some(line()),
        // `'a'` and `'\n'`, but not the lifetime `'a`.
        [b'\'', b'\\', ..] => Some(quoted(rest)),
        [b'\'', _, b'\'', ..] => Some(3),
        _ => None,
    }
}

/// The length of a text in the quote that it begins with; a line end ends it too.
fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == rest[0] => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(source: &str, syntax: Syntax) -> Vec<String> {
        mutants(source.as_bytes(), syntax)
            .iter()
            .map(|mutant| format!("{}: {} -> {}", mutant.line, mutant.from, mutant.to))
            .collect()
    }

    #[test]
    fn each_place_that_means_something_is_changed_once_each_way() {
        for (syntax, source, expected) in [
            (
                Syntax::C,
                "#include <a+b>\nint f(int a) { // a < b\n  return a <= 10 && a - b > 0; /* 1 */ }\nchar c = '<', *s = \"1 < \\\" 2\";",
                &[
                    "3: <= -> <",
                    "3: 10 -> 11",
                    "3: 10 -> 9",
                    "3: && -> ||",
                    "3: - -> +",
                    "3: a - b -> b - a",
                    "3: > -> >=",
                    "3: 0 -> 1",
                ][..],
            ),
            (
                Syntax::Rust,
                "#[a(1)]\nfn f<'a>(x: &'a u8) -> u8 { (0..n).min(x) }",
                &["2: 0 -> 1", "2: .. -> ..=", "2: min -> max"],
            ),
            (
                Syntax::Python,
                "# 1\nif a == 'x < 1' and not b:\n    '''1 < 2'''\n    return -x",
                &["2: == -> !=", "2: and -> or", "4: - -> +"],
            ),
        ] {
            assert_eq!(made(source, syntax), expected);
        }
    }

    #[test]
    fn operands_are_exchanged_where_nothing_binds_them_elsewhere() {
        for (source, expected) in [
            ("a - b", Some("a - b -> b - a")),
            ("(a / 2)", Some("a / 2 -> 2 / a")),
            ("x = a % b - 1", Some("a % b -> b % a")),
            ("a - a", None),
            ("p.a - b", None),
            ("a - f(b)", None),
            ("c * a - b", None),
            ("a - b * c", None),
            ("f(a) - b", None),
            ("return - b", None),
        ] {
            let words = words(source.as_bytes(), Syntax::Python);
            let found = (0..words.len()).find_map(|index| {
                let (range, to) = exchanged(source.as_bytes(), &words, index)?;
                Some(format!("{} -> {to}", &source[range]))
            });
            assert_eq!(found.as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn a_comment_says_that_a_change_is_no_mistake() {
        for (source, expected) in [
            ("a < b", 1),
            ("a < b # judge: equivalent", 0),
            ("a < b # judge: equivalent < -> <=", 0),
            ("a < b # judge: equivalent 1 -> 2, < -> <=", 0),
            ("a < b # judge: equivalent <= -> <", 1),
        ] {
            let found = mutants(source.as_bytes(), Syntax::Python);
            assert_eq!(found.len(), expected, "{source}");
        }
        let c = "a < b; /* judge: equivalent < -> <= */";
        assert_eq!(mutants(c.as_bytes(), Syntax::C), []);
    }

    #[test]
    fn a_mutant_differs_in_its_place_alone() {
        let source = b"x = a < b\ny = 1\n";
        for mutant in mutants(source, Syntax::Python) {
            let text = String::from_utf8(mutant.source).unwrap();
            let changed = text
                .lines()
                .zip(["x = a < b", "y = 1"])
                .filter(|(a, b)| a != b);
            assert_eq!(changed.count(), 1, "{text}");
        }
    }

    #[test]
    fn no_source_makes_it_panic() {
        for source in [
            &b"'"[..],
            b"\"",
            b"/*",
            b"\"\\",
            b"'\\",
            b"'''",
            b"\xff<\xff",
            b"#",
            b"..",
            b"1",
        ] {
            for syntax in [Syntax::C, Syntax::Rust, Syntax::Python] {
                let _ = mutants(source, syntax);
                let twice = [source, source].concat();
                for mutant in mutants(&twice, syntax) {
                    assert_ne!(mutant.source, twice);
                }
            }
        }
    }
}
