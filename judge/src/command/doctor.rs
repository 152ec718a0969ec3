//! `judge doctor`: which layers of the sandbox work here.

use std::io::{self, Write};

use sandbox::Sandbox;

use crate::cli::complain;
use crate::exit::Exit;
use crate::report::Quietly;

pub(crate) fn doctor() -> Exit {
    let layers = match Sandbox::probe() {
        Ok(layers) => layers,
        Err(error) => {
            complain(&error);
            return Exit::Unjudged;
        }
    };
    let mut out = Quietly::new(io::stdout());
    match writeln!(out, "isolation: {}\n{layers}", layers.level()) {
        Ok(()) => Exit::Success,
        Err(error) => {
            complain(&format_args!("cannot write the list: {error}"));
            Exit::Unjudged
        }
    }
}
