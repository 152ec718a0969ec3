//! Every case of `problems/board-game/data`, answered by the theorem.

use std::process::ExitCode;

use board_game::BoardGame;

fn main() -> ExitCode {
    testkit::cases::<BoardGame>(env!("CARGO_MANIFEST_DIR"))
}
