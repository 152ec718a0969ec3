//! Folders of submissions whose names say nothing.

use crate::folder::Folder;

const KNOWN: &str = "known are `accepted`, `wrong_answer`, `time_limit_exceeded`, \
    `run_time_error`, `compile_error`, `rejected`, `brute_force`, `partially_accepted`";

const NATIVE: (&str, &str) = ("problem.toml", "name = \"X\"");
const ICPC: (&str, &str) = (
    "problem.yaml",
    "problem_format_version: 2025-09\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\n",
);

/// The warnings about a package with settings and with these submissions.
fn warnings(settings: (&str, &str), submissions: &[(&str, &str)]) -> Vec<String> {
    let folder = Folder::of(&[
        settings,
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
    ]);
    for (name, source) in submissions {
        folder.file(format!("submissions/{name}"), source);
    }
    folder.open().unwrap().warnings
}

#[test]
fn a_name_that_says_nothing_is_told_with_the_one_that_was_meant() {
    for settings in [NATIVE, ICPC] {
        for (submissions, message) in [
            (
                &[("acepted/a.py", "")][..],
                "acepted: nothing is expected of acepted/a.py; did you mean `accepted`?".to_owned(),
            ),
            (
                &[
                    ("WA/a.py", ""),
                    ("WA/b.py", ""),
                    ("WA/c.py", ""),
                    ("accepted/a.py", ""),
                ],
                format!("WA: nothing is expected of WA/a.py and 2 more; {KNOWN}"),
            ),
        ] {
            assert_eq!(
                warnings(settings, submissions),
                [format!("submissions/{message}")],
                "{settings:?}"
            );
        }
    }
}

#[test]
fn a_folder_of_another_format_is_told_to_mean_nothing_here() {
    assert_eq!(
        warnings(NATIVE, &[("rejected/a.py", "")]),
        [
            "submissions/rejected: nothing is expected of rejected/a.py; the name means nothing in this format, so state it in the settings"
        ]
    );
}

#[test]
fn what_is_said_elsewhere_needs_no_folder() {
    for (settings, submissions) in [
        (
            (
                "problem.toml",
                "name = \"X\"\n[[solution]]\npath = \"submissions/mixed/a.py\"\nexpect = \"WA\"",
            ),
            &[("mixed/a.py", "")][..],
        ),
        (ICPC, &[("mixed/a.py", "# @EXPECTED_RESULTS@: CORRECT\n")]),
        (
            ICPC,
            &[
                ("mixed/a.py", ""),
                ("submissions.yaml", "mixed:\n  permitted: [AC, TLE]\n"),
            ],
        ),
    ] {
        assert_eq!(warnings(settings, submissions), [""; 0]);
    }
}
