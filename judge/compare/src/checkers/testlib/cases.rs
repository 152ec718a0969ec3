//! `caseicmp`, `casencmp`, `casewcmp`: answers behind labels `Case 1:`, `Case 2:`, …

use super::{Files, Quit, Side, run};
use crate::check::{Check, Difference};
use crate::glance::Glance;
use crate::message::shown;
use crate::pair::{Letters, Stop};
use crate::registry::Plain;
use crate::word::Next;

pub(super) const CASEICMP: Plain = Plain {
    name: "caseicmp",
    about: "testlib: `Case i:` and one 64-bit integer",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, caseicmp),
};

pub(super) const CASENCMP: Plain = Plain {
    name: "casencmp",
    about: "testlib: `Case i:` and a sequence of 64-bit integers",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, |files| sequences(files, Element::Integer)),
};

pub(super) const CASEWCMP: Plain = Plain {
    name: "casewcmp",
    about: "testlib: `Case i:` and a sequence of tokens",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, |files| sequences(files, Element::Token)),
};

/// Reads `Case` (unless it has been read) and the number of the case.
fn label(files: &mut Files<'_>, side: Side, case: u64, word_read: bool) -> Result<(), Quit> {
    let number = format!("{case}:");
    let skipped = usize::from(word_read);
    for word in ["Case", &number].into_iter().skip(skipped) {
        files.token(side, "token")?;
        if !files.word(side).is(word.as_bytes()) {
            let found = files.shown(side)?;
            let message = format!("Expected '{word}' but found '{found}' [test case {case}]");
            return Err(files.unexpected(side, message));
        }
    }
    Ok(())
}

/// The integer of the next case; `None` at the end.
fn case(files: &mut Files<'_>, side: Side, number: u64) -> Result<Option<i64>, Quit> {
    if files.ended(side)? {
        return Ok(None);
    }
    label(files, side, number, false)?;
    files.token(side, "int64")?;
    files.integer(side).map(Some)
}

fn caseicmp(files: &mut Files<'_>) -> Result<String, Quit> {
    // testlib reads the expected output to its end, then the output to its end, and compares
    // last. Here both are read at once, and what testlib would see later waits in `wrong`.
    let mut summary = Summary::new(3);
    let (mut expected_count, mut found_count): (u64, u64) = (0, 0);
    let mut malformed = None;
    let mut wrong: Option<(String, Difference)> = None;
    let mut count_differs: Option<Difference> = None;
    loop {
        let expected = case(files, Side::Expected, expected_count + 1)?;
        let found = match &malformed {
            Some(_) => None,
            None => match case(files, Side::Found, found_count + 1) {
                Err(Quit::Check(check)) => {
                    malformed = Some(check);
                    None
                }
                result => result?,
            },
        };
        expected_count += u64::from(expected.is_some());
        found_count += u64::from(found.is_some());
        match (expected, found) {
            (None, None) => break,
            (Some(expected), Some(found)) if expected != found && wrong.is_none() => {
                let message =
                    format!("Expected {expected} found {found} [test case {expected_count}]");
                wrong = Some((message, files.words.pair.tokens(Stop::Differ)?.difference));
            }
            (Some(_), None) if count_differs.is_none() => {
                count_differs = Some(files.words.pair.tokens(Stop::Short)?.difference);
            }
            (None, Some(_)) if count_differs.is_none() => {
                count_differs = Some(files.words.pair.tokens(Stop::Long)?.difference);
            }
            _ => {}
        }
        if let Some(expected) = expected {
            summary.push(&expected.to_string());
        }
    }
    if let Some(check) = malformed {
        return Err(Quit::Check(check));
    }
    if let Some((message, difference)) = wrong {
        return Err(Check::wrong(message, difference).into());
    }
    if expected_count != found_count {
        let message = format!("Expected {expected_count} test case(s) but found {found_count}");
        let verdict = crate::check::Verdict::Presentation;
        return Err(Check::rejected(verdict, message, count_differs).into());
    }
    Ok(format!("{expected_count} case(s):{}", summary.spaced()))
}

/// What follows a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Integer,
    Token,
}

/// One side's sequence in the current case.
struct Sequence {
    side: Side,
    /// Whether `Case` of the next case has been read.
    word_read: bool,
    open: bool,
    integers: Summary,
    tokens: Joined,
    size: u64,
    /// What was wrong with it.
    quit: Option<Quit>,
}

impl Sequence {
    fn new(side: Side) -> Sequence {
        Sequence {
            side,
            word_read: false,
            open: false,
            integers: Summary::new(3),
            tokens: Joined::default(),
            size: 0,
            quit: None,
        }
    }

    fn begin(&mut self, files: &mut Files<'_>, case: u64) {
        self.integers = Summary::new(3);
        self.tokens = Joined::default();
        self.size = 0;
        self.quit = label(files, self.side, case, self.word_read).err();
        self.open = self.quit.is_none();
    }

