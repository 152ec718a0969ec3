//! Codeforces 1921E "Eat the Chip".
//!
//! # Rules
//! On a board of `h` rows and `w` columns stand two chips, Alice's at `(xa, ya)` and Bob's at
//! `(xb, yb)`, in different cells. Alice moves first, one row down and at most one column aside;
//! Bob moves one row up and at most one column aside. Who steps on the other chip wins at once.
//! A player who cannot move (Alice in row `h`, Bob in row 1) makes the game a draw.
//!
//! # Theorem
//! Let `d = xb − xa`. For `d ≤ 0` the game is a draw. Otherwise one player, the *chaser*, makes
//! the move on which the chips meet in one row: Alice if `d` is odd, Bob if it is even. The chaser
//! makes `m = ⌈d/2⌉` moves until then, and wins if and only if
//! * the chips are level: the columns differ by at most 1 (`d` odd) or not at all (`d` even), or
//! * the chaser's distance to the wall that the other runs to is at most `m`.
//!
//! Otherwise the game is a draw. So with `d` odd only Alice can win, and with `d` even only Bob.
//! (The published editorial has the two names swapped in one sentence; its code is right.)
//!
//! # Proof sketch
//! Each move brings the chips one row closer, so they meet in one row exactly after the chaser's
//! `m`-th move, and afterwards neither can be reached again. The chaser wins if that move can end
//! on the other's column. Level chips stay level: the chaser, who moves last, copies each step
//! aside. Chips apart: say the chaser stands in column `y` and the runner further right. The runner
//! runs right at every move and keeps ahead until the wall stops it in column `w`, so the chaser
//! needs `w − y ≤ m` moves to get there. They are also enough, whatever the runner does: the chaser
//! runs right until the chips are level. One step of the runner never takes it past the chaser
//! unmet, so in column `w` at the latest they are level.
//!
//! # Example
//! ```
//! use eat_the_chip::EatTheChip;
//! use gridkit::program;
//!
//! let input = b"3\n6 5 2 2 5 3\n4 1 2 1 4 1\n1 4 1 3 1 1\n";
//! assert_eq!(program::solve::<EatTheChip>(input)?, "Alice\nBob\nDraw\n");
//! # Ok::<(), gridkit::ScanError>(())
//! ```

use std::fmt;

use cgt::{Outcome, Outcomes};
use gridkit::{Label, Layout, Problem, Rng, ScanError, Scanner, TooLarge, Total};

pub mod rules;

use rules::{Board, Player, Position, Square};

/// The largest `h`, and the largest sum of `h` over a file.
const MOST_ROWS: usize = 1_000_000;
/// The largest `w`.
const MOST_COLUMNS: usize = 1_000_000_000;
/// The largest `t`.
const MOST_CASES: usize = 10_000;
/// On a board of more columns random chips do not meet.
const WIDE: usize = 1000;
/// A search of this many positions holds at most 700 MB.
const SEARCHED: u64 = 7_000_000;

/// The problem, for [`gridkit::run`].
#[derive(Debug)]
pub enum EatTheChip {}

/// One case: the board and the two chips, Alice to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instance {
    /// The board.
    pub board: Board,
    /// Alice's chip.
    pub alice: Square,
    /// Bob's chip, on another cell.
    pub bob: Square,
}

/// Who wins when both play best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Alice, who moves first.
    Alice,
    /// Bob.
    Bob,
    /// Neither.
    Draw,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Instance { board, alice, bob } = self;
        let Board { h, w } = board;
        writeln!(f, "{h} {w} {} {} {} {}", alice.0, alice.1, bob.0, bob.1)
    }
}

impl Instance {
    /// The first position of the game.
    #[must_use]
    pub fn position(&self) -> Position {
        Position {
            alice: self.alice,
            bob: self.bob,
            turn: Player::Alice,
        }
    }

    /// All of Alice's winning first moves, as the cells that her chip steps on; none if she cannot
    /// win. (A step towards Bob's column is always among them; others are if there is time.)
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Square> {
        self.board
            .steps(&self.position())
            .filter(|&square| {
                // Seen from Bob's side the board is the same with the players exchanged.
                square == self.bob || self.turned(square).answer() == Answer::Bob
            })
            .collect()
    }

    /// The position after Alice steps on `square`, turned by half a turn: Bob, who is to move, is
    /// the new Alice.
    fn turned(&self, square: Square) -> Instance {
        let Board { h, w } = self.board;
        let turn = |(x, y): Square| (h + 1 - x, w + 1 - y);
        Instance {
            board: self.board,
            alice: turn(self.bob),
            bob: turn(square),
        }
    }

