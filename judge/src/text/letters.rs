//! The letters of a text as they are seen, and how much room they take.

use unicode_width::UnicodeWidthChar;

use super::width;

/// The text in pieces that are never parted: a letter with its accents, a flag, a keycap.
pub(super) fn letters(text: &str) -> Vec<&str> {
    let mut letters = Vec::with_capacity(text.len());
    let mut begin = 0;
    for (at, c) in text.char_indices().skip(1) {
        if !belongs(&text[begin..at], c, &text[begin..at + c.len_utf8()]) {
            letters.push(&text[begin..at]);
            begin = at;
        }
    }
    if begin < text.len() {
        letters.push(&text[begin..]);
    }
    letters
}

/// Whether a character is a part of the letter before it, which it would make `both`: what takes no room
/// is, and what makes it no wider, such as the tone of a skin. Of flags each is two characters.
fn belongs(letter: &str, c: char, both: &str) -> bool {
    let is_half = |c: &char| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    // Of most names each character is a letter.
    if c.is_ascii() && letter.is_ascii() {
        return false;
    }
    c.width() == Some(0)
        // A long a of Thai or Lao stands half above its letter; the marks of narrow kana stand behind it.
        || matches!(c, '\u{e33}' | '\u{eb3}' | '\u{ff9e}' | '\u{ff9f}')
        || is_half(&c) && letter.chars().filter(is_half).count() == 1
        || width(both) <= width(letter)
}

/// As many of the letters, one after the other, as there is room for.
pub(super) fn taken<'a>(letters: impl Iterator<Item = &'a str>, columns: usize) -> Vec<&'a str> {
    let mut used = 0;
    letters
        .take_while(|letter| {
            used += width(letter);
            used <= columns
        })
        .collect()
}

/// The same of the last letters.
pub(super) fn taken_back<'a>(letters: &[&'a str], columns: usize) -> Vec<&'a str> {
    let mut back = taken(letters.iter().rev().copied(), columns);
    back.reverse();
    back
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_as_one_is_one() {
        for one in [
            "e\u{301}",
            "1\u{fe0f}\u{20e3}",
            "🇩🇪",
            "❤\u{fe0f}",
            "👍🏽",
            "ｱﾞ",
            "กำ",
            "\u{1100}\u{1161}\u{11a8}",
            "x",
            "盤",
        ] {
            assert_eq!(letters(&one.repeat(3)), [one; 3]);
            assert_eq!(letters(&format!("a{one}b")), ["a", one, "b"]);
        }
        assert!(letters("").is_empty());
    }
}
