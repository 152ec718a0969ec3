//! What each protocol says: the words of the command line, and the meaning of the answer.
//!
//! To add one, add it to `package::Protocol` and to each function here.

use std::ffi::OsString;

use package::{Protocol, Verdict};

use super::feedback::{Feedback, one_line};
use super::program::Role;
use crate::model::{Finding, Points};

/// A word of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// The file of the input.
    Input,
    /// The file of the solution's output; of an interactor, the file it writes.
    Output,
    /// The file of the expected output.
    Answer,
    /// The folder for feedback, with `/` at its end.
    Feedback,
    /// A file with nothing in it, for what this judge does not tell.
    Nothing,
}

/// The words after the program's name and before its own arguments.
pub(super) fn words(protocol: Protocol, role: Role) -> &'static [Word] {
    use Word::{Answer, Feedback, Input, Nothing, Output};
    match (protocol, role) {
        (Protocol::Kattis, _) => &[Input, Answer, Feedback],
        (Protocol::DmojDefault | Protocol::DmojPeg, Role::Interactor) => &[Input, Answer],
        (Protocol::DmojPeg, Role::Checker) => &[Answer, Output, Input],
        (Protocol::Hustoj | Protocol::Cms, _) => &[Input, Answer, Output],
        (Protocol::Yukicoder, _) => &[Input, Answer, Nothing, Nothing],
        _ => &[Input, Output, Answer],
    }
}

/// Whether interactors need not flush what they say.
pub(super) fn writes_at_once(protocol: Protocol) -> bool {
    matches!(
        protocol,
        Protocol::DmojDefault | Protocol::DmojTestlib | Protocol::DmojCoci | Protocol::DmojPeg
    )
}

/// A word of a package's own command line, with the paths in the place of their names.
pub(super) fn filled(word: &str, named: &[(&str, OsString)]) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    let first = |rest: &str| {
        let found = named
            .iter()
            .filter_map(|(name, path)| Some((rest.find(name)?, *name, path)));
        found.min_by_key(|(at, _, _)| *at)
    };
    while let Some((at, name, path)) = first(rest) {
        filled.push(&rest[..at]);
        filled.push(path);
        rest = &rest[at + name.len()..];
    }
    filled.push(rest);
    filled
}

/// Whether a checker reads the output on standard input.
pub(super) fn reads_output(protocol: Protocol) -> bool {
    matches!(protocol, Protocol::Kattis | Protocol::Yukicoder)
}

/// What a program of the jury said: it ended by itself and within its limits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said<'a> {
    pub(super) code: i32,
    pub(super) stdout: &'a [u8],
    pub(super) stderr: &'a [u8],
    pub(super) feedback: &'a Feedback,
}

/// The finding that an answer stands for; what is not of the protocol is an error.
pub(super) fn finding(protocol: Protocol, role: Role, said: &Said<'_>) -> Result<Finding, String> {
    if said.code == 1 && protocol != Protocol::Kattis && is_uncaught(said.stderr) {
        let last = last_line(said.stderr);
        return Err(format!("nothing caught its exception: {last}"));
    }
    match protocol {
        Protocol::Kattis => kattis(said),
        Protocol::Testlib => testlib(said),
        Protocol::DmojDefault | Protocol::DmojTestlib | Protocol::DmojCoci | Protocol::DmojPeg => {
            dmoj(protocol, role, said)
        }
        Protocol::Cms => cms(said),
        Protocol::Yukicoder if said.code == 100 => {
            Ok(Finding::new(Verdict::WA, "query limit exceeded"))
        }
        _ => Ok(Finding::new(
            match said.code {
                0 => Verdict::AC,
                _ => Verdict::WA,
            },
            first_of(said.stderr, said.stdout),
        )),
    }
}

