//! How a run goes about its cases.

use super::Keep;
use crate::baseline::Baseline;
use crate::shard::Shard;

/// How to run.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'a> {
    /// How many cases run side by side.
    pub(crate) jobs: usize,
    /// Whether cases are run that nothing depends on any more: of a solution that ran out of time,
    /// of a group that has failed.
    pub(crate) all_cases: bool,
    /// Where cases are left as files.
    pub(crate) keep: Option<&'a Keep>,
    /// How often each case is run.
    pub(crate) repeat: Repeat,
    /// Whether the yardstick is measured beside each run.
    pub(crate) timed: bool,
    /// Whether the first surprise ends the run.
    pub(crate) fail_fast: bool,
    /// The run that this one is held against.
    pub(crate) baseline: Option<&'a Baseline>,
    /// The part of the run that is this machine's.
    pub(crate) shard: Option<&'a Shard>,
}

/// How often a case is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// So often, and every run counts.
    Times(usize),
    /// Once; one that takes long is timed again until two of its times agree, for those who hold
    /// later runs against them.
    UntilTimesAgree,
}

impl Settings<'_> {
    /// Everything once, with this many cases side by side.
    pub(crate) fn plain(jobs: usize) -> Self {
        Settings {
            jobs,
            all_cases: false,
            keep: None,
            repeat: Repeat::Times(1),
            timed: false,
            fail_fast: false,
            baseline: None,
            shard: None,
        }
    }
}
