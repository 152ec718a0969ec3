//! Every case of `problems/eat-the-chip/data`, answered by the theorem.

use std::process::ExitCode;

use eat_the_chip::EatTheChip;

fn main() -> ExitCode {
    testkit::cases::<EatTheChip>(env!("CARGO_MANIFEST_DIR"))
}
