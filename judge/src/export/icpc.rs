//! The package format of the ICPC and Kattis, version 2025-09.
//!
//! Source: <https://icpc.io/problem-package-format/spec/2025-09>.

use std::path::Path;

use package::{Call, Checker, Expectation, OwnLimits, Problem, Protocol, Source};

use super::{ExportError, Folder, Ready, beyond_comparison};

const FORMAT: &str = "the ICPC format";

/// The folders of solutions, which say what is expected of them.
const FOLDERS: [&str; 4] = [
    "accepted",
    "wrong_answer",
    "time_limit_exceeded",
    "run_time_error",
];

pub(super) fn write(
    problem: &Problem,
    cases: &[Ready<'_>],
    folder: &Folder,
) -> Result<Vec<String>, ExportError> {
    let unsayable = |what: String, remedy| ExportError::Unsayable {
        what,
        format: FORMAT,
        remedy,
    };
    if let Some(what) = beyond_comparison(problem) {
        return Err(unsayable(
            what,
            "it is not written yet; write the package by hand",
        ));
    }
    if !problem.groups.is_empty() {
        let remedy = "groups are not written yet; remove them from a copy";
        return Err(unsayable("groups".to_owned(), remedy));
    }
    let mut left_out = Vec::new();
    folder.write("problem.yaml", &settings(problem, &mut left_out))?;
    let checker_args = match checker(problem) {
        Ok(Kind::Default(args)) => args,
        Ok(Kind::Program(call)) => {
            program(call, "output_validator", folder)?;
            call.args.clone()
        }
        Err(what) => {
            return Err(unsayable(
                what,
                "take the checker tokens, kattis or a program",
            ));
        }
    };
    for validator in &problem.validators {
        let call = &validator.call;
        let is_file = matches!(call.source, Source::File(_) | Source::Folder(_));
        match is_file && call.args.is_empty() && validator.accepts == 42 {
            true => program(call, "input_validators", folder)?,
            false => {
                left_out.push("an input validator that is a crate or has arguments".to_owned())
            }
        }
    }
    let mut data: Vec<&str> = Vec::new();
    for Ready {
        case,
        input,
        answer,
    } in cases
    {
        let first = case.name.split('/').next().unwrap_or_default();
        let depth = case.name.split('/').count();
        if !["sample", "secret"].contains(&first) || depth < 2 {
            let what = format!(
                "{}: a case in neither data/sample nor data/secret",
                case.name
            );
            return Err(unsayable(what, "move it"));
        }
        if !data.contains(&first) {
            data.push(first);
        }
        folder.copy(input, &format!("data/{}.in", case.name))?;
        let Some(answer) = answer else {
            return Err(unsayable(format!("{}: no answer", case.name), "add one"));
        };
        folder.copy(answer, &format!("data/{}.ans", case.name))?;
        if !case.args.is_empty() {
            let args: Vec<String> = case.args.iter().map(|arg| quoted(arg)).collect();
            let text = format!("args: [{}]\n", args.join(", "));
            folder.write(&format!("data/{}.yaml", case.name), &text)?;
        }
        if let Some(files) = &case.files {
            folder.copy(files, &format!("data/{}.files", case.name))?;
        }
    }
    if !checker_args.is_empty() {
        let args: Vec<String> = checker_args.iter().map(|arg| quoted(arg)).collect();
        let text = format!("output_validator_args: [{}]\n", args.join(", "));
        for part in data {
            folder.write(&format!("data/{part}/test_group.yaml"), &text)?;
        }
    }
    let statement = problem.root.join("statement.md");
    if statement.is_file() {
        folder.copy(&statement, "statement/problem.en.md")?;
    }
    solutions(problem, folder, &mut left_out)?;
    Ok(left_out)
}

fn settings(problem: &Problem, left_out: &mut Vec<String>) -> String {
    let limits = &problem.limits;
    let mut text = format!(
        "problem_format_version: 2025-09\ntype: pass-fail\nname: {}\nuuid: {}\n",
        quoted(&problem.title),
        uuid(problem)
    );
    if let Some(source) = &problem.source {
        text += &format!("source: {}\n", quoted(source));
    }
    let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20).max(1);
    let lines = [
        limits
            .time
            .map(|time| format!("  time_limit: {}\n", time.as_secs_f64())),
        limits
            .memory
            .map(|bytes| format!("  memory: {}\n", mebibytes(bytes))),
        limits
            .output
            .map(|bytes| format!("  output: {}\n", mebibytes(bytes))),
    ];
    let lines: String = lines.into_iter().flatten().collect();
    if !lines.is_empty() {
        text += &format!("limits:\n{lines}");
    }
    if limits.wall.is_some() {
        left_out.push("the limit on time on the clock".to_owned());
    }
    if !limits.multiplier.is_empty() {
        left_out.push("the factors on time limits for languages".to_owned());
    }
    text
}

