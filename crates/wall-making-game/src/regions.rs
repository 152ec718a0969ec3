//! The rectangles that walls leave free.

use gridkit::{Cell, Rect, Side};

use crate::rules::{Board, Cells};

/// Walls that no play can build: they leave a connected region that is no rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "row {}, column {}: expected walls that leave only rectangles free, found a region of another shape; give the walls as play has built them",
    .first.row + 1,
    .first.column + 1
)]
pub struct NotRectangles {
    /// The first cell, row by row, of a region that is no rectangle.
    pub first: Cell,
}

/// The connected regions of cells that are no wall, in the order of their top left corners.
pub(crate) fn regions(board: Board, walls: &Cells) -> Result<Vec<Rect>, NotRectangles> {
    let mut regions = Vec::new();
    let mut seen = *walls;
    for first in board.cells() {
        if seen.contains(first) {
            continue;
        }
        let rect = from_corner(board, walls, first);
        for cell in rect.cells() {
            let leaks = Side::ALL
                .into_iter()
                .filter_map(|side| board.neighbour(cell, side))
                .any(|next| !walls.contains(next) && !is_in(rect, next));
            if walls.contains(cell) || leaks {
                return Err(NotRectangles { first });
            }
            seen.insert(cell);
        }
        regions.push(rect);
    }
    Ok(regions)
}

/// From the top left corner as far as no wall stands on the upper and on the left side.
fn from_corner(board: Board, walls: &Cells, Cell { row, column }: Cell) -> Rect {
    let is_wall = |row, column| walls.contains(Cell { row, column });
    Rect {
        top: row,
        left: column,
        bottom: (row..board.rows)
            .find(|&row| is_wall(row, column))
            .unwrap_or(board.rows),
        right: (column..board.columns)
            .find(|&column| is_wall(row, column))
            .unwrap_or(board.columns),
    }
}

fn is_in(rect: Rect, cell: Cell) -> bool {
    (rect.top..rect.bottom).contains(&cell.row) && (rect.left..rect.right).contains(&cell.column)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The regions of a board of two rows, drawn with `#` for a wall; the faulty cell if it has
    /// one of another shape.
    fn shapes(rows: [&str; 2]) -> Result<usize, (usize, usize)> {
        let board = Board {
            rows: 2,
            columns: rows[0].len(),
        };
        let walls = board
            .cells()
            .filter(|cell| rows[cell.row].as_bytes()[cell.column] == b'#')
            .collect();
        regions(board, &walls)
            .map(|regions| regions.len())
            .map_err(|NotRectangles { first }| (first.row, first.column))
    }

    #[test]
    fn only_rectangles_are_regions() {
        assert_eq!(shapes(["###", "###"]), Ok(0));
        assert_eq!(shapes(["...", "..."]), Ok(1));
        assert_eq!(shapes(["..#.", "..#."]), Ok(2));
        assert_eq!(shapes([".#", "#."]), Ok(2));
        assert_eq!(shapes(["...", "#.."]), Err((0, 0)));
        assert_eq!(shapes(["...", "..#"]), Err((0, 0)));
        assert_eq!(shapes(["..#", "..."]), Err((0, 0)));
        assert_eq!(shapes(["#..", "..."]), Err((0, 1)));
        assert_eq!(shapes([".#.#.", ".#.#.",]), Ok(3));
        assert_eq!(shapes([".#.#.", ".#..."]), Err((0, 2)));
    }

    #[test]
    fn the_error_says_where_and_what_to_do() {
        let first = Cell { row: 0, column: 4 };
        assert_eq!(
            NotRectangles { first }.to_string(),
            "row 1, column 5: expected walls that leave only rectangles free, found a region of \
             another shape; give the walls as play has built them"
        );
    }
}
