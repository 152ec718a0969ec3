//! The files of every kind.

use super::{Home, Kind};

type Files = [(&'static str, &'static str)];

/// Reads the answer; the protocol of Kattis.
const CHECKS_42: &str = "read x; read y < $2; test \"$x\" = $y && exit 42; echo $x is not $y > $3/judgemessage.txt; exit 43";
/// The same with the exit codes of testlib.
const CHECKS_0: &str =
    "read x < $2; read y < $3; case $x in *[!0-9-]*) exit 2;; esac; test \"$x\" = $y";
/// Says the number and hears the next one; the protocol of Kattis.
const TALKS_42: &str = "read n < $1; echo $n; read x; test \"$x\" = $((n + 1)) && exit 42; exit 43";
/// The same with exit codes of 0 and 1.
const TALKS_0: &str = "read n < $1; echo $n; read x; test \"$x\" = $((n + 1))";
/// The same for testlib: a checker looks at what it writes down.
const TALKS_ON: &str = "read n < $1; echo $n; read x; test -n \"$x\" || exit 1; echo $x > $2";
/// Asks for a second pass with the number that was answered in the first.
const PASSES: &str = "read n < $1; read x; test \"$x\" = $((n + 1)) || exit 43; \
    test $n = 3 && echo $x > $3/nextpass.in; exit 42";
const TALKS_PASSES: &str = "read n < $1; echo $n; read x; test \"$x\" = $((n + 1)) || exit 43; \
    test $n = 3 && echo $x > $3/nextpass.in; exit 42";

const ONE: &Files = &[("data/secret/1.in", "3\n"), ("data/secret/1.ans", "4\n")];
/// A small number for 30 points, a large one for 70.
const TWO: &Files = &[
    ("data/secret/a/1.in", "3\n"),
    ("data/secret/a/1.ans", "4\n"),
    ("data/secret/b/1.in", "7\n"),
    ("data/secret/b/1.ans", "8\n"),
];
const GROUPS: &Files = &[
    ("data/secret/a/test_group.yaml", "max_score: 30\n"),
    ("data/secret/b/test_group.yaml", "max_score: 70\n"),
    (
        "submissions/submissions.yaml",
        "wrong_answer/half.sh: {score: 30}\n",
    ),
];

/// A validator in the folder of legacy packages, and in that of others.
const OLD_CHECK: &Files = &[("output_validators/check.sh", CHECKS_42)];
const OLD_TALK: &Files = &[("output_validators/check.sh", TALKS_42)];
const OLD_PASSES: &Files = &[("output_validators/check.sh", PASSES)];
const OLD_TALK_PASSES: &Files = &[("output_validators/check.sh", TALKS_PASSES)];
const CHECK: &Files = &[("output_validator/check.sh", CHECKS_42)];
const TALK: &Files = &[("output_validator/check.sh", TALKS_42)];
const PASS: &Files = &[("output_validator/check.sh", PASSES)];
const TALK_PASSES: &Files = &[("output_validator/check.sh", TALKS_PASSES)];

const OLD: &str = "output_validators/check.sh";
const NEW: &str = "output_validator/check.sh";
const OWN: &str = "check.sh";

