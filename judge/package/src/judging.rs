//! How the output of a solution is judged: by comparison, by programs of the jury, by a talk.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::model::Call;

/// How one run of a solution comes to its finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Judging {
    /// What looks at the output; every one must accept, asked in this order.
    pub checkers: Vec<Checker>,
    /// The program the solution talks to instead of reading the input from a file.
    pub interactor: Option<Jury>,
    /// How many times a solution may be run on one case, each time on what the jury's program
    /// wrote for it (multi-pass); 1 is an ordinary problem.
    pub passes: u32,
}

impl Judging {
    /// By one comparison with the expected output.
    #[must_use]
    pub fn by(checker: CheckerCall) -> Judging {
        Judging {
            checkers: vec![Checker::Named(checker)],
            interactor: None,
            passes: 1,
        }
    }
}

impl Judging {
    /// The programs of the jury in it.
    pub fn programs(&self) -> impl Iterator<Item = &Jury> {
        let checkers = self.checkers.iter().filter_map(|checker| match checker {
            Checker::Program(jury) => Some(jury),
            Checker::Named(_) => None,
        });
        checkers.chain(&self.interactor)
    }
}

impl Default for Judging {
    /// Token by token.
    fn default() -> Judging {
        Judging::by(CheckerCall {
            name: "tokens".to_owned(),
            args: Vec::new(),
        })
    }
}

/// What looks at an output.
#[derive(Debug, Clone, PartialEq)]
pub enum Checker {
    /// One of the judge's own comparisons.
    Named(CheckerCall),
    /// A program of the package.
    Program(Jury),
}

/// A checker by name, with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckerCall {
    /// The name, as of `judge check --checker`.
    pub name: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// A program of the jury, how it is spoken to, and what it may use.
#[derive(Debug, Clone, PartialEq)]
pub struct Jury {
    /// The program; its arguments come after those of the protocol.
    pub call: Call,
    /// How it is told what to judge and says what it found.
    pub protocol: Protocol,
    /// The words of its command line in the place of the protocol's, where the package states them:
    /// `{input_file}`, `{output_file}` and `{answer_file}` in them stand for paths.
    pub words: Option<Vec<String>>,
    /// What it may use.
    pub limits: JuryLimits,
}

/// How a checker or interactor is told what to judge, and says what it found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// The ICPC package format's output validator: `input answer feedback/`, the output on standard
    /// input; 42 accepts, 43 rejects. As an interactor it judges alone.
    Kattis,
    /// testlib: `input output answer`; 0 accepts, 1 wrong, 2, 4 and 8 presentation, 3 fails, 7 and
    /// from 16 on points. As an interactor `input output answer`, and checkers, if there are any,
    /// look at that output.
    Testlib,
    /// DMOJ's bridged checker of type `default`: `input output answer`; 0 accepts, 1 wrong. As an
    /// interactor `input answer`.
    DmojDefault,
    /// DMOJ's type `testlib`: as testlib's, with `points X` of 7 in the case's own points.
    DmojTestlib,
    /// DMOJ's type `coci`: 0, 1, and 7 with `partial X/Y`.
    DmojCoci,
    /// DMOJ's type `peg`: `answer output input`; 0 accepts, 1 wrong, and with either `X` and `Y` on
    /// two lines of standard output are X of Y points.
    DmojPeg,
    /// hustoj's special judge: `input answer output`; 0 accepts.
    Hustoj,
    /// CMS: `input answer output`; a score from 0 to 1 on standard output, a message on standard error.
    Cms,
    /// yukicoder: `input answer source score`, the output on standard input; 0 accepts.
    Yukicoder,
    /// `oj test --judge-command`: `input output answer`; 0 accepts.
    Oj,
}

impl Protocol {
    /// All protocols by their names.
    pub const ALL: [(&'static str, Protocol); 10] = [
        ("kattis", Protocol::Kattis),
        ("testlib", Protocol::Testlib),
        ("dmoj", Protocol::DmojDefault),
        ("dmoj-testlib", Protocol::DmojTestlib),
        ("dmoj-coci", Protocol::DmojCoci),
        ("dmoj-peg", Protocol::DmojPeg),
        ("hustoj", Protocol::Hustoj),
        ("cms", Protocol::Cms),
        ("yukicoder", Protocol::Yukicoder),
        ("oj", Protocol::Oj),
    ];

    /// Whether interactors speak it too.
    #[must_use]
    pub fn has_interactors(self) -> bool {
        !matches!(
            self,
            Protocol::Hustoj | Protocol::Cms | Protocol::Yukicoder | Protocol::Oj
        )
    }
}

impl fmt::Display for Protocol {
    /// The name, such as `dmoj-testlib`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Protocol::ALL.iter().find(|(_, known)| known == self);
        f.pad(known.map_or("", |(name, _)| name))
    }
}

/// The text names no protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown protocol `{}`; known are {}",
    .0.escape_debug(),
    Protocol::ALL.map(|(name, _)| name).join(", ")
)]
pub struct UnknownProtocol(pub String);

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Self, UnknownProtocol> {
        let known = Protocol::ALL.iter().find(|(name, _)| *name == text);
        known
            .map(|(_, protocol)| *protocol)
            .ok_or_else(|| UnknownProtocol(text.to_owned()))
    }
}

/// What a program of the jury may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JuryLimits {
    /// CPU time.
    pub time: Duration,
    /// Memory in bytes.
    pub memory: u64,
    /// Bytes of its output and of each of its files.
    pub output: u64,
}

impl Default for JuryLimits {
    /// The ICPC package format's: 60 s, 2 GiB, 8 MiB.
    fn default() -> JuryLimits {
        JuryLimits {
            time: Duration::from_secs(60),
            memory: 2 << 30,
            output: 8 << 20,
        }
    }
}

/// A program that says whether an input is well formed.
#[derive(Debug, Clone, PartialEq)]
pub struct InputValidator {
    /// The program; it reads the input on standard input.
    pub call: Call,
    /// The exit code by which it accepts: 42 in the ICPC package format, 0 elsewhere.
    pub accepts: i32,
    /// What it may use.
    pub limits: JuryLimits,
}
