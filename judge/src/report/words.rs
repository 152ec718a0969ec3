//! Phrases that several reports share.

use std::collections::BTreeMap;

use package::{Score, Verdict};

use super::changes::Changes;
use super::diff::{self, Kind};
use super::record::document::{
    Case, Excerpt, Points, Problem, Recording, Solution, Talk, TalkLine,
};
use super::record::value::Millis;
use crate::shell;
use crate::text;

/// What the whole run came to, such as `2 solutions not as expected, 1 change for the worse`.
pub(crate) fn outcome(recording: &Recording) -> String {
    let mut outcome = judged(recording);
    let planned = recording.run.planned.solutions;
    let left = planned.saturating_sub(recording.solutions().count());
    // Only --fail-fast leaves any without a signal.
    if left > 0 && !recording.interrupted {
        outcome += &format!(", {} not run", text::plural(left, "more solution"));
    }
    match &recording.comparison {
        Some(comparison) => and_changes(&outcome, &Changes::from(comparison)),
        None => outcome,
    }
}

/// What a run came to where nothing is against it.
pub(super) const EVERYTHING: &str = "everything as expected";

/// What a run came to, with what changed since the baseline. Where only that is bad it goes first.
pub(super) fn and_changes(outcome: &str, changes: &Changes) -> String {
    let told = changes.outcome();
    match changes.worse > 0 && outcome.starts_with(EVERYTHING) {
        true => format!("{told}; else {outcome}"),
        false => format!("{outcome}, {told}"),
    }
}

/// How many changes since the baseline are for the worse.
pub(crate) fn worse(recording: &Recording) -> usize {
    let changes = recording.comparison.as_ref().map(Changes::from);
    changes.map_or(0, |changes| changes.worse)
}

/// Whether anything was held against what is expected of it.
pub(crate) fn holds_against(recording: &Recording) -> bool {
    let mut solutions = recording.solutions();
    solutions.any(|(_, solution)| solution.as_expected().is_some())
}

fn judged(recording: &Recording) -> String {
    let surprises = surprises(recording).count();
    let broken = recording.run.broken.len();
    let ran = |(_, solution): &(_, &Solution)| solution.end.verdict.0 != Verdict::SK;
    if recording.interrupted {
        "interrupted".to_owned()
    } else if surprises > 0 {
        format!("{} not as expected", text::plural(surprises, "solution"))
    } else if broken > 0 {
        format!("{} not judged", text::plural(broken, "broken package"))
    } else if !recording.solutions().any(|solution| ran(&solution)) {
        "nothing was judged".to_owned()
    } else if !holds_against(recording) {
        "done".to_owned()
    } else {
        EVERYTHING.to_owned()
    }
}

/// The size of the run, such as `1 problem, 2 solutions, 7 cases in 0.3 s`.
pub(crate) fn size(recording: &Recording) -> String {
    let cases = || {
        recording
            .solutions()
            .flat_map(|(_, solution)| &solution.cases)
    };
    let ran = cases().filter(|case| case.verdict.0 != Verdict::SK).count();
    format!(
        "{}, {}, {} in {:.1} s",
        text::plural(recording.problems.len(), "problem"),
        text::plural(recording.solutions().count(), "solution"),
        text::part(ran, cases().count(), "case"),
        recording.end.elapsed_ms.0.as_secs_f64()
    )
}

/// The solutions that are not as expected, or could not be judged.
pub(crate) fn surprises(recording: &Recording) -> impl Iterator<Item = (&Problem, &Solution)> {
    recording
        .solutions()
        .filter(|(_, solution)| solution.surprises())
}

/// What was expected and what was found, such as `expected AC, found WA on secret/3`.
pub(crate) fn surprise(solution: &Solution) -> String {
    if !solution.end.surprise.is_empty() {
        return text::printable(solution.end.surprise.as_bytes(), 500);
    }
    let expected = match &solution.head.expected {
        Some(expected) => format!("expected {expected}, "),
        None => String::new(),
    };
    let against = solution
        .cases
        .iter()
        .find(|case| solution.surprises_on(case));
    match against {
        Some(case) => format!(
            "{expected}found {} on {}",
            case.verdict.0,
            plain(&case.name)
        ),
        None => format!("{expected}found {}", solution.end.verdict.0),
    }
}

