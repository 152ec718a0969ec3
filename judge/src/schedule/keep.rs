//! Cases left as files: input, output, expected output, standard error, and a script that runs the
//! program on the input by hand.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Seek};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use package::Verdict;

use super::conclude::permits;
use super::prepare::Case;
use super::reproduce::{Reproduction, script};
use super::runner::Ran;
use crate::build::Command;
use crate::event::SolutionInfo;
use crate::folders;
use crate::model::CaseResult;
use crate::regular;

/// How many cases are kept, and bytes of all their files.
const CASES: usize = 1000;
const BYTES: u64 = 1 << 30;
/// Characters of a folder's name.
const NAME: usize = 100;

/// Cases cannot be kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KeepError {
    #[error(
        "{}: expected a new or an empty folder for the cases, which overwrite nothing",
        .0.display()
    )]
    Full(PathBuf),
    #[error("{}: cannot keep cases here: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// A folder for the cases of a run.
pub(crate) struct Keep {
    folder: PathBuf,
    /// Whether cases that are as expected are kept too.
    all: bool,
    /// The options that decide how solutions are judged.
    options: Vec<String>,
    kept: Mutex<Kept>,
}

/// What is in the folder by now.
#[derive(Default)]
struct Kept {
    /// By problem, solution and case.
    places: BTreeMap<Key, PathBuf>,
    bytes: u64,
    left_out: usize,
    failed: Option<KeepError>,
}

type Key = (String, String, String);

/// A run of a solution on a case.
pub(super) struct Run<'a> {
    pub(super) problem: &'a str,
    pub(super) solution: &'a SolutionInfo,
    pub(super) case: &'a Case,
    pub(super) command: &'a Command,
}

impl Run<'_> {
    fn key(&self) -> Key {
        key(self.problem, &self.solution.name, &self.case.name)
    }
}

fn key(problem: &str, solution: &str, case: &str) -> Key {
    (problem.to_owned(), solution.to_owned(), case.to_owned())
}

impl Keep {
    /// Takes a folder, which is made if it is not there.
    ///
    /// # Errors
    /// It holds something, or cannot be made.
    pub(crate) fn open(folder: &Path, all: bool, options: Vec<String>) -> Result<Keep, KeepError> {
        let failed = |source| KeepError::Write {
            path: folder.to_owned(),
            source,
        };
        folders::make(folder).map_err(failed)?;
        if fs::read_dir(folder).map_err(failed)?.next().is_some() {
            return Err(KeepError::Full(folder.to_owned()));
        }
        Ok(Keep {
            folder: folder.to_owned(),
            all,
            options,
            kept: Mutex::default(),
        })
    }

    /// Keeps a run if it is one of those wanted. What keeps it from being written is told at the end.
    pub(super) fn take(&self, run: &Run<'_>, ran: &mut Ran) {
        let result = &ran.result;
        // That a wrong solution is rejected is nothing to look into.
        let failed =
            result.verdict != Verdict::AC && !permits(run.solution.expected.as_ref(), result);
        if result.measured.is_none() || !(failed || self.all) {
            return;
        }
        let size = |path: Option<&PathBuf>| {
            path.and_then(|path| fs::metadata(path).ok())
                .map_or(0, |metadata| metadata.len())
        };
        let mut output = ran.output.take();
        let printed = output
            .as_mut()
            .and_then(|output| output.seek(io::SeekFrom::End(0)).ok());
        let bytes = size(run.case.input.as_ref().ok())
            + size(run.case.answer.as_ref())
            + printed.unwrap_or(0)
            + ran.stderr.len() as u64;
        {
            let mut kept = self.lock();
            // Of a case that is run several times one run is kept, and rather one that failed.
            if let Some(place) = kept.places.get(&run.key()) {
                if !failed {
                    return;
                }
                let _ = fs::remove_dir_all(place);
            }
            if kept.places.len() >= CASES || kept.bytes + bytes > BYTES {
                kept.left_out += 1;
                return;
            }
            kept.bytes += bytes;
        }
        let written = self.place(run).and_then(|place| {
            let failed = |source| KeepError::Write {
                path: place.clone(),
                source,
            };
            self.write(&place, run, result, output.as_mut(), &ran.stderr)
                .map_err(failed)?;
            Ok(place)
        });
        let mut kept = self.lock();
        match written {
            Ok(place) => {
                kept.places.insert(run.key(), place);
            }
            Err(error) => {
                kept.failed.get_or_insert(error);
            }
        }
    }

