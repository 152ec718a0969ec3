//! What the statement guarantees of a board, without which the theorem is often wrong.

use gridkit::scan::Place;
use gridkit::{Grid, ScanError, Scanner};

use crate::Square;

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
pub(crate) fn fault(board: &Grid<Square>) -> Option<Fault> {
    let (mut some_o, mut some_x) = (false, false);
    for row in 0..board.rows() {
        let squares = board.row(row);
        if let Some((column, kind)) = row_fault(squares) {
            return Some(Fault { row, column, kind });
        }
        some_o |= squares.contains(&Square::O);
        some_x |= squares.contains(&Square::X);
    }
    let kind = match (some_o, some_x) {
        (true, true) => return None,
        (false, _) => Kind::NoO,
        (true, false) => Kind::NoX,
    };
    Some(Fault {
        row: 0,
        column: 0,
        kind,
    })
}

/// The first fault within a row.
fn row_fault(squares: &[Square]) -> Option<(usize, Kind)> {
    let (first, followed) = squares.split_first()?;
    let last = followed.len();
    if *first == Square::X {
        return Some((0, Kind::XAtGoal));
    }
    let contact = |(left, right): (&Square, &Square)| *left == Square::O && *right == Square::X;
    let neighbours = squares.iter().zip(followed);
    // A search that does not stop early looks at many cells at a time.
    if neighbours
        .clone()
        .fold(false, |any, two| any | contact(two))
    {
        return Some((neighbours.clone().position(contact)?, Kind::Contact));
    }
    (squares[last] == Square::O).then_some((last, Kind::OAtGoal))
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