impl Kind {
    /// One that is judged by comparison.
    const fn of(name: &'static str, home: Home, files: &'static [&'static Files]) -> Kind {
        Kind {
            name,
            files,
            home,
            tells_presentation: false,
            jury: None,
            half: None,
        }
    }

    const fn judged_by(self, jury: &'static str) -> Kind {
        Kind {
            jury: Some(jury),
            ..self
        }
    }

    const fn that_tells_presentation(self) -> Kind {
        Kind {
            tells_presentation: true,
            ..self
        }
    }

    /// With 30 points for the small number, and 70 for the large one.
    const fn scored(self, half: &'static str) -> Kind {
        Kind {
            half: Some(half),
            ..self
        }
    }
}

pub(crate) const KINDS: &[Kind] = &[
    Kind::of("native", Home::Folders, &[ONE, &[("problem.toml", "name = 'X'")]]),
    Kind::of("native with a checker", Home::Folders, &[
            ONE,
            &[
                ("problem.toml", "name = 'X'\n[checker]\npath = 'check.sh'\nprotocol = 'testlib'"),
                ("check.sh", CHECKS_0),
            ],
        ]).judged_by(OWN).that_tells_presentation(),
    Kind::of("native, interactive", Home::Folders, &[
            ONE,
            &[
                ("problem.toml", "name = 'X'\n[interactor]\npath = 'check.sh'"),
                ("check.sh", TALKS_42),
            ],
        ]).judged_by(OWN),
    Kind::of("native in passes", Home::Folders, &[
            ONE,
            &[
                ("problem.toml", "name = 'X'\npasses = 2\n[checker]\npath = 'check.sh'"),
                ("check.sh", PASSES),
            ],
        ]).judged_by(OWN),
    Kind::of("native, interactive in passes", Home::Folders, &[
            ONE,
            &[
                ("problem.toml", "name = 'X'\npasses = 2\n[interactor]\npath = 'check.sh'"),
                ("check.sh", TALKS_PASSES),
            ],
        ]).judged_by(OWN),
    Kind::of("native with scores", Home::Folders, &[
            TWO,
            &[(
                "problem.toml",
                "name = 'X'\n[[group]]\nname = 'secret/a'\npoints = 30\n[[group]]\nname = 'secret/b'\npoints = 70\n\
                 [[solution]]\npath = 'submissions/wrong_answer/half.sh'\nscore = 30",
            )],
        ]).scored("WA"),
    Kind::of("legacy", Home::Folders, &[ONE, &[("problem.yaml", "name: X\n")]]),
    Kind::of("legacy with a checker", Home::Folders, &[ONE, OLD_CHECK, &[("problem.yaml", "name: X\nvalidation: custom\n")]]).judged_by(OLD),
    Kind::of("legacy, interactive", Home::Folders, &[ONE, OLD_TALK, &[("problem.yaml", "name: X\nvalidation: custom interactive\n")]]).judged_by(OLD),
    Kind::of("legacy in passes", Home::Folders, &[ONE, OLD_PASSES, &[("problem.yaml", "name: X\nvalidation: custom multi-pass\n")]]).judged_by(OLD),
    Kind::of("legacy, interactive in passes", Home::Folders, &[
            ONE,
            OLD_TALK_PASSES,
            &[("problem.yaml", "name: X\nvalidation: custom interactive multi-pass\n")],
        ]).judged_by(OLD),
    Kind::of("legacy with scores", Home::Folders, &[
            TWO,
            &[
                ("problem.yaml", "name: X\ntype: scoring\n"),
                ("data/testdata.yaml", "grader_flags: ignore_sample accept_if_any_accepted\non_reject: continue\nrange: 0 100\n"),
                ("data/secret/testdata.yaml", "grader_flags: accept_if_any_accepted\n"),
                ("data/secret/a/testdata.yaml", "grader_flags: min\naccept_score: 30\non_reject: break\n"),
                ("data/secret/b/testdata.yaml", "grader_flags: min\naccept_score: 70\non_reject: break\n"),
            ],
        ]).scored("AC"),
    Kind::of("legacy-icpc", Home::Folders, &[
            ONE,
            &[(
                "problem.yaml",
                "problem_format_version: legacy-icpc\nname: X\n"
            )]
        ]),
    Kind::of("legacy-icpc with a checker", Home::Folders, &[
            ONE,
            OLD_CHECK,
            &[("problem.yaml", "problem_format_version: legacy-icpc\nname: X\nvalidation: custom\n")],
        ]).judged_by(OLD),
    Kind::of("legacy-icpc, interactive", Home::Folders, &[
            ONE,
            OLD_TALK,
            &[("problem.yaml", "problem_format_version: legacy-icpc\nname: X\nvalidation: custom interactive\n")],
        ]).judged_by(OLD),
    Kind::of("2023-07-draft", Home::Folders, &[
            ONE,
            &[(
                "problem.yaml",
                "problem_format_version: 2023-07-draft\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\n"
            )]
        ]),
    Kind::of("2023-07-draft with a checker", Home::Folders, &[ONE, CHECK, &[("problem.yaml", "problem_format_version: 2023-07-draft\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\n")]]).judged_by(NEW),
    Kind::of("2023-07-draft, interactive", Home::Folders, &[
            ONE,
            TALK,
            &[("problem.yaml", "problem_format_version: 2023-07-draft\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\ntype: interactive\n")],
        ]).judged_by(NEW),
    Kind::of("2023-07-draft in passes", Home::Folders, &[
            ONE,
            PASS,
            &[("problem.yaml", "problem_format_version: 2023-07-draft\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\ntype: multi-pass\n")],
        ]).judged_by(NEW),
    Kind::of("2023-07-draft, interactive in passes", Home::Folders, &[
            ONE,
            TALK_PASSES,
            &[("problem.yaml", "problem_format_version: 2023-07-draft\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\ntype: [interactive, multi-pass]\n")],
        ]).judged_by(NEW),
    Kind::of("2023-07-draft with scores", Home::Folders, &[
            TWO,
            GROUPS,
            &[("problem.yaml", "problem_format_version: 2023-07-draft\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\ntype: scoring\n")],
        ]).scored("WA"),
    Kind::of("2025-09", Home::Folders, &[
            ONE,
            &[(
                "problem.yaml",
                "problem_format_version: 2025-09\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\n"
            )]
        ]),
    Kind::of("2025-09 with a checker", Home::Folders, &[ONE, CHECK, &[("problem.yaml", "problem_format_version: 2025-09\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\n")]]).judged_by(NEW),
    Kind::of("2025-09, interactive", Home::Folders, &[
            ONE,
            TALK,
            &[("problem.yaml", "problem_format_version: 2025-09\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\ntype: interactive\n")],
        ]).judged_by(NEW),
    Kind::of("2025-09 in passes", Home::Folders, &[
            ONE,
            PASS,
            &[(
                "problem.yaml",
                "problem_format_version: 2025-09\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\ntype: multi-pass\nlimits: {validation_passes: 2}\n",
            )],
        ]).judged_by(NEW),
    Kind::of("2025-09, interactive in passes", Home::Folders, &[
            ONE,
            TALK_PASSES,
            &[("problem.yaml", "problem_format_version: 2025-09\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\ntype: [interactive, multi-pass]\n")],
        ]).judged_by(NEW),
    Kind::of("2025-09 with scores", Home::Folders, &[
            TWO,
            GROUPS,
            &[("problem.yaml", "problem_format_version: 2025-09\nname: X\nuuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\ntype: scoring\n")],
        ]).scored("WA"),
    Kind::of("dmoj", Home::Dmoj, &[&[
            ("init.yml", "test_cases: [{in: 1.in, out: 1.out}]\n"),
            ("1.in", "3\n"),
            ("1.out", "4\n"),
        ]]),
    Kind::of("dmoj with a checker", Home::Dmoj, &[&[
            (
                "init.yml",
                "checker: {name: bridged, args: {files: check.sh, type: testlib}}\ntest_cases: [{in: 1.in, out: 1.out}]\n",
            ),
            ("check.sh", CHECKS_0),
            ("1.in", "3\n"),
            ("1.out", "4\n"),
        ]]).judged_by(OWN).that_tells_presentation(),
    Kind::of("dmoj, interactive", Home::Dmoj, &[&[
            ("init.yml", "interactive: {files: check.sh, type: default}\ntest_cases: [{in: 1.in}]\n"),
            ("check.sh", TALKS_0),
            ("1.in", "3\n"),
        ]]).judged_by(OWN),
    Kind::of("dmoj with scores", Home::Dmoj, &[&[
            (
                "init.yml",
                "test_cases:\n- {points: 30, batched: [{in: 1.in, out: 1.out}]}\n- {points: 70, batched: [{in: 2.in, out: 2.out}]}\n",
            ),
            ("1.in", "3\n"),
            ("1.out", "4\n"),
            ("2.in", "7\n"),
            ("2.out", "8\n"),
        ]]).scored("WA"),
    Kind::of("library checker", Home::Library, &[&[
            (
                "info.toml",
                "timelimit = 10\nchecker = 'check.sh'\nverifier = 'verify.sh'\n[[tests]]\nname = 'hand.in'\nnumber = 1\n\
                 [[solutions]]\nname = 'right.sh'\n[[solutions]]\nname = 'wrong.sh'\nexpect = 'WA'\n\
                 [[solutions]]\nname = 'odd.sh'\nexpect = 'WA'\n[[solutions]]\nname = 'slow.sh'\nexpect = 'TLE'\n\
                 [[solutions]]\nname = 'idle.sh'\nexpect = 'TLE'\n[[solutions]]\nname = 'large.py'\nexpect = 'RE'\n\
                 [[solutions]]\nname = 'wordy.sh'\nexpect = 'RE'\n[[solutions]]\nname = 'fails.sh'\nexpect = 'RE'\n\
                 [[solutions]]\nname = 'broken.py'\n[[solutions]]\nname = 'other.hs'\n",
            ),
            ("gen/hand_00.in", "3\n"),
            ("verify.sh", "read n; test $n -ge 0"),
            ("check.sh", CHECKS_0),
            (
                "sol/correct.cpp",
                "#include <cstdio>\nint main() { int n; std::scanf(\"%d\", &n); std::printf(\"%d\\n\", n + 1); }\n",
            ),
        ]]).judged_by(OWN).that_tells_presentation(),
    Kind::of("polygon", Home::Polygon, &[POLYGON, &[("problem.xml", POLYGON_PLAIN)]]),
    Kind::of("polygon with a checker", Home::Polygon, &[POLYGON, &[("problem.xml", POLYGON_CHECKER), ("check.sh", CHECKS_0)]]).judged_by(OWN).that_tells_presentation(),
    Kind::of("polygon, interactive", Home::Polygon, &[POLYGON, &[("problem.xml", POLYGON_TALK), ("talk.sh", TALKS_ON)]]).judged_by("talk.sh"),
    Kind::of("polygon with scores", Home::Polygon, &[POLYGON, &[("problem.xml", POLYGON_SCORES)]]).scored("WA"),
    Kind::of("cms", Home::Cms, &[CMS, &[("sol/solution.py", "print(int(input()) + 1)")]]),
    Kind::of("cms with a checker", Home::Cms, &[
            CMS,
            &[(
                "check/checker.py",
                "import sys\ninput, answer, output = (open(name).read().split() for name in sys.argv[1:])\n\
                 print(1.0 if output == answer else 0.0)\n",
            )],
        ]).judged_by("check/checker.py"),
    Kind::of("cms with scores", Home::Cms, &[
            CMS,
            &[
                ("input/input1.txt", "7\n"),
                ("output/output1.txt", "8\n"),
                ("gen/GEN", "#ST: 30\n3\n#ST: 70\n7\n"),
            ],
        ]).scored("WA"),
    Kind::of("flat", Home::Flat, &[&[("1.in", "3\n"), ("1.out", "4\n")]]),
    Kind::of("flat with a checker", Home::Flat, &[&[("1.in", "3\n"), ("1.out", "4\n"), ("check.sh", CHECKS_42)]]).judged_by(OWN),
];

const CMS: &Files = &[
    (
        "task.yaml",
        "name: x\ntitle: X\ntime_limit: 10\nmemory_limit: 256\n",
    ),
    ("input/input0.txt", "3\n"),
    ("output/output0.txt", "4\n"),
];

const POLYGON: &Files = &[
    ("tests/01", "3\r\n"),
    ("tests/01.a", "4\r\n"),
    ("tests/02", "7\r\n"),
    ("tests/02.a", "8\r\n"),
    ("files/wcmp.cpp", ""),
];

macro_rules! polygon {
    ($groups:literal, $checker:literal, $solutions:literal) => {
        concat!(
            "<problem><judging><testset name='tests'><time-limit>10000</time-limit>",
            "<input-path-pattern>tests/%02d</input-path-pattern>",
            "<answer-path-pattern>tests/%02d.a</answer-path-pattern>",
            $groups,
            "</testset></judging><assets>",
            $checker,
            "<solutions><solution tag='main'><source path='solutions/right.sh'/></solution>",
            $solutions,
            "<solution tag='wrong-answer'><source path='solutions/wrong.sh'/></solution>",
            "<solution tag='time-limit-exceeded'><source path='solutions/slow.sh'/></solution>",
            "<solution tag='time-limit-exceeded'><source path='solutions/idle.sh'/></solution>",
            "<solution tag='memory-limit-exceeded'><source path='solutions/large.py'/></solution>",
            "<solution tag='failed'><source path='solutions/wordy.sh'/></solution>",
            "<solution tag='failed'><source path='solutions/fails.sh'/></solution>",
            "<solution tag='rejected'><source path='solutions/broken.py'/></solution>",
            "<solution tag='accepted'><source path='solutions/other.hs'/></solution>",
            "</solutions></assets></problem>"
        )
    };
}

const POLYGON_PLAIN: &str = polygon!(
    "<tests><test method='manual'/></tests>",
    "<checker name='std::wcmp.cpp'><source path='files/wcmp.cpp'/></checker>",
    ""
);
const POLYGON_CHECKER: &str = polygon!(
    "<tests><test method='manual'/></tests>",
    "<checker><source path='check.sh'/></checker>",
    "<solution tag='presentation-error'><source path='solutions/odd.sh'/></solution>"
);
const POLYGON_TALK: &str = polygon!(
    "<tests><test method='manual'/></tests>",
    "<checker name='std::wcmp.cpp'><source path='files/wcmp.cpp'/></checker><interactor><source path='talk.sh'/></interactor>",
    ""
);
const POLYGON_SCORES: &str = polygon!(
    "<tests><test method='manual' group='1' points='30'/><test method='manual' group='2' points='70'/></tests>\
     <groups><group name='1' points-policy='complete-group'/><group name='2' points-policy='complete-group'/></groups>",
    "<checker name='std::wcmp.cpp'><source path='files/wcmp.cpp'/></checker>",
    "<solution tag='wrong-answer'><source path='solutions/half.sh'/></solution>"
);
