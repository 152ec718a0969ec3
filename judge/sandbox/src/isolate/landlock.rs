//! Landlock: which files a program may read and which it may write, whoever it is.
//!
//! It stops what namespaces do not: reopening standard input for writing through `/proc/self/fd`, and, where there are
//! no namespaces, everything outside the system's folders. The bits are those of landlock(7).

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use super::sys;

const EXECUTE: u64 = 1 << 0;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;
const MAKE_CHAR: u64 = 1 << 6;
const MAKE_BLOCK: u64 = 1 << 11;
const TRUNCATE: u64 = 1 << 14;

/// What may be done with a file or below a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Read and execute below a folder.
    Look,
    /// Read and execute one file.
    Run,
    /// Read one file.
    Read,
    /// Read and write one file, such as a device.
    Write,
    /// Everything but making devices.
    Own,
}

/// Rules that forbid what they do not list.
pub(crate) struct Rules {
    ruleset: OwnedFd,
    files: u64,
}

impl Rules {
    pub(crate) fn new(version: u32) -> io::Result<Rules> {
        let files = files(version);
        // Version 4 brought TCP, 6 signals and abstract sockets.
        let ruleset = sys::landlock_ruleset(&sys::Ruleset {
            files,
            net: if version >= 4 { 0b11 } else { 0 },
            scoped: if version >= 6 { 0b11 } else { 0 },
        })?;
        Ok(Rules { ruleset, files })
    }

    /// A place that cannot be opened by path anyway (a pipe) is passed over.
    pub(crate) fn allow(&self, place: BorrowedFd<'_>, access: Access) -> io::Result<()> {
        let access = match access {
            Access::Look => EXECUTE | READ_FILE | READ_DIR,
            Access::Run => EXECUTE | READ_FILE,
            Access::Read => READ_FILE,
            Access::Write => READ_FILE | WRITE_FILE | TRUNCATE,
            Access::Own => self.files & !(MAKE_CHAR | MAKE_BLOCK),
        };
        match sys::landlock_allow(self.ruleset.as_fd(), place, access & self.files) {
            Err(error) if error.raw_os_error() == Some(libc::EBADFD) => Ok(()),
            result => result,
        }
    }

    /// Makes the calling process obey them from now on.
    pub(crate) fn restrict(&self) -> io::Result<()> {
        sys::landlock_restrict(self.ruleset.as_fd())
    }
}

/// All rights to files that a version knows.
fn files(version: u32) -> u64 {
    let bits = match version {
        0 | 1 => 13,
        2 => 14,
        3 | 4 => 15,
        _ => 16,
    };
    (1 << bits) - 1
}
