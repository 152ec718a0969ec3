//! The forms of reports, and where they go.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;

use super::output::{self, Output, OutputError, at, write_whole};
use super::record::document::{FORMAT, Recording};
use super::{Look, Quietly, Report, Terminal, github, html, json, jsonl, junit, markdown};
use crate::cli::complain;
use crate::event::Event;

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Human,
    /// One JSON document, the recording of the run
    Json,
    /// JSON Lines: each event when it happens
    Jsonl,
    /// JUnit XML
    #[value(alias = "xml")]
    Junit,
    /// Workflow commands and a step summary for GitHub Actions
    Github,
    /// Tables and differences in Markdown
    #[value(alias = "md")]
    Markdown,
    /// One page that needs no network
    Html,
}

impl Format {
    /// Finds out whether a report of this form can be written to a file, before hours are spent on
    /// it.
    ///
    /// # Errors
    /// It cannot, or the file holds what is no such report and `force` is not set.
    pub(crate) fn check(self, path: &Path, force: bool) -> Result<(), OutputError> {
        output::check(path, self.name(), &|text| self.is_own(text), force)
    }

    fn name(self) -> &'static str {
        match self {
            Format::Human => "a text report",
            Format::Json => "a recorded run",
            Format::Jsonl => "a run as JSON Lines",
            Format::Junit => "a JUnit report",
            Format::Github => "a report for GitHub",
            Format::Markdown => "a Markdown report",
            Format::Html => "an HTML report",
        }
    }

    /// Whether a file holds such a report, going by its ends.
    fn is_own(self, text: &Output) -> bool {
        match self {
            Format::Human => text.last_lines().last().is_some_and(is_summary),
            Format::Json => text.begins_with(&format!("{{\"format\":\"{FORMAT}\",")),
            Format::Jsonl => text.begins_with(&format!(
                "{{\"event\":\"run_started\",\"format\":\"{FORMAT}\","
            )),
            Format::Junit => text.first_lines().take(2).any(|line| line == junit::MARK),
            Format::Github => text
                .last_lines()
                .filter_map(|line| line.strip_prefix("judge: "))
                .any(is_summary),
            Format::Markdown => text
                .first_lines()
                .next()
                .and_then(|line| line.strip_prefix("## "))
                .and_then(|line| line.split_once(" judge: "))
                .is_some_and(|(sign, _)| sign.chars().count() == 1),
            Format::Html => text.first_lines().any(|line| line == html::MARK),
        }
    }

    /// Writes a recorded run.
    pub(crate) fn write(self, recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Human => {
                // A file has no use for colours.
                let mut text = Vec::new();
                let plain = anstream::StripStream::new(&mut text);
                let mut report = Terminal::new(plain, Look::plain());
                recording.replay(&mut |event| report.event(event))?;
                drop(report);
                out.write_all(&text)
            }
            Format::Json => json::write(recording, out),
            Format::Jsonl => jsonl::write(recording, out),
            Format::Junit => junit::write(recording, out),
            Format::Github => github::write(recording, out),
            Format::Markdown => markdown::write(recording, out),
            Format::Html => html::write(recording, out),
        }
    }
}

/// The form that a file's extension tells, of those that a command has: one of that name, or of another
/// name for it.
fn of_extension<F: ValueEnum>(path: &Path) -> Option<F> {
    let name = match path.extension()?.to_str()? {
        "txt" => "human",
        "htm" => "html",
        name => name,
    };
    F::from_str(name, false).ok()
}

/// The form asked for, else the one that the file's extension tells, else text for people.
pub(crate) fn form<F: ValueEnum>(asked: Option<F>, output: Option<&Path>, human: F) -> F {
    let told = || output.and_then(of_extension);
    asked.or_else(told).unwrap_or(human)
}

/// A report that goes to a file: `FORMAT=FILE`, or a file whose extension tells the format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Destination {
    pub(crate) format: Format,
    pub(crate) path: PathBuf,
}

impl Destination {
    /// The recording of a run in this file.
    pub(crate) fn json(path: PathBuf) -> Destination {
        Destination {
            format: Format::Json,
            path,
        }
    }
}

/// The text names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected FORMAT=FILE, or a file that ends in .json, .jsonl, .xml, .md, .html or .txt, found `{}`",
    .0.escape_debug()
)]
pub(crate) struct NoFormat(String);

