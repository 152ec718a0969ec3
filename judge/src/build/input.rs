//! Inputs and answers that programs of the package write, instead of being kept in it.
//!
//! Their content lies in the cache under its own hash, so a damaged file is found out. Where the
//! package names no BLAKE3 hash, a note under the hash of what it was made from says which content
//! that gave.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use package::{Call, Hash, Lines, Made, Stream};
use sandbox::{Exit, Files, Limits, Reason, SandboxError, Stdin};
use sha2::{Digest, Sha256};

use super::cache::CacheError;
use super::{Builder, Built, Command};
use crate::regular;
use crate::text;

/// Bytes that a generator may write.
const LARGEST_INPUT: u64 = 1 << 30;
/// Bytes that it may write on standard error, if that is what is wanted.
const LARGEST_IN_MEMORY: u64 = 64 << 20;
/// Bytes of memory that it may use.
const MEMORY: u64 = 4 << 30;
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
        stdin: made.stdin.as_deref(),
    }
    .file(made)
}

/// The file of the answer that a solution of the jury gives to `input`, likewise.
pub(crate) fn answer(
    builder: &Builder<'_>,
    made: &Made,
    input: &Path,
) -> Result<PathBuf, InputError> {
    let given = match made.stream {
        Stream::Output => Some(input),
        Stream::Error => None,
    };
    Making {
        builder,
        program: "program that makes the answer",
        what: "answer",
        stdin: made.stdin.as_deref().or(given),
    }
    .file(made)
}

/// The file at `path`, or a copy of it in which the lines end as they should.
pub(crate) fn with_lines(
    builder: &Builder<'_>,
    path: PathBuf,
    lines: Lines,
) -> Result<PathBuf, InputError> {
    let unreadable = |source| InputError::Input {
        path: path.clone(),
        source,
    };
    if lines == Lines::Kept || ends_well(&path, lines).map_err(unreadable)? {
        return Ok(path);
    }
    let cache = builder.cache;
    let work = cache.fresh()?;
    let place = work.path().join("lines");
    let mut sink = Hashing::new(cache.tried(File::create(&place))?);
    let mut file = BufReader::new(regular::open(&path).map_err(unreadable)?);
    let mut line = Vec::new();
    loop {
        line.clear();
        if file.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
            break;
        }
        let body = line.strip_suffix(b"\n").unwrap_or(&line);
        let ended = body.len() < line.len() || lines == Lines::UnixToTheLast;
        let ended = ended || body.ends_with(b"\r");
        let body = body.strip_suffix(b"\r").unwrap_or(body);
        let mut text: Vec<u8> = body
            .iter()
            .map(|byte| if *byte == b'\r' { b'\n' } else { *byte })
            .collect();
        text.extend(ended.then_some(b'\n'));
        cache.tried(sink.write_all(&text))?;
    }
    Ok(cache.keep_input(&place, &sink.hashes().blake3)?)
}

/// Whether the lines of a file end as they should.
fn ends_well(path: &Path, lines: Lines) -> io::Result<bool> {
    let mut file = regular::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    let mut last = b'\n';
    loop {
        let read = file.read(&mut buffer)?;
        let bytes = buffer.get(..read).unwrap_or_default();
        match bytes.last() {
            None => return Ok(last == b'\n' || lines != Lines::UnixToTheLast),
            Some(_) if bytes.contains(&b'\r') => return Ok(false),
            Some(byte) => last = *byte,
        }
    }
}

struct Making<'a> {
    builder: &'a Builder<'a>,
    /// What the program and its output are, for messages.
    program: &'static str,
    what: &'static str,
    /// The file on its standard input.
    stdin: Option<&'a Path>,
}

