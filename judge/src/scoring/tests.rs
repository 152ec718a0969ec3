//! Scores by the rules of each format, as tables.

use std::path::PathBuf;

use package::Verdict::*;
use package::{Case, Input, VerdictRule};

use super::*;

/// Groups by parent and grading, the root first, and cases in groups with points.
fn problem(groups: &[(Option<usize>, Grading)], cases: &[(usize, Option<f64>)]) -> Problem {
    let group = |(index, (parent, grading)): (usize, &(Option<usize>, Grading))| Group {
        name: format!("g{index}"),
        parent: *parent,
        grading: grading.clone(),
        on_reject: OnReject::Continue,
        requires: Vec::new(),
    };
    let case = |(index, (group, points)): (usize, &(usize, Option<f64>))| Case {
        group: *group,
        points: *points,
        ..Case::new(format!("c{index}"), Input::File(PathBuf::new()), None)
    };
    Problem {
        groups: groups.iter().enumerate().map(group).collect(),
        cases: cases.iter().enumerate().map(case).collect(),
        ..Problem::default()
    }
}

fn rules(verdict: VerdictRule, score: ScoreRule) -> Grading {
    Grading {
        verdict,
        score,
        ..Grading::default()
    }
}

/// A group of 2025-09 that can give so much.
fn new(score: ScoreRule, max_score: Option<f64>) -> Grading {
    Grading {
        max_score,
        ..rules(VerdictRule::FirstError, score)
    }
}

/// The score of the one group of a problem for cases with these verdicts and points, or the error
/// of the first case that has one.
fn score(grading: Grading, cases: &[(Verdict, Option<Points>)]) -> Result<f64, String> {
    let problem = problem(&[(None, grading)], &vec![(0, None); cases.len()]);
    let scoring = Scoring::of(&problem);
    let mut seen = scoring.unseen();
    for (index, (verdict, points)) in cases.iter().enumerate() {
        seen.cases[index] = Some(scoring.mark(index, *verdict, *points)?);
    }
    match scoring.fault(&seen) {
        Some(fault) => Err(fault),
        None => Ok(scoring.grade(0, &seen).unwrap().score),
    }
}

#[test]
fn the_default_grader_of_legacy_packages_is_followed() {
    use ScoreRule::*;
    use VerdictRule::*;
    let plain = Grading::default;
    let any = |verdict| Grading {
        any_accepted: true,
        ..rules(verdict, Sum)
    };
    let no_sample = || Grading {
        ignore_sample: true,
        ..plain()
    };
    for (grading, marks, verdict, score) in [
        (plain(), &[(AC, 1.0), (AC, 2.0)][..], AC, 3.0),
        (plain(), &[(WA, 1.0), (TLE, 2.0), (AC, 3.0)], TLE, 6.0),
        (plain(), &[(WA, 0.0), (RTE, 0.0), (TLE, 0.0)], RTE, 0.0),
        (plain(), &[(PE, 0.0), (OLE, 0.0), (WTL, 0.0)], WTL, 0.0),
        (plain(), &[(AC, 1.0), (JE, 1.0), (WA, 1.0)], JE, 0.0),
        (
            rules(FirstError, Average),
            &[(WA, 1.0), (TLE, 2.0)],
            WA,
            1.5,
        ),
        (rules(FirstError, Min), &[(AC, 5.0), (TLE, -2.0)], TLE, -2.0),
        (rules(AlwaysAccept, Max), &[(WA, 5.0), (TLE, 7.0)], AC, 7.0),
        (rules(AlwaysAccept, Max), &[(WA, 5.0), (JE, 7.0)], JE, 0.0),
        (any(WorstError), &[(WA, 0.0), (AC, 7.0)], AC, 7.0),
        (any(FirstError), &[(WA, 0.0), (TLE, 0.0)], WA, 0.0),
        (no_sample(), &[(WA, 1.0), (AC, 7.0)], AC, 7.0),
        (no_sample(), &[(WA, 1.0)], WA, 1.0),
        (no_sample(), &[(AC, 1.0), (AC, 1.0), (AC, 1.0)], JE, 0.0),
    ] {
        let marks: Vec<Mark> = marks
            .iter()
            .map(|&(verdict, score)| Mark { verdict, score })
            .collect();
        assert_eq!(
            combine(&grading, &marks, None),
            Mark { verdict, score },
            "{grading:?} {marks:?}"
        );
    }
}

