//! Rows of letters as sets of cells, a bit for each, found for many cells at a time.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, u8x64};

/// The cells of a set.
pub const CELLS: usize = 64;

/// Calls `each` with every [`CELLS`] cells of a row, the last ones fewer: for each letter the set of cells where it
/// stands, the first cell as the lowest bit. Stops before cells of which one is none of the letters, and says whether there
/// are none such. No letter is NUL.
pub(crate) fn sets<const N: usize>(
    row: &[u8],
    letters: &[u8; N],
    each: &mut impl FnMut([u64; N]),
) -> bool {
    // For whatever vectors this processor has.
    dispatch!(Level::new(), simd => sets_by(simd, row, letters, each))
}

#[inline(always)]
fn sets_by<S: Simd, const N: usize>(
    simd: S,
    row: &[u8],
    letters: &[u8; N],
    each: &mut impl FnMut([u64; N]),
) -> bool {
    let (blocks, rest) = row.as_chunks::<CELLS>();
    let mut last = [0; CELLS];
    last[..rest.len()].copy_from_slice(rest);
    let last = (!rest.is_empty()).then_some((&last, (1 << rest.len()) - 1));
    for (cells, all) in blocks.iter().map(|block| (block, u64::MAX)).chain(last) {
        let cells = u8x64::from_slice(simd, cells);
        let (mut sets, mut known) = ([0; N], 0);
        for (set, &letter) in sets.iter_mut().zip(letters) {
            *set = cells.simd_eq(letter).to_bitmask();
            known |= *set;
        }
        if known != all {
            return false;
        }
        each(sets);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn sets_are_where_the_letters_stand() {
        let mut rng = Rng::new(1);
        for length in (0..200).cycle().take(2000) {
            let mut row: Vec<u8> = (0..length).map(|_| b"ox."[rng.below(3)]).collect();
            let stray = rng.chance(1, 2).then(|| rng.below(length + 1));
            if let Some(byte) = stray.and_then(|at| row.get_mut(at)) {
                *byte = b"\0O\xff\n"[rng.below(4)];
            }
            let mut found = Vec::new();
            let good = sets(&row, b"ox.", &mut |sets| found.push(sets));

            let is_letter = |byte: &u8| b"ox.".contains(byte);
            assert_eq!(good, row.iter().all(is_letter));
            let expected: Vec<[u64; 3]> = row
                .chunks(CELLS)
                .take_while(|cells| cells.iter().all(is_letter))
                .map(|cells| {
                    b"ox.".map(|letter| {
                        let bits = cells.iter().map(|&byte| u64::from(byte == letter));
                        bits.zip(0..).map(|(bit, column)| bit << column).sum()
                    })
                })
                .collect();
            assert_eq!(found, expected, "{}", row.escape_ascii());
        }
    }
}
