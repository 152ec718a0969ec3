//! What the words of the command line choose, and what is expected of it.

use std::fs;

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_package_is_as_expected_when_wrong_solutions_are_rejected,
    a_surprise_is_exit_code_1_in_both_directions,
    globs_and_names_choose_cases_and_solutions,
    a_glob_means_problems_where_it_matches_any,
    words_that_match_nothing_are_wrong_usage,
    each_command_advises_what_it_takes_itself,
    what_there_is_is_not_listed_with_settings_that_cannot_be_read,
    a_package_is_named_from_within_another,
    a_package_named_twice_is_judged_once,
    a_word_is_named_where_there_is_nothing_at_all,
    a_folder_promises_nothing_of_the_cases_of_others,
    words_that_leave_no_case_say_so,
    outputs_are_found_under_both_names,
    a_command_runs_where_the_user_is,
    some_cases_alone_need_not_reject_a_wrong_solution,
    a_submission_in_an_unknown_language_is_skipped,
    an_empty_folder_does_not_hide_the_problem_of_its_name,
    problems_come_before_tests_unless_a_solution_is_named,
    a_factor_for_a_language_that_nobody_knows_breaks_its_package_alone,
    a_solution_finds_the_tests_beside_it,
    a_broken_package_is_exit_code_2_and_hides_no_other,
    a_folder_that_cannot_be_walked_is_exit_code_2,
    a_case_without_an_answer_is_only_run,
];

/// Two packages under `problems/`: `sum` with three cases and three solutions, `copy` with one each.
fn problems() -> Folder {
    let folder = Folder::of(&[
        ("problems/sum/problem.toml", "name = \"Sum\""),
        (
            "problems/sum/submissions/accepted/good.sh",
            "read a b; echo $((a + b))",
        ),
        (
            "problems/sum/submissions/wrong_answer/product.sh",
            "read a b; echo $((a * b))",
        ),
        (
            "problems/sum/submissions/run_time_error/crash.sh",
            "kill -SEGV $$",
        ),
        ("problems/copy/problem.toml", "name = \"Copy\""),
        ("problems/copy/submissions/accepted/cat.sh", "cat"),
    ]);
    for (name, input, answer) in [
        ("sum/data/sample/1", "2 2", "4"),
        ("sum/data/secret/02-odd", "2 3", "5"),
        ("sum/data/secret/10-even", "4 4", "8"),
        ("copy/data/1", "x", "x"),
    ] {
        folder.file(&format!("problems/{name}.in"), input);
        folder.file(&format!("problems/{name}.ans"), answer);
    }
    folder
}

fn a_package_is_as_expected_when_wrong_solutions_are_rejected() {
    let short = problems().judge(&["copy", "--jobs", "1"]).code(0);
    short.prints(&["everything as expected"]);
    let seen = problems()
        .run(&[])
        .code(0)
        .says(&["2 problems, 4 solutions", "everything as expected"]);
    assert_eq!(
        seen.table(),
        [
            "accepted/cat.sh AC AC true",
            "accepted/good.sh AC AC true",
            "run_time_error/crash.sh RTE RTE true",
            "wrong_answer/product.sh WA WA true",
        ]
    );
}

fn a_surprise_is_exit_code_1_in_both_directions() {
    let folder = problems();
    for (expect, solution, code, row) in [
        ("AC", "product.sh", 1, "wrong_answer/product.sh AC WA false"),
        ("WA", "good.sh", 1, "accepted/good.sh WA AC false"),
        (
            "TLE|wa",
            "product.sh",
            0,
            "wrong_answer/product.sh TLE|WA WA true",
        ),
        (
            "TLE",
            "crash.sh",
            1,
            "run_time_error/crash.sh TLE RTE false",
        ),
    ] {
        let seen = folder
            .run(&["sum", "--solution", solution, "--expect", expect])
            .code(code);
        assert_eq!(seen.table(), [row]);
        assert_eq!(seen.json()["success"], code == 0);
    }
    folder
        .judge(&["run", "sum", "--expect", "SK"])
        .code(64)
        .says(&["expected one of AC, WA"]);
}

