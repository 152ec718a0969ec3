//! YAML as a tree whose every node knows its file, its line and its key.
//!
//! Settings are read node by node and not by deserializing into a struct, for three reasons: what
//! is wrong is said with file, line and key; keys that nobody asked for become warnings and not
//! errors; and a scalar keeps its text, so that the argument `1e-6` is not made a number and back.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use serde_saphyr::Spanned;

use self::raw::Raw;
use crate::error::PackageError;
use crate::text_file;

mod raw;
#[cfg(test)]
mod tests;

/// A value and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    path: Rc<Path>,
    key: String,
    line: u64,
    /// The line where the same key was given a value before, which does not count.
    earlier: Option<u64>,
    value: Value,
}

/// A value. A scalar is its text, quoted or not.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Null,
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// The entries of a map that nobody has taken yet, in the order of the file.
#[derive(Debug, Default)]
pub(crate) struct Map(Vec<(String, Node)>);

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Node, PackageError> {
    parse(path, &text_file::text(path)?)
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

/// Reads the text of a file.
pub(crate) fn parse(path: &Path, text: &str) -> Result<Node, PackageError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let raw = raw::parse(text).map_err(|message| PackageError::Settings {
        path: path.to_owned(),
        message,
    })?;
    Ok(Node::of(&Rc::from(path), String::new(), text, raw))
}

