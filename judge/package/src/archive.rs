//! Packages in zip archives, unpacked to a temporary folder that goes with the problem.
//!
//! An archive comes from anywhere. Nothing is written outside the folder or through a link, every
//! size is counted as it is written whatever the headers say, and what cannot be unpacked in one
//! way only is refused: two entries of one name, entries that share bytes, encrypted ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::PackageError;

/// Bytes of all files together.
const MOST_BYTES: u64 = 4 << 30;
/// Files and folders.
const MOST_FILES: usize = 100_000;
/// Folders in each other.
const DEEPEST: usize = 32;
/// Bytes that an archive may always unpack to, and how many for each of its own beyond: no test
/// data is as dense as a bomb.
const ALWAYS: u64 = 64 << 20;
const RATIO: u64 = 200;
/// Bytes of the target of a link.
const LONGEST_LINK: u64 = 4096;

/// The content of an archive in a temporary folder, removed with the last copy of this.
#[derive(Debug, Clone)]
pub struct Unpacked(Arc<TempDir>);

impl Unpacked {
    /// An empty folder.
    pub(crate) fn empty() -> Result<Unpacked, PackageError> {
        let folder = tempfile::Builder::new().prefix("judge-package-").tempdir();
        let folder = folder.map_err(PackageError::read(std::env::temp_dir()))?;
        Ok(Unpacked(Arc::new(folder)))
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Whether a path is that of a zip archive, by its name.
#[must_use]
pub fn is_archive(path: &Path) -> bool {
    let named = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
    named && path.is_file()
}

/// Unpacks the archive at `path`.
pub(crate) fn unpack(path: &Path) -> Result<Unpacked, PackageError> {
    let refuse = |message: String| PackageError::file(path, message);
    let file = File::open(path).map_err(PackageError::read(path))?;
    let size = file.metadata().map_err(PackageError::read(path))?.len();
    let folder = Unpacked::empty()?;
    let root = folder.path().canonicalize();
    let root = root.map_err(PackageError::read(folder.path()))?;
    let again = File::open(path).map_err(PackageError::read(path))?;
    let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| refuse(plain(error)))?;
    Unpacking {
        archive,
        again,
        root: &root,
        bytes_left: MOST_BYTES.min(ALWAYS.saturating_add(size.saturating_mul(RATIO))),
        places: BTreeSet::new(),
        names: BTreeMap::new(),
        links: Vec::new(),
    }
    .run()
    .map_err(|Refusal(message)| refuse(message))?;
    Ok(folder)
}

/// Why an archive is refused.
struct Refusal(String);

impl From<ZipError> for Refusal {
    fn from(error: ZipError) -> Refusal {
        Refusal(plain(error))
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal(format!("cannot be unpacked: {error}"))
    }
}

fn plain(error: ZipError) -> String {
    format!("cannot be unpacked: {error}; make the archive anew")
}

fn refused<T>(message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(message.into()))
}

struct Unpacking<'a> {
    archive: ZipArchive<BufReader<File>>,
    /// The same file once more.
    again: File,
    root: &'a Path,
    bytes_left: u64,
    /// The files, folders and links made so far.
    places: BTreeSet<PathBuf>,
    /// The files and links by the names that the archive has for them.
    names: BTreeMap<PathBuf, String>,
    /// Made last, so that nothing is written through one.
    links: Vec<(PathBuf, String)>,
}

