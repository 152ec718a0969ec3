//! Baekjoon 11717 "Wall Making Game" (JAG Spring Contest 2015, problem L).
//!
//! # Rules
//! A board of `H` rows and `W` columns has empty cells and marked cells, and no wall at first. The
//! players take turns. A player chooses a cell that is neither marked nor a wall; it becomes a
//! wall, and so do the cells in the four directions from it up to the first wall or the edge of
//! the board. A marked cell in the way becomes a wall like any other. Who has no cell to choose
//! loses.
//!
//! # Theorem
//! The cells that are no wall always form rectangles, no two of which touch along a side, and the
//! Grundy value of a position is the exclusive or of the values of its rectangles. The value of a
//! rectangle is the least number that is not, for any unmarked cell of it, the exclusive or of the
//! values of the four rectangles around the cell: above left, above right, below left, below
//! right. The first player wins if and only if the value of the whole board is not 0.
//!
//! # Proof sketch
//! At first there is one rectangle, the board. A cell chosen in a rectangle sends its walls to the
//! rectangle's own border and no further, for behind the border stands a wall or the board ends.
//! So the cell's whole row and column within the rectangle become walls; four rectangles are left
//! of it, apart from each other by those walls, and all other rectangles are as they were. Hence a
//! position is a sum of games, one for each rectangle, and the theorem of Sprague and Grundy gives
//! the rest. A mark only forbids a choice: once its cell is a wall, or outside a rectangle, it
//! does not matter, so a rectangle of the board has the same value in whatever position it is met.
//!
//! All rectangles take `O(H³W³)` steps, 2.4 million at 20×20: see [`values`].
//!
//! # Example
//! ```
//! use gridkit::program;
//! use wall_making_game::WallMakingGame;
//!
//! assert_eq!(program::solve::<WallMakingGame>(b"2 2\n..\n..\n")?, "Second\n");
//! assert_eq!(program::solve::<WallMakingGame>(b"2 2\nX.\n..\n")?, "First\n");
//! # Ok::<(), gridkit::ScanError>(())
//! ```

use std::fmt;

use cgt::Grundy;
use gridkit::{Cell, Grid, Letter, Problem, Rect, Rng, ScanError, Scanner, Sums, TooLarge};

mod regions;
pub mod rules;
pub mod values;

pub use regions::NotRectangles;
use regions::regions;
use rules::{Board, Cells, MOST, Position};
use values::Values;

/// A search of this many positions holds at most 600 MB.
const SEARCHED: u64 = 1_800_000;

/// The problem, for [`gridkit::run`].
#[derive(Debug)]
pub enum WallMakingGame {}

/// What a cell is before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Square {
    /// It can be chosen.
    Empty,
    /// It cannot.
    Marked,
}

impl Letter for Square {
    const LETTERS: &'static [(u8, Self)] = &[(b'.', Square::Empty), (b'X', Square::Marked)];
}

/// One case: the board before the first move, of 1 to 20 rows and 1 to 20 columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance {
    squares: Grid<Square>,
}

/// Who wins when both play best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The player who moves first.
    First,
    /// The other.
    Second,
}

impl Answer {
    /// The winner at a position of this Grundy value.
    #[must_use]
    pub fn of(value: u32) -> Answer {
        match value {
            0 => Answer::Second,
            _ => Answer::First,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = (self.squares.rows(), self.squares.columns());
        write!(f, "{rows} {columns}\n{}", self.squares)
    }
}

impl Instance {
    /// The board with these cells marked.
    ///
    /// # Panics
    /// The board does not have 1 to 20 rows and 1 to 20 columns.
    #[must_use]
    pub fn new(board: Board, marks: &Cells) -> Instance {
        let Board { rows, columns } = board;
        let sides = 1..=MOST;
        assert!(
            sides.contains(&rows) && sides.contains(&columns),
            "{board:?}"
        );
        let squares = Grid::from_fn(rows, columns, |cell| {
            if marks.contains(cell) {
                Square::Marked
            } else {
                Square::Empty
            }
        });
        Instance { squares }
    }

    /// Every marking of `board`, first the one without marks. With more than 63 cells, only the
    /// first 63 are ever marked.
    pub fn all(board: Board) -> impl Iterator<Item = Instance> {
        let cells: Vec<Cell> = board.cells().take(63).collect();
        (0..1_u64 << cells.len()).map(move |marking| {
            let marked = (0..).zip(&cells).filter(|(bit, _)| marking >> bit & 1 == 1);
            Instance::new(board, &marked.map(|(_, &cell)| cell).collect())
        })
    }

    /// The size of the board.
    #[must_use]
    pub fn board(&self) -> Board {
        Board {
            rows: self.squares.rows(),
            columns: self.squares.columns(),
        }
    }

    /// The first position of the game.
    #[must_use]
    pub fn position(&self) -> Position {
        let marked = |&(_, square): &(Cell, &Square)| *square == Square::Marked;
        Position {
            walls: Cells::default(),
            marks: self
                .squares
                .iter()
                .filter(marked)
                .map(|(cell, _)| cell)
                .collect(),
        }
    }

    /// The Grundy values of all rectangles of the board.
    #[must_use]
    pub fn values(&self) -> Values {
        let Board { rows, columns } = self.board();
        Values::new(columns, &self.position().marks.words()[..rows])
    }

