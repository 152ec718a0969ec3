//! `judge export`: a problem in another format judges the same.

use std::collections::BTreeMap;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    an_exported_icpc_package_judges_the_same_and_is_in_order,
    an_exported_dmoj_problem_judges_the_same,
    exported_files_judge_the_same,
    groups_give_the_same_points_in_an_exported_package,
    groups_give_the_same_points_in_an_exported_dmoj_problem,
    an_exported_legacy_package_judges_the_same_and_is_in_order,
    groups_give_the_same_points_in_an_exported_legacy_package,
    talks_and_checkers_are_exported_in_the_legacy_format,
    talks_and_passes_are_exported_with_the_program_that_judges,
    a_checker_keeps_its_arguments_in_an_exported_package,
    what_is_left_out_is_told_by_name,
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

/// The score of each solution of a package.
fn scores(folder: &Folder, place: &str) -> BTreeMap<String, String> {
    let solutions = folder.run(&[place, "--all-cases"]).solutions();
    let told = solutions.iter().map(|solution| {
        let name = solution["name"].as_str().unwrap().to_owned();
        (
            name,
            format!("{} {}", solution["score"], solution["as_expected"]),
        )
    });
    told.collect()
}

fn groups_give_the_same_points_in_an_exported_package() {
    let folder = sums(
        "[[group]]\nname = \"secret/a\"\npoints = 30\nrequires = [\"sample\"]\n\
         [[group]]\nname = \"secret/b\"\npoints = 70\nrequires = [\"secret/a\"]\n\
         [[solution]]\npath = \"submissions/wrong_answer/twice.sh\"\nscore = 0\n\
         [[solution]]\npath = \"submissions/wrong_answer/small.sh\"\nscore = \"20..40\"\n",
    );
    std::fs::remove_file(folder.path().join("p/data/secret/2.in")).unwrap();
    std::fs::remove_file(folder.path().join("p/data/secret/2.ans")).unwrap();
    for (name, input, answer) in [
        ("a/1", "1 2\n", "3\n"),
        ("a/2", "2 2\n", "4\n"),
        ("b/1", "9 9\n", "18\n"),
        ("b/2", "9 1\n", "10\n"),
    ] {
        folder.file(&format!("p/data/secret/{name}.in"), input);
        folder.file(&format!("p/data/secret/{name}.ans"), answer);
    }
    let small = "read a b; test $b = 1 && test $a = 9 && exec echo 7; echo $((a + b))";
    folder.file("p/submissions/wrong_answer/small.sh", small);
    folder
        .judge(&["export", "p", "--to", "icpc", "out"])
        .code(0);
    let found = scores(&folder, "out");
    assert_eq!(found, scores(&folder, "p"));
    assert_eq!(found["wrong_answer/small.sh"], "30.0 true");
    assert_eq!(found["accepted/right.sh"], "100.0 true");
    folder.judge(&["verify", "out"]).code(0);
    // Exported again it is the same package.
    folder
        .judge(&["export", "out", "--to", "icpc", "again"])
        .code(0);
    assert_eq!(scores(&folder, "again"), found);
}

fn groups_give_the_same_points_in_an_exported_dmoj_problem() {
    let folder = sums(
        "[[group]]\nname = \"secret/a\"\npoints = 30\nrequires = [\"sample\"]\n\
         [[group]]\nname = \"secret/b\"\npoints = 20\nrequires = [\"sample\"]\n\
         [[group]]\nname = \"secret/c\"\npoints = 50\nrequires = [\"sample\", \"secret/b\"]\n",
    );
    for old in ["in", "ans"] {
        std::fs::remove_file(folder.path().join(format!("p/data/secret/2.{old}"))).unwrap();
    }
    for (name, input, answer) in [
        ("a/1", "1 2\n", "3\n"),
        ("a/2", "2 2\n", "4\n"),
        ("b/1", "9 9\n", "18\n"),
        ("b/2", "9 1\n", "10\n"),
        ("c/1", "7 1\n", "8\n"),
    ] {
        folder.file(&format!("p/data/secret/{name}.in"), input);
        folder.file(&format!("p/data/secret/{name}.ans"), answer);
    }
    folder
        .judge(&["export", "p", "--to", "dmoj", "out"])
        .code(0);
    folder
        .judge(&["export", "out", "--to", "dmoj", "again"])
        .code(0);
    let wrong_on = |case: &str| {
        format!("read a b; test \"$a $b\" = \"{case}\" && exec echo 7; echo $((a + b))")
    };
    for (case, points) in [
        ("0 0", 100.0),
        ("1 1", 0.0),
        ("2 2", 70.0),
        ("9 1", 30.0),
        ("7 1", 50.0),
    ] {
        folder.file("sol.sh", wrong_on(case));
        for place in ["p", "out", "again"] {
            let seen = folder.run(&["sol.sh", place, "--all-cases"]);
            assert_eq!(seen.solutions()[0]["score"], points, "{case} in {place}");
        }
    }
    // DMOJ stops at a failed case without points.
    folder.file(
        "p/problem.toml",
        "name = \"p\"\n[[group]]\nname = \"secret\"\npoints = 1\n",
    );
    folder
        .judge(&["export", "p", "--to", "dmoj", "other"])
        .code(2)
        .says(&["the group sample, which gives no points and which secret does not require: "]);
}

