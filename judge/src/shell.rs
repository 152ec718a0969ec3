//! Command lines to be repeated by people: printable, and read by a shell as they were.

use crate::text;

/// Words as bash, zsh and ksh read them, printable: where a word holds what a terminal would obey, in
/// the form `$'…'`, with the bytes of it by their numbers.
pub(crate) fn line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(word).collect();
    words.join(" ")
}

fn word(word: &str) -> String {
    if !word.chars().any(text::deceives) {
        // It refuses a NUL alone, which is such a character.
        return shlex::try_quote(word).map_or_else(|_| String::new(), Into::into);
    }
    let mut quoted = "$'".to_owned();
    for c in word.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\\' | '\'' => quoted.extend(['\\', c]),
            c if text::deceives(c) => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    quoted.push_str(&format!("\\x{byte:02x}"));
                }
            }
            c => quoted.push(c),
        }
    }
    quoted.push('\'');
    quoted
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn what_is_told_is_printable_and_comes_back_as_it_was() {
        for (words, told) in [
            (&["run", "a.sh", "--case", "1"][..], "run a.sh --case 1"),
            (&["it's", "a b", ""], "\"it's\" 'a b' ''"),
            (&["a\nb.sh", "it's\t\\"], "$'a\\nb.sh' $'it\\'s\\t\\\\'"),
            (
                &["e\u{202e}1", "\u{1b}[31m"],
                "$'e\\xe2\\x80\\xae1' $'\\x1b[31m'",
            ),
            (&["\u{85}é"], "$'\\xc2\\x85é'"),
        ] {
            assert_eq!(line(words.iter().copied()), told);
            assert!(!told.contains(text::deceives));
            let Ok(shell) = Command::new("bash")
                .args(["-c", &format!("printf '%s\\0' {told}")])
                .output()
            else {
                // No bash here; the texts are compared all the same.
                continue;
            };
            let expected: String = words.iter().flat_map(|word| [word, "\0"]).collect();
            assert_eq!(String::from_utf8_lossy(&shell.stdout), expected);
        }
    }
}
