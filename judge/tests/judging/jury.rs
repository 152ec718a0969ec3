//! Checkers and validators that are programs of the package, also bad ones.

use std::os::unix::fs::symlink;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_validator_of_outputs_is_told_where_everything_is,
    a_validator_of_outputs_accepts_by_42_and_rejects_by_43,
    what_a_checker_rejects_is_shown_beside_the_answer,
    a_checker_that_fails_is_a_judge_error,
    a_checker_over_its_memory_is_a_judge_error,
    a_checker_may_write_only_to_its_folder_and_plant_no_link,
    an_exception_in_a_checker_is_no_wrong_answer["python3"],
    each_protocol_has_its_own_order_of_words,
    every_checker_of_a_list_must_accept,
    a_checker_that_cannot_be_built_blames_nobody["cc"],
    a_large_output_reaches_the_checker_whole,
    a_checker_in_cpp_is_built_once["c++"],
    a_solution_that_fails_is_not_shown_to_the_checker,
    every_validator_must_accept_every_input,
    links_to_one_input_are_validated_once,
    a_case_has_arguments_and_files_for_the_solution,
    a_program_of_several_files_finds_them_beside_those_of_the_case,
    a_command_cannot_have_the_files_of_a_case,
];

const CHECKER: &str = "[checker]\npath = \"checker.sh\"\n";

/// The verdict on a solution that prints 5, given by a checker in shell.
#[track_caller]
fn checked(settings: &str, checker: &str) -> (String, String) {
    let folder = Folder::package(settings, "echo 5", &[("checker.sh", checker)]);
    folder.verdict(&[])
}

#[track_caller]
fn rows(settings: &str, rows: &[(&str, &str, &str)]) {
    for &(checker, verdict, says) in rows {
        let (found, message) = checked(settings, checker);
        assert_eq!(found, verdict, "{checker}: {message}");
        assert!(message.contains(says), "{checker}: {message}");
    }
}

fn a_validator_of_outputs_is_told_where_everything_is() {
    let checker = "test \"$(cat $1)\" = 3 && test \"$(cat $2)\" = 5 && test \"$(cat)\" = 5 && test -d \"$3\" \
        && test \"${3%/}\" != \"$3\" && test \"$4 $5\" = \"a b c\" && test $# = 5 && exit 42; echo $* >&2; exit 1";
    let settings = format!("{CHECKER}args = [\"a\", \"b c\"]");
    assert_eq!(
        checked(&settings, checker),
        ("AC".to_owned(), String::new())
    );
}

fn what_a_checker_rejects_is_shown_beside_the_answer() {
    let checker = "echo no such path > $3/judgemessage.txt; exit 43";
    let folder = Folder::package(CHECKER, "echo 5; echo 6", &[("checker.sh", checker)]);
    folder.file("p/data/secret/1.ans", "5\n7\n");
    let seen = folder.judge(&["run", "p", "--expect", "AC"]).code(1);
    let seen = seen.prints(&[
        "no such path",
        "input",
        "- 7",
        "+ 6",
        "the one answer that is known",
    ]);
    let at = |text: &str| seen.stdout.find(text).unwrap();
    assert!(at("no such path") < at("input") && at("input") < at("- 7"));
    // What has the same words differs in its blanks, and what is the same not at all.
    folder.file("p/submissions/tried/a.sh", "echo 5 7");
    folder
        .judge(&["run", "p", "--expect", "AC"])
        .code(1)
        .prints(&["- 5"]);
    folder.file("p/submissions/tried/a.sh", "echo 5; echo 7");
    let seen = folder.judge(&["run", "p", "--expect", "AC"]).code(1);
    assert!(
        !seen.stdout.contains("answer that is known"),
        "{}",
        seen.stdout
    );
}

