//! The theorem against the rules, on every position of every board up to a size.

use std::fmt;

use cgt::{Grundy, grundy_table};
use enjapma_game::rules::{Board, Move, Place, Sets, set};
use enjapma_game::{Answer, EnjapmaGame, Instance, is_even, second_wins, value, winning_moves};
use gridkit::{Problem, Rng, Scanner, program};
use testkit::Proof;

/// Every shape of a board of at most `cells` cells.
fn boards(cells: usize) -> impl Iterator<Item = Board> {
    (1..=cells)
        .flat_map(move |rows| (1..=cells / rows).map(move |columns| Board::new(rows, columns)))
}

/// The Grundy values of all sets of pieces on `board`, by search.
fn searched(board: Board) -> Vec<u8> {
    grundy_table(1 << board.cells(), |set, options| {
        board.set_options(set as u64, |option| options.add(option as usize));
    })
    .expect("options are smaller and values small")
}

/// A position of an exhaustive run, made into an instance only when it must be shown.
struct Set(Board, u64);

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Instance::of_set(self.0, self.1).fmt(f)
    }
}

#[test]
fn the_theorem_holds_on_boards_of_up_to_12_cells() {
    let mut proof = Proof::of(EnjapmaGame::NAME, "Grundy values agree");
    let values = boards(12).flat_map(searched);
    for (instance, value) in EnjapmaGame::small(12).zip(values) {
        proof.check(&instance, instance.value(), u32::from(value));
    }
    let _ = proof.finish(35_978, 0);
}

#[test]
#[ignore = "minutes without --release; `cargo prove` runs it"]
fn prove_every_board_of_up_to_24_cells() {
    let mut proof = Proof::of(EnjapmaGame::NAME, "Grundy values agree");
    let mut positions = 0;
    for board in boards(24) {
        let even: u64 = board
            .places()
            .filter(|&place| is_even(board, place))
            .map(|place| 1 << place)
            .sum();
        let values = searched(board);
        positions += values.len();
        for (set, rules) in (0_u64..).zip(values) {
            let count = |pieces: u64| pieces.count_ones() as usize;
            let theorem = value(count(set & even), count(set & !even));
            proof.check(&Set(board, set), theorem, u32::from(rules));
        }
    }
    let _ = proof.finish(185_912_458, positions);
}

#[test]
fn lists_and_sets_of_pieces_are_one_game() {
    let mut proof = Proof::of(EnjapmaGame::NAME, "Grundy values of lists and sets agree");
    for board in boards(10) {
        let mut lists = Grundy::new(board);
        let mut sets = Grundy::new(Sets(board));
        for (pieces, value) in (0_u64..).zip(searched(board)) {
            let instance = Instance::of_set(board, pieces);
            let position = instance.position();
            assert_eq!(set(&position), pieces);
            proof.check(&instance, lists.value(&position), Ok(u32::from(value)));
            proof.check(&instance, sets.value(&pieces), Ok(u32::from(value)));
        }
    }
    let _ = proof.finish(2 * 7_306, 0);
}

#[test]
fn the_search_of_a_single_instance_agrees_with_the_theorem() {
    let mut proof = Proof::of(EnjapmaGame::NAME, "--brute agrees");
    proof.check_answers::<EnjapmaGame>(8);
    let _ = proof.finish(1_674, 0);
}

#[test]
fn winning_moves_are_all_that_win() {
    let mut won = 0;
    for board in boards(10) {
        let values = searched(board);
        for pieces in 0..1 << board.cells() {
            let instance = Instance::of_set(board, pieces);
            let position = instance.position();
            let legal = board
                .moves(&position)
                .map(|one| (one, values[set(&board.after(&position, one)) as usize] == 0));
            let promised = instance.winning_moves();
            won += usize::from(!promised.is_empty());
            testkit::winning_moves(&instance, legal, &promised, true);
        }
    }
    assert_eq!(won, 4_856);
}

