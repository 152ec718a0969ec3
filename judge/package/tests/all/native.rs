//! Packages with a `problem.toml`.

use std::time::Duration;

use package::{Checker, CheckerCall, Hash, Input, Judging, JuryLimits, Problem, Protocol, Source};

use crate::folder::{Folder, cases};

const HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A package that is right: one case, two solutions.
fn good(settings: &str) -> Folder {
    Folder::of(&[
        ("problem.toml", settings),
        ("data/1.in", ""),
        ("data/1.ans", ""),
        ("data/big.ans", ""),
        ("submissions/accepted/a.py", ""),
        ("submissions/wrong_answer/w.py", ""),
    ])
}

/// The right package with its generated case, and more settings after those.
fn with(settings: &str) -> Folder {
    good(&format!(
        "name = \"X\"\n{settings}\n[[generate]]\ncase = \"big\"\ncrate = \"g\"\nblake3 = \"{HASH}\"\n"
    ))
}

fn solutions(problem: &Problem) -> Vec<String> {
    let shown = |solution: &package::Solution| match &solution.expect {
        Some(expect) => format!("{} {expect}", solution.name),
        None => format!("{} -", solution.name),
    };
    problem.solutions.iter().map(shown).collect()
}

#[test]
fn everything_that_the_settings_say_is_read() {
    let folder = with(
        r#"
        source = "Somewhere 1A"
        url = "https://example.org"
        note = "a note"
        board = ["height width row column"]
        limits = { time = "1.5s", wall = "4s", memory = "64MiB", output = "1MB", multiplier = { python = 4, java = 1.5 } }
        checker = { name = "kattis", args = ["case_sensitive"] }
        validator = { crate = "v", args = ["--validate"] }
        [[solution]]
        crate = "c"
        expect = "AC"
        about = "the best"
        [[solution]]
        crate = "c"
        args = ["--brute"]
        [[solution]]
        path = "submissions/wrong_answer/w.py"
        "#,
    );
    let problem = folder.open().unwrap();
    assert_eq!(problem.title, "X");
    assert_eq!(problem.source.as_deref(), Some("Somewhere 1A"));
    assert_eq!(problem.board, ["height width row column"]);
    assert_eq!(problem.format, "native");
    assert_eq!(problem.root, folder.root());
    assert_eq!(problem.limits.time, Some(Duration::from_millis(1500)));
    assert_eq!(problem.limits.wall, Some(Duration::from_secs(4)));
    assert_eq!(problem.limits.memory, Some(64 << 20));
    assert_eq!(problem.limits.output, Some(1_000_000));
    assert_eq!(problem.limits.multiplier["python"], 4.0);
    assert_eq!(problem.limits.multiplier["java"], 1.5);
    let checker = Checker::Named(CheckerCall {
        name: "kattis".to_owned(),
        args: vec!["case_sensitive".to_owned()],
    });
    assert_eq!(problem.judging.checkers, [checker]);
    assert_eq!(problem.validators[0].call.args, ["--validate"]);
    assert_eq!(
        solutions(&problem),
        [
            "c AC",
            "c --brute -",
            "wrong_answer/w.py WA",
            "accepted/a.py AC"
        ]
    );
    assert_eq!(problem.solutions[0].about.as_deref(), Some("the best"));
    assert_eq!(cases(&problem), ["1", "big"]);
    let Input::Generated(made) = &problem.cases[1].input else {
        panic!("expected a generated case, found {:?}", problem.cases[1]);
    };
    assert_eq!(made.hash, Some(Hash::Blake3(HASH.to_owned())));
    let source = Source::Crate {
        name: "g".to_owned(),
        within: folder.root(),
    };
    assert_eq!(made.call.source, source);
}

#[test]
fn a_name_is_enough() {
    let folder = Folder::of(&[
        ("problem.toml", "name = \"X\""),
        ("data/sample/1.in", ""),
        ("data/sample/1.ans", ""),
        ("data/secret/10.in", ""),
        ("data/secret/10.ans", ""),
        ("data/secret/9.in", ""),
        ("data/secret/9.ans", ""),
        ("data/secret/notes.md", ""),
        ("data/secret/.hidden.in", ""),
    ]);
    let problem = folder.open().unwrap();
    assert_eq!(cases(&problem), ["sample/1", "secret/9", "secret/10"]);
    assert_eq!(problem.limits, package::Limits::default());
    assert_eq!(problem.judging, Judging::default());
    assert!(problem.solutions.is_empty());
}