fn an_exported_legacy_package_judges_the_same_and_is_in_order() {
    let folder = sums("limits.time = \"5s\"\nlimits.memory = \"512MiB\"");
    folder
        .judge(&["export", "p", "--to", "legacy", "out"])
        .code(0)
        .prints(&["out: 2 cases\n"]);
    assert_eq!(verdicts(&folder, &["p"]), verdicts(&folder, &["out"]));
    assert_eq!(folder.lines("out/.timelimit"), ["5"]);
    folder.judge(&["verify", "out"]).code(0).prints(&[
        "Sums: \"a\" + b",
        "2 of 2 accepted by 1 validator",
        "2 of 2 as expected",
    ]);
}

fn groups_give_the_same_points_in_an_exported_legacy_package() {
    for requires in ["", "requires = [\"sample\"]\n"] {
        let folder = sums(&format!(
            "[[group]]\nname = \"secret/a\"\npoints = 30\n{requires}\
             [[group]]\nname = \"secret/b\"\npoints = 70\n{requires}"
        ));
        for old in ["in", "ans"] {
            std::fs::remove_file(folder.path().join(format!("p/data/secret/2.{old}"))).unwrap();
        }
        for (name, input, answer) in [
            ("a/1", "1 2\n", "3\n"),
            ("a/2", "2 2\n", "4\n"),
            ("b/1", "9 9\n", "18\n"),
        ] {
            folder.file(&format!("p/data/secret/{name}.in"), input);
            folder.file(&format!("p/data/secret/{name}.ans"), answer);
        }
        folder
            .judge(&["export", "p", "--to", "legacy", "out"])
            .code(0);
        let without_sample = if requires.is_empty() { 100.0 } else { 0.0 };
        for (case, points) in [
            ("0 0", 100.0),
            ("1 1", without_sample),
            ("2 2", 70.0),
            ("9 9", 30.0),
        ] {
            let sol =
                format!("read a b; test \"$a $b\" = \"{case}\" && exec echo 7; echo $((a + b))");
            folder.file("sol.sh", sol);
            for place in ["p", "out"] {
                let seen = folder.run(&["sol.sh", place, "--all-cases"]);
                let score = &seen.solutions()[0]["score"];
                assert_eq!(score, points, "{case} in {place}, {requires}");
            }
        }
    }
    let folder = sums(
        "[[group]]\nname = \"secret\"\npoints = 30\nrequires = [\"sample\"]\n\
         [[group]]\nname = \"more\"\npoints = 70\n",
    );
    folder.file("p/data/more/1.in", "1 2\n");
    folder.file("p/data/more/1.ans", "3\n");
    folder
        .judge(&["export", "p", "--to", "legacy", "other"])
        .code(2)
        .says(&["the legacy format cannot say that"]);
}

fn talks_and_checkers_are_exported_in_the_legacy_format() {
    for (settings, judge) in [
        ("[interactor]\npath = \"judge.sh\"\nargs = [\"1\"]", TALK),
        (
            "[checker]\npath = \"judge.sh\"\nargs = [\"1\"]",
            "read -r n < $1; read -r line; test \"$line\" = $((n + $4)) && exit 42; exit 43",
        ),
    ] {
        let folder = Folder::of(&[
            ("p/data/secret/1.in", "1\n"),
            ("p/data/secret/1.ans", "\n"),
            ("p/submissions/accepted/right.sh", "read a; echo $((a + 1))"),
            ("p/submissions/wrong_answer/same.sh", "read a; echo $a"),
        ]);
        folder.file("p/judge.sh", judge);
        folder.file("p/problem.toml", format!("name = \"p\"\n{settings}\n"));
        folder
            .judge(&["export", "p", "--to", "legacy", "out"])
            .code(0);
        let found = verdicts(&folder, &["out"]);
        assert_eq!(found, verdicts(&folder, &["p"]));
        assert_eq!(found["accepted-right.sh secret-1"], "AC", "{settings}");
        assert_eq!(found["wrong_answer-same.sh secret-1"], "WA", "{settings}");
    }
    let folder = sums("passes = 2\n[checker]\npath = \"valid.sh\"");
    folder
        .judge(&["export", "p", "--to", "legacy", "out"])
        .code(2)
        .says(&["2 passes: the legacy format cannot say that; take the format icpc"]);
}

