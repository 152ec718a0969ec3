//! What C and C++ sources include from beside them, so that one source file may be a program.
//!
//! Compilers find such files by themselves; in the sandbox they see only what was put there, and the
//! cache has to know what a program was made of.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use package::Companions;

use super::language::extension;
use super::tree::{self, Tree};

/// Bytes of a header.
const LARGEST_HEADER: u64 = 16 << 20;

/// Where headers are looked for.
pub(crate) struct Places<'a> {
    /// The folder that the tree's paths are relative to.
    pub(crate) folder: &'a Path,
    /// The package. No name may lead out of it and of the folder.
    pub(crate) package: Option<&'a Path>,
    /// What the package adds.
    pub(crate) companions: Option<&'a Companions>,
    /// A solution includes only what is called a header and lies in its own folder or below, or in
    /// the package's root that companions name: what is around it might be the answers.
    pub(crate) judged: bool,
}

/// A header that was found: where it is by its name, and its content.
struct Found {
    /// Relative to the folder, and then it may begin with `..`, or to the top of the tree.
    path: PathBuf,
    top: bool,
    content: Vec<u8>,
}

/// Adds to the tree what its files include and what these include, as far as it is found. Where
/// something lies above the folder, all paths of the tree get the folders in between in front, and
/// those are returned. The compiler is to look in the top of the tree too.
pub(crate) fn add(tree: &mut Tree, places: &Places<'_>) -> PathBuf {
    let mut known: BTreeSet<PathBuf> = tree.files.keys().cloned().collect();
    let mut open: Vec<(PathBuf, Vec<u8>)> = tree
        .files
        .iter()
        .map(|(path, file)| (path.clone(), file.content.clone()))
        .collect();
    let mut found = Vec::new();
    while let Some((path, content)) = open.pop() {
        for name in names(&content) {
            let from = path.parent().unwrap_or(Path::new(""));
            if let Some(header) = places.find(from, &name, &known) {
                known.insert(header.path.clone());
                open.push((header.path.clone(), header.content.clone()));
                found.push(header);
            }
        }
    }
    let above = found
        .iter()
        .map(|header| ups(&header.path))
        .max()
        .unwrap_or(0);
    let prefix = last(places.folder, above);
    if above > 0 {
        let files = std::mem::take(&mut tree.files);
        tree.files = files
            .into_iter()
            .map(|(path, file)| (prefix.join(path), file))
            .collect();
    }
    for header in found {
        let path = match header.top {
            true => Some(header.path),
            false => normal(&prefix.join(&header.path)),
        };
        if let Some(path) = path {
            tree.add(path, header.content);
        }
    }
    prefix
}

impl Places<'_> {
    /// Looks for `name`, included by a file in the folder `from`.
    fn find(&self, from: &Path, name: &str, known: &BTreeSet<PathBuf>) -> Option<Found> {
        let path = normal(&from.join(name))?;
        if known.contains(&path) || known.contains(Path::new(name)) {
            return None;
        }
        let given = self.companions.and_then(|with| {
            let name = name.trim_start_matches("../");
            with.headers.get(name)
        });
        if let Some(content) = given {
            let content = content.clone().into_bytes();
            return Some(Found {
                path,
                top: false,
                content,
            });
        }
        let read = |file: &Path, root: &Path| {
            let inside = file.canonicalize().is_ok_and(|real| {
                root.canonicalize().is_ok_and(|root| real.starts_with(root))
                    || !self.judged && is_shared(file, &real)
            });
            let file = inside.then(|| tree::read(file, "expected a header", LARGEST_HEADER));
            Some(file?.ok()?.content)
        };
        let file = self.folder.join(&path);
        // Formats whose solutions share headers say in which folder these lie.
        let shared = self.companions.map(|with| with.root.as_path());
        let shared = shared.filter(|root| !root.as_os_str().is_empty());
        let package = match self.judged {
            true => shared,
            false => self.package.or(shared),
        };
        let own = ups(&path) == 0 || shared.is_some();
        let allowed = !self.judged || is_header(&path) && own;
        let mut roots = [Some(self.folder), package]
            .into_iter()
            .flatten()
            .filter(|_| allowed);
        if let Some(content) = roots.find_map(|root| read(&file, root)) {
            return Some(Found {
                path,
                top: false,
                content,
            });
        }
        let name = normal(Path::new(name)).filter(|name| ups(name) == 0)?;
        let mut folders = self.companions.into_iter().flat_map(|with| {
            let paths = with.include_paths.iter().map(|path| (path.as_path(), true));
            // Another source finds what lies beside it.
            let beside = with.sources.iter().filter_map(|source| source.parent());
            paths.chain(beside.map(|folder| (folder, false)))
        });
        folders.find_map(|(folder, top)| {
            // A folder that the package names may lie beside it.
            let content = read(&folder.join(&name), folder)?;
            let path = name.clone();
            Some(Found { path, top, content })
        })
    }
}

/// Whether a link leads from a header to a header: authors share those among all their problems, and
/// they tell nothing that is nobody's business.
pub(crate) fn is_shared(link: &Path, real: &Path) -> bool {
    link.is_symlink() && is_header(link) && is_header(real) && real.is_file()
}

