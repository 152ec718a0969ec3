//! Text from programs and packages, made safe to print.

mod apart;
mod letters;

use std::fmt::Write as _;

pub(crate) use self::apart::{apart, cases_apart};

use unicode_width::UnicodeWidthStr;

use self::letters::{letters, taken, taken_back};

/// `bytes` as one printable line of at most `most` columns: control characters and invalid UTF-8
/// are escaped, so that no program can move the cursor or colour the terminal; the middle is left
/// out where it is too long.
#[must_use]
pub(crate) fn printable(bytes: &[u8], most: usize) -> String {
    fit(&line(bytes), most)
}

/// `bytes` as one printable line of any length.
#[must_use]
pub(crate) fn line(bytes: &[u8]) -> String {
    // A tab is as wide as the place where it stands makes it.
    escaped(bytes).replace('\t', "\\t")
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
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
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
    tail.extend(all[skipped..].iter().map(|line| fit(&escaped(line), 200)));
    tail
}

/// The first lines of a log, printable, each line and their number bounded.
#[must_use]
pub(crate) fn head(log: &str, lines: usize) -> Vec<String> {
    let all: Vec<&str> = log.trim_end().lines().collect();
    let mut head: Vec<String> = all
        .iter()
        .take(lines)
        .map(|line| fit(&escaped(line.as_bytes()), 200))
        .collect();
    if all.len() > lines {
        head.push(format!("… {} more", plural(all.len() - lines, "line")));
    }
    head
}

/// At most so many columns of `text`, which is printable: the middle is left out where it is wider.
#[must_use]
pub(crate) fn fit(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    if columns == 0 {
        return String::new();
    }
    // Names that are alike tend to differ at their ends.
    let room = columns.saturating_sub(1);
    let letters = letters(text);
    let head = taken(letters.iter().copied(), room / 2).concat();
    let tail = taken_back(&letters, room - width(&head)).concat();
    format!("{head}…{tail}")
}

/// The columns that printable text takes on a terminal.
#[must_use]
pub(crate) fn width(text: &str) -> usize {
    // Most names are so, and there are many of them.
    match text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        true => text.len(),
        false => text.width(),
    }
}

/// `text` with blanks after it up to a width in columns.
#[must_use]
pub(crate) fn padded(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    format!("{text}{:blanks$}", "")
}

/// A number with its digits in groups: `1,234,567`.
#[must_use]
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = (digits.len() - 1) % 3 + 1;
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index >= first && (index - first).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A limit of so many bytes: `64 MiB`, `100 KiB`, `1,000 bytes`, whichever is exact.
#[must_use]
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0 => "0 bytes".to_owned(),
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => counted(bytes, "byte"),
    }
}

/// `1 line`, `200,000 lines`.
#[must_use]
pub(crate) fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count))
}

/// `1 case`, `2 cases`.
#[must_use]
pub(crate) fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// `7 cases`, or `2 of 7 cases` where only some of them count.
#[must_use]
pub(crate) fn part(some: usize, all: usize, what: &str) -> String {
    match some == all {
        true => plural(all, what),
        false => format!("{some} of {}", plural(all, what)),
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
        assert_eq!(shown, format!("{}…{}", "x".repeat(29), "x".repeat(30)));
    }

    #[test]
    fn what_is_wide_takes_its_columns() {
        assert_eq!(fit("盤面ゲーム", 10), "盤面ゲーム");
        assert_eq!(fit("盤面ゲーム", 9), "盤面…ーム");
        assert_eq!(fit("盤面ゲーム", 8), "盤…ーム");
        assert_eq!(fit("abc", 1), "…");
        assert_eq!(fit("abc", 0), "");
        assert_eq!(padded("盤", 4), "盤  ");
        assert_eq!(padded("e\u{301}", 3), "e\u{301}  ");
        assert_eq!(printable(b"a\tb", 9), "a\\tb");
    }

    #[test]
    fn long_numbers_are_read_in_groups() {
        for (number, shown) in [
            (0, "0 lines"),
            (1, "1 line"),
            (999, "999 lines"),
            (1000, "1,000 lines"),
            (12_345, "12,345 lines"),
            (1_234_567, "1,234,567 lines"),
        ] {
            assert_eq!(counted(number, "line"), shown);
        }
    }

    #[test]
    fn sizes_are_exact_in_the_largest_unit() {
        for (bytes, shown) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1000, "1,000 bytes"),
            (100 << 10, "100 KiB"),
            (64_000_000, "62500 KiB"),
            ((64 << 20) + 1, "67,108,865 bytes"),
            (2 << 30, "2048 MiB"),
        ] {
            assert_eq!(size(bytes), shown);
        }
    }

    #[test]
    fn logs_say_how_much_is_left_out() {
        assert_eq!(tail(b"a\nb\nc\n", 2), ["… 1 line before", "b", "c"]);
        assert_eq!(head("a\nb\nc\n", 2), ["a", "b", "… 1 line more"]);
        assert!(tail(b"\n", 2).is_empty());
    }
}
