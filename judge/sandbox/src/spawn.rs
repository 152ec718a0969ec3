//! Starts a process and reaps it: the `unsafe` part.
//!
//! A fork copies the caller's page tables, which for a judge of 1 GB takes 60 ms. On Linux the child is made the way
//! `posix_spawn` makes it, by `clone(CLONE_VM | CLONE_VFORK)`: it borrows the memory of the caller, who stands still
//! until the child has executed its program. `posix_spawn` itself cannot set resource limits.

use std::ffi::{CStr, CString, c_char, c_int};
use std::io::{self, Read};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::ptr;
use std::time::Duration;

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, setrlimit,
    waitid,
};

use crate::{Exit, Signal as ProgramSignal};

/// Everything the child needs, made before it exists: it can allocate nothing.
pub(crate) struct Plan<'a> {
    pub(crate) file: &'a CStr,
    pub(crate) argv: &'a [CString],
    pub(crate) environment: &'a [CString],
    pub(crate) cwd: &'a CStr,
    /// Standard input, output and error; each at least 3, so that none is overwritten before it is used.
    pub(crate) stdio: [BorrowedFd<'a>; 3],
    /// Soft and hard limit of each resource; lowered to what is allowed.
    pub(crate) limits: &'a [(Resource, u64)],
}

/// The step at which the child gave up, and why.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The process could not be made at all, or not be prepared.
    Prepare(io::Error),
    /// Its working folder could not be entered.
    Folder(io::Error),
    /// Its file could not be executed.
    Execute(io::Error),
}

impl Failure {
    pub(crate) fn into_error(self) -> io::Error {
        match self {
            Failure::Prepare(error) | Failure::Folder(error) | Failure::Execute(error) => error,
        }
    }
}

/// A started process, leader of its own session and process group; killed and reaped when dropped.
#[derive(Debug)]
pub(crate) struct Child {
    pid: Pid,
    reaped: bool,
}

/// What a reaped process used, with the descendants it waited for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    pub(crate) cpu: Duration,
    /// Bytes; see the comment in `memory` on what it cannot tell.
    pub(crate) max_resident: u64,
}

impl Child {
    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// Kills what still runs of its group. Once it is reaped its number may be that of others, so that nothing is done.
    pub(crate) fn kill(&self) {
        if !self.reaped {
            // It fails only when all have ended.
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
    }

    /// Waits until it has ended, and leaves it to be reaped.
    pub(crate) fn wait(&self) -> io::Result<()> {
        if self.reaped {
            return Ok(());
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        loop {
            match waitid(WaitId::Pid(self.pid), options) {
                Err(rustix::io::Errno::INTR) => {}
                ended => return Ok(ended.map(|_| ())?),
            }
        }
    }

    /// Reaps it, once, waiting for its end. Its number may be used by others from here on.
    pub(crate) fn reap(&mut self) -> io::Result<(Exit, Usage)> {
        let end = match self.reaped {
            true => None,
            false => wait(self.pid, 0)?,
        };
        self.reaped = true;
        end.ok_or_else(|| io::Error::other("a process was reaped before"))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
            // It fails only when there is nothing left to do.
            let _ = self.reap();
        }
    }
}

/// Reaps a child of this process if it has ended.
pub(crate) fn try_reap(pid: Pid) -> Option<Usage> {
    wait(pid, libc::WNOHANG)
        .ok()
        .flatten()
        .map(|(_, usage)| usage)
}

fn wait(pid: Pid, options: c_int) -> io::Result<Option<(Exit, Usage)>> {
    let mut status = 0;
    // SAFETY: `rusage` is plain numbers, for which all zeros is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to locals that live through the call.
        match unsafe { libc::wait4(pid.as_raw_nonzero().get(), &mut status, options, &mut usage) } {
            0 => return Ok(None),
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
            _ => break,
        }
    }
    let exit = if libc::WIFSIGNALED(status) {
        Exit::Signal(ProgramSignal(libc::WTERMSIG(status)))
    } else {
        Exit::Code(libc::WEXITSTATUS(status))
    };
    // Linux and the BSDs count in KiB, Apple in bytes.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    let max_resident = u64::try_from(usage.ru_maxrss)
        .unwrap_or(0)
        .saturating_mul(unit);
    Ok(Some((
        exit,
        Usage {
            cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
            max_resident,
        },
    )))
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0))
        + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

