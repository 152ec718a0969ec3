//! The column of a place as people count it: characters by the columns that they take, not bytes.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use compare::Place;
use unicode_width::UnicodeWidthChar;

/// Bytes that are read at once.
const BLOCK: usize = 64 << 10;

/// The column of a place in its line, from 1. What is no character counts one for each byte.
///
/// # Errors
/// The file cannot be read again.
pub(super) fn of(file: &mut (impl Read + Seek), place: Place) -> io::Result<u64> {
    let before = place.column - 1;
    file.seek(SeekFrom::Start(place.offset.saturating_sub(before)))?;
    let mut reader = BufReader::with_capacity(BLOCK, file.take(before));
    let mut column = 1;
    // The beginning of a character whose rest comes with the next block.
    let mut begun = Vec::new();
    loop {
        let block = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            block => block?,
        };
        let last = block.is_empty();
        let length = block.len();
        if begun.is_empty() && block.is_ascii() {
            column += length as u64;
        } else {
            begun.extend_from_slice(block);
            let whole = if last { begun.len() } else { whole(&begun) };
            column += begun.get(..whole).map_or(0, width);
            begun.drain(..whole);
        }
        reader.consume(length);
        if last {
            return Ok(column);
        }
    }
}

/// How many bytes there are before a character that is not whole at the end.
fn whole(bytes: &[u8]) -> usize {
    let last = bytes
        .utf8_chunks()
        .last()
        .map_or(&[][..], |chunk| chunk.invalid());
    let goes_on = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    bytes.len() - if goes_on { last.len() } else { 0 }
}

fn width(bytes: &[u8]) -> u64 {
    let chunk = |chunk: std::str::Utf8Chunk<'_>| {
        // A tab and its like are one character, however wide they are drawn.
        let chars = chunk.valid().chars().map(|c| c.width().unwrap_or(1));
        chars.sum::<usize>() + chunk.invalid().len()
    };
    bytes.utf8_chunks().map(chunk).sum::<usize>() as u64
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn characters_count_by_the_columns_that_they_take() {
        let long = "é".repeat(BLOCK);
        for (line, column) in [
            ("".as_bytes(), 1),
            (b"ab", 3),
            ("é".as_bytes(), 2),
            ("盤面".as_bytes(), 5),
            ("e\u{301}".as_bytes(), 2),
            (b"a\t\x1b", 4),
            (b"\xff\xc3", 3),
            // A character across the ends of blocks.
            (format!("x{long}").as_bytes(), BLOCK as u64 + 2),
        ] {
            let text = [b"first\n", line].concat();
            let place = Place {
                line: 2,
                column: line.len() as u64 + 1,
                offset: text.len() as u64,
                token: 1,
            };
            assert_eq!(of(&mut Cursor::new(text), place).unwrap(), column);
        }
    }
}
