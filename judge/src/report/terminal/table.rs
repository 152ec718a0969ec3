//! The table at the end: solutions by verdicts, the slowest case of each against its limit, and its
//! memory.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::time::Duration;

use anstyle::Style;
use package::Verdict;

use super::words::{BOLD, DIM, mebibytes};
use crate::text;

/// Rows at most, unless all are asked for: what fits on a screen beside the rest of the summary.
pub(super) const ROWS: usize = 24;
/// Of more solutions than that: those that were accepted and came nearest to their limit.
const NEAREST: usize = 8;
/// The fewest columns for names.
const NAMES: usize = 16;

/// What a solution came to.
pub(super) struct Entry {
    pub(super) problem: String,
    pub(super) name: String,
    pub(super) sign: &'static str,
    pub(super) style: Style,
    pub(super) verdict: Verdict,
    /// What it is called.
    pub(super) word: &'static str,
    pub(super) counts: BTreeMap<Verdict, usize>,
    pub(super) score: String,
    pub(super) slowest: Option<Slowest>,
    pub(super) memory: u64,
    /// Whether it is not as expected.
    pub(super) surprise: bool,
}

/// The case that took the most CPU time.
#[derive(Clone)]
pub(super) struct Slowest {
    pub(super) cpu: Duration,
    pub(super) limit: Duration,
    pub(super) case: String,
}

impl Slowest {
    /// Its part of the limit.
    fn share(&self) -> f64 {
        match self.limit.as_secs_f64() {
            0.0 => 0.0,
            limit => self.cpu.as_secs_f64() / limit,
        }
    }

    /// Its time and its part of the limit, such as `0.900 s  90 %`.
    pub(super) fn shown(&self) -> String {
        format!(
            "{:.3} s {:>3.0} %",
            self.cpu.as_secs_f64(),
            self.share() * 100.0
        )
    }
}

/// Prints the table: all solutions if they are few or `whole`. Of many those that are not as
/// expected, which are to be looked at, and of the others those that were nearest to a limit, which
/// may be too tight; the rest is summed up in one line.
pub(super) fn table(
    out: &mut dyn Write,
    entries: &[Entry],
    whole: bool,
    columns: usize,
) -> io::Result<()> {
    let chosen = match whole || entries.len() <= ROWS {
        true => (0..entries.len()).collect(),
        false => choose(entries),
    };
    let shown = |index: &usize| chosen.binary_search(index).is_ok();
    let rest: Vec<&Entry> = (0..entries.len())
        .filter(|index| !shown(index))
        .filter_map(|index| entries.get(index))
        .collect();
    let several = entries
        .first()
        .is_some_and(|first| entries.iter().any(|entry| entry.problem != first.problem));
    let mut rows = Vec::new();
    let mut problem = None;
    for entry in chosen.iter().filter_map(|index| entries.get(*index)) {
        let heading = several && problem != Some(&entry.problem);
        problem = Some(&entry.problem);
        rows.push(Row::of(entry, heading.then(|| entry.problem.clone())));
    }
    if !rest.is_empty() {
        rows.push(Row::sum(&rest));
    }
    print(out, &rows, columns)
}

/// The indices of the entries that are shown, in order.
fn choose(entries: &[Entry]) -> Vec<usize> {
    let surprises = (0..entries.len()).filter(|&index| entries[index].surprise);
    let mut chosen: Vec<usize> = surprises.take(ROWS).collect();
    let share = |index: &usize| {
        let slowest = entries[*index].slowest.as_ref();
        slowest.map_or(0.0, Slowest::share)
    };
    let mut accepted: Vec<usize> = (0..entries.len())
        .filter(|&index| !entries[index].surprise && entries[index].verdict == Verdict::AC)
        .collect();
    accepted.sort_by(|a, b| share(b).total_cmp(&share(a)));
    accepted.truncate(NEAREST.min(ROWS - chosen.len()));
    chosen.extend(accepted);
    chosen.sort_unstable();
    chosen
}

/// A row before its columns have their widths.
struct Row {
    /// A line of its own before it.
    heading: Option<String>,
    style: Style,
    sign: String,
    name: String,
    counts: BTreeMap<Verdict, usize>,
    score: String,
    slowest: String,
    memory: String,
    case: String,
}

impl Row {
    fn of(entry: &Entry, heading: Option<String>) -> Row {
        let (slowest, case) = match &entry.slowest {
            Some(slowest) => (slowest.shown(), slowest.case.clone()),
            None => Default::default(),
        };
        Row {
            heading,
            style: entry.style,
            sign: format!("{} {:3}", entry.sign, entry.word),
            name: entry.name.clone(),
            counts: entry.counts.clone(),
            score: entry.score.clone(),
            slowest,
            memory: memory(entry.memory),
            case,
        }
    }

