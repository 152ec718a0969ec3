//! The program of the game: see [`gridkit::program`] for its modes.

use std::process::ExitCode;

use board_game::BoardGame;

fn main() -> ExitCode {
    gridkit::run::<BoardGame>()
}
