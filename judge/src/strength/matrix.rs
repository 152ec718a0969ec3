//! Which case rejects which wrong solution, and what follows from that. Pure.

use std::collections::BTreeSet;

use package::Verdict;

use super::cover;
use crate::event::Event;

/// Steps of the search for a smallest set; on two cores they take about a second.
const PATIENCE: usize = 300_000;

/// The cases of a problem against its wrong solutions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Matrix {
    /// The cases by their names, in their order.
    pub(crate) cases: Vec<String>,
    /// The wrong solutions in theirs.
    pub(crate) columns: Vec<Column>,
    /// Cases that together reject whatever all cases reject, in ascending order.
    pub(crate) smallest: Vec<usize>,
    /// Whether no smaller set does; else it was made greedily.
    pub(crate) exact: bool,
}

/// A wrong solution.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// Its verdict on each case; none where it did not run.
    pub(crate) verdicts: Vec<Verdict>,
    /// Why it did not run.
    pub(crate) missing: Option<String>,
}

impl Column {
    /// Whether the case with this index rejects it.
    pub(crate) fn is_rejected(&self, case: usize) -> bool {
        let verdict = self.verdicts.get(case).copied();
        verdict.is_some_and(rejects)
    }

    /// The cases that reject it.
    pub(crate) fn rejecting(&self) -> Vec<usize> {
        let all = 0..self.verdicts.len();
        all.filter(|&case| self.is_rejected(case)).collect()
    }

    /// Whether the judge could not tell on some case.
    pub(crate) fn is_unjudged(&self) -> bool {
        self.verdicts.contains(&Verdict::JE)
    }
}

/// Whether a verdict says that the solution is wrong.
pub(crate) fn rejects(verdict: Verdict) -> bool {
    !matches!(
        verdict,
        Verdict::AC | Verdict::SK | Verdict::JE | Verdict::CE
    )
}

impl Matrix {
    pub(crate) fn new(cases: Vec<String>, columns: Vec<Column>) -> Matrix {
        let lists: Vec<Vec<usize>> = columns.iter().map(Column::rejecting).collect();
        let smallest = cover::smallest(&lists, PATIENCE);
        Matrix {
            exact: smallest.is_some(),
            smallest: smallest.unwrap_or_else(|| cover::greedy(&lists)),
            cases,
            columns,
        }
    }

    /// How many wrong solutions a case rejects.
    pub(crate) fn rejected_by(&self, case: usize) -> usize {
        let columns = self.columns.iter();
        columns.filter(|column| column.is_rejected(case)).count()
    }

    /// The cases that reject nothing and are there for no other reason: neither samples nor edges.
    pub(crate) fn idle(&self) -> Vec<usize> {
        let all = 0..self.cases.len();
        all.filter(|&case| self.rejected_by(case) == 0 && !is_named(&self.cases[case]))
            .collect()
    }

    /// The cases without which some wrong solution would pass.
    pub(crate) fn needed(&self) -> BTreeSet<usize> {
        let lists = self.columns.iter().map(Column::rejecting);
        lists
            .filter_map(|cases| match cases[..] {
                [only] => Some(only),
                _ => None,
            })
            .collect()
    }

    /// The solutions that ran and that no case rejects.
    pub(crate) fn survivors(&self) -> impl Iterator<Item = &Column> {
        let ran = |column: &&Column| column.missing.is_none() && !column.is_unjudged();
        let columns = self.columns.iter().filter(ran);
        columns.filter(|column| column.rejecting().is_empty())
    }
}

/// Whether the name of a case says why it is there: a sample, or a named edge (`NN-edge-what`).
pub(crate) fn is_named(case: &str) -> bool {
    let mut folders = case.split('/');
    let name = folders.next_back().unwrap_or_default();
    folders.any(|folder| folder == "sample") || name.split(['-', '_', '.']).any(|w| w == "edge")
}

/// Takes a matrix from the events of a run of the wrong solutions.
#[derive(Default)]
pub(crate) struct Seen {
    columns: Vec<Column>,
}

impl Seen {
    pub(crate) fn take(&mut self, event: &Event) {
        match event {
            Event::SolutionStarted(info) => self.columns.push(Column {
                name: info.name.clone(),
                ..Column::default()
            }),
            Event::CaseEnded(case) => {
                if let Some(column) = self.columns.last_mut() {
                    column.verdicts.push(case.verdict);
                }
            }
            Event::SolutionEnded(result) => {
                if let Some(column) = self.columns.last_mut()
                    && column.verdicts.is_empty()
                {
                    let first = result.message.lines().find(|line| !line.trim().is_empty());
                    let why = first.unwrap_or("no case was run");
                    column.missing = Some(format!("{}: {why}", result.verdict));
                }
            }
            _ => {}
        }
    }

    pub(crate) fn matrix(self, cases: Vec<String>) -> Matrix {
        Matrix::new(cases, self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix of cases by name and of one word of letters for each solution.
    fn matrix(cases: &[&str], columns: &[&str]) -> Matrix {
        let verdict = |letter| match letter {
            'W' => Verdict::WA,
            'T' => Verdict::TLE,
            'J' => Verdict::JE,
            _ => Verdict::AC,
        };
        let column = |letters: &&str| Column {
            name: (*letters).to_owned(),
            verdicts: letters.chars().map(verdict).collect(),
            missing: None,
        };
        let cases = cases.iter().map(|&case| case.to_owned()).collect();
        Matrix::new(cases, columns.iter().map(column).collect())
    }

    #[test]
    fn what_follows_from_who_rejects_whom() {
        let found = matrix(
            &[
                "sample/1",
                "secret/01-edge-one",
                "secret/2",
                "secret/3",
                "secret/4",
            ],
            &["..W..", "..WW.", "...T.", ".....", "...J."],
        );
        assert_eq!(found.idle(), [4]);
        assert_eq!(found.needed(), BTreeSet::from([2, 3]));
        assert_eq!(
            (found.smallest.as_slice(), found.exact),
            (&[2, 3][..], true)
        );
        let survivors: Vec<&str> = found.survivors().map(|c| c.name.as_str()).collect();
        assert_eq!(survivors, ["....."]);
        assert_eq!(found.rejected_by(3), 2);
    }

    #[test]
    fn a_name_says_that_a_case_is_a_sample_or_an_edge() {
        for (name, expected) in [
            ("sample/1", true),
            ("secret/01-edge-one-cell", true),
            ("secret/group/edge", true),
            ("secret/01-ledger", false),
            ("secret/sample", false),
            ("1", false),
        ] {
            assert_eq!(is_named(name), expected, "{name}");
        }
    }
}
