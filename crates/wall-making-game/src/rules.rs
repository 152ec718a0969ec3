//! The rules of the game and nothing else.

use cgt::Impartial;
use gridkit::{Cell, Side};

/// The most rows and the most columns of a board.
pub const MOST: usize = 20;

/// A set of cells: for each row a word, in it for each column a bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells([u32; MOST]);

impl Cells {
    /// Whether `cell` is in the set; no cell outside 20×20 is.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < MOST
            && self
                .0
                .get(cell.row)
                .is_some_and(|row| row >> cell.column & 1 == 1)
    }

    /// Puts in `cell`; one outside 20×20 is ignored.
    pub fn insert(&mut self, cell: Cell) {
        if cell.column < MOST
            && let Some(row) = self.0.get_mut(cell.row)
        {
            *row |= 1 << cell.column;
        }
    }

    /// Takes out `cell`.
    pub fn remove(&mut self, cell: Cell) {
        if cell.column < MOST
            && let Some(row) = self.0.get_mut(cell.row)
        {
            *row &= !(1 << cell.column);
        }
    }

    /// The words of the rows: column `c` is bit `c`.
    pub(crate) fn words(&self) -> &[u32; MOST] {
        &self.0
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Cells::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// What stands on the board: whose turn it is does not matter.
///
/// A wall is a wall, marked or not, so its mark is forgotten and boards that differ only in such
/// marks play alike and are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// The walls.
    pub walls: Cells,
    /// The marked cells that are no wall.
    pub marks: Cells,
}

/// The board of up to 20 rows and 20 columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Board {
    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Cell { row, column }))
    }

    /// The cells that the player to move can choose, row by row.
    pub fn choices(self, position: &Position) -> impl Iterator<Item = Cell> {
        self.cells()
            .filter(|&cell| !position.walls.contains(cell) && !position.marks.contains(cell))
    }

    /// The position after a player chooses `cell`: it becomes a wall, and so does each cell from
    /// it in the four directions, marked or not, up to the first wall or the edge.
    #[must_use]
    pub fn after(self, position: &Position, cell: Cell) -> Position {
        let mut next = *position;
        let mut build = |cell| {
            next.walls.insert(cell);
            next.marks.remove(cell);
        };
        build(cell);
        for side in Side::ALL {
            let mut end = cell;
            while let Some(ahead) = self.neighbour(end, side)
                && !position.walls.contains(ahead)
            {
                build(ahead);
                end = ahead;
            }
        }
        next
    }

    /// The neighbour of a cell on a side, if it lies on the board.
    pub(crate) fn neighbour(self, Cell { row, column }: Cell, side: Side) -> Option<Cell> {
        let (row, column) = match side {
            Side::Up => (row.checked_sub(1)?, column),
            Side::Right => (row, column + 1),
            Side::Down => (row + 1, column),
            Side::Left => (row, column.checked_sub(1)?),
        };
        (row < self.rows && column < self.columns).then_some(Cell { row, column })
    }
}

impl Impartial for Board {
    type Position = Position;

    /// The position after each move, as one piece: that it falls apart is the theorem.
    fn options(&self, position: &Position, option: &mut dyn FnMut(&[Position])) {
        for cell in self.choices(position) {
            option(&[self.after(position, cell)]);
        }
    }
}
