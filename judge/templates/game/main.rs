//! The program of the game: see [`gridkit::program`] for its modes.

use std::process::ExitCode;

use __crate__::__Type__;

fn main() -> ExitCode {
    gridkit::run::<__Type__>()
}
