//! The system calls that have no safe wrapper: the `unsafe` part of the launcher.

use std::ffi::{CStr, CString, c_int};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;
use std::time::Duration;

use super::notes::Notes;

/// What a process made by [`clone_process`] or [`fork`] is.
pub(crate) enum Side {
    /// The new process.
    Child,
    /// The old one, with the new one's number.
    Parent(i32),
}

/// Forks into new namespaces (`CLONE_NEW…`); the second value is a descriptor of the child, in the parent.
///
/// Only for a process with one thread: the child goes on with all of its memory, locks included.
pub(crate) fn clone_process(namespaces: c_int) -> io::Result<(Side, Option<OwnedFd>)> {
    let mut pidfd: RawFd = -1;
    // SAFETY: the structure is plain numbers, for which all zeros is a value.
    let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
    arguments.flags = u64::from(namespaces.unsigned_abs()) | libc::CLONE_PIDFD as u64;
    arguments.pidfd = ptr::from_mut(&mut pidfd) as u64;
    arguments.exit_signal = libc::SIGCHLD as u64;
    // SAFETY: without CLONE_VM and with no stack given this is a fork: the child has a copy of everything. The
    // process has one thread, so no lock is held by another. Both pointers are to locals.
    let pid = unsafe {
        libc::syscall(
            libc::SYS_clone3,
            ptr::from_mut(&mut arguments),
            size_of::<libc::clone_args>(),
        )
    };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok((Side::Child, None)),
        pid => {
            // SAFETY: the system has just opened it for us.
            let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
            Ok((Side::Parent(i32::try_from(pid).unwrap_or(0)), Some(pidfd)))
        }
    }
}

/// Forks. Only for a process with one thread, as [`clone_process`].
pub(crate) fn fork() -> io::Result<Side> {
    // SAFETY: the process has one thread, so the child may do whatever the parent may.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Side::Child),
        pid => Ok(Side::Parent(pid)),
    }
}

/// Ends the process at once, without running anything that was inherited.
pub(crate) fn exit(code: c_int) -> ! {
    // SAFETY: always allowed.
    unsafe { libc::_exit(code) }
}

/// A child that was reaped: its number, its status as of wait(2), and what it used.
pub(crate) struct Reaped {
    pub(crate) pid: i32,
    pub(crate) status: i32,
    pub(crate) cpu: Duration,
    /// Bytes, of the child or of one of its children.
    pub(crate) max_resident: u64,
}

