//! UVa 12409 "Kisu Pari Na 1".
//!
//! # Rules
//! The cells of a grid of `R` rows and `C` columns hold coins. A move takes one or more coins from
//! one cell and puts all of them into the cell to the right or all of them into the cell below;
//! they must stay on the grid, so nothing ever leaves the bottom right corner. The players take
//! turns, Pinky first, and who cannot move loses.
//!
//! # Theorem
//! Call a cell *odd* if an odd number of steps leads from it to the bottom right corner. The
//! Grundy value of a grid is the exclusive or of the coin counts of its odd cells. So the first
//! player loses if and only if that is 0. (Along a single row this is staircase Nim.)
//!
//! # Proof
//! Let `x` be the exclusive or. A coin's way to the corner gets shorter with every move, so the
//! game ends, and by induction it is enough to show two things of the moves of a grid.
//! * *No move keeps `x`.* A step leads from an odd cell to an even one or the other way round, so
//!   a move changes the count of exactly one odd cell, and with it the exclusive or.
//! * *Some move reaches each `y < x`.* As in Nim, the highest bit in which `x` and `y` differ is
//!   set in `x`, hence in the count `c` of some odd cell, and `c ^ x ^ y` is less than `c`. Taking
//!   the difference out of that cell gives `y`. An odd cell is not the corner, so the coins have
//!   somewhere to go, and they go to an even cell, which does not count.
//!
//! So the least value that no move reaches is `x`. (A move out of an even cell may reach values
//! above `x`; they do not matter, and neither do the cells form a sum of games: moves of different
//! cells meet. The statement is about the whole grid.)
//!
//! # Example
//! ```
//! use gridkit::program;
//! use kisu_pari_na_1::KisuPariNa1;
//!
//! let input = b"2\n2 2\n1 1\n1 1\n1 3\n0 2 9\n";
//! assert_eq!(program::solve::<KisuPariNa1>(input)?, "Case 1: lose\nCase 2: win\n");
//! # Ok::<(), gridkit::ScanError>(())
//! ```

use std::fmt;

use cgt::Grundy;
use gridkit::{Cell, Grid, Label, Layout, Problem, Rng, ScanError, Scanner, TooLarge};

mod random;
pub mod rules;

use rules::{Coins, Move, Rules};

/// The largest `T`.
const MOST_CASES: usize = 100;
/// The largest `R·C`.
const MOST_CELLS: usize = 50_000;
/// The most coins that a cell holds at the start.
const MOST_COINS: usize = 1_000_000_000;
/// A search may make moves that copy this many cells together, which bounds its time (seconds) and
/// its memory (a gigabyte) for grids of few cells and many coins as for the reverse.
const COPIED: u64 = 50_000_000;

/// The problem, for [`gridkit::run`].
#[derive(Debug)]
pub enum KisuPariNa1 {}

/// One case: the coins, with the first player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The coins in each cell: 1 to 50 000 cells, 0 to 10⁹ coins each.
    pub coins: Coins,
}

/// How the first player fares when both play best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The first player wins.
    Win,
    /// The first player loses.
    Lose,
}

