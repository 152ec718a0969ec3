//! What can be wrong with a package.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Why a package could not be read: always with the file or folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The system refused to read.
    #[error("{}: cannot read: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A settings file is malformed: the message has line and column.
    #[error("{}: {message}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// Where and what.
        message: String,
    },
    /// A value is out of place.
    #[error("{}: {key}: {message}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The key, such as `limits.time`.
        key: String,
        /// What was expected, what was found, what to do.
        message: String,
    },
    /// A file of the data or submissions is out of place.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was expected, what was found, what to do.
        message: String,
    },
    /// The folder is no package of any known format.
    #[error("{}: no problem package: expected {expected}", path.display())]
    Unrecognised {
        /// The folder.
        path: PathBuf,
        /// What makes a package.
        expected: String,
    },
}

impl PackageError {
    pub(crate) fn read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> PackageError {
        let path = path.into();
        move |source| PackageError::Read {
            source: of_link(&path, source),
            path,
        }
    }

    /// A walk below `folder` that could not go on.
    pub(crate) fn walk(folder: &Path, error: walkdir::Error) -> PackageError {
        let path = error.path().unwrap_or(folder).to_owned();
        // The walk's own words name the path once more.
        let source = match error.loop_ancestor() {
            Some(above) => io::Error::other(format!("it links to {} above it", above.display())),
            None => error
                .into_io_error()
                .unwrap_or_else(|| io::Error::other("the walk stopped")),
        };
        PackageError::Read {
            source: of_link(&path, source),
            path,
        }
    }

    pub(crate) fn value(
        path: impl Into<PathBuf>,
        key: impl Into<String>,
        message: impl ToString,
    ) -> PackageError {
        PackageError::Value {
            path: path.into(),
            key: key.into(),
            message: message.to_string(),
        }
    }

    /// The same with the path `to` in place of `from`, as for an archive and its unpacked folder.
    pub(crate) fn moved(mut self, from: &Path, to: &Path) -> PackageError {
        let (PackageError::Read { path, .. }
        | PackageError::Settings { path, .. }
        | PackageError::Value { path, .. }
        | PackageError::File { path, .. }
        | PackageError::Unrecognised { path, .. }) = &mut self;
        if let Ok(below) = path.strip_prefix(from) {
            *path = match below.as_os_str().is_empty() {
                true => to.to_owned(),
                false => to.join(below),
            };
        }
        if let PackageError::Value { message, .. }
        | PackageError::File { message, .. }
        | PackageError::Settings { message, .. } = &mut self
        {
            *message = moved(message, from, to);
        }
        self
    }

    pub(crate) fn file(path: impl Into<PathBuf>, message: impl Into<String>) -> PackageError {
        PackageError::File {
            path: path.into(),
            message: message.into(),
        }
    }
}

/// What the system said, or of a link that nothing is there which it leads to: the link itself is there for all
/// to see.
fn of_link(path: &Path, source: io::Error) -> io::Error {
    match fs::read_link(path) {
        Ok(target) if source.kind() == io::ErrorKind::NotFound => io::Error::other(format!(
            "it is a link that leads nowhere, to {}; mend or remove it",
            target.display()
        )),
        _ => source,
    }
}

/// A message with the path `to` in place of `from`.
pub(crate) fn moved(message: &str, from: &Path, to: &Path) -> String {
    message.replace(&*from.to_string_lossy(), &to.to_string_lossy())
}
