//! What is said of one run, or of all runs of a solution.

use std::fmt;
use std::str::FromStr;

/// A verdict, by the codes of the ICPC contest API where it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Accepted.
    AC,
    /// Wrong answer.
    WA,
    /// Presentation error: only a checker says so.
    PE,
    /// Time limit exceeded: CPU time of the whole process tree.
    TLE,
    /// Wall time limit exceeded with CPU time to spare.
    WTL,
    /// Memory limit exceeded.
    MLE,
    /// Output limit exceeded.
    OLE,
    /// Run-time error: a non-zero exit code or a signal.
    RTE,
    /// Compile error.
    CE,
    /// Judge error: the judge or a program of the jury failed; never the solution's fault.
    JE,
    /// Skipped: not run, because of an earlier failure or a missing compiler.
    SK,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 11] = [
        Verdict::AC,
        Verdict::WA,
        Verdict::PE,
        Verdict::TLE,
        Verdict::WTL,
        Verdict::MLE,
        Verdict::OLE,
        Verdict::RTE,
        Verdict::CE,
        Verdict::JE,
        Verdict::SK,
    ];

    /// The code, such as `AC`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Verdict::AC => "AC",
            Verdict::WA => "WA",
            Verdict::PE => "PE",
            Verdict::TLE => "TLE",
            Verdict::WTL => "WTL",
            Verdict::MLE => "MLE",
            Verdict::OLE => "OLE",
            Verdict::RTE => "RTE",
            Verdict::CE => "CE",
            Verdict::JE => "JE",
            Verdict::SK => "SK",
        }
    }

    /// The verdict in the four words of the Kattis format: WTL is TLE, MLE and OLE are RTE, PE is
    /// WA; the others are themselves.
    #[must_use]
    pub fn folded(self) -> Verdict {
        match self {
            Verdict::WTL => Verdict::TLE,
            Verdict::MLE | Verdict::OLE => Verdict::RTE,
            Verdict::PE => Verdict::WA,
            other => other,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// The text is no verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected one of AC, WA, PE, TLE, WTL, MLE, OLE, RTE or CE, found `{}`", .0.escape_debug())]
pub struct UnknownVerdict(pub String);

impl FromStr for Verdict {
    type Err = UnknownVerdict;

    /// Reads a code, in any letter case.
    fn from_str(text: &str) -> Result<Self, UnknownVerdict> {
        Verdict::ALL
            .into_iter()
            .find(|verdict| verdict.code().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownVerdict(text.to_owned()))
    }
}