impl Making<'_> {
    fn file(&self, made: &Made) -> Result<PathBuf, InputError> {
        let cache = self.builder.cache;
        // With the content's own hash nothing has to be built to find it.
        if let Some(Hash::Blake3(hash)) = &made.hash
            && let Some(place) = cache.input(hash)
        {
            return Ok(place);
        }
        let command = self.build(&made.call)?;
        let note = match &made.hash {
            Some(Hash::Blake3(_)) => None,
            _ => Some(cache.made(&self.key(&command, made)?)),
        };
        let noted = note
            .as_ref()
            .and_then(|note| String::from_utf8(regular::read(note).ok()?).ok());
        if let Some(place) = noted.and_then(|hash| cache.input(&hash)) {
            return Ok(place);
        }
        let work = cache.fresh()?;
        let file = work.path().join("made");
        let found = self.run(command, made.stream, &file)?;
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
                remedy: if self.what == "input" {
                    " and answer"
                } else {
                    ""
                },
            });
        }
        let place = cache.keep_input(&file, &found.blake3)?;
        if let Some(note) = note {
            let text = work.path().join("note");
            cache.tried(fs::write(&text, &found.blake3))?;
            cache.keep(&text, &note)?;
        }
        Ok(place)
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
    fn key(&self, command: &Command, made: &Made) -> Result<blake3::Hash, InputError> {
        let mut hasher = blake3::Hasher::new();
        let mut part = |bytes: &[u8]| {
            hasher.update(&bytes.len().to_le_bytes());
            hasher.update(bytes);
        };
        part(format!("{:?} {:?}", made.hash, made.stream).as_bytes());
        for word in &command.argv {
            part(word.as_encoded_bytes());
            let file = Path::new(word);
            let small = file
                .metadata()
                .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST_PROGRAM);
            if small
                && let Some(content) = regular::open(file).ok().and_then(|file| hash(file).ok())
            {
                part(content.as_bytes());
            }
        }
        if let Some(stdin) = self.stdin {
            let content = regular::open(stdin).and_then(hash);
            part(content.map_err(self.unreadable(stdin))?.as_bytes());
        }
        Ok(hasher.finalize())
    }

    fn run(&self, command: Command, stream: Stream, file: &Path) -> Result<Hashes, InputError> {
        let cache = self.builder.cache;
        let mut sink = Hashing::new(cache.tried(File::create(file))?);
        let mut nowhere = io::sink();
        let limits = Limits {
            cpu: Some(Duration::from_secs(60)),
            wall: Some(Duration::from_secs(120)),
            memory: Some(MEMORY),
            output: LARGEST_INPUT,
            stderr: match stream {
                Stream::Output => Limits::default().stderr,
                Stream::Error => LARGEST_IN_MEMORY,
            },
            ..Limits::default()
        };
        let stdin = match self.stdin {
            Some(input) => Stdin::File(regular::open(input).map_err(self.unreadable(input))?),
            None => Stdin::Null,
        };
        let files = Files {
            stdin,
            stdout: match stream {
                Stream::Output => &mut sink,
                Stream::Error => &mut nowhere,
            },
        };
        let execution = self
            .builder
            .sandbox
            .run(&command.program(MEMORY), &limits, files)?;
        let failed = |reason| {
            Err(InputError::Failed {
                program: self.program,
                reason,
            })
        };
        match (execution.reason, execution.exit) {
            (None, Exit::Code(0)) if stream == Stream::Output => Ok(sink.hashes()),
            (None, Exit::Code(0)) if execution.stderr_truncated => {
                failed(format!("wrote more than {}", text::size(LARGEST_IN_MEMORY)))
            }
            (None, Exit::Code(0)) => {
                cache.tried(sink.write_all(&execution.stderr))?;
                Ok(sink.hashes())
            }
            (None, exit) => {
                let last = text::tail(&command.named(&execution.stderr), 1);
                let last = last.into_iter().next_back().unwrap_or_default();
                let separator = if last.is_empty() { "" } else { ": " };
                failed(format!("{exit}{separator}{last}"))
            }
            (Some(Reason::Cancelled), _) => Err(SandboxError::Cancelled.into()),
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
    fn new(file: File) -> Hashing {
        Hashing {
            file,
            blake3: blake3::Hasher::new(),
            sha256: Sha256::new(),
        }
    }

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
