//! Tasks of the Contest Management System.

use std::time::Duration;

use package::{Checker, Protocol, ScoreRule};

use crate::folder::{Folder, cases};

const TASK: &str = "name: sum\ntitle: The Sum\ntime_limit: 1.5\nmemory_limit: 256\nn_input: 3\ninfile: ''\noutfile: ''\n";

fn task(settings: &str, more: &[(&str, &str)]) -> Folder {
    let mut files = vec![("task.yaml", settings)];
    for name in [
        "input/input0.txt",
        "input/input1.txt",
        "input/input2.txt",
        "output/output0.txt",
        "output/output1.txt",
        "output/output2.txt",
    ] {
        files.push((name, ""));
    }
    files.extend(more);
    Folder::of(&files)
}

#[test]
fn a_task_with_subtasks_is_read() {
    let folder = task(
        TASK,
        &[
            (
                "gen/GEN",
                "# numbers\n#ST: 40\n1 2\n#COPY: x.txt\n\n#ST: 60\n5 # the last\n",
            ),
            ("sol/solution.cpp", ""),
            ("sol/grader.cpp", ""),
            ("sol/solution.py", ""),
            ("sol/wrong.c", ""),
            ("sol/solution.java", ""),
            ("sol/grader.java", ""),
            ("sol/notes.txt", ""),
            ("check/checker.cpp", ""),
        ],
    );
    let problem = folder.open().unwrap();
    assert_eq!((problem.format, problem.title.as_str()), ("cms", "The Sum"));
    assert_eq!(problem.limits.time, Some(Duration::from_millis(1500)));
    assert_eq!(problem.limits.memory, Some(256 << 20));
    assert_eq!(cases(&problem), ["0", "1", "2"]);
    let groups: Vec<_> = problem
        .groups
        .iter()
        .map(|group| {
            (
                group.name.as_str(),
                group.grading.score,
                group.grading.max_score,
            )
        })
        .collect();
    assert_eq!(
        groups,
        [
            ("data", ScoreRule::Sum, None),
            ("subtask0", ScoreRule::Min, Some(40.0)),
            ("subtask1", ScoreRule::Min, Some(60.0)),
        ]
    );
    let placed: Vec<_> = problem.cases.iter().map(|case| case.group).collect();
    assert_eq!(placed, [1, 1, 2]);
    let [Checker::Program(jury)] = &problem.judging.checkers[..] else {
        panic!("expected a program, found {:?}", problem.judging);
    };
    assert_eq!(jury.protocol, Protocol::Cms);
    let solutions: Vec<_> = problem
        .solutions
        .iter()
        .map(|solution| {
            let sources = solution
                .call
                .build
                .companions
                .as_ref()
                .map_or(0, |it| it.sources.len());
            (solution.name.as_str(), solution.expect.is_some(), sources)
        })
        .collect();
    assert_eq!(
        solutions,
        [
            ("solution.cpp", true, 1),
            ("solution.py", true, 0),
            ("wrong.c", false, 0)
        ]
    );
    assert_eq!(
        folder.without_root(&problem.warnings.join("; ")),
        "ROOT/sol/solution.java: needs a grader, which is supported for C and C++ only; not judged"
    );
}

#[test]
fn without_subtasks_all_tests_are_worth_the_same() {
    let problem = task(&format!("{TASK}total_value: 60\n"), &[])
        .open()
        .unwrap();
    let points: Vec<_> = problem.cases.iter().map(|case| case.points).collect();
    assert_eq!(points, [Some(20.0); 3]);
    assert_eq!(problem.groups.len(), 1);
    let [Checker::Named(call)] = &problem.judging.checkers[..] else {
        panic!("expected a comparison, found {:?}", problem.judging);
    };
    assert_eq!(call.name, "lcmp");
}

#[test]
fn what_cannot_be_followed_is_refused() {
    for (settings, more, message) in [
        (
            TASK.replace("3", "4"),
            None,
            "task.yaml: line 5: n_input: expected the number of inputs, 3, found `4`",
        ),
        (
            TASK.replace("1.5", "fast"),
            None,
            "task.yaml: line 3: time_limit: expected a number greater than 0, found `fast`",
        ),
        (
            format!("{TASK}output_only: True"),
            None,
            "task.yaml: line 8: output_only: tasks without a program are not supported",
        ),
        (
            TASK.to_owned(),
            Some(("check/manager.cpp", "")),
            "check/manager.cpp: a manager that talks to the solution is not supported",
        ),
        (
            TASK.to_owned(),
            Some(("check/checker", "")),
            "check/checker: compiled without its source; put the source beside it",
        ),
        (
            TASK.to_owned(),
            Some(("gen/GEN", "1\n2\n")),
            "gen/GEN: makes 2 tests, and there are 3; generate them anew",
        ),
        (
            TASK.to_owned(),
            Some(("gen/GEN", "1\n#ST: 5\n2\n3\n")),
            "gen/GEN: line 2: tests before the first subtask; put them into one",
        ),
        (
            TASK.to_owned(),
            Some(("gen/GEN", "#ST: many\n")),
            "gen/GEN: line 1: expected the points of a subtask, as in `#ST: 20`",
        ),
    ] {
        let more: Vec<_> = more.into_iter().collect();
        assert_eq!(task(&settings, &more).refusal(), format!("ROOT/{message}"));
    }
}

#[test]
fn files_in_the_place_of_streams_are_read() {
    let settings = TASK.replace(
        "infile: ''\noutfile: ''",
        "infile: in.txt\noutfile: out.txt",
    );
    let problem = task(&settings, &[]).open().unwrap();
    assert_eq!(problem.file_io.input.as_deref(), Some("in.txt"));
    assert_eq!(problem.file_io.output.as_deref(), Some("out.txt"));
    assert!(problem.warnings.is_empty());
    for name in ["../in.txt", "a/b", "/in.txt", "."] {
        let settings = TASK.replace("infile: ''", &format!("infile: {name}"));
        let refusal = task(&settings, &[]).refusal();
        let message = format!("infile: expected the name of a file, found `{name}`");
        assert_eq!(refusal, format!("ROOT/task.yaml: line 6: {message}"));
    }
}
