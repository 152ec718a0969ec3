//! A board to be answered, o to move.

use std::fmt;
use std::iter;

use gridkit::{Grid, Letter};

use crate::rules::{Board, MOST_CELLS, Player, Position};

/// What stands on a cell. Words of cells are made of these numbers, a bit for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Square {
    /// Nothing.
    Empty = 0,
    /// A piece of o.
    O = 1,
    /// A piece of x.
    X = 2,
}

impl Letter for Square {
    const LETTERS: &'static [(u8, Self)] =
        &[(b'o', Square::O), (b'x', Square::X), (b'.', Square::Empty)];
}

/// One case: a board that keeps the statement's guarantee, o to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    board: Grid<Square>,
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
    pub(crate) fn quiet(board: Grid<Square>) -> Self {
        debug_assert_eq!(crate::guarantee::fault(&board), None);
        Instance { board }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Grid<Square> {
        &self.board
    }

    /// The board and the first position for the [rules](crate::rules); none if it has more than
    /// [`MOST_CELLS`] cells.
    #[must_use]
    pub fn position(&self) -> Option<(Board, Position)> {
        let board = Board::new(self.board.rows(), self.board.columns())?;
        let pieces = |square| {
            let bits = (0..MOST_CELLS).zip(self.board.values());
            bits.filter(|&(_, &value)| value == square)
                .fold(0, |set, (cell, _)| set | 1 << cell)
        };
        let (o, x) = (pieces(Square::O), pieces(Square::X));
        Some((board, Position::new(o, x, Player::O)))
    }

    /// Every instance of one shape.
    pub fn all(rows: usize, columns: usize) -> impl Iterator<Item = Instance> {
        let empty = vec![Square::Empty; rows * columns];
        let boards = iter::successors(Some(empty), move |cells| successor(cells, columns));
        boards
            .filter(|cells| cells.contains(&Square::O) && cells.contains(&Square::X))
            .map(move |cells| Instance::quiet(Grid::from_cells(rows, columns, cells)))
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
