//! The inputs that are gone through one by one are run many at a time, and each says the same as alone.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_batch_finds_the_first_that_fails["c++", "cc", "python3"],
    what_a_batch_cannot_say_is_asked_alone["cc", "python3"],
    the_size_of_what_was_found_ends_the_search,
    a_program_that_remembers_begins_anew_with_each_input["cc", "python3"],
    a_file_that_a_program_leaves_is_not_there_for_the_next_input["cc", "python3"],
];

/// Numbers up to twenty times the size.
const EVERY: &str = "seq 0 $((20 * $1)) | sed G";

/// The square of the number that it reads.
const RIGHT: &str = "read -r n; echo $((n * n))";

/// What is told of a solution that fails on a large number, with all smaller ones gone through.
fn small(solution: (&str, &str), expected: &[&str]) {
    let folder = Folder::of(&[
        ("gen.sh", "echo $2"),
        ("v.sh", "exit 42"),
        ("ref.sh", RIGHT),
        ("every.sh", EVERY),
        solution,
    ]);
    let words =
        "--gen gen.sh --against ref.sh --validator v.sh --every every.sh --time 60min --size 900";
    let words: Vec<&str> = words.split(' ').collect();
    folder
        .judge(&[&["stress", solution.0], &words[..]].concat())
        .code(1)
        .prints(expected);
}

const FIRST: &[&str] = &[
    "\ninput: it is of size 3, and none of a smaller size fails (41 tried)\n  48\nexpected\n  2304\n",
];

fn a_batch_finds_the_first_that_fails() {
    small(
        (
            "sol.cpp",
            "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\", n < 48 ? n * n : 7); }",
        ),
        FIRST,
    );
    small(
        (
            "sol.py",
            "import sys\nn = int(input())\nprint(n * n if n < 48 else 7)\nsys.exit()",
        ),
        FIRST,
    );
    small(
        (
            "sol.sh",
            "read -r n; test $n -lt 48 || n=7; echo $((n * n))",
        ),
        FIRST,
    );
}

fn what_a_batch_cannot_say_is_asked_alone() {
    // A crash is another failure, and some of the programs do not end well.
    small(
        (
            "sol.py",
            "n = int(input())\nassert n % 20 != 19\nprint(n * n if n < 48 else 7)",
        ),
        FIRST,
    );
    // Nothing is put before a program that asks the kernel for all by itself.
    small(
        (
            "sol.sh",
            "read -r n; test $((n % 20)) -ne 19 || exit 3; test $n -lt 48 || n=7; echo $((n * n))",
        ),
        FIRST,
    );
}

fn a_program_that_remembers_begins_anew_with_each_input() {
    // Each of these would be wrong from the second input on.
    small(
        (
            "sol.py",
            "import sys\nsys.seen = getattr(sys, 'seen', 0) + 1\nn = int(sys.stdin.read())\n\
             print(n * n if sys.seen == 1 and n < 48 else 7)",
        ),
        FIRST,
    );
    small(
        (
            "sol.c",
            "#include <stdio.h>\nint seen; int main(void) { int n; scanf(\"%d\", &n); seen++;\n\
             printf(\"%d\", seen == 1 && n < 48 ? n * n : 7); return 0; }",
        ),
        FIRST,
    );
}

fn a_file_that_a_program_leaves_is_not_there_for_the_next_input() {
    // Each fails on 48 only where it finds no file.
    small(
        (
            "sol.py",
            "import os\nn = int(input())\nis_first = not os.path.exists('seen')\nopen('seen', 'w').close()\n\
             print(7 if n > 50 or n == 48 and is_first else n * n)",
        ),
        FIRST,
    );
    small(
        (
            "sol.c",
            "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); FILE *seen = fopen(\"/tmp/seen\", \"r\");\n\
             fclose(fopen(\"/tmp/seen\", \"w\")); printf(\"%d\", n > 50 || (n == 48 && !seen) ? 7 : n * n); return 0; }",
        ),
        FIRST,
    );
}

fn the_size_of_what_was_found_ends_the_search() {
    // Of size 2 there are too many to go through.
    let every = "echo 0; echo; test $1 -lt 2 || seq 1 1000002 | sed 'G'";
    let folder = Folder::of(&[
        ("gen.sh", "echo $2"),
        (
            "v.sh",
            "read -r n; test \"$n\" -ge 0 2>/dev/null || exit 43; exit 42",
        ),
        ("ref.sh", RIGHT),
        ("every.sh", every),
        (
            "sol.sh",
            "read -r n; test $n -lt 30 || n=7; echo $((n * n))",
        ),
    ]);
    let words = "stress sol.sh --gen gen.sh --against ref.sh --validator v.sh --every every.sh --time 60min --size 900";
    let words: Vec<&str> = words.split(' ').collect();
    folder.judge(&words).code(1).prints(&[
        "\ninput: it is of size 2, and none of a smaller size fails (1 tried)\n  30\nexpected\n  900\n",
    ]);
}
