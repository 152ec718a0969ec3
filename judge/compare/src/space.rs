//! White space, and where tokens begin.

use fearless_simd::{Level, dispatch};

/// Which bytes separate tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// The "C" locale's: space, `\t`, `\n`, `\v`, `\f`, `\r`.
    C,
    /// testlib's: without `\v` and `\f`.
    Testlib,
}

impl Space {
    /// Whether the byte separates tokens.
    pub(crate) fn holds(self, byte: u8) -> bool {
        match self {
            Space::C => is_space(byte),
            Space::Testlib => is_testlib_space(byte),
        }
    }

    /// The length of the white space at the beginning of `bytes`.
    pub(crate) fn gap_length(self, bytes: &[u8]) -> usize {
        let token = bytes.iter().position(|&byte| !self.holds(byte));
        token.unwrap_or(bytes.len())
    }

    /// The length of the token at the beginning of `bytes`.
    pub(crate) fn token_length(self, bytes: &[u8]) -> usize {
        let mut length = 0;
        loop {
            length += above_blank(bytes.get(length..).unwrap_or_default());
            match bytes.get(length) {
                // A control byte that is no white space.
                Some(&byte) if !self.holds(byte) => length += 1,
                _ => return length,
            }
        }
    }
}

/// How many bytes at the beginning are above the blank, as no white space is.
fn above_blank(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The high bit of the first byte at most as large as the blank, and of none before it.
        let low = word.wrapping_sub(ONES * 0x21) & !word & (ONES * 0x80);
        if low != 0 {
            return index * 8 + (low.trailing_zeros() / 8) as usize;
        }
    }
    let found = rest.iter().position(|&byte| byte <= b' ');
    words.len() * 8 + found.unwrap_or(rest.len())
}

/// Whether the byte is white space in the "C" locale.
#[inline(always)]
pub(crate) fn is_space(byte: u8) -> bool {
    // Without a branch, so that many bytes are looked at at once.
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

/// Whether the byte is white space to testlib.
#[inline(always)]
pub(crate) fn is_testlib_space(byte: u8) -> bool {
    (byte == b' ') | (byte == b'\t') | (byte == b'\n') | (byte == b'\r')
}

/// Whether the byte is white space within a line.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte != b'\n' && is_space(byte)
}

/// How many tokens begin in `bytes`; `in_token` says whether the byte before belongs to one.
pub(crate) fn token_starts(bytes: &[u8], in_token: bool, space: Space) -> u64 {
    // For whatever vectors this processor has; and a loop for each kind, as one that asks for the kind at every byte is
    // much slower.
    dispatch!(Level::new(), _vectors => match space {
        Space::C => starts(bytes, in_token, is_space),
        Space::Testlib => starts(bytes, in_token, is_testlib_space),
    })
}

/// Bytes that are looked at at once.
const LANES: usize = 32;

#[inline(always)]
fn starts(bytes: &[u8], in_token: bool, space: impl Fn(u8) -> bool) -> u64 {
    let starts = |left: u8, right: u8| u8::from(space(left) & !space(right));
    let first = !in_token && bytes.first().is_some_and(|&byte| !space(byte));
    let next = bytes.get(1..).unwrap_or_default();
    let mut count = u64::from(first);
    // Sums of at most 255 ones fit a byte, so each lane has one of its own.
    for (left, right) in bytes.chunks(255 * LANES).zip(next.chunks(255 * LANES)) {
        let (right, rest) = right.as_chunks::<LANES>();
        let left_rest = left.get(right.as_flattened().len()..).unwrap_or_default();
        let mut lanes = [0_u8; LANES];
        for (left, right) in left.as_chunks::<LANES>().0.iter().zip(right) {
            for (lane, (&left, &right)) in lanes.iter_mut().zip(left.iter().zip(right)) {
                *lane += starts(left, right);
            }
        }
        for lane in lanes {
            count += u64::from(lane);
        }
        for (&left, &right) in left_rest.iter().zip(rest) {
            count += u64::from(starts(left, right));
        }
    }
    count
}
