//! What stands in braces in the commands of a language must stand for something: left as it is, it
//! would be an argument that the solution is blamed for.

use super::{Language, TableError};

/// What commands that are asked about the tool know.
const ASKED: &[&str] = &["tool"];
const COMPILE: &[&str] = &["tool", "source", "sources", "program", "folder", "main"];
const RUN: &[&str] = &[
    "tool", "source", "sources", "program", "folder", "main", "memory",
];

/// Checks all commands of a language.
pub(super) fn check(language: &Language) -> Result<(), TableError> {
    for (key, words, known) in [
        ("locate", &language.locate, ASKED),
        ("version", &language.version, ASKED),
        ("compile", &language.compile, COMPILE),
        ("run", &language.run, RUN),
    ] {
        let names = words.iter().flat_map(|word| names(word));
        if let Some(name) = names.into_iter().find(|name| !known.contains(name)) {
            let known: Vec<String> = known.iter().map(|name| format!("{{{name}}}")).collect();
            let known = known.join(", ");
            let message =
                format!("{key}: `{{{name}}}` stands for nothing; expected one of {known}");
            return Err(TableError::new(&language.name, message));
        }
    }
    Ok(())
}

/// The names in braces in a word. A word with spaces is a program of its own, as after `sh -c`, and
/// `${…}` is a shell's.
fn names(word: &str) -> Vec<&str> {
    let is_name = |name: &str| {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        !name.is_empty() && name.bytes().all(letter)
    };
    if word.contains(char::is_whitespace) {
        return Vec::new();
    }
    let mut parts = word.split('{');
    let mut before = parts.next().unwrap_or_default();
    let mut names = Vec::new();
    for part in parts {
        let name = part.split_once('}').map(|(name, _)| name);
        names.extend(name.filter(|name| is_name(name) && !before.ends_with('$')));
        before = part;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_like_a_placeholder_is_one() {
        for (word, expected) in [
            ("{tool}", &["tool"][..]),
            ("-o:{progam}", &["progam"]),
            ("{folder}/{main}.x", &["folder", "main"]),
            ("${home}", &[]),
            ("cp {source} {x}", &[]),
            ("{}", &[]),
            ("{1}", &[]),
            ("{open", &[]),
        ] {
            assert_eq!(names(word), expected, "{word}");
        }
    }

    #[test]
    fn memory_is_known_to_what_runs_only() {
        let words = vec!["-Xmx{memory}k".to_owned()];
        let run = Language {
            run: words.clone(),
            ..Language::default()
        };
        let compile = Language {
            compile: words,
            ..Language::default()
        };
        assert!(check(&run).is_ok());
        let error = check(&compile).unwrap_err().to_string();
        assert!(error.starts_with("compile: `{memory}`"), "{error}");
    }
}
