//! `judge stress`: failing inputs are found, made small, told and kept.

use std::ffi::OsStr;
use std::thread;

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    an_input_is_found_and_made_small,
    programs_of_other_languages_need_no_problem["c++", "python3"],
    the_command_that_is_told_tries_the_same_input_again,
    the_number_of_workers_changes_nothing,
    a_crash_stays_the_same_crash,
    a_program_that_never_ends_is_found,
    the_largest_input_comes_early_and_asks_no_reference,
    what_is_listed_is_gone_through_and_proves_the_smallest,
    where_nobody_looks_at_inputs_their_shape_is_kept,
    a_right_solution_is_tried_as_often_as_was_asked,
    every_wrong_solution_of_a_problem_is_tried_in_turn,
    a_reference_that_gives_up_leaves_the_answer_to_the_next,
    a_found_input_is_kept_as_a_case_and_overwrites_nothing,
    without_a_problem_it_is_kept_below_the_current_folder,
    faults_of_the_programs_that_make_and_answer_inputs_are_told_as_theirs,
    an_input_that_no_seed_leads_to_is_told_as_such,
    its_files_lie_in_the_cache_alone,
    a_generator_or_a_validator_that_hangs_ends_the_search,
    what_cannot_be_stressed_is_refused,
];

/// Writes so many numbers below 60.
const GENERATOR: &str = r#"
    line= i=0
    while test $i -lt $2; do
        line="$line$(( ($1 * 31 + i * 17) % 60 )) " i=$((i + 1))
    done
    echo $2; echo "${line% }"
"#;

const VALIDATOR: &str = r#"
    read -r n && read -r line || exit 43
    set -- $line
    test "$n" -ge 1 && test $# -eq "$n" || exit 43
    for x; do test "$x" -ge 0 && test "$x" -lt 60 || exit 43; done
    exit 42
"#;

/// The sum of the numbers.
const RIGHT: &str = "read -r n; read -r line; s=0; for x in $line; do s=$((s + x)); done; echo $s";

/// The same, but for a command done for each number.
fn but(done: &str) -> String {
    RIGHT.replace("do s=", &format!("do {done}; s="))
}

/// A folder with these programs, and a solution that is right but for a command done for each number.
fn folder(done: &str) -> Folder {
    let folder = Folder::of(&[
        ("gen.sh", GENERATOR),
        ("v.sh", VALIDATOR),
        ("ref.sh", RIGHT),
    ]);
    folder.file("sol.sh", but(done));
    folder
}

const ALL: &[&str] = &[
    "--gen",
    "gen.sh",
    "--against",
    "ref.sh",
    "--validator",
    "v.sh",
];

fn stress(folder: &Folder, words: &[&str]) -> Seen {
    judge(folder, &[&["sol.sh"], words].concat())
}

/// No test is out of time.
fn judge(folder: &Folder, words: &[&str]) -> Seen {
    let time: &[&str] = match words.contains(&"--time") {
        true => &[],
        false => &["--time", "60min"],
    };
    folder.judge(&[&["stress"], words, time].concat())
}

/// Takes 20 for numbers from 40 on.
const FORTY: &str = "test $x -ge 40 && x=20";

fn an_input_is_found_and_made_small() {
    stress(&folder(FORTY), ALL).code(1).prints(&[
        "sol.sh: WA with seed 3 and size 2, after 3 tries and ",
        "\n  1st words differ - expected: '40', found: '20'\n",
        "\ninput: no step makes it smaller (",
        " tried)\n  1\n  40\nexpected\n  40\nfound\n  20\n",
        "again: judge stress sol.sh --gen gen.sh --validator v.sh --against ref.sh --seed 3 --size 2\n",
    ]);
}

