//! Which folders are packages.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::archive::{is_archive, unpack};
use crate::error::{PackageError, moved};
use crate::formats::{FLAT, FORMATS};
use crate::model::{Problem, Source};
use crate::order::natural;
use crate::unnamed;

/// Reads the package at `path`: a folder, or a zip archive with one package in it.
///
/// # Errors
/// No format recognises it, or the one that does finds a fault.
pub fn open(path: &Path) -> Result<Problem, PackageError> {
    // A link or `.` says nothing; the slug is the name of the folder itself.
    let path = &path.canonicalize().map_err(PackageError::read(path))?;
    match is_archive(path) {
        true => open_archive(path),
        false => open_folder(path),
    }
}

fn open_folder(folder: &Path) -> Result<Problem, PackageError> {
    let mut formats = FORMATS.iter().filter(|format| format.recognises(folder));
    let Some(format) = formats.next() else {
        return Err(PackageError::Unrecognised {
            path: folder.to_owned(),
            expected: FORMATS
                .iter()
                .map(|format| format.sign())
                .collect::<Vec<_>>()
                .join(" or "),
        });
    };
    let mut problem = format.read(folder)?;
    problem.warnings.extend(unnamed::warnings(&problem));
    // Cases lie in packages of every format.
    let others = formats.filter(|other| other.name() != FLAT);
    problem.warnings.extend(others.map(|other| {
        let folder = folder.display();
        format!(
            "{folder}: read as {}, for it has {}; it has {} too, which is not read",
            problem.format,
            format.sign(),
            other.sign()
        )
    }));
    Ok(problem)
}

fn open_archive(archive: &Path) -> Result<Problem, PackageError> {
    let unpacked = unpack(archive)?;
    let root = unpacked.path().canonicalize();
    let root = &root.map_err(PackageError::read(unpacked.path()))?;
    let below = |path: &Path| {
        path.strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    let read = || {
        let found = discover(root)?;
        let folder = match &found[..] {
            [] => root,
            [folder] => folder,
            [first, second, ..] => {
                let message = format!(
                    "holds {} packages, such as {} and {}; unpack it and name one",
                    found.len(),
                    below(first),
                    below(second)
                );
                return Err(PackageError::file(archive, message));
            }
        };
        open_folder(folder)
    };
    let mut problem = read().map_err(|error| error.moved(root, archive))?;
    let names_a_crate = problem
        .calls()
        .any(|call| matches!(call.source, Source::Crate { .. }));
    if names_a_crate {
        let message = "names a crate, which cargo would build outside the sandbox; unpack it if it can be trusted";
        return Err(PackageError::file(archive, message));
    }
    for warning in &mut problem.warnings {
        *warning = moved(warning, root, archive);
    }
    if problem.root == *root {
        problem.rename(&archive.file_stem().unwrap_or_default().to_string_lossy());
    }
    problem.unpacked.push(unpacked);
    Ok(problem)
}

/// Whether `folder` is a package with settings of its own. Only such a one reaches from its root down
/// to a file in it; a folder of cases has nothing to do with the folders below it.
#[must_use]
pub fn has_settings(folder: &Path) -> bool {
    FORMATS
        .iter()
        .any(|format| format.name() != FLAT && format.recognises(folder))
}

/// The packages at or below `folder`, in natural order; none lies inside another, and one that
/// several links lead to is found once. A link that leads outside `folder` may lead to a package,
/// but what lies below it is not looked at. An archive is a package itself.
///
/// # Errors
/// A folder that cannot be read.
pub fn discover(folder: &Path) -> Result<Vec<PathBuf>, PackageError> {
    if is_archive(folder) {
        return Ok(vec![folder.to_owned()]);
    }
    let root = folder.canonicalize().map_err(PackageError::read(folder))?;
    let mut found = Vec::new();
    let mut within: Vec<PathBuf> = Vec::new();
    let mut visited = BTreeSet::new();
    // Links come after all folders, so that a package is found under its own name.
    let mut starts = VecDeque::from([folder.to_owned()]);
    while let Some(start) = starts.pop_front() {
        let real = start.canonicalize().map_err(PackageError::read(&start))?;
        if within.iter().any(|package| real.starts_with(package)) {
            continue;
        }
        let outside = !real.starts_with(&root);
        let mut walk = WalkDir::new(&start).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = entry.map_err(|error| PackageError::walk(folder, error))?;
            let (path, is_start) = (entry.path(), entry.depth() == 0);
            if !is_start && entry.file_name().as_encoded_bytes().starts_with(b".") {
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
                continue;
            }
            if !is_start && entry.path_is_symlink() {
                // A link to nowhere leads to no package.
                starts.extend(path.is_dir().then(|| path.to_owned()));
                continue;
            }
            if !path.is_dir() {
                continue;
            }
            let metadata = fs::metadata(path).map_err(PackageError::read(path))?;
            let known = !visited.insert((metadata.dev(), metadata.ino()));
            if known {
                walk.skip_current_dir();
            } else if FORMATS.iter().any(|format| format.recognises(path)) {
                within.push(path.canonicalize().map_err(PackageError::read(path))?);
                found.push(path.to_owned());
                walk.skip_current_dir();
            } else if outside {
                walk.skip_current_dir();
            }
        }
    }
    found.sort_by(|a, b| natural(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(found)
}
