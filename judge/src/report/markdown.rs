//! The run in Markdown, for comments and step summaries.
//!
//! Names and messages from programs and packages stand in code spans and fenced blocks that nothing
//! in them can end, so they are neither markup nor mentions.

use std::fmt::Write as _;
use std::io::{self, Write};

use package::Verdict;

use super::changes::Changes;
use super::record::document::{Case, Problem, Recording, Solution};
use super::words;
use crate::event::Effect;
use crate::text;

/// What the document begins with, behind `## `: as expected, nothing expected, something else.
pub(super) const SIGNS: [&str; 3] = ["✅", "➖", "❌"];

/// Failing cases that are shown in full for one solution.
const SHOWN: usize = 3;
/// Lines that tell of something worse than in the baseline, at the most.
const CHANGES: usize = 100;

/// Writes the document.
pub(crate) fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    for part in parts(recording) {
        writeln!(out, "{part}")?;
    }
    Ok(())
}

/// The document in parts, the most telling first: what it came to, the problems that hold
/// surprises, the surprises, the other problems. Whoever has little room takes the first ones.
pub(crate) fn parts(recording: &Recording) -> Vec<String> {
    let held = recording.success && words::worse(recording) == 0;
    let [good, open, bad] = SIGNS;
    let sign = match held {
        true if words::holds_against(recording) => good,
        true => open,
        false => bad,
    };
    let mut head = format!(
        "## {sign} judge: {}\n\n{}\n",
        words::outcome(recording),
        words::size(recording)
    );
    for reason in &recording.run.broken {
        // Writing to a string cannot fail.
        let _ = writeln!(head, "\nBroken package:\n\n{}", fenced("text", reason));
    }
    let mut parts = vec![head];
    let changes = recording.comparison.as_ref().map(Changes::from);
    parts.extend(changes.iter().map(changed));
    let surprising = |problem: &Problem| problem.solutions.iter().any(Solution::surprises);
    let (first, later): (Vec<&Problem>, Vec<&Problem>) = recording
        .problems
        .iter()
        .partition(|problem| surprising(problem));
    parts.extend(first.into_iter().map(table));
    parts.extend(
        words::surprises(recording)
            .map(|(problem, solution)| failure(recording, problem, solution)),
    );
    parts.extend(later.into_iter().map(table));
    parts
}

/// What changed since the baseline, a line each, what is worse first.
fn changed(changes: &Changes) -> String {
    let mut text = format!("### {}\n\n", changes.head);
    for effect in [Effect::Worse, Effect::Better, Effect::Other] {
        let sign = match effect {
            Effect::Worse => "❌",
            Effect::Better => "✅",
            Effect::Other => "➖",
        };
        let all: Vec<_> = changes
            .lines
            .iter()
            .filter(|line| line.effect == effect)
            .collect();
        let most = match effect {
            Effect::Worse => CHANGES,
            _ => CHANGES / 5,
        };
        for line in all.iter().take(most) {
            let _ = writeln!(
                text,
                "- {sign} {}: {}",
                code(&line.place()),
                code(&line.text)
            );
        }
        if all.len() > most {
            let _ = writeln!(text, "- {sign} … and {} more", all.len() - most);
        }
    }
    for note in &changes.notes {
        let _ = writeln!(text, "\n{note}");
    }
    text
}

/// A problem: its solutions, a row each.
fn table(problem: &Problem) -> String {
    let limits = &problem.head.limits;
    let mut text = format!(
        "### {}\n\n{} · limits {}, {}\n\n",
        code(&problem.head.name),
        match problem.head.title == problem.head.name {
            true => text::plural(problem.head.cases.len(), "case"),
            false => format!(
                "{} · {}",
                code(&problem.head.title),
                text::plural(problem.head.cases.len(), "case")
            ),
        },
        words::seconds(limits.cpu_ms),
        text::size(limits.memory_bytes),
    );
    // A column for what only some problems give.
    let scored = problem
        .solutions
        .iter()
        .any(|solution| solution.end.score.is_some());
    let (title, line) = match scored {
        true => ("| score ", "|---:"),
        false => ("", ""),
    };
    let _ = writeln!(
        text,
        "| | solution | expected | verdict {title}| cases | slowest | memory |"
    );
    let _ = writeln!(text, "|---|---|---|---{line}|---|---:|---:|");
    for solution in &problem.solutions {
        let sign = match (solution.surprises(), solution.as_expected()) {
            (true, _) => "❌",
            (false, Some(true)) => "✅",
            (false, _) => "➖",
        };
        let slowest = match words::slowest(solution) {
            Some(case) => {
                let time = case.measured.as_ref().map(|m| words::seconds(m.cpu_ms));
                format!("{} on {}", time.unwrap_or_default(), cell(&case.name))
            }
            None => String::new(),
        };
        let memory = words::most_memory(solution).map(words::mebibytes);
        let end = &solution.end;
        let score = match scored {
            true => {
                let score = end.score.map(|score| words::score(score, end.max_score));
                format!("| {} ", score.unwrap_or_default())
            }
            false => String::new(),
        };
        let _ = writeln!(
            text,
            "| {sign} | {} | {} | {} {score}| {} | {slowest} | {} |",
            cell(&solution.head.name),
            // Verdicts between bars would end the cell.
            solution
                .head
                .expected
                .as_deref()
                .map(cell)
                .unwrap_or_default(),
            end.verdict.0,
            words::counts(solution),
            memory.unwrap_or_default(),
        );
    }
    text.push_str(&groups(problem));
    text
}

