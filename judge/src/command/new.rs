//! `judge new`: a new problem folder, and with `--game` the crate of a game.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::complain;
use crate::exit::Exit;
use crate::folders;
use crate::report::Quietly;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge new my-problem           problems/my-problem with a first case and solution
  judge new northcott --game     the crate of a game too: crates/northcott";

/// What to make.
#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The name: lower-case letters, digits and `-`, a letter first
    pub(crate) name: String,
    /// Make the crate of a game too
    #[arg(long)]
    pub(crate) game: bool,
}

/// Each file of a new problem, with `__name__` in its path and its text to be replaced, and in
/// the text `__crate__` and `__Type__` too.
const PROBLEM: &[(&str, &str)] = &[
    (
        "problems/__name__/problem.toml",
        include_str!("../../templates/problem/problem.toml"),
    ),
    (
        "problems/__name__/statement.md",
        include_str!("../../templates/problem/statement.md"),
    ),
    (
        "problems/__name__/data/sample/1.in",
        include_str!("../../templates/problem/1.in"),
    ),
    (
        "problems/__name__/data/sample/1.ans",
        include_str!("../../templates/problem/1.ans"),
    ),
    (
        "problems/__name__/submissions/accepted/plain.py",
        include_str!("../../templates/problem/plain.py"),
    ),
];

/// The files of a new game: its crate and its problem folder.
const GAME: &[(&str, &str)] = &[
    (
        "crates/__name__/Cargo.toml",
        include_str!("../../templates/game/Cargo.toml"),
    ),
    (
        "crates/__name__/src/lib.rs",
        include_str!("../../templates/game/lib.rs"),
    ),
    (
        "crates/__name__/src/rules.rs",
        include_str!("../../templates/game/rules.rs"),
    ),
    (
        "crates/__name__/src/main.rs",
        include_str!("../../templates/game/main.rs"),
    ),
    (
        "crates/__name__/tests/cases.rs",
        include_str!("../../templates/game/cases.rs"),
    ),
    (
        "crates/__name__/tests/proof.rs",
        include_str!("../../templates/game/proof.rs"),
    ),
    (
        "problems/__name__/problem.toml",
        include_str!("../../templates/game/problem.toml"),
    ),
    (
        "problems/__name__/statement.md",
        include_str!("../../templates/game/statement.md"),
    ),
    (
        "problems/__name__/data/sample/1.in",
        include_str!("../../templates/game/1.in"),
    ),
    (
        "problems/__name__/data/sample/1.ans",
        include_str!("../../templates/game/1.ans"),
    ),
];

/// Names that no game's crate may have, or whose type would hide one that the scaffold uses.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "abstract", "alloc", "answer", "as", "async", "await", "become", "box", "break", "build", "cgt",
    "const", "continue", "core", "crate", "deps", "do", "dyn", "else", "enum", "examples", "extern",
    "false", "final", "fn", "for", "gen", "gridkit", "grundy", "heap", "if", "impl", "in",
    "incremental", "instance", "iterator", "let", "loop", "macro", "match", "mod", "move", "mut",
    "ok", "option", "override", "priv", "problem", "proc-macro", "proof", "pub", "ref", "result",
    "return", "rng", "scan-error", "scanner", "self", "static", "std", "struct", "super", "test",
    "testkit", "too-large", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "vec", "virtual", "where", "while", "yield",
];

/// Why nothing was made.
#[derive(Debug, thiserror::Error)]
enum NewError {
    #[error("`{}` is no name for a problem: expected lower-case letters, digits and single `-`, a letter first, 40 characters at most", .0.escape_debug())]
    Name(String),
    #[error("`{0}` is no name for a crate: Rust or the scaffold gives it another meaning")]
    Reserved(String),
    #[error("{} exists already; choose another name, or remove it", .0.display())]
    Exists(PathBuf),
    #[error(
        "no game workspace here: expected Cargo.toml and crates/gridkit in this folder; a problem folder alone is made without --game"
    )]
    NoWorkspace,
    #[error("cannot make {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

