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
        (
            &[(".1.in", "")],
            "ROOT: expected files named *.in, found none",
        ),
        (
            &[("1.out", "")],
            "ROOT: no problem package: expected a file problem.toml or a file problem.yaml or a folder of *.in files with *.out or *.ans beside them",
        ),
    ] {
        assert_eq!(Folder::of(files).refusal(), message, "{files:?}");
    }
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
        "ROOT/2.in: cannot read: No such file or directory (os error 2)"
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
