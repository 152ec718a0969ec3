//! The rules of a game for two players, and what a position of it is worth.

use std::hash::Hash;

/// A game of two players, perfect information and no chance. The position says who moves.
///
/// Play may go on for ever; endless play is a draw.
pub trait Game {
    /// A position, including the player to move where that matters.
    ///
    /// The less it holds the faster the search; positions that play alike are searched once when
    /// they are equal.
    type Position: Clone + Eq + Hash;

    /// The result, for the player to move, when the game is over here; otherwise `None`.
    ///
    /// A position without moves and without a result is lost for the player to move (normal play).
    fn result(&self, position: &Self::Position) -> Option<Outcome>;

    /// Calls `next` with the position after each move. Not asked where there is a result.
    ///
    /// A move may be given twice.
    fn moves(&self, position: &Self::Position, next: &mut dyn FnMut(Self::Position));
}

/// How a game ends under best play, always in the view of the player to move. Ordered from the
/// worst to the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move loses.
    Loss,
    /// Neither wins.
    Draw,
    /// The player to move wins.
    Win,
}

impl Outcome {
    /// The same outcome in the view of the other player.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// What a position is worth under best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    /// In the view of the player to move.
    pub outcome: Outcome,
    /// For a win or a loss, the number of moves (of both players together) to the end when the
    /// winner hurries and the loser delays; 0 where the game is over.
    ///
    /// `None` for every draw: who cannot win has no reason to hurry or to delay, so neither a draw
    /// by the rules nor endless play has a length to speak of.
    pub remoteness: Option<u32>,
}

impl Value {
    /// A draw.
    pub const DRAW: Self = Self {
        outcome: Outcome::Draw,
        remoteness: None,
    };

    /// A win for the player to move, over in `remoteness` moves.
    #[must_use]
    pub fn win(remoteness: u32) -> Self {
        Self {
            outcome: Outcome::Win,
            remoteness: Some(remoteness),
        }
    }

    /// A loss for the player to move, over in `remoteness` moves.
    #[must_use]
    pub fn loss(remoteness: u32) -> Self {
        Self {
            outcome: Outcome::Loss,
            remoteness: Some(remoteness),
        }
    }

    /// The value of a position where the game is over.
    pub(crate) fn terminal(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self::loss(0),
            Outcome::Draw => Self::DRAW,
            Outcome::Win => Self::win(0),
        }
    }
}
