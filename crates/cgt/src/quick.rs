//! The search behind [`Outcomes::outcome`](crate::Outcomes::outcome): depth first, stopping at the
//! first winning move, for games that always end.

use rustc_hash::FxHashMap;

use crate::{Game, OutOfBudget, Outcome, Unsolved};

/// A position on the line of play under search.
struct Frame<P> {
    position: P,
    /// The best that the moves looked at give.
    best: Outcome,
    /// Where this position's share of the moves begins.
    base: usize,
}

pub(crate) struct Quick<'a, G: Game> {
    game: &'a G,
    /// `None` stands for a position the search is still at work on.
    memo: &'a mut FxHashMap<G::Position, Option<Outcome>>,
    budget: u64,
    frames: Vec<Frame<G::Position>>,
    /// The moves of all frames still to be looked at, the next one last. The game is over at none.
    moves: Vec<G::Position>,
}

impl<'a, G: Game> Quick<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        memo: &'a mut FxHashMap<G::Position, Option<Outcome>>,
        budget: u64,
    ) -> Self {
        Self {
            game,
            memo,
            budget,
            frames: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The outcome of a position that is not in the memo.
    pub(crate) fn run(mut self, root: G::Position) -> Result<Outcome, Unsolved> {
        let result = self.search(root);
        // Only a search that failed leaves frames behind; their positions have no outcome.
        for frame in self.frames {
            self.memo.remove(&frame.position);
        }
        result
    }

    fn search(&mut self, root: G::Position) -> Result<Outcome, Unsolved> {
        if let Some(outcome) = self.game.result(&root) {
            return Ok(outcome);
        }
        self.enter(root)?;
        // The root's frame is the last to be left, so the last outcome is the answer.
        let mut answer = Outcome::Draw;
        while let Some(frame) = self.frames.last_mut() {
            if frame.best < Outcome::Win
                && self.moves.len() > frame.base
                && let Some(next) = self.moves.pop()
            {
                // No position is in progress here that was not when this move was written down.
                match self.memo.get(&next).copied().flatten() {
                    Some(outcome) => frame.best = frame.best.max(outcome.flip()),
                    None => self.enter(next)?,
                }
            } else if let Some(done) = self.frames.pop() {
                answer = done.best;
                self.moves.truncate(done.base);
                self.memo.insert(done.position, Some(answer));
                if let Some(parent) = self.frames.last_mut() {
                    parent.best = parent.best.max(answer.flip());
                }
            }
        }
        Ok(answer)
    }

    /// Begins work on a position that is not in the memo and where the game is not over.
    fn enter(&mut self, position: G::Position) -> Result<(), Unsolved> {
        let full = Unsolved::from(OutOfBudget {
            positions: self.budget,
        });
        if self.memo.len() as u64 >= self.budget {
            return Err(full);
        }
        self.memo.insert(position.clone(), None);
        let (game, memo, moves) = (self.game, &mut *self.memo, &mut self.moves);
        let base = moves.len();
        let mut best = Outcome::Loss;
        let mut fault = None;
        game.moves(&position, &mut |next| match memo.get(&next) {
            Some(&Some(outcome)) => best = best.max(outcome.flip()),
            Some(None) => fault = Some(Unsolved::Loop),
            None => match game.result(&next) {
                None => moves.push(next),
                Some(_) if memo.len() as u64 >= self.budget => fault = Some(full),
                Some(outcome) => {
                    best = best.max(outcome.flip());
                    memo.insert(next, Some(outcome));
                }
            },
        });
        moves[base..].reverse();
        self.frames.push(Frame {
            position,
            best,
            base,
        });
        fault.map_or(Ok(()), Err)
    }
}
