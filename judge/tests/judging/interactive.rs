//! Solutions that talk to an interactor, and what either side can do wrong.

use std::thread;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    the_verdict_is_the_interactors_if_the_solution_ends_well,
    who_left_first_decides_what_counts,
    what_is_said_to_nobody_is_dropped,
    limits_hold_while_a_solution_talks,
    a_solution_over_its_memory_is_told_so["python3"],
    a_standstill_says_who_waited,
    an_interactor_that_fails_is_a_judge_error,
    nothing_left_behind_holds_the_talk,
    a_side_that_closes_its_output_is_seen_to,
    an_interactor_of_testlib_leaves_the_rest_to_a_checker,
    the_talk_is_shown_where_it_failed,
    thousands_of_messages_are_passed_on["cc"],
];

const KATTIS: &str = "[interactor]\npath = \"i.sh\"\n";

/// Sends 3, and waits for 4.
const ONE: &str = "read n < $1; echo $n; read x && test \"$x\" = $((n + 1)) && exit 42; \
    echo expected $((n + 1)), found \"$x\" > $3/judgemessage.txt; exit 43";

/// Wide limits but for one.
const SHORT: &[&str] = &["--time-limit", "200ms", "--wall-limit", "100s"];
/// Both sides have to come so far that they wait, also where many others want the processors.
const IDLE: &[&str] = &["--time-limit", "100s", "--wall-limit", "4s"];
const TERSE: &[&str] = &["--output-limit", "100KiB", "--time-limit", "100s"];
const SMALL: &[&str] = &["--memory-limit", "64MiB", "--time-limit", "100s"];

/// Interactor, solution, verdict, what the message holds.
type Row = (&'static str, &'static str, &'static str, &'static str);

fn rows(settings: &str, options: &[&str], rows: &[Row]) {
    for one in rows {
        row(settings, options, one);
    }
}

/// Rows in which everybody only waits, side by side.
fn waiting(settings: &str, rows: &[Row]) {
    thread::scope(|scope| {
        for one in rows {
            scope.spawn(|| row(settings, IDLE, one));
        }
    });
}

fn row(settings: &str, options: &[&str], &(interactor, solution, verdict, says): &Row) {
    let folder = Folder::package(settings, solution, &[("i.sh", interactor)]);
    let (found, message) = folder.verdict(options);
    assert_eq!(found, verdict, "{interactor}\n{solution}\n{message}");
    assert!(
        message.contains(says),
        "{interactor}\n{solution}\n{message}"
    );
}

fn the_verdict_is_the_interactors_if_the_solution_ends_well() {
    rows(
        KATTIS,
        &[],
        &[
            (ONE, "read n; echo $((n + 1))", "AC", ""),
            (ONE, "read n; echo 0", "WA", "expected 4, found 0"),
            (ONE, "exit 0", "WA", "expected 4, found"),
            // It never reads.
            (ONE, "echo 4", "AC", ""),
            ("exit 42", "read n || exit 0", "AC", ""),
            // No answer, no input of its own: the input is the interactor's.
            (
                "test -r $1 && test \"$(cat $2)\" = 5 && exit 42; exit 43",
                "exit 0",
                "AC",
                "",
            ),
        ],
    );
}

fn who_left_first_decides_what_counts() {
    rows(
        KATTIS,
        &[],
        &[
            (ONE, "exit 3", "RTE", "exit code 3"),
            (ONE, "kill -SEGV $$", "RTE", "SIGSEGV"),
            // It waits for the end of a talk that it has lost already.
            (
                ONE,
                "read n; echo 0; read n; exit 3",
                "WA",
                "expected 4, found 0",
            ),
            (
                ONE,
                "read n; echo 0; read n; kill -PIPE $$",
                "WA",
                "expected 4, found 0",
            ),
            (
                ONE,
                "read n; echo 0; while :; do :; done",
                "WA",
                "expected 4, found 0",
            ),
            (
                ONE,
                "read n; echo 4; read n; exit 3",
                "RTE",
                "exit code 3; the interactor had accepted and left",
            ),
            ("echo 1; exit 43", "cat; exit 3", "WA", ""),
        ],
    );
    let run_on: &[Row] = &[(
        ONE,
        "read n; echo 4; read n; while :; do :; done",
        "TLE",
        "used ",
    )];
    rows(KATTIS, SHORT, run_on);
    let sleep_on: &[Row] = &[(
        ONE,
        "read n; echo 4; read n; exec sleep 1000",
        "WTL",
        "had accepted and left",
    )];
    waiting(KATTIS, sleep_on);
}

