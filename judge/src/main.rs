//! The program `judge`.

use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::init();
    judge::main(std::env::args_os()).into()
}
