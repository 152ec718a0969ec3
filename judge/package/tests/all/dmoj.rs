//! DMOJ problems.

use std::time::Duration;

use package::{
    Checker, CheckerCall, Input, Judging, Limits, Lines, OnReject, Problem, Protocol, ScoreRule,
    Source, Stream, Verdict,
};
use tempfile::TempDir;

use crate::folder::{Folder, cases};

/// A problem with these settings and some files.
fn problem(settings: &str) -> Folder {
    let files = [
        "1.in",
        "1.out",
        "2.in",
        "2.out",
        "check.cpp",
        "gen.cpp",
        "lib.h",
        "more.cpp",
    ];
    let mut all = vec![("init.yml", settings)];
    all.extend(files.map(|name| (name, "")));
    Folder::of(&all)
}

fn checker(settings: &str) -> Judging {
    let cases = "test_cases: [{in: 1.in, out: 1.out}]";
    problem(&format!("{settings}\n{cases}"))
        .open()
        .unwrap()
        .judging
}

fn bridged(judging: &Judging) -> &package::Jury {
    match &judging.checkers[..] {
        [Checker::Program(jury)] => jury,
        other => panic!("expected a program, found {other:?}"),
    }
}

fn file(problem: &Problem, call: &package::Call) -> String {
    match &call.source {
        Source::File(path) => path
            .strip_prefix(&problem.root)
            .unwrap_or(path)
            .display()
            .to_string(),
        other => panic!("expected a file, found {other:?}"),
    }
}

#[test]
fn a_list_of_cases_is_read() {
    let folder =
        problem("test_cases:\n- {in: 1.in, out: 1.out, points: 1}\n- {in: 2.in, out: 2.out}\n");
    let problem = folder.open().unwrap();
    assert_eq!(problem.format, "dmoj");
    assert_eq!(cases(&problem), ["1", "2"]);
    assert_eq!(problem.cases[1].answer, Some(folder.root().join("2.out")));
    assert_eq!(problem.cases[0].lines, Lines::UnixToTheLast);
    assert_eq!(
        problem.judging,
        Judging::by(CheckerCall {
            name: "dmoj:standard".to_owned(),
            args: vec![]
        })
    );
    assert_eq!(
        problem.limits,
        Limits {
            output: Some(25_165_824),
            ..Limits::default()
        }
    );
    assert!(problem.groups.is_empty(), "{:?}", problem.groups);
}

#[test]
fn batches_and_pretests_are_groups() {
    let folder = problem(
        "test_cases:
- {in: 1.in, out: 1.out, points: 0}
- {in: 2.in, out: 2.out, points: 5}
- batched: [{in: 1.in, out: 1.out}, {in: 2.in, out: 2.out}]
  points: 20
- batched: [{in: 1.in, out: 1.out}]
  points: 30
  dependencies: [1]
",
    );
    let problem = folder.open().unwrap();
    assert_eq!(cases(&problem), ["1", "2", "3/1", "3/2", "4/1"]);
    let shown: Vec<_> = problem
        .groups
        .iter()
        .map(|group| {
            (
                group.name.as_str(),
                group.parent,
                group.grading.score,
                group.on_reject,
                group.requires.clone(),
            )
        })
        .collect();
    use OnReject::{Break, Continue};
    use ScoreRule::{Min, Sum};
    assert_eq!(
        shown,
        [
            ("data", None, Sum, Continue, vec![]),
            ("pretests", Some(0), Sum, Break, vec![]),
            ("cases", Some(0), Sum, Continue, vec![1]),
            ("3", Some(0), Min, Break, vec![1]),
            ("4", Some(0), Min, Break, vec![3, 1]),
        ]
    );
    let placed: Vec<_> = problem
        .cases
        .iter()
        .map(|case| (case.group, case.points))
        .collect();
    assert_eq!(
        placed,
        [
            (1, Some(0.0)),
            (2, Some(5.0)),
            (3, Some(20.0)),
            (3, Some(20.0)),
            (4, Some(30.0))
        ]
    );
}

#[test]
fn pretests_of_their_own_list_come_first_and_are_worth_nothing() {
    let folder = problem(
        "pretest_test_cases: [{in: 1.in, out: 1.out, points: 7}]\ntest_cases: [{in: 2.in, out: 2.out, points: 3}]",
    );
    let problem = folder.open().unwrap();
    assert_eq!(cases(&problem), ["pretest/1", "1"]);
    assert_eq!(
        (problem.cases[0].points, problem.cases[1].points),
        (Some(0.0), Some(3.0))
    );
}

