//! What is read of `problem.yaml` and the files that state a time limit beside it.

use std::time::Duration;

use package::{JuryLimits, Limits, Problem, TimeRule};

use crate::folder::Folder;
use crate::icpc::{NEW, UUID, judges, package, read, refused};

#[test]
fn every_version_is_named_in_the_format() {
    for (settings, format) in [
        ("", "icpc legacy"),
        ("problem_format_version: legacy", "icpc legacy"),
        ("problem_format_version: legacy-icpc", "icpc legacy-icpc"),
        (
            "problem_format_version: 2023-07-draft",
            "icpc 2023-07-draft",
        ),
        ("problem_format_version: '2023-07'", "icpc 2023-07"),
        (
            "problem_format_version: 2025-09-draft",
            "icpc 2025-09-draft",
        ),
        ("problem_format_version: 2025-09", "icpc 2025-09"),
        ("problem_format_version: draft", "icpc draft"),
    ] {
        assert_eq!(read(settings, &[]).format, format, "{settings}");
    }
    refused(
        "name: X\nproblem_format_version: 2027-01\n",
        &[],
        "problem.yaml: line 2: problem_format_version: expected `legacy` or `legacy-icpc` or \
         `2023-07-draft` or `2023-07` or `2025-09-draft` or `2025-09` or `draft`, found `2027-01`",
    );
}

#[test]
fn keys_that_the_format_requires_are_missed() {
    let version = "problem_format_version: 2025-09\n";
    for (settings, warning) in [
        (
            format!("{version}{UUID}"),
            Some("problem.yaml: the format requires the key `name`; add it"),
        ),
        (
            format!("{version}name: X\nuuid:\n"),
            Some("problem.yaml: the format requires the key `uuid`; add it"),
        ),
        (
            format!("{version}name: X\nuuid: x\n"),
            Some(
                "problem.yaml: line 3: uuid: expected a UUID, such as \
                 `b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35`",
            ),
        ),
        (
            format!("{version}name: X\n{UUID}type: [pass-fail, scoring]\n"),
            Some(
                "problem.yaml: line 4: type: `pass-fail` and `scoring` exclude each other; read as \
                 `scoring`",
            ),
        ),
        (format!("{version}name: X\n{UUID}type: scoring\n"), None),
        // The legacy format requires neither.
        ("uuid: x\n".to_owned(), None),
    ] {
        let warnings = read(&settings, &[]).warnings;
        let expected: Vec<&str> = warning.into_iter().collect();
        assert_eq!(warnings, expected, "{settings}");
    }
}

#[test]
fn a_package_of_before_there_were_settings_is_recognised() {
    let folder = Folder::of(&[
        (
            "problem_statement/problem.tex",
            "\\problemname{An {O}ld One}",
        ),
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
    ]);
    let problem = folder.open().unwrap();
    assert_eq!(problem.format, "icpc legacy");
    assert_eq!(problem.title, "An {O}ld One");
}

#[test]
fn the_title_is_found_wherever_it_stands() {
    let statement = |name, text| [(name, text)];
    for (settings, more, title) in [
        ("name: A", &[][..], "A"),
        ("name: 2048", &[], "2048"),
        ("name: 1e-6", &[], "1e-6"),
        ("name: No", &[], "No"),
        ("name: {sv: B, en: C}", &[], "C"),
        ("name: {sv: B, de: D}", &[], "B"),
        (
            "",
            &statement("problem_statement/problem.en.tex", "x\n\\problemname{E}\ny"),
            "E",
        ),
        (
            "",
            &statement(
                "problem_statement/problem.sv.tex",
                "\\problemname{$x^2$}\n%% plainproblemname: x squared\n",
            ),
            "x squared",
        ),
    ] {
        assert_eq!(read(settings, more).title, title, "{settings}");
    }
    let untitled = read("", &[("problem_statement/problem.tex", "\\problemname{}")]);
    assert_eq!(untitled.title, untitled.slug);
    refused(
        "name: [a]",
        &[],
        "problem.yaml: line 1: name: expected text, found a list",
    );
}

#[test]
fn sources_are_named_in_every_form() {
    for (settings, source) in [
        ("source: NCPC 2020\nsource_url: http://x", Some("NCPC 2020")),
        ("source: {name: A, url: http://x}", Some("A")),
        ("source: [A, {name: B}]", Some("A, B")),
        ("source: ''", None),
        ("source:", None),
    ] {
        let problem = read(settings, &[]);
        assert_eq!(problem.source.as_deref(), source, "{settings}");
        assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    }
    refused(
        "source: {url: http://x}",
        &[],
        "problem.yaml: line 1: source: expected a key `name`, found none",
    );
}

