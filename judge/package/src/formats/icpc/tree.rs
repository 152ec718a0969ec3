//! The folders below `data/` and the files of cases in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::package::{Links, Package};
use crate::error::PackageError;

/// A folder of test data.
#[derive(Debug)]
pub(super) struct Folder {
    /// Its path below `data/`, such as `secret/group1`; empty for `data/` itself.
    pub(super) name: String,
    /// Where it is.
    pub(super) path: PathBuf,
    /// Its files by name, and its folders that are files of cases (`1.files`).
    files: BTreeMap<String, PathBuf>,
    /// The folders in it, in the order of their names.
    pub(super) folders: Vec<Folder>,
}

impl Folder {
    /// Reads `data/`.
    pub(super) fn data(package: &mut Package<'_>) -> Result<Folder, PackageError> {
        let path = package.root.join("data");
        Folder::read(package, path, String::new())
    }

    fn read(
        package: &mut Package<'_>,
        path: PathBuf,
        name: String,
    ) -> Result<Folder, PackageError> {
        let mut files = BTreeMap::new();
        let mut folders = Vec::new();
        for entry in package.entries(&path)? {
            if entry.is_folder && !entry.name.ends_with(".files") {
                let below = match name.is_empty() {
                    true => entry.name,
                    false => format!("{name}/{}", entry.name),
                };
                folders.push(Folder::read(package, entry.path, below)?);
                continue;
            }
            if entry.is_folder {
                // A link in it that leads out of the package is an error here already.
                package.files_below(&entry.path, Links::Refuse)?;
            }
            files.insert(entry.name, entry.path);
        }
        Ok(Folder {
            name,
            path,
            files,
            folders,
        })
    }

    /// A file by its name.
    pub(super) fn file(&self, name: &str) -> Option<&Path> {
        self.files.get(name).map(PathBuf::as_path)
    }

    /// The base names of inputs, in order; an answer without an input is an error.
    pub(super) fn inputs(&self) -> Result<Vec<&str>, PackageError> {
        for (name, path) in &self.files {
            if let Some(base) = name.strip_suffix(".ans")
                && self.file(&format!("{base}.in")).is_none()
            {
                let message = "an answer without an input; add the *.in beside it, or remove it";
                return Err(PackageError::file(path, message));
            }
        }
        let names = self.files.keys();
        Ok(names.filter_map(|name| name.strip_suffix(".in")).collect())
    }

    /// Takes a folder in it out.
    pub(super) fn take(&mut self, name: &str) -> Option<Folder> {
        let index = self.folders.iter().position(|folder| folder.name == name)?;
        Some(self.folders.remove(index))
    }

    /// Whether it or a folder below it has a file of this name.
    pub(super) fn has_anywhere(&self, name: &str) -> bool {
        let mut below = self.folders.iter();
        self.file(name).is_some() || below.any(|folder| folder.has_anywhere(name))
    }
}
