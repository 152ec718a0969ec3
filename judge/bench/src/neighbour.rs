//! Busy neighbours, for what must not depend on them.

use std::process::{Child, Command, Stdio};

use crate::trouble::Trouble;

/// A process that keeps one core busy until it is dropped.
pub(crate) struct Neighbour(Child);

impl Neighbour {
    pub(crate) fn start() -> Result<Neighbour, Trouble> {
        let child = Command::new("/bin/sh")
            .args(["-c", "while :; do :; done"])
            .stdin(Stdio::null())
            .spawn();
        child
            .map(Neighbour)
            .map_err(Trouble::system("start a busy loop"))
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        // Both fail only when it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
