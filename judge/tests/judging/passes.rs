//! Problems whose solutions are run more than once on a case.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_validator_may_ask_for_another_pass,
    what_a_validator_writes_lasts_for_all_passes,
    limits_hold_for_each_pass_and_the_slowest_is_told["python3"],
    a_talk_may_have_passes_too,
    no_answer_stands_for_several_passes,
];

const TWO: &str = "passes = 2\n[checker]\npath = \"c.sh\"\n";

/// In the first pass the input is 3; the second is given what the first one printed, and one more.
const CHECKER: &str = "read x; echo $x >> $3/judgemessage.txt; case $(cat $1) in \
    3) echo $((x + 1)) > $3/nextpass.in; exit 42;; 5) test $x = 6 && exit 42;; esac; exit 43";

fn a_validator_may_ask_for_another_pass() {
    for (solution, checker, verdict, says) in [
        ("read n; echo $((n + 1))", CHECKER, "AC", "pass 2"),
        ("echo 4", CHECKER, "WA", "pass 2"),
        (
            "read n; test $n = 3 && echo 4",
            CHECKER,
            "RTE",
            "pass 2: exit code 1",
        ),
        (
            "read n; test $n != 3",
            CHECKER,
            "RTE",
            "pass 1: exit code 1",
        ),
        ("echo 4", "exit 43", "WA", "pass 1"),
        ("echo 4", "exit 42", "AC", "pass 1"),
        (
            "echo 4",
            "echo > $3/nextpass.in; exit 42",
            "JE",
            "asks for pass 3 of 2",
        ),
        (
            "echo 4",
            "echo > $3/nextpass.in; exit 43",
            "JE",
            "wrote nextpass.in and rejected",
        ),
        // A link to the input is no file.
        ("echo 4", "ln -s $1 $3/nextpass.in; exit 42", "AC", "pass 1"),
    ] {
        let folder = Folder::package(TWO, solution, &[("c.sh", checker)]);
        let (found, message) = folder.verdict(&[]);
        assert_eq!(found, verdict, "{solution}: {message}");
        assert!(message.contains(says), "{solution}: {message}");
    }
}

fn what_a_validator_writes_lasts_for_all_passes() {
    let folder = Folder::package(TWO, "read n; echo $((n + 1))", &[("c.sh", CHECKER)]);
    assert_eq!(
        folder.verdict(&[]),
        ("AC".to_owned(), "pass 2: 4; 6".to_owned())
    );
    // What asked for a pass does not ask again by being left there.
    let asks_once =
        "test -e $3/asked && exit 42; echo > $3/asked; echo 1 > $3/nextpass.in; exit 42";
    let three = TWO.replace('2', "3");
    let folder = Folder::package(&three, "echo", &[("c.sh", asks_once)]);
    assert_eq!(folder.verdict(&[]), ("AC".to_owned(), "pass 2".to_owned()));
}

fn limits_hold_for_each_pass_and_the_slowest_is_told() {
    // The first pass takes longer than the second; together they are over the limit.
    let burns = "import time\nn = int(input())\nend = 0.4 if n == 3 else 0.3\n\
        while time.process_time() < end: pass\nprint(n + 1)\n";
    let folder = Folder::package(TWO, "", &[("c.sh", CHECKER)]);
    folder.file("a.py", burns);
    let seen = folder
        .run(&["p", "a.py", "--time-limit", "600ms", "--wall-limit", "100s"])
        .code(0);
    let cpu = seen.case()["measured"]["cpu_ms"].as_f64().unwrap();
    assert!((400.0..600.0).contains(&cpu), "{cpu}");
    let sleeps = burns.replace("0.3", "1000");
    folder.file("a.py", sleeps);
    let seen = folder
        .run(&[
            "p",
            "a.py",
            "--time-limit",
            "600ms",
            "--wall-limit",
            "100s",
            "--expect",
            "TLE",
        ])
        .code(0);
    let message = seen.case()["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("pass 2: used "), "{message}");
}

fn a_talk_may_have_passes_too() {
    let settings = "passes = 2\n[interactor]\npath = \"i.sh\"\n";
    let interactor = "read n < $1; echo $n; read x; test $x = $((n + 1)) || exit 43; \
        test $n = 3 && echo $((x + 1)) > $3/nextpass.in; exit 42";
    let folder = Folder::package(settings, "read n; echo $((n + 1))", &[("i.sh", interactor)]);
    assert_eq!(folder.verdict(&[]), ("AC".to_owned(), "pass 2".to_owned()));
    let folder = Folder::package(settings, "read n; echo 4", &[("i.sh", interactor)]);
    let seen = folder.run(&["p"]);
    assert_eq!(seen.case()["verdict"], "WA");
    assert_eq!(seen.talk(), "<3\n>4\n---\n<5\n>4\n");
}

fn no_answer_stands_for_several_passes() {
    let folder = Folder::package(TWO, "read n; echo $((n + 1))", &[("c.sh", CHECKER)]);
    folder.judge(&["verify", "p"]).prints(&[
        "answers     solutions run several times, so no answer stands for what they print\n",
    ]);
}
