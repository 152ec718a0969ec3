//! The forms of reports, and where they go. A file is written whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;

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
    Junit,
    /// Workflow commands and a step summary for GitHub Actions
    Github,
    /// Tables and differences in Markdown
    Markdown,
    /// One page that needs no network
    Html,
}

impl Format {
    /// The format that a file's extension tells.
    fn of_extension(path: &Path) -> Option<Format> {
        Some(match path.extension()?.to_str()? {
            "txt" => Format::Human,
            "json" => Format::Json,
            "jsonl" => Format::Jsonl,
            "xml" => Format::Junit,
            "md" => Format::Markdown,
            "html" | "htm" => Format::Html,
            _ => return None,
        })
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
            Some((Format::of_extension(&path)?, path))
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

/// Whether a report can be written there, before hours are spent on it.
pub(crate) fn is_writable(path: &Path) -> io::Result<()> {
    match is_special(path) {
        true => File::options().write(true).open(path).map(drop),
        false => beside(path).map(drop),
    }
    .map_err(|error| at(path, &error))
}

/// Writes a file beside its place and renames it, so that nobody ever finds a part of it. What is
/// no regular file, such as `/dev/stderr`, is written to.
pub(crate) fn write_whole(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut written = || -> io::Result<()> {
        if is_special(path) {
            let mut out = BufWriter::new(File::options().write(true).open(path)?);
            write(&mut out)?;
            return out.flush();
        }
        let mut out = BufWriter::new(beside(path)?);
        write(&mut out)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist(real(path))?;
        Ok(())
    };
    written().map_err(|error| at(path, &error))
}

fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
}

/// The file itself, where the path is a link to it.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let real = real(path);
    let folder = match real.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    tempfile::Builder::new()
        .prefix(".judge-")
        // As of any other new file: what the user's mask takes away is taken away.
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
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
        ] {
            let path = PathBuf::from(path);
            assert_eq!(text.parse(), Ok(Destination { format, path }), "{text}");
        }
        for text in ["", "a", "json=", "a.pdf", "yaml=a"] {
            assert!(text.parse::<Destination>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_whole_stays_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        fs::write(&path, "before").unwrap();
        let failed = write_whole(&path, &mut |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(
            failed
                .unwrap_err()
                .to_string()
                .contains("r.json: the disk is full")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write_whole(&path, &mut |out| out.write_all(b"whole")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_is_followed_and_a_device_is_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let (link, path) = (folder.path().join("link"), folder.path().join("r.json"));
        fs::write(&path, "before").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_whole(&link, &mut |out| out.write_all(b"whole")).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        let null = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &null).unwrap();
        is_writable(&null).unwrap();
        write_whole(&null, &mut |out| out.write_all(b"whole")).unwrap();
        assert!(null.is_symlink() && is_special(Path::new("/dev/null")));
        assert!(is_writable(&folder.path().join("missing/r.json")).is_err());
    }
}
