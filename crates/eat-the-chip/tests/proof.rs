//! The theorem against the rules, on every position of every board up to a size.

use std::cmp::Ordering;

use cgt::{Outcome, Outcomes};
use eat_the_chip::rules::{Board, Square};
use eat_the_chip::{Answer, EatTheChip, Instance};
use gridkit::{Problem, TooLarge};
use testkit::Proof;

/// Compares the answers on all positions of `boards`; one memo serves each board.
fn prove(boards: impl Iterator<Item = Board>, least: u64) {
    let mut proof = Proof::of(EatTheChip::NAME, "win, loss or draw agrees");
    let mut positions = 0;
    for board in boards {
        let mut search = Outcomes::new(board);
        for instance in Instance::all(board) {
            let value = search.value(&instance.position()).expect("room enough");
            let rules = match value.outcome {
                Outcome::Win => Answer::Alice,
                Outcome::Loss => Answer::Bob,
                Outcome::Draw => Answer::Draw,
            };
            proof.check(&instance, EatTheChip::solve(&instance), rules);
        }
        positions += search.positions();
    }
    proof.finish(least, positions);
}

fn boards(most: usize) -> impl Iterator<Item = Board> {
    (1..=most).flat_map(move |h| (1..=most).map(move |w| Board { h, w }))
}

#[test]
fn the_theorem_holds_on_small_boards() {
    prove(boards(7).chain([Board { h: 9, w: 8 }]), 23_928);
}

#[test]
#[ignore = "minutes without --release; `cargo prove` runs it"]
fn prove_every_board_up_to_20_by_20() {
    let long = [Board { h: 22, w: 10 }, Board { h: 10, w: 22 }];
    prove(boards(20).chain(long), 8_289_160);
}

#[test]
fn the_search_of_a_single_instance_agrees_with_the_theorem() {
    let mut proof = Proof::of(EatTheChip::NAME, "--brute agrees");
    proof.check_answers::<EatTheChip>(4);
    proof.finish(800, 0);
}

#[test]
#[ignore = "many seconds without --release; `cargo prove` runs it"]
fn prove_that_a_search_too_large_is_given_up() {
    let instance = Instance {
        board: Board { h: 2000, w: 2000 },
        alice: (1, 1000),
        bob: (2000, 500),
    };
    let positions = 7_000_000;
    assert_eq!(
        EatTheChip::brute(&instance),
        Err(TooLarge::positions(positions))
    );
}

#[test]
fn winning_moves_are_all_that_win() {
    let mut won = 0;
    for board in boards(6) {
        let mut search = Outcomes::new(board);
        for instance in Instance::all(board) {
            let position = instance.position();
            let legal: Vec<(Square, bool)> = board
                .steps(&position)
                .map(|square| {
                    let after = board.after(&position, square);
                    let value = search.value(&after).expect("room enough");
                    (square, value.outcome == Outcome::Loss)
                })
                .collect();
            let found = instance.winning_moves();
            testkit::winning_moves(&instance, legal, &found, true);
            if !found.is_empty() {
                won += 1;
                let (x, y) = instance.alice;
                let towards = match instance.bob.1.cmp(&y) {
                    Ordering::Less => y - 1,
                    Ordering::Equal => y,
                    Ordering::Greater => y + 1,
                };
                assert!(found.contains(&(x + 1, towards)), "{instance:?}");
            }
        }
    }
    assert_eq!(won, 1190);
}

#[test]
fn random_files_are_valid_and_half_of_their_answers_are_draws() {
    for (size, draws) in [
        (0, 100..=100),
        (1, 100..=100),
        (2, 60..=90),
        (10, 45..=60),
        (1000, 45..=55),
        (usize::MAX, 45..=55),
    ] {
        let answers = testkit::random_files::<EatTheChip>(size, 3);
        let count = |answer: Answer| answers.get(&answer.to_string()).copied().unwrap_or(0);
        let all = answers.values().sum::<usize>();
        let percent = count(Answer::Draw) * 100 / all;
        assert!(draws.contains(&percent), "{answers:?} of size {size}");
    }
}

#[test]
fn an_instance_is_read_back_as_written() {
    testkit::round_trip::<EatTheChip>(4);
}

/// The message for a file that must be refused.
fn refusal(input: &str) -> String {
    gridkit::program::solve::<EatTheChip>(input.as_bytes())
        .expect_err(input)
        .to_string()
}

#[test]
fn bad_files_are_refused() {
    for (input, message) in [
        (
            "0\n",
            "line 1, column 1: expected t from 1 to 10000, found `0`",
        ),
        (
            "2\n2 2 1 1 2 2\n",
            "line 3, column 1: expected h from 1 to 1000000, found end of file",
        ),
        (
            "1\n2 2 3 1 2 2\n",
            "line 2, column 5: expected xa from 1 to 2, found `3`",
        ),
        (
            "1\n2 2 2 1 2 1\n",
            "line 2, column 9: expected the chips in different cells, found both in row 2, column 1",
        ),
        (
            "1\n2 2 1 1 2 2 7\n",
            "line 2, column 13: expected end of line, found `7`",
        ),
        (
            "1\n2 2 1 1 2 2\n7\n",
            "line 3, column 1: expected end of file, found `7`",
        ),
        (
            "2\n1000000 2 1 1 2 2\n1 2 1 1 1 2\n",
            "line 3, column 1: expected the sum of h up to 1000000, found 1000001 with case 2",
        ),
    ] {
        assert_eq!(refusal(input), message);
    }
}
