//! The lines of a problem, a solution and a group.

use std::io::{self, Write};

use super::Running;
use super::table::Slowest;
use super::words::{
    BOLD, DIM, RAN, expected, limits, mebibytes, out_of, sign, verdict_style, word,
};
use crate::event::{GroupResult, ProblemInfo, SolutionResult};
use crate::text;

/// Columns for the name of a solution in its line.
const NAMES: usize = 36;
/// Columns for a title, and for a source, at least.
const TITLES: usize = 16;
/// Columns before the name of a solution, and for what is expected of it behind it.
const SIGN: usize = 8;
const EXPECTED: usize = " (expected AC)".len();

/// Columns for the name of a solution in its line, at most.
pub(super) fn room_for_a_name(columns: usize, tabled: bool) -> usize {
    match tabled {
        true => columns - SIGN - EXPECTED,
        false => columns / 2,
    }
}

/// The problem's line, before the first one that belongs to it.
pub(super) fn problem(page: &mut Vec<u8>, problem: &ProblemInfo, columns: usize) -> io::Result<()> {
    let slug = text::line(problem.slug.as_bytes());
    let cases = text::plural(problem.cases.len(), "case");
    let limits = limits(&problem.limits);
    // The title and the source have what the name and the figures leave.
    let taken = text::width(&slug) + cases.len() + limits.len() + "  (, , )".len();
    let room = columns.saturating_sub(taken).max(2 * TITLES);
    let source = problem.source.as_deref().unwrap_or_default().trim();
    let source = text::line(source.as_bytes());
    let title = match problem.title == problem.slug {
        true => String::new(),
        false => {
            let room = room - text::width(&source).min(room / 2);
            text::printable(problem.title.trim().as_bytes(), room) + " "
        }
    };
    let source = match text::fit(&source, room.saturating_sub(text::width(&title))) {
        source if source.is_empty() => source,
        source => source + ", ",
    };
    writeln!(
        page,
        "{BOLD}{slug}{BOLD:#} {DIM}{title}({source}{cases}, {limits}){DIM:#}",
    )?;
    match &problem.time_from {
        Some(from) => writeln!(page, "  {DIM}time limit {from}{DIM:#}"),
        None => Ok(()),
    }
}

/// The solution's own line. Its figures are left to the table at the end, if they are there.
pub(super) fn solution(
    page: &mut Vec<u8>,
    solution: &Running,
    result: &SolutionResult,
    surprise: bool,
    with_figures: bool,
    columns: usize,
) -> io::Result<()> {
    let (sign, style) = sign(solution, result, surprise);
    let word = word(result.verdict, !solution.only_ran());
    let expected = match surprise {
        true => expected(&solution.info),
        false => String::new(),
    };
    let name = &solution.name;
    let names = NAMES.min(columns / 2);
    let mut figures: Vec<String> = Vec::new();
    if with_figures {
        figures.extend(solution.slowest.as_ref().map(Slowest::shown));
        figures.extend(
            (solution.most_memory > 0).then(|| mebibytes(solution.most_memory).trim().to_owned()),
        );
    }
    let mut counts: Vec<String> = Vec::new();
    counts.extend(
        result
            .score
            .map(|score| format!("score {}", out_of(score, result.max_score))),
    );
    if with_figures && word != RAN {
        let verdicts = solution.counts.iter();
        counts.extend(verdicts.map(|(verdict, count)| format!("{count} {verdict}")));
    }
    if solution.only_run > 0 {
        let which = match solution.only_run == solution.cases {
            true => String::new(),
            false => format!("{} of them ", solution.only_run),
        };
        counts.push(format!("{which}only run: no expected output"));
    }
    figures.extend((!counts.is_empty()).then(|| counts.join(", ")));
    let name = format!("{name}{expected}");
    let start = format!("  {style}{sign} {word:4}{style:#}");
    if figures.is_empty() {
        return writeln!(page, "{start}{name}");
    }
    let name = text::padded(&name, names);
    writeln!(page, "{start}{name}{DIM}  {}{DIM:#}", figures.join("  "))
}

/// The line of a group of cases.
pub(super) fn group(page: &mut Vec<u8>, group: &GroupResult) -> io::Result<()> {
    let style = verdict_style(group.verdict);
    writeln!(
        page,
        "    {style}{:4}{style:#} {}{DIM}  score {}{DIM:#}",
        group.verdict,
        text::padded(&text::printable(group.name.as_bytes(), 60), 24),
        out_of(group.score, group.max_score),
    )
}
