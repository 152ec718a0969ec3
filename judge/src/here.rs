//! The current folder.

use std::io;
use std::path::PathBuf;

/// There is none, as when it was removed under a shell that is still in it.
#[derive(Debug, thiserror::Error)]
#[error("the current folder cannot be used: {0}; it may have been removed, so change to another")]
pub(crate) struct NoFolder(io::Error);

/// The current folder.
pub(crate) fn here() -> Result<PathBuf, NoFolder> {
    std::env::current_dir().map_err(NoFolder)
}
