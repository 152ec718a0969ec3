//! The Grundy value of every rectangle of a board.
//!
//! The rectangles are taken strip by strip. A *strip* is a range of rows, and holds the values of
//! its rectangles for every range of columns. A move in row `i` of the strip `t..b` leaves two
//! rectangles of the strip `t..i` and two of `i + 1..b`, all from shorter strips. What the two
//! strips have between the same columns can be joined by exclusive or once for all moves of the
//! row, so that a move is worth the exclusive or of two numbers, one from its left and one from its
//! right. Strips with equal marks have equal values and are computed once: an empty board has only
//! one strip of each height.
//!
//! For `H` rows and `W` columns that is `H(H+1)(H+2)/6 · W(W+1)(W+2)/6` moves, 2,371,600 at
//! 20×20, and at most 210 strips of 882 bytes.

use gridkit::{Cell, Rect};

use crate::rules::MOST;

/// The edges between columns, counting both ends of the board.
const EDGES: usize = MOST + 1;

/// A number for each pair of column edges, by the first edge and then by the second.
type Pairs = [[u8; EDGES]; EDGES];

/// Joined to the number on the left of a marked cell, so that the cell is no move.
const MARKED: u8 = 1 << 7;

/// The set of one value; no set at all for what is no move.
///
/// A word is enough: options of a board of 20×20 are below 64, by the test in this file.
const SET_OF: [u64; 256] = {
    let mut sets = [0; 256];
    let mut value = 0;
    while value < 64 {
        sets[value] = 1 << value;
        value += 1;
    }
    sets
};

/// The numbers of one range of rows for each range of columns, in both orders, so that the moves of
/// a row find the numbers on their left and those on their right side by side.
#[derive(Debug, Clone)]
struct Strip {
    /// The number of the columns `left..right` at `[left][right]`.
    by_left: Pairs,
    /// The same at `[right][left]`.
    by_right: Pairs,
}

impl Strip {
    const EMPTY: Strip = Strip {
        by_left: [[0; EDGES]; EDGES],
        by_right: [[0; EDGES]; EDGES],
    };

    /// The values of two strips joined around a row with these marks: a move in column `c` of the
    /// columns `left..right` is worth `by_left[left][c] ^ by_right[right][c + 1]`.
    fn around(marks: u32, above: &Strip, below: &Strip, columns: usize) -> Strip {
        let mut joined = Strip::EMPTY;
        let mut marked = [0; EDGES];
        for (column, marked) in marked.iter_mut().enumerate() {
            if marks >> column & 1 == 1 {
                *marked = MARKED;
            }
        }
        for edge in 0..=columns {
            let (left, right) = (&mut joined.by_left[edge], &mut joined.by_right[edge]);
            let (above_left, below_left) = (&above.by_left[edge], &below.by_left[edge]);
            let (above_right, below_right) = (&above.by_right[edge], &below.by_right[edge]);
            for other in 0..EDGES {
                left[other] = above_left[other] ^ below_left[other] | marked[other];
                right[other] = above_right[other] ^ below_right[other];
            }
        }
        joined
    }
}

/// The Grundy values of all rectangles of a board without walls.
#[derive(Debug, Clone)]
pub struct Values {
    columns: usize,
    strips: Vec<Strip>,
    /// The place in `strips` of the rows `top..bottom`, at `[top][bottom]`.
    places: [[usize; EDGES]; EDGES],
}

impl Values {
    /// The values for a board of up to 20 columns whose rows have these marked columns, a bit each.
    pub(crate) fn new(columns: usize, marks: &[u32]) -> Values {
        let mut values = Values {
            columns,
            strips: vec![Strip::EMPTY],
            places: [[0; EDGES]; EDGES],
        };
        let mut moves = Vec::with_capacity(marks.len());
        for height in 1..=marks.len() {
            for (top, rows) in marks.windows(height).enumerate() {
                let twin = marks
                    .windows(height)
                    .take(top)
                    .position(|other| other == rows);
                values.places[top][top + height] = match twin {
                    Some(twin) => values.places[twin][twin + height],
                    None => {
                        moves.clear();
                        moves.extend(values.moves(top, rows));
                        values.strips.push(strip(columns, &moves));
                        values.strips.len() - 1
                    }
                };
            }
        }
        values
    }

