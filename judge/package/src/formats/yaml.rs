//! YAML as a tree whose every node knows its file, its line and its key.
//!
//! Settings are read node by node and not by deserializing into a struct, for three reasons: what
//! is wrong is said with file, line and key; keys that nobody asked for become warnings and not
//! errors; and a scalar keeps its text, so that the argument `1e-6` is not made a number and back.

use std::fmt::{self, Display};
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::rc::Rc;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;
use serde_saphyr::options::DuplicateKeyPolicy;

use crate::error::PackageError;

/// A value and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    path: Rc<Path>,
    key: String,
    line: u64,
    value: Value,
}

#[derive(Debug, Clone)]
enum Value {
    Null,
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// The entries of a map that nobody has taken yet, in the order of the file.
#[derive(Debug, Default)]
pub(crate) struct Map(Vec<(String, Node)>);

/// Settings above this size are none.
const LARGEST: u64 = 4 << 20;

/// Reads the map in a file; an empty file is an empty map.
pub(crate) fn read(path: &Path) -> Result<Map, PackageError> {
    parse(path, &text(path)?)
}

/// The text of a file of settings.
pub(crate) fn text(path: &Path) -> Result<String, PackageError> {
    let size = fs::metadata(path).map_err(PackageError::read(path))?.len();
    if size > LARGEST {
        let message = format!("expected at most {LARGEST} bytes of settings, found {size}");
        return Err(PackageError::file(path, message));
    }
    fs::read_to_string(path).map_err(PackageError::read(path))
}

/// The text with its control characters written out, so that it may go to a terminal.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c.is_control() {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

/// Reads the map in the text of a file.
pub(crate) fn parse(path: &Path, text: &str) -> Result<Map, PackageError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Among equal keys the last one counts, as in the parsers of other tools.
    let options = serde_saphyr::options! {
        duplicate_keys: DuplicateKeyPolicy::LastWins,
        reject_non_finite_typeless_float: false,
        with_snippet: false,
    };
    let raw: Spanned<Raw> =
        serde_saphyr::from_str_with_options(text, options).map_err(|error| {
            PackageError::Settings {
                path: path.to_owned(),
                message: error.to_string(),
            }
        })?;
    let path = Rc::from(path);
    Node::of(&path, String::new(), text, raw).map()
}

impl Node {
    fn of(path: &Rc<Path>, key: String, text: &str, raw: Spanned<Raw>) -> Node {
        let value = match raw.value {
            Raw::Null => Value::Null,
            Raw::Text(text) => Value::Scalar(text),
            // What the parser takes for a truth value or a number may be meant as text.
            Raw::Other(shown) => {
                let span = raw.defined.span();
                let place = span.byte_offset().zip(span.byte_len());
                let source = place.and_then(|(from, length)| {
                    let from = usize::try_from(from).ok()?;
                    text.get(from..from.checked_add(usize::try_from(length).ok()?)?)
                });
                Value::Scalar(source.map_or(shown, str::to_owned))
            }
            Raw::List(items) => Value::List(
                items
                    .into_iter()
                    .enumerate()
                    .map(|(index, item)| Node::of(path, format!("{key}[{index}]"), text, item))
                    .collect(),
            ),
            Raw::Map(entries) => Value::Map(
                entries
                    .into_iter()
                    .map(|(name, item)| {
                        let whole = match key.is_empty() {
                            true => name.value.clone(),
                            false => format!("{key}.{}", name.value),
                        };
                        let mut node = Node::of(path, whole, text, item);
                        // A reader looks for the key, which may stand lines above its value.
                        node.line = name.referenced.line();
                        (name.value, node)
                    })
                    .collect(),
            ),
        };
        Node {
            path: Rc::clone(path),
            key,
            line: raw.referenced.line(),
            value,
        }
    }

    /// The error that says where this value stands and what is wrong with it.
    pub(crate) fn wrong(&self, message: impl Display) -> PackageError {
        PackageError::Value {
            path: self.path.to_path_buf(),
            key: self.place(),
            message: message.to_string(),
        }
    }

