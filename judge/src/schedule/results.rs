//! Results of cases as workers send them, given out in the order of the cases.

use std::collections::BTreeMap;
use std::sync::mpsc;

use crate::model::CaseResult;

/// Results as they come, given out in order.
pub(super) struct Results {
    receiver: mpsc::Receiver<(usize, CaseResult)>,
    early: BTreeMap<usize, CaseResult>,
    next: usize,
}

impl Results {
    pub(super) fn of(receiver: mpsc::Receiver<(usize, CaseResult)>) -> Results {
        Results {
            receiver,
            early: BTreeMap::new(),
            next: 0,
        }
    }

    /// The next result; `None` when the workers have stopped before it.
    pub(super) fn take(&mut self) -> Option<CaseResult> {
        let index = self.next;
        self.next += 1;
        loop {
            if let Some(result) = self.early.remove(&index) {
                return Some(result);
            }
            let (index, result) = self.receiver.recv().ok()?;
            self.early.insert(index, result);
        }
    }
}
