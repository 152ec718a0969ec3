//! Winning moves.

use gridkit::Cell;

use crate::pairs::{Pair, pairs};
use crate::runners::{Runners, o_runner};
use crate::tempo::Tempo;
use crate::{Instance, Pieces, Square};

impl Instance {
    /// The pieces with which o wins on the first move without stepping next to an x, row by row:
    /// all of them, and none if o cannot win. Wherever o can win there is one.
    ///
    /// Stepping next to an x may win as well, but then the board is no longer quiet and only a
    /// search can tell. Time is `O(HW + W²)`.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Cell> {
        let board = self.board();
        let mut moves = Vec::new();
        let Some(good) = Good::of(board) else {
            return moves;
        };
        let mut row_pairs = Vec::new();
        for (row, words) in board.by_row().enumerate() {
            let squares = &board.squares(row);
            row_pairs.clear();
            pairs(words, |pair| row_pairs.push(pair));
            let runner = o_runner(words);
            let mut fronts = row_pairs.iter().peekable();
            for column in (0..squares.len()).filter(|&column| squares[column] == Square::O) {
                let kind = match fronts.next_if(|pair| pair.o_front == column) {
                    Some(pair) => Kind::Closing(pair),
                    None if runner == Some(column) => Kind::Runner,
                    None => Kind::Behind,
                };
                if is_quiet(squares, column) && good.has(kind, column) {
                    moves.push(Cell { row, column });
                }
            }
        }
        moves
    }
}

/// Whether the o of a column can step ahead without touching an x.
fn is_quiet(squares: &[Square], column: usize) -> bool {
    squares.get(column + 1) == Some(&Square::Empty) && squares.get(column + 2) != Some(&Square::X)
}

/// What a quiet move of o moves.
enum Kind<'a> {
    /// The front of a pair.
    Closing(&'a Pair),
    /// A foremost o that faces no x.
    Runner,
    /// A piece behind another o.
    Behind,
}

/// Which quiet moves win. The theorem, applied after the move, says the same of all moves of a
/// kind and worth.
enum Good {
    /// All: the nearest runner has a move to spare.
    All,
    /// Only a step of a nearest runner, which stands in this column.
    Runner { column: usize },
    /// Those that leave x behind in the count of moves.
    Count { behind: bool, closing: Vec<bool> },
}

impl Good {
    /// None if o cannot win.
    fn of(board: &Pieces) -> Option<Self> {
        let runners = Runners::of(board);
        match (runners.o, runners.x) {
            (None, Some(_)) => None,
            (Some(o), Some(x)) if o > x => None,
            (Some(o), Some(x)) if o == x => Some(Good::Runner {
                column: board.columns() - 1 - o,
            }),
            (Some(_), _) => Some(Good::All),
            (None, None) => {
                let tempo = Tempo::of(board);
                let worths = 0..=board.columns();
                Some(Good::Count {
                    behind: tempo.wins_behind(),
                    closing: worths.map(|worth| tempo.wins_closing(worth)).collect(),
                })
            }
        }
    }

    fn has(&self, kind: Kind<'_>, column: usize) -> bool {
        match (self, kind) {
            (Good::All, _) => true,
            (Good::Runner { column: nearest }, kind) => {
                matches!(kind, Kind::Runner) && column == *nearest
            }
            (Good::Count { closing, .. }, Kind::Closing(pair)) => closing[pair.worth()],
            (Good::Count { behind, .. }, Kind::Runner | Kind::Behind) => *behind,
        }
    }
}
