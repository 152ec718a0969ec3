//! The judge's own program, which may be built anew while it watches: each run is by what lies there now.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Where it is, and which file was there when it was last started.
pub(super) struct Own {
    path: PathBuf,
    seen: Option<Identity>,
    /// Whether it could not be started the last time.
    missing: bool,
}

/// What tells a file from the one that takes its place: device, number, and when it was written.
type Identity = (u64, u64, i64, i64);

impl Own {
    /// The program that runs now. Once another is in its place the system does not know where it was.
    pub(super) fn find() -> io::Result<Own> {
        let path = std::env::current_exe()?;
        Ok(Own {
            seen: identity(&path),
            path,
            missing: false,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn is_missing(&self) -> bool {
        self.missing
    }

    /// It was started; whether that was another than the last time.
    pub(super) fn started(&mut self) -> bool {
        self.missing = false;
        let now = identity(&self.path);
        std::mem::replace(&mut self.seen, now) != now
    }

    /// It could not be started; whether that is news.
    pub(super) fn failed(&mut self) -> bool {
        !std::mem::replace(&mut self.missing, true)
    }
}

fn identity(path: &Path) -> Option<Identity> {
    let data = fs::metadata(path).ok()?;
    Some((data.dev(), data.ino(), data.mtime(), data.mtime_nsec()))
}
