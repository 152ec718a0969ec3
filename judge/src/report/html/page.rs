//! What the page is told: the recording, made printable, with differences worked out, and bounded.

mod cell;

use serde::Serialize;

use self::cell::Cell;
use crate::event::Effect;
use crate::report::changes::Changes;
use crate::report::record::document::{
    Case, CaseHead, Comparison, Group, Limits, Problem, Recording, Solution,
};
use crate::report::words;
use crate::text;

/// Bytes of differences, talks and standard error in a page, and of inputs. Of what is over, surprises keep
/// theirs first; a page of fifty megabytes helps nobody.
const DETAILS: usize = 6 << 20;
const INPUTS: usize = 4 << 20;
/// Columns of the name of a solution, where there is little room too, and of that of a case, which stands
/// upright.
const SOLUTION: usize = 40;
const NARROW: usize = 20;
const CASE: usize = 20;
/// Changes since a baseline that are listed.
const CHANGES: usize = 200;

#[derive(Serialize)]
pub(super) struct Page {
    outcome: String,
    size: String,
    success: bool,
    started: u64,
    jobs: usize,
    isolation: String,
    isolated: bool,
    judge_version: String,
    options: String,
    broken: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesPart>,
    problems: Vec<ProblemPart>,
}

/// What changed since the baseline.
#[derive(Serialize)]
struct ChangesPart {
    head: String,
    notes: Vec<String>,
    lines: Vec<ChangePart>,
    /// How many lines are left out.
    more: usize,
}

#[derive(Serialize)]
struct ChangePart {
    effect: &'static str,
    problem: String,
    solution: Option<String>,
    text: String,
}

#[derive(Serialize)]
struct ProblemPart {
    name: String,
    title: String,
    source: Option<String>,
    limits: LimitsPart,
    #[serde(rename = "timeFrom", skip_serializing_if = "Option::is_none")]
    time_from: Option<String>,
    board: Vec<String>,
    cases: Vec<CasePart>,
    solutions: Vec<SolutionPart>,
}

/// Milliseconds and bytes.
#[derive(Serialize)]
struct LimitsPart {
    cpu: f64,
    wall: f64,
    memory: u64,
}

#[derive(Serialize)]
struct CasePart {
    name: String,
    /// Its last part, told apart from the others in the room that it has.
    short: String,
    /// The words of a command line that choose it.
    again: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<InputPart>,
}

#[derive(Serialize)]
struct InputPart {
    text: String,
    more: bool,
}

#[derive(Serialize)]
struct SolutionPart {
    name: String,
    /// The name, told apart from the others in the room that it has.
    short: String,
    /// And where there is little.
    shorter: String,
    language: Option<String>,
    expected: Option<String>,
    verdict: &'static str,
    as_expected: Option<bool>,
    /// What was expected and found, where that is not the same.
    surprise: Option<String>,
    message: String,
    /// With the best there is, such as `12.5 of 100`.
    score: Option<String>,
    groups: Vec<GroupPart>,
    limits: LimitsPart,
    again: String,
    /// In the order of the problem's cases; `null` where nothing is known.
    cases: Vec<Option<Cell>>,
}

#[derive(Serialize)]
struct GroupPart {
    name: String,
    verdict: &'static str,
    score: String,
}

impl Page {
    pub(super) fn of(recording: &Recording) -> Page {
        Page::bounded(recording, Budget(DETAILS), Budget(INPUTS))
    }

    fn bounded(recording: &Recording, details: Budget, mut inputs: Budget) -> Page {
        let mut page = Page {
            outcome: words::outcome(recording),
            size: words::size(recording),
            success: recording.success && words::worse(recording) == 0,
            started: recording.run.started,
            jobs: recording.run.jobs,
            isolation: words::plain(&recording.run.isolation),
            isolated: recording.run.isolated,
            judge_version: words::plain(&recording.judge_version),
            options: words::quoted(&recording.run.options),
            broken: recording
                .run
                .broken
                .iter()
                .map(|b| words::plain(b))
                .collect(),
            changes: recording.comparison.as_ref().map(ChangesPart::of),
            problems: recording
                .problems
                .iter()
                .map(|problem| problem_part(problem, &mut inputs))
                .collect(),
        };
        page.add_details(recording, details);
        page
    }

