//! The checkers by name.

use std::io::Read;

use crate::check::{Check, CompareError, Verdict};
use crate::checkers::{boj, cms, dmoj, exact, hdu, hydro, kattis, lines, oj, testlib, tokens};
use crate::glance::Glance;
use crate::number::{self, Syntax};

/// A named way to compare two outputs.
pub trait Checker: Sync {
    /// The name, as given on a command line.
    fn name(&self) -> &'static str;
    /// One line for `--help`.
    fn about(&self) -> &'static str;
    /// Its arguments, as a usage line; empty when it has none.
    fn usage(&self) -> &'static str;
    /// Reads the arguments, so that a wrong one is reported before anything runs.
    ///
    /// # Errors
    /// Unknown, repeated, contradictory and malformed arguments.
    fn prepare(&self, args: &[String]) -> Result<Box<dyn Compare>, ArgError>;
}

/// A checker with its arguments.
pub trait Compare: Send + Sync {
    /// Compares the program's output with the expected output, reading both once.
    ///
    /// # Errors
    /// When either cannot be read, or the expected output is malformed for this checker.
    fn compare(&self, found: &mut dyn Read, expected: &mut dyn Read)
    -> Result<Check, CompareError>;

    /// Whether [`Compare::compare`] would accept; `false` where it is an error. Most checkers find it out without what a
    /// message costs, for those who ask it of very many lines.
    fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        accepts_whole(self, found, expected)
    }
}

/// A wrong argument of a checker.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgError {
    /// The checker has no such argument.
    #[error("{checker}: unknown argument `{argument}`; {}", usage_text(usage))]
    Unknown {
        /// The checker's name.
        checker: &'static str,
        /// The argument as given.
        argument: String,
        /// The checker's usage line.
        usage: &'static str,
    },
    /// The argument was given before.
    #[error("{checker}: argument `{argument}` is given twice; give it once")]
    Repeated {
        /// The checker's name.
        checker: &'static str,
        /// The argument.
        argument: String,
    },
    /// Two arguments exclude each other.
    #[error("{checker}: `{first}` and `{second}` exclude each other; give one of them")]
    Conflict {
        /// The checker's name.
        checker: &'static str,
        /// One of them.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// The argument's value is missing or malformed.
    #[error(
        "{checker}: argument `{argument}` expects {expected}, found {}",
        value_text(found)
    )]
    Value {
        /// The checker's name.
        checker: &'static str,
        /// The argument.
        argument: String,
        /// What a good value is.
        expected: &'static str,
        /// The value as given; `None` when the arguments ended.
        found: Option<String>,
    },
}

fn usage_text(usage: &str) -> String {
    if usage.is_empty() {
        "it takes none".to_owned()
    } else {
        format!("its arguments are {usage}")
    }
}

fn value_text(value: &Option<String>) -> String {
    match value {
        Some(value) => format!("`{value}`"),
        None => "nothing".to_owned(),
    }
}

/// The function behind a checker without arguments.
pub(crate) type Function = fn(&mut dyn Read, &mut dyn Read) -> Result<Check, CompareError>;

/// A checker without arguments.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) glance: Glance,
    pub(crate) compare: Function,
}

impl Checker for Plain {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn usage(&self) -> &'static str {
        ""
    }

    fn prepare(&self, args: &[String]) -> Result<Box<dyn Compare>, ArgError> {
        match args.first() {
            None => Ok(Box::new(*self)),
            Some(argument) => Err(Arguments {
                checker: self.name,
                usage: "",
                args,
            }
            .unknown(argument)),
        }
    }
}

impl Compare for Plain {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        (self.compare)(found, expected)
    }

    fn accepts(&self, found: &[u8], expected: &[u8]) -> bool {
        match self.glance {
            Glance::Exactly(condition) => condition(found, expected),
            Glance::Unless(condition) if !condition(found, expected) => false,
            Glance::Unless(_) | Glance::Nothing => accepts_whole(self, found, expected),
        }
    }
}

/// [`Compare::accepts`] by the whole comparison.
pub(crate) fn accepts_whole(
    compare: &(impl Compare + ?Sized),
    found: &[u8],
    expected: &[u8],
) -> bool {
    let (mut found, mut expected) = (found, expected);
    let check = compare.compare(&mut found, &mut expected);
    check.is_ok_and(|check| check.verdict == Verdict::Accepted)
}

