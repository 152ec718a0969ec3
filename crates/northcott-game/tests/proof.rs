//! The theorem against the rules, on every position of every board up to a size.

use std::collections::HashSet;

use cgt::{Game, Outcome, Outcomes};
use gridkit::{Problem, TooLarge};
use northcott_game::rules::Board;
use northcott_game::{Answer, Instance, Move, NorthcottGame, Row};
use testkit::Proof;

/// Compares the answers on all of `boards`, instances with their number of columns; one memo
/// serves each. A draw by the rules would disagree with any answer of the theorem.
fn prove<I: Iterator<Item = Instance>>(boards: impl Iterator<Item = I>, least: u64) {
    let mut proof = Proof::of(
        NorthcottGame::NAME,
        "who wins agrees, and nothing is a draw",
    );
    let mut positions = 0;
    for board in boards {
        let mut board = board.peekable();
        let Some(first) = board.peek() else { continue };
        let mut search = Outcomes::new(first.board());
        for instance in board {
            let value = search.value(&instance.position()).expect("room enough");
            let rules = Answer::from(value.outcome);
            proof.check(&instance, NorthcottGame::solve(&instance), rules);
        }
        positions += search.positions();
    }
    let _ = proof.finish(least, positions);
}

/// Every board of `rows` rows and `columns` columns, save that of boards with the same rows in
/// another order or seen from their other end there is but one.
fn essential(rows: usize, columns: usize) -> impl Iterator<Item = Instance> {
    let row = |(black, white)| Row { black, white };
    let kinds: Vec<Row> = (1..columns)
        .flat_map(|black| (black + 1..=columns).map(move |white| (black, white)))
        .map(row)
        .collect();
    let last = kinds.len() - 1;
    // Digits that never fall from place to place, counted up from all 0.
    let next = move |digits: &Vec<usize>| {
        let grown = (0..digits.len())
            .find(|&place| digits[place] < digits.get(place + 1).copied().unwrap_or(last))?;
        let mut digits = digits.clone();
        digits[grown] += 1;
        digits[..grown].fill(0);
        Some(digits)
    };
    std::iter::successors(Some(vec![0; rows]), next).map(move |digits| Instance {
        columns,
        rows: digits.iter().map(|&digit| kinds[digit]).collect(),
    })
}

#[test]
fn the_theorem_holds_on_small_boards() {
    let boards = [(1, 40), (2, 12), (3, 6), (4, 4), (6, 3), (10, 2)]
        .map(|(rows, columns)| Instance::all(rows, columns));
    prove(boards.into_iter(), 114_400);
}

#[test]
#[ignore = "a minute without --release; `cargo prove` runs it"]
fn prove_every_board_of_many_sizes() {
    // The rows, and up to how many columns of them.
    let sizes = [
        (1, 120),
        (2, 30),
        (3, 15),
        (4, 10),
        (5, 8),
        (6, 7),
        (7, 6),
        (10, 5),
        (20, 4),
        (60, 3),
    ];
    let boards = sizes
        .into_iter()
        .flat_map(|(rows, most)| (2..=most).map(move |columns| essential(rows, columns)));
    prove(boards, 2_562_825);
}

#[test]
fn essential_boards_are_all_boards_but_for_order_and_direction() {
    for (rows, columns) in [(1, 7), (2, 5), (3, 4), (4, 3)] {
        let all: HashSet<_> = Instance::all(rows, columns)
            .map(|instance| instance.position())
            .collect();
        let positions: Vec<_> = essential(rows, columns)
            .map(|instance| instance.position())
            .collect();
        assert_eq!(positions.len(), all.len(), "{rows} rows, {columns} columns");
        assert_eq!(HashSet::from_iter(positions), all);
    }
}

/// Every move of black by the words of the statement.
fn legal(instance: &Instance) -> impl Iterator<Item = Move> {
    (0..)
        .zip(&instance.rows)
        .flat_map(|(row, &Row { black, white })| {
            (1..=instance.columns)
                .filter(move |&to| to != black && to != white && (to < white) == (black < white))
                .map(move |to| Move { row, to })
        })
}

/// The board after a move of black, with the colours exchanged: white is to move.
fn after(instance: &Instance, Move { row, to }: Move) -> Instance {
    let mut instance = instance.clone();
    instance.rows[row].black = to;
    for Row { black, white } in &mut instance.rows {
        std::mem::swap(black, white);
    }
    instance
}

#[test]
fn the_rules_have_the_moves_of_the_statement() {
    let mut moves = 0;
    for instance in NorthcottGame::small(3) {
        let mut rules = Vec::new();
        let board = instance.board();
        board.moves(&instance.position(), &mut |next| rules.push(next));
        let mut statement: Vec<_> = legal(&instance)
            .map(|m| after(&instance, m).position())
            .collect();
        rules.sort_unstable();
        statement.sort_unstable();
        assert_eq!(rules, statement, "{instance}");
        moves += rules.len();
    }
    assert_eq!(moves, 7_796);
}

