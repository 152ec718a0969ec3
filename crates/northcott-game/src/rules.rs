//! The rules of the game and nothing else.

use cgt::{Game, Outcome};

/// A board of any number of rows, each as wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The number of columns of every row.
    pub columns: u16,
}

/// A row in the view of the player to move, who looks along it from the end behind the own piece.
/// So columns count from 1 at that end, and `own < other`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    /// The column of the piece of the player to move.
    pub own: u16,
    /// The column of the other player's piece.
    pub other: u16,
}

/// All rows, sorted: their order does not matter in play, nor from which end a row is looked at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(Box<[Row]>);

impl Board {
    /// The position in which the player to move has a piece in the first column of each pair, and
    /// the other player in the second; both count from the same end, whichever it is.
    pub fn position(self, pairs: impl IntoIterator<Item = (u16, u16)>) -> Position {
        let rows = pairs.into_iter().map(|(own, other)| {
            debug_assert!(own != other && (1..=self.columns).contains(&own.min(other)));
            if own < other {
                Row { own, other }
            } else {
                self.turned(other, own)
            }
        });
        sorted(rows.collect())
    }

    /// The row seen from the opposite end, where the higher column is the own one.
    fn turned(self, low: u16, high: u16) -> Row {
        Row {
            own: self.columns + 1 - high,
            other: self.columns + 1 - low,
        }
    }
}

fn sorted(mut rows: Box<[Row]>) -> Position {
    rows.sort_unstable();
    Position(rows)
}

impl Game for Board {
    type Position = Position;

    /// Who cannot move loses, which is what a position without a result means.
    fn result(&self, _: &Position) -> Option<Outcome> {
        None
    }

    fn moves(&self, Position(rows): &Position, next: &mut dyn FnMut(Position)) {
        // After a move the other player looks along every row.
        let seen: Box<[Row]> = rows
            .iter()
            .map(|row| self.turned(row.own, row.other))
            .collect();
        for (moved, row) in rows.iter().enumerate() {
            for to in (1..row.other).filter(|&to| to != row.own) {
                let mut after = seen.clone();
                after[moved] = self.turned(to, row.other);
                next(sorted(after));
            }
        }
    }
}
