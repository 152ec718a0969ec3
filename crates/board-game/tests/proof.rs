//! The theorem against the rules, on every board up to a size.

use board_game::rules::{self, Board, Player, Position};
use board_game::{Answer, BoardGame, Instance};
use cgt::{Outcome, Outcomes};
use gridkit::{Cell, Problem, Rng};
use testkit::Proof;

/// A number of rows and of columns.
type Shape = (usize, usize);

/// Shapes of at most 12 cells.
const SMALL: [Shape; 9] = [
    (1, 3),
    (1, 5),
    (1, 11),
    (2, 3),
    (2, 5),
    (2, 6),
    (3, 3),
    (3, 4),
    (4, 3),
];

/// Shapes of up to 16 cells.
const MIDDLE: [Shape; 17] = [
    (1, 3),
    (1, 4),
    (1, 5),
    (1, 8),
    (1, 15),
    (1, 16),
    (2, 3),
    (2, 4),
    (2, 5),
    (2, 7),
    (2, 8),
    (3, 3),
    (3, 4),
    (3, 5),
    (4, 3),
    (4, 4),
    (5, 3),
];

/// Shapes of up to 20 cells.
const LARGE: [Shape; 5] = [(1, 17), (2, 9), (3, 6), (5, 4), (6, 3)];

/// Calls `check` with every board of `shapes`, its first position and a search that serves all
/// boards of a shape; gives the number of positions searched.
fn every(
    shapes: impl IntoIterator<Item = Shape>,
    mut check: impl FnMut(&Instance, Position, &mut Outcomes<Board>),
) -> usize {
    let mut positions = 0;
    for (rows, columns) in shapes {
        let mut search = Outcomes::new(Board::new(rows, columns).expect("few cells"));
        for instance in Instance::all(rows, columns) {
            let (_, position) = instance.position().expect("few cells");
            check(&instance, position, &mut search);
        }
        positions += search.positions();
    }
    positions
}

/// Whether the player to move wins by search.
fn wins(search: &mut Outcomes<Board>, position: Position) -> bool {
    let outcome = search.outcome(&position).expect("room enough");
    assert_ne!(outcome, Outcome::Draw, "a draw at {position:?}");
    outcome == Outcome::Win
}

fn prove_winner(shapes: impl IntoIterator<Item = Shape>, least: u64) {
    let mut proof = Proof::of(BoardGame::NAME, "the winner agrees");
    let positions = every(shapes, |instance, position, search| {
        let rules = match wins(search, position) {
            true => Answer::O,
            false => Answer::X,
        };
        proof.check(instance, BoardGame::solve(instance), rules);
    });
    let _ = proof.finish(least, positions);
}

/// Compares the promised moves with all that stay out of reach of x and win; and where any move
/// wins, one is promised.
fn prove_moves(shapes: impl IntoIterator<Item = Shape>, least: u64) {
    let mut proof = Proof::of(BoardGame::NAME, "quiet winning moves agree");
    let mut unpromised = 0_u64;
    let positions = every(shapes, |instance, position, search| {
        let columns = instance.board().columns();
        let board = *search.game();
        let legal: Vec<(Cell, bool, bool)> = rules::cells(board.movable(position))
            .map(|number| {
                let (row, column) = (number / columns, number % columns);
                let after = board.after(position, number);
                let next_to_x =
                    column + 2 < columns && after.pieces(Player::X) >> (number + 2) & 1 == 1;
                (Cell { row, column }, !wins(search, after), !next_to_x)
            })
            .collect();
        let promised = instance.winning_moves();
        let all = legal.iter().map(|&(cell, wins, _)| (cell, wins));
        let quiet = legal.iter().filter(|&&(_, _, quiet)| quiet);
        let quiet = quiet.map(|&(cell, wins, _)| (cell, wins));
        testkit::winning_moves(instance, all.clone(), &promised, false);
        testkit::winning_moves(instance, quiet, &promised, true);
        let winning = all.filter(|&(_, wins)| wins).count();
        unpromised += u64::from(winning > promised.len());
        proof.check(instance, !promised.is_empty(), wins(search, position));
    });
    let _ = proof.finish(least, positions);
    // Stepping next to an x can win, so nothing is promised of such moves.
    assert!(unpromised > 0, "every winning move is quiet");
}

#[test]
fn the_theorem_holds_on_small_boards() {
    prove_winner(SMALL, 30_000);
}

#[test]
#[ignore = "slow without --release; `cargo prove` runs it"]
fn prove_every_board_up_to_16_cells() {
    prove_winner(MIDDLE, 4_378_414);
}

#[test]
#[ignore = "slow without --release; `cargo prove` runs it"]
fn prove_every_board_of_some_shapes_up_to_20_cells() {
    prove_winner(LARGE, 19_310_769);
}

#[test]
fn winning_moves_are_all_quiet_ones_that_win() {
    prove_moves(SMALL, 30_000);
}

#[test]
#[ignore = "slow without --release; `cargo prove` runs it"]
fn prove_winning_moves_up_to_16_cells() {
    prove_moves(MIDDLE, 4_378_414);
}

#[test]
fn the_search_of_a_single_instance_agrees_with_the_theorem() {
    let mut proof = Proof::of(BoardGame::NAME, "--brute agrees");
    proof.check_answers::<BoardGame>(9);
    let _ = proof.finish(1000, 0);
}

