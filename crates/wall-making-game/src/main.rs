//! The program of the game: see [`gridkit::program`] for its modes.

use std::process::ExitCode;

use wall_making_game::WallMakingGame;

fn main() -> ExitCode {
    gridkit::run::<WallMakingGame>()
}