fn programs_of_other_languages_need_no_problem() {
    let folder = Folder::of(&[
        (
            "sol.cpp",
            "#include <cstdio>\nint main() { int n, x; signed char s = 0; scanf(\"%d\", &n); while (n-- && scanf(\"%d\", &x)) s += x; printf(\"%d\", s); }",
        ),
        (
            "slow.py",
            "n, *a = map(int, open(0).read().split())\nprint(sum(a))",
        ),
        (
            "random_list.py",
            "import random, sys\nrandom.seed(int(sys.argv[2]))\nn = int(sys.argv[3])\n\
             top = 1000 if sys.argv[1] == '--large' else 9\n\
             print(n)\nprint(*(random.randint(1, top) for _ in range(n)))",
        ),
        (
            "valid.py",
            "import re, sys\ntext = sys.stdin.read()\n\
             ok = re.fullmatch(r'([1-9]\\d*)\\n(\\d+( \\d+)*)\\n', text)\n\
             good = ok and len(ok[2].split()) == int(ok[1])\n\
             sys.exit(0 if good and all(1 <= int(x) <= 1000 for x in ok[2].split()) else 3)",
        ),
    ]);
    let words = [
        "sol.cpp",
        "--gen",
        "random_list.py --large",
        "--against",
        "slow.py",
    ];
    let validator = ["--validator", "valid.py", "--accepts", "0"];
    // The least sum that the type does not hold.
    judge(&folder, &[&words[..], &validator].concat())
        .code(1)
        .prints(&[
            "sol.cpp: WA with seed ",
            "\nexpected\n  128\nfound\n  -128\n",
            " --gen 'random_list.py --large' --validator valid.py --accepts 0 --against slow.py --seed ",
        ]);
}

fn the_command_that_is_told_tries_the_same_input_again() {
    let folder = folder(FORTY);
    let first = stress(&folder, ALL).code(1);
    let again = first
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("again: judge stress "));
    let words: Vec<&str> = again.expect("it is told").split(' ').collect();
    let second = judge(&folder, &words).code(1);
    second.prints(&[
        "sol.sh: WA with seed 3 and size 2, after 1 try and ",
        "\n  1\n  40\n",
    ]);
}

fn the_number_of_workers_changes_nothing() {
    let folder = folder(FORTY);
    let seen = |jobs| {
        let seen = stress(&folder, &[ALL, &["--jobs", jobs]].concat()).code(1);
        // The time is the machine's own.
        let (head, tail) = seen.stdout.split_once(" and ").expect("a time");
        let (_, tail) = tail.split_once(" s\n").expect("seconds");
        format!("{head}\n{tail}")
    };
    let alone = seen("1");
    assert!(alone.contains("\n  40\n"), "{alone}");
    assert_eq!(seen("3"), alone);
}

fn a_crash_stays_the_same_crash() {
    // A single number would crash in another way.
    let done = "test $x -ge 40 && { test $n -gt 1 && exit 3; exit 4; }";
    stress(&folder(done), ALL).code(1).prints(&[
        "sol.sh: RTE with seed 3 and size 2",
        "\n  exit code 3\n",
        "\n  2\n  0 40\nexpected\n  40\nfound nothing\n",
    ]);
}

fn a_program_that_never_ends_is_found() {
    let done = "while test $x -ge 40; do :; done";
    let one = ["--seed", "5", "--size", "2"];
    let limits = ["--time-limit", "200ms", "--time", "500ms"];
    let seen = stress(&folder(done), &[ALL, &one, &limits].concat()).code(1);
    // On a busy machine the clock may be over first.
    let verdict = ["TLE", "WTL"].map(|verdict| format!("sol.sh: {verdict} with seed 5 and size 2"));
    assert!(
        verdict.iter().any(|text| seen.stdout.contains(text)),
        "{}",
        seen.stdout
    );
    seen.prints(&["found nothing\n"]);
}

fn the_largest_input_comes_early_and_asks_no_reference() {
    let folder = folder("test $n -lt 100 || exit 3");
    folder.file("ref.sh", format!("{}; test $n -lt 100", RIGHT));
    let some = ["--shrink-time", "100ms"];
    stress(&folder, &[ALL, &some].concat())
        .code(1)
        .prints(&["sol.sh: RTE with seed 17 and size 100, after 17 tries and "]);
    // It is none of the tries that are compared.
    folder.file("sol.sh", RIGHT);
    stress(&folder, &[ALL, &["--count", "17"]].concat())
        .code(0)
        .prints(&["sol.sh: no failing input in 17 tries, sizes up to 12\n"]);
}

