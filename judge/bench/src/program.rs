//! The programs that are run: small C++ sources, compiled for the occasion.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::trouble::Trouble;

/// Does nothing, but loads the C++ library as every solution does.
pub(crate) const NOTHING: &str = "#include <iostream>\nint main() {}\n";

/// Prints what it reads.
pub(crate) const ECHO: &str =
    "#include <iostream>\nint main() { std::cout << std::cin.rdbuf(); }\n";

/// Uses the CPU time in seconds that its first argument says, by its own account, and then prints what it reads.
pub(crate) const BUSY: &str = "\
#include <cstdlib>
#include <ctime>
#include <iostream>
int main(int, char **argv) {
    double seconds = std::atof(argv[1]);
    while (std::clock() < seconds * CLOCKS_PER_SEC) {}
    std::cout << std::cin.rdbuf();
}
";

/// A folder that other users may read, gone when dropped.
pub(crate) fn folder() -> Result<tempfile::TempDir, Trouble> {
    let make = || {
        let folder = tempfile::Builder::new().prefix("measure-").tempdir()?;
        // In the sandbox the programs are somebody else's.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
        Ok(folder)
    };
    make().map_err(Trouble::system("make a temporary folder"))
}

/// Compiles a program into a folder.
pub(crate) fn compile(source: &str, folder: &Path) -> Result<PathBuf, Trouble> {
    let file = folder.join("program.cpp");
    fs::write(&file, source).map_err(Trouble::system("write a source"))?;
    let program = folder.join("program");
    let words: [&OsStr; 4] = [
        OsStr::new("-O2"),
        OsStr::new("-o"),
        program.as_ref(),
        file.as_ref(),
    ];
    ran(Command::new("c++").args(words))?;
    Ok(program)
}

/// Runs a command whose failure is a trouble.
pub(crate) fn ran(command: &mut Command) -> Result<(), Trouble> {
    said(command).map(drop)
}

/// Runs a command whose failure is a trouble, and says what it printed.
pub(crate) fn said(command: &mut Command) -> Result<String, Trouble> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let name = text(command.get_program().as_encoded_bytes());
    let output = command.output().map_err(|source| Trouble::Start {
        name: name.clone(),
        source,
    })?;
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    Err(Trouble::Failed {
        command: name,
        status: output.status.to_string(),
        said: text(&output.stderr).trim().to_owned(),
    })
}
