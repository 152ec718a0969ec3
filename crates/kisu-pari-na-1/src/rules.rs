//! The rules of the game and nothing else.

use cgt::Impartial;
use gridkit::{Cell, Grid, Side};

/// The coins in each cell. Play heaps them up, so a cell can come to hold more than the
/// statement allows at the start; all coins of a grid together stay far below the largest `u64`.
pub type Coins = Grid<u64>;

/// Takes `coins` coins, one or more and at most all, from the cell `from` and puts them into its
/// neighbour on the side `to`, which is [`Side::Right`] or [`Side::Down`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell that loses coins.
    pub from: Cell,
    /// On which side of it the cell lies that gains them.
    pub to: Side,
    /// How many.
    pub coins: u64,
}

/// The game. Moves never split: all coins taken go into one cell.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules;

impl Rules {
    /// Every way to carry coins out of a non-empty cell: the cell, the side, the cell on that side.
    pub fn ways(coins: &Coins) -> impl Iterator<Item = (Cell, Side, Cell)> {
        coins
            .iter()
            .filter(|&(_, &held)| held > 0)
            .flat_map(move |(from, _)| {
                [Side::Right, Side::Down]
                    .into_iter()
                    .filter_map(move |side| Some((from, side, coins.neighbour(from, side)?)))
            })
    }

    /// Every legal move.
    pub fn moves(coins: &Coins) -> impl Iterator<Item = Move> {
        Rules::ways(coins)
            .flat_map(|(from, to, _)| (1..=coins[from]).map(move |coins| Move { from, to, coins }))
    }

    /// The grid after a legal move.
    #[must_use]
    pub fn after(coins: &Coins, step: Move) -> Coins {
        let mut after = coins.clone();
        if let Some(target) = coins.neighbour(step.from, step.to) {
            after[step.from] -= step.coins;
            after[target] += step.coins;
        }
        after
    }
}

impl Impartial for Rules {
    type Position = Coins;

    fn options(&self, coins: &Coins, option: &mut dyn FnMut(&[Coins])) {
        for step in Rules::moves(coins) {
            option(&[Rules::after(coins, step)]);
        }
    }
}
