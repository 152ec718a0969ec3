//! Inputs that are made by a generator instead of being kept.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use sandbox::{Exit, Files, Limits, Sandbox, SandboxError, Stdin};

use super::cache::{Cache, CacheError};
use super::{Builder, Built, Command};
use crate::text;
use package::Call;

/// Bytes that a generator may write.
const LARGEST_INPUT: u64 = 1 << 30;

/// An input could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("the generator cannot be built: {0}")]
    Build(String),
    #[error("the generator failed: {0}")]
    Failed(String),
    #[error(
        "the generator wrote another input than the package names: expected the hash {expected}, found {found}; repair the generator, or write the new hash and answer"
    )]
    Hash { expected: String, found: String },
    #[error(transparent)]
    Cache(#[from] CacheError),
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// The file of the input that `call` makes, made now if it is not there or was changed.
pub(crate) fn generate(
    builder: &Builder<'_>,
    call: &Call,
    blake3: &str,
) -> Result<PathBuf, InputError> {
    let cache = builder.cache;
    let place = cache.input(blake3);
    let intact = |file: File| hash(file).is_ok_and(|found| found == blake3);
    if File::open(&place).is_ok_and(intact) {
        return Ok(place);
    }
    let command = match builder.build(call) {
        Built::Ready(command) => command,
        Built::Failed(reason) | Built::Missing(reason) | Built::Broken(reason) => {
            return Err(InputError::Build(reason));
        }
    };
    let work = cache.fresh()?;
    let file = work.path().join("input");
    let found = run(builder.sandbox, cache, command, &file)?;
    if found != blake3 {
        return Err(InputError::Hash {
            expected: blake3.to_owned(),
            found,
        });
    }
    // A file that lost its content since is replaced by this.
    cache.keep(&file, &place)?;
    Ok(place)
}

fn run(
    sandbox: &Sandbox,
    cache: &Cache,
    command: Command,
    file: &std::path::Path,
) -> Result<String, InputError> {
    let mut sink = Hashing {
        file: cache.tried(File::create(file))?,
        hasher: blake3::Hasher::new(),
    };
    let program = command.program();
    let limits = Limits {
        cpu: Some(Duration::from_secs(60)),
        wall: Some(Duration::from_secs(120)),
        memory: Some(4 << 30),
        output: LARGEST_INPUT,
        ..Limits::default()
    };
    let files = Files {
        stdin: Stdin::Null,
        stdout: &mut sink,
    };
    let execution = sandbox.run(&program, &limits, files)?;
    match (execution.reason, execution.exit) {
        (None, Exit::Code(0)) => Ok(sink.hasher.finalize().to_hex().to_string()),
        (None, exit) => {
            let last = text::tail(&execution.stderr, 1).pop().unwrap_or_default();
            let separator = if last.is_empty() { "" } else { ": " };
            Err(InputError::Failed(format!("{exit}{separator}{last}")))
        }
        (Some(reason), _) => Err(InputError::Failed(format!("over its limit: {reason:?}"))),
    }
}

/// Hashes what it writes.
struct Hashing {
    file: File,
    hasher: blake3::Hasher,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn hash(file: File) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file)?;
    Ok(hasher.finalize().to_hex().to_string())
}