fn what_is_listed_is_gone_through_and_proves_the_smallest() {
    let folder = folder(FORTY);
    // By the largest number: the smallest that fails is not what steps come to.
    folder.file(
        "every.sh",
        "for x in 9 39 45 50; do test $x -le $((10 * $1)) && printf '1\\n%s\\n\\n' $x; done; :",
    );
    let every = ["--every", "every.sh"];
    stress(&folder, &[ALL, &every].concat()).code(1).prints(&[
        "\ninput: it is of size 5, and none of a smaller size fails (2 tried)\n  1\n  45\nexpected\n  45\n",
    ]);
    // Nothing fails in what is listed: then it is taken apart.
    folder.file("every.sh", "printf '1\\n0\\n\\n'");
    stress(&folder, &[ALL, &every].concat())
        .code(1)
        .prints(&[" tried); none up to size 17 fails (1 tried)\n  1\n  40\n"]);
    folder.file("every.sh", "echo broken >&2; exit 1");
    stress(&folder, &[ALL, &every].concat())
        .code(2)
        .says(&["what writes all small inputs fails at size 1: exit code 1: broken\n"]);
}

fn where_nobody_looks_at_inputs_their_shape_is_kept() {
    // An empty list, or one shorter than it says, is no failure of the solution.
    let words = ["--gen", "gen.sh", "--against", "ref.sh"];
    let folder = folder("x=1");
    stress(&folder, &words).code(1).prints(&["\n  1\n  2\n"]);
}

fn a_right_solution_is_tried_as_often_as_was_asked() {
    let folder = folder(":");
    let some = ["--count", "7"];
    stress(&folder, &[ALL, &some].concat())
        .code(0)
        .prints(&["sol.sh: no failing input in 7 tries, sizes up to 4\n"]);
    let one = ["--seed", "5", "--size", "2"];
    stress(&folder, &[ALL, &one].concat())
        .code(0)
        .prints(&["sol.sh: no failing input in 1 try, sizes up to 2\n"]);
}

/// A problem of sums with all that is needed.
fn problem() -> Folder {
    let folder = Folder::of(&[
        (
            "p/problem.toml",
            "name = \"Sums\"\n[validator]\npath = \"v.sh\"\n[stress]\nlargest = 5\n\
             generator = { path = \"gen.sh\" }\nreference = { path = \"submissions/accepted/a.sh\" }\n",
        ),
        ("p/v.sh", VALIDATOR),
        ("p/gen.sh", GENERATOR),
        ("p/data/sample/1.in", "1\n1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/submissions/accepted/a.sh", RIGHT),
    ]);
    folder.file("p/submissions/wrong_answer/forty.sh", but(FORTY));
    folder
}

fn every_wrong_solution_of_a_problem_is_tried_in_turn() {
    let folder = problem();
    folder.file(
        "p/submissions/run_time_error/exit.sh",
        but("test $x -lt 50 || exit 9"),
    );
    judge(&folder, &["--problem", "p"]).code(0).prints(&[
        "✓ WA  wrong_answer/forty.sh ",
        " with seed 3 and size 2, after 3 tries and ",
        "\n      1 / 40  no step makes it smaller",
        "✓ RTE run_time_error/exit.sh ",
        "\n      1 / 50  ",
        "2 of 2 solutions as expected\n",
    ]);
    // One that no input shows to be wrong, and one that is wrong in another way.
    folder.file("p/submissions/wrong_answer/right.sh", RIGHT);
    folder.file("p/submissions/run_time_error/exit.sh", but(FORTY));
    judge(&folder, &["--problem", "p", "--count", "9"])
        .code(1)
        .prints(&[
            "✗ AC  wrong_answer/right.sh ",
            " no failing input in 9 tries, sizes up to 5\n",
            "✗ WA  run_time_error/exit.sh ",
            "1 of 3 solutions as expected\n",
        ]);
    // A solution is known by its name or its place; the problem around it has the rest.
    judge(&folder, &["forty", "--problem", "p"])
        .code(0)
        .prints(&[
            "wrong_answer/forty.sh: WA with seed 3",
            "again: judge stress forty --problem p --seed 3 ",
        ]);
    judge(&folder, &["p/submissions/accepted/a.sh", "--count", "9"])
        .code(0)
        .prints(&["accepted/a.sh: no failing input in 9 tries, sizes up to 5\n"]);
}