/// Waits until a child has ended and leaves it to be reaped; `None` when there is none left.
pub(crate) fn ended() -> Option<i32> {
    loop {
        // SAFETY: plain numbers, for which all zeros is a value.
        let mut seen: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: the pointer is to a local that lives through the call.
        let done =
            unsafe { libc::waitid(libc::P_ALL, 0, &mut seen, libc::WEXITED | libc::WNOWAIT) };
        if done == 0 {
            // SAFETY: the system has filled it for the end of a child.
            return Some(unsafe { seen.si_pid() });
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}

/// Waits for any child; `None` when there is none left.
pub(crate) fn wait_any() -> Option<Reaped> {
    wait(-1)
}

/// Waits for a child; `None` where there is no such child.
pub(crate) fn wait(child: i32) -> Option<Reaped> {
    let mut status = 0;
    // SAFETY: plain numbers, for which all zeros is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to locals that live through the call.
        let pid = unsafe { libc::wait4(child, &mut status, 0, &mut usage) };
        if pid > 0 {
            return Some(Reaped {
                pid,
                status,
                cpu: time(usage.ru_utime) + time(usage.ru_stime),
                max_resident: u64::try_from(usage.ru_maxrss)
                    .unwrap_or(0)
                    .saturating_mul(1024),
            });
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}

fn time(value: libc::timeval) -> Duration {
    Duration::from_secs(u64::try_from(value.tv_sec).unwrap_or(0))
        + Duration::from_micros(u64::try_from(value.tv_usec).unwrap_or(0))
}

/// Kills every process of the namespace but the caller. Only for the first process of a pid namespace.
pub(crate) fn kill_all() {
    // SAFETY: a system call on numbers.
    unsafe { libc::kill(-1, libc::SIGKILL) };
}

/// Closes a descriptor in a process that ends by [`exit`] and uses it no more.
pub(crate) fn close(fd: &impl AsRawFd) {
    // SAFETY: the number is open, and nothing of this process will use or drop the descriptor.
    unsafe { libc::close(fd.as_raw_fd()) };
}

/// Kills a process group.
pub(crate) fn kill_group(leader: i32) {
    // SAFETY: a system call on numbers.
    unsafe { libc::kill(-leader, libc::SIGKILL) };
}

/// Kills a process.
pub(crate) fn kill(pid: i32) {
    // SAFETY: a system call on numbers.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

/// Sets what the Rust runtime changed back to what a program expects.
pub(crate) fn default_sigpipe() {
    // SAFETY: no handler is installed, only the default action.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

/// Leaves namespaces for new ones.
pub(crate) fn unshare(flags: c_int) -> io::Result<()> {
    // SAFETY: no flag used here takes memory or descriptors apart from other threads, of which there are none.
    check(unsafe { libc::unshare(flags) })
}

/// Enters the mount namespace behind a descriptor; the root and the working folder become its root.
pub(crate) fn enter_mounts(namespace: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: a system call on numbers.
    check(unsafe { libc::setns(namespace.as_raw_fd(), libc::CLONE_NEWNS) })
}

/// Adds attributes (`MOUNT_ATTR_…`) to a mount, or to all mounts below it too.
pub(crate) fn add_mount_attributes(
    mount: BorrowedFd<'_>,
    attributes: u64,
    all: bool,
) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: attributes,
        attr_clr: 0,
        // What is mounted outside later does not show.
        propagation: libc::MS_PRIVATE,
        userns_fd: 0,
    };
    set_mount_attributes(mount, &attributes, all)
}

fn set_mount_attributes(
    mount: BorrowedFd<'_>,
    attributes: &libc::mount_attr,
    all: bool,
) -> io::Result<()> {
    let flags = libc::AT_EMPTY_PATH | if all { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path is an empty C string, the structure lives through the call and is of the size given.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            ptr::from_ref(attributes),
            size_of::<libc::mount_attr>(),
        )
    };
    check(c_int::try_from(result).unwrap_or(-1))
}

/// Shows the files of a mount, and of all below it, as owned by others: as the user namespace behind the descriptor
/// maps their owners.
pub(crate) fn map_owners(mount: BorrowedFd<'_>, users: BorrowedFd<'_>) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_IDMAP,
        attr_clr: 0,
        propagation: 0,
        userns_fd: u64::from(users.as_raw_fd().unsigned_abs()),
    };
    set_mount_attributes(mount, &attributes, true)
}

/// Forgets root's identity for good: no groups, and this number as user and group, real, effective and saved.
pub(crate) fn become_user(id: u32) -> io::Result<()> {
    // SAFETY: system calls on numbers and an empty list.
    unsafe {
        check(libc::setgroups(0, ptr::null()))?;
        check(libc::setresgid(id, id, id))?;
        check(libc::setresuid(id, id, id))
    }
}

/// Sets the soft and the hard limit of a resource, at most to what is allowed.
pub(crate) fn limit(resource: u32, value: u64) -> io::Result<()> {
    let mut now = MaybeUninit::<libc::rlimit>::uninit();
    // SAFETY: the first call fills `now` or fails; both pointers are to locals.
    unsafe {
        check(libc::getrlimit(resource, now.as_mut_ptr()))?;
        let most = now.assume_init().rlim_max.min(value);
        let new = libc::rlimit {
            rlim_cur: most,
            rlim_max: most,
        };
        check(libc::setrlimit(resource, &new))
    }
}

/// Marks every descriptor from 3 on to be closed when a program is executed.
pub(crate) fn close_on_exec() -> io::Result<()> {
    // SAFETY: a system call on numbers.
    let result = unsafe {
        libc::syscall(
            libc::SYS_close_range,
            3,
            c_int::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        )
    };
    check(c_int::try_from(result).unwrap_or(-1))
}

