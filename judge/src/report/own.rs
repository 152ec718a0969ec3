//! How the judge's own reports begin and end, by which a file that may be replaced is known.

use super::format::Format;
use super::output::Output;
use super::record::document::FORMAT;
use super::{html, junit, markdown};

impl Format {
    /// Whether a file holds such a report, going by its ends.
    pub(super) fn is_own(self, text: &Output) -> bool {
        let first = text.first_lines().next().unwrap_or_default();
        match self {
            // A log of other programs may well end with what a run told.
            Format::Human => is_opening(first) && text.last_lines().last().is_some_and(is_summary),
            Format::Json => text.begins_with(&format!("{{\"format\":\"{FORMAT}\",")),
            Format::Jsonl => text.begins_with(&format!(
                "{{\"event\":\"run_started\",\"format\":\"{FORMAT}\","
            )),
            Format::Junit => text.first_lines().take(2).any(|line| line == junit::MARK),
            Format::Github => {
                let own = |line: &str| line.strip_prefix("judge: ").is_some_and(is_summary);
                let begins = ["::group::", "::error ", "::warning "];
                (begins.iter().any(|begin| first.starts_with(begin)) || own(first))
                    && text.last_lines().last().is_some_and(own)
            }
            Format::Markdown => {
                let told = first.strip_prefix("## ");
                let told = told.and_then(|line| line.split_once(" judge: "));
                told.is_some_and(|(sign, _)| markdown::SIGNS.contains(&sign))
                    && text.first_lines().nth(2).is_some_and(is_summary)
            }
            Format::Html => text.first_lines().any(|line| line == html::MARK),
        }
    }
}

/// Whether a report for people may begin with this line: with the first problem or what is said before
/// it, or where there is none, with what comes after it.
fn is_opening(line: &str) -> bool {
    let said = ["shard ", "isolation: ", "since the run of ", "skipped "];
    said.iter().any(|said| line.starts_with(said)) || is_heading(line) || is_summary(line)
}

/// Whether a line is that of a problem: `grid A grid (A source, 2 cases, 1 s, 64 MiB)`.
fn is_heading(line: &str) -> bool {
    let Some((before, memory)) = line.rsplit_once(" s, ") else {
        return false;
    };
    let Some((before, seconds)) = before.rsplit_once(", ") else {
        return false;
    };
    let cases = before.rsplit([' ', '(']);
    let mut cases = cases.take(2);
    cases
        .next()
        .is_some_and(|word| matches!(word, "case" | "cases"))
        && cases.next().is_some_and(is_number)
        && is_number(seconds)
        && memory.ends_with(')')
        && memory.split(' ').next().is_some_and(is_number)
}

fn is_number(word: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    !word.is_empty() && word.chars().all(digit)
}

/// Whether a line is the last one of a report for people: `1 problem, 2 solutions, 9 cases in 0.2 s`.
fn is_summary(line: &str) -> bool {
    let Some((what, took)) = line.split_once(" in ") else {
        return false;
    };
    let counted = |(part, what): (&str, &str)| {
        let number = part.trim_start().split(' ').next().unwrap_or_default();
        is_number(number) && part.contains(what)
    };
    let parts: Vec<&str> = what.split(", ").collect();
    parts.len() == 3
        && parts
            .into_iter()
            .zip(["problem", "solution", "case"])
            .all(counted)
        && took
            .split(' ')
            .nth(1)
            .is_some_and(|unit| unit.trim_end_matches(':') == "s")
}
