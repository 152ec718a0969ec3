//! Test groups and their grading.

use package::{Grading, Group, OnReject, Problem, ScoreRule, VerdictRule};

use crate::icpc::{NEW, package, read, refused};

const SCORING: &str = "type: scoring\n";

fn names(problem: &Problem) -> Vec<(&str, Option<usize>)> {
    let name = |group: &'_ Group| group.parent;
    problem
        .groups
        .iter()
        .map(|group| (group.name.as_str(), name(group)))
        .collect()
}

/// Two cases in groups.
const GROUPS: [(&str, &str); 6] = [
    ("data/sample/1.in", ""),
    ("data/sample/1.ans", ""),
    ("data/secret/g1/1.in", ""),
    ("data/secret/g1/1.ans", ""),
    ("data/secret/g1/deep/2.in", ""),
    ("data/secret/g1/deep/2.ans", ""),
];

fn with(more: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    [&GROUPS[..], more].concat()
}

#[test]
fn every_folder_is_a_group_of_a_legacy_problem_with_scores() {
    let problem = read(SCORING, &GROUPS);
    assert_eq!(
        names(&problem),
        [
            ("data", None),
            ("sample", Some(0)),
            ("secret", Some(0)),
            ("secret/g1", Some(2)),
            ("secret/g1/deep", Some(3)),
        ]
    );
    let groups: Vec<usize> = problem.cases.iter().map(|case| case.group).collect();
    assert_eq!(groups, [1, 2, 3, 4]);
    for group in &problem.groups {
        assert_eq!(group.grading, Grading::default(), "{}", group.name);
        assert_eq!(group.on_reject, OnReject::Break, "{}", group.name);
    }
    assert!(read("", &GROUPS).groups.is_empty());
}

#[test]
fn settings_of_a_legacy_folder_hold_below_it() {
    let problem = read(
        SCORING,
        &with(&[
            (
                "data/testdata.yaml",
                "on_reject: continue\ngrader_flags: ignore_sample first_error\nrange: 0 100",
            ),
            (
                "data/secret/testdata.yaml",
                "grader_flags: min sum max accept_if_any_accepted\naccept_score: 20",
            ),
            (
                "data/secret/g1/testdata.yaml",
                "on_reject: break\nreject_score: -1.5\nrange: -inf +inf\ngrading: default",
            ),
            (
                "data/secret/g1/deep/testdata.yaml",
                "grader_flags: always_accept avg",
            ),
        ]),
    );
    let expected = [
        (
            Grading {
                verdict: VerdictRule::FirstError,
                ignore_sample: true,
                range: (0.0, 100.0),
                ..Grading::default()
            },
            OnReject::Continue,
        ),
        (
            Grading {
                verdict: VerdictRule::FirstError,
                range: (0.0, 100.0),
                ..Grading::default()
            },
            OnReject::Continue,
        ),
        (
            Grading {
                score: ScoreRule::Max,
                any_accepted: true,
                accept_score: 20.0,
                range: (0.0, 100.0),
                ..Grading::default()
            },
            OnReject::Continue,
        ),
        (
            Grading {
                score: ScoreRule::Max,
                any_accepted: true,
                accept_score: 20.0,
                reject_score: -1.5,
                ..Grading::default()
            },
            OnReject::Break,
        ),
        (
            Grading {
                verdict: VerdictRule::AlwaysAccept,
                score: ScoreRule::Average,
                accept_score: 20.0,
                reject_score: -1.5,
                ..Grading::default()
            },
            OnReject::Break,
        ),
    ];
    for (group, (grading, on_reject)) in problem.groups.iter().zip(expected) {
        assert_eq!(group.grading, grading, "{}", group.name);
        assert_eq!(group.on_reject, on_reject, "{}", group.name);
    }
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
}

#[test]
fn the_oldest_keys_for_grading_hold_for_all_groups() {
    let settings = "type: scoring\ngrading:\n  accept_score: 7\n  reject_score: 1\n  range: 0 7\n  on_reject: grade\n";
    let problem = read(
        settings,
        &[("data/secret/testdata.yaml", "accept_score: 3")],
    );
    for group in &problem.groups {
        let grading = Grading {
            accept_score: 7.0,
            reject_score: 1.0,
            range: (0.0, 7.0),
            ..Grading::default()
        };
        assert_eq!(group.grading, grading, "{}", group.name);
        assert_eq!(group.on_reject, OnReject::Continue, "{}", group.name);
    }
}

