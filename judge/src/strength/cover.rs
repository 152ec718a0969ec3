//! The smallest set of cases that rejects every solution that all cases together reject.

/// For each solution the cases that reject it, as indices; gives back the indices of a smallest set of
/// cases that meets every non-empty list, in ascending order. Exact: a search that keeps the best
/// set so far, with a bound; `None` when that takes more than `patience` steps.
pub(crate) fn smallest(rejected_by: &[Vec<usize>], patience: usize) -> Option<Vec<usize>> {
    let mut open: Vec<Vec<usize>> = rejected_by
        .iter()
        .filter(|cases| !cases.is_empty())
        .cloned()
        .collect();
    for cases in &mut open {
        cases.sort_unstable();
        cases.dedup();
    }
    // Whoever meets a list meets all lists that hold it.
    open.sort_by_key(Vec::len);
    let mut needed: Vec<Vec<usize>> = Vec::new();
    for cases in open {
        let is_met = |other: &Vec<usize>| other.iter().all(|case| cases.contains(case));
        if !needed.iter().any(is_met) {
            needed.push(cases);
        }
    }
    let mut search = Search {
        best: greedy(&needed),
        chosen: Vec::new(),
        patience,
    };
    search.choose(&needed.iter().collect::<Vec<_>>())?;
    search.best.sort_unstable();
    Some(search.best)
}

/// A set that is seldom much larger: the case that meets most, again and again; of equals the first.
pub(crate) fn greedy(rejected_by: &[Vec<usize>]) -> Vec<usize> {
    let mut open: Vec<&Vec<usize>> = rejected_by
        .iter()
        .filter(|cases| !cases.is_empty())
        .collect();
    let mut chosen = Vec::new();
    while let Some(most) = busiest(&open) {
        chosen.push(most);
        open.retain(|cases| !cases.contains(&most));
    }
    chosen.sort_unstable();
    chosen
}

/// The case that is in most lists; of equals the first.
fn busiest(lists: &[&Vec<usize>]) -> Option<usize> {
    let mut counts = std::collections::BTreeMap::new();
    for case in lists.iter().copied().flatten() {
        *counts.entry(*case).or_insert(0_usize) += 1;
    }
    let (case, _) = counts
        .into_iter()
        .max_by_key(|&(case, count)| (count, std::cmp::Reverse(case)))?;
    Some(case)
}

struct Search {
    best: Vec<usize>,
    chosen: Vec<usize>,
    patience: usize,
}

impl Search {
    /// `None` when patience has run out.
    fn choose(&mut self, open: &[&Vec<usize>]) -> Option<()> {
        self.patience = self.patience.checked_sub(1)?;
        let Some(shortest) = open.iter().min_by_key(|cases| cases.len()) else {
            if self.chosen.len() < self.best.len() {
                self.best.clone_from(&self.chosen);
            }
            return Some(());
        };
        if self.chosen.len() + apart(open) >= self.best.len() {
            return Some(());
        }
        for &case in *shortest {
            let left: Vec<&Vec<usize>> = open
                .iter()
                .copied()
                .filter(|cases| !cases.contains(&case))
                .collect();
            self.chosen.push(case);
            let found = self.choose(&left);
            self.chosen.pop();
            found?;
        }
        Some(())
    }
}

/// How many lists have no case in common, at least: each needs a case of its own.
fn apart(open: &[&Vec<usize>]) -> usize {
    let mut taken: Vec<usize> = Vec::new();
    let mut count = 0;
    for cases in open {
        if !cases.iter().any(|case| taken.contains(case)) {
            taken.extend(*cases);
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_smallest_set_is_found_where_greed_fails() {
        for (lists, expected) in [
            (vec![], vec![]),
            (vec![vec![]], vec![]),
            (vec![vec![3], vec![]], vec![3]),
            (vec![vec![0, 1], vec![1, 2], vec![2, 3]], vec![0, 2]),
            // Case 0 is in most lists, and the two others are enough.
            (
                vec![
                    vec![0, 1],
                    vec![0, 1],
                    vec![0, 2],
                    vec![0, 2],
                    vec![1, 3],
                    vec![2, 4],
                ],
                vec![1, 2],
            ),
        ] {
            let found = smallest(&lists, 1_000_000).unwrap();
            let meets =
                |cases: &Vec<usize>| cases.is_empty() || cases.iter().any(|c| found.contains(c));
            assert!(lists.iter().all(meets), "{lists:?} {found:?}");
            assert_eq!(found.len(), expected.len(), "{lists:?} {found:?}");
        }
    }

    /// Tries every set of at most six cases.
    fn by_trying_all(lists: &[Vec<usize>]) -> usize {
        (0_u32..64)
            .filter(|set| {
                lists
                    .iter()
                    .all(|cases| cases.is_empty() || cases.iter().any(|case| set >> case & 1 == 1))
            })
            .map(|set| set.count_ones() as usize)
            .min()
            .unwrap_or(0)
    }

    proptest! {
        #[test]
        fn no_smaller_set_does(lists in prop::collection::vec(prop::collection::vec(0_usize..6, 0..4), 0..9)) {
            let found = smallest(&lists, 1_000_000).unwrap();
            for set in [&found, &greedy(&lists)] {
                for cases in &lists {
                    prop_assert!(cases.is_empty() || cases.iter().any(|case| set.contains(case)));
                }
            }
            prop_assert_eq!(found.len(), by_trying_all(&lists));
        }
    }

    #[test]
    fn a_search_that_takes_too_long_ends() {
        let lists: Vec<Vec<usize>> = (0..40).map(|i| vec![i, i + 1, (i * 7) % 40]).collect();
        assert_eq!(smallest(&lists, 10), None);
        assert!(!greedy(&lists).is_empty());
    }
}
