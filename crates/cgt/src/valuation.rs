//! The search behind [`Outcomes::value`](crate::Outcomes::value): depth first, one strongly
//! connected component at a time.
//!
//! Tarjan's algorithm (*Depth-first search and linear graph algorithms*, 1972) finishes a component
//! only after all components it leads to. A component of one position then has its value from its
//! moves alone, and the moves need not be kept; a larger one goes to [`component`](crate::component).

use rustc_hash::FxHashMap;

use crate::component;
use crate::entry::{Entry, Known};
use crate::{Game, OutOfBudget, Value};

/// What is known of a position from those of its moves that are valued.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tally {
    /// Moves to the fastest win, `u32::MAX` while there is none.
    pub(crate) win: u32,
    /// Moves to the slowest loss, should every move lose; 0 without moves.
    pub(crate) loss: u32,
    /// Whether some move leads to a draw or to a position without a value.
    pub(crate) open: bool,
}

impl Tally {
    pub(crate) const EMPTY: Self = Self {
        win: u32::MAX,
        loss: 0,
        open: false,
    };

    /// Counts a move to a position of this value.
    pub(crate) fn add(&mut self, next: Value) {
        use crate::Outcome::{Draw, Loss, Win};
        match (next.outcome, next.remoteness) {
            (Loss, Some(remoteness)) => self.win = self.win.min(remoteness + 1),
            (Win, Some(remoteness)) => self.loss = self.loss.max(remoteness + 1),
            (Draw, _) | (_, None) => self.open = true,
        }
    }

    /// The value when an open move, if any, means a draw.
    fn value(self) -> Value {
        match self {
            Self {
                win: u32::MAX,
                open: true,
                ..
            } => Value::DRAW,
            Self {
                win: u32::MAX,
                loss,
                ..
            } => Value::loss(loss),
            Self { win, .. } => Value::win(win),
        }
    }
}

/// A position on the line of play under search.
struct Frame {
    tally: Tally,
    /// This position's place on the stack.
    place: u32,
    /// The lowest place it is known to reach.
    low: u32,
    /// Where this position's share of the moves begins.
    base: usize,
}

pub(crate) struct Valuation<'a, G: Game> {
    game: &'a G,
    memo: &'a mut FxHashMap<G::Position, Entry>,
    budget: u64,
    frames: Vec<Frame>,
    /// The positions met and not yet valued. The memo holds their places, which grow in the order
    /// of discovery, so a place serves as Tarjan's number.
    stack: Vec<G::Position>,
    /// The moves of all frames still to be looked at.
    moves: Vec<G::Position>,
}

impl<'a, G: Game> Valuation<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        memo: &'a mut FxHashMap<G::Position, Entry>,
        budget: u64,
    ) -> Self {
        Self {
            game,
            memo,
            budget,
            frames: Vec::new(),
            stack: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The value of a position that is not in the memo.
    pub(crate) fn run(mut self, root: G::Position) -> Result<Value, OutOfBudget> {
        let result = self.search(root);
        // Only a search that failed leaves positions behind; they have no value.
        for position in self.stack {
            self.memo.remove(&position);
        }
        result
    }

    fn search(&mut self, root: G::Position) -> Result<Value, OutOfBudget> {
        // The root's frame is the last to be left, so the last value is the answer.
        let mut answer = Value::DRAW;
        if let Some(value) = self.enter(root)? {
            return Ok(value);
        }
        while let Some(frame) = self.frames.last_mut() {
            if self.moves.len() > frame.base
                && let Some(next) = self.moves.pop()
            {
                match self.memo.get(&next).map(|entry| entry.read()) {
                    Some(Known::Value(value)) => frame.tally.add(value),
                    Some(Known::Pending(place)) => {
                        frame.low = frame.low.min(place);
                        frame.tally.open = true;
                    }
                    None => {
                        if let Some(value) = self.enter(next)?
                            && let Some(frame) = self.frames.last_mut()
                        {
                            frame.tally.add(value);
                        }
                    }
                }
            } else if let Some(done) = self.frames.pop() {
                let value = self.leave(&done);
                answer = value.unwrap_or(answer);
                if let Some(parent) = self.frames.last_mut() {
                    match value {
                        Some(value) => parent.tally.add(value),
                        None => {
                            parent.low = parent.low.min(done.low);
                            parent.tally.open = true;
                        }
                    }
                }
            }
        }
        Ok(answer)
    }

    /// Begins work on a position that is not in the memo, unless the game is over there.
    fn enter(&mut self, position: G::Position) -> Result<Option<Value>, OutOfBudget> {
        let full = OutOfBudget {
            positions: self.budget,
        };
        if self.memo.len() as u64 >= self.budget {
            return Err(full);
        }
        if let Some(outcome) = self.game.result(&position) {
            let value = Value::terminal(outcome);
            self.memo.insert(position, Entry::value(value));
            return Ok(Some(value));
        }
        let place = u32::try_from(self.stack.len()).map_err(|_| full)?;
        let base = self.moves.len();
        self.game
            .moves(&position, &mut |next| self.moves.push(next));
        self.memo.insert(position.clone(), Entry::pending(place));
        self.stack.push(position);
        self.frames.push(Frame {
            tally: Tally::EMPTY,
            place,
            low: place,
            base,
        });
        Ok(None)
    }

    /// Ends work on a position; its value, unless it belongs to a component still growing.
    fn leave(&mut self, frame: &Frame) -> Option<Value> {
        if frame.low < frame.place {
            return None;
        }
        let place = frame.place as usize;
        if self.stack.len() == place + 1 {
            let value = frame.tally.value();
            let position = self.stack.pop()?;
            self.memo.insert(position, Entry::value(value));
            return Some(value);
        }
        let members = self.stack.split_off(place);
        let values = component::solve(self.game, self.memo, &members, frame.place);
        let first = values.first().copied();
        for (position, value) in members.into_iter().zip(values) {
            self.memo.insert(position, Entry::value(value));
        }
        first
    }
}