/// Two boards played at once, as one game searched from the rules: the pieces of both are one
/// set, the first board's in the low bits.
fn searched_pair(first: Board, second: Board) -> Vec<u8> {
    let low = first.cells();
    grundy_table(1 << (low + second.cells()), |set, options| {
        let (a, b) = (set & ((1 << low) - 1), set >> low);
        first.set_options(a as u64, |a| options.add(a as usize | b << low));
        second.set_options(b as u64, |b| options.add(a | (b as usize) << low));
    })
    .expect("options are smaller and values small")
}

#[test]
fn two_boards_at_once_are_won_by_the_exclusive_or() {
    let mut proof = Proof::of(EnjapmaGame::NAME, "the answers of pairs agree");
    for first in boards(5) {
        for second in boards(5) {
            let low = first.cells();
            for (pieces, rules) in (0_u64..).zip(searched_pair(first, second)) {
                let pair = [
                    Instance::of_set(first, pieces & ((1 << low) - 1)),
                    Instance::of_set(second, pieces >> low),
                ];
                let shown = format!("{}{}", pair[0], pair[1]);
                proof.check(&shown, second_wins(&pair), rules == 0);
            }
        }
    }
    let _ = proof.finish(138 * 138, 0);
}

#[test]
fn winning_moves_on_two_boards_are_all_that_win() {
    for first in boards(4) {
        for second in boards(4) {
            let low = first.cells();
            let values = searched_pair(first, second);
            for pieces in 0..values.len() as u64 {
                let pair = [
                    Instance::of_set(first, pieces & ((1 << low) - 1)),
                    Instance::of_set(second, pieces >> low),
                ];
                let [a, b] = pair.each_ref().map(Instance::position);
                let on_first = first.moves(&a).map(|one| {
                    let after = set(&first.after(&a, one)) | set(&b) << low;
                    ((0, one), values[after as usize] == 0)
                });
                let on_second = second.moves(&b).map(|one| {
                    let after = set(&a) | set(&second.after(&b, one)) << low;
                    ((1, one), values[after as usize] == 0)
                });
                let legal = on_first.chain(on_second);
                testkit::winning_moves(&pair, legal, &winning_moves(&pair), true);
            }
        }
    }
}

/// The instance of an input file.
fn read(input: &str) -> Instance {
    EnjapmaGame::parse(&mut Scanner::new(input.as_bytes())).expect(input)
}

#[test]
fn pieces_slide_left_and_down_onto_empty_cells_of_the_board() {
    let instance = read("3 3\no..\n.oo\no.o\n");
    let board = instance.board();
    let position = instance.position();
    assert_eq!(*position, [0, 2, 4, 5, 6]);
    let moves: Vec<(Place, Option<Place>)> = board
        .moves(&position)
        .map(|Move { from, to }| (from, to))
        .collect();
    assert_eq!(
        moves,
        [
            (0, None),
            (2, None),
            (2, Some(1)),
            (4, None),
            (4, Some(3)),
            (4, Some(1)),
            (5, None),
            (6, None),
            (6, Some(3)),
        ]
    );
}

#[test]
fn two_odd_pieces_are_won_by_a_slide_alone() {
    let moves = read("2 3\n..o\n.o.\n").winning_moves();
    let slides = [(1, Some(0)), (5, Some(4)), (5, Some(2))];
    assert_eq!(moves, slides.map(|(from, to)| Move { from, to }));
}

#[test]
fn a_search_beyond_its_budget_is_refused() {
    for input in [
        format!("5 5\n{}", "ooooo\n".repeat(5)),
        program::generate::<EnjapmaGame>(1, 200),
    ] {
        let error = program::brute::<EnjapmaGame>(input.as_bytes()).expect_err("too many pieces");
        assert_eq!(
            error.to_string(),
            "case 1: too large for the search from the rules, which takes at most 4000000 positions; \
             give it a smaller instance, or run the program without --brute"
        );
    }
}