fn a_validator_of_outputs_accepts_by_42_and_rejects_by_43() {
    rows(
        CHECKER,
        &[
            ("exit 42", "AC", ""),
            ("echo fine > $3/judgemessage.txt; exit 42", "AC", "fine"),
            ("exit 43", "WA", ""),
            ("echo not 5 > $3/judgemessage.txt; exit 43", "WA", "not 5"),
            (
                "echo for the team > $3/teammessage.txt; exit 43",
                "WA",
                "for the team",
            ),
            (
                "echo 1 > $3/score.txt; exit 43",
                "WA",
                "warning: it wrote score.txt",
            ),
            ("rm -r $3/*; exit 43", "WA", ""),
        ],
    );
}

fn a_checker_that_fails_is_a_judge_error() {
    // On a busy machine the time on the clock may be over first.
    let settings = format!("{CHECKER}time = \"300ms\"");
    rows(
        &settings,
        &[
            (
                "exit 0",
                "JE",
                "the checker failed: exit code 0, where 42 accepts",
            ),
            (
                "echo no such thing >&2; exit 1",
                "JE",
                "exit code 1, where 42 accepts and 43 rejects: no such thing",
            ),
            (
                "kill -SEGV $$",
                "JE",
                "the checker failed: ended by SIGSEGV",
            ),
            (
                "kill -KILL $$",
                "JE",
                "the checker failed: ended by SIGKILL",
            ),
            ("while :; do :; done", "JE", " s of CPU time"),
            ("sleep 1000", "JE", "still running after 1."),
            ("exec yes", "JE", "wrote more than 8 MiB of output"),
            (
                "yes | head -c 9000000 >&2; exit 42",
                "JE",
                "wrote more than 8 MiB of standard error",
            ),
            (
                "exec yes >&2",
                "JE",
                "wrote more than 8 MiB of standard error",
            ),
            ("yes > $3/big; exit 42", "AC", ""),
            ("exec yes > $3/big", "JE", "SIGXFSZ"),
            (
                "echo > $3/nextpass.in; exit 43",
                "JE",
                "wrote nextpass.in and rejected",
            ),
            (
                "echo > $3/nextpass.in; exit 42",
                "JE",
                "asks for pass 2 of 1",
            ),
            (
                "echo x > $3/score.txt; exit 42",
                "JE",
                "score.txt: expected a number, found `x`",
            ),
        ],
    );
}

fn a_checker_over_its_memory_is_a_judge_error() {
    let settings = format!("{CHECKER}memory = \"64MiB\"");
    let hoards = "x=$(head -c 200000000 /dev/zero | tr '\\0' x); exit 42";
    rows(
        &settings,
        &[(hoards, "JE", "used more than 64 MiB of memory")],
    );
}

fn a_checker_may_write_only_to_its_folder_and_plant_no_link() {
    rows(
        CHECKER,
        &[
            ("ln -s /etc/passwd $3/judgemessage.txt; exit 43", "WA", ""),
            ("mkfifo $3/judgemessage.txt; exit 43", "WA", ""),
            ("mkdir $3/judgemessage.txt; exit 43", "WA", ""),
            (
                "echo 9 > $2 && exit 42; test \"$(cat $2)\" = 5 && exit 43",
                "WA",
                "",
            ),
            ("echo 9 > ${0%/*}/x && exit 42; exit 43", "WA", ""),
        ],
    );
    // The message is empty: nothing behind the link was read.
    let (_, message) = checked(CHECKER, "ln -s /etc/passwd $3/judgemessage.txt; exit 43");
    assert_eq!(message, "");
}

fn an_exception_in_a_checker_is_no_wrong_answer() {
    for (source, verdict, says) in [
        ("import sys\nsys.exit(1)", "WA", ""),
        (
            "raise KeyError(3)",
            "JE",
            "nothing caught its exception: KeyError: 3",
        ),
        (
            "import sys\nprint('wrong answer 3', file=sys.stderr)\nsys.exit(1)",
            "WA",
            "3",
        ),
    ] {
        let settings = "[checker]\npath = \"checker.py\"\nprotocol = \"testlib\"";
        let folder = Folder::package(settings, "echo 5", &[("checker.py", source)]);
        let (found, message) = folder.verdict(&[]);
        assert_eq!(found, verdict, "{source}: {message}");
        assert!(message.contains(says), "{source}: {message}");
    }
}

