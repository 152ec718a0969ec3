//! The folder that a package is written into.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::ExportError;

pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(path: PathBuf) -> Result<Folder, ExportError> {
        fs::create_dir(&path).map_err(failed(&path))?;
        Ok(Folder(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The place of a new file or folder in it, whose parent is there.
    fn place(&self, name: &str) -> Result<PathBuf, ExportError> {
        let place = self.0.join(name);
        if place.exists() {
            return Err(ExportError::Repeated {
                name: name.to_owned(),
            });
        }
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).map_err(failed(parent))?;
        }
        Ok(place)
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), ExportError> {
        let place = self.place(name)?;
        fs::write(&place, text).map_err(failed(&place))
    }

    /// Copies a file, or a folder with all in it.
    pub(super) fn copy(&self, from: &Path, name: &str) -> Result<(), ExportError> {
        let place = self.place(name)?;
        for entry in WalkDir::new(from).follow_links(true) {
            let entry = entry.map_err(|error| failed(from)(error.into()))?;
            let below = entry.path().strip_prefix(from).unwrap_or(Path::new(""));
            let to = match below.as_os_str().is_empty() {
                true => place.clone(),
                false => place.join(below),
            };
            match entry.file_type().is_dir() {
                true => fs::create_dir(&to).map_err(failed(&to))?,
                false => {
                    fs::copy(entry.path(), &to).map_err(failed(entry.path()))?;
                }
            }
        }
        Ok(())
    }
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> ExportError + '_ {
    move |source| ExportError::File {
        path: path.to_owned(),
        source,
    }
}
