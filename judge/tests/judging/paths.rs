//! Paths in what compilers and programs say: those of the user's files, not of their copies.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_traceback_names_the_files_of_the_user["python3"],
    what_a_compiler_was_told_is_named_too["c++"],
    programs_of_several_files_are_named_by_theirs["python3"],
    a_checker_is_named_as_the_package_does["python3"],
];

const CRASH: &str = "def f():\n    raise ValueError('x')\nf()\n";

fn a_traceback_names_the_files_of_the_user() {
    let printing = "import sys\nprint(__file__)\nsys.exit(open(__file__ + 'x'))\n";
    let folder = Folder::sum(&[
        ("sol.py", CRASH),
        // No name of a file in the cache.
        ("sub/my sol-1.py", CRASH),
        ("wrong.py", "x = (\n"),
        ("own.py", printing),
    ]);
    folder.run(&["sol.py", "t"]).code(1).says(&[
        "stderr:   File \"sol.py\", line 3, in <module>\n",
        "stderr:   File \"sol.py\", line 2, in f\n",
    ]);
    let seen = folder.run(&["sub/my sol-1.py", "t"]);
    let stderr = seen.json().to_string();
    assert!(
        stderr.contains("File \\\"sub/my sol-1.py\\\", line 2, in f"),
        "{stderr}"
    );
    assert!(!stderr.contains("/built/"), "{stderr}");
    let seen = folder.run(&["wrong.py", "t"]).code(1);
    seen.says(&["File \"wrong.py\", line 1\n"]);
    // An output is compared as it is, and a file that is none of the program's is not renamed.
    let seen = folder.run(&["own.py", "t"]).code(1);
    seen.says(&["/built/own.pyx'"]);
}

fn what_a_compiler_was_told_is_named_too() {
    let folder = Folder::sum(&[
        (
            "sub/a-1.cpp",
            "#include \"lib/h.h\"\nint main() { g(0); }\n",
        ),
        (
            "sub/lib/h.h",
            "#include <cassert>\ninline void g(int x) { assert(x); }\n",
        ),
        (
            "sub/b-1.cpp",
            "#include \"lib/h.h\"\nint main() { return y; }\n",
        ),
        ("sub/lib/z.h", "int z() { return q; }\n"),
        ("sub/c-1.cpp", "#include \"lib/z.h\"\nint main() {}\n"),
    ]);
    let assertion = ["sub/lib/h.h:2: ", "Assertion `x' failed."];
    folder.run(&["sub/a-1.cpp", "t"]).code(1).says(&assertion);
    let error = folder.run(&["sub/b-1.cpp", "t"]).code(1);
    error.says(&["sub/b-1.cpp:2:21: error"]);
    let error = folder.run(&["sub/c-1.cpp", "t"]).code(1);
    error.says(&["sub/lib/z.h:1:18: error"]);
}

fn programs_of_several_files_are_named_by_theirs() {
    let folder = Folder::package(
        "",
        "",
        &[
            (
                "submissions/accepted/two/main.py",
                "import part\npart.f()\n",
            ),
            ("submissions/accepted/two/part.py", "def f():\n    1 / 0\n"),
        ],
    );
    folder.run(&["p"]).code(1).says(&[
        "File \"p/submissions/accepted/two/main.py\", line 2, in <module>\n",
        "File \"p/submissions/accepted/two/part.py\", line 2, in f\n",
    ]);
}

fn a_checker_is_named_as_the_package_does() {
    let folder = Folder::package(
        "[checker]\npath = \"checker-1.py\"",
        "echo 5",
        &[(
            "checker-1.py",
            "import sys\nsys.stderr.write(__file__ + ' is unwell')\nsys.exit(9)\n",
        )],
    );
    let seen = folder.run(&["p"]).code(2);
    seen.says(&["p/checker-1.py is unwell"]);
}
