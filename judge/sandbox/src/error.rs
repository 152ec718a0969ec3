//! What can keep a program from being run and measured; never the program's own fault.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// Why a run gave no [`Execution`](crate::Execution).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// `argv` was empty.
    #[error("no program to run: expected at least its path or name, found an empty command line")]
    EmptyCommand,
    /// An argument or a variable holds a NUL byte, or a variable's name holds `=`, which no process can be given.
    #[error("cannot pass {text:?} to a program: {problem}; remove it")]
    BadText {
        /// The argument or variable.
        text: OsString,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// There is no such file.
    #[error("program {} not found: no such file; check the path, or build it first", path.display())]
    NotFound {
        /// The path looked at.
        path: PathBuf,
    },
    /// A name without a slash is on none of the folders of `PATH`.
    #[error("program {name:?} not found in PATH ({path:?}); install it, or give its path (such as ./{})", name.display())]
    NotOnPath {
        /// The name looked for.
        name: OsString,
        /// The value of `PATH` that was searched.
        path: OsString,
    },
    /// The file exists and may not be executed, or is a folder.
    #[error("program {} is not executable; make it so with chmod +x, or name the interpreter before it", path.display())]
    NotExecutable {
        /// The file.
        path: PathBuf,
    },
    /// The kernel does not know the file's format.
    #[error(
        "program {} has a format this machine cannot execute; a script needs a first line such as #!/bin/sh, \
         a binary has to be built for this machine", path.display()
    )]
    ExecFormat {
        /// The file.
        path: PathBuf,
    },
    /// The file exists, and the interpreter of its `#!` line or its dynamic loader does not.
    #[error("program {} cannot start: the interpreter it names (its #! line or its dynamic loader) does not exist", path.display())]
    NoInterpreter {
        /// The file.
        path: PathBuf,
    },
    /// The working folder cannot be entered.
    #[error("cannot enter the working folder {}: {source}; it has to be an existing folder", path.display())]
    WorkingFolder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file given as standard input may be written through, so a program could change it.
    #[error(
        "standard input is open for writing, so the program could change it; open it read-only"
    )]
    WritableStdin,
    /// The sink for standard output failed; the program was killed.
    #[error(
        "cannot store the program's output: {source}; the program was killed (is the disk full?)"
    )]
    Sink {
        /// What the sink said.
        source: io::Error,
    },
    /// A program left more in a [`Folder::Writable`](crate::Folder::Writable) than is brought back.
    #[error(
        "the program left too much in its folder: expected at most {files} files and folders, in at most {levels} folders in each other"
    )]
    TooManyFiles {
        /// Files and folders that are brought back.
        files: usize,
        /// Folders in each other.
        levels: usize,
    },
    /// [`Sandbox::cancel`](crate::Sandbox::cancel) came before this program was started.
    #[error("not started: the sandbox was cancelled")]
    Cancelled,
    /// A process that serves the program (the launcher, or the first process of the run) was killed from outside or does
    /// not answer. The program was ended with it.
    #[error(
        "a process of the sandbox was killed during a run, or did not end it when told to; the program was ended with it, and other runs go on"
    )]
    Launcher,
    /// A layer of the sandbox is missing and [`Config::require`](crate::Config::require) is set.
    #[error("the sandbox is not whole, which was required:\n{layers}")]
    Missing {
        /// All layers.
        layers: crate::Layers,
    },
    /// The system refused something the sandbox needs.
    #[error("cannot {action}: {source}")]
    System {
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
}

impl SandboxError {
    /// For `map_err`: names what was tried.
    pub(crate) fn system<E: Into<io::Error>>(
        action: &'static str,
    ) -> impl FnOnce(E) -> SandboxError {
        move |source| SandboxError::System {
            action,
            source: source.into(),
        }
    }
}