/// What the child reads: raw pointers and numbers only.
struct Orders<'a> {
    file: &'a CStr,
    argv: *const *const c_char,
    environment: *const *const c_char,
    cwd: &'a CStr,
    stdio: [RawFd; 3],
    limits: &'a [(Resource, u64)],
    report: RawFd,
}

/// Starts the program and returns when it runs, or when the child has reported why it does not.
pub(crate) fn spawn(plan: &Plan<'_>) -> Result<Child, Failure> {
    let (reader, writer) = pipe().map_err(Failure::Prepare)?;
    let argv = pointers(plan.argv);
    let environment = pointers(plan.environment);
    let orders = Orders {
        file: plan.file,
        argv: argv.as_ptr(),
        environment: environment.as_ptr(),
        cwd: plan.cwd,
        stdio: plan.stdio.map(|fd| fd.as_raw_fd()),
        limits: plan.limits,
        report: writer.as_raw_fd(),
    };
    let pid = with_signals_blocked(|| start(&orders)).map_err(Failure::Prepare)?;
    drop(writer);
    let child = Child { pid, reaped: false };
    // The write end closes when the program is executed. A report is shorter than a pipe writes at once.
    let mut report = [0; REPORT];
    let mut reader = std::fs::File::from(reader);
    match reader.read_exact(&mut report) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(child),
        Err(error) => Err(Failure::Prepare(error)),
        Ok(()) => {
            let [step, errno @ ..] = report;
            let error = io::Error::from_raw_os_error(i32::from_ne_bytes(errno));
            Err(match step {
                STEP_FOLDER => Failure::Folder(error),
                STEP_EXECUTE => Failure::Execute(error),
                _ => Failure::Prepare(error),
            })
        }
    }
}

/// A pipe that is not inherited, with both ends at 3 or above.
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = io::pipe()?;
    Ok((above_stdio(reader.into())?, above_stdio(writer.into())?))
}

/// The descriptor itself, or a duplicate where its number is one that the child is about to replace; that happens
/// only to a caller that closed its own standard streams.
pub(crate) fn above_stdio(fd: OwnedFd) -> io::Result<OwnedFd> {
    if fd.as_raw_fd() > 2 {
        Ok(fd)
    } else {
        Ok(rustix::io::fcntl_dupfd_cloexec(&fd, 3)?)
    }
}

fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    texts
        .iter()
        .map(|text| text.as_ptr())
        .chain([ptr::null()])
        .collect()
}

/// Blocks every signal meanwhile: a handler of the judge must not run in a child that shares its memory.
fn with_signals_blocked<T>(action: impl FnOnce() -> T) -> T {
    // SAFETY: a signal set is plain data, filled before it is read; all pointers are to locals. The calls cannot fail
    // with these arguments.
    let before = unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        before
    };
    let result = action();
    // SAFETY: `before` was filled above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &before, ptr::null_mut()) };
    result
}

#[cfg(target_os = "linux")]
fn start(orders: &Orders<'_>) -> io::Result<Pid> {
    extern "C" fn entry(orders: *mut libc::c_void) -> c_int {
        // SAFETY: the pointer is the one given to `clone` below, and its maker stands still while it is used.
        let orders = unsafe { &*orders.cast::<Orders<'_>>() };
        // SAFETY: we are the child made below, with signals blocked.
        unsafe { become_program(orders) }
    }
    // The child's calls are a few deep; 64 KiB is what musl's and glibc's own posix_spawn allow themselves and more.
    let mut stack: Vec<u128> = Vec::with_capacity(64 * 1024 / size_of::<u128>());
    // SAFETY: the end of the allocation, aligned to 16. The stack outlives its use: CLONE_VFORK returns only when the
    // child has executed a program or has ended. Sharing the memory is sound because this thread is suspended
    // meanwhile and `become_program` writes to no memory but its own stack (and this thread's errno). Other threads go
    // on as they would beside any thread. CLONE_VM without CLONE_FILES and CLONE_SIGHAND: descriptors and handlers of
    // the child are its own copies.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(stack.capacity());
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        libc::clone(
            entry,
            top.cast(),
            flags,
            ptr::from_ref(orders).cast_mut().cast(),
        )
    };
    Pid::from_raw(pid)
        .filter(|_| pid > 0)
        .ok_or_else(io::Error::last_os_error)
}