fn kattis(said: &Said<'_>) -> Result<Finding, String> {
    let feedback = said.feedback;
    let mut finding = Finding::new(Verdict::AC, feedback.message.clone());
    match said.code {
        42 => finding.points = kattis_points(feedback)?,
        43 if feedback.asks_again => {
            return Err("it wrote nextpass.in and rejected the output".to_owned());
        }
        43 => {
            finding.verdict = Verdict::WA;
            if feedback.score.is_some() {
                let separator = if finding.message.is_empty() { "" } else { " " };
                finding.message += separator;
                finding.message +=
                    "(warning: it wrote score.txt too, which only counts when accepted)";
            }
        }
        code => return Err(outside(code, "42 accepts and 43 rejects", said)),
    }
    Ok(finding)
}

fn kattis_points(feedback: &Feedback) -> Result<Option<Points>, String> {
    let number = |name: &str, text: &str| match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("{name}: expected a number, found `{text}`")),
    };
    match (&feedback.score, &feedback.multiplier) {
        (None, None) => Ok(None),
        (Some(score), None) => Ok(Some(Points::Score(number("score.txt", score)?))),
        (None, Some(text)) => match number("score_multiplier.txt", text)? {
            share if (0.0..=1.0).contains(&share) => Ok(Some(Points::Share(share))),
            share => Err(format!(
                "score_multiplier.txt: expected a number from 0 to 1, found {share}"
            )),
        },
        (Some(_), Some(_)) => {
            Err("it wrote score.txt and score_multiplier.txt; expected one of them".to_owned())
        }
    }
}

fn testlib(said: &Said<'_>) -> Result<Finding, String> {
    let text = one_line(said.stderr);
    // The verdict is told apart from the message.
    let without = |prefixes: &[&str]| {
        let stripped = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix));
        stripped.unwrap_or(&text).trim_start().to_owned()
    };
    Ok(match said.code {
        0 => Finding::new(Verdict::AC, without(&["ok"])),
        1 => Finding::new(Verdict::WA, without(&["wrong answer"])),
        2 | 4 | 8 => Finding::new(
            Verdict::PE,
            without(&["wrong output format", "unexpected eof"]),
        ),
        3 => return Err(without(&["FAIL"])),
        7 => match number_after(said.stderr, &["points", "partially correct"]) {
            Some(points) => scored(points, Points::Score, text),
            None => return Err(format!("exit code 7 without a number of points: {text}")),
        },
        // `_pc(n)`; a program that is not testlib's may crash with such a code too.
        code @ 16.. if text.starts_with("partially correct") => {
            scored(f64::from(code - 16), Points::Score, text)
        }
        code => {
            let expected = "0, 1, 2, 3, 4, 7, 8 and those from 16 on have a meaning";
            return Err(outside(code, expected, said));
        }
    })
}

fn dmoj(protocol: Protocol, role: Role, said: &Said<'_>) -> Result<Finding, String> {
    let message = match role {
        Role::Checker => first_of(said.stdout, said.stderr),
        Role::Interactor => first_of(said.stderr, said.stdout),
    };
    // Its checkers give a part of the points whether they accept or not.
    if protocol == Protocol::DmojPeg
        && matches!(said.code, 0 | 1)
        && let Some(share) = fraction_of_lines(said.stdout)
    {
        return Ok(scored(share, Points::Share, message));
    }
    let has_more = matches!(protocol, Protocol::DmojTestlib | Protocol::DmojCoci);
    match said.code {
        0 => Ok(Finding::new(Verdict::AC, message)),
        1 => Ok(Finding::new(Verdict::WA, message)),
        2 if has_more => Ok(Finding::new(Verdict::PE, message)),
        3 if has_more => Err(message),
        7 if has_more => {
            let stderr = String::from_utf8_lossy(said.stderr);
            let points = stderr.lines().find_map(|line| match protocol {
                Protocol::DmojCoci => fraction(line.strip_prefix("partial ")?).map(Points::Share),
                _ => number(line.strip_prefix("points ")?).map(Points::Score),
            });
            match points {
                // An output that is worth something of the points is accepted, be it none of them.
                Some(_) => Ok(Finding {
                    points,
                    ..Finding::new(Verdict::AC, message)
                }),
                None => Err(format!(
                    "exit code 7 without a number of points: {}",
                    one_line(said.stderr)
                )),
            }
        }
        code if has_more => Err(outside(code, "0, 1, 2, 3 and 7 have a meaning", said)),
        code => Err(outside(code, "0 accepts and 1 rejects", said)),
    }
}