    /// Differences, talks and standard error, of surprises first.
    fn add_details(&mut self, recording: &Recording, mut budget: Budget) {
        for surprising in [true, false] {
            for (problem, part) in recording.problems.iter().zip(&mut self.problems) {
                for (solution, part) in problem.solutions.iter().zip(&mut part.solutions) {
                    if solution.surprises() != surprising {
                        continue;
                    }
                    let cells = aligned(problem, solution).zip(&mut part.cases);
                    for (case, cell) in cells.filter_map(|(case, cell)| case.zip(cell.as_mut())) {
                        cell.add_details(case, &mut budget);
                    }
                }
            }
        }
    }
}

impl ChangesPart {
    fn of(comparison: &Comparison) -> ChangesPart {
        let changes = Changes::from(comparison);
        // What is worse goes first, also where not all of it is shown.
        let by_effect = [
            (Effect::Worse, "worse"),
            (Effect::Better, "better"),
            (Effect::Other, "other"),
        ];
        let lines = by_effect.iter().flat_map(|(effect, name)| {
            let lines = changes.lines.iter().filter(|line| line.effect == *effect);
            lines.map(|line| ChangePart {
                effect: name,
                problem: words::plain(&line.problem),
                solution: line.solution.as_deref().map(words::plain),
                text: line.text.clone(),
            })
        });
        ChangesPart {
            lines: lines.take(CHANGES).collect(),
            more: changes.lines.len().saturating_sub(CHANGES),
            head: changes.head,
            notes: changes.notes,
        }
    }
}

/// What is left of a number of bytes.
struct Budget(usize);

impl Budget {
    fn allows(&mut self, bytes: usize) -> bool {
        match self.0.checked_sub(bytes) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }
}

fn problem_part(problem: &Problem, inputs: &mut Budget) -> ProblemPart {
    let head = &problem.head;
    let cases = short(head.cases.iter().map(|case| last_part(&case.name)), CASE);
    let solutions = || problem.solutions.iter().map(|each| each.head.name.as_str());
    let names = short(solutions(), SOLUTION).into_iter();
    let names = names.zip(short(solutions(), NARROW));
    ProblemPart {
        name: words::plain(&head.name),
        title: words::plain(&head.title),
        source: head.source.as_deref().map(words::plain),
        limits: (&head.limits).into(),
        time_from: head.time_from.as_deref().map(words::plain),
        board: head.board.clone(),
        cases: head
            .cases
            .iter()
            .zip(cases)
            .map(|(case, short)| case_part(case, short, inputs))
            .collect(),
        solutions: problem
            .solutions
            .iter()
            .zip(names)
            .map(|(solution, names)| solution_part(problem, solution, names))
            .collect(),
    }
}

fn short<'a>(names: impl Iterator<Item = &'a str>, columns: usize) -> Vec<String> {
    let names: Vec<String> = names.map(words::plain).collect();
    text::apart(&names, columns)
}

/// The name of a case without its folders, which stand above it.
fn last_part(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |(_, last)| last)
}

fn case_part(case: &CaseHead, short: String, inputs: &mut Budget) -> CasePart {
    let input = case.input.as_ref().map(|input| InputPart {
        text: text::escaped_lines(&input.text.0),
        more: input.more,
    });
    CasePart {
        name: words::plain(&case.name),
        short,
        again: words::quoted(&words::only(&case.name)),
        input: input.filter(|input| inputs.allows(input.text.len())),
    }
}

