//! Where the files of a program were before they were copied into the cache: what a compiler or a
//! traceback says of a copy is told of the user's own file.

use std::borrow::Cow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memmem;

use super::cache::{BUILT, Cache, ENTRY, PROGRAMS, WORK};
use super::tree::Tree;
use crate::here::place;

/// What stands before a path in the messages of some, as of `node`.
const SCHEME: &[u8] = b"file://";

/// The copies of one program's files, and the names of these for people.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins(Arc<Copies>);

#[derive(Debug, Default)]
struct Copies {
    /// The cache's folder as it is named, and as it is where links are followed; both with a slash.
    roots: Vec<Vec<u8>>,
    /// Paths below the folder of a program, the longest first, each with the user's.
    files: Vec<(Vec<u8>, String)>,
}

impl Origins {
    /// For the files of `tree`. What came from nowhere is known by its path in the tree.
    pub(crate) fn new(
        cache: &Cache,
        tree: &Tree,
        from: impl Fn(&Path) -> Option<PathBuf>,
    ) -> Origins {
        let root = cache.root();
        let mut roots = vec![root.to_owned()];
        roots.extend(root.canonicalize().ok().filter(|real| real != root));
        let own = |copy: &PathBuf| {
            let name = from(copy).map_or_else(|| copy.display().to_string(), |own| place(&own));
            (copy.as_os_str().as_bytes().to_vec(), name)
        };
        let mut files: Vec<_> = tree.files.keys().map(own).collect();
        files.sort_by_key(|(copy, _)| std::cmp::Reverse(copy.len()));
        let slash = |root: &PathBuf| [root.as_os_str().as_bytes(), b"/"].concat();
        Origins(Arc::new(Copies {
            roots: roots.iter().map(slash).collect(),
            files,
        }))
    }

    /// `text` with the user's paths in the place of those of the copies; all else stays as it is.
    pub(crate) fn named<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        let mut text = Cow::Borrowed(text);
        for root in &self.0.roots {
            if memmem::find(&text, root).is_some() {
                text = Cow::Owned(self.without(&text, root));
            }
        }
        text
    }

    fn without(&self, text: &[u8], root: &[u8]) -> Vec<u8> {
        let mut named = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = memmem::find(rest, root) {
            let (before, found) = rest.split_at(at);
            named.extend_from_slice(before);
            let own = named.last().is_none_or(|&byte| !continues(byte)) || named.ends_with(SCHEME);
            let (root, after) = found.split_at(root.len());
            rest = match self.copy(after).filter(|_| own) {
                Some((name, after)) => {
                    if named.ends_with(SCHEME) {
                        named.truncate(named.len() - SCHEME.len());
                    }
                    named.extend_from_slice(name.as_bytes());
                    after
                }
                None => {
                    named.extend_from_slice(root);
                    after
                }
            };
        }
        named.extend_from_slice(rest);
        named
    }

    /// The user's path for the one that `text` begins with, below the cache's folder, and what comes
    /// after it.
    fn copy<'a>(&self, text: &'a [u8]) -> Option<(&str, &'a [u8])> {
        let text = within(text)?;
        let files = self.0.files.iter();
        files
            .filter_map(|(copy, name)| Some((name.as_str(), text.strip_prefix(copy.as_slice())?)))
            .find(|(_, after)| ends(after))
    }
}

/// A path below the cache's folder as seen from the folder of a program: from the one that it lies in,
/// or the one in which it was made, which a compiler may have told it.
fn within(path: &[u8]) -> Option<&[u8]> {
    const ANY: &str = "";
    let under = |folders: &[&str]| {
        folders.iter().try_fold(path, |path, folder| {
            let (name, rest) = path.split_at_checked(memchr::memchr(b'/', path)?)?;
            let is_it = *folder == ANY || name == folder.as_bytes();
            rest.get(1..).filter(|_| is_it)
        })
    };
    under(&[PROGRAMS, ANY, BUILT]).or_else(|| under(&[WORK, ANY, ENTRY, BUILT]))
}

/// Whether a byte can go on with a name.
fn continues(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || matches!(byte, b'_' | b'-' | b'/' | b'.')
}

/// Whether a path ends before this text; a full stop may be that of a sentence.
fn ends(text: &[u8]) -> bool {
    match text {
        [b'.', after, ..] => !continues(*after),
        [first, ..] => *first == b'.' || !continues(*first),
        [] => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_paths_of_copies_are_told_otherwise() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path()).unwrap();
        let mut tree = Tree::default();
        for name in ["solution.py", "lib/a.py", "lib/a.pyx"] {
            tree.add(name.into(), Vec::new());
        }
        let origins = Origins::new(&cache, &tree, |copy| match copy.to_str() {
            Some("solution.py") => Some("sub/my sol.py".into()),
            Some("lib/a.pyx") => None,
            _ => Some(Path::new("sub").join(copy)),
        });
        let root = folder.path().display().to_string();
        let key = "0123abcd";
        for (text, expected) in [
            (
                "File \"ROOT/programs/KEY/built/solution.py\", line 3",
                "File \"sub/my sol.py\", line 3",
            ),
            (
                "at ROOT/work/build-x1/entry/built/lib/a.py:3 and ROOT/programs/KEY/built/lib/a.pyx.",
                "at sub/lib/a.py:3 and lib/a.pyx.",
            ),
            (
                "file://ROOT/programs/KEY/built/lib/a.py:1",
                "sub/lib/a.py:1",
            ),
            // No file of the program, another place of the cache, part of a longer path.
            ("ROOT/programs/KEY/built/program: x", ""),
            ("ROOT/programs/KEY/built/solution.pyc", ""),
            ("ROOT/programs/KEY/built/solution.py.bak", ""),
            ("ROOT/programs/KEY/manifest", ""),
            ("ROOT/programs/", ""),
            ("ROOT/inputs/KEY/built/solution.py", ""),
            ("ROOT/work/x/built/solution.py", ""),
            ("/mntROOT/programs/KEY/built/solution.py", ""),
            ("nothing of that", ""),
        ] {
            let real = |text: &str| text.replace("ROOT", &root).replace("KEY", key);
            let expected = if expected.is_empty() { text } else { expected };
            let named = origins.named(real(text).as_bytes()).into_owned();
            assert_eq!(String::from_utf8(named).unwrap(), real(expected), "{text}");
        }
        assert_eq!(&*origins.named(b"\xff\xfe/"), b"\xff\xfe/");
    }
}
