//! Problems of Library Checker.

use std::time::Duration;

use package::{Checker, Hash, Input, Problem, Protocol, Source};

use crate::folder::{Folder, cases};

const INFO: &str = r#"
title = "Sum"
timelimit = 2.5
forum = "https://example.org"

[[tests]]
name = "hand.in"
number = 1
[[tests]]
name = "random.cpp"
number = 2

[[solutions]]
name = "slow.cpp"
expect = "TLE"
allow_wa = true
[[solutions]]
name = "function.cpp"
function = true

[params]
N_MAX = 1_000
RATE = 0.5
NAME = "sum"
"#;

/// The problem beside the repository's `common`, with some more files.
fn problem(info: &str, more: &[(&str, &str)]) -> Folder {
    let mut files = vec![("sum/info.toml", info)];
    let empty = [
        "common/testlib.h",
        "sum/gen/hand_00.in",
        "sum/gen/random.cpp",
        "sum/sol/correct.cpp",
        "sum/sol/slow.cpp",
        "sum/sol/function.cpp",
        "sum/sol/notes.txt",
        "sum/grader/grader.cpp",
        "sum/checker.cpp",
        "sum/verifier.cpp",
    ];
    files.extend(empty.map(|name| (name, "")));
    files.extend(more);
    Folder::of(&files)
}

fn open(folder: &Folder) -> Result<Problem, String> {
    package::open(&folder.root().join("sum"))
        .map_err(|error| folder.without_root(&error.to_string()))
}

fn file(call: &package::Call) -> &std::path::Path {
    match &call.source {
        Source::File(path) => path,
        other => panic!("expected a file, found {other:?}"),
    }
}

#[test]
fn everything_in_it_is_read() {
    let hash = "0123456789abcdef".repeat(4);
    let hashes = format!("{{\"random_01.in\": \"{hash}\", \"hand_00.out\": \"{hash}\"}}");
    let folder = problem(
        INFO,
        &[("sum/hash.json", &hashes), ("sum/sol/extra.cpp", "")],
    );
    let (root, problem) = (folder.root(), open(&folder).unwrap());
    assert_eq!(
        (
            problem.format,
            problem.slug.as_str(),
            problem.title.as_str()
        ),
        ("library-checker", "sum", "Sum")
    );
    assert_eq!(problem.limits.time, Some(Duration::from_millis(2500)));
    assert_eq!(cases(&problem), ["hand_00", "random_00", "random_01"]);
    assert_eq!(
        problem.cases[0].input,
        Input::File(root.join("sum/gen/hand_00.in"))
    );
    let answer = problem.cases[0].answer_by.as_ref().unwrap();
    assert!(file(&answer.call).ends_with("sum/sol/correct.cpp"));
    assert_eq!(answer.hash, Some(Hash::Sha256(hash.clone())));
    let Input::Generated(made) = &problem.cases[2].input else {
        panic!("expected a generator, found {:?}", problem.cases[2]);
    };
    assert!(file(&made.call).ends_with("sum/gen/random.cpp"));
    assert_eq!(
        (made.call.args.as_slice(), &made.hash),
        (["1".to_owned()].as_slice(), &Some(Hash::Sha256(hash)))
    );
    let companions = made.call.build.companions.as_ref().unwrap();
    assert_eq!(companions.include_paths, [root.join("common")]);
    assert_eq!(
        companions.headers["params.h"],
        "#define NAME \"sum\"\n#define N_MAX (long long)1000\n#define RATE 0.5\n"
    );
    let [Checker::Program(jury)] = &problem.judging.checkers[..] else {
        panic!("expected a program, found {:?}", problem.judging);
    };
    assert_eq!(jury.protocol, Protocol::Testlib);
    assert!(file(&jury.call).ends_with("sum/checker.cpp"));
    assert_eq!(problem.validators[0].accepts, 0);
    let solutions: Vec<_> = problem
        .solutions
        .iter()
        .map(|solution| {
            let expect = solution.expect.as_ref().unwrap();
            let codes = |list: &Option<Vec<package::Verdict>>| {
                let list = list.iter().flatten().map(|verdict| verdict.code());
                list.collect::<Vec<_>>().join(" ")
            };
            format!(
                "{}: {} / {}",
                solution.name,
                codes(&expect.permitted),
                codes(&expect.required)
            )
        })
        .collect();
    assert_eq!(
        solutions,
        [
            "correct.cpp: AC / ",
            "slow.cpp: AC TLE WA / TLE",
            "function.cpp: AC / "
        ]
    );
    let sources = &problem.solutions[2]
        .call
        .build
        .companions
        .as_ref()
        .unwrap()
        .sources;
    assert_eq!(sources, &[root.join("sum/grader/grader.cpp")]);
    let warnings = folder.without_root(&problem.warnings.join("; "));
    assert_eq!(
        warnings,
        "ROOT/sum/sol/extra.cpp: not in info.toml, not judged"
    );
}

