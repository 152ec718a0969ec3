//! The validators of a package.

use package::{Problem, Protocol};

use crate::folder::Folder;
use crate::icpc::{NEW, judges, package, program, read, refused};

fn validators(problem: &Problem) -> Vec<String> {
    let calls = problem.validators.iter();
    calls
        .map(|validator| {
            assert_eq!(validator.accepts, 42);
            program(problem, &validator.call)
        })
        .collect()
}

#[test]
fn input_validators_are_files_and_folders_of_known_languages() {
    let problem = read(
        "",
        &[
            ("input_validators/a.py", ""),
            ("input_validators/b.ctd", ""),
            ("input_validators/c.viva", ""),
            ("input_validators/d/main.cc", ""),
            ("input_validators/d/notes.xyz", ""),
            ("input_validators/e/build", ""),
            ("input_validators/README.md", ""),
            ("input_validators/lib.h", ""),
            ("input_validators/f.exe", ""),
            ("input_validators/g/notes.txt", ""),
        ],
    );
    assert_eq!(
        validators(&problem),
        [
            "input_validators/a.py",
            "input_validators/b.ctd",
            "input_validators/c.viva",
            "input_validators/d/",
            "input_validators/e/",
        ]
    );
    assert_eq!(
        problem.warnings,
        [
            "input_validators/f.exe: no program of a known language; not run",
            "input_validators/g: no program of a known language; not run",
        ]
    );
}

#[test]
fn the_deprecated_folder_of_input_validators_is_read() {
    let old = [("input_format_validators/a.py", "")];
    assert_eq!(
        validators(&read("", &old)),
        ["input_format_validators/a.py"]
    );
    let both = [old[0], ("input_validators/b.py", "")];
    assert_eq!(validators(&read("", &both)), ["input_validators/b.py"]);
}

#[test]
fn all_output_validators_of_a_legacy_package_judge() {
    let problem = read(
        "validation: custom\n",
        &[
            ("output_validators/a/validate.cc", ""),
            ("output_validators/a/validate.h", ""),
            ("output_validators/b.py", ""),
        ],
    );
    assert_eq!(
        judges(&problem, &problem.judging),
        ["output_validators/a/", "output_validators/b.py"]
    );
    for checker in &problem.judging.checkers {
        let package::Checker::Program(jury) = checker else {
            panic!("expected a program, found {checker:?}");
        };
        assert_eq!(jury.protocol, Protocol::Kattis);
    }
}

#[test]
fn the_one_output_validator_is_a_file_a_folder_or_its_folder() {
    for (files, expected) in [
        (&["v.py"][..], "output_validator/v.py"),
        (&["v/v.cc", "v/v.h"], "output_validator/v/"),
        (&["v.cc", "v.h"], "output_validator/"),
        (&["build", "v.xyz"], "output_validator/"),
        (&["v/v.cc", "README.md"], "output_validator/v/"),
        (&["v/v.cc", ".hidden"], "output_validator/v/"),
    ] {
        let folder = package(NEW, &[]);
        for file in files {
            folder.file(format!("output_validator/{file}"), "");
        }
        let problem = folder.open().unwrap();
        assert_eq!(judges(&problem, &problem.judging), [expected], "{files:?}");
    }
    let none = read(NEW, &[("output_validator/README.md", "")]);
    assert_eq!(judges(&none, &none.judging), ["kattis"]);
}

#[test]
fn validators_that_are_missing_or_too_many_are_refused() {
    let missing = "expected an output validator, found none; add it, or change problem.yaml";
    let interactive = format!("{NEW}type: interactive\n");
    for (settings, folder) in [
        ("validation: custom\n", "output_validators"),
        (&*interactive, "output_validator"),
    ] {
        refused(settings, &[], &format!("{folder}: {missing}"));
    }
    refused(
        "validation: custom interactive\n",
        &[
            ("output_validators/a.py", ""),
            ("output_validators/b.py", ""),
        ],
        "output_validators: expected one output validator, for only one can talk with a solution; found several",
    );
}

#[test]
fn a_legacy_validator_that_nobody_asks_for_is_not_run() {
    let problem = read("", &[("output_validators/a.py", "")]);
    assert_eq!(judges(&problem, &problem.judging), ["kattis"]);
    assert_eq!(
        problem.warnings,
        ["output_validators: not run, for problem.yaml does not say `validation: custom`"]
    );
}

#[test]
fn a_legacy_script_says_its_python_in_the_first_line() {
    let files = [
        (
            "submissions/accepted/two.py",
            "#!/usr/bin/env python2\nprint 1",
        ),
        (
            "submissions/accepted/three.py",
            "#!/usr/bin/python3\n# not python2",
        ),
        ("submissions/accepted/none.py", "# python2\n"),
        ("submissions/accepted/folder/a.py", "#!/usr/bin/python2"),
        ("input_validators/v.py", "#!/usr/bin/env python2"),
    ];
    let languages = |problem: &Problem| -> Vec<Option<String>> {
        let calls = problem.solutions.iter().map(|solution| &solution.call);
        let validators = problem.validators.iter().map(|validator| &validator.call);
        calls
            .chain(validators)
            .map(|call| call.build.language.clone())
            .collect()
    };
    let two = || Some("python2".to_owned());
    // folder, none.py, three.py, two.py, v.py
    assert_eq!(
        languages(&read("", &files)),
        [two(), None, None, two(), two()]
    );
    assert_eq!(
        languages(&read(NEW, &files)),
        [None, None, None, None, None]
    );
}

#[test]
fn a_link_to_what_is_no_header_is_no_part_of_a_validator() {
    let folder = package("", &[("input_validators/v/v.cc", "")]);
    folder.link("input_validators/v/lib.h", "/etc/hostname");
    folder.link("input_validators/v/gone.h", "nowhere");
    let problem = folder.open().unwrap();
    assert_eq!(validators(&problem), ["input_validators/v/"]);
    let mut warnings = problem.warnings;
    warnings.sort();
    assert_eq!(
        warnings,
        [
            "input_validators/v/gone.h: passed over, for it links to nothing; remove it or mend it",
            "input_validators/v/lib.h: passed over, for it links to /etc/hostname, outside the package; copy it into the package",
        ]
    );
    folder.link("input_validators/w.py", "/etc/hostname");
    assert_eq!(
        folder.refusal(),
        "ROOT/input_validators/w.py: links to /etc/hostname, outside the package; copy it into the package"
    );
}

#[test]
fn a_header_that_all_problems_share_may_be_a_link() {
    let folder = Folder::of(&[
        ("p/problem.yaml", "name: x\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/input_validators/v/v.cpp", ""),
        ("p/input_validators/w.cpp", ""),
        ("p/submissions/accepted/s/s.cpp", ""),
        ("shared/v.h", ""),
        ("shared/notes", ""),
    ]);
    folder.link("p/input_validators/v/v.h", "../../../shared/v.h");
    folder.link("p/input_validators/w.h", "../../shared/v.h");
    folder.link("p/input_validators/v/n.h", "../../../shared/notes");
    folder.link("p/submissions/accepted/s/v.h", "../../../../shared/v.h");
    let problem = package::open(&folder.root().join("p")).unwrap();
    let warnings = folder.without_root(&problem.warnings.join("; "));
    assert_eq!(
        warnings,
        "input_validators/v/n.h: passed over, for it links to ROOT/shared/notes, outside the package; copy it into the package; \
         submissions/accepted/s/v.h: passed over, for it links to ROOT/shared/v.h, outside the package; copy it into the package"
    );
}
