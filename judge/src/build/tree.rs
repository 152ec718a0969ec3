//! The files that a program is made of, read whole before anything is built of them.

use std::collections::BTreeMap;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::headers::is_shared;
use crate::regular;

/// A source larger than this is refused: no judge takes it, and it may be a mistaken binary.
const LARGEST_SOURCE: u64 = 16 << 20;
/// Bounds of a folder.
const LARGEST_FOLDER: u64 = 64 << 20;
const MOST_FILES: usize = 2000;
const MOST_LEVELS: usize = 16;

/// A file as the compiler will see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) content: Vec<u8>,
    pub(crate) executable: bool,
    /// It comes with the package, not with the program.
    pub(crate) included: bool,
}

/// Files by their paths below one folder, none of which has a `..`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    pub(crate) files: BTreeMap<PathBuf, File>,
}

/// Why files cannot be read, in a line.
pub(crate) type Unreadable = String;

impl Tree {
    /// A program that is one file, under the given name.
    pub(crate) fn of_file(path: &Path, name: PathBuf) -> Result<Tree, Unreadable> {
        let file = read(path, "expected a source file", LARGEST_SOURCE)?;
        Ok(Tree {
            files: BTreeMap::from([(name, file)]),
        })
    }

    /// A program that is a folder: all files below it but hidden ones. Links in it may lead to
    /// other files in it or in the folders `linked`; in what the jury wrote, from a header to a
    /// header anywhere.
    pub(crate) fn of_folder(
        folder: &Path,
        linked: &[PathBuf],
        judged: bool,
    ) -> Result<Tree, Unreadable> {
        let mut reader = Reader {
            judged,
            within: std::iter::once(folder)
                .chain(linked.iter().map(PathBuf::as_path))
                .filter_map(|place| place.canonicalize().ok())
                .collect(),
            bytes: 0,
            tree: Tree::default(),
        };
        reader.level(folder, Path::new(""), 0)?;
        Ok(reader.tree)
    }

    /// Bytes of all files.
    pub(crate) fn size(&self) -> u64 {
        let sizes = self.files.values().map(|file| file.content.len() as u64);
        sizes.sum()
    }

    /// Puts the files of `other` over these, as coming with the package.
    pub(crate) fn include(&mut self, other: Tree) {
        for (path, file) in other.files {
            let included = true;
            self.files.insert(path, File { included, ..file });
        }
    }

    /// Puts a file of the package there, unless there is one.
    pub(crate) fn add(&mut self, path: PathBuf, content: Vec<u8>) {
        self.files.entry(path).or_insert(File {
            content,
            executable: false,
            included: true,
        });
    }

    /// Replaces `{{name}}` in all files.
    pub(crate) fn substitute(&mut self, constants: &BTreeMap<String, String>) {
        if constants.is_empty() {
            return;
        }
        for file in self.files.values_mut() {
            if let Some(content) = substituted(&file.content, constants) {
                file.content = content;
            }
        }
    }

    /// Writes all files below `folder`, which is empty.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        for (path, file) in &self.files {
            let place = folder.join(path);
            if let Some(parent) = place.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&place, &file.content)?;
            if file.executable {
                fs::set_permissions(&place, fs::Permissions::from_mode(0o755))?;
            }
        }
        Ok(())
    }

    /// Adds everything that tells these files from others.
    pub(crate) fn hash(&self, hasher: &mut blake3::Hasher) {
        for (path, file) in &self.files {
            let path = path.as_os_str().as_bytes();
            // Lengths keep the parts apart.
            hasher.update(&path.len().to_le_bytes());
            hasher.update(path);
            hasher.update(&[u8::from(file.executable)]);
            hasher.update(&file.content.len().to_le_bytes());
            hasher.update(&file.content);
        }
    }
}

/// Reads a file that may be `most` bytes long; `kind` says what was expected.
pub(crate) fn read(path: &Path, kind: &str, most: u64) -> Result<File, Unreadable> {
    let at = path.display();
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(format!("{at}: {kind}"));
    }
    let cannot = |error: io::Error| format!("{at}: cannot read: {error}");
    let file = regular::open(path).map_err(cannot)?;
    let mode = file.metadata().map_err(cannot)?.permissions().mode();
    let mut content = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut content)
        .map_err(cannot)?;
    if content.len() as u64 > most {
        return Err(format!("{at}: {kind} of at most {} MiB", most >> 20));
    }
    Ok(File {
        content,
        executable: mode & 0o100 != 0,
        included: false,
    })
}

/// Of a link that leads outside of what it may be a part of.
pub(crate) fn misled(path: &Path, real: &Path) -> Unreadable {
    format!(
        "{}: a link that leads where it may not, to {}; put a copy in its place",
        path.display(),
        real.display()
    )
}

struct Reader {
    judged: bool,
    /// Where links may lead.
    within: Vec<PathBuf>,
    bytes: u64,
    tree: Tree,
}

