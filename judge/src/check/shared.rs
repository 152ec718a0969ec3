//! How far two long words that differ are the same, so that what is shown are not two beginnings that
//! look alike.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use compare::{Compare, Difference};

/// Words that part within so many bytes are shown from where they begin.
const LONG: u64 = 64;
/// Bytes that are read at once.
const BLOCK: usize = 64 << 10;

/// How many bytes the words at a difference share, if they are [`LONG`] or more: equal bytes, or the
/// same letters to a checker that ignores their case.
///
/// # Errors
/// A file cannot be read again.
pub(super) fn of(
    checker: &dyn Compare,
    difference: &Difference,
    found: &mut (impl Read + Seek),
    expected: &mut (impl Read + Seek),
) -> io::Result<Option<u64>> {
    found.seek(SeekFrom::Start(difference.found.offset))?;
    expected.seek(SeekFrom::Start(difference.expected.offset))?;
    let mut found = BufReader::with_capacity(BLOCK, found);
    let mut expected = BufReader::with_capacity(BLOCK, expected);
    let folded = checker.accepts(b"a", b"A");
    let same =
        |(a, b): &(&u8, &u8)| !is_blank(a) && (a == b || folded && a.eq_ignore_ascii_case(b));
    let mut shared = 0;
    loop {
        let (old, new) = (filled(&mut expected)?, filled(&mut found)?);
        let most = old.len().min(new.len());
        let count = match is_one_piece(old, new, most) {
            true => most,
            false => old.iter().zip(new).take_while(same).count(),
        };
        // Words that are the same to their ends do not part: something else is wrong with them.
        if let (Some(a), Some(b)) = (old.get(count), new.get(count))
            && is_blank(a)
            && is_blank(b)
        {
            return Ok(None);
        }
        shared += count as u64;
        if count < most || most == 0 {
            return Ok((shared >= LONG).then_some(shared));
        }
        expected.consume(count);
        found.consume(count);
    }
}

/// Whether so many bytes are equal and hold no blank, found out many bytes at once.
fn is_one_piece(old: &[u8], new: &[u8], most: usize) -> bool {
    let (Some(old), Some(new)) = (old.get(..most), new.get(..most)) else {
        return false;
    };
    old == new && !old.iter().fold(false, |any, byte| any | is_blank(byte))
}

/// What is at hand, once something is; empty only at the end.
fn filled<R: Read>(reader: &mut BufReader<R>) -> io::Result<&[u8]> {
    while let Err(error) = reader.fill_buf() {
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(reader.buffer())
}

fn is_blank(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == b'\x0b'
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use package::CheckerCall;

    use super::super::{check, prepare};
    use crate::model::Excerpt;

    fn excerpt(checker: &str, expected: &str, found: &str) -> Excerpt {
        let call = CheckerCall {
            name: checker.to_owned(),
            args: Vec::new(),
        };
        let checker = prepare(&call).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ans");
        std::fs::write(&path, expected).unwrap();
        let finding = check(checker.as_ref(), &mut Cursor::new(found), &path);
        finding.excerpt.unwrap()
    }

    #[test]
    fn long_words_are_shown_where_they_part() {
        let a = |count: usize| "a".repeat(count);
        for (checker, expected, found, into) in [
            (
                "tokens",
                format!("x {}\n", a(63) + "b"),
                format!("x {}\n", a(63) + "c"),
                None,
            ),
            (
                "tokens",
                format!("x {}\n", a(64) + "b"),
                format!("x {}\n", a(64) + "c"),
                Some(64),
            ),
            (
                "tokens",
                a(5000) + "b" + &a(9),
                a(5000) + "c" + &a(9),
                Some(5000),
            ),
            ("tokens", a(300_000) + "b", a(300_000) + "c", Some(300_000)),
            // One ends where the other goes on, at the end of the file or of the word.
            ("tokens", a(5000), a(4000), Some(4000)),
            ("tokens", a(4000) + "\n", a(5000) + "\n", Some(4000)),
            ("tokens", a(4000) + " b", a(4000) + "b", Some(4000)),
            (
                "kattis",
                a(2000).to_uppercase() + "b",
                a(2000) + "c",
                Some(2000),
            ),
            // Those that compare bytes say themselves where these part.
            ("exact", a(5000) + "b", a(5000) + "c", None),
            ("lines", a(5000) + "b", a(5000) + "c", None),
        ] {
            let excerpt = excerpt(checker, &expected, &found);
            assert_eq!(
                excerpt.into,
                into,
                "{checker} {} {}",
                expected.len(),
                found.len()
            );
            assert_eq!(excerpt.line, 1);
            let (old, new) = (excerpt.expected, excerpt.found);
            assert!(old.text.len() <= 2001 && new.text.len() <= 2001);
            if into.is_some() {
                let shown = |text: &[u8], at: usize| text.get(..=at).unwrap().to_ascii_lowercase();
                assert_eq!(shown(&old.text, old.at), shown(&new.text, new.at));
                let next = |text: &[u8], at: usize| text.get(at + 1).copied();
                assert_ne!(next(&old.text, old.at), next(&new.text, new.at));
            }
        }
    }
}
