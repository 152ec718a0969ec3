//! The words of messages: ordinals, and bytes made safe and short enough to print.

use std::fmt::Write as _;

use crate::stream::Excerpt;

/// The longest text that is shown whole, in bytes.
const WHOLE: usize = 64;
/// What is shown of the beginning of a longer one.
const HEAD: usize = 30;
/// What is shown of its end.
pub(crate) const TAIL: usize = 31;

/// `1st`, `2nd`, `3rd`, `4th`, … `11th`, … `21st`.
pub(crate) fn ordinal(number: u64) -> String {
    let ending = match (number % 100 / 10, number % 10) {
        (1, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The bytes, shortened in the middle as testlib does and escaped.
pub(crate) fn shown(bytes: &[u8]) -> String {
    if bytes.len() <= WHOLE {
        escape(bytes)
    } else {
        let (head, tail) = (bytes.get(..HEAD), bytes.get(bytes.len() - TAIL..));
        shortened(head.unwrap_or_default(), tail.unwrap_or_default())
    }
}

fn shortened(head: &[u8], tail: &[u8]) -> String {
    // A cut through a character would show its halves as escapes.
    let head = match std::str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => head.get(..error.valid_up_to()),
        _ => Some(head),
    };
    let continued = tail.iter().take_while(|&&byte| byte & 0xC0 == 0x80).count();
    let skipped = if continued < 4 { continued } else { 0 };
    format!(
        "{}...{}",
        escape(head.unwrap_or_default()),
        escape(tail.get(skipped..).unwrap_or_default())
    )
}

/// The excerpt as it is quoted: `'token'`, or `end of output` when there is none.
pub(crate) fn quoted(excerpt: Option<&Excerpt>) -> String {
    match excerpt {
        None => "end of output".to_owned(),
        Some(excerpt) => format!("'{}'", excerpt.shown()),
    }
}

impl Excerpt {
    /// The text, shortened and escaped.
    pub(crate) fn shown(&self) -> String {
        let joined: Vec<u8> = self.head.iter().chain(&self.tail).copied().collect();
        if !self.cut {
            shown(&joined)
        } else if self.tail.is_empty() {
            shortened(self.head.get(..HEAD + TAIL).unwrap_or(&self.head), b"")
        } else {
            let head = joined.get(..HEAD).unwrap_or(&joined);
            let tail = joined.get(joined.len().saturating_sub(TAIL)..);
            shortened(head, tail.unwrap_or_default())
        }
    }
}

/// The number with so many digits after the point, as C's `%.*f`; never more than 64 characters.
pub(crate) fn fixed(value: f64, digits: usize) -> String {
    if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        shown(format!("{value:.digits$}").as_bytes())
    }
}

/// Control bytes and invalid UTF-8 as `\n`, `\t`, `\x1b`; the rest as it is.
pub(crate) fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                '\t' => text.push_str("\\t"),
                _ if hidden(character) => {
                    let mut encoded = [0; 4];
                    for byte in character.encode_utf8(&mut encoded).bytes() {
                        push_byte(&mut text, byte);
                    }
                }
                _ => text.push(character),
            }
        }
        for &byte in chunk.invalid() {
            push_byte(&mut text, byte);
        }
    }
    text
}

/// Characters that a terminal obeys or does not show.
fn hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{a0}')
}

fn push_byte(text: &mut String, byte: u8) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\\x{byte:02x}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_follow_english() {
        for (number, text) in [
            (1, "1st"),
            (2, "2nd"),
            (3, "3rd"),
            (4, "4th"),
            (10, "10th"),
            (11, "11th"),
            (12, "12th"),
            (13, "13th"),
            (21, "21st"),
            (102, "102nd"),
            (111, "111th"),
            (1_000_003, "1000003rd"),
        ] {
            assert_eq!(ordinal(number), text);
        }
    }

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        for (bytes, text) in [
            (&b"plain"[..], "plain"),
            (b"a\tb\r\n", "a\\tb\\r\\n"),
            (b"\x1b[31m\0", "\\x1b[31m\\x00"),
            (b"\xff\xfe", "\\xff\\xfe"),
            ("caf\u{e9}".as_bytes(), "caf\u{e9}"),
            ("\u{feff}42".as_bytes(), "\\xef\\xbb\\xbf42"),
            ("\u{9b}1m".as_bytes(), "\\xc2\\x9b1m"),
        ] {
            assert_eq!(escape(bytes), text);
        }
    }

    #[test]
    fn a_long_text_is_shortened_in_the_middle() {
        let digits: Vec<u8> = (0..100).map(|i| b'0' + i % 10).collect();
        let text = "012345678901234567890123456789...9012345678901234567890123456789";
        assert_eq!(shown(&digits), text);
        assert_eq!(shown(digits.get(..64).unwrap()).len(), 64);
        let accents = "\u{e9}".repeat(60);
        assert_eq!(
            shown(accents.as_bytes()),
            format!("{}...{}", "\u{e9}".repeat(15), "\u{e9}".repeat(15))
        );
    }
}