    /// The Grundy value of the first position.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.values().of(self.squares.rect())
    }

    /// All winning first moves, row by row; none if the second player wins.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Cell> {
        self.winning(&[self.squares.rect()])
    }

    /// All winning moves, row by row, of the player to move when these are the walls; none if that
    /// player loses.
    ///
    /// # Errors
    /// No play builds these walls, for they leave a region that is no rectangle. (Walls that leave
    /// only rectangles are as good as played.)
    pub fn winning_moves_behind(&self, walls: &Cells) -> Result<Vec<Cell>, NotRectangles> {
        Ok(self.winning(&regions(self.board(), walls)?))
    }

    /// The moves after which the exclusive or of all rectangles is 0.
    fn winning(&self, regions: &[Rect]) -> Vec<Cell> {
        let values = self.values();
        let sum = regions.iter().fold(0, |sum, &rect| sum ^ values.of(rect));
        let mut winning = Vec::new();
        for &rect in regions {
            let others = sum ^ values.of(rect);
            winning.extend(rect.cells().filter(|&cell| {
                self.squares[cell] == Square::Empty && values.after(rect, cell) == others
            }));
        }
        winning.sort_unstable();
        winning
    }
}

impl Problem for WallMakingGame {
    const NAME: &'static str = "wall-making-game";
    type Instance = Instance;
    type Answer = Answer;

    fn parse(s: &mut Scanner<'_>) -> Result<Instance, ScanError> {
        let rows = s.number("H", 1..=MOST)?;
        let columns = s.number("W", 1..=MOST)?;
        s.end_of_line()?;
        let squares = s.grid(rows, columns)?;
        Ok(Instance { squares })
    }

    fn solve(instance: &Instance) -> Answer {
        Answer::of(instance.value())
    }

    fn brute(instance: &Instance) -> Result<Answer, TooLarge> {
        let mut search = Grundy::new(instance.board()).with_budget(SEARCHED);
        match search.value(&instance.position()) {
            Ok(value) => Ok(Answer::of(value)),
            Err(_) => Err(TooLarge::positions(SEARCHED)),
        }
    }

    /// Every marking of every board of at most `size` cells, board by board.
    fn small(size: usize) -> impl Iterator<Item = Instance> {
        (1..=MOST)
            .flat_map(|rows| (1..=MOST).map(move |columns| Board { rows, columns }))
            .filter(move |board| board.rows * board.columns <= size)
            .flat_map(Instance::all)
    }

    /// `size` bounds the rows and the columns. The second player wins few boards by chance, so most
    /// of them are cut down to one that it wins, or marked until it does, and some of these spoilt by a
    /// mark more or less.
    fn random(rng: &mut Rng, size: usize) -> Instance {
        let most = size.clamp(1, MOST);
        let side = |rng: &mut Rng| match rng.chance(3, 4) {
            true => most,
            false => rng.within(1..=most),
        };
        let (rows, columns) = (side(rng), side(rng));
        let marked_of_32 = *rng.pick(&[0, 1, 4, 8, 8, 12, 20]).unwrap_or(&0);
        let squares = Grid::from_fn(rows, columns, |_| match rng.chance(marked_of_32, 32) {
            true => Square::Marked,
            false => Square::Empty,
        });
        let mut instance = Instance { squares };
        // Nearly every board is won, so who is wrong of a lost one would not be noticed.
        if rng.chance(3, 4) {
            // Large boards with large values are lost only where somebody made them so.
            instance = match rng.chance(1, 2) {
                true => instance.marked_until_lost(rng),
                false => instance.largest_lost(),
            };
            if rng.chance(1, 4) {
                let cell = Cell {
                    row: rng.below(instance.squares.rows()),
                    column: rng.below(instance.squares.columns()),
                };
                let square = &mut instance.squares[cell];
                *square = match *square {
                    Square::Empty => Square::Marked,
                    Square::Marked => Square::Empty,
                };
            }
        }
        instance
    }
}

impl Instance {
    /// The same board with a mark on one winning move after the other, until the second player wins.
    fn marked_until_lost(mut self, rng: &mut Rng) -> Instance {
        while let Some(&cell) = rng.pick(&self.winning_moves()) {
            self.squares[cell] = Square::Marked;
        }
        self
    }

    /// The rectangle with the most unmarked cells that the second player wins, as a board of its
    /// own; the whole board if there is none.
    fn largest_lost(&self) -> Instance {
        let Rect { bottom, right, .. } = self.squares.rect();
        let ranges = |end: usize| (0..end).flat_map(move |a| (a + 1..=end).map(move |b| (a, b)));
        let values = self.values();
        let unmarked = Sums::new(&self.squares, |&square| i64::from(square == Square::Empty));
        let lost = ranges(bottom)
            .flat_map(|(top, bottom)| {
                ranges(right).map(move |(left, right)| Rect {
                    top,
                    left,
                    bottom,
                    right,
                })
            })
            .filter(|&rect| values.of(rect) == 0)
            .max_by_key(|&rect| unmarked.sum(rect))
            .unwrap_or(self.squares.rect());
        Instance {
            squares: Grid::from_fn(
                lost.bottom - lost.top,
                lost.right - lost.left,
                |Cell { row, column }| {
                    self.squares[Cell {
                        row: lost.top + row,
                        column: lost.left + column,
                    }]
                },
            ),
        }
    }
}
