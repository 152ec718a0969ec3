//! The settings: languages of one's own, which of several implementations runs a language, how many
//! cases run side by side, and whether there are colours. Those of a `judge.toml` go before the
//! user's own, and a command line before both.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use package::PackageError;
use serde::Deserialize;

use crate::build::{Language, Languages, TableError};
use crate::report::DiffView;

/// The settings.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    /// How many cases run side by side.
    pub(crate) jobs: Option<Jobs>,
    /// Names of languages, of which the first that is installed is taken where several can run a
    /// source; `None` leaves it to the package's format.
    prefer: Option<Vec<String>>,
    /// Whether the text for people has colours.
    pub(crate) color: Option<Color>,
    /// How a difference is shown.
    pub(crate) diff: Option<DiffView>,
    /// Languages beside or in place of the built-in ones.
    #[serde(default)]
    language: Vec<Language>,
    /// The files that each of these came from: which to prefer, and each language by its name.
    #[serde(skip)]
    prefer_from: Option<PathBuf>,
    #[serde(skip)]
    language_from: BTreeMap<String, PathBuf>,
}

/// The settings fit no table of languages.
#[derive(Debug, thiserror::Error)]
#[error("{}: {place}: {source}", path.display())]
pub(crate) struct LanguagesError {
    path: PathBuf,
    /// The line and the key.
    place: String,
    source: TableError,
}

/// When the text for people has colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Color {
    /// On a terminal.
    Auto,
    Always,
    Never,
}

/// How many cases run side by side; on no machine more than 1024.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "usize")]
pub(crate) struct Jobs(pub(crate) usize);

impl TryFrom<usize> for Jobs {
    type Error = String;

    fn try_from(jobs: usize) -> Result<Jobs, String> {
        match jobs {
            1..=1024 => Ok(Jobs(jobs)),
            _ => Err(format!("expected a number from 1 to 1024, found {jobs}")),
        }
    }
}

impl Config {
    /// The settings for `folder`: of the `judge.toml` in it or the nearest above it, and below these
    /// of the user's own file; nothing set if there is neither.
    pub(crate) fn find(folder: &Path) -> Result<Config, PackageError> {
        let of_folder = folder
            .ancestors()
            .map(|ancestor| ancestor.join("judge.toml"))
            .find(|path| is_there(path));
        let mut config = Config::default();
        for path in [of_folder, of_user()].into_iter().flatten() {
            config = config.over(Config::read(&path)?);
        }
        Ok(config)
    }

    fn read(path: &Path) -> Result<Config, PackageError> {
        let metadata = path.metadata().map_err(|source| PackageError::Read {
            path: path.to_owned(),
            source,
        })?;
        if !metadata.is_file() {
            let what = if metadata.is_dir() {
                "a folder"
            } else {
                "a device"
            };
            return Err(PackageError::File {
                path: path.to_owned(),
                message: format!("expected a file of settings, found {what}"),
            });
        }
        let mut config: Config = package::read_toml(path)?;
        config.prefer_from = config.prefer.as_ref().map(|_| path.to_owned());
        let names = config.language.iter().map(|language| language.name.clone());
        config.language_from = names.map(|name| (name, path.to_owned())).collect();
        Ok(config)
    }

    /// All languages, with those of the settings among them.
    pub(crate) fn languages(self) -> Result<Languages, LanguagesError> {
        let Config {
            prefer_from,
            language_from,
            ..
        } = self;
        Languages::new(self.language, self.prefer).map_err(|source| {
            let (from, key) = match &source {
                TableError::Prefer { .. } => (prefer_from, "prefer".to_owned()),
                TableError::Language { name, .. } => (
                    language_from.get(name).cloned(),
                    format!("language `{name}`"),
                ),
            };
            let path = from.unwrap_or_default();
            LanguagesError {
                place: package::place_in(&path, &key),
                path,
                source,
            }
        })
    }

    /// These settings, and what they do not say from `other`.
    fn over(mut self, other: Config) -> Config {
        for language in other.language {
            if !self.language.iter().any(|own| own.name == language.name) {
                self.language.push(language);
            }
        }
        for (name, path) in other.language_from {
            self.language_from.entry(name).or_insert(path);
        }
        Config {
            jobs: self.jobs.or(other.jobs),
            prefer: self.prefer.or(other.prefer),
            prefer_from: self.prefer_from.or(other.prefer_from),
            language_from: self.language_from,
            color: self.color.or(other.color),
            diff: self.diff.or(other.diff),
            language: self.language,
        }
    }
}

