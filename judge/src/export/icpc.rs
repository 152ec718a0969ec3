//! The package format of the ICPC and Kattis, version 2025-09.
//!
//! Source: <https://icpc.io/problem-package-format/spec/2025-09>.

mod groups;
pub(super) mod judges;
mod submissions;

use std::collections::BTreeMap;

use package::{Case, Checker, Judging, JuryLimits, Problem, Source};

pub(super) use submissions::place;

use super::{ExportError, Folder, Ready};

const FORMAT: &str = "the ICPC format";

/// What the format cannot say.
fn unsayable(what: impl Into<String>, remedy: &'static str) -> ExportError {
    ExportError::Unsayable {
        what: what.into(),
        format: FORMAT,
        remedy,
    }
}

pub(super) fn write(
    problem: &Problem,
    cases: &[Ready<'_>],
    folder: &Folder,
) -> Result<Vec<String>, ExportError> {
    let mut left_out = Vec::new();
    let judging = &problem.judging;
    folder.write("problem.yaml", &settings(problem, &mut left_out))?;
    judges::copy(judging, folder, "output_validator")?;
    let mut group_files = groups::files(problem)?;
    let shared = judges::args(judging)?;
    if !shared.is_empty() {
        let line = format!("output_validator_args: {}\n", list(&shared));
        for part in ["sample", "secret"] {
            group_files
                .entry(part.to_owned())
                .or_default()
                .push_str(&line);
        }
    }
    validators(problem, folder, &mut left_out)?;
    for ready in cases {
        case(problem, ready, &shared, folder)?;
    }
    for (name, text) in &group_files {
        let is_there = |ready: &Ready<'_>| {
            let rest = ready.case.name.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        if cases.iter().any(is_there) {
            folder.write(&format!("data/{name}/test_group.yaml"), text)?;
        }
    }
    let statement = problem.root.join("statement.md");
    if statement.is_file() {
        folder.copy(&statement, "statement/problem.en.md")?;
    }
    submissions::write(problem, folder, &mut left_out)?;
    if problem.format == "native" && problem.stress.is_some() {
        left_out.push("what makes random inputs (`[stress]`)".to_owned());
    }
    Ok(left_out)
}

/// Copies the input validators that the format can call.
pub(super) fn validators(
    problem: &Problem,
    folder: &Folder,
    left_out: &mut Vec<String>,
) -> Result<(), ExportError> {
    for validator in &problem.validators {
        let call = &validator.call;
        let why = match &call.source {
            Source::Crate { name, .. } => format!("the crate {name}, whose sources reach beyond"),
            Source::Command(words) => format!("the command {}", words.join(" ")),
            Source::File(path) | Source::Folder(path) => {
                let name = super::name_of(path);
                if call.args.is_empty() && validator.accepts == 42 {
                    folder.copy(path, &format!("input_validators/{name}"))?;
                    continue;
                }
                format!("{name}, which has arguments or accepts by another code than 42")
            }
        };
        left_out.push(format!(
            "an input validator: {why}; every input written was accepted by it"
        ));
    }
    Ok(())
}

fn case(
    problem: &Problem,
    ready: &Ready<'_>,
    shared: &[String],
    folder: &Folder,
) -> Result<(), ExportError> {
    let Ready {
        case,
        input,
        answer,
    } = ready;
    let name = &case.name;
    let is_placed = ["sample/", "secret/"]
        .iter()
        .any(|part| name.starts_with(part));
    if !is_placed {
        let what = format!("{name}: a case in neither data/sample nor data/secret");
        return Err(unsayable(what, "move it"));
    }
    if case.points.is_some() {
        let remedy = "give points to groups";
        return Err(unsayable(
            format!("{name}: points of a single case"),
            remedy,
        ));
    }
    folder.copy(input, &format!("data/{name}.in"))?;
    match answer {
        Some(answer) => folder.copy(answer, &format!("data/{name}.ans"))?,
        // A talk has no answer, and yet the format wants the file.
        None if problem.judging.interactor.is_some() => {
            folder.write(&format!("data/{name}.ans"), "")?;
        }
        None => return Err(unsayable(format!("{name}: no answer"), "add one")),
    }
    let text = case_settings(problem, case, shared)?;
    if !text.is_empty() {
        folder.write(&format!("data/{name}.yaml"), &text)?;
    }
    if let Some(files) = &case.files {
        folder.copy(files, &format!("data/{name}.files"))?;
    }
    Ok(())
}

/// The `.yaml` of a case: what it says otherwise than its group.
fn case_settings(problem: &Problem, case: &Case, shared: &[String]) -> Result<String, ExportError> {
    let mut lines = BTreeMap::new();
    if !case.args.is_empty() {
        lines.insert("args", case.args.clone());
    }
    // The format gives validators the arguments of solutions too.
    let own = case.validator_args.strip_suffix(case.args.as_slice());
    let own = own.unwrap_or(&case.validator_args);
    if !own.is_empty() {
        lines.insert("input_validator_args", own.to_vec());
    }
    if !case.own_validator_args.is_empty() {
        let what = format!("{}: arguments of single validators", case.name);
        return Err(unsayable(what, "give all validators the same"));
    }
    if let Some(judging) = &case.judging {
        if !judges::differ_in_args(judging, &problem.judging) {
            let what = format!("{}: a checker of its own", case.name);
            return Err(unsayable(
                what,
                "let one checker judge all cases, by arguments",
            ));
        }
        let args = judges::args(judging)?;
        if args != shared {
            lines.insert("output_validator_args", args);
        }
    }
    let line = |(key, args): (&str, Vec<String>)| format!("{key}: {}\n", list(&args));
    Ok(lines.into_iter().map(line).collect())
}

fn settings(problem: &Problem, left_out: &mut Vec<String>) -> String {
    let limits = &problem.limits;
    let judging = &problem.judging;
    let scoring = !problem.groups.is_empty();
    let mut kind = vec![if scoring { "scoring" } else { "pass-fail" }];
    kind.extend(judging.interactor.is_some().then_some("interactive"));
    kind.extend((judging.passes > 1).then_some("multi-pass"));
    let kind = match &kind[..] {
        [one] => (*one).to_owned(),
        several => format!("[{}]", several.join(", ")),
    };
    let mut text = format!(
        "problem_format_version: 2025-09\ntype: {kind}\nname: {}\nuuid: {}\n",
        quoted(&problem.title),
        uuid(problem)
    );
    if let Some(source) = &problem.source {
        text += &format!("source: {}\n", quoted(source));
    }
    let mut lines = String::new();
    if let Some(time) = limits.time {
        lines += &format!("  time_limit: {}\n", time.as_secs_f64());
    }
    if judging.passes > 1 {
        lines += &format!("  validation_passes: {}\n", judging.passes);
    }
    lines += &megabytes(problem);
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

/// The lines of the limits that both versions of the format call the same.
pub(super) fn megabytes(problem: &Problem) -> String {
    let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20).max(1).to_string();
    let jury = jury_limits(&problem.judging);
    let usual = JuryLimits::default();
    let lines = [
        ("memory", problem.limits.memory.map(mebibytes)),
        ("output", problem.limits.output.map(mebibytes)),
        (
            "validation_time",
            (jury.time != usual.time).then(|| jury.time.as_secs_f64().to_string()),
        ),
        (
            "validation_memory",
            (jury.memory != usual.memory).then(|| mebibytes(jury.memory)),
        ),
    ];
    let line = |(key, value): (&str, Option<String>)| Some(format!("  {key}: {}\n", value?));
    lines.into_iter().filter_map(line).collect()
}

/// What the program that judges outputs may use.
fn jury_limits(judging: &Judging) -> JuryLimits {
    let checker = judging.checkers.iter().find_map(|checker| match checker {
        Checker::Program(jury) => Some(jury.limits),
        Checker::Named(_) => None,
    });
    let talk = judging.interactor.as_ref().map(|jury| jury.limits);
    talk.or(checker).unwrap_or_default()
}

/// An identifier that follows from the problem alone, so that it stays the same.
pub(super) fn uuid(problem: &Problem) -> String {
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

/// A list of texts in YAML.
fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    format!("[{}]", items.join(", "))
}

/// A text in YAML, which takes what JSON takes.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
