//! Retrograde analysis of a strongly connected component: positions that can all reach one another.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::entry::{Entry, Known};
use crate::valuation::Tally;
use crate::{Game, Value};

/// The values of `members`, a whole component whose moves to elsewhere are valued in `memo`.
/// There the members themselves are pending, at the places from `first` on, in this order.
///
/// Wins and losses are settled in the order of their remoteness, as Dijkstra's algorithm settles
/// distances, so each is settled with its final one. What is never settled is a draw.
pub(crate) fn solve<G: Game>(
    game: &G,
    memo: &FxHashMap<G::Position, Entry>,
    members: &[G::Position],
    first: u32,
) -> Vec<Value> {
    let (mut tallies, inside) = explore(game, memo, members, first);
    let mut unsettled = inside.outdegrees();
    let sources = inside.reversed();

    let mut values = vec![Value::DRAW; members.len()];
    let mut settled = vec![false; members.len()];
    // A member wins at once by a way out; none has lost yet, for each has a move inside.
    let mut queue: BinaryHeap<Reverse<(u32, usize, bool)>> = tallies
        .iter()
        .enumerate()
        .filter(|(_, tally)| tally.win != u32::MAX)
        .map(|(member, tally)| Reverse((tally.win, member, true)))
        .collect();
    while let Some(Reverse((remoteness, member, wins))) = queue.pop() {
        if std::mem::replace(&mut settled[member], true) {
            continue;
        }
        values[member] = if wins {
            Value::win(remoteness)
        } else {
            Value::loss(remoteness)
        };
        for &source in sources.of(member) {
            let source = source as usize;
            if settled[source] {
                continue;
            }
            if !wins {
                queue.push(Reverse((remoteness + 1, source, true)));
                continue;
            }
            tallies[source].add(values[member]);
            unsettled[source] -= 1;
            let tally = tallies[source];
            if unsettled[source] == 0 && !tally.open && tally.win == u32::MAX {
                queue.push(Reverse((tally.loss, source, false)));
            }
        }
    }
    values
}

/// What each member's moves to elsewhere are worth, and the moves inside.
fn explore<G: Game>(
    game: &G,
    memo: &FxHashMap<G::Position, Entry>,
    members: &[G::Position],
    first: u32,
) -> (Vec<Tally>, Edges) {
    let mut inside = Edges {
        starts: vec![0],
        ends: Vec::new(),
    };
    let tallies = members
        .iter()
        .map(|member| {
            let mut tally = Tally::EMPTY;
            game.moves(
                member,
                &mut |next| match memo.get(&next).map(|entry| entry.read()) {
                    Some(Known::Value(value)) => tally.add(value),
                    Some(Known::Pending(place)) => inside.ends.push(place - first),
                    // Cannot be, as long as the game gives the same moves as before.
                    None => tally.open = true,
                },
            );
            inside.starts.push(inside.ends.len());
            tally
        })
        .collect();
    (tallies, inside)
}

/// A graph in compressed rows: the edges of node `n` are `ends[starts[n]..starts[n + 1]]`.
struct Edges {
    starts: Vec<usize>,
    ends: Vec<u32>,
}

impl Edges {
    fn of(&self, node: usize) -> &[u32] {
        &self.ends[self.starts[node]..self.starts[node + 1]]
    }

    fn outdegrees(&self) -> Vec<usize> {
        self.starts
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .collect()
    }

    /// Every edge turned round.
    fn reversed(self) -> Self {
        let nodes = self.starts.len() - 1;
        // Counted one place late, so that filling the rows moves each start to its place.
        let mut starts = vec![0; nodes + 2];
        for &end in &self.ends {
            starts[end as usize + 2] += 1;
        }
        for node in 2..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut ends = vec![0; self.ends.len()];
        for (node, name) in (0..nodes).zip(0_u32..) {
            for &end in self.of(node) {
                let slot = &mut starts[end as usize + 1];
                ends[*slot] = name;
                *slot += 1;
            }
        }
        starts.pop();
        Self { starts, ends }
    }
}
