//! The program of the game: see [`gridkit::program`] for its modes.

use std::process::ExitCode;

use kisu_pari_na_1::KisuPariNa1;

fn main() -> ExitCode {
    gridkit::run::<KisuPariNa1>()
}
