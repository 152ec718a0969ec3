//! The first difference of two outputs, as a person sees best what is wrong.

use std::io::{self, Write};

use anstyle::Style;

use super::look::{DiffView, Look};
use super::words::{BAD, DIM, GOOD};
use crate::model::{Excerpt, Unit};
use crate::report::diff::{self, Glyph, Kind, Row, Rows, Shown, Side, Text};
use crate::text;

/// Words that are listed one by one.
const LISTED: usize = 10;
/// The fewest columns for one of two outputs side by side.
const CELL: usize = 12;

/// Prints the difference, each line after `indent` blanks.
pub(crate) fn difference(
    out: &mut dyn Write,
    excerpt: &Excerpt,
    look: &Look,
    indent: usize,
) -> io::Result<()> {
    let rows = diff::rows(excerpt);
    let shown = match look.diff() {
        DiffView::Side => {
            told(out, diff::notes(excerpt), indent)?;
            side_by_side(out, &rows, look, indent)?
        }
        DiffView::Unified => {
            told(out, Some(diff::place(excerpt)), indent)?;
            unified(out, &rows, look, indent)?
        }
        DiffView::Tokens => {
            told(out, diff::notes(excerpt), indent)?;
            tokens(out, excerpt, &rows, look, indent)?
        }
        DiffView::None => return Ok(()),
    };
    let rest = diff::rest(excerpt, &rows, shown);
    told(out, rest.map(|rest| format!("… {rest}")), indent)
}

/// A line about the difference, if there is anything to say.
fn told(out: &mut dyn Write, line: Option<String>, indent: usize) -> io::Result<()> {
    match line {
        Some(line) => writeln!(out, "{:indent$}{DIM}{line}{DIM:#}", ""),
        None => Ok(()),
    }
}

fn side_by_side(out: &mut dyn Write, rows: &Rows, look: &Look, indent: usize) -> io::Result<Shown> {
    let sides = |row: &Row| [&row.expected, &row.found].map(|side| side.as_ref().map(|s| s.number));
    let numbers = rows.rows.iter().flat_map(sides).flatten();
    let digits = numbers.max().unwrap_or(1).to_string().len();
    // Each side has a number and a blank; between them stands a sign with a blank on either hand.
    let room = look.columns().saturating_sub(indent + 2 * (digits + 1) + 3) / 2;
    let widest = |side: fn(&Row) -> &Option<Side>| {
        let widths = rows.rows.iter().filter_map(|row| side(row).as_ref());
        widths.map(|side| side.text.width()).max().unwrap_or(0)
    };
    let most = room.max(CELL);
    let left = widest(|row| &row.expected).clamp("expected".len(), most);
    let right = widest(|row| &row.found).clamp("found".len(), most);
    let blank = " ".repeat(indent);
    writeln!(
        out,
        "{blank}{DIM}{:digits$} {}   {:digits$} found{DIM:#}",
        "",
        text::padded("expected", left),
        ""
    )?;
    let mut shown = Shown::of(rows);
    for row in &rows.rows {
        let begins = [(&row.expected, left), (&row.found, right)]
            .map(|(side, columns)| Some(side.as_ref()?.text.begin(columns)));
        let begin = begins.into_iter().flatten().min();
        let cell = |side: &Option<Side>, columns: usize| match side {
            Some(side) => {
                // Lines that do not correspond need not begin together.
                let begin = begin.filter(|_| !rows.rewrapped);
                let begin = begin.unwrap_or_else(|| side.text.begin(columns));
                (side.number.to_string(), side.text.clip(begin, columns))
            }
            None => (String::new(), Text::default()),
        };
        let (old_number, old) = cell(&row.expected, left);
        let (new_number, new) = cell(&row.found, right);
        shown.add(Kind::Expected, &old);
        shown.add(Kind::Found, &new);
        let sign = match row {
            Row { same: true, .. } => ' ',
            _ if rows.rewrapped => '|',
            Row { found: None, .. } => '<',
            Row { expected: None, .. } => '>',
            _ => '|',
        };
        let (old_style, new_style) = match row.same {
            true => (DIM, DIM),
            false => (GOOD, BAD),
        };
        let old_text = painted(&old, row.same, old_style);
        let new_text = painted(&new, row.same, new_style);
        let gap = " ".repeat(left - old.width().min(left));
        let mut line = format!("{blank}{DIM}{old_number:>digits$}{DIM:#} {old_text}{gap} {sign}");
        if row.found.is_some() {
            line.push_str(&format!(" {DIM}{new_number:>digits$}{DIM:#} {new_text}"));
        }
        writeln!(out, "{}", line.trim_end())?;
        if !look.colours && !row.same {
            let lines = [
                (&old, indent + digits + 1),
                (&new, indent + left + 2 * (digits + 1) + 3),
            ];
            let under = carets(&lines, rows.rewrapped);
            write!(out, "{under}")?;
        }
    }
    Ok(shown)
}

