//! Files for what the judge has to tell: written whole or not at all, and over nothing of another
//! kind.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Access, Mode, OFlags, access, fcntl_setfl};
use rustix::io::Errno;

use crate::regular;
use crate::schedule::interrupted;

/// Why a file is not written to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OutputError {
    #[error(transparent)]
    Unwritable(#[from] io::Error),
    #[error(
        "{}: expected {what}, which may be replaced, or nothing; found something else, which would be \
         lost: name another file, or add --force",
        path.display()
    )]
    Foreign { path: PathBuf, what: &'static str },
    #[error(
        "{}: is to hold {first} and {second}, and would hold the last one alone: name another file for one \
         of them",
        path.display()
    )]
    Twice {
        path: PathBuf,
        first: &'static str,
        second: &'static str,
    },
}

/// The two ends of a text file, as far as they tell what it is.
#[derive(Debug, Default)]
pub(crate) struct Output {
    head: String,
    tail: String,
}

/// Bytes of an end that are looked at.
const END: u64 = 4096;

impl Output {
    fn read(path: &Path) -> io::Result<Output> {
        let mut file = regular::open(path)?;
        let mut end = |from: u64| -> io::Result<String> {
            file.seek(SeekFrom::Start(from))?;
            let mut bytes = Vec::new();
            (&mut file).take(END).read_to_end(&mut bytes)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        let head = end(0)?;
        let length = path.metadata()?.len();
        let tail = end(length.saturating_sub(END))?;
        Ok(Output { head, tail })
    }

    /// Whether it begins with this, blanks and line ends aside.
    pub(crate) fn begins_with(&self, text: &str) -> bool {
        let blank = |c: &char| !c.is_whitespace();
        let mut head = self.head.chars().filter(blank);
        text.chars().filter(blank).all(|c| head.next() == Some(c))
    }

    pub(crate) fn first_lines(&self) -> impl Iterator<Item = &str> {
        self.head.lines()
    }

    pub(crate) fn last_lines(&self) -> impl Iterator<Item = &str> {
        self.tail.lines()
    }
}

/// Finds out whether a file can be written, before hours are spent on it, and whether nothing is
/// lost: there is none, it is empty, or it `is_own`, that is `what`.
///
/// # Errors
/// It cannot be written, or holds something else and `force` is not set.
pub(crate) fn check(
    path: &Path,
    what: &'static str,
    is_own: &dyn Fn(&Output) -> bool,
    force: bool,
) -> Result<(), OutputError> {
    is_writable(path)?;
    let holds = path
        .metadata()
        .is_ok_and(|file| file.is_file() && file.len() > 0);
    // What cannot be read may be anything.
    if holds && !force && !Output::read(path).is_ok_and(|text| is_own(&text)) {
        let path = path.to_owned();
        return Err(OutputError::Foreign { path, what });
    }
    Ok(())
}

fn is_writable(path: &Path) -> io::Result<()> {
    let written = || -> io::Result<()> {
        match path.metadata() {
            // Its reader would take an opening and closing for all that there is.
            Ok(file) if file.file_type().is_fifo() => Ok(access(path, Access::WRITE_OK)?),
            // To write nothing tells whether a device is full.
            Ok(file) if !file.is_file() => {
                File::options().write(true).open(path)?.write(&[]).map(drop)
            }
            _ => beside(path).map(drop),
        }
    };
    written().map_err(|error| at(path, &error))
}

/// Writes a file beside its place and renames it, so that nobody ever finds a part of it. What is
/// no regular file, such as `/dev/stderr`, is written to.
pub(crate) fn write_whole(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut written = || -> io::Result<()> {
        if is_special(path) {
            let mut out = BufWriter::new(open_special(path)?);
            write(&mut out)?;
            return out.flush();
        }
        let mut out = BufWriter::new(beside(path)?);
        write(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist(real(path))?;
        Ok(())
    };
    written().map_err(|error| at(path, &error))
}

/// How long a pipe may have nobody who reads it.
const READER: Duration = Duration::from_secs(10);

/// Opens what is no regular file. The system waits for the reader of a pipe for ever, and so would a
/// judge that nobody can end.
fn open_special(path: &Path) -> io::Result<File> {
    let since = Instant::now();
    loop {
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
        match rustix::fs::open(path, flags, Mode::empty()) {
            Ok(file) => {
                fcntl_setfl(&file, OFlags::empty())?;
                return Ok(File::from(file));
            }
            Err(Errno::NXIO) if interrupted() || since.elapsed() > READER => {
                let nobody = "nobody reads this pipe; start its reader first, or name a file";
                return Err(io::Error::new(io::ErrorKind::BrokenPipe, nobody));
            }
            Err(Errno::NXIO) => thread::sleep(Duration::from_millis(20)),
            Err(error) => return Err(error.into()),
        }
    }
}

pub(super) fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
}

/// The file itself, where the path is a link to it.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The place that a path leads to, whether there is a file or not.
pub(super) fn place(path: &Path) -> PathBuf {
    // A system follows no more links than these.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(real) = fs::canonicalize(&path) {
            return real;
        }
        let Ok(target) = fs::read_link(&path) else {
            break;
        };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

fn beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let real = real(path);
    let folder = match real.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    tempfile::Builder::new()
        .prefix(".judge-")
        // As of any other new file: what the user's mask takes away is taken away.
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)
        .and_then(|file| {
            // What replaces a file may be read and written by whom that may be.
            if let Ok(old) = real.metadata() {
                file.as_file().set_permissions(old.permissions())?;
            }
            Ok(file)
        })
        // Nobody knows the name of the file beside it.
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                let missing = format!("there is no folder {}", folder.display());
                io::Error::new(error.kind(), missing)
            }
            kind => io::Error::new(kind, format!("in the folder {}: {kind}", folder.display())),
        })
}

pub(super) fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_whole_stays_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        fs::write(&path, "before").unwrap();
        let failed = write_whole(&path, &mut |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(
            failed
                .unwrap_err()
                .to_string()
                .contains("r.json: the disk is full")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write_whole(&path, &mut |out| out.write_all(b"whole")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_pipe_may_get_its_reader_late() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        let read = thread::scope(|scope| {
            let reader = scope.spawn(|| {
                thread::sleep(Duration::from_millis(100));
                fs::read_to_string(&path).unwrap()
            });
            write_whole(&path, &mut |out| out.write_all(b"whole")).unwrap();
            reader.join().unwrap()
        });
        assert_eq!(read, "whole");
    }

    #[test]
    fn a_file_that_is_replaced_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.ans");
        fs::write(&path, "before").unwrap();
        for mode in [0o444, 0o640, 0o600] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            write_whole(&path, &mut |out| out.write_all(b"after")).unwrap();
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn a_link_is_followed_and_a_device_is_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let (link, path) = (folder.path().join("link"), folder.path().join("r.json"));
        fs::write(&path, "before").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_whole(&link, &mut |out| out.write_all(b"whole")).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        let null = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &null).unwrap();
        is_writable(&null).unwrap();
        write_whole(&null, &mut |out| out.write_all(b"whole")).unwrap();
        assert!(null.is_symlink() && is_special(Path::new("/dev/null")));
    }

    #[test]
    fn what_cannot_be_written_is_named_as_the_user_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/r.json");
        let error = is_writable(&path).unwrap_err().to_string();
        let missing = folder.path().join("missing");
        let told = format!(
            "{}: there is no folder {}",
            path.display(),
            missing.display()
        );
        assert_eq!(error, told);
        assert!(is_writable(folder.path()).is_err());
        let full = is_writable(Path::new("/dev/full")).unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
    }
}
