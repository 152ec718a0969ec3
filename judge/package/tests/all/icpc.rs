//! Packages of Kattis and the ICPC: the helpers that their tests share.

use package::{Checker, Judging, Problem, Source};

use crate::folder::Folder;

/// The settings of a package of the newest version.
pub(crate) const NEW: &str = "problem_format_version: 2025-09\nname: X\n";

/// A key that the newer versions require and a judge has no use for.
pub(crate) const UUID: &str = "uuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\n";

/// A package with these settings, one secret case and more files. Where the newer versions require a
/// UUID and the settings have none, they are given one behind what they say.
pub(crate) fn package(settings: &str, more: &[(&str, &str)]) -> Folder {
    let is_new = settings.contains("problem_format_version: 20") && !settings.contains("uuid:");
    let settings = match is_new {
        true => format!("{}\n{UUID}", settings.trim_end()),
        false => settings.to_owned(),
    };
    let folder = Folder::of(&[
        ("problem.yaml", &settings),
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
    ]);
    for (name, content) in more {
        folder.file(name, content);
    }
    folder
}

/// What is read of it.
pub(crate) fn read(settings: &str, more: &[(&str, &str)]) -> Problem {
    package(settings, more).open().unwrap()
}

/// That it is refused with these words after the path of the package.
#[track_caller]
pub(crate) fn refused(settings: &str, more: &[(&str, &str)], message: &str) {
    let refusal = package(settings, more).refusal();
    assert_eq!(refusal.strip_prefix("ROOT/"), Some(message));
}

/// The name of a program's file or folder below the package, with the arguments of its call.
pub(crate) fn program(problem: &Problem, call: &package::Call) -> String {
    let (kind, path) = match &call.source {
        Source::File(path) => ("", path),
        Source::Folder(path) => ("/", path),
        other => panic!("expected a file or a folder, found {other:?}"),
    };
    let path = path.strip_prefix(&problem.root).unwrap().display();
    let words = [&[format!("{path}{kind}")], &call.args[..]].concat();
    words.join(" ")
}

/// Who judges: comparisons, programs, and who talks with the solution.
pub(crate) fn judges(problem: &Problem, judging: &Judging) -> Vec<String> {
    let mut judges: Vec<String> = judging
        .checkers
        .iter()
        .map(|checker| match checker {
            Checker::Named(call) => [std::slice::from_ref(&call.name), &call.args[..]]
                .concat()
                .join(" "),
            Checker::Program(jury) => program(problem, &jury.call),
        })
        .collect();
    let interactor = judging.interactor.as_ref();
    judges.extend(interactor.map(|jury| format!("talks: {}", program(problem, &jury.call))));
    judges
}