    /// Takes in the token just read; gives its value when it is an integer.
    fn take(&mut self, files: &mut Files<'_>, element: Element) -> Result<Option<i64>, Quit> {
        if files.word(self.side).is(b"Case") {
            self.word_read = true;
            self.open = false;
            return Ok(None);
        }
        self.size += 1;
        match element {
            Element::Token => {
                let whole = files
                    .word(self.side)
                    .whole()
                    .map(|word| self.tokens.push(word));
                if whole.is_none()
                    && let (_, Some(excerpt)) = files.stream(self.side).current_token()?
                {
                    self.tokens.push(&excerpt.head);
                    self.tokens.extend(&excerpt.tail);
                }
                Ok(None)
            }
            Element::Integer => {
                let value = files.integer(self.side)?;
                self.integers.push(&value.to_string());
                Ok(Some(value))
            }
        }
    }

    /// As [`Sequence::take`], keeping a failure for later.
    fn offer(&mut self, files: &mut Files<'_>, element: Element) -> Option<i64> {
        match self.take(files, element) {
            Ok(value) => value,
            Err(quit) => {
                self.quit = Some(quit);
                self.open = false;
                None
            }
        }
    }

    fn shown(&self, element: Element) -> String {
        let text = match element {
            Element::Integer => self.integers.spaced().trim_start().to_owned(),
            Element::Token => self.tokens.shown(),
        };
        format!("\"{text}\" [size={}]", self.size)
    }
}

fn sequences(files: &mut Files<'_>, element: Element) -> Result<String, Quit> {
    let mut expected = Sequence::new(Side::Expected);
    let mut found = Sequence::new(Side::Found);
    let mut cases = 0;
    while !files.ended(Side::Expected)? {
        cases += 1;
        expected.begin(files, cases);
        if let Some(quit @ Quit::Error(_)) = expected.quit.take() {
            return Err(quit);
        }
        found.begin(files, cases);
        let mut difference = None;
        while expected.open && found.open {
            let next = files.words.next()?;
            let agree = match next {
                Next::Neither | Next::FoundOnly | Next::ExpectedOnly => {
                    expected.open = next == Next::ExpectedOnly;
                    found.open = next == Next::FoundOnly;
                    break;
                }
                Next::Both => {
                    let same = files.words.agree(Letters::Exact);
                    let left = expected.offer(files, element);
                    let right = found.offer(files, element);
                    let ended = expected.open != found.open;
                    !ended && (same || (element == Element::Integer && left == right))
                }
            };
            if !agree && difference.is_none() {
                difference = Some(files.words.pair.tokens(Stop::Differ)?.difference);
            }
        }
        for (sequence, stop) in [(&mut expected, Stop::Short), (&mut found, Stop::Long)] {
            while sequence.open && !files.ended(sequence.side)? {
                files.token(sequence.side, "token")?;
                let size = sequence.size;
                sequence.offer(files, element);
                if sequence.size > size && difference.is_none() {
                    difference = Some(files.words.pair.tokens(stop)?.difference);
                }
            }
            if let Some(quit) = sequence.quit.take() {
                return Err(quit);
            }
        }
        if let Some(difference) = difference {
            let message = format!(
                "Sequences differ: jury has {}, but participant has {} [test case {cases}]",
                expected.shown(element),
                found.shown(element),
            );
            return Err(Check::wrong(message, difference).into());
        }
    }
    Ok(format!("{cases} test cases(s)"))
}

/// The first and the last of many values.
struct Summary {
    /// How many of the first are shown when there are more than five.
    head: usize,
    first: Vec<String>,
    last: Vec<String>,
    size: u64,
}

impl Summary {
    fn new(head: usize) -> Summary {
        Summary {
            head,
            first: Vec::new(),
            last: Vec::new(),
            size: 0,
        }
    }

    fn push(&mut self, value: &str) {
        self.size += 1;
        if self.first.len() < 5 {
            self.first.push(value.to_owned());
        }
        self.last.push(value.to_owned());
        if self.last.len() > 2 {
            self.last.remove(0);
        }
    }

    /// All of at most five values, or the first and the last two, each behind a space.
    fn spaced(&self) -> String {
        let text = |values: &[String]| {
            let words: Vec<String> = values.iter().map(|value| format!(" {value}")).collect();
            words.concat()
        };
        if self.size <= 5 {
            text(&self.first)
        } else {
            let head = self.first.get(..self.head).unwrap_or(&self.first);
            format!("{} ...{}", text(head), text(&self.last))
        }
    }
}

/// Many tokens joined by spaces, of which the beginning and the end are kept.
#[derive(Default)]
struct Joined {
    head: Vec<u8>,
    tail: Vec<u8>,
    length: u64,
}

impl Joined {
    const KEPT: usize = 64;

    fn push(&mut self, token: &[u8]) {
        if self.length > 0 {
            self.extend(b" ");
        }
        self.extend(token);
    }

    fn extend(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let room = Self::KEPT.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(room));
        let kept = bytes.len().saturating_sub(Self::KEPT);
        self.tail.extend(bytes.get(kept..).unwrap_or_default());
        let excess = self.tail.len().saturating_sub(Self::KEPT);
        self.tail.drain(..excess);
    }

    fn shown(&self) -> String {
        if self.length <= self.head.len() as u64 {
            return shown(&self.head);
        }
        // As long as what is shown of a long text, the middle is of no matter.
        let both: Vec<u8> = self.head.iter().chain(&self.tail).copied().collect();
        shown(&both)
    }
}