#[test]
fn solutions_are_found_where_they_lie() {
    let folder = with("");
    for name in [
        "submissions/time_limit_exceeded/t.cpp",
        "submissions/run_time_error/r.c",
        "submissions/compile_error/c.rs",
        "submissions/mixed/m 'q' é.py",
        "submissions/accepted/.swp",
        "submissions/accepted/_old.py",
        "submissions/accepted/below/x.py",
        "submissions/loose.py",
    ] {
        folder.file(name, "");
    }
    assert_eq!(
        solutions(&folder.open().unwrap()),
        [
            "accepted/a.py AC",
            "accepted/below AC",
            "compile_error/c.rs CE",
            "mixed/m 'q' é.py -",
            "run_time_error/r.c RTE",
            "time_limit_exceeded/t.cpp TLE",
            "wrong_answer/w.py WA",
        ]
    );
}

#[test]
fn programs_of_the_jury_are_read_with_their_protocols() {
    let folder = with(
        r#"
        passes = 3
        [[checker]]
        name = "tokens"
        [[checker]]
        path = "submissions/accepted/a.py"
        args = ["x"]
        time = "5s"
        memory = "64MiB"
        [[validator]]
        crate = "v"
        [[validator]]
        crate = "w"
        "#,
    );
    let problem = folder.open().unwrap();
    assert_eq!(problem.judging.passes, 3);
    let [Checker::Named(named), Checker::Program(jury)] = &problem.judging.checkers[..] else {
        panic!("expected two checkers, found {:?}", problem.judging);
    };
    assert_eq!(named.name, "tokens");
    assert_eq!(jury.protocol, Protocol::Kattis);
    assert_eq!(jury.call.args, ["x"]);
    let limits = JuryLimits {
        time: Duration::from_secs(5),
        memory: 64 << 20,
        ..JuryLimits::default()
    };
    assert_eq!(jury.limits, limits);
    assert_eq!(problem.validators.len(), 2);

    let folder = with("[interactor]\ncrate = \"i\"\nprotocol = \"testlib\"");
    let judging = folder.open().unwrap().judging;
    assert!(judging.checkers.is_empty());
    assert_eq!(judging.interactor.unwrap().protocol, Protocol::Testlib);
}

#[test]
fn a_case_may_have_arguments_and_files_beside_it() {
    let folder = Folder::of(&[
        ("problem.toml", "name = \"X\""),
        ("data/1.in", ""),
        ("data/1.ans", ""),
        ("data/1.args", "a b\n\nc\n"),
        ("data/1.files/table.in", ""),
        ("data/2.in", ""),
        ("data/2.ans", ""),
    ]);
    let cases = folder.open().unwrap().cases;
    assert_eq!(cases[0].args, ["a b", "", "c"]);
    assert_eq!(cases[0].files, Some(folder.root().join("data/1.files")));
    assert!(cases[1].args.is_empty() && cases[1].files.is_none());
}

#[test]
fn every_protocol_has_one_name() {
    for (name, protocol) in Protocol::ALL {
        assert_eq!(name.parse(), Ok(protocol));
        assert_eq!(protocol.to_string(), name);
    }
    let error = "Kattis".parse::<Protocol>().unwrap_err().to_string();
    assert!(error.starts_with("unknown protocol `Kattis`; known are kattis, testlib"));
}

