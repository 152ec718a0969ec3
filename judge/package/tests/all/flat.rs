//! Folders of `*.in` with `*.out` or `*.ans`.

use package::{Input, Judging};

use crate::folder::{Folder, cases};

#[test]
fn outputs_of_either_name_belong_to_the_input_of_theirs() {
    let folder = Folder::of(&[
        ("10.in", ""),
        ("10.ans", ""),
        ("2.in", ""),
        ("2.out", ""),
        ("1.in", ""),
        ("readme.txt", ""),
        ("below/3.in", ""),
    ]);
    let problem = folder.open().unwrap();
    assert_eq!(problem.format, "flat");
    assert_eq!(problem.judging, Judging::default());
    assert_eq!(cases(&problem), ["1", "2", "10"]);
    let pairs: Vec<(String, Option<String>)> = problem
        .cases
        .iter()
        .map(|case| {
            let Input::File(input) = &case.input else {
                panic!("expected a file, found {case:?}");
            };
            let name = |path: &std::path::Path| folder.without_root(&path.display().to_string());
            (name(input), case.answer.as_deref().map(name))
        })
        .collect();
    let pair = |input: &str, answer: Option<&str>| (input.to_owned(), answer.map(str::to_owned));
    assert_eq!(
        pairs,
        [
            pair("ROOT/1.in", None),
            pair("ROOT/2.in", Some("ROOT/2.out")),
            pair("ROOT/10.in", Some("ROOT/10.ans")),
        ]
    );
}

/// What a folder of these files is read as: the layout, and each case with its files.
fn layout(files: &[&str]) -> String {
    let files: Vec<(&str, &str)> = files.iter().map(|name| (*name, "")).collect();
    let folder = Folder::of(&files);
    let problem = match folder.open() {
        Ok(problem) => problem,
        Err(message) => return message,
    };
    let below = |path: &std::path::Path| {
        path.strip_prefix(folder.root())
            .unwrap()
            .display()
            .to_string()
    };
    let mut shown = problem.format.to_owned();
    for case in &problem.cases {
        let Input::File(input) = &case.input else {
            panic!("expected a file, found {case:?}");
        };
        let answer = case.answer.as_deref().map_or("-".to_owned(), below);
        shown += &format!("; {}: {} {answer}", case.name, below(input));
    }
    shown
}

