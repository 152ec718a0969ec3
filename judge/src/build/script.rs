//! Programs that are folders with a script `build`, which makes them, or `run`, which starts them.
//!
//! Such scripts may count on a shell, and on `python3`, `cc` and `c++` on the search path.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sandbox::Program;

use super::origin::Origins;
use super::tool::Tool;
use super::tree::Tree;
use super::workshop::{self, run_compiler};
use super::{Builder, Command, Has, Unbuilt};

const BUILD: &str = "build";
const RUN: &str = "run";

/// The languages whose tools a script may start.
const TOOLS: &[&str] = &["python3", "c", "cpp"];

/// Whether a program is of this kind.
pub(crate) fn is_in(tree: &Tree) -> bool {
    [BUILD, RUN].iter().any(|name| executable(tree, name))
}

fn executable(tree: &Tree, name: &str) -> bool {
    tree.files
        .get(Path::new(name))
        .is_some_and(|file| file.executable)
}

/// Runs `build` in a copy of the folder `path` if it is there; `run` in that copy is the program.
pub(crate) fn build(builder: &Builder<'_>, path: &Path, tree: &Tree) -> Result<Command, Unbuilt> {
    let origins = Origins::new(builder.cache, tree, |copy| Some(path.join(copy)));
    let tools: Vec<Tool> = TOOLS
        .iter()
        .filter_map(|name| {
            let language = builder.languages.named(name).ok()?;
            builder
                .languages
                .tool(language, builder.sandbox, builder.cache)
                .ok()
        })
        .collect();
    let starts: Vec<PathBuf> = tools.iter().map(|tool| tool.path.clone()).collect();
    let make = |folder: &Path| {
        if executable(tree, BUILD) {
            let mut command = Command {
                argv: script(&folder.join(BUILD)),
                starts: starts.clone(),
                ..Command::default()
            };
            command.find_tools();
            let program = Program {
                argv: command.argv,
                env: command.env,
                starts: command.starts,
                ..Program::default()
            };
            run_compiler(builder, program, folder, &origins)?;
        }
        match is_executable(&folder.join(RUN)) {
            true => Ok(()),
            false => Err(Unbuilt::Failed(
                "its script `build` left no executable file `run`; a link does not count"
                    .to_owned(),
            )),
        }
    };
    let key = key(&tools, tree);
    let folder = workshop::made(builder, &key, tree, make)?;
    let mut command = Command {
        argv: script(&folder.join(RUN)),
        cwd: Some(folder.clone()),
        label: Some("its own scripts".to_owned()),
        visible: vec![folder],
        starts,
        origins,
        has: Has::All(Box::new(key)),
        ..Command::default()
    };
    command.find_tools();
    Ok(command)
}

fn key(tools: &[Tool], tree: &Tree) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let identities: Vec<&str> = tools.iter().map(|tool| tool.identity.as_str()).collect();
    let words = format!("script {path:?} {identities:?}");
    // Lengths keep the parts apart.
    hasher.update(&words.len().to_le_bytes());
    hasher.update(words.as_bytes());
    tree.hash(&mut hasher);
    hasher.finalize()
}

/// The words that start a script: itself, or a shell where its first line does not say who reads it.
fn script(path: &Path) -> Vec<OsString> {
    let names_its_reader = fs::read(path)
        .is_ok_and(|content| content.starts_with(b"#!") || content.starts_with(b"\x7fELF"));
    match names_its_reader {
        true => vec![path.into()],
        false => vec!["sh".into(), path.into()],
    }
}

fn is_executable(path: &Path) -> bool {
    fs::symlink_metadata(path)
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o100 != 0)
}