fn what_is_said_to_nobody_is_dropped() {
    rows(
        KATTIS,
        &[],
        &[
            // Nobody dies of SIGPIPE, however much is said.
            (
                ONE,
                "read n; echo 4; read n; yes | head -c 1000000 || exit 3",
                "AC",
                "",
            ),
            (
                "yes | head -c 1000000 || kill -PIPE $$; read x; exit 43",
                "exit 0",
                "WA",
                "",
            ),
            (
                "yes | head -c 1000000 || exit 1; read x; exit 42",
                "exec <&-; echo 1",
                "AC",
                "",
            ),
        ],
    );
    rows(
        KATTIS,
        TERSE,
        &[(
            ONE,
            "read n; echo 4; read n; exec yes",
            "OLE",
            "wrote more than 100 KiB",
        )],
    );
}

fn limits_hold_while_a_solution_talks() {
    const READS_ALL: &str = "while read x; do :; done; exit 43";
    rows(
        KATTIS,
        SHORT,
        &[(ONE, "while :; do :; done", "TLE", "of 0.200 s")],
    );
    rows(
        KATTIS,
        TERSE,
        &[(READS_ALL, "exec yes", "OLE", "wrote more than 100 KiB")],
    );
    // The interactor's own time is not the solution's.
    let busy = "n=0; while test $n -lt 100000; do n=$((n + 1)); done; echo 1; read x; exit 42";
    let folder = Folder::package(KATTIS, "read n; echo $n", &[("i.sh", busy)]);
    let seen = folder.run(&["p", "--time-limit", "100s"]).code(0);
    let (cpu, wall) = (
        &seen.case()["measured"]["cpu_ms"],
        &seen.case()["measured"]["wall_ms"],
    );
    assert_eq!(seen.case()["verdict"], "AC");
    assert!(cpu.as_f64() < wall.as_f64(), "{cpu} {wall}");
}

fn a_solution_over_its_memory_is_told_so() {
    let solution = "x = bytearray(b'x') * (200 << 20)\nprint(4)\n";
    let folder = Folder::package(KATTIS, "", &[("i.sh", ONE)]);
    folder.file("a.py", solution);
    let seen = folder
        .run(&[&["p", "a.py", "--expect", "MLE"], SMALL].concat())
        .code(0);
    assert_eq!(seen.case()["verdict"], "MLE");
}

fn a_standstill_says_who_waited() {
    const WAITS: &str = "read x; exit 43";
    waiting(
        KATTIS,
        &[
            (
                WAITS,
                "read n",
                "WTL",
                "idle: both sides waited for a message; the solution had sent nothing",
            ),
            (
                WAITS,
                "printf 4; read n",
                "WTL",
                "the last line of the solution had no line end",
            ),
            (
                "read x; read x; exit 43",
                "echo 4; read n",
                "WTL",
                "both sides waited for a message",
            ),
            (
                "echo 123; read x; exit 43",
                "exec sleep 1000",
                "WTL",
                "the solution left 4 bytes unread",
            ),
            (
                "yes; exit 43",
                "exec yes",
                "WTL",
                " bytes unread, and the interactor ",
            ),
            (
                "exec sleep 1000",
                "echo 4; read n",
                "JE",
                "the interactor failed: it did not answer",
            ),
            (
                "exec sleep 1000",
                "exec yes",
                "JE",
                "the interactor failed: it did not answer",
            ),
        ],
    );
}

fn an_interactor_that_fails_is_a_judge_error() {
    let settings = format!("{KATTIS}time = \"300ms\"");
    rows(
        &settings,
        &["--time-limit", "100s"],
        &[
            (
                "exit 0",
                "read n",
                "JE",
                "the interactor failed: exit code 0, where 42 accepts",
            ),
            (
                "echo oops >&2; exit 1",
                "read n",
                "JE",
                "exit code 1, where 42 accepts and 43 rejects: oops",
            ),
            (
                "kill -SEGV $$",
                "read n",
                "JE",
                "the interactor failed: ended by SIGSEGV",
            ),
            // What the solution does afterwards is no fault of its own.
            ("kill -SEGV $$", "read n; exit 3", "JE", "ended by SIGSEGV"),
            (
                "while :; do :; done",
                "read n",
                "JE",
                "used more than 0.3 s of CPU time",
            ),
            (
                "exec yes $(printf %0999d 7)",
                "exec cat > /dev/null",
                "JE",
                "wrote more than 64 MiB of output",
            ),
            // It ignores that the solution has ended.
            (
                "while :; do read x; done",
                "exit 0",
                "JE",
                "used more than 0.3 s of CPU time",
            ),
            (
                "echo > $3/nextpass.in; exit 42",
                "exit 0",
                "JE",
                "asks for pass 2 of 1",
            ),
        ],
    );
    let folder = Folder::package("[interactor]\npath = \"i.zz\"", "exit 3", &[("i.zz", "")]);
    let (verdict, message) = folder.verdict(&[]);
    assert_eq!(verdict, "JE");
    assert!(
        message.starts_with("the interactor cannot be built here"),
        "{message}"
    );
}

