//! Packages of other formats, and what their programs make.

use std::process::Command;

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    inputs_and_answers_that_are_not_there_are_made["python3"],
    an_answer_follows_its_input_and_its_program["python3"],
    lines_end_as_the_format_has_them["python3"],
    a_generator_may_write_the_answer_too["python3"],
    programs_of_a_package_see_what_is_around_them["c++", "python3"],
    another_answer_than_promised_is_a_judge_error["c++"],
    an_archive_is_judged_like_a_folder["python3", "zip"],
    a_package_of_any_format_is_found_around_its_files["python3"],
];

const GENERATOR: &str = "import sys\nprint(*sys.argv[1:])\n";
const SUM: &str = "print(sum(map(int, input().split())))\n";

/// The verdicts on the cases of all solutions.
fn verdicts(seen: &Seen) -> Vec<String> {
    let solutions = seen.solutions();
    let cases = solutions
        .iter()
        .flat_map(|solution| solution["cases"].as_array().unwrap());
    cases
        .map(|case| {
            let field = |key: &str| case[key].as_str().unwrap();
            format!("{} {}", field("name"), field("verdict"))
        })
        .collect()
}

/// A Polygon package without its tests but the first.
fn polygon() -> Folder {
    let description = r#"<problem><judging><testset name="tests"><time-limit>10000</time-limit>
        <test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>
        <answer-path-pattern>tests/%02d.a</answer-path-pattern><tests><test method="manual"/>
        <test method="generated" cmd="gen 4 5"/></tests></testset></judging>
        <files><executables><executable><source path="files/gen.py"/></executable></executables></files>
        <assets><checker name="std::wcmp.cpp"><source path="files/check.cpp"/></checker>
        <solutions><solution tag="main"><source path="solutions/main.py"/></solution>
        <solution tag="wrong-answer"><source path="solutions/wrong.py"/></solution></solutions></assets></problem>"#;
    Folder::of(&[
        ("p/problem.xml", description),
        ("p/tests/01", "2 3\r\n"),
        ("p/files/gen.py", GENERATOR),
        ("p/files/check.cpp", ""),
        ("p/solutions/main.py", SUM),
        ("p/solutions/wrong.py", "input()\nprint(5)\n"),
    ])
}

fn inputs_and_answers_that_are_not_there_are_made() {
    let folder = polygon();
    for _ in 0..2 {
        let seen = folder.run(&["p"]).code(0);
        assert_eq!(verdicts(&seen), ["01 AC", "02 AC", "01 AC", "02 WA"]);
    }
}

fn an_answer_follows_its_input_and_its_program() {
    let folder = polygon();
    folder.run(&["p"]).code(0);
    folder.file("p/tests/01", "0 9\n");
    let seen = folder.run(&["p", "--solution", "wrong.py"]).code(0);
    assert_eq!(verdicts(&seen), ["01 WA", "02 WA"]);
    folder.file("p/solutions/main.py", "input()\nprint(5)\n");
    let seen = folder.run(&["p", "--solution", "wrong.py"]).code(1);
    assert_eq!(verdicts(&seen), ["01 AC", "02 AC"]);
}

fn lines_end_as_the_format_has_them() {
    let folder = Folder::of(&[
        (
            "p/init.yml",
            "checker: identical\ntest_cases:\n- {in: a, out: a.out}\n- {in: a, out: b.out, binary_data: true}\n",
        ),
        ("p/a", "x\r\ny\rz"),
        ("p/a.out", "2 120,10,121,10,122,10"),
        ("p/b.out", "2 120,13,10,121,13,122\n"),
        (
            "show.py",
            "import sys\nprint(2, ','.join(map(str, sys.stdin.buffer.read())))\n",
        ),
    ]);
    let seen = folder.run(&["show.py", "p"]).code(0);
    assert_eq!(verdicts(&seen), ["1 AC", "2 AC"]);
}

fn a_generator_may_write_the_answer_too() {
    let folder = Folder::of(&[
        (
            "p/init.yml",
            "generator: gen.py\ntest_cases:\n- {generator_args: [2, 3]}\n- {generator_args: [4], generator_in: more}\n",
        ),
        (
            "p/gen.py",
            "import sys\nwords = sys.argv[1:] + sys.stdin.read().split()\nprint(*words)\nprint(sum(map(int, words)), file=sys.stderr)\n",
        ),
        ("p/more", "5"),
        ("sum.py", SUM),
    ]);
    let seen = folder.run(&["sum.py", "p"]).code(0);
    assert_eq!(verdicts(&seen), ["1 AC", "2 AC"]);
}