#[test]
fn a_key_is_looked_for_around_its_case() {
    let folder = problem(
        "checker: identical
binary_data: true
test_cases:
- {in: 1.in, out: 1.out}
- batched:
  - {in: 1.in}
  - {in: 2.in, checker: sorted, binary_data: no}
  out: 2.out
  checker: {name: floats, args: {precision: 3, feedback: true}}
",
    );
    let problem = folder.open().unwrap();
    let name = |judging: &Judging| match &judging.checkers[..] {
        [Checker::Named(call)] => format!("{} {}", call.name, call.args.join(" ")),
        other => panic!("expected a comparison, found {other:?}"),
    };
    assert_eq!(name(&problem.judging), "dmoj:identical ");
    let own: Vec<_> = problem
        .cases
        .iter()
        .map(|case| case.judging.as_deref().map(name))
        .collect();
    assert_eq!(
        own,
        [
            None,
            Some("dmoj:floats precision=3".to_owned()),
            Some("dmoj:sorted ".to_owned())
        ]
    );
    assert_eq!(problem.cases[1].answer, Some(folder.root().join("2.out")));
    let lines: Vec<_> = problem.cases.iter().map(|case| case.lines).collect();
    assert_eq!(lines, [Lines::Kept, Lines::Kept, Lines::UnixToTheLast]);
}

#[test]
fn bridged_checkers_are_programs() {
    let judging = checker(
        "checker: {name: bridged, args: {files: [lib.h, check.cpp, more.cpp], type: testlib, flags: [-DX], time_limit: 3, memory_limit: 1024}}",
    );
    let jury = bridged(&judging);
    assert_eq!(jury.protocol, Protocol::DmojTestlib);
    assert_eq!(
        (jury.limits.time, jury.limits.memory),
        (Duration::from_secs(3), 1 << 20)
    );
    let Source::File(path) = &jury.call.source else {
        panic!("expected a file, found {jury:?}");
    };
    assert!(path.ends_with("check.cpp"));
    let companions = jury.call.build.companions.as_ref().unwrap();
    assert!(companions.sources[0].ends_with("more.cpp"));
    assert_eq!(companions.flags, ["-DX"]);
    for (kind, protocol) in [
        ("default", Protocol::DmojDefault),
        ("coci", Protocol::DmojCoci),
        ("peg", Protocol::DmojPeg),
    ] {
        let judging = checker(&format!(
            "checker: {{name: bridged, args: {{files: check.cpp, type: {kind}}}}}"
        ));
        assert_eq!(bridged(&judging).protocol, protocol);
    }
}

#[test]
fn an_interactor_judges_alone() {
    let judging = checker("interactive: {files: check.cpp, type: testlib, feedback: true}");
    assert!(judging.checkers.is_empty());
    assert_eq!(judging.interactor.unwrap().protocol, Protocol::DmojTestlib);
}

#[test]
fn a_generator_writes_the_input_and_beside_it_the_answer() {
    let folder = problem(
        "generator: {source: [gen.cpp, lib.h], flags: [-O1]}
test_cases:
- {generator_args: [1, x], generator_in: 2.in}
- {generator_args: [2], out: 1.out}
- {in: 1.in, out: 1.out}
- {in: 1.in}
",
    );
    let problem = folder.open().unwrap();
    let Input::Generated(made) = &problem.cases[0].input else {
        panic!("expected a generator, found {:?}", problem.cases[0]);
    };
    assert_eq!(file(&problem, &made.call), "gen.cpp");
    assert_eq!(made.call.args, ["1", "x"]);
    assert_eq!(made.stdin, Some(folder.root().join("2.in")));
    let answer = problem.cases[0].answer_by.as_ref().unwrap();
    assert_eq!(
        (answer.stream, &answer.call, &answer.stdin),
        (Stream::Error, &made.call, &made.stdin)
    );
    assert_eq!(problem.cases[1].answer, Some(folder.root().join("1.out")));
    assert!(problem.cases[1].answer_by.is_none());
    assert_eq!(
        problem.cases[2].input,
        Input::File(folder.root().join("1.in"))
    );
    // Nothing is said of the answer: it is empty.
    let empty = problem.cases[3].answer.as_ref().unwrap();
    assert_eq!(std::fs::read(empty).unwrap(), b"");
}

