//! From a source to a program that can be started, built once for each content.

mod cache;
mod cargo;
mod compile;
mod entry;
mod headers;
mod input;
mod java;
pub(crate) mod kept;
mod language;
mod manifest;
mod origin;
mod script;
mod shim;
mod sources;
mod table;
#[cfg(test)]
mod tests;
mod tool;
mod tree;
mod validate;
mod workshop;

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use package::{Call, Checker, Judging, Problem, Source};
use sandbox::{Folder, Program, Sandbox};

pub(crate) use cache::Cache;
pub(crate) use cargo::{Crates, Packages, cancel};
pub(crate) use input::{InputError, answer, generate, with_lines};
pub(crate) use kept::Has;
pub(crate) use language::Language;
pub(crate) use origin::Origins;
pub(crate) use table::{Languages, TableError};
pub(crate) use validate::{Refusal, Validator};

/// A solution or generator after its build.
#[derive(Debug, Clone)]
pub(crate) enum Built {
    /// It can be started with these words.
    Ready(Command),
    /// It does not compile; the log says why.
    Failed(String),
    /// It cannot be built here, for a reason that is not its own, such as a missing compiler.
    Missing(String),
    /// The judge could not do its work.
    Broken(String),
}

impl Built {
    /// The language's name, for time factors, if it can be started.
    pub(crate) fn language(&self) -> Option<&str> {
        match self {
            Built::Ready(command) => command.language.as_deref(),
            _ => None,
        }
    }
}

/// Why there is no program; see [`Built`].
#[derive(Debug, Clone)]
pub(crate) enum Unbuilt {
    Failed(String),
    Missing(String),
    Broken(String),
}

impl From<Result<Command, Unbuilt>> for Built {
    fn from(built: Result<Command, Unbuilt>) -> Built {
        match built {
            Ok(command) => Built::Ready(command),
            Err(Unbuilt::Failed(log)) => Built::Failed(log),
            Err(Unbuilt::Missing(reason)) => Built::Missing(reason),
            Err(Unbuilt::Broken(reason)) => Built::Broken(reason),
        }
    }
}

/// A command line, where it runs, and what language it is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Command {
    /// The words; the first is a path or a name on `PATH`.
    pub(crate) argv: Vec<OsString>,
    /// The working folder, to be read only: that of a program of several files, which may look for
    /// them there. A fresh empty one if `None`.
    pub(crate) cwd: Option<PathBuf>,
    /// Variables on top of the usual ones.
    pub(crate) env: Vec<(OsString, OsString)>,
    /// The language's name, for time factors.
    pub(crate) language: Option<String>,
    /// The language with what runs it, for people.
    pub(crate) label: Option<String>,
    /// What it has to see besides its own file, such as the folder of its source.
    pub(crate) visible: Vec<PathBuf>,
    /// The programs that it starts by itself.
    pub(crate) starts: Vec<PathBuf>,
    /// What it says on standard error when it fails for want of memory; empty if nothing of its own.
    pub(crate) out_of_memory: String,
    /// A compiled program, which has no reason to start others.
    pub(crate) alone: bool,
    /// Where its files were before they were copied.
    pub(crate) origins: Origins,
    /// What of it the cache has.
    pub(crate) has: Has,
}

/// What stands in a word for the memory limit in KiB, which is known only when a program starts.
const MEMORY: &str = "{memory}";

/// The word with the memory limit in it.
fn told(word: &OsString, kib: &str) -> OsString {
    match word.to_str() {
        Some(text) if text.contains(MEMORY) => text.replace(MEMORY, kib).into(),
        _ => word.clone(),
    }
}

impl Command {
    /// For the sandbox, which is to give it so many bytes of memory.
    pub(crate) fn program(&self, memory: u64) -> Program {
        let kib = (memory >> 10).to_string();
        Program {
            argv: self.argv.iter().map(|word| told(word, &kib)).collect(),
            cwd: self.cwd.clone().map_or(Folder::Fresh, Folder::Visible),
            env: self.env.clone(),
            visible: self.visible.clone(),
            starts: self.starts.clone(),
            alone: self.alone,
        }
    }

    /// Whether it lies in the cache whole.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self.has, Has::All(_))
    }

    /// What it said, for people: with the user's paths in the place of those of its copies.
    pub(crate) fn named<'a>(&self, said: &'a [u8]) -> Cow<'a, [u8]> {
        self.origins.named(said)
    }

    /// Lets it find the programs that it starts by their names, before others of these names.
    fn find_tools(&mut self) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = Vec::new();
        for folder in self.starts.iter().filter_map(|tool| tool.parent()) {
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
            }
        }
        folders.extend(std::env::split_paths(&path));
        // A folder that cannot be in a search path is in none.
        if let Ok(path) = std::env::join_paths(folders) {
            self.env.push(("PATH".into(), path));
        }
    }
}