    /// The line and key.
    pub(crate) fn place(&self) -> String {
        match self.key.is_empty() {
            true => format!("line {}", self.line),
            false => format!("line {}: {}", self.line, printable(&self.key)),
        }
    }

    fn expected(&self, what: impl Display) -> PackageError {
        let found = match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Scalar(text) => format!("`{}`", text.escape_debug()),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        };
        self.wrong(format!("expected {what}, found {found}"))
    }

    /// Text; a number is one as well.
    pub(crate) fn text(&self) -> Result<&str, PackageError> {
        match &self.value {
            Value::Scalar(text) => Ok(text),
            _ => Err(self.expected("text")),
        }
    }

    /// The words of a text.
    pub(crate) fn words(&self) -> Result<Vec<String>, PackageError> {
        Ok(self.text()?.split_whitespace().map(str::to_owned).collect())
    }

    /// One of a few words.
    pub(crate) fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, PackageError> {
        let found = self.as_scalar();
        let chosen = choices.iter().find(|(name, _)| found == Some(name));
        chosen.map(|&(_, value)| value).ok_or_else(|| {
            let names: Vec<String> = choices
                .iter()
                .map(|(name, _)| format!("`{name}`"))
                .collect();
            self.expected(names.join(" or "))
        })
    }

    /// A number within bounds; `what` names it and its unit.
    pub(crate) fn number(
        &self,
        what: &str,
        bounds: RangeInclusive<f64>,
    ) -> Result<f64, PackageError> {
        let number = self.as_scalar().and_then(|text| text.parse::<f64>().ok());
        number
            .filter(|number| bounds.contains(number))
            .ok_or_else(|| {
                let (low, high) = bounds.into_inner();
                self.expected(format!("{what} from {low} to {high}"))
            })
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&self) -> Result<bool, PackageError> {
        match self.as_scalar() {
            Some("true" | "True" | "TRUE" | "yes" | "Yes") => Ok(true),
            Some("false" | "False" | "FALSE" | "no" | "No") => Ok(false),
            _ => Err(self.expected("`true` or `false`")),
        }
    }

    /// The text, if it is one.
    pub(crate) fn as_scalar(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub(crate) fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// A list of texts.
    pub(crate) fn texts(&self) -> Result<Vec<String>, PackageError> {
        match &self.value {
            Value::List(items) => items
                .iter()
                .map(|item| item.text().map(str::to_owned))
                .collect(),
            _ => Err(self.expected("a list of texts")),
        }
    }

    /// One text, or a list of them.
    pub(crate) fn one_or_more(&self) -> Result<Vec<String>, PackageError> {
        match &self.value {
            Value::Scalar(text) => Ok(vec![text.clone()]),
            Value::List(_) => self.texts(),
            _ => Err(self.expected("text or a list of texts")),
        }
    }

    /// Whether it is a map.
    pub(crate) fn is_map(&self) -> bool {
        matches!(self.value, Value::Map(_))
    }

    /// A map; nothing is an empty one.
    pub(crate) fn map(self) -> Result<Map, PackageError> {
        match self.value {
            Value::Map(entries) => Ok(Map(entries)),
            Value::Null => Ok(Map(Vec::new())),
            _ => Err(self.expected("a map of keys to values")),
        }
    }
}

impl Map {
    /// Takes the value of a key out; a key without a value is no key.
    pub(crate) fn take(&mut self, key: &str) -> Option<Node> {
        let mut taken = None;
        while let Some(index) = self.0.iter().position(|(name, _)| name == key) {
            taken = Some(self.0.remove(index).1);
        }
        taken.filter(|node| !matches!(node.value, Value::Null))
    }

    /// Drops keys that mean nothing to a judge.
    pub(crate) fn ignore(&mut self, keys: &[&str]) {
        self.0.retain(|(name, _)| !keys.contains(&name.as_str()));
    }

    /// What is left.
    pub(crate) fn rest(self) -> Vec<(String, Node)> {
        self.0
    }
}

/// A value as the parser gives it.
#[derive(Debug)]
enum Raw {
    Null,
    Text(String),
    /// A truth value or a number, as it would be printed.
    Other(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
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
