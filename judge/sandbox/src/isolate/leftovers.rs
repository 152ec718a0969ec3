//! What a run leaves in the system that belongs to no process, and so ends with none.
//!
//! Sockets that were sent through each other hold themselves, with all that was sent beside them, until the system
//! looks for such circles, as it does when some local socket is closed. Until then their memory counts in the
//! launcher's control group, and their abstract names are taken in the launcher's network, for the next run to find.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with};

/// How long the system may take to close sockets that nobody holds. It does that in a thread of its own, which waits
/// for a processor like others.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(2);
/// Files that were on the way are closed a moment after the sockets they were in.
const MOMENT: Duration = Duration::from_millis(10);

/// The list of all local sockets in the network of whoever opened it; it stays that network's.
pub(crate) struct Sockets(File);

impl Sockets {
    /// Those of the caller's network.
    pub(crate) fn open() -> io::Result<Sockets> {
        File::open("/proc/self/net/unix").map(Sockets)
    }

    /// Waits until the sockets of a run that is over are gone; `false` if they do not go.
    pub(crate) fn clear(&self) -> bool {
        if !self.any() {
            return true;
        }
        let started = Instant::now();
        while self.any() {
            if started.elapsed() > PATIENCE {
                return false;
            }
            collect();
            std::thread::sleep(PAUSE);
        }
        std::thread::sleep(MOMENT);
        true
    }

    /// Whether there are any.
    fn any(&self) -> bool {
        let mut start = [0; 512];
        let count = self.0.read_at(&mut start, 0).unwrap_or(0);
        let start = start.get(..count).unwrap_or_default();
        // The first line says what is in the others.
        start.iter().filter(|&&byte| byte == b'\n').count() > 1
    }
}

/// Makes the system look for sockets that hold each other.
fn collect() {
    // Where none can be made, there are others to be waited for.
    let _ = socket_with(
        AddressFamily::UNIX,
        SocketType::DGRAM,
        SocketFlags::CLOEXEC,
        None,
    );
}
