//! Points for groups of cases, as `problem.toml` states them.

use package::{OnReject, ScoreRule};

use crate::folder::Folder;

/// Cases in four folders.
fn with(settings: &str) -> Folder {
    let folder = Folder::of(&[("problem.toml", &format!("name = \"X\"\n{settings}"))]);
    for case in [
        "sample/1",
        "secret/large/1",
        "secret/small/1",
        "secret/small/more/2",
        "secret/3",
    ] {
        folder.file(format!("data/{case}.in"), "");
        folder.file(format!("data/{case}.ans"), "");
    }
    folder.file("submissions/wrong_answer/w.sh", "");
    folder
}

const GROUPS: &str = r#"
[[group]]
name = "secret/small"
points = 30
requires = ["sample"]
[[group]]
name = "secret/large"
points = 62.5
requires = ["secret/small", "sample"]
"#;

#[test]
fn cases_come_in_the_order_of_their_groups() {
    let problem = with(GROUPS).open().unwrap();
    let groups: Vec<_> = problem
        .groups
        .iter()
        .map(|group| {
            let grading = &group.grading;
            (
                &*group.name,
                group.parent,
                grading.score,
                grading.max_score,
                &*group.requires,
            )
        })
        .collect();
    let none = ScoreRule::PassFail;
    assert_eq!(
        groups,
        [
            ("data", None, ScoreRule::Sum, None, &[][..]),
            ("sample", Some(0), none, Some(0.0), &[]),
            ("secret", Some(0), none, Some(0.0), &[]),
            ("secret/small", Some(0), ScoreRule::Min, Some(30.0), &[1]),
            ("secret/large", Some(0), ScoreRule::Min, Some(62.5), &[3, 1]),
        ]
    );
    let breaks = |index: usize| problem.groups[index].on_reject == OnReject::Break;
    assert_eq!(
        [0, 1, 2, 3, 4].map(breaks),
        [false, false, false, true, true]
    );
    let cases: Vec<_> = problem
        .cases
        .iter()
        .map(|case| (&*case.name, case.group))
        .collect();
    assert_eq!(
        cases,
        [
            ("sample/1", 1),
            ("secret/3", 2),
            ("secret/small/1", 3),
            ("secret/small/more/2", 3),
            ("secret/large/1", 4),
        ]
    );
}

#[test]
fn a_group_that_makes_no_sense_is_refused() {
    for (settings, message) in [
        (
            "[[group]]\nname = \"secret/none\"\npoints = 1",
            "group `secret/none`: there is no case in data/secret/none",
        ),
        (
            "[[group]]\nname = \"secret\"\npoints = -1",
            "group `secret`: expected points from 0 to 1e9, found -1",
        ),
        (
            "[[group]]\nname = \"secret\"\npoints = nan",
            "group `secret`: expected points from 0 to 1e9, found NaN",
        ),
        (
            "[[group]]\nname = \"secret\"\npoints = 1\n[[group]]\nname = \"secret/small\"\npoints = 1",
            "group `secret/small`: overlaps with the group `secret`",
        ),
        (
            "[[group]]\nname = \"sample\"\npoints = 1\nrequires = [\"secret\"]\n[[group]]\nname = \"secret\"\npoints = 1",
            "group `sample`: requires `secret`, which is no group before it and no folder without points",
        ),
        (
            "[[group]]\nname = \"secret\"\npoints = 1\nrequires = [\"data\"]",
            "group `secret`: requires `data`, which is no group before it and no folder without points",
        ),
    ] {
        let refusal = with(settings).refusal();
        assert!(refusal.contains(message), "{refusal}");
    }
    let folder = with(GROUPS);
    folder.file("data/loose.in", "");
    folder.file("data/loose.ans", "");
    let refusal = folder.refusal();
    assert!(
        refusal.contains("group: the case loose lies in no folder"),
        "{refusal}"
    );
}

#[test]
fn a_solution_may_be_expected_to_score() {
    let solution = "[[solution]]\npath = \"submissions/wrong_answer/w.sh\"\n";
    for (score, shown) in [
        ("score = 30", "WA, score 30"),
        ("score = 2.5", "WA, score 2.5"),
        ("score = \"30 .. 92.5\"", "WA, score 30..92.5"),
        ("score = \"30..30\"\nexpect = \"WA\"", "WA, score 30"),
    ] {
        let problem = with(&format!("{GROUPS}{solution}{score}")).open().unwrap();
        let expect = problem.solutions[0].expect.as_ref().unwrap();
        assert_eq!(expect.to_string(), shown);
    }
    for (score, message) in [
        (
            "score = \"40\"",
            "score: expected a range such as \"40..60\", found \"40\"",
        ),
        (
            "score = \"60..40\"",
            "score: expected a range such as \"40..60\", found \"60..40\"",
        ),
        ("score = inf", "score: expected a number, found inf"),
    ] {
        let refusal = with(&format!("{GROUPS}{solution}{score}")).refusal();
        assert!(refusal.contains(message), "{refusal}");
    }
    let refusal = with(&format!("{solution}score = 1")).refusal();
    assert!(
        refusal.contains("there are no scores without a `[[group]]`"),
        "{refusal}"
    );
}
