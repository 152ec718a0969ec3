//! What to run and how much it may use; the search for its file and its environment.

use std::env;
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{Access, access};

use crate::SandboxError;

/// A program with its arguments.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// The command line. The first word is a path (relative to the folder of the calling process) or a name found
    /// on `PATH`.
    pub argv: Vec<OsString>,
    /// The folder it runs in.
    pub cwd: Folder,
    /// Variables on top of the only ones a program is given: `PATH`, `LANG=C.UTF-8`, and `HOME` and `TMPDIR`, which
    /// are a folder it may write to. The caller's own environment is never passed on.
    pub env: Vec<(OsString, OsString)>,
    /// Files and folders it may read besides the system's, its own file, and the installation that this belongs to
    /// (`~/.pyenv/versions/3.12.1` for the `bin/python` in it). Not enforced where the sandbox does not isolate.
    pub visible: Vec<PathBuf>,
    /// Programs that it starts by itself, absolute: each is shown to it with its installation, as its own file is.
    pub starts: Vec<PathBuf>,
    /// A compiled solution, which has no reason to start other processes: where no control group counts the CPU time
    /// of all of them, it may not. Threads are always allowed.
    pub alone: bool,
}

/// The folder a program runs in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Folder {
    /// A fresh empty one, gone after the run.
    #[default]
    Fresh,
    /// This one, to be read only; temporary files go to a fresh one. Not enforced where the sandbox does not isolate.
    Visible(PathBuf),
    /// This one, to be written to, as a compiler does. Where the sandbox isolates, the program works on a copy, and
    /// files and folders (never links) are brought back when it has ended.
    Writable(PathBuf),
    /// As [`Folder::Writable`], and what the program leaves there is of no interest: where the sandbox isolates,
    /// nothing is brought back.
    Spare(PathBuf),
}

/// What a program may use; `None` is no limit.
#[derive(Debug, Clone)]
pub struct Limits {
    /// CPU time, user and system, of the whole process tree.
    pub cpu: Option<Duration>,
    /// Time on the clock, without that in which the program was ready to run and waited for a processor (ten times
    /// this at the most): a busy machine says nothing about a program.
    pub wall: Option<Duration>,
    /// Resident memory in bytes, of one process its peak, of a tree of several what they hold together (pages they
    /// share count once). A control group enforces it and counts files in memory too; without one it is looked at
    /// every few milliseconds, so a fast program can go over by a little. Memory that is reserved and not touched
    /// does not count. The stack may grow up to the same bound.
    pub memory: Option<u64>,
    /// Bytes of standard output; the program is killed at the first byte over it.
    pub output: u64,
    /// Bytes of standard error that are kept. More is read and dropped, so it never blocks the program.
    pub stderr: u64,
    /// Bytes of standard error that are allowed; the program is killed at the first byte over it. A program that
    /// is judged has none: what it writes there is not held against it.
    pub stderr_allowed: Option<u64>,
    /// Processes and threads. Without a control group and without namespaces the system counts **all** of the user
    /// who runs the program, and has no such limit for root.
    pub processes: Option<u64>,
    /// Bytes of any one file written.
    pub file_size: Option<u64>,
}

impl Default for Limits {
    /// No limits but 64 MiB of standard output and 64 KiB of standard error kept.
    fn default() -> Limits {
        Limits {
            cpu: None,
            wall: None,
            memory: None,
            output: 64 << 20,
            stderr: 64 << 10,
            stderr_allowed: None,
            processes: None,
            file_size: None,
        }
    }
}

/// The search path where the caller has none.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

impl Program {
    /// The file to execute, absolute: it must not change its meaning with the working folder.
    pub(crate) fn file(&self) -> Result<PathBuf, SandboxError> {
        let name = self.argv.first().ok_or(SandboxError::EmptyCommand)?;
        if name.as_bytes().contains(&b'/') {
            let path = std::path::absolute(Path::new(name))
                .map_err(SandboxError::system("find the current folder"))?;
            return match is_executable(&path) {
                true => Ok(path),
                false if path.exists() => Err(SandboxError::NotExecutable { path }),
                false => Err(SandboxError::NotFound { path }),
            };
        }
        let path = self.search_path();
        env::split_paths(&path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(name))
            .find(|file| is_executable(file))
            .ok_or_else(|| SandboxError::NotOnPath {
                name: name.clone(),
                path,
            })
    }

    fn search_path(&self) -> OsString {
        let own = self
            .env
            .iter()
            .rev()
            .find(|(name, _)| name == "PATH")
            .map(|(_, value)| value.clone());
        own.or_else(|| env::var_os("PATH"))
            .unwrap_or_else(|| DEFAULT_PATH.into())
    }

    /// The arguments as the system wants them.
    pub(crate) fn arguments(&self) -> Result<Vec<CString>, SandboxError> {
        self.argv.iter().map(|word| c_string(word)).collect()
    }

    /// The whole environment of a program that may write to `own`, as `NAME=value`; a later variable replaces an earlier one of its name.
    pub(crate) fn environment(&self, own: &Path) -> Result<Vec<CString>, SandboxError> {
        let mut variables: Vec<(OsString, OsString)> = vec![
            ("PATH".into(), self.search_path()),
            ("HOME".into(), own.into()),
            ("LANG".into(), "C.UTF-8".into()),
            ("TMPDIR".into(), own.into()),
        ];
        for (name, value) in &self.env {
            if name.is_empty() || name.as_bytes().contains(&b'=') {
                let problem = "the name of a variable is not empty and has no `=`";
                return Err(SandboxError::BadText {
                    text: name.clone(),
                    problem,
                });
            }
            variables.retain(|(other, _)| other != name);
            variables.push((name.clone(), value.clone()));
        }
        variables
            .into_iter()
            .map(|(mut text, value)| {
                text.push("=");
                text.push(value);
                c_string(&text)
            })
            .collect()
    }
}

/// The text with the NUL at its end, which therefore may not hold one.
pub(crate) fn c_string(text: &OsStr) -> Result<CString, SandboxError> {
    CString::new(text.as_bytes()).map_err(|_| SandboxError::BadText {
        text: text.to_owned(),
        problem: "it holds a NUL byte",
    })
}

fn is_executable(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}
