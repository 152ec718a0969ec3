//! Programs as they were run, each under a name, so that a later run can start one again beside what
//! became of it.
//!
//! What is kept is the command line, with a mark where it names the cache's folder. The programs in
//! it are in the cache anyway, under the hashes of what they were made from; that of a crate, which
//! cargo writes over, is copied there under the hash of its content. So a name says what is run: two
//! runs of the same program know it by the same name, on other machines too if their compilers are
//! the same.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Command;
use super::cache::{Cache, CacheError, PROGRAMS};
use super::entry::PROGRAM;
use super::origin::Origins;
use crate::regular;

/// What stands for the cache's folder. No word of a command line holds a NUL.
const CACHE: &str = "\0cache/";

/// A [`Command`] in a file. What only people read of it is not there.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    argv: Vec<String>,
    cwd: Option<String>,
    env: Vec<(String, String)>,
    language: Option<String>,
    visible: Vec<String>,
    starts: Vec<String>,
    out_of_memory: String,
    alone: bool,
    /// The programs of the cache that it needs.
    programs: Vec<String>,
}

/// Keeps a program and gives its name; `None` if it is a command of the user's own, or if the cache
/// takes nothing more: then later runs have its times only.
pub(crate) fn keep(cache: &Cache, command: &Command) -> Option<String> {
    let own = owned(cache, command)?;
    let text = serde_json::to_vec(&Kept::of(cache, &own)?).ok()?;
    let hash = blake3::hash(&text);
    let place = cache.command(&hash);
    if !place.exists() {
        let work = cache.fresh().ok()?;
        let made = work.path().join("command");
        fs::write(&made, &text).ok()?;
        cache.keep(&made, &place).ok()?;
    }
    Some(hash.to_hex().to_string())
}

/// The program of that name, if it is there whole.
pub(crate) fn find(cache: &Cache, name: &str) -> Option<Command> {
    let hash = blake3::Hash::from_hex(name).ok()?;
    let mut text = Vec::new();
    regular::open(&cache.command(&hash))
        .and_then(|mut file| file.read_to_end(&mut text))
        .ok()?;
    if blake3::hash(&text) != hash {
        return None;
    }
    serde_json::from_slice::<Kept>(&text).ok()?.command(cache)
}

/// The command with nothing in it that somebody else may write over; `None` where that cannot be.
fn owned(cache: &Cache, command: &Command) -> Option<Command> {
    let is_ours = |path: &PathBuf| path.starts_with(cache.root());
    let mut own = command.clone();
    let program = Path::new(own.argv.first()?).to_owned();
    if own.alone && !is_ours(&program) {
        let copy = copied(cache, &program)?;
        *own.argv.first_mut()? = copy.into_os_string();
    }
    let ours = own.cwd.iter().chain(&own.visible).all(is_ours);
    ours.then_some(own)
}

/// The cache's own copy of a program.
fn copied(cache: &Cache, program: &Path) -> Option<PathBuf> {
    let mut content = Vec::new();
    regular::open(program)
        .and_then(|mut file| file.read_to_end(&mut content))
        .ok()?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"copy ");
    hasher.update(&content);
    let key = hasher.finalize();
    let folder = match cache.program(&key) {
        Some(folder) => folder,
        None => written(cache, &key, &content).ok()?,
    };
    Some(folder.join(PROGRAM))
}

fn written(cache: &Cache, key: &blake3::Hash, content: &[u8]) -> Result<PathBuf, CacheError> {
    let (workshop, folder) = cache.workshop()?;
    let place = folder.join(PROGRAM);
    cache.tried(fs::write(&place, content))?;
    cache.tried(fs::set_permissions(
        &place,
        fs::Permissions::from_mode(0o755),
    ))?;
    cache.keep_program(workshop, key)
}

impl Kept {
    fn of(cache: &Cache, command: &Command) -> Option<Kept> {
        let root = format!("{}/", cache.root().to_str()?);
        let word = |word: &OsString| Some(word.to_str()?.replace(&root, CACHE));
        let path = |path: &PathBuf| word(&path.clone().into_os_string());
        let argv: Option<Vec<String>> = command.argv.iter().map(word).collect();
        let argv = argv?;
        let cwd = match &command.cwd {
            Some(cwd) => Some(path(cwd)?),
            None => None,
        };
        let variable = |(name, value): &(OsString, OsString)| Some((word(name)?, word(value)?));
        let visible: Option<Vec<String>> = command.visible.iter().map(path).collect();
        let visible = visible?;
        let mut programs: Vec<String> = argv
            .iter()
            .chain(&visible)
            .flat_map(|word| keys(word))
            .collect();
        programs.sort();
        programs.dedup();
        Some(Kept {
            cwd,
            env: command.env.iter().map(variable).collect::<Option<_>>()?,
            language: command.language.clone(),
            starts: command.starts.iter().map(path).collect::<Option<_>>()?,
            out_of_memory: command.out_of_memory.clone(),
            alone: command.alone,
            argv,
            visible,
            programs,
        })
    }

