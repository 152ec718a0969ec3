//! Whether a workspace is as it was when cargo last found nothing to do in it, so that cargo need
//! not be asked again.
//!
//! What is compared is what cargo compares, and more of it: for every file that a program is made of
//! its size, times and number, the settings and tools that decide how it is built, and the
//! environment. Whatever this cannot be sure of, as of packages with a build script, it leaves to
//! cargo. It is only written down after a call of cargo before which and after which everything was
//! the same, so a change in the middle of a build is never taken for built.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use walkdir::{DirEntry, WalkDir};

use super::cargo;
use crate::build::cache::Cache;
use crate::regular;

/// Whoever looks at other things than the judges before changes this.
const RECIPE: &str = "fresh 1";
/// How deep below the root of a workspace the manifests of its members are looked for.
const DEPTH: usize = 3;
/// What a shell changes by itself, and no program is built by.
const OF_SHELL: [&str; 7] = [
    "_", "SHLVL", "PWD", "OLDPWD", "COLUMNS", "LINES", "WINDOWID",
];

/// What cargo built in a workspace.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Note {
    /// The programs by the names of their crates.
    pub(super) programs: BTreeMap<String, PathBuf>,
    /// What everything looked like; `None` as long as cargo was not seen to have nothing to do.
    look: Option<String>,
}

/// The note on some crates of a workspace, and where it is kept.
pub(super) struct Fresh<'a> {
    cache: &'a Cache,
    place: PathBuf,
    note: Option<Note>,
    /// What everything looked like before cargo was called.
    before: Option<String>,
}

impl Fresh<'_> {
    /// Looks at a workspace.
    pub(super) fn of<'a>(cache: &'a Cache, root: &Path, names: &BTreeSet<String>) -> Fresh<'a> {
        let mut key = blake3::Hasher::new();
        key.update(RECIPE.as_bytes()).update(b"\0");
        key.update(root.as_os_str().as_bytes());
        for name in names {
            key.update(b"\0").update(name.as_bytes());
        }
        let place = cache.workspace(&key.finalize());
        let text = regular::read(&place).unwrap_or_default();
        let note: Option<Note> = serde_json::from_slice(&text).ok();
        let before = note.as_ref().and_then(|note| look(root, &note.programs));
        Fresh {
            cache,
            place,
            note,
            before,
        }
    }

    /// The programs, if all is as it was.
    pub(super) fn programs(&self) -> Option<&BTreeMap<String, PathBuf>> {
        let note = self.note.as_ref()?;
        let same = note.look.is_some() && note.look == self.before;
        same.then_some(&note.programs)
    }

    /// Takes note of what cargo built.
    pub(super) fn note(self, root: &Path, programs: BTreeMap<String, PathBuf>) {
        let known = self.note.is_some_and(|note| note.programs == programs);
        let before = self.before.filter(|_| known);
        let after = before.as_ref().and_then(|_| look(root, &programs));
        let note = Note {
            look: before.filter(|before| after.as_ref() == Some(before)),
            programs,
        };
        let write = || -> Option<()> {
            let work = self.cache.fresh().ok()?;
            let made = work.path().join("note");
            fs::write(&made, serde_json::to_vec(&note).ok()?).ok()?;
            self.cache.keep(&made, &self.place).ok()
        };
        // Without a note cargo is asked again.
        let _ = write();
    }
}

