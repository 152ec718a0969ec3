//! AtCoder Regular Contest 002 D "Board game" (ボードゲーム).
//!
//! # Rules
//! On a board of `H` rows and `W` columns stand pieces of o and of x. The first column is the home
//! of o, the last the home of x. A turn is one step of one own piece straight towards the home of
//! the enemy: to the right for o, to the left for x. Stepping on an enemy piece removes it; an own
//! piece is in the way. A player wins when the enemy has no piece left, or when an own piece stands
//! in the enemy's home. o moves first.
//!
//! The statement guarantees that both have a piece, that no piece stands in the enemy's home yet,
//! and that no x stands just right of an o, so that nothing can be captured on the first move. Call
//! such a board *quiet*. Nobody is ever stuck: the foremost own piece of a row is never blocked.
//!
//! # Theorem
//! Cut each row into *groups*, pieces of one player with no enemy between them. A first group of x
//! and a last group of o face nobody; their foremost pieces are *runners*. All other groups come in
//! *pairs*, o on the left and x on the right, with a gap between the two fronts.
//! * If there is a runner, whoever has the nearest one to the enemy's home wins; o wins ties.
//! * Otherwise let a pair have `on` and `xn` pieces and a gap of `g` cells. Its fronts have
//!   `g − 1` *closing moves* before one must step next to the other, and they are for whoever takes
//!   them first. The pieces behind a front can come up close to it, which is for their owner alone.
//!   A closing move of o is itself a move and gives one more to each o behind: `on` moves in all,
//!   and it denies x `xn` moves. So both take closing moves by decreasing `on + xn`, in turn,
//!   o first. o wins if and only if o then has strictly more moves than x.
//!
//! Only the number of closing moves for each value of `on + xn` matters, so the board is read once
//! and nothing is sorted: time `O(HW)`, and `O(W)` memory beside the board.
//!
//! # Proof
//! *Runners.* Say that after a move of P the board is quiet and P's nearest runner needs `p` moves,
//! the enemy's (if any) more than `p`. Then P wins by running, except that a piece that has just
//! stepped next to one of P's is captured at once. That answers a move which brought no enemy runner
//! closer, and it leaves the board quiet, because the captor stands where a front has left the cell
//! behind it empty. No piece of P is ever captured, so the enemy gets no new runner and P is home
//! first. With a tie, the player to move is P after one step.
//!
//! *No runners.* Let M be the list of `on + xn`, once for each closing move, in decreasing order;
//! `first` the sum of its 1st, 3rd, … and `second` of its 2nd, 4th, … entries. Let `base` be the
//! moves of o minus those of x if x makes all closing moves; each one that o makes instead adds its
//! entry. With o to move let `V = base + first`. The claim is that o wins if and only if `V > 0`;
//! for x it is the mirror image. By induction on the length of the game:
//! * A move behind a front takes 1 from `base`; a closing move with entry `s` adds `s − 1` to it and
//!   leaves the list `M − s`. After it x is to move, so o has won if `base − 1 + second(M) ≥ 0`, or
//!   `base + s − 1 + second(M − s) ≥ 0`, in these two cases. For the largest `s` the latter is
//!   `V − 1 ≥ 0`, and so is the former if M is empty: with `V > 0` o has a good move. No `s` has
//!   `s + second(M − s) > first(M)`, and `second ≤ first`: with `V ≤ 0` neither kind is good.
//! * There remains stepping next to an enemy, which takes a pair with `g = 1`. It is no help if
//!   `V ≤ 0`, for x captures. If that was the only o of the pair, and the pair the first of its row,
//!   x now has a runner (or has won) and o has none. If it was the only o of a later pair, its x
//!   unite with those of the pair before, for which they get at least one move more; the entries of
//!   that pair grow and `base` falls by as much: V falls. Otherwise the next o is the new front, at
//!   a gap of `h`. It had `h − 1` moves behind the old front, and each of the `on − 2` behind it has
//!   `h − 1` fewer now. In return `h − 1` entries `e = on − 1 + xn` are added to M, which adds at most
//!   `(h − 1)·e` to `first`, while `base` falls by `(h − 1)·e + xn − 1`. So V has not grown, o is to
//!   move again, and o loses.
//!
//! # Example
//! ```
//! use board_game::BoardGame;
//! use gridkit::program;
//!
//! let input = b"3 5\n..x..\n.o...\n...x.\n";
//! assert_eq!(program::solve::<BoardGame>(input)?, "x\n");
//! # Ok::<(), gridkit::ScanError>(())
//! ```

use cgt::{Outcome, Outcomes};
use gridkit::{Problem, Rng, ScanError, Scanner, TooLarge};

mod guarantee;
mod instance;
mod moves;
mod pairs;
mod pieces;
mod random;
pub mod rules;
mod runners;
mod tempo;

pub use instance::{Answer, Instance, Square};
pub use pieces::Pieces;

use runners::Runners;
use tempo::Tempo;

/// The largest `H`.
const MOST_ROWS: usize = 2000;
/// The smallest `W`.
const LEAST_COLUMNS: usize = 3;
/// The largest `W`.
const MOST_COLUMNS: usize = 2000;
/// A search of this many positions holds about half a gigabyte.
const SEARCHED: u64 = 20_000_000;

/// The problem, for [`gridkit::run`].
#[derive(Debug)]
pub enum BoardGame {}

impl Problem for BoardGame {
    const NAME: &'static str = "board-game";
    type Instance = Instance;
    type Answer = Answer;

    fn parse(s: &mut Scanner<'_>) -> Result<Instance, ScanError> {
        let header = s.place();
        let rows = s.number("H", 1..=MOST_ROWS)?;
        let columns = s.number("W", LEAST_COLUMNS..=MOST_COLUMNS)?;
        s.end_of_line()?;
        let board = Pieces::read(s, rows, columns)?;
        match guarantee::fault(&board) {
            None => Ok(Instance::quiet(board)),
            Some(fault) => Err(fault.error(s, header)),
        }
    }

    fn solve(instance: &Instance) -> Answer {
        let board = instance.board();
        Runners::of(board).winner().unwrap_or_else(|| {
            let o_wins = Tempo::of(board).lead() > 0;
            if o_wins { Answer::O } else { Answer::X }
        })
    }

    /// Also refuses every board of more than [`rules::MOST_CELLS`] cells.
    fn brute(instance: &Instance) -> Result<Answer, TooLarge> {
        let (board, position) = instance.position().ok_or_else(|| TooLarge {
            limit: format!("at most {} cells", rules::MOST_CELLS),
        })?;
        let mut search = Outcomes::new(board).with_budget(SEARCHED);
        match search.outcome(&position) {
            Ok(Outcome::Win) => Ok(Answer::O),
            // There are no draws.
            Ok(Outcome::Loss | Outcome::Draw) => Ok(Answer::X),
            Err(_) => Err(TooLarge::positions(SEARCHED)),
        }
    }

    /// Every board of at most `size` cells, shape by shape.
    fn small(size: usize) -> impl Iterator<Item = Instance> {
        (1..=size / LEAST_COLUMNS)
            .flat_map(move |rows| (LEAST_COLUMNS..=size / rows).map(move |columns| (rows, columns)))
            .flat_map(|(rows, columns)| Instance::all(rows, columns))
    }

    /// `size` bounds the number of cells; there are never fewer than 3.
    fn random(rng: &mut Rng, size: usize) -> Instance {
        random::instance(rng, size)
    }
}
