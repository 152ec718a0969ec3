//! What a package names must lie in the package.
//!
//! Links inside a package are as good as files. One that leads outside would read, show or run what
//! the package has no business with, and would break when the package is copied.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::PackageError;

/// The file or folder at `path`, all links resolved; `root` is the package's folder, resolved.
///
/// # Errors
/// Nothing is there, or it lies outside `root`.
pub(crate) fn inside(root: &Path, path: &Path) -> Result<PathBuf, PackageError> {
    let real = path.canonicalize().map_err(PackageError::read(path))?;
    match real.starts_with(root) {
        true => Ok(real),
        false => {
            let message = format!(
                "leads outside the package, to {}; copy it into the package",
                real.display()
            );
            Err(PackageError::file(path, message))
        }
    }
}

/// The file that the key of a settings file names by a path below `root`.
///
/// # Errors
/// It is no file, or lies outside `root`; the message names the settings file and the key.
pub(crate) fn named_file(
    settings: &Path,
    key: &str,
    root: &Path,
    name: &str,
) -> Result<PathBuf, PackageError> {
    let path = root.join(name);
    match inside(root, &path) {
        Ok(real) if real.is_file() => Ok(path),
        Ok(_) => Err(PackageError::value(
            settings,
            key,
            format!("expected a file, found something else at {name}"),
        )),
        Err(PackageError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            let message = format!("{name} is not there; add the file or correct its name");
            Err(PackageError::value(settings, key, message))
        }
        Err(error) => Err(PackageError::value(settings, key, error)),
    }
}
