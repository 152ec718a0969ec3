//! How much of two outputs differs, counted in one more pass from the first difference on, in bounded
//! memory.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use compare::{Compare, Difference};

use crate::model::{Extent, Unit};

/// How often the checker is asked whether two pieces that differ are the same to it. A case has
/// to end some time, also when millions of lines are wrong.
const ASKED: u64 = 1 << 18;
/// Bytes of a piece that are kept; of a longer one, the rest is only known by its hash.
const KEPT: usize = 64 << 10;
/// A line that is longer says little by being wrong: its words are counted.
const LONG: u64 = 200;

/// Counts lines where lines correspond, else (as where words are divided into other lines) words: line by line and word by word, by their
/// numbers. What the checker takes for equal is not counted.
///
/// # Errors
/// A file cannot be read again.
pub(super) fn of(
    checker: &dyn Compare,
    difference: &Difference,
    rewrapped: bool,
    found: &mut (impl Read + Seek),
    expected: &mut (impl Read + Seek),
) -> io::Result<Extent> {
    let places = [difference.expected, difference.found];
    if places[0].line == places[1].line && !rewrapped {
        let starts = places.map(|place| place.offset.saturating_sub(place.column - 1));
        let before = places.map(|place| place.line - 1);
        let (extent, longest) = count(checker, Unit::Lines, starts, before, found, expected)?;
        if extent.differ > 1 || longest <= LONG {
            return Ok(extent);
        }
    }
    let starts = places.map(|place| place.offset);
    let before = places.map(|place| place.token - 1);
    let (extent, _) = count(checker, Unit::Words, starts, before, found, expected)?;
    Ok(extent)
}

/// The extent, and the length of the longest piece that differs. `starts` are where the pieces
/// begin that are compared, `before` how many came before, both of the expected output first.
fn count(
    checker: &dyn Compare,
    unit: Unit,
    starts: [u64; 2],
    before: [u64; 2],
    found: &mut (impl Read + Seek),
    expected: &mut (impl Read + Seek),
) -> io::Result<(Extent, u64)> {
    expected.seek(SeekFrom::Start(starts[0]))?;
    found.seek(SeekFrom::Start(starts[1]))?;
    let mut expected = Pieces::new(expected, unit);
    let mut found = Pieces::new(found, unit);
    let (mut differ, mut asked, mut longest) = (0, 0, 0);
    while expected.next()? | found.next()? {
        let (old, new) = (expected.piece(), found.piece());
        if old == new {
            continue;
        }
        // The pieces at the first difference differ, whatever the checker says of them alone.
        let first = expected.count.max(found.count) == 1;
        let both = (old.length > 0 && new.length > 0) || old.is_blank() && new.is_blank();
        if both && !first {
            asked += 1;
            if asked > ASKED {
                continue;
            }
            if old.is_whole() && new.is_whole() && checker.accepts(new.kept, old.kept) {
                continue;
            }
        }
        differ += 1;
        longest = longest.max(old.length).max(new.length);
    }
    let extent = Extent {
        unit,
        differ: differ.max(1),
        at_least: asked > ASKED,
        expected: before[0] + expected.count,
        found: before[1] + found.count,
    };
    Ok((extent, longest))
}

/// A line with its line end, or a word.
#[derive(PartialEq)]
struct Piece<'a> {
    kept: &'a [u8],
    /// 0 behind the end of the file.
    length: u64,
    rest: Option<blake3::Hash>,
}

impl Piece<'_> {
    fn is_whole(&self) -> bool {
        self.rest.is_none()
    }

    fn is_blank(&self) -> bool {
        self.is_whole() && self.kept.trim_ascii().is_empty()
    }
}

/// The lines or words of a file, one after the other.
struct Pieces<R> {
    reader: BufReader<R>,
    unit: Unit,
    count: u64,
    /// Bytes of the piece, if it is in the reader's buffer as a whole, as most are.
    at_hand: usize,
    /// Whether the end of the file was seen: to ask for it again takes a system call each time.
    ended: bool,
    /// What is kept of one that is not, its length and the hash of its rest.
    kept: Vec<u8>,
    length: u64,
    rest: Option<blake3::Hash>,
}

