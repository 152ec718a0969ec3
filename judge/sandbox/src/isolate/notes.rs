//! What the processes of a run write down for each other and for the launcher, in memory that forks share.

use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64};

use super::order::{Fault, Report};

/// One run's notes. All zeros is where they begin.
#[derive(Default)]
pub(crate) struct Notes {
    /// Whether the run was told to go, and whether the launcher was told to end it.
    pub(crate) taken: AtomicU32,
    pub(crate) asked: AtomicU32,
    /// The step that failed, 0 for none, and the system's number for why.
    step: AtomicU32,
    errno: AtomicI32,
    /// Whether the numbers below are there.
    pub(crate) ended: AtomicU32,
    pub(crate) status: AtomicI32,
    /// Nanoseconds: of processes that were reaped, and the group's meter before and after.
    pub(crate) cpu: AtomicU64,
    pub(crate) meter_before: AtomicU64,
    pub(crate) meter_after: AtomicU64,
    /// On the clock that always goes on, in nanoseconds: when the program was about to be executed; 0 before.
    pub(crate) started: AtomicU64,
    pub(crate) wall: AtomicU64,
    /// Bytes.
    pub(crate) max_resident: AtomicU64,
}

impl Notes {
    /// Forgets the last run.
    pub(crate) fn clear(&self) {
        for number in [&self.taken, &self.asked, &self.step, &self.ended] {
            number.store(0, SeqCst);
        }
        for number in [
            &self.cpu,
            &self.meter_before,
            &self.meter_after,
            &self.started,
            &self.wall,
            &self.max_resident,
        ] {
            number.store(0, SeqCst);
        }
    }

    /// Notes a step that failed.
    pub(crate) fn fail(&self, fault: &Fault) {
        self.errno
            .store(fault.error.raw_os_error().unwrap_or(0), SeqCst);
        self.step.store(fault.step as u32, SeqCst);
    }

    /// What there is to report of the run with this number.
    pub(crate) fn report(&self, run: u64) -> Report {
        Report {
            run,
            step: self.step.load(SeqCst),
            errno: self.errno.load(SeqCst),
            asked: self.asked.load(SeqCst) != 0,
            ended: self.ended.load(SeqCst) != 0,
            status: self.status.load(SeqCst),
            cpu: self.cpu.load(SeqCst),
            meter_before: self.meter_before.load(SeqCst),
            meter_after: self.meter_after.load(SeqCst),
            wall: self.wall.load(SeqCst),
            max_resident: self.max_resident.load(SeqCst),
        }
    }
}