fn each_protocol_has_its_own_order_of_words() {
    // The input holds 3, the output 6, the answer 5.
    for (protocol, words) in [
        ("testlib", "3 6 5"),
        ("dmoj", "3 6 5"),
        ("dmoj-testlib", "3 6 5"),
        ("dmoj-coci", "3 6 5"),
        ("dmoj-peg", "5 6 3"),
        ("hustoj", "3 5 6"),
        ("cms", "3 5 6"),
        ("yukicoder", "3 5"),
        ("oj", "3 6 5"),
    ] {
        let settings = format!("{CHECKER}protocol = \"{protocol}\"");
        let checker = format!("test \"$(echo $(cat \"$@\"))\" = '{words}' && echo 1.0 || echo 0");
        let folder = Folder::package(&settings, "echo 6", &[("checker.sh", &checker)]);
        let (verdict, message) = folder.verdict(&[]);
        assert_eq!(verdict, "AC", "{protocol}: {message}");
        if protocol == "cms" {
            continue;
        }
        let rejects = Folder::package(&settings, "echo 6", &[("checker.sh", "exit 1")]);
        assert_eq!(rejects.verdict(&[]).0, "WA", "{protocol}");
    }
}

fn every_checker_of_a_list_must_accept() {
    let named = "[[checker]]\nname = \"tokens\"\n[[checker]]\npath = \"checker.sh\"";
    rows(named, &[("exit 42", "AC", ""), ("exit 43", "WA", "")]);
    // The first one that rejects is the last one asked.
    let strict = "[[checker]]\npath = \"checker.sh\"\n[[checker]]\nname = \"exact\"";
    let folder = Folder::package(strict, "echo 6", &[("checker.sh", "exit 42")]);
    assert_eq!(folder.verdict(&[]).0, "WA");
}

fn a_checker_that_cannot_be_built_blames_nobody() {
    for (file, content, says) in [
        ("checker.zz", "", "the checker cannot be built here: "),
        (
            "checker.c",
            "int main( {",
            "the checker does not compile: p/checker.c:1:",
        ),
    ] {
        let settings = format!("[checker]\npath = \"{file}\"");
        let folder = Folder::package(&settings, "exit 1", &[(file, content)]);
        let (verdict, message) = folder.verdict(&[]);
        assert_eq!(verdict, "JE");
        assert!(message.contains(says), "{message}");
    }
}

fn a_large_output_reaches_the_checker_whole() {
    let checker = "test $(wc -c) = 3000000 && exit 42; exit 43";
    let solution = "yes | head -c 3000000";
    let folder = Folder::package(CHECKER, solution, &[("checker.sh", checker)]);
    assert_eq!(folder.verdict(&[]).0, "AC");
    let settings = format!("{CHECKER}protocol = \"testlib\"");
    let checker = "test $(wc -c < $2) = 3000000";
    let folder = Folder::package(&settings, solution, &[("checker.sh", checker)]);
    assert_eq!(folder.verdict(&[]).0, "AC");
}

fn a_checker_in_cpp_is_built_once() {
    const SOURCE: &str = "#include <fstream>\n#include <iostream>\nint main(int, char** a) { std::ifstream ans(a[2]); \
        std::ofstream out(std::string(a[3]) + \"judgemessage.txt\"); int x, y; ans >> x; std::cin >> y; \
        out << \"expected \" << x << \", found \" << y; return x == y ? 42 : 43; }";
    let settings = "[checker]\npath = \"checker.cpp\"";
    for (solution, verdict) in [("echo 5", "AC"), ("echo 6", "WA")] {
        let folder = Folder::package(settings, solution, &[("checker.cpp", SOURCE)]);
        let found = folder.verdict(&[]);
        let message = format!("expected 5, found {}", &solution[5..]);
        assert_eq!(found, (verdict.to_owned(), message));
    }
}

fn a_solution_that_fails_is_not_shown_to_the_checker() {
    let folder = Folder::package(CHECKER, "echo 5; exit 3", &[("checker.sh", "exit 0")]);
    assert_eq!(
        folder.verdict(&[]),
        ("RTE".to_owned(), "exit code 3".to_owned())
    );
}