#[test]
fn an_instance_is_read_back_as_written() {
    testkit::round_trip::<BoardGame>(8);
}

#[test]
fn a_board_without_room_in_a_position_is_not_searched() {
    for (shape, searched) in [((1, 31), true), ((1, 32), false), ((1, 2000), false)] {
        let (rows, columns) = shape;
        let dots = ".".repeat(columns - 3);
        let input = format!("{rows} {columns}\n{dots}o.x\n");
        let answer = gridkit::program::brute::<BoardGame>(input.as_bytes());
        assert_eq!(answer.is_ok(), searched, "{shape:?}: {answer:?}");
    }
}

#[test]
fn random_boards_are_in_bounds_and_neither_player_wins_them_all() {
    for size in [0, 1, 2, 3, 31, 32, 1000, 100_000, usize::MAX] {
        let instance = BoardGame::random(&mut Rng::new(5), size);
        let (rows, columns) = (instance.board().rows(), instance.board().columns());
        assert!(rows * columns <= size.max(3), "{rows}×{columns} of {size}");
        assert!((1..=2000).contains(&rows) && (3..=2000).contains(&columns));
    }
    for size in [12, 31, 1000, 10_000] {
        let instances = (0..400).map(|seed| BoardGame::random(&mut Rng::new(seed), size));
        let o_wins = instances
            .filter(|instance| BoardGame::solve(instance) == Answer::O)
            .count();
        assert!((100..300).contains(&o_wins), "{o_wins} of 400 at {size}");
    }
}

#[test]
fn the_random_board_of_a_seed_never_changes() {
    let golden = [
        (1, "2 12\noooo.xxo.xo.\noo..xxxxoo..\n"),
        (2, "1 14\n.......o....xx\n"),
        (6, "2 10\n...o..x.x.\n..........\n"),
    ];
    for (seed, board) in golden {
        assert_eq!(gridkit::program::generate::<BoardGame>(seed, 24), board);
    }
}

/// The message for a file that must be refused.
fn refusal(input: &str) -> String {
    gridkit::program::solve::<BoardGame>(input.as_bytes())
        .expect_err(input)
        .to_string()
}

#[test]
fn bad_files_are_refused() {
    for (input, message) in [
        (
            "0 3\n",
            "line 1, column 1: expected H from 1 to 2000, found `0`",
        ),
        (
            "2001 3\n",
            "line 1, column 1: expected H from 1 to 2000, found `2001`",
        ),
        (
            "1 2\n.x\n",
            "line 1, column 3: expected W from 3 to 2000, found `2`",
        ),
        (
            "1 2001\n",
            "line 1, column 3: expected W from 3 to 2000, found `2001`",
        ),
        (
            "1 3 1\no.x\n",
            "line 1, column 5: expected end of line, found `1`",
        ),
        (
            "2 3\no.x\n",
            "line 3, column 1: expected row 2 of 2 to have 3 cells (`o`, `x` or `.`), found end of file",
        ),
        (
            "2 3\no.x\n..\n",
            "line 3, column 3: expected row 2 of 2 to have 3 cells (`o`, `x` or `.`), found 2 cells and end of line",
        ),
        (
            "1 3\no.x.\n",
            "line 2, column 4: expected end of line after the 3 cells of row 1 of 1, found `.`",
        ),
        (
            "1 3\n O.x\n",
            "line 2, column 1: expected row 1 of 1 to have 3 cells (`o`, `x` or `.`), found a blank",
        ),
        (
            "1 3\nO.x\n",
            "line 2, column 1: expected `o`, `x` or `.`, found `O`",
        ),
        (
            "1 3\no.x\n.\n",
            "line 3, column 1: expected end of file, found `.`",
        ),
    ] {
        assert_eq!(refusal(input), message);
    }
}

#[test]
fn boards_outside_the_guarantee_are_refused() {
    for (input, message) in [
        (
            "2 4\n.o.x\n.x.o\n",
            "line 3, column 4: expected no `o` in the last column, the home of x (the statement guarantees it), found `o`",
        ),
        (
            "2 4\n.o.x\nx..x\n",
            "line 3, column 1: expected no `x` in the first column, the home of o (the statement guarantees it), found `x`",
        ),
        (
            "2 4\n.o.x\n.oxo\n",
            "line 3, column 2: expected no `x` just right of an `o`, which could capture it (the statement guarantees it), found `ox`",
        ),
        (
            "2 4\n...x\n.x..\n",
            "line 2, column 1: expected at least one `o` on the board (the statement guarantees it), found none",
        ),
        (
            "  2 4\r\n..o.\r\no...\r\n",
            "line 2, column 1: expected at least one `x` on the board (the statement guarantees it), found none",
        ),
        (
            "1 3\n...\n",
            "line 2, column 1: expected at least one `o` on the board (the statement guarantees it), found none",
        ),
    ] {
        assert_eq!(refusal(input), message);
    }
}

#[test]
fn an_x_left_of_an_o_is_within_the_guarantee() {
    let solved = gridkit::program::solve::<BoardGame>(b"1 4\n.xo.\n");
    assert_eq!(solved.as_deref(), Ok("o\n"));
}
