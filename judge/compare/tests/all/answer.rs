//! One helper: what a checker answers, as a line of text.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test's helper fails by panicking"
)]

use std::io::Read;

use compare::{ArgError, Check, CompareError, Verdict, find};

/// A reader that gives at most so many bytes at once.
pub(crate) struct Slow<'a>(pub(crate) &'a [u8], pub(crate) usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.1);
        self.0.read(&mut buffer[..count])
    }
}

pub(crate) fn arguments(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

pub(crate) fn run(
    checker: &str,
    args: &str,
    found: &mut dyn Read,
    expected: &mut dyn Read,
) -> Result<Check, CompareError> {
    find(checker)
        .unwrap_or_else(|| panic!("no checker {checker}"))
        .prepare(&arguments(args))
        .unwrap_or_else(|error| panic!("{error}"))
        .compare(found, expected)
}

/// `AC: 2 tokens`, `WA 0.5: …` with points, `PE: …`, or `JE: …` for a malformed expected output.
pub(crate) fn text(result: Result<Check, CompareError>) -> String {
    match result {
        Ok(check) => {
            let verdict = match check.verdict {
                Verdict::Accepted => "AC",
                Verdict::Wrong => "WA",
                Verdict::Presentation => "PE",
            };
            assert!(
                check.message.len() < 600,
                "too long a message: {}",
                check.message
            );
            let points = match check.points {
                Some(points) => format!(" {points}"),
                None => String::new(),
            };
            format!("{verdict}{points}: {}", check.message)
        }
        Err(CompareError::Answer { message, .. }) => format!("JE: {message}"),
        Err(error) => panic!("{error}"),
    }
}

/// The answer to two outputs, the same however their bytes arrive.
pub(crate) fn answer(checker: &str, args: &str, found: &[u8], expected: &[u8]) -> String {
    let whole = text(run(checker, args, &mut &*found, &mut &*expected));
    for (left, right) in [(1, 1), (1, 100), (3, 2)] {
        let slow = text(run(
            checker,
            args,
            &mut Slow(found, left),
            &mut Slow(expected, right),
        ));
        assert_eq!(
            slow, whole,
            "{checker}: in pieces of {left} and {right} bytes"
        );
    }
    whole
}

/// Checks a table of output, expected output and answer.
pub(crate) fn check(checker: &str, args: &str, table: &[(&str, &str, &str)]) {
    for (found, expected, wanted) in table {
        assert_eq!(
            answer(checker, args, found.as_bytes(), expected.as_bytes()),
            *wanted,
            "{checker} {args}: {found:?} against {expected:?}"
        );
    }
}

pub(crate) fn argument_error(checker: &str, args: &str) -> ArgError {
    match find(checker).unwrap().prepare(&arguments(args)) {
        Err(error) => error,
        Ok(_) => panic!("{checker} takes {args}"),
    }
}
