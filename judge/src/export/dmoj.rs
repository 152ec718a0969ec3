//! `init.yml` of DMOJ's judge, with inputs and answers as files beside it.
//!
//! Limits and solutions are no part of such a problem; DMOJ keeps them on its site.

use package::{Checker, Problem};

use super::{ExportError, Folder, Ready, beyond_comparison};

const FORMAT: &str = "DMOJ";

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
        return Err(unsayable(what, "choose another format"));
    }
    if !problem.groups.is_empty() {
        let remedy = "groups are not written yet; remove them from a copy";
        return Err(unsayable("groups".to_owned(), remedy));
    }
    let checker = checker(problem)
        .map_err(|what| unsayable(what, "take the checker tokens or exact, or another format"))?;
    let mut settings = format!("checker: {checker}\ntest_cases:\n");
    for Ready {
        case,
        input,
        answer,
    } in cases
    {
        if !case.args.is_empty() || case.files.is_some() {
            let what = format!("{}: arguments and files", case.name);
            return Err(unsayable(what, "remove the case from a copy"));
        }
        let name = case.name.replace('/', "-");
        folder.copy(input, &format!("{name}.in"))?;
        settings += &format!("- in: {}\n", super::icpc::quoted(&format!("{name}.in")));
        if let Some(answer) = answer {
            folder.copy(answer, &format!("{name}.out"))?;
            settings += &format!("  out: {}\n", super::icpc::quoted(&format!("{name}.out")));
        }
        settings += "  points: 1\n";
    }
    folder.write("init.yml", &settings)?;
    Ok(vec!["limits, validators and solutions".to_owned()])
}

/// DMOJ's name of the checker.
fn checker(problem: &Problem) -> Result<&'static str, String> {
    let [Checker::Named(call)] = &problem.judging.checkers[..] else {
        return Err("a checker that is a program".to_owned());
    };
    match (call.name.as_str(), call.args.is_empty()) {
        ("tokens", true) => Ok("standard"),
        ("exact", true) => Ok("identical"),
        (name, _) => Err(format!("the checker {name} {}", call.args.join(" "))),
    }
}
