//! The theorem: a board in numbers, and who wins by them.

use gridkit::Grid;

use crate::pairs::{Pair, pairs};
use crate::{Answer, Square};

/// All that the theorem needs to know of a board.
#[derive(Debug, Clone)]
pub(crate) struct Tempo {
    /// How many moves the nearest runner of o needs to get home.
    pub(crate) o_runner: Option<usize>,
    /// How many moves the nearest runner of x needs to get home.
    pub(crate) x_runner: Option<usize>,
    /// How many more moves o has than x if x makes all closing moves. Only meaningful where there
    /// is no runner.
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

    /// The sum of the columns where the pieces of both stand when x has made all closing moves and
    /// all have come up to their fronts.
    fn columns_at_the_end(&self) -> i64 {
        let [o, x, front] = [self.o_size, self.x_size, self.o_front].map(|number| number as i64);
        let o_end = o * front - o * (o - 1) / 2;
        let x_end = x * (front + 2) + x * (x - 1) / 2;
        o_end + x_end
    }
}

impl Tempo {
    /// The numbers of a board that keeps the guarantee.
    pub(crate) fn of(board: &Grid<Square>) -> Self {
        let (mut o_runner, mut x_runner) = (None, None);
        let mut base = 0;
        let mut closing = vec![0; board.columns() + 1];
        for row in 0..board.rows() {
            // Every move of o adds 1 to the sum of the columns, every move of x takes 1 away.
            let rest = pairs(board.row(row), |pair| {
                base += pair.columns_at_the_end();
                closing[pair.worth()] += pair.closing() as u32;
            });
            base -= rest.columns as i64;
            let distance = rest.o_runner.map(|column| board.columns() - 1 - column);
            o_runner = nearer(o_runner, distance);
            x_runner = nearer(x_runner, rest.x_runner);
        }
        Tempo {
            o_runner,
            x_runner,
            base,
            closing,
        }
    }

    /// Who wins when o is to move.
    pub(crate) fn winner(&self) -> Answer {
        let o_wins = match (self.o_runner, self.x_runner) {
            (Some(o), Some(x)) => o <= x,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => self.lead() > 0,
        };
        if o_wins { Answer::O } else { Answer::X }
    }

    /// Without runners: how many more moves o has than x when both share out the closing moves, o
    /// first. It is what decides: o wins if it is above 0.
    pub(crate) fn lead(&self) -> i64 {
        self.base + self.share(0, 0)
    }

    /// How much the closing moves of groups of several pieces are worth in all.
    pub(crate) fn contested(&self) -> u64 {
        let all = self.closing.iter().zip(0u64..).skip(3);
        all.map(|(&count, worth)| u64::from(count) * worth).sum()
    }

    /// Without runners: whether o wins by a move behind a front.
    pub(crate) fn wins_behind(&self) -> bool {
        self.base - 1 + self.share(1, 0) >= 0
    }

    /// Without runners: whether o wins by a closing move of this worth, of which there is one.
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

fn nearer(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}
