//! The rules of an impartial game.

use std::hash::Hash;

/// An impartial game under normal play: both players have the same moves, and who cannot move
/// loses.
///
/// Every line of play must end; a search that finds one that does not says so with
/// [`Unsolved::Loop`](crate::Unsolved::Loop).
pub trait Impartial {
    /// A position, or an independent component of one.
    ///
    /// The less it holds the faster the search; positions that play alike (mirror images, say)
    /// are searched once when they are equal.
    type Position: Clone + Eq + Hash;

    /// Calls `option` once for every move, with the independent components the move leaves:
    /// `&[p]` for a game that does not split, `&[]` when nothing is left to play.
    ///
    /// The order of the moves does not matter, and a move may be given twice.
    fn options(&self, position: &Self::Position, option: &mut dyn FnMut(&[Self::Position]));
}
