//! Inputs and answers that programs of the package write, instead of being kept in it.
//!
//! Their content lies in the cache under its own hash, so a damaged file is found out. Where the
//! package names no BLAKE3 hash, a note under the hash of what it was made from says which content
//! that gave.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use package::{Call, Hash, Made};
use sandbox::{Exit, Files, Limits, SandboxError, Stdin};
use sha2::{Digest, Sha256};

use super::cache::CacheError;
use super::{Builder, Built, Command};
use crate::text;

/// Bytes that a generator may write.
const LARGEST_INPUT: u64 = 1 << 30;
/// Bytes of a program's file that are worth hashing.
const LARGEST_PROGRAM: u64 = 256 << 20;

/// An input or answer could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("the {program} cannot be built: {reason}")]
    Build {
        program: &'static str,
        reason: String,
    },
    #[error("the {program} failed: {reason}")]
    Failed {
        program: &'static str,
        reason: String,
    },
    #[error(
        "the {program} wrote another {what} than the package names: expected the hash {expected}, found {found}; repair the {program}, or write the new hash{remedy}"
    )]
    Hash {
        program: &'static str,
        what: &'static str,
        expected: String,
        found: String,
        remedy: &'static str,
    },
    #[error("cannot read the input {}: {source}", path.display())]
    Input { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Cache(#[from] CacheError),
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// The file of the input that a generator makes, made now if it is not there or was changed.
pub(crate) fn generate(builder: &Builder<'_>, made: &Made) -> Result<PathBuf, InputError> {
    Making {
        builder,
        program: "generator",
        what: "input",
        input: None,
    }
    .file(made)
}

/// The file of the answer that a solution of the jury gives to `input`, likewise.
pub(crate) fn answer(
    builder: &Builder<'_>,
    made: &Made,
    input: &Path,
) -> Result<PathBuf, InputError> {
    Making {
        builder,
        program: "solution that makes the answer",
        what: "answer",
        input: Some(input),
    }
    .file(made)
}

struct Making<'a> {
    builder: &'a Builder<'a>,
    /// What the program and its output are, for messages.
    program: &'static str,
    what: &'static str,
    /// The file on its standard input.
    input: Option<&'a Path>,
}

impl Making<'_> {
    fn file(&self, made: &Made) -> Result<PathBuf, InputError> {
        let cache = self.builder.cache;
        // With the content's own hash nothing has to be built to find it.
        if let Some(Hash::Blake3(hash)) = &made.hash
            && let Some(place) = self.intact(hash)
        {
            return Ok(place);
        }
        let command = self.build(&made.call)?;
        let note = match &made.hash {
            Some(Hash::Blake3(_)) => None,
            hash => Some(cache.made(&self.key(&command, hash.as_ref())?)),
        };
        let noted = note.as_ref().and_then(|note| fs::read_to_string(note).ok());
        if let Some(place) = noted.and_then(|hash| self.intact(&hash)) {
            return Ok(place);
        }
        let work = cache.fresh()?;
        let file = work.path().join("made");
        let found = self.run(command, &file)?;
        let (expected, found_hash) = match &made.hash {
            Some(Hash::Blake3(expected)) => (Some(expected), &found.blake3),
            Some(Hash::Sha256(expected)) => (Some(expected), &found.sha256),
            None => (None, &found.blake3),
        };
        if let Some(expected) = expected.filter(|expected| *expected != found_hash) {
            return Err(InputError::Hash {
                program: self.program,
                what: self.what,
                expected: expected.clone(),
                found: found_hash.clone(),
                remedy: if self.input.is_none() {
                    " and answer"
                } else {
                    ""
                },
            });
        }
        let place = cache.input(&found.blake3);
        // A file that lost its content since is replaced by this.
        cache.keep(&file, &place)?;
        if let Some(note) = note {
            let text = work.path().join("note");
            cache.tried(fs::write(&text, &found.blake3))?;
            cache.keep(&text, &note)?;
        }
        Ok(place)
    }

    /// The file with this hash, if it is in the cache as it should be.
    fn intact(&self, blake3: &str) -> Option<PathBuf> {
        let place = self.builder.cache.input(blake3);
        let found = hash(File::open(&place).ok()?).ok()?;
        (found.to_hex().as_str() == blake3).then_some(place)
    }

    fn build(&self, call: &Call) -> Result<Command, InputError> {
        match self.builder.build(call) {
            Built::Ready(command) => Ok(command),
            Built::Failed(reason) | Built::Missing(reason) | Built::Broken(reason) => {
                Err(InputError::Build {
                    program: self.program,
                    reason,
                })
            }
        }
    }

    /// What the output follows from: the words, the content of the files among them, the input, and
    /// the hash that it was found to have.
    fn key(&self, command: &Command, expected: Option<&Hash>) -> Result<blake3::Hash, InputError> {
        let mut hasher = blake3::Hasher::new();
        let mut part = |bytes: &[u8]| {
            hasher.update(&bytes.len().to_le_bytes());
            hasher.update(bytes);
        };
        part(format!("{expected:?}").as_bytes());
        for word in &command.argv {
            part(word.as_encoded_bytes());
            let file = Path::new(word);
            let small = file
                .metadata()
                .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST_PROGRAM);
            if small && let Some(content) = File::open(file).ok().and_then(|file| hash(file).ok()) {
                part(content.as_bytes());
            }
        }
        if let Some(input) = self.input {
            part(
                open(input)
                    .and_then(hash)
                    .map_err(self.unreadable(input))?
                    .as_bytes(),
            );
        }
        Ok(hasher.finalize())
    }

    fn run(&self, command: Command, file: &Path) -> Result<Hashes, InputError> {
        let cache = self.builder.cache;
        let mut sink = Hashing {
            file: cache.tried(File::create(file))?,
            blake3: blake3::Hasher::new(),
            sha256: Sha256::new(),
        };
        let limits = Limits {
            cpu: Some(Duration::from_secs(60)),
            wall: Some(Duration::from_secs(120)),
            memory: Some(4 << 30),
            output: LARGEST_INPUT,
            ..Limits::default()
        };
        let stdin = match self.input {
            Some(input) => Stdin::File(open(input).map_err(self.unreadable(input))?),
            None => Stdin::Null,
        };
        let files = Files {
            stdin,
            stdout: &mut sink,
        };
        let execution = self
            .builder
            .sandbox
            .run(&command.program(), &limits, files)?;
        let failed = |reason| {
            Err(InputError::Failed {
                program: self.program,
                reason,
            })
        };
        match (execution.reason, execution.exit) {
            (None, Exit::Code(0)) => Ok(sink.hashes()),
            (None, exit) => {
                let last = text::tail(&execution.stderr, 1).pop().unwrap_or_default();
                let separator = if last.is_empty() { "" } else { ": " };
                failed(format!("{exit}{separator}{last}"))
            }
            (Some(reason), _) => failed(format!("over its limit: {reason:?}")),
        }
    }

    fn unreadable(&self, path: &Path) -> impl FnOnce(io::Error) -> InputError {
        let path = path.to_owned();
        move |source| InputError::Input { path, source }
    }
}

/// The hashes of what was written, in hexadecimal.
struct Hashes {
    blake3: String,
    sha256: String,
}

/// Hashes what it writes.
struct Hashing {
    file: File,
    blake3: blake3::Hasher,
    sha256: Sha256,
}

impl Hashing {
    fn hashes(self) -> Hashes {
        let sha256 = self.sha256.finalize();
        Hashes {
            blake3: self.blake3.finalize().to_hex().to_string(),
            sha256: sha256.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.blake3.update(&bytes[..written]);
        self.sha256.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn hash(file: File) -> io::Result<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file)?;
    Ok(hasher.finalize())
}

fn open(path: &Path) -> io::Result<File> {
    // Opening a FIFO would wait for ever.
    match path.metadata()?.is_file() {
        true => File::open(path),
        false => Err(io::Error::other("not a regular file")),
    }
}
