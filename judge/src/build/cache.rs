//! A folder of built programs, each under the hash of what it was made from, and of inputs and
//! answers made by programs, each under its own.
//!
//! An entry is made in a folder of its own and moved into place whole, so that two judges may
//! build the same thing at once and a killed one leaves nothing half made behind a name.

use std::env;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::manifest;
use crate::{folders, regular};

/// The age of a build that nobody works on any more.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The parts of a program's entry, and the entry while it is made.
pub(super) const BUILT: &str = "built";
const MANIFEST: &str = "manifest";
pub(super) const ENTRY: &str = "entry";

/// Where the entries are, and where they are made.
pub(super) const PROGRAMS: &str = "programs";
pub(super) const WORK: &str = "work";

/// The cache cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot use the cache folder: {source}; set JUDGE_CACHE to another", path.display())]
pub(crate) struct CacheError {
    path: PathBuf,
    source: io::Error,
}

/// The folder.
#[derive(Debug)]
pub(crate) struct Cache {
    root: PathBuf,
}

impl Cache {
    /// The user's cache: `JUDGE_CACHE`, which may be relative to the current folder, or `judge` in `XDG_CACHE_HOME`, or `~/.cache/judge`, or a
    /// folder for temporary files where there is no home.
    pub(crate) fn open() -> Result<Cache, CacheError> {
        let absolute = |name| {
            env::var_os(name)
                .map(PathBuf::from)
                .filter(|p| p.is_absolute())
        };
        if let Some(own) = env::var_os("JUDGE_CACHE").filter(|own| !own.is_empty()) {
            let path = PathBuf::from(own);
            return match std::path::absolute(&path) {
                Ok(root) => Cache::at(&root),
                Err(source) => Err(CacheError { path, source }),
            };
        }
        let root = absolute("XDG_CACHE_HOME")
            .map(|caches| caches.join("judge"))
            .or_else(|| Some(absolute("HOME")?.join(".cache/judge")))
            .unwrap_or_else(|| env::temp_dir().join("judge-cache"));
        Cache::at(&root)
    }

    /// Its folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The cache in this folder.
    pub(crate) fn at(root: &Path) -> Result<Cache, CacheError> {
        // The words of programs are compared with its path, so that is written in one way; and a path
        // through a folder that is not shown to a program leads it nowhere.
        let mut root: PathBuf = root.components().collect();
        let goes_up = |path: &Path| path.components().any(|part| part == Component::ParentDir);
        if goes_up(&root) {
            let real = folders::make(&root).and_then(|()| root.canonicalize());
            root = real.map_err(|source| CacheError {
                path: root.clone(),
                source,
            })?;
        }
        let cache = Cache { root };
        for folder in [
            cache.work(),
            cache.root.join(PROGRAMS),
            cache.root.join("commands"),
            cache.root.join("inputs"),
            cache.root.join("tools"),
            cache.root.join("made"),
            cache.root.join("workspaces"),
        ] {
            cache.tried(folders::make(&folder))?;
        }
        cache.sweep();
        Ok(cache)
    }

    /// The file of what failed when it was last judged from this folder.
    pub(crate) fn failed(&self, folder: &Path) -> PathBuf {
        let name = blake3::hash(folder.as_os_str().as_encoded_bytes());
        self.root.join("failed").join(name.to_hex().as_str())
    }

