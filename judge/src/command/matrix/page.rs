//! A matrix as a page, and as a table in Markdown: the same cells in two notations.

use std::io::{self, Write};

use package::Verdict;

use super::Strength;
use crate::report::{cell_in_markdown as span, code_in_markdown as code};
use crate::strength::{Column, Fate, Mutant};
use crate::text;

/// The line by which a file is known for such a page.
pub(super) const MARK: &str = "<title>judge matrix</title>";

const STYLE: &str = "\
:root { color-scheme: light dark }
body { font: 14px/1.5 system-ui, sans-serif; margin: 2em }
table { border-collapse: collapse }
th, td { border: 1px solid #8886; padding: 1px 6px; text-align: center; white-space: nowrap }
th:first-child { text-align: left }
thead th { font-weight: normal }
.name { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left }
.bad { background: #d336; font-weight: bold }
.yes { background: #3a35 }
code { white-space: pre }";

/// One page with all packages. What comes from packages is text in it and never markup.
pub(super) fn html(out: &mut dyn Write, all: &[Strength]) -> io::Result<()> {
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n{MARK}\n<style>\n{STYLE}\n</style>"
    )?;
    for strength in all {
        let matrix = &strength.matrix;
        writeln!(out, "<h2>{}</h2>", marked(&strength.slug))?;
        writeln!(out, "<table>\n<thead><tr><th>case</th>")?;
        for column in &matrix.columns {
            let is_bad = column.rejecting().is_empty();
            let class = if is_bad { "name bad" } else { "name" };
            writeln!(
                out,
                "<th><div class=\"{class}\">{}</div></th>",
                marked(&column.name)
            )?;
        }
        writeln!(out, "<th>rejects</th><th></th></tr></thead>\n<tbody>")?;
        let idle = matrix.idle();
        for (case, name) in matrix.cases.iter().enumerate() {
            let class = if idle.contains(&case) {
                " class=\"bad\""
            } else {
                ""
            };
            write!(out, "<tr><th{class}>{}</th>", marked(name))?;
            for column in &matrix.columns {
                let class = if column.is_rejected(case) {
                    " class=\"yes\""
                } else {
                    ""
                };
                write!(out, "<td{class}>{}</td>", cell(column, case))?;
            }
            let marks = marks(strength, case);
            writeln!(
                out,
                "<td>{}</td><td>{marks}</td></tr>",
                matrix.rejected_by(case)
            )?;
        }
        writeln!(out, "</tbody></table>")?;
        for line in said(strength) {
            writeln!(out, "<p>{}</p>", marked(&line))?;
        }
        for (solution, survivors) in survivors(strength) {
            writeln!(out, "<p>{}</p>\n<ul>", marked(&solution))?;
            for (place, mutant) in survivors {
                writeln!(
                    out,
                    "<li>{} <code>{}</code> → <code>{}</code> in <code>{}</code></li>",
                    marked(&place),
                    marked(&mutant.from),
                    marked(&mutant.to),
                    marked(&mutant.text)
                )?;
            }
            writeln!(out, "</ul>")?;
        }
    }
    writeln!(out, "</html>")
}

/// A heading, a table and a list for each package.
pub(super) fn markdown(out: &mut dyn Write, all: &[Strength]) -> io::Result<()> {
    for strength in all {
        let matrix = &strength.matrix;
        writeln!(out, "## {}\n", code(&strength.slug))?;
        write!(out, "| case |")?;
        for column in &matrix.columns {
            write!(out, " {} |", span(&column.name))?;
        }
        writeln!(
            out,
            " rejects | |\n|---|{}---:|---|",
            ":-:|".repeat(matrix.columns.len())
        )?;
        for (case, name) in matrix.cases.iter().enumerate() {
            write!(out, "| {} |", span(name))?;
            for column in &matrix.columns {
                write!(out, " {} |", cell(column, case))?;
            }
            writeln!(
                out,
                " {} | {} |",
                matrix.rejected_by(case),
                marks(strength, case)
            )?;
        }
        writeln!(out)?;
        for line in said(strength) {
            writeln!(out, "{}\n", code(&line))?;
        }
        for (solution, survivors) in survivors(strength) {
            writeln!(out, "{}\n", code(&solution))?;
            for (place, mutant) in survivors {
                let change = format!("{} -> {}", mutant.from, mutant.to);
                let text = code(&mutant.text);
                writeln!(out, "- {}: {} in {text}", code(&place), code(&change))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

fn cell(column: &Column, case: usize) -> String {
    match column.verdicts.get(case) {
        None => String::new(),
        Some(Verdict::AC) => "·".to_owned(),
        Some(verdict) => verdict.to_string(),
    }
}

fn marks(strength: &Strength, case: usize) -> &'static str {
    let is_needed = strength.matrix.needed().contains(&case);
    match (strength.matrix.smallest.contains(&case), is_needed) {
        (_, true) => "needed",
        (true, false) => "in the smallest set",
        (false, false) => "",
    }
}

/// What follows from the matrix, a sentence each.
fn said(strength: &Strength) -> Vec<String> {
    let matrix = &strength.matrix;
    let mut all: Vec<String> = matrix
        .survivors()
        .map(|column| format!("No case rejects {}.", column.name))
        .collect();
    let missing = matrix.columns.iter().filter_map(|column| {
        let why = column.missing.as_ref()?;
        Some(format!("{} did not run: {why}.", column.name))
    });
    all.extend(missing);
    let idle = matrix.idle();
    let names: Vec<&str> = idle
        .iter()
        .map(|&case| matrix.cases[case].as_str())
        .collect();
    if !names.is_empty() {
        all.push(format!("These reject nothing: {}.", names.join(", ")));
    }
    all.push(format!(
        "{} {} as many as all {}.",
        text::plural(matrix.smallest.len(), "case"),
        if matrix.smallest.len() == 1 {
            "rejects"
        } else {
            "reject"
        },
        if matrix.exact {
            "do, and no smaller set does"
        } else {
            "do; a smaller set may do"
        },
    ));
    all
}

/// For each solution a sentence, and the mutants that no case rejects with their places.
fn survivors(strength: &Strength) -> Vec<(String, Vec<(String, &Mutant)>)> {
    let of = |(solution, trial): &'_ (String, _)| -> String {
        let trial: &Result<crate::strength::Trial, crate::strength::TrialError> = trial;
        match trial {
            Err(error) => format!("{solution}: {error}."),
            Ok(trial) => {
                let count = |fate: &Fate| trial.tried.iter().filter(|t| t.fate == *fate).count();
                let survived = count(&Fate::Survived);
                let tried = text::plural(trial.tried.len(), "mutant");
                format!(
                    "{solution}: {tried} tried of {}, {survived} rejected by no case.",
                    trial.possible
                )
            }
        }
    };
    strength
        .trials
        .iter()
        .map(|entry| {
            let tried = entry.1.as_ref().map_or(&[][..], |trial| &trial.tried);
            let survived = tried.iter().filter(|tried| tried.fate == Fate::Survived);
            let places = survived.map(|tried| {
                let place = format!("{}:{}", entry.0, tried.mutant.line);
                (place, &tried.mutant)
            });
            (of(entry), places.collect())
        })
        .collect()
}

fn marked(text: &str) -> String {
    text::escaped(text.as_bytes())
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
