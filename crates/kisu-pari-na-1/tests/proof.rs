//! The theorem against the rules, on every grid up to a size.

use std::ops::RangeInclusive;

use cgt::Grundy;
use gridkit::{Problem, Rng, Scanner, program};
use kisu_pari_na_1::rules::{Move, Rules};
use kisu_pari_na_1::{Instance, KisuPariNa1};
use testkit::Proof;

/// The rows and columns of a grid, and how many coins it holds at most.
type Size = (usize, usize, u64);

/// All shapes of so many cells.
fn shapes(cells: RangeInclusive<usize>, coins: u64) -> impl Iterator<Item = Size> {
    cells.flat_map(move |cells| {
        (1..=cells)
            .filter(move |rows| cells % rows == 0)
            .map(move |rows| (rows, cells / rows, coins))
    })
}

fn grids((rows, columns, coins): Size) -> impl Iterator<Item = Instance> {
    Instance::all(rows, columns, coins)
}

/// Compares the Grundy values of all grids of all `sizes`; one memo serves each shape, for play
/// never leaves it.
fn prove(sizes: impl Iterator<Item = Size>, least: u64) {
    let mut proof = Proof::of(KisuPariNa1::NAME, "Grundy values agree");
    let mut positions = 0;
    for size in sizes {
        let mut search = Grundy::new(Rules);
        for instance in grids(size) {
            let rules = search.value(&instance.coins).expect("every game ends");
            proof.check(&instance, instance.grundy(), rules.into());
        }
        positions += search.positions();
    }
    let _ = proof.finish(least, positions);
}

#[test]
fn the_theorem_holds_on_small_grids() {
    prove(shapes(1..=7, 7).chain(shapes(8..=12, 3)), 20_000);
}

#[test]
#[ignore = "minutes without --release; `cargo prove` runs it"]
fn prove_every_grid_up_to_36_cells() {
    let sizes = shapes(1..=4, 40)
        .chain(shapes(5..=6, 17))
        .chain(shapes(7..=9, 11))
        .chain(shapes(10..=12, 8))
        .chain(shapes(13..=16, 6))
        .chain(shapes(17..=25, 4))
        .chain(shapes(26..=36, 3));
    prove(sizes, 4_497_597);
}

#[test]
fn the_search_of_a_single_instance_agrees_with_the_theorem() {
    let mut proof = Proof::of(KisuPariNa1::NAME, "--brute agrees");
    proof.check_answers::<KisuPariNa1>(5);
    let _ = proof.finish(1000, 0);
}

#[test]
fn winning_moves_are_all_that_win() {
    let mut search = Grundy::new(Rules);
    let mut won = 0;
    for instance in KisuPariNa1::small(6).chain(shapes(7..=9, 4).flat_map(grids)) {
        let legal: Vec<(Move, bool)> = Rules::moves(&instance.coins)
            .map(|step| {
                let after = Rules::after(&instance.coins, step);
                (step, search.value(&after) == Ok(0))
            })
            .collect();
        let promised = instance.winning_moves();
        won += usize::from(!promised.is_empty());
        testkit::winning_moves(&instance, legal, &promised, true);
    }
    assert!(won > 5000, "{won} won grids");
}