#[test]
fn an_unknown_key_is_refused_by_its_name() {
    for (settings, place, help) in [
        (
            "tests = []",
            "2: tests",
            "known are `name`, `source`, `url`, `note`, `limits`, `checker`, `interactor`, `passes`, `validator`, `solution`, `generate`, `group`, `board`, `stress`",
        ),
        (
            "[limits]\ntiem = \"1s\"",
            "3: limits.tiem",
            "did you mean `time`?",
        ),
        (
            "[checker]\nname = \"x\"\narg = []",
            "4: checker.arg",
            "did you mean `args`?",
        ),
        (
            "[validator]\nfile = \"v.py\"",
            "3: validator.file",
            "known are `crate`, `path`, `args`",
        ),
        (
            "[[solution]]\nexpects = \"AC\"",
            "3: solution 1: expects",
            "did you mean `expect`?",
        ),
        (
            "[[generate]]\nseed = 1",
            "3: generate 1: seed",
            "known are `case`, `crate`, `path`, `args`, `blake3`",
        ),
    ] {
        assert_eq!(
            with(settings).refusal(),
            format!("ROOT/problem.toml: line {place}: unknown key; {help}")
        );
    }
}

#[test]
fn settings_that_are_no_toml_are_refused_with_the_place() {
    for (settings, place, what) in [
        ("name = ", "1, column 8", "expected a value, found none"),
        (
            "limit = \"X\"",
            "1: limit",
            "unknown key; did you mean `limits`?",
        ),
        ("", "1", "expected the key `name`, found none"),
        (
            "name = 3",
            "1: name",
            "expected a text in quotes, found `3`",
        ),
        (
            "name = \"X\"\n[[solution]]\nscore = []",
            "3: solution 1: score",
            "expected a number, or a range such as \"40..60\", found a list",
        ),
        (
            "name = \"X\"\nchecker = \"tokens\"",
            "2: checker",
            "expected a table, or several, found the text \"tokens\"",
        ),
        ("name = \"X\"\nname = \"Y\"", "2, column 1", "duplicate key"),
    ] {
        let expected = format!("ROOT/problem.toml: line {place}: {what}");
        assert_eq!(good(settings).refusal(), expected);
    }
}

#[test]
fn settings_that_are_no_text_are_refused() {
    let folder = good("");
    std::fs::write(folder.root().join("problem.toml"), b"name = \"\xff\"").unwrap();
    assert_eq!(
        folder.refusal(),
        "ROOT/problem.toml: line 1: expected UTF-8, found the byte 0xff"
    );
}

