//! Text from programs and packages, made safe to print.

use std::fmt::Write as _;

/// `bytes` as one printable line of at most about `most` characters: control characters and
/// invalid UTF-8 are escaped, so that no program can move the cursor or colour the terminal; the
/// middle is left out where it is too long.
#[must_use]
pub(crate) fn printable(bytes: &[u8], most: usize) -> String {
    let whole = escaped(bytes);
    let count = whole.chars().count();
    if count <= most {
        return whole;
    }
    let head: String = whole.chars().take(most / 2).collect();
    let tail: String = whole.chars().skip(count - most / 3).collect();
    format!("{head}…{tail}")
}

/// `bytes` with control characters and invalid UTF-8 escaped; a tab is kept.
#[must_use]
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c != '\t' && deceives(c) {
                text.extend(c.escape_default());
            } else {
                text.push(c);
            }
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// Whether a character is no text of its own and acts on what is around it: control characters,
/// bidirectional controls and their like, which can make a line read as something else.
#[must_use]
pub(crate) fn deceives(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A log of several lines with everything but its line ends and tabs made printable.
#[must_use]
pub(crate) fn escaped_lines(log: &[u8]) -> String {
    let lines: Vec<String> = log.split(|&byte| byte == b'\n').map(escaped).collect();
    lines.join("\n")
}

/// The last lines of a log, printable, each line and their number bounded.
#[must_use]
pub(crate) fn tail(log: &[u8], lines: usize) -> Vec<String> {
    let log = log.trim_ascii_end();
    let all: Vec<&[u8]> = match log.is_empty() {
        true => Vec::new(),
        false => log.split(|&byte| byte == b'\n').collect(),
    };
    let skipped = all.len().saturating_sub(lines);
    let mut tail = Vec::new();
    if skipped > 0 {
        tail.push(format!("… {} before", plural(skipped, "line")));
    }
    tail.extend(all[skipped..].iter().map(|line| printable(line, 200)));
    tail
}

/// The first lines of a log, printable, each line and their number bounded.
#[must_use]
pub(crate) fn head(log: &str, lines: usize) -> Vec<String> {
    let all: Vec<&str> = log.trim_end().lines().collect();
    let mut head: Vec<String> = all
        .iter()
        .take(lines)
        .map(|line| printable(line.as_bytes(), 200))
        .collect();
    if all.len() > lines {
        head.push(format!("… {} more", plural(all.len() - lines, "line")));
    }
    head
}

/// `1 case`, `2 cases`.
#[must_use]
pub(crate) fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_reaches_the_terminal_raw() {
        for (bytes, shown) in [
            (&b"plain"[..], "plain"),
            (b"\x1b[31mred", "\\u{1b}[31mred"),
            (b"a\0b\r", "a\\u{0}b\\r"),
            (b"\xff\xfe", "\\xff\\xfe"),
            ("é\u{202e}x".as_bytes(), "é\\u{202e}x"),
            ("\u{9b}31m".as_bytes(), "\\u{9b}31m"),
        ] {
            assert_eq!(printable(bytes, 80), shown);
        }
    }

    #[test]
    fn long_text_loses_its_middle() {
        let long = "x".repeat(1000);
        let shown = printable(long.as_bytes(), 60);
        assert!(
            shown.contains('…') && shown.chars().count() <= 60,
            "{shown}"
        );
    }

    #[test]
    fn logs_say_how_much_is_left_out() {
        assert_eq!(tail(b"a\nb\nc\n", 2), ["… 1 line before", "b", "c"]);
        assert_eq!(head("a\nb\nc\n", 2), ["a", "b", "… 1 line more"]);
        assert!(tail(b"\n", 2).is_empty());
    }
}