impl Answer {
    fn of(grundy: u64) -> Answer {
        match grundy {
            0 => Answer::Lose,
            _ => Answer::Win,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Win => "win",
            Answer::Lose => "lose",
        })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.coins.rows(), self.coins.columns())?;
        for row in 0..self.coins.rows() {
            let mut separator = "";
            for coins in self.coins.row(row) {
                write!(f, "{separator}{coins}")?;
                separator = " ";
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Instance {
    /// The Grundy value by the theorem: the exclusive or over the odd cells.
    #[must_use]
    pub fn grundy(&self) -> u64 {
        // In each row every second cell is odd.
        (0..self.coins.rows()).fold(0, |x, row| {
            let first = usize::from(!is_odd(&self.coins, Cell { row, column: 0 }));
            let odd = self.coins.row(row).iter().skip(first).step_by(2);
            odd.fold(x, |x, coins| x ^ coins)
        })
    }

    /// All winning moves of the player to move, in time of the size of the grid; none in a lost
    /// position.
    ///
    /// A move wins if it leaves the exclusive or `x` of the odd cells 0. So an odd cell must be
    /// brought from `c` to `c ^ x`: down, by a move out of it either way, or up, by coins out of
    /// the even cell before it.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Move> {
        let x = self.grundy();
        Rules::ways(&self.coins)
            .filter_map(|(from, to, target)| {
                let coins = if is_odd(&self.coins, from) {
                    let held = self.coins[from];
                    held.checked_sub(held ^ x)?
                } else {
                    let held = self.coins[target];
                    (held ^ x).checked_sub(held)?
                };
                (1..=self.coins[from])
                    .contains(&coins)
                    .then_some(Move { from, to, coins })
            })
            .collect()
    }

    /// Every grid of `rows` rows and `columns` columns that holds at most `coins` coins in all.
    pub fn all(rows: usize, columns: usize, coins: u64) -> impl Iterator<Item = Instance> {
        // Counts upwards like the mileage of a car; a cell carries when no coin is left for it.
        let first = (vec![0; rows * columns], coins);
        let next = |(cells, left): &(Vec<u64>, u64)| {
            let (mut cells, mut left) = (cells.clone(), *left);
            for cell in cells.iter_mut().rev() {
                if left > 0 {
                    *cell += 1;
                    return Some((cells, left - 1));
                }
                left += std::mem::take(cell);
            }
            None
        };
        std::iter::successors(Some(first), next).map(move |(cells, _)| Instance {
            coins: Grid::from_cells(rows, columns, cells),
        })
    }
}

/// Whether an odd number of steps leads from `cell` to the bottom right corner.
fn is_odd(coins: &Coins, cell: Cell) -> bool {
    (coins.rows() - 1 - cell.row + coins.columns() - 1 - cell.column) % 2 == 1
}

impl Problem for KisuPariNa1 {
    const NAME: &'static str = "kisu-pari-na-1";
    const LAYOUT: Layout = Layout::Many {
        count: "T",
        most: MOST_CASES,
        label: Label::Case,
    };
    type Instance = Instance;
    type Answer = Answer;

    fn parse(s: &mut Scanner<'_>) -> Result<Instance, ScanError> {
        let place = s.place();
        let rows = s.number("R", 1..=MOST_CELLS)?;
        let columns = s.number("C", 1..=MOST_CELLS)?;
        if rows * columns > MOST_CELLS {
            let expected = format!("R·C up to {MOST_CELLS}");
            let found = format!("{rows}·{columns} = {}", rows * columns);
            return Err(s.error_found(place, expected, found));
        }
        s.end_of_line()?;
        let mut cells = Vec::with_capacity(rows * columns);
        for _ in 0..rows {
            for _ in 0..columns {
                cells.push(s.number("the coins of a cell", 0..=MOST_COINS)? as u64);
            }
            s.end_of_line()?;
        }
        Ok(Instance {
            coins: Grid::from_cells(rows, columns, cells),
        })
    }

    fn solve(instance: &Instance) -> Answer {
        Answer::of(instance.grundy())
    }

    fn brute(instance: &Instance) -> Result<Answer, TooLarge> {
        // No position has more moves than the first one: a coin that can go only one way stays so.
        let moves: u64 = Rules::ways(&instance.coins)
            .map(|(from, ..)| instance.coins[from])
            .sum();
        let positions = COPIED / ((moves + 1) * instance.coins.values().len() as u64);
        let mut search = Grundy::new(Rules).with_budget(positions);
        match search.value(&instance.coins) {
            Ok(value) => Ok(Answer::of(value.into())),
            Err(_) => Err(TooLarge::positions(positions)),
        }
    }

    /// Every grid of at most `size` cells and at most `size` coins in all, shape by shape.
    fn small(size: usize) -> impl Iterator<Item = Instance> {
        (1..=size)
            .flat_map(move |rows| (1..=size / rows).map(move |columns| (rows, columns)))
            .flat_map(move |(rows, columns)| Instance::all(rows, columns, size as u64))
    }

    /// `size` bounds the cells and, below 100, the coins in all, so that a search is possible.
    /// From there on the cells are nearly as many as allowed and hold up to 10⁹ coins each.
    fn random(rng: &mut Rng, size: usize) -> Instance {
        random::instance(rng, size)
    }
}
