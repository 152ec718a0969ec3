//! What is skipped, by the rules of each format and whatever the order of the workers.

use std::collections::BTreeMap;
use std::path::PathBuf;

use package::Verdict::*;
use package::{Case, Grading, Group, Input, OnReject, Problem, ScoreRule, VerdictRule};
use proptest::prelude::*;

use super::*;

/// A group by name, parent, what it does after a failure, and what it requires.
type Row<'a> = (&'a str, Option<usize>, OnReject, &'a [usize]);

fn problem(groups: &[Row<'_>], cases: &[(&str, usize)]) -> Problem {
    let group = |&(name, parent, on_reject, requires): &Row<'_>| Group {
        name: name.to_owned(),
        parent,
        grading: Grading::default(),
        on_reject,
        requires: requires.to_vec(),
    };
    let case = |&(name, group): &(&str, usize)| Case {
        group,
        ..Case::new(name.to_owned(), Input::File(PathBuf::new()), None)
    };
    Problem {
        groups: groups.iter().map(group).collect(),
        cases: cases.iter().map(case).collect(),
        ..Problem::default()
    }
}

/// What is said of each case, given what its verdict is if it is run: the verdict, or why it is
/// skipped. `order` is the order in which workers come to the cases.
fn play(problem: &Problem, verdicts: &[Verdict], order: &[usize]) -> (Vec<String>, Graded) {
    let scoring = Scoring::of(problem);
    let gates = Gates::new(&scoring);
    let mut flow = Flow::new(&scoring, &gates);
    let mut ready = BTreeMap::new();
    let mut said = Vec::new();
    for &index in order {
        let verdict = match gates.is_open(&scoring, index) {
            true => verdicts[index],
            false => SK,
        };
        gates.take(&scoring, index, verdict);
        ready.insert(index, verdict);
        while let Some(verdict) = ready.remove(&said.len()) {
            let index = said.len();
            let mut result = CaseResult::not_run(&problem.cases[index].name, verdict, "");
            said.push(match flow.skip(index) {
                Some(reason) => reason,
                None => {
                    assert_ne!(verdict, SK, "case {index} was not run although it counts");
                    flow.take(index, &mut result);
                    result.verdict.to_string()
                }
            });
        }
    }
    (said, flow.end())
}

/// The cases in their order; `--all-cases` is left out of the reasons.
#[track_caller]
fn check(problem: &Problem, verdicts: &[Verdict], expected: &[&str]) {
    let order: Vec<usize> = (0..verdicts.len()).collect();
    let (said, _) = play(problem, verdicts, &order);
    let said: Vec<&str> = said
        .iter()
        .map(|text| text.strip_suffix("; --all-cases runs all").unwrap_or(text))
        .collect();
    assert_eq!(said, expected, "{verdicts:?}");
}

use OnReject::{Break, Continue, Stop};

#[test]
fn without_groups_only_time_that_ran_out_ends_a_run() {
    let plain = problem(&[], &[("1", 0), ("2", 0), ("3", 0)]);
    let late = "an earlier case ran out of time";
    check(&plain, &[WA, RTE, AC], &["WA", "RTE", "AC"]);
    check(&plain, &[WA, TLE, AC], &["WA", "TLE", late]);
    check(&plain, &[WTL, TLE, AC], &["WTL", late, late]);
}

#[test]
fn a_failure_ends_its_group_where_the_group_says_so() {
    let groups: &[Row<'_>] = &[
        ("data", None, Continue, &[]),
        ("a", Some(0), Break, &[]),
        ("b", Some(0), Continue, &[]),
    ];
    let two = problem(
        groups,
        &[("a/1", 1), ("a/2", 1), ("b/1", 2), ("b/2", 2), ("c", 0)],
    );
    let ends = "WA on a/1 ends a";
    check(&two, &[WA, AC, AC, AC, AC], &["WA", ends, "AC", "AC", "AC"]);
    // Time that ran out in one group says nothing of another, nor of its own where all counts.
    check(
        &two,
        &[AC, AC, TLE, AC, TLE],
        &["AC", "AC", "TLE", "AC", "TLE"],
    );
}

