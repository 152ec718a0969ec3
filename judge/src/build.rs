//! From a source to a program that can be started, built once for each content.

mod cache;
mod cargo;
mod companions;
mod compile;
mod input;
mod java;
mod language;
mod validate;

use std::path::PathBuf;

use package::{Call, Problem, Source};
use sandbox::{Folder, Program, Sandbox};

pub(crate) use cache::Cache;
pub(crate) use cargo::{Crates, cancel};
pub(crate) use input::{answer, generate, with_lines};
pub(crate) use language::{Language, Languages};
pub(crate) use validate::Validator;

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

/// A command line, where it runs, and what language it is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Command {
    /// The words; the first is a path or a name on `PATH`.
    pub(crate) argv: Vec<std::ffi::OsString>,
    /// The working folder; a fresh empty one if `None`.
    pub(crate) cwd: Option<PathBuf>,
    /// The language's name, for time factors.
    pub(crate) language: Option<String>,
    /// What it has to see besides its own file, such as the folder of its source.
    pub(crate) visible: Vec<PathBuf>,
    /// A compiled program, which has no reason to start others.
    pub(crate) alone: bool,
}

impl Command {
    /// For the sandbox.
    pub(crate) fn program(&self) -> Program {
        Program {
            argv: self.argv.clone(),
            cwd: self.cwd.clone().map_or(Folder::Fresh, Folder::Visible),
            visible: self.visible.clone(),
            alone: self.alone,
            ..Program::default()
        }
    }
}

/// Everything that builds programs.
pub(crate) struct Builder<'a> {
    pub(crate) sandbox: &'a Sandbox,
    pub(crate) languages: &'a Languages,
    pub(crate) cache: &'a Cache,
    /// The programs of all crates that the run needs, built before.
    pub(crate) crates: &'a Crates,
}

impl Builder<'_> {
    /// Makes a call ready to start.
    pub(crate) fn build(&self, call: &Call) -> Built {
        let mut built = match &call.source {
            Source::Crate { name, within } => self.crates.program(name, within),
            Source::File(path) | Source::Folder(path) => {
                let companions = call.build.companions.as_deref();
                compile::compile(self.sandbox, self.languages, self.cache, path, companions)
            }
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
            && let Some(real) = self.languages.behind(word, self.sandbox)
        {
            *first = real.into_os_string();
        }
        Built::Ready(Command {
            argv,
            cwd: Some(cwd),
            ..Command::default()
        })
    }
}

/// The crates that the given calls, and the generators and validators of `problems`, need.
pub(crate) fn crates<'a>(
    problems: impl IntoIterator<Item = &'a Problem>,
    calls: impl IntoIterator<Item = &'a Call>,
) -> Vec<(String, PathBuf)> {
    let own = problems.into_iter().flat_map(|problem| {
        let makers = problem.cases.iter().flat_map(package::Case::made);
        let makers = makers.map(|made| &made.call);
        makers.chain(problem.validators.iter().map(|validator| &validator.call))
    });
    own.chain(calls)
        .filter_map(|call| match &call.source {
            Source::Crate { name, within } => Some((name.clone(), within.clone())),
            _ => None,
        })
        .collect()
}
