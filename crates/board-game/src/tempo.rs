//! The count of moves on a board without runners.

use fearless_simd::{Level, dispatch};
use gridkit::CELLS;

use crate::pairs::{Pair, pairs};
use crate::pieces::{Pieces, Word};

/// All that the theorem needs to know of a board without runners; of others it means nothing.
#[derive(Debug, Clone)]
pub(crate) struct Tempo {
    /// How many more moves o has than x if x makes all closing moves.
    base: i64,
    /// The number of closing moves for each worth.
    closing: Vec<u32>,
}

impl Pair {
    /// How many closing moves there are. The guarantee keeps the fronts an empty cell apart.
    pub(crate) fn closing(&self) -> usize {
        self.x_front - self.o_front - 2
    }

    /// How much o gains by making a closing move before x can.
    pub(crate) fn worth(&self) -> usize {
        self.o_size + self.x_size
    }

    /// Twice the sum of the columns where the pieces of both stand when x has made all closing moves
    /// and all have come up to their fronts.
    fn twice_the_columns_at_the_end(&self) -> i64 {
        let [o, x, front] = [self.o_size, self.x_size, self.o_front].map(|number| number as i64);
        // Side by side they would stand on columns of which the first and the last are as far from the
        // middle; there is a gap of one column, and each x is beyond it.
        let (first, last) = (front - o + 1, front + x);
        (o + x) * (first + last) + 2 * x
    }
}

impl Tempo {
    /// The numbers of a board that keeps the guarantee.
    pub(crate) fn of(board: &Pieces) -> Self {
        // Where the processor can count bits by one instruction, it does.
        dispatch!(Level::new(), _vectors => Tempo::count(board))
    }

    #[inline(always)]
    fn count(board: &Pieces) -> Self {
        let mut twice_at_the_end = 0;
        let mut now = 0;
        let mut closing = vec![0; board.columns() + 1];
        for row in board.by_row() {
            pairs(row, |pair| {
                twice_at_the_end += pair.twice_the_columns_at_the_end();
                closing[pair.worth()] += pair.closing() as u32;
            });
            now += columns(row);
        }
        Tempo {
            // Every move of o adds 1 to the sum of the columns, every move of x takes 1 away.
            base: twice_at_the_end / 2 - now,
            closing,
        }
    }

    /// How many more moves o has than x when both share out the closing moves, o first. It is what decides: o wins if it
    /// is above 0.
    pub(crate) fn lead(&self) -> i64 {
        self.base + self.share(0, 0)
    }

    /// How much the closing moves of groups of several pieces are worth in all.
    pub(crate) fn contested(&self) -> u64 {
        let all = self.closing.iter().zip(0u64..).skip(3);
        all.map(|(&count, worth)| u64::from(count) * worth).sum()
    }

    /// Whether o wins by a move behind a front.
    pub(crate) fn wins_behind(&self) -> bool {
        self.base - 1 + self.share(1, 0) >= 0
    }

    /// Whether o wins by a closing move of this worth, of which there is one.
    pub(crate) fn wins_closing(&self, worth: usize) -> bool {
        self.base + worth as i64 - 1 + self.share(1, worth) >= 0
    }

    /// What o gets when both take the best closing move left, in turn, after `taken` of them:
    /// o is next if that is even. One of worth `without` is not there; there is none of worth 0.
    fn share(&self, mut taken: i64, without: usize) -> i64 {
        let mut share = 0;
        for (worth, &count) in self.closing.iter().enumerate().skip(1).rev() {
            let count = i64::from(count) - i64::from(worth == without);
            // Of an odd number, who is next gets one more.
            let own = (count + 1 - taken % 2) / 2;
            share += own * worth as i64;
            taken += count;
        }
        share
    }
}

/// The sum of the columns of all pieces.
#[inline(always)]
fn columns(row: &[Word]) -> i64 {
    let of_word = |(index, word): (usize, &Word)| {
        let start = CELLS * index * word.pieces().count_ones() as usize;
        start + sum_of_numbers(word.pieces())
    };
    row.iter().enumerate().map(of_word).sum::<usize>() as i64
}

/// The sum of the numbers of the bits that are set.
#[inline(always)]
fn sum_of_numbers(set: u64) -> usize {
    // The numbers with bit 0 set, those with bit 1 set, and so on: each such number adds that bit.
    const WITH: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    let counts = WITH.map(|with| (set & with).count_ones() as usize);
    counts.iter().rev().fold(0, |sum, count| 2 * sum + count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use gridkit::Rng;

    #[test]
    fn columns_are_added_up_as_one_by_one() {
        let mut rng = Rng::new(4);
        for width in (1..=300).cycle().take(2000) {
            let row: Vec<Square> = (0..width)
                .map(|_| [Square::O, Square::X, Square::Empty][rng.below(3)])
                .collect();
            let pieces = row
                .iter()
                .zip(0..)
                .filter(|(square, _)| **square != Square::Empty);
            let one_by_one: i64 = pieces.map(|(_, column)| column).sum();
            let board = Pieces::of(width, &row);
            assert_eq!(
                board.by_row().map(columns).sum::<i64>(),
                one_by_one,
                "{row:?}"
            );
        }
    }
}
