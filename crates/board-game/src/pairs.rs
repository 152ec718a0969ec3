//! The groups of a row: which o face which x, and who runs free.
//!
//! The work is for each pair and each word of cells, not for each cell.

use crate::Square;
use crate::word::{CELLS, Word};

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

/// What else there is to know of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rest {
    /// The column of the last piece, if it is an o: nothing stands between it and the home of x.
    pub(crate) o_runner: Option<usize>,
    /// The column of the first piece, if it is an x.
    pub(crate) x_runner: Option<usize>,
    /// The sum of the columns of all pieces.
    pub(crate) columns: usize,
}

/// The pieces of a row from its start to some column.
#[derive(Default)]
struct Seen {
    o: usize,
    x: usize,
    /// The column of the last o, if any.
    o_last: usize,
    /// Whether the last piece is an o.
    open: bool,
}

/// Calls `each` with every pair of a row, from left to right, and gives the rest.
#[inline]
pub(crate) fn pairs(row: &[Square], mut each: impl FnMut(Pair)) -> Rest {
    let mut seen = Seen::default();
    let mut columns = 0;
    let mut x_runner = None;
    // The pair whose x are still being counted, and the pieces before its foremost x.
    let mut last: Option<Pair> = None;
    let (mut o_before, mut x_before) = (0, 0);
    for (index, cells) in row.chunks(CELLS).enumerate() {
        let start = CELLS * index;
        let word = Word::of(cells);
        let pieces = word.pieces();
        if pieces == 0 {
            continue;
        }
        let first = lowest(pieces);
        if seen.o + seen.x == 0 && word.x & first != 0 {
            x_runner = Some(start + first.trailing_zeros() as usize);
        }
        let mut fronts = word.behind_o(seen.open) & word.x;
        while fronts != 0 {
            let front = lowest(fronts);
            fronts ^= front;
            let (o, x) = (word.o & (front - 1), word.x & (front - 1));
            let o_before_front = seen.o + o.count_ones() as usize;
            let x_before_front = seen.x + x.count_ones() as usize;
            if let Some(pair) = last {
                each(Pair {
                    x_size: x_before_front - x_before,
                    ..pair
                });
            }
            last = Some(Pair {
                o_front: o
                    .checked_ilog2()
                    .map_or(seen.o_last, |bit| start + bit as usize),
                x_front: start + front.trailing_zeros() as usize,
                o_size: o_before_front - o_before,
                x_size: 0,
            });
            (o_before, x_before) = (o_before_front, x_before_front);
        }
        columns += word.sum + start * pieces.count_ones() as usize;
        seen.o += word.o.count_ones() as usize;
        seen.x += word.x.count_ones() as usize;
        if let Some(bit) = word.o.checked_ilog2() {
            seen.o_last = start + bit as usize;
        }
        // Of two disjoint sets the one with the last cell is the larger number.
        seen.open = word.o > word.x;
    }
    if let Some(pair) = last {
        each(Pair {
            x_size: seen.x - x_before,
            ..pair
        });
    }
    Rest {
        o_runner: seen.open.then_some(seen.o_last),
        x_runner,
        columns,
    }
}

fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridkit::Rng;

    /// The same by a walk over the pieces.
    fn walked(row: &[Square]) -> (Vec<Pair>, Rest) {
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
        let column_of = |piece: Option<&(usize, Square)>, square| {
            piece.filter(|piece| piece.1 == square).map(|piece| piece.0)
        };
        let rest = Rest {
            o_runner: column_of(pieces.last(), Square::O),
            x_runner: column_of(pieces.first(), Square::X),
            columns: pieces.iter().map(|piece| piece.0).sum(),
        };
        (found, rest)
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
            let mut found = Vec::new();
            let rest = pairs(&row, |pair| found.push(pair));
            let far = |pair: &Pair| pair.o_front / CELLS + 1 < pair.x_front / CELLS;
            across_words += usize::from(found.iter().any(far));
            assert_eq!((found, rest), walked(&row), "{row:?}");
        }
        assert!(across_words > 50, "{across_words}");
    }
}