fn nothing_left_behind_holds_the_talk() {
    rows(
        KATTIS,
        &["--wall-limit", "100s"],
        &[
            (
                "sleep 1000 & read n < $1; echo $n; read x; exit 42",
                "read n; echo 4",
                "AC",
                "",
            ),
            (ONE, "sleep 1000 & read n; echo 4", "AC", ""),
            (
                ONE,
                "(sleep 1000; echo 7) & (sleep 1000; echo 7) & read n; echo 4; exit 3",
                "RTE",
                "exit code 3",
            ),
        ],
    );
}

fn a_side_that_closes_its_output_is_seen_to() {
    rows(
        KATTIS,
        &["--wall-limit", "100s"],
        &[
            // Each waits for the end of what the other says, before it ends itself.
            (
                "while read x; do :; done; exit 42",
                "echo 1; exec >&-; cat > /dev/null",
                "AC",
                "",
            ),
            ("exec >&-; read x; exit 42", "cat; echo 4", "AC", ""),
            // The interactor has rejected long before.
            (ONE, "exec >&-; sleep 0.3; exit 3", "RTE", "exit code 3"),
            (ONE, "exec >&-; sleep 0.3", "WA", "expected 4, found"),
        ],
    );
    let forever: &[Row] = &[(ONE, "exec >&-; exec sleep 1000", "WTL", "")];
    waiting(KATTIS, forever);
}

fn an_interactor_of_testlib_leaves_the_rest_to_a_checker() {
    let interactor = "[interactor]\npath = \"i.sh\"\nprotocol = \"testlib\"\n";
    let checker = "[checker]\npath = \"c.sh\"\nprotocol = \"testlib\"\n";
    let named = "[checker]\nname = \"tokens\"\n";
    // The answer is 5.
    let passes_on =
        "echo 3; read x; test \"$(cat $1) $(cat $3)\" = '3 5' || exit 3; echo $x > $2; exit 0";
    let with_checker = format!("{interactor}{checker}");
    let with_tokens = format!("{interactor}{named}");
    for (settings, solution, verdict, says) in [
        (&with_checker, "read n; echo 5", "AC", ""),
        (&with_checker, "read n; echo 6", "WA", "6 is not 5"),
        (&with_tokens, "read n; echo 5", "AC", ""),
        (&with_tokens, "read n; echo 6", "WA", ""),
    ] {
        let checker = "read x < $2; read y < $3; test $x = $y || { echo wrong answer $x is not $y >&2; exit 1; }";
        let folder = Folder::package(
            settings,
            solution,
            &[("i.sh", passes_on), ("c.sh", checker)],
        );
        let (found, message) = folder.verdict(&[]);
        assert_eq!(found, verdict, "{solution}: {message}");
        assert!(message.contains(says), "{message}");
    }
    rows(
        interactor,
        &[],
        &[
            ("exit 0", "exit 0", "AC", ""),
            (
                "echo wrong answer never asked >&2; exit 1",
                "read n",
                "WA",
                "never asked",
            ),
            ("exit 2", "read n", "PE", ""),
            (
                "echo FAIL no input >&2; exit 3",
                "read n",
                "JE",
                "the interactor failed: no input",
            ),
        ],
    );
    rows(
        &with_tokens,
        &[],
        &[("exit 0", "exit 0", "JE", "wrote no output for the checker")],
    );
}

fn the_talk_is_shown_where_it_failed() {
    let solution = "read n; echo 0; echo \"$(printf '\\033')[31m\"";
    let folder = Folder::package(KATTIS, solution, &[("i.sh", ONE)]);
    let talk = folder.run(&["p"]).talk();
    assert!(talk.starts_with("<3\n>0\n"), "{talk}");
    let shown = folder.judge(&["run", "p"]).code(0);
    shown.prints(&["the interactor (<) and the solution (>) said\n           <3\n           >0\n"]);
    let accepted = Folder::package(KATTIS, "read n; echo 4", &[("i.sh", ONE)]);
    assert_eq!(accepted.run(&["p"]).talk(), "<3\n>4\n");
}

fn thousands_of_messages_are_passed_on() {
    const ASKS: &str = "#include <stdio.h>\nint main(void) { int x; for (int i = 0; i < 3000; i++) { \
        printf(\"%d\\n\", i); fflush(stdout); if (scanf(\"%d\", &x) != 1 || x != i + 1) return 43; } return 42; }";
    const ADDS: &str = "#include <stdio.h>\nint main(void) { int x; while (scanf(\"%d\", &x) == 1) { \
        printf(\"%d\\n\", x == 2900 ? 0 : x + 1); fflush(stdout); } }";
    let settings = "[interactor]\npath = \"i.c\"";
    let folder = Folder::package(settings, "", &[("i.c", ASKS)]);
    folder.file("a.c", ADDS);
    let seen = folder.run(&["p", "a.c", "--expect", "WA"]).code(0);
    let talk = seen.talk();
    assert!(talk.starts_with("<0\n>1\n<1\n>2\n"), "{talk}");
    assert!(talk.ends_with(">2900\n<2900\n>0\n"), "{talk}");
    assert!(talk.contains("more lines"), "{talk}");
}
