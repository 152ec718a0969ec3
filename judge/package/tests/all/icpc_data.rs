//! Cases and probes below `data/`.

use package::{Probe, ProbeKind, Problem};

use crate::folder::{Folder, cases};
use crate::icpc::{NEW, judges, package, read, refused};

#[test]
fn samples_come_first_and_the_rest_by_the_bytes_of_their_names() {
    let mut files = Vec::new();
    for name in [
        "secret/2",
        "secret/10",
        "secret/1-x",
        "secret/b/1",
        "secret/a",
        "sample/2",
        "sample/1",
    ] {
        files.push((format!("data/{name}.in"), ""));
        files.push((format!("data/{name}.ans"), ""));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    assert_eq!(
        cases(&read("", &files)),
        [
            "sample/1",
            "sample/2",
            "secret/1",
            "secret/1-x",
            "secret/10",
            "secret/2",
            "secret/a",
            "secret/b/1"
        ]
    );
}

#[test]
fn what_is_no_case_is_passed_over() {
    let problem = read(
        "",
        &[
            ("data/secret/.hidden.in", ""),
            ("data/secret/-odd.in", ""),
            ("data/secret/1.hint", ""),
            ("data/secret/1.desc", ""),
            ("data/secret/1.png", ""),
            ("data/sample/1.interaction", ""),
            ("data/sample/1.in.statement", ""),
            ("data/sample/1.in.download", ""),
            ("data/sample/1.ans.download", ""),
        ],
    );
    assert_eq!(cases(&problem), ["secret/1"]);
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
}

#[test]
fn what_looks_like_a_case_and_is_none_is_said() {
    let problem = read(
        "",
        &[
            ("data/secret/a b.in", ""),
            ("data/9.in", ""),
            ("data/extra/1.in", ""),
            ("data/invalid_answer/1.in", ""),
        ],
    );
    assert_eq!(cases(&problem), ["secret/1"]);
    assert_eq!(
        problem.warnings,
        [
            "data/secret/a b.in: passed over, for the format allows names of letters, digits, `_`, `.` and `-` only; rename it",
            "data/9.in: passed over; cases lie in data/sample and data/secret",
            "data/extra: not read; cases lie in data/sample and data/secret",
        ]
    );
}

#[test]
fn halves_of_cases_are_refused() {
    refused(
        "",
        &[("data/secret/2.in", "")],
        "data/secret/2.in: an input without an answer; add the *.ans beside it",
    );
    refused(
        "",
        &[("data/sample/2.ans", "")],
        "data/sample/2.ans: an answer without an input; add the *.in beside it, or remove it",
    );
    let empty = Folder::of(&[("problem.yaml", "")]);
    assert_eq!(
        empty.refusal(),
        "ROOT/data: expected *.in with *.ans in sample/ or secret/, found no case"
    );
}

#[test]
fn links_inside_the_package_are_followed() {
    let folder = package(
        "",
        &[
            ("data/secret/deep/2.in", ""),
            ("data/secret/deep/2.ans", ""),
        ],
    );
    folder.link("data/secret/3.in", "1.in");
    folder.link("data/secret/3.ans", "1.ans");
    folder.link("data/secret/again", "deep");
    assert_eq!(
        cases(&folder.open().unwrap()),
        ["secret/1", "secret/3", "secret/again/2", "secret/deep/2"]
    );
}

#[test]
fn links_that_lead_out_or_nowhere_or_up_are_refused() {
    for (link, target, message) in [
        (
            "data/secret/2.in",
            "/etc/hostname",
            "links to /etc/hostname, outside the package; copy it into the package",
        ),
        (
            "data/secret/2.in",
            "nowhere",
            "links to nothing; remove it or mend it",
        ),
        (
            "data/secret/up",
            "..",
            "links to a folder that it lies in; remove it",
        ),
        (
            "data/sample",
            "/etc",
            "links to /etc, outside the package; copy it into the package",
        ),
        (
            "submissions",
            "/etc",
            "links to /etc, outside the package; copy it into the package",
        ),
    ] {
        let folder = package("", &[]);
        folder.link(link, target);
        assert_eq!(folder.refusal(), format!("ROOT/{link}: {message}"));
    }
    let folder = package("", &[]);
    folder.fifo("data/secret/2.in");
    assert_eq!(
        folder.refusal(),
        "ROOT/data/secret/2.in: expected a file or a folder, found something else; remove it"
    );
}

#[test]
fn a_case_has_arguments_files_and_settings_of_its_own() {
    let folder = package(
        NEW,
        &[
            (
                "data/test_group.yaml",
                "output_validator_args: [case_sensitive]",
            ),
            (
                "data/secret/test_group.yaml",
                "args: [--all]\ninput_validator_args: [-n, 1e3]\nfull_feedback: true\ninput_visualizer_args: [x]",
            ),
            (
                "data/secret/1.yaml",
                "args: [--one]\noutput_validator_args: [float_tolerance, 1e-6]\nhint: h\ndescription: d",
            ),
            ("data/secret/1.files/table.txt", ""),
            ("data/secret/2.in", ""),
            ("data/secret/2.ans", ""),
            ("data/secret/2.args", "--two words\n"),
        ],
    );
    let problem = folder.open().unwrap();
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    let [one, two] = &problem.cases[..] else {
        panic!("expected two cases, found {:?}", cases(&problem));
    };
    assert_eq!(one.args, ["--one"]);
    assert_eq!(one.validator_args, ["-n", "1e3", "--one"]);
    assert_eq!(
        one.files.as_deref(),
        Some(&*folder.root().join("data/secret/1.files"))
    );
    assert_eq!(
        judges(&problem, one.judging.as_deref().unwrap_or(&problem.judging)),
        ["kattis float_tolerance 1e-6"]
    );
    assert_eq!(two.args, ["--two", "words"]);
    assert_eq!(two.validator_args, ["-n", "1e3", "--two", "words"]);
    assert_eq!(two.files, None);
    assert_eq!(
        judges(&problem, two.judging.as_deref().unwrap_or(&problem.judging)),
        ["kattis case_sensitive"]
    );
}

#[test]
fn what_all_cases_are_judged_by_is_said_once() {
    let problem = read(
        NEW,
        &[(
            "data/secret/test_group.yaml",
            "output_validator_args: [case_sensitive]",
        )],
    );
    assert_eq!(
        judges(&problem, &problem.judging),
        ["kattis case_sensitive"]
    );
    assert_eq!(problem.cases[0].judging, None);
}

#[test]
fn input_validators_may_have_arguments_of_their_own() {
    let validators = [
        ("input_validators/a.py", ""),
        ("input_validators/b/b.py", ""),
    ];
    let args = |problem: &Problem| -> Vec<Vec<String>> {
        let of = |index| problem.cases[0].args_of_validator(index).to_vec();
        (0..problem.validators.len()).map(of).collect()
    };
    for (settings, name, content, expected) in [
        (
            NEW,
            "data/secret/1.yaml",
            "input_validator_args: [x]",
            [&["x"][..], &["x"]],
        ),
        (
            NEW,
            "data/secret/1.yaml",
            "input_validator_args: {a.py: [x]}",
            [&["x"], &[]],
        ),
        (
            NEW,
            "data/secret/1.yaml",
            "input_validator_args: {a: [x], b: [y, z]}\nargs: [s]",
            [&["x", "s"], &["y", "z", "s"]],
        ),
        (
            "",
            "data/testdata.yaml",
            "input_validator_flags: x y",
            [&["x", "y"], &["x", "y"]],
        ),
        (
            "",
            "data/testdata.yaml",
            "input_validator_flags: {name: b, flags: x y}",
            [&[], &["x", "y"]],
        ),
        (
            "",
            "data/testdata.yaml",
            "input_validator_flags: {b: x}",
            [&[], &["x"]],
        ),
    ] {
        let problem = read(settings, &[validators[0], validators[1], (name, content)]);
        assert_eq!(args(&problem), expected, "{content}");
    }
}

#[test]
fn flags_of_a_legacy_folder_come_after_those_of_the_problem() {
    let problem = read(
        "validation: custom\nvalidator_flags: a b\n",
        &[
            ("output_validators/v.py", ""),
            ("output_validators/w.py", ""),
            ("data/testdata.yaml", "output_validator_flags: c"),
            (
                "data/sample/testdata.yaml",
                "output_validator_flags: {name: w, flags: d}",
            ),
            ("data/sample/1.in", ""),
            ("data/sample/1.ans", ""),
        ],
    );
    let judging = |index: usize| {
        let own = problem.cases[index].judging.as_deref();
        judges(&problem, own.unwrap_or(&problem.judging))
    };
    assert_eq!(
        judging(0),
        ["output_validators/v.py a b", "output_validators/w.py a b d"]
    );
    assert_eq!(
        judging(1),
        [
            "output_validators/v.py a b c",
            "output_validators/w.py a b c"
        ]
    );
}

#[test]
fn broken_settings_of_cases_are_refused() {
    for (name, content, message) in [
        (
            "data/secret/1.yaml",
            "args: x",
            "data/secret/1.yaml: line 1: args: expected a list of texts, found `x`",
        ),
        (
            "data/secret/test_group.yaml",
            "\noutput_validator_args:\n  - {a: b}",
            "data/secret/test_group.yaml: line 3: output_validator_args[0]: expected text, found a map",
        ),
    ] {
        refused(NEW, &[(name, content)], message);
    }
    let problem = read(NEW, &[("data/secret/1.yaml", "argz: [x]")]);
    assert_eq!(
        problem.warnings,
        ["data/secret/1.yaml: line 1: argz: unknown key; it is not read"]
    );
}

fn probes(problem: &Problem) -> Vec<String> {
    let shown = |probe: &Probe| {
        let kind = match probe.kind {
            ProbeKind::InvalidInput => "rejects",
            ProbeKind::InvalidOutput => "rejects output of",
            ProbeKind::ValidOutput => "accepts output of",
        };
        assert_eq!(
            probe.output.is_none(),
            probe.kind == ProbeKind::InvalidInput
        );
        assert_eq!(
            probe.case.answer.is_none(),
            probe.kind == ProbeKind::InvalidInput
        );
        format!("{kind} {} {:?}", probe.case.name, probe.case.validator_args)
    };
    problem.probes.iter().map(shown).collect()
}

#[test]
fn data_that_validators_are_tried_on_is_read() {
    let folders = |input: &str, invalid: &str, valid: &str| -> Vec<(String, &str)> {
        vec![
            (
                format!("data/{input}/test_group.yaml"),
                "input_validator_args: [x]",
            ),
            (format!("data/{input}/1.in"), ""),
            (format!("data/{input}/deep/2.in"), ""),
            (format!("data/{invalid}/1.in"), ""),
            (format!("data/{invalid}/1.ans"), ""),
            (format!("data/{invalid}/1.out"), ""),
            (format!("data/{valid}/1.in"), ""),
            (format!("data/{valid}/1.ans"), ""),
            (format!("data/{valid}/1.out"), ""),
        ]
    };
    let read = |files: Vec<(String, &str)>, settings: &str, more: &[(&str, &str)]| {
        let folder = package(settings, more);
        for (name, content) in files {
            folder.file(&name, content);
        }
        folder.open().unwrap()
    };
    let files = folders("invalid_input", "invalid_output", "valid_output");
    let problem = read(files.clone(), NEW, &[("data/secret/1.out", "")]);
    assert_eq!(
        probes(&problem),
        [
            "accepts output of secret/1 []",
            "rejects invalid_input/1 [\"x\"]",
            "rejects invalid_input/deep/2 [\"x\"]",
            "rejects output of invalid_output/1 []",
            "accepts output of valid_output/1 []",
        ]
    );
    let plural = folders("invalid_inputs", "invalid_outputs", "valid_outputs");
    assert_eq!(probes(&read(plural, "", &[])).len(), 4);
    let interactive = format!("{NEW}type: interactive\n");
    let problem = read(
        files,
        &interactive,
        &[("output_validator/v.py", ""), ("data/secret/1.out", "")],
    );
    assert_eq!(probes(&problem).len(), 2);
    assert_eq!(
        problem.warnings,
        [
            "data/invalid_output: not read, for outputs of this problem cannot be judged without a run",
            "data/valid_output: not read, for outputs of this problem cannot be judged without a run",
        ]
    );
    refused(
        NEW,
        &[
            ("data/valid_output/1.in", ""),
            ("data/valid_output/1.ans", ""),
        ],
        "data/valid_output/1.in: expected *.ans and *.out beside it; add what is missing",
    );
}
