//! What changed since a baseline, in words: a line for each kind of change of a solution.

use std::time::Duration;

use package::Score;

use super::date;
use super::record::document;
use crate::event::{Change, Comparison, Effect, What};
use crate::text;

/// Names that a line lists.
const NAMED: usize = 3;

/// One line.
pub(super) struct Line {
    pub(super) effect: Effect,
    pub(super) problem: String,
    pub(super) solution: Option<String>,
    /// What changed, printable and without the names of problem and solution.
    pub(super) text: String,
}

impl Line {
    /// Problem and solution, printable.
    pub(super) fn place(&self) -> String {
        let names = [Some(&self.problem), self.solution.as_ref()];
        let names = names.into_iter().flatten();
        let names: Vec<String> = names.map(|name| shown(name)).collect();
        names.join(" ")
    }
}

/// A comparison in words.
pub(super) struct Changes {
    /// What was compared with what came of it, such as `since the run of 2026-11-30T12:00:00: 1
    /// worse, 2 better`.
    pub(super) head: String,
    /// What the reader should know of the measurement; may be empty.
    pub(super) notes: Vec<String>,
    pub(super) lines: Vec<Line>,
    /// How many lines tell of something worse.
    pub(super) worse: usize,
}

impl From<&document::Comparison> for Changes {
    fn from(comparison: &document::Comparison) -> Changes {
        Changes::of(&comparison.into())
    }
}

