//! A package while it is read: its folder, its version, and what was odd in it so far.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use super::version::Version;
use crate::error::PackageError;
use crate::formats::yaml::{self, Map, Node};

/// Files and folders looked at in one package. Folders that link to one another in layers would
/// otherwise multiply without end.
const ENTRIES: usize = 200_000;

/// A package that is being read.
pub(super) struct Package<'a> {
    /// Its folder, all links resolved.
    pub(super) root: &'a Path,
    /// Its version.
    pub(super) version: Version,
    warnings: Vec<String>,
    seen: usize,
}

/// What becomes of a link that leads nowhere or out of the package.
#[derive(Debug, Clone, Copy)]
pub(super) enum Links {
    /// The package is refused.
    Refuse,
    /// The link is passed over, with a warning.
    PassOver,
}

/// A visible file or folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// Its name.
    pub(super) name: String,
    /// Where it is.
    pub(super) path: PathBuf,
    /// Whether it is a folder.
    pub(super) is_folder: bool,
}

impl<'a> Package<'a> {
    pub(super) fn new(root: &'a Path, version: Version) -> Package<'a> {
        Package {
            root,
            version,
            warnings: Vec::new(),
            seen: 0,
        }
    }

    /// Notes what is odd about a file.
    pub(super) fn warn(&mut self, path: &Path, message: impl Display) {
        let path = path.strip_prefix(self.root).unwrap_or(path);
        let warning = format!("{}: {message}", path.display());
        self.warnings.push(yaml::printable(&warning));
    }

    /// What was odd, each once.
    pub(super) fn into_warnings(self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let mut warnings = self.warnings;
        warnings.retain(|warning| seen.insert(warning.clone()));
        warnings
    }

    /// The map in a file of settings; an empty file is an empty map.
    pub(super) fn settings(&mut self, path: &Path) -> Result<Map, PackageError> {
        self.keys(path, yaml::read(path)?)
    }

    /// The map that the text of a file of settings holds.
    pub(super) fn parsed(&mut self, path: &Path, text: &str) -> Result<Map, PackageError> {
        self.keys(path, yaml::parse(path, text)?)
    }

    /// The keys of a whole file; those that are there more than once are noted.
    pub(super) fn keys(&mut self, path: &Path, file: Node) -> Result<Map, PackageError> {
        for repeated in file.repeated() {
            self.warn(path, repeated);
        }
        file.map()
    }

    /// Notes every key that is left of a map.
    pub(super) fn warn_unknown(&mut self, path: &Path, map: Map) {
        for (_, node) in map.rest() {
            self.warn(
                path,
                format!("{}: unknown key; it is not read", node.place()),
            );
        }
    }

    /// What lies in a folder, by name: hidden files are left out, and those whose names the format
    /// forbids, with a warning. No folder, no entries.
    pub(super) fn entries(&mut self, folder: &Path) -> Result<Vec<Entry>, PackageError> {
        let mut kept = Vec::new();
        for entry in self.all_entries(folder, Links::Refuse)? {
            if is_name(&entry.name) {
                kept.push(entry);
            } else {
                let message = "passed over, for the format allows names of letters, digits, `_`, \
                               `.` and `-` only; rename it";
                self.warn(&entry.path, message);
            }
        }
        Ok(kept)
    }

    /// The files that a program consists of, whatever their names, but hidden ones. A link that
    /// leads nowhere or out of the package is no part of it, unless it is to a header.
    pub(super) fn sources(&mut self, entry: &Entry) -> Result<Vec<PathBuf>, PackageError> {
        match entry.is_folder {
            true => self.files_below(&entry.path, Links::PassOver),
            false => Ok(vec![entry.path.clone()]),
        }
    }

    /// All files below a folder but hidden ones.
    pub(super) fn files_below(
        &mut self,
        folder: &Path,
        links: Links,
    ) -> Result<Vec<PathBuf>, PackageError> {
        let mut files = Vec::new();
        for entry in self.all_entries(folder, links)? {
            match entry.is_folder {
                true => files.extend(self.files_below(&entry.path, links)?),
                false => files.push(entry.path),
            }
        }
        Ok(files)
    }

    /// What lies in a folder but hidden files, by name, whatever the names.
    pub(super) fn all_entries(
        &mut self,
        folder: &Path,
        links: Links,
    ) -> Result<Vec<Entry>, PackageError> {
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        self.inside(folder)?;
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder).map_err(PackageError::read(folder))? {
            let path = entry.map_err(PackageError::read(folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(['.', '-']) {
                continue;
            }
            self.seen += 1;
            if self.seen > ENTRIES {
                let message = format!("more than {ENTRIES} files; do its links lead in circles?");
                return Err(PackageError::file(self.root, message));
            }
            match (self.fault_of_link(&path), links) {
                (None, _) => {}
                (Some(fault), Links::Refuse) => return Err(PackageError::file(path, fault)),
                (Some(fault), Links::PassOver) => {
                    self.warn(&path, format!("passed over, for it {fault}"));
                    continue;
                }
            }
            let kind = fs::metadata(&path).map_err(PackageError::read(&path))?;
            if !kind.is_dir() && !kind.is_file() {
                let message = "expected a file or a folder, found something else; remove it";
                return Err(PackageError::file(path, message));
            }
            entries.push(Entry {
                name: name.into_owned(),
                path,
                is_folder: kind.is_dir(),
            });
        }
        entries.sort();
        Ok(entries)
    }

    /// Refuses a link that leads nowhere, out of the package, or to a folder that it lies in.
    pub(super) fn inside(&self, path: &Path) -> Result<(), PackageError> {
        match self.fault_of_link(path) {
            Some(fault) => Err(PackageError::file(path, fault)),
            None => Ok(()),
        }
    }

    fn fault_of_link(&self, path: &Path) -> Option<String> {
        if !path.is_symlink() {
            return None;
        }
        let Ok(target) = path.canonicalize() else {
            return Some("links to nothing; remove it or mend it".to_owned());
        };
        if !target.starts_with(self.root) {
            // Only the jury's programs get them when they are built.
            let judged = path.starts_with(self.root.join("submissions"));
            if !judged && is_header(path) && is_header(&target) && target.is_file() {
                return None;
            }
            return Some(format!(
                "links to {}, outside the package; copy it into the package",
                target.display()
            ));
        }
        let parent = path.parent().and_then(|parent| parent.canonicalize().ok());
        parent
            .filter(|parent| parent.starts_with(&target))
            .map(|_| "links to a folder that it lies in; remove it".to_owned())
    }
}

/// Authors link headers that all their problems share, and a header tells nothing that is nobody's
/// business.
fn is_header(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| ["h", "hh", "hpp", "hxx"].contains(&extension))
}

/// Whether the format allows a name. It does not allow `+`, but `c++` is in its table of languages.
fn is_name(name: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.len() <= 255
        && name.bytes().next().is_some_and(word)
        && name
            .bytes()
            .all(|byte| word(byte) || b".-+".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_without_end_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("1.in"), "").unwrap();
        let mut package = Package::new(folder.path(), Version::LEGACY);
        package.seen = ENTRIES - 1;
        assert_eq!(package.entries(folder.path()).unwrap().len(), 1);
        let refusal = package.entries(folder.path()).unwrap_err().to_string();
        assert!(
            refusal.ends_with("more than 200000 files; do its links lead in circles?"),
            "{refusal}"
        );
    }

    #[test]
    fn names_are_those_that_the_format_allows() {
        for (name, allowed) in [
            ("1", true),
            ("_a-b.in", true),
            ("a.c++", true),
            ("", false),
            (".a", false),
            ("-a", false),
            ("a b", false),
            ("a~", false),
            ("é", false),
        ] {
            assert_eq!(is_name(name), allowed, "{name:?}");
        }
        assert!(is_name(&"a".repeat(255)) && !is_name(&"a".repeat(256)));
    }
}
