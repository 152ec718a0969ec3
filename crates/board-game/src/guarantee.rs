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
