//! Whether runs had company, and room for those that must be alone.
//!
//! A program that shares the machine with others takes more time than alone. So a run that goes
//! over its time, or comes close, while others ran beside it is made again alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Counts the runs that go on and those that ever started.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    /// Runs side by side hold it for reading, a run alone for writing.
    gate: RwLock<()>,
    running: AtomicUsize,
    started: AtomicUsize,
}

/// A run that goes on.
pub(crate) struct Run<'a> {
    neighbours: &'a Neighbours,
    had_company: bool,
    started: usize,
    _gate: RwLockReadGuard<'a, ()>,
}

impl Neighbours {
    /// Starts a run beside others; waits while one is alone.
    pub(crate) fn start(&self) -> Run<'_> {
        let gate = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        let started = self.started.fetch_add(1, Ordering::SeqCst) + 1;
        let had_company = self.running.fetch_add(1, Ordering::SeqCst) > 0;
        Run {
            neighbours: self,
            had_company,
            started,
            _gate: gate,
        }
    }

    /// Waits until nothing runs and keeps it so until the guard is dropped.
    pub(crate) fn alone(&self) -> RwLockWriteGuard<'_, ()> {
        self.gate.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Run<'_> {
    /// Ends the run; says whether any other went on at any time during it.
    pub(crate) fn end(self) -> bool {
        self.had_company || self.neighbours.started.load(Ordering::SeqCst) != self.started
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.neighbours.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn company_is_noticed_whichever_came_first() {
        let neighbours = Neighbours::default();
        assert!(!neighbours.start().end());
        let first = neighbours.start();
        let second = neighbours.start();
        assert!(second.end());
        assert!(first.end());
        assert!(!neighbours.start().end());
        drop(neighbours.alone());
        assert!(!neighbours.start().end());
    }
}