/// A checker with arguments.
pub(crate) struct Adjustable {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) usage: &'static str,
    pub(crate) prepare: fn(Arguments<'_>) -> Result<Box<dyn Compare>, ArgError>,
}

impl Checker for Adjustable {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn usage(&self) -> &'static str {
        self.usage
    }

    fn prepare(&self, args: &[String]) -> Result<Box<dyn Compare>, ArgError> {
        (self.prepare)(Arguments {
            checker: self.name,
            usage: self.usage,
            args,
        })
    }
}

/// The arguments of a checker, and the errors for bad ones.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'a> {
    checker: &'static str,
    usage: &'static str,
    pub(crate) args: &'a [String],
}

impl<'a> Arguments<'a> {
    /// The values of arguments of the form `key=value`, each of which must have one of the keys.
    pub(crate) fn values<const N: usize>(
        self,
        keys: [&str; N],
    ) -> Result<[Option<&'a str>; N], ArgError> {
        let mut values = [None; N];
        for argument in self.args {
            let (key, value) = match argument.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (argument.as_str(), None),
            };
            let slot = keys.iter().zip(&mut values).find(|(name, _)| **name == key);
            let Some((_, slot)) = slot else {
                return Err(self.unknown(argument));
            };
            let value = value.ok_or_else(|| self.bad(key, "a value, as `key=value`", None))?;
            if slot.replace(value).is_some() {
                return Err(self.repeated(key));
            }
        }
        Ok(values)
    }

    /// The error for an argument that the checker does not have.
    pub(crate) fn unknown(self, argument: &str) -> ArgError {
        ArgError::Unknown {
            checker: self.checker,
            argument: argument.to_owned(),
            usage: self.usage,
        }
    }

    /// The error for an argument that was given before.
    pub(crate) fn repeated(self, argument: &str) -> ArgError {
        ArgError::Repeated {
            checker: self.checker,
            argument: argument.to_owned(),
        }
    }

    /// The error for two arguments of which one may be given.
    pub(crate) fn conflict(self, first: &'static str, second: &'static str) -> ArgError {
        ArgError::Conflict {
            checker: self.checker,
            first,
            second,
        }
    }

    /// The error for a value that cannot be read.
    pub(crate) fn bad(self, key: &str, expected: &'static str, found: Option<&str>) -> ArgError {
        ArgError::Value {
            checker: self.checker,
            argument: key.to_owned(),
            expected,
            found: found.map(str::to_owned),
        }
    }

    /// A tolerance, as the value of `argument`.
    pub(crate) fn tolerance(self, argument: &str, value: Option<&String>) -> Result<f64, ArgError> {
        value
            .and_then(|value| number::float(value.as_bytes(), Syntax::Kattis))
            .filter(|bound| bound.is_finite() && *bound >= 0.0)
            .ok_or_else(|| {
                let expected = "a number that is not negative, such as 1e-6";
                self.bad(argument, expected, value.map(String::as_str))
            })
    }
}

static CHECKERS: &[&dyn Checker] = &[
    &tokens::TOKENS,
    &lines::LINES,
    &exact::EXACT,
    &kattis::KATTIS,
    &testlib::WCMP,
    &testlib::LCMP,
    &testlib::FCMP,
    &testlib::NCMP,
    &testlib::UNCMP,
    &testlib::ICMP,
    &testlib::HCMP,
    &testlib::RCMP4,
    &testlib::RCMP6,
    &testlib::RCMP9,
    &testlib::RCMP,
    &testlib::DCMP,
    &testlib::ACMP,
    &testlib::RNCMP,
    &testlib::YESNO,
    &testlib::NYESNO,
    &testlib::CASEICMP,
    &testlib::CASENCMP,
    &testlib::CASEWCMP,
    &dmoj::STANDARD,
    &dmoj::IDENTICAL,
    &dmoj::EASY,
    &dmoj::FLOATS,
    &dmoj::FLOATSABS,
    &dmoj::FLOATSREL,
    &dmoj::SORTED,
    &dmoj::UNORDERED,
    &dmoj::RSTRIPPED,
    &dmoj::LINECOUNT,
    &dmoj::LINEMATCHES,
    &cms::CMS,
    &hydro::HYDRO,
    &oj::OJ,
    &boj::BOJ,
    &hdu::HDU,
];

/// Every checker, the default first.
#[must_use]
pub fn checkers() -> &'static [&'static dyn Checker] {
    CHECKERS
}

/// The checker of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Checker> {
    CHECKERS
        .iter()
        .copied()
        .find(|checker| checker.name() == name)
}