#[test]
fn a_group_shares_its_score_among_its_cases() {
    use Points::*;
    use ScoreRule::*;
    let (good, bad) = ((AC, None), (WA, None));
    let part = |points| (AC, Some(points));
    let fixed = Grading {
        static_score: 10.0,
        ..new(Sum, Some(40.0))
    };
    for (grading, cases, expected) in [
        (new(PassFail, Some(30.0)), &[good, good][..], 30.0),
        (new(PassFail, Some(30.0)), &[good, bad], 0.0),
        (new(Min, Some(30.0)), &[good, good], 30.0),
        (new(Min, Some(30.0)), &[good, bad], 0.0),
        (new(Min, Some(30.0)), &[good, part(Share(0.5))], 15.0),
        (new(Min, Some(30.0)), &[part(Score(7.0)), good], 7.0),
        (new(Max, Some(30.0)), &[bad, part(Share(0.5))], 15.0),
        (new(Sum, Some(30.0)), &[good, good, bad], 20.0),
        (
            new(Sum, Some(30.0)),
            &[part(Share(0.5)), part(Score(10.0)), bad],
            15.0,
        ),
        (fixed, &[good, good, bad], 20.0),
        (new(Average, Some(30.0)), &[good, bad, bad], 10.0),
        // Nothing is stated: an accepted case gives 1, or what its checker says.
        (
            new(Sum, None),
            &[good, part(Score(12.5)), part(Share(0.5)), bad],
            14.0,
        ),
    ] {
        let label = format!("{grading:?} {cases:?}");
        assert_eq!(score(grading, cases), Ok(expected), "{label}");
    }
}

#[test]
fn points_that_a_checker_must_not_give_are_an_error() {
    use Points::*;
    use ScoreRule::*;
    let with = |checker_points, grading| Grading {
        checker_points,
        ..grading
    };
    let required = || with(CheckerPoints::Required, new(Sum, None));
    let forbidden = || with(CheckerPoints::Forbidden, new(PassFail, Some(30.0)));
    let bounded = || new(Min, Some(30.0));
    let must = "the checker must say how many points this case of g0 gives";
    for (grading, verdict, points, expected) in [
        (required(), AC, Some(Score(1e6)), Ok(1e6)),
        (required(), AC, None, Err(must)),
        (required(), AC, Some(Share(1.0)), Err(must)),
        (required(), WA, None, Ok(0.0)),
        (forbidden(), AC, None, Ok(30.0)),
        (
            forbidden(),
            AC,
            Some(Score(30.0)),
            Err("the checker gives points, but the cases of g0 have none"),
        ),
        (bounded(), AC, Some(Score(30.0 + 1e-12)), Ok(30.0 + 1e-12)),
        (
            bounded(),
            AC,
            Some(Score(30.5)),
            Err("expected of the checker points from 0 to 30, found 30.5"),
        ),
        (
            bounded(),
            AC,
            Some(Score(-1.0)),
            Err("expected of the checker points from 0 to 30, found -1"),
        ),
        (
            required(),
            AC,
            Some(Score(f64::NAN)),
            Err("expected of the checker points, found NaN"),
        ),
        (
            bounded(),
            AC,
            Some(Share(1.5)),
            Err("expected of the checker a share from 0 to 1, found 1.5"),
        ),
        // What a checker gives to a wrong output is nothing.
        (bounded(), WA, Some(Score(10.0)), Ok(0.0)),
    ] {
        let found = score(grading, &[(verdict, points)]);
        assert_eq!(found, expected.map_err(str::to_owned), "{points:?}");
    }
}