impl Changes {
    pub(super) fn of(comparison: &Comparison) -> Changes {
        let lines = lines(&comparison.changes);
        let count = |effect| lines.iter().filter(|line| line.effect == effect).count();
        let worse = count(Effect::Worse);
        let counts = [
            (worse, "worse"),
            (count(Effect::Better), "better"),
            (count(Effect::Other), "otherwise changed"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let counts = match counts.is_empty() {
            true => "nothing changed".to_owned(),
            false => counts.join(", "),
        };
        let date = date::timestamp(comparison.baseline);
        Changes {
            head: format!("since the run of {date} UTC: {counts}"),
            notes: notes(comparison),
            lines,
            worse,
        }
    }
}

impl Changes {
    /// What they came to, such as `nothing worse than before`.
    pub(super) fn outcome(&self) -> String {
        match self.worse {
            0 => "nothing worse than before".to_owned(),
            1 => "1 change for the worse".to_owned(),
            count => format!("{count} changes for the worse"),
        }
    }
}

/// A pace from here on is worth a word.
const NOTABLE: f64 = 1.15;

fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    match comparison.pace {
        Some(pace) if pace >= NOTABLE => notes.push(format!(
            "the machine was slower or busier than then, ×{pace:.2}, and times are held against that"
        )),
        // Where the earlier program can be run again, it shows.
        Some(pace) if pace <= 1.0 / NOTABLE && comparison.times_only => notes.push(format!(
            "the machine was slower or busier then, ×{:.2}: a small regression may not show, so record a new baseline",
            1.0 / pace
        )),
        _ => {}
    }
    if comparison.times_only {
        notes.push(
            "the earlier program of some solutions is not at hand: only its times are, which tell less"
                .to_owned(),
        );
    }
    if comparison.suspected > 0 {
        notes.push(format!(
            "{} looked slower too and {} not measured again",
            text::plural(comparison.suspected, "more case"),
            if comparison.suspected == 1 {
                "was"
            } else {
                "were"
            }
        ));
    }
    notes
}

/// Changes of the same kind of the same solution in one line.
fn lines(changes: &[Change]) -> Vec<Line> {
    let mut groups: Vec<Vec<&Change>> = Vec::new();
    for change in changes {
        let same = |group: &Vec<&Change>| group.first().is_some_and(|first| alike(first, change));
        match groups.iter().rposition(same) {
            Some(place) => groups[place].push(change),
            None => groups.push(vec![change]),
        }
    }
    let groups = groups.into_iter();
    groups
        .filter_map(|group| {
            let first = group.first()?;
            Some(Line {
                effect: first.effect,
                problem: first.problem.clone(),
                solution: first.solution.clone(),
                text: told(first, &group),
            })
        })
        .collect()
}

fn alike(one: &Change, other: &Change) -> bool {
    let what = match (one.what, other.what) {
        (What::Verdict { was, now }, What::Verdict { was: old, now: new }) => {
            (was, now) == (old, new)
        }
        (one, other) => std::mem::discriminant(&one) == std::mem::discriminant(&other),
    };
    what && one.effect == other.effect
        && one.problem == other.problem
        && one.solution == other.solution
        && one.case.is_some()
        && other.case.is_some()
}

/// The text for alike changes, of which this is the first.
fn told(first: &Change, all: &[&Change]) -> String {
    let names = names(all);
    let verb = match all.len() {
        1 => "is",
        _ => "are",
    };
    match first.what {
        What::Verdict { was, now } if first.case.is_some() => {
            format!("{names} {verb} {now}, {was} before")
        }
        What::Verdict { was, now } => {
            let as_expected = match first.effect {
                Effect::Worse => ", no longer as expected",
                Effect::Better => ", as expected at last",
                Effect::Other => "",
            };
            match was == now {
                true => format!("still {now}{as_expected}"),
                false => format!("{now}, {was} before{as_expected}"),
            }
        }
        What::Score { was, now } => format!("score {}, {} before", Score(now), Score(was)),
        What::Time { .. } => {
            let worst = all.iter().max_by_key(|change| grown(change));
            let worst = worst.map_or(first, |worst| *worst);
            let name = worst.case.as_deref().map(shown).unwrap_or_default();
            let figures = figures(worst);
            match all.len() - 1 {
                0 => format!("{name} is slower: {figures}"),
                more => format!(
                    "{} are slower, most of all {name}: {figures}",
                    text::plural(more + 1, "case")
                ),
            }
        }
        What::New => match (&first.case, first.effect) {
            (Some(_), _) => format!("{names} {verb} new"),
            (None, Effect::Worse) => "new, and not as expected".to_owned(),
            (None, _) => "new".to_owned(),
        },
        What::Vanished => match first.case {
            Some(_) => format!("{names} {verb} gone"),
            None => "gone".to_owned(),
        },
    }
}

/// By how much a time has grown.
fn grown(change: &Change) -> Duration {
    match change.what {
        What::Time { was, now, .. } => now.saturating_sub(was),
        _ => Duration::ZERO,
    }
}

fn factor(change: &Change) -> f64 {
    match change.what {
        What::Time { was, now, .. } => now.as_secs_f64() / was.as_secs_f64().max(1e-9),
        _ => 0.0,
    }
}

fn figures(change: &Change) -> String {
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    match change.what {
        What::Time {
            was,
            now,
            bound,
            in_turns,
        } => {
            // Of next to nothing anything is a multiple.
            let times = match was < Duration::from_millis(1) {
                true => String::new(),
                false => format!("×{:.1}; ", factor(change)),
            };
            let was = match in_turns {
                true => format!("the program before takes {}", seconds(was)),
                false => format!("{} before", seconds(was)),
            };
            format!(
                "{}, {was} ({times}up to {} is noise)",
                seconds(now),
                seconds(bound)
            )
        }
        _ => String::new(),
    }
}

/// The names of the cases: a few of them, and how many more.
fn names(changes: &[&Change]) -> String {
    let all = changes.iter().filter_map(|change| change.case.as_deref());
    let mut names: Vec<String> = all.map(shown).collect();
    let more = names.len().saturating_sub(NAMED);
    if more > 1 {
        names.truncate(NAMED);
        names.push(format!("{more} more"));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

fn shown(name: &str) -> String {
    text::printable(name.as_bytes(), 80)
}

#[cfg(test)]
mod tests {
    use super::*;
    use package::Verdict;

    fn change(solution: &str, case: &str, effect: Effect, what: What) -> Change {
        let name = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
        Change {
            problem: "p".to_owned(),
            solution: name(solution),
            case: name(case),
            effect,
            what,
        }
    }

    fn told(changes: &[Change], pace: Option<f64>, suspected: usize) -> Vec<String> {
        let changes = Changes::of(&Comparison {
            baseline: 1_796_040_000,
            changes: changes.to_vec(),
            again: 0,
            suspected,
            times_only: pace.is_some_and(|pace| pace < 1.0),
            pace,
        });
        let lines = changes.lines.iter();
        let lines = lines.map(|line| format!("{}: {}", line.place(), line.text));
        [changes.head]
            .into_iter()
            .chain(changes.notes)
            .chain(lines)
            .collect()
    }

    #[test]
    fn no_time_is_a_multiple_of_nothing() {
        let time = What::Time {
            was: Duration::ZERO,
            now: Duration::from_millis(73),
            bound: Duration::from_millis(4),
            in_turns: false,
        };
        let lines = told(&[change("a", "4", Effect::Worse, time)], None, 0);
        assert_eq!(
            lines[1],
            "p a: 4 is slower: 0.073 s, 0.000 s before (up to 0.004 s is noise)"
        );
    }

    #[test]
    fn alike_changes_of_a_solution_are_one_line() {
        let verdict = |was, now| What::Verdict { was, now };
        let time = |was, now, bound| What::Time {
            was: Duration::from_millis(was),
            now: Duration::from_millis(now),
            bound: Duration::from_millis(bound),
            in_turns: false,
        };
        let (wrong, right) = (
            verdict(Verdict::AC, Verdict::WA),
            verdict(Verdict::WA, Verdict::AC),
        );
        let mut changes = vec![
            change("", "9", Effect::Other, What::New),
            change("a", "", Effect::Worse, wrong),
            change("a", "1", Effect::Worse, wrong),
            change("a", "2\u{1b}", Effect::Better, right),
            change("a", "3", Effect::Worse, time(20, 41, 32)),
            change("a", "4", Effect::Worse, time(30, 71, 46)),
            // Many times as long, and of no account.
            change("a", "5", Effect::Worse, time(1, 9, 6)),
            change("b", "", Effect::Worse, verdict(Verdict::WA, Verdict::WA)),
            change("c", "", Effect::Other, What::Vanished),
            change("d", "", Effect::Worse, What::New),
            change(
                "e",
                "",
                Effect::Better,
                What::Score {
                    was: 40.0,
                    now: 0.1 + 0.2,
                },
            ),
        ];
        changes.extend((1..=6).map(|case| {
            change(
                "f",
                &case.to_string(),
                Effect::Other,
                verdict(Verdict::RTE, Verdict::WA),
            )
        }));
        assert_eq!(
            told(&changes, None, 0),
            [
                "since the run of 2026-11-30T12:00:00 UTC: 5 worse, 2 better, 3 otherwise changed",
                "p: 9 is new",
                "p a: WA, AC before, no longer as expected",
                "p a: 1 is WA, AC before",
                "p a: 2\\u{1b} is AC, WA before",
                "p a: 3 cases are slower, most of all 4: 0.071 s, 0.030 s before (×2.4; up to 0.046 s is noise)",
                "p b: still WA, no longer as expected",
                "p c: gone",
                "p d: new, and not as expected",
                "p e: score 0.3, 40 before",
                "p f: 1, 2, 3 and 3 more are WA, RTE before",
            ]
        );
    }

    #[test]
    fn the_reader_is_told_of_what_the_figures_are_worth() {
        assert_eq!(
            told(&[], Some(1.1), 0),
            ["since the run of 2026-11-30T12:00:00 UTC: nothing changed"]
        );
        let busy = told(&[], Some(1.5), 2);
        assert!(busy[1].contains("than then, ×1.50,"), "{busy:?}");
        assert!(busy[2].starts_with("2 more cases looked slower too and were not"));
        let quiet = told(&[], Some(0.5), 1);
        assert!(quiet[1].contains("×2.00: a small regression may not show"));
        assert!(quiet[2].starts_with("the earlier program of some solutions is not at hand"));
        assert!(quiet[3].starts_with("1 more case looked slower too and was not"));
    }
}
