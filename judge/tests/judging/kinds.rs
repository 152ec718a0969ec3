//! Every kind of problem in every format, each with one submission for every verdict.
//!
//! The problem is always the same: a number is given, and the next one is asked for. So one set of
//! submissions does for all kinds. Limits are wide but for the one that has to be reached, and what
//! has to reach it never ends by itself.

mod files;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::folder::{Folder, Seen};

pub(crate) use self::files::KINDS;

/// A kind of problem in a format.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Its files, without submissions.
    files: &'static [&'static [(&'static str, &'static str)]],
    home: Home,
    /// Whether its checker tells what it cannot read from what is wrong.
    tells_presentation: bool,
    /// The program of the jury that makes judge errors when it is a bad one.
    jury: Option<&'static str>,
    /// Where there are scores: the verdict on the submission that is right on small numbers only.
    half: Option<&'static str>,
}

/// Where the submissions of a format lie, and how it says what is expected of them.
#[derive(Clone, Copy, PartialEq)]
enum Home {
    /// Folders under `submissions/`.
    Folders,
    /// `tests/*/test.yml`.
    Dmoj,
    /// `info.toml`.
    Library,
    /// Tags in `problem.xml`.
    Polygon,
    /// `sol/`, where nothing is said of them.
    Cms,
    /// The command line.
    Flat,
}

/// A submission.
struct Program {
    name: &'static str,
    source: &'static str,
    /// The same in Python, for formats that do not know shells.
    python: &'static str,
    verdict: &'static str,
    /// The folder that says so, or a part of it, in packages that have such folders.
    folder: &'static str,
    limits: &'static [&'static str],
}

/// Wide in time.
const WIDE: &[&str] = &[
    "--time-limit",
    "100s",
    "--memory-limit",
    "64MiB",
    "--output-limit",
    "1KiB",
];
const SHORT: &[&str] = &["--time-limit", "100ms", "--wall-limit", "100s"];
const IDLE: &[&str] = &["--time-limit", "100s", "--wall-limit", "250ms"];

const RIGHT: &str = "right.sh";
const HALF: &str = "half.sh";
const WRONG: &str = "wrong.sh";
const ODD: &str = "odd.sh";

const PROGRAMS: &[Program] = &[
    Program {
        name: RIGHT,
        source: "read n; echo $((n + 1))",
        python: "print(int(input()) + 1)",
        verdict: "AC",
        folder: "accepted",
        limits: WIDE,
    },
    Program {
        name: HALF,
        source: "read n; test $n -lt 5 && echo $((n + 1)) || echo 0",
        python: "n = int(input())\nprint(n + 1 if n < 5 else 0)",
        verdict: "WA",
        folder: "wrong_answer",
        limits: WIDE,
    },
    Program {
        name: WRONG,
        source: "read n; echo $((n - 1))",
        python: "print(int(input()) - 1)",
        verdict: "WA",
        folder: "wrong_answer",
        limits: WIDE,
    },
    Program {
        name: ODD,
        source: "read n; echo x",
        python: "print('x')",
        verdict: "PE",
        folder: "wrong_answer",
        limits: WIDE,
    },
    Program {
        name: "slow.sh",
        source: "while :; do :; done",
        python: "while True: pass",
        verdict: "TLE",
        folder: "time_limit_exceeded",
        limits: SHORT,
    },
    Program {
        name: "idle.sh",
        source: "exec sleep 1000",
        python: "import time\ntime.sleep(1000)",
        verdict: "WTL",
        folder: "time_limit_exceeded",
        limits: IDLE,
    },
    Program {
        name: "large.py",
        source: "a = [b'x' * 1000000 for _ in range(300)]",
        python: "a = [b'x' * 1000000 for _ in range(300)]",
        verdict: "MLE",
        folder: "run_time_error",
        limits: WIDE,
    },
    Program {
        name: "wordy.sh",
        source: "read n; echo $((n + 1)); exec yes",
        python: "print(int(input()) + 1)\nwhile True: print('y')",
        verdict: "OLE",
        folder: "run_time_error",
        limits: WIDE,
    },
    Program {
        name: "fails.sh",
        source: "read n; exit 3",
        python: "raise SystemExit(3)",
        verdict: "RTE",
        folder: "run_time_error",
        limits: WIDE,
    },
    Program {
        name: "broken.py",
        source: "# @EXPECTED_RESULTS@: COMPILER-ERROR\nprint(",
        python: "print(",
        verdict: "CE",
        folder: "compile_error",
        limits: WIDE,
    },
    Program {
        name: "other.hs",
        source: "",
        python: "",
        verdict: "SK",
        folder: "accepted",
        limits: WIDE,
    },
];

/// The compiler of this language is nowhere.
const NO_COMPILER: &str = "[[language]]\nname = \"haskell\"\nextensions = [\"hs\"]\n\
    tool = \"no-such-compiler\"\ncompile = [\"{tool}\"]\nrun = [\"{program}\"]\n";

/// A program of the jury that ends in a way that no protocol knows.
const BAD_JURY: &str = "kill -SEGV $$";