fn solution_part(
    problem: &Problem,
    solution: &Solution,
    (short, shorter): (String, String),
) -> SolutionPart {
    let (head, end) = (&solution.head, &solution.end);
    let mut target = vec!["judge".to_owned(), "run".to_owned()];
    target.extend(head.target.iter().cloned());
    let cell = |case: &Case| Cell::of(case, solution.surprises_on(case));
    SolutionPart {
        name: words::plain(&head.name),
        short,
        shorter,
        language: head.language.as_deref().map(words::plain),
        expected: head.expected.as_deref().map(words::plain),
        verdict: end.verdict.0.code(),
        as_expected: solution.as_expected(),
        surprise: solution.surprises().then(|| words::surprise(solution)),
        message: words::log(&end.message),
        score: end.score.map(|score| words::score(score, end.max_score)),
        groups: end.groups.iter().map(GroupPart::from).collect(),
        limits: (&head.limits).into(),
        again: words::quoted(&target),
        cases: match solution.cases.is_empty() {
            true => Vec::new(),
            false => aligned(problem, solution)
                .map(|case| case.map(cell))
                .collect(),
        },
    }
}

/// A solution's cases by the order of the problem's: each run tells them in this order, and one that
/// was cut short has fewer.
fn aligned<'a>(
    problem: &'a Problem,
    solution: &'a Solution,
) -> impl Iterator<Item = Option<&'a Case>> {
    let mut cases = solution.cases.iter().peekable();
    problem
        .head
        .cases
        .iter()
        .map(move |head| cases.next_if(|case| case.name == head.name))
}

impl From<&Limits> for LimitsPart {
    fn from(limits: &Limits) -> LimitsPart {
        LimitsPart {
            cpu: limits.cpu_ms.rounded(),
            wall: limits.wall_ms.rounded(),
            memory: limits.memory_bytes,
        }
    }
}

impl From<&Group> for GroupPart {
    fn from(group: &Group) -> GroupPart {
        GroupPart {
            name: words::plain(&group.name),
            verdict: group.verdict.0.code(),
            score: words::score(group.score, group.max_score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    /// For each solution of the first problem how many cells have details and how many lost them.
    fn details(bytes: usize) -> Vec<(usize, usize)> {
        let page = Page::bounded(&sample::recording(), Budget(bytes), Budget(0));
        let count = |cells: &[Option<Cell>], of: fn(&Cell) -> bool| {
            cells.iter().flatten().filter(|cell| of(cell)).count()
        };
        let problem = &page.problems[0];
        assert!(problem.cases.iter().all(|case| case.input.is_none()));
        let solutions = problem.solutions.iter();
        solutions
            .map(|solution| {
                let has = |cell: &Cell| {
                    cell.diff.is_some() || cell.talk.is_some() || !cell.stderr.is_empty()
                };
                let cells = &solution.cases;
                (count(cells, has), count(cells, |cell| cell.cut))
            })
            .collect()
    }

    #[test]
    fn where_there_is_little_room_surprises_keep_their_details() {
        let none = (0, 0);
        assert_eq!(details(10_000), [(1, 0), (1, 0), (2, 0), none, none]);
        assert_eq!(details(200), [(0, 1), (0, 1), (2, 0), none, none]);
        assert_eq!(details(0), [(0, 1), (0, 1), (0, 2), none, none]);
    }

    #[test]
    fn cells_stand_under_the_case_they_are_of() {
        let mut recording = sample::recording();
        let problem = &mut recording.problems[0];
        // A run that was cut short after its first case, and one that lacks it.
        problem.solutions[0].cases.truncate(1);
        problem.solutions[1].cases.remove(0);
        let page = Page::of(&recording);
        let verdicts = |solution: usize| -> Vec<Option<&str>> {
            let cells = &page.problems[0].solutions[solution].cases;
            cells
                .iter()
                .map(|cell| cell.as_ref().map(|cell| cell.v))
                .collect()
        };
        assert_eq!(verdicts(0), [Some("AC"), None]);
        assert_eq!(verdicts(1), [None, Some("WA")]);
    }
}
