//! Settings in TOML, read into a struct; what is wrong is told by line and key, and in our words.
//!
//! The parser knows where in the text a fault is, but not under which key, and speaks of types of
//! Rust. So a faulty text is parsed once more, into a tree whose keys have their places.

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::PackageError;
use crate::plain::plain;
use crate::text_file;

/// Reads a file.
///
/// # Errors
/// It cannot be read, is no TOML, or its values are not what `T` asks for: with line and key.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, PackageError> {
    parse(path, &text_file::text(path)?)
}

/// Reads the text of a file.
pub(crate) fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, PackageError> {
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let message = error.message().trim_end();
        let found = error
            .span()
            .and_then(|span| text.get(span))
            .unwrap_or_default();
        let Ok(tree) = DeTable::parse(text) else {
            let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
            let rest = text.get(at..).unwrap_or_default();
            let message = match rest.lines().next().unwrap_or_default().trim() {
                "" if before.trim_end().ends_with('=') => "expected a value, found none",
                _ => message,
            };
            let message = format!("line {line}, column {column}: {message}");
            return PackageError::Settings {
                path: path.to_owned(),
                message,
            };
        };
        let key = key_at(tree.get_ref(), at).unwrap_or_default();
        let place = match key.is_empty() {
            true => format!("line {line}"),
            false => format!("line {line}: {key}"),
        };
        let message = match message {
            // Of one of several words, which the parser takes for a form of its own.
            "wanted string or table" => format!("expected a text in quotes, found `{found}`"),
            _ => plain(message),
        };
        PackageError::value(path, place, message)
    })
}

/// A key of a file as messages name it, with its line if it is there.
#[must_use]
pub fn place_in(path: &Path, key: &str) -> String {
    place(&text_file::text(path).unwrap_or_default(), key)
}

/// A key as messages name it, with its line in the text if it is there.
pub(crate) fn place(text: &str, key: &str) -> String {
    match line_of(text, key) {
        Some(line) => format!("line {line}: {key}"),
        None => key.to_owned(),
    }
}

/// The line of a key as messages name it: `limits.time`, `solution 2: expect`, or
/// ``generate `big` `` for the table in which some value is that text. If only the first words of it
/// are there, their line.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let tree = DeTable::parse(text).ok()?;
    let mut table = Some(tree.get_ref());
    let mut list: Option<&[Spanned<DeValue<'_>>]> = None;
    let mut place = None;
    for word in words(key) {
        if let Some(items) = list.take() {
            let named = items.iter().find(|item| holds(item.get_ref(), word));
            let numbered = || items.get(word.parse::<usize>().ok()?.checked_sub(1)?);
            let Some(chosen) = named.or_else(numbered) else {
                break;
            };
            place = Some(chosen.span().start);
            table = chosen.get_ref().as_table();
            continue;
        }
        let Some((key, value)) = table.and_then(|table| table.get_key_value(word)) else {
            break;
        };
        place = Some(key.span().start);
        table = value.get_ref().as_table();
        list = value.get_ref().as_array().map(AsRef::as_ref);
    }
    let before = text.get(..place?)?;
    Some(before.matches('\n').count() + 1)
}

/// The words of a key; what stands in backquotes is one.
fn words(key: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let split = key.split(move |c: char| {
        let quote = c == '`';
        quoted ^= quote;
        quote || (!quoted && [' ', '.', ':'].contains(&c))
    });
    split.filter(|word| !word.is_empty())
}

/// Whether some value of a table is this text.
fn holds(value: &DeValue<'_>, text: &str) -> bool {
    let table = value.as_table();
    table.is_some_and(|table| {
        table
            .values()
            .any(|value| value.get_ref().as_str() == Some(text))
    })
}

/// The innermost key whose value, or which itself, stands at a place of the text.
fn key_at(table: &DeTable<'_>, at: usize) -> Option<String> {
    for (key, value) in table {
        let name: &str = key.get_ref();
        if let Some(below) = below(value, at) {
            return Some(format!("{name}{below}"));
        }
        if touches(&key.span(), at) {
            return Some(name.to_owned());
        }
    }
    None
}

/// What follows the name of the key of a value that stands at a place, or has something there.
fn below(value: &Spanned<DeValue<'_>>, at: usize) -> Option<String> {
    let inner = match value.get_ref() {
        DeValue::Table(table) => key_at(table, at).map(|key| format!(".{key}")),
        DeValue::Array(items) => (1..).zip(items.iter()).find_map(|(number, item)| {
            let mut said = format!(" {number}");
            let below = below(item, at)?;
            match below.strip_prefix('.') {
                Some(key) => write!(said, ": {key}").ok()?,
                None => said.push_str(&below),
            }
            Some(said)
        }),
        _ => None,
    };
    inner.or_else(|| touches(&value.span(), at).then(String::new))
}

