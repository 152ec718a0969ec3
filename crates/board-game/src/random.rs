//! Random boards: with and without runners, close calls among them.

use std::cmp::Reverse;

use gridkit::Rng;

use crate::pieces::Pieces;
use crate::tempo::Tempo;
use crate::{Instance, LEAST_COLUMNS, MOST_COLUMNS, MOST_ROWS, Square};

/// Boards up to so many cells are small enough to be drawn many times.
const LEVELLED: usize = 500;
/// How many times.
const DRAWS: usize = 40;

/// A row in the making.
type Line = Vec<Square>;

/// How the pieces of a board are strewn.
struct Style {
    /// Of a thousand cells, how many hold a piece.
    density: usize,
    /// Of ten pieces, how many are of the same player as the one before.
    streak: usize,
    /// How many columns next to each home hold pieces, all of whose home it is; 0 for no such rule.
    margin: usize,
}

/// A random board of at most `size` cells (and at least 3).
pub(crate) fn instance(rng: &mut Rng, size: usize) -> Instance {
    let (rows, columns) = shape(rng, size.clamp(LEAST_COLUMNS, MOST_ROWS * MOST_COLUMNS));
    let pick = |rng: &mut Rng, from: &[usize]| rng.pick(from).copied().unwrap_or(1);
    let style = Style {
        // Of a short row nothing would be left.
        density: pick(rng, &[2, 20, 200, 400, 600, 900]).max(1500 / columns),
        streak: pick(rng, &[3, 5, 7, 9]),
        margin: match rng.below(5) {
            0 => rng.within(1..=columns / 3),
            _ => 0,
        },
    };
    let mut lines = match rng.below(6) {
        1 | 2 if size <= LEVELLED => level(rng, rows, columns),
        0 | 1 => balance(rng, rows, columns, &style),
        2 => (0..rows)
            .map(|_| without_runners(style.line(rng, columns)))
            .collect(),
        3 | 4 => race(rng, rows, columns, &style),
        _ => (0..rows).map(|_| style.line(rng, columns)).collect(),
    };
    for player in [Square::O, Square::X] {
        if !lines.iter().any(|line| line.contains(&player)) {
            let row = rng.below(rows);
            lines[row] = duel(rng, columns);
        }
    }
    Instance::quiet(Pieces::of(columns, &lines.concat()))
}

/// A shape of about `size` cells in half of all draws, else a part of it.
fn shape(rng: &mut Rng, size: usize) -> (usize, usize) {
    let (rows, columns) = if rng.chance(1, 2) {
        let least = size.div_ceil(MOST_ROWS).max(LEAST_COLUMNS);
        let columns = rng.within(least..=size.min(MOST_COLUMNS));
        (size / columns, columns)
    } else {
        let least = size.div_ceil(MOST_COLUMNS);
        let rows = rng.within(least..=(size / LEAST_COLUMNS).min(MOST_ROWS));
        (rows, size / rows)
    };
    if rng.chance(1, 2) {
        (rows, columns)
    } else {
        (rng.within(1..=rows), rng.within(LEAST_COLUMNS..=columns))
    }
}

impl Style {
    /// A row that keeps the guarantee, runners and all.
    fn line(&self, rng: &mut Rng, columns: usize) -> Line {
        let mut line = vec![Square::Empty; columns];
        let mut player = Square::O;
        for column in 0..columns {
            if !rng.chance(self.density, 1000) {
                continue;
            }
            player = if self.margin > 0 {
                self.resident(column, columns)
            } else if rng.chance(self.streak, 10) {
                player
            } else {
                enemy(player)
            };
            if fits(&line, column, player) {
                line[column] = player;
            }
        }
        line
    }

    /// Whose margin a column is in.
    fn resident(&self, column: usize, columns: usize) -> Square {
        if column < self.margin {
            Square::O
        } else if column < columns - self.margin {
            Square::Empty
        } else {
            Square::X
        }
    }
}

/// Whether a piece may be put on an empty cell under the guarantee.
fn fits(line: &[Square], column: usize, player: Square) -> bool {
    let left = column.checked_sub(1).map(|left| line[left]);
    let right = line.get(column + 1);
    match player {
        Square::Empty => true,
        Square::O => right.is_some_and(|&right| right != Square::X),
        Square::X => left.is_some_and(|left| left != Square::O),
    }
}

