//! Northcott's game (HDU 1730 "Northcott Game"), one board a file.
//!
//! # Rules
//! A board has `N` rows of `M` cells. In each row stand one black and one white piece, in different
//! cells. The players move in turn, black first: a move takes one own piece any number of cells, at
//! least one, to the left or to the right in its row, never onto or over the other piece. Who cannot
//! move loses.
//!
//! # Theorem
//! Let the *gap* of a row be the number of cells between its pieces, `|A − B| − 1`. The first player
//! wins if and only if the exclusive or of all gaps is not 0. No position is a draw, although play
//! may come back to where it was.
//! (E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for your Mathematical Plays*.)
//!
//! # Proof sketch
//! Either player can close a gap by any number of cells up to all of it, so the closing moves are
//! those of Nim with the gaps as heaps. The other moves, retreats, open a gap, by no more than the
//! room behind the piece. Let the exclusive or be 0 with the opponent to move, and answer
//! * a closing move as in Nim, by a closing move that makes the exclusive or 0 again;
//! * a retreat by the same number of cells forward in the same row, which restores the gap.
//!
//! So there always is an answer, and it is never a retreat. Each answer brings an own piece nearer
//! to the far end of its row, which can happen only `N(M − 2)` times; so the game ends, and it is
//! the opponent who cannot move. Where the exclusive or is not 0, Nim's closing move makes it so.
//!
//! # Winning moves
//! By the theorem a move wins if and only if it makes the exclusive or 0, retreats not excepted,
//! so [`Instance::winning_moves`] promises all of them: at most one in a row, and at least one that
//! closes a gap wherever there is any. A *strategy* needs the closing ones: who answers retreats by
//! retreats may keep a won position for ever without winning.
//!
//! # Example
//! ```
//! use gridkit::program;
//! use northcott_game::NorthcottGame;
//!
//! // The gaps are 2, 3 and 1.
//! let input = b"3 6\n1 4\n6 2\n3 5\n";
//! assert_eq!(program::solve::<NorthcottGame>(input)?, "BAD LUCK!\n");
//! # Ok::<(), gridkit::ScanError>(())
//! ```

use std::fmt;

use cgt::{Outcome, Outcomes};
use gridkit::{Problem, Rng, ScanError, Scanner, TooLarge};

pub mod rules;

use rules::{Board, Position};

/// The largest `N`.
const MOST_ROWS: usize = 1000;
/// The largest `M`; the smallest is 2.
const MOST_COLUMNS: usize = 1000;
/// Boards of more columns hold gaps that do not fit into a byte.
const WIDE: usize = 256;
/// So many rows at the most are few.
const FEW: usize = 3;
/// A search may hold about this many bytes.
const SEARCHED_BYTES: usize = 1_000_000_000;

/// The problem, for [`gridkit::run`].
#[derive(Debug)]
pub enum NorthcottGame {}

/// One case: a board, black to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The number of columns, `M`.
    pub columns: usize,
    /// The rows from the first to the last.
    pub rows: Vec<Row>,
}

/// The columns of the two pieces of a row, from 1, different.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The first player's piece.
    pub black: usize,
    /// The second player's piece.
    pub white: usize,
}

/// A move of black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The index of the row, from 0.
    pub row: usize,
    /// The column that the piece moves to, from 1.
    pub to: usize,
}

/// Who wins when both play best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The first player, black.
    First,
    /// The second player.
    Second,
    /// Neither. Only a search could find such a position, and by the theorem there is none.
    Draw,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::First => "I WIN!",
            Answer::Second => "BAD LUCK!",
            Answer::Draw => "DRAW",
        })
    }
}

impl From<Outcome> for Answer {
    /// The outcome in the view of the first player.
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Answer::First,
            Outcome::Loss => Answer::Second,
            Outcome::Draw => Answer::Draw,
        }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.rows.len(), self.columns)?;
        for Row { black, white } in &self.rows {
            writeln!(f, "{black} {white}")?;
        }
        Ok(())
    }
}

impl Row {
    /// The number of cells between the pieces.
    fn gap(self) -> usize {
        self.black.abs_diff(self.white) - 1
    }

    /// Where the black piece stands when the gap is `gap`; `None` if that is beyond the board.
    fn black_at(self, gap: usize, columns: usize) -> Option<usize> {
        if self.black < self.white {
            self.white.checked_sub(gap + 1).filter(|&to| to >= 1)
        } else {
            Some(self.white + gap + 1).filter(|&to| to <= columns)
        }
    }
}

impl Instance {
    /// The board without its pieces.
    #[must_use]
    pub fn board(&self) -> Board {
        Board {
            columns: self.columns as u16,
        }
    }

    /// The first position of the game.
    #[must_use]
    pub fn position(&self) -> Position {
        let pairs = self.rows.iter();
        self.board()
            .position(pairs.map(|row| (row.black as u16, row.white as u16)))
    }

    /// The exclusive or of all gaps.
    fn nim_sum(&self) -> usize {
        self.rows.iter().fold(0, |sum, row| sum ^ row.gap())
    }