fn globs_and_names_choose_cases_and_solutions() {
    let folder = problems();
    let chosen = |words: &[&str]| -> Vec<String> {
        let seen = folder
            .run(&[words, &["--solution", "good*"]].concat())
            .code(0);
        seen.cases()
    };
    for (words, cases) in [
        (
            &["sum"][..],
            &["sample/1 AC", "secret/02-odd AC", "secret/10-even AC"][..],
        ),
        (
            &["problems/sum"],
            &["sample/1 AC", "secret/02-odd AC", "secret/10-even AC"],
        ),
        (&["sum", "0*"], &["secret/02-odd AC"]),
        (
            &["sum", "02-odd", "1"],
            &["sample/1 AC", "secret/02-odd AC"],
        ),
        (
            &["sum", "--case", "secret/*"],
            &["secret/02-odd AC", "secret/10-even AC"],
        ),
        (&["problems/sum/data/sample/1.in"], &["sample/1 AC"]),
    ] {
        assert_eq!(chosen(words), cases, "{words:?}");
    }
    let rows = |words: &[&str]| folder.run(words).code(0).table();
    for words in [
        &["sum", "wrong_answer/*"][..],
        &["sum", "product"],
        &["problems/sum/submissions/wrong_answer/product.sh"],
        &[
            "problems/sum/submissions/accepted/../wrong_answer/product.sh",
            "sum",
        ],
    ] {
        assert_eq!(
            rows(words),
            ["wrong_answer/product.sh WA WA true"],
            "{words:?}"
        );
    }
}

fn a_glob_means_problems_where_it_matches_any() {
    let folder = problems();
    let cat = "accepted/cat.sh AC AC true";
    let good = "accepted/good.sh AC AC true";
    for (words, expected) in [
        (&["co*"][..], &[cat][..]),
        (&["{copy,none}"], &[cat]),
        (&["s?m", "good*"], &[good]),
        // In no name of a problem.
        (&["ca*"], &[cat]),
        // Beside a package in its place it is about what is in that.
        (&["problems/sum", "*o*", "good*"], &[good]),
    ] {
        let seen = folder.run(words).code(0);
        assert_eq!(seen.table(), expected, "{words:?}");
    }
    assert_eq!(folder.run(&["*"]).code(0).table().len(), 4);
    let listed = folder.judge(&["list", "c*"]).code(0);
    assert_eq!(
        listed.stdout.matches("copy ").count(),
        1,
        "{}",
        listed.stdout
    );
    folder
        .judge(&["verify", "c*"])
        .code(0)
        .prints(&["copy Copy (1 case, 1 solution)"]);
    // And so it is from within one.
    let words = ["run", "--format", "json", "*o*", "good"];
    let seen = within(&folder, "problems/sum", &words).code(0);
    assert_eq!(seen.cases(), ["secret/02-odd AC"]);
}

