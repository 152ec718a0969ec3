//! Where the pieces of a board stand, as bit sets.

use std::fmt;

use gridkit::{CELLS, Cell, ScanError, Scanner};

use crate::Square;

/// Up to [`CELLS`] neighbouring cells of a row; the first is the lowest bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Word {
    /// The cells with an o.
    pub(crate) o: u64,
    /// The cells with an x.
    pub(crate) x: u64,
}

/// All pieces of a board of so many rows and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    rows: usize,
    columns: usize,
    /// As many for each row, which begins with a new one.
    words: Vec<Word>,
}

impl Word {
    /// The word of at most [`CELLS`] squares.
    fn of(squares: &[Square]) -> Self {
        let cells = |piece| {
            let bits = squares.iter().map(|&square| u64::from(square == piece));
            bits.rev().fold(0, |set, bit| set << 1 | bit)
        };
        Word {
            o: cells(Square::O),
            x: cells(Square::X),
        }
    }

    /// The cells with a piece.
    #[inline(always)]
    pub(crate) fn pieces(self) -> u64 {
        self.o | self.x
    }

    /// The pieces whose neighbour on the left, over any number of empty cells, is an o; `open` says
    /// whether the last piece before the word is one.
    #[inline(always)]
    pub(crate) fn behind_o(self, open: bool) -> u64 {
        // A bit added right behind an o is carried over the empty cells to the next piece.
        let carried = (self.o << 1)
            .wrapping_add(!self.pieces())
            .wrapping_add(u64::from(open));
        carried & self.pieces()
    }
}

impl Pieces {
    /// Reads the rows of a board.
    pub(crate) fn read(
        s: &mut Scanner<'_>,
        rows: usize,
        columns: usize,
    ) -> Result<Self, ScanError> {
        let mut words = Vec::with_capacity(rows * columns.div_ceil(CELLS));
        for row in 1..=rows {
            let name = format_args!("row {row} of {rows}");
            s.row_sets(name, columns, b"ox.", |[o, x, _]| words.push(Word { o, x }))?;
            s.end_of_line()?;
        }
        Ok(Pieces {
            rows,
            columns,
            words,
        })
    }

    /// The board with these squares, row by row.
    pub(crate) fn of(columns: usize, squares: &[Square]) -> Self {
        let rows = squares.chunks(columns);
        Pieces {
            rows: rows.len(),
            columns,
            words: rows
                .flat_map(|row| row.chunks(CELLS))
                .map(Word::of)
                .collect(),
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The words of every row, row by row.
    #[inline(always)]
    pub(crate) fn by_row(&self) -> impl Iterator<Item = &[Word]> {
        self.words.chunks_exact(self.columns.div_ceil(CELLS))
    }

    /// The word of a cell, and its number there.
    fn word(&self, cell: Cell) -> (Word, usize) {
        let start = cell.row * self.columns.div_ceil(CELLS);
        let word = self.words[start + cell.column / CELLS];
        (word, cell.column % CELLS)
    }

    /// What stands on a cell.
    ///
    /// # Panics
    /// The cell is not on the board.
    #[must_use]
    pub fn square(&self, cell: Cell) -> Square {
        assert!(cell.column < self.columns, "{cell:?} is off the board");
        let (word, number) = self.word(cell);
        match (word.o >> number & 1, word.x >> number & 1) {
            (0, 0) => Square::Empty,
            (0, _) => Square::X,
            _ => Square::O,
        }
    }

    /// What stands on the cells of a row.
    pub(crate) fn squares(&self, row: usize) -> Vec<Square> {
        (0..self.columns)
            .map(|column| self.square(Cell { row, column }))
            .collect()
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            let letters = self.squares(row).into_iter().map(Square::letter);
            writeln!(f, "{}", letters.collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridkit::Rng;

    #[test]
    fn what_is_behind_an_o_is_what_a_walk_over_the_cells_finds() {
        let mut rng = Rng::new(1);
        for length in (0..=CELLS).cycle().take(2000) {
            let pieces = [Square::O, Square::X, Square::Empty, Square::Empty];
            let some = &pieces[rng.below(2)..][..rng.within(1..=3)];
            let squares: Vec<Square> = (0..length)
                .map(|_| *rng.pick(some).expect("a square"))
                .collect();
            let open = rng.chance(1, 2);

            let mut expected = 0;
            let mut last_is_o = open;
            for (column, &square) in squares.iter().enumerate() {
                if square != Square::Empty {
                    expected |= u64::from(last_is_o) << column;
                    last_is_o = square == Square::O;
                }
            }
            let word = Word::of(&squares);
            assert_eq!(word.behind_o(open), expected, "{open} {squares:?}");
        }
    }

    #[test]
    fn a_board_is_read_and_made_of_squares_and_written_the_same() {
        let mut rng = Rng::new(2);
        for columns in (3..=200).cycle().take(1000) {
            let rows = rng.within(1..=4);
            let squares: Vec<Square> = (0..rows * columns)
                .map(|_| [Square::O, Square::X, Square::Empty][rng.below(3)])
                .collect();
            let letters: String = squares
                .chunks(columns)
                .map(|row| row.iter().map(|square| square.letter()).collect::<String>() + "\n")
                .collect();
            let made = Pieces::of(columns, &squares);
            let read = Pieces::read(&mut Scanner::new(letters.as_bytes()), rows, columns);
            assert_eq!(read.as_ref(), Ok(&made));
            assert_eq!(made.to_string(), letters);
            let rows = squares.chunks(columns).enumerate();
            for (row, expected) in rows {
                assert_eq!(made.squares(row), expected);
            }
        }
    }
}