/// What everything looks like that these programs are made of; `None` if that is not for sure.
fn look(root: &Path, programs: &BTreeMap<String, PathBuf>) -> Option<String> {
    let mut look = Look::default();
    let mut packages = BTreeSet::new();
    for program in programs.values() {
        let own = fs::metadata(program).ok()?;
        // Its change time goes with the number of its links, of which cargo makes some.
        look.add(program, &format!("{} {}", own.size(), modified(&own)));
        for source in sources(&program.with_extension("d"))? {
            let package = package_of(&source)?;
            packages.insert(package.to_owned());
            look.file(&source);
        }
    }
    for package in &packages {
        if has_build_script(package)? {
            return None;
        }
        // A new file may come before one that is there, as `a.rs` before `a/mod.rs`.
        look.tree(&package.join("src"))?;
        look.file(&package.join("Cargo.toml"));
    }
    for entry in manifests(root) {
        look.file(entry.ok()?.path());
    }
    for folder in root.ancestors() {
        for name in [
            "Cargo.toml",
            "Cargo.lock",
            ".cargo/config",
            ".cargo/config.toml",
            "rust-toolchain",
            "rust-toolchain.toml",
        ] {
            look.file(&folder.join(name));
        }
    }
    look.tools()?;
    let mut environment: Vec<_> = std::env::vars_os()
        .filter(|(name, _)| OF_SHELL.iter().all(|known| name != known))
        .collect();
    environment.sort();
    for (name, value) in environment {
        look.word(&name);
        look.word(&value);
    }
    Some(look.hasher.finalize().to_hex().to_string())
}

/// A hash of what files look like.
#[derive(Default)]
struct Look {
    hasher: blake3::Hasher,
}

impl Look {
    fn word(&mut self, word: &OsStr) {
        self.hasher.update(word.as_bytes()).update(b"\0");
    }

    fn add(&mut self, path: &Path, what: &str) {
        self.word(path.as_os_str());
        self.word(OsStr::new(what));
    }

    /// A file, or that there is none.
    fn file(&mut self, path: &Path) {
        let what = match fs::metadata(path) {
            Ok(metadata) => format!(
                "{} {} {}.{} {}",
                metadata.size(),
                modified(&metadata),
                metadata.ctime(),
                metadata.ctime_nsec(),
                metadata.ino()
            ),
            Err(error) => error.kind().to_string(),
        };
        self.add(path, &what);
    }

    /// All files of a folder.
    fn tree(&mut self, folder: &Path) -> Option<()> {
        for entry in WalkDir::new(folder).sort_by_file_name() {
            let entry = entry.ok()?;
            if entry.file_type().is_file() {
                self.file(entry.path());
            } else {
                self.word(entry.path().as_os_str());
            }
        }
        Some(())
    }

    /// Cargo, rustc, and what tells rustup which of them is meant.
    fn tools(&mut self) -> Option<()> {
        let home = PathBuf::from(std::env::var_os("HOME")?);
        let folder = |name: &str, usual: &str| {
            std::env::var_os(name).map_or_else(|| home.join(usual), PathBuf::from)
        };
        let cargo_home = folder("CARGO_HOME", ".cargo");
        self.file(&cargo_home.join("config"));
        self.file(&cargo_home.join("config.toml"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        for tool in [PathBuf::from(cargo()), PathBuf::from("rustc")] {
            for folder in std::env::split_paths(&path) {
                let place = folder.join(&tool);
                if place.is_file() {
                    self.file(&place);
                    break;
                }
            }
        }
        let rustup = folder("RUSTUP_HOME", ".rustup");
        self.file(&rustup.join("settings.toml"));
        let mut toolchains: Vec<PathBuf> = fs::read_dir(rustup.join("toolchains"))
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        toolchains.sort();
        for toolchain in toolchains {
            for part in ["bin/cargo", "bin/rustc", "lib", "lib/rustlib"] {
                self.file(&toolchain.join(part));
            }
        }
        Some(())
    }
}

fn modified(metadata: &fs::Metadata) -> String {
    format!("{}.{}", metadata.mtime(), metadata.mtime_nsec())
}

/// The files that a program is made of, by the file that cargo writes beside it for `make`.
fn sources(list: &Path) -> Option<Vec<PathBuf>> {
    let text = regular::read(list).ok()?;
    let at = text.windows(2).position(|two| two == b": ")?;
    let rest = text.get(at + 2..)?;
    let mut sources = Vec::new();
    let mut word = Vec::new();
    let mut bytes = rest.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if bytes.peek() == Some(&b' ') => word.extend(bytes.next()),
            b' ' | b'\n' => {
                if !word.is_empty() {
                    sources.push(PathBuf::from(std::ffi::OsString::from_vec(std::mem::take(
                        &mut word,
                    ))));
                }
                if byte == b'\n' {
                    break;
                }
            }
            byte => word.push(byte),
        }
    }
    let whole = sources.iter().all(|source| source.is_absolute());
    (whole && !sources.is_empty()).then_some(sources)
}

