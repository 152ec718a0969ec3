//! The place where a compiler works, in the sandbox and within the package's limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Exit, Files, Folder, Limits, Program, Reason, SandboxError, Stdin};

use super::cache::CacheError;
use super::origin::Origins;
use super::tree::Tree;
use super::{Builder, Unbuilt};
use crate::text;

/// Bytes of a compiler's messages that are kept.
const LOG: u64 = 64 << 10;
/// What a compiler may use where the package does not say.
const TIME: Duration = Duration::from_secs(60);
const MEMORY: u64 = 2 << 30;

/// The folder of the program that `key` stands for: found in the cache, or filled with `tree` and
/// finished by `make`.
pub(crate) fn made(
    builder: &Builder<'_>,
    key: &blake3::Hash,
    tree: &Tree,
    make: impl FnOnce(&Path) -> Result<(), Unbuilt>,
) -> Result<PathBuf, Unbuilt> {
    let broken = |error: CacheError| Unbuilt::Broken(error.to_string());
    let cache = builder.cache;
    if let Some(place) = cache.program(key) {
        return Ok(place);
    }
    let (workshop, folder) = cache.workshop().map_err(broken)?;
    cache.tried(tree.write(&folder)).map_err(broken)?;
    make(&folder)?;
    cache.keep_program(workshop, key).map_err(broken)
}

/// Runs a compiler in `folder`, within the limits of the package. What it says of a file there is told
/// of the user's own.
pub(crate) fn run_compiler(
    builder: &Builder<'_>,
    program: Program,
    folder: &Path,
    origins: &Origins,
) -> Result<(), Unbuilt> {
    let program = Program {
        cwd: Folder::Writable(folder.to_owned()),
        ..program
    };
    let time = builder.rules.compile_time.unwrap_or(TIME);
    let memory = builder.rules.compile_memory.unwrap_or(MEMORY);
    // A busy machine makes no compiler fail that would have ended in time.
    let wall = time * 2 + Duration::from_secs(30);
    let limits = Limits {
        cpu: Some(time),
        wall: Some(wall),
        memory: Some(memory),
        output: LOG,
        stderr: LOG,
        file_size: Some(256 << 20),
        ..Limits::default()
    };
    let mut output = Vec::new();
    let files = Files {
        stdin: Stdin::Null,
        stdout: &mut output,
    };
    let execution = builder
        .sandbox
        .run(&program, &limits, files)
        .map_err(|error| match error {
            SandboxError::TooManyFiles { .. } => Unbuilt::Failed(error.to_string()),
            error => Unbuilt::Broken(error.to_string()),
        })?;
    output.extend_from_slice(&execution.stderr);
    // The folder's name is an accident of this build.
    let place = format!("{}/", folder.display());
    let log = text::escaped_lines(&origins.named(&output)).replace(&place, "");
    match (execution.reason, execution.exit) {
        (None, Exit::Code(0)) => Ok(()),
        (None, Exit::Code(code)) if log.trim().is_empty() => Err(Unbuilt::Failed(format!(
            "the compiler ended with exit code {code} and said nothing"
        ))),
        (None, Exit::Code(_)) => Err(Unbuilt::Failed(log)),
        (None, exit) => Err(Unbuilt::Failed(format!(
            "the compiler ended by {exit}\n{log}"
        ))),
        (Some(reason), _) => {
            let limit = match reason {
                Reason::Cpu => format!("{} s of CPU time", time.as_secs_f64()),
                Reason::Wall => format!("{} s", wall.as_secs_f64()),
                Reason::Memory => format!("{} of memory", text::size(memory)),
                Reason::Output => format!("{} of messages", text::size(LOG)),
                _ => return Err(Unbuilt::Broken("compilation was cancelled".to_owned())),
            };
            Err(Unbuilt::Failed(format!(
                "the compiler used more than {limit}\n{log}"
            )))
        }
    }
}