/// How many cases have which verdict, such as `7 AC, 1 WA`.
pub(crate) fn counts(solution: &Solution) -> String {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for case in &solution.cases {
        *counts.entry(case.verdict.0).or_default() += 1;
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    counts.join(", ")
}

/// The case that took the most CPU time.
pub(crate) fn slowest(solution: &Solution) -> Option<&Case> {
    let time = |case: &&Case| case.measured.as_ref().map(|measured| measured.cpu_ms.0);
    solution
        .cases
        .iter()
        .filter(|case| time(case).is_some())
        .max_by_key(time)
}

/// The most memory that any case took, in bytes.
pub(crate) fn most_memory(solution: &Solution) -> Option<u64> {
    let measured = solution
        .cases
        .iter()
        .filter_map(|case| case.measured.as_ref());
    measured.map(|measured| measured.memory_bytes).max()
}

/// The command line that runs a solution again on all its cases.
pub(crate) fn again(recording: &Recording, solution: &Solution) -> String {
    let mut words = vec!["judge".to_owned(), "run".to_owned()];
    words.extend(solution.head.target.iter().cloned());
    words.extend(recording.run.options.iter().cloned());
    quoted(&words)
}

/// The words of a command line that choose one case.
pub(crate) fn only(case: &str) -> [String; 2] {
    ["--case".to_owned(), globset::escape(case)]
}

/// Words as a shell reads them, printable.
pub(crate) fn quoted(words: &[String]) -> String {
    shell::line(words.iter().map(String::as_str))
}

/// Points that a checker gave.
pub(crate) fn points(points: Points) -> String {
    match points {
        Points::Score(score) => score.to_string(),
        Points::Share(share) => format!("{share} of what the case can give"),
    }
}

/// A score, and what it is a part of, such as `12.5 of 100`.
pub(crate) fn score(score: f64, most: Option<f64>) -> String {
    match most {
        Some(most) => format!("{} of {}", Score(score), Score(most)),
        None => Score(score).to_string(),
    }
}

/// The score of a solution and of its groups, each as `name score`; nothing where none is scored.
pub(crate) fn scores(solution: &Solution) -> Vec<String> {
    let end = &solution.end;
    let whole = end.score.map(|whole| score(whole, end.max_score));
    let groups = end.groups.iter().map(|group| {
        let points = score(group.score, group.max_score);
        format!("{} {} {points}", plain(&group.name), group.verdict.0)
    });
    let whole = whole.map(|whole| format!("score {whole}"));
    whole.into_iter().chain(groups).collect()
}

/// One line of a talk, without the mark of who said it.
pub(crate) fn said(line: &TalkLine) -> String {
    let cut = if line.cut { "…" } else { "" };
    format!("{}{cut}", text::escaped(&line.text.0))
}

/// The last lines of a talk, where it shows what went wrong.
pub(crate) fn talk(talk: &Talk) -> Vec<String> {
    const LAST: usize = 20;
    let all: Vec<&TalkLine> = talk.head.iter().chain(&talk.tail).collect();
    let from = all.len().saturating_sub(LAST);
    let before = from as u64 + talk.left_out;
    let mut lines = vec!["the interactor (<) and the solution (>) said".to_owned()];
    if before > 0 {
        lines.push(format!("… {before} lines before"));
    }
    let line = |line: &&TalkLine| format!("{}{}", plain(&line.by), said(line));
    lines.extend(all.iter().skip(from).map(line));
    lines
}

/// Seconds with three digits after the point.
pub(crate) fn seconds(millis: Millis) -> String {
    format!("{:.3} s", millis.0.as_secs_f64())
}

/// Bytes in MiB.
pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// A name or a message from a program or a package on one printable line.
pub(crate) fn plain(text: &str) -> String {
    text::escaped(text.as_bytes())
}

/// The log of a compiler, or why nothing ran: its first lines, printable.
pub(crate) fn log(message: &str) -> String {
    text::head(message, 40).join("\n")
}

/// The lines around a first difference, as a diff in text.
pub(crate) fn difference(excerpt: &Excerpt) -> Vec<String> {
    let excerpt = excerpt.into();
    let (shown, rest) = diff::lines(&excerpt);
    let mut lines = vec![diff::place(&excerpt)];
    lines.extend(shown.into_iter().flat_map(|line| {
        let sign = match line.kind {
            Kind::Both => ' ',
            Kind::Expected => '-',
            Kind::Found => '+',
        };
        let shown = format!("{sign} {:>4}  ", line.number);
        // All lines have signs where words are held against each other, so these tell nothing.
        let marks = line.text.underlined().filter(|_| excerpt.rewrapped);
        let marks = marks.map(|marks| " ".repeat(shown.len()) + &marks);
        std::iter::once(format!("{shown}{}", line.text)).chain(marks)
    }));
    lines.extend(rest.map(|rest| format!("  … {rest}")));
    lines
}