#[test]
fn every_layout_pairs_by_names() {
    for (files, expected) in [
        (
            &["1.in", "1.diff", "2.in", "x.diff"][..],
            "flat; 1: 1.in 1.diff; 2: 2.in -",
        ),
        (
            &["input1.in", "output1.out"],
            "flat; input1: input1.in output1.out",
        ),
        (
            &["1_2.in", "1_2.ans", "1_10.in"],
            "flat; 1_2: 1_2.in 1_2.ans; 1_10: 1_10.in -",
        ),
        (
            &["1.in", "1.out", "#1.in#", "1.in~", "#x.in", "2.out~"],
            "flat; 1: 1.in 1.out",
        ),
        (
            &["1.in", "1.out", "Makefile.in", "config.h.in"],
            "flat; 1: 1.in 1.out",
        ),
        (
            &["in/a.txt", "out/a.txt", "in/b.txt"],
            "flat in/ out/; a: in/a.txt out/a.txt; b: in/b.txt -",
        ),
        (
            &["in/a", "out/a", "in/.md5sums", "out/readme.md"],
            "flat in/ out/; a: in/a out/a",
        ),
        (
            &[
                "in/abc0.in",
                "out/abc0.out",
                "in/abc1a.in",
                "out/abc1a.out",
                "in/abc1ocen.in",
                "out/abc1ocen.out",
            ],
            "flat in/ out/; abc0: in/abc0.in out/abc0.out; abc1a: in/abc1a.in out/abc1a.out; abc1ocen: in/abc1ocen.in out/abc1ocen.out",
        ),
        (
            &[
                "input/input0.txt",
                "output/output0.txt",
                "input/input10.txt",
                "output/output10.txt",
                "input/input2.txt",
                "output/output2.txt",
            ],
            "flat input/ output/; 0: input/input0.txt output/output0.txt; 2: input/input2.txt output/output2.txt; 10: input/input10.txt output/output10.txt",
        ),
        (
            &["01", "01.a", "02", "02.a", "notes"],
            "flat N N.a; 01: 01 01.a; 02: 02 02.a",
        ),
        (&["I.1", "O.1", "I.2"], "flat I.N O.N; 1: I.1 O.1; 2: I.2 -"),
        (
            &["input1.txt", "output1.txt", "readme.txt"],
            "flat inputN.txt outputN.txt; 1: input1.txt output1.txt",
        ),
        (
            &["in_3.txt", "out_3.txt"],
            "flat inputN.txt outputN.txt; 3: in_3.txt out_3.txt",
        ),
        (
            &["a1.in.txt", "a1.out.txt"],
            "flat X.in.txt X.out.txt; a1: a1.in.txt a1.out.txt",
        ),
        (
            &["plan.in1", "plan.ou1", "plan.in2", "plan.out2"],
            "flat X.inN X.outN; plan.1: plan.in1 plan.ou1; plan.2: plan.in2 plan.out2",
        ),
        (
            &[
                "dob.in.1a",
                "dob.out.1a",
                "dob.in.2",
                "dob.dummy.in.1",
                "dob.dummy.out.1",
            ],
            "flat X.in.N X.out.N; dob.1a: dob.in.1a dob.out.1a; dob.2: dob.in.2 -; dob.dummy.1: dob.dummy.in.1 dob.dummy.out.1",
        ),
        (
            &["grader.in.1", "grader.expect.1"],
            "flat X.in.N X.out.N; grader.1: grader.in.1 grader.expect.1",
        ),
        (
            &["1.IN", "1.OUT", "2.IN", "2.ans"],
            "flat X.IN X.OUT; 1: 1.IN 1.OUT; 2: 2.IN 2.ans",
        ),
        (
            &["SUM.INP", "SUM.OUT", "notes.dat"],
            "flat X.inp X.out; SUM: SUM.INP SUM.OUT; notes: notes.dat -",
        ),
        (
            &["A1", "A1.ans", "A10", "A10.ans", "A2", "A2.ans", "README"],
            "flat AN AN.ans; A1: A1 A1.ans; A2: A2 A2.ans; A10: A10 A10.ans",
        ),
        (
            &[
                "data/secret/g/2.in",
                "data/secret/g/2.ans",
                "data/sample/1.in",
                "data/sample/1.ans",
            ],
            "flat data/; sample/1: data/sample/1.in data/sample/1.ans; secret/g/2: data/secret/g/2.in data/secret/g/2.ans",
        ),
    ] {
        assert_eq!(layout(files), expected);
    }
}

#[test]
fn a_folder_of_sources_is_no_package() {
    for files in [
        &["Makefile.in", "configure.in", "config.h.in", "MANIFEST.in"][..],
        &["requirements.in", "dev-requirements.in", "src/main.c"],
        &["input1.txt", "input2.txt"],
        &["in/a.c", "out/a.o"],
        &["1", "2", "3"],
        &["libx.a", "fix.diff", "a.out"],
        &["plan.in1"],
        &["I.1"],
    ] {
        let files: Vec<(&str, &str)> = files.iter().map(|name| (*name, "")).collect();
        assert_eq!(Folder::of(&files).discovered(), [""; 0], "{files:?}");
    }
}

#[test]
fn a_layout_that_leaves_doubt_is_refused() {
    for (files, message) in [
        (
            &["1.in", "1.out", "in/1.in", "out/1.out"][..],
            "ROOT: has cases in two layouts, `flat` and `flat in/ out/`; keep one, or name a folder that has only one",
        ),
        (
            &["in/1.in", "out/1.out", "out/2.out"],
            "ROOT/out/2.out: an answer without an input; add the input, or remove it",
        ),
        (
            &["in/1.in", "out/1.out", "out/1.ans"],
            "ROOT/out/1.out: a second answer beside 1.ans; keep one of the two",
        ),
        (
            &["in/1.in", "in/1.txt", "out/1.out"],
            "ROOT: two inputs make the case `1`; rename one",
        ),
        (
            &["in/1.in", "out/1.out", "in/2.in/"],
            "ROOT/in/2.in: expected a file of test data; found something else; remove or rename it",
        ),
        (
            &["01", "01.a", "02.a"],
            "ROOT/02.a: an answer without an input; add the input, or remove it",
        ),
        (
            &["I.1", "O.1", "O.2"],
            "ROOT/O.2: an answer without an input; add the input, or remove it",
        ),
        (
            &["input1.txt", "output1.txt", "output2.txt"],
            "ROOT/output2.txt: an answer without an input; add the input, or remove it",
        ),
    ] {
        let files: Vec<(&str, &str)> = files.iter().map(|name| (*name, "")).collect();
        assert_eq!(Folder::of(&files).refusal(), message, "{files:?}");
    }
}