fn unified(out: &mut dyn Write, rows: &Rows, look: &Look, indent: usize) -> io::Result<Shown> {
    let blank = " ".repeat(indent);
    let lines = diff::in_one_text(rows);
    let most = lines.iter().map(|(_, side)| side.number).max().unwrap_or(1);
    let digits = most.to_string().len();
    let room = look.columns().saturating_sub(indent + digits + 3).max(CELL);
    let mut all = Shown::of(rows);
    for (kind, side) in lines {
        let (sign, style) = match kind {
            Kind::Both => (' ', DIM),
            Kind::Expected => ('-', GOOD),
            Kind::Found => ('+', BAD),
        };
        let shown = side.text.clip(side.text.begin(room), room);
        all.add(kind, &shown);
        let line = format!(
            "{blank}{DIM}{:>digits$}{DIM:#} {style}{sign}{style:#} {}",
            side.number,
            painted(&shown, kind == Kind::Both, style)
        );
        writeln!(out, "{}", line.trim_end())?;
        if !look.colours && kind != Kind::Both {
            let under = carets(&[(&shown, indent + digits + 3)], rows.rewrapped);
            write!(out, "{under}")?;
        }
    }
    Ok(all)
}

fn tokens(
    out: &mut dyn Write,
    excerpt: &Excerpt,
    rows: &Rows,
    look: &Look,
    indent: usize,
) -> io::Result<Shown> {
    let most = look.columns() / 3;
    let differ: Vec<&Row> = rows.rows.iter().filter(|row| !row.same).collect();
    let parts: Vec<&[&Row]> = match rows.rewrapped {
        true => vec![&differ],
        false => differ.chunks(1).collect(),
    };
    let mut shown = Shown::default();
    for part in parts {
        let [listed, _] = shown.words;
        if listed == LISTED {
            break;
        }
        let pairs = words(part, most);
        let (list, left) = pairs.split_at(pairs.len().min(LISTED - listed));
        for pair in list {
            writeln!(out, "{:indent$}{pair}", "")?;
        }
        shown.lines += usize::from(!list.is_empty());
        shown.words = [listed + list.len(); 2];
        // Where words are counted, the count of the rest says it.
        let of_lines = excerpt
            .extent
            .is_none_or(|extent| extent.unit == Unit::Lines);
        if of_lines && !left.is_empty() {
            let differ = if left.len() == 1 { "differs" } else { "differ" };
            let left = text::plural(left.len(), "more word");
            told(out, Some(format!("… {left} of this line {differ}")), indent)?;
        }
    }
    Ok(shown)
}

/// The words that differ in rows, each with what stands in its place.
fn words(rows: &[&Row], most: usize) -> Vec<String> {
    let differ = |side: fn(&Row) -> &Option<Side>| -> Vec<(u64, Text)> {
        let sides = rows.iter().filter_map(|row| side(row).as_ref());
        let words = |side: &Side| {
            let number = side.number;
            let words = side.text.words().into_iter();
            words.map(move |word| (number, word))
        };
        sides.flat_map(words).collect()
    };
    let (old, new) = (differ(|row| &row.expected), differ(|row| &row.found));
    let quoted = |word: &Text| format!("'{}'", word.within(most));
    (0..old.len().max(new.len()))
        .map(|index| match (old.get(index), new.get(index)) {
            (Some((line, old)), None) => {
                format!("line {line}: expected {}, found nothing", quoted(old))
            }
            (None, Some((line, new))) => {
                format!("line {line}: expected nothing, found {}", quoted(new))
            }
            (Some((line, old)), Some((there, new))) => {
                let (old, new) = (quoted(old), quoted(new));
                let there = match line == there {
                    true => String::new(),
                    false => format!(" on line {there}"),
                };
                format!("line {line}: expected {old}, found {new}{there}")
            }
            (None, None) => String::new(),
        })
        .collect()
}

/// A line in colours: what is marked stands out from what is only in the same line.
fn painted(text: &Text, same: bool, style: Style) -> String {
    let runs = text.glyphs().chunk_by(|a, b| a.marked == b.marked);
    let paint = |run: &[Glyph]| {
        let shown: String = run.iter().map(|glyph| glyph.shown.as_str()).collect();
        let style = match run.first() {
            Some(glyph) if glyph.marked => style.underline(),
            _ if same => style,
            _ => Style::new(),
        };
        format!("{style}{shown}{style:#}")
    };
    runs.map(paint).collect()
}

/// Where there are no colours: a line of carets below what is marked. Where that is all there is,
/// the sign of the line says it, but among `rewrapped` lines, of which all have signs.
fn carets(lines: &[(&Text, usize)], rewrapped: bool) -> String {
    if !rewrapped && lines.iter().all(|(text, _)| text.is_all_marked()) {
        return String::new();
    }
    let mut line = String::new();
    for (text, start) in lines {
        let mut column = *start;
        for glyph in text.glyphs() {
            if glyph.marked {
                let gap = column.saturating_sub(line.len());
                line.push_str(&" ".repeat(gap));
                line.push_str(&"^".repeat(glyph.width));
            }
            column += glyph.width;
        }
    }
    match line.is_empty() {
        true => line,
        false => format!("{line}\n"),
    }
}
