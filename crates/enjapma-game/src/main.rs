//! The program of the game: see [`gridkit::program`] for its modes.

use std::process::ExitCode;

use enjapma_game::EnjapmaGame;

fn main() -> ExitCode {
    gridkit::run::<EnjapmaGame>()
}
