//! Programs as they were run, each under a name, so that a later run can start one again beside what
//! became of it.
//!
//! What is kept is the command line, with a mark where it names the folder of the program. The
//! program is in the cache anyway, under the hash of what it was made from; that of a crate, which
//! cargo writes over, is copied there under the hash of its content. With it goes what tells the
//! interpreter from another in its place: one that has changed makes another program of the same
//! source. So a name says what is run. Two runs of the same program know it by the same name, on
//! other machines too if their compilers and interpreters are the same files.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::cache::{Cache, CacheError};
use super::origin::Origins;
use super::{Command, tool};
use crate::regular;

/// What stands for the program's folder. No word of a command line holds a NUL.
const FOLDER: &str = "\0";

/// What of a program the cache has.
#[derive(Debug, Clone, Default)]
pub(crate) enum Has {
    /// Nothing that it could keep: the program is the user's own.
    #[default]
    Nothing,
    /// Nothing yet: the program is a file that its maker writes over.
    NoCopy,
    /// All of it, in the folder under this key.
    All(Box<blake3::Hash>),
}

/// A [`Command`] in a file. What only people read of it is not there.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    /// The key of the program in the cache.
    program: String,
    /// What tells the first word from another in its place, where that is not the program itself.
    runtime: Option<String>,
    argv: Vec<String>,
    cwd: Option<String>,
    env: Vec<(String, String)>,
    language: Option<String>,
    visible: Vec<String>,
    starts: Vec<String>,
    out_of_memory: String,
    alone: bool,
}

/// Keeps a program and gives its name; `None` if it is a command of the user's own, or if the cache
/// takes nothing more: then later runs have its times only.
pub(crate) fn keep(cache: &Cache, command: &Command) -> Option<String> {
    let (key, command) = owned(cache, command)?;
    let text = serde_json::to_vec(&Kept::of(cache, &key, &command)?).ok()?;
    let hash = blake3::hash(&text);
    let place = cache.command(&hash);
    let is_there = || regular::read(&place).is_ok_and(|there| there == text);
    if !is_there() {
        let work = cache.fresh().ok()?;
        let made = work.path().join("command");
        fs::write(&made, &text).ok()?;
        cache.keep(&made, &place).ok()?;
    }
    is_there().then(|| hash.to_hex().to_string())
}

/// The program of that name, if it is there whole and is started by what started it then.
pub(crate) fn find(cache: &Cache, name: &str) -> Option<Command> {
    let hash = blake3::Hash::from_hex(name).ok()?;
    let text = regular::read(&cache.command(&hash)).ok()?;
    if blake3::hash(&text) != hash {
        return None;
    }
    serde_json::from_slice::<Kept>(&text).ok()?.command(cache)
}

/// The program's key, and its command with nothing in it that somebody else may write over.
fn owned(cache: &Cache, command: &Command) -> Option<(blake3::Hash, Command)> {
    let mut own = command.clone();
    match &own.has {
        Has::Nothing => None,
        Has::All(key) => Some((**key, own)),
        Has::NoCopy => {
            let first = own.argv.first_mut()?;
            let (key, copy) = copied(cache, Path::new(first))?;
            *first = copy.into_os_string();
            Some((key, own))
        }
    }
}

/// The cache's own copy of a program, and its key.
fn copied(cache: &Cache, program: &Path) -> Option<(blake3::Hash, PathBuf)> {
    // A program may go by its name.
    let name = program.file_name()?;
    let content = regular::read(program).ok()?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"copy ");
    hasher.update(&name.len().to_le_bytes());
    hasher.update(name.as_encoded_bytes());
    hasher.update(&content);
    let key = hasher.finalize();
    let folder = match cache.program(&key) {
        Some(folder) => folder,
        None => written(cache, &key, name.as_ref(), &content).ok()?,
    };
    Some((key, folder.join(name)))
}

fn written(
    cache: &Cache,
    key: &blake3::Hash,
    name: &Path,
    content: &[u8],
) -> Result<PathBuf, CacheError> {
    let (workshop, folder) = cache.workshop()?;
    let place = folder.join(name);
    cache.tried(fs::write(&place, content))?;
    cache.tried(fs::set_permissions(
        &place,
        fs::Permissions::from_mode(0o755),
    ))?;
    cache.keep_program(workshop, key)
}