#[test]
fn a_wrong_value_is_refused_by_its_key() {
    const TIME: &str =
        "expected a time from 1ms to 24h, such as `1s`, `1.5s`, `500ms` or `2min`, found";
    const SIZE: &str =
        "expected a size from 1KiB to 1TiB, such as `256MiB`, `64MB` or `1GiB`, found";
    for (settings, message) in [
        ("limits.time = \"fast\"", format!("line 2: limits.time: {TIME} `fast`")),
        ("limits.wall = \"0s\"", format!("line 2: limits.wall: {TIME} `0s`")),
        ("limits.memory = \"256\"", format!("line 2: limits.memory: {SIZE} `256`")),
        ("limits.output = \"1B\"", format!("line 2: limits.output: {SIZE} `1B`")),
        (
            "board = [\"height\"]",
            "line 2: board: expected `height` and `width` on the first line, each once".to_owned(),
        ),
        (
            "limits.multiplier.python = 0",
            "line 2: limits.multiplier.python: expected a factor from 0.1 to 100, found 0".to_owned(),
        ),
        (
            "limits.multiplier.python = nan",
            "line 2: limits.multiplier.python: expected a factor from 0.1 to 100, found NaN".to_owned(),
        ),
        (
            "[validator]\ncrate = \"v\"\npath = \"v.py\"",
            "line 2: validator: both `crate` and `path`; keep the one that names the program".to_owned(),
        ),
        (
            "[validator]\nargs = []",
            "line 2: validator: neither `crate` nor `path`; add the one that names the program".to_owned(),
        ),
        (
            "[checker]\nargs = []",
            "line 2: checker: neither `name` nor `path` nor `crate`; add the one that is meant".to_owned(),
        ),
        (
            "[checker]\nname = \"exact\"\npath = \"w.py\"",
            "line 2: checker: `name` beside `crate` or `path`; keep the one that is meant".to_owned(),
        ),
        (
            "[checker]\nname = \"exact\"\nprotocol = \"oj\"",
            "line 4: checker.protocol: only for a program; remove it, or name the program by `path`".to_owned(),
        ),
        (
            "[checker]\ncrate = \"c\"\nprotocol = \"x\"",
            "line 4: checker.protocol: unknown protocol `x`; known are kattis, testlib, dmoj, dmoj-testlib, dmoj-coci, dmoj-peg, hustoj, cms, yukicoder, oj".to_owned(),
        ),
        ("[checker]\ncrate = \"c\"\ntime = \"0\"", format!("line 4: checker.time: {TIME} `0`")),
        (
            "[interactor]\ncrate = \"i\"\n[checker]\ncrate = \"c\"",
            "line 4: checker: an interactor that speaks kattis judges alone; remove the checker".to_owned(),
        ),
        (
            "[interactor]\ncrate = \"i\"\nprotocol = \"cms\"",
            "line 4: interactor.protocol: cms has no interactors; expected kattis, testlib, dmoj, dmoj-testlib, dmoj-coci or dmoj-peg".to_owned(),
        ),
        (
            "stress = { crate = \"c\", largest = 0 }",
            "line 2: stress.largest: expected a size from 1 on, found 0".to_owned(),
        ),
        (
            "stress.generator = { args = [] }",
            "line 2: stress.generator: neither `crate` nor `path`; add the one that names the program".to_owned(),
        ),
        (
            "passes = 0",
            "line 2: passes: expected a number from 1 to 100, found 0".to_owned(),
        ),
        (
            "passes = 2",
            "line 2: passes: only a checker or interactor that speaks kattis asks for another pass".to_owned(),
        ),
        (
            "[[solution]]\ncrate = \"c\"\n[[solution]]\nexpect = \"AC\"",
            "line 4: solution 2: neither `crate` nor `path`; add the one that names the program".to_owned(),
        ),
        (
            "[[solution]]\ncrate = \"c\"\nexpect = \"OK\"",
            "line 4: solution 1: expect: expected one of AC, WA, PE, TLE, WTL, MLE, OLE, RTE or CE, found `OK`".to_owned(),
        ),
        (
            "[[solution]]\npath = \"submissions/wrong_answer/w.py\"\nexpect = \"AC\"",
            "line 2: solution 1: expect = \"AC\" disagrees with the folder of wrong_answer/w.py, which says WA; change one".to_owned(),
        ),
        (
            "[[solution]]\ncrate = \"c\"\n[[solution]]\ncrate = \"c\"",
            "line 2: solution: `c` is listed twice".to_owned(),
        ),
        (
            "[[solution]]\npath = \"submissions/accepted/b.py\"",
            "line 2: solution 1: submissions/accepted/b.py: No such file or directory (os error 2)".to_owned(),
        ),
        (
            "[[solution]]\npath = \"submissions/accepted\"",
            "line 2: solution 1: submissions/accepted is a folder of solutions; name one in it".to_owned(),
        ),
        (
            "[[solution]]\npath = \"/bin/sh\"",
            "line 2: solution 1: /bin/sh lies outside the package".to_owned(),
        ),
        (
            "[[solution]]\npath = \"submissions/accepted/../wrong_answer/w.py\"",
            "line 2: solution 1: expected a path without `..`, found submissions/accepted/../wrong_answer/w.py".to_owned(),
        ),
    ] {
        let expected = format!("ROOT/problem.toml: {message}");
        assert_eq!(with(settings).refusal(), expected, "{settings}");
    }
}

#[test]
fn a_link_does_not_lead_out_of_the_package() {
    let folder = with("[[solution]]\npath = \"submissions/accepted/link.py\"");
    folder.link("submissions/accepted/link.py", "/bin/sh");
    assert_eq!(
        folder.refusal(),
        "ROOT/problem.toml: line 2: solution 1: submissions/accepted/link.py lies outside the package"
    );
}

