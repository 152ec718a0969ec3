//! What judges outputs: the format's own comparison, or one program that speaks its protocol.

use package::{Call, Checker, Judging, Jury, Protocol, Source};

use super::unsayable;
use crate::export::{ExportError, Folder, name_of};

/// What judges outputs.
enum Judge<'a> {
    /// The comparison, with its arguments.
    Comparison(Vec<String>),
    Program(&'a Call),
}

/// Copies the program that judges, if one does, into a folder of this name.
pub(in crate::export) fn copy(
    judging: &Judging,
    folder: &Folder,
    into: &str,
) -> Result<(), ExportError> {
    match judge(judging)? {
        Judge::Comparison(_) => Ok(()),
        Judge::Program(call) => {
            let (Source::File(path) | Source::Folder(path)) = &call.source else {
                return Ok(());
            };
            folder.copy(path, &format!("{into}/{}", name_of(path)))
        }
    }
}

/// Whether it is a program.
pub(in crate::export) fn is_program(judging: &Judging) -> Result<bool, ExportError> {
    Ok(matches!(judge(judging)?, Judge::Program(_)))
}

/// The arguments of what judges.
pub(in crate::export) fn args(judging: &Judging) -> Result<Vec<String>, ExportError> {
    Ok(match judge(judging)? {
        Judge::Comparison(args) => args,
        Judge::Program(call) => call.args.clone(),
    })
}

/// Whether two ways to judge are the same program or comparison, and the same number of passes.
pub(super) fn differ_in_args(one: &Judging, other: &Judging) -> bool {
    if one.passes != other.passes || one.interactor.is_some() != other.interactor.is_some() {
        return false;
    }
    match (judge(one), judge(other)) {
        (Ok(Judge::Comparison(_)), Ok(Judge::Comparison(_))) => true,
        (Ok(Judge::Program(one)), Ok(Judge::Program(other))) => one.source == other.source,
        _ => false,
    }
}

fn judge(judging: &Judging) -> Result<Judge<'_>, ExportError> {
    let remedy = "take the checker tokens, kattis or a program that speaks kattis";
    match (&judging.interactor, &judging.checkers[..]) {
        (Some(jury), []) => program(jury, "an interactor", remedy),
        (Some(_), _) => Err(unsayable("an interactor with a checker behind it", remedy)),
        (None, [Checker::Program(jury)]) => program(jury, "a checker", remedy),
        (None, [Checker::Named(call)]) if judging.passes == 1 => match call.name.as_str() {
            "kattis" => Ok(Judge::Comparison(call.args.clone())),
            "tokens" if call.args.is_empty() => {
                Ok(Judge::Comparison(vec!["case_sensitive".to_owned()]))
            }
            name => Err(unsayable(format!("the checker {name}"), remedy)),
        },
        (None, [Checker::Named(_)]) => {
            let what = format!("{} passes without a program that judges", judging.passes);
            Err(unsayable(what, remedy))
        }
        (None, _) => Err(unsayable("several checkers", remedy)),
    }
}

fn program<'a>(jury: &'a Jury, what: &str, remedy: &'static str) -> Result<Judge<'a>, ExportError> {
    let is_file = matches!(jury.call.source, Source::File(_) | Source::Folder(_));
    match (jury.protocol, is_file) {
        (Protocol::Kattis, true) if jury.words.is_none() => Ok(Judge::Program(&jury.call)),
        (Protocol::Kattis, _) => {
            let what = format!("{what} that is no file of the package");
            Err(unsayable(what, remedy))
        }
        (protocol, _) => {
            let what = format!("{what} that speaks the protocol {protocol}");
            Err(unsayable(what, remedy))
        }
    }
}
