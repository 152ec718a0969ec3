//! A matrix for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use package::Verdict;

use super::Strength;
use crate::strength::{Column, Fate, Trial, TrialError};
use crate::text;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const ODD: Style = AnsiColor::Yellow.on_default();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// The widest names of a case and of a solution that are not cut.
const WIDEST: usize = 40;
const SOLUTIONS: usize = 48;
/// Columns with a blank between them, at the most.
const SPACED: usize = 24;

pub(super) fn write(out: &mut dyn Write, strength: &Strength) -> io::Result<()> {
    let matrix = &strength.matrix;
    writeln!(
        out,
        "{BOLD}{}{BOLD:#} {DIM}{} ({}, {}){DIM:#}",
        plain(&strength.slug),
        plain(&strength.title),
        text::plural(matrix.cases.len(), "case"),
        text::plural(matrix.columns.len(), "wrong solution"),
    )?;
    cells(out, strength)?;
    let names: Vec<String> = matrix.columns.iter().map(|c| plain(&c.name)).collect();
    let names = text::apart(&names, SOLUTIONS);
    let widest = names.iter().map(|name| text::width(name)).max();
    for (place, (column, name)) in matrix.columns.iter().zip(&names).enumerate() {
        let by = column.rejecting().len();
        let (style, said) = match &column.missing {
            Some(why) => (ODD, format!("not run: {}", plain(why))),
            None if by == 0 => (BAD, "rejected by no case".to_owned()),
            None => (DIM, format!("rejected by {}", text::plural(by, "case"))),
        };
        let name = text::padded(name, widest.unwrap_or(0));
        writeln!(out, "  {:>3} {name}  {style}{said}{style:#}", place + 1)?;
    }
    told(out, strength)?;
    for (solution, trial) in &strength.trials {
        match trial {
            Ok(trial) => mutants(out, trial)?,
            Err(error) => odd(out, &format!("{}: {error}", plain(solution)), error)?,
        }
    }
    writeln!(out)
}

fn odd(out: &mut dyn Write, said: &str, error: &TrialError) -> io::Result<()> {
    let style = match error {
        TrialError::Source => DIM,
        _ => ODD,
    };
    writeln!(out, "  {style}{said}{style:#}")
}

/// A row for each case, a column for each wrong solution.
fn cells(out: &mut dyn Write, strength: &Strength) -> io::Result<()> {
    let matrix = &strength.matrix;
    let names: Vec<String> = matrix.cases.iter().map(|name| plain(name)).collect();
    let names = text::apart(&names, WIDEST);
    let widest = names.iter().map(|name| text::width(name)).max();
    let widest = widest.unwrap_or(0);
    let between = match matrix.columns.len() <= SPACED {
        true => " ",
        false => "",
    };
    let numbers = |digit: &dyn Fn(usize) -> String| {
        let digits = (1..=matrix.columns.len()).map(digit);
        digits
            .map(|digit| format!("{between}{digit}"))
            .collect::<String>()
    };
    let blank = |number: usize, at: usize| match number / at {
        0 => " ".to_owned(),
        digits => (digits % 10).to_string(),
    };
    for at in [100, 10] {
        if matrix.columns.len() >= at {
            let row = numbers(&|number| blank(number, at));
            writeln!(out, "  {:widest$} {DIM}{row}{DIM:#}", "")?;
        }
    }
    let row = numbers(&|number| (number % 10).to_string());
    writeln!(out, "  {:widest$} {DIM}{row}{DIM:#}", "")?;
    let needed = matrix.needed();
    let idle = matrix.idle();
    for (case, name) in names.iter().enumerate() {
        write!(out, "  {} ", text::padded(name, widest))?;
        for column in &matrix.columns {
            let (style, letter) = cell(column, case);
            write!(out, "{between}{style}{letter}{style:#}")?;
        }
        let mut marks = format!("  {:>2}", matrix.rejected_by(case));
        if matrix.smallest.contains(&case) {
            marks += " *";
        }
        if needed.contains(&case) {
            marks += " needed";
        }
        let style = if idle.contains(&case) { BAD } else { DIM };
        writeln!(out, "{style}{marks}{style:#}")?;
    }
    Ok(())
}

fn cell(column: &Column, case: usize) -> (Style, &'static str) {
    match column.verdicts.get(case) {
        None | Some(Verdict::SK | Verdict::CE) => (DIM, " "),
        Some(Verdict::AC) => (DIM, "·"),
        Some(Verdict::WA) => (GOOD, "W"),
        Some(Verdict::PE) => (GOOD, "P"),
        Some(Verdict::TLE | Verdict::WTL) => (GOOD, "T"),
        Some(Verdict::MLE) => (GOOD, "M"),
        Some(Verdict::OLE) => (GOOD, "O"),
        Some(Verdict::RTE) => (GOOD, "R"),
        Some(Verdict::JE) => (BAD, "J"),
    }
}

/// What follows from the matrix.
fn told(out: &mut dyn Write, strength: &Strength) -> io::Result<()> {
    let matrix = &strength.matrix;
    let names = |cases: &[usize]| {
        let names = cases.iter().filter_map(|&case| matrix.cases.get(case));
        names.map(|name| plain(name)).collect::<Vec<_>>().join(", ")
    };
    for column in matrix.survivors() {
        let name = plain(&column.name);
        writeln!(
            out,
            "  {BAD}no case rejects {name}{BAD:#}; add one that does"
        )?;
    }
    let idle = matrix.idle();
    if !idle.is_empty() {
        writeln!(
            out,
            "  {BAD}{} nothing{BAD:#} and {} named no edge: {}",
            verb(idle.len(), "case rejects", "cases reject"),
            if idle.len() == 1 { "is" } else { "are" },
            names(&idle)
        )?;
    }
    if matrix.columns.is_empty() {
        return writeln!(out, "  no wrong solution to reject");
    }
    let bound = match matrix.exact {
        true => "no smaller set does",
        false => "found greedily, so a smaller set may do",
    };
    writeln!(
        out,
        "  * {} as many as all: {} {DIM}({bound}){DIM:#}",
        verb(matrix.smallest.len(), "case rejects", "cases reject"),
        names(&matrix.smallest)
    )
}

fn verb(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn mutants(out: &mut dyn Write, trial: &Trial) -> io::Result<()> {
    let count = |is: &dyn Fn(&Fate) -> bool| trial.tried.iter().filter(|t| is(&t.fate)).count();
    let survived = count(&|fate| *fate == Fate::Survived);
    let unbuilt = count(&|fate| *fate == Fate::Unbuilt);
    let rejected = count(&|fate| matches!(fate, Fate::Rejected(..)));
    writeln!(
        out,
        "  {BOLD}{}{BOLD:#}: {} of {} tried, {rejected} rejected, {survived} not, {unbuilt} did not compile",
        plain(&trial.solution),
        trial.tried.len(),
        text::plural(trial.possible, "mutant"),
    )?;
    for tried in &trial.tried {
        let said = match &tried.fate {
            Fate::Survived => String::new(),
            Fate::Unjudged(reason) => format!("  {}", plain(reason)),
            _ => continue,
        };
        let mutant = &tried.mutant;
        writeln!(
            out,
            "    {}:{} {ODD}{} -> {}{ODD:#}{said}  {DIM}{}{DIM:#}",
            plain(&trial.solution),
            mutant.line,
            plain(&mutant.from),
            plain(&mutant.to),
            plain(&mutant.text),
        )?;
    }
    Ok(())
}

fn plain(name: &str) -> String {
    text::line(name.as_bytes())
}