    /// Removes what killed judges left behind. No build takes as long as what is removed here is
    /// old; what cannot be removed does no harm.
    fn sweep(&self) {
        for entry in fs::read_dir(self.work()).into_iter().flatten().flatten() {
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let age = modified.ok().and_then(|time| time.elapsed().ok());
            if age.is_some_and(|age| age > ABANDONED) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// The folder of the program built from what `key` hashes, if it is there and undamaged.
    pub(crate) fn program(&self, key: &blake3::Hash) -> Option<PathBuf> {
        let entry = self.entry(key);
        let folder = entry.join(BUILT);
        let manifest = regular::read(&entry.join(MANIFEST)).ok()?;
        manifest::fits(&manifest, &folder).then_some(folder)
    }

    /// A new folder to build a program in, which is to be given to [`Cache::keep_program`].
    pub(crate) fn workshop(&self) -> Result<(TempDir, PathBuf), CacheError> {
        let work = self.fresh()?;
        let folder = work.path().join(ENTRY).join(BUILT);
        self.tried(fs::create_dir_all(&folder))?;
        Ok((work, folder))
    }

    /// Keeps a program that was built in a workshop, and gives its folder from now on. A damaged
    /// one in its place goes with the workshop.
    pub(crate) fn keep_program(
        &self,
        workshop: TempDir,
        key: &blake3::Hash,
    ) -> Result<PathBuf, CacheError> {
        let made = workshop.path().join(ENTRY);
        let manifest = self.tried(manifest::of(&made.join(BUILT)))?;
        self.tried(fs::write(made.join(MANIFEST), manifest))?;
        let entry = self.entry(key);
        // One that another judge has kept just now stays, for that may be running it.
        if fs::rename(&made, &entry).is_err() && self.program(key).is_none() {
            let _ = fs::rename(&entry, workshop.path().join("damaged"));
            self.keep(&made, &entry)?;
        }
        Ok(entry.join(BUILT))
    }

    fn entry(&self, key: &blake3::Hash) -> PathBuf {
        self.root.join(PROGRAMS).join(key.to_hex().as_str())
    }

    /// The file of a command line with that hash, whether it exists or not.
    pub(super) fn command(&self, hash: &blake3::Hash) -> PathBuf {
        self.root.join("commands").join(hash.to_hex().as_str())
    }

    /// The file of what a tool, known by a hash, says of itself, whether it exists or not.
    pub(crate) fn tool(&self, hash: &blake3::Hash) -> PathBuf {
        self.root.join("tools").join(hash.to_hex().as_str())
    }

    /// The file whose content has this BLAKE3 hash, if it is there and undamaged.
    pub(crate) fn input(&self, hash: &str) -> Option<PathBuf> {
        let place = self.input_place(hash);
        let mut found = blake3::Hasher::new();
        found.update_reader(regular::open(&place).ok()?).ok()?;
        (found.finalize().to_hex().as_str() == hash).then_some(place)
    }

    /// Keeps a finished file whose content has this hash, and gives its place from now on. One that
    /// is there and undamaged stays: another judge may be about to show it to a program, and a file
    /// that is replaced before it is shown cannot be seen.
    pub(crate) fn keep_input(&self, made: &Path, hash: &str) -> Result<PathBuf, CacheError> {
        let place = self.input_place(hash);
        // Unlike a renamed file, a link replaces nothing.
        if fs::hard_link(made, &place).is_err() && self.input(hash).is_none() {
            self.keep(made, &place)?;
        }
        Ok(place)
    }

    fn input_place(&self, hash: &str) -> PathBuf {
        self.root.join("inputs").join(hash).with_extension("in")
    }

    /// The file that says which content a program made of what `key` hashes, whether it exists or not.
    pub(crate) fn made(&self, key: &blake3::Hash) -> PathBuf {
        self.root.join("made").join(key.to_hex().as_str())
    }

    /// The file of what cargo built in the workspace that `key` hashes, whether it exists or not.
    pub(crate) fn workspace(&self, key: &blake3::Hash) -> PathBuf {
        self.root.join("workspaces").join(key.to_hex().as_str())
    }

    /// A new empty folder on the cache's own file system.
    pub(crate) fn fresh(&self) -> Result<TempDir, CacheError> {
        self.tried(
            tempfile::Builder::new()
                .prefix("build-")
                .tempdir_in(self.work()),
        )
    }

    /// Moves a finished folder or file to its place. Whoever comes second with a folder finds the
    /// same content there, and leaves it; a file takes the place of the other.
    pub(crate) fn keep(&self, made: &Path, place: &Path) -> Result<(), CacheError> {
        match fs::rename(made, place) {
            Err(_) if place.exists() => Ok(()),
            moved => self.tried(moved),
        }
    }

    fn work(&self) -> PathBuf {
        self.root.join(WORK)
    }

    pub(crate) fn tried<T>(&self, result: io::Result<T>) -> Result<T, CacheError> {
        result.map_err(|source| CacheError {
            path: self.root.clone(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn an_input_that_is_there_stays_and_a_damaged_one_is_replaced() {
        let folder = TempDir::new().unwrap();
        let cache = Cache::at(folder.path()).unwrap();
        let hash = blake3::hash(b"text").to_hex();
        let keep = || {
            let made = folder.path().join("made.in");
            fs::write(&made, "text").unwrap();
            let place = cache.keep_input(&made, &hash).unwrap();
            (place.metadata().unwrap().ino(), place)
        };
        let (first, place) = keep();
        assert_eq!(keep(), (first, place.clone()));
        fs::write(&place, "damaged").unwrap();
        assert_eq!(cache.input(&hash), None);
        keep();
        assert_eq!(cache.input(&hash), Some(place));
    }
}
