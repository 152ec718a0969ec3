//! Changes of settings: what comes out is a package that says so.

use std::time::Duration;

use package::{Edit, EditError, Hash, Input, Problem, set_hashes, set_time_limit};

use crate::folder::Folder;

const CASE: [(&str, &str); 2] = [("data/secret/1.in", "1\n"), ("data/secret/1.ans", "1\n")];

fn package(name: &str, settings: &str) -> Folder {
    let folder = Folder::of(&CASE);
    folder.file(name, settings);
    folder
}

fn written(folder: &Folder, edit: impl FnOnce(&Problem) -> Result<Edit, EditError>) -> Problem {
    let edit = edit(&folder.open().unwrap()).unwrap();
    std::fs::write(&edit.path, &edit.after).unwrap();
    folder.open().unwrap()
}

#[test]
fn a_time_limit_that_is_written_is_the_one_that_is_read() {
    let icpc = "problem_format_version: 2025-09\nname: P\n";
    for (name, settings) in [
        ("problem.toml", "name = \"P\"\n".to_owned()),
        (
            "problem.toml",
            "name = \"P\"\n[limits]\ntime = \"9s\"\n".to_owned(),
        ),
        ("problem.yaml", icpc.to_owned()),
        (
            "problem.yaml",
            format!("{icpc}limits:\n  time_limit: 9\n  memory: 64\n"),
        ),
    ] {
        for millis in [250, 1000, 2500, 60_000] {
            let time = Duration::from_millis(millis);
            let folder = package(name, &settings);
            let problem = written(&folder, |problem| set_time_limit(problem, time));
            assert_eq!(problem.limits.time, Some(time), "{settings}");
        }
    }
}

#[test]
fn what_is_not_changed_says_what_to_write() {
    let icpc = "problem_format_version: 2025-09\nname: P\n";
    for (name, settings, beside, said) in [
        (
            "problem.yaml",
            "name: P\n",
            "",
            "ROOT/problem.yaml: the legacy format states no limit",
        ),
        (
            "problem.yaml",
            icpc,
            "3\n",
            "ROOT/.timelimit: the limit stands there",
        ),
        (
            "problem.yaml",
            "{problem_format_version: 2025-09, name: P}\n",
            "",
            "ROOT/problem.yaml: it is",
        ),
        (
            "init.yml",
            "test_cases: []\n",
            "",
            "ROOT: settings of the format dmoj",
        ),
    ] {
        let folder = package(name, settings);
        if !beside.is_empty() {
            folder.file(".timelimit", beside);
        }
        if name == "init.yml" {
            folder.file(
                name,
                "test_cases:\n- {in: data/secret/1.in, out: data/secret/1.ans}\n",
            );
        }
        let problem = folder.open().unwrap();
        let error = set_time_limit(&problem, Duration::from_secs(2)).unwrap_err();
        let error = folder.without_root(&error.to_string());
        assert!(error.starts_with(said) && error.contains('2'), "{error}");
        assert!(error.contains("by hand"), "{error}");
    }
}

#[test]
fn a_hash_that_is_written_is_the_one_that_is_read() {
    let settings = "name = \"P\"\n[[generate]]\ncase = \"secret/2\"\npath = \"data/secret/1.in\"\n";
    let folder = package("problem.toml", settings);
    folder.file("data/secret/2.ans", "1\n");
    let hash = "0".repeat(64);
    let problem = written(&folder, |problem| {
        set_hashes(problem, &[("secret/2", hash.clone())])
    });
    let made = problem.cases.iter().find_map(|case| match &case.input {
        Input::Generated(made) => Some(made.hash.clone()),
        Input::File(_) => None,
    });
    assert_eq!(made, Some(Some(Hash::Blake3(hash))));
}
