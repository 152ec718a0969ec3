//! Rectangular boards: cells, the four sides, rectangles and their sums.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A cell by row and column, both from 0 at the top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
}

/// One of the four directions from a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Towards row 0.
    Up,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
    /// Towards column 0.
    Left,
}

impl Side {
    /// All four, clockwise from the top.
    pub const ALL: [Side; 4] = [Side::Up, Side::Right, Side::Down, Side::Left];
}

/// A rectangle of cells: rows `top..bottom`, columns `left..right`; empty if either range is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The first row.
    pub top: usize,
    /// The first column.
    pub left: usize,
    /// One past the last row.
    pub bottom: usize,
    /// One past the last column.
    pub right: usize,
}

impl Rect {
    /// Whether no cell lies in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.top >= self.bottom || self.left >= self.right
    }

    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.top..self.bottom)
            .flat_map(move |row| (self.left..self.right).map(move |column| Cell { row, column }))
    }
}

/// A value that stands for one letter of an input file.
pub trait Letter: Copy + PartialEq + 'static {
    /// Each letter with its value, in the order in which an error should list them.
    const LETTERS: &'static [(u8, Self)];
}

/// A board of `rows × columns` values, stored row by row.
///
/// Displayed, a grid of [`Letter`]s is written back in the input format: a line for each row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    columns: usize,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid whose cells are made by `value`, row by row.
    pub fn from_fn(rows: usize, columns: usize, value: impl FnMut(Cell) -> T) -> Self {
        let all = Rect {
            top: 0,
            left: 0,
            bottom: rows,
            right: columns,
        };
        Grid::from_cells(rows, columns, all.cells().map(value).collect())
    }

    /// A grid of the given cells, row by row.
    ///
    /// # Panics
    /// `cells` does not hold `rows × columns` values: a fault of the caller, never of the input.
    #[must_use]
    pub fn from_cells(rows: usize, columns: usize, cells: Vec<T>) -> Self {
        assert_eq!(
            cells.len(),
            rows * columns,
            "cells of a {rows}×{columns} grid"
        );
        Grid {
            rows,
            columns,
            cells,
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

    /// The whole board as a rectangle.
    #[must_use]
    pub fn rect(&self) -> Rect {
        Rect {
            top: 0,
            left: 0,
            bottom: self.rows,
            right: self.columns,
        }
    }

    /// All values, row by row.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.cells
    }

    /// The values of one row.
    ///
    /// # Panics
    /// There is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[T] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }

    /// The neighbour of `cell` on a side, if it lies on the board.
    #[must_use]
    pub fn neighbour(&self, cell: Cell, side: Side) -> Option<Cell> {
        let Cell { row, column } = cell;
        let (row, column) = match side {
            Side::Up => (row.checked_sub(1)?, column),
            Side::Right => (row, column + 1),
            Side::Down => (row + 1, column),
            Side::Left => (row, column.checked_sub(1)?),
        };
        (row < self.rows && column < self.columns).then_some(Cell { row, column })
    }

    /// Every cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.rect().cells().zip(&self.cells)
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        &self.row(cell.row)[cell.column]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(cell.column < self.columns, "{cell:?} is off the board");
        &mut self.cells[cell.row * self.columns + cell.column]
    }
}

impl<T: Letter> fmt::Display for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            for value in self.row(row) {
                // A value without a letter cannot be read back, and `?` says so at once.
                let letter = T::LETTERS
                    .iter()
                    .find(|(_, letter)| letter == value)
                    .map_or('?', |&(byte, _)| char::from(byte));
                fmt::Write::write_char(f, letter)?;
            }
            fmt::Write::write_char(f, '\n')?;
        }
        Ok(())
    }
}

/// Sums over any rectangle of a grid in constant time (a summed-area table).
#[derive(Debug, Clone)]
pub struct Sums {
    columns: usize,
    /// `(rows + 1) × (columns + 1)` sums of the cells above and to the left.
    table: Vec<i64>,
}

