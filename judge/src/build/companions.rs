//! What a C or C++ source of a package is compiled with: headers beside it, of the package and
//! written for it, and more sources.
//!
//! A solution has none of these: what it includes from around it might be the answers.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use package::Companions;

/// A file larger than this is no header.
const LARGEST: u64 = 16 << 20;
/// Files that one source includes.
const MOST: usize = 10_000;

/// The companions of one source, found on disk.
pub(crate) struct Found<'a> {
    companions: &'a Companions,
    /// Where the compiler looks, in this order.
    folders: Vec<PathBuf>,
    /// Every file that is included or compiled besides the source, in the order found.
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl<'a> Found<'a> {
    /// Looks for all that `source` includes, directly or not. What is not found may be the system's.
    pub(crate) fn of(source: &Path, companions: &'a Companions) -> io::Result<Found<'a>> {
        let folder = |path: &Path| path.parent().map(Path::to_owned);
        let own = folder(source).into_iter();
        let others = companions.sources.iter().filter_map(|path| folder(path));
        let mut found = Found {
            companions,
            folders: own
                .chain(companions.include_paths.iter().cloned())
                .chain(others)
                .collect(),
            files: Vec::new(),
        };
        let mut seen = BTreeSet::from([source.to_owned()]);
        let mut names = vec![(folder(source), fs::read(source)?)];
        for path in &companions.sources {
            let content = fs::read(path)?;
            names.push((folder(path), content.clone()));
            seen.insert(path.clone());
            found.files.push((path.clone(), content));
        }
        let headers = companions.headers.values();
        names.extend(headers.map(|content| (None, content.clone().into_bytes())));
        while let Some((folder, content)) = names.pop() {
            for name in includes(&content) {
                let places = folder.iter().chain(&found.folders);
                let path = places
                    .map(|folder| folder.join(&name))
                    .find(|path| small(path) && found.may_include(path));
                let Some(path) = path.filter(|path| seen.insert(path.clone())) else {
                    continue;
                };
                if seen.len() > MOST {
                    return Err(io::Error::other("includes too many files"));
                }
                let content = fs::read(&path)?;
                names.push((path.parent().map(Path::to_owned), content.clone()));
                found.files.push((path, content));
            }
        }
        Ok(found)
    }

    /// Whether a file lies in the package, or where its programs are let look.
    fn may_include(&self, path: &Path) -> bool {
        let paths = &self.companions.include_paths;
        let within = |folder: &PathBuf| {
            let folder = folder.canonicalize().ok();
            folder.is_some_and(|folder| {
                path.canonicalize()
                    .is_ok_and(|real| real.starts_with(folder))
            })
        };
        within(&self.companions.root) || paths.iter().any(within)
    }

    /// All that the program follows from besides its source.
    pub(crate) fn hash(&self, hasher: &mut blake3::Hasher) {
        let headers = self.companions.headers.iter();
        let headers = headers.flat_map(|(name, content)| [name.as_bytes(), content.as_bytes()]);
        let files = self.files.iter().map(|(_, content)| content.as_slice());
        let flags = self.companions.flags.iter().map(String::as_bytes);
        let counts = [self.files.len(), self.companions.flags.len()];
        hasher.update(&counts.map(usize::to_le_bytes).concat());
        for part in headers.chain(files).chain(flags) {
            hasher.update(&part.len().to_le_bytes());
            hasher.update(part);
        }
    }

    /// Writes the headers into `folder`, where [`Found::environment`] lets the compiler look.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        if self.companions.headers.is_empty() {
            return Ok(());
        }
        // In a folder of their own, and as seen from a folder in it: `../name`.
        fs::create_dir_all(folder.join(BELOW))?;
        for (name, content) in &self.companions.headers {
            fs::write(folder.join(HEADERS).join(name), content)?;
        }
        Ok(())
    }

    /// The variable that tells a C or C++ compiler where to look.
    pub(crate) fn environment(&self, folder: &Path) -> (OsString, OsString) {
        let own = [HEADERS, BELOW].map(|name| folder.join(name));
        let mut paths = OsString::new();
        for path in self.folders.iter().chain(&own) {
            if !paths.is_empty() {
                paths.push(":");
            }
            paths.push(path);
        }
        ("CPATH".into(), paths)
    }

    /// What the compiler has to see.
    pub(crate) fn visible(&self) -> Vec<PathBuf> {
        let files = self.files.iter().map(|(path, _)| path);
        self.folders.iter().chain(files).cloned().collect()
    }

    /// More words for the compiler: flags, and the other sources.
    pub(crate) fn words(&self) -> impl Iterator<Item = OsString> {
        let sources = self.companions.sources.iter().map(Into::into);
        self.companions.flags.iter().map(Into::into).chain(sources)
    }
}

const HEADERS: &str = "headers";
const BELOW: &str = "headers/below";

fn small(path: &Path) -> bool {
    let metadata = path.metadata();
    metadata.is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST)
}

/// The names after `#include`, in quotes or brackets; in comments too, which does no harm.
fn includes(source: &[u8]) -> Vec<PathBuf> {
    let name = |line: &[u8]| {
        let line = std::str::from_utf8(line).ok()?;
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("include")?.trim_start();
        let (rest, close) = match rest.strip_prefix('"') {
            Some(rest) => (rest, '"'),
            None => (rest.strip_prefix('<')?, '>'),
        };
        Some(PathBuf::from(rest.split_once(close)?.0))
    };
    source
        .split(|byte| *byte == b'\n')
        .filter_map(name)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn included_names_are_found() {
        let source = b"#include <a.h>\n  #  include \"../b.h\" // x\nint x; #include <no>\n#include MACRO\n#include \"open\n\xff\n#include<c>";
        assert_eq!(
            includes(source),
            [Path::new("a.h"), Path::new("../b.h"), Path::new("c")]
        );
    }

    #[test]
    fn only_what_lies_in_the_package_is_included() {
        let folder = tempfile::TempDir::new().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::create_dir_all(place("p/lib")).unwrap();
        fs::create_dir(place("shared")).unwrap();
        let names = format!(
            "#include \"lib/a.h\"\n#include \"../b.h\"\n#include \"c.h\"\n#include \"link.h\"\n#include \"{}\"\n",
            place("b.h").display()
        );
        for (name, text) in [
            ("p/x.cpp", names.as_str()),
            ("p/lib/a.h", "#include \"d.h\""),
            ("p/lib/d.h", ""),
            ("b.h", ""),
            ("shared/c.h", ""),
        ] {
            fs::write(place(name), text).unwrap();
        }
        std::os::unix::fs::symlink(place("b.h"), place("p/link.h")).unwrap();
        let companions = Companions {
            root: place("p"),
            include_paths: vec![place("shared")],
            ..Companions::default()
        };
        let found = Found::of(&place("p/x.cpp"), &companions).unwrap();
        let mut names: Vec<_> = found.files.iter().map(|(path, _)| path.clone()).collect();
        names.sort();
        assert_eq!(names, ["p/lib/a.h", "p/lib/d.h", "shared/c.h"].map(place));
    }
}
