//! One program for each verdict, in each language.

use serde_json::Value;

use crate::folder::Folder;

/// A program that reads two numbers and should print their sum, and what becomes of it.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    source: &'static str,
    /// Arguments of `judge run` beside the program and the cases.
    options: &'static [&'static str],
    pub(crate) verdict: &'static str,
    /// Its exit code or signal, if it ran to its own end.
    exit: Exit,
    /// What the message holds.
    message: &'static str,
}

enum Exit {
    Code(i64),
    Signal(&'static str),
    /// It did not run, or whether it could end by itself is chance.
    Unknown,
}

impl Row {
    pub(crate) fn needs(&self) -> &'static [&'static str] {
        match self.file.rsplit('.').next() {
            Some("c") => &["cc"],
            Some("cpp") => &["c++"],
            Some("rs") => &["rustc"],
            Some("py") => &["python3"],
            Some("java") => &["javac", "java"],
            _ => &[],
        }
    }
}

pub(crate) fn check(row: &Row) {
    let folder = Folder::sum(&[(row.file, row.source)]);
    let expect = ["--expect", row.verdict];
    let expect: &[&str] = match row.verdict {
        "JE" | "SK" => &[],
        _ => &expect,
    };
    let seen = folder
        .run(&[&[row.file, "t"], expect, row.options].concat())
        .code(0);
    let solution = &seen.solutions()[0];
    assert_eq!(solution["verdict"], row.verdict, "{solution}");
    let told = match row.verdict {
        "CE" | "SK" => solution.clone(),
        _ => seen.case(),
    };
    let message = told["message"].as_str().unwrap();
    assert!(message.contains(row.message), "{message}");
    let measured = &told["measured"];
    let (code, signal) = (&measured["exit_code"], &measured["signal"]);
    match row.exit {
        Exit::Code(expected) => assert_eq!((code, signal), (&expected.into(), &Value::Null)),
        Exit::Signal(expected) => assert_eq!((code, signal), (&Value::Null, &expected.into())),
        Exit::Unknown => {}
    }
}

const C_SUM: &str = "#include <stdio.h>\nint main() { int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", a + b); }";

