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
        match self {
            Space::C => bytes.iter().position(|&byte| is_space(byte)),
            Space::Testlib => bytes.iter().position(|&byte| is_testlib_space(byte)),
        }
        .unwrap_or(bytes.len())
    }
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
