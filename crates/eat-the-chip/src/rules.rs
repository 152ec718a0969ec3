//! The rules of the game and nothing else.

use cgt::{Game, Outcome};

/// A cell `(x, y)`: row from 1 at Alice's end, column from 1.
pub type Square = (usize, usize);

/// Who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// Moves down, towards row `h`; moves first.
    Alice,
    /// Moves up, towards row 1.
    Bob,
}

/// Both chips and who is to move. When a chip is eaten both stand on one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Alice's chip.
    pub alice: Square,
    /// Bob's chip.
    pub bob: Square,
    /// The player to move.
    pub turn: Player,
}

/// The board of `h` rows and `w` columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    pub h: usize,
    /// The number of columns.
    pub w: usize,
}

impl Board {
    /// The cells that the chip of the player to move can step on: up to three.
    pub fn steps(self, position: &Position) -> impl Iterator<Item = Square> {
        let (x, y, ahead) = match position.turn {
            Player::Alice => {
                let (x, y) = position.alice;
                (x, y, (x < self.h).then_some(x + 1))
            }
            Player::Bob => {
                let (x, y) = position.bob;
                (x, y, (x > 1).then(|| x - 1))
            }
        };
        debug_assert!((1..=self.h).contains(&x) && (1..=self.w).contains(&y));
        ahead.into_iter().flat_map(move |x| {
            (y.saturating_sub(1).max(1)..=(y + 1).min(self.w)).map(move |y| (x, y))
        })
    }

    /// The position after the player to move steps on `square`.
    #[must_use]
    pub fn after(self, position: &Position, square: Square) -> Position {
        match position.turn {
            Player::Alice => Position {
                alice: square,
                turn: Player::Bob,
                ..*position
            },
            Player::Bob => Position {
                bob: square,
                turn: Player::Alice,
                ..*position
            },
        }
    }
}

impl Game for Board {
    type Position = Position;

    fn result(&self, position: &Position) -> Option<Outcome> {
        if position.alice == position.bob {
            // The previous move stepped on the other chip.
            Some(Outcome::Loss)
        } else if self.steps(position).next().is_none() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, position: &Position, next: &mut dyn FnMut(Position)) {
        for square in self.steps(position) {
            next(self.after(position, square));
        }
    }
}
