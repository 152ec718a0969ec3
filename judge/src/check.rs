//! From a program's output and the expected one to a finding, in bounded memory.

mod alike;
mod column;
mod excerpt;
mod extent;
mod layout;
mod shared;

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use compare::{ArgError, Compare};
use package::{CheckerCall, Verdict};

use crate::model::{Excerpt, Finding, Points};
use crate::regular;

/// A checker cannot be used as asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckerError {
    #[error("unknown checker `{}`; known are {}", name.escape_debug(), known.join(", "))]
    Unknown {
        name: String,
        known: Vec<&'static str>,
    },
    #[error(transparent)]
    Argument(#[from] ArgError),
}

/// Finds a checker and reads its arguments.
pub(crate) fn prepare(call: &CheckerCall) -> Result<Box<dyn Compare>, CheckerError> {
    match compare::find(&call.name) {
        Some(checker) => Ok(checker.prepare(&call.args)?),
        None => Err(CheckerError::Unknown {
            name: call.name.clone(),
            known: compare::checkers().iter().map(|c| c.name()).collect(),
        }),
    }
}

/// What stands around the first difference of an output that a program rejected: token by token, or
/// byte by byte where all tokens are the same. There is none where nothing differs, or a file cannot
/// be read again: the program's word stands without it.
pub(crate) fn beside(found: &mut (impl Read + Seek), expected: &Path) -> Option<Excerpt> {
    let excerpt = ["tokens", "exact"].into_iter().find_map(|name| {
        let checker = compare::find(name)?.prepare(&[]).ok()?;
        check(checker.as_ref(), found, expected).excerpt
    })?;
    Some(Excerpt {
        one_of_many: true,
        ..excerpt
    })
}

/// Compares `found`, from its start, with the file of the expected output.
pub(crate) fn check(
    checker: &dyn Compare,
    found: &mut (impl Read + Seek),
    expected: &Path,
) -> Finding {
    let judge_error = |message: String| Finding::new(Verdict::JE, message);
    let mut answer = match regular::open(expected) {
        Ok(answer) => answer,
        Err(error) => {
            let path = expected.display();
            return judge_error(format!("cannot read the expected output {path}: {error}"));
        }
    };
    if let Err(error) = found.seek(SeekFrom::Start(0)) {
        return judge_error(format!("cannot read the output: {error}"));
    }
    match checker.compare(found, &mut answer) {
        Err(error) => judge_error(format!("{}: {error}", expected.display())),
        Ok(check) => Finding {
            verdict: match check.verdict {
                compare::Verdict::Accepted => Verdict::AC,
                compare::Verdict::Wrong => Verdict::WA,
                compare::Verdict::Presentation => Verdict::PE,
            },
            message: check.message,
            points: check.points.map(Points::Share),
            // The verdict stands even if what is around the difference cannot be read again.
            excerpt: check.difference.and_then(|difference| {
                excerpt::around(checker, &difference, found, &mut answer).ok()
            }),
        },
    }
}

/// The first difference that a checker, named with its arguments, finds in these outputs.
#[cfg(test)]
fn excerpt_of(checker: &str, expected: &str, found: &str) -> Excerpt {
    let mut words = checker.split_whitespace().map(str::to_owned);
    let call = CheckerCall {
        name: words.next().unwrap(),
        args: words.collect(),
    };
    let checker = prepare(&call).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ans");
    std::fs::write(&path, expected).unwrap();
    let finding = check(checker.as_ref(), &mut std::io::Cursor::new(found), &path);
    finding.excerpt.unwrap()
}