fn cms(said: &Said<'_>) -> Result<Finding, String> {
    if said.code != 0 {
        return Err(outside(said.code, "0 is the only one", said));
    }
    let stdout = String::from_utf8_lossy(said.stdout);
    let first = stdout.lines().next().unwrap_or_default().trim();
    let message = match one_line(said.stderr).as_str() {
        "translate:success" => "Output is correct".to_owned(),
        "translate:partial" => "Output is partially correct".to_owned(),
        "translate:wrong" => "Output isn't correct".to_owned(),
        other => other.to_owned(),
    };
    match first.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(scored(share, Points::Share, message)),
        _ => Err(format!(
            "expected a score from 0 to 1 on standard output, found `{}`",
            first.escape_debug()
        )),
    }
}

/// Some points are an accepted output, no points a wrong one.
fn scored(value: f64, kind: fn(f64) -> Points, message: String) -> Finding {
    Finding {
        points: Some(kind(value)),
        ..Finding::new(
            if value > 0.0 {
                Verdict::AC
            } else {
                Verdict::WA
            },
            message,
        )
    }
}

/// The number in `points 5 message` or `partially correct (5) message`; it is a whole word.
fn number_after(text: &[u8], words: &[&str]) -> Option<f64> {
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start();
    let rest = words.iter().find_map(|word| text.strip_prefix(word))?;
    match rest.trim_start().strip_prefix('(') {
        Some(inside) => number(inside.split_once(')')?.0),
        None if rest.starts_with(char::is_whitespace) => number(rest.split_whitespace().next()?),
        None => None,
    }
}

/// A number that points can be: neither infinite nor no number.
fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// `X/Y` as a number from 0 to 1.
fn fraction(text: &str) -> Option<f64> {
    let (part, whole) = text.trim().split_once('/')?;
    let (part, whole): (u32, u32) = (part.parse().ok()?, whole.parse().ok()?);
    (whole > 0 && part <= whole).then(|| f64::from(part) / f64::from(whole))
}

/// The first two lines after each other that are `X` and `Y`, as X of Y, if that is not nothing.
fn fraction_of_lines(text: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(text).ok()?;
    let numbers: Vec<Option<f64>> = text.lines().map(|line| line.trim().parse().ok()).collect();
    numbers.windows(2).find_map(|pair| match pair {
        [Some(part), Some(whole)] => {
            Some(part / whole).filter(|&share| 0.0 < share && share <= 1.0)
        }
        _ => None,
    })
}

/// Interpreters end by 1 after an exception that nothing caught, which is also how a checker says
/// that an output is wrong. It is told by what they print then.
fn is_uncaught(stderr: &[u8]) -> bool {
    let begins = |line: &[u8]| {
        line.starts_with(b"Traceback (most recent call last)")
            || line.starts_with(b"Exception in thread ")
    };
    stderr.split(|&byte| byte == b'\n').any(begins)
        // What keeps Python from even starting to run a script.
        || ["SyntaxError", "IndentationError"]
            .iter()
            .any(|name| last_line(stderr).starts_with(name))
}

/// An exit code that the protocol does not know.
fn outside(code: i32, expected: &str, said: &Said<'_>) -> String {
    let said = match last_line(said.stderr) {
        last if last.is_empty() => last,
        last => format!(": {last}"),
    };
    format!("exit code {code}, where {expected}{said}")
}

/// The last line that says something.
pub(super) fn last_line(text: &[u8]) -> String {
    let lines = text.rsplit(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    one_line(
        lines
            .into_iter()
            .find(|line| !line.is_empty())
            .unwrap_or_default(),
    )
}

fn first_of(text: &[u8], other: &[u8]) -> String {
    match one_line(text) {
        line if line.is_empty() => one_line(other),
        line => line,
    }
}

#[cfg(test)]
mod tests;
