//! The program of the game: see [`gridkit::program`] for its modes.

use std::process::ExitCode;

use CRATE::TYPE;

fn main() -> ExitCode {
    gridkit::run::<TYPE>()
}
