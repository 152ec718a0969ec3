//! Opens regular files and nothing else: a FIFO would keep the judge waiting for ever.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Opens a regular file for reading; links are followed.
///
/// # Errors
/// As of [`File::open`], and where the path leads to something other than a file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    // What is there may change between a look at it and its opening. A FIFO opened this way does
    // not wait for a writer; regular files know no difference.
    let no_waiting = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(no_waiting)
        .open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("not a regular file")),
    }
}

/// Reads a regular file whole.
///
/// # Errors
/// As of [`open`], and where it cannot be read.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    open(path)?.read_to_end(&mut content)?;
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("file"), "text").unwrap();
        std::os::unix::fs::symlink(path("file"), path("link")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            path("fifo"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR,
            0,
        )
        .unwrap();
        let mut text = String::new();
        open(&path("link"))
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "text");
        for other in [path("fifo"), path("."), "/dev/null".into()] {
            let error = open(&other).unwrap_err().to_string();
            assert_eq!(error, "not a regular file");
        }
        assert!(open(&path("nothing")).is_err());
    }
}
