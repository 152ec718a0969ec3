//! The rules of the game and nothing else.

use cgt::Impartial;

/// One heap of stones; the position is their number.
#[derive(Debug, Clone, Copy)]
pub struct Heap;

/// The most stones that a move takes.
pub const MOST_TAKEN: usize = 3;

impl Impartial for Heap {
    type Position = usize;

    fn options(&self, &stones: &usize, option: &mut dyn FnMut(&[usize])) {
        for taken in 1..=MOST_TAKEN.min(stones) {
            option(&[stones - taken]);
        }
    }
}
