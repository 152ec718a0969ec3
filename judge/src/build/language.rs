//! Which language a source is in, and how it is compiled and run: a table.
//!
//! The table is `languages.toml` beside this file. A `judge.toml` adds languages to it or replaces
//! one of the same name.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use sandbox::{Exit, Files, Limits, Program, Sandbox, Stdin};
use serde::Deserialize;

/// The languages known without any configuration.
const BUILT_IN: &str = include_str!("languages.toml");

/// How sources of one language become programs.
///
/// In the words of the command lines `{tool}` stands for the compiler's or interpreter's own file,
/// `{source}` for the source, `{program}` for the program to make, `{folder}` for the folder of
/// both, `{main}` for the name of the source without extension (in Java, of the class with
/// `main`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Language {
    /// The name, as in `limits.multiplier`.
    pub(crate) name: String,
    /// The extensions of its sources, without the dot.
    pub(crate) extensions: Vec<String>,
    /// The program that must be there: a name on `PATH` or a path.
    pub(crate) tool: String,
    /// A command that prints the path of the real tool, where the name may be a version manager's
    /// shim; `{tool}` is the one found on `PATH`.
    #[serde(default)]
    pub(crate) locate: Vec<String>,
    /// What is to be added to the path that `locate` prints.
    #[serde(default)]
    pub(crate) locate_suffix: String,
    /// The command that compiles; empty for languages that need none.
    #[serde(default)]
    pub(crate) compile: Vec<String>,
    /// The command that runs.
    pub(crate) run: Vec<String>,
}

/// A language's compiler or interpreter as it is on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tool {
    pub(crate) path: PathBuf,
    /// Changes when the tool does.
    pub(crate) version: String,
}

/// The source cannot be built here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LanguageError {
    #[error("{}: no language for `.{extension}` files; known are {known}; add one as [[language]] in judge.toml", path.display())]
    Unknown {
        path: PathBuf,
        extension: String,
        known: String,
    },
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
#[error("language `{}`: {message}", name.escape_debug())]
pub(crate) struct TableError {
    name: String,
    message: String,
}

/// All languages, with what was found out about their tools.
#[derive(Debug)]
pub(crate) struct Languages {
    table: Vec<Language>,
    located: Mutex<BTreeMap<String, Result<Option<Tool>, String>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    language: Vec<Language>,
}

impl Languages {
    /// The built-in languages with `own` added or put in the place of those of the same name.
    pub(crate) fn new(own: Vec<Language>) -> Result<Languages, TableError> {
        let built_in: Table = toml::from_str(BUILT_IN).map_err(|error| TableError {
            name: "built-in".to_owned(),
            message: error.to_string(),
        })?;
        for language in &own {
            if language.run.is_empty() || language.extensions.is_empty() {
                return Err(TableError {
                    name: language.name.clone(),
                    message: "expected at least one extension and one word in `run`".to_owned(),
                });
            }
        }
        let kept = |language: &Language| !own.iter().any(|other| other.name == language.name);
        // A user's own language comes first, so that it may take over an extension.
        let rest: Vec<_> = built_in.language.into_iter().filter(kept).collect();
        Ok(Languages {
            table: own.into_iter().chain(rest).collect(),
            located: Mutex::default(),
        })
    }

    /// The language of a source, by its extension.
    pub(crate) fn of(&self, path: &Path) -> Result<&Language, LanguageError> {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        self.table
            .iter()
            .find(|language| language.extensions.iter().any(|known| known == extension))
            .ok_or_else(|| LanguageError::Unknown {
                path: path.to_owned(),
                extension: extension.to_owned(),
                known: self
                    .table
                    .iter()
                    .flat_map(|language| &language.extensions)
                    .map(|extension| format!(".{extension}"))
                    .collect::<Vec<_>>()
                    .join(", "),
            })
    }

    /// The names of all languages.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.table.iter().map(|language| language.name.as_str())
    }

    /// The tool of a language on this machine; looked for once.
    pub(crate) fn tool(
        &self,
        language: &Language,
        sandbox: &Sandbox,
    ) -> Result<Tool, LanguageError> {
        let mut located = self
            .located
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = located
            .entry(language.name.clone())
            .or_insert_with(|| locate(language, sandbox));
        let (tool, language) = (language.tool.clone(), language.name.clone());
        match found {
            Ok(Some(tool)) => Ok(tool.clone()),
            Ok(None) => Err(LanguageError::NoTool { tool, language }),
            Err(reason) => Err(LanguageError::Unasked {
                tool,
                language,
                reason: reason.clone(),
            }),
        }
    }

    /// The real file behind a command's first word, where that is the tool of a language which may
    /// be a shim.
    pub(crate) fn behind(&self, word: &str, sandbox: &Sandbox) -> Option<PathBuf> {
        let language = self
            .table
            .iter()
            .find(|language| language.tool == word && !language.locate.is_empty())?;
        Some(self.tool(language, sandbox).ok()?.path)
    }
}

