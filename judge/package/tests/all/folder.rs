//! A folder for one test, and what `open` says of it.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use package::Problem;
use tempfile::TempDir;

/// A folder that goes when the test ends.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// Files with their content; a name that ends in `/` is an empty folder.
    pub(crate) fn of(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(TempDir::new().unwrap());
        for (name, content) in files {
            folder.file(name, content);
        }
        folder
    }

    /// The folder as `open` names it, all links resolved.
    pub(crate) fn root(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    pub(crate) fn file(&self, name: impl AsRef<[u8]>, content: &str) {
        let name = name.as_ref();
        let path = self.0.path().join(OsStr::from_bytes(name));
        if name.ends_with(b"/") {
            return fs::create_dir_all(path).unwrap();
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn link(&self, name: &str, target: impl AsRef<Path>) {
        symlink(target, self.0.path().join(name)).unwrap();
    }

    pub(crate) fn fifo(&self, name: &str) {
        let made = Command::new("mkfifo")
            .arg(self.0.path().join(name))
            .status();
        assert!(made.unwrap().success());
    }

    pub(crate) fn open(&self) -> Result<Problem, String> {
        package::open(self.0.path()).map_err(|error| self.without_root(&error.to_string()))
    }

    /// The message of the error, with `ROOT` for this folder.
    pub(crate) fn refusal(&self) -> String {
        match self.open() {
            Ok(problem) => panic!("expected a refusal, found {problem:?}"),
            Err(message) => message,
        }
    }

    /// The packages found below this folder, as paths below it.
    pub(crate) fn discovered(&self) -> Vec<String> {
        let root = self.root();
        let found = package::discover(&root).unwrap();
        let below = |path: &PathBuf| path.strip_prefix(&root).unwrap().display().to_string();
        found.iter().map(below).collect()
    }

    pub(crate) fn without_root(&self, message: &str) -> String {
        message.replace(self.root().to_str().unwrap(), "ROOT")
    }
}

/// The names of the cases in their order.
pub(crate) fn cases(problem: &Problem) -> Vec<&str> {
    problem
        .cases
        .iter()
        .map(|case| case.name.as_str())
        .collect()
}
