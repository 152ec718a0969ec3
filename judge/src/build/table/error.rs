//! What can be wrong with a table of languages, or with a source that is looked for in it.

use std::path::PathBuf;

/// The source cannot be built here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LanguageError {
    #[error("{}: no language for `.{extension}` files; known are {known}; add one as [[language]] in judge.toml", path.display())]
    Unknown {
        path: PathBuf,
        extension: String,
        known: String,
    },
    #[error(
        "{0}: expected a source whose extension tells its language, found a name without one; rename it, \
         or run it as a command, as in --cmd ./{0}",
        path.display()
    )]
    NoExtension { path: PathBuf },
    #[error("no language `{}`; known are {known}; add one as [[language]] in judge.toml", name.escape_debug())]
    NoName { name: String, known: String },
    #[error("{tool} (for {language}) is not installed")]
    NoTool { tool: String, language: String },
    #[error("{tool} (for {language}) cannot be asked where it is: {reason}")]
    Unasked {
        tool: String,
        language: String,
        reason: String,
    },
}

/// A table of languages that does not fit itself.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableError {
    /// An entry of it does not.
    #[error("{message}")]
    Language { name: String, message: String },
    /// A name that is to be preferred is none.
    #[error("no language `{}`; known are {known}", name.escape_debug())]
    Prefer { name: String, known: String },
}

impl TableError {
    pub(super) fn new(name: &str, message: impl Into<String>) -> TableError {
        TableError::Language {
            name: name.to_owned(),
            message: message.into(),
        }
    }
}

/// Factors by language that do not fit the table.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FactorError {
    #[error("no language `{}`; known are {}", name.escape_debug(), known.join(", "))]
    Unknown { name: String, known: Vec<String> },
    #[error("`{}` and another key both name {language}; keep one", name.escape_debug())]
    Twice { name: String, language: String },
}
