//! A board to be answered, o to move.

use std::fmt;
use std::iter;

use crate::pieces::{Pieces, Word};
use crate::rules::{Board, Player, Position};

/// What stands on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Square {
    /// Nothing.
    Empty,
    /// A piece of o.
    O,
    /// A piece of x.
    X,
}

impl Square {
    /// As it is written.
    pub(crate) fn letter(self) -> char {
        match self {
            Square::Empty => '.',
            Square::O => 'o',
            Square::X => 'x',
        }
    }
}

/// One case: a board that keeps the statement's guarantee, o to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    board: Pieces,
}

/// Who wins when both play best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The player at home on the left, who moves first.
    O,
    /// The player at home on the right.
    X,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::O => "o",
            Answer::X => "x",
        })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.board.rows(), self.board.columns())?;
        self.board.fmt(f)
    }
}

impl Instance {
    /// The instance of a board that is known to keep the guarantee.
    pub(crate) fn quiet(board: Pieces) -> Self {
        debug_assert_eq!(crate::guarantee::fault(&board), None);
        Instance { board }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Pieces {
        &self.board
    }

    /// The board and the first position for the [rules](crate::rules); none if it has more than
    /// [`MOST_CELLS`](crate::rules::MOST_CELLS) cells.
    #[must_use]
    pub fn position(&self) -> Option<(Board, Position)> {
        let board = Board::new(self.board.rows(), self.board.columns())?;
        // A row of so few cells is one word.
        let pieces = |of: fn(&Word) -> u64| {
            let rows = self.board.by_row().flatten().enumerate();
            rows.fold(0, |set, (row, word)| {
                set | of(word) << (row * self.board.columns())
            })
        };
        let [o, x] = [pieces(|word| word.o), pieces(|word| word.x)].map(|set| set as u32);
        Some((board, Position::new(o, x, Player::O)))
    }

    /// Every instance of one shape.
    pub fn all(rows: usize, columns: usize) -> impl Iterator<Item = Instance> {
        let empty = vec![Square::Empty; rows * columns];
        let boards = iter::successors(Some(empty), move |cells| successor(cells, columns));
        boards
            .filter(|cells| cells.contains(&Square::O) && cells.contains(&Square::X))
            .map(move |cells| Instance::quiet(Pieces::of(columns, &cells)))
    }
}

/// The next board that keeps the guarantee on where pieces may stand, in the order of numbers with
/// a digit for each cell.
fn successor(cells: &[Square], columns: usize) -> Option<Vec<Square>> {
    for (cell, square) in cells.iter().enumerate().rev() {
        let column = cell % columns;
        let o_fits = *square == Square::Empty && column < columns - 1;
        let x_fits = *square != Square::X && column > 0 && cells[cell - 1] != Square::O;
        let larger = match (o_fits, x_fits) {
            (true, _) => Square::O,
            (false, true) => Square::X,
            (false, false) => continue,
        };
        let mut next = cells[..cell].to_vec();
        next.push(larger);
        next.resize(cells.len(), Square::Empty);
        return Some(next);
    }
    None
}
