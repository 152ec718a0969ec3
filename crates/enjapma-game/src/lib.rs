//! yukicoder No. 819 "Enjapma game".
//!
//! # Rules
//! Pieces stand on a board of `H` rows and `W` columns, at most one in a cell. In turn the players
//! remove one piece, or slide one piece to the next cell on its left or below it, which must be
//! on the board and empty. Who has no piece left at their turn loses.
//!
//! # Theorem
//! Call a piece even or odd by its distance (rows plus columns) to the bottom left corner. With
//! `a` even and `b` odd pieces the Grundy value of the board is `(a − b) mod 3`. So the second
//! player wins one board if and only if `a` and `b` leave the same remainder by 3, and wins
//! several boards played at once if and only if the exclusive or of their values is 0.
//!
//! # Proof
//! Let `r = (a − b) mod 3`. A slide turns an even piece into an odd one or the reverse, so
//! * to remove an even piece, or to slide an odd one, takes 1 from `r` (mod 3);
//! * to remove an odd piece, or to slide an even one, adds 1.
//!
//! Every move changes `r`, so no option has the value `r`, and it remains to find an option of
//! each smaller value.
//! * `r = 0`: there is none.
//! * `r = 1`: the option 0 takes 1. An even piece can be removed. Without one, `b` leaves 2, so
//!   there are odd pieces; an odd piece is not in the corner, and the cell that it slides to is
//!   even and therefore empty.
//! * `r = 2`: the option 0 adds 1 and the option 1 takes 1. With both kinds of pieces both are
//!   removals. With even ones alone there are at least 2 of them: remove one, or slide one that
//!   is not in the corner to its empty odd neighbour. With odd ones alone: remove one, or slide
//!   one. ∎
//!
//! The published editorial says that a won board can always be won by a removal. That is wrong
//! when all pieces are of one kind and their number leaves 2: on the board of two odd pieces, for
//! one, only a slide wins. Its code, which asks for `a ≡ b`, is right.
//!
//! # Example
//! ```
//! use enjapma_game::EnjapmaGame;
//! use gridkit::program;
//!
//! // An even and an odd piece: whatever the first player does, the second answers in kind.
//! assert_eq!(program::solve::<EnjapmaGame>(b"2 3\n..o\n..o\n")?, "YES\n");
//! // Two odd pieces: the first player wins, by sliding one of them.
//! assert_eq!(program::solve::<EnjapmaGame>(b"2 3\n..o\n.o.\n")?, "NO\n");
//! # Ok::<(), gridkit::ScanError>(())
//! ```

use std::fmt;

use cgt::Grundy;
use gridkit::{Cell, Grid, Letter, Problem, Rng, ScanError, Scanner, TooLarge};

pub mod rules;

use rules::{Board, Move, Place, Position, Sets, set};

/// The largest `H` and the largest `W`.
const MOST: usize = 200;
/// A search of this many positions holds some 200 megabytes on a small board, twice that on a larger
/// one.
const SEARCHED: u64 = 4_000_000;

/// The problem, for [`gridkit::run`].
#[derive(Debug)]
pub enum EnjapmaGame {}

/// What is in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Square {
    /// A piece.
    Piece,
    /// Nothing.
    Empty,
}

impl Letter for Square {
    const LETTERS: &'static [(u8, Self)] = &[(b'o', Square::Piece), (b'.', Square::Empty)];
}

/// One case: a board with its pieces, up to 200 rows and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The board, its top row first.
    pub grid: Grid<Square>,
}

/// Whether the second player wins when both play best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The second player wins.
    Yes,
    /// The first player wins.
    No,
}

impl Answer {
    fn of(second_wins: bool) -> Self {
        if second_wins { Answer::Yes } else { Answer::No }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Yes => "YES",
            Answer::No => "NO",
        })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = &self.grid;
        write!(f, "{} {}\n{grid}", grid.rows(), grid.columns())
    }
}

/// The theorem: the Grundy value, 0 to 2, of a board with this many even and odd pieces.
#[must_use]
pub fn value(even: usize, odd: usize) -> u32 {
    // 2 is −1 modulo 3 and, unlike −1, leaves no negative remainder.
    ((even % 3 + 2 * (odd % 3)) % 3) as u32
}

/// Whether a piece on `place` is an even one.
#[must_use]
pub fn is_even(board: Board, place: Place) -> bool {
    // The number of the row, from the bottom, plus that of the column.
    let columns = board.columns();
    (usize::from(place) / columns + usize::from(place) % columns).is_multiple_of(2)
}

/// Whether the second player wins `boards` played at once, each move on one of them.
#[must_use]
pub fn second_wins(boards: &[Instance]) -> bool {
    sum(boards) == 0
}

/// All winning moves on `boards` played at once, each with the index of its board; none if the
/// second player wins.
#[must_use]
pub fn winning_moves(boards: &[Instance]) -> Vec<(usize, Move)> {
    let sum = sum(boards);
    (0..)
        .zip(boards)
        .flat_map(|(index, board)| {
            let moves = board.moves_to(board.value() ^ sum);
            moves.into_iter().map(move |one| (index, one))
        })
        .collect()
}

