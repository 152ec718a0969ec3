//! One language: what its sources are called, and how they are compiled and run.

use std::ffi::OsStr;
use std::path::Path;

use serde::Deserialize;

/// How sources of one language become programs.
///
/// In the words of the command lines `{tool}` stands for the compiler's or interpreter's own file,
/// `{source}` for the main source, `{sources}` (a word of its own) for all sources, `{program}` for
/// the program to make, `{folder}` for the folder of them all, `{main}` for the name of the main
/// source without extension, or of the class to start. All of them are absolute paths but the last.
/// In the command that runs `{memory}` is the memory limit in KiB.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Language {
    /// The name: the code of the ICPC package format, where that has one.
    pub(crate) name: String,
    /// The name for people; the name itself if empty.
    #[serde(default)]
    pub(crate) title: String,
    /// Other names it answers to, as in `limits.multiplier`.
    #[serde(default)]
    pub(crate) aliases: Vec<String>,
    /// The extensions of its sources, without the dot.
    #[serde(default)]
    pub(crate) extensions: Vec<String>,
    /// Extensions that its sources may have too, and that by themselves speak for another language.
    #[serde(default)]
    pub(crate) shared: Vec<String>,
    /// A part of the line `#!…` at the head of a source with a shared extension that makes it one of
    /// this language.
    #[serde(default)]
    pub(crate) shebang: String,
    /// Beginnings of lines that do the same, for sources without such a head.
    #[serde(default)]
    pub(crate) signs: Vec<String>,
    /// The language of which this is another implementation: what is empty here is as there, and
    /// its sources are run by this one where `prefer` says so, or where only this one is installed.
    #[serde(default)]
    pub(crate) variant_of: String,
    /// The main source of a program of several, if it is called so.
    #[serde(default)]
    pub(crate) entry: Vec<String>,
    /// How `{main}` is found.
    #[serde(default)]
    pub(crate) main: Main,
    /// Whether sources include other files by `#include`.
    #[serde(default)]
    pub(crate) headers: bool,
    /// The program that must be there: a name on `PATH` or a path.
    pub(crate) tool: String,
    /// A command that prints the path of the real tool, where the name may be a version manager's
    /// shim; `{tool}` is the one found on `PATH`.
    #[serde(default)]
    pub(crate) locate: Vec<String>,
    /// What is to be added to the path that `locate` prints.
    #[serde(default)]
    pub(crate) locate_suffix: String,
    /// A command that prints the tool's version.
    #[serde(default)]
    pub(crate) version: Vec<String>,
    /// The command that compiles; empty for languages that need none.
    #[serde(default)]
    pub(crate) compile: Vec<String>,
    /// The command that runs.
    #[serde(default)]
    pub(crate) run: Vec<String>,
    /// What a program that fails for want of memory says on standard error, where the limit is known to
    /// what runs it.
    #[serde(default)]
    pub(crate) out_of_memory: String,
}

/// How the name of what is started follows from the sources.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Main {
    /// It is the main source's name without extension.
    #[default]
    File,
    /// It is the class with `main`.
    Java,
    /// It is the class that Kotlin makes of the main source: `MainKt` of `main.kt`.
    Kotlin,
    /// It is the object with `main`.
    Scala,
}

impl Language {
    /// The name for people.
    pub(crate) fn title(&self) -> &str {
        match self.title.is_empty() {
            true => &self.name,
            false => &self.title,
        }
    }

    /// Whether it is called so.
    pub(crate) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// The name by which packages know it: that of the language it is a variant of, if any.
    pub(crate) fn base(&self) -> &str {
        match self.variant_of.is_empty() {
            true => &self.name,
            false => &self.variant_of,
        }
    }

    /// Whether a file of this name can be one of its sources.
    pub(crate) fn may_be(&self, path: &Path) -> bool {
        let extension = extension(path);
        let known = |extensions: &[String]| extensions.iter().any(|known| known == extension);
        known(&self.extensions) || known(&self.shared)
    }

    /// Whether a source that its extension gives to another language says that it is in this one.
    pub(crate) fn claims(&self, path: &Path, source: &[u8]) -> bool {
        let own = extension(path);
        if !self.shared.iter().any(|known| known == own) {
            return false;
        }
        let mut lines = source.split(|&byte| byte == b'\n');
        let head = lines.clone().next().filter(|line| line.starts_with(b"#!"));
        match head.map(String::from_utf8_lossy) {
            Some(head) => !self.shebang.is_empty() && head.contains(&self.shebang),
            None => lines.any(|line| {
                let line = line.trim_ascii_start();
                self.signs
                    .iter()
                    .any(|sign| line.starts_with(sign.as_bytes()))
            }),
        }
    }

    /// Takes from `base` what it does not say itself.
    pub(crate) fn fill_from(&mut self, base: &Language) {
        fn fill<T: Default + PartialEq + Clone>(own: &mut T, other: &T) {
            if *own == T::default() {
                own.clone_from(other);
            }
        }
        fill(&mut self.title, &base.title);
        fill(&mut self.entry, &base.entry);
        fill(&mut self.main, &base.main);
        fill(&mut self.headers, &base.headers);
        fill(&mut self.compile, &base.compile);
        fill(&mut self.run, &base.run);
        // The extensions themselves speak for the base.
        for extension in base.extensions.iter().chain(&base.shared) {
            if !self.extensions.contains(extension) && !self.shared.contains(extension) {
                self.shared.push(extension.clone());
            }
        }
    }
}

/// Without the dot.
pub(crate) fn extension(path: &Path) -> &str {
    path.extension().and_then(OsStr::to_str).unwrap_or_default()
}
