//! Yes or no, of two outputs in memory: what can be said of them without places and messages.

use crate::space::Space;

/// A condition on an output and the expected output.
pub(crate) type Condition = fn(&[u8], &[u8]) -> bool;

/// What a glance tells of whether a checker accepts an output.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance {
    /// Nothing: only the whole comparison does.
    Nothing,
    /// Everything: it accepts where this holds, and only there.
    Exactly(Condition),
    /// It accepts nothing where this does not hold.
    Unless(Condition),
}

/// Whether both are the same bytes.
pub(crate) fn same_bytes(found: &[u8], expected: &[u8]) -> bool {
    found == expected
}

/// Whether both hold the same tokens.
pub(crate) fn same_tokens(found: &[u8], expected: &[u8]) -> bool {
    tokens(found, expected, Space::C, same_bytes)
}

/// Whether testlib reads the same tokens.
pub(crate) fn same_testlib_tokens(found: &[u8], expected: &[u8]) -> bool {
    testlib_tokens(found, expected, same_bytes)
}

/// As [`tokens`], as testlib reads them.
pub(crate) fn testlib_tokens(
    found: &[u8],
    expected: &[u8],
    same: impl Fn(&[u8], &[u8]) -> bool,
) -> bool {
    tokens(without_mark(found), expected, Space::Testlib, same)
}

/// The output without the byte order mark that testlib skips.
pub(crate) fn without_mark(found: &[u8]) -> &[u8] {
    found.strip_prefix(b"\xef\xbb\xbf").unwrap_or(found)
}

/// Whether both hold as many tokens, and each is the same to `same`, which gets the found and the expected one.
pub(crate) fn tokens(
    mut found: &[u8],
    mut expected: &[u8],
    space: Space,
    same: impl Fn(&[u8], &[u8]) -> bool,
) -> bool {
    loop {
        match (
            next_token(&mut found, space),
            next_token(&mut expected, space),
        ) {
            (None, None) => return true,
            (Some(found), Some(expected)) if same(found, expected) => {}
            _ => return false,
        }
    }
}

fn next_token<'a>(rest: &mut &'a [u8], space: Space) -> Option<&'a [u8]> {
    let behind_gap = rest.get(space.gap_length(rest)..)?;
    let (token, behind) = behind_gap.split_at_checked(space.token_length(behind_gap))?;
    *rest = behind;
    (!token.is_empty()).then_some(token)
}
