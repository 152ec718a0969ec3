//! Why the words of a command line make no plan.

use std::path::PathBuf;

use package::PackageError;

use crate::exit::Exit;
use crate::here::NoFolder;

/// The words make no plan.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlanError {
    #[error(
        "no problems here: expected a folder problems/ in this folder or above it, or a package or *.in files in this one; name a folder, as in `judge run DIR`"
    )]
    NoProblems,
    #[error(
        "`{}` is no file, no folder and no problem, and there are no problems here of which it could name a case or a solution: name a folder, as in `judge run DIR`",
        .0.escape_debug()
    )]
    Nowhere(String),
    #[error("{}: no package in it: expected a package in it or below, such as a folder with problem.toml or with *.in files", .0.display())]
    NoPackage(PathBuf),
    #[error("`{}` is no file, no folder, no problem, and matches no case and no solution of {}; {}", word.escape_debug(), problems.join(", "), meant(near.as_deref()))]
    Unknown {
        word: String,
        /// A name that it may be meant for.
        near: Option<String>,
        problems: Vec<String>,
    },
    #[error("--problem `{}`: expected a folder or a problem of the folder problems/ around, and there is none of that name here; {}", word.escape_debug(), near.as_deref().map_or_else(|| "name a folder, as in --problem DIR".to_owned(), |name| meant(Some(name))))]
    NoProblem { word: String, near: Option<String> },
    #[error("{option} `{}` matches nothing in {}; `judge list --verbose` shows the names", glob.escape_debug(), problems.join(", "))]
    NoMatch {
        option: &'static str,
        glob: String,
        problems: Vec<String>,
    },
    #[error("{option} `{}` names no solution of {slug}; it has {}", word.escape_debug(), names.join(", "))]
    NoSuchSolution {
        option: &'static str,
        word: String,
        slug: String,
        names: Vec<String>,
    },
    #[error("{option} `{}` names several solutions of {slug}: {}; name one of them", word.escape_debug(), names.join(", "))]
    Ambiguous {
        option: &'static str,
        word: String,
        slug: String,
        names: Vec<String>,
    },
    #[error("{option} `{}` is no glob: {message}", glob.escape_debug())]
    Glob {
        option: &'static str,
        glob: String,
        message: String,
    },
    #[error("no case of {} is named by all of the words; `judge list --verbose` shows the names", .0.join(", "))]
    NoCase(Vec<String>),
    #[error("no solution to judge in {}: name a source file, as in `judge run sol.cpp DIR`, or give --cmd", .0.join(", "))]
    NoSolution(Vec<String>),
    #[error(
        "{solution}: name the problem or the folder of its cases too, as in `judge run {solution} DIR`"
    )]
    NoCases { solution: String },
    #[error(
        "a pasted case is for one problem: name a solution or the problem, as in `judge run sol.cpp -`"
    )]
    Pasted,
    #[error("--cmd `{}` is no command line: expected words, quotes in pairs", .0.escape_debug())]
    Command(String),
    #[error("--cmd `{}` is for a shell, and none is started; give it to one, as in --cmd \"sh -c '…'\"", .0.escape_debug())]
    Shell(String),
    #[error(transparent)]
    Here(#[from] NoFolder),
    #[error("{0}")]
    Package(Box<PackageError>),
}

/// What to do about a name that nobody knows.
fn meant(near: Option<&str>) -> String {
    match near {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`judge list --verbose` shows the names".to_owned(),
    }
}

impl PlanError {
    /// What the shell is told: the words are wrong, unless what they name cannot be read.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            PlanError::Package(_) | PlanError::Here(_) => Exit::Unjudged,
            _ => Exit::Usage,
        }
    }
}

impl From<PackageError> for PlanError {
    fn from(error: PackageError) -> Self {
        PlanError::Package(Box::new(error))
    }
}
