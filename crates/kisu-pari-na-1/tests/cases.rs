//! Every case of `problems/kisu-pari-na-1/data`, answered by the theorem.

use std::process::ExitCode;

use kisu_pari_na_1::KisuPariNa1;

fn main() -> ExitCode {
    testkit::cases::<KisuPariNa1>(env!("CARGO_MANIFEST_DIR"))
}
