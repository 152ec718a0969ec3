//! What changed since a baseline, from the event to the recording and back.

use crate::event::{Change, Comparison, Effect, What};
use crate::report::record::document as doc;
use crate::report::record::value::{Code, Millis};

impl From<&Comparison> for doc::Comparison {
    fn from(comparison: &Comparison) -> Self {
        doc::Comparison {
            baseline: comparison.baseline,
            changes: comparison.changes.iter().map(doc::Change::from).collect(),
            again: comparison.again,
            suspected: comparison.suspected,
            times_only: comparison.times_only,
            pace: comparison.pace,
        }
    }
}

impl From<&doc::Comparison> for Comparison {
    fn from(comparison: &doc::Comparison) -> Self {
        Comparison {
            baseline: comparison.baseline,
            changes: comparison.changes.iter().map(Change::from).collect(),
            again: comparison.again,
            suspected: comparison.suspected,
            times_only: comparison.times_only,
            pace: comparison.pace,
        }
    }
}

impl From<&Change> for doc::Change {
    fn from(change: &Change) -> Self {
        doc::Change {
            problem: change.problem.clone(),
            solution: change.solution.clone(),
            case: change.case.clone(),
            effect: match change.effect {
                Effect::Worse => doc::Effect::Worse,
                Effect::Better => doc::Effect::Better,
                Effect::Other => doc::Effect::Other,
            },
            what: match change.what {
                What::Verdict { was, now } => doc::What::Verdict {
                    was: Code(was),
                    now: Code(now),
                },
                What::Score { was, now } => doc::What::Score { was, now },
                What::Time {
                    was,
                    now,
                    bound,
                    in_turns,
                } => doc::What::Time {
                    was_ms: Millis(was),
                    now_ms: Millis(now),
                    bound_ms: Millis(bound),
                    in_turns,
                },
                What::New => doc::What::New,
                What::Vanished => doc::What::Vanished,
            },
        }
    }
}

impl From<&doc::Change> for Change {
    fn from(change: &doc::Change) -> Self {
        Change {
            problem: change.problem.clone(),
            solution: change.solution.clone(),
            case: change.case.clone(),
            effect: match change.effect {
                doc::Effect::Worse => Effect::Worse,
                doc::Effect::Better => Effect::Better,
                doc::Effect::Other => Effect::Other,
            },
            what: match change.what {
                doc::What::Verdict { was, now } => What::Verdict {
                    was: was.0,
                    now: now.0,
                },
                doc::What::Score { was, now } => What::Score { was, now },
                doc::What::Time {
                    was_ms,
                    now_ms,
                    bound_ms,
                    in_turns,
                } => What::Time {
                    was: was_ms.0,
                    now: now_ms.0,
                    bound: bound_ms.0,
                    in_turns,
                },
                doc::What::New => What::New,
                doc::What::Vanished => What::Vanished,
            },
        }
    }
}