#[test]
fn what_is_generated_already_is_used() {
    let folder = problem(
        INFO,
        &[
            ("sum/in/random_00.in", ""),
            ("sum/out/random_00.out", ""),
            ("sum/in/random_01.in", ""),
        ],
    );
    let problem = open(&folder).unwrap();
    let root = folder.root().join("sum");
    assert_eq!(
        problem.cases[1].input,
        Input::File(root.join("in/random_00.in"))
    );
    assert_eq!(
        problem.cases[1].answer,
        Some(root.join("out/random_00.out"))
    );
    assert!(
        matches!(problem.cases[2].input, Input::Generated(_)),
        "{:?}",
        problem.cases[2]
    );
}

#[test]
fn what_is_wrong_is_refused_by_file_and_key() {
    let tests = "timelimit = 1\n[[tests]]\n";
    for (info, message) in [
        (
            "timelimit = -1\n[[tests]]\nname = \"hand.in\"\nnumber = 1".to_owned(),
            "line 1: timelimit: expected seconds, found -1",
        ),
        (
            format!("{tests}name = \"none.cpp\"\nnumber = 1"),
            "line 2: tests `none.cpp`: gen/none.cpp is not there; add the file or correct its name",
        ),
        (
            format!("{tests}name = \"hand.in\"\nnumber = 2"),
            "line 2: tests `hand.in`: gen/hand_01.in is not there; add the file or correct its name",
        ),
        (
            format!("{tests}name = \"hand\"\nnumber = 1"),
            "line 2: tests `hand`: expected a name that ends in .cpp or .in",
        ),
        (
            format!("{tests}name = \"hand.in\"\nnumber = 0"),
            "line 2: tests: expected at least one case, found none",
        ),
        (
            format!("{tests}name = \"hand.in\"\nnumber = 1000000000"),
            "line 2: tests `hand.in`: number: expected at most 10000, found 1000000000",
        ),
        (
            format!(
                "{tests}name = \"hand.in\"\nnumber = 1\n[[solutions]]\nname = \"slow.cpp\"\nexpect = \"slow\""
            ),
            "line 5: solutions `slow.cpp`: expect: expected WA, RE or TLE, found `slow`",
        ),
        (
            format!("{tests}name = \"hand.in\"\nnumber = 1\n[[solutions]]\nname = \"none.cpp\""),
            "line 5: solutions `none.cpp`: sol/none.cpp is not there; add the file or correct its name",
        ),
        (
            format!("checker = \"x.cpp\"\n{tests}name = \"hand.in\"\nnumber = 1"),
            "line 1: checker: x.cpp is not there; add the file or correct its name",
        ),
        (
            format!("{tests}name = \"hand.in\"\nnumber = 1\n[params]\nX = [1]"),
            "line 6: params.X: expected a number or a string, found array",
        ),
    ] {
        let refusal = open(&problem(&info, &[])).unwrap_err();
        assert_eq!(refusal, format!("ROOT/sum/info.toml: {message}"), "{info}");
    }
}

#[test]
fn a_hash_that_is_none_is_refused() {
    let folder = problem(INFO, &[("sum/hash.json", "{\"random_00.in\": \"abc\"}")]);
    let message = "ROOT/sum/hash.json: random_00.in: expected 64 hexadecimal digits, found `abc`";
    assert_eq!(open(&folder).unwrap_err(), message);
}

#[test]
fn an_unknown_key_of_a_solution_is_passed_over_with_a_warning() {
    let info = format!("{INFO}\n[[solutions]]\nname = \"correct.cpp\"\nnumber = 1\n");
    let folder = problem(&info, &[]);
    let warnings = open(&folder).unwrap().warnings;
    let warnings = folder.without_root(&warnings.join("; "));
    assert_eq!(
        warnings,
        "ROOT/sum/info.toml: solutions `correct.cpp`: unknown key `number`, passed over"
    );
}