impl Kept {
    fn of(cache: &Cache, key: &blake3::Hash, command: &Command) -> Option<Kept> {
        let folder = cache.program(key)?;
        let folder = folder.to_str()?;
        let word = |word: &OsString| Some(word.to_str()?.replace(folder, FOLDER));
        let path = |path: &PathBuf| word(&path.clone().into_os_string());
        let all = |words: &[PathBuf]| words.iter().map(path).collect::<Option<Vec<_>>>();
        let variable = |(name, value): &(OsString, OsString)| Some((word(name)?, word(value)?));
        Some(Kept {
            program: key.to_hex().to_string(),
            runtime: runtime(command.argv.first()?, Path::new(folder)),
            argv: command.argv.iter().map(word).collect::<Option<_>>()?,
            cwd: match &command.cwd {
                Some(cwd) => Some(path(cwd)?),
                None => None,
            },
            env: command.env.iter().map(variable).collect::<Option<_>>()?,
            language: command.language.clone(),
            visible: all(&command.visible)?,
            starts: all(&command.starts)?,
            out_of_memory: command.out_of_memory.clone(),
            alone: command.alone,
        })
    }

    fn command(self, cache: &Cache) -> Option<Command> {
        let key = blake3::Hash::from_hex(&self.program).ok()?;
        let folder = cache.program(&key)?;
        let folder = folder.to_str()?;
        let word = |word: &String| OsString::from(word.replace(FOLDER, folder));
        let path = |path: &String| PathBuf::from(word(path));
        let all = |words: &[String]| words.iter().map(path).collect::<Vec<_>>();
        let command = Command {
            argv: self.argv.iter().map(word).collect(),
            cwd: self.cwd.as_ref().map(path),
            env: (self.env.iter())
                .map(|(name, value)| (word(name), word(value)))
                .collect(),
            language: self.language,
            label: None,
            visible: all(&self.visible),
            starts: all(&self.starts),
            out_of_memory: self.out_of_memory,
            alone: self.alone,
            origins: Origins::default(),
            has: Has::All(Box::new(key)),
        };
        let is_same = runtime(command.argv.first()?, Path::new(folder)) == self.runtime;
        // No program that the judge kept sees a folder of somebody else.
        let is_inside = |path: &PathBuf| {
            let below = path.strip_prefix(folder);
            below.is_ok_and(|below| below.components().all(|part| part != Component::ParentDir))
        };
        let is_ours = command.cwd.iter().chain(&command.visible).all(is_inside);
        (is_same && is_ours).then_some(command)
    }
}