    /// The theorem.
    fn answer(&self) -> Answer {
        let (xa, ya) = self.alice;
        let (xb, yb) = self.bob;
        let Some(d @ 1..) = xb.checked_sub(xa) else {
            return Answer::Draw;
        };
        let (winner, chaser, runner, level) = match d % 2 {
            1 => (Answer::Alice, ya, yb, 1),
            _ => (Answer::Bob, yb, ya, 0),
        };
        let to_wall = if runner > chaser {
            self.board.w - chaser
        } else {
            chaser - 1
        };
        if chaser.abs_diff(runner) <= level || to_wall <= d.div_ceil(2) {
            winner
        } else {
            Answer::Draw
        }
    }

    /// A random case of at most the given rows and columns. (A board of one cell has no room for
    /// two chips; it gets a second column.)
    fn random(rng: &mut Rng, most_rows: usize, most_columns: usize) -> Instance {
        let h = rng.within(1..=most_rows.clamp(1, MOST_ROWS));
        let (mut xa, mut xb) = (rng.within(1..=h), rng.within(1..=h));
        // Chips that have passed each other are draws, and so are most on a wide board.
        if xa > xb && rng.chance(7, 8) {
            (xa, xb) = (xb, xa);
        }
        let close = rng.chance(2, 3);
        let widest = if close {
            xa.abs_diff(xb) + 2
        } else {
            most_columns
        };
        let narrowest = if xa == xb { 2 } else { 1 };
        let w = rng.within(narrowest..=widest.min(most_columns).clamp(narrowest, MOST_COLUMNS));
        let (ya, mut yb) = (rng.within(1..=w), rng.within(1..=w));
        // Nor would they ever be near each other there.
        if w > WIDE && rng.chance(1, 2) {
            yb = (ya + rng.below(7)).saturating_sub(3).clamp(1, w);
        }
        while (xa, ya) == (xb, yb) {
            yb = rng.within(1..=w);
        }
        Instance {
            board: Board { h, w },
            alice: (xa, ya),
            bob: (xb, yb),
        }
    }

    /// Every instance on `board`: two chips in different cells.
    pub fn all(board: Board) -> impl Iterator<Item = Instance> {
        let cells = move || (1..=board.h).flat_map(move |x| (1..=board.w).map(move |y| (x, y)));
        cells().flat_map(move |alice| {
            cells()
                .filter(move |&bob| bob != alice)
                .map(move |bob| Instance { board, alice, bob })
        })
    }
}

impl Problem for EatTheChip {
    const NAME: &'static str = "eat-the-chip";
    const LAYOUT: Layout = Layout::Many {
        count: "t",
        most: MOST_CASES,
        label: Label::Bare,
    };
    const TOTAL: Option<Total<Instance>> = Some(Total {
        name: "the sum of h",
        most: MOST_ROWS,
        share: |instance| instance.board.h,
    });
    type Instance = Instance;
    type Answer = Answer;

    fn parse(s: &mut Scanner<'_>) -> Result<Instance, ScanError> {
        let h = s.number("h", 1..=MOST_ROWS)?;
        let w = s.number("w", 1..=MOST_COLUMNS)?;
        let alice = (s.number("xa", 1..=h)?, s.number("ya", 1..=w)?);
        let place = s.place();
        let bob = (s.number("xb", 1..=h)?, s.number("yb", 1..=w)?);
        if alice == bob {
            let found = format!("both in row {}, column {}", bob.0, bob.1);
            return Err(s.error_found(place, "the chips in different cells", found));
        }
        s.end_of_line()?;
        Ok(Instance {
            board: Board { h, w },
            alice,
            bob,
        })
    }

    fn solve(instance: &Instance) -> Answer {
        instance.answer()
    }

    fn brute(instance: &Instance) -> Result<Answer, TooLarge> {
        let mut search = Outcomes::new(instance.board).with_budget(SEARCHED);
        match search.value(&instance.position()) {
            Ok(value) => Ok(match value.outcome {
                Outcome::Win => Answer::Alice,
                Outcome::Loss => Answer::Bob,
                Outcome::Draw => Answer::Draw,
            }),
            Err(_) => Err(TooLarge::positions(SEARCHED)),
        }
    }

    /// Every position of every board of at most `size` rows and columns, board by board.
    fn small(size: usize) -> impl Iterator<Item = Instance> {
        (1..=size)
            .flat_map(move |h| (1..=size).map(move |w| Board { h, w }))
            .flat_map(Instance::all)
    }

    /// `size` bounds the rows and the columns. About half of the answers are draws.
    fn random(rng: &mut Rng, size: usize) -> Instance {
        Instance::random(rng, size, size)
    }

    /// `size` bounds the rows, the columns and the number of cases. Many cases leave each of them few
    /// rows, so now and then a large file has few.
    fn random_file(rng: &mut Rng, size: usize) -> Vec<Instance> {
        let few = size > WIDE && rng.chance(1, 4);
        let cases = match few {
            true => rng.within(1..=MOST_ROWS / WIDE),
            false => size.clamp(1, MOST_CASES),
        };
        let rows = size.min(MOST_ROWS / cases);
        (0..cases)
            .map(|_| Instance::random(rng, rows, size))
            .collect()
    }
}
