//! The program of the game: see [`gridkit::program`] for its modes.

use std::process::ExitCode;

use northcott_game::NorthcottGame;

fn main() -> ExitCode {
    gridkit::run::<NorthcottGame>()
}