fn words_that_match_nothing_are_wrong_usage() {
    let folder = problems();
    folder.file("empty/readme.txt", "");
    folder.file("alone.sh", "");
    for (arguments, message) in [
        (
            &["run", "summ"][..],
            "judge: `summ` is no file, no folder, no problem, and matches no case and no solution of copy, sum; did you mean `sum`?\n",
        ),
        (
            &["run", "nothing-alike"],
            "judge: `nothing-alike` is no file, no folder, no problem, and matches no case and no solution of copy, sum; `judge list --verbose` shows the names\n",
        ),
        (
            &["stress", "alone.sh", "--problem", "summ"],
            "judge: --problem `summ`: expected a folder or a problem of the folder problems/ around, and there is none of that name here; did you mean `sum`?\n",
        ),
        (
            &["run", "sum", "--case", "3*"],
            "judge: --case `3*` matches nothing in sum; `judge list --verbose` shows the names\n",
        ),
        (
            &["run", "sum", "--solution", "x"],
            "judge: --solution `x` matches nothing in sum; `judge list --verbose` shows the names\n",
        ),
        (
            &["run", "sum", "--case", "[a"],
            "judge: --case `[a` is no glob: unclosed character class; missing ']'\n",
        ),
        (
            &["run", "empty"],
            "judge: empty: no package in it: expected a package in it or below, such as a folder with problem.toml or with *.in files\n",
        ),
        (
            &["run", "alone.sh"],
            "judge: alone.sh: name the problem or the folder of its cases too, as in `judge run alone.sh DIR`\n",
        ),
        (
            &["run", "sum", "--cmd", "'"],
            "judge: --cmd `\\'` is no command line: expected words, quotes in pairs\n",
        ),
        (
            &["run", "sum", "--cmd", ""],
            "judge: --cmd `` is no command line: expected words, quotes in pairs\n",
        ),
        (
            &["run", "sum", "--checker", "x"],
            "judge: --checker: unknown checker `x`; known are ",
        ),
        (
            &["run", "sum", "--checker", "kattis float_tolerance x"],
            "judge: --checker: kattis: argument `float_tolerance` expects ",
        ),
        (
            &["run", "sum", "--cmd", "cat | cat"],
            "judge: --cmd `cat | cat` is for a shell, and none is started; ",
        ),
        (
            &["run", "sum", "--cmd", "A=1 cat"],
            "judge: --cmd `A=1 cat` is for a shell, and none is started; ",
        ),
        (
            &["run", "empty/readme.txt", "sum"],
            "judge: empty/readme.txt: no language for `.txt` files; ",
        ),
    ] {
        let seen = folder.judge(arguments).code(64);
        assert_eq!(seen.stdout, "");
        assert!(seen.stderr.starts_with(message), "{}", seen.stderr);
    }
    for arguments in [
        &["run", "--jobs", "0"][..],
        &["run", "--time-limit", "1x"],
        &["run", "--memory-limit", "1"],
        &["run", "--quiet", "--verbose"],
        &["run", "--format", "pdf"],
        &["frobnicate", "--x"],
    ] {
        folder.judge(arguments).code(64).says(&["error: "]);
    }
    Folder::of(&[])
        .judge(&[])
        .code(64)
        .says(&["judge: no problems here: "]);
    Folder::sum(&[])
        .judge(&["run", "t"])
        .code(64)
        .says(&["judge: no solution to judge in t: "]);
}

fn a_package_named_twice_is_judged_once() {
    let folder = problems();
    let words = [
        "problems/copy",
        "copy",
        "problems/./copy/",
        "problems/copy/data/../",
    ];
    assert_eq!(
        folder.run(&words).code(0).table(),
        ["accepted/cat.sh AC AC true"]
    );
}

fn a_word_is_named_where_there_is_nothing_at_all() {
    let folder = Folder::of(&[]);
    let told = ["`nope/x` is no file, no folder and no problem"];
    for words in [
        &["run", "nope/x"][..],
        &["verify", "nope/x"],
        &["matrix", "nope/x"],
        &["calibrate", "nope/x"],
        &["export", "nope/x", "out", "--to", "icpc"],
    ] {
        folder.judge(words).code(64).says(&told);
    }
}

fn a_folder_promises_nothing_of_the_cases_of_others() {
    let folder = problems();
    let wrong = "problems/sum/submissions/wrong_answer/product.sh";
    folder.file("other/1.in", "2 2\n");
    folder.file("other/1.out", "4\n");
    for (words, code, row) in [
        (&["other"][..], 0, "product.sh AC AC true"),
        (&["other", "--expect", "WA"], 1, "product.sh WA AC false"),
        (&[], 0, "wrong_answer/product.sh WA WA true"),
    ] {
        let seen = folder.run(&[&[wrong], words].concat()).code(code);
        assert!(seen.table()[0].ends_with(row), "{:?}", seen.table());
    }
}

fn words_that_leave_no_case_say_so() {
    let folder = problems();
    folder
        .judge(&["run", "sum", "problems/copy/data/1.in"])
        .code(64)
        .says(&["judge: no case of sum is named by all of the words; "]);
}

/// The judge run in a folder below.
fn within(folder: &Folder, place: &str, words: &[&str]) -> Seen {
    let change = format!("cd {place} && exec \"$@\"");
    folder.judge_by(&["sh", "-c", &change, "sh"], words, &[])
}

