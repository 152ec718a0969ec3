//! The settings: languages of one's own, which of several implementations runs a language, and how
//! many cases run side by side. Those of a `judge.toml` go before the user's own.

use std::env;
use std::path::{Path, PathBuf};

use package::PackageError;
use serde::Deserialize;

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
    /// Languages beside or in place of the built-in ones.
    #[serde(default)]
    pub(crate) language: Vec<Language>,
}

impl Config {
    /// The settings for `folder`: of the `judge.toml` in it or the nearest above it, and below these
    /// of the user's own file; nothing set if there is neither.
    pub(crate) fn find(folder: &Path) -> Result<Config, PackageError> {
        let of_folder = folder
            .ancestors()
            .map(|ancestor| ancestor.join("judge.toml"))
            .find(|path| path.is_file());
        let mut config = Config::default();
        for path in [of_folder, of_user()].into_iter().flatten() {
            config = config.over(package::read_toml(&path)?);
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

#[cfg(test)]
mod tests {
    use super::*;

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
