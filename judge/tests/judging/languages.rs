//! Programs of every language that is there, and programs that are folders.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::Value;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    sources_of_several_files_are_one_program ["c++"],
    a_header_beside_a_source_is_found ["cc"],
    a_folder_begins_where_it_says ["python3"],
    a_java_program_without_a_main_does_not_compile ["javac"],
    a_program_sees_its_other_files,
    the_language_of_most_files_is_that_of_the_folder ["python3"],
    a_folder_without_a_source_is_skipped_and_an_empty_one_does_not_compile,
    a_script_builds_what_another_runs ["python3"],
    a_script_that_leaves_nothing_to_run_does_not_compile,
    a_folder_is_named_on_the_command_line,
    the_report_says_what_ran ["python3"],
    the_preferred_implementation_runs ["pypy3", "python3"],
    the_user_has_settings_of_their_own,
    a_damaged_program_is_built_again,
    validators_in_checktestdata_and_viva_answer_as_validators_do,
];

/// A language, a file name, a solution of the sum of two numbers, and the tools it needs.
pub(crate) struct Row {
    pub(crate) language: &'static str,
    pub(crate) needs: &'static [&'static str],
    files: &'static [(&'static str, &'static str)],
}

/// The main file is the first.
pub(crate) const ROWS: &[Row] = &[
    row(
        "c",
        &["cc"],
        &[(
            "a.c",
            "#include <stdio.h>\nint main() { int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", a + b); }",
        )],
    ),
    row(
        "cpp",
        &["c++"],
        &[(
            "a.cc",
            "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b; }",
        )],
    ),
    row(
        "python3",
        &["python3"],
        &[("a.py", "print(sum(map(int, input().split())))")],
    ),
    row(
        "pypy3",
        &["pypy3"],
        &[("a.py", "print(sum(map(int, input().split())))")],
    ),
    row(
        "rust",
        &["rustc"],
        &[
            (
                "main.rs",
                "mod sum;\nfn main() { println!(\"{}\", sum::sum(&std::io::read_to_string(std::io::stdin()).unwrap())) }",
            ),
            (
                "sum.rs",
                "pub fn sum(s: &str) -> i32 { s.split_whitespace().map(|n| n.parse::<i32>().unwrap()).sum() }",
            ),
        ],
    ),
    row(
        "java",
        &["javac"],
        &[
            (
                "other.java",
                "public class Sol { public static void main(String[] a) { var s = new java.util.Scanner(System.in); System.out.println(Sum.of(s.nextInt(), s.nextInt())); } }",
            ),
            (
                "Sum.java",
                "class Sum { static int of(int a, int b) { return a + b; } }",
            ),
        ],
    ),
    row(
        "kotlin",
        &["kotlinc"],
        &[(
            "main.kt",
            "fun main() { println(readLine()!!.split(\" \").map { it.toInt() }.sum()) }",
        )],
    ),
    row(
        "javascript",
        &["node"],
        &[(
            "a.js",
            "console.log(require('fs').readFileSync(0, 'utf8').trim().split(' ').reduce((a, b) => +a + +b))",
        )],
    ),
    row(
        "go",
        &["go"],
        &[
            (
                "main.go",
                "package main\nimport \"fmt\"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(sum(a, b)) }",
            ),
            (
                "sum.go",
                "package main\nfunc sum(a, b int) int { return a + b }",
            ),
        ],
    ),
    row(
        "ruby",
        &["ruby"],
        &[("a.rb", "puts gets.split.map(&:to_i).sum")],
    ),
    row(
        "php",
        &["php"],
        &[(
            "a.php",
            "<?php echo array_sum(explode(' ', trim(fgets(STDIN)))), \"\\n\";",
        )],
    ),
    row(
        "ocaml",
        &["ocamlopt"],
        &[(
            "a.ml",
            "let () = Scanf.scanf \" %d %d\" (fun a b -> Printf.printf \"%d\\n\" (a + b))",
        )],
    ),
    row(
        "pascal",
        &["fpc"],
        &[(
            "a.pas",
            "var a, b: longint;\nbegin\n  readln(a, b);\n  writeln(a + b);\nend.",
        )],
    ),
    row(
        "lisp",
        &["sbcl"],
        &[("a.lisp", "(format t \"~d~%\" (+ (read) (read)))")],
    ),
    row(
        "perl",
        &["perl"],
        &[(
            "a.pm",
            "my ($a, $b) = split ' ', <STDIN>; print $a + $b, \"\\n\";",
        )],
    ),
    row(
        "prolog",
        &["swipl"],
        &[(
            "a.pl",
            "main :- read_term(A, []), read_term(B, []), C is A + B, writeln(C).",
        )],
    ),
    row(
        "lua",
        &["lua"],
        &[("a.lua", "local a, b = io.read('n', 'n'); print(a + b)")],
    ),
    row("shell", &[], &[("a.sh", "read a b; echo $((a + b))")]),
    row(
        "bash",
        &["bash"],
        &[("a.sh", "#!/bin/bash\nread -a n; echo $((n[0] + n[1]))")],
    ),
    row(
        "fortran",
        &["gfortran"],
        &[(
            "a.f90",
            "program a\n integer :: x, y\n read *, x, y\n print '(I0)', x + y\nend program",
        )],
    ),
    row(
        "haskell",
        &["ghc"],
        &[(
            "a.hs",
            "main = interact (show . sum . map (read :: String -> Int) . words)",
        )],
    ),
    row(
        "csharp",
        &["mcs", "mono"],
        &[(
            "a.cs",
            "class A { static void Main() { var n = System.Console.ReadLine().Split(' '); System.Console.WriteLine(int.Parse(n[0]) + int.Parse(n[1])); } }",
        )],
    ),
];

