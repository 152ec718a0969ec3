//! The rules of the game and nothing else.

use cgt::{Game, Outcome};

/// The most cells that a [`Position`] has bits for.
pub const MOST_CELLS: usize = 31;

/// Who owns a piece, or is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// At home in the first column, moves right; moves first.
    O,
    /// At home in the last column, moves left.
    X,
}

/// The pieces of both and who is to move, in 63 bits: the memo of a search holds millions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position(u64);

impl Position {
    /// The position with pieces on the cells of two bit sets, `turn` to move.
    #[must_use]
    pub fn new(o: u32, x: u32, turn: Player) -> Self {
        debug_assert!((o | x) >> MOST_CELLS == 0 && o & x == 0);
        Position(u64::from(o) | u64::from(x) << 31 | u64::from(turn == Player::X) << 62)
    }

    /// The cells with a piece of `player`, as a bit set.
    #[must_use]
    pub fn pieces(self, player: Player) -> u32 {
        let bits = match player {
            Player::O => self.0,
            Player::X => self.0 >> 31,
        };
        bits as u32 & (u32::MAX >> 1)
    }

    /// The player to move.
    #[must_use]
    pub fn turn(self) -> Player {
        match self.0 >> 62 {
            0 => Player::O,
            _ => Player::X,
        }
    }
}

/// The board. Cell `row × columns + column` is the bit of that number in every bit set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The cells of the first column, the home of o.
    first: u32,
    /// The cells of the last column, the home of x.
    last: u32,
}

impl Board {
    /// The board of that many rows and columns, unless it has none or more than [`MOST_CELLS`].
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        if !(1..=MOST_CELLS).contains(&rows.checked_mul(columns)?) {
            return None;
        }
        let first = (0..rows).map(|row| 1 << (row * columns)).sum();
        Some(Board {
            first,
            last: first << (columns - 1),
        })
    }

    /// The cells whose piece the player to move can move, as a bit set: those not behind an own
    /// piece. (A piece that has reached the enemy's home has ended the game.)
    #[must_use]
    pub fn movable(self, position: Position) -> u32 {
        let own = position.pieces(position.turn());
        match position.turn() {
            Player::O => own & !self.last & !(own >> 1),
            Player::X => own & !self.first & !(own << 1),
        }
    }

    /// The cell that the piece on `cell` steps on.
    #[must_use]
    pub fn ahead(self, turn: Player, cell: usize) -> usize {
        match turn {
            Player::O => cell + 1,
            Player::X => cell - 1,
        }
    }

    /// The position after the player to move steps with the piece on `cell`, one of the
    /// [movable](Self::movable) ones. An enemy piece that is stepped on is removed.
    #[must_use]
    pub fn after(self, position: Position, cell: usize) -> Position {
        let turn = position.turn();
        let enter = 1 << self.ahead(turn, cell);
        let (o, x) = (position.pieces(Player::O), position.pieces(Player::X));
        match turn {
            Player::O => Position::new(o & !(1 << cell) | enter, x & !enter, Player::X),
            Player::X => Position::new(o & !enter, x & !(1 << cell) | enter, Player::O),
        }
    }

    /// The home column of `player`, as a bit set.
    fn home(self, player: Player) -> u32 {
        match player {
            Player::O => self.first,
            Player::X => self.last,
        }
    }
}

/// The members of a bit set.
pub fn cells(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (cell < u32::BITS).then_some(cell as usize)
    })
}

impl Game for Board {
    type Position = Position;

    fn result(&self, &position: &Position) -> Option<Outcome> {
        let (own, enemy) = match position.turn() {
            Player::O => (Player::O, Player::X),
            Player::X => (Player::X, Player::O),
        };
        let lost = position.pieces(own) == 0 || position.pieces(enemy) & self.home(own) != 0;
        lost.then_some(Outcome::Loss)
    }

    /// Captures come first: they are likely to win.
    fn moves(&self, &position: &Position, next: &mut dyn FnMut(Position)) {
        let movable = self.movable(position);
        let capturing = match position.turn() {
            Player::O => movable & position.pieces(Player::X) >> 1,
            Player::X => movable & position.pieces(Player::O) << 1,
        };
        for cell in cells(capturing).chain(cells(movable & !capturing)) {
            next(self.after(position, cell));
        }
    }
}