impl<R: Read> Pieces<R> {
    fn new(reader: R, unit: Unit) -> Self {
        Pieces {
            reader: BufReader::with_capacity(KEPT, reader),
            unit,
            count: 0,
            at_hand: 0,
            ended: false,
            kept: Vec::new(),
            length: 0,
            rest: None,
        }
    }

    /// The piece that was read last.
    fn piece(&self) -> Piece<'_> {
        match self.reader.buffer().get(..self.at_hand) {
            Some(kept) if !kept.is_empty() => Piece {
                kept,
                length: kept.len() as u64,
                rest: None,
            },
            _ => Piece {
                kept: &self.kept,
                length: self.length,
                rest: self.rest,
            },
        }
    }

    /// Reads the next piece; `false` at the end.
    fn next(&mut self) -> io::Result<bool> {
        self.reader.consume(self.at_hand);
        self.at_hand = 0;
        if self.unit == Unit::Words {
            let blanks = self.reader.buffer().iter().take_while(is_blank).count();
            self.reader.consume(blanks);
        }
        match self.end(self.reader.buffer()) {
            Some(end) => self.at_hand = end,
            None => self.gather()?,
        }
        let any = self.at_hand > 0 || self.length > 0;
        self.count += u64::from(any);
        Ok(any)
    }

    /// Where the piece at the beginning of these bytes ends, if it does.
    fn end(&self, bytes: &[u8]) -> Option<usize> {
        match self.unit {
            Unit::Lines => memchr::memchr(b'\n', bytes).map(|newline| newline + 1),
            Unit::Words => bytes.iter().position(|byte| is_blank(&byte)),
        }
    }

    /// Reads a piece that goes on behind what is at hand.
    fn gather(&mut self) -> io::Result<()> {
        self.kept.clear();
        self.length = 0;
        let mut rest = None;
        while !self.ended {
            let bytes = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                self.ended = true;
                break;
            }
            if self.unit == Unit::Words && self.length == 0 {
                let blanks = bytes.iter().take_while(is_blank).count();
                if blanks > 0 {
                    self.reader.consume(blanks);
                    continue;
                }
            }
            let bytes = self.reader.buffer();
            let end = self.end(bytes);
            let taken = end.unwrap_or(bytes.len());
            let room = KEPT - self.kept.len();
            let (kept, more) = bytes[..taken].split_at(taken.min(room));
            self.kept.extend_from_slice(kept);
            if !more.is_empty() {
                rest.get_or_insert_with(blake3::Hasher::new).update(more);
            }
            self.length += taken as u64;
            self.reader.consume(taken);
            if end.is_some() {
                break;
            }
        }
        self.rest = rest.map(|rest| rest.finalize());
        Ok(())
    }
}

