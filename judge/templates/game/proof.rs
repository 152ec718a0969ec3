//! The theorem against the rules.
//!
//! Nothing here names what is particular to the game, so it holds for yours as it stands. A game
//! with Grundy values should compare those, with one search for all instances; its winning moves
//! should be checked with `testkit::winning_moves`, and each refusal of its parser by its message.

use gridkit::{Problem, program};
use testkit::Proof;

use __crate__::__Type__;

/// Compares the answers of all instances up to `size`.
fn prove(size: usize, least: u64) {
    let mut proof = Proof::of(__Type__::NAME, "the answers agree");
    proof.check_answers::<__Type__>(size);
    let _ = proof.finish(least, 0);
}

#[test]
fn the_theorem_holds_on_small_instances() {
    prove(300, 300);
}

#[test]
#[ignore = "long without --release; `cargo prove` runs it"]
fn prove_larger_instances() {
    prove(3000, 3000);
}

#[test]
fn an_instance_is_read_back_as_written() {
    testkit::round_trip::<__Type__>(100);
}

#[test]
fn random_files_are_valid_and_their_answers_vary() {
    let answers = testkit::random_files::<__Type__>(100, 100);
    assert!(answers.len() > 1, "{answers:?}");
}

#[test]
fn bad_files_are_refused() {
    let good = program::generate::<__Type__>(7, 100);
    let short = good.trim_end().rsplit_once(char::is_whitespace);
    let short = short.map_or("", |(start, _)| start);
    for bad in [short, &format!("{good}rubbish\n"), "?\n"] {
        let checked = program::validate::<__Type__>(bad.as_bytes());
        assert!(checked.is_err(), "{bad:?}");
    }
}