#[test]
fn limits_are_read() {
    let settings = "
limits:
  memory: 512
  output: 16
  code: 64
  compilation_time: 90
  compilation_memory: 1024
  validation_time: 30
  validation_memory: 256
  validation_output: 4
validation: custom
";
    let problem = read(settings, &[("output_validators/v.py", "")]);
    let expected = Limits {
        time_rule: Some(TimeRule::Legacy {
            multiplier: 5.0,
            safety: 2.0,
        }),
        memory: Some(512 << 20),
        output: Some(16 << 20),
        code: Some(64 << 10),
        compile_time: Some(Duration::from_secs(90)),
        compile_memory: Some(1 << 30),
        ..Limits::default()
    };
    assert_eq!(problem.limits, expected);
    let [package::Checker::Program(jury)] = &problem.judging.checkers[..] else {
        panic!("expected a program, found {:?}", problem.judging);
    };
    let expected = JuryLimits {
        time: Duration::from_secs(30),
        memory: 256 << 20,
        output: 4 << 20,
    };
    assert_eq!(jury.limits, expected);
}

#[test]
fn each_version_has_its_rule_for_the_time_limit() {
    let legacy = read("limits: {time_multiplier: 2.5, time_safety_margin: 3}", &[]);
    assert_eq!(
        legacy.limits.time_rule,
        Some(TimeRule::Legacy {
            multiplier: 2.5,
            safety: 3.0
        })
    );
    let new = format!(
        "{NEW}limits:\n  time_resolution: 0.5\n  time_multipliers: {{ac_to_time_limit: 3, time_limit_to_tle: 1.25}}\n"
    );
    assert_eq!(
        read(&new, &[]).limits.time_rule,
        Some(TimeRule::Icpc {
            ac_to_limit: 3.0,
            limit_to_tle: 1.25,
            resolution: 0.5
        })
    );
    assert_eq!(
        read(NEW, &[]).limits.time_rule,
        Some(TimeRule::Icpc {
            ac_to_limit: 2.0,
            limit_to_tle: 1.5,
            resolution: 1.0
        })
    );
}

#[test]
fn a_stated_time_limit_says_where_it_stands() {
    let time = |problem: &Problem| (problem.limits.time, problem.limits.time_from.clone());
    let seconds = |seconds| Some(Duration::from_secs_f64(seconds));
    let stated = format!("{NEW}limits: {{time_limit: 1.5}}");
    let ini = "name = 'X'\ntimelimit = '2.5' ; seconds\n";
    for (settings, more, limit, from) in [
        ("", &[][..], None, None),
        (&*stated, &[], seconds(1.5), None),
        (
            "",
            &[(".timelimit", "3\n")],
            seconds(3.0),
            Some(".timelimit"),
        ),
        (
            "",
            &[("domjudge-problem.ini", ini)],
            seconds(2.5),
            Some("domjudge-problem.ini"),
        ),
        ("", &[("domjudge-problem.ini", "color=red\n")], None, None),
        (
            "",
            &[("domjudge-problem.ini", "timelimit=\"7\"")],
            seconds(7.0),
            Some("domjudge-problem.ini"),
        ),
        (
            "",
            &[(".timelimit", "3"), ("domjudge-problem.ini", ini)],
            seconds(3.0),
            Some(".timelimit"),
        ),
        (&stated, &[(".timelimit", "1.5")], seconds(1.5), None),
    ] {
        let problem = read(settings, more);
        assert_eq!(
            time(&problem),
            (limit, from.map(str::to_owned)),
            "{settings} {more:?}"
        );
        assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    }
    let both = read(&stated, &[(".timelimit", "9")]);
    assert_eq!(time(&both), (seconds(1.5), None));
    assert_eq!(
        both.warnings,
        [".timelimit: states 9 s, and problem.yaml 1.5 s, which is used; remove one"]
    );
    let early = read("limits: {time_limit: 4}", &[]);
    assert_eq!(time(&early), (seconds(4.0), None));
    assert_eq!(
        early.warnings,
        [
            "problem.yaml: line 1: limits.time_limit: a key of the 2025-09 format; it is read as there"
        ]
    );
}

