//! What stands around the first difference of two outputs, and how much more differs.

use std::io::{self, Read, Seek, SeekFrom};

use compare::{Compare, Difference, Place};

use super::{alike, column, extent, layout, shared};
use crate::model::{Excerpt, Window};

/// Bytes of context shown before and after a difference, at most.
const BEFORE: u64 = 400;
const AFTER: usize = 1600;
/// Lines of context before and after a difference, at most.
const LINES_BEFORE: usize = 3;
const LINES_AFTER: usize = 8;

/// The lines around a difference, all sizes bounded.
pub(super) fn around(
    checker: &dyn Compare,
    difference: &Difference,
    found: &mut (impl Read + Seek),
    expected: &mut (impl Read + Seek),
) -> io::Result<Excerpt> {
    let shared = shared::of(checker, difference, found, expected)?;
    let inside = |place: Place| Place {
        // The last byte that both share is in the word even where the word ends with it.
        offset: place.offset + shared.map_or(0, |shared| shared - 1),
        ..place
    };
    let mut excerpt = Excerpt {
        line: difference.expected.line,
        column: difference.expected.column,
        seen_column: column::of(expected, difference.expected)?,
        into: shared,
        one_of_many: false,
        rewrapped: false,
        expected: window(expected, inside(difference.expected))?,
        found: window(found, inside(difference.found))?,
        alike: Vec::new(),
        extent: None,
    };
    excerpt.rewrapped = layout::is_other(checker, difference, &excerpt);
    excerpt.alike = alike::pairs(checker, &excerpt);
    excerpt.extent = Some(extent::of(
        checker,
        difference,
        excerpt.rewrapped,
        found,
        expected,
    )?);
    Ok(excerpt)
}

/// The lines around `place`.
fn window(file: &mut (impl Read + Seek), place: Place) -> io::Result<Window> {
    let start = place.offset.saturating_sub(BEFORE);
    file.seek(SeekFrom::Start(start))?;
    let before = (place.offset - start) as usize;
    let mut bytes = Vec::new();
    file.take((before + AFTER + 1) as u64)
        .read_to_end(&mut bytes)?;
    let before = before.min(bytes.len());

    // Whole lines before it, as far as they are in reach.
    let earlier: Vec<usize> = newlines(&bytes[..before]).collect();
    let kept = earlier.len().min(LINES_BEFORE + 1);
    let first = match earlier.len().checked_sub(kept) {
        Some(index) if kept > LINES_BEFORE || start > 0 => {
            earlier.get(index).map_or(0, |newline| newline + 1)
        }
        _ => 0,
    };
    let lines_before = earlier.iter().filter(|&&newline| newline >= first).count() as u64;

    let ends: Vec<usize> = newlines(&bytes[before..])
        .map(|newline| before + newline + 1)
        .take_while(|&end| end <= before + AFTER)
        .take(LINES_AFTER + 1)
        .collect();
    let end = match ends.last() {
        // A part of a line would be compared with another part of its counterpart.
        Some(&end) if ends.len() > LINES_AFTER || bytes.len() > before + AFTER => end,
        _ => bytes.len().min(before + AFTER),
    };
    Ok(Window {
        first_line: place.line.saturating_sub(lines_before).max(1),
        more: end < bytes.len(),
        text: bytes[first..end].to_vec(),
        at: before - first,
        cut: first == 0 && start > 0,
    })
}

fn newlines(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn window_at(text: &str, offset: usize) -> (u64, String, bool) {
        let line = text[..offset].matches('\n').count() as u64 + 1;
        let place = Place {
            line,
            column: 1,
            offset: offset as u64,
            token: 1,
        };
        let window = window(&mut Cursor::new(text), place).unwrap();
        let text = String::from_utf8(window.text).unwrap();
        (window.first_line, text, window.more)
    }

    #[test]
    fn a_window_holds_the_lines_around_the_place() {
        let text: String = (1..=30).map(|n| format!("{n}\n")).collect();
        let at = |line: usize| text.match_indices('\n').nth(line - 2).unwrap().0 + 1;
        let lines =
            |from: usize, to: usize| -> String { (from..=to).map(|n| format!("{n}\n")).collect() };
        assert_eq!(window_at(&text, 0), (1, lines(1, 9), true));
        assert_eq!(window_at(&text, at(3)), (1, lines(1, 11), true));
        assert_eq!(window_at(&text, at(20)), (17, lines(17, 28), true));
        assert_eq!(window_at(&text, at(29)), (26, lines(26, 30), false));
        assert_eq!(window_at(&text, text.len()), (28, lines(28, 30), false));
        assert_eq!(window_at("", 0), (1, String::new(), false));
    }

    #[test]
    fn a_window_of_an_endless_line_is_bounded() {
        let text = "x".repeat(1_000_000);
        let (line, shown, more) = window_at(&text, 500_000);
        assert_eq!((line, more), (1, true));
        assert_eq!(shown.len(), BEFORE as usize + AFTER);
    }
}
