//! Polygon packages.

use std::time::Duration;

use package::{Checker, Input, Lines, OnReject, ProbeKind, Protocol, ScoreRule, Source, Verdict};

use crate::folder::{Folder, cases};

/// A description with these attributes and elements in their places.
fn xml(testsets: &str, assets: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="1" short-name="sum" url="https://polygon.example/sum">
    <names><name language="russian" value="Сумма"/><name language="english" value="Sum"/></names>
    <judging input-file="" output-file="">{testsets}</judging>
    <files><executables><executable><source path="files/gen.cpp" type="cpp.g++17"/></executable></executables></files>
    <assets>{assets}</assets>
</problem>"#
    )
}

fn testset(tests: &str) -> String {
    format!(
        r#"<testset name="tests">
<time-limit>1500</time-limit><memory-limit>268435456</memory-limit><test-count>2</test-count>
<input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests>{tests}</tests></testset>"#
    )
}

const TWO_BY_HAND: &str = r#"<test method="manual" sample="true"/><test method="manual"/>"#;
const CHECKER: &str = r#"<checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>"#;
const MAIN: &str = r#"<solutions><solution tag="main"><source path="solutions/main.py" type="python.3"/></solution></solutions>"#;

fn package(xml: &str) -> Folder {
    let mut files = vec![("problem.xml", xml)];
    let empty = [
        "tests/01",
        "tests/01.a",
        "tests/02",
        "tests/02.a",
        "files/check.cpp",
        "files/gen.cpp",
        "files/val.cpp",
        "files/interactor.cpp",
        "files/testlib.h",
        "solutions/main.py",
    ];
    files.extend(empty.map(|name| (name, "")));
    Folder::of(&files)
}

#[test]
fn a_full_package_is_read() {
    let assets = format!(
        r#"{CHECKER}<validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>{MAIN}"#
    );
    let folder = package(&xml(&testset(TWO_BY_HAND), &assets));
    let problem = folder.open().unwrap();
    assert_eq!((problem.format, problem.title.as_str()), ("polygon", "Sum"));
    assert_eq!(
        problem.source.as_deref(),
        Some("Polygon, https://polygon.example/sum")
    );
    assert_eq!(problem.limits.time, Some(Duration::from_millis(1500)));
    assert_eq!(problem.limits.memory, Some(256 << 20));
    assert_eq!(cases(&problem), ["01", "02"]);
    let case = &problem.cases[1];
    assert_eq!(case.input, Input::File(folder.root().join("tests/02")));
    assert_eq!(case.answer, Some(folder.root().join("tests/02.a")));
    assert_eq!(case.lines, Lines::Unix);
    assert_eq!(case.validator_args, ["--testset", "tests"]);
    let [Checker::Named(call)] = &problem.judging.checkers[..] else {
        panic!("expected a comparison, found {:?}", problem.judging);
    };
    assert_eq!(call.name, "wcmp");
    assert_eq!(problem.validators[0].accepts, 0);
    assert_eq!(
        problem.validators[0].call.source,
        Source::File(folder.root().join("files/val.cpp"))
    );
    assert_eq!(problem.solutions[0].name, "main.py");
    assert!(problem.groups.is_empty() && problem.warnings.is_empty());
}

#[test]
fn tests_that_are_not_there_are_made_as_their_author_would() {
    let tests = r#"<test method="manual"/><test method="generated" cmd="gen 5 'a b'"/>"#;
    let folder = package(&xml(&testset(tests), &format!("{CHECKER}{MAIN}")));
    for name in ["tests/02", "tests/02.a", "tests/01.a"] {
        std::fs::remove_file(folder.root().join(name)).unwrap();
    }
    let problem = folder.open().unwrap();
    let Input::Generated(made) = &problem.cases[1].input else {
        panic!("expected a generator, found {:?}", problem.cases[1]);
    };
    assert_eq!(
        made.call.source,
        Source::File(folder.root().join("files/gen.cpp"))
    );
    assert_eq!(made.call.args, ["5", "a b"]);
    for case in &problem.cases {
        let answer = case.answer_by.as_ref().unwrap();
        assert_eq!(
            answer.call.source,
            Source::File(folder.root().join("solutions/main.py"))
        );
    }
}

