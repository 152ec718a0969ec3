//! Settings and folders that are not what their names say.

use crate::folder::Folder;

/// What a format is known by, and what else its folder needs.
const SETTINGS: [(&str, &[&str]); 6] = [
    ("problem.toml", &[]),
    ("problem.yaml", &[]),
    ("init.yml", &[]),
    ("info.toml", &[]),
    ("problem.xml", &[]),
    ("task.yaml", &["input/", "output/"]),
];

#[test]
fn nobody_waits_for_settings_that_are_no_file() {
    for (name, beside) in SETTINGS {
        let folder = Folder::of(&[("1.in", "1\n"), ("1.out", "1\n")]);
        for name in beside {
            folder.file(name, "");
        }
        folder.fifo(name);
        // It is refused, or does not speak for a format.
        match folder.open() {
            Ok(problem) => assert_eq!(problem.format, "flat", "{name}"),
            Err(message) => assert_eq!(
                message,
                format!("ROOT/{name}: expected a file of settings, found something else")
            ),
        }
    }
}

#[test]
fn settings_that_are_no_file_are_not_passed_over() {
    for name in ["problem.toml", "problem.yaml"] {
        let cases: &[(&str, &str)] = &[("data/sample/1.in", "1\n"), ("data/sample/1.ans", "1\n")];
        let folder = Folder::of(cases);
        folder.file(format!("{name}/"), "");
        let message = format!("ROOT/{name}: expected a file of settings, found a folder");
        assert_eq!(folder.refusal(), message);
        let folder = Folder::of(cases);
        folder.link(name, "nowhere");
        let message = format!(
            "ROOT/{name}: cannot read: it is a link that leads nowhere, to nowhere; mend or remove it"
        );
        assert_eq!(folder.refusal(), message);
    }
}

#[test]
fn submissions_that_are_a_file_are_not_passed_over() {
    let folder = Folder::of(&[
        ("problem.yaml", "name: x\n"),
        ("data/sample/1.in", "1\n"),
        ("data/sample/1.ans", "1\n"),
        ("submissions", ""),
    ]);
    assert_eq!(
        folder.refusal(),
        "ROOT/submissions: expected a folder with folders such as accepted/, found a file"
    );
}