impl Unpacking<'_> {
    fn run(mut self) -> Result<(), Refusal> {
        self.look_at_the_directory()?;
        for index in 0..self.archive.len() {
            self.entry(index)?;
        }
        for (place, target) in &self.links {
            symlink(target, place)?;
        }
        for (place, target) in &self.links {
            let below = place.strip_prefix(self.root).unwrap_or(place).display();
            match place.canonicalize() {
                Ok(real) if real.starts_with(self.root) => {}
                Ok(_) => {
                    return refused(format!(
                        "{below} is a link that leads outside the archive, to {target}; put the file in its place"
                    ));
                }
                Err(_) => {
                    return refused(format!(
                        "{below} is a link that leads nowhere, to {target}; put the file in its place"
                    ));
                }
            }
        }
        Ok(())
    }

    /// What the entries say of themselves, before anything is written.
    fn look_at_the_directory(&mut self) -> Result<(), Refusal> {
        let records = self.archive.len();
        let start = self.archive.central_directory_start();
        if self::records(&self.again, start)? != records {
            let name = repeated(&self.again, start)?.unwrap_or_default();
            let shown = name.escape_debug();
            return refused(format!(
                "two of its entries have the name {shown}; make the archive anew"
            ));
        }
        if records > MOST_FILES {
            return refused(format!(
                "holds {records} files; expected at most {MOST_FILES}"
            ));
        }
        let mut ranges = Vec::new();
        for index in 0..records {
            let entry = self.archive.by_index_raw(index)?;
            if entry.encrypted() {
                let name = entry.name().escape_debug().to_string();
                return refused(format!(
                    "{name} is encrypted; make the archive without a password"
                ));
            }
            let data = entry.data_start().unwrap_or_default();
            ranges.push((
                entry.header_start(),
                data.saturating_add(entry.compressed_size()),
            ));
        }
        ranges.sort_unstable();
        match ranges
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if b.0 < a.1))
        {
            true => {
                refused("two of its entries share bytes, as in a zip bomb; make the archive anew")
            }
            false => Ok(()),
        }
    }

    /// Writes one entry, or remembers a link.
    fn entry(&mut self, index: usize) -> Result<(), Refusal> {
        let raw = self.archive.by_index_raw(index)?;
        // Few archivers say that a name is UTF-8, and most names are.
        let name = match std::str::from_utf8(raw.name_raw()) {
            Ok(name) => name.to_owned(),
            Err(_) => raw.name().to_owned(),
        };
        let (mode, is_folder) = (raw.unix_mode().unwrap_or(0), name.ends_with(['/', '\\']));
        drop(raw);
        let shown = name.escape_debug();
        let place = match below(&name) {
            Ok(below) => self.root.join(below),
            Err(reason) => {
                return refused(format!(
                    "{shown} is no name of a file in a package: {reason}; make the archive anew"
                ));
            }
        };
        if is_folder {
            return self.folder(&place);
        }
        if let Some(parent) = place.parent() {
            self.folder(parent)?;
        }
        if !self.places.insert(place.clone()) {
            let other = match self.names.get(&place) {
                Some(other) => other.escape_debug().to_string(),
                None => "a folder".to_owned(),
            };
            return refused(format!(
                "{shown} and {other} have one place; make the archive anew"
            ));
        }
        self.names.insert(place.clone(), name.clone());
        self.count()?;
        match mode & 0o170_000 {
            0 | 0o100_000 => self.file(index, &place, mode),
            0o120_000 => {
                let mut target = String::new();
                let entry = self.archive.by_index(index)?;
                entry.take(LONGEST_LINK).read_to_string(&mut target)?;
                self.links.push((place, target));
                Ok(())
            }
            _ => refused(format!("{shown} is no file, folder or link; leave it out")),
        }
    }

    fn file(&mut self, index: usize, place: &Path, mode: u32) -> Result<(), Refusal> {
        let mut entry = self.archive.by_index(index)?;
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(if mode & 0o111 == 0 { 0o644 } else { 0o755 })
            .open(place)?;
        let written = io::copy(&mut (&mut entry).take(self.bytes_left + 1), &mut file)?;
        match self.bytes_left.checked_sub(written) {
            Some(left) => self.bytes_left = left,
            None => {
                return refused(format!(
                    "unpacks to more than {MOST_BYTES} bytes, or to more than {RATIO} times its size; unpack it yourself if it can be trusted"
                ));
            }
        }
        Ok(file.flush()?)
    }

    /// Makes a folder and those above it.
    fn folder(&mut self, place: &Path) -> Result<(), Refusal> {
        if place == self.root || self.places.contains(place) {
            // A file of that name is found out when something is written below it.
            return Ok(());
        }
        if let Some(parent) = place.parent() {
            self.folder(parent)?;
        }
        self.places.insert(place.to_owned());
        self.count()?;
        Ok(fs::create_dir(place)?)
    }

    fn count(&self) -> Result<(), Refusal> {
        match self.places.len() > MOST_FILES {
            true => refused(format!("holds more than {MOST_FILES} files and folders")),
            false => Ok(()),
        }
    }
}

/// The path below the folder that an entry's name means. Archives made on Windows may separate by
/// backslashes.
fn below(name: &str) -> Result<PathBuf, &'static str> {
    let on_a_drive = matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if name.starts_with(['/', '\\']) || on_a_drive {
        return Err("it is absolute");
    }
    let mut path = PathBuf::new();
    for part in name.split(['/', '\\']) {
        match part {
            ".." => return Err("it leads out of the archive by `..`"),
            "" | "." => {}
            part if part.contains('\0') => return Err("it has a zero byte"),
            part => path.push(part),
        }
    }
    match path.iter().count() {
        0 => Err("it is empty"),
        depth if depth > DEEPEST => Err("it lies too deep"),
        _ => Ok(path),
    }
}

/// How many records the central directory at `start` has; the reader keeps one of each name.
fn records(file: &File, start: u64) -> io::Result<usize> {
    let mut records = 0;
    names(file, start, &mut |_| {
        records += 1;
        true
    })?;
    Ok(records)
}

/// The first name that two of the first records have.
fn repeated(file: &File, start: u64) -> io::Result<Option<String>> {
    let mut seen = BTreeSet::new();
    let mut repeated = None;
    names(file, start, &mut |name| {
        if !seen.insert(name.to_vec()) {
            repeated = Some(String::from_utf8_lossy(name).into_owned());
        }
        repeated.is_none() && seen.len() <= MOST_FILES
    })?;
    Ok(repeated)
}

/// Tells the name of each record until `tell` says that it is enough.
fn names(file: &File, start: u64, tell: &mut dyn FnMut(&[u8]) -> bool) -> io::Result<()> {
    const HEAD: usize = 46;
    let mut file = BufReader::new(file);
    file.seek(SeekFrom::Start(start))?;
    let mut head = [0; HEAD];
    let mut name = Vec::new();
    loop {
        let read = file.read_exact(&mut head);
        if read.is_err() || !head.starts_with(b"PK\x01\x02") {
            return Ok(());
        }
        let length = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        name.clear();
        let whole = file
            .by_ref()
            .take(length(28).into())
            .read_to_end(&mut name)?;
        if whole < usize::from(length(28)) || !tell(&name) {
            return Ok(());
        }
        // What is extra, and the comment.
        file.seek_relative(i64::from(length(30)) + i64::from(length(32)))?;
    }
}
