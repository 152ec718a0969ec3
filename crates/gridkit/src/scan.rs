//! A zero-copy scanner over the bytes of an input file.
//!
//! The scanner follows the lines of the statement: a parser asks for the numbers or the row of a
//! line and then for its end. Harmless and skipped: a UTF-8 byte-order mark, CRLF line ends,
//! blanks around numbers and behind rows, leading zeros, a missing newline at the end of the file,
//! and blank lines after the last line. All else that departs from the format is a [`ScanError`].
//!
//! Only an error counts lines; reading does not.

use std::fmt;
use std::ops::RangeInclusive;

use crate::digits::leading_number;
use crate::grid::{Grid, Letter};
use crate::sets::sets;

/// Found text longer than this many bytes is cut in an error.
const LONGEST_FOUND: usize = 24;

/// Where the input departs from its format, what was expected there and what was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct ScanError {
    /// Line of the fault, from 1.
    pub line: usize,
    /// Column of the fault in bytes, from 1.
    pub column: usize,
    /// What the format asks for, by the statement's own names and bounds.
    pub expected: String,
    /// What stands there instead, printable and shortened.
    pub found: String,
}

/// A place in the input, to be named in an error that is noticed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place(usize);

/// Reads numbers, rows and line ends from the bytes of one input file.
///
/// ```
/// use gridkit::Scanner;
///
/// let mut s = Scanner::new(b"2 3\r\n");
/// let rows = s.number("H", 1..=10)?;
/// let columns = s.number("W", 1..=2).unwrap_err();
/// assert_eq!(rows, 2);
/// assert_eq!(columns.to_string(), "line 1, column 3: expected W from 1 to 2, found `3`");
/// # Ok::<(), gridkit::ScanError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scanner<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner at the start of `bytes`, the whole of a file.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let position = if bytes.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        Scanner { bytes, position }
    }

    /// The place of the next number or row on this line.
    pub fn place(&mut self) -> Place {
        self.skip_blanks();
        Place(self.position)
    }

    /// The next number of the current line, called `name` in the statement.
    ///
    /// # Errors
    /// No decimal number stands here, or it is outside `bounds`.
    #[inline]
    pub fn number(
        &mut self,
        name: &str,
        bounds: RangeInclusive<usize>,
    ) -> Result<usize, ScanError> {
        self.skip_blanks();
        let start = self.position;
        let rest = self.bytes.get(start..).unwrap_or_default();
        // Bounds fit far below the largest `usize`, so a saturated number is out of bounds.
        let (value, length) = leading_number(rest);
        let end = start + length;
        let ended = self.bytes.get(end).is_none_or(u8::is_ascii_whitespace);
        if length == 0 || !ended || !bounds.contains(&value) {
            return Err(self.bad_number(start, name, &bounds));
        }
        self.position = end;
        Ok(value)
    }

    /// The next `width` bytes of the current line, which must be letters of `alphabet` and end at
    /// a blank or the end of the line. `name` says which row it is, as in `row 2 of 5`.
    ///
    /// # Errors
    /// The row is shorter or longer than `width`, or holds another byte.
    pub fn row(
        &mut self,
        name: fmt::Arguments<'_>,
        width: usize,
        alphabet: &[u8],
    ) -> Result<&'a [u8], ScanError> {
        let start = self.position;
        let row = self.bytes.get(start..start + width);
        match row {
            Some(row) if row.iter().all(|byte| alphabet.contains(byte)) => {
                self.position = start + width;
                self.row_ends(name, width)?;
                Ok(row)
            }
            _ => Err(self.bad_row(start, name, width, alphabet)),
        }
    }

    /// As [`Scanner::row`], and calls `each` with every [`CELLS`](crate::CELLS) cells, the last ones fewer: for each letter
    /// the set of cells where it stands, the first cell as the lowest bit. Takes a small part of the time of a look at every
    /// cell. No letter is NUL.
    ///
    /// # Errors
    /// As for [`Scanner::row`]; `each` may have been called before.
    pub fn row_sets<const N: usize>(
        &mut self,
        name: fmt::Arguments<'_>,
        width: usize,
        alphabet: &[u8; N],
        mut each: impl FnMut([u64; N]),
    ) -> Result<(), ScanError> {
        let start = self.position;
        match self.bytes.get(start..start + width) {
            Some(row) if sets(row, alphabet, &mut each) => {
                self.position = start + width;
                self.row_ends(name, width)
            }
            _ => Err(self.bad_row(start, name, width, alphabet)),
        }
    }

    /// A grid of `rows` lines of `columns` letters each.
    ///
    /// # Errors
    /// As for [`Scanner::row`], with the number of the row.
    pub fn grid<T: Letter>(&mut self, rows: usize, columns: usize) -> Result<Grid<T>, ScanError> {
        let mut letters = [None; 256];
        for &(byte, letter) in T::LETTERS {
            letters[usize::from(byte)] = Some(letter);
        }
        let mut cells = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            let start = self.position;
            let end = (start + columns).min(self.bytes.len());
            cells.extend(
                self.bytes[start..end]
                    .iter()
                    .map_while(|&byte| letters[usize::from(byte)]),
            );
            let name = format_args!("row {} of {rows}", row + 1);
            if cells.len() < (row + 1) * columns {
                let alphabet: Vec<u8> = T::LETTERS.iter().map(|&(byte, _)| byte).collect();
                return Err(self.bad_row(start, name, columns, &alphabet));
            }
            self.position = end;
            self.row_ends(name, columns)?;
            self.end_of_line()?;
        }
        Ok(Grid::from_cells(rows, columns, cells))
    }

    /// The end of the current line, or of the file.
    ///
    /// # Errors
    /// Something other than blanks stands before it.
    #[inline]
    pub fn end_of_line(&mut self) -> Result<(), ScanError> {
        self.skip_blanks();
        match self.bytes.get(self.position) {
            None => Ok(()),
            Some(b'\n') => {
                self.position += 1;
                Ok(())
            }
            Some(_) => Err(self.error(Place(self.position), "end of line")),
        }
    }

    /// The end of the file, after blank lines at most.
    ///
    /// # Errors
    /// Anything else still stands in the file.
    pub fn end_of_file(&mut self) -> Result<(), ScanError> {
        while self
            .bytes
            .get(self.position)
            .is_some_and(u8::is_ascii_whitespace)
        {
            self.position += 1;
        }
        if self.position == self.bytes.len() {
            Ok(())
        } else {
            Err(self.error(Place(self.position), "end of file"))
        }
    }

    /// An error at `place`, where the format expects `expected`.
    #[cold]
    pub fn error(&self, place: Place, expected: impl Into<String>) -> ScanError {
        self.error_found(place, expected, self.found_at(place.0))
    }

    /// An error at `place` whose fault is best described in words, as in `cell taken twice`.
    #[cold]
    pub fn error_found(
        &self,
        place: Place,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> ScanError {
        let before = &self.bytes[..place.0.min(self.bytes.len())];
        let before = before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before);
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        ScanError {
            line: memchr::memchr_iter(b'\n', before).count() + 1,
            column: before.len() - line_start + 1,
            expected: expected.into(),
            found: found.into(),
        }
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.bytes.get(self.position) {
            self.position += 1;
        }
    }

    #[inline]
    fn row_ends(&self, name: fmt::Arguments<'_>, width: usize) -> Result<(), ScanError> {
        match self.bytes.get(self.position) {
            Some(byte) if !byte.is_ascii_whitespace() => Err(self.error(
                Place(self.position),
                format!("end of line after the {} of {name}", cells(width)),
            )),
            _ => Ok(()),
        }
    }

    #[cold]
    fn bad_number(&self, start: usize, name: &str, bounds: &RangeInclusive<usize>) -> ScanError {
        let (low, high) = (bounds.start(), bounds.end());
        let expected = if low == high {
            format!("{name} = {low}")
        } else {
            format!("{name} from {low} to {high}")
        };
        self.error(Place(start), expected)
    }

    #[cold]
    fn bad_row(
        &self,
        start: usize,
        name: fmt::Arguments<'_>,
        width: usize,
        alphabet: &[u8],
    ) -> ScanError {
        let rest = &self.bytes[start..];
        let good = rest
            .iter()
            .take(width)
            .take_while(|byte| alphabet.contains(byte))
            .count();
        let letters = alternatives(alphabet);
        let expected = match rest.get(good) {
            Some(byte) if !byte.is_ascii_whitespace() => letters,
            _ => format!("{name} to have {} ({letters})", cells(width)),
        };
        let found = match rest.get(good) {
            // One wrong letter among good ones is clearer alone than with its neighbours.
            Some(byte) if !byte.is_ascii_whitespace() => format!("`{}`", byte.escape_ascii()),
            _ if good > 0 => format!("{} and {}", cells(good), self.found_at(start + good)),
            _ => self.found_at(start + good),
        };
        self.error_found(Place(start + good), expected, found)
    }

    /// What stands at `position`: a word in backquotes, the end of the line or of the file.
    fn found_at(&self, position: usize) -> String {
        let rest = self.bytes.get(position..).unwrap_or_default();
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or(rest);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let word = line
            .split(u8::is_ascii_whitespace)
            .next()
            .unwrap_or_default();
        match (rest.is_empty(), line.is_empty(), word.is_empty()) {
            (true, _, _) => "end of file".to_owned(),
            (_, true, _) => "end of line".to_owned(),
            (_, _, true) => "a blank".to_owned(),
            _ if word.len() > LONGEST_FOUND => {
                format!("`{}…`", word[..LONGEST_FOUND].escape_ascii())
            }
            _ => format!("`{}`", word.escape_ascii()),
        }
    }
}