#[test]
fn kinds_are_read_in_every_form() {
    let new = |kind: &str| format!("{NEW}type: {kind}\n");
    let jury = [("output_validator/v.py", "")];
    let old_jury = [("output_validators/v.py", "")];
    let talks = ["talks: output_validator/v.py"];
    let old_talks = ["talks: output_validators/v.py"];
    for (settings, more, shown, passes) in [
        (new("pass-fail"), &[][..], &["kattis"][..], 1),
        (new("[pass-fail]"), &[], &["kattis"], 1),
        (new("interactive"), &jury, &talks, 1),
        (new("pass-fail interactive"), &jury, &talks, 1),
        (new("[interactive, multi-pass]"), &jury, &talks, 2),
        (
            new("multi-pass\nlimits: {validation_passes: 5}"),
            &jury,
            &["output_validator/v.py"],
            5,
        ),
        (
            "validation: custom interactive".to_owned(),
            &old_jury,
            &old_talks,
            1,
        ),
        (
            "validation: custom multi-pass\nlimits: {validation_passes: 26}".to_owned(),
            &old_jury,
            &["output_validators/v.py"],
            26,
        ),
        (
            "type: scoring\nvalidation: custom score".to_owned(),
            &old_jury,
            &["output_validators/v.py"],
            1,
        ),
        ("validation: default".to_owned(), &[], &["kattis"], 1),
        (
            "validator_flags: float_tolerance 1e-6".to_owned(),
            &[],
            &["kattis float_tolerance 1e-6"],
            1,
        ),
    ] {
        let problem = read(&settings, more);
        assert_eq!(judges(&problem, &problem.judging), shown, "{settings}");
        assert_eq!(problem.judging.passes, passes, "{settings}");
        assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    }
}

#[test]
fn broken_values_are_refused_with_file_line_and_key() {
    let new = |more: &str| format!("{NEW}{more}");
    for (settings, message) in [
        (
            "name: X\nlimits: 5",
            "line 2: limits: expected a map of keys to values, found `5`",
        ),
        (
            "limits:\n  memory: much",
            "line 2: limits.memory: expected a number of MiB from 0.001 to 1048576, found `much`",
        ),
        (
            "limits:\n  memory: -1",
            "line 2: limits.memory: expected a number of MiB from 0.001 to 1048576, found `-1`",
        ),
        (
            "limits:\n\n  output: [1]",
            "line 3: limits.output: expected a number of MiB from 0.001 to 1048576, found a list",
        ),
        (
            "limits: {time_multiplier: .nan}",
            "line 1: limits.time_multiplier: expected a factor from 0.01 to 1000, found `.nan`",
        ),
        (
            "limits: {validation_passes: 2.5}",
            "line 1: limits.validation_passes: expected a whole number, found 2.5",
        ),
        (
            "validation: costum",
            "line 1: validation: expected `default` or `custom` first",
        ),
        (
            "validation: custom fast",
            "line 1: validation: expected `interactive`, `score` or `multi-pass` after `custom`, found `fast`",
        ),
        (
            "type: [interactive, funny]",
            "line 1: type: expected words out of `pass-fail`, `scoring`, `interactive`, \
             `multi-pass` and `submit-answer`, found `funny`",
        ),
        (
            "type: {a: b}",
            "line 1: type: expected text or a list of texts, found a map",
        ),
        (
            "grading: {objective: least}",
            "line 1: grading.objective: expected `min` or `max`, found `least`",
        ),
        (
            "grading:\n  range: 5 1",
            "line 2: grading.range: expected two numbers, the lower one first, such as `0 100`",
        ),
        (
            "grading: {show_test_data_groups: maybe}",
            "line 1: grading.show_test_data_groups: expected `true` or `false`, found `maybe`",
        ),
        (
            "- a\n- b",
            "line 1: expected a map of keys to values, found a list",
        ),
        (
            "name: 'X",
            "line 2, column 1: the text in quotes does not end, or goes on too far to the left",
        ),
    ] {
        let settings = format!("{settings}\n");
        refused(&settings, &[], &format!("problem.yaml: {message}"));
    }
    for (settings, message) in [
        (
            "type: submit-answer\n",
            "line 3: type: submit-answer problems are not supported: what is judged in them are files and not programs",
        ),
        (
            "limits:\n  time_limit: 0\n",
            "line 4: limits.time_limit: expected a number of seconds from 0.001 to 86400, found `0`",
        ),
        (
            "constants: {1x: 2}\n",
            "line 3: constants.1x: expected a name of letters, digits and `_`",
        ),
        (
            "constants:\n  x: {tex: 2}\n",
            "line 4: constants.x: expected a key `value`, found none",
        ),
    ] {
        refused(&new(settings), &[], &format!("problem.yaml: {message}"));
    }
    for (name, content, message) in [
        (
            ".timelimit",
            "soon\n",
            ".timelimit: expected a number of seconds from 0.001 to 86400, found `soon`",
        ),
        (
            "domjudge-problem.ini",
            "x=1\ntimelimit=-1\n",
            "domjudge-problem.ini: line 2: timelimit: expected a number of seconds from 0.001 to 86400, found `-1`",
        ),
    ] {
        refused("", &[(name, content)], message);
    }
}