    /// The Grundy value of `rect`, at most 64; 0 if it is empty.
    ///
    /// # Panics
    /// `rect` does not lie on the board.
    #[must_use]
    pub fn of(&self, rect: Rect) -> u32 {
        if rect.is_empty() {
            return 0;
        }
        u32::from(self.at(rect.top, rect.bottom).by_left[rect.left][rect.right])
    }

    /// The Grundy value of the four rectangles left of `rect` once `cell` in it is chosen.
    ///
    /// # Panics
    /// As [`of`](Self::of).
    #[must_use]
    pub fn after(&self, rect: Rect, cell: Cell) -> u32 {
        let (top, bottom) = (cell.row, cell.row + 1);
        let (left, right) = (cell.column, cell.column + 1);
        let above = Rect {
            bottom: top,
            ..rect
        };
        let below = Rect {
            top: bottom,
            ..rect
        };
        [above, below]
            .into_iter()
            .map(|part| {
                self.of(Rect {
                    right: left,
                    ..part
                }) ^ self.of(Rect {
                    left: right,
                    ..part
                })
            })
            .fold(0, |sum, value| sum ^ value)
    }

    fn at(&self, top: usize, bottom: usize) -> &Strip {
        &self.strips[self.places[top][bottom]]
    }

    /// For each of the rows from `top` on, which have these marks, what a move in it is worth.
    fn moves(&self, top: usize, rows: &[u32]) -> impl Iterator<Item = Strip> {
        let bottom = top + rows.len();
        (top..).zip(rows).map(move |(row, &marks)| {
            let (above, below) = (self.at(top, row), self.at(row + 1, bottom));
            Strip::around(marks, above, below, self.columns)
        })
    }
}

/// The values of a strip, given the moves in each of its rows.
fn strip(columns: usize, rows: &[Strip]) -> Strip {
    let mut values = Strip::EMPTY;
    for left in 0..columns {
        for right in left + 1..=columns {
            let mut options = 0_u64;
            for row in rows {
                let lefts = &row.by_left[left][left..right];
                let rights = &row.by_right[right][left + 1..=right];
                for (&l, &r) in lefts.iter().zip(rights) {
                    options |= SET_OF[usize::from(l ^ r)];
                }
            }
            // The least value that is no option's.
            let value = options.trailing_ones() as u8;
            values.by_left[left][right] = value;
            values.by_right[right][left] = value;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No value of a rectangle of these sides exceeds `bounds[rows][columns]`, however it is
    /// marked. Needs no look at the game's values: an option is at most the sum of its four parts,
    /// and has no binary digit above theirs; and a value `v` needs options for all of `0..v`, each
    /// at a cell of its own.
    #[test]
    fn options_fit_a_word_of_64_values() {
        let mut bounds = [[0_u32; EDGES]; EDGES];
        let mut highest_option = 0;
        for rows in 1..EDGES {
            for columns in 1..EDGES {
                let mut options = Vec::new();
                for above in 0..rows {
                    for left in 0..columns {
                        let (below, right) = (rows - 1 - above, columns - 1 - left);
                        let parts = [
                            bounds[above][left],
                            bounds[above][right],
                            bounds[below][left],
                            bounds[below][right],
                        ];
                        let digits = parts.iter().fold(0, |digits, part| digits | part);
                        let below = (digits + 1).next_power_of_two();
                        options.push(parts.iter().sum::<u32>().min(below - 1));
                    }
                }
                options.sort_unstable();
                highest_option = highest_option.max(options[options.len() - 1]);
                bounds[rows][columns] = options
                    .iter()
                    .fold(0, |value, &option| value + u32::from(option >= value));
            }
        }
        assert_eq!(highest_option, 63);
        assert_eq!(bounds[MOST][MOST], 64);
    }
}
