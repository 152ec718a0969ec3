//! The groups of a row: which o face which x.
//!
//! The work is for each pair and each word of cells, not for each cell.

use gridkit::CELLS;

use crate::pieces::Word;

/// A group of o, pieces with no x between them, and the group of x that it faces on its right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The column of the foremost o.
    pub(crate) o_front: usize,
    /// The column of the foremost x.
    pub(crate) x_front: usize,
    /// How many o there are.
    pub(crate) o_size: usize,
    /// How many x there are.
    pub(crate) x_size: usize,
}

/// How many pieces there are before some column of a row.
#[derive(Clone, Copy, Default)]
struct Before {
    o: usize,
    x: usize,
}

/// Calls `each` with every pair of a row, from left to right.
#[inline(always)]
pub(crate) fn pairs(row: &[Word], mut each: impl FnMut(Pair)) {
    let mut seen = Before::default();
    // The column of the last o, and whether that is the last piece.
    let (mut o_last, mut open) = (0, false);
    // The pair whose x are still being counted, and what is before its foremost x.
    let mut pair: Option<Pair> = None;
    let mut before = seen;
    let mut finish = |pair: Option<Pair>, x_size| {
        if let Some(pair) = pair {
            each(Pair { x_size, ..pair });
        }
    };
    for (index, word) in row.iter().enumerate() {
        let start = CELLS * index;
        let mut fronts = word.behind_o(open) & word.x;
        while fronts != 0 {
            // All cells below the lowest.
            let below = fronts.wrapping_sub(1) & !fronts;
            let o = word.o & below;
            let here = Before {
                o: seen.o + o.count_ones() as usize,
                x: seen.x + (word.x & below).count_ones() as usize,
            };
            finish(pair, here.x - before.x);
            pair = Some(Pair {
                o_front: o.checked_ilog2().map_or(o_last, |bit| start + bit as usize),
                x_front: start + fronts.trailing_zeros() as usize,
                o_size: here.o - before.o,
                x_size: 0,
            });
            before = here;
            fronts &= fronts - 1;
        }
        seen.o += word.o.count_ones() as usize;
        seen.x += word.x.count_ones() as usize;
        if let Some(bit) = word.o.checked_ilog2() {
            o_last = start + bit as usize;
        }
        // Of two disjoint sets the one with the last cell is the larger number.
        if word.pieces() != 0 {
            open = word.o > word.x;
        }
    }
    finish(pair, seen.x - before.x);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use crate::pieces::Pieces;
    use gridkit::Rng;

    /// The same by a walk over the pieces.
    fn walked(row: &[Square]) -> Vec<Pair> {
        let pieces: Vec<(usize, Square)> = row
            .iter()
            .copied()
            .enumerate()
            .filter(|&(_, square)| square != Square::Empty)
            .collect();
        let groups: Vec<&[(usize, Square)]> = pieces.chunk_by(|a, b| a.1 == b.1).collect();
        let mut found = Vec::new();
        for two in groups.windows(2) {
            if let [o @ [.., (o_front, Square::O)], x @ [(x_front, _), ..]] = *two {
                found.push(Pair {
                    o_front: *o_front,
                    x_front: *x_front,
                    o_size: o.len(),
                    x_size: x.len(),
                });
            }
        }
        found
    }

    #[test]
    fn pairs_are_what_a_walk_over_the_pieces_finds() {
        let mut rng = Rng::new(2);
        let mut across_words = 0;
        for width in (1..=400).cycle().take(4000) {
            let density = *rng.pick(&[5, 30, 200, 700, 999]).expect("a density");
            let row: Vec<Square> = (0..width)
                .map(|_| match (rng.chance(density, 1000), rng.chance(1, 2)) {
                    (false, _) => Square::Empty,
                    (true, false) => Square::O,
                    (true, true) => Square::X,
                })
                .collect();
            let board = Pieces::of(width, &row);
            let mut found = Vec::new();
            for words in board.by_row() {
                pairs(words, |pair| found.push(pair));
            }
            let far = |pair: &Pair| pair.o_front / CELLS + 1 < pair.x_front / CELLS;
            across_words += usize::from(found.iter().any(far));
            assert_eq!(found, walked(&row), "{row:?}");
        }
        assert!(across_words > 50, "{across_words}");
    }
}
