//! An input on disk, with its answer once somebody has asked for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::error::StressError;

/// The two files go with the value.
pub(crate) struct Input {
    pub(super) file: PathBuf,
    /// Its length in bytes.
    pub(super) length: usize,
    pub(super) answer: OnceLock<Result<Answer, StressError>>,
}

/// What the references say of an input.
#[derive(Debug, Clone)]
pub(super) enum Answer {
    /// The file of the answer.
    Given(PathBuf),
    /// It is too large for them.
    TooLarge,
    /// The one of this name should have answered, and failed.
    Failed { name: String, why: String },
}

impl Input {
    pub(super) fn new(file: PathBuf, bytes: &[u8]) -> Result<Input, StressError> {
        fs::write(&file, bytes).map_err(StressError::file(&file))?;
        Ok(Input {
            file,
            length: bytes.len(),
            answer: OnceLock::new(),
        })
    }

    /// Its bytes.
    pub(crate) fn read(&self) -> Result<Vec<u8>, StressError> {
        fs::read(&self.file).map_err(StressError::file(&self.file))
    }

    /// The bytes of its answer, if it was asked for and given.
    pub(crate) fn read_answer(&self) -> Result<Option<Vec<u8>>, StressError> {
        match self.answer.get() {
            Some(Ok(Answer::Given(file))) => {
                fs::read(file).map(Some).map_err(StressError::file(file))
            }
            _ => Ok(None),
        }
    }

    /// Where its answer goes.
    pub(super) fn place_of_answer(&self) -> PathBuf {
        self.file.with_extension("ans")
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        let remove = |path: &Path| {
            // The folder around it goes in the end anyway.
            let _ = fs::remove_file(path);
        };
        remove(&self.file);
        if let Some(Ok(Answer::Given(answer))) = self.answer.get() {
            remove(answer);
        }
    }
}