#[test]
fn a_score_outside_its_bounds_is_an_error() {
    let range = Grading {
        accept_score: 60.0,
        range: (0.0, 100.0),
        ..Grading::default()
    };
    let good = (AC, None);
    assert_eq!(score(range.clone(), &[good]), Ok(60.0));
    assert_eq!(
        score(range, &[good, good]),
        Err("g0: expected a score from 0 to 100, found 120".to_owned())
    );
    let free = new(ScoreRule::Sum, None);
    let whole = new(ScoreRule::Sum, Some(100.0));
    let problem = problem(&[(None, whole), (Some(0), free)], &[(1, None)]);
    let scoring = Scoring::of(&problem);
    let mut seen = scoring.unseen();
    seen.cases[0] = scoring.mark(0, AC, Some(Points::Score(101.0))).ok();
    assert_eq!(
        scoring.fault(&seen),
        Some("g0: expected a score from -inf to 100, found 101".to_owned())
    );
}

#[test]
fn points_of_cases_are_added_or_given_together() {
    let sum = || rules(VerdictRule::WorstError, ScoreRule::Sum);
    let all = || rules(VerdictRule::WorstError, ScoreRule::PassFail);
    let least = || rules(VerdictRule::WorstError, ScoreRule::Min);
    let groups = [
        (None, sum()),
        (Some(0), sum()),
        (Some(0), all()),
        (Some(0), least()),
    ];
    let cases = [
        (0, Some(5.0)),
        (1, Some(10.0)),
        (1, Some(20.0)),
        (2, Some(30.0)),
        (2, Some(40.0)),
        (3, Some(50.0)),
        (3, Some(50.0)),
    ];
    let problem = problem(&groups, &cases);
    let scoring = Scoring::of(&problem);
    assert_eq!(scoring.best(), Some(5.0 + 30.0 + 70.0 + 50.0));
    for (verdicts, expected) in [
        ([AC, AC, AC, AC, AC, AC, AC], [155.0, 30.0, 70.0, 50.0]),
        ([WA, AC, WA, AC, WA, AC, TLE], [10.0, 10.0, 0.0, 0.0]),
    ] {
        let mut seen = scoring.unseen();
        for (index, verdict) in verdicts.into_iter().enumerate() {
            seen.cases[index] = scoring.mark(index, verdict, None).ok();
        }
        let scores = [0, 1, 2, 3].map(|group| scoring.grade(group, &seen).unwrap().score);
        assert_eq!(scores, expected);
    }
}

#[test]
fn the_best_score_is_known_where_the_package_tells_it() {
    let range = |low, high, objective| Grading {
        range: (low, high),
        objective,
        ..Grading::default()
    };
    let legacy = Grading {
        accept_score: 20.0,
        checker_points: CheckerPoints::Forbidden,
        ..Grading::default()
    };
    let open = Grading {
        checker_points: CheckerPoints::Required,
        ..legacy.clone()
    };
    for (grading, best) in [
        (range(0.0, 50.0, Objective::Max), Some(50.0)),
        (range(3.0, 50.0, Objective::Min), Some(3.0)),
        (range(f64::NEG_INFINITY, 50.0, Objective::Min), None),
        (new(ScoreRule::Sum, Some(70.0)), Some(70.0)),
        (legacy, Some(40.0)),
        (open, None),
        (Grading::default(), None),
    ] {
        let problem = problem(&[(None, grading)], &[(0, None), (0, None)]);
        assert_eq!(
            Scoring::of(&problem).best(),
            best,
            "{:?}",
            problem.groups[0].grading
        );
    }
}

#[test]
fn groups_that_make_no_sense_break_nothing() {
    let mut odd = problem(
        &[(Some(7), Grading::default()), (Some(1), Grading::default())],
        &[(1, None), (9, None)],
    );
    odd.groups[1].requires = vec![5, 1];
    let scoring = Scoring::of(&odd);
    let mut seen = scoring.unseen();
    seen.cases[1] = scoring.mark(1, AC, None).ok();
    assert_eq!(scoring.grade(0, &seen).map(|mark| mark.score), Some(1.0));
    assert_eq!(scoring.grade(1, &seen), None);
}
