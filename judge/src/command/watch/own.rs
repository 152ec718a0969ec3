//! The judge's own program, which may be built anew while it watches: each run is by what lies there now.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Where it is, and which file was there when it was last started.
pub(super) struct Own {
    path: PathBuf,
    seen: Option<Identity>,
    /// Whether it could not be started the last time.
    missing: bool,
    /// Whether the one that was started last fell over, and what is there since, since when.
    fell: bool,
    other: (Option<Identity>, Instant),
}

/// A program that lies there for so long is taken for whole.
const QUIET: Duration = Duration::from_millis(200);

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
            fell: false,
            other: (None, Instant::now()),
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
        self.fell = false;
        let now = identity(&self.path);
        std::mem::replace(&mut self.seen, now) != now
    }

    /// It could not be started; whether that is news.
    pub(super) fn failed(&mut self) -> bool {
        !std::mem::replace(&mut self.missing, true)
    }

    /// The one that was started last fell over.
    pub(super) fn fell(&mut self) {
        self.fell = true;
        self.other = (self.seen, Instant::now());
    }

    /// Whether it fell over, and no other is in its place: it would fall again. One that is being
    /// written is none yet.
    pub(super) fn is_as_it_fell(&mut self) -> bool {
        let now = identity(&self.path);
        if self.fell && now != self.other.0 {
            self.other = (now, Instant::now());
        }
        self.fell && (now == self.seen || self.other.1.elapsed() < QUIET)
    }
}

fn identity(path: &Path) -> Option<Identity> {
    let data = fs::metadata(path).ok()?;
    Some((data.dev(), data.ino(), data.mtime(), data.mtime_nsec()))
}