#[test]
fn large_grids_are_too_large_to_search() {
    for (input, message) in [
        (
            "1\n1 2\n1000000000 0\n",
            "case 1: too large for the search from the rules, which takes at most 0 positions; give it a smaller \
             instance, or run the program without --brute",
        ),
        (
            "2\n1 1\n1000000000\n3 4\n9 9 9 9\n9 9 9 9\n9 9 9 9\n",
            "case 2: too large for the search from the rules, which takes at most 27056 positions; give it a smaller \
             instance, or run the program without --brute",
        ),
    ] {
        let error = program::brute::<KisuPariNa1>(input.as_bytes()).expect_err(input);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn an_instance_is_read_back_as_written() {
    testkit::round_trip::<KisuPariNa1>(4);
}

#[test]
fn random_grids_keep_every_bound_at_every_size() {
    for size in [0, 1, 2, 7, 99, 100, 101, 50_000, 50_001, usize::MAX] {
        for seed in 0..4 {
            let text = KisuPariNa1::random(&mut Rng::new(seed), size).to_string();
            let mut s = Scanner::new(text.as_bytes());
            let read = KisuPariNa1::parse(&mut s).expect("a random grid is within bounds");
            let cells = read.coins.values();
            assert!(cells.len() <= size.max(1), "{} cells", cells.len());
            if size < 100 {
                let coins = cells.iter().sum::<u64>();
                assert!(coins <= size.max(1) as u64, "{coins} coins of {size}");
            } else {
                assert!(cells.len() > size.min(50_000) * 19 / 20);
            }
        }
    }
}

#[test]
fn about_half_of_the_random_grids_are_lost() {
    for size in [6, 40, 99, 100, 1000] {
        let mut rng = Rng::new(11);
        let lost = (0..400)
            .filter(|_| KisuPariNa1::random(&mut rng, size).grundy() == 0)
            .count();
        assert!((140..260).contains(&lost), "{lost} of 400 at size {size}");
    }
}

#[test]
fn a_random_file_never_changes() {
    let text = program::generate::<KisuPariNa1>(7, 4);
    assert_eq!(
        text,
        "4\n1 4\n0 0 0 0\n4 1\n1\n0\n0\n1\n1 4\n0 0 1 0\n3 1\n1\n1\n1\n"
    );
}

#[test]
fn coins_far_beyond_32_bits_are_counted_right() {
    // Play heaps up more coins than a cell may hold at the start.
    let heaped = 50_000 * 1_000_000_000_u64;
    let instance = Instance {
        coins: gridkit::Grid::from_cells(1, 3, vec![heaped, heaped - 1, 0]),
    };
    assert_eq!(instance.grundy(), heaped - 1);
    let moves = instance.winning_moves();
    let away: Vec<u64> = moves.iter().map(|step| step.coins).collect();
    assert_eq!(away, [heaped - 1]);
}

/// The message for a file that must be refused.
fn refusal(input: &str) -> String {
    program::solve::<KisuPariNa1>(input.as_bytes())
        .expect_err(input)
        .to_string()
}

#[test]
fn bad_files_are_refused() {
    for (input, message) in [
        (
            "",
            "line 1, column 1: expected T from 1 to 100, found end of file",
        ),
        (
            "101\n",
            "line 1, column 1: expected T from 1 to 100, found `101`",
        ),
        (
            "1\n0 3\n",
            "line 2, column 1: expected R from 1 to 50000, found `0`",
        ),
        (
            "1\n1 50001\n",
            "line 2, column 3: expected C from 1 to 50000, found `50001`",
        ),
        (
            "1\n224 224\n",
            "line 2, column 1: expected R·C up to 50000, found 224·224 = 50176",
        ),
        (
            "1\n1 2 3\n",
            "line 2, column 5: expected end of line, found `3`",
        ),
        (
            "1\n2 2\n1 1000000001\n",
            "line 3, column 3: expected the coins of a cell from 0 to 1000000000, found `1000000001`",
        ),
        (
            "1\n2 2\n1 -1\n",
            "line 3, column 3: expected the coins of a cell from 0 to 1000000000, found `-1`",
        ),
        (
            "1\n2 2\n1 2\n3\n",
            "line 4, column 2: expected the coins of a cell from 0 to 1000000000, found end of line",
        ),
        (
            "1\n2 2\n1 2 3\n4\n",
            "line 3, column 5: expected end of line, found `3`",
        ),
        (
            "1\n2 2\n1 2\n",
            "line 4, column 1: expected the coins of a cell from 0 to 1000000000, found end of file",
        ),
        (
            "2\n1 1\n5\n",
            "line 4, column 1: expected R from 1 to 50000, found end of file",
        ),
        (
            "1\n1 1\n5\n1 1\n5\n",
            "line 4, column 1: expected end of file, found `1`",
        ),
    ] {
        assert_eq!(refusal(input), message);
    }
}