    fn command(self, cache: &Cache) -> Option<Command> {
        let root = format!("{}/", cache.root().to_str()?);
        let is_whole = |key: &String| {
            let key = blake3::Hash::from_hex(key).ok();
            key.is_some_and(|key| cache.program(&key).is_some())
        };
        if !self.programs.iter().all(is_whole) {
            return None;
        }
        let word = |word: &String| OsString::from(word.replace(CACHE, &root));
        let path = |path: &String| PathBuf::from(word(path));
        Some(Command {
            argv: self.argv.iter().map(word).collect(),
            cwd: self.cwd.as_ref().map(path),
            env: self
                .env
                .iter()
                .map(|(name, value)| (word(name), word(value)))
                .collect(),
            language: self.language,
            label: None,
            visible: self.visible.iter().map(path).collect(),
            starts: self.starts.iter().map(path).collect(),
            out_of_memory: self.out_of_memory,
            alone: self.alone,
            origins: Origins::default(),
        })
    }
}

/// The keys of the programs that a word names.
fn keys(word: &str) -> Vec<String> {
    let before = format!("{CACHE}{PROGRAMS}/");
    let parts = word.split(before.as_str()).skip(1);
    parts
        .filter_map(|part| Some(part.get(..64)?.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn cache() -> (TempDir, Cache) {
        let folder = TempDir::new().unwrap();
        let cache = Cache::at(folder.path()).unwrap();
        (folder, cache)
    }

    /// A program that the judge built, with this content.
    fn built(cache: &Cache, content: &str) -> Command {
        let key = blake3::hash(content.as_bytes());
        let folder = written(cache, &key, content.as_bytes()).unwrap();
        Command {
            argv: vec!["/bin/sh".into(), folder.join(PROGRAM).into(), "-x".into()],
            cwd: Some(folder.clone()),
            env: vec![("PLACE".into(), folder.clone().into())],
            language: Some("sh".to_owned()),
            label: Some("Shell".to_owned()),
            visible: vec![folder],
            starts: vec!["/bin/sh".into()],
            out_of_memory: "no room".to_owned(),
            alone: false,
            origins: Origins::default(),
        }
    }

    #[test]
    fn a_program_is_found_as_it_was() {
        let (_folder, cache) = cache();
        let command = built(&cache, "echo 1");
        let name = keep(&cache, &command).unwrap();
        assert_eq!(keep(&cache, &command).unwrap(), name);
        let found = find(&cache, &name).unwrap();
        let told = |command: &Command| format!("{command:?}");
        assert_eq!(
            told(&found),
            told(&Command {
                label: None,
                ..command.clone()
            })
        );
        let other = built(&cache, "echo 2");
        assert_ne!(keep(&cache, &other).unwrap(), name);
        let words = Command {
            argv: vec!["/bin/sh".into()],
            ..command
        };
        assert_ne!(keep(&cache, &words).unwrap(), name);
    }

    #[test]
    fn the_same_program_has_the_same_name_in_every_cache() {
        let (_one, one) = cache();
        let (_other, other) = cache();
        let name = keep(&one, &built(&one, "echo 1")).unwrap();
        assert_eq!(find(&other, &name).map(|_| ()), None);
        assert_eq!(keep(&other, &built(&other, "echo 1")).unwrap(), name);
    }

    #[test]
    fn what_is_written_over_is_copied_before() {
        let (_folder, cache) = cache();
        let outside = TempDir::new().unwrap();
        let program = outside.path().join("solve");
        fs::write(&program, "one").unwrap();
        let command = Command {
            argv: vec![program.clone().into(), "-x".into()],
            alone: true,
            ..Command::default()
        };
        let first = keep(&cache, &command).unwrap();
        fs::write(&program, "two").unwrap();
        assert_ne!(keep(&cache, &command).unwrap(), first);
        let found = find(&cache, &first).unwrap();
        assert_eq!(fs::read(&found.argv[0]).unwrap(), b"one");
        assert_eq!(found.argv[1], "-x");
        fs::remove_file(&program).unwrap();
        assert_eq!(keep(&cache, &command), None);
    }

    #[test]
    fn what_is_not_whole_is_not_found() {
        for damage in ["command", "program", "nothing"] {
            let (_folder, cache) = cache();
            let command = built(&cache, "echo 1");
            let name = keep(&cache, &command).unwrap();
            let hash = blake3::Hash::from_hex(&name).unwrap();
            match damage {
                "command" => fs::write(cache.command(&hash), "{}").unwrap(),
                "program" => fs::remove_file(&command.argv[1]).unwrap(),
                _ => {}
            }
            assert_eq!(
                find(&cache, &name).is_some(),
                damage == "nothing",
                "{damage}"
            );
        }
        let (_folder, cache) = cache();
        for name in ["", "x", "../../x", &"0".repeat(64)] {
            assert!(find(&cache, name).is_none(), "{name}");
        }
    }

    #[test]
    fn a_command_of_the_user_is_not_kept() {
        let (_folder, cache) = cache();
        let here = TempDir::new().unwrap();
        let command = Command {
            argv: vec!["python3".into(), "a.py".into()],
            cwd: Some(here.path().to_owned()),
            visible: vec![here.path().to_owned()],
            ..Command::default()
        };
        assert_eq!(keep(&cache, &command), None);
    }
}
