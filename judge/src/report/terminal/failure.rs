//! A case that failed: its line, and what helps to see why.

use std::io::{self, Write};

use super::difference::difference;
use super::look::Look;
use super::words::{DIM, RAN, verdict_style, word};
use crate::event::Preview;
use crate::model::CaseResult;
use crate::report::diff;
use crate::text;
use crate::transcript::Transcript;

use package::Score;

/// Lines of an input and of standard error that are shown.
const INPUT_LINES: usize = 8;
const STDERR_LINES: usize = 6;
/// Lines of a talk that are shown, of its beginning and of its end.
const TALK_HEAD: usize = 4;
const TALK_TAIL: usize = 12;
/// Blanks before a line that belongs to a case.
const INDENT: usize = 9;

/// The line of a case, failed or not, with its name as wide as all names there.
pub(super) fn line(out: &mut Vec<u8>, result: &CaseResult, name: &str) -> io::Result<()> {
    let word = word(result.verdict, result.compared);
    let style = match word {
        RAN => DIM,
        _ => verdict_style(result.verdict),
    };
    let measured = match result.measured {
        Some(measured) => format!(
            "  {} {}",
            super::words::seconds(measured.cpu),
            super::words::mebibytes(measured.memory)
        ),
        None => String::new(),
    };
    let alone = match result.beside_others {
        Some(first) => format!(
            " (alone; {} beside others)",
            super::words::seconds(first.cpu).trim()
        ),
        None => String::new(),
    };
    let score = match result.score {
        Some(score) => format!("  score {}", Score(score)),
        None => String::new(),
    };
    let separator = if result.message.is_empty() { "" } else { "  " };
    let line = format!(
        "    {style}{word:4}{style:#} {name}{DIM}{measured}{alone}{score}{DIM:#}{separator}{}",
        text::printable(result.message.as_bytes(), 300),
    );
    writeln!(out, "{}", line.trim_end())
}

/// The whole name of a case, below a line that has no room for it.
pub(super) fn name(out: &mut Vec<u8>, result: &CaseResult) -> io::Result<()> {
    let name = text::line(result.name.as_bytes());
    writeln!(out, "{:INDENT$}{DIM}case: {name}{DIM:#}", "")
}

/// What helps to see why a case failed; the input only where it is given.
pub(super) fn details(
    out: &mut Vec<u8>,
    result: &CaseResult,
    input: Option<&Preview>,
    look: &Look,
) -> io::Result<()> {
    if let Some(input) = input {
        self::input(out, input, look, INDENT)?;
    }
    if let Some(excerpt) = &result.excerpt {
        difference(out, excerpt, look, INDENT)?;
    }
    if let Some(transcript) = &result.transcript {
        talk(out, transcript)?;
    }
    for line in text::tail(&result.stderr, STDERR_LINES) {
        writeln!(out, "{:INDENT$}{DIM}stderr: {line}{DIM:#}", "")?;
    }
    Ok(())
}

/// The beginning of an input.
pub(crate) fn input(
    out: &mut dyn Write,
    input: &Preview,
    look: &Look,
    indent: usize,
) -> io::Result<()> {
    let lines = diff::plain_lines(&input.bytes, input.more);
    let shown = &lines[..lines.len().min(INPUT_LINES)];
    let digits = shown.len().to_string().len();
    let room = look.columns().saturating_sub(indent + digits + 1);
    writeln!(out, "{:indent$}{DIM}{:digits$} input{DIM:#}", "", "")?;
    for (line, number) in shown.iter().zip(1..) {
        let text = line.within(room);
        let line = format!("{:indent$}{DIM}{number:>digits$}{DIM:#} {text}", "");
        writeln!(out, "{}", line.trim_end())?;
    }
    let hidden = lines.len() - shown.len();
    let more = match (hidden, input.more) {
        (0, false) => return Ok(()),
        (_, true) => "more follows".to_owned(),
        (hidden, false) => text::plural(hidden, "more line"),
    };
    writeln!(out, "{:indent$}{DIM}{:digits$} … {more}{DIM:#}", "", "")
}

fn talk(out: &mut Vec<u8>, transcript: &Transcript) -> io::Result<()> {
    let blank = " ".repeat(INDENT);
    let (head, between, tail) = transcript.excerpt(TALK_HEAD, TALK_TAIL);
    writeln!(
        out,
        "{blank}{DIM}the interactor (<) and the solution (>) said{DIM:#}"
    )?;
    for line in head {
        writeln!(out, "{blank}  {line}")?;
    }
    if between > 0 {
        let lines = text::plural(between as usize, "more line");
        writeln!(out, "{blank}  {DIM}… {lines} …{DIM:#}")?;
    }
    for line in tail {
        writeln!(out, "{blank}  {line}")?;
    }
    Ok(())
}
