//! `judge completions`: the completions of a shell.

use std::io;

use clap_complete::Shell;

use crate::cli;
use crate::exit::Exit;
use crate::report::Quietly;

pub(crate) fn completions(shell: Shell) -> Exit {
    let mut definition = cli::definition();
    clap_complete::generate(
        shell,
        &mut definition,
        "judge",
        &mut Quietly::new(io::stdout()),
    );
    Exit::Success
}