impl FromStr for Destination {
    type Err = NoFormat;

    fn from_str(text: &str) -> Result<Destination, NoFormat> {
        let named = text.split_once('=').and_then(|(name, file)| {
            let format = Format::from_str(name, false).ok()?;
            Some((format, PathBuf::from(file)))
        });
        let guessed = || {
            let path = PathBuf::from(text);
            Some((of_extension(&path)?, path))
        };
        match named.or_else(guessed) {
            Some((format, path)) if !path.as_os_str().is_empty() => {
                Ok(Destination { format, path })
            }
            _ => Err(NoFormat(text.to_owned())),
        }
    }
}

/// Whether a line is the last one of a report for people: `1 problem, 2 solutions, 9 cases in 0.2 s`.
fn is_summary(line: &str) -> bool {
    let Some((what, took)) = line.split_once(" in ") else {
        return false;
    };
    let counted = |(part, what): (&str, &str)| {
        let number = part.trim_start().split(' ').next().unwrap_or_default();
        let digits = number.chars().all(|c| c.is_ascii_digit() || c == ',');
        !number.is_empty() && digits && part.contains(what)
    };
    let parts: Vec<&str> = what.split(", ").collect();
    parts.len() == 3
        && parts
            .into_iter()
            .zip(["problem", "solution", "case"])
            .all(counted)
        && took
            .split(' ')
            .nth(1)
            .is_some_and(|unit| unit.trim_end_matches(':') == "s")
}

/// Reports that are written when the run is over: to standard output, and to files.
pub(crate) struct AtEnd {
    recording: Recording,
    stdout: Option<Format>,
    files: Vec<Destination>,
    summary: Option<PathBuf>,
}

impl AtEnd {
    /// The reports of these formats. The form for GitHub comes with an addition to the file
    /// `summary`, if there is one.
    pub(crate) fn new(
        stdout: Option<Format>,
        files: Vec<Destination>,
        summary: Option<PathBuf>,
    ) -> AtEnd {
        let mut formats = files.iter().map(|file| file.format).chain(stdout);
        let summary = summary.filter(|_| formats.any(|format| format == Format::Github));
        AtEnd {
            recording: Recording::new(),
            stdout,
            files,
            summary,
        }
    }

    /// Writes all of them. What keeps one from being written keeps no other.
    fn write(&self) -> io::Result<()> {
        let stdout = self.stdout.map(|format| {
            let mut out = BufWriter::new(Quietly::new(io::stdout().lock()));
            format.write(&self.recording, &mut out)?;
            out.flush()
        });
        let files = self.files.iter().map(|Destination { format, path }| {
            // What is recorded of a part of a run is no baseline, and must not take the place of one.
            if self.recording.interrupted && *format == Format::Json && path.is_file() {
                let kept = "is left as it was, since the run was interrupted";
                complain(&format_args!("{}: {kept}", path.display()));
                return Ok(());
            }
            write_whole(path, &mut |out| format.write(&self.recording, out))
        });
        let summary = self
            .summary
            .iter()
            .map(|path| github::summarize(&self.recording, path).map_err(|error| at(path, &error)));
        // All are done before the first failure is told.
        let results: Vec<io::Result<()>> = stdout.into_iter().chain(files).chain(summary).collect();
        results.into_iter().collect()
    }
}

impl Report for AtEnd {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.recording.add(event);
        match event {
            Event::RunEnded(_) => self.write(),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_with_its_format_or_tells_it() {
        for (text, format, path) in [
            ("a.json", Format::Json, "a.json"),
            ("x/a.jsonl", Format::Jsonl, "x/a.jsonl"),
            ("junit=out", Format::Junit, "out"),
            ("html=a=b.xml", Format::Html, "a=b.xml"),
            ("a=b.xml", Format::Junit, "a=b.xml"),
            ("r.md", Format::Markdown, "r.md"),
            ("md=out", Format::Markdown, "out"),
            ("x/r.txt", Format::Human, "x/r.txt"),
        ] {
            let path = PathBuf::from(path);
            assert_eq!(text.parse(), Ok(Destination { format, path }), "{text}");
        }
        for text in ["", "a", "json=", "a.pdf", "yaml=a"] {
            assert!(text.parse::<Destination>().is_err(), "{text}");
        }
    }
}
