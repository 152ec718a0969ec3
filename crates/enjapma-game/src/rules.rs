//! The rules of the game and nothing else.
//!
//! The cells of a board are numbered row by row from the bottom left corner, so a piece only ever
//! slides to a smaller number. A position is the list of the cells that hold a piece, for boards
//! of any size, or the same as a set of bits, which is far quicker to search. Both take what a
//! piece can do from one place, `Board::goals`.

use std::iter;

use cgt::Impartial;
use gridkit::Cell;

/// A cell's number, from 0 in the bottom left corner; the row above begins with `columns`.
pub type Place = u16;

/// The places that hold a piece, in rising order.
pub type Position = Box<[Place]>;

/// `position` as a set of bits; see [`Board::set_options`].
#[must_use]
pub fn set(position: &[Place]) -> u64 {
    position.iter().fold(0, |set, &place| set | 1 << place)
}

/// A move: the piece on `from` slides to `to`, or leaves the board if there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Place,
    /// The cell to its left or below, or `None` to remove the piece.
    pub to: Option<Place>,
}

/// A board without its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: Place,
}

impl Board {
    /// How many cells a set of bits has room for.
    pub const MOST_IN_SET: usize = u64::BITS as usize;

    /// The board of `rows × columns` cells.
    ///
    /// # Panics
    /// It has no cell, or 2¹⁶ or more: a fault of the caller, never of the input.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        let cells = rows.saturating_mul(columns);
        assert!(
            (1..1 << Place::BITS).contains(&cells),
            "a board of {rows}×{columns} cells"
        );
        Board {
            rows,
            columns: columns as Place,
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        self.rows * self.columns()
    }

    /// All cells.
    pub fn places(self) -> impl Iterator<Item = Place> {
        0..self.rows as Place * self.columns
    }

    /// The cell that is numbered `place`.
    #[must_use]
    pub fn cell(self, place: Place) -> Cell {
        Cell {
            row: self.rows - 1 - usize::from(place / self.columns),
            column: usize::from(place % self.columns),
        }
    }

    /// Where the piece on `from` can go in one move: off the board (`None`), and to the left and
    /// down if the board has a cell there that is not `taken`.
    fn goals(
        self,
        from: Place,
        taken: impl Fn(Place) -> bool,
    ) -> impl Iterator<Item = Option<Place>> {
        let left = (!from.is_multiple_of(self.columns)).then(|| from - 1);
        let down = from.checked_sub(self.columns);
        let slides = left.into_iter().chain(down).filter(move |&to| !taken(to));
        iter::once(None).chain(slides.map(Some))
    }

    /// All moves in `position`, whose places are in rising order.
    pub fn moves(self, position: &[Place]) -> impl Iterator<Item = Move> {
        position.iter().flat_map(move |&from| {
            self.goals(from, |place| position.binary_search(&place).is_ok())
                .map(move |to| Move { from, to })
        })
    }

    /// The position after a move of [`Board::moves`].
    #[must_use]
    pub fn after(self, position: &[Place], Move { from, to }: Move) -> Position {
        let others = position.iter().copied().filter(|&place| place != from);
        let mut after: Position = others.chain(to).collect();
        after.sort_unstable();
        after
    }

    /// Calls `option` with every position one move from `pieces`, both as sets: bit `p` is a piece
    /// on place `p`. Every option is a smaller number, so [`cgt::grundy_table`] can take the
    /// positions in order. The board has at most [`Board::MOST_IN_SET`] cells.
    #[inline]
    pub fn set_options(self, pieces: u64, mut option: impl FnMut(u64)) {
        let bit = |place: Place| 1_u64 << place;
        let mut rest = pieces;
        while rest != 0 {
            let from = rest.trailing_zeros() as Place;
            rest &= rest - 1;
            self.goals(from, |place| pieces & bit(place) != 0)
                .for_each(|to| option(pieces ^ bit(from) | to.map_or(0, bit)));
        }
    }
}

impl Impartial for Board {
    type Position = Position;

    fn options(&self, position: &Position, option: &mut dyn FnMut(&[Position])) {
        for one in self.moves(position) {
            option(&[self.after(position, one)]);
        }
    }
}

/// The same board, its positions as sets; see [`Board::set_options`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sets(pub Board);

impl Impartial for Sets {
    type Position = u64;

    fn options(&self, &pieces: &u64, option: &mut dyn FnMut(&[u64])) {
        self.0.set_options(pieces, |after| option(&[after]));
    }
}