#[test]
fn what_is_odd_in_a_legacy_folder_is_said() {
    let problem = read(
        SCORING,
        &[
            (
                "data/testdata.yaml",
                "grading: default\ngrader_flags: best\nscores: 5",
            ),
            ("data/secret/testdata.yaml", "grader_flags: ignore_sample"),
            ("data/secret/test_group.yaml", "max_score: 5"),
        ],
    );
    assert_eq!(
        problem.warnings,
        [
            "data/testdata.yaml: line 2: grader_flags: the default grader knows no flag `best`; not heeded",
            "data/testdata.yaml: line 3: scores: unknown key; it is not read",
            "data/secret/test_group.yaml: not read; this package has its settings in testdata.yaml",
            "data/secret/testdata.yaml: line 1: grader_flags: `ignore_sample` means nothing but in data/testdata.yaml; not heeded",
        ]
    );
    assert!(!problem.groups[1].grading.ignore_sample);
    for (content, message) in [
        (
            "on_reject: stop",
            "on_reject: expected `break` or `continue`, found `stop`",
        ),
        (
            "accept_score: lots",
            "accept_score: expected a score from -1000000000000 to 1000000000000, found `lots`",
        ),
        (
            "range: 1",
            "range: expected two numbers, the lower one first, such as `0 100`",
        ),
        (
            "grading: mine",
            "grading: expected `default` or `custom`, found `mine`",
        ),
    ] {
        refused(
            SCORING,
            &[("data/secret/testdata.yaml", content)],
            &format!("data/secret/testdata.yaml: line 1: {message}"),
        );
    }
}

/// A package of the newest version with scores and groups, and more files.
fn scored(more: &[(&str, &str)]) -> crate::folder::Folder {
    let settings = format!("{NEW}type: scoring\n");
    let folder = package(&settings, &GROUPS);
    std::fs::remove_file(folder.root().join("data/secret/1.in")).unwrap();
    std::fs::remove_file(folder.root().join("data/secret/1.ans")).unwrap();
    for (name, content) in more {
        folder.file(name, content);
    }
    folder
}

