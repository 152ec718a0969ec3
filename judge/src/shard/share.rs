//! Which cases are whose.

use std::time::Duration;

use package::Problem;

use super::Part;
use crate::baseline::Seen;

/// What a run costs beside the time of its program.
const START: Duration = Duration::from_millis(3);
/// What a case takes of which nothing is known, where nothing is known of any.
const UNKNOWN: Duration = Duration::from_millis(30);

/// For each problem and each of its solutions the places of the cases that are this part's.
///
/// With a baseline the row of cases is cut into stretches of the same expected time, so most
/// solutions stay whole and are built on one machine only. What the baseline skipped stays with the
/// case before it, so that it is skipped again. Without a baseline a hash of the names decides, and
/// no other case moves when one is added.
pub(super) fn share(
    problems: &[&Problem],
    part: Part,
    baseline: Option<&Seen>,
) -> Vec<Vec<Vec<usize>>> {
    let mut owners = match baseline {
        Some(baseline) => by_time(&expected(problems, baseline), part.count),
        None => by_name(problems, part.count),
    }
    .into_iter();
    problems
        .iter()
        .map(|problem| {
            let own = |_| {
                let owners = owners.by_ref().take(problem.cases.len()).enumerate();
                owners
                    .filter(|(_, owner)| *owner == part.index)
                    .map(|(place, _)| place)
                    .collect()
            };
            problem.solutions.iter().map(own).collect()
        })
        .collect()
}

fn by_name(problems: &[&Problem], count: usize) -> Vec<usize> {
    let mut owners = Vec::new();
    for problem in problems {
        for solution in &problem.solutions {
            owners.extend(problem.cases.iter().map(|case| {
                let mut hasher = blake3::Hasher::new();
                for name in [&problem.slug, &solution.name, &case.name] {
                    hasher.update(&(name.len() as u64).to_le_bytes());
                    hasher.update(name.as_bytes());
                }
                let mut first = [0; 8];
                hasher.finalize_xof().fill(&mut first);
                (u64::from_le_bytes(first) % count as u64) as usize + 1
            }));
        }
    }
    owners
}

/// The expected times in the order of the run; nothing for a case that will be skipped.
fn expected(problems: &[&Problem], baseline: &Seen) -> Vec<Option<Duration>> {
    let mut times = Vec::new();
    for problem in problems {
        for solution in &problem.solutions {
            times.extend(
                problem
                    .cases
                    .iter()
                    .map(|case| baseline.expected(&problem.slug, &solution.name, &case.name)),
            );
        }
    }
    let known = || times.iter().flatten().flatten();
    let sum: Duration = known().sum();
    let mean = match u32::try_from(known().count()) {
        Ok(count) if count > 0 => sum / count,
        _ => UNKNOWN,
    };
    let time = |time: &Option<Option<Duration>>| match time {
        Some(time) => time.map(|time| time + START),
        None => Some(mean + START),
    };
    times.iter().map(time).collect()
}

/// Cuts a row into stretches of about the same time: a case belongs where its middle lies.
fn by_time(times: &[Option<Duration>], count: usize) -> Vec<usize> {
    let nanos = |time: Duration| time.as_nanos();
    let whole: u128 = times.iter().flatten().copied().map(nanos).sum();
    let (mut before, mut owner) = (0, 1);
    times
        .iter()
        .map(|time| {
            if let Some(time) = time.map(nanos) {
                let middle = 2 * before + time;
                owner = (middle * count as u128 / (2 * whole).max(1)) as usize + 1;
                before += time;
            }
            owner.min(count)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use package::{Call, Case, Input, Solution, Source};

    fn problem(cases: usize, solutions: usize) -> Problem {
        let case = |index| Case::new(format!("c{index}"), Input::File("x".into()), None);
        let solution = |index| Solution {
            name: format!("s{index}"),
            call: Call::of(Source::Command(vec!["x".to_owned()])),
            expect: None,
            about: None,
            time_use: None,
            limits: package::OwnLimits::default(),
        };
        Problem {
            slug: "p".to_owned(),
            cases: (0..cases).map(case).collect(),
            solutions: (0..solutions).map(solution).collect(),
            ..Problem::default()
        }
    }

    #[test]
    fn each_case_is_of_one_part_and_the_parts_are_even() {
        let (problem, count) = (problem(100, 10), 4);
        let problems = [&problem];
        let mut owned = vec![0; 1000];
        for index in 1..=count {
            let own = share(&problems, Part { index, count }, None);
            let mut size = 0;
            for (solution, cases) in own[0].iter().enumerate() {
                assert!(cases.is_sorted());
                for case in cases {
                    owned[solution * 100 + case] += 1;
                    size += 1;
                }
            }
            assert!((200..300).contains(&size), "{size}");
        }
        assert!(owned.iter().all(|owners| *owners == 1));
    }

    #[test]
    fn a_case_that_is_added_moves_no_other() {
        let (few, many) = (problem(20, 3), problem(21, 3));
        for index in 1..=3 {
            let part = Part { index, count: 3 };
            let mut after = share(&[&many], part, None);
            for cases in &mut after[0] {
                cases.retain(|place| *place < 20);
            }
            assert_eq!(share(&[&few], part, None), after);
        }
    }

    #[test]
    fn a_row_is_cut_where_its_time_is_and_what_is_skipped_stays_with_what_was_before() {
        for (times, count, owners) in [
            (&[1, 1, 1, 1][..], 2, &[1, 1, 2, 2][..]),
            (&[3, 1, 1, 1], 2, &[1, 2, 2, 2]),
            (&[1, 1, 1, 9], 2, &[1, 1, 1, 2]),
            (&[9, 1, 1, 1], 3, &[2, 3, 3, 3]),
            (&[5, 0, 0, 5, 0], 2, &[1, 1, 1, 2, 2]),
            (&[1, 1], 4, &[2, 4]),
            (&[0, 0], 2, &[1, 1]),
            (&[], 2, &[]),
        ] {
            // A 0 stands for a case that will be skipped.
            let time = |time: &u64| Some(Duration::from_secs(*time)).filter(|t| !t.is_zero());
            let times: Vec<Option<Duration>> = times.iter().map(time).collect();
            assert_eq!(by_time(&times, count), owners, "{times:?} {count}");
        }
    }
}
