//! White space, and where tokens begin.

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
pub(crate) fn is_space(byte: u8) -> bool {
    // Without a branch, so that many bytes are looked at at once.
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

/// Whether the byte is white space to testlib.
pub(crate) fn is_testlib_space(byte: u8) -> bool {
    (byte == b' ') | (byte == b'\t') | (byte == b'\n') | (byte == b'\r')
}

/// Whether the byte is white space within a line.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte != b'\n' && is_space(byte)
}

/// How many tokens begin in `bytes`; `in_token` says whether the byte before belongs to one.
pub(crate) fn token_starts(bytes: &[u8], in_token: bool, space: Space) -> u64 {
    // A loop for each kind, as one that asks for the kind at every byte is much slower.
    match space {
        Space::C => starts(bytes, in_token, is_space),
        Space::Testlib => starts(bytes, in_token, is_testlib_space),
    }
}

fn starts(bytes: &[u8], in_token: bool, space: impl Fn(u8) -> bool) -> u64 {
    let first = !in_token && bytes.first().is_some_and(|&byte| !space(byte));
    let next = bytes.get(1..).unwrap_or_default();
    // Sums of at most 255 ones fit a byte, which lets the compiler count 16 bytes at once.
    let inner: u64 = bytes
        .chunks(255)
        .zip(next.chunks(255))
        .map(|(left, right)| {
            let starts: u8 = left
                .iter()
                .zip(right)
                .map(|(&left, &right)| u8::from(space(left) & !space(right)))
                .sum();
            u64::from(starts)
        })
        .sum();
    u64::from(first) + inner
}
