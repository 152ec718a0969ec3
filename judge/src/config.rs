//! `judge.toml`: languages of one's own, and how many cases run side by side.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::build::Language;

/// The settings.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    /// How many cases run side by side.
    pub(crate) jobs: Option<usize>,
    /// Languages beside or in place of the built-in ones.
    #[serde(default)]
    pub(crate) language: Vec<Language>,
}

/// The file is there and cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error("{}: cannot read: {source}", path.display())]
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{}: {message}", path.display())]
    Parse { path: PathBuf, message: String },
}

impl Config {
    /// The `judge.toml` in `folder` or the nearest above it; nothing set if there is none.
    pub(crate) fn find(folder: &Path) -> Result<Config, ConfigError> {
        let file = folder
            .ancestors()
            .map(|ancestor| ancestor.join("judge.toml"))
            .find(|path| path.is_file());
        let Some(path) = file else {
            return Ok(Config::default());
        };
        let text = fs::read_to_string(&path).map_err(|source| ConfigError::Read {
            path: path.clone(),
            source,
        })?;
        toml::from_str(&text).map_err(|error| ConfigError::Parse {
            path,
            message: error.to_string().trim_end().to_owned(),
        })
    }
}
