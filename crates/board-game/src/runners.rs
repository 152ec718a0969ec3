//! The runners: pieces that face no enemy, of which the nearest to its goal decides.

use gridkit::CELLS;

use crate::Answer;
use crate::pieces::{Pieces, Word};

/// How many moves the nearest runners of a board need to get home; none where there is no runner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Runners {
    pub(crate) o: Option<usize>,
    pub(crate) x: Option<usize>,
}

impl Runners {
    pub(crate) fn of(board: &Pieces) -> Self {
        let last = board.columns() - 1;
        Runners {
            o: board
                .by_row()
                .filter_map(o_runner)
                .map(|column| last - column)
                .min(),
            x: board.by_row().filter_map(x_runner).min(),
        }
    }

    /// Who wins, o being to move; none if there is no runner.
    pub(crate) fn winner(self) -> Option<Answer> {
        match (self.o, self.x) {
            (Some(o), Some(x)) if o > x => Some(Answer::X),
            (Some(_), _) => Some(Answer::O),
            (None, Some(_)) => Some(Answer::X),
            (None, None) => None,
        }
    }
}

/// The column of the last piece of a row, if it is an o: nothing stands between it and the home of x.
pub(crate) fn o_runner(row: &[Word]) -> Option<usize> {
    let (index, word) = row
        .iter()
        .enumerate()
        .rfind(|(_, word)| word.pieces() != 0)?;
    // Of two disjoint sets the one with the last cell is the larger number.
    let bit = word.o.checked_ilog2().filter(|_| word.o > word.x)?;
    Some(CELLS * index + bit as usize)
}

/// The column of the first piece of a row, if it is an x.
pub(crate) fn x_runner(row: &[Word]) -> Option<usize> {
    let (index, word) = row
        .iter()
        .enumerate()
        .find(|(_, word)| word.pieces() != 0)?;
    let bit = word.pieces().trailing_zeros();
    (word.x >> bit & 1 == 1).then_some(CELLS * index + bit as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;
    use gridkit::Rng;

    #[test]
    fn runners_are_what_a_walk_over_the_pieces_finds() {
        let mut rng = Rng::new(3);
        let mut some = [0; 2];
        for columns in (3..=200).cycle().take(3000) {
            let density = *rng.pick(&[1, 10, 100, 900]).expect("a density");
            let squares: Vec<Square> = (0..columns)
                .map(|_| match (rng.chance(density, 1000), rng.chance(1, 2)) {
                    (false, _) => Square::Empty,
                    (true, false) => Square::O,
                    (true, true) => Square::X,
                })
                .collect();
            let is_piece = |square: &Square| *square != Square::Empty;
            let is = |at: Option<usize>, piece| at.filter(|&column| squares[column] == piece);
            let o = is(squares.iter().rposition(is_piece), Square::O);
            let x = is(squares.iter().position(is_piece), Square::X);
            let board = Pieces::of(columns, &squares);
            let row = board.by_row().next().expect("a row");
            assert_eq!((o_runner(row), x_runner(row)), (o, x), "{squares:?}");
            some[0] += usize::from(o.is_some());
            some[1] += usize::from(x.is_some());
        }
        assert!(some.iter().all(|some| *some > 500), "{some:?}");
    }
}
