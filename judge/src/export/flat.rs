//! Inputs with their answers beside them: the folders of a case become the beginning of its name.

use package::Problem;

use super::{ExportError, Folder, Ready, beyond_comparison};

const FORMAT: &str = "a folder of files";

pub(super) fn write(
    problem: &Problem,
    cases: &[Ready<'_>],
    folder: &Folder,
) -> Result<Vec<String>, ExportError> {
    if let Some(what) = beyond_comparison(problem) {
        return Err(ExportError::Unsayable {
            what,
            format: FORMAT,
            remedy: "choose another format",
        });
    }
    let mut left_out = vec!["limits, checker, validators and solutions".to_owned()];
    if !problem.groups.is_empty() {
        left_out.push("groups and their points".to_owned());
    }
    for Ready {
        case,
        input,
        answer,
    } in cases
    {
        let name = case.name.replace('/', "-");
        folder.copy(input, &format!("{name}.in"))?;
        if let Some(answer) = answer {
            folder.copy(answer, &format!("{name}.ans"))?;
        }
        if !case.args.is_empty() || case.files.is_some() {
            left_out.push(format!("{}: arguments and files", case.name));
        }
    }
    Ok(left_out)
}