impl Node {
    fn of(path: &Rc<Path>, key: String, text: &str, raw: Spanned<Raw>) -> Node {
        let line = raw.referenced.line();
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
                (0..)
                    .zip(items)
                    .map(|(index, item): (usize, _)| {
                        Node::of(path, format!("{key}[{index}]"), text, item)
                    })
                    .collect(),
            ),
            Raw::Map(entries) => Value::Map(Node::entries_of(path, &key, text, entries)),
        };
        Node {
            path: Rc::clone(path),
            key,
            line,
            earlier: None,
            value,
        }
    }

    fn entries_of(
        path: &Rc<Path>,
        key: &str,
        text: &str,
        raw: Vec<(Spanned<String>, Spanned<Raw>)>,
    ) -> Vec<(String, Node)> {
        let mut entries: Vec<Option<(String, Node)>> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for (name, item) in raw {
            let whole = match key.is_empty() {
                true => name.value.clone(),
                false => format!("{key}.{}", name.value),
            };
            let mut node = Node::of(path, whole, text, item);
            // A reader looks for the key, which may stand lines above its value.
            node.line = name.referenced.line();
            // Among equal keys the last one counts, as in the parsers of other tools.
            let before = places.insert(name.value.clone(), entries.len());
            let before = before.and_then(|index| entries.get_mut(index)?.take());
            node.earlier = before.map(|(_, node)| node.line);
            entries.push(Some((name.value, node)));
        }
        entries.into_iter().flatten().collect()
    }

    /// Another value in the place of this one, for what follows from it.
    pub(crate) fn holding(&self, value: Value) -> Node {
        Node {
            path: Rc::clone(&self.path),
            key: self.key.clone(),
            line: self.line,
            earlier: None,
            value,
        }
    }

    /// A map with the entries of an earlier one whose keys it does not have.
    pub(crate) fn over(mut self, earlier: Node) -> Node {
        if let (Value::Map(entries), Value::Map(mut others)) = (&mut self.value, earlier.value) {
            others.retain(|(key, _)| !entries.iter().any(|(own, _)| own == key));
            entries.extend(others);
        }
        self
    }

    /// The error that says where this value stands and what is wrong with it.
    pub(crate) fn wrong(&self, message: impl Display) -> PackageError {
        PackageError::Value {
            path: self.path.to_path_buf(),
            key: self.place(),
            message: message.to_string(),
        }
    }

    /// The error that says where this value stands, what should be there and what is.
    pub(crate) fn expected(&self, what: impl Display) -> PackageError {
        let found = match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Scalar(text) => format!("`{}`", text.escape_debug()),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        };
        self.wrong(format!("expected {what}, found {found}"))
    }

    /// The line and key.
    pub(crate) fn place(&self) -> String {
        match self.key.is_empty() {
            true => format!("line {}", self.line),
            false => format!("line {}: {}", self.line, printable(&self.key)),
        }
    }

    /// What to say of each key that is there more than once, here and below.
    pub(crate) fn repeated(&self) -> Vec<String> {
        let mut said = Vec::new();
        if let Some(line) = self.earlier {
            said.push(format!(
                "{}: stands on line {line} as well; the last one counts, keep one",
                self.place()
            ));
        }
        let (listed, named) = match &self.value {
            Value::List(items) => (items.as_slice(), &[][..]),
            Value::Map(entries) => (&[][..], entries.as_slice()),
            Value::Null | Value::Scalar(_) => (&[][..], &[][..]),
        };
        let below = listed.iter().chain(named.iter().map(|(_, node)| node));
        said.extend(below.flat_map(Node::repeated));
        said
    }

    /// Text; a number is one as well.
    pub(crate) fn text(&self) -> Result<&str, PackageError> {
        self.as_scalar().ok_or_else(|| self.expected("text"))
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
        let number = self.as_number().filter(|number| bounds.contains(number));
        number.ok_or_else(|| {
            let (low, high) = bounds.into_inner();
            self.expected(format!("{what} from {low} to {high}"))
        })
    }

    /// A finite number above 0.
    pub(crate) fn positive(&self) -> Result<f64, PackageError> {
        let number = self.as_number();
        number
            .filter(|number| *number > 0.0 && number.is_finite())
            .ok_or_else(|| self.expected("a number greater than 0"))
    }

    /// A time in seconds, above 0.
    pub(crate) fn seconds(&self) -> Result<Duration, PackageError> {
        let time = Duration::try_from_secs_f64(self.positive()?);
        time.map_err(|_| self.expected("a number of seconds"))
    }

    /// A whole number.
    pub(crate) fn count(&self) -> Result<u64, PackageError> {
        let number = self.as_scalar().and_then(|text| text.parse().ok());
        number.ok_or_else(|| self.expected("a whole number"))
    }

    /// `true` or `false`, also in the words of YAML 1.1, which many tools still speak.
    pub(crate) fn boolean(&self) -> Result<bool, PackageError> {
        let word = self.as_scalar().map(str::to_ascii_lowercase);
        match word.as_deref() {
            Some("true" | "yes" | "on") => Ok(true),
            Some("false" | "no" | "off") => Ok(false),
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

    /// The number, if it is one.
    pub(crate) fn as_number(&self) -> Option<f64> {
        self.as_scalar()?.parse().ok()
    }

    /// The items, if it is a list.
    pub(crate) fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The items of a list; any other value is as good as a list of it.
    pub(crate) fn items(&self) -> &[Node] {
        self.as_list().unwrap_or(std::slice::from_ref(self))
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

    /// The value of a key of a map; a key without a value is no key.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let (_, node) = self.entries().iter().find(|(name, _)| name == key)?;
        (!matches!(node.value, Value::Null)).then_some(node)
    }

    /// The entries of a map; anything else has none.
    pub(crate) fn entries(&self) -> &[(String, Node)] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// A map whose keys are taken out one by one, so that unknown ones are left; nothing is an empty
    /// one.
    pub(crate) fn map(self) -> Result<Map, PackageError> {
        match self.value {
            Value::Map(entries) => Ok(Map(entries)),
            Value::Null => Ok(Map::default()),
            _ => Err(self.expected("a map of keys to values")),
        }
    }
}

impl Map {
    /// Takes the value of a key out; a key without a value is no key.
    pub(crate) fn take(&mut self, key: &str) -> Option<Node> {
        let index = self.0.iter().position(|(name, _)| name == key)?;
        let (_, node) = self.0.remove(index);
        (!matches!(node.value, Value::Null)).then_some(node)
    }

    /// Whether a key is there; one without a value is none.
    pub(crate) fn has(&self, key: &str) -> bool {
        let has_value = |node: &Node| !matches!(node.value, Value::Null);
        self.0
            .iter()
            .any(|(name, node)| name == key && has_value(node))
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
