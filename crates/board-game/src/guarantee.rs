//! What the statement guarantees of a board, without which the theorem is often wrong.

use gridkit::scan::Place;
use gridkit::{CELLS, ScanError, Scanner};

use crate::pieces::{Pieces, Word};

/// Where a board breaks the guarantee, and which part of it. Row and column are from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    row: usize,
    column: usize,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An o in the last column.
    OAtGoal,
    /// An x in the first column.
    XAtGoal,
    /// An o and, just right of it, an x.
    Contact,
    /// No o at all.
    NoO,
    /// No x at all.
    NoX,
}

/// The first fault of a board, row by row; none if it keeps the guarantee.
pub(crate) fn fault(board: &Pieces) -> Option<Fault> {
    let (mut some_o, mut some_x) = (0, 0);
    for (row, words) in board.by_row().enumerate() {
        if let Some((column, kind)) = row_fault(words, board.columns()) {
            return Some(Fault { row, column, kind });
        }
        for word in words {
            some_o |= word.o;
            some_x |= word.x;
        }
    }
    let kind = match (some_o, some_x) {
        (0, _) => Kind::NoO,
        (_, 0) => Kind::NoX,
        _ => return None,
    };
    Some(Fault {
        row: 0,
        column: 0,
        kind,
    })
}

/// The first fault within a row.
fn row_fault(words: &[Word], columns: usize) -> Option<(usize, Kind)> {
    let (first, last) = (words.first()?, words.last()?);
    if first.x & 1 != 0 {
        return Some((0, Kind::XAtGoal));
    }
    // Whether an o stands on the last cell before a word.
    let mut before = 0;
    for (index, word) in words.iter().enumerate() {
        let contacts = (word.o << 1 | before) & word.x;
        if contacts != 0 {
            let x = CELLS * index + contacts.trailing_zeros() as usize;
            return Some((x - 1, Kind::Contact));
        }
        before = word.o >> (CELLS - 1);
    }
    let goal = columns - 1;
    (last.o >> (goal % CELLS) != 0).then_some((goal, Kind::OAtGoal))
}

impl Fault {
    /// The error for a board whose rows are the lines after the one at `header`.
    #[cold]
    pub(crate) fn error(self, s: &Scanner<'_>, header: Place) -> ScanError {
        let (expected, found) = match self.kind {
            Kind::OAtGoal => ("no `o` in the last column, the home of x", "`o`"),
            Kind::XAtGoal => ("no `x` in the first column, the home of o", "`x`"),
            Kind::Contact => (
                "no `x` just right of an `o`, which could capture it",
                "`ox`",
            ),
            Kind::NoO => ("at least one `o` on the board", "none"),
            Kind::NoX => ("at least one `x` on the board", "none"),
        };
        let expected = format!("{expected} (the statement guarantees it)");
        let header = s.error_found(header, expected, found);
        ScanError {
            line: header.line + 1 + self.row,
            column: 1 + self.column,
            ..header
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use gridkit::Rng;

    /// The same by a walk over the cells.
    fn walked(row: &[Square]) -> Option<(usize, Kind)> {
        let last = row.len() - 1;
        if row[0] == Square::X {
            return Some((0, Kind::XAtGoal));
        }
        let mut pairs = row.windows(2);
        match pairs.position(|two| two == [Square::O, Square::X]) {
            Some(column) => Some((column, Kind::Contact)),
            None => (row[last] == Square::O).then_some((last, Kind::OAtGoal)),
        }
    }

    #[test]
    fn faults_are_what_a_walk_over_the_cells_finds() {
        let mut rng = Rng::new(5);
        let mut kinds = [0; 4];
        for columns in (3..=200).cycle().take(6000) {
            // With few pieces, so that a fault is often the only one and anywhere.
            let mut row = vec![Square::Empty; columns];
            for _ in 0..rng.within(1..=4) {
                let column = match rng.below(3) {
                    0 => rng.below(columns),
                    1 => *rng.pick(&[0, 1, 62, 63, 64, 127, 128]).expect("a column"),
                    _ => columns - 1,
                };
                let two = [Square::O, Square::X];
                let from = rng.below(2);
                let some = &two[from..rng.within(from + 1..=2)];
                for (square, &piece) in row.iter_mut().skip(column).zip(some) {
                    *square = piece;
                }
            }
            let board = Pieces::of(columns, &row);
            let words = board.by_row().next().expect("a row");
            let found = row_fault(words, columns);
            assert_eq!(found, walked(&row), "{row:?}");
            kinds[found.map_or(3, |(_, kind)| kind as usize)] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }
}
