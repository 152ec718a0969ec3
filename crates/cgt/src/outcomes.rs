//! The outcomes of a game: the memos and what can be asked of them.

use rustc_hash::FxHashMap;

use crate::entry::{Entry, Known};
use crate::quick::Quick;
use crate::valuation::Valuation;
use crate::{Game, OutOfBudget, Outcome, Unsolved, Value};

/// The outcomes of a game, by search.
///
/// One memo serves all questions of a kind to the same `Outcomes`: [`value`](Self::value) has one
/// of values, [`outcome`](Self::outcome) one of outcomes alone.
#[derive(Debug, Clone)]
pub struct Outcomes<G: Game> {
    game: G,
    values: FxHashMap<G::Position, Entry>,
    /// `None` only while a search is at work.
    outcomes: FxHashMap<G::Position, Option<Outcome>>,
    budget: u64,
}

impl<G: Game> Outcomes<G> {
    /// Empty memos for `game`. The budget is 2^30 positions, the most there can be.
    pub fn new(game: G) -> Self {
        Self {
            game,
            values: FxHashMap::default(),
            outcomes: FxHashMap::default(),
            budget: Entry::LIMIT,
        }
    }

    /// Lets the memos hold at most this many positions together (and never more than 2^30).
    #[must_use]
    pub fn with_budget(mut self, positions: u64) -> Self {
        self.budget = positions.min(Entry::LIMIT);
        self
    }

    /// The value of `position`: who wins, and in how many moves; a draw where neither can force a
    /// win, be it by the rules or by playing for ever.
    ///
    /// Positions that cannot return to themselves take one visit. A set of positions that can
    /// reach one another is solved together, backwards from its exits (retrograde analysis), with
    /// about eight bytes for each move inside it. `Game::moves` is asked once for the former and
    /// twice for the latter. Beside the memo the search holds the line of play that it follows
    /// with the moves not yet tried, each a whole position: in a large set of that kind the line
    /// may be as long as the set, so a budget for a loopy game should count its moves too.
    ///
    /// # Errors
    ///
    /// [`OutOfBudget`] when the memos are full; what is known for certain stays in them.
    pub fn value(&mut self, position: &G::Position) -> Result<Value, OutOfBudget> {
        if let Some(Known::Value(value)) = self.values.get(position).map(|entry| entry.read()) {
            return Ok(value);
        }
        let room = self.budget.saturating_sub(self.outcomes.len() as u64);
        Valuation::new(&self.game, &mut self.values, room)
            .run(position.clone())
            .map_err(|_| self.out_of_budget())
    }

    /// The outcome of `position` in a game that always ends. It stops at the first winning move
    /// and looks at the moves in the order [`Game::moves`] gives them, so a game that gives likely
    /// wins first is searched faster.
    ///
    /// # Errors
    ///
    /// [`Unsolved::OutOfBudget`] when the memos are full, and [`Unsolved::Loop`] when the search
    /// meets a position it is still at work on: the game can go on for ever, and
    /// [`value`](Self::value) is the search for it. An answer that is given is right for any game,
    /// since only positions that end are behind it.
    pub fn outcome(&mut self, position: &G::Position) -> Result<Outcome, Unsolved> {
        if let Some(&Some(outcome)) = self.outcomes.get(position) {
            return Ok(outcome);
        }
        let room = self.budget.saturating_sub(self.values.len() as u64);
        Quick::new(&self.game, &mut self.outcomes, room)
            .run(position.clone())
            .map_err(|error| match error {
                Unsolved::OutOfBudget(_) => self.out_of_budget().into(),
                Unsolved::Loop => Unsolved::Loop,
            })
    }

    /// How many positions the memos hold together.
    pub fn positions(&self) -> usize {
        self.values.len() + self.outcomes.len()
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    fn out_of_budget(&self) -> OutOfBudget {
        OutOfBudget {
            positions: self.budget,
        }
    }
}
