//! What a solution has come to so far, while its cases come in.

use std::collections::BTreeMap;

use package::Verdict;

use super::table::Slowest;
use crate::event::SolutionInfo;
use crate::model::CaseResult;
use crate::text;

/// Failing cases of one solution that have a line of their own, unless all cases have.
pub(super) const SHOWN: usize = 3;

/// The solution whose cases come in.
pub(super) struct Running {
    pub(super) info: SolutionInfo,
    /// Its name, as wide as there is room.
    pub(super) name: String,
    pub(super) counts: BTreeMap<Verdict, usize>,
    pub(super) slowest: Option<Slowest>,
    pub(super) most_memory: u64,
    /// Whether its name is printed above its cases.
    pub(super) headed: bool,
    /// Failing cases with a line, and those without.
    pub(super) printed: usize,
    pub(super) hidden: usize,
    /// Failures to be shown if the solution as a whole is a surprise, and how many there were.
    pub(super) kept: Vec<CaseResult>,
    pub(super) permitted: usize,
    /// The first failure that is not as expected, by its name.
    pub(super) first: Option<(String, Verdict)>,
    pub(super) cases: usize,
    pub(super) only_run: usize,
}

impl Running {
    pub(super) fn new(info: &SolutionInfo, name: String) -> Running {
        Running {
            info: info.clone(),
            name,
            counts: BTreeMap::new(),
            slowest: None,
            most_memory: 0,
            headed: false,
            printed: 0,
            hidden: 0,
            kept: Vec::new(),
            permitted: 0,
            first: None,
            cases: 0,
            only_run: 0,
        }
    }

    pub(super) fn count(&mut self, result: &CaseResult) {
        *self.counts.entry(result.verdict).or_default() += 1;
        self.cases += 1;
        self.only_run += usize::from(!result.compared);
        let Some(measured) = result.measured else {
            return;
        };
        self.most_memory = self.most_memory.max(measured.memory);
        if self
            .slowest
            .as_ref()
            .is_none_or(|slowest| slowest.cpu < measured.cpu)
        {
            self.slowest = Some(Slowest {
                cpu: measured.cpu,
                limit: self.info.limits.time,
                case: text::line(result.name.as_bytes()),
            });
        }
    }

    /// Whether nothing that it printed was held against anything: then its verdict says only that it ran.
    pub(super) fn only_ran(&self) -> bool {
        self.cases > 0 && self.only_run == self.cases
    }

    /// Whether a failure speaks against what is expected of the solution.
    pub(super) fn surprises(&self, result: &CaseResult) -> bool {
        let expected = self.info.expected.as_ref();
        !expected.is_some_and(|expected| expected.permits(&result.name, result.verdict))
    }

    /// Whether a failure is known to be a surprise before the solution has ended: where a verdict on
    /// the whole is expected, the first failure makes it, and later ones may be anything.
    pub(super) fn surprises_at_once(&self, result: &CaseResult) -> bool {
        let expected = self.info.expected.as_ref();
        expected.is_none_or(|expected| expected.overall.is_none()) && self.surprises(result)
    }

    /// Keeps a failure; what speaks against the expectation goes before what it permits.
    pub(super) fn keep(&mut self, result: &CaseResult) {
        self.permitted += 1;
        let surprising = self.surprises(result);
        let full = self.kept.len() == SHOWN;
        if full && surprising && !self.kept.iter().any(|kept| self.surprises(kept)) {
            self.kept.pop();
        }
        if self.kept.len() < SHOWN {
            self.kept.push(result.clone());
        }
    }
}
