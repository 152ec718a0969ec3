//! `judge export`: a problem in another format judges the same.

use std::collections::BTreeMap;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    an_exported_icpc_package_judges_the_same_and_is_in_order,
    an_exported_dmoj_problem_judges_the_same,
    exported_files_judge_the_same,
    nothing_is_written_over_and_nothing_is_left_half_written,
    what_a_format_cannot_say_is_refused,
];

const TWICE: &str = "read a b; echo $((a + a))";
const RIGHT: &str = "read a b; echo $((a + b))";

fn sums(settings: &str) -> Folder {
    let folder = Folder::of(&[
        ("p/data/sample/1.in", "1 1\n"),
        ("p/data/sample/1.ans", "2\n"),
        ("p/data/secret/2.in", "2 1\n"),
        ("p/data/secret/2.ans", "3\n"),
        ("p/valid.sh", "read a b; test -n \"$b\" && exit 42; exit 43"),
        ("p/statement.md", "Add.\n"),
        ("p/submissions/accepted/right.sh", RIGHT),
        ("p/submissions/wrong_answer/twice.sh", TWICE),
        ("other.sh", TWICE),
    ]);
    folder.file(
        "p/problem.toml",
        format!("name = \"Sums: \\\"a\\\" + b\"\n{settings}\n[validator]\npath = \"valid.sh\"\n"),
    );
    folder
}

/// The verdict of each case of the solutions with these words, by a name in which `/` is `-`.
fn verdicts(folder: &Folder, words: &[&str]) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for solution in folder.run(words).solutions() {
        let name = |value: &serde_json::Value| value.as_str().unwrap().replace('/', "-");
        for case in solution["cases"].as_array().unwrap() {
            let key = format!("{} {}", name(&solution["name"]), name(&case["name"]));
            all.insert(key, name(&case["verdict"]));
        }
    }
    assert!(!all.is_empty());
    all
}

fn an_exported_icpc_package_judges_the_same_and_is_in_order() {
    let folder = sums("limits.time = \"5s\"\nlimits.memory = \"512MiB\"");
    folder
        .judge(&["export", "p", "--to", "icpc", "out"])
        .code(0)
        .prints(&["out: 2 cases\n"]);
    assert_eq!(verdicts(&folder, &["p"]), verdicts(&folder, &["out"]));
    folder.judge(&["verify", "out"]).code(0).prints(&[
        "Sums: \"a\" + b",
        "2 of 2 accepted by 1 validator",
        "2 of 2 as expected",
    ]);
}

fn an_exported_dmoj_problem_judges_the_same() {
    let folder = sums("");
    folder
        .judge(&["export", "p", "--to", "dmoj", "out"])
        .code(0)
        .says(&["left out: limits, validators and solutions"]);
    assert_eq!(folder.run(&["other.sh", "out"]).cases().len(), 2);
    let of = |place| {
        verdicts(&folder, &["other.sh", place])
            .into_values()
            .collect::<Vec<_>>()
    };
    assert_eq!(of("out"), of("p"));
}

fn exported_files_judge_the_same() {
    let folder = sums("");
    folder
        .judge(&["export", "p", "--to", "flat", "out"])
        .code(0);
    let of = |place| verdicts(&folder, &["other.sh", place]);
    assert_eq!(of("out"), of("p"));
}

fn nothing_is_written_over_and_nothing_is_left_half_written() {
    let folder = sums("");
    folder.file("there/kept", "");
    folder
        .judge(&["export", "p", "--to", "flat", "there"])
        .code(2)
        .says(&["there: exists already"]);
    folder.file("p/data/secret/2.in", "2\n");
    folder
        .judge(&["export", "p", "--to", "icpc", "new/out"])
        .code(2)
        .says(&["secret/2: "]);
    assert!(!folder.path().join("new/out").exists());
}

fn what_a_format_cannot_say_is_refused() {
    for (settings, to, said) in [
        ("checker.name = \"kattis\"", "dmoj", "the checker kattis "),
        (
            "checker.name = \"lines\"",
            "icpc",
            "the checker lines: the ICPC format cannot say",
        ),
        (
            "passes = 2\n[checker]\npath = \"valid.sh\"",
            "flat",
            "2 passes: ",
        ),
        (
            "[[group]]\nname = \"secret\"\npoints = 1",
            "icpc",
            "groups: ",
        ),
    ] {
        let folder = sums(settings);
        let seen = folder.judge(&["export", "p", "--to", to, "out"]).code(2);
        seen.says(&[said]);
        let left: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .filter(|name| name != "p" && name != "other.sh")
            .collect();
        assert!(left.is_empty(), "{left:?}");
    }
}