fn each_command_advises_what_it_takes_itself() {
    let folder = Folder::sum(&[("none/alone.sh", "cat")]);
    for (command, target, advice) in [
        ("run", "none/alone.sh", "judge run none/alone.sh DIR"),
        ("run", "t", "judge run sol.cpp DIR"),
        ("watch", "none/alone.sh", "judge watch none/alone.sh DIR"),
        ("watch", "t", "judge watch sol.cpp DIR"),
        (
            "stress",
            "none/alone.sh",
            "judge stress none/alone.sh --problem NAME",
        ),
        ("stress", "t", "judge stress sol.cpp --problem NAME"),
        ("calibrate", "none/alone.sh", "name a package"),
        ("matrix", "t", "under submissions/"),
    ] {
        let seen = folder.judge(&[command, target]).code(64);
        let seen = seen.says(&[advice]);
        let other = command != "run" && seen.stderr.contains("judge run");
        assert!(!other, "{}", seen.stderr);
    }
}

fn what_there_is_is_not_listed_with_settings_that_cannot_be_read() {
    let folder = problems();
    folder.judge(&["list"]).code(0);
    for (settings, told) in [
        ("jobs = ", "judge.toml: line 1"),
        ("prefer = [\"klingon\"]", "judge.toml: line 1"),
    ] {
        folder.file("judge.toml", settings);
        let seen = folder.judge(&["list"]).code(2).says(&[told]);
        assert_eq!(seen.stdout, "");
    }
}

fn a_package_is_named_from_within_another() {
    let folder = problems();
    let inside = |words: &[&str]| within(&folder, "problems/copy/data", words);
    inside(&["list"]).code(0).prints(&["copy "]);
    inside(&["list", "sum"]).code(0).prints(&["sum "]);
}

fn outputs_are_found_under_both_names() {
    let folder = Folder::of(&[("cat.sh", "cat"), ("t/2.in", "x"), ("t/10.in", "y")]);
    folder.file("t/2.out", "x");
    folder.file("t/10.ans", "z");
    let seen = folder.run(&["cat.sh", "t"]).code(1);
    assert_eq!(seen.cases(), ["2 AC", "10 WA"]);
    assert_eq!(seen.table(), ["cat.sh AC WA false"]);
}

fn some_cases_alone_need_not_reject_a_wrong_solution() {
    let folder = problems();
    // 2 + 2 is 2 * 2.
    let seen = folder.run(&["sum", "wrong_answer/*", "sample/*"]).code(0);
    assert_eq!(seen.table(), ["wrong_answer/product.sh AC|WA AC true"]);
    folder
        .run(&["sum", "crash", "sample/*", "--expect", "WA"])
        .code(1);
}

fn a_submission_in_an_unknown_language_is_skipped() {
    let folder = problems();
    folder.file("problems/copy/submissions/accepted/x.zz", "");
    let seen = folder.run(&["copy"]).code(0);
    assert_eq!(
        seen.table(),
        ["accepted/cat.sh AC AC true", "accepted/x.zz AC SK null"]
    );
    seen.says(&["no language for `.zz` files"]);
    folder.judge(&["run", "copy", "--no-skip"]).code(2);
}

fn an_empty_folder_does_not_hide_the_problem_of_its_name() {
    let folder = problems();
    folder.file("sum/notes.txt", "");
    assert_eq!(folder.run(&["sum", "good"]).code(0).cases().len(), 3);
}

fn problems_come_before_tests_unless_a_solution_is_named() {
    let folder = problems();
    folder.file("cat.sh", "cat");
    folder.file("tests/7.in", "x");
    folder.file("tests/7.out", "x");
    assert_eq!(folder.run(&["cat.sh"]).code(0).cases(), ["7 AC"]);
    folder.judge(&["list"]).code(0).prints(&["copy ", "sum "]);
}

