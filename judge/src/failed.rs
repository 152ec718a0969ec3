//! Which solutions were not as expected when they were last judged from a folder.
//!
//! Kept in the cache, and no more than a help: what cannot be read or written is as if nothing had
//! failed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use package::Verdict;

use crate::event::Event;

/// The solutions, each with its problem.
#[derive(Debug, Default)]
pub(crate) struct Failed {
    file: PathBuf,
    known: BTreeSet<(String, String)>,
    before: BTreeSet<(String, String)>,
    problem: String,
    solution: String,
}

impl Failed {
    /// Those that a file holds.
    pub(crate) fn read(file: PathBuf) -> Failed {
        let text = fs::read(&file).unwrap_or_default();
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
        self.before
            .contains(&(problem.to_owned(), solution.to_owned()))
    }

    /// Takes the next event. What a run does not come to stays as it was.
    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::ProblemStarted(problem) => self.problem.clone_from(&problem.slug),
            Event::SolutionStarted(solution) => self.solution.clone_from(&solution.name),
            Event::SolutionEnded(result) => {
                let key = (self.problem.clone(), self.solution.clone());
                match (result.as_expected, result.verdict) {
                    (Some(false), _) | (None, Verdict::JE) => self.known.insert(key),
                    (Some(true), _) => self.known.remove(&key),
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