/// `judge/config.toml` in `XDG_CONFIG_HOME` or `~/.config`, if it is there.
fn of_user() -> Option<PathBuf> {
    let absolute = |name| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let folder = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))?;
    Some(folder.join("judge/config.toml")).filter(|path| is_there(path))
}

/// Whether there is something of this name, be it a file or not: it was meant to be read.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The settings for the current folder. That they cannot be read is told by whoever needs more of
/// them than how text looks.
fn here() -> Config {
    let config = env::current_dir().ok().map(|here| Config::find(&here));
    config.and_then(Result::ok).unwrap_or_default()
}

/// How a difference is shown: as an option says, else as the settings do.
pub(crate) fn diff(option: Option<DiffView>) -> Option<DiffView> {
    option.or_else(|| here().diff)
}

/// Puts the colours that the settings ask for in force, unless the environment says something else.
pub(crate) fn colour() {
    let said = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"]
        .into_iter()
        .any(said)
    {
        return;
    }
    let Some(color) = here().color else {
        return;
    };
    match color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_setting_is_told_with_the_right_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("judge.toml");
        for (text, expected) in [
            ("job = 3", "line 1: job: unknown key; did you mean `jobs`?"),
            (
                "colour = \"never\"",
                "line 1: colour: unknown key; did you mean `color`?",
            ),
            ("color = \"newer\"", "line 1: color: expected"),
            ("diff = \"sides\"", "line 1: diff: expected"),
            (
                "diff = 3",
                "line 1: diff: expected a text in quotes, found `3`",
            ),
            (
                "jobs = -1",
                "line 1: jobs: expected a whole number, found `-1`",
            ),
            (
                "[[language]]\nname = \"x\"\ntool = \"x\"\nextension = [\"x\"]",
                "did you mean `extensions`?",
            ),
            (
                "jobs = 0",
                "line 1: jobs: expected a number from 1 to 1024, found 0",
            ),
            ("jobs = \"x\"", "line 1: jobs: expected a whole number"),
            ("zzz = 1", "line 1: zzz: unknown key; known are"),
            ("jobs 3", "line 1"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = package::read_toml::<Config>(&path).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert!(error.starts_with(&path.display().to_string()), "{error}");
        }
    }

    #[test]
    fn a_language_that_does_not_fit_is_told_with_its_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("judge.toml");
        let language = "[[language]]\nname = \"x\"\ntool = \"x\"\n";
        for (text, told) in [
            (
                "jobs = 1\nprefer = [\"pypy3\", \"nolang\"]",
                "line 2: prefer: no language `nolang`",
            ),
            (
                &format!("jobs = 1\n{language}"),
                "line 2: language `x`: expected at least one extension and one word in `run`",
            ),
            (
                &format!("{language}extensions = [\"x\"]\nrun = [\"{{tool}}\", \"{{nosuch}}\"]"),
                "line 1: language `x`: run: `{nosuch}` stands for nothing; expected one of {tool}, ",
            ),
        ] {
            std::fs::write(&path, text).unwrap();
            let config = Config::read(&path).unwrap();
            let error = config.over(Config::default()).languages().unwrap_err();
            let error = error.to_string();
            let told = format!("{}: {told}", path.display());
            assert!(error.starts_with(&told), "{error}");
        }
    }

    #[test]
    fn settings_that_are_no_file_are_not_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("judge.toml");
        std::fs::create_dir(&path).unwrap();
        let error = Config::find(folder.path()).unwrap_err().to_string();
        let told = "expected a file of settings, found a folder";
        assert_eq!(error, format!("{}: {told}", path.display()));
    }

    #[test]
    fn the_nearer_settings_go_before_the_others() {
        let config = |text: &str| toml::from_str::<Config>(text).unwrap();
        let language = |name: &str, tool: &str| {
            format!(
                "[[language]]\nname = \"{name}\"\nextensions = [\"x\"]\ntool = \"{tool}\"\nrun = [\"x\"]\n"
            )
        };
        let near = config(&format!("jobs = 3\n{}", language("a", "near")));
        let far = format!(
            "jobs = 5\nprefer = [\"pypy3\"]\n{}{}",
            language("a", "far"),
            language("b", "far")
        );
        let both = near.over(config(&far));
        assert_eq!(both.jobs, Some(Jobs(3)));
        assert_eq!(both.prefer, Some(vec!["pypy3".to_owned()]));
        let tools: Vec<_> = both.language.iter().map(|l| (&*l.name, &*l.tool)).collect();
        assert_eq!(tools, [("a", "near"), ("b", "far")]);
    }
}
