//! Which folders are packages.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::error::PackageError;
use crate::formats::FORMATS;
use crate::model::Problem;
use crate::order::natural;

/// Reads the package at `folder`.
///
/// # Errors
/// No format recognises the folder, or the one that does finds a fault.
pub fn open(folder: &Path) -> Result<Problem, PackageError> {
    // A link or `.` says nothing; the slug is the name of the folder itself.
    let folder = &folder.canonicalize().map_err(PackageError::read(folder))?;
    match FORMATS.iter().find(|format| format.recognises(folder)) {
        Some(format) => format.read(folder),
        None => Err(PackageError::Unrecognised {
            path: folder.clone(),
            expected: FORMATS
                .iter()
                .map(|format| format.sign())
                .collect::<Vec<_>>()
                .join(" or "),
        }),
    }
}

/// The packages at or below `folder`, in natural order; none lies inside another.
///
/// # Errors
/// A folder that cannot be read.
pub fn discover(folder: &Path) -> Result<Vec<PathBuf>, PackageError> {
    let mut found = Vec::new();
    let mut walk = WalkDir::new(folder).follow_links(true).into_iter();
    while let Some(entry) = walk.next() {
        let entry = match entry {
            Ok(entry) => entry,
            // A link to a folder above it, or to nowhere, leads to no package of its own.
            Err(error) if error.depth() > 0 && error.path().is_some_and(Path::is_symlink) => {
                continue;
            }
            Err(error) => return Err(PackageError::walk(folder, error)),
        };
        if !entry.file_type().is_dir() {
            continue;
        }
        let hidden = entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
        if hidden {
            walk.skip_current_dir();
        } else if FORMATS.iter().any(|format| format.recognises(entry.path())) {
            found.push(entry.into_path());
            walk.skip_current_dir();
        }
    }
    found.sort_by(|a, b| natural(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(found)
}
