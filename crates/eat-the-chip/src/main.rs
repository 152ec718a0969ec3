//! The program of the game: see [`gridkit::program`] for its modes.

use std::process::ExitCode;

use eat_the_chip::EatTheChip;

fn main() -> ExitCode {
    gridkit::run::<EatTheChip>()
}
