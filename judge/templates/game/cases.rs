//! Every case of `problems/__name__/data`, answered by the theorem.

use std::process::ExitCode;

use __crate__::__Type__;

fn main() -> ExitCode {
    testkit::cases::<__Type__>(env!("CARGO_MANIFEST_DIR"))
}
