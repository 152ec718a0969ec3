//! Which languages there are, and which of them a source is in: a table.
//!
//! The table is `languages.toml` beside this file. A `judge.toml` adds languages to it or replaces
//! one of the same name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sandbox::Sandbox;
use serde::Deserialize;

use super::cache::Cache;
use super::language::{Language, extension};
use super::tool::{self, Tool, Unasked};

/// The languages known without any configuration.
const BUILT_IN: &str = include_str!("languages.toml");

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
    fn new(name: &str, message: impl Into<String>) -> TableError {
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
mod tests {
    use super::*;

    fn language(name: &str, extension: &str) -> Language {
        Language {
            name: name.to_owned(),
            extensions: vec![extension.to_owned()],
            tool: "no-such-tool".to_owned(),
            run: vec!["{tool}".to_owned()],
            ..Language::default()
        }
    }

    fn languages(own: Vec<Language>) -> Languages {
        Languages::new(own, None).unwrap()
    }

    #[test]
    fn every_extension_and_every_name_of_the_table_means_one_language() {
        let languages = languages(Vec::new());
        let table = &languages.table;
        let extensions: Vec<&String> = table.iter().flat_map(|l| &l.extensions).collect();
        let names: Vec<&String> = table
            .iter()
            .flat_map(|l| l.aliases.iter().chain([&l.name]))
            .collect();
        for mut all in [extensions, names] {
            let count = all.len();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), count);
            assert!(count > 50);
        }
    }

    #[test]
    fn the_manual_lists_every_language() {
        let manual = include_str!("../../../docs/languages.md");
        let rows: Vec<&str> = manual
            .lines()
            .filter(|line| line.starts_with("| `") && line.matches('|').count() == 5)
            .collect();
        let dotted = |list: &[String]| -> Vec<String> {
            list.iter()
                .map(|extension| format!(".{extension}"))
                .collect()
        };
        let built_in: Table = toml::from_str(BUILT_IN).unwrap();
        assert_eq!(rows.len(), built_in.language.len());
        for (language, row) in built_in.language.iter().zip(rows) {
            let own = dotted(&language.extensions).join(", ");
            let shared = dotted(&language.shared).join(", ");
            let extensions = match (own.is_empty(), shared.is_empty()) {
                (_, true) => own,
                (true, false) => format!("({shared})"),
                (false, false) => format!("{own}, ({shared})"),
            };
            assert!(row.starts_with(&format!("| `{}`", language.name)), "{row}");
            assert!(
                row.ends_with(&format!("| {extensions} | `{}` |", language.tool)),
                "{row}"
            );
            for alias in &language.aliases {
                assert!(row.contains(&format!("`{alias}`")), "{row}");
            }
        }
    }

    #[test]
    fn own_languages_come_first_and_answer_to_the_names_of_those_they_replace() {
        let own = vec![language("python", "py"), language("mine", "cpp")];
        let languages = languages(own);
        let name = |file: &str| languages.of(Path::new(file), b"").unwrap().name.clone();
        assert_eq!(name("a.py"), "python");
        assert_eq!(name("a.cpp"), "mine");
        assert_eq!(name("a.c"), "c");
        let python = languages.named("python3").unwrap();
        assert_eq!(python.tool, "no-such-tool");
        assert_eq!(languages.named("pypy3").unwrap().variant_of, "python");
    }

    #[test]
    fn what_stands_in_it_decides_where_an_extension_has_two_languages() {
        let languages = languages(Vec::new());
        for (file, source, name) in [
            ("a.py", "print(1)", "python3"),
            ("a.py", "#!/usr/bin/env python2\nprint 1", "python2"),
            ("a.py", "#!/usr/bin/python3\n", "python3"),
            ("a.py", "# python2\n", "python3"),
            ("a.py", "\n#!/usr/bin/python2", "python3"),
            ("a.py2", "", "python2"),
            ("a.pl", "main :- true.", "prolog"),
            ("a.pl", "#!/usr/bin/perl -w\n", "perl"),
            ("a.pl", "\n  my $n = <STDIN>;", "perl"),
            ("a.pl", "# sums\nprint 1", "perl"),
            ("a.pl", "#!/usr/bin/swipl\n# x", "prolog"),
            ("a.pl", "f(X) :- X\n  #= 1. % my $\n", "prolog"),
            ("a.plg", "# x", "prolog"),
            ("a.sh", "#!/bin/bash", "bash"),
            ("a.sh", "#!/bin/sh", "shell"),
            ("a.cpp", "#!/usr/bin/python2", "cpp"),
        ] {
            let found = languages.of(Path::new(file), source.as_bytes()).unwrap();
            assert_eq!(found.name, name, "{file} {source}");
        }
    }

    #[test]
    fn factors_go_by_any_name_and_hold_for_variants() {
        let languages = languages(Vec::new());
        let factors = |given: &[(&str, f64)]| {
            let given = given.iter().map(|(name, f)| ((*name).to_owned(), *f));
            languages.factors(&given.collect())
        };
        let found = factors(&[("python", 4.0), ("c++", 2.0), ("pypy3", 3.0)]).unwrap();
        let of = |name: &str| found.get(name).copied();
        assert_eq!(of("python3"), Some(4.0));
        assert_eq!(of("python3numpy"), Some(4.0));
        assert_eq!(of("pypy3"), Some(3.0));
        assert_eq!(of("cppgmp"), Some(2.0));
        assert_eq!(of("c"), None);
        let error = factors(&[("pyton", 2.0)]).unwrap_err().to_string();
        assert!(
            error.starts_with("no language `pyton`; known are cpp, "),
            "{error}"
        );
        let error = factors(&[("python", 2.0), ("python3", 2.0)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`python3` and another key both name python3; keep one"
        );
    }

    /// A language whose tool is there, or not.
    fn variant(name: &str, base: &str, tool: &str) -> Language {
        Language {
            name: name.to_owned(),
            variant_of: base.to_owned(),
            tool: tool.to_owned(),
            ..Language::default()
        }
    }

    #[test]
    fn the_preferred_variant_that_is_installed_is_taken() {
        let sandbox = Sandbox::start(sandbox::Config::trusting()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path()).unwrap();
        let here = |name: &str| Language {
            tool: "sh".to_owned(),
            ..language(name, name)
        };
        let own = || {
            vec![
                here("foo"),
                variant("fast", "foo", "sh"),
                variant("gone", "foo", "no-such-tool"),
                language("bar", "bar"),
                variant("only", "bar", "sh"),
            ]
        };
        let chosen = |prefer: &[&str], name: &str| {
            let prefer = prefer.iter().map(|&name| name.to_owned()).collect();
            let languages = Languages::new(own(), Some(prefer)).unwrap();
            let asked = languages.named(name).unwrap();
            let (found, _) = languages.choose(asked, false, &sandbox, &cache).unwrap();
            found.name.clone()
        };
        for (prefer, name, expected) in [
            (&[][..], "foo", "foo"),
            (&["fast"], "foo", "fast"),
            (&["gone"], "foo", "foo"),
            (&["gone", "foo", "fast"], "foo", "foo"),
            (&["only"], "foo", "foo"),
            // One that is named is what it says.
            (&["foo"], "fast", "fast"),
            // Better another implementation than none.
            (&[], "bar", "only"),
        ] {
            assert_eq!(chosen(prefer, name), expected, "{prefer:?} {name}");
        }
    }

    #[test]
    fn what_cannot_be_built_says_why() {
        let languages = languages(vec![language("mine", "mine")]);
        let sandbox = Sandbox::start(sandbox::Config::default()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path()).unwrap();
        assert_eq!(languages.of(Path::new("x/a.zz"), b""), None);
        let error = languages.unknown(Path::new("x/a.zz")).to_string();
        assert!(
            error.starts_with("x/a.zz: no language for `.zz` files; known are .mine, .cpp"),
            "{error}"
        );
        let error = languages.unknown(Path::new("a")).to_string();
        assert!(
            error.starts_with("a: expected a source whose extension tells its language, found"),
            "{error}"
        );
        let error = languages.named("zz").unwrap_err().to_string();
        assert!(
            error.starts_with("no language `zz`; known are mine, cpp"),
            "{error}"
        );
        let mine = languages.named("mine").unwrap();
        let error = languages.choose(mine, true, &sandbox, &cache).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no-such-tool (for mine) is not installed"
        );
    }

    #[test]
    fn tables_that_contradict_themselves_are_refused() {
        for (own, prefer, message) in [
            (
                variant("a", "no", "sh"),
                None,
                "`variant_of` names no language that is none itself: `no`",
            ),
            (
                variant("a", "pypy3", "sh"),
                None,
                "`variant_of` names no language that is none itself: `pypy3`",
            ),
            (
                language("a", "a"),
                Some(vec!["b".to_owned()]),
                "no language `b`; known are a, cpp, ",
            ),
        ] {
            let error = Languages::new(vec![own], prefer).unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}
