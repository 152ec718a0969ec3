//! The lines around the first difference of two outputs, and how much more differs.

use serde::{Deserialize, Serialize};

use crate::report::record::value::Bytes;

/// The lines around the first difference of two outputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Excerpt {
    /// The line of the first difference in the expected output, from 1.
    pub(crate) line: u64,
    /// The column of it in bytes, from 1; of words that differ, where the word begins.
    pub(crate) column: u64,
    /// The same as people count it, characters by the columns that they take; missing where it is the
    /// same number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seen_column: Option<u64>,
    /// How many bytes two long words share before they part; missing where they part soon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) into: Option<u64>,
    /// Whether a program judged the output, to which others than the expected one may be right too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) one_of_many: bool,
    /// Whether the two divide words into other lines, which is all the same to the checker: word is
    /// held against word by their numbers, and not line against line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) rewrapped: bool,
    /// Lines of the expected output.
    pub(crate) expected: Window,
    /// Lines of the program's output.
    pub(crate) found: Window,
    /// Lines and words of the two that differ and that the checker takes for equal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) alike: Vec<Alike>,
    /// How much differs in the whole; missing where nobody counted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) extent: Option<Extent>,
}

/// A line with its line end, or a word, of each output: different bytes, and the same to the checker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Alike {
    /// Of the expected output.
    pub(crate) expected: Bytes,
    /// Of the program's output.
    pub(crate) found: Bytes,
}

/// How much of two outputs differs, line by line or word by word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Extent {
    /// What is counted.
    pub(crate) unit: Unit,
    /// How many differ, the first among them; where one output is longer, its rest differs.
    pub(crate) differ: u64,
    /// Whether there may be more that differ.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) at_least: bool,
    /// How many the expected output has.
    pub(crate) expected: u64,
    /// How many the program's output has.
    pub(crate) found: u64,
}

/// What is counted of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    /// Lines, where those of the same number correspond.
    Lines,
    /// Words between blanks.
    Words,
}

/// Some consecutive lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Window {
    /// The number of the first line, from 1.
    pub(crate) first_line: u64,
    /// The lines with their line ends. A long first or last line may be cut.
    pub(crate) text: Bytes,
    /// Where in the text the difference is, in bytes: of long words, the last byte that both share.
    pub(crate) at: usize,
    /// Whether the first line begins before the text does.
    pub(crate) cut: bool,
    /// Whether the file goes on after them.
    pub(crate) more: bool,
}
