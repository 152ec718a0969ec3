//! Every case of `problems/wall-making-game/data`, answered by the theorem.

use std::process::ExitCode;

use wall_making_game::WallMakingGame;

fn main() -> ExitCode {
    testkit::cases::<WallMakingGame>(env!("CARGO_MANIFEST_DIR"))
}
