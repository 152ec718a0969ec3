//! Where the reports of a run go, for every command that has one to tell of.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::report::{
    AtEnd, Destination, Detail, DiffView, Format, JsonLines, Look, OutputError, Quietly, Report,
    Tame, Terminal,
};

/// How the text for people is to be.
pub(super) struct Asked {
    pub(super) detail: Detail,
    pub(super) diff: Option<DiffView>,
    /// Whether standard output is for something else, such as the output for a pasted case.
    pub(super) aside: bool,
    /// Whether files that hold something else are replaced.
    pub(super) force: bool,
}

/// The reports asked for. Text for people makes room for a machine's on standard output.
///
/// # Errors
/// A file cannot be written, or holds something else, which is better known before the run than after
/// it.
pub(super) fn open(
    asked: Asked,
    format: Format,
    files: Vec<Destination>,
) -> Result<Vec<Box<dyn Report>>, OutputError> {
    let Asked {
        detail,
        diff,
        aside,
        force,
    } = asked;
    let (people, look): (Box<dyn Write>, Look) = match format {
        Format::Human if !aside => (
            Box::new(Quietly::new(anstream::stdout())),
            Look::on(&io::stdout(), detail, diff),
        ),
        _ => (
            Box::new(Quietly::new(anstream::stderr())),
            Look::on(&io::stderr(), detail, diff),
        ),
    };
    let in_a_runner = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
    let terminal: Box<dyn Report> = match in_a_runner || format == Format::Github {
        true => Box::new(Terminal::new(Tame::new(people), look)),
        false => Box::new(Terminal::new(people, look)),
    };
    let mut reports = vec![terminal];
    let stdout = match format {
        Format::Human => None,
        Format::Jsonl => {
            reports.push(Box::new(JsonLines::new(Quietly::new(io::stdout()))));
            None
        }
        format => Some(format),
    };
    Destination::check(&files, force)?;
    if stdout.is_some() || !files.is_empty() {
        let summary = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from);
        reports.push(Box::new(AtEnd::new(stdout, files, summary)));
    }
    Ok(reports)
}