/// An archive `data.zip` of empty files beside the settings.
fn with_archive(settings: &str, names: &[&str]) -> Folder {
    let folder = problem(settings);
    let archive = std::fs::File::create(folder.root().join("data.zip")).unwrap();
    let mut writer = zip::ZipWriter::new(archive);
    for name in names {
        writer
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
    }
    writer.finish().unwrap();
    folder
}

#[test]
fn data_may_lie_in_an_archive() {
    let folder = with_archive(
        "archive: data.zip\ntest_cases: [{in: a/x.in, out: 1.out}]",
        &["a/x.in", "1.out"],
    );
    let problem = folder.open().unwrap();
    let Input::File(input) = &problem.cases[0].input else {
        panic!("expected a file, found {:?}", problem.cases[0]);
    };
    assert!(input.is_file() && !input.starts_with(folder.root()));
    // A file beside the settings comes first.
    assert_eq!(problem.cases[0].answer, Some(folder.root().join("1.out")));
}

/// The cases that patterns make of the names in an archive, as `case: input answer`.
fn matched(settings: &str, names: &[&str]) -> Vec<String> {
    let folder = with_archive(&format!("archive: data.zip\n{settings}"), names);
    let problem = folder.open().unwrap();
    let name = |path: &std::path::Path| path.file_name().unwrap().display().to_string();
    problem
        .cases
        .iter()
        .map(|case| match (&case.input, &case.answer) {
            (Input::File(input), Some(answer)) => {
                format!("{}: {} {}", case.name, name(input), name(answer))
            }
            other => panic!("expected files, found {other:?}"),
        })
        .collect()
}

#[test]
fn cases_are_found_by_their_names() {
    assert_eq!(
        matched(
            "points: 2",
            &["p.10.in", "p.10.out", "p.2.in", "p.2.out", "notes.txt"]
        ),
        ["1: p.2.in p.2.out", "2: p.10.in p.10.out"]
    );
    assert_eq!(
        matched(
            "points: 2",
            &[
                "p.1-1.in",
                "p.1-1.out",
                "p.1-2.in",
                "p.1-2.out",
                "p.2-1.in",
                "p.2-1.out"
            ]
        ),
        [
            "1/1: p.1-1.in p.1-1.out",
            "1/2: p.1-2.in p.1-2.out",
            "2/1: p.2-1.in p.2-1.out"
        ]
    );
    let own = r#"test_cases:
  input_format: '^(?P<batch>[a-z]+)?(?P<case>\d+)\.i'
  output_format: '^(?P<batch>[a-z]+)?(?P<case>\d+)\.o'
  case_points: [1, 9]"#;
    assert_eq!(
        matched(own, &["3.i", "3.o", "x1.i", "x1.o", "x2.i"]),
        ["1/1: x1.i x1.o", "1/2: x2.i empty", "2: 3.i 3.o"]
    );
}