#[test]
fn a_group_that_failed_ends_the_group_around_it() {
    let groups: &[Row<'_>] = &[
        ("data", None, Break, &[]),
        ("sample", Some(0), Break, &[]),
        ("secret", Some(0), Continue, &[]),
        ("secret/a", Some(2), Break, &[]),
        ("secret/b", Some(2), Break, &[]),
    ];
    let nested = problem(
        groups,
        &[("s/1", 1), ("a/1", 3), ("a/2", 3), ("b/1", 4), ("z", 0)],
    );
    check(
        &nested,
        &[WA, AC, AC, AC, AC],
        &[
            "WA",
            "WA in sample ends the run",
            "WA in sample ends the run",
            "WA in sample ends the run",
            "WA in sample ends the run",
        ],
    );
    check(
        &nested,
        &[AC, RTE, AC, AC, AC],
        &[
            "AC",
            "RTE",
            "RTE on a/1 ends secret/a",
            "AC",
            "RTE in secret ends the run",
        ],
    );
}

#[test]
fn a_group_is_skipped_unless_all_it_requires_was_accepted() {
    let groups: &[Row<'_>] = &[
        ("data", None, Continue, &[]),
        ("a", Some(0), Break, &[]),
        ("b", Some(0), Break, &[1]),
        ("c", Some(0), Break, &[2]),
        ("d", Some(0), Break, &[4]),
    ];
    let cases = [("a/1", 1), ("a/2", 1), ("b/1", 2), ("c/1", 3), ("d/1", 4)];
    let chain = problem(groups, &cases);
    check(
        &chain,
        &[AC, TLE, AC, AC, AC],
        &[
            "AC",
            "TLE",
            "b requires a, which is TLE on a/2",
            "c requires b, which is TLE",
            "d requires d, which is SK",
        ],
    );
    let (_, graded) = play(&chain, &[AC, TLE, AC, AC, AC], &[0, 1, 2, 3, 4]);
    assert_eq!(graded.verdict, Some(TLE));
    assert_eq!(graded.score, Some(1.0));
    let verdicts: Vec<Verdict> = graded.groups.iter().map(|group| group.verdict).collect();
    assert_eq!(verdicts, [TLE, SK, SK, SK]);

    // A group of which nothing is run is no hindrance.
    let some = problem(groups, &cases[2..4]);
    check(&some, &[AC, AC], &["AC", "AC"]);
}

#[test]
fn a_group_behind_a_failure_is_not_blamed_for_what_it_requires() {
    let groups: &[Row<'_>] = &[
        ("data", None, Break, &[]),
        ("a", Some(0), Break, &[]),
        ("b", Some(0), Break, &[1]),
    ];
    let two = problem(groups, &[("a/1", 1), ("b/1", 2)]);
    let (said, graded) = play(&two, &[WA, AC], &[0, 1]);
    assert_eq!(said[1], "WA in a ends the run; --all-cases runs all");
    let verdicts: Vec<Verdict> = graded.groups.iter().map(|group| group.verdict).collect();
    assert_eq!(verdicts, [WA, SK]);
}

#[test]
fn a_failed_pretest_ends_everything() {
    let groups: &[Row<'_>] = &[
        ("data", None, Continue, &[]),
        ("pretests", Some(0), Stop, &[]),
        ("tests", Some(0), Continue, &[]),
    ];
    let pretests = problem(groups, &[("p/1", 1), ("p/2", 1), ("t/1", 2), ("t/2", 2)]);
    let ends = "WA on p/1 ends the run";
    check(&pretests, &[WA, AC, AC, AC], &["WA", ends, ends, ends]);
    check(&pretests, &[AC, AC, WA, AC], &["AC", "AC", "WA", "AC"]);
}

#[test]
fn points_that_a_checker_must_not_give_are_a_judge_error() {
    let mut one = problem(&[("data", None, Continue, &[])], &[("1", 0)]);
    one.groups[0].grading.checker_points = package::CheckerPoints::Required;
    let scoring = Scoring::of(&one);
    let gates = Gates::new(&scoring);
    let mut flow = Flow::new(&scoring, &gates);
    let mut result = CaseResult::not_run("1", AC, "fine");
    assert_eq!(flow.skip(0), None);
    flow.take(0, &mut result);
    assert_eq!(result.verdict, JE);
    assert!(
        result.message.starts_with("the checker must say"),
        "{}",
        result.message
    );
    assert_eq!(flow.end().verdict, Some(JE));
}

