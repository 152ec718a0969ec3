//! Groups as batches: each gives its points when all of it is accepted. Cases without points are
//! pretests, which come first and end everything when they fail.

use package::{Case, Grading, Group, OnReject, Problem, ScoreRule};

use super::unsayable;
use crate::export::{ExportError, is_plain};

/// What becomes of each group.
enum Kind {
    /// It only holds groups, or cases with points of their own.
    Sum,
    /// Its cases come first, without points.
    Pretests,
    /// A batch worth so many points, with what it requires.
    Batch(f64, Vec<usize>),
}

/// The groups on their way into the file.
pub(super) struct Batches<'a> {
    groups: &'a [Group],
    kinds: Vec<Kind>,
    /// The group of the last case.
    last: Option<usize>,
    /// The groups that are batches of the file by now, in its order.
    written: Vec<usize>,
}

/// Where a case goes.
pub(super) struct Place {
    /// What begins the batch that the case is the first of.
    pub(super) before: String,
    pub(super) indent: &'static str,
    /// What the case is worth by itself.
    pub(super) points: Option<f64>,
}

impl<'a> Batches<'a> {
    pub(super) fn of(problem: &'a Problem) -> Result<Batches<'a>, ExportError> {
        let groups = &problem.groups;
        let kinds: Vec<Kind> = groups
            .iter()
            .enumerate()
            .map(|(index, group)| kind(group, is_free(problem, index)))
            .collect::<Result<Vec<Kind>, ExportError>>()?;
        let batches = Batches {
            groups,
            kinds,
            last: None,
            written: Vec::new(),
        };
        batches.check_pretests()?;
        Ok(batches)
    }

    /// Everything depends on a pretest, so everything has to require it.
    fn check_pretests(&self) -> Result<(), ExportError> {
        let all = || self.groups.iter().zip(&self.kinds).enumerate();
        for (index, (pretests, _)) in all().filter(|(_, (_, kind))| matches!(kind, Kind::Pretests))
        {
            let free = all().find(|(_, (_, kind))| match kind {
                Kind::Batch(_, requires) => !requires.contains(&index),
                _ => false,
            });
            if let Some((_, (free, _))) = free {
                let what = format!(
                    "the group {}, which gives no points and which {} does not require",
                    pretests.name, free.name
                );
                let remedy = "let all groups with points require it";
                return Err(unsayable(what, remedy));
            }
        }
        Ok(())
    }

    /// Where the next case goes.
    pub(super) fn place(&mut self, case: &Case) -> Result<Place, ExportError> {
        let single = |points| Place {
            before: String::new(),
            indent: "",
            points: Some(points),
        };
        let last = self.last.replace(case.group);
        match self.kinds.get(case.group) {
            None => Ok(single(1.0)),
            Some(Kind::Sum) => Ok(single(case.points.unwrap_or(1.0))),
            Some(Kind::Pretests) if self.written.is_empty() => Ok(single(0.0)),
            Some(Kind::Pretests) => {
                let what = format!("{}: a case without points after others", case.name);
                Err(unsayable(what, "move it to the front"))
            }
            Some(Kind::Batch(..)) if last == Some(case.group) => Ok(Place {
                before: String::new(),
                indent: "  ",
                points: None,
            }),
            Some(Kind::Batch(points, requires)) => {
                let mut before = format!("- points: {points}\n");
                let numbers = self.numbers(requires, &case.name)?;
                if !numbers.is_empty() {
                    before += &format!("  dependencies: [{}]\n", numbers.join(", "));
                }
                before += "  batched:\n";
                self.written.push(case.group);
                Ok(Place {
                    before,
                    indent: "  ",
                    points: None,
                })
            }
        }
    }

    /// The numbers in the file, from 1, of required batches.
    fn numbers(&self, requires: &[usize], case: &str) -> Result<Vec<String>, ExportError> {
        let batches = requires
            .iter()
            .filter(|&&group| !matches!(self.kinds.get(group), Some(Kind::Pretests)));
        let number = |&group: &usize| {
            let place = self.written.iter().position(|&written| written == group);
            let place = place.ok_or_else(|| {
                let what = format!("{case}: its group requires one that is no earlier batch");
                unsayable(what, "let groups require earlier groups of cases")
            })?;
            Ok((place + 1).to_string())
        };
        batches.map(number).collect()
    }
}

/// Whether the cases of a group say themselves that they give no points.
fn is_free(problem: &Problem, index: usize) -> bool {
    let mut own = problem.cases.iter().filter(|case| case.group == index);
    let first = own.next();
    first.is_some_and(|first| first.points == Some(0.0)) && own.all(|case| case.points == Some(0.0))
}

fn kind(group: &Group, is_free: bool) -> Result<Kind, ExportError> {
    let Grading {
        score, max_score, ..
    } = group.grading;
    let is_sum = score == ScoreRule::Sum && group.requires.is_empty();
    let all_or_nothing = matches!(score, ScoreRule::Min | ScoreRule::PassFail);
    match max_score {
        _ if !is_plain(group) => {}
        Some(0.0) => return Ok(Kind::Pretests),
        None if is_free => return Ok(Kind::Pretests),
        Some(points) if all_or_nothing => return Ok(Kind::Batch(points, group.requires.clone())),
        None if is_sum && group.on_reject == OnReject::Continue => return Ok(Kind::Sum),
        _ => {}
    }
    Err(unsayable(
        format!("the scores of the group {}", group.name),
        "take groups that give all of their points or none",
    ))
}
