//! What `judge stress` says of a solution.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use package::Solution;

use super::Ended;
use super::request::Request;
use crate::schedule::place;
use crate::stress::{Proof, Smallest, Try};
use crate::text;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// Lines of an input or an output that are shown.
const LINES: usize = 24;
/// Characters of an input in a table.
const WIDTH: usize = 72;
/// Columns for the name of a solution in a table.
pub(super) const NAMES: usize = 44;

/// All that is known of one solution.
pub(super) fn whole(
    out: &mut impl Write,
    request: &Request,
    solution: &Solution,
    ended: &Ended,
) -> io::Result<()> {
    let name = text::printable(solution.name.as_bytes(), 100);
    write!(out, "{BOLD}{name}{BOLD:#}: ")?;
    match ended {
        Ended::Nothing { .. } => writeln!(out, "{GOOD}{}{GOOD:#}", outcome(ended)),
        Ended::Broken(log) => {
            writeln!(out, "{BAD}does not compile{BAD:#}")?;
            lines(out, log.as_bytes())
        }
        Ended::Missing(_) | Ended::Uncompared { .. } => writeln!(out, "{}", outcome(ended)),
        Ended::Found {
            of,
            repeats,
            smallest,
            kept,
            ..
        } => {
            let verdict = smallest.failure.kind.verdict;
            writeln!(out, "{BAD}{verdict}{BAD:#} {}", outcome(ended))?;
            counterexample(out, smallest)?;
            told_kept(out, "", kept)?;
            match (repeats, request.place.is_some()) {
                (true, _) => writeln!(out, "{DIM}again: {}{DIM:#}", again(request, solution, *of)),
                // It is all there is of the input.
                (false, true) => Ok(()),
                (false, false) => writeln!(
                    out,
                    "{DIM}no seed leads to this input again; --keep NAME writes to NAME.in and NAME.ans what is found next{DIM:#}"
                ),
            }
        }
    }
}

/// The input with both outputs.
fn counterexample(out: &mut impl Write, smallest: &Smallest) -> io::Result<()> {
    let Smallest {
        input,
        answer,
        failure,
        proof,
    } = smallest;
    writeln!(out, "  {}", failure.message)?;
    writeln!(out, "{BOLD}input{BOLD:#}: {DIM}{}{DIM:#}", proven(*proof))?;
    lines(out, input)?;
    if let Some(answer) = answer {
        writeln!(out, "{BOLD}expected{BOLD:#}")?;
        lines(out, answer)?;
    }
    if failure.output.is_empty() {
        writeln!(out, "{BOLD}found{BOLD:#} nothing")
    } else {
        writeln!(out, "{BOLD}found{BOLD:#}")?;
        lines(out, &failure.output)
    }
}

fn lines(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    for line in text::head(&String::from_utf8_lossy(bytes), LINES) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// A line or two of one of several solutions, by the name that it has among them.
pub(super) fn row(out: &mut impl Write, name: &str, ended: &Ended, good: bool) -> io::Result<()> {
    let (style, mark) = if good { (GOOD, '✓') } else { (BAD, '✗') };
    let name = text::padded(name, NAMES);
    let verdict = ended.verdict();
    let outcome = outcome(ended);
    writeln!(out, "{style}{mark} {verdict:3}{style:#} {name} {outcome}")?;
    if let Ended::Found { smallest, kept, .. } = ended {
        let line = one_line(&smallest.input);
        writeln!(out, "      {line}  {DIM}{}{DIM:#}", proven(smallest.proof))?;
        told_kept(out, "      ", kept)?;
    }
    Ok(())
}

fn told_kept(out: &mut impl Write, indent: &str, kept: &[PathBuf]) -> io::Result<()> {
    for path in kept {
        writeln!(out, "{indent}kept {}", place(path))?;
    }
    Ok(())
}

pub(super) fn sum(out: &mut impl Write, good: usize, count: usize) -> io::Result<()> {
    let count = text::plural(count, "solution");
    writeln!(out, "{good} of {count} as expected")
}

/// How long it took to come to this.
pub(super) fn outcome(ended: &Ended) -> String {
    match ended {
        Ended::Found { of, after, .. } => format!(
            "with {of}, after {} and {:.2} s",
            tries(of.number),
            after.as_secs_f64()
        ),
        Ended::Nothing {
            tried,
            unanswered,
            largest,
        } => {
            let unanswered = match unanswered {
                0 => String::new(),
                count => format!(", {count} of them too large for the reference"),
            };
            format!(
                "no failing input in {}, sizes up to {largest}{unanswered}",
                tries(*tried)
            )
        }
        Ended::Uncompared { tried } => format!(
            "nothing was compared: {} too large for the reference; try smaller sizes, or another reference by --against",
            tries(*tried)
        ),
        Ended::Broken(log) => {
            let first = text::head(log, 1).into_iter().next();
            format!("does not compile: {}", first.unwrap_or_default())
        }
        Ended::Missing(reason) => format!("not tried: {reason}"),
    }
}

pub(super) fn tries(count: usize) -> String {
    match count {
        1 => "1 try".to_owned(),
        _ => format!("{count} tries"),
    }
}

/// In what sense the input is small, in a sentence.
pub(super) fn proven(proof: Proof) -> String {
    match proof {
        Proof::Exhaustive { smaller: 0, .. } => "it is of the smallest size there is".to_owned(),
        Proof::Exhaustive { size, smaller } => {
            format!("it is of size {size}, and none of a smaller size fails ({smaller} tried)")
        }
        Proof::Steps {
            tried,
            minimal,
            none,
        } => {
            let steps = match minimal {
                true => format!("no step makes it smaller ({tried} tried)"),
                false => format!("more time may make it smaller ({tried} tried)"),
            };
            let none = none.map_or_else(String::new, |(size, count)| {
                format!("; none up to size {size} fails ({count} tried)")
            });
            format!("{steps}{none}")
        }
    }
}

/// An input on one line, the ends of its lines shown as ` / `.
pub(super) fn one_line(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<&str> = text.lines().collect();
    let whole = lines.join(" / ");
    let shown = text::printable(whole.as_bytes(), WIDTH);
    match whole.chars().count() > WIDTH {
        true => format!("{shown} ({})", text::plural(lines.len(), "line")),
        false => shown,
    }
}

/// The command that tries the same input again.
fn again(request: &Request, solution: &Solution, of: Try) -> String {
    let own = [
        "judge".to_owned(),
        "stress".to_owned(),
        request
            .named
            .clone()
            .unwrap_or_else(|| solution.name.clone()),
    ];
    let seed = [
        "--seed".to_owned(),
        of.seed.to_string(),
        "--size".to_owned(),
        of.size.to_string(),
    ];
    let words = own.iter().chain(&request.again).chain(&seed);
    let words: Vec<&str> = words.map(String::as_str).collect();
    // A word with a NUL byte came from no command line.
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}
