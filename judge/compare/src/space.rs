//! White space, and where tokens begin.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, mask8x64, u8x64};

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

    /// Where the last token ends that white space follows; 0 where there is none.
    pub(crate) fn behind_last_token(self, bytes: &[u8]) -> usize {
        let gap = bytes.iter().rposition(|&byte| self.holds(byte));
        let before_gap = bytes.get(..gap.unwrap_or(0)).unwrap_or_default();
        let last = before_gap.iter().rposition(|&byte| !self.holds(byte));
        last.map_or(0, |last| last + 1)
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

/// What is counted in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Lines that end.
    pub(crate) line_ends: u64,
    /// Tokens that begin.
    pub(crate) tokens: u64,
}

/// What there is in `bytes`; `in_token` says whether the byte before belongs to a token. None unless `twin` holds the same
/// bytes, which is found out in the same pass.
pub(crate) fn counts(bytes: &[u8], twin: &[u8], in_token: bool, space: Space) -> Option<Counts> {
    if bytes.len() != twin.len() {
        return None;
    }
    // For whatever vectors this processor has; and a loop for each kind, as one that asks for the kind at every byte is
    // much slower.
    dispatch!(Level::new(), simd => match space {
        Space::C => {
            // The five from `\t` on are those that are less than 5 when so much is taken away.
            counts_by(simd, bytes, twin, in_token, |bytes| {
                bytes.simd_eq(b' ') | (bytes - b'\t').simd_lt(5)
            })
        }
        Space::Testlib => counts_by(simd, bytes, twin, in_token, |bytes| {
            let inline = bytes.simd_eq(b' ') | bytes.simd_eq(b'\t');
            inline | bytes.simd_eq(b'\n') | bytes.simd_eq(b'\r')
        }),
    })
}

/// Bytes that are looked at at once, a bit for each.
const LANES: usize = 64;

#[inline(always)]
fn counts_by<S: Simd>(
    simd: S,
    bytes: &[u8],
    twin: &[u8],
    in_token: bool,
    space: impl Fn(u8x64<S>) -> mask8x64<S>,
) -> Option<Counts> {
    let (blocks, rest) = bytes.as_chunks::<LANES>();
    let (twins, twin_rest) = twin.as_chunks::<LANES>();
    let [last, twin_last] = [rest, twin_rest].map(|rest| {
        // What is made up is white space, and begins no token.
        let mut last = [b' '; LANES];
        last.iter_mut().zip(rest).for_each(|(to, &from)| *to = from);
        last
    });
    let pairs = blocks.iter().zip(twins).chain([(&last, &twin_last)]);
    let mut counts = Counts::default();
    // Whether the byte before is white space.
    let mut before = u64::from(!in_token);
    for (block, twin) in pairs {
        let [block, twin] = [block, twin].map(|block| u8x64::from_slice(simd, block));
        if block.simd_eq(twin).to_bitmask() != u64::MAX {
            return None;
        }
        let spaces = space(block).to_bitmask();
        let starts = (spaces << 1 | before) & !spaces;
        before = spaces >> (LANES - 1);
        counts.tokens += u64::from(starts.count_ones());
        counts.line_ends += u64::from(block.simd_eq(b'\n').to_bitmask().count_ones());
    }
    Some(counts)
}