/// Wide limits but for one.
const SHORT: &[&str] = &["--time-limit", "150ms", "--wall-limit", "100s"];
const IDLE: &[&str] = &["--time-limit", "100s", "--wall-limit", "300ms"];
const SMALL: &[&str] = &["--memory-limit", "64MiB", "--time-limit", "100s"];
const TERSE: &[&str] = &["--output-limit", "1KiB", "--time-limit", "100s"];

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "a sum",
        file: "a.c",
        source: C_SUM,
        options: &[],
        verdict: "AC",
        exit: Exit::Code(0),
        message: "",
    },
    Row {
        name: "a sum",
        file: "a.cpp",
        source: "#include <cstdio>\nint main() { int a, b; if (std::scanf(\"%d%d\", &a, &b) == 2) std::printf(\"%d\\n\", a + b); }",
        options: &[],
        verdict: "AC",
        exit: Exit::Code(0),
        message: "",
    },
    Row {
        name: "a sum",
        file: "a.rs",
        source: "fn main() { let t = std::io::read_to_string(std::io::stdin()).unwrap(); println!(\"{}\", t.split_whitespace().map(|x| x.parse::<i32>().unwrap()).sum::<i32>()); }",
        options: &[],
        verdict: "AC",
        exit: Exit::Code(0),
        message: "",
    },
    Row {
        name: "a sum",
        file: "a.py",
        source: "print(sum(map(int, input().split())))",
        options: &[],
        verdict: "AC",
        exit: Exit::Code(0),
        message: "",
    },
    Row {
        name: "a sum in a package",
        file: "Other.java",
        source: "package x.y; class Sum { public static class In { } public static void main(String[] a) { var s = new java.util.Scanner(System.in); System.out.println(s.nextInt() + s.nextInt()); } }",
        options: &[],
        verdict: "AC",
        exit: Exit::Code(0),
        message: "",
    },
    Row {
        name: "a sum",
        file: "a.sh",
        source: "read a b; echo $((a + b))",
        options: &[],
        verdict: "AC",
        exit: Exit::Code(0),
        message: "",
    },
    Row {
        name: "a difference",
        file: "w.sh",
        source: "read a b; echo $((a - b))",
        options: &[],
        verdict: "WA",
        exit: Exit::Code(0),
        message: "1st words differ - expected: '5', found: '-1'",
    },
    Row {
        name: "no output",
        file: "w.sh",
        source: "",
        options: &[],
        verdict: "WA",
        exit: Exit::Code(0),
        message: "1st words differ - expected: '5', found: end of output",
    },
    Row {
        name: "a word",
        file: "w.sh",
        source: "echo five",
        options: &["--checker", "ncmp"],
        verdict: "PE",
        exit: Exit::Code(0),
        message: "five",
    },
    Row {
        name: "an endless loop",
        file: "t.c",
        source: "int main() { for (volatile int i = 0;; i = 0); }",
        options: SHORT,
        verdict: "TLE",
        exit: Exit::Unknown,
        message: " s of 0.150 s",
    },
    Row {
        name: "an endless loop",
        file: "t.py",
        source: "while True: pass",
        options: SHORT,
        verdict: "TLE",
        exit: Exit::Unknown,
        message: " s of 0.150 s",
    },
    Row {
        name: "a long sleep",
        file: "s.sh",
        source: "sleep 1000",
        options: IDLE,
        verdict: "WTL",
        exit: Exit::Signal("SIGKILL"),
        message: "still running after 0.300 s; CPU time 0.0",
    },
    Row {
        name: "endless memory",
        file: "m.py",
        source: "a = [b'x' * 1000000 for _ in range(300)]",
        options: SMALL,
        verdict: "MLE",
        exit: Exit::Unknown,
        message: " MiB of 64 MiB",
    },
    Row {
        name: "endless output",
        file: "o.sh",
        source: "yes",
        options: TERSE,
        verdict: "OLE",
        exit: Exit::Unknown,
        message: "wrote more than 1 KiB",
    },
    Row {
        name: "an exit code",
        file: "r.py",
        source: "print(5); exit(3)",
        options: &[],
        verdict: "RTE",
        exit: Exit::Code(3),
        message: "exit code 3",
    },
    Row {
        name: "an exit code",
        file: "r.sh",
        source: "echo 5; exit 7",
        options: &[],
        verdict: "RTE",
        exit: Exit::Code(7),
        message: "exit code 7",
    },
    Row {
        name: "a panic",
        file: "r.rs",
        source: "fn main() { panic!() }",
        options: &[],
        verdict: "RTE",
        exit: Exit::Code(101),
        message: "exit code 101",
    },
    Row {
        name: "an exception",
        file: "R.java",
        source: "public class R { public static void main(String[] a) { throw new RuntimeException(); } }",
        options: &[],
        verdict: "RTE",
        exit: Exit::Code(1),
        message: "exit code 1",
    },
    Row {
        name: "an abort",
        file: "r.c",
        source: "#include <stdlib.h>\nint main() { abort(); }",
        options: &[],
        verdict: "RTE",
        exit: Exit::Signal("SIGABRT"),
        message: "SIGABRT",
    },
    Row {
        name: "a null pointer",
        file: "r.c",
        source: "int main() { volatile int *p = 0; return *p; }",
        options: &[],
        verdict: "RTE",
        exit: Exit::Signal("SIGSEGV"),
        message: "SIGSEGV",
    },
    Row {
        name: "a killed program",
        file: "r.sh",
        source: "kill -XCPU $$",
        options: &[],
        verdict: "RTE",
        exit: Exit::Signal("SIGXCPU"),
        message: "SIGXCPU",
    },
    Row {
        name: "half a program",
        file: "c.c",
        source: "int main( {",
        options: &[],
        verdict: "CE",
        exit: Exit::Unknown,
        message: "c.c:1",
    },
    Row {
        name: "half a program",
        file: "c.cpp",
        source: "int main( {",
        options: &[],
        verdict: "CE",
        exit: Exit::Unknown,
        message: "c.cpp:1",
    },
    Row {
        name: "half a program",
        file: "c.rs",
        source: "fn main( {",
        options: &[],
        verdict: "CE",
        exit: Exit::Unknown,
        message: "c.rs:1",
    },
    Row {
        name: "half a program",
        file: "c.py",
        source: "print(",
        options: &[],
        verdict: "CE",
        exit: Exit::Unknown,
        message: "SyntaxError",
    },
    Row {
        name: "half a program",
        file: "C.java",
        source: "class C {",
        options: &[],
        verdict: "CE",
        exit: Exit::Unknown,
        message: "C.java:1",
    },
];
