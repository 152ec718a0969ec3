//! Standard input, opened through a read-only mount.
//!
//! What is said about a file (its mode, its times) belongs to the mount it was opened through too, and its owner may
//! change that even where the file is only open for reading. Undoing a mount takes longer than a small program runs, so
//! the folder that the last input came from is kept, and the next one opened in it.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{Mode, OFlags, SeekFrom, fstat, open, openat, seek, tell};
use rustix::mount::{OpenTreeFlags, open_tree};

use super::{root, sys};

/// The folder that the last input came from.
#[derive(Debug, Default)]
pub(crate) struct Inputs(Mutex<Option<Known>>);

#[derive(Debug)]
struct Known {
    place: PathBuf,
    /// Attached nowhere, and read-only.
    mount: OwnedFd,
}

impl Inputs {
    /// The same file once more, or `None` where this process may not copy mounts. Nothing is relied upon but that it is
    /// the same file in the end.
    pub(crate) fn open(
        &self,
        fd: BorrowedFd<'_>,
        users: Option<BorrowedFd<'_>>,
    ) -> Option<OwnedFd> {
        if let Some(again) = self.find(fd) {
            return Some(again);
        }
        // Another folder, or another one at the same place.
        self.learn(fd, users)?;
        self.find(fd).or_else(|| alone(fd, users))
    }

    /// The same file once more, if it is in the folder that is known.
    pub(crate) fn find(&self, fd: BorrowedFd<'_>) -> Option<OwnedFd> {
        let file = place_of(fd)?;
        let known = self.known();
        let known = known
            .as_ref()
            .filter(|known| Some(&*known.place) == file.parent())?;
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOFOLLOW;
        let again = openat(&known.mount, file.file_name()?, flags, Mode::empty()).ok()?;
        same(fd, again)
    }

    /// Remembers the folder of a file, for the files that come after it.
    pub(crate) fn learn(&self, fd: BorrowedFd<'_>, users: Option<BorrowedFd<'_>>) -> Option<()> {
        let place = place_of(fd)?.parent()?.to_owned();
        let mount = locked(rustix::fs::CWD, &place, users)?;
        *self.known() = Some(Known { place, mount });
        Some(())
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Option<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a file that is not found by its name, such as one that was removed.
fn alone(fd: BorrowedFd<'_>, users: Option<BorrowedFd<'_>>) -> Option<OwnedFd> {
    through(fd, locked(fd, Path::new(""), users)?.as_fd())
}

/// Opens a file through a mount of nothing else.
fn through(fd: BorrowedFd<'_>, mount: BorrowedFd<'_>) -> Option<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let path = format!("/proc/self/fd/{}", mount.as_raw_fd());
    same(fd, open(path, flags, Mode::empty()).ok()?)
}

/// The second descriptor at the position of the first, if they are of one file.
fn same(fd: BorrowedFd<'_>, again: OwnedFd) -> Option<OwnedFd> {
    let (old, new) = (fstat(fd).ok()?, fstat(&again).ok()?);
    if (old.st_dev, old.st_ino) != (new.st_dev, new.st_ino) {
        return None;
    }
    let position = tell(fd).ok()?;
    if position > 0 {
        seek(&again, SeekFrom::Start(position)).ok()?;
    }
    Some(again)
}

/// A read-only copy of one mount from a place on, attached nowhere. It needs rights over the mount namespace.
fn locked(from: BorrowedFd<'_>, place: &Path, users: Option<BorrowedFd<'_>>) -> Option<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_EMPTY_PATH;
    let mount = open_tree(from, place, flags).ok()?;
    root::map_owners(mount.as_fd(), users);
    sys::add_mount_attributes(mount.as_fd(), root::LOCKED_DOWN, false).ok()?;
    Some(mount)
}

/// The same file once more, for a process of the sandbox's own that sees no place outside: where it is not in the folder
/// that is known it goes among the machine's mounts and comes back to the own ones. `None` where the file is not at its
/// place any more; then nobody else finds it there either.
pub(crate) fn reopen(
    inputs: &Inputs,
    fd: BorrowedFd<'_>,
    machine: BorrowedFd<'_>,
    own: BorrowedFd<'_>,
) -> io::Result<Option<OwnedFd>> {
    if let Some(again) = inputs.find(fd) {
        return Ok(Some(again));
    }
    root::outside(machine, own, || {
        let mount = locked(rustix::fs::CWD, &place_of(fd)?, None)?;
        through(fd, mount.as_fd())
    })
}

/// The path of an open file.
fn place_of(fd: BorrowedFd<'_>) -> Option<PathBuf> {
    let fd = fd.as_raw_fd();
    std::fs::read_link(format!("/proc/self/fd/{fd}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::io::Read;

    /// Opens the file as an input; `None` also where mounts may not be copied at all.
    fn read(inputs: &Inputs, path: &Path) -> Option<String> {
        let file = File::open(path).unwrap();
        let mut text = String::new();
        let mut again = File::from(inputs.open(file.as_fd(), None)?);
        again.read_to_string(&mut text).unwrap();
        Some(text)
    }

    #[test]
    fn the_input_is_the_same_file_whatever_has_become_of_its_folder() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().canonicalize().unwrap().join("folder");
        let inputs = Inputs::default();
        for round in ["first", "second"] {
            fs::create_dir(&folder).unwrap();
            for name in ["a", "b"] {
                let text = format!("{round} {name}");
                fs::write(folder.join(name), &text).unwrap();
                let Some(found) = read(&inputs, &folder.join(name)) else {
                    // Who may not copy mounts has no inputs to confuse.
                    assert!(root::copy_mount(&folder).is_err());
                    return;
                };
                assert_eq!(found, text);
            }
            fs::remove_dir_all(&folder).unwrap();
        }
    }

    #[test]
    fn a_removed_file_is_still_the_input() {
        let outer = tempfile::tempdir().unwrap();
        let path = outer.path().join("gone");
        fs::write(&path, "text").unwrap();
        let mut file = File::open(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let mut first = [0];
        file.read_exact(&mut first).unwrap();
        let Some(again) = Inputs::default().open(file.as_fd(), None) else {
            return;
        };
        let mut rest = String::new();
        File::from(again).read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "ext");
    }
}
