//! Where two outputs part, in words.

use crate::model::Excerpt;
use crate::text;

/// Where the first difference is, and which signs stand for the two outputs.
pub(crate) fn place(excerpt: &Excerpt) -> String {
    let Excerpt { line, column, .. } = excerpt;
    let into = match into_word(excerpt) {
        Some(into) => format!(", {into}"),
        None => String::new(),
    };
    format!(
        "first difference at line {line}, column {column} of the expected output (-), found (+){into}"
    )
}

/// How far into a long word the difference is.
pub(crate) fn into_word(excerpt: &Excerpt) -> Option<String> {
    let into = excerpt.into?;
    Some(format!("{} into the word", text::counted(into, "byte")))
}
