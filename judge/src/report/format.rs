//! The forms of reports, and where they go.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;

use super::output::{self, OutputError, at, write_whole};
use super::record::document::Recording;
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
///
/// # Errors
/// The file has an extension that tells no form.
pub(crate) fn form<F: ValueEnum>(
    asked: Option<F>,
    output: Option<&Path>,
    human: F,
) -> Result<F, Untold> {
    let file = output.filter(|path| path.extension().is_some());
    match (asked, file) {
        (Some(form), _) => Ok(form),
        (None, Some(path)) => of_extension(path).ok_or_else(|| Untold::of::<F>(path)),
        (None, None) => Ok(human),
    }
}

/// A file's extension tells no form.
#[derive(Debug, thiserror::Error)]
#[error(
    "{}: its extension tells no form: name a file that ends in {endings}, or give --format",
    path.display()
)]
pub(crate) struct Untold {
    path: PathBuf,
    endings: String,
}

impl Untold {
    fn of<F: ValueEnum>(path: &Path) -> Untold {
        let forms = F::value_variants().iter().filter_map(F::to_possible_value);
        let endings = forms.filter_map(|form| match form.get_name() {
            "human" => Some(".txt".to_owned()),
            // Its files have names of all kinds.
            "github" => None,
            // The last of its names is the shortest.
            _ => Some(format!(".{}", form.get_name_and_aliases().last()?)),
        });
        let endings: Vec<String> = endings.collect();
        Untold {
            path: path.to_owned(),
            endings: match endings.split_last() {
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
                None => String::new(),
            },
        }
    }
}

/// A report that goes to a file: `FORMAT=FILE`, or a file whose extension tells the format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Destination {
    pub(crate) format: Format,
    pub(crate) path: PathBuf,
}

impl Destination {
    /// Finds out whether all of these can be written, as [`Format::check`] does for each.
    ///
    /// # Errors
    /// One cannot, or two that differ are for the same file.
    pub(crate) fn check(all: &[Destination], force: bool) -> Result<(), OutputError> {
        let mut places: Vec<(PathBuf, Format)> = Vec::new();
        for Destination { format, path } in all {
            format.check(path, force)?;
            let place = output::place(path);
            let other = places
                .iter()
                .find(|(other, form)| *other == place && form != format);
            if let Some((_, other)) = other.filter(|_| !output::is_special(path)) {
                return Err(OutputError::Twice {
                    path: path.clone(),
                    first: other.name(),
                    second: format.name(),
                });
            }
            places.push((place, *format));
        }
        Ok(())
    }

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