#[test]
fn a_checker_of_its_own_and_an_interactor_are_programs() {
    let assets = format!(
        r#"<checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
           <interactor><source path="files/interactor.cpp" type="cpp.g++17"/></interactor>{MAIN}"#
    );
    let folder = package(&xml(&testset(TWO_BY_HAND), &assets));
    std::fs::remove_file(folder.root().join("tests/01.a")).unwrap();
    let problem = folder.open().unwrap();
    let [Checker::Program(checker)] = &problem.judging.checkers[..] else {
        panic!("expected a program, found {:?}", problem.judging);
    };
    let interactor = problem.judging.interactor.as_ref().unwrap();
    for jury in [checker, interactor] {
        assert_eq!(jury.protocol, Protocol::Testlib);
        let companions = jury.call.build.companions.as_ref().unwrap();
        assert_eq!(companions.include_paths, [folder.root().join("files")]);
    }
    // No solution answers without the other side of the talk.
    assert!(problem.cases[0].answer.is_none() && problem.cases[0].answer_by.is_none());
}

#[test]
fn tags_say_what_is_expected() {
    use Verdict::{AC, MLE, RTE, TLE, WA};
    for (tag, permitted, required) in [
        ("main", Some(vec![AC]), None),
        ("accepted", Some(vec![AC]), None),
        ("wrong-answer", Some(vec![AC, WA]), Some(vec![WA])),
        ("presentation-error", Some(vec![AC, WA]), Some(vec![WA])),
        ("time-limit-exceeded", Some(vec![AC, TLE]), Some(vec![TLE])),
        ("time-limit-exceeded-or-accepted", Some(vec![TLE, AC]), None),
        (
            "memory-limit-exceeded",
            Some(vec![AC, MLE, RTE]),
            Some(vec![MLE, RTE]),
        ),
        (
            "time-limit-exceeded-or-memory-limit-exceeded",
            Some(vec![AC, TLE, MLE, RTE]),
            Some(vec![TLE, MLE, RTE]),
        ),
        ("rejected", None, Some(vec![WA, TLE, RTE])),
        ("failed", None, Some(vec![WA, TLE, RTE])),
    ] {
        let assets = CHECKER.to_owned() + &MAIN.replace("\"main\"", &format!("\"{tag}\""));
        let problem = package(&xml(&testset(TWO_BY_HAND), &assets))
            .open()
            .unwrap();
        let expect = problem.solutions[0].expect.as_ref().unwrap();
        assert_eq!(
            (&expect.permitted, &expect.required),
            (&permitted, &required),
            "{tag}"
        );
    }
    let assets = CHECKER.to_owned() + &MAIN.replace("\"main\"", "\"do-not-run\"");
    let problem = package(&xml(&testset(TWO_BY_HAND), &assets))
        .open()
        .unwrap();
    assert!(problem.solutions.is_empty());
}