#[test]
fn a_folder_with_settings_is_a_group_of_a_problem_with_scores() {
    let folder = scored(&[
        (
            "data/secret/g1/test_group.yaml",
            "max_score: 40\nrequire_pass: sample",
        ),
        (
            "data/secret/g2/test_group.yaml",
            "max_score: 60\nscore_aggregation: min\nrequire_pass: [sample, secret/g1]",
        ),
        ("data/secret/g2/1.in", ""),
        ("data/secret/g2/1.ans", ""),
    ]);
    let problem = folder.open().unwrap();
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    assert_eq!(
        names(&problem),
        [
            ("data", None),
            ("sample", Some(0)),
            ("secret", Some(0)),
            ("secret/g1", Some(2)),
            ("secret/g2", Some(2)),
        ]
    );
    let shown: Vec<_> = problem
        .groups
        .iter()
        .map(|group| {
            (
                group.grading.score,
                group.grading.max_score,
                group.requires.clone(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (ScoreRule::Sum, None, vec![]),
            (ScoreRule::Sum, None, vec![]),
            (ScoreRule::Sum, Some(100.0), vec![]),
            (ScoreRule::PassFail, Some(40.0), vec![1]),
            (ScoreRule::Min, Some(60.0), vec![1, 3]),
        ]
    );
    assert!(problem.groups[0].grading.ignore_sample);
    let groups: Vec<usize> = problem.cases.iter().map(|case| case.group).collect();
    assert_eq!(groups, [1, 3, 3, 4]);
}

#[test]
fn a_folder_without_settings_is_no_group() {
    let folder = scored(&[("data/secret/test_group.yaml", "max_score: unbounded")]);
    let problem = folder.open().unwrap();
    assert_eq!(names(&problem).len(), 3);
    assert_eq!(problem.groups[2].grading.max_score, None);
    let groups: Vec<usize> = problem.cases.iter().map(|case| case.group).collect();
    assert_eq!(groups, [1, 2, 2]);
}

#[test]
fn faults_in_groups_are_refused() {
    let group = "data/secret/g1/test_group.yaml";
    for (files, message) in [
        (
            &[(group, "max_score: 5"), ("data/secret/x/1.in", "")][..],
            "data/secret/x: expected test_group.yaml, for other folders beside it are test groups",
        ),
        (
            &[(group, "max_score: 5"), ("data/secret/x.in", "")],
            "data/secret/x.in: a case beside test groups; move it into one of them",
        ),
        (
            &[(group, "max_score: unbounded")],
            "data/secret/g1/test_group.yaml: expected a number as `max_score`, for the group gives \
             all of it or nothing (`score_aggregation: pass-fail`)",
        ),
        (
            &[(group, "max_score: -1")],
            "data/secret/g1/test_group.yaml: line 1: max_score: expected `unbounded` or a score \
             from 0 to 1000000000000, found `-1`",
        ),
        (
            &[(group, "max_score: 5\nscore_aggregation: avg")],
            "data/secret/g1/test_group.yaml: line 2: score_aggregation: expected `pass-fail` or `sum` or `min`, found `avg`",
        ),
        (
            &[(group, "max_score: 5\nrequire_pass: [sample, g2]")],
            "data/secret/g1/test_group.yaml: line 2: require_pass: expected `sample` or an earlier test group, found `g2`",
        ),
        (
            &[(group, "max_score: 5\nrequire_pass: secret")],
            "data/secret/g1/test_group.yaml: line 2: require_pass: expected `sample` or an earlier test group, found `secret`",
        ),
    ] {
        let refusal = scored(files).refusal();
        assert_eq!(refusal.strip_prefix("ROOT/"), Some(message));
    }
}

#[test]
fn what_is_not_heeded_of_a_group_is_said() {
    let problem = scored(&[
        ("static_validator/s.py", ""),
        (
            "data/secret/g1/test_group.yaml",
            "max_score: 5\nstatic_validation_score: 3\nstatic_validator_args: [a]\ncolour: red",
        ),
    ])
    .open()
    .unwrap();
    assert_eq!(
        problem.warnings,
        [
            "data/secret/g1/test_group.yaml: line 2: static_validation_score: static validators are not run, and give no score",
            "data/secret/g1/test_group.yaml: line 4: colour: unknown key; it is not read",
            "static_validator: static validators are not run",
        ]
    );
    let unscored = read(NEW, &[("data/secret/test_group.yaml", "max_score: 5")]);
    assert!(unscored.groups.is_empty());
    assert_eq!(
        unscored.warnings,
        [
            "data/secret/test_group.yaml: scores of a problem that is not of the type `scoring`; not heeded"
        ]
    );
}

#[test]
fn drafts_with_the_groups_of_legacy_packages_are_read_as_those() {
    let settings = "problem_format_version: 2023-07-draft\nname: X\ntype: scoring\n";
    let problem = read(
        settings,
        &with(&[(
            "data/secret/g1/testdata.yaml",
            "accept_score: 50\ngrader_flags: min",
        )]),
    );
    assert_eq!(problem.groups[3].grading.score, ScoreRule::Min);
    assert_eq!(problem.groups[3].grading.accept_score, 50.0);
    assert_eq!(
        problem.warnings,
        ["data: has testdata.yaml and no test_group.yaml; read as in the legacy format"]
    );
}

#[test]
fn a_program_of_the_package_grades_where_a_folder_says_so() {
    let settings = [
        ("graders/g.py", ""),
        (
            "data/testdata.yaml",
            "grading: custom\ngrader_flags: best of all",
        ),
        (
            "data/secret/testdata.yaml",
            "grading: default\ngrader_flags: min",
        ),
        ("data/secret/g1/deep/testdata.yaml", "grading: custom"),
    ];
    let problem = read(SCORING, &with(&settings));
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    let program = |group: &Group| {
        let call = group.grading.program.as_ref()?;
        Some(call.args.join(" "))
    };
    let programs: Vec<_> = problem.groups.iter().map(program).collect();
    let usual = None;
    assert_eq!(
        names(&problem)
            .iter()
            .map(|(name, _)| *name)
            .zip(programs)
            .collect::<Vec<_>>(),
        [
            ("data", Some("best of all".to_owned())),
            ("sample", Some("best of all".to_owned())),
            ("secret", usual.clone()),
            ("secret/g1", usual),
            ("secret/g1/deep", Some("min".to_owned())),
        ]
    );
    assert_eq!(problem.calls().count(), 3);
    for (more, path, message) in [
        (
            ("data/secret/testdata.yaml", "grading: custom"),
            "data/secret/testdata.yaml",
            "expected one program in graders/, for data is graded by it (`grading: custom`); add it",
        ),
        (
            ("graders/a.py", ""),
            "graders",
            "expected one grader, found several; keep the one that counts",
        ),
    ] {
        let second = ("graders/b.py", "");
        let files = match path {
            "graders" => vec![more, second],
            _ => vec![more],
        };
        refused(SCORING, &with(&files), &format!("{path}: {message}"));
    }
}
