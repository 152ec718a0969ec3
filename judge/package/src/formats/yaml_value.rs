//! YAML as a tree whose values know their line, for formats in which a value's meaning depends on
//! what stands around it.

use std::fmt;
use std::fs;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

use crate::error::PackageError;

/// A larger file is no settings.
const LARGEST: u64 = 16 << 20;

/// A value and the line where it begins.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) line: u64,
    pub(crate) value: Value,
}

/// A value.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Node, PackageError> {
    let size = fs::metadata(path).map_err(PackageError::read(path))?.len();
    if size > LARGEST {
        let message = format!("is {size} bytes long; expected settings");
        return Err(PackageError::file(path, message));
    }
    let text = fs::read_to_string(path).map_err(PackageError::read(path))?;
    let node: Spanned<Value> =
        serde_saphyr::from_str(&text).map_err(|error| PackageError::Settings {
            path: path.to_owned(),
            message: plain(&error.to_string()),
        })?;
    Ok(Node::from(node))
}

/// A message of the parser for those who write settings, not for those who write readers.
fn plain(message: &str) -> String {
    message.trim_start_matches("error: ").replace(
        ", set DuplicateKeyPolicy in Options if acceptable",
        "; keep one",
    )
}

impl Node {
    /// The value of a key of a map; one that is null is not there.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let Value::Map(entries) = &self.value else {
            return None;
        };
        let (_, node) = entries.iter().find(|(name, _)| name == key)?;
        (!matches!(node.value, Value::Null)).then_some(node)
    }

    /// A map with the entries of an earlier one whose keys it does not have.
    pub(crate) fn over(mut self, earlier: Node) -> Node {
        if let (Value::Map(entries), Value::Map(mut others)) = (&mut self.value, earlier.value) {
            others.retain(|(key, _)| !entries.iter().any(|(own, _)| own == key));
            entries.extend(others);
        }
        self
    }

    pub(crate) fn entries(&self) -> &[(String, Node)] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// A list, or one value as a list of it.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// A scalar as text.
    pub(crate) fn text(&self) -> Option<String> {
        match &self.value {
            Value::Text(text) => Some(text.clone()),
            Value::Integer(number) => Some(number.to_string()),
            Value::Float(number) => Some(number.to_string()),
            Value::Bool(value) => Some(value.to_string()),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }

    pub(crate) fn number(&self) -> Option<f64> {
        match self.value {
            // No setting that is a number needs more than 52 bits.
            Value::Integer(number) => Some(number as f64),
            Value::Float(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        match &self.value {
            Value::Bool(value) => Some(*value),
            // As YAML 1.1 has it, which many readers still speak.
            Value::Text(text) => match text.to_ascii_lowercase().as_str() {
                "yes" | "on" => Some(true),
                "no" | "off" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// What kind of value it is, for messages.
    pub(crate) fn kind(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
            _ => format!("`{}`", self.text().unwrap_or_default().escape_debug()),
        }
    }
}

impl From<Spanned<Value>> for Node {
    fn from(spanned: Spanned<Value>) -> Node {
        Node {
            line: spanned.referenced.line(),
            value: spanned.value,
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        inner.deserialize_any(AnyValue)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(i64::try_from(value).map_or(Value::Float(value as f64), Value::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element::<Spanned<Value>>()? {
            items.push(Node::from(item));
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value::<Spanned<Value>>()?;
            entries.push((key, Node::from(value)));
        }
        Ok(Value::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_lines() {
        let text = "a: 1\nb:\n- x\n- {1: yes, n: null}\nc: 1.5\n";
        let node = Node::from(serde_saphyr::from_str::<Spanned<Value>>(text).unwrap());
        let b = node.get("b").unwrap().items();
        let map = &b[1];
        assert_eq!(node.get("a").unwrap().number(), Some(1.0));
        assert_eq!((b[0].text().as_deref(), b[0].line), (Some("x"), 3));
        assert_eq!((map.get("1").unwrap().boolean(), map.line), (Some(true), 4));
        assert!(map.get("n").is_none());
        assert_eq!(node.get("c").unwrap().line, 5);
    }
}
