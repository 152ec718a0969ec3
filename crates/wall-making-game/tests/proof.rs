//! The theorem against the rules, on every marking of every board up to a size.

use std::collections::HashSet;

use cgt::Grundy;
use gridkit::{Cell, Problem, Rect};
use testkit::Proof;
use wall_making_game::rules::{Board, Cells, MOST, Position};
use wall_making_game::{Answer, Instance, WallMakingGame};

/// Every board of at most this many cells.
fn boards(most_cells: usize) -> impl Iterator<Item = Board> {
    (1..=MOST)
        .flat_map(|rows| (1..=MOST).map(move |columns| Board { rows, columns }))
        .filter(move |board| board.rows * board.columns <= most_cells)
}

/// Compares the Grundy values of all markings of `boards`; one memo serves each board, for its
/// positions hold the marks too.
fn prove(boards: impl Iterator<Item = Board>, least: u64) {
    let mut proof = Proof::of(WallMakingGame::NAME, "the Grundy value agrees");
    let mut positions = 0;
    for board in boards {
        let mut search = Grundy::new(board);
        for instance in Instance::all(board) {
            let rules = search.value(&instance.position()).expect("room enough");
            proof.check(&instance, instance.value(), rules);
        }
        positions += search.positions();
    }
    let _ = proof.finish(least, positions);
}

#[test]
fn the_theorem_holds_on_small_boards() {
    prove(boards(11), 11_402);
}

#[test]
#[ignore = "minutes without --release; `cargo prove` runs it"]
fn prove_every_marking_of_every_board_of_up_to_18_cells() {
    prove(boards(18), 2_411_658);
}

#[test]
fn the_search_of_a_single_instance_agrees_with_the_theorem() {
    let mut proof = Proof::of(WallMakingGame::NAME, "--brute agrees");
    proof.check_answers::<WallMakingGame>(8);
    let _ = proof.finish(1_674, 0);
}

/// Every position that play can reach from any marking of `board`.
fn positions(board: Board) -> HashSet<Position> {
    let mut met: HashSet<Position> = HashSet::new();
    let mut left: Vec<Position> = Instance::all(board).map(|i| i.position()).collect();
    while let Some(position) = left.pop() {
        if met.insert(position) {
            let after = |cell| board.after(&position, cell);
            left.extend(board.choices(&position).map(after));
        }
    }
    met
}

#[test]
fn winning_moves_are_all_that_win_at_every_stage_of_the_game() {
    let mut checked = 0;
    for board in boards(11) {
        let mut search = Grundy::new(board);
        for position in positions(board) {
            let legal: Vec<(Cell, bool)> = board
                .choices(&position)
                .map(|cell| {
                    let value = search.value(&board.after(&position, cell));
                    (cell, value == Ok(0))
                })
                .collect();
            let instance = Instance::new(board, &position.marks);
            let promised = instance
                .winning_moves_behind(&position.walls)
                .expect("walls of play leave rectangles");
            testkit::winning_moves(&position, legal, &promised, true);
            if position.walls == Cells::default() {
                assert_eq!(instance.winning_moves(), promised, "{position:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 10_000, "{checked} positions");
}

#[test]
fn walls_that_no_play_builds_are_refused() {
    let board = Board {
        rows: 2,
        columns: 3,
    };
    let instance = Instance::new(board, &Cells::default());
    let corner = [Cell { row: 1, column: 2 }].into_iter().collect();
    let error = instance.winning_moves_behind(&corner).expect_err("an L");
    assert_eq!(error.first, Cell { row: 0, column: 0 });
}

/// The value of the board without marks.
fn empty(rows: usize, columns: usize) -> u32 {
    Instance::new(Board { rows, columns }, &Cells::default()).value()
}

#[test]
fn empty_boards_have_the_known_values() {
    // By an exhaustive search of another program.
    const SQUARES: [u32; MOST] = [1, 0, 1, 0, 1, 2, 1, 2, 1, 0, 4, 8, 1, 2, 3, 7, 4, 11, 6, 2];
    const SECOND_WINS: [(usize, usize); 5] = [(2, 2), (4, 4), (4, 6), (8, 12), (10, 10)];
    let largest = Board {
        rows: MOST,
        columns: MOST,
    };
    let values = Instance::new(largest, &Cells::default()).values();
    for rows in 1..=MOST {
        for columns in 1..=MOST {
            let value = empty(rows, columns);
            let known = SECOND_WINS.contains(&(rows.min(columns), rows.max(columns)));
            assert_eq!(value == 0, known, "{rows}×{columns}");
            if rows == columns {
                assert_eq!(value, SQUARES[rows - 1], "{rows}×{columns}");
            }
            let (bottom, right) = (rows, columns);
            let corner = Rect {
                top: 0,
                left: 0,
                bottom,
                right,
            };
            assert_eq!(values.of(corner), value, "{rows}×{columns}");
        }
    }
}

#[test]
fn random_boards_are_won_by_either_player() {
    let rng = &mut gridkit::Rng::new(1);
    let second = (0..200)
        .filter(|_| WallMakingGame::solve(&WallMakingGame::random(rng, 7)) == Answer::Second)
        .count();
    assert!((60..140).contains(&second), "{second} of 200");
}

#[test]
fn the_random_board_of_a_seed_never_changes() {
    let board = gridkit::program::generate::<WallMakingGame>(29, 6);
    assert_eq!(board, "6 4\n.X..\nX...\n....\nX.XX\nXXX.\nXXX.\n");
}

#[test]
fn an_instance_is_read_back_as_written() {
    testkit::round_trip::<WallMakingGame>(8);
}

/// The message for a file that must be refused.
fn refusal(input: &str) -> String {
    gridkit::program::solve::<WallMakingGame>(input.as_bytes())
        .expect_err(input)
        .to_string()
}

#[test]
fn bad_files_are_refused() {
    for (input, message) in [
        (
            "",
            "line 1, column 1: expected H from 1 to 20, found end of file",
        ),
        (
            "0 1\n",
            "line 1, column 1: expected H from 1 to 20, found `0`",
        ),
        (
            "21 1\n",
            "line 1, column 1: expected H from 1 to 20, found `21`",
        ),
        (
            "1 21\n.....................\n",
            "line 1, column 3: expected W from 1 to 20, found `21`",
        ),
        (
            "1 0\n\n",
            "line 1, column 3: expected W from 1 to 20, found `0`",
        ),
        (
            "2 2\n..\n.x\n",
            "line 3, column 2: expected `.` or `X`, found `x`",
        ),
        (
            "2 2\n..\n.\n",
            "line 3, column 2: expected row 2 of 2 to have 2 cells (`.` or `X`), found 1 cell and end of line",
        ),
        (
            "2 2\n..\n",
            "line 3, column 1: expected row 2 of 2 to have 2 cells (`.` or `X`), found end of file",
        ),
        (
            "2 2\n..X\n..\n",
            "line 2, column 3: expected end of line after the 2 cells of row 1 of 2, found `X`",
        ),
        (
            "2 2\n..\n..\nX.\n",
            "line 4, column 1: expected end of file, found `X.`",
        ),
    ] {
        assert_eq!(refusal(input), message);
    }
}