fn a_reference_that_gives_up_leaves_the_answer_to_the_next() {
    let folder = folder(FORTY);
    folder.file(
        "gives-up.sh",
        "read -r n; test $n -lt 2 || exit 1; read -r x; echo $x",
    );
    let words = [
        "--gen",
        "gen.sh",
        "--validator",
        "v.sh",
        "--against",
        "gives-up.sh",
    ];
    stress(&folder, &[&words[..], &["--against", "ref.sh"]].concat())
        .code(1)
        .prints(&["sol.sh: WA with seed 3 and size 2", "\n  1\n  40\n"]);
    stress(&folder, &words).code(2).says(&[
        "the reference gives-up.sh fails on the input of seed 3 and size 2: exit code 1\n",
    ]);
}

fn a_found_input_is_kept_as_a_case_and_overwrites_nothing() {
    let folder = problem();
    let keep = |name| judge(&folder, &["forty", "--problem", "p", "--keep", name]);
    keep("7-forty")
        .code(0)
        .prints(&["kept p/data/secret/7-forty.in\nkept p/data/secret/7-forty.ans\n"]);
    assert_eq!(folder.lines("p/data/secret/7-forty.in"), ["1", "40"]);
    assert_eq!(folder.lines("p/data/secret/7-forty.ans"), ["40"]);
    // Now the problem rejects the solution by its cases.
    let seen = folder.run(&["p", "--solution", "forty"]).code(0);
    assert_eq!(seen.cases(), ["sample/1 AC", "secret/7-forty WA"]);
    keep("7-forty")
        .code(64)
        .says(&["7-forty.in exists already; choose another name\n"]);
    keep("../x")
        .code(64)
        .says(&["--keep: expected a name such as 30-found or sample/3, for a case of the problem, found `../x`\n"]);
    judge(&folder, &["--problem", "p", "*", "--keep", "8"])
        .code(64)
        .says(&["--keep keeps one case, and there are several solutions; name one\n"]);
    assert_eq!(folder.lines("p/data/secret/7-forty.in"), ["1", "40"]);
}

fn without_a_problem_it_is_kept_below_the_current_folder() {
    let folder = folder(FORTY);
    let keep = |name, more: &[&str]| stress(&folder, &[ALL, &["--keep", name], more].concat());
    keep("found", &[])
        .code(1)
        .prints(&["\nkept found.in\nkept found.ans\n"]);
    assert_eq!(folder.lines("found.in"), ["1", "40"]);
    assert_eq!(folder.lines("found.ans"), ["40"]);
    // Of a folder of such files the judge takes each as a case.
    keep("tests/3", &["--format", "json"])
        .code(1)
        .prints(&["\"kept\": [\n          \"tests/3.in\",\n          \"tests/3.ans\"\n        ]"]);
    let seen = folder.run(&["sol.sh", "tests"]).code(1);
    assert_eq!(seen.cases(), ["3 WA"]);
    keep("found", &[])
        .code(64)
        .says(&["--keep: found.in exists already; choose another name\n"]);
    keep("/found", &[]).code(64).says(&[
        "expected a name such as 30-found or tests/3, for files below the current folder, found `/found`\n",
    ]);
    // Nothing is kept where nothing is found.
    folder.file("sol.sh", RIGHT);
    keep("right", &["--count", "5"]).code(0);
    assert!(!folder.path().join("right.in").exists());
}

fn faults_of_the_programs_that_make_and_answer_inputs_are_told_as_theirs() {
    for (program, text, message) in [
        (
            "gen.sh",
            "echo 1; echo 99",
            "the generator is at fault with seed 1 and size 1: the validator rejects the input (exit code 43",
        ),
        (
            "gen.sh",
            "echo lost >&2; exit 5",
            "the generator fails with seed 1 and size 1: exit code 5: lost\n",
        ),
        (
            "ref.sh",
            "kill -9 $$",
            "the reference ref.sh fails on the input of seed 1 and size 1: SIGKILL",
        ),
    ] {
        let folder = Folder::of(&[
            ("gen.sh", GENERATOR),
            ("v.sh", VALIDATOR),
            ("ref.sh", RIGHT),
        ]);
        folder.file("sol.sh", RIGHT);
        folder.file(program, text);
        stress(&folder, ALL).code(2).says(&[message]);
    }
    let folder = folder(FORTY);
    let words = [
        "--gen",
        "gen.sh",
        "--against",
        "ref.sh",
        "--validator",
        "nothing.sh",
    ];
    stress(&folder, &words)
        .code(64)
        .says(&["--validator `nothing.sh`: no such file\n"]);
}