#[test]
fn a_generated_case_is_made_once_from_one_source() {
    let case = |name: &str, rest: &str| format!("[[generate]]\ncase = \"{name}\"\n{rest}\n");
    let right = format!("crate = \"g\"\nblake3 = \"{HASH}\"");
    for (generate, message) in [
        (
            case("big", &right).repeat(2),
            "line 2: generate.case: `big` is generated twice",
        ),
        (
            case("new", &right),
            "line 2: generate `new`: expected its answer in data/new.ans",
        ),
        (
            case("../1", &right),
            "line 2: generate `../1`: expected its answer in data/../1.ans",
        ),
        (
            case("1", &right),
            "line 2: generate `1`: ROOT/data/1.in exists as well; keep one of the two",
        ),
        (
            case("big", "crate = \"g\"\nblake3 = \"ABC\""),
            "line 2: generate `big`: expected 64 hexadecimal digits in `blake3`, found `ABC`",
        ),
        (
            case("big", &format!("blake3 = \"{HASH}\"")),
            "line 2: generate `big`: neither `crate` nor `path`; add the one that names the program",
        ),
        (
            case("big", &format!("path = \"gen.py\"\nblake3 = \"{HASH}\"")),
            "line 2: generate `big`: gen.py: No such file or directory (os error 2)",
        ),
    ] {
        let folder = good(&format!("name = \"X\"\n{generate}"));
        let expected = format!("ROOT/problem.toml: {message}");
        assert_eq!(folder.refusal(), expected, "{generate}");
    }
}

#[test]
fn data_that_leaves_doubt_is_refused() {
    const SETTINGS: (&str, &str) = ("problem.toml", "name = \"X\"");
    for (files, message) in [
        (
            &[SETTINGS][..],
            "ROOT/data: cannot read: No such file or directory (os error 2)",
        ),
        (
            &[SETTINGS, ("data/secret/", "")],
            "ROOT/data: expected *.in with *.ans, found no case",
        ),
        (
            &[SETTINGS, ("data/1.in", ""), ("data/1.out", "")],
            "ROOT/data/1.in: an input without an answer; add the *.ans beside it",
        ),
        (
            &[SETTINGS, ("data/1.ans", "")],
            "ROOT/data/1.ans: an answer without an input; add the *.in beside it, or remove it",
        ),
        (
            &[SETTINGS, ("data/1.in/2.in", ""), ("data/1.in/2.ans", "")],
            "ROOT/data/1.in: expected a file of test data; found something else; remove or rename it",
        ),
    ] {
        assert_eq!(Folder::of(files).refusal(), message, "{files:?}");
    }
}

#[test]
fn data_in_a_circle_is_read_once() {
    let folder = with("");
    folder.link("data/again", ".");
    assert_eq!(cases(&folder.open().unwrap()), ["1", "big"]);
}

#[test]
fn programs_that_make_and_answer_random_inputs_are_named_one_by_one_or_by_a_game() {
    let read = |settings: &str| {
        let problem = with(settings).open().unwrap();
        let stress = problem.stress.clone().expect("there is a [stress]");
        let shown = |call: &package::Call| {
            let name = match &call.source {
                Source::Crate { name, .. } => name.clone(),
                Source::File(path) => path.file_name().unwrap().to_string_lossy().into_owned(),
                other => panic!("expected a crate or a file, found {other:?}"),
            };
            format!("{name} {}", call.args.join(" "))
                .trim_end()
                .to_owned()
        };
        // An archive must not name a crate here either.
        let all: Vec<_> = problem.calls().collect();
        assert!(stress.calls().all(|call| all.contains(&call)));
        let shown: Vec<String> = stress.calls().map(shown).collect();
        (shown.join(", "), stress.largest)
    };
    let (game, largest) = read("stress = { crate = \"c\", largest = 9 }");
    assert_eq!(game, "c --generate, c --every, c --brute, c");
    assert_eq!(largest, Some(9));
    let (own, largest) = read(
        "stress.generator = { path = \"submissions/accepted/a.py\", args = [\"--tree\"] }\n\
         stress.reference = [{ crate = \"r\" }, { crate = \"s\", args = [\"-x\"] }]",
    );
    assert_eq!(own, "a.py --tree, r, s -x");
    assert_eq!(largest, None);
    let (mixed, _) = read("stress = { crate = \"c\", reference = { crate = \"r\" } }");
    assert_eq!(mixed, "c --generate, c --every, r");
}
