//! Which languages there are, and which of them a source is in: a table.
//!
//! The table is `languages.toml` beside this file. A `judge.toml` adds languages to it or replaces
//! one of the same name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sandbox::Sandbox;
use serde::Deserialize;

mod error;
mod placeholder;

pub(crate) use error::{FactorError, LanguageError, TableError};

use super::cache::Cache;
use super::language::{Language, extension};
use super::tool::{self, Tool, Unasked};

/// The languages known without any configuration.
const BUILT_IN: &str = include_str!("languages.toml");

/// All languages, with what was found out about their tools.
#[derive(Debug)]
pub(crate) struct Languages {
    table: Vec<Language>,
    prefer: Option<Vec<String>>,
    located: Mutex<BTreeMap<String, Result<Option<Tool>, Unasked>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    language: Vec<Language>,
}

/// What judges of packages in the ICPC formats run these languages by.
const ICPC_PREFERENCE: &[&str] = &["pypy3", "pypy2", "bash"];

impl Languages {
    /// The built-in languages with `own` added or put in the place of those of the same name, and
    /// which of several that fit are to be taken; `None` leaves it to the package's format.
    pub(crate) fn new(
        own: Vec<Language>,
        prefer: Option<Vec<String>>,
    ) -> Result<Languages, TableError> {
        let built_in: Table = toml::from_str(BUILT_IN)
            .map_err(|error| TableError::new("built-in", error.to_string()))?;
        let mut table = own;
        let count = table.len();
        for known in built_in.language {
            match table[..count]
                .iter_mut()
                .find(|own| known.answers_to(&own.name))
            {
                // Whoever asks for the language by any of its names means the user's now.
                Some(own) => {
                    let names = std::iter::once(known.name).chain(known.aliases);
                    for name in names {
                        if !own.answers_to(&name) {
                            own.aliases.push(name);
                        }
                    }
                }
                None => table.push(known),
            }
        }
        let whole = table.clone();
        let named = |name: &str| whole.iter().find(|language| language.answers_to(name));
        for language in &mut table {
            if !language.variant_of.is_empty() {
                let base = named(&language.variant_of)
                    .filter(|base| base.variant_of.is_empty())
                    .ok_or_else(|| {
                        let message = format!(
                            "`variant_of` names no language that is none itself: `{}`",
                            language.variant_of
                        );
                        TableError::new(&language.name, message)
                    })?;
                language.variant_of.clone_from(&base.name);
                language.fill_from(base);
            }
            let no_extension = language.extensions.is_empty() && language.shared.is_empty();
            if language.run.is_empty() || no_extension {
                let message = "expected at least one extension and one word in `run`";
                return Err(TableError::new(&language.name, message));
            }
            placeholder::check(language)?;
        }
        if let Some(name) = prefer
            .iter()
            .flatten()
            .find(|name| named(name.as_str()).is_none())
        {
            let names: Vec<&str> = table
                .iter()
                .map(|language| language.name.as_str())
                .collect();
            return Err(TableError::Prefer {
                name: name.clone(),
                known: names.join(", "),
            });
        }
        Ok(Languages {
            table,
            prefer,
            located: Mutex::default(),
        })
    }

    /// The language of a source, by its extension, or by what stands in it where that may decide.
    pub(crate) fn of(&self, path: &Path, source: &[u8]) -> Option<&Language> {
        let own = extension(path);
        let said = |language: &&Language| language.claims(path, source);
        let known = |language: &&Language| language.extensions.iter().any(|known| known == own);
        let by_extension = self.table.iter().find(known);
        self.table.iter().find(said).or(by_extension)
    }

    /// Why no language was found for a file.
    pub(crate) fn unknown(&self, path: &Path) -> LanguageError {
        if extension(path).is_empty() {
            return LanguageError::NoExtension {
                path: path.to_owned(),
            };
        }
        let extensions = self
            .table
            .iter()
            .flat_map(|language| &language.extensions)
            .map(|extension| format!(".{extension}"));
        LanguageError::Unknown {
            path: path.to_owned(),
            extension: extension(path).to_owned(),
            known: extensions.collect::<Vec<_>>().join(", "),
        }
    }

    /// The language of a name or alias.
    pub(crate) fn named(&self, name: &str) -> Result<&Language, LanguageError> {
        self.table
            .iter()
            .find(|language| language.answers_to(name))
            .ok_or_else(|| LanguageError::NoName {
                name: name.to_owned(),
                known: self.names().join(", "),
            })
    }