/// Becomes the program; returns only to say why not.
pub(crate) fn execute(file: &CStr, argv: &[CString], environment: &[CString]) -> io::Error {
    let pointers = |texts: &[CString]| -> Vec<*const libc::c_char> {
        texts
            .iter()
            .map(|text| text.as_ptr())
            .chain([ptr::null()])
            .collect()
    };
    let (argv, environment) = (pointers(argv), pointers(environment));
    // SAFETY: C strings and null-terminated lists of them, all alive here.
    unsafe { libc::execve(file.as_ptr(), argv.as_ptr(), environment.as_ptr()) };
    io::Error::last_os_error()
}

/// A system call that is nothing but numbers.
fn check(result: c_int) -> io::Result<()> {
    match result {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// The rules that landlock(7) is given; see `landlock.rs` for their meaning.
#[repr(C)]
pub(crate) struct Ruleset {
    pub(crate) files: u64,
    pub(crate) net: u64,
    pub(crate) scoped: u64,
}

/// The newest version of Landlock that the kernel knows.
pub(crate) fn landlock_version() -> io::Result<u32> {
    const VERSION: u32 = 1;
    // SAFETY: a null pointer of size 0 is what this flag asks for.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            ptr::null::<Ruleset>(),
            0_usize,
            VERSION,
        )
    };
    u32::try_from(version).map_err(|_| io::Error::last_os_error())
}

/// A ruleset that forbids everything it names.
pub(crate) fn landlock_ruleset(rules: &Ruleset) -> io::Result<OwnedFd> {
    // SAFETY: the structure is the kernel's `landlock_ruleset_attr`, of the size given; the descriptor returned is new
    // and ours.
    unsafe {
        let fd = libc::syscall(
            libc::SYS_landlock_create_ruleset,
            ptr::from_ref(rules),
            size_of::<Ruleset>(),
            0_u32,
        );
        match RawFd::try_from(fd) {
            Ok(fd) if fd >= 0 => Ok(OwnedFd::from_raw_fd(fd)),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// Allows `access` to a file, or below a folder.
pub(crate) fn landlock_allow(
    ruleset: BorrowedFd<'_>,
    place: BorrowedFd<'_>,
    access: u64,
) -> io::Result<()> {
    #[repr(C, packed)]
    struct PathBeneath {
        access: u64,
        parent: i32,
    }
    const PATH_BENEATH: c_int = 1;
    let rule = PathBeneath {
        access,
        parent: place.as_raw_fd(),
    };
    // SAFETY: the structure is the kernel's `landlock_path_beneath_attr`.
    let result = unsafe {
        libc::syscall(
            libc::SYS_landlock_add_rule,
            ruleset.as_raw_fd(),
            PATH_BENEATH,
            ptr::from_ref(&rule),
            0_u32,
        )
    };
    check(c_int::try_from(result).unwrap_or(-1))
}

/// Obeys a ruleset from now on.
pub(crate) fn landlock_restrict(ruleset: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: a system call on numbers.
    let result =
        unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0_u32) };
    check(c_int::try_from(result).unwrap_or(-1))
}

/// Obeys a filter of system calls from now on.
pub(crate) fn seccomp(filter: &[libc::sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).unwrap_or(u16::MAX),
        filter: filter.as_ptr().cast_mut(),
    };
    // SAFETY: the program points to a slice of that length; the kernel checks and copies it.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            0_u32,
            ptr::from_ref(&program),
        )
    };
    check(c_int::try_from(result).unwrap_or(-1))
}

/// Fresh notes that stay shared with every process forked from here on. Never freed: there is one a launcher.
pub(crate) fn shared_notes() -> io::Result<&'static Notes> {
    // SAFETY: a new anonymous mapping, larger than `Notes` and aligned to a page; all zeros is a value of `Notes`
    // (atomics only). It is never unmapped, so the reference may live for ever.
    unsafe {
        let place = libc::mmap(
            ptr::null_mut(),
            size_of::<Notes>(),
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        if place == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(&*place.cast::<Notes>())
    }
}