impl Sums {
    /// The sums of `weight` over `grid`, in time of its size. A sum must fit an `i64`.
    pub fn new<T>(grid: &Grid<T>, mut weight: impl FnMut(&T) -> i64) -> Self {
        let width = grid.columns + 1;
        let mut table = vec![0; (grid.rows + 1) * width];
        for row in 0..grid.rows {
            let mut line = 0;
            for (column, value) in grid.row(row).iter().enumerate() {
                line += weight(value);
                table[(row + 1) * width + column + 1] = table[row * width + column + 1] + line;
            }
        }
        Sums {
            columns: grid.columns,
            table,
        }
    }

    /// The sum over a rectangle of the grid; 0 if it is empty.
    #[must_use]
    pub fn sum(&self, rect: Rect) -> i64 {
        if rect.is_empty() {
            return 0;
        }
        let at = |row: usize, column: usize| self.table[row * (self.columns + 1) + column];
        at(rect.bottom, rect.right) + at(rect.top, rect.left)
            - at(rect.top, rect.right)
            - at(rect.bottom, rect.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stay_on_the_board() {
        let grid = Grid::from_cells(2, 3, vec![(); 6]);
        let neighbours = |row, column| {
            Side::ALL.map(|side| {
                grid.neighbour(Cell { row, column }, side)
                    .map(|cell| (cell.row, cell.column))
            })
        };
        assert_eq!(neighbours(0, 0), [None, Some((0, 1)), Some((1, 0)), None]);
        assert_eq!(neighbours(1, 2), [Some((0, 2)), None, None, Some((1, 1))]);
    }

    #[test]
    fn a_cell_is_written_where_it_is_read() {
        let mut grid = Grid::from_fn(2, 3, |cell| (cell.row, cell.column));
        grid[Cell { row: 1, column: 0 }] = (7, 7);
        assert_eq!(
            grid.values(),
            [(0, 0), (0, 1), (0, 2), (7, 7), (1, 1), (1, 2)]
        );
        assert_eq!(grid.row(1), [(7, 7), (1, 1), (1, 2)]);
        for (cell, value) in grid.iter() {
            assert_eq!(grid[cell], *value);
        }
        assert_eq!(grid.iter().count(), 6);
    }

    #[test]
    #[should_panic(expected = "off the board")]
    fn a_column_off_the_board_is_not_a_cell_of_the_next_row() {
        let mut grid = Grid::from_cells(2, 3, vec![0; 6]);
        grid[Cell { row: 0, column: 3 }] = 1;
    }

    #[test]
    #[should_panic(expected = "cells of a 2×3 grid")]
    fn a_grid_has_a_value_for_each_cell() {
        let _ = Grid::from_cells(2, 3, vec![(); 5]);
    }

    #[test]
    fn a_rectangle_with_an_empty_side_has_no_cell() {
        let rect = |top, left, bottom, right| Rect {
            top,
            left,
            bottom,
            right,
        };
        for empty in [rect(0, 2, 5, 2), rect(3, 0, 3, 9), rect(4, 4, 2, 9)] {
            assert!(empty.is_empty());
            assert_eq!(empty.cells().next(), None);
        }
        assert!(!rect(4, 4, 5, 5).is_empty());
    }

    #[test]
    fn sums_agree_with_adding_up_every_rectangle() {
        let grid = Grid::from_fn(4, 5, |cell| {
            (cell.row * 7 + cell.column * 3) as i64 % 11 - 5
        });
        let sums = Sums::new(&grid, |&value| value);
        for top in 0..=4 {
            for bottom in 0..=4 {
                for left in 0..=5 {
                    for right in 0..=5 {
                        let rect = Rect {
                            top,
                            left,
                            bottom,
                            right,
                        };
                        let added: i64 = rect.cells().map(|cell| grid[cell]).sum();
                        assert_eq!(sums.sum(rect), added, "{rect:?}");
                    }
                }
            }
        }
    }
}