#[test]
fn fixtures_are_solutions() {
    let folder = problem("test_cases: [{in: 1.in, out: 1.out}, {in: 2.in, out: 2.out}]");
    for (name, content) in [
        (
            "tests/ac/test.yml",
            "language: PY3\ntime: 2\nmemory: 65536\nsource: a.py\nexpect: AC",
        ),
        ("tests/ac/a.py", ""),
        (
            "tests/ir/test.yml",
            "language: PY2\ntime: 5\nmemory: 1024\nsource: [b.py, c.py]\nexpect: [IR, TLE]",
        ),
        ("tests/ir/b.py", ""),
        ("tests/ir/c.py", ""),
        ("tests/ie/test.yml", "source: x.py\nexpect: IE"),
        ("tests/off/test.yml", "source: x.py\nskip: true"),
        ("tests/cases/test.yml", "source: d.py\nexpect: CE"),
        (
            "tests/cases/test.linux.yml",
            "expect: WA\ncases: {2: [AC, WA]}",
        ),
        ("tests/cases/d.py", ""),
        ("tests/readme/notes.txt", ""),
    ] {
        folder.file(name, content);
    }
    let problem = folder.open().unwrap();
    let names: Vec<_> = problem
        .solutions
        .iter()
        .map(|solution| solution.name.as_str())
        .collect();
    assert_eq!(names, ["ac/a.py", "cases/d.py", "ir/b.py", "ir/c.py"]);
    let expect = |index: usize| problem.solutions[index].expect.as_ref().unwrap();
    assert_eq!(expect(0).permitted, Some(vec![Verdict::AC]));
    assert_eq!(expect(2).permitted, Some(vec![Verdict::RTE, Verdict::TLE]));
    let within: Vec<_> = expect(1)
        .within
        .iter()
        .map(|(name, inner)| (name.as_str(), inner.permitted.clone().unwrap()))
        .collect();
    assert_eq!(
        within,
        [
            ("1", vec![Verdict::WA]),
            ("2", vec![Verdict::AC, Verdict::WA])
        ]
    );
    assert_eq!(
        problem.solutions[2].call.build.language.as_deref(),
        Some("python2")
    );
    assert_eq!(problem.limits.time, Some(Duration::from_secs(5)));
    assert_eq!(problem.limits.wall, Some(Duration::from_secs(15)));
    let own = problem.limits.of(&problem.solutions[0]);
    assert_eq!(
        (own.time, own.wall, own.memory),
        (
            Some(Duration::from_secs(2)),
            Some(Duration::from_secs(6)),
            Some(64 << 20)
        )
    );
    assert_eq!(problem.limits.memory, Some(64 << 20));
    let warnings = folder.without_root(&problem.warnings.join("; "));
    assert_eq!(
        warnings,
        "ROOT/tests/ie/test.yml: expects an error of the judge, which is not run"
    );
}

#[test]
fn what_cannot_be_followed_is_refused_by_file_line_and_key() {
    let list = "test_cases: [{in: 1.in, out: 1.out}]";
    for (settings, message) in [
        (
            format!("custom_judge: lib.h\n{list}"),
            "line 1: custom_judge: a grader that takes over the whole of DMOJ's judging; only those are supported that are an `InteractiveGrader`",
        ),
        (
            format!("{list}\nsignature_grader: {{entry: a.c}}"),
            "line 2: signature_grader: a grader that is linked with the solution; it is not supported",
        ),
        (
            format!("{list}\nchecker: own.py"),
            "line 2: checker: own.py is not there; add the file or correct its name",
        ),
        (
            format!("{list}\nchecker: nice"),
            "line 2: checker: `nice` is no checker that is known here",
        ),
        (
            format!("{list}\nchecker: bridged"),
            "line 2: checker: a bridged checker without `args`; expected at least `files` in it",
        ),
        (
            format!("{list}\nchecker: {{name: bridged, args: {{files: none.cpp}}}}"),
            "line 2: checker.args.files: none.cpp is not there; add the file or correct its name",
        ),
        (
            format!("{list}\nchecker: {{name: bridged, args: {{files: check.cpp, type: x}}}}"),
            "line 2: checker.args.type: expected `default` or `testlib` or `coci` or `peg`, found `x`",
        ),
        (
            format!(
                "{list}\nchecker: {{name: bridged, args: {{files: check.cpp, args_format_string: '{{x}}'}}}}"
            ),
            "line 2: checker.args.args_format_string: expected no braces but {input_file}, {output_file}, {answer_file}, found `{x}`",
        ),
        (
            format!("{list}\nchecker: {{name: bridged, args: {{files: lib.h}}}}"),
            "line 2: checker.args.files: expected a source file, found none",
        ),
        (
            format!("{list}\ntime_limit: soon"),
            "line 2: time_limit: expected a number greater than 0, found `soon`",
        ),
        (
            format!("{list}\nchecker++: 'return 1'"),
            "line 2: checker++: the value is code in Python; it is not supported",
        ),
        (
            "test_cases: []\narchive: none.zip".to_owned(),
            "line 2: archive: none.zip is not there; add the file or correct its name",
        ),
        (
            "test_cases: []".to_owned(),
            "line 1: test_cases: expected cases, found none",
        ),
        (
            "test_cases:\n- {in: 3.in}".to_owned(),
            "line 2: test_cases[0].in: 3.in is not there; add the file or correct its name",
        ),
        (
            "test_cases:\n- 1.in".to_owned(),
            "line 2: test_cases[0]: expected a map such as {in: 1.in, out: 1.out}, found `1.in`",
        ),
        (
            "test_cases:\n- {in: 1.in, out: 1.out, points: -1}".to_owned(),
            "line 2: test_cases[0].points: expected a number of at least 0, found `-1`",
        ),
        (
            "test_cases:\n- batched: [{in: 1.in, out: 1.out}]\n  dependencies: [1]".to_owned(),
            "line 3: test_cases[0].dependencies[0]: expected the number of an earlier batch, from 1 to 0, found 1",
        ),
        (
            "test_cases:\n- batched: [{batched: [{in: 1.in}]}]".to_owned(),
            "line 2: test_cases[0].batched[0].batched: a batch in a batch; take it out",
        ),
        (
            "generator: gen.cpp\ntest_cases:\n- {in: 1.in, generator_args: [1]}".to_owned(),
            "line 3: test_cases[0].in: both an input and arguments of a generator; keep one of the two",
        ),
        (
            "test_cases: {input_format: x}".to_owned(),
            "line 1: test_cases: cases are found by patterns in an `archive` only; list them, or name the archive",
        ),
    ] {
        assert_eq!(
            problem(&settings).refusal(),
            format!("ROOT/init.yml: {message}"),
            "{settings}"
        );
    }
}