#[test]
fn groups_and_points_are_read() {
    let tests = r#"<test method="manual" group="small" points="30"/><test method="manual" group="large" points="70"/>"#;
    let groups = r#"</tests><groups>
        <group name="large" points-policy="each-test"><dependencies><dependency group="small"/></dependencies></group>
        <group name="small" points="30" points-policy="complete-group"/>
        </groups><tests>"#;
    let folder = package(&xml(
        &testset(&format!("{tests}{groups}")),
        &format!("{CHECKER}{MAIN}"),
    ));
    let problem = folder.open().unwrap();
    let shown: Vec<_> = problem
        .groups
        .iter()
        .map(|group| {
            (
                group.name.as_str(),
                group.grading.score,
                group.grading.max_score,
                group.on_reject,
                group.requires.clone(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("data", ScoreRule::Sum, None, OnReject::Continue, vec![]),
            (
                "small",
                ScoreRule::PassFail,
                Some(30.0),
                OnReject::Break,
                vec![]
            ),
            ("large", ScoreRule::Sum, None, OnReject::Continue, vec![1]),
        ]
    );
    let placed: Vec<_> = problem
        .cases
        .iter()
        .map(|case| (case.group, case.points))
        .collect();
    assert_eq!(placed, [(1, Some(30.0)), (2, Some(70.0))]);
    assert_eq!(
        problem.cases[0].validator_args,
        ["--testset", "tests", "--group", "small"]
    );
}

#[test]
fn groups_that_depend_on_each_other_in_a_circle_are_refused() {
    let groups = r#"</tests><groups><group name="a"><dependencies><dependency group="b"/></dependencies></group>
        <group name="b"><dependencies><dependency group="a"/></dependencies></group></groups><tests>"#;
    let description = xml(
        &testset(&(TWO_BY_HAND.to_owned() + groups)),
        &format!("{CHECKER}{MAIN}"),
    );
    assert_eq!(
        package(&description).refusal(),
        "ROOT/problem.xml: line 7: <group>: expected groups that do not depend on each other in a circle, nor on one that is not there"
    );
}

#[test]
fn points_without_groups_are_a_sum() {
    let tests = r#"<test method="manual" points="0.0"/><test method="manual" points="2.5"/>"#;
    let problem = package(&xml(&testset(tests), &format!("{CHECKER}{MAIN}")))
        .open()
        .unwrap();
    assert_eq!(problem.groups.len(), 1);
    let placed: Vec<_> = problem
        .cases
        .iter()
        .map(|case| (case.group, case.points))
        .collect();
    assert_eq!(placed, [(0, Some(0.0)), (0, Some(2.5))]);
}

#[test]
fn the_tests_of_several_sets_have_its_name_before_theirs() {
    let pretests = testset(TWO_BY_HAND)
        .replace("\"tests\"", "\"pretests\"")
        .replace("1500", "500");
    let both = pretests + &testset(TWO_BY_HAND);
    let folder = package(&xml(&both, &format!("{CHECKER}{MAIN}")));
    let problem = folder.open().unwrap();
    assert_eq!(
        cases(&problem),
        ["pretests/01", "pretests/02", "tests/01", "tests/02"]
    );
    assert_eq!(problem.limits.time, Some(Duration::from_millis(500)));
    assert!(
        problem.warnings[0].contains("its limits differ"),
        "{:?}",
        problem.warnings
    );
}

#[test]
fn tests_of_the_checker_and_of_validators_are_probes() {
    let patterns = "<input-path-pattern>files/t/%d</input-path-pattern><output-path-pattern>files/t/%d.o</output-path-pattern><answer-path-pattern>files/t/%d.a</answer-path-pattern>";
    let checker = CHECKER.replace(
        "</checker>",
        &format!(r#"<testset>{patterns}<tests><test verdict="ok"/><test verdict="wrong-answer"/><test verdict="crashed"/></tests></testset></checker>"#),
    );
    let validator = format!(
        r#"<validators><validator><source path="files/val.cpp" type="cpp.g++17"/><testset>{patterns}<tests><test verdict="valid"/><test verdict="invalid"/></tests></testset></validator></validators>"#
    );
    let folder = package(&xml(
        &testset(TWO_BY_HAND),
        &format!("{checker}{validator}{MAIN}"),
    ));
    for name in ["1", "1.o", "1.a", "2", "2.o", "2.a"] {
        folder.file(format!("files/t/{name}"), "");
    }
    let problem = folder.open().unwrap();
    let kinds: Vec<_> = problem
        .probes
        .iter()
        .map(|probe| (probe.kind, probe.case.name.as_str()))
        .collect();
    assert_eq!(
        kinds,
        [
            (ProbeKind::InvalidInput, "validator-tests/2"),
            (ProbeKind::ValidOutput, "checker-tests/1"),
            (ProbeKind::InvalidOutput, "checker-tests/2"),
        ]
    );
    assert!(
        problem
            .probes
            .iter()
            .all(|probe| probe.case.lines == Lines::Unix)
    );
    assert_eq!(
        problem.probes[1].output,
        Some(folder.root().join("files/t/1.o"))
    );
}

#[test]
fn a_grader_is_compiled_with_every_solution() {
    let resource = r#"<files><resources><file path="files/gen.cpp"><assets><asset name="solution"/></assets></file>
        <file path="files/testlib.h"><assets><asset name="solution"/></assets></file><file path="files/val.cpp"/></resources>"#;
    let description =
        xml(&testset(TWO_BY_HAND), &format!("{CHECKER}{MAIN}")).replacen("<files>", resource, 1);
    let folder = package(&description);
    let problem = folder.open().unwrap();
    let companions = problem.solutions[0].call.build.companions.as_ref().unwrap();
    assert_eq!(companions.sources, [folder.root().join("files/gen.cpp")]);
    assert_eq!(companions.include_paths, [folder.root().join("files")]);
}

#[test]
fn what_is_wrong_is_refused_by_file_line_and_element() {
    let good = xml(&testset(TWO_BY_HAND), &format!("{CHECKER}{MAIN}"));
    for (from, to, message) in [
        (
            "<time-limit>1500<",
            "<time-limit>soon<",
            "problem.xml: line 5: <time-limit>: expected a number, found `soon`",
        ),
        (
            "<time-limit>1500<",
            "<time-limit>0<",
            "problem.xml: line 5: <time-limit>: expected a number of at least 1, found `0`",
        ),
        (
            "<memory-limit>268435456<",
            "<memory-limit>0<",
            "problem.xml: line 5: <memory-limit>: expected a number of at least 1, found `0`",
        ),
        (
            "tests/%02d<",
            "tests/%s<",
            "problem.xml: line 6: <input-path-pattern>: expected a path with one number such as %02d, found `tests/%s`",
        ),
        (
            "std::wcmp.cpp",
            "my.cpp\"><x/></checker><checker name=\"",
            "problem.xml: line 9: <checker>: expected an element <source> in it",
        ),
        (
            "tag=\"main\"",
            "tag=\"great\"",
            "problem.xml: line 9: <solution>: expected a tag such as `accepted` or `wrong-answer`, found `great`",
        ),
        (
            "solutions/main.py",
            "solutions/none.py",
            "problem.xml: line 9: <source>: solutions/none.py is not there; add the file or correct its name",
        ),
        (
            "solutions/main.py",
            "/etc/passwd",
            "problem.xml: line 9: <source>: /etc/passwd: leads outside the package, to /etc/passwd; copy it into the package",
        ),
        (
            "<judging ",
            "<judging run-count=\"2\" ",
            "problem.xml: line 4: <judging>: the problem runs solutions several times, which is not supported",
        ),
        (
            "<test-count>2",
            "<test-count>3",
            "tests/03: the input is not there, and no program is named that makes it; download the full package, or run its doall.sh",
        ),
        (
            "<test-count>2",
            "<test-count>9999999",
            "problem.xml: line 4: <testset>: expected at most 100000 tests, found 9999999",
        ),
        (
            "method=\"manual\"/>",
            "points=\"x\"/>",
            "problem.xml: line 7: <test>: expected a number in `points`",
        ),
        (
            "<assets>",
            "<assets><!--",
            "problem.xml: expected '-->' at 10:11",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        assert_eq!(
            package(&good.replace(from, to)).refusal(),
            format!("ROOT/{message}"),
            "{to}"
        );
    }
}

#[test]
fn an_answer_that_nobody_can_give_is_refused() {
    let folder = package(&xml(&testset(TWO_BY_HAND), CHECKER));
    std::fs::remove_file(folder.root().join("tests/02.a")).unwrap();
    assert_eq!(
        folder.refusal(),
        "ROOT/tests/02.a: the answer is not there, and no solution has the tag `main`; download the full package, or run its doall.sh"
    );
}

#[test]
fn entities_do_not_blow_up() {
    let bomb = r#"<!DOCTYPE problem [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><problem><judging>&b;</judging></problem>"#;
    let message = package(bomb).refusal();
    assert!(message.contains("DTD"), "{message}");
}

#[test]
fn files_in_the_place_of_streams_are_read() {
    let description = |input: &str| {
        let files = format!(r#"input-file="{input}" output-file="o.txt""#);
        xml(&testset(TWO_BY_HAND), &format!("{CHECKER}{MAIN}")).replacen(
            r#"input-file="" output-file="""#,
            &files,
            1,
        )
    };
    let problem = package(&description("i.txt")).open().unwrap();
    assert_eq!(problem.file_io.input.as_deref(), Some("i.txt"));
    assert_eq!(problem.file_io.output.as_deref(), Some("o.txt"));
    let refusal = package(&description("../i.txt")).refusal();
    assert!(
        refusal.ends_with("input-file: expected the name of a file, found `../i.txt`"),
        "{refusal}"
    );
}