/// What tells the first word of a command line from another in its place; `None` if it is in the
/// folder of the program.
fn runtime(first: &OsString, folder: &Path) -> Option<String> {
    let first = Path::new(first);
    match first.starts_with(folder) {
        true => None,
        // What cannot be found is no other than what cannot be found.
        false => Some(tool::identity(first).unwrap_or_default()),
    }
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

    /// A program that the judge built, with this content, started by `runtime`.
    fn built(cache: &Cache, runtime: &Path, content: &str) -> Command {
        let key = blake3::hash(content.as_bytes());
        let folder = written(cache, &key, Path::new("a.sh"), content.as_bytes()).unwrap();
        Command {
            argv: vec![runtime.into(), folder.join("a.sh").into(), "-x".into()],
            cwd: Some(folder.clone()),
            env: vec![("PLACE".into(), folder.clone().into())],
            language: Some("sh".to_owned()),
            label: None,
            visible: vec![folder],
            starts: vec![runtime.to_owned()],
            out_of_memory: "no room".to_owned(),
            alone: false,
            origins: Origins::default(),
            has: Has::All(Box::new(key)),
        }
    }

    fn sh() -> &'static Path {
        Path::new("/bin/sh")
    }

    #[test]
    fn a_program_is_found_as_it_was() {
        let (_folder, cache) = cache();
        let command = built(&cache, sh(), "echo 1");
        let name = keep(&cache, &command).unwrap();
        assert_eq!(keep(&cache, &command).unwrap(), name);
        let found = find(&cache, &name).unwrap();
        assert_eq!(format!("{found:?}"), format!("{command:?}"));
        let other = built(&cache, sh(), "echo 2");
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
        let (other, _) = cache();
        let name = keep(&one, &built(&one, sh(), "echo 1")).unwrap();
        // However the folder is written.
        for root in ["", "x/", "x/../y//"] {
            let root = format!("{}/{root}", other.path().display());
            let other = Cache::at(Path::new(&root)).unwrap();
            assert!(find(&other, &name).is_none());
            let kept = keep(&other, &built(&other, sh(), "echo 1"));
            assert_eq!(kept.as_ref(), Some(&name), "{root}");
            assert!(find(&other, &name).is_some());
        }
    }

    #[test]
    fn an_interpreter_that_has_changed_makes_another_program() {
        let (folder, cache) = cache();
        let runtime = folder.path().join("interpreter");
        fs::copy("/bin/sh", &runtime).unwrap();
        let command = built(&cache, &runtime, "echo 1");
        let name = keep(&cache, &command).unwrap();
        assert!(find(&cache, &name).is_some());
        fs::write(&runtime, "#!/bin/sh\n").unwrap();
        assert!(find(&cache, &name).is_none());
        assert_ne!(keep(&cache, &command).unwrap(), name);
    }

    #[test]
    fn what_is_written_over_is_copied_before() {
        let (folder, cache) = cache();
        let outside = TempDir::new().unwrap();
        // A folder of everything that is cached may hold what cargo makes.
        for place in [outside.path(), folder.path()] {
            let program = place.join("solve");
            fs::write(&program, "one").unwrap();
            let command = Command {
                argv: vec![program.clone().into(), "-x".into()],
                alone: true,
                has: Has::NoCopy,
                ..Command::default()
            };
            let first = keep(&cache, &command).unwrap();
            fs::write(&program, "two").unwrap();
            assert_ne!(keep(&cache, &command).unwrap(), first);
            let found = find(&cache, &first).unwrap();
            let copy = Path::new(&found.argv[0]);
            assert_eq!(fs::read(copy).unwrap(), b"one");
            assert_eq!(
                (copy.file_name().unwrap(), &*found.argv[1]),
                ("solve".as_ref(), "-x".as_ref())
            );
            fs::remove_file(&program).unwrap();
            assert_eq!(keep(&cache, &command), None);
        }
    }

    #[test]
    fn what_is_not_whole_is_not_found_and_is_kept_anew() {
        for damage in ["command", "empty", "fifo", "program", "nothing"] {
            let (_folder, cache) = cache();
            let command = built(&cache, sh(), "echo 1");
            let name = keep(&cache, &command).unwrap();
            let place = cache.command(&blake3::Hash::from_hex(&name).unwrap());
            match damage {
                "command" => fs::write(&place, "{}").unwrap(),
                "empty" => fs::write(&place, "").unwrap(),
                "fifo" => {
                    fs::remove_file(&place).unwrap();
                    rustix::fs::mknodat(
                        rustix::fs::CWD,
                        &place,
                        rustix::fs::FileType::Fifo,
                        rustix::fs::Mode::RUSR,
                        0,
                    )
                    .unwrap();
                }
                "program" => fs::remove_file(&command.argv[1]).unwrap(),
                _ => {}
            }
            let found = find(&cache, &name).is_some();
            assert_eq!(found, damage == "nothing", "{damage}");
            let again = built(&cache, sh(), "echo 1");
            assert_eq!(keep(&cache, &again), Some(name.clone()), "{damage}");
            assert!(find(&cache, &name).is_some(), "{damage}");
        }
        let (_folder, cache) = cache();
        for name in ["", "x", "../../x", &"0".repeat(64)] {
            assert!(find(&cache, name).is_none(), "{name}");
        }
    }

    #[test]
    fn no_folder_of_somebody_else_is_shown_to_what_is_found() {
        let (_folder, cache) = cache();
        let command = built(&cache, sh(), "echo 1");
        let Has::All(key) = &command.has else {
            unreachable!()
        };
        for (cwd, visible) in [
            (Some("/etc"), "\0"),
            (None, "/etc"),
            (Some("\0/../.."), "\0"),
        ] {
            let kept = Kept {
                cwd: cwd.map(str::to_owned),
                visible: vec![visible.to_owned()],
                ..Kept::of(&cache, key, &command).unwrap()
            };
            let text = serde_json::to_vec(&kept).unwrap();
            let hash = blake3::hash(&text);
            fs::write(cache.command(&hash), text).unwrap();
            assert!(find(&cache, &hash.to_hex()).is_none(), "{cwd:?} {visible}");
        }
    }

    #[test]
    fn a_command_of_the_user_is_not_kept() {
        let (folder, cache) = cache();
        let here = TempDir::new().unwrap();
        for place in [here.path(), folder.path()] {
            let command = Command {
                argv: vec!["python3".into(), "a.py".into()],
                cwd: Some(place.to_owned()),
                visible: vec![place.to_owned()],
                ..Command::default()
            };
            assert_eq!(keep(&cache, &command), None);
        }
    }
}