/// The path of `name`: itself if it has a slash, else the first such program on `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_absolute() && is_program(path))
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

fn locate(language: &Language, sandbox: &Sandbox) -> Result<Option<Tool>, String> {
    let named = on_path(&language.tool);
    let path = match named {
        Some(shim) if !language.locate.is_empty() => ask(language, &shim, sandbox)?,
        named => named,
    };
    Ok(path.as_deref().and_then(tool))
}

fn tool(path: &Path) -> Option<Tool> {
    // The name it is called by matters to a tool: links of many names lead to one `ccache`, and to
    // the Python of which an environment is made.
    let path = std::path::absolute(path).ok()?;
    let real = path.canonicalize().ok()?;
    let metadata = real.metadata().ok()?;
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
        .unwrap_or_default();
    Some(Tool {
        version: format!(
            "{} {} {} {}",
            path.display(),
            real.display(),
            metadata.len(),
            modified.as_nanos()
        ),
        path,
    })
}

/// Runs `locate`; none if what it prints is no program. A shim finds its tools by the user's own
/// variables, so it is given them, and it is not isolated.
fn ask(language: &Language, tool: &Path, sandbox: &Sandbox) -> Result<Option<PathBuf>, String> {
    let program = Program {
        argv: language
            .locate
            .iter()
            .map(|word| match word.as_str() {
                "{tool}" => tool.as_os_str().to_owned(),
                word => word.into(),
            })
            .collect(),
        env: std::env::vars_os().collect(),
        ..Program::default()
    };
    let limits = Limits {
        wall: Some(Duration::from_secs(20)),
        output: 4096,
        ..Limits::default()
    };
    let mut output = Vec::new();
    let files = Files {
        stdin: Stdin::Null,
        stdout: &mut output,
    };
    let execution = sandbox
        .run_trusted(&program, &limits, files)
        .map_err(|error| error.to_string())?;
    if let Some(reason) = execution.reason {
        return Err(format!("over its limit: {reason:?}"));
    }
    let printed = String::from_utf8_lossy(&output);
    let path = PathBuf::from(format!("{}{}", printed.trim_end(), language.locate_suffix));
    Ok((execution.exit == Exit::Code(0) && path.is_file()).then_some(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(name: &str, extension: &str) -> Language {
        Language {
            name: name.to_owned(),
            extensions: vec![extension.to_owned()],
            tool: "no-such-tool".to_owned(),
            locate: Vec::new(),
            locate_suffix: String::new(),
            compile: Vec::new(),
            run: vec!["{tool}".to_owned()],
        }
    }

    #[test]
    fn every_extension_of_the_table_has_one_language() {
        let languages = Languages::new(Vec::new()).unwrap();
        let mut extensions: Vec<&String> =
            languages.table.iter().flat_map(|l| &l.extensions).collect();
        let count = extensions.len();
        extensions.sort();
        extensions.dedup();
        assert_eq!(extensions.len(), count);
        assert!(count > 8);
    }

    #[test]
    fn own_languages_come_first_and_replace_their_namesakes() {
        let own = vec![language("python", "py"), language("mine", "cpp")];
        let languages = Languages::new(own).unwrap();
        let name = |file: &str| languages.of(Path::new(file)).unwrap().name.clone();
        assert_eq!(name("a.py"), "python");
        assert_eq!(name("a.cpp"), "mine");
        assert_eq!(name("a.c"), "c");
        let python = languages.of(Path::new("a.py")).unwrap();
        assert_eq!(python.tool, "no-such-tool");
    }

    #[test]
    fn what_cannot_be_built_says_why() {
        let languages = Languages::new(vec![language("mine", "mine")]).unwrap();
        let sandbox = Sandbox::start(sandbox::Config::default()).unwrap();
        let error = languages.of(Path::new("x/a.zz")).unwrap_err().to_string();
        assert!(
            error.starts_with("x/a.zz: no language for `.zz` files; known are .mine, .c"),
            "{error}"
        );
        let mine = languages.of(Path::new("a.mine")).unwrap();
        let error = languages.tool(mine, &sandbox).unwrap_err().to_string();
        assert_eq!(error, "no-such-tool (for mine) is not installed");
    }
}
