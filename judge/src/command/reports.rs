//! Where the reports of a run go, for every command that has one to tell of.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::report::{
    AtEnd, Destination, Detail, Format, JsonLines, Quietly, Report, Tame, Terminal, is_writable,
};

/// The reports asked for. Text for people makes room for a machine's on standard output.
///
/// # Errors
/// A file cannot be written, which is better known before the run than after it.
pub(super) fn open(
    detail: Detail,
    format: Format,
    files: Vec<Destination>,
) -> io::Result<Vec<Box<dyn Report>>> {
    let people: Box<dyn Write> = match format {
        Format::Human => Box::new(Quietly::new(anstream::stdout())),
        _ => Box::new(Quietly::new(anstream::stderr())),
    };
    let in_a_runner = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
    let terminal: Box<dyn Report> = match in_a_runner || format == Format::Github {
        true => Box::new(Terminal::new(Tame::new(people), detail)),
        false => Box::new(Terminal::new(people, detail)),
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
    for file in &files {
        is_writable(&file.path)?;
    }
    if stdout.is_some() || !files.is_empty() {
        let summary = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from);
        reports.push(Box::new(AtEnd::new(stdout, files, summary)));
    }
    Ok(reports)
}