/// What the solutions of a problem came to in its groups, a row for each group; nothing where there
/// are none.
fn groups(problem: &Problem) -> String {
    let grouped: Vec<&Solution> = problem
        .solutions
        .iter()
        .filter(|solution| !solution.end.groups.is_empty())
        .collect();
    let mut names: Vec<&str> = Vec::new();
    for group in grouped.iter().flat_map(|solution| &solution.end.groups) {
        if !names.contains(&group.name.as_str()) {
            names.push(&group.name);
        }
    }
    if names.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n| group |");
    for solution in &grouped {
        let _ = write!(text, " {} |", cell(&solution.head.name));
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(grouped.len()));
    for name in names {
        let _ = write!(text, "| {} |", cell(name));
        for solution in &grouped {
            let group = solution.end.groups.iter().find(|group| group.name == name);
            let told = group.map(|group| {
                let score = words::score(group.score, group.max_score);
                format!("{} {score}", group.verdict.0)
            });
            let _ = write!(text, " {} |", told.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

/// A solution that is not as expected: why, and its first cases that speak against it.
fn failure(recording: &Recording, problem: &Problem, solution: &Solution) -> String {
    let mut text = format!(
        "#### ❌ {} {}: {}\n",
        code(&problem.head.name),
        code(&solution.head.name),
        code(&words::surprise(solution))
    );
    let _ = writeln!(
        text,
        "\n{}",
        fenced("sh", &words::again(recording, solution))
    );
    if !solution.end.message.is_empty() {
        let _ = writeln!(
            text,
            "\n{}",
            fenced("text", &words::log(&solution.end.message))
        );
    }
    let against: Vec<&Case> = solution
        .cases
        .iter()
        .filter(|case| solution.surprises_on(case))
        .collect();
    for case in against.iter().take(SHOWN) {
        let _ = writeln!(
            text,
            "\n- {} {} {}\n",
            case.verdict.0,
            code(&case.name),
            code(&case.message)
        );
        if let Some(excerpt) = &case.excerpt {
            let lines = words::difference(excerpt).join("\n");
            let _ = writeln!(text, "{}", fenced("diff", &lines));
        }
        if let Some(talk) = &case.transcript {
            let lines = words::talk(talk).join("\n");
            let _ = writeln!(text, "{}", fenced("text", &lines));
        }
        if case.verdict.0 == Verdict::RTE && !case.stderr.is_empty() {
            let lines = text::tail(&case.stderr.0, 20).join("\n");
            let _ = writeln!(text, "{}", fenced("text", &lines));
        }
    }
    if against.len() > SHOWN {
        let more = text::plural(against.len() - SHOWN, "more case");
        let _ = writeln!(text, "\n… and {more}");
    }
    text
}

/// Foreign text as a code span: no markup, no mention, no line end.
pub(crate) fn code(foreign: &str) -> String {
    let text = words::plain(foreign);
    if text.trim().is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let at_ends = |c| text.starts_with(c) || text.ends_with(c);
    match at_ends('`') || at_ends(' ') {
        // A blank at both ends is taken away when it is shown.
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
}

/// The same in a cell of a table, which a bar would end even inside a code span.
pub(crate) fn cell(foreign: &str) -> String {
    code(foreign).replace('|', "\\|")
}

/// Foreign text of several lines as a block that no line of it can end.
fn fenced(language: &str, foreign: &str) -> String {
    let text = text::escaped_lines(foreign.as_bytes());
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    format!("{fence}{language}\n{text}\n{fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_foreign_text_ends_the_code_it_stands_in() {
        for (foreign, span) in [
            ("a.cpp", "`a.cpp`"),
            ("`", "`` ` ``"),
            ("a``b", "```a``b```"),
            ("x\n# y", "`x\\n# y`"),
            (" a ", "`  a  `"),
            ("  ", ""),
        ] {
            assert_eq!(code(foreign), span);
        }
        assert_eq!(cell("a|b"), "`a\\|b`");
        assert_eq!(fenced("", "```\n````"), "`````\n```\n````\n`````");
    }
}
