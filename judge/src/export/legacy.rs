//! The legacy format of Kattis, which most tools still read.
//!
//! Source: <https://icpc.io/problem-package-format/spec/legacy>.

mod groups;

use package::{Case, Expectation, OwnLimits, Problem, Solution, Source};

use super::icpc::{judges, place, quoted, uuid, validators};
use super::{ExportError, Folder, Ready, name_of};

/// What the format cannot say.
fn unsayable(what: impl Into<String>, remedy: &'static str) -> ExportError {
    ExportError::Unsayable {
        what: what.into(),
        format: "the legacy format",
        remedy,
    }
}

pub(super) fn write(
    problem: &Problem,
    cases: &[Ready<'_>],
    folder: &Folder,
) -> Result<Vec<String>, ExportError> {
    let mut left_out = Vec::new();
    folder.write("problem.yaml", &settings(problem, &mut left_out)?)?;
    match problem.limits.time {
        Some(time) => folder.write(".timelimit", &format!("{}\n", time.as_secs_f64()))?,
        None => left_out.push("a time limit, for there is none".to_owned()),
    }
    judges::copy(&problem.judging, folder, "output_validators")?;
    validators(problem, folder, &mut left_out)?;
    for Ready {
        case,
        input,
        answer,
    } in cases
    {
        check(case, problem)?;
        let name = &case.name;
        folder.copy(input, &format!("data/{name}.in"))?;
        match answer {
            Some(answer) => folder.copy(answer, &format!("data/{name}.ans"))?,
            None if problem.judging.interactor.is_some() => {
                folder.write(&format!("data/{name}.ans"), "")?;
            }
            None => return Err(unsayable(format!("{name}: no answer"), "add one")),
        }
    }
    for (name, text) in groups::files(problem)? {
        folder.write(&format!("{name}/testdata.yaml"), &text)?;
    }
    let statement = problem.root.join("statement.md");
    if statement.is_file() {
        folder.copy(&statement, "problem_statement/problem.en.md")?;
    }
    for solution in &problem.solutions {
        copy(solution, folder, &mut left_out)?;
    }
    if problem.format == "native" && problem.stress.is_some() {
        left_out.push("what makes random inputs (`[stress]`)".to_owned());
    }
    Ok(left_out)
}

fn settings(problem: &Problem, left_out: &mut Vec<String>) -> Result<String, ExportError> {
    let judging = &problem.judging;
    if judging.passes > 1 {
        let what = format!("{} passes", judging.passes);
        return Err(unsayable(what, "take the format icpc"));
    }
    let kind = match problem.groups.is_empty() {
        true => "pass-fail",
        false => "scoring",
    };
    let validation = match (&judging.interactor, judges::is_program(judging)?) {
        (Some(_), _) => "custom interactive",
        (None, true) => "custom",
        (None, false) => "default",
    };
    let mut text = format!(
        "problem_format_version: legacy\nname: {}\nuuid: {}\ntype: {kind}\nvalidation: {validation}\n",
        quoted(&problem.title),
        uuid(problem)
    );
    if let Some(source) = &problem.source {
        text += &format!("source: {}\n", quoted(source));
    }
    let args = judges::args(judging)?;
    if args
        .iter()
        .any(|arg| arg.is_empty() || arg.contains(char::is_whitespace))
    {
        let what = "an argument of the checker with a blank in it";
        return Err(unsayable(what, "take the format icpc"));
    }
    if !args.is_empty() {
        text += &format!("validator_flags: {}\n", quoted(&args.join(" ")));
    }
    let limits = super::icpc::megabytes(problem);
    if !limits.is_empty() {
        text += &format!("limits:\n{limits}");
    }
    if problem.limits.wall.is_some() {
        left_out.push("the limit on time on the clock".to_owned());
    }
    if !problem.limits.multiplier.is_empty() {
        left_out.push("the factors on time limits for languages".to_owned());
    }
    Ok(text)
}

/// Whether all that is said of a case is its input and its answer.
fn check(case: &Case, problem: &Problem) -> Result<(), ExportError> {
    let name = &case.name;
    let is_placed = ["sample/", "secret/"]
        .iter()
        .any(|part| name.starts_with(part));
    if !is_placed {
        let what = format!("{name}: a case in neither data/sample nor data/secret");
        return Err(unsayable(what, "move it"));
    }
    let own_judging = case
        .judging
        .as_deref()
        .is_some_and(|own| *own != problem.judging);
    let says_more = !case.args.is_empty()
        || case.files.is_some()
        || !case.validator_args.is_empty()
        || !case.own_validator_args.is_empty()
        || case.points.is_some()
        || own_judging;
    match says_more {
        false => Ok(()),
        true => Err(unsayable(
            format!("{name}: arguments, files, points or a checker of its own"),
            "take the format icpc, or remove the case from a copy",
        )),
    }
}

/// Copies a solution into the folder that says what is expected of it.
fn copy(
    solution: &Solution,
    folder: &Folder,
    left_out: &mut Vec<String>,
) -> Result<(), ExportError> {
    let name = &solution.name;
    let path = match &solution.call.source {
        Source::File(path) | Source::Folder(path) if solution.call.args.is_empty() => path,
        _ => {
            left_out.push(format!(
                "{name}: a crate, a command, or a solution with arguments"
            ));
            return Ok(());
        }
    };
    let Some(place) = place(solution).filter(|_| solution.limits == OwnLimits::default()) else {
        left_out.push(format!("{name}: no folder says what is expected of it"));
        return Ok(());
    };
    let of_folder = Expectation::of_folder(place);
    if solution.expect != of_folder || solution.time_use.is_some() {
        left_out.push(format!("what is expected of {name} beyond its folder"));
    }
    folder.copy(path, &format!("submissions/{place}/{}", name_of(path)))
}
