//! Every case of `problems/northcott-game/data`, answered by the theorem.

use std::process::ExitCode;

use northcott_game::NorthcottGame;

fn main() -> ExitCode {
    testkit::cases::<NorthcottGame>(env!("CARGO_MANIFEST_DIR"))
}