#[test]
fn the_search_of_a_single_instance_agrees_with_the_theorem() {
    let mut proof = Proof::of(NorthcottGame::NAME, "--brute agrees");
    proof.check_answers::<NorthcottGame>(3);
    let _ = proof.finish(2156, 0);
}

#[test]
fn a_search_too_large_is_given_up() {
    for (rows, columns, positions) in [(1000, 1000, 0), (20, 20, 21_462)] {
        let row = Row {
            black: 9,
            white: 10,
        };
        let rows = vec![row; rows];
        let instance = Instance { columns, rows };
        assert_eq!(
            NorthcottGame::brute(&instance),
            Err(TooLarge::positions(positions))
        );
    }
}

#[test]
fn winning_moves_are_all_that_win_and_one_closes_a_gap() {
    let (mut closing, mut retreats) = (0, 0);
    for (rows, columns) in [(1, 12), (2, 7), (3, 5), (4, 3)] {
        let mut search = Outcomes::new(Board {
            columns: columns as u16,
        });
        for instance in Instance::all(rows, columns) {
            let searched = legal(&instance).map(|m| {
                let value = search
                    .value(&after(&instance, m).position())
                    .expect("room enough");
                (m, value.outcome == Outcome::Loss)
            });
            let found = instance.winning_moves();
            testkit::winning_moves(&instance, searched, &found, true);
            let closes = |&&Move { row, to }: &&Move| {
                let Row { black, white } = instance.rows[row];
                to.abs_diff(white) < black.abs_diff(white)
            };
            let closed = found.iter().filter(closes).count();
            assert!(closed > 0 || found.is_empty(), "{instance}");
            closing += closed;
            retreats += found.len() - closed;
        }
    }
    assert_eq!((closing, retreats), (9_270, 7_240));
}

#[test]
fn retreats_that_win_can_be_played_for_ever() {
    // White closes the first gap, black the second; then both retreat: all is as it was, and each
    // move of black was a winning one.
    let mut instance = Instance {
        columns: 4,
        rows: vec![Row { black: 1, white: 4 }, Row { black: 1, white: 4 }],
    };
    let start = instance.clone();
    for (row, white, black) in [
        (0, 3, Move { row: 1, to: 2 }),
        (0, 4, Move { row: 1, to: 1 }),
    ] {
        instance.rows[row].white = white;
        assert!(instance.winning_moves().contains(&black), "{instance}");
        instance.rows[black.row].black = black.to;
    }
    assert_eq!(instance, start);
}

#[test]
fn random_files_are_valid_and_half_of_their_answers_are_lost() {
    for (size, lost) in [
        (0, 100..=100),
        (2, 100..=100),
        (3, 78..=90),
        (10, 56..=68),
        (1000, 45..=55),
        (usize::MAX, 45..=55),
    ] {
        let answers = testkit::random_files::<NorthcottGame>(size, 500);
        let count = answers.get("BAD LUCK!").copied().unwrap_or(0);
        assert!(lost.contains(&(count / 5)), "{answers:?} of size {size}");
    }
}

#[test]
fn an_instance_is_read_back_as_written() {
    testkit::round_trip::<NorthcottGame>(3);
}

#[test]
fn bad_files_are_refused() {
    for (input, message) in [
        (
            "",
            "line 1, column 1: expected N from 1 to 1000, found end of file",
        ),
        (
            "0 6\n",
            "line 1, column 1: expected N from 1 to 1000, found `0`",
        ),
        (
            "1001 6\n",
            "line 1, column 1: expected N from 1 to 1000, found `1001`",
        ),
        (
            "1 1\n1 1\n",
            "line 1, column 3: expected M from 2 to 1000, found `1`",
        ),
        (
            "1 1001\n1 2\n",
            "line 1, column 3: expected M from 2 to 1000, found `1001`",
        ),
        (
            "1 6 1 2\n",
            "line 1, column 5: expected end of line, found `1`",
        ),
        (
            "2 6\n1 2\n",
            "line 3, column 1: expected A from 1 to 6, found end of file",
        ),
        (
            "1 6\n0 2\n",
            "line 2, column 1: expected A from 1 to 6, found `0`",
        ),
        (
            "1 6\n1 7\n",
            "line 2, column 3: expected B from 1 to 6, found `7`",
        ),
        (
            "1 6\n1 x\n",
            "line 2, column 3: expected B from 1 to 6, found `x`",
        ),
        (
            "2 6\n1 2\n3 3\n",
            "line 3, column 3: expected B from 1 to 6 and different from A, found `3`",
        ),
        (
            "1 6\n1 2 3\n",
            "line 2, column 5: expected end of line, found `3`",
        ),
        (
            "1 6\n1 2\n1 6\n",
            "line 3, column 1: expected end of file, found `1`",
        ),
    ] {
        let error = gridkit::program::solve::<NorthcottGame>(input.as_bytes()).expect_err(input);
        assert_eq!(error.to_string(), message);
    }
}
