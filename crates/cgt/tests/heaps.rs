//! Grundy values of games played with heaps and rows, against published sequences.

use std::fmt::Debug;
use std::hash::Hash;

use cgt::{Grundy, Impartial};

/// A game whose options are listed by a plain function.
struct Rules<P>(fn(P) -> Vec<Vec<P>>);

impl<P: Copy + Eq + Hash> Impartial for Rules<P> {
    type Position = P;

    fn options(&self, &position: &P, option: &mut dyn FnMut(&[P])) {
        for parts in (self.0)(position) {
            option(&parts);
        }
    }
}

/// Checks a run of values, from the last back to the first and from the first on, each with one
/// memo: the answers must not depend on what was asked before.
fn check<P: Copy + Eq + Hash + Debug>(
    options: fn(P) -> Vec<Vec<P>>,
    expected: impl IntoIterator<Item = (P, u32)>,
) {
    let expected: Vec<_> = expected.into_iter().collect();
    let mut downwards = Grundy::new(Rules(options));
    for &(position, value) in expected.iter().rev() {
        assert_eq!(downwards.value(&position), Ok(value), "{position:?}");
    }
    let mut upwards = Grundy::new(Rules(options));
    for &(position, value) in &expected {
        assert_eq!(upwards.value(&position), Ok(value), "{position:?}");
    }
    assert_eq!(upwards.positions(), downwards.positions());
}

/// The two rows left when `hit` neighbours are taken out of a row of `pins`.
fn rows(pins: u32, hit: u32) -> impl Iterator<Item = Vec<u32>> {
    let rest = pins - hit;
    (0..=rest / 2).map(move |left| vec![left, rest - left])
}

#[test]
fn kayles_is_a002186() {
    // OEIS A002186, offset 0. Period 12 from 72 on (R. K. Guy and C. A. B. Smith, The G-values of
    // various games, 1956).
    const IRREGULAR: [u32; 72] = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4,
        7, 2, 1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7,
        4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 6, 7,
    ];
    const PERIOD: [u32; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    let values = IRREGULAR.into_iter().chain(PERIOD.into_iter().cycle());
    check(
        |pins| (1..=pins.min(2)).flat_map(|hit| rows(pins, hit)).collect(),
        (0..400).zip(values),
    );
}

#[test]
fn dawsons_chess_is_a002187() {
    // OEIS A002187, offset 0: the octal game .137, as its first 52 values and the period of 34
    // that it has from there on.
    const IRREGULAR: [u32; 52] = [
        0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4,
        5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2,
    ];
    const PERIOD: [u32; 34] = [
        3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4,
        4, 5, 5, 9,
    ];
    // Each move takes a pawn and its neighbours: the moves of node Kayles on a path.
    fn options(pawns: u32) -> Vec<Vec<u32>> {
        (0..pawns)
            .map(|at| vec![at.saturating_sub(1), (pawns - 1 - at).saturating_sub(1)])
            .collect()
    }
    let values = IRREGULAR.into_iter().chain(PERIOD.into_iter().cycle());
    check(options, (0..300).zip(values));
}

#[test]
fn grundys_game_is_a002188() {
    // OEIS A002188, offset 0.
    const VALUES: [u32; 105] = [
        0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2,
        3, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0, 2, 1, 0, 2, 1, 5, 2, 1, 3,
        2, 1, 3, 2, 4, 3, 2, 4, 3, 2, 4, 3, 2, 4, 3, 2, 4, 3, 2, 4, 5, 2, 4, 5, 2, 4, 3, 7, 4, 3,
        7, 4, 3, 7, 4, 3, 5, 2, 3, 5, 2, 3, 5, 2, 3,
    ];
    check(
        |heap| {
            (1..=heap / 2)
                .filter(|part| 2 * part != heap)
                .map(|part| vec![part, heap - part])
                .collect()
        },
        (0..).zip(VALUES),
    );
}

#[test]
fn wythoffs_game_is_a317205() {
    // OEIS A317205, offset 0: the triangle of heaps (n, k), 0 <= k <= n, by rows.
    const VALUES: [u32; 78] = [
        0, 1, 2, 2, 0, 1, 3, 4, 5, 6, 4, 5, 3, 2, 7, 5, 3, 4, 0, 6, 8, 6, 7, 8, 1, 9, 10, 3, 7, 8,
        6, 9, 0, 1, 4, 5, 8, 6, 7, 10, 1, 2, 5, 3, 4, 9, 10, 11, 12, 8, 7, 13, 14, 15, 16, 10, 11,
        9, 8, 13, 12, 0, 15, 16, 17, 14, 11, 9, 10, 7, 12, 14, 2, 13, 17, 6, 18, 15,
    ];
    fn options((a, b): (u32, u32)) -> Vec<Vec<(u32, u32)>> {
        let first = (0..a).map(|left| (left, b));
        let second = (0..b).map(|left| (a, left));
        let both = (1..=a.min(b)).map(|take| (a - take, b - take));
        first
            .chain(second)
            .chain(both)
            .map(|position| vec![position])
            .collect()
    }
    let triangle = (0..12).flat_map(|n| (0..=n).map(move |k| (n, k)));
    check(options, triangle.zip(VALUES));
}

#[test]
fn a_nim_heap_is_worth_its_size() {
    // By definition of the nimbers; sizes beyond 64 and 256 leave every small-number path.
    check(
        |heap: u32| (0..heap).map(|left| vec![left]).collect(),
        (0..600).map(|n| (n, n)),
    );
}

#[test]
fn a_sum_is_worth_the_exclusive_or_of_its_parts() {
    let mut nim = Grundy::new(Rules(|heap: u32| {
        (0..heap).map(|left| vec![left]).collect()
    }));
    for (heaps, value) in [
        (vec![], 0),
        (vec![5], 5),
        (vec![7, 7], 0),
        (vec![1, 2, 3], 0),
        (vec![3, 5, 7], 1),
        (vec![100, 3, 0, 64], 39),
    ] {
        assert_eq!(nim.sum(&heaps), Ok(value), "{heaps:?}");
    }
}
