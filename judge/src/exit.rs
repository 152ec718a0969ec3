//! The exit codes of `judge`, and what they follow from.

use std::process::ExitCode;

use package::Verdict;

use crate::event::{Effect, Event};

/// How a command ended, for the shell or the CI job that called it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: every expectation held; the files agree.
    Success,
    /// 1: an expectation did not hold, or with a baseline: something is worse than it was; the files
    /// differ.
    Unexpected,
    /// 2: something could not be judged: a judge error, a broken package, an unreadable file, shards
    /// that do not fit together.
    Unjudged,
    /// 64: the command line is wrong (`EX_USAGE` of sysexits.h).
    Usage,
    /// 128 and the number: ended by a signal, so 130 for SIGINT and 143 for SIGTERM.
    Signal(u8),
}

impl Exit {
    /// The number that the shell sees.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Unexpected => 1,
            Exit::Unjudged => 2,
            Exit::Usage => 64,
            Exit::Signal(number) => number.saturating_add(128),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        exit.code().into()
    }
}

/// What the exit code of a run follows from.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    surprises: bool,
    judge_errors: bool,
    skipped: bool,
    /// Whether this is a part of a run: what its cases mean is said when all are merged.
    is_shard: bool,
    /// Whether the solution at hand is not this shard's at all.
    is_elsewhere: bool,
    /// Whether anything is worse than in the baseline, if there is one.
    worse: Option<bool>,
}

impl Tally {
    /// Takes the next event.
    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::RunStarted(run) => self.is_shard = run.shard.is_some(),
            Event::SolutionStarted(info) => {
                self.is_elsewhere = info.part.as_ref().is_some_and(Vec::is_empty);
            }
            Event::SolutionEnded(result) => {
                self.surprises |= result.as_expected == Some(false);
                self.judge_errors |= result.verdict == Verdict::JE;
                self.skipped |= result.verdict == Verdict::SK && !self.is_elsewhere;
            }
            Event::Compared(comparison) => {
                let worse = |change: &crate::event::Change| change.effect == Effect::Worse;
                self.worse = Some(comparison.changes.iter().any(worse));
            }
            _ => {}
        }
    }

    /// How the run ended. With a baseline only what changed since counts: who has one knows of the
    /// surprises in it.
    pub(crate) fn exit(&self, unjudged: bool, no_skip: bool) -> Exit {
        match self.worse {
            _ if unjudged || self.judge_errors => Exit::Unjudged,
            _ if no_skip && self.skipped => Exit::Unjudged,
            _ if self.is_shard => Exit::Success,
            Some(true) => Exit::Unexpected,
            None if self.surprises => Exit::Unexpected,
            _ => Exit::Success,
        }
    }
}
