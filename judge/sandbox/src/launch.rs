//! From a [`Program`] and its [`Limits`] to a started process, with errors that say what to do.

use std::fs;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{Mode, OFlags, fcntl_getfl, open};
use rustix::process::{Resource, getrlimit};
use tempfile::TempDir;

use crate::program::c_string;
use crate::spawn::{self, Child, Failure, Plan};
use crate::{Limits, Program, SandboxError, Stdin, tree};

/// The stack may grow to the memory limit, but each new thread reserves as much address space as the
/// stack may grow to, and the system refuses to reserve more than the machine has.
const MOST_STACK: u64 = 4 << 30;

/// Open files a program may have, and no more than half of what the judge may: a program that sends them to itself, and
/// never receives them, uses up what the system allows all processes of the user to have on the way.
const OPEN_FILES: u64 = 1024;

/// An empty folder on disk for one run.
#[derive(Debug)]
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub(crate) fn make() -> Result<Scratch, SandboxError> {
        tempfile::Builder::new()
            .prefix("run-")
            .tempdir()
            .map(Scratch)
            .map_err(SandboxError::system("make a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Removes it, also where the program took the rights to its folders away. One that still cannot be removed is
    /// left behind: it is no fault of the run.
    pub(crate) fn remove(self) {
        let path = self.path().to_owned();
        if self.0.close().is_err() {
            unlock(&path);
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// Makes every folder below one's own again. Symbolic links are not followed, and nothing of the run is left that
/// could put one in the way meanwhile.
fn unlock(folder: &Path) {
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
    {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            unlock(&entry.path());
        }
    }
}

/// Starts the program as a child of this process.
pub(crate) fn start(
    program: &Program,
    limits: &Limits,
    cwd: &Path,
    stdio: [BorrowedFd<'_>; 3],
) -> Result<Child, SandboxError> {
    let file = program.file()?;
    let plan = Plan {
        file: &c_string(file.as_os_str())?,
        argv: &program.arguments()?,
        environment: &program.environment(cwd)?,
        cwd: &c_string(cwd.as_os_str())?,
        stdio,
        limits: &resources(limits),
    };
    let mut busy = Busy::default();
    loop {
        return match spawn::spawn(&plan) {
            Ok(child) => Ok(child),
            Err(Failure::Execute(error)) if busy.is_to_be_tried_again(&error) => continue,
            Err(failure) => Err(explain(failure, file, cwd)),
        };
    }
}

/// How often a program was tried that is "busy".
///
/// One that was just built is, while another thread's child, not yet executed, still holds the descriptor through which
/// it was written. That takes milliseconds, or as long as the child waits for a processor.
#[derive(Default)]
pub(crate) struct Busy {
    times: u32,
}

impl Busy {
    const MOST: u32 = 400;
    const PAUSE: Duration = Duration::from_millis(5);

    /// Waits a moment if that is why it could not be executed, and for the last time after some seconds.
    pub(crate) fn is_to_be_tried_again(&mut self, error: &io::Error) -> bool {
        let again = error.raw_os_error() == Some(libc::ETXTBSY) && self.times < Busy::MOST;
        if again {
            self.times += 1;
            std::thread::sleep(Busy::PAUSE);
        }
        again
    }
}

fn explain(failure: Failure, path: PathBuf, cwd: &Path) -> SandboxError {
    match failure {
        Failure::Prepare(source) => SandboxError::System {
            action: "start a process",
            source,
        },
        Failure::Folder(source) => SandboxError::WorkingFolder {
            path: cwd.to_owned(),
            source,
        },
        Failure::Execute(source) => explain_execute(source, path),
    }
}

/// Why the file `path`, which is there, could not be executed.
pub(crate) fn explain_execute(source: io::Error, path: PathBuf) -> SandboxError {
    match source.raw_os_error() {
        // The file was there a moment ago.
        Some(libc::ENOENT) if path.exists() => SandboxError::NoInterpreter { path },
        Some(libc::ENOENT) => SandboxError::NotFound { path },
        Some(libc::EACCES | libc::EISDIR) => SandboxError::NotExecutable { path },
        Some(libc::ENOEXEC) => SandboxError::ExecFormat { path },
        _ => SandboxError::System {
            action: "execute the program",
            source,
        },
    }
}

pub(crate) fn open_stdin(stdin: Stdin) -> Result<OwnedFd, SandboxError> {
    let fd = match stdin {
        Stdin::Null => open("/dev/null", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
            .map_err(SandboxError::system("open /dev/null"))?,
        Stdin::File(file) => {
            let flags =
                fcntl_getfl(&file).map_err(SandboxError::system("look at standard input"))?;
            if flags & OFlags::RWMODE != OFlags::RDONLY {
                return Err(SandboxError::WritableStdin);
            }
            file.into()
        }
    };
    spawn::above_stdio(fd).map_err(|source: io::Error| SandboxError::System {
        action: "duplicate standard input",
        source,
    })
}

fn open_files() -> u64 {
    let most = getrlimit(Resource::Nofile).maximum;
    most.map_or(OPEN_FILES, |most| OPEN_FILES.min(most / 2))
}

/// Lets this process, and the launchers that it starts, have as many open files as they may.
#[cfg(target_os = "linux")]
pub(crate) fn open_many_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If it is refused all stays as it was.
    let _ = rustix::process::setrlimit(Resource::Nofile, limit);
}

/// The resource limits that belong to the limits of a run.
pub(crate) fn resources(limits: &Limits) -> Vec<(Resource, u64)> {
    let mut all = vec![
        (Resource::Core, 0),
        (Resource::Nofile, open_files()),
        // Deep recursion is memory as any other.
        (
            Resource::Stack,
            limits
                .memory
                .map_or(u64::MAX, |memory| memory.min(MOST_STACK)),
        ),
    ];
    if let Some(cpu) = limits.cpu {
        // A backstop only: it counts each process by itself, and fires up to a tenth of a second early.
        let seconds = cpu.as_secs() + u64::from(cpu.subsec_nanos() > 0);
        all.push((Resource::Cpu, seconds.saturating_add(2)));
    }
    if let Some(size) = limits.file_size {
        all.push((Resource::Fsize, size));
    }
    if let Some(processes) = limits
        .processes
        .filter(|_| !rustix::process::getuid().is_root())
    {
        // The system counts all that the user has, so what is there already has to be allowed too.
        all.push((
            Resource::Nproc,
            tree::tasks_of_user().saturating_add(processes),
        ));
    }
    all
}
