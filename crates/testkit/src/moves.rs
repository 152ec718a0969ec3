//! Winning moves leave a lost position.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

/// Checks the winning moves that a theorem promises in one position: each is legal and leaves a
/// position that is lost for the player to move.
///
/// `legal` holds every move of the position with whether it wins by search; `promised` what the
/// theorem gives. With `all`, the theorem promises every winning move; without it, at least one
/// wherever there is one.
///
/// # Panics
/// A promise is broken; `position` is shown.
#[track_caller]
pub fn winning_moves<M: Copy + Eq + Hash + Debug>(
    position: &dyn Debug,
    legal: impl IntoIterator<Item = (M, bool)>,
    promised: &[M],
    all: bool,
) {
    let legal: Vec<(M, bool)> = legal.into_iter().collect();
    let winning: HashSet<M> = legal
        .iter()
        .filter(|(_, wins)| *wins)
        .map(|&(m, _)| m)
        .collect();
    let found: HashSet<M> = promised.iter().copied().collect();
    assert_eq!(
        found.len(),
        promised.len(),
        "a move twice in {promised:?} of {position:?}"
    );
    for promise in promised {
        assert!(
            winning.contains(promise),
            "{promise:?} does not win in {position:?}; winning are {winning:?}"
        );
    }
    let kept = if all {
        found == winning
    } else {
        found.is_empty() == winning.is_empty()
    };
    assert!(
        kept,
        "promised {promised:?} in {position:?}; winning are {winning:?}"
    );
}

#[cfg(test)]
mod tests {
    use super::winning_moves;

    const LEGAL: [(char, bool); 3] = [('a', true), ('b', false), ('c', true)];

    #[test]
    fn kept_promises_pass() {
        winning_moves(&"p", LEGAL, &['c', 'a'], true);
        winning_moves(&"p", LEGAL, &['c'], false);
        winning_moves(&"p", [('a', false)], &[], true);
    }

    #[test]
    #[should_panic(expected = "'b' does not win")]
    fn a_losing_move_fails() {
        winning_moves(&"p", LEGAL, &['a', 'b', 'c'], true);
    }

    #[test]
    #[should_panic(expected = "a move twice in ['a', 'a']")]
    fn a_repeated_move_fails() {
        winning_moves(&"p", LEGAL, &['a', 'a'], false);
    }

    #[test]
    #[should_panic(expected = "'d' does not win")]
    fn an_illegal_move_fails() {
        winning_moves(&"p", LEGAL, &['d'], false);
    }

    #[test]
    #[should_panic(expected = "promised ['a']")]
    fn a_missing_move_fails() {
        winning_moves(&"p", LEGAL, &['a'], true);
    }

    #[test]
    #[should_panic(expected = "promised []")]
    fn silence_in_a_won_position_fails() {
        winning_moves(&"p", LEGAL, &[], false);
    }
}