#[cfg(not(target_os = "linux"))]
fn start(orders: &Orders<'_>) -> io::Result<Pid> {
    // SAFETY: the child calls only `become_program`, which is async-signal-safe and never returns.
    match unsafe { libc::fork() } {
        // SAFETY: we are the child, with signals blocked.
        0 => unsafe { become_program(orders) },
        pid => Pid::from_raw(pid)
            .filter(|_| pid > 0)
            .ok_or_else(io::Error::last_os_error),
    }
}

const REPORT: usize = 1 + size_of::<i32>();
const STEP_PREPARE: u8 = 0;
const STEP_FOLDER: u8 = 1;
const STEP_EXECUTE: u8 = 2;

/// Turns the child into the program. Allocates nothing, takes no lock and does not unwind: it consists of system
/// calls and loops over what was made before.
///
/// # Safety
/// Only in a fresh child with all signals blocked; the pointers in `orders` are null-terminated arrays of C strings.
unsafe fn become_program(orders: &Orders<'_>) -> ! {
    let give_up = |step: u8| -> ! {
        let errno = io::Error::last_os_error()
            .raw_os_error()
            .unwrap_or(0)
            .to_ne_bytes();
        let report = [step, errno[0], errno[1], errno[2], errno[3]];
        // SAFETY: the buffer is a local; `_exit` runs no handlers of the caller's.
        unsafe {
            libc::write(orders.report, report.as_ptr().cast(), report.len());
            libc::_exit(127)
        }
    };
    // SAFETY: system calls on numbers, on locals, or on pointers that the caller vouches for.
    unsafe {
        if libc::setsid() == -1 {
            give_up(STEP_PREPARE);
        }
        // An ignored signal would stay ignored (Rust ignores SIGPIPE), and a handler must not run in shared memory.
        let mut default: libc::sigaction = std::mem::zeroed();
        default.sa_sigaction = libc::SIG_DFL;
        for signal in 1..=LAST_SIGNAL {
            // It fails for SIGKILL, SIGSTOP and the two that the C library keeps.
            libc::sigaction(signal, &default, ptr::null_mut());
        }
        for (target, &fd) in (0..).zip(&orders.stdio) {
            // The duplicate is inherited, the original is not.
            if libc::dup2(fd, target) == -1 {
                give_up(STEP_PREPARE);
            }
        }
        close_on_exec_from(3);
        if libc::chdir(orders.cwd.as_ptr()) == -1 {
            give_up(STEP_FOLDER);
        }
    }
    for &(resource, limit) in orders.limits {
        // Lowering is always allowed; what is above the hard limit stays at it.
        let hard = getrlimit(resource)
            .maximum
            .map_or(limit, |hard| hard.min(limit));
        let hard = if hard == u64::MAX { None } else { Some(hard) };
        let _ = setrlimit(
            resource,
            Rlimit {
                current: hard,
                maximum: hard,
            },
        );
    }
    // SAFETY: as above; the mask is a local.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
        libc::execve(orders.file.as_ptr(), orders.argv, orders.environment);
    }
    give_up(STEP_EXECUTE)
}

/// The signals of Linux end at 64, of other systems at 31.
const LAST_SIGNAL: c_int = if cfg!(target_os = "linux") { 64 } else { 31 };

/// Marks every descriptor from `first` on to be closed at exec, whoever opened it and however.
///
/// # Safety
/// Only in a child whose descriptors are its own.
unsafe fn close_on_exec_from(first: c_int) {
    // SAFETY: a system call on numbers; before Linux 5.11 it fails and changes nothing.
    #[cfg(target_os = "linux")]
    if unsafe {
        libc::syscall(
            libc::SYS_close_range,
            first,
            c_int::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        )
    } == 0
    {
        return;
    }
    let last = getrlimit(Resource::Nofile)
        .current
        .map_or(65_536, |limit| limit.min(65_536));
    for fd in first..c_int::try_from(last).unwrap_or(c_int::MAX) {
        // SAFETY: a system call on numbers; it fails for what is not open.
        unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
}
