//! The theorem against the rules.

use cgt::Grundy;
use gridkit::Problem;
use testkit::Proof;

use __crate__::rules::{Heap, MOST_TAKEN};
use __crate__::{Instance, __Type__};

fn prove(size: usize, least: u64) {
    let mut proof = Proof::of(__Type__::NAME, "every Grundy value agrees");
    let mut search = Grundy::new(Heap);
    for instance in __Type__::small(size) {
        let rules = search.value(&instance.stones).expect("room enough");
        proof.check(&instance, instance.grundy(), rules);
    }
    let _ = proof.finish(least, search.positions());
}

#[test]
fn the_theorem_holds_on_small_heaps() {
    prove(20_000, 20_001);
}

#[test]
#[ignore = "long without --release; `cargo prove` runs it"]
fn prove_every_heap_up_to_a_million() {
    prove(1_000_000, 1_000_001);
}

#[test]
fn the_search_of_a_single_instance_agrees_with_the_theorem() {
    let mut proof = Proof::of(__Type__::NAME, "--brute agrees");
    proof.check_answers::<__Type__>(300);
    let _ = proof.finish(301, 0);
}

#[test]
fn winning_moves_are_all_that_win() {
    for stones in 0..100 {
        let legal = (1..=MOST_TAKEN.min(stones)).map(|taken| {
            let after = Instance {
                stones: stones - taken,
            };
            (taken, after.grundy() == 0)
        });
        let instance = Instance { stones };
        testkit::winning_moves(&instance, legal, &instance.winning_moves(), true);
    }
}

#[test]
fn an_instance_is_read_back_as_written() {
    testkit::round_trip::<__Type__>(100);
}

#[test]
fn bad_files_are_refused() {
    for (input, message) in [
        (
            "",
            "line 1, column 1: expected n from 0 to 1000000000, found end of file",
        ),
        (
            "x\n",
            "line 1, column 1: expected n from 0 to 1000000000, found `x`",
        ),
        ("1 2\n", "line 1, column 3: expected end of line, found `2`"),
        (
            "1\n2\n",
            "line 2, column 1: expected end of file, found `2`",
        ),
    ] {
        let error = gridkit::program::solve::<__Type__>(input.as_bytes()).expect_err(input);
        assert_eq!(error.to_string(), message);
    }
}