fn an_input_that_no_seed_leads_to_is_told_as_such() {
    let folder = folder(FORTY);
    let judged = |more: &[&str]| stress(&folder, &[ALL, more].concat()).code(1);
    let plain = judged(&["--format", "json"]).prints(&["\"problem\": null,", "\"repeats\": true,"]);
    assert_eq!(plain.stderr, "");
    // The clock is no argument. A tiny input is always the same here, a larger one never.
    folder.file(
        "gen.sh",
        "test $2 -ge 20 && { date +%N; exit; }; echo 1; echo 45",
    );
    let message = "the generator made another input for seed 1 and size 20 when it was started again; \
                   it has to take all its randomness from these two arguments";
    let told = judged(&[])
        .says(&[message])
        .prints(&["\nfound\n  20\nno seed leads to this input again; --keep NAME writes "]);
    assert!(!told.stdout.contains("again: "), "{}", told.stdout);
    judged(&["--format", "json"]).says(&[message]).prints(&[
        "\"repeats\": false,",
        "\"proof\": \"no step makes it smaller (",
    ]);
    let kept = judged(&["--keep", "found"]);
    assert!(kept.stdout.ends_with("kept found.ans\n"), "{}", kept.stdout);
    // Here even the tiny one differs.
    folder.file("gen.sh", "echo 1; date +%N");
    let words = ["--gen", "gen.sh", "--against", "ref.sh"];
    folder.file("ref.sh", "echo right");
    folder.file("sol.sh", "echo wrong");
    stress(&folder, &words)
        .code(1)
        .says(&["the generator made another input for seed 1 and size 1 when"]);
}

/// What a killed judge leaves behind is removed from the cache some day, and from nowhere else.
fn its_files_lie_in_the_cache_alone() {
    let folder = folder(FORTY);
    // All small inputs are run in batches, which have files of their own.
    folder.file("every.sh", "printf '1\\n0\\n\\n'");
    let every = ["--every", "every.sh", "--time", "60min"];
    let words = [&["stress", "sol.sh"], ALL, &every].concat();
    let nowhere = [("TMPDIR", OsStr::new("/nonexistent"))];
    let seen = folder.start_with(&words, &nowhere, None).end().code(1);
    assert_eq!(seen.stderr, "");
}

fn a_generator_or_a_validator_that_hangs_ends_the_search() {
    // One waits, the other computes, and neither for longer than the search and a little.
    let hanging = [
        (
            "gen.sh",
            "exec sleep 1000",
            "the generator gen.sh is still running after 2.1 s with seed 1 and size 1; ",
        ),
        (
            "v.sh",
            "while :; do :; done",
            "the validator v.sh is still running after 2.1 s o",
        ),
    ];
    thread::scope(|scope| {
        for (program, hangs, message) in hanging {
            scope.spawn(move || {
                let folder = folder(FORTY);
                folder.file(program, hangs);
                let short = ["--time", "100ms", "--jobs", "1"];
                stress(&folder, &[ALL, &short].concat())
                    .code(2)
                    .says(&[message]);
            });
        }
    });
}

fn what_cannot_be_stressed_is_refused() {
    let folder = problem();
    folder.file("sol.sh", RIGHT);
    judge(&folder, &["sol.sh", "--gen", "p/gen.sh"])
        .code(64)
        .says(&["sol.sh: name the problem"]);
    folder.file(
        "q/problem.toml",
        "name = \"q\"\n[interactor]\npath = \"i.sh\"\n",
    );
    folder.file("q/i.sh", "exit 42");
    folder.file("q/data/1.in", "");
    folder.file("q/data/1.ans", "");
    let words = ["sol.sh", "--problem", "q"];
    judge(&folder, &words)
        .code(2)
        .says(&["talk to an interactor"]);
    folder.file("q/problem.toml", "name = \"q\"\n");
    judge(&folder, &words)
        .code(64)
        .says(&["nothing makes inputs: name a generator by --gen"]);
    let generator = ["--gen", "p/gen.sh"];
    judge(&folder, &[&words[..], &generator].concat())
        .code(64)
        .says(&["nothing answers inputs: name a solution that is right by --against"]);
    judge(&folder, &["--problem", "q"])
        .code(64)
        .says(&["no solution to judge in q"]);
}
