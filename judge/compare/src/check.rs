//! The result of a comparison: a verdict, a sentence, and the place of the first difference.

use std::io;

/// What a checker says of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The output agrees with the expected output.
    Accepted,
    /// The output is well-formed and differs.
    Wrong,
    /// The output cannot be read as what the checker compares (testlib's `_pe`).
    Presentation,
}

/// The answer of a checker.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Whether the output agrees.
    pub verdict: Verdict,
    /// The share of the case's points that the output earns, from 0 to 1; `None` from checkers
    /// that give all for [`Verdict::Accepted`] and nothing otherwise.
    pub points: Option<f64>,
    /// One line for people, in testlib's grammar: `3rd words differ - expected: 'YES', found: 'NO'`.
    ///
    /// Long tokens are shortened, control bytes and invalid UTF-8 are escaped: at most a few
    /// hundred characters whatever the inputs are.
    pub message: String,
    /// The first difference; `None` when accepted, and when the checker compares no places
    /// (sorted or unordered data).
    pub difference: Option<Difference>,
    /// Set when nothing else differs and the output is not accepted; the message says it too.
    pub only: Option<Only>,
}

/// The one trivial thing in which two outputs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Only {
    /// Both hold the same tokens (to `hdu`, the same characters); blanks or line ends differ.
    Whitespace,
    /// Both are equal when ASCII letters are compared without regard to case.
    Case,
}

/// Where two outputs part, on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The place in the program's output.
    pub found: Place,
    /// The place in the expected output.
    pub expected: Place,
    /// The token (or line, for checkers of lines) at that place of the output;
    /// `None` at its end. At most [`EXCERPT`] bytes, cut at the end.
    pub found_token: Option<Vec<u8>>,
    /// The token (or line) at that place of the expected output, likewise.
    pub expected_token: Option<Vec<u8>>,
}

/// The most bytes of a token that a [`Difference`] carries.
pub const EXCERPT: usize = 256;

/// A place in a stream of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1; a line ends with its `\n`.
    pub line: u64,
    /// The byte in the line, from 1.
    pub column: u64,
    /// The byte in the stream, from 0.
    pub offset: u64,
    /// The token that holds or follows the place, from 1.
    pub token: u64,
}

/// A comparison that gave no verdict; never the fault of the program that is judged.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The program's output could not be read.
    #[error("cannot read the output: {0}")]
    Found(#[source] io::Error),
    /// The expected output could not be read.
    #[error("cannot read the expected output: {0}")]
    Expected(#[source] io::Error),
    /// The expected output is not of the form that the checker compares (testlib's `FAIL`).
    #[error("line {}, column {} of the expected output: {message}", place.line, place.column)]
    Answer {
        /// What was expected and what was found there.
        message: String,
        /// Where.
        place: Place,
    },
}

impl Check {
    pub(crate) fn accepted(message: impl Into<String>) -> Check {
        Check {
            verdict: Verdict::Accepted,
            points: None,
            message: message.into(),
            difference: None,
            only: None,
        }
    }

    pub(crate) fn rejected(
        verdict: Verdict,
        message: impl Into<String>,
        difference: impl Into<Option<Difference>>,
    ) -> Check {
        Check {
            verdict,
            points: None,
            message: message.into(),
            difference: difference.into(),
            only: None,
        }
    }

    pub(crate) fn wrong(
        message: impl Into<String>,
        difference: impl Into<Option<Difference>>,
    ) -> Check {
        Check::rejected(Verdict::Wrong, message, difference)
    }

    /// Gives this share of the points.
    pub(crate) fn worth(mut self, points: f64) -> Check {
        self.points = Some(points);
        self
    }

    /// Says, in the message too, that nothing but `only` differs.
    pub(crate) fn but_only(mut self, only: Option<Only>) -> Check {
        self.only = only;
        match only {
            Some(Only::Whitespace) => self.message.push_str(" (only whitespace differs)"),
            Some(Only::Case) => self.message.push_str(" (only letter case differs)"),
            None => {}
        }
        self
    }
}
