//! Which solutions were not as expected when they were last judged from a folder.
//!
//! Kept in the cache, and no more than a help: what cannot be read or written is as if nothing had
//! failed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use package::Verdict;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::regular;

/// The solutions, each with its problem.
#[derive(Debug, Default)]
pub(crate) struct Failed {
    file: PathBuf,
    known: BTreeSet<Entry>,
    before: BTreeSet<Entry>,
    now: Entry,
}

/// One of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Entry {
    problem: String,
    solution: String,
    /// Whether its name is a command line, as `--cmd` takes it.
    is_command: bool,
}

impl Failed {
    /// Those that a file holds.
    pub(crate) fn read(file: PathBuf) -> Failed {
        let text = regular::read(&file).unwrap_or_default();
        let known: BTreeSet<_> = serde_json::from_slice(&text).unwrap_or_default();
        Failed {
            file,
            before: known.clone(),
            known,
            ..Failed::default()
        }
    }

    /// Whether a solution failed when it was last judged.
    pub(crate) fn holds(&self, problem: &str, solution: &str) -> bool {
        let mut entries = self.before.iter();
        entries.any(|entry| entry.problem == problem && entry.solution == solution)
    }

    /// The names of those that failed on one of these problems: of files that are still there, and of
    /// commands.
    pub(crate) fn named_on(&self, problems: &[String]) -> (Vec<String>, Vec<String>) {
        let entries = self.before.iter();
        let entries = entries.filter(|entry| problems.contains(&entry.problem));
        let (mut commands, mut files) = (Vec::new(), Vec::new());
        for entry in entries {
            match entry.is_command {
                true => commands.push(entry.solution.clone()),
                false if Path::new(&entry.solution).exists() => files.push(entry.solution.clone()),
                false => {}
            }
        }
        (files, commands)
    }

    /// Takes the next event. What a run does not come to stays as it was.
    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::ProblemStarted(problem) => self.now.problem.clone_from(&problem.slug),
            Event::SolutionStarted(solution) => {
                self.now.solution.clone_from(&solution.name);
                self.now.is_command = solution.target.first().is_some_and(|word| word == "--cmd");
            }
            Event::SolutionEnded(result) => {
                match (result.as_expected, result.verdict) {
                    (Some(false), _) | (None, Verdict::JE) => self.known.insert(self.now.clone()),
                    (Some(true), _) => self.known.remove(&self.now),
                    (None, _) => false,
                };
            }
            _ => {}
        }
    }

    /// Writes the file anew, where anything changed.
    pub(crate) fn write(&self) {
        if self.known != self.before {
            let _ = self.written();
        }
    }

    fn written(&self) -> std::io::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&serde_json::to_vec(&self.known)?)?;
        file.persist(&self.file)?;
        Ok(())
    }
}