const fn row(
    language: &'static str,
    needs: &'static [&'static str],
    files: &'static [(&'static str, &'static str)],
) -> Row {
    Row {
        language,
        needs,
        files,
    }
}

/// The program of a row adds two numbers, as a file where it is one, and as a folder.
pub(crate) fn check(row: &Row) {
    let folder = Folder::sum(&[]);
    folder.file("judge.toml", format!("prefer = [\"{}\"]\n", row.language));
    // A number in Prolog ends with a dot.
    if row.language == "prolog" {
        folder.file("t/1.in", "2.\n3.\n");
    }
    for (name, text) in row.files {
        folder.file(&format!("submissions/x/sol/{name}"), text);
    }
    let mut words = vec!["submissions/x/sol", "t"];
    if let [(name, text)] = row.files {
        folder.file(name, text);
        words.push(name);
    }
    let seen = folder.run(&words).code(0);
    for solution in seen.solutions() {
        assert_eq!(solution["verdict"], "AC", "{solution}");
        let label = solution["language"].as_str().unwrap();
        assert!(label.contains(" ("), "{label}");
    }
}

/// The only solution.
fn only(seen: &crate::folder::Seen) -> Value {
    let solutions = seen.solutions();
    assert_eq!(solutions.len(), 1, "{}", seen.stdout);
    solutions[0].clone()
}

fn executable(folder: &Folder, name: &str, text: &str) {
    folder.file(name, text);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path().join(name), mode).unwrap();
}

fn sources_of_several_files_are_one_program() {
    let folder = Folder::sum(&[
        (
            "main/main.cpp",
            "#include \"deep/sum.h\"\n#include <cstdio>\nint main() { printf(\"%d\", sum(2, 3)); }",
        ),
        ("main/deep/sum.h", "int sum(int, int);"),
        (
            "main/deep/sum.cc",
            "#include \"deep/sum.h\"\nint sum(int a, int b) { return a + b; }",
        ),
    ]);
    folder.run(&["main", "t"]).code(0);
}

