//! Up to 64 cells of a row as bit sets.

use crate::Square;

/// The cells in a word.
pub(crate) const CELLS: usize = 64;

/// The lowest bit of each of eight bytes.
const LOW: u64 = u64::from_ne_bytes([1; 8]);

/// Up to [`CELLS`] neighbouring cells of a row; the first is the lowest bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Word {
    /// The cells with an o.
    pub(crate) o: u64,
    /// The cells with an x.
    pub(crate) x: u64,
    /// The sum of the bit numbers of all pieces.
    pub(crate) sum: usize,
}

impl Word {
    /// The word of at most [`CELLS`] cells.
    #[inline]
    pub(crate) fn of(cells: &[Square]) -> Self {
        debug_assert!(cells.len() <= CELLS);
        let mut word = Word::default();
        let (eights, rest) = cells.as_chunks();
        for (index, eight) in eights.iter().enumerate() {
            word.add(8 * index, eight);
        }
        if !rest.is_empty() {
            let mut last = [Square::Empty; 8];
            last[..rest.len()].copy_from_slice(rest);
            word.add(8 * eights.len(), &last);
        }
        word
    }

    /// Adds eight cells from bit `start` on, all at a time as the bytes of a number.
    #[inline]
    fn add(&mut self, start: usize, eight: &[Square; 8]) {
        let bytes = u64::from_le_bytes(eight.map(|square| square as u8));
        let (o, x) = (bytes & LOW, bytes >> 1 & LOW);
        // Each product collects in its highest byte what is wanted of the eight: their bits side by
        // side, how many they are, and the sum of their numbers.
        let gather = |bits: u64| bits.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let count = |bits: u64| bits.wrapping_mul(LOW) >> 56;
        let sum = |bits: u64| bits.wrapping_mul(0x0001_0203_0405_0607) >> 56;
        self.o |= gather(o) << start;
        self.x |= gather(x) << start;
        self.sum += sum(o | x) as usize + start * count(o | x) as usize;
    }

    /// The cells with a piece.
    #[inline]
    pub(crate) fn pieces(self) -> u64 {
        self.o | self.x
    }

    /// The pieces whose neighbour on the left, over any number of empty cells, is an o; `open` says
    /// whether the last piece before the word is one.
    #[inline]
    pub(crate) fn behind_o(self, open: bool) -> u64 {
        // A bit added right behind an o is carried over the empty cells to the next piece.
        let carried = (self.o << 1)
            .wrapping_add(!self.pieces())
            .wrapping_add(u64::from(open));
        carried & self.pieces()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridkit::Rng;

    #[test]
    fn words_are_what_a_walk_over_the_cells_finds() {
        let mut rng = Rng::new(1);
        for length in (0..=CELLS).cycle().take(2000) {
            let pieces = [Square::O, Square::X, Square::Empty, Square::Empty];
            let some = &pieces[rng.below(2)..][..rng.within(1..=3)];
            let cells: Vec<Square> = (0..length)
                .map(|_| *rng.pick(some).expect("a square"))
                .collect();
            let open = rng.chance(1, 2);

            let mut expected = Word::default();
            let mut behind_o = 0;
            let mut last_is_o = open;
            for (column, &square) in cells.iter().enumerate() {
                if square == Square::Empty {
                    continue;
                }
                behind_o |= u64::from(last_is_o) << column;
                last_is_o = square == Square::O;
                expected.sum += column;
                match square {
                    Square::O => expected.o |= 1 << column,
                    _ => expected.x |= 1 << column,
                }
            }
            let word = Word::of(&cells);
            assert_eq!(word, expected, "{cells:?}");
            assert_eq!(word.behind_o(open), behind_o, "{open} {cells:?}");
        }
    }
}
