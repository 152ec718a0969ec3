//! Grundy values by depth-first search with a memo.

use rustc_hash::FxHashMap;

use crate::mex::ValueSet;
use crate::{Impartial, OutOfBudget, Unsolved};

/// Stands in the memo for a position the search is still working on. No Grundy value reaches it:
/// it would take 2^32 options.
const IN_PROGRESS: u32 = u32::MAX;

/// The Grundy values of an impartial game.
///
/// By the Sprague-Grundy theorem the value of a position is the least number that is no option's
/// value, and the value of a sum is the exclusive or of its summands' values; the player to move
/// wins exactly when it is not 0. (R. P. Sprague, *Über mathematische Kampfspiele*, 1935;
/// P. M. Grundy, *Mathematics and games*, 1939.)
///
/// One memo serves all questions to the same `Grundy`.
#[derive(Debug, Clone)]
pub struct Grundy<G: Impartial> {
    game: G,
    memo: FxHashMap<G::Position, u32>,
    budget: u64,
}

impl<G: Impartial> Grundy<G> {
    /// An empty memo for `game`, without a budget.
    pub fn new(game: G) -> Self {
        Self {
            game,
            memo: FxHashMap::default(),
            budget: u64::MAX,
        }
    }

    /// Lets the memo hold at most this many positions.
    #[must_use]
    pub fn with_budget(mut self, positions: u64) -> Self {
        self.budget = positions;
        self
    }

    /// The Grundy value of `position`.
    ///
    /// # Errors
    ///
    /// [`Unsolved::OutOfBudget`] when the memo is full, and [`Unsolved::Loop`] when a line of play
    /// comes back to where it was. Either way the memo keeps what is known for certain.
    pub fn value(&mut self, position: &G::Position) -> Result<u32, Unsolved> {
        if let Some(&value) = self.memo.get(position) {
            return Ok(value);
        }
        let mut search = Search {
            game: &self.game,
            memo: &mut self.memo,
            budget: self.budget,
            frames: Vec::new(),
            options: Vec::new(),
            components: Vec::new(),
        };
        let result = search.run(position.clone());
        // Only a search that failed leaves frames behind; their positions have no value.
        let unfinished = search.frames;
        for frame in unfinished {
            self.memo.remove(&frame.position);
        }
        result
    }

    /// The Grundy value of the sum of `positions`: 0 for none.
    ///
    /// # Errors
    ///
    /// As [`value`](Self::value).
    pub fn sum(&mut self, positions: &[G::Position]) -> Result<u32, Unsolved> {
        positions
            .iter()
            .try_fold(0, |sum, position| Ok(sum ^ self.value(position)?))
    }

    /// How many positions the memo holds.
    pub fn positions(&self) -> usize {
        self.memo.len()
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }
}

/// A position on the line of play under search.
struct Frame<P> {
    position: P,
    /// The values of the options finished so far.
    seen: ValueSet,
    /// Where this position's share of the stack of options begins.
    base: usize,
}

/// An option with components of unknown value, the topmost ones on the stack of components.
struct PartialOption {
    /// The exclusive or of the components known so far.
    value: u32,
    unknown: usize,
}

struct Search<'a, G: Impartial> {
    game: &'a G,
    memo: &'a mut FxHashMap<G::Position, u32>,
    budget: u64,
    frames: Vec<Frame<G::Position>>,
    options: Vec<PartialOption>,
    components: Vec<G::Position>,
}

impl<G: Impartial> Search<'_, G> {
    fn run(&mut self, root: G::Position) -> Result<u32, Unsolved> {
        self.enter(root)?;
        let mut value = 0;
        while let Some(frame) = self.frames.last_mut() {
            let Some(option) = self.options[frame.base..].last_mut() else {
                value = frame.seen.mex();
                if let Some(frame) = self.frames.pop() {
                    self.memo.insert(frame.position, value);
                }
                // The parent meets it in the memo: the component is still on the stack.
                continue;
            };
            match self.components.last() {
                Some(component) if option.unknown > 0 => match self.memo.get(component) {
                    Some(known) => {
                        option.value ^= known;
                        option.unknown -= 1;
                        self.components.pop();
                    }
                    None => {
                        let component = component.clone();
                        self.enter(component)?;
                    }
                },
                _ => {
                    frame.seen.insert(option.value);
                    self.options.pop();
                }
            }
        }
        Ok(value)
    }

    /// Begins work on a position that is not in the memo.
    fn enter(&mut self, position: G::Position) -> Result<(), Unsolved> {
        if self.memo.len() as u64 >= self.budget {
            return Err(OutOfBudget {
                positions: self.budget,
            }
            .into());
        }
        self.memo.insert(position.clone(), IN_PROGRESS);
        let (memo, options, components) = (&*self.memo, &mut self.options, &mut self.components);
        let base = options.len();
        let mut seen = ValueSet::default();
        let mut returns = false;
        self.game.options(&position, &mut |parts| {
            let mut option = PartialOption {
                value: 0,
                unknown: 0,
            };
            for part in parts {
                match memo.get(part) {
                    Some(&IN_PROGRESS) => returns = true,
                    Some(known) => option.value ^= known,
                    None => {
                        option.unknown += 1;
                        components.push(part.clone());
                    }
                }
            }
            if option.unknown == 0 {
                seen.insert(option.value);
            } else {
                options.push(option);
            }
        });
        self.frames.push(Frame {
            position,
            seen,
            base,
        });
        if returns { Err(Unsolved::Loop) } else { Ok(()) }
    }
}