    /// One row for many.
    fn sum(entries: &[&Entry]) -> Row {
        let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
        for (verdict, count) in entries.iter().flat_map(|entry| &entry.counts) {
            *counts.entry(*verdict).or_default() += count;
        }
        let what = match entries.iter().filter(|entry| entry.surprise).count() {
            0 if entries.iter().all(|entry| entry.sign == "✓") => " as expected".to_owned(),
            0 => String::new(),
            surprises => format!(", {surprises} of them not as expected"),
        };
        Row {
            heading: None,
            style: DIM,
            sign: "…".to_owned(),
            name: format!("{} more{what}", entries.len()),
            counts,
            score: String::new(),
            slowest: String::new(),
            memory: memory(entries.iter().map(|entry| entry.memory).max().unwrap_or(0)),
            case: String::new(),
        }
    }
}

fn memory(bytes: u64) -> String {
    match bytes {
        0 => String::new(),
        bytes => mebibytes(bytes).trim().to_owned(),
    }
}

/// A column, as wide as what is in it.
struct Column {
    head: String,
    cells: Vec<String>,
    width: usize,
}

impl Column {
    /// `None` where there is nothing in it.
    fn of(head: &str, rows: &[Row], cell: impl Fn(&Row) -> String) -> Option<Column> {
        let cells: Vec<String> = rows.iter().map(cell).collect();
        let width = cells.iter().map(|cell| text::width(cell)).max()?;
        (width > 0).then(|| Column {
            head: head.to_owned(),
            cells,
            width: width.max(head.len()),
        })
    }

    fn cell(&self, index: usize) -> &str {
        self.cells.get(index).map_or("", String::as_str)
    }
}

/// The columns between the names and the cases; what matters least comes last.
fn figures(rows: &[Row]) -> Vec<Column> {
    let verdicts: BTreeSet<Verdict> = rows
        .iter()
        .flat_map(|row| row.counts.keys().copied())
        .collect();
    let count = |verdict: Verdict| {
        let count = move |row: &Row| {
            row.counts
                .get(&verdict)
                .map_or_else(String::new, usize::to_string)
        };
        Column::of(verdict.code(), rows, count)
    };
    let others = [
        Column::of("score", rows, |row| row.score.clone()),
        Column::of("slowest / limit", rows, |row| row.slowest.clone()),
        Column::of("memory", rows, |row| row.memory.clone()),
    ];
    verdicts
        .into_iter()
        .map(count)
        .chain(others)
        .flatten()
        .collect()
}

fn print(out: &mut dyn Write, rows: &[Row], columns: usize) -> io::Result<()> {
    let Some(names) = Column::of("solution", rows, |row| row.name.clone()) else {
        return Ok(());
    };
    let mut figures = figures(rows);
    let taken = |figures: &[Column]| SIGN + figures.iter().map(|c| c.width + GAP).sum::<usize>();
    while taken(&figures) + NAMES.min(names.width) > columns && figures.pop().is_some() {}
    let room = columns.saturating_sub(taken(&figures));
    let width = names.width.min(room);
    // The cases have what is left.
    let left = room.saturating_sub(width + GAP);
    let cases = Column::of("on case", rows, |row| row.case.clone());
    let cases = cases.filter(|cases| left >= cases.width.min(NAMES));
    let all = |cell: fn(&Row) -> &str| -> Vec<&str> { rows.iter().map(cell).collect() };
    let shown_names = text::apart(&all(|row| &row.name), width);
    let shown_cases = text::cases_apart(&all(|row| &row.case), left);
    let headings = all(|row| row.heading.as_deref().unwrap_or_default());
    let headings = text::apart(&headings, columns);
    let line = |name: &str, cell: &dyn Fn(&Column) -> String, case: &str| {
        let mut line = text::padded(name, width);
        for column in &figures {
            let cell = cell(column);
            let blanks = GAP + column.width - text::width(&cell).min(column.width);
            line.push_str(&format!("{:blanks$}{cell}", ""));
        }
        if cases.is_some() {
            line.push_str(&format!("{:GAP$}{case}", ""));
        }
        line.truncate(line.trim_end().len());
        line
    };
    let head = line("solution", &|column| column.head.clone(), "on case");
    writeln!(out, "{DIM}{:SIGN$}{head}{DIM:#}", "")?;
    let shown = shown_names.iter().zip(&shown_cases).zip(&headings);
    for (index, (row, ((name, case), heading))) in rows.iter().zip(shown).enumerate() {
        if row.heading.is_some() {
            writeln!(out, "{BOLD}{}{BOLD:#}", heading)?;
        }
        let style = row.style;
        let sign = text::padded(&row.sign, SIGN - 3);
        let line = line(name, &|column| column.cell(index).to_owned(), case);
        writeln!(out, "  {style}{sign}{style:#} {line}")?;
    }
    Ok(())
}

/// Columns before a name.
const SIGN: usize = 8;
/// Blanks before every column but that of the names.
const GAP: usize = 2;