/// Any tree of groups, cases in it one group after the other or not, and verdicts.
fn any_problem(contiguous: bool) -> impl Strategy<Value = (Problem, Vec<Verdict>)> {
    let group = (
        0..4usize,
        prop::sample::select(vec![Break, Continue, Stop]),
        prop::collection::vec(0..6usize, 0..2),
        prop::sample::select(vec![
            VerdictRule::WorstError,
            VerdictRule::FirstError,
            VerdictRule::AlwaysAccept,
        ]),
        prop::sample::select(vec![
            ScoreRule::PassFail,
            ScoreRule::Sum,
            ScoreRule::Average,
            ScoreRule::Min,
            ScoreRule::Max,
        ]),
        any::<bool>(),
    );
    let verdict = prop::sample::select(vec![AC, AC, AC, AC, WA, RTE, TLE, JE]);
    let case = (0..7usize, verdict);
    (
        prop::collection::vec(group, 0..7),
        prop::collection::vec(case, 1..14),
    )
        .prop_map(move |(rows, mut cases)| {
            let groups: Vec<Group> = rows
                .into_iter()
                .enumerate()
                .map(
                    |(index, (parent, on_reject, requires, verdict, score, any_accepted))| Group {
                        name: format!("g{index}"),
                        parent: (index > 0).then(|| parent.min(index.saturating_sub(1))),
                        grading: Grading {
                            verdict,
                            score,
                            any_accepted,
                            max_score: (score == ScoreRule::PassFail).then_some(8.0),
                            ..Grading::default()
                        },
                        on_reject,
                        requires: requires
                            .into_iter()
                            .filter(|&other| other < index && other > 0)
                            .collect(),
                    },
                )
                .collect();
            for (group, _) in &mut cases {
                *group %= groups.len().max(1);
            }
            if contiguous {
                // In the order of a walk down the tree: by the path of groups.
                let path = |mut group: usize| {
                    let mut path = vec![group];
                    while let Some(parent) = groups.get(group).and_then(|group| group.parent) {
                        path.insert(0, parent);
                        group = parent;
                    }
                    path
                };
                cases.sort_by_key(|(group, _)| path(*group));
            }
            let named: Vec<Case> = cases
                .iter()
                .enumerate()
                .map(|(index, (group, _))| Case {
                    group: *group,
                    ..Case::new(format!("c{index}"), Input::File(PathBuf::new()), None)
                })
                .collect();
            let problem = Problem {
                groups,
                cases: named,
                ..Problem::default()
            };
            (
                problem,
                cases.into_iter().map(|(_, verdict)| verdict).collect(),
            )
        })
}

proptest! {
    #[test]
    fn the_order_of_the_workers_changes_nothing(
        ((problem, verdicts), keys) in (
            prop_oneof![any_problem(true), any_problem(false)],
            prop::collection::vec(any::<u32>(), 14),
        )
    ) {
        let in_order: Vec<usize> = (0..verdicts.len()).collect();
        let mut shuffled = in_order.clone();
        shuffled.sort_by_key(|&index| keys[index]);
        let (said, graded) = play(&problem, &verdicts, &in_order);
        let (other, others) = play(&problem, &verdicts, &shuffled);
        prop_assert_eq!(said, other);
        prop_assert_eq!(graded.verdict, others.verdict);
        prop_assert_eq!(graded.score, others.score);
        prop_assert_eq!(graded.groups, others.groups);
    }

    #[test]
    fn no_group_scores_more_than_it_can_give((problem, verdicts) in any_problem(true)) {
        let mut problem = problem;
        for group in &mut problem.groups {
            group.grading.checker_points = package::CheckerPoints::Forbidden;
        }
        let in_order: Vec<usize> = (0..verdicts.len()).collect();
        let (_, graded) = play(&problem, &verdicts, &in_order);
        for group in &graded.groups {
            let most = group.max_score.unwrap();
            prop_assert!((0.0..=most + 1e-9).contains(&group.score), "{:?}", group);
        }
        prop_assert_eq!(graded.fault, None);
    }
}
