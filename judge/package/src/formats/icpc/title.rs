//! The title of a legacy problem, which the statement gives and not `problem.yaml`.

use std::fs;

use super::package::{Links, Package};
use crate::error::PackageError;

/// The title in `problem_statement/problem.tex` or `problem.<language>.tex`, English first.
pub(super) fn in_statement(package: &mut Package<'_>) -> Result<Option<String>, PackageError> {
    let folder = package.root.join("problem_statement");
    let mut statements = package.all_entries(&folder, Links::PassOver)?;
    statements.retain(|entry| {
        !entry.is_folder && entry.name.starts_with("problem.") && entry.name.ends_with(".tex")
    });
    statements.sort_by_key(|entry| !matches!(&*entry.name, "problem.tex" | "problem.en.tex"));
    for statement in statements {
        // A statement in another encoding has no title that could be shown.
        if let Some(title) = fs::read_to_string(&statement.path)
            .ok()
            .and_then(|text| title(&text))
        {
            return Ok(Some(title));
        }
    }
    Ok(None)
}

/// What a comment `plainproblemname:` says, or else the argument of `\problemname`.
fn title(text: &str) -> Option<String> {
    let plain = text
        .lines()
        .find_map(|line| line.split_once("plainproblemname:"))
        .map(|(_, name)| name);
    let in_braces = || {
        let (_, rest) = text.split_once("\\problemname")?;
        let rest = rest.trim_start().strip_prefix('{')?;
        let mut depth = 1;
        let end = rest.find(|c| {
            depth += match c {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            depth == 0
        })?;
        rest.get(..end)
    };
    let name = plain.or_else(in_braces)?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}
