//! Options of `judge run` for those who run it again and again, and on many machines.

use std::path::PathBuf;

use clap::Args;

use crate::shard::Choice;

/// How a run goes with earlier ones.
#[derive(Debug, Default, Args)]
pub(crate) struct Repeating {
    /// Compare with a recorded run: tell what changed, and exit with 1 only if something is worse
    #[arg(long, value_name = "FILE", help_heading = "Regressions")]
    pub(crate) baseline: Option<PathBuf>,

    /// Run each case so often; the first run that fails counts, and all times are recorded [default: 1; of a
    /// recording, cases that take long until two of their times agree]
    #[arg(long, value_name = "N", help_heading = "Regressions",
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) repeat: Option<u16>,

    /// End the run at the first case that is not as expected
    #[arg(long, help_heading = "Regressions", conflicts_with = "baseline")]
    pub(crate) fail_fast: bool,

    /// Only solutions that were not as expected when they were last judged from this folder; all of
    /// them if there are none
    #[arg(long, help_heading = "Regressions")]
    pub(crate) last_failed: bool,
}

/// Which part of a run this is.
#[derive(Debug, Default, Args)]
pub(crate) struct Sharing {
    /// Judge one part of N, from 1, for `judge merge`; `auto` takes it from Slurm, GitLab or an Indexed
    /// Job of Kubernetes
    #[arg(long, value_name = "K/N", help_heading = "Many machines",
        conflicts_with_all = ["fail_fast", "last_failed", "touched"])]
    pub(crate) shard: Option<Choice>,

    /// The number of parts, where `--shard auto` cannot know it
    #[arg(
        long,
        value_name = "N",
        help_heading = "Many machines",
        requires = "shard"
    )]
    pub(crate) shards: Option<usize>,
}
