//! What could not be read when it was last looked at. As long as it cannot be read for the same reason,
//! nothing that changed is of interest: another run would say the same, and what it writes would be
//! the next change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::plan::{Plan, PlanError, touched};

/// The reasons.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unread {
    /// Why there was no plan at all.
    all: Option<String>,
    /// By the folders of packages.
    packages: BTreeMap<PathBuf, String>,
}

impl Unread {
    pub(super) fn of(plan: &Plan) -> Unread {
        let broken = plan.broken.iter();
        Unread {
            all: None,
            packages: broken
                .map(|broken| (touched::real(&broken.root), broken.to_string()))
                .collect(),
        }
    }

    pub(super) fn all(error: &PlanError) -> Unread {
        Unread {
            all: Some(error.to_string()),
            packages: BTreeMap::new(),
        }
    }

    /// Whether there was no plan at all.
    pub(super) fn is_all(&self) -> bool {
        self.all.is_some()
    }

    /// The folders of packages of which something else is to be said than before: they are mended, or
    /// broken now, or broken in another way.
    pub(super) fn news(&self, before: &Unread) -> BTreeSet<PathBuf> {
        let folders = self.packages.keys().chain(before.packages.keys());
        folders
            .filter(|folder| self.packages.get(*folder) != before.packages.get(*folder))
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(reasons: &[(&str, &str)]) -> Unread {
        let owned = |(folder, reason): &(&str, &str)| (folder.into(), (*reason).to_owned());
        Unread {
            all: None,
            packages: reasons.iter().map(owned).collect(),
        }
    }

    #[test]
    fn what_is_broken_as_before_is_no_news() {
        for (before, now, news) in [
            (&[("a", "x")][..], &[("a", "x")][..], &[][..]),
            (&[("a", "x")], &[("a", "y")], &["a"]),
            (&[("a", "x"), ("b", "x")], &[("b", "x")], &["a"]),
            (&[], &[("b", "x")], &["b"]),
        ] {
            let found = unread(now).news(&unread(before));
            assert_eq!(found, news.iter().map(PathBuf::from).collect());
        }
    }
}
