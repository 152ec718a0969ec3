//! The least that a judge can do, as a program of its own: for each case `posix_spawn` with redirected files, a wait, and
//! a comparison of bytes; no limits, no sandbox, no report.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::trouble::Trouble;

/// What is read at once of an output.
const BLOCK: usize = 128 * 1024;

/// What to run on which cases.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    program: PathBuf,
    /// With `NAME.in` and `NAME.out`
    cases: PathBuf,
    /// A file for the output
    output: PathBuf,
}

/// Whether every case is right.
pub(crate) fn run(args: &Args) -> Result<bool, Trouble> {
    let judge = || {
        let mut inputs = Vec::new();
        for entry in fs::read_dir(&args.cases)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "in") {
                inputs.push(path);
            }
        }
        inputs.sort_unstable();
        let mut right = true;
        for input in inputs {
            right &= is_right(&args.program, &input, &args.output)?;
        }
        Ok(right)
    };
    judge().map_err(Trouble::system("judge as little as can be"))
}

fn is_right(program: &Path, input: &Path, output: &Path) -> io::Result<bool> {
    let status = Command::new(program)
        .stdin(Stdio::from(File::open(input)?))
        .stdout(Stdio::from(File::create(output)?))
        .stderr(Stdio::null())
        .status()?;
    let files = [output, &input.with_extension("out")].map(File::open);
    let [found, expected] = files;
    Ok(status.success() && same(&mut found?, &mut expected?)?)
}

fn same(found: &mut File, expected: &mut File) -> io::Result<bool> {
    if found.metadata()?.len() != expected.metadata()?.len() {
        return Ok(false);
    }
    let [mut left, mut right] = [(); 2].map(|()| vec![0; BLOCK]);
    loop {
        // A file gives as much as is asked for, but at its end.
        let (count, other) = (found.read(&mut left)?, expected.read(&mut right)?);
        if left.get(..count) != right.get(..other) {
            return Ok(false);
        }
        if count == 0 {
            return Ok(true);
        }
    }
}
