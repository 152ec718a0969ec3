//! The content of a folder into the sandbox and back: files and folders only, never a link.
//!
//! What comes back was made by a program that may have planted anything, so it is read through descriptors that do not
//! follow links, after every process that could change it has ended.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{Dir, FileType, Mode, OFlags, fstat, mkdirat, openat};

use super::order::{Reader, Writer};
use crate::SandboxError;

/// A folder that is built in has at most so many bytes, entries and levels.
const MOST_BYTES: u64 = 1 << 30;
const MOST_ENTRIES: usize = 20_000;
const MOST_LEVELS: usize = 32;

/// Packs the files of a folder, for [`unpack`].
pub(crate) fn pack(folder: &Path) -> io::Result<Vec<u8>> {
    let mut out = Writer(Vec::new());
    pack_level(folder, &mut out, 0)?;
    Ok(out.0)
}

fn pack_level(folder: &Path, out: &mut Writer, level: usize) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type()?;
        let name = entry.file_name();
        if kind.is_dir() && level < MOST_LEVELS {
            out.text(name.as_bytes());
            out.flag(true);
            pack_level(&entry.path(), out, level + 1)?;
        } else if kind.is_file() {
            if entry.metadata()?.len() + out.0.len() as u64 > MOST_BYTES {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge));
            }
            out.text(name.as_bytes());
            out.flag(false);
            out.number(u64::from(entry.metadata()?.mode()));
            out.text(&fs::read(entry.path())?);
        }
    }
    // The end of this folder.
    out.text(b"");
    Ok(())
}

/// Unpacks into an empty folder.
pub(crate) fn unpack(bytes: &[u8], folder: BorrowedFd<'_>) -> io::Result<()> {
    unpack_level(&mut Reader(bytes), folder)?
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
}

/// `None` where the bytes end too early.
fn unpack_level(from: &mut Reader<'_>, folder: BorrowedFd<'_>) -> io::Result<Option<()>> {
    loop {
        let Some(name) = from.text() else {
            return Ok(None);
        };
        if name.is_empty() {
            return Ok(Some(()));
        }
        match from.flag() {
            Some(true) => {
                mkdirat(folder, name, Mode::from_raw_mode(0o755))?;
                let inner = open_folder(folder, OsStr::from_bytes(name))?;
                if unpack_level(from, inner.as_fd())?.is_none() {
                    return Ok(None);
                }
            }
            Some(false) => {
                let (Some(mode), Some(content)) = (from.number(), from.text()) else {
                    return Ok(None);
                };
                let executable = mode & 0o100 != 0;
                let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
                let file = openat(folder, name, flags, mode_of(executable))?;
                File::from(file).write_all(content)?;
            }
            None => return Ok(None),
        }
    }
}

/// Copies what a run left in its folder to `target`, whose own entries it replaces; what is neither a file nor a
/// folder is left out.
pub(crate) fn bring_back(folder: BorrowedFd<'_>, target: &Path) -> Result<(), SandboxError> {
    let mut entries = 0;
    let brought = openat(
        folder,
        c".",
        OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
        Mode::empty(),
    )
    .map_err(io::Error::from)
    .and_then(|folder| bring_level(&folder, target, 0, &mut entries));
    match brought {
        Ok(true) => Ok(()),
        Ok(false) => Err(SandboxError::TooManyFiles {
            files: MOST_ENTRIES,
            levels: MOST_LEVELS,
        }),
        Err(error) => Err(SandboxError::system("bring back what the program made")(
            error,
        )),
    }
}

/// Gives back whether that was all: there may be more than is brought back.
fn bring_level(
    folder: &OwnedFd,
    target: &Path,
    level: usize,
    entries: &mut usize,
) -> io::Result<bool> {
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name == "." || name == ".." {
            continue;
        }
        *entries += 1;
        if *entries > MOST_ENTRIES || level > MOST_LEVELS {
            return Ok(false);
        }
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        // A link, or a file whose rights were taken away.
        let Ok(fd) = openat(folder, name, flags, Mode::empty()) else {
            continue;
        };
        let stat = fstat(&fd)?;
        let place = target.join(name);
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory => {
                match fs::create_dir(&place) {
                    Err(error)
                        if error.kind() == io::ErrorKind::AlreadyExists && is_folder(&place) => {}
                    made => made?,
                }
                if !bring_level(&fd, &place, level + 1, entries)? {
                    return Ok(false);
                }
            }
            FileType::RegularFile => {
                let size = u64::try_from(stat.st_size).unwrap_or(0).min(MOST_BYTES);
                copy(File::from(fd), size, &place, stat.st_mode & 0o100 != 0)?;
            }
            _ => {}
        }
    }
    Ok(true)
}

