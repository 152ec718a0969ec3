//! `judge completions`: the completions of a shell.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::cli;
use crate::exit::Exit;
use crate::report::Quietly;

pub(crate) fn completions(shell: Shell) -> Exit {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::definition(), "judge", &mut script);
    let mut out = Quietly::new(io::stdout());
    match out.write_all(&script).and_then(|()| out.flush()) {
        Ok(()) => Exit::Success,
        Err(error) => {
            cli::complain(&format_args!("cannot write the completions: {error}"));
            Exit::Unjudged
        }
    }
}