impl Reader {
    fn level(&mut self, folder: &Path, below: &Path, level: usize) -> Result<(), Unreadable> {
        let at = folder.display();
        if level > MOST_LEVELS {
            return Err(format!(
                "{at}: expected at most {MOST_LEVELS} folders in each other; a link may lead back"
            ));
        }
        let cannot = |error: io::Error| format!("{at}: cannot read: {error}");
        for entry in fs::read_dir(folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let name = entry.file_name();
            if name.as_bytes().starts_with(b".") || name == "__pycache__" {
                continue;
            }
            let path = entry.path();
            let real = path
                .canonicalize()
                .map_err(|error| format!("{}: cannot read: {error}", path.display()))?;
            let within = self.within.iter().any(|place| real.starts_with(place));
            if !within && (self.judged || !is_shared(&path, &real)) {
                return Err(misled(&path, &real));
            }
            let below = below.join(name);
            if real.is_dir() {
                self.level(&path, &below, level + 1)?;
            } else {
                let file = read(&path, "expected a file or folder", LARGEST_SOURCE)?;
                self.bytes += file.content.len() as u64;
                self.tree.files.insert(below, file);
            }
            if self.bytes > LARGEST_FOLDER || self.tree.files.len() > MOST_FILES {
                return Err(format!(
                    "{at}: expected the source of a program, at most {} MiB in {MOST_FILES} files",
                    LARGEST_FOLDER >> 20
                ));
            }
        }
        Ok(())
    }
}

/// The content with every `{{name}}` of a known name replaced; none if there is none.
fn substituted(content: &[u8], constants: &BTreeMap<String, String>) -> Option<Vec<u8>> {
    let mut made = Vec::new();
    let mut rest = content;
    let mut found = false;
    while let Some(at) = position(rest, b"{{") {
        let (before, opened) = rest.split_at(at);
        made.extend_from_slice(before);
        let inner = opened.strip_prefix(b"{{").unwrap_or_default();
        let named = position(inner, b"}}").and_then(|end| {
            let name = std::str::from_utf8(inner.get(..end)?).ok()?;
            Some((constants.get(name)?, inner.get(end + 2..)?))
        });
        rest = match named {
            Some((value, after)) => {
                found = true;
                made.extend_from_slice(value.as_bytes());
                after
            }
            // Of three braces the last two may begin a name.
            None => {
                made.push(b'{');
                opened.get(1..).unwrap_or_default()
            }
        };
    }
    made.extend_from_slice(rest);
    found.then_some(made)
}

fn position(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn constants_are_replaced_where_they_are_known() {
        let constants = BTreeMap::from([
            ("n".to_owned(), "100".to_owned()),
            ("n.long".to_owned(), "100 000".to_owned()),
        ]);
        for (text, expected) in [
            ("{{n}}", Some("100")),
            ("a {{n}}{{n}} {{n.long}} b", Some("a 100100 100 000 b")),
            ("{{{n}}}", Some("{100}")),
            ("{{m}} {{n}}", Some("{{m}} 100")),
            ("{{ n }} {{n} {n}} {{", None),
            ("", None),
        ] {
            let made = substituted(text.as_bytes(), &constants);
            let made = made.map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(made.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_folder_is_read_with_links_inside_the_package_only() {
        let outer = tempfile::tempdir().unwrap();
        let path = |name: &str| outer.path().join(name);
        for folder in ["p/sol/sub", "p/common", "p/sol/.git", "p/sol/__pycache__"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        for file in [
            "p/sol/a.c",
            "p/sol/sub/b.c",
            "p/common/c.h",
            "p/sol/.git/x",
            "p/sol/.y",
            "p/sol/__pycache__/z",
            "secret",
        ] {
            fs::write(path(file), file).unwrap();
        }
        symlink("../common/c.h", path("p/sol/c.h")).unwrap();
        let folder = path("p/sol");
        let tree = Tree::of_folder(&folder, &[path("p")], true).unwrap();
        let names: Vec<_> = tree.files.keys().map(|name| name.display()).collect();
        assert_eq!(format!("{names:?}"), r#"["a.c", "c.h", "sub/b.c"]"#);
        let tree = Tree::of_folder(&folder, &[], false).unwrap();
        assert!(tree.files.contains_key(Path::new("c.h")));
        let error = Tree::of_folder(&folder, &[], true).unwrap_err();
        assert!(
            error.contains("c.h: a link that leads where it may not"),
            "{error}"
        );
        symlink("../../secret", path("p/sol/d")).unwrap();
        let error = Tree::of_folder(&folder, &[path("p")], true).unwrap_err();
        assert!(
            error.contains("/d: a link that leads where it may not"),
            "{error}"
        );
        for (link, target) in [("d", "../../secret"), ("e.h", "../../secret")] {
            fs::remove_file(path("p/sol/d")).ok();
            symlink(target, path("p/sol").join(link)).unwrap();
            let error = Tree::of_folder(&folder, &[], false).unwrap_err();
            assert!(error.contains("a link that leads where"), "{error}");
        }
        fs::remove_file(path("p/sol/e.h")).unwrap();
        symlink("..", path("p/sol/sub/back")).unwrap();
        let error = Tree::of_folder(&folder, &[path("p")], true).unwrap_err();
        assert!(error.contains("a link may lead back"), "{error}");
    }

    #[test]
    fn everything_that_matters_changes_the_hash() {
        let tree = |name: &str, content: &str, executable: bool| {
            let file = File {
                content: content.into(),
                executable,
                included: false,
            };
            let files = BTreeMap::from([(name.into(), file)]);
            let mut hasher = blake3::Hasher::new();
            Tree { files }.hash(&mut hasher);
            hasher.finalize()
        };
        let first = tree("a", "bc", false);
        assert_eq!(first, tree("a", "bc", false));
        for other in [
            tree("ab", "c", false),
            tree("a", "bd", false),
            tree("a", "bc", true),
        ] {
            assert_ne!(first, other);
        }
    }
}
