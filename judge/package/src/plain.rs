//! What serde says of a value, in the words of those who write it.

use crate::near::near;

/// A message of serde for those who write settings or read recordings.
#[must_use]
pub fn plain(message: &str) -> String {
    let quoted = |text: &str| {
        text.trim_start_matches('`')
            .trim_end_matches('`')
            .to_owned()
    };
    if let Some(rest) = message.strip_prefix("unknown field ") {
        let (_, known) = rest.split_once(", ").unwrap_or_default();
        let name = rest.split(", ").next().unwrap_or_default();
        let known = known.trim_start_matches("expected one of ");
        let known = known.trim_start_matches("expected ").replace(" or ", ", ");
        let names = known.split(", ").map(|known| known.trim_matches('`'));
        return match near(&quoted(name), names) {
            Some(near) => format!("unknown key; did you mean `{near}`?"),
            None => format!("unknown key; known are {known}"),
        };
    }
    if let Some(name) = message.strip_prefix("missing field ") {
        return format!("expected the key {name}, found none");
    }
    if let Some(name) = message.strip_prefix("duplicate field ") {
        return format!("the key {name} is there twice; keep one");
    }
    let found_first = [
        "invalid type: ",
        "invalid value: ",
        "invalid length ",
        "unknown variant ",
    ];
    let rest = found_first
        .iter()
        .find_map(|start| message.strip_prefix(start));
    match rest.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => {
            format!("expected {}, found {}", kind(expected), kind(found))
        }
        None => message.to_owned(),
    }
}

/// A kind of value, in the words of TOML.
fn kind(of_serde: &str) -> String {
    for (word, told) in [
        ("a sequence", "a list"),
        ("sequence", "a list"),
        ("a map", "a table"),
        ("map", "a table"),
        ("usize", "a whole number"),
        ("u64", "a whole number"),
        ("u32", "a whole number"),
        ("u16", "a whole number"),
        ("u8", "a whole number from 0 to 255"),
        ("i64", "a whole number"),
        ("i32", "a whole number"),
        ("f64", "a number"),
        ("a boolean", "`true` or `false`"),
        ("a string", "a text in quotes"),
    ] {
        if of_serde == word {
            return told.to_owned();
        }
    }
    if of_serde.starts_with("struct ") || of_serde.starts_with("internally tagged enum ") {
        return "a table".to_owned();
    }
    for (word, told) in [
        ("integer ", ""),
        ("floating point ", ""),
        ("boolean ", ""),
        ("string ", "the text "),
    ] {
        if let Some(value) = of_serde.strip_prefix(word) {
            let value = value
                .trim_end_matches(" as i128")
                .trim_end_matches(" as u128");
            return format!("{told}{value}");
        }
    }
    of_serde.to_owned()
}

/// What is wrong with a text in JSON, the place first.
#[must_use]
pub fn json(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    let said = said.trim_end_matches(&format!(" at line {line} column {column}"));
    let said = match error.classify() {
        serde_json::error::Category::Eof => "the text ends before it is complete".to_owned(),
        serde_json::error::Category::Syntax => format!("not JSON: {said}"),
        _ => plain(said),
    };
    format!("line {line}, column {column}: {said}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::json;

    #[test]
    fn what_is_wrong_with_json_is_told_by_its_place() {
        for (text, told) in [
            ("", "line 1, column 0: the text ends before it is complete"),
            (
                "{\"a\": \"",
                "line 1, column 7: the text ends before it is complete",
            ),
            ("x", "line 1, column 1: not JSON: expected value"),
            (
                "{\n\"a\": 3}",
                "line 2, column 6: expected a text in quotes, found `3`",
            ),
            (
                "[\"a\"]",
                "line 1, column 0: expected a table, found a list",
            ),
        ] {
            let error = serde_json::from_str::<BTreeMap<String, String>>(text).unwrap_err();
            assert_eq!(json(&error), told, "{text}");
        }
    }
}
