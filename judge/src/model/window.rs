//! The words of a window: those before the difference, and those from it on.

use std::ops::Range;

use super::Window;

/// Where the words of a window stand in its text. Words of which only a part is known are left out,
/// but for the one of the difference.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// Those before the difference, in order.
    pub(crate) before: Vec<Range<usize>>,
    /// The one of the difference, and those after it.
    pub(crate) after: Vec<Range<usize>>,
}

impl Window {
    /// Its words.
    pub(crate) fn words(&self) -> Words {
        let mut before = Vec::new();
        let mut start = 0;
        for word in self.text.split(is_blank) {
            if !word.is_empty() {
                before.push(start..start + word.len());
            }
            start += word.len() + 1;
        }
        let mut after = before.split_off(before.partition_point(|word| word.end <= self.at));
        if self.cut && before.first().is_some_and(|word| word.start == 0) {
            before.remove(0);
        }
        let open = |word: &Range<usize>| self.more && word.end == self.text.len();
        if after.len() > 1 {
            after.pop_if(|word| open(word));
        }
        Words { before, after }
    }

    /// The bytes of a word.
    pub(crate) fn word(&self, word: &Range<usize>) -> &[u8] {
        self.text.get(word.clone()).unwrap_or_default()
    }

    /// The number, from 0, of the line of the window in which a byte stands.
    pub(crate) fn line_of(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or(&self.text);
        memchr::memchr_iter(b'\n', before).count()
    }
}

fn is_blank(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == b'\x0b'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_which_a_part_is_known_are_left_out() {
        let window = Window {
            first_line: 1,
            text: b"part a\nb c  d par".to_vec(),
            at: 7,
            cut: true,
            more: true,
        };
        let shown = |window: &Window| {
            let Words { before, after } = window.words();
            [before, after].map(|words| {
                let word = |word| String::from_utf8_lossy(window.word(word)).into_owned();
                words.iter().map(word).collect::<Vec<_>>().join(" ")
            })
        };
        assert_eq!(shown(&window), ["a", "b c d"]);
        let whole = Window {
            cut: false,
            more: false,
            ..window.clone()
        };
        assert_eq!(shown(&whole), ["part a", "b c d par"]);
        let first = Window {
            at: 2,
            ..window.clone()
        };
        assert_eq!(shown(&first), ["", "part a b c d"]);
        let last = Window { at: 15, ..window };
        assert_eq!(shown(&last), ["a b c d", "par"]);
    }
}