#[test]
fn a_link_to_data_outside_the_folder_is_refused() {
    let elsewhere = Folder::of(&[("1.in", "")]);
    let (file, all) = (elsewhere.root().join("1.in"), elsewhere.root().to_owned());
    for (files, link, target) in [
        (&[("2.in", "")][..], "1.in", &file),
        (&[("in/2.in", ""), ("out/2.out", "")], "in/1.in", &file),
        (&[("data/sample/2.in", "")], "data/sample/1.in", &file),
        // Of files that are none by themselves.
        (&[("data/secret/2.in", "")], "data/sample", &all),
    ] {
        let folder = Folder::of(files);
        folder.link(link, target);
        let expected = format!(
            "ROOT/{link}: leads outside the package, to {}; copy it into the package",
            target.display()
        );
        assert_eq!(folder.refusal(), expected);
    }
}

#[test]
fn a_link_inside_the_folder_is_as_good_as_a_file() {
    let folder = Folder::of(&[("1.in", ""), ("1.out", ""), ("shared/", "")]);
    folder.link("2.in", "1.in");
    folder.link("2.out", "1.out");
    assert_eq!(cases(&folder.open().unwrap()), ["1", "2"]);
}

#[test]
fn settings_that_are_not_read_are_named() {
    let folder = Folder::of(&[("1.in", ""), ("config.yaml", "time: 1s")]);
    let warnings = folder.open().unwrap().warnings;
    let warning = folder.without_root(&warnings.join("; "));
    assert_eq!(
        warning,
        "ROOT/config.yaml: not read; limits and checker are those of the command line"
    );
}

#[test]
fn what_is_no_case_does_not_matter() {
    let folder = Folder::of(&[("1.in", ""), ("a.out", "\x7fELF"), (".2.in", "")]);
    folder.link(".#1.in", "user@host.1:2");
    folder.link("notes.txt", "nowhere");
    folder.link("above", "..");
    assert_eq!(cases(&folder.open().unwrap()), ["1"]);
}

#[test]
fn a_folder_that_leaves_doubt_is_refused() {
    for (files, message) in [
        (
            &[("1.in", ""), ("1.out", ""), ("1.ans", "")][..],
            "ROOT/1.out: a second answer beside 1.ans; keep one of the two",
        ),
        (
            &[("1.in", ""), ("2.out", "")],
            "ROOT/2.out: an answer without an input; add the *.in beside it, or remove it",
        ),
        (
            &[("1.in", ""), ("2.in/", "")],
            "ROOT/2.in: expected a file of test data; found something else; remove or rename it",
        ),
    ] {
        assert_eq!(Folder::of(files).refusal(), message, "{files:?}");
    }
}

#[test]
fn what_makes_a_package_is_said_where_there_is_none() {
    let message = Folder::of(&[("1.out", "")]).refusal();
    let start = "ROOT: no problem package: expected a file problem.toml or ";
    let end = " or a folder of *.in files with *.out or *.ans beside them";
    assert!(
        message.starts_with(start) && message.ends_with(end),
        "{message}"
    );
}

#[test]
fn a_fifo_is_no_input() {
    let folder = Folder::of(&[("1.in", "")]);
    folder.fifo("2.in");
    assert_eq!(
        folder.refusal(),
        "ROOT/2.in: expected a file of test data; found something else; remove or rename it"
    );
}

#[test]
fn a_link_to_nowhere_is_no_input() {
    let folder = Folder::of(&[("1.in", "")]);
    folder.link("2.in", "nowhere");
    assert_eq!(
        folder.refusal(),
        "ROOT/2.in: cannot read: it is a link that leads nowhere, to nowhere; mend or remove it"
    );
}

#[test]
fn a_link_to_the_folder_itself_is_no_input() {
    let folder = Folder::of(&[("1.in", "")]);
    folder.link("2.in", ".");
    assert_eq!(
        folder.refusal(),
        "ROOT/2.in: cannot read: it links to ROOT above it"
    );
}

#[test]
fn a_case_whose_name_is_not_utf8_is_not_lost() {
    let folder = Folder::of(&[("1.in", "")]);
    folder.file(b"caf\xe9.in", "");
    assert_eq!(
        folder.refusal(),
        "ROOT/caf\u{fffd}.in: the name is not UTF-8; rename the file"
    );
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let error = package::open("/no/such/folder".as_ref()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "/no/such/folder: cannot read: No such file or directory (os error 2)"
    );
}