fn sum(boards: &[Instance]) -> u32 {
    boards.iter().fold(0, |sum, board| sum ^ board.value())
}

impl Instance {
    /// The pieces of `set`, as for [`Board::set_options`], on `board`.
    #[must_use]
    pub fn of_set(board: Board, set: u64) -> Self {
        let mut grid = Grid::from_fn(board.rows(), board.columns(), |_| Square::Empty);
        for place in board.places() {
            if set >> place & 1 == 1 {
                grid[board.cell(place)] = Square::Piece;
            }
        }
        Instance { grid }
    }

    /// The board without its pieces.
    #[must_use]
    pub fn board(&self) -> Board {
        Board::new(self.grid.rows(), self.grid.columns())
    }

    /// The pieces.
    #[must_use]
    pub fn position(&self) -> Position {
        let board = self.board();
        board
            .places()
            .filter(|&place| self.grid[board.cell(place)] == Square::Piece)
            .collect()
    }

    /// The Grundy value, 0 to 2.
    #[must_use]
    pub fn value(&self) -> u32 {
        let (board, position) = (self.board(), self.position());
        let even = position.iter().filter(|&&place| is_even(board, place));
        let even = even.count();
        value(even, position.len() - even)
    }

    /// All winning moves; none if the second player wins.
    ///
    /// With the value 1 they are the removals of even pieces and the slides of odd ones, with 2
    /// the removals of odd pieces and the slides of even ones.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Move> {
        self.moves_to(0)
    }

    /// All moves after which the board has the Grundy value `goal`.
    #[must_use]
    pub fn moves_to(&self, goal: u32) -> Vec<Move> {
        let board = self.board();
        let now = self.value();
        board
            .moves(&self.position())
            .filter(|one| {
                let slides = one.to.is_some();
                let change = if is_even(board, one.from) == slides {
                    1
                } else {
                    2
                };
                (now + change) % 3 == goal
            })
            .collect()
    }

    /// Makes a move on the board.
    fn play(&mut self, Move { from, to }: Move) {
        let board = self.board();
        self.grid[board.cell(from)] = Square::Empty;
        if let Some(to) = to {
            self.grid[board.cell(to)] = Square::Piece;
        }
    }
}

impl Problem for EnjapmaGame {
    const NAME: &'static str = "enjapma-game";
    type Instance = Instance;
    type Answer = Answer;

    fn parse(s: &mut Scanner<'_>) -> Result<Instance, ScanError> {
        let rows = s.number("H", 1..=MOST)?;
        let columns = s.number("W", 1..=MOST)?;
        s.end_of_line()?;
        let grid = s.grid(rows, columns)?;
        Ok(Instance { grid })
    }

    fn solve(instance: &Instance) -> Answer {
        Answer::of(instance.value() == 0)
    }

    fn brute(instance: &Instance) -> Result<Answer, TooLarge> {
        let too_large = || TooLarge::positions(SEARCHED);
        let position = instance.position();
        // Removals alone lead to every subset of the pieces. Without this look ahead a full board
        // would fill memory with long lists before the search has counted many of them.
        if position.len() > SEARCHED.ilog2() as usize {
            return Err(too_large());
        }
        let board = instance.board();
        let value = if board.cells() <= Board::MOST_IN_SET {
            let mut search = Grundy::new(Sets(board)).with_budget(SEARCHED);
            search.value(&set(&position))
        } else {
            let mut search = Grundy::new(board).with_budget(SEARCHED);
            search.value(&position)
        };
        Ok(Answer::of(value.map_err(|_| too_large())? == 0))
    }

    /// `size` bounds the number of cells: every position of every board of at most so many.
    fn small(size: usize) -> impl Iterator<Item = Instance> {
        // Nobody waits for the positions of a board of 64 cells.
        let size = size.min(Board::MOST_IN_SET - 1);
        (1..=size)
            .flat_map(move |rows| (1..=size / rows).map(move |columns| (rows, columns)))
            .flat_map(|(rows, columns)| {
                let board = Board::new(rows, columns);
                (0..1 << (rows * columns)).map(move |set| Instance::of_set(board, set))
            })
    }

    /// `size` bounds the rows and the columns. Even and odd pieces are drawn each as densely as
    /// chance will have it, so some boards have one kind alone. A third of all boards would be
    /// the second player's; a winning move made on a quarter of the others makes it half.
    fn random(rng: &mut Rng, size: usize) -> Instance {
        const FULL: usize = 8;
        let most = size.clamp(1, MOST);
        let (rows, columns) = (rng.within(1..=most), rng.within(1..=most));
        let density = [rng.within(0..=FULL), rng.within(0..=FULL)];
        let grid = Grid::from_fn(rows, columns, |Cell { row, column }| {
            if rng.chance(density[(row + column) % 2], FULL) {
                Square::Piece
            } else {
                Square::Empty
            }
        });
        let mut instance = Instance { grid };
        if rng.chance(1, 4)
            && let Some(&one) = rng.pick(&instance.winning_moves())
        {
            instance.play(one);
        }
        instance
    }
}