pub(crate) fn new(args: &NewArgs) -> Exit {
    match make(args) {
        Ok(made) => {
            let mut out = Quietly::new(io::stdout());
            let mut tell = || {
                for path in &made {
                    writeln!(out, "made {}", path.display())?;
                }
                match args.game {
                    true => writeln!(
                        out,
                        "a heap of stones stands in for your game: rewrite rules.rs, lib.rs and problem.toml, with the statement and the sample beside it; then try `cargo test -p {0}` and `judge run {0}`",
                        args.name
                    ),
                    false => writeln!(
                        out,
                        "a sum of two numbers stands in for your problem; try `judge run {}`",
                        args.name
                    ),
                }
            };
            match tell() {
                Ok(()) => Exit::Success,
                Err(error) => {
                    complain(&error);
                    Exit::Unjudged
                }
            }
        }
        Err(error) => {
            complain(&error);
            match error {
                NewError::Write { .. } => Exit::Unjudged,
                _ => Exit::Usage,
            }
        }
    }
}

fn make(args: &NewArgs) -> Result<Vec<PathBuf>, NewError> {
    let name = &args.name;
    if !is_name(name) {
        return Err(NewError::Name(name.clone()));
    }
    if args.game && RESERVED.contains(&name.as_str()) {
        return Err(NewError::Reserved(name.clone()));
    }
    let game_workspace = Path::new("Cargo.toml").is_file() && Path::new("crates/gridkit").is_dir();
    if args.game && !game_workspace {
        return Err(NewError::NoWorkspace);
    }
    let files = if args.game { GAME } else { PROBLEM };
    // Nothing is overwritten, and nothing is made unless all of it can be.
    for folder in ["crates", "problems"] {
        let folder = Path::new(folder).join(name);
        if folder.symlink_metadata().is_ok() {
            return Err(NewError::Exists(folder));
        }
    }
    let above = ["crates", "problems"].map(|folder| (folder, Path::new(folder).exists()));
    write_all(files, name).inspect_err(|_| {
        // Half a problem would be in the way of the whole one.
        for (folder, was_there) in above {
            let _ = fs::remove_dir_all(Path::new(folder).join(name));
            if !was_there {
                let _ = fs::remove_dir(folder);
            }
        }
    })
}

/// Writes the files for a problem of this name, and gives back their paths.
fn write_all(files: &[(&str, &str)], name: &str) -> Result<Vec<PathBuf>, NewError> {
    let mut made = Vec::new();
    for (path, text) in files {
        let path = PathBuf::from(path.replace("__name__", name));
        let text = text
            .replace("__name__", name)
            .replace("__crate__", &name.replace('-', "_"))
            .replace("__Type__", &type_name(name));
        write(&path, &text).map_err(|source| NewError::Write {
            path: path.clone(),
            source,
        })?;
        made.push(path);
    }
    Ok(made)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        folders::make(folder)?;
    }
    fs::write(path, text)
}

fn is_name(name: &str) -> bool {
    name.len() <= 40
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.split('-').all(|part| {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            !part.is_empty() && part.chars().all(plain)
        })
}

/// `eat-the-chip` as `EatTheChip`.
fn type_name(name: &str) -> String {
    name.split('-')
        .map(|part| {
            let mut letters = part.chars();
            match letters.next() {
                Some(first) => first.to_ascii_uppercase().to_string() + letters.as_str(),
                None => String::new(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_as_folders_and_crates() {
        for name in ["a", "eat-the-chip", "kisu-pari-na-1"] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "", "-a", "a-", "a--b", "A", "1a", "a/b", "..", "a b", "é", "a_b",
        ] {
            assert!(!is_name(name), "{name}");
        }
        assert_eq!(type_name("eat-the-chip"), "EatTheChip");
    }
}