/// Accepts who answers the input, with a word more on the first pass where there are two.
const TALK: &str =
    "read -r n < $1; echo $n; read -r line; test \"$line\" = $((n + ${4:-1})) && exit 42; exit 43";
const PASS: &str = "read -r n < $1; read -r line; test \"$line\" = $((n + 1)) || exit 43
    test $n -gt 1 && exit 42; echo $line > $3/nextpass.in; exit 42";

fn talks_and_passes_are_exported_with_the_program_that_judges() {
    for (settings, judge) in [
        ("[interactor]\npath = \"judge.sh\"\nargs = [\"1\"]", TALK),
        (
            "passes = 2\n[checker]\npath = \"judge.sh\"\ntime = \"9s\"",
            PASS,
        ),
    ] {
        let folder = Folder::of(&[
            ("p/data/secret/1.in", "1\n"),
            ("p/data/secret/1.ans", "\n"),
            ("p/submissions/accepted/right.sh", "read a; echo $((a + 1))"),
            ("p/submissions/wrong_answer/same.sh", "read a; echo $a"),
            (
                "p/submissions/wrong_answer/first.sh",
                "read a; echo $((a > 1 ? 7 : a * 3))",
            ),
        ]);
        folder.file("p/judge.sh", judge);
        folder.file("p/problem.toml", format!("name = \"p\"\n{settings}\n"));
        folder
            .judge(&["export", "p", "--to", "icpc", "out"])
            .code(0);
        let found = verdicts(&folder, &["out"]);
        assert_eq!(found, verdicts(&folder, &["p"]));
        assert_eq!(found["accepted-right.sh secret-1"], "AC", "{settings}");
        assert_eq!(found["wrong_answer-same.sh secret-1"], "WA", "{settings}");
        folder.judge(&["verify", "out"]).code(0);
    }
}

fn a_checker_keeps_its_arguments_in_an_exported_package() {
    let checker = "read -r a < $2; read -r b; d=$((a - b)); test ${d#-} -le $4 && exit 42; exit 43";
    for (settings, off) in [
        ("[checker]\npath = \"check.sh\"\nargs = [\"1\"]", 1),
        (
            "[checker]\nname = \"kattis\"\nargs = [\"float_tolerance\", \"0.5\"]",
            0,
        ),
    ] {
        let folder = sums(settings);
        folder.file("p/check.sh", checker);
        let near = format!("read a b; echo $((a + b + {off}))");
        folder.file("p/submissions/accepted/near.sh", near);
        folder
            .judge(&["export", "p", "--to", "icpc", "out"])
            .code(0);
        let found = verdicts(&folder, &["out"]);
        assert_eq!(found, verdicts(&folder, &["p"]));
        assert_eq!(found["accepted-near.sh secret-2"], "AC");
        // And once more, from the format itself.
        folder
            .judge(&["export", "out", "--to", "icpc", "again"])
            .code(0);
        assert_eq!(verdicts(&folder, &["again"]), found);
    }
}

fn what_is_left_out_is_told_by_name() {
    let folder =
        sums("[[solution]]\npath = \"submissions/slow.sh\"\nargs = [\"x\"]\nexpect = \"AC\"");
    folder.file("p/submissions/slow.sh", RIGHT);
    folder.file("p/submissions/draft/any.sh", RIGHT);
    folder.file("p/valid.sh", "test $1 = x && exit 42");
    let settings = "name = \"p\"\n[limits]\nwall = \"60s\"\nmultiplier = { python = 2 }\n\
        [validator]\npath = \"valid.sh\"\nargs = [\"x\"]\n[[solution]]\n\
        path = \"submissions/slow.sh\"\nargs = [\"x\"]\nexpect = \"AC\"\n";
    folder.file("p/problem.toml", settings);
    let seen = folder
        .judge(&["export", "p", "--to", "icpc", "out"])
        .code(0);
    seen.says(&[
        "left out: the limit on time on the clock",
        "left out: the factors on time limits for languages",
        "left out: an input validator: valid.sh, which has arguments",
        "left out: slow.sh x: a solution with arguments",
        "left out: draft/any.sh: nothing says what is expected of it",
    ]);
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
        ("checker.name = \"kattis\"", "dmoj", "the checker kattis: "),
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
            "dmoj",
            "the group sample, which gives no points",
        ),
        (
            "[checker]\npath = \"valid.sh\"\nprotocol = \"testlib\"",
            "icpc",
            "a checker that speaks the protocol testlib: ",
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