fn is_folder(place: &Path) -> bool {
    fs::symlink_metadata(place).is_ok_and(|data| data.is_dir())
}

/// A new file in the place of whatever is there.
fn copy(from: File, size: u64, place: &Path, executable: bool) -> io::Result<()> {
    match fs::remove_file(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = File::create_new(place)?;
    io::copy(&mut from.take(size), &mut file)?;
    let mode = if executable { 0o755 } else { 0o644 };
    file.set_permissions(fs::Permissions::from_mode(mode))
}

/// Opens a folder below another, which must not be a link.
pub(crate) fn open_folder(folder: BorrowedFd<'_>, name: &OsStr) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(folder, name, flags, Mode::empty())?)
}

fn mode_of(executable: bool) -> Mode {
    Mode::from_raw_mode(if executable { 0o755 } else { 0o644 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn files_and_folders_go_there_and_back_and_links_do_not() {
        let outer = tempfile::tempdir().unwrap();
        let path = |name: &str| outer.path().join(name);
        for name in ["a", "a/deep", "b", "c"] {
            fs::create_dir(path(name)).unwrap();
        }
        fs::write(path("secret"), "secret").unwrap();
        fs::write(path("a/deep/file"), "text").unwrap();
        fs::write(path("a/tool"), "#!").unwrap();
        fs::set_permissions(path("a/tool"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink(path("secret"), path("a/link")).unwrap();

        let packed = pack(&path("a")).unwrap();
        unpack(&packed, File::open(path("b")).unwrap().as_fd()).unwrap();
        assert_eq!(fs::read(path("b/deep/file")).unwrap(), b"text");
        assert!(!fs::exists(path("b/link")).unwrap());

        // What the program planted, and what is in the way on this side.
        symlink(path("secret"), path("b/planted")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, path("b/fifo"), Mode::from_raw_mode(0o600)).unwrap();
        symlink(path("secret"), path("c/tool")).unwrap();
        bring_back(File::open(path("b")).unwrap().as_fd(), &path("c")).unwrap();
        assert_eq!(fs::read(path("c/deep/file")).unwrap(), b"text");
        assert_eq!(fs::read(path("c/tool")).unwrap(), b"#!");
        assert_eq!(fs::metadata(path("c/tool")).unwrap().mode() & 0o777, 0o755);
        assert_eq!(fs::read(path("secret")).unwrap(), b"secret");
        assert_eq!(fs::read_dir(path("c")).unwrap().count(), 2);
    }

    #[test]
    fn more_than_a_build_may_leave_does_not_come_back() {
        let outer = tempfile::tempdir().unwrap();
        let back = |name: &str| {
            let folder = File::open(outer.path().join(name)).unwrap();
            let target = tempfile::tempdir().unwrap();
            bring_back(folder.as_fd(), target.path())
        };
        let deep = |levels: usize| "d/".repeat(levels);
        fs::create_dir_all(outer.path().join("few").join(deep(MOST_LEVELS))).unwrap();
        back("few").unwrap();
        fs::create_dir_all(outer.path().join("deep").join(deep(MOST_LEVELS + 2))).unwrap();
        let error = back("deep").unwrap_err();
        assert!(
            matches!(error, SandboxError::TooManyFiles { .. }),
            "{error}"
        );
    }

    #[test]
    fn half_a_pack_is_refused() {
        let outer = tempfile::tempdir().unwrap();
        fs::write(outer.path().join("file"), "text").unwrap();
        let packed = pack(outer.path()).unwrap();
        for length in 0..packed.len() {
            let empty = tempfile::tempdir().unwrap();
            let folder = File::open(empty.path()).unwrap();
            assert!(unpack(&packed[..length], folder.as_fd()).is_err());
        }
    }
}
