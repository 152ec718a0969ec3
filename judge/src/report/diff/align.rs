//! Which line, or word, stands for which.

use std::collections::HashMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::model::Alike;

/// A place in each of two sequences, or in one alone.
pub(super) type Pair = (Option<usize>, Option<usize>);

/// Whether two lines or words are the same to the checker.
pub(super) fn same(alike: &[Alike], expected: &[u8], found: &[u8]) -> bool {
    expected == found
        || alike
            .iter()
            .any(|pair| pair.expected == expected && pair.found == found)
}

/// Sets the items of two sequences against each other, in order.
///
/// Item is set against item of the same place where that explains at least half of what an
/// alignment does: among a few words that come again and again, as the answers to many cases, an
/// alignment always finds some that seem lost. Sequences that are not `anchored` begin at places
/// that have nothing to do with each other.
pub(super) fn pairs(
    expected: &[&[u8]],
    found: &[&[u8]],
    alike: &[Alike],
    anchored: bool,
) -> Vec<Pair> {
    let (old, new) = keys(expected, found, alike);
    let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
    let kept: usize = ops
        .iter()
        .map(|op| match op {
            DiffOp::Equal { len, .. } => *len,
            _ => 0,
        })
        .sum();
    let in_place = old.iter().zip(&new).filter(|(a, b)| a == b).count();
    if anchored && (in_place * 2 > kept || kept == 0) {
        let count = old.len().max(new.len());
        let there = |index: usize, count: usize| (index < count).then_some(index);
        return (0..count)
            .map(|index| (there(index, old.len()), there(index, new.len())))
            .collect();
    }
    let mut pairs = Vec::new();
    for op in ops {
        let (mut old, mut new) = (op.old_range(), op.new_range());
        loop {
            match (old.next(), new.next()) {
                (None, None) => break,
                pair => pairs.push(pair),
            }
        }
    }
    pairs
}

/// Numbers that are equal where items are, or are alike. To be alike is not transitive, so this is
/// good for finding places and not for telling what is the same.
fn keys<'a>(
    expected: &[&'a [u8]],
    found: &[&'a [u8]],
    alike: &'a [Alike],
) -> (Vec<usize>, Vec<usize>) {
    let mut numbers: HashMap<&[u8], usize> = HashMap::new();
    for (index, pair) in alike.iter().enumerate() {
        let number = *numbers.entry(&pair.expected).or_insert(index);
        numbers.entry(&pair.found).or_insert(number);
    }
    let mut next = alike.len();
    let mut of = |items: &[&'a [u8]]| -> Vec<usize> {
        let number = |item: &&'a [u8]| {
            next += 1;
            *numbers.entry(item).or_insert(next)
        };
        items.iter().map(number).collect()
    };
    (of(expected), of(found))
}
