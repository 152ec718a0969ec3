//! Times and the limit for people: bars on a logarithmic scale, with the limit as a line.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Style};

use super::scale::Scale;
use super::{Calibrated, sentences};
use crate::calibration::{Entry, Side};
use crate::text;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const SLOW: Style = AnsiColor::Yellow.on_default();
const ODD: Style = AnsiColor::Yellow.on_default();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// The widest name that is not cut.
const WIDEST: usize = 40;
/// Columns of a row beside its two names.
const FIGURES: usize = 15;
/// Columns of a bar.
const BAR: usize = 30;

/// On a terminal of so many columns, if it is one.
pub(super) fn write(
    out: &mut dyn Write,
    one: &Calibrated,
    columns: Option<usize>,
) -> io::Result<()> {
    let found = &one.found;
    writeln!(
        out,
        "{BOLD}{}{BOLD:#} {DIM}{}{DIM:#}",
        plain(&one.slug),
        plain(&one.title)
    )?;
    let times = found.entries.iter().map(|entry| entry.time);
    let scale = Scale::around(times.chain(found.limit));
    let all = |of: fn(&Entry) -> &str| -> Vec<String> {
        found.entries.iter().map(|entry| plain(of(entry))).collect()
    };
    let room = columns.map_or(5 * WIDEST / 2, |columns| {
        columns.saturating_sub(FIGURES + BAR)
    });
    let cases = text::cases_apart(&all(|entry| &entry.case), WIDEST.min(room * 2 / 5));
    let cases = column_of(&cases);
    let left = room.saturating_sub(cases.first().map_or(0, |case| text::width(case)));
    let names = text::apart(&all(|entry| &entry.name), WIDEST.min(left));
    let names = column_of(&names);
    for (entry, (name, case)) in found.entries.iter().zip(names.iter().zip(&cases)) {
        let style = match entry.side {
            Side::InTime => GOOD,
            Side::TooSlow => SLOW,
        };
        let more = if entry.is_ended { ">" } else { " " };
        write!(
            out,
            "  {name} {DIM}{case}{DIM:#} {more}{:>7.3} s ",
            entry.time.as_secs_f64()
        )?;
        bar(out, style, &scale, entry, found.limit)?;
    }
    if let (Some(name), Some(case)) = (names.first(), cases.first()) {
        let before = text::width(name) + text::width(case) + FIGURES;
        writeln!(out, "{:before$}{DIM}{}{DIM:#}", "", axis(&scale))?;
    }
    for unmeasured in &found.unmeasured {
        let (name, why) = (plain(&unmeasured.name), plain(&unmeasured.why));
        writeln!(out, "  {BAD}{name} is not measured{BAD:#}: {why}")?;
    }
    for odd in &found.odd {
        writeln!(out, "  {ODD}{}{ODD:#}", plain(odd))?;
    }
    for (is_bad, said) in sentences(found) {
        let style = if is_bad { BAD } else { Style::new() };
        writeln!(out, "  {style}{said}{style:#}")?;
    }
    writeln!(out)
}

/// Names made as wide as the widest.
fn column_of(names: &[String]) -> Vec<String> {
    let widest = names.iter().map(|name| text::width(name)).max();
    let padded = |name: &String| text::padded(name, widest.unwrap_or(0));
    names.iter().map(padded).collect()
}

fn bar(
    out: &mut dyn Write,
    style: Style,
    scale: &Scale,
    entry: &Entry,
    limit: Option<Duration>,
) -> io::Result<()> {
    let end = column(scale, entry.time);
    let line = limit.map(|limit| column(scale, limit));
    let cells: String = (0..BAR)
        .map(|at| match at {
            at if Some(at) == line => '│',
            at if at < end => '━',
            at if at == end && entry.is_ended => '▶',
            at if at == end => '╸',
            _ => ' ',
        })
        .collect();
    writeln!(out, "{style}{}{style:#}", cells.trim_end())
}

fn column(scale: &Scale, time: Duration) -> usize {
    (scale.place(time) * (BAR - 1) as f64).round() as usize
}

/// The decades below the bars.
fn axis(scale: &Scale) -> String {
    let mut axis = String::new();
    for (place, label) in scale.ticks() {
        let at = (place * (BAR - 1) as f64).round() as usize;
        // What would run into the label before it is left out.
        if axis.is_empty() || text::width(&axis) < at {
            axis = text::padded(&axis, at) + &label;
        }
    }
    axis
}

fn plain(name: &str) -> String {
    text::line(name.as_bytes())
}