#[test]
fn settings_that_are_no_yaml_are_refused_with_the_place() {
    let message = problem("test_cases: [\n").refusal();
    assert_eq!(
        message,
        "ROOT/init.yml: line 1, column 13: unclosed bracket '['"
    );
}

#[test]
fn of_a_key_that_is_there_twice_the_last_counts() {
    let folder = problem("test_cases: []\ntest_cases: [{in: 1.in, out: 1.out}]\n");
    assert_eq!(
        folder.without_root(&folder.open().unwrap().warnings.join("; ")),
        "ROOT/init.yml: line 2: test_cases: stands on line 1 as well; the last one counts, keep one"
    );
}

#[test]
fn a_pattern_that_never_ends_is_refused() {
    let name = "a".repeat(60) + "1.in";
    let folder = with_archive(
        "archive: data.zip\ntest_cases: {input_format: '^(a|a)*\\1b(?P<case>\\d)'}",
        &[&name],
    );
    let message = folder.refusal();
    assert!(
        message.contains("input_format: cannot be matched with"),
        "{message}"
    );
}

#[test]
fn files_outside_the_problem_are_refused() {
    let outside = TempDir::new().unwrap();
    std::fs::write(outside.path().join("x"), "").unwrap();
    let path = outside.path().canonicalize().unwrap().join("x");
    let folder = problem(&format!("test_cases:\n- {{in: {}}}", path.display()));
    let message = folder.refusal();
    assert!(message.contains("leads outside the package"), "{message}");
}

#[test]
fn another_init_yml_is_no_problem() {
    let folder = Folder::of(&[("init.yml", "- hosts: all\n  tasks: []\n")]);
    assert_eq!(folder.discovered(), [""; 0]);
}

#[test]
fn files_in_the_place_of_streams_are_read() {
    for (settings, input, output, warnings) in [
        (
            "file_io: {input: a.in, output: a.out}",
            Some("a.in"),
            Some("a.out"),
            "",
        ),
        ("file_io: {output: a.out}", None, Some("a.out"), ""),
        ("symlinks: {a.in: /dev/stdin}", Some("a.in"), None, ""),
        (
            "symlinks: {a.in: /dev/null}",
            None,
            None,
            "line 2: symlinks.a.in: not supported, passed over",
        ),
    ] {
        let folder = problem(&format!("test_cases: [{{in: 1.in}}]\n{settings}"));
        let problem = folder.open().unwrap();
        assert_eq!(problem.file_io.input.as_deref(), input, "{settings}");
        assert_eq!(problem.file_io.output.as_deref(), output, "{settings}");
        assert!(problem.warnings.join("").ends_with(warnings), "{settings}");
        assert_eq!(
            problem.warnings.is_empty(),
            warnings.is_empty(),
            "{settings}"
        );
    }
    let folder = problem("test_cases: [{in: 1.in}]\nfile_io: {input: a/b}");
    assert_eq!(
        folder.refusal(),
        "ROOT/init.yml: line 2: file_io.input: expected the name of a file, found `a/b`"
    );
}