fn a_header_beside_a_source_is_found() {
    let folder = Folder::sum(&[
        (
            "a.c",
            "#include <stdio.h>\n#include \"five.h\"\nint main() { puts(FIVE); }",
        ),
        ("five.h", "#define FIVE \"5\""),
    ]);
    folder.run(&["a.c", "t"]).code(0);
    // What was included is a part of what the program was made of.
    folder.file("five.h", "#define FIVE \"6\"");
    folder.run(&["a.c", "t"]).code(1);
}

fn a_folder_begins_where_it_says() {
    let folder = Folder::sum(&[
        (
            "sol/__main__.py",
            "import five\nfrom sub import six\nprint(five.FIVE)",
        ),
        ("sol/five.py", "FIVE = 5"),
        ("sol/sub/__init__.py", ""),
        ("sol/sub/six.py", "SIX = 6"),
        ("sol/main.py", "print(7)"),
    ]);
    folder.run(&["sol", "t"]).code(0);
    folder.file("sol/five.py", "FIVE = ");
    let seen = folder.run(&["sol", "t"]).code(1);
    assert_eq!(only(&seen)["verdict"], "CE");
}

fn a_java_program_without_a_main_does_not_compile() {
    let folder = Folder::sum(&[
        ("A.java", "class A { }"),
        ("B.java", "class B { int x = y; }"),
    ]);
    let seen = folder.run(&["A.java", "B.java", "t"]).code(1);
    let messages: Vec<String> = seen
        .solutions()
        .iter()
        .map(|solution| format!("{} {}", solution["verdict"], solution["message"]))
        .collect();
    assert_eq!(
        messages[0],
        "\"CE\" \"none of its classes has a `main`: A\""
    );
    // What the compiler says goes before.
    assert!(
        messages[1].contains("cannot find symbol"),
        "{}",
        messages[1]
    );
}

fn a_program_sees_its_other_files() {
    let folder = Folder::sum(&[
        (
            "sol/main.sh",
            "cat numbers/five; test ! -e ../t && ! touch here 2> /dev/null",
        ),
        ("sol/numbers/five", "5\n"),
    ]);
    folder.run(&["sol", "t"]).code(0);
    symlink("/etc/passwd", folder.path().join("sol/link")).unwrap();
    let seen = folder.run(&["sol", "t"]).code(2);
    let message = only(&seen)["message"].to_string();
    assert!(
        message.contains("sol/link: a link that leads where it may not, to /etc/passwd"),
        "{message}"
    );
}

fn the_language_of_most_files_is_that_of_the_folder() {
    let folder = Folder::sum(&[
        ("sol/main.py", "print(5)"),
        ("sol/other.py", ""),
        ("sol/main.sh", "echo 6"),
    ]);
    folder.run(&["sol", "t"]).code(0);
    // Of as many, the first of the table.
    folder.file("sol/other.sh", "");
    folder.run(&["sol", "t"]).code(0);
    folder.file("sol/third.sh", "");
    folder.run(&["sol", "t"]).code(1);
}

fn a_folder_without_a_source_is_skipped_and_an_empty_one_does_not_compile() {
    let folder = Folder::of(&[
        ("p/problem.toml", "name = \"P\"\n"),
        ("p/data/1.in", ""),
        ("p/data/1.ans", "5"),
        ("p/submissions/x/notes/main.txt", ""),
        ("p/submissions/x/notes/README", ""),
        ("p/submissions/x/one/a.zz", ""),
        ("p/submissions/x/two/main.sh", "echo 5"),
    ]);
    fs::create_dir(folder.path().join("p/submissions/x/empty")).unwrap();
    let seen = folder.run(&["p"]).code(0);
    let rows: Vec<String> = seen
        .solutions()
        .iter()
        .map(|s| format!("{} {} {}", s["name"], s["verdict"], s["message"]))
        .collect();
    for (row, texts) in rows.iter().zip([
        ["x/empty\" \"CE\"", "there is no file in its folder"],
        [
            "x/notes\" \"SK\"",
            "no file in it is a source of a known language",
        ],
        ["x/one\" \"SK\"", "no language for `.zz` files"],
        ["x/two\" \"AC\"", ""],
    ]) {
        assert!(texts.iter().all(|text| row.contains(text)), "{row}");
    }
    assert_eq!(rows.len(), 4);
}

