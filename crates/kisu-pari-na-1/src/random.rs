//! Random grids, about half of them lost, many of the others nearly so.
//!
//! The exclusive or of random numbers is hardly ever 0, so the lost ones are made: a move of Nim
//! in one cell brings it to 0 and only takes coins away, which keeps every bound.

use gridkit::{Cell, Grid, Rng};

use crate::rules::{Coins, Rules};
use crate::{Instance, MOST_CELLS, MOST_COINS, is_odd};

/// From this size on, grids are as large and as rich as they may be.
const RICH: usize = 100;

/// See [`Problem::random`](gridkit::Problem::random) of the game.
pub(crate) fn instance(rng: &mut Rng, size: usize) -> Instance {
    let size = size.clamp(1, MOST_CELLS);
    let mut coins = if size < RICH {
        let cells = rng.within(size.isqrt()..=size);
        few_coins(rng, cells, size)
    } else {
        let cells = rng.within(size - size / RICH..=size);
        let (rows, columns) = shape(rng, cells);
        Grid::from_fn(rows, columns, |_| rng.within(0..=MOST_COINS) as u64)
    };
    let is_even = |coins: &Coins, cell| !is_odd(coins, cell);
    match rng.below(8) {
        0..4 => balance(rng, &mut coins, is_odd),
        4..6 => {
            balance(rng, &mut coins, is_odd);
            carry_a_coin(rng, &mut coins);
        }
        // These are lost only for who counts the wrong cells.
        6 => balance(rng, &mut coins, is_even),
        _ => balance(rng, &mut coins, |_, _| true),
    }
    Instance { coins }
}

/// Rows and columns of nearly `cells` cells; now and then in a single line.
fn shape(rng: &mut Rng, cells: usize) -> (usize, usize) {
    let short = match rng.below(8) {
        0 => 1,
        _ => rng.within(1..=cells.isqrt()),
    };
    match rng.below(2) {
        0 => (short, cells / short),
        _ => (cells / short, short),
    }
}

/// At most `most` coins in all, each in any cell.
fn few_coins(rng: &mut Rng, cells: usize, most: usize) -> Coins {
    let (rows, columns) = shape(rng, cells);
    let mut coins = Grid::from_fn(rows, columns, |_| 0);
    for _ in 0..rng.within(most / 2..=most) {
        let row = rng.below(rows);
        let column = rng.below(columns);
        coins[Cell { row, column }] += 1;
    }
    coins
}

/// Makes the exclusive or of the `chosen` cells 0 by taking coins from one of them.
fn balance(rng: &mut Rng, coins: &mut Coins, chosen: impl Fn(&Coins, Cell) -> bool) {
    let cells: Vec<Cell> = coins
        .rect()
        .cells()
        .filter(|&cell| chosen(coins, cell))
        .collect();
    let x = cells.iter().fold(0, |x, &cell| x ^ coins[cell]);
    let able: Vec<Cell> = cells
        .into_iter()
        .filter(|&cell| coins[cell] ^ x < coins[cell])
        .collect();
    if let Some(&cell) = rng.pick(&able) {
        coins[cell] ^= x;
    }
}

/// Makes a move of one coin, if there is one that keeps the bounds. Every move changes the
/// exclusive or of the odd cells, so a lost grid becomes one that is barely won.
fn carry_a_coin(rng: &mut Rng, coins: &mut Coins) {
    let ways: Vec<(Cell, Cell)> = Rules::ways(coins)
        .map(|(from, _, target)| (from, target))
        .filter(|&(_, target)| coins[target] < MOST_COINS as u64)
        .collect();
    if let Some(&(from, target)) = rng.pick(&ways) {
        coins[from] -= 1;
        coins[target] += 1;
    }
}
