//! Where two outputs part, in words.

use crate::model::Excerpt;
use crate::text;

/// Where the first difference is, and which signs stand for the two outputs.
pub(crate) fn place(excerpt: &Excerpt) -> String {
    let Excerpt {
        line,
        seen_column: column,
        ..
    } = excerpt;
    let notes = match notes(excerpt) {
        Some(notes) => format!(", {notes}"),
        None => String::new(),
    };
    format!(
        "first difference at line {line}, column {column} of the expected output (-), found (+){notes}"
    )
}

/// How far into a long word the difference is, and whether it need not be the mistake.
pub(crate) fn notes(excerpt: &Excerpt) -> Option<String> {
    let into = excerpt
        .into
        .map(|into| format!("{} into the word", text::counted(into, "byte")));
    let many = excerpt
        .one_of_many
        .then(|| "held against the one answer that is known".to_owned());
    let notes: Vec<String> = [into, many].into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join(", "))
}