    /// All winning first moves, at most one in each row, from the first row to the last; none in a
    /// lost position. Some of them may be retreats, at least one is none.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Move> {
        let sum = self.nim_sum();
        if sum == 0 {
            return Vec::new();
        }
        let to = |row: &Row| row.black_at(row.gap() ^ sum, self.columns);
        (0..)
            .zip(&self.rows)
            .filter_map(|(index, row)| {
                Some(Move {
                    row: index,
                    to: to(row)?,
                })
            })
            .collect()
    }

    /// Every instance of `rows` rows and `columns` columns, as many as
    /// `(columns * (columns - 1)).pow(rows)`.
    pub fn all(rows: usize, columns: usize) -> impl Iterator<Item = Instance> {
        let places = columns * (columns - 1);
        let count = u32::try_from(rows)
            .ok()
            .and_then(|rows| places.checked_pow(rows))
            .unwrap_or(usize::MAX);
        (0..count).map(move |mut number| {
            let row = |place: usize| {
                let black = place / (columns - 1) + 1;
                let white = place % (columns - 1) + 1;
                let white = white + usize::from(white >= black);
                Row { black, white }
            };
            let rows = (0..rows)
                .map(|_| {
                    let place = number % places;
                    number /= places;
                    row(place)
                })
                .collect();
            Instance { columns, rows }
        })
    }
}

impl Problem for NorthcottGame {
    const NAME: &'static str = "northcott-game";
    type Instance = Instance;
    type Answer = Answer;

    fn parse(s: &mut Scanner<'_>) -> Result<Instance, ScanError> {
        let count = s.number("N", 1..=MOST_ROWS)?;
        let columns = s.number("M", 2..=MOST_COLUMNS)?;
        s.end_of_line()?;
        let mut rows = Vec::with_capacity(count);
        for _ in 0..count {
            let black = s.number("A", 1..=columns)?;
            let place = s.place();
            let white = s.number("B", 1..=columns)?;
            if black == white {
                let expected = format!("B from 1 to {columns} and different from A");
                return Err(s.error(place, expected));
            }
            s.end_of_line()?;
            rows.push(Row { black, white });
        }
        Ok(Instance { columns, rows })
    }

    fn solve(instance: &Instance) -> Answer {
        match instance.nim_sum() {
            0 => Answer::Second,
            _ => Answer::First,
        }
    }

    fn brute(instance: &Instance) -> Result<Answer, TooLarge> {
        // Nearly all positions can reach one another, so the search comes to hold each with its
        // moves, and a position is as long as the board has rows.
        let rows = instance.rows.len();
        let moves = rows * (instance.columns - 2);
        let positions = (SEARCHED_BYTES / ((moves + 4) * (48 + 4 * rows))) as u64;
        let mut search = Outcomes::new(instance.board()).with_budget(positions);
        match search.value(&instance.position()) {
            Ok(value) => Ok(value.outcome.into()),
            Err(_) => Err(TooLarge::positions(positions)),
        }
    }

    /// Every position of every board of at most `size` rows and `size + 1` columns.
    fn small(size: usize) -> impl Iterator<Item = Instance> {
        (1..=size.min(MOST_ROWS))
            .flat_map(move |rows| {
                (2..=MOST_COLUMNS.min(size.saturating_add(1))).map(move |columns| (rows, columns))
            })
            .flat_map(|(rows, columns)| Instance::all(rows, columns))
    }

    /// `size` bounds the rows and the columns (of which there are at least two). About half of the
    /// boards are lost, and some of the others by one cell only.
    fn random(rng: &mut Rng, size: usize) -> Instance {
        let (most_rows, most_columns) = (size.clamp(1, MOST_ROWS), size.clamp(2, MOST_COLUMNS));
        // Few rows or many, of any width or the widest: each is where some program breaks.
        let count = match rng.below(3) {
            0 => rng.within(1..=most_rows.min(FEW)),
            1 => most_rows,
            _ => rng.within(1..=most_rows),
        };
        let columns = match rng.below(2) {
            0 => most_columns,
            _ => rng.within(2..=most_columns),
        };
        let mut row = || {
            let black = rng.within(1..=columns);
            let white = rng.within(1..=columns - 1);
            let white = white + usize::from(white >= black);
            Row { black, white }
        };
        let rows = (0..count).map(|_| row()).collect();
        let mut instance = Instance { columns, rows };
        let kind = rng.below(8);
        let far = (5..7).contains(&kind) && columns > WIDE;
        if kind < 5 || far {
            // A random exclusive or is hardly ever 0; a winning move makes it so.
            if let Some(&Move { row, to }) = rng.pick(&instance.winning_moves()) {
                instance.rows[row].black = to;
            }
        }
        if kind == 0 || far {
            let row = rng.below(count);
            let Row { black, white } = instance.rows[row];
            // Who keeps the exclusive or in a byte, or in nine bits, takes the board for lost.
            let bit = if columns > 2 * WIDE {
                rng.within(8..=9)
            } else {
                8
            };
            let beyond = instance.rows[row].gap() ^ (1 << bit);
            let to = instance.rows[row].black_at(beyond, columns);
            if let Some(to) = to.filter(|_| far) {
                instance.rows[row].black = to;
            } else if black + 1 < white {
                // Closing any gap by one cell makes a near miss.
                instance.rows[row].black += 1;
            } else if white + 1 < black {
                instance.rows[row].black -= 1;
            }
        }
        instance
    }
}
