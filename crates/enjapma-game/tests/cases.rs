//! Every case of `problems/enjapma-game/data`, answered by the theorem.

use std::process::ExitCode;

use enjapma_game::EnjapmaGame;

fn main() -> ExitCode {
    testkit::cases::<EnjapmaGame>(env!("CARGO_MANIFEST_DIR"))
}
