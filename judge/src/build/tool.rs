//! The compiler or interpreter of a language as it is on this machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Execution, Exit, Files, Limits, Program, Sandbox, SandboxError, Stdin};

use super::cache::Cache;
use super::language::Language;
use super::shim;
use crate::{regular, text};

/// A file that is there, and what tells it from another in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tool {
    /// The path it was found under: a tool may go by its name.
    pub(crate) path: PathBuf,
    /// Changes when the tool does.
    pub(crate) identity: String,
}

/// The command that says where the tool is did not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unasked(pub(crate) String);

/// Looks for the tool of a language.
pub(crate) fn locate(
    language: &Language,
    sandbox: &Sandbox,
    cache: &Cache,
) -> Result<Option<Tool>, Unasked> {
    let named = on_path(&language.tool);
    let path = match named {
        Some(shim) if !language.locate.is_empty() => behind(language, &shim, sandbox, cache)?,
        named => named,
    };
    Ok(path.as_deref().and_then(tool))
}

/// The real tool behind a shim, which is asked if it was not before.
fn behind(
    language: &Language,
    shim: &Path,
    sandbox: &Sandbox,
    cache: &Cache,
) -> Result<Option<PathBuf>, Unasked> {
    let words: Vec<&String> = language
        .locate
        .iter()
        .chain([&language.locate_suffix])
        .collect();
    let place = shim::question(&words, shim).map(|hash| cache.tool(&hash));
    let known = place.as_ref().and_then(|place| said(place));
    if let Some(known) = known.map(PathBuf::from).filter(|known| is_program(known)) {
        return Ok(Some(known));
    }
    let found = ask(language, shim, sandbox)?;
    if let (Some(place), Some(path)) = (&place, found.as_ref().and_then(|path| path.to_str())) {
        remember(cache, place, path);
    }
    Ok(found)
}

/// An answer that was kept.
fn said(place: &Path) -> Option<String> {
    String::from_utf8(regular::read(place).ok()?).ok()
}

/// Keeps a short answer. Not to be asked again is a kindness, not a need, so that a failure is none.
fn remember(cache: &Cache, place: &Path, answer: &str) {
    if let Ok(work) = cache.fresh() {
        let file = work.path().join("answer");
        let _ = fs::write(&file, answer).map(|()| cache.keep(&file, place));
    }
}

/// The path of `name`: itself if it has a slash, else the first such program on `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_absolute() && is_program(path))
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// What tells the program from another in its place, by its path or its name on `PATH`.
pub(super) fn identity(program: &Path) -> Option<String> {
    let path = on_path(program.to_str()?)?;
    Some(tool(&path)?.identity)
}

fn tool(path: &Path) -> Option<Tool> {
    // The name it is called by matters to a tool: links of many names lead to one `ccache`, and to
    // the Python of which an environment is made.
    let path = std::path::absolute(path).ok()?;
    let real = path.canonicalize().ok()?;
    let metadata = real.metadata().ok()?;
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
        .unwrap_or_default();
    Some(Tool {
        identity: format!(
            "{} {} {} {}",
            path.display(),
            real.display(),
            metadata.len(),
            modified.as_nanos()
        ),
        path,
    })
}

/// A command line of the table about a tool.
fn program(words: &[String], tool: &Path) -> Program {
    let fill = |word: &String| match word.as_str() {
        "{tool}" => tool.as_os_str().to_owned(),
        word => word.into(),
    };
    Program {
        argv: words.iter().map(fill).collect(),
        starts: vec![tool.to_owned()],
        ..Program::default()
    }
}

/// Runs a short question, and gives what it printed on both ways out.
fn answer(
    run: impl FnOnce(&Limits, Files<'_>) -> Result<Execution, SandboxError>,
) -> Result<(Execution, String), String> {
    let limits = Limits {
        wall: Some(Duration::from_secs(20)),
        output: 4096,
        stderr: 4096,
        ..Limits::default()
    };
    let mut output = Vec::new();
    let files = Files {
        stdin: Stdin::Null,
        stdout: &mut output,
    };
    let execution = run(&limits, files).map_err(|error| error.to_string())?;
    if let Some(reason) = execution.reason {
        return Err(format!("over its limit: {reason:?}"));
    }
    Ok((execution, String::from_utf8_lossy(&output).into_owned()))
}

/// Runs `locate`; none if what it prints is no program. A shim finds its tools by the user's own
/// variables, so it is given them, and it is not isolated.
fn ask(language: &Language, tool: &Path, sandbox: &Sandbox) -> Result<Option<PathBuf>, Unasked> {
    let program = Program {
        env: std::env::vars_os().collect(),
        ..program(&language.locate, tool)
    };
    let (execution, printed) =
        answer(|limits, files| sandbox.run_trusted(&program, limits, files)).map_err(Unasked)?;
    let path = PathBuf::from(format!("{}{}", printed.trim_end(), language.locate_suffix));
    Ok((execution.exit == Exit::Code(0) && path.is_file()).then_some(path))
}

/// What a tool says of itself, such as `CPython 3.12.3`; asked once for each tool and kept in the
/// cache, for some take a tenth of a second to answer.
pub(crate) fn version(
    language: &Language,
    tool: &Tool,
    sandbox: &Sandbox,
    cache: &Cache,
) -> Option<String> {
    if language.version.is_empty() {
        return None;
    }
    let question = format!("{:?} {}", language.version, tool.identity);
    let place = cache.tool(&blake3::hash(question.as_bytes()));
    if let Some(known) = said(&place)
        && !known.is_empty()
    {
        return Some(known);
    }
    let program = program(&language.version, &tool.path);
    let (execution, printed) = answer(|limits, files| sandbox.run(&program, limits, files)).ok()?;
    let said = String::from_utf8_lossy(&execution.stderr);
    let found = short(&printed, &language.tool).or_else(|| short(&said, &language.tool))?;
    remember(cache, &place, &found);
    Some(found)
}

/// The words of a version's first line through the one with the number, with the tool's name if
/// there is none.
fn short(printed: &str, tool: &str) -> Option<String> {
    let line = text::printable(printed.lines().next()?.trim().as_bytes(), 200);
    let mut words = Vec::new();
    let mut depth = 0_usize;
    for word in line.split_whitespace() {
        // What stands in parentheses says who packed it.
        let inside = depth > 0 || word.starts_with('(');
        depth = (depth + word.matches('(').count()).saturating_sub(word.matches(')').count());
        if inside {
            continue;
        }
        words.push(word);
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        if digits > 0 && word.contains('.') {
            let version = words.join(" ");
            return Some(match words.len() {
                1 => format!("{tool} {version}"),
                _ => version,
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_short_and_have_a_name() {
        for (printed, expected) in [
            ("CPython 3.12.3\n", Some("CPython 3.12.3")),
            (
                "c++ (Debian 12.2.0-14) 12.2.0\nCopyright",
                Some("c++ 12.2.0"),
            ),
            (
                "Debian clang version 14.0.6",
                Some("Debian clang version 14.0.6"),
            ),
            ("rustc 1.95.0 (abc 2026-01-01)", Some("rustc 1.95.0")),
            ("v20.20.2", Some("x v20.20.2")),
            ("4.13.1\n", Some("x 4.13.1")),
            (
                "ruby 3.1.2p20 (2022-04-12 (x) y) [z]",
                Some("ruby 3.1.2p20"),
            ),
            ("usage: x", None),
            ("", None),
        ] {
            assert_eq!(short(printed, "x").as_deref(), expected, "{printed}");
        }
    }
}