/// What a package says of the programs in it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rules<'a> {
    /// The package's folder, which no link in a program may lead out of.
    pub(crate) root: Option<&'a Path>,
    /// Whether its judges run the languages that have several implementations by those of the ICPC.
    pub(crate) icpc: bool,
    /// Bytes of a solution's source.
    pub(crate) code: Option<u64>,
    /// CPU time of a compiler.
    pub(crate) compile_time: Option<Duration>,
    /// Memory of a compiler in bytes.
    pub(crate) compile_memory: Option<u64>,
}

/// Everything that builds programs.
#[derive(Clone, Copy)]
pub(crate) struct Builder<'a> {
    pub(crate) sandbox: &'a Sandbox,
    pub(crate) languages: &'a Languages,
    pub(crate) cache: &'a Cache,
    /// The programs of all crates that the run needs, built before.
    pub(crate) crates: &'a Crates,
    /// What holds for the programs of the package at hand.
    pub(crate) rules: Rules<'a>,
}

impl<'a> Builder<'a> {
    /// The same by the rules of a package.
    pub(crate) fn of(&self, problem: &'a Problem) -> Builder<'a> {
        let rules = Rules {
            root: Some(&problem.root),
            icpc: problem.format.starts_with("icpc"),
            code: problem.limits.code,
            compile_time: problem.limits.compile_time,
            compile_memory: problem.limits.compile_memory,
        };
        Builder { rules, ..*self }
    }

    /// Makes a program of the package ready to start.
    pub(crate) fn build(&self, call: &Call) -> Built {
        self.made(call, false)
    }

    /// Makes a solution ready to start, whose size the package may limit.
    pub(crate) fn build_solution(&self, call: &Call) -> Built {
        self.made(call, true)
    }

    fn made(&self, call: &Call, judged: bool) -> Built {
        let mut built = match &call.source {
            Source::Crate { name, within } => self.crates.program(name, within),
            Source::File(_) | Source::Folder(_) => compile::compile(self, call, judged).into(),
            Source::Command(words) => self.command(words),
        };
        if let Built::Ready(command) = &mut built {
            command.argv.extend(call.args.iter().map(Into::into));
        }
        built
    }

    /// A command line of the user's own runs in the user's folder.
    fn command(&self, words: &[String]) -> Built {
        let Ok(cwd) = std::env::current_dir() else {
            return Built::Broken("the current folder does not exist".to_owned());
        };
        let mut argv: Vec<_> = words.iter().map(Into::into).collect();
        // A version manager's shim for an interpreter needs the home folder, which no program is
        // given; the interpreter behind it does not.
        if let (Some(first), Some(word)) = (argv.first_mut(), words.first())
            && let Some(real) = self.languages.behind(word, self.sandbox, self.cache)
        {
            *first = real.into_os_string();
        }
        // A data folder is hidden from it, unless the program lies there too.
        let visible = words
            .iter()
            .map(|word| cwd.join(word))
            .filter(|path| path.is_file())
            .filter_map(|path| Some(path.canonicalize().ok()?.parent()?.to_owned()))
            .filter(|folder| folder.starts_with(&cwd));
        Built::Ready(Command {
            argv,
            visible: visible.collect(),
            cwd: Some(cwd.clone()),
            ..Command::default()
        })
    }
}

/// The programs of the jury that take part in judging.
fn jury(judging: &Judging) -> impl Iterator<Item = &Call> {
    let checkers = judging.checkers.iter().filter_map(|checker| match checker {
        Checker::Named(_) => None,
        Checker::Program(jury) => Some(&jury.call),
    });
    checkers.chain(judging.interactor.as_ref().map(|jury| &jury.call))
}

/// The crates that the given calls, and the generators, validators and programs of the jury of
/// `problems`, need.
pub(crate) fn crates<'a>(
    problems: impl IntoIterator<Item = &'a Problem>,
    calls: impl IntoIterator<Item = &'a Call>,
) -> Vec<(String, PathBuf)> {
    let own = problems.into_iter().flat_map(|problem| {
        let makers = problem.cases.iter().flat_map(package::Case::made);
        let generators = makers.map(|made| &made.call);
        let validators = problem.validators.iter().map(|validator| &validator.call);
        let cases = problem
            .cases
            .iter()
            .filter_map(|case| case.judging.as_deref());
        let jury = [&problem.judging].into_iter().chain(cases).flat_map(jury);
        let graders = problem
            .groups
            .iter()
            .filter_map(|group| group.grading.program.as_ref());
        generators.chain(validators).chain(jury).chain(graders)
    });
    own.chain(calls)
        .filter_map(|call| match &call.source {
            Source::Crate { name, within } => Some((name.clone(), within.clone())),
            _ => None,
        })
        .collect()
}