/// The folder of the package that a source is of.
fn package_of(source: &Path) -> Option<&Path> {
    source
        .ancestors()
        .skip(1)
        .find(|folder| folder.join("Cargo.toml").is_file())
}

/// Whether a program of its own takes part in building a package, which may look at anything.
fn has_build_script(package: &Path) -> Option<bool> {
    let text = fs::read_to_string(package.join("Cargo.toml")).ok()?;
    let manifest: toml::Table = toml::from_str(&text).ok()?;
    let own = manifest.get("package").and_then(toml::Value::as_table)?;
    Some(own.contains_key("build") || package.join("build.rs").exists())
}

/// The manifests of all packages that may be members of a workspace.
fn manifests(root: &Path) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let plain = |entry: &DirEntry| {
        let name = entry.file_name().as_bytes();
        entry.depth() == 0
            || !(name.starts_with(b".") || [&b"target"[..], b"node_modules"].contains(&name))
    };
    WalkDir::new(root)
        .max_depth(DEPTH)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(plain)
        .filter(|entry| {
            entry
                .as_ref()
                .is_ok_and(|entry| entry.file_name() == "Cargo.toml")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_as_cargo_writes_them() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("a.d");
        let read = |text: &str| {
            fs::write(&list, text).unwrap();
            sources(&list).map(|sources| {
                let shown = sources.iter().map(|source| source.display().to_string());
                shown.collect::<Vec<_>>().join("|")
            })
        };
        for (text, expected) in [
            ("/t/a: /w/a.rs /w/b\\ c.rs\n", Some("/w/a.rs|/w/b c.rs")),
            ("/t/a: /w/a.rs\n\n/w/a.rs:\n", Some("/w/a.rs")),
            ("/t/a: src/a.rs\n", None),
            ("/t/a:\n", None),
            ("", None),
        ] {
            assert_eq!(read(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn whatever_a_program_is_made_of_is_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        let write = |name: &str, text: &str| {
            let path = at.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("w/Cargo.toml", "[workspace]\nmembers = [\"a\"]\n");
        write("w/a/Cargo.toml", "[package]\nname = \"a\"\n");
        write("w/a/src/main.rs", "");
        write("w/a/text", "included");
        write("t/a", "program");
        let list = format!("{0}/t/a: {0}/w/a/src/main.rs {0}/w/a/text\n", at.display());
        write("t/a.d", &list);
        let programs = BTreeMap::from([("a".to_owned(), at.join("t/a"))]);
        let look = || look(&at.join("w"), &programs);
        let mut last = look();
        assert!(last.is_some());
        assert_eq!(look(), last);
        for (name, text) in [
            ("w/a/src/main.rs", "fn main() {}"),
            ("w/a/text", "Included"),
            ("w/a/src/new.rs", ""),
            ("w/a/Cargo.toml", "[package]\nname = \"a\"\n\n"),
            ("w/Cargo.toml", "[workspace]\nmembers = [\"*\"]\n"),
            ("w/b/Cargo.toml", ""),
            ("w/Cargo.lock", ""),
            ("w/.cargo/config.toml", ""),
            ("rust-toolchain.toml", ""),
            ("t/a", "PROGRAM"),
        ] {
            write(name, text);
            let now = look();
            assert!(now.is_some() && now != last, "{name}");
            last = now;
        }
        // What is no part of it is not.
        write("w/problems/x/a.py", "");
        assert_eq!(look(), last);
        // Nobody knows what a script looks at.
        write("w/a/build.rs", "");
        assert_eq!(look(), None);
        fs::remove_file(at.join("w/a/build.rs")).unwrap();
        fs::remove_file(at.join("t/a")).unwrap();
        assert_eq!(look(), None);
    }
}
