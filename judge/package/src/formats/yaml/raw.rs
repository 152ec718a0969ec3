//! YAML as the parser gives it: values with their spans, keys in the order of the file.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;
use serde_saphyr::options::DuplicateKeyPolicy;

/// A value.
#[derive(Debug)]
pub(super) enum Raw {
    Null,
    Text(String),
    /// A truth value or a number, as it would be printed.
    Other(String),
    List(Vec<Spanned<Raw>>),
    /// Keys may be there more than once.
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

/// Parses a document.
///
/// # Errors
/// Where the text is no YAML, and why, in the parser's words.
pub(super) fn parse(text: &str) -> Result<Spanned<Raw>, String> {
    let options = serde_saphyr::options! {
        // All of them come through, and the nodes say which one counts.
        duplicate_keys: DuplicateKeyPolicy::LastWins,
        reject_non_finite_typeless_float: false,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let message = error.to_string();
        match error.location() {
            Some(place) => {
                let (line, column) = (place.line(), place.column());
                // As in all our messages, the place comes first.
                let said = message.split(" at line ").next().unwrap_or_default();
                format!("line {line}, column {column}: {}", plain(said))
            }
            None => plain(&message).to_owned(),
        }
    })
}

/// What the parser says for programmers, or in the words of the grammar, for those who write settings.
fn plain(message: &str) -> &str {
    for (words, told) in [
        (
            "budget breached: Nodes",
            "more values than settings have; remove what is none",
        ),
        ("budget breached: Depth", "nested too deeply"),
        ("recursion limit exceeded", "nested too deeply"),
        (
            "budget breached",
            "larger than settings are; remove what is none",
        ),
        (
            "cannot deserialize null into string",
            "expected a key, found none",
        ),
        (
            "multiple YAML documents",
            "a second document begins; keep one",
        ),
        (
            "cannot deserialize tagged",
            "expected a value that is what its tag says",
        ),
        ("recursive references", "a value that holds itself"),
        ("expected string scalar", "expected a text as the key"),
        (
            "mapping values are not allowed",
            "a key cannot stand here; a text with `: ` in it needs quotes",
        ),
        (
            "alias references unknown anchor",
            "no `&name` before this `*name`",
        ),
        (
            "did not find expected '-' indicator",
            "expected `- ` and the next item of the list, or less indentation",
        ),
        (
            "did not find expected key",
            "expected a key as far to the right as those before it",
        ),
        (
            "invalid indentation in multiline quoted",
            "the text in quotes does not end, or goes on too far to the left",
        ),
    ] {
        if message.contains(words) {
            return told;
        }
    }
    message
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Other(value.to_string()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Other(value.to_string()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Other(value.to_string()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Other(value.to_string()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Raw, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Raw::Map(map))
    }
}