fn a_script_builds_what_another_runs() {
    let folder = Folder::sum(&[("sol/data", "5\n")]);
    executable(
        &folder,
        "sol/build",
        "#!/bin/sh\nset -e\ntest -w .\nprintf '#!/usr/bin/env python3\\nprint(open(\"data\").read())\\n' > run\nchmod +x run\n",
    );
    let seen = folder.run(&["sol", "t"]).code(0);
    assert_eq!(only(&seen)["language"], "its own scripts");
    assert!(!folder.path().join("sol/run").exists());
    // Without the first line a shell reads it.
    let folder = Folder::sum(&[("sol/data", "5\n")]);
    executable(&folder, "sol/run", "cat \"$(dirname \"$0\")/data\"\n");
    folder.run(&["sol", "t"]).code(0);
}

fn a_script_that_leaves_nothing_to_run_does_not_compile() {
    for (script, message) in [
        ("echo why >&2; exit 3", "why"),
        ("exit 3", "ended with exit code 3 and said nothing"),
        ("echo > run", "left no executable file `run`"),
        (
            "ln -s build run",
            "left no executable file `run`; a link does not count",
        ),
    ] {
        let folder = Folder::sum(&[]);
        executable(&folder, "sol/build", &format!("#!/bin/sh\n{script}\n"));
        let solution = only(&folder.run(&["sol", "t"]).code(1));
        assert_eq!(solution["verdict"], "CE");
        let said = solution["message"].as_str().unwrap();
        assert!(said.contains(message), "{said}");
    }
}

fn a_folder_is_named_on_the_command_line() {
    let folder = Folder::of(&[
        ("p/problem.toml", "name = \"P\"\n"),
        ("p/data/1.in", ""),
        ("p/data/1.ans", "5"),
        ("p/submissions/wrong_answer/a/a.sh", "echo 6"),
        ("other/notes", ""),
    ]);
    let seen = folder.run(&["p/submissions/wrong_answer/a"]).code(0);
    assert_eq!(seen.table(), ["wrong_answer/a WA WA true"]);
    folder
        .judge(&["run", "other"])
        .code(64)
        .says(&["other: no package in it"]);
}

fn the_report_says_what_ran() {
    let folder = Folder::sum(&[("a.py", "print(5)"), ("b.sh", "echo 5")]);
    let seen = folder.run(&["a.py", "b.sh", "t"]).code(0);
    let labels: Vec<String> = seen
        .solutions()
        .iter()
        .map(|solution| solution["language"].as_str().unwrap().to_owned())
        .collect();
    assert!(labels[0].starts_with("Python 3 (CPython 3."), "{labels:?}");
    assert_eq!(labels[1], "Shell (sh)");
}

fn the_preferred_implementation_runs() {
    let folder = Folder::sum(&[("a.py", "print(5)")]);
    let label = |folder: &Folder| only(&folder.run(&["a.py", "t"]).code(0))["language"].to_string();
    assert!(label(&folder).contains("CPython"));
    folder.file("judge.toml", "prefer = [\"pypy3\", \"python3\"]");
    let pypy = label(&folder);
    assert!(pypy.starts_with("\"Python 3 (PyPy "), "{pypy}");
    folder.file("judge.toml", "prefer = [\"python3\", \"pypy3\"]");
    assert!(label(&folder).contains("CPython"));
}