fn a_factor_for_a_language_that_nobody_knows_breaks_its_package_alone() {
    let folder = problems();
    folder.file(
        "problems/sum/problem.toml",
        "name = \"Sum\"\nlimits.multiplier.pyhton = 2.0",
    );
    folder
        .judge(&["run"])
        .code(2)
        .says(&["limits.multiplier: no language `pyhton`; known are cpp, cppgmp, c, "])
        .prints(&["copy ", "1 broken package not judged"]);
}

fn a_command_runs_where_the_user_is() {
    let folder = Folder::sum(&[
        ("bin/my sum.sh", "#!/bin/sh\nread a b; echo $((a + b)) $*\n"),
        ("here", ""),
    ]);
    let script = folder.path().join("bin/my sum.sh");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(script, mode).unwrap();
    for (command, code, verdict) in [
        ("'./bin/my sum.sh'", 0, "AC"),
        ("bin/my\\ sum.sh \"\"", 0, "AC"),
        ("'./bin/my sum.sh' '7 8'", 1, "WA"),
        ("sh -c 'test -e here && echo 5'", 0, "AC"),
        ("sh -c \"echo 5 > /dev/null\"", 1, "WA"),
        ("sh -c 'echo $#' x a 'b c' d e f", 0, "AC"),
        ("no-such-program", 2, "JE"),
        ("./here", 2, "JE"),
    ] {
        let seen = folder.run(&["--cmd", command, "t"]).code(code);
        assert_eq!(
            seen.case()["verdict"],
            verdict,
            "{command}: {}",
            seen.stdout
        );
        assert_eq!(seen.solutions()[0]["name"], command);
    }
}

fn a_solution_finds_the_tests_beside_it() {
    for tests in ["", "test/", "tests/", "samples/"] {
        let folder = Folder::of(&[("cat.sh", "cat")]);
        folder.file(&format!("{tests}1.in"), "x");
        folder.file(&format!("{tests}1.out"), "x");
        assert_eq!(folder.run(&["cat.sh"]).code(0).cases(), ["1 AC"], "{tests}");
    }
}

fn a_broken_package_is_exit_code_2_and_hides_no_other() {
    let folder = problems();
    folder.file("problems/sum/problem.toml", "name = \"Sum\"\nlimit = 1");
    let seen = folder.run(&[]).code(2).says(&[
        "limit: unknown key; did you mean `limits`?",
        "1 broken package not judged",
    ]);
    assert_eq!(seen.table(), ["accepted/cat.sh AC AC true"]);
    let document = seen.json();
    assert_eq!(document["success"], false);
    let broken = document["broken"][0].as_str().unwrap();
    assert!(broken.contains("problems/sum/problem.toml: "), "{broken}");

    // The message quotes the file, which may hold anything.
    folder.file("problems/sum/problem.toml", "\"\\u001b[31mSum\" = 1");
    let seen = folder.run(&[]).code(2).says(&["\\u{1b}[31mSum"]);
    assert!(!seen.stderr.contains('\x1b'), "{}", seen.stderr);

    let alone = folder.run(&["sum"]).code(2);
    assert_eq!(alone.json()["problems"].as_array().unwrap().len(), 0);
    assert_eq!(alone.json()["success"], false);

    folder.file(
        "problems/sum/problem.toml",
        "name = \"Sum\"\nchecker.name = \"x\"",
    );
    let seen = folder
        .run(&[])
        .code(2)
        .says(&["problems/sum: unknown checker `x`"]);
    assert_eq!(seen.table(), ["accepted/cat.sh AC AC true"]);
}

fn a_folder_that_cannot_be_walked_is_exit_code_2() {
    let folder = Folder::sum(&[("a.sh", "")]);
    std::os::unix::fs::symlink("2.in", folder.path().join("t/2.in")).unwrap();
    folder
        .judge(&["run", "a.sh", "t"])
        .code(2)
        .says(&["t/2.in: cannot read: "]);
}

fn a_case_without_an_answer_is_only_run() {
    let folder = Folder::of(&[("a.sh", "exit 1"), ("b.sh", "echo x"), ("t/1.in", "")]);
    assert_eq!(
        folder.run(&["a.sh", "b.sh", "t"]).code(1).table(),
        ["a.sh AC RTE false", "b.sh AC AC true"]
    );
}