fn is_blank(byte: &&u8) -> bool {
    byte.is_ascii_whitespace() || **byte == b'\x0b'
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use package::CheckerCall;

    use super::super::{excerpt_of, prepare};
    use super::*;

    fn extent(checker: &str, expected: &str, found: &str) -> Extent {
        excerpt_of(checker, expected, found).extent.unwrap()
    }

    /// What is counted, as `differ/expected/found`.
    fn counted(checker: &str, expected: &str, found: &str) -> (Unit, String) {
        let extent = extent(checker, expected, found);
        assert!(!extent.at_least);
        let Extent {
            differ,
            expected,
            found,
            ..
        } = extent;
        (extent.unit, format!("{differ}/{expected}/{found}"))
    }

    #[test]
    fn lines_are_counted_where_they_correspond_else_words() {
        use Unit::{Lines, Words};
        for (checker, expected, found, unit, count) in [
            ("tokens", "a\nb\nc\n", "a\nx\nc\n", Lines, "1/3/3"),
            ("tokens", "a\nb\nc\n", "a\nx\ny", Lines, "2/3/3"),
            ("tokens", "a\nb\nc\nd\n", "a\nb\n", Lines, "2/4/2"),
            ("tokens", "a\nb\nc\nd\n", "a\nb\nx\n", Lines, "2/4/3"),
            ("tokens", "a\n", "x\n\n\n", Lines, "1/1/3"),
            ("tokens", "a\n", "", Lines, "1/1/0"),
            ("tokens", "", "a\n", Lines, "1/0/1"),
            // What only blanks tell apart is no mistake to this one, and is to the other.
            ("tokens", "a\nb c\nd\n", "x\nb  c \nd", Lines, "1/3/3"),
            ("exact", "a\nb c\nd\n", "x\nb  c \nd", Lines, "3/3/3"),
            (
                "kattis float_tolerance 0.1",
                "1\n2\n3\n4\n",
                "9\n2.01\n3.5\n4\n",
                Lines,
                "2/4/4",
            ),
            ("tokens", "1 1\n2\n", "1\n3\n2\n", Words, "1/3/3"),
        ] {
            let found = counted(checker, expected, found);
            assert_eq!(found, (unit, count.to_owned()), "{checker} {expected:?}");
        }
    }

    #[test]
    fn a_long_line_is_counted_by_its_words() {
        let line = |step: usize| -> String {
            (0..100_000).map(|n| format!("{} ", n - n % step)).collect()
        };
        let found = counted("tokens", &line(1), &line(2));
        assert_eq!(found, (Unit::Words, "50000/100000/100000".to_owned()));
        // The rest of a piece is compared by its hash.
        let long = |end: &str| format!("x\n{}{end}\n", "a".repeat(3 * KEPT));
        assert_eq!(
            counted("tokens", &long("b\ny"), &long("c\ny")),
            (Unit::Words, "1/3/3".to_owned())
        );
        assert_eq!(
            counted("tokens", &long(""), &long("").replacen('x', "z", 1)),
            (Unit::Lines, "1/2/2".to_owned())
        );
    }

    #[test]
    fn where_blocks_end_never_matters() {
        use Unit::{Lines, Words};
        // Lengths that fall on every place of a block, with blanks that words are read without.
        let text = |changed: u64| -> String {
            let piece = |n: u64| format!("{:>1$}", n + n % 3 * changed, (n * 7 % 61) as usize);
            let end = |n: u64| if n.is_multiple_of(5) { "\n" } else { " \t" };
            (0..9000).map(|n| piece(n) + end(n)).collect()
        };
        let (expected, found) = (text(0), text(100_000));
        assert!(expected.len() > 4 * KEPT);
        let differ = |expected: &[&str], found: &[&str]| {
            let pairs = expected.iter().zip(found);
            let differ = pairs.filter(|(old, new)| old != new).count();
            format!("{differ}/{}/{}", expected.len(), found.len())
        };
        let lines = [&expected, &found].map(|text| text.lines().collect::<Vec<_>>());
        let words = [&expected, &found].map(|text| text.split_whitespace().collect::<Vec<_>>());
        let by_lines = differ(&lines[0], &lines[1]);
        assert_eq!(counted("tokens", &expected, &found), (Lines, by_lines));
        // All of it in one long line.
        let [expected, found] = [&expected, &found].map(|text| text.replace('\n', " "));
        let by_words = differ(&words[0], &words[1]);
        assert_eq!(counted("tokens", &expected, &found), (Words, by_words));
    }

    #[test]
    fn the_end_of_a_file_is_asked_for_once() {
        struct Counted(Cursor<&'static str>, usize);
        impl Read for Counted {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.1 += 1;
                self.0.read(buffer)
            }
        }
        impl Seek for Counted {
            fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
                self.0.seek(to)
            }
        }
        let call = CheckerCall {
            name: "tokens".to_owned(),
            args: Vec::new(),
        };
        let checker = prepare(&call).unwrap();
        let many: &str = "y\n".repeat(1000).leak();
        for unit in [Unit::Lines, Unit::Words] {
            let mut expected = Counted(Cursor::new("1\n"), 0);
            let mut found = Counted(Cursor::new(many), 0);
            let files = (&mut found, &mut expected);
            let (extent, _) =
                count(checker.as_ref(), unit, [0, 0], [0, 0], files.0, files.1).unwrap();
            assert_eq!(
                (extent.differ, extent.expected, extent.found),
                (1000, 1, 1000)
            );
            assert!(expected.1 <= 2, "{unit:?}: {} reads", expected.1);
        }
    }

    #[test]
    fn what_is_asked_of_the_checker_is_bounded() {
        let lines = |text: &str| text.repeat(ASKED as usize + 10);
        let extent = extent("tokens", &lines("a\n"), &lines("b\n"));
        assert!(extent.at_least);
        assert_eq!(extent.differ, ASKED + 1);
        assert_eq!((extent.expected, extent.found), (ASKED + 10, ASKED + 10));
    }
}