fn the_user_has_settings_of_their_own() {
    let language = |tool: &str| {
        format!(
            "[[language]]\nname = \"foo\"\naliases = [\"phoo\"]\nextensions = [\"foo\"]\ntool = \"{tool}\"\nrun = [\"{{tool}}\", \"{{source}}\"]\n"
        )
    };
    let folder = Folder::of(&[
        ("config/judge/config.toml", &language("sh")),
        (
            "p/problem.toml",
            "name = \"P\"\n[limits]\nmultiplier = { phoo = 3 }\n",
        ),
        ("p/data/1.in", ""),
        ("p/data/1.ans", "5"),
        ("p/submissions/accepted/a.foo", "echo 5"),
    ]);
    let config = folder.path().join("config");
    let run = || {
        let words = ["run", "--format", "json", "--time-limit", "2s", "p"];
        let variables = [("XDG_CONFIG_HOME", config.as_os_str())];
        folder.start_with(&words, &variables, None).end().code(0)
    };
    assert_eq!(run().table(), ["accepted/a.foo AC AC true"]);
    folder.file("judge.toml", language("no-such-tool"));
    assert_eq!(run().table(), ["accepted/a.foo AC SK null"]);
}

fn a_damaged_program_is_built_again() {
    let folder = Folder::sum(&[("a.foo", "echo 5")]);
    folder.file(
        "judge.toml",
        "[[language]]\nname = \"foo\"\nextensions = [\"foo\"]\ntool = \"sh\"\ncompile = [\"sh\", \"-c\", \"cp {source} {program}\"]\nrun = [\"{tool}\", \"{program}\"]\n",
    );
    let cache = folder.path().join("cache");
    let run = |code: i32| {
        let words = ["run", "--format", "json", "a.foo", "t"];
        let variables = [("JUDGE_CACHE", cache.as_os_str())];
        folder.start_with(&words, &variables, None).end().code(code);
        let mut entries = fs::read_dir(cache.join("programs")).unwrap();
        entries.next().unwrap().unwrap().path()
    };
    let entry = run(0);
    for damage in [
        |at: &std::path::Path| fs::write(at.join("built/program"), "echo 6").unwrap(),
        |at: &std::path::Path| fs::write(at.join("built/program"), "").unwrap(),
        |at: &std::path::Path| fs::remove_file(at.join("built/program")).unwrap(),
        |at: &std::path::Path| fs::remove_file(at.join("manifest")).unwrap(),
        |at: &std::path::Path| fs::write(at.join("manifest"), "").unwrap(),
        |at: &std::path::Path| fs::remove_dir_all(at.join("built")).unwrap(),
    ] {
        damage(&entry);
        assert_eq!(run(0), entry);
        assert_eq!(
            fs::read_to_string(entry.join("built/program")).unwrap(),
            "echo 5"
        );
    }
}

fn validators_in_checktestdata_and_viva_answer_as_validators_do() {
    let folder = Folder::of(&[
        ("p/data/1.in", "5\n"),
        ("p/data/1.ans", "5"),
        ("p/submissions/accepted/a.sh", "cat"),
        ("p/check.ctd", "good"),
        ("p/check.viva", "good"),
    ]);
    // Tools that accept by 0 and reject by 1, the second with its input as an argument.
    executable(
        &folder,
        "bin/checktestdata",
        "#!/bin/sh\nread n\ngrep -q good \"$1\" && test \"$n\" = 5\n",
    );
    executable(
        &folder,
        "bin/viva",
        "#!/bin/sh\ngrep -q good \"$1\" && grep -q 5 \"$2\"\n",
    );
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}/bin:{path}", folder.path().display());
    for extension in ["ctd", "viva"] {
        folder.file(
            "p/problem.toml",
            format!("name = \"P\"\n[validator]\npath = \"check.{extension}\"\n"),
        );
        let run = |code: i32| {
            let words = ["run", "--format", "json", "p"];
            let variables = [("PATH", path.as_ref())];
            folder.start_with(&words, &variables, None).end().code(code)
        };
        run(0);
        folder.file("p/data/1.in", "6\n");
        let message = run(2).case()["message"].to_string();
        assert!(
            message.contains("exit code 43, where 42 accepts"),
            "{message}"
        );
        folder.file("p/data/1.in", "5\n");
    }
}
