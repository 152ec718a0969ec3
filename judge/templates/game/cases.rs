//! Every case of `problems/NAME/data`, answered by the theorem.

use std::process::ExitCode;

use CRATE::TYPE;

fn main() -> ExitCode {
    testkit::cases::<TYPE>(env!("CARGO_MANIFEST_DIR"))
}