#[test]
fn keys_that_mean_nothing_are_passed_over() {
    let settings = format!(
        "{NEW}uuid: b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35\nversion: 2\ncredits: {{authors: A}}\nlicense: cc by\nrights_owner: A\n\
         embargo_until: 2020-01-01\nkeywords: [a]\nlanguages: all\nallow_file_writing: true\n"
    );
    assert!(read(&settings, &[]).warnings.is_empty());
    let legacy =
        "author: A\nkeywords: a b\nlibraries: gmp\nlimits:\n  speed: 9\n  time_multipliers: 1\n";
    assert_eq!(
        read(legacy, &[]).warnings,
        [
            "problem.yaml: line 5: limits.speed: unknown key; it is not read",
            "problem.yaml: line 6: limits.time_multipliers: unknown key; it is not read",
            "problem.yaml: line 3: libraries: unknown key; it is not read",
        ]
    );
}

#[test]
fn keys_of_the_legacy_format_are_noted_in_a_newer_one() {
    let settings = format!("{NEW}validation: custom\n");
    let problem = read(&settings, &[("output_validators/v.py", "")]);
    assert_eq!(
        judges(&problem, &problem.judging),
        ["output_validators/v.py"]
    );
    assert_eq!(
        problem.warnings,
        [
            "problem.yaml: line 3: validation: a key of the legacy format; it is read as there",
            "output_validators: the 2025-09 format has its validators in output_validator/; read as if there",
        ]
    );
}

#[test]
fn constants_reach_every_program_and_the_settings_of_groups() {
    let settings = format!("{NEW}constants:\n  n: 1e-3\n  k: {{value: 5, tex: '5{{,}}000'}}\n");
    let problem = read(
        &settings,
        &[
            (
                "data/secret/test_group.yaml",
                "args: [\"{{n}}\", \"{{k.tex}}\", \"{{z}}\"]",
            ),
            ("input_validators/i.py", ""),
            ("submissions/accepted/a.py", ""),
        ],
    );
    let constants = &problem.solutions[0].call.build.constants;
    let shown: Vec<String> = constants
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    assert_eq!(
        shown,
        [
            "k=5",
            "k.tex=5{,}000",
            "k.value=5",
            "n=1e-3",
            "n.value=1e-3"
        ]
    );
    assert_eq!(&problem.validators[0].call.build.constants, constants);
    assert_eq!(problem.cases[0].args, ["1e-3", "5{,}000", "{{z}}"]);
}

#[test]
fn of_a_key_given_twice_the_last_counts() {
    let problem = read("name: A\nname: B\n", &[]);
    assert_eq!(problem.title, "B");
    assert_eq!(
        problem.warnings,
        ["problem.yaml: line 2: name: stands on line 1 as well; the last one counts, keep one"]
    );
}

#[test]
fn settings_that_are_no_text_are_refused() {
    let folder = package("", &[]);
    std::fs::write(folder.root().join("problem.yaml"), b"name: \xff").unwrap();
    assert_eq!(
        folder.refusal(),
        "ROOT/problem.yaml: line 1: expected UTF-8, found the byte 0xff"
    );
}

#[test]
fn settings_of_an_absurd_size_are_refused() {
    let settings = format!("name: {}", "x".repeat(17 << 20));
    refused(
        &settings,
        &[],
        "problem.yaml: expected at most 16777216 bytes of settings, found 17825798",
    );
}

#[test]
fn what_a_terminal_would_obey_is_written_out() {
    let problem = read("\"a\\e[2J\": 1\n", &[]);
    assert_eq!(
        problem.warnings,
        ["problem.yaml: line 1: a\\u{1b}[2J: unknown key; it is not read"]
    );
}
