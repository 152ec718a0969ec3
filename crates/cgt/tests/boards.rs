//! Grundy values of games on boards of three rows, against published values.

use cgt::{Grundy, Impartial};

/// A set of cells of a board with three rows: cell `(row, column)` is bit `3 * column + row`.
type Cells = u64;

const TOP: Cells = 0o1111_1111_1111_1111;
const BOTTOM: Cells = TOP << 2;

/// The cells of the set, one by one.
fn cells(mut set: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// The neighbours of all cells of the set; they may lie off the board on the right.
fn neighbours(set: Cells) -> Cells {
    set << 3 | set >> 3 | (set & !BOTTOM) << 1 | (set & !TOP) >> 1
}

/// The set moved to the left edge, in the least of its four mirror images.
fn canonical(set: Cells) -> Cells {
    fn justify(set: Cells) -> Cells {
        if set == 0 {
            0
        } else {
            set >> (set.trailing_zeros() / 3 * 3)
        }
    }
    fn upside_down(set: Cells) -> Cells {
        (set & TOP) << 2 | (set & TOP << 1) | (set & BOTTOM) >> 2
    }
    // Reversing 63 bits swaps left and right and also top and bottom.
    let turned = justify(set.reverse_bits() >> 1);
    let set = justify(set);
    [set, upside_down(set), turned, upside_down(turned)]
        .into_iter()
        .fold(set, Cells::min)
}

/// The connected components of the set, as canonical sets.
fn components(mut set: Cells) -> Vec<Cells> {
    let mut parts = Vec::new();
    while set != 0 {
        let mut part = set & set.wrapping_neg();
        loop {
            let grown = part | neighbours(part) & set;
            if grown == part {
                break;
            }
            part = grown;
        }
        set ^= part;
        parts.push(canonical(part));
    }
    parts
}

/// A game in which a move takes cells away, played on each connected component by itself.
struct Takeaway {
    /// What the moves that start at a cell take.
    taken: fn(Cells, Cells) -> Vec<Cells>,
}

impl Impartial for Takeaway {
    type Position = Cells;

    fn options(&self, &board: &Cells, option: &mut dyn FnMut(&[Cells])) {
        for cell in cells(board) {
            for taken in (self.taken)(board, cell) {
                option(&components(board & !taken));
            }
        }
    }
}

/// Checks the values of the full boards of three rows and `first`, `first + 1`, ... columns.
fn check(taken: fn(Cells, Cells) -> Vec<Cells>, first: u32, expected: &[u32]) {
    let mut grundy = Grundy::new(Takeaway { taken });
    for (columns, &value) in (first..).zip(expected) {
        let board = (1 << (3 * columns)) - 1;
        assert_eq!(grundy.value(&board), Ok(value), "3x{columns}");
    }
}

#[test]
fn cram_on_three_rows_has_the_published_values() {
    // The boards of 3x3 to 3x11. M. Schneider, Das Spiel Juvavum (thesis, 2009) has them up to 3x9,
    // J. Lemoine and S. Viennot, Nimbers are inevitable (arXiv:1011.5841, 2010) up to 3x20.
    const VALUES: [u32; 9] = [0, 1, 1, 4, 1, 3, 1, 2, 0];
    // A domino down or to the right of its first cell.
    fn dominoes(board: Cells, cell: Cells) -> Vec<Cells> {
        let right = cell << 3;
        let below = (cell & !BOTTOM) << 1;
        [right, below]
            .into_iter()
            .filter(|second| second & board != 0)
            .map(|second| cell | second)
            .collect()
    }
    check(dominoes, 3, &VALUES);
}

#[test]
fn node_kayles_on_three_rows_is_a316632() {
    // OEIS A316632, offset 1, all terms it has (S. Brown et al., Nimber Sequences of Node-Kayles
    // Games, Journal of Integer Sequences 23, 2020).
    const VALUES: [u32; 16] = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3];
    check(|_, cell| vec![cell | neighbours(cell)], 1, &VALUES);
}
