//! `init.yml` of DMOJ's judge, with inputs and answers as files beside it.
//!
//! Limits and solutions are no part of such a problem; DMOJ keeps them on its site.

mod batches;

use package::{Checker, Problem};

use self::batches::Batches;
use super::{ExportError, Folder, Ready, beyond_comparison};

/// What the format cannot say.
fn unsayable(what: String, remedy: &'static str) -> ExportError {
    ExportError::Unsayable {
        what,
        format: "DMOJ",
        remedy,
    }
}

pub(super) fn write(
    problem: &Problem,
    cases: &[Ready<'_>],
    folder: &Folder,
) -> Result<Vec<String>, ExportError> {
    if let Some(what) = beyond_comparison(problem) {
        return Err(unsayable(what, "choose another format"));
    }
    let mut batches = Batches::of(problem)?;
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
        let place = batches.place(case)?;
        settings += &place.before;
        let indent = place.indent;
        let file = |extension: &str| super::icpc::quoted(&format!("{name}.{extension}"));
        settings += &format!("{indent}- in: {}\n", file("in"));
        if let Some(answer) = answer {
            folder.copy(answer, &format!("{name}.out"))?;
            settings += &format!("{indent}  out: {}\n", file("out"));
        }
        if let Some(points) = place.points {
            settings += &format!("{indent}  points: {points}\n");
        }
    }
    folder.write("init.yml", &settings)?;
    Ok(vec!["limits, validators and solutions".to_owned()])
}

/// DMOJ's name of the checker.
fn checker(problem: &Problem) -> Result<&str, String> {
    let [Checker::Named(call)] = &problem.judging.checkers[..] else {
        return Err("a checker that is a program".to_owned());
    };
    let own = match call.name.as_str() {
        "tokens" => Some("standard"),
        "exact" => Some("identical"),
        name => name.strip_prefix("dmoj:"),
    };
    own.filter(|_| call.args.is_empty()).ok_or_else(|| {
        let words = [std::slice::from_ref(&call.name), &call.args].concat();
        format!("the checker {}", words.join(" "))
    })
}