/// One o and one x in a row of their own, facing each other.
fn duel(rng: &mut Rng, columns: usize) -> Line {
    let mut line = vec![Square::Empty; columns];
    let o = rng.below(columns - 2);
    line[o] = Square::O;
    line[rng.within(o + 2..=columns - 1)] = Square::X;
    line
}

/// The row without the pieces that face nobody.
fn without_runners(mut line: Line) -> Line {
    for square in line.iter_mut().take_while(|square| **square != Square::O) {
        *square = Square::Empty;
    }
    let backwards = line.iter_mut().rev();
    for square in backwards.take_while(|square| **square != Square::X) {
        *square = Square::Empty;
    }
    line
}

/// Rows that come with their mirror images, so that neither side has more moves, and then a few
/// moves that upset this by a little.
fn balance(rng: &mut Rng, rows: usize, columns: usize, style: &Style) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::with_capacity(rows);
    while lines.len() + 2 <= rows {
        let line = without_runners(style.line(rng, columns));
        lines.push(line.iter().rev().map(|&square| enemy(square)).collect());
        lines.push(line);
    }
    if lines.len() < rows {
        lines.push(duel(rng, columns));
    }
    for row in (1..rows).rev() {
        lines.swap(row, rng.below(row + 1));
    }
    for _ in 0..rng.below(4) {
        let row = rng.below(rows);
        let player = if rng.chance(1, 2) {
            Square::O
        } else {
            Square::X
        };
        advance(rng, &mut lines[row], player);
    }
    lines
}

/// Of many boards without runners the one where the lead is closest to what decides, and of these one
/// with many moves that are for whoever takes them first: a rule that is only about right is wrong
/// there.
fn level(rng: &mut Rng, rows: usize, columns: usize) -> Vec<Line> {
    let mut board = |_| {
        let style = Style {
            density: rng.within(200..=700),
            streak: rng.within(3..=8),
            margin: 0,
        };
        let line = |_| without_runners(style.line(rng, columns));
        (0..rows).map(line).collect::<Vec<Line>>()
    };
    let distance = |lines: &Vec<Line>| {
        let tempo = Tempo::of(&Pieces::of(columns, &lines.concat()));
        // A lead of 0 loses, a lead of 1 wins.
        let off = (2 * tempo.lead() - 1).abs();
        (off, Reverse(tempo.contested()))
    };
    (0..DRAWS)
        .map(&mut board)
        .min_by_key(distance)
        .unwrap_or_default()
}

/// Moves a random piece of `player` one step, if it can stay out of reach of the enemy.
fn advance(rng: &mut Rng, line: &mut Line, player: Square) {
    let ahead = |column: usize| match player {
        Square::O => column + 1,
        _ => column.wrapping_sub(1),
    };
    let movable: Vec<usize> = (0..line.len())
        .filter(|&column| {
            line[column] == player
                && line.get(ahead(column)) == Some(&Square::Empty)
                && fits(line, ahead(column), player)
        })
        .collect();
    if let Some(&column) = rng.pick(&movable) {
        line.swap(column, ahead(column));
    }
}

/// Rows of which some have runners; the nearest two have about the same distance to go.
fn race(rng: &mut Rng, rows: usize, columns: usize, style: &Style) -> Vec<Line> {
    let mut lines: Vec<Line> = (0..rows)
        .map(|_| without_runners(style.line(rng, columns)))
        .collect();
    let o_least = rng.within(1..=columns - 1);
    let x_least = match rng.below(5) {
        0 | 1 => o_least,
        2 | 3 => o_least.saturating_sub(1).max(1),
        _ => rng.within(1..=columns - 1),
    };
    let others = rng.below(rows / 4 + 1);
    for other in 0..=others {
        for (player, least) in [(Square::O, o_least), (Square::X, x_least)] {
            let distance = match other {
                0 => least,
                _ => rng.within(least..=columns - 1),
            };
            let row = rng.below(rows);
            put_runner(&mut lines[row], player, distance);
        }
    }
    lines
}

/// Makes way for a runner that has `distance` moves to go.
fn put_runner(line: &mut Line, player: Square, distance: usize) {
    let column = match player {
        Square::O => line.len() - 1 - distance,
        _ => distance,
    };
    let way = match player {
        Square::O => &mut line[column..],
        _ => &mut line[..=column],
    };
    way.fill(Square::Empty);
    line[column] = player;
}

fn enemy(square: Square) -> Square {
    match square {
        Square::Empty => Square::Empty,
        Square::O => Square::X,
        Square::X => Square::O,
    }
}
