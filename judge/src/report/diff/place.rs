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
    let found = match excerpt.rewrapped {
        true => {
            let window = &excerpt.found;
            let line = window.first_line + window.line_of(window.at) as u64;
            format!("line {line} of the one found (+)")
        }
        false => "found (+)".to_owned(),
    };
    format!(
        "first difference at line {line}, column {column} of the expected output (-), {found}{notes}"
    )
}

/// Whether words are held against each other and not lines, how far into a long word the difference is, and whether it need not be the mistake.
pub(crate) fn notes(excerpt: &Excerpt) -> Option<String> {
    let into = excerpt
        .into
        .map(|into| format!("{} into the word", text::counted(into, "byte")));
    let rewrapped = excerpt
        .rewrapped
        .then(|| "word is held against word, as lines end elsewhere".to_owned());
    let many = excerpt
        .one_of_many
        .then(|| "held against the one answer that is known".to_owned());
    let notes: Vec<String> = [rewrapped, into, many].into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join(", "))
}