fn touches(span: &Range<usize>, at: usize) -> bool {
    span.contains(&at)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "what is wrong with them is all that is looked at")]
    struct Settings {
        name: String,
        passes: Option<u32>,
        #[serde(default)]
        limits: Limits,
        #[serde(default)]
        solution: Vec<Solution>,
        kind: Option<Kind>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "as above")]
    struct Limits {
        time: Option<f64>,
        strict: Option<bool>,
        #[serde(default)]
        multiplier: BTreeMap<String, f64>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "as above")]
    struct Solution {
        path: String,
        #[serde(default)]
        args: Vec<String>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        One,
        Two,
    }

    #[test]
    fn what_is_wrong_is_told_by_line_and_key_without_a_word_of_serde() {
        for (text, message) in [
            ("", "line 1: expected the key `name`, found none"),
            ("name = ", "line 1, column 8: expected a value, found none"),
            ("name = 'x'\nname = 'y'", "line 2, column 1: duplicate key"),
            (
                "name = 3",
                "line 1: name: expected a text in quotes, found `3`",
            ),
            (
                "name = 'x'\npasses = 'two'",
                "line 2: passes: expected a whole number, found the text \"two\"",
            ),
            (
                "name = 'x'\npasses = -1",
                "line 2: passes: expected a whole number, found `-1`",
            ),
            (
                "name = 'x'\nkind = 'three'",
                "line 2: kind: expected `one` or `two`, found `three`",
            ),
            (
                "name = 'x'\npasses = 99999999999999999999999",
                "line 2: passes: expected a whole number, found `99999999999999999999999`",
            ),
            (
                "name = 'x'\nkind = 3",
                "line 2: kind: expected a text in quotes, found `3`",
            ),
            (
                "name = 'x'\nlimit = 1",
                "line 2: limit: unknown key; did you mean `limits`?",
            ),
            (
                "name = 'x'\ncolour = 1",
                "line 2: colour: unknown key; known are `name`, `passes`, `limits`, `solution`, `kind`",
            ),
            (
                "name = 'x'\n[[solution]]\npath = 'a'\nagrs = []",
                "line 4: solution 1: agrs: unknown key; did you mean `args`?",
            ),
            (
                "name = 'x'\nlimits.time = 'fast'",
                "line 2: limits.time: expected a number, found the text \"fast\"",
            ),
            (
                "name = 'x'\n\n[limits]\nstrict = 'no'",
                "line 4: limits.strict: expected `true` or `false`, found the text \"no\"",
            ),
            (
                "name = 'x'\nlimits = 3",
                "line 2: limits: expected a table, found `3`",
            ),
            (
                "name = 'x'\n[limits]\nmultiplier = {python = 'x'}",
                "line 3: limits.multiplier.python: expected a number, found the text \"x\"",
            ),
            (
                "name = 'x'\nsolution = 3",
                "line 2: solution: expected a list, found `3`",
            ),
            (
                "name = 'x'\n[[solution]]\npath = 'a'\n[[solution]]\npath = []",
                "line 5: solution 2: path: expected a text in quotes, found a list",
            ),
            (
                "name = 'x'\n[[solution]]\npath = 'a'\n[[solution]]\nargs = []",
                "line 4: solution 2: expected the key `path`, found none",
            ),
            (
                "name = 'x'\n[[solution]]\npath = 'a'\nargs = ['b',\n {c = 1}]",
                "line 5: solution 1: args 2: expected a text in quotes, found a table",
            ),
        ] {
            let fault = parse::<Settings>(Path::new("x.toml"), text).unwrap_err();
            assert_eq!(fault.to_string(), format!("x.toml: {message}"), "{text}");
        }
    }

    #[test]
    fn a_key_as_messages_name_it_has_a_line() {
        let text = "a.b = 1\nc = 2\n[d]\ne = 3\n[[f]]\ng = 4\n[[f]]\ng = 'big.one'\nh = 5\n";
        for (key, line) in [
            ("a.b", Some(1)),
            ("c", Some(2)),
            ("d.e", Some(4)),
            ("d.x", Some(3)),
            ("f", Some(5)),
            ("f 2: h", Some(9)),
            ("f `big.one`", Some(7)),
            ("f `big.one`: h", Some(9)),
            ("x", None),
        ] {
            assert_eq!(line_of(text, key), line, "{key}");
        }
    }
}