/// A problem of Library Checker whose programs include what lies around them.
fn library(hash: &str) -> Folder {
    let info = "verifier = \"verifier.none\"\ntimelimit = 10\n[[tests]]\nname = \"gen.cpp\"\nnumber = 2\n[[solutions]]\nname = \"call.cpp\"\nfunction = true\n[params]\nBASE = 40\n";
    let main = "#include <cstdio>\n#include \"add.h\"\nint main() { long long x; std::scanf(\"%lld\", &x); std::printf(\"%lld\\n\", add(x)); }\n";
    Folder::of(&[
        ("common/testlib.h", "#define STEP 2\n"),
        ("p/info.toml", info),
        ("p/hash.json", hash),
        (
            "p/gen/gen.cpp",
            "#include <cstdio>\n#include <cstdlib>\n#include \"testlib.h\"\n#include \"../params.h\"\nint main(int, char **argv) { std::printf(\"%lld\\n\", BASE + STEP * std::atoi(argv[1])); }\n",
        ),
        (
            "p/lib/add.h",
            "#define MORE 1\nlong long add(long long x);\n",
        ),
        (
            "p/sol/correct.cpp",
            "#include <cstdio>\n#include \"../lib/add.h\"\nlong long add(long long x) { return x + MORE; }\nint main() { long long x; std::scanf(\"%lld\", &x); std::printf(\"%lld\\n\", add(x)); }\n",
        ),
        (
            "p/sol/call.cpp",
            "#include \"../lib/add.h\"\nlong long add(long long x) { return x + MORE; }\n",
        ),
        ("p/grader/grader.cpp", main),
        ("p/grader/add.h", "#include \"../lib/add.h\"\n"),
        ("p/checker.cpp", ""),
        // In no language: none of the inputs is looked at.
        ("p/verifier.none", ""),
        ("answer.py", "print(int(input()) + 1)\n"),
    ])
}

fn programs_of_a_package_see_what_is_around_them() {
    let folder = library("{}");
    let seen = folder.run(&["p", "--checker", "tokens"]).code(0);
    assert_eq!(
        verdicts(&seen),
        ["gen_00 AC", "gen_01 AC", "gen_00 AC", "gen_01 AC"]
    );
    folder
        .run(&["answer.py", "p", "--checker", "tokens"])
        .code(0);
    // What a program includes is part of it.
    folder.file("common/testlib.h", "#define STEP 3\n");
    folder.file(
        "p/lib/add.h",
        "#define MORE 2\nlong long add(long long x);\n",
    );
    folder.file(
        "answer.py",
        "x = int(input())\nassert x in (40, 43)\nprint(x + 2)\n",
    );
    folder
        .run(&["answer.py", "p", "--checker", "tokens"])
        .code(0);
}

fn another_answer_than_promised_is_a_judge_error() {
    let zeros = "0".repeat(64);
    let folder = library(&format!("{{\"gen_01.out\": \"{zeros}\"}}"));
    folder
        .run(&["p", "--checker", "tokens", "--solution", "correct.cpp"])
        .code(2)
        .says(&[
            "gen_01",
            "wrote another answer than the package names",
            &zeros,
        ]);
}

fn an_archive_is_judged_like_a_folder() {
    let folder = polygon();
    let zipped = Command::new("zip")
        .args(["-qr", "p.zip", "p"])
        .current_dir(folder.path())
        .status();
    assert!(zipped.unwrap().success());
    let seen = folder.run(&["p.zip"]).code(0);
    assert_eq!(verdicts(&seen), ["01 AC", "02 AC", "01 AC", "02 WA"]);
    let listed = folder.judge(&["list", "p.zip"]).code(0).stdout;
    assert_eq!(
        listed,
        "p                    polygon: 2 cases, 2 solutions; p (source not stated)\n"
    );
    folder.file("other.py", SUM);
    assert_eq!(
        folder.run(&["other.py", "p.zip"]).code(0).cases(),
        ["01 AC", "02 AC"]
    );
}

fn a_package_of_any_format_is_found_around_its_files() {
    let folder = polygon();
    let seen = folder.run(&["p/solutions/main.py"]).code(0);
    assert_eq!(verdicts(&seen), ["01 AC", "02 AC"]);
}