#[test]
fn a_lone_piece_on_the_largest_board_can_be_searched() {
    let rest = format!("{}\n", ".".repeat(200)).repeat(199);
    let instance = read(&format!("200 200\n{}o\n{rest}", ".".repeat(199)));
    assert_eq!(EnjapmaGame::brute(&instance), Ok(Answer::No));
    assert_eq!(EnjapmaGame::solve(&instance), Answer::No);
}

#[test]
fn an_instance_is_read_back_as_written() {
    testkit::round_trip::<EnjapmaGame>(8);
}

#[test]
fn random_instances_keep_to_every_size_and_to_the_bounds() {
    for size in [0, 1, 2, 5, 200, 201, usize::MAX] {
        let most = size.clamp(1, 200);
        let mut largest = 0;
        for seed in 0..300 {
            let board = EnjapmaGame::random(&mut Rng::new(seed), size).board();
            largest = largest.max(board.rows()).max(board.columns());
        }
        assert!(
            (most - most / 50..=most).contains(&largest),
            "{largest} for {size}"
        );
    }
}

#[test]
fn random_answers_are_about_balanced() {
    for size in [4, 20, 100] {
        let yes = (0..400)
            .filter(|&seed| {
                let instance = EnjapmaGame::random(&mut Rng::new(seed), size);
                EnjapmaGame::solve(&instance) == Answer::Yes
            })
            .count();
        assert!((160..=240).contains(&yes), "{yes} of 400 for size {size}");
    }
}

#[test]
fn the_instance_of_a_seed_never_changes() {
    assert_eq!(
        program::generate::<EnjapmaGame>(3, 6),
        "2 6\no..o.o\n..oooo\n"
    );
}

#[test]
fn harmless_departures_from_the_format_are_read() {
    let plain = read("2 2\no.\n.o\n");
    for input in ["2 2\r\no.\r\n.o\r\n", " 2  2 \no. \n.o"] {
        assert_eq!(read(input), plain);
    }
}

/// The message for a file that must be refused.
fn refusal(input: &str) -> String {
    program::solve::<EnjapmaGame>(input.as_bytes())
        .expect_err(input)
        .to_string()
}

#[test]
fn bad_files_are_refused() {
    for (input, message) in [
        (
            "",
            "line 1, column 1: expected H from 1 to 200, found end of file",
        ),
        (
            "0 3\n",
            "line 1, column 1: expected H from 1 to 200, found `0`",
        ),
        (
            "201 1\n",
            "line 1, column 1: expected H from 1 to 200, found `201`",
        ),
        (
            "1 0\n\n",
            "line 1, column 3: expected W from 1 to 200, found `0`",
        ),
        (
            "1 201\n",
            "line 1, column 3: expected W from 1 to 200, found `201`",
        ),
        (
            "1\n2\n",
            "line 1, column 2: expected W from 1 to 200, found end of line",
        ),
        (
            "1 2 3\no.\n",
            "line 1, column 5: expected end of line, found `3`",
        ),
        (
            "2 2\no.\n",
            "line 3, column 1: expected row 2 of 2 to have 2 cells (`o` or `.`), found end of file",
        ),
        (
            "2 2\no.\n.\n",
            "line 3, column 2: expected row 2 of 2 to have 2 cells (`o` or `.`), found 1 cell and end of line",
        ),
        (
            "2 2\no.\n...\n",
            "line 3, column 3: expected end of line after the 2 cells of row 2 of 2, found `.`",
        ),
        (
            "2 2\no.\n.O\n",
            "line 3, column 2: expected `o` or `.`, found `O`",
        ),
        (
            "2 2\no.\n.o\n..\n",
            "line 4, column 1: expected end of file, found `..`",
        ),
    ] {
        assert_eq!(refusal(input), message);
    }
}
