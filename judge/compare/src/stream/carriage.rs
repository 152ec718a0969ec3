//! Carriage returns in lines as testlib reads them.
//!
//! `InStream::readString` of testlib 0.9.45 ends a line at LF, CR LF and the end of the file. Of
//! any other CR nothing is kept, and the byte behind it is taken as it is, even a further CR; at
//! the end of the file that byte is made up, as [`MADE_UP`].

/// `char(EOF)`.
pub(super) const MADE_UP: u8 = 0xFF;

/// The most carriage returns that wait for what follows them.
const WAITING: usize = 2;

/// Takes carriage returns out of bytes that arrive in pieces.
#[derive(Debug, Default)]
pub(super) struct Carriages {
    /// How many of the bytes behind the last piece, all of them carriage returns, wait.
    pub(super) waiting: usize,
    /// Whether the last byte is made up.
    pub(super) made_up: bool,
}

impl Carriages {
    /// Room that has to be left at the end of a buffer.
    pub(super) const ROOM: usize = WAITING + 1;

    /// Filters `bytes`, which begin with those that waited; returns how many are left of them.
    pub(super) fn filter(&mut self, bytes: &mut [u8]) -> usize {
        let (mut from, mut to) = (0, 0);
        loop {
            let rest = bytes.get(from..).unwrap_or_default();
            let run = memchr::memchr(b'\r', rest).unwrap_or(rest.len());
            // How many bytes behind the run are dropped, and then kept.
            let (dropped, kept) = match rest.get(run..).unwrap_or_default() {
                [] | [b'\r'] | [b'\r', b'\r'] => (0, 0),
                [b'\r', b'\n', ..] => (0, 2),
                // The second is taken as it is, and must not look like a part of the line end.
                [b'\r', b'\r', b'\n', ..] => (0, 3),
                _ => (1, 1),
            };
            self.waiting = rest.len() - run;
            if from != to {
                bytes.copy_within(from..from + run, to);
            }
            from += run + dropped;
            to += run;
            if kept == 0 {
                return to;
            }
            if from != to {
                bytes.copy_within(from..from + kept, to);
            }
            from += kept;
            to += kept;
        }
    }

    /// What the waiting bytes are when nothing follows them.
    pub(super) fn end(&mut self) -> Option<u8> {
        match std::mem::take(&mut self.waiting) {
            0 => None,
            1 => {
                self.made_up = true;
                Some(MADE_UP)
            }
            _ => Some(b'\r'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of the bytes when they arrive in pieces.
    fn filtered(bytes: &[u8], piece: usize) -> Vec<u8> {
        let mut carriages = Carriages::default();
        let mut all = Vec::new();
        for piece in bytes.chunks(piece) {
            let mut block = vec![b'\r'; carriages.waiting];
            block.extend(piece);
            let length = carriages.filter(&mut block);
            all.extend_from_slice(&block[..length]);
        }
        all.extend(carriages.end());
        all
    }

    #[test]
    fn a_carriage_return_that_ends_no_line_is_dropped() {
        for (bytes, left) in [
            (&b"a\r\nb\n"[..], &b"a\r\nb\n"[..]),
            (b"a\rb", b"ab"),
            (b"\rab\r\r\rc", b"ab\rc"),
            (b"a\r\rb", b"a\rb"),
            (b"a\r\r\n", b"a\r\r\n"),
            (b"a\r\r\r\n", b"a\r\r\n"),
            (b"a\r\r\r\r\n", b"a\r\r\r\n"),
            (b"a\r", b"a\xff"),
            (b"a\r\r", b"a\r"),
            (b"a\r\r\r", b"a\r\xff"),
            (b"\r\n\r\n\r", b"\r\n\r\n\xff"),
            (b"", b""),
        ] {
            for piece in 1..5 {
                assert_eq!(filtered(bytes, piece), left, "{bytes:?} by {piece}");
            }
        }
    }
}
