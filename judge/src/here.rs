//! The current folder.

use std::io;
use std::path::{Path, PathBuf};

/// There is none, as when it was removed under a shell that is still in it.
#[derive(Debug, thiserror::Error)]
#[error("the current folder cannot be used: {0}; it may have been removed, so change to another")]
pub(crate) struct NoFolder(io::Error);

/// The current folder.
pub(crate) fn here() -> Result<PathBuf, NoFolder> {
    std::env::current_dir().map_err(NoFolder)
}

/// A path as people see it: relative to the current folder where it is below it.
pub(crate) fn place(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&here).unwrap_or(path);
    let shown = below.strip_prefix(".").unwrap_or(below);
    match shown.as_os_str().is_empty() {
        true => ".".to_owned(),
        false => shown.display().to_string(),
    }
}