    /// The place of a language in the table: the lower, the more it is meant.
    pub(crate) fn rank(&self, language: &Language) -> usize {
        let same = |known: &Language| known.name == language.name;
        self.table.iter().position(same).unwrap_or(usize::MAX)
    }

    fn names(&self) -> Vec<String> {
        let names = self.table.iter().map(|language| language.name.clone());
        names.collect()
    }

    /// Factors by any names of languages as factors by the names themselves; one of a language holds
    /// for its variants that have none of their own.
    pub(crate) fn factors(
        &self,
        given: &BTreeMap<String, f64>,
    ) -> Result<BTreeMap<String, f64>, FactorError> {
        let mut factors = BTreeMap::new();
        for (name, factor) in given {
            let Ok(language) = self.named(name) else {
                return Err(FactorError::Unknown {
                    name: name.clone(),
                    known: self.names(),
                });
            };
            if factors.insert(language.name.clone(), *factor).is_some() {
                return Err(FactorError::Twice {
                    name: name.clone(),
                    language: language.name.clone(),
                });
            }
        }
        for language in &self.table {
            if let Some(factor) = factors.get(language.base()).copied() {
                factors.entry(language.name.clone()).or_insert(factor);
            }
        }
        Ok(factors)
    }

    /// The language itself or that variant of it which is to be used, with its tool: the first
    /// preferred one that is installed, else itself, else any that is installed.
    pub(crate) fn choose<'a>(
        &'a self,
        language: &'a Language,
        icpc: bool,
        sandbox: &Sandbox,
        cache: &Cache,
    ) -> Result<(&'a Language, Tool), LanguageError> {
        let by_format = ICPC_PREFERENCE.iter().filter(|_| icpc).copied();
        let preferred: Vec<&str> = match &self.prefer {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => by_format.collect(),
        };
        let fits = |other: &&Language| {
            language.variant_of.is_empty()
                && (other.name == language.name || other.variant_of == language.name)
        };
        let named = preferred.iter().filter_map(|name| self.named(name).ok());
        let others = self.table.iter().filter(fits);
        let mut failure = None;
        for candidate in named.filter(fits).chain([language]).chain(others) {
            match self.tool(candidate, sandbox, cache) {
                Ok(tool) => return Ok((candidate, tool)),
                Err(error) if candidate.name == language.name => failure = Some(error),
                Err(_) => {}
            }
        }
        Err(failure.unwrap_or_else(|| no_tool(language)))
    }

    /// The tool of a language on this machine; looked for once.
    pub(crate) fn tool(
        &self,
        language: &Language,
        sandbox: &Sandbox,
        cache: &Cache,
    ) -> Result<Tool, LanguageError> {
        let mut located = self.located.lock().unwrap_or_else(PoisonError::into_inner);
        let found = located
            .entry(language.name.clone())
            .or_insert_with(|| tool::locate(language, sandbox, cache));
        match found {
            Ok(Some(tool)) => Ok(tool.clone()),
            Ok(None) => Err(no_tool(language)),
            Err(Unasked(reason)) => Err(LanguageError::Unasked {
                tool: language.tool.clone(),
                language: language.name.clone(),
                reason: reason.clone(),
            }),
        }
    }

    /// The real file behind a command's first word, where that is the tool of a language which may
    /// be a shim.
    pub(crate) fn behind(&self, word: &str, sandbox: &Sandbox, cache: &Cache) -> Option<PathBuf> {
        let language = self
            .table
            .iter()
            .find(|language| language.tool == word && !language.locate.is_empty())?;
        Some(self.tool(language, sandbox, cache).ok()?.path)
    }

    /// The language with the implementation that runs it, such as `Python 3 (CPython 3.12.3)`.
    pub(crate) fn label(
        &self,
        language: &Language,
        tool: &Tool,
        sandbox: &Sandbox,
        cache: &Cache,
    ) -> String {
        match tool::version(language, tool, sandbox, cache) {
            Some(version) => format!("{} ({version})", language.title()),
            None => format!("{} ({})", language.title(), language.tool),
        }
    }
}

fn no_tool(language: &Language) -> LanguageError {
    LanguageError::NoTool {
        tool: language.tool.clone(),
        language: language.name.clone(),
    }
}

#[cfg(test)]
mod tests;