fn every_validator_must_accept_every_input() {
    let settings = "[[validator]]\npath = \"a.sh\"\n[[validator]]\npath = \"b.sh\"\nargs = [\"3\"]";
    let same = "read x; test $x = $1 && exit 42; echo expected $1 >&2; exit 43";
    for (a, verdict, says) in [
        ("exit 42", "AC", ""),
        (
            "exit 43",
            "JE",
            "the validator rejects the input (exit code 43, where 42 accepts)",
        ),
        ("exit 0", "JE", "exit code 0, where 42 accepts"),
    ] {
        let folder = Folder::package(settings, "echo 5", &[("a.sh", a), ("b.sh", same)]);
        let (found, message) = folder.verdict(&[]);
        assert_eq!(found, verdict);
        assert!(message.contains(says), "{message}");
    }
    let folder = Folder::package(settings, "echo 5", &[("a.sh", "exit 42"), ("b.sh", same)]);
    folder.file("p/data/secret/1.in", "4\n");
    assert!(folder.verdict(&[]).1.contains("expected 3"));
}

fn links_to_one_input_are_validated_once() {
    let settings = "[validator]\npath = \"v.sh\"";
    let folder = Folder::package(settings, "echo 5", &[]);
    let count = folder.path().join("count");
    folder.file(
        "p/v.sh",
        format!("echo asked >> '{}'; exit 42", count.display()),
    );
    let data = folder.path().join("p/data/secret");
    for name in ["2", "3"] {
        symlink("1.in", data.join(format!("{name}.in"))).unwrap();
        symlink("1.ans", data.join(format!("{name}.ans"))).unwrap();
    }
    let seen = folder.run(&["p", "--no-sandbox"]).code(0);
    assert_eq!(seen.cases(), ["secret/1 AC", "secret/2 AC", "secret/3 AC"]);
    assert_eq!(folder.lines("count"), ["asked"]);
}

fn a_case_has_arguments_and_files_for_the_solution() {
    // A second case with the same files must not see what the first one wrote.
    let solution = "test -e left && exit 9; echo > left; echo $# \"$2\" $(cat table below/more)";
    let folder = Folder::package("", solution, &[]);
    for case in ["1", "2"] {
        folder.file(&format!("p/data/secret/{case}.in"), "");
        folder.file(&format!("p/data/secret/{case}.ans"), "2 b  c 7 8");
        folder.file(&format!("p/data/secret/{case}.args"), "a\nb  c\n");
    }
    folder.file("p/data/secret/1.files/table", "7\n");
    folder.file("p/data/secret/1.files/below/more", "8\n");
    symlink("1.files", folder.path().join("p/data/secret/2.files")).unwrap();
    for options in [&["p"][..], &["p", "--no-sandbox"]] {
        let seen = folder.run(options).code(0);
        assert_eq!(seen.cases(), ["secret/1 AC", "secret/2 AC"]);
    }
    assert!(!folder.path().join("p/data/secret/1.files/left").exists());
}

fn a_program_of_several_files_finds_them_beside_those_of_the_case() {
    let folder = Folder::package("", "echo 5", &[("data/secret/1.files/table", "1\n")]);
    for (name, text) in [
        ("main.sh", "cat own table lib/more"),
        ("own", "2\n"),
        // The case's own comes before it.
        ("table", "3\n"),
        ("lib/more", "4\n"),
    ] {
        folder.file(&format!("p/submissions/accepted/many/{name}"), text);
    }
    folder.file("p/data/secret/1.ans", "2 1 4");
    let seen = folder.run(&["p", "--solution", "many"]).code(0);
    assert_eq!(seen.cases(), ["secret/1 AC"]);
}

fn a_command_cannot_have_the_files_of_a_case() {
    let folder = Folder::package("", "", &[("data/secret/1.files/table", "7")]);
    let seen = folder.run(&["p", "--cmd", "echo 5"]).code(2);
    let message = seen.case()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("name the source instead"), "{message}");
}