impl Kind {
    pub(crate) fn needs(&self) -> &'static [&'static str] {
        match self.home {
            Home::Library => &["python3", "c++"],
            _ => &["python3"],
        }
    }

    fn programs(&self) -> impl Iterator<Item = &'static Program> {
        PROGRAMS.iter().filter(|program| match program.name {
            HALF => self.half.is_some(),
            ODD => self.tells_presentation,
            _ => true,
        })
    }

    /// The package in `p`, whole.
    fn write(&self) -> Folder {
        let folder = Folder::of(&[("judge.toml", NO_COMPILER)]);
        for (name, content) in self.files.iter().copied().flatten() {
            folder.file(&format!("p/{name}"), content);
        }
        for program in self.programs() {
            let Program { name, source, .. } = program;
            let verdict = match self.home {
                // DMOJ knows fewer verdicts.
                Home::Dmoj => match program.verdict {
                    "PE" => "WA",
                    "WTL" => "TLE",
                    "SK" => "AC",
                    other => other,
                },
                _ => program.verdict,
            };
            match self.home {
                Home::Folders => {
                    let place = match self.verdict(program) == program.verdict {
                        true => program.folder,
                        false => "partially_accepted",
                    };
                    folder.file(&format!("p/submissions/{place}/{name}"), source);
                }
                Home::Dmoj => {
                    // Every case must have one of these.
                    let verdict = match program.name {
                        HALF => "[AC, WA]",
                        _ => verdict,
                    };
                    let test = format!("{{source: {name}, language: SH, expect: {verdict}}}");
                    folder.file(&format!("p/tests/{name}/test.yml"), test);
                    folder.file(&format!("p/tests/{name}/{name}"), source);
                }
                Home::Library => folder.file(&format!("p/sol/{name}"), source),
                Home::Polygon => folder.file(&format!("p/solutions/{name}"), source),
                Home::Cms => {
                    folder.file(&format!("p/sol/{}", self.called(program)), program.python)
                }
                Home::Flat => folder.file(name, source),
            }
        }
        folder
    }

    /// The file of a submission in this format.
    fn called(&self, program: &Program) -> String {
        match self.home {
            Home::Cms => program.name.replace(".sh", ".py"),
            _ => program.name.to_owned(),
        }
    }

    fn run(&self, folder: &Folder, programs: &[&Program], options: &[&str]) -> Seen {
        let names: Vec<String> = programs
            .iter()
            .map(|program| self.called(program))
            .collect();
        let mut words = vec!["p"];
        for name in &names {
            match self.home {
                Home::Flat => words.push(name),
                _ => words.extend(["--solution", name]),
            }
        }
        words.extend(options);
        if self.home == Home::Flat && self.jury.is_some() {
            words.extend(["--checker-program", "p/check.sh"]);
        }
        folder.run(&words)
    }

    fn verdict(&self, program: &Program) -> &'static str {
        match self.half {
            Some(verdict) if program.name == HALF => verdict,
            _ => program.verdict,
        }
    }

    /// The score of a submission, where there are scores.
    fn score(&self, program: &Program) -> Option<f64> {
        let score = match program.name {
            RIGHT => 100.0,
            HALF => 30.0,
            WRONG => 0.0,
            _ => return None,
        };
        self.half.map(|_| score)
    }
}

/// By the last part of the name.
fn by_file(seen: &Seen) -> BTreeMap<String, Value> {
    let solutions = seen.solutions().into_iter();
    solutions
        .map(|solution| {
            let name = solution["name"].as_str().unwrap();
            let file = name.rsplit('/').next().unwrap().to_owned();
            (file, solution)
        })
        .collect()
}

/// Judges every submission, and one with a bad jury.
pub(crate) fn check(kind: &Kind) {
    let folder = kind.write();
    for limits in [WIDE, SHORT, IDLE] {
        let programs: Vec<&Program> = kind
            .programs()
            .filter(|program| program.limits == limits)
            .collect();
        let seen = kind.run(&folder, &programs, limits);
        assert!(!seen.stderr.contains("warning"), "{}", seen.stderr);
        let solutions = by_file(&seen);
        assert_eq!(solutions.len(), programs.len(), "{}", seen.stdout);
        for program in programs {
            let solution = &solutions[&kind.called(program)];
            let verdict = kind.verdict(program);
            assert_eq!(
                solution["verdict"], verdict,
                "{}: {solution:#}",
                program.name
            );
            if let Some(score) = kind.score(program) {
                assert_eq!(solution["score"], score, "{}: {solution:#}", program.name);
            }
            let says = matches!(kind.home, Home::Folders | Home::Dmoj) && verdict != "SK";
            let held = if says {
                json!(true)
            } else {
                solution["as_expected"].clone()
            };
            assert_eq!(
                solution["as_expected"], held,
                "{}: {solution:#}",
                program.name
            );
        }
        let unmet = solutions
            .values()
            .any(|solution| solution["as_expected"] == false);
        seen.code(i32::from(unmet));
    }
    if let Some(jury) = kind.jury {
        folder.file(&format!("p/{jury}"), BAD_JURY);
        let seen = kind.run(&folder, &[&PROGRAMS[0]], WIDE);
        let solutions = by_file(&seen);
        assert_eq!(solutions[&kind.called(&PROGRAMS[0])]["verdict"], "JE");
        seen.code(2);
    }
}