fn is_header(path: &Path) -> bool {
    const HEADERS: &[&str] = &["h", "hh", "hpp", "hxx", "h++", "H", "inc", "ipp", "tpp"];
    HEADERS.contains(&extension(path))
}

/// The names that a source includes, in quotes or not.
fn names(source: &[u8]) -> Vec<String> {
    let lines = source.split(|&byte| byte == b'\n');
    lines
        .filter_map(|line| {
            let line = line.trim_ascii_start().strip_prefix(b"#")?;
            let rest = line.trim_ascii_start().strip_prefix(b"include")?;
            let rest = rest.trim_ascii_start();
            let (close, rest) = match rest.split_first()? {
                (b'"', rest) => (b'"', rest),
                (b'<', rest) => (b'>', rest),
                _ => return None,
            };
            let end = rest.iter().position(|&byte| byte == close)?;
            let name = std::str::from_utf8(rest.get(..end)?).ok()?;
            (!name.is_empty() && !name.starts_with('/')).then(|| name.to_owned())
        })
        .collect()
}

/// A relative path without `.`, and with `..` at its beginning only.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::Normal(part) => normal.push(part),
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            Component::ParentDir => normal.push(".."),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(normal)
}

/// How many folders up a path leads.
fn ups(path: &Path) -> usize {
    path.components()
        .take_while(|part| *part == Component::ParentDir)
        .count()
}

/// The last `count` folders of a path.
fn last(folder: &Path, count: usize) -> PathBuf {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let parts: Vec<_> = folder.components().collect();
    let from = parts.len().saturating_sub(count);
    parts.into_iter().skip(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn includes_are_followed_wherever_they_are_allowed_to_lead() {
        let outer = tempfile::tempdir().unwrap();
        let path = |name: &str| outer.path().join(name);
        for (file, content) in [
            (
                "p/sol/a.cpp",
                "#include \"near.h\"\n # include <lib.h>\n#include <vector>\n#include \"../../secret.h\"",
            ),
            (
                "p/sol/near.h",
                "#include \"sub/deep.h\"\n#include \"../params.h\"",
            ),
            ("p/sol/sub/deep.h", "#include \"../near.h\""),
            ("common/lib.h", "#include \"more.h\""),
            ("common/more.h", ""),
            ("secret.h", ""),
        ] {
            fs::create_dir_all(path(file).parent().unwrap()).unwrap();
            fs::write(path(file), content).unwrap();
        }
        let companions = Companions {
            include_paths: vec![path("common")],
            headers: [("params.h".to_owned(), "#define N 5".to_owned())].into(),
            ..Companions::default()
        };
        let mut tree = Tree::of_file(&path("p/sol/a.cpp"), "a.cpp".into()).unwrap();
        let places = Places {
            folder: &path("p/sol"),
            package: Some(&path("p")),
            companions: Some(&companions),
            judged: false,
        };
        assert_eq!(add(&mut tree, &places), Path::new("sol"));
        let names: Vec<_> = tree.files.keys().map(|name| name.display()).collect();
        assert_eq!(
            format!("{names:?}"),
            r#"["lib.h", "more.h", "params.h", "sol/a.cpp", "sol/near.h", "sol/sub/deep.h"]"#
        );
        assert_eq!(tree.files[Path::new("params.h")].content, b"#define N 5");
        assert!(!tree.files[Path::new("sol/a.cpp")].included);
    }

    #[test]
    fn a_solution_includes_no_answer() {
        let outer = tempfile::tempdir().unwrap();
        let path = |name: &str| outer.path().join(name);
        let includes = ["1.ans", "../data/1.ans", "../data/h.h", "link.h", "own.h"];
        let source: String = includes
            .iter()
            .map(|name| format!("#include \"{name}\"\n"))
            .collect();
        for (file, content) in [
            ("p/sol/a.cpp", source.as_str()),
            ("p/sol/1.ans", ""),
            ("p/sol/own.h", ""),
            ("p/data/1.ans", ""),
            ("p/data/h.h", ""),
        ] {
            fs::create_dir_all(path(file).parent().unwrap()).unwrap();
            fs::write(path(file), content).unwrap();
        }
        std::os::unix::fs::symlink("../data/1.ans", path("p/sol/link.h")).unwrap();
        for (judged, count) in [(true, 2), (false, 6)] {
            let mut tree = Tree::of_file(&path("p/sol/a.cpp"), "a.cpp".into()).unwrap();
            let places = Places {
                folder: &path("p/sol"),
                package: Some(&path("p")),
                companions: None,
                judged,
            };
            add(&mut tree, &places);
            assert_eq!(tree.files.len(), count, "{:?}", tree.files.keys());
        }
    }

    #[test]
    fn without_headers_nothing_changes() {
        let outer = tempfile::tempdir().unwrap();
        let file = outer.path().join("a.c");
        fs::write(
            &file,
            "#include <stdio.h>\n#include \"missing.h\"\n#include MACRO\n#include",
        )
        .unwrap();
        let mut tree = Tree::of_file(&file, "b.c".into()).unwrap();
        let before = tree.clone();
        let places = Places {
            folder: outer.path(),
            package: None,
            companions: None,
            judged: true,
        };
        assert_eq!(add(&mut tree, &places), Path::new(""));
        assert_eq!(tree, before);
    }
}