    /// Removes a case that was run for nothing: its solution's earlier cases had decided.
    pub(super) fn discard(&self, problem: &str, solution: &str, case: &str) {
        if let Some(place) = self.lock().places.remove(&key(problem, solution, case)) {
            // What is left of it does no harm.
            let _ = fs::remove_dir_all(place);
        }
    }

    /// The folder of a case that was kept.
    pub(crate) fn place_of(&self, problem: &str, solution: &str, case: &str) -> Option<PathBuf> {
        let key = key(problem, solution, case);
        self.lock().places.get(&key).cloned()
    }

    /// How many cases were kept, and how many more there was no room for.
    ///
    /// # Errors
    /// One could not be written.
    pub(crate) fn end(&self) -> Result<(usize, usize), KeepError> {
        let mut kept = self.lock();
        match kept.failed.take() {
            Some(error) => Err(error),
            None => Ok((kept.places.len(), kept.left_out)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a new folder for a case. Two names that are written alike get numbers.
    fn place(&self, run: &Run<'_>) -> Result<PathBuf, KeepError> {
        let above = self
            .folder
            .join(plain(run.problem))
            .join(plain(&run.solution.name));
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| KeepError::Write { path, source }
        };
        fs::create_dir_all(&above).map_err(failed(&above))?;
        let name = plain(&run.case.name);
        let mut number = 1;
        loop {
            let place = match number {
                1 => above.join(&name),
                number => above.join(format!("{name}-{number}")),
            };
            match fs::create_dir(&place) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                made => return made.map(|()| place.clone()).map_err(failed(&place)),
            }
        }
    }

    fn write(
        &self,
        place: &Path,
        run: &Run<'_>,
        result: &CaseResult,
        output: Option<&mut tempfile::SpooledTempFile>,
        stderr: &[u8],
    ) -> io::Result<()> {
        if let Ok(input) = &run.case.input {
            copy(input, &place.join("input"))?;
        }
        if let Some(answer) = &run.case.answer {
            copy(answer, &place.join("expected"))?;
        }
        if let Some(output) = output {
            output.rewind()?;
            io::copy(output, &mut File::create_new(place.join("output"))?)?;
        }
        if !stderr.is_empty() {
            fs::write(place.join("stderr"), stderr)?;
        }
        if let Some(talk) = &result.transcript {
            fs::write(place.join("talk"), talk.to_string())?;
        }
        let reproduction = Reproduction {
            problem: run.problem,
            solution: run.solution,
            case: run.case,
            command: run.command,
            result,
            options: &self.options,
        };
        let path = place.join("reproduce.sh");
        fs::write(&path, script(&reproduction))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    io::copy(&mut regular::open(from)?, &mut File::create_new(to)?)?;
    Ok(())
}

/// A name as that of one folder, whoever thought of it: `secret/1` is `secret-1`.
fn plain(name: &str) -> String {
    let known = |c: char| c.is_alphanumeric() || "._+=,@".contains(c);
    let text: String = name
        .chars()
        .map(|c| if known(c) { c } else { '-' })
        .take(NAME)
        .collect();
    // Neither hidden, nor the folder above, nor an option of a command.
    match text.trim_start_matches(['.', '-']) {
        "" => "case".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_one_folder() {
        for (name, folder) in [
            ("secret/03-tie", "secret-03-tie"),
            ("../../etc/passwd", "etc-passwd"),
            ("..", "case"),
            ("", "case"),
            ("a b\n$(x)", "a-b---x-"),
            (".hidden", "hidden"),
            ("größe.c", "größe.c"),
        ] {
            assert_eq!(plain(name), folder, "{name}");
        }
        // A letter may take four bytes, and a name of a file 255.
        assert!(plain(&"\u{1d400}".repeat(300)).chars().count() <= NAME);
    }

    #[test]
    fn a_folder_that_holds_something_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str| Keep::open(&folder.path().join(name), false, Vec::new());
        assert!(open("new/and/deep").is_ok());
        // An empty one is taken again.
        assert!(open("new/and/deep").is_ok());
        let error = open("new").err().unwrap().to_string();
        assert!(error.ends_with("which overwrite nothing"), "{error}");
    }
}