/// An identifier that follows from the problem alone, so that it stays the same.
fn uuid(problem: &Problem) -> String {
    let text = format!("{}\n{}", problem.slug, problem.title);
    let hash = blake3::hash(text.as_bytes()).to_hex();
    let part = |from: usize, to: usize| hash.get(from..to).unwrap_or_default().to_owned();
    // Version 8, variant 8: made by a rule of one's own (RFC 9562).
    let (a, b, c, d, e) = (
        part(0, 8),
        part(8, 12),
        part(13, 16),
        part(17, 20),
        part(20, 32),
    );
    format!("{a}-{b}-8{c}-8{d}-{e}")
}

/// What judges outputs.
enum Kind<'a> {
    /// The format's own comparison, with its arguments.
    Default(Vec<String>),
    Program(&'a Call),
}

fn checker(problem: &Problem) -> Result<Kind<'_>, String> {
    match &problem.judging.checkers[..] {
        [Checker::Named(call)] => match call.name.as_str() {
            "kattis" => Ok(Kind::Default(call.args.clone())),
            "tokens" if call.args.is_empty() => {
                Ok(Kind::Default(vec!["case_sensitive".to_owned()]))
            }
            name => Err(format!("the checker {name}")),
        },
        [Checker::Program(jury)] if jury.protocol == Protocol::Kattis => match jury.call.source {
            Source::File(_) | Source::Folder(_) => Ok(Kind::Program(&jury.call)),
            _ => Err("a checker that is no file of the package".to_owned()),
        },
        [Checker::Program(_)] => {
            Err("a checker that does not speak the kattis protocol".to_owned())
        }
        _ => Err("several checkers".to_owned()),
    }
}

/// Copies the file or folder of a program of the package.
fn program(call: &Call, into: &str, folder: &Folder) -> Result<(), ExportError> {
    let (Source::File(path) | Source::Folder(path)) = &call.source else {
        return Ok(());
    };
    folder.copy(path, &format!("{into}/{}", name_of(path)))
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn solutions(
    problem: &Problem,
    folder: &Folder,
    left_out: &mut Vec<String>,
) -> Result<(), ExportError> {
    for solution in &problem.solutions {
        if solution.limits != OwnLimits::default() {
            left_out.push(format!("{}: limits of its own", solution.name));
            continue;
        }
        let by_folder = |name: &&&str| solution.expect == Expectation::of_folder(name);
        let place = FOLDERS.iter().find(by_folder);
        match (&solution.call.source, place) {
            (Source::File(path) | Source::Folder(path), Some(place))
                if solution.call.args.is_empty() =>
            {
                folder.copy(path, &format!("submissions/{place}/{}", name_of(path)))?;
            }
            (Source::Crate { .. }, _) => {
                left_out.push(format!("{}: a crate of this workspace", solution.name));
            }
            _ => left_out.push(format!(
                "{}: a solution with arguments, or of which no folder says what is expected",
                solution.name
            )),
        }
    }
    Ok(())
}

/// A text in YAML, which takes what JSON takes.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
