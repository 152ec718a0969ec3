//! The settings: languages of one's own, which of several implementations runs a language, how many
//! cases run side by side, and whether there are colours. Those of a `judge.toml` go before the
//! user's own, and a command line before both.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use similar::{ChangeTag, TextDiff};

use crate::build::Language;

/// The settings.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    /// How many cases run side by side.
    pub(crate) jobs: Option<usize>,
    /// Names of languages, of which the first that is installed is taken where several can run a
    /// source; `None` leaves it to the package's format.
    pub(crate) prefer: Option<Vec<String>>,
    /// Whether the text for people has colours.
    pub(crate) color: Option<Color>,
    /// Languages beside or in place of the built-in ones.
    #[serde(default)]
    pub(crate) language: Vec<Language>,
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

/// More cases than these run side by side on no machine.
const JOBS: std::ops::RangeInclusive<usize> = 1..=1024;

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
    /// The settings for `folder`: of the `judge.toml` in it or the nearest above it, and below these
    /// of the user's own file; nothing set if there is neither.
    pub(crate) fn find(folder: &Path) -> Result<Config, ConfigError> {
        let of_folder = folder
            .ancestors()
            .map(|ancestor| ancestor.join("judge.toml"))
            .find(|path| path.is_file());
        let mut config = Config::default();
        for path in [of_folder, of_user()].into_iter().flatten() {
            config = config.over(read(&path)?);
        }
        Ok(config)
    }

    /// These settings, and what they do not say from `other`.
    fn over(mut self, other: Config) -> Config {
        for language in other.language {
            if !self.language.iter().any(|own| own.name == language.name) {
                self.language.push(language);
            }
        }
        Config {
            jobs: self.jobs.or(other.jobs),
            prefer: self.prefer.or(other.prefer),
            color: self.color.or(other.color),
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
    Some(folder.join("judge/config.toml")).filter(|path| path.is_file())
}

fn read(path: &Path) -> Result<Config, ConfigError> {
    let text = fs::read_to_string(path).map_err(|source| ConfigError::Read {
        path: path.to_owned(),
        source,
    })?;
    let wrong = |message: String| ConfigError::Parse {
        path: path.to_owned(),
        message,
    };
    let config: Config = toml::from_str(&text).map_err(|error| {
        let told = error.to_string();
        wrong(format!("{}{}", told.trim_end(), meant(error.message())))
    })?;
    match config.jobs.filter(|jobs| !JOBS.contains(jobs)) {
        Some(jobs) => Err(wrong(format!(
            "jobs: expected a number from 1 to {}, found {jobs}",
            JOBS.end()
        ))),
        None => Ok(config),
    }
}

/// Puts the colours that the settings ask for in force, unless the environment says something else.
/// Settings that cannot be read are told of by whoever needs them.
pub(crate) fn colour() {
    let said = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"]
        .into_iter()
        .any(said)
    {
        return;
    }
    let config = env::current_dir().ok().map(|here| Config::find(&here));
    let Some(Ok(Config {
        color: Some(color), ..
    })) = config
    else {
        return;
    };
    match color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Which of the names that were possible somebody may have meant who wrote another one; the message
/// quotes the one that was found and then those.
fn meant(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown");
    let (true, Some(found)) = (unknown, names.next()) else {
        return String::new();
    };
    let nearest = names
        .map(|name| (alike(found, name), name))
        .max_by_key(|(alike, _)| *alike)
        .filter(|(alike, _)| *alike >= 60);
    match nearest {
        Some((_, name)) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}

/// How much two words have in common, of a hundred.
fn alike(a: &str, b: &str) -> usize {
    let letters = a.chars().count() + b.chars().count();
    let diff = TextDiff::from_chars(a, b);
    let same = |change: &similar::Change<&str>| change.tag() == ChangeTag::Equal;
    let common = diff.iter_all_changes().filter(same).count();
    200 * common / letters.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_setting_is_told_with_the_right_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("judge.toml");
        for (text, expected) in [
            ("job = 3", "did you mean `jobs`?"),
            ("colour = \"never\"", "did you mean `color`?"),
            ("color = \"newer\"", "did you mean `never`?"),
            (
                "[[language]]\nname = \"x\"\ntool = \"x\"\nextension = [\"x\"]",
                "did you mean `extensions`?",
            ),
            (
                "jobs = 0",
                "jobs: expected a number from 1 to 1024, found 0",
            ),
            ("jobs = \"x\"", "expected usize"),
            ("zzz = 1", "expected one of"),
            ("jobs 3", "line 1"),
        ] {
            fs::write(&path, text).unwrap();
            let error = read(&path).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert!(error.starts_with(&path.display().to_string()), "{error}");
            let asks = expected.contains("mean");
            assert_eq!(error.contains("did you mean"), asks, "{error}");
        }
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
        assert_eq!(both.jobs, Some(3));
        assert_eq!(both.prefer, Some(vec!["pypy3".to_owned()]));
        let tools: Vec<_> = both.language.iter().map(|l| (&*l.name, &*l.tool)).collect();
        assert_eq!(tools, [("a", "near"), ("b", "far")]);
    }
}