fn cells(count: usize) -> String {
    match count {
        1 => "1 cell".to_owned(),
        _ => format!("{count} cells"),
    }
}

/// `o`, `x` or `.`, each in backquotes.
fn alternatives(alphabet: &[u8]) -> String {
    let mut text = String::new();
    for (index, byte) in alphabet.iter().enumerate() {
        let separator = match alphabet.len() - index {
            _ if index == 0 => "",
            1 => " or ",
            _ => ", ",
        };
        text.push_str(&format!("{separator}`{}`", byte.escape_ascii()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Square {
        Empty,
        Piece,
    }

    impl Letter for Square {
        const LETTERS: &'static [(u8, Self)] = &[(b'o', Square::Piece), (b'.', Square::Empty)];
    }

    /// The format of the examples: `H W`, then H rows of W letters.
    fn board(input: &[u8]) -> Result<String, String> {
        let mut s = Scanner::new(input);
        let mut parse = || {
            let rows = s.number("H", 1..=9)?;
            let columns = s.number("W", 1..=9)?;
            s.end_of_line()?;
            let grid: Grid<Square> = s.grid(rows, columns)?;
            s.end_of_file()?;
            Ok(grid)
        };
        parse()
            .map(|grid| grid.to_string())
            .map_err(|error: ScanError| error.to_string())
    }

    #[test]
    fn harmless_departures_are_read() {
        let plain = board(b"2 3\no.o\n...\n");
        assert_eq!(plain.as_deref(), Ok("o.o\n...\n"));
        for input in [
            &b"2 3\r\no.o\r\n...\r\n"[..],
            b"2 3\no.o\n...",
            b"\xef\xbb\xbf2 3\no.o\n...\n",
            b"2 3 \no.o  \n...\t\n",
            b"02 000000000000000000000000000003\no.o\n...\n",
            b"  2\t3\no.o\n...\n\n  \r\n\n",
            b"2 3\no.o\n...  ",
        ] {
            assert_eq!(board(input), plain, "{}", input.escape_ascii());
        }
    }

    #[test]
    fn errors_say_where_what_was_expected_and_what_was_found() {
        for (input, message) in [
            (
                &b""[..],
                "line 1, column 1: expected H from 1 to 9, found end of file",
            ),
            (
                b"\n",
                "line 1, column 1: expected H from 1 to 9, found end of line",
            ),
            (b"x", "line 1, column 1: expected H from 1 to 9, found `x`"),
            (
                b"2x 3",
                "line 1, column 1: expected H from 1 to 9, found `2x`",
            ),
            (
                b"-2 3",
                "line 1, column 1: expected H from 1 to 9, found `-2`",
            ),
            (
                b"2 10",
                "line 1, column 3: expected W from 1 to 9, found `10`",
            ),
            (
                b"2 99999999999999999999999999",
                "line 1, column 3: expected W from 1 to 9, found `999999999999999999999999…`",
            ),
            (
                b"2\n3",
                "line 1, column 2: expected W from 1 to 9, found end of line",
            ),
            (
                b"2 3 4",
                "line 1, column 5: expected end of line, found `4`",
            ),
            (
                b"2 3\no.o\nox.\n",
                "line 3, column 2: expected `o` or `.`, found `x`",
            ),
            (
                b"2 3\no.o\no\xff.\n",
                "line 3, column 2: expected `o` or `.`, found `\\xff`",
            ),
            (
                b"2 3\no.o\n..\n",
                "line 3, column 3: expected row 2 of 2 to have 3 cells (`o` or `.`), found 2 cells and end of line",
            ),
            (
                b"2 3\r\no.o\r\n..\r\n",
                "line 3, column 3: expected row 2 of 2 to have 3 cells (`o` or `.`), found 2 cells and end of line",
            ),
            (
                b"2 3\no.o\n",
                "line 3, column 1: expected row 2 of 2 to have 3 cells (`o` or `.`), found end of file",
            ),
            (
                b"2 3\no.o.\n...\n",
                "line 2, column 4: expected end of line after the 3 cells of row 1 of 2, found `.`",
            ),
            (
                b"2 3\no.o\n...\n9",
                "line 4, column 1: expected end of file, found `9`",
            ),
            (
                b"\xef\xbb\xbf2 x",
                "line 1, column 3: expected W from 1 to 9, found `x`",
            ),
        ] {
            assert_eq!(
                board(input),
                Err(message.to_owned()),
                "{}",
                input.escape_ascii()
            );
        }
    }

    #[test]
    fn a_row_is_a_part_of_the_input_itself() -> Result<(), ScanError> {
        let input = b"o.o\n";
        let row = Scanner::new(input).row(format_args!("row 1 of 1"), 3, b"o.")?;
        assert_eq!(row.as_ptr(), input.as_ptr());
        Ok(())
    }
}
