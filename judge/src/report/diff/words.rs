//! Which words of two lines differ; where none does, which blanks.

use std::ops::Range;

use super::align;
use crate::model::Alike;

/// The longest word, in bytes, that is marked as a whole.
const SHORT: usize = 32;

/// A word that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) word: Range<usize>,
    /// What of it differs: of a short word all. It is empty where a word lacks what its counterpart
    /// has.
    pub(super) part: Range<usize>,
}

impl Mark {
    /// Marks all of a word.
    pub(super) fn whole(word: Range<usize>) -> Mark {
        let part = word.clone();
        Mark { word, part }
    }
}

/// What is to be marked in two lines that differ.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) expected: Vec<Mark>,
    pub(super) found: Vec<Mark>,
    /// Whether only blanks differ, which are then to be seen everywhere.
    pub(super) blanks: bool,
    /// Whether a word was held against another than the one of its number, or against none.
    pub(super) moved: bool,
}

/// A line without its line end, as far as it is known.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) bytes: &'a [u8],
    /// Where the first difference is, if it is in this line.
    pub(super) at: Option<usize>,
    /// Whether the line begins before.
    pub(super) cut: bool,
    /// Whether it goes on.
    pub(super) open: bool,
}

/// The words that differ.
pub(super) fn marks(expected: Part<'_>, found: Part<'_>, alike: &[Alike]) -> Marks {
    let (old, new) = (words(expected), words(found));
    let (olds, news) = (texts(expected, &old), texts(found, &new));
    // Of lines of which only parts are known, the ends say nothing: word is set against word from
    // the difference on.
    let partial = expected.cut || found.cut || expected.open || found.open;
    let pairs = match partial {
        true => from_the_difference(expected, &old, found, &new),
        false => align::pairs(&olds, &news, alike, true),
    };
    let number = |pair: &align::Pair| matches!(pair, (Some(a), Some(b)) if a == b);
    let mut marks = Marks {
        moved: !partial && !pairs.iter().all(number),
        ..Marks::default()
    };
    for (left, right) in pairs {
        let old_word = left.and_then(|index| olds.get(index));
        let new_word = right.and_then(|index| news.get(index));
        if let (Some(expected), Some(found)) = (old_word, new_word)
            && align::same(alike, expected, found)
        {
            continue;
        }
        let left = left.and_then(|index| old.get(index).cloned());
        let right = right.and_then(|index| new.get(index).cloned());
        let (left, right) = match (left, right) {
            (Some(left), Some(right)) => {
                let (left, right) = parts(expected, left, found, right);
                (Some(left), Some(right))
            }
            (left, right) => (left.map(Mark::whole), right.map(Mark::whole)),
        };
        marks.expected.extend(left);
        marks.found.extend(right);
    }
    if marks.expected.is_empty() && marks.found.is_empty() && !partial {
        return blanks(expected, &old, found, &new);
    }
    marks
}

/// Two words with what differs in them. Of those that the eye takes in at once it is all.
pub(super) fn parts(
    expected: Part<'_>,
    old: Range<usize>,
    found: Part<'_>,
    new: Range<usize>,
) -> (Mark, Mark) {
    let whole = |part: Part<'_>, word: &Range<usize>| {
        let cut = part.cut && word.start == 0 || part.open && word.end == part.bytes.len();
        !cut && word.len() <= SHORT
    };
    if whole(expected, &old) && whole(found, &new) {
        return (Mark::whole(old), Mark::whole(new));
    }
    // Up to the difference they are known to be the same, and one of them may begin out of sight.
    let known = |part: Part<'_>, word: &Range<usize>| part.at.filter(|at| word.contains(at));
    let (left, right) = match (known(expected, &old), known(found, &new)) {
        (Some(left), Some(right)) => (left, right),
        _ => (old.start, new.start),
    };
    let a = expected.bytes.get(left..old.end).unwrap_or_default();
    let b = found.bytes.get(right..new.end).unwrap_or_default();
    let mut head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    while head > 0 && (continues(a, head) || continues(b, head)) {
        head -= 1;
    }
    let open = expected.open && old.end == expected.bytes.len()
        || found.open && new.end == found.bytes.len();
    let most = a.len().min(b.len()) - head;
    let mut tail = match open && a.len() != b.len() {
        // The ends are not known, or not those of the same bytes.
        true => 0,
        false => {
            let ends = a.iter().rev().zip(b.iter().rev()).take(most);
            ends.take_while(|(a, b)| a == b).count()
        }
    };
    while tail > 0 && (continues(a, a.len() - tail) || continues(b, b.len() - tail)) {
        tail -= 1;
    }
    (
        Mark {
            part: left + head..old.end - tail,
            word: old,
        },
        Mark {
            part: right + head..new.end - tail,
            word: new,
        },
    )
}

/// Whether the byte there belongs to the character that begins before it.
fn continues(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80)
}

/// The blanks around words that are the same.
fn blanks(
    expected: Part<'_>,
    old: &[Range<usize>],
    found: Part<'_>,
    new: &[Range<usize>],
) -> Marks {
    let (old, new) = (gaps(expected, old), gaps(found, new));
    let differ = |(left, right): &(&Range<usize>, &Range<usize>)| {
        expected.bytes.get((*left).clone()) != found.bytes.get((*right).clone())
    };
    let (expected, found) = old
        .iter()
        .zip(&new)
        .filter(differ)
        .map(|(left, right)| (Mark::whole(left.clone()), Mark::whole(right.clone())))
        .unzip();
    Marks {
        expected,
        found,
        blanks: true,
        moved: false,
    }
}

/// The ranges before, between and after words.
fn gaps(part: Part<'_>, words: &[Range<usize>]) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(words.iter().map(|word| word.end));
    let ends = words
        .iter()
        .map(|word| word.start)
        .chain([part.bytes.len()]);
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

fn from_the_difference(
    expected: Part<'_>,
    old: &[Range<usize>],
    found: Part<'_>,
    new: &[Range<usize>],
) -> Vec<align::Pair> {
    let first = |part: Part<'_>, words: &[Range<usize>]| {
        let at = part.at.unwrap_or(0);
        words.partition_point(|word| word.end <= at)
    };
    let (left, right) = (first(expected, old), first(found, new));
    // A word at the end of a part may go on.
    let known = |part: Part<'_>, words: &[Range<usize>]| words.len() - usize::from(part.open);
    let old = left..known(expected, old).max(left + 1).min(old.len());
    let new = right..known(found, new).max(right + 1).min(new.len());
    old.zip(new)
        .map(|(left, right)| (Some(left), Some(right)))
        .collect()
}

fn texts<'a>(part: Part<'a>, words: &[Range<usize>]) -> Vec<&'a [u8]> {
    let text = |word: &Range<usize>| part.bytes.get(word.clone()).unwrap_or_default();
    words.iter().map(text).collect()
}

fn words(part: Part<'_>) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = 0;
    for word in part.bytes.split(is_blank) {
        if !word.is_empty() {
            words.push(start..start + word.len());
        }
        start += word.len() + 1;
    }
    words
}

pub(super) fn is_blank(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == b'\x0b'
}
