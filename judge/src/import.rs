//! Problems that a browser sends, as folders.
//!
//! The browser extension Competitive Companion posts what it read on a judge's page as JSON to ports
//! of the loopback interface. Any page can try to post there as well, so nothing in a request is
//! trusted: names are made of a few safe characters, every folder is a new one, sizes are bounded,
//! and what a page of another origin may send without being asked is refused.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub(crate) mod server;

use self::server::Refusal;
use crate::folders;

/// The ports that the extension posts to.
pub(crate) const PORTS: [u16; 7] = [1327, 4244, 6174, 10042, 10043, 10045, 27121];

/// Bytes of one request's body.
pub(crate) const LARGEST: usize = 32 << 20;

/// A problem as the extension sends it. What it does not know is null or not there.
#[derive(Debug, Deserialize)]
pub(crate) struct Page {
    name: String,
    group: Option<String>,
    url: Option<String>,
    #[serde(default)]
    interactive: Option<bool>,
    /// Mebibytes.
    #[serde(default, rename = "memoryLimit")]
    memory_limit: Option<f64>,
    /// Milliseconds.
    #[serde(default, rename = "timeLimit")]
    time_limit: Option<f64>,
    #[serde(default)]
    tests: Option<Vec<Sample>>,
    #[serde(default)]
    batch: Option<Batch>,
}

#[derive(Debug, Deserialize)]
struct Sample {
    input: String,
    output: String,
}

/// How many problems are sent together, as of a contest.
#[derive(Debug, Deserialize)]
struct Batch {
    size: usize,
}

/// Why a problem was not made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImportError {
    #[error("not a problem as Competitive Companion sends it: {}", package::plain_json(.0))]
    Json(#[from] serde_json::Error),
    #[error(
        "`{}` has no samples, so that there is nothing to judge: no folder was made for it; \
         `judge new NAME` makes one to fill in",
        .0.escape_debug()
    )]
    NoSamples(String),
    #[error("cannot make {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl ImportError {
    /// What its sender is told.
    pub(crate) fn refusal(&self) -> Refusal {
        match self {
            ImportError::Json(_) | ImportError::NoSamples(_) => Refusal::Malformed,
            ImportError::Write { .. } => Refusal::Failed,
        }
    }
}

/// A problem that was made.
#[derive(Debug)]
pub(crate) struct Imported {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// How many samples it has.
    pub(crate) samples: usize,
    /// Whether solutions have to talk to a program that no page shows.
    pub(crate) interactive: bool,
}

/// `problem.toml`.
#[derive(Serialize)]
struct Settings<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<Limits>,
}

#[derive(Serialize)]
struct Limits {
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<String>,
}

impl Page {
    /// Reads what was posted.
    pub(crate) fn read(body: &[u8]) -> Result<Page, ImportError> {
        Ok(serde_json::from_slice(body)?)
    }

    /// How many problems were sent together with this one.
    pub(crate) fn batch(&self) -> usize {
        self.batch.as_ref().map_or(1, |batch| batch.size)
    }
}

/// Makes a new folder below `into` of a problem.
pub(crate) fn make(page: &Page, into: &Path) -> Result<Imported, ImportError> {
    let tests = page.tests.as_deref().unwrap_or_default();
    if tests.is_empty() {
        return Err(ImportError::NoSamples(page.name.clone()));
    }
    let folder = new_folder(into, &slug(&page.name))?;
    let made = write(page, tests, &folder);
    if made.is_err() {
        // Half a problem would be taken for a whole one.
        let _ = fs::remove_dir_all(&folder);
    }
    made?;
    Ok(Imported {
        folder,
        samples: tests.len(),
        interactive: page.interactive.unwrap_or(false),
    })
}

fn write(page: &Page, tests: &[Sample], folder: &Path) -> Result<(), ImportError> {
    // A limit of zero, or one that is no number, is one that the page does not state.
    let stated = |limit: Option<f64>| limit.filter(|limit| (1.0..1e9).contains(limit));
    let limits = Limits {
        time: stated(page.time_limit).map(|millis| format!("{millis:.0}ms")),
        memory: stated(page.memory_limit).map(|mebibytes| format!("{mebibytes:.0}MiB")),
    };
    let settings = Settings {
        name: &page.name,
        source: page.group.as_deref(),
        url: page.url.as_deref(),
        limits: (limits.time.is_some() || limits.memory.is_some()).then_some(limits),
    };
    let text = toml::to_string(&settings).unwrap_or_default();
    let samples = folder.join("data").join("sample");
    fs::create_dir_all(&samples).map_err(failed(&samples))?;
    for (number, test) in (1..).zip(tests) {
        for (extension, content) in [("in", &test.input), ("ans", &test.output)] {
            let path = samples.join(format!("{number}.{extension}"));
            fs::write(&path, content).map_err(failed(&path))?;
        }
    }
    // Last, for it makes the folder a problem.
    let path = folder.join("problem.toml");
    fs::write(&path, text).map_err(failed(&path))
}

/// A folder that was not there, of this name or with a number behind it.
fn new_folder(into: &Path, slug: &str) -> Result<PathBuf, ImportError> {
    folders::make(into).map_err(failed(into))?;
    let numbered = (2..1000).map(|number| format!("{slug}-{number}"));
    for name in std::iter::once(slug.to_owned()).chain(numbered) {
        let path = into.join(name);
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(source) => return Err(ImportError::Write { path, source }),
        }
    }
    let path = into.join(slug);
    let source = io::Error::other("it and its numbered names are all taken");
    Err(ImportError::Write { path, source })
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> ImportError {
    let path = path.to_owned();
    move |source| ImportError::Write { path, source }
}

/// A name for a folder: lower-case letters, digits and single `-`, a letter or digit first, at most
/// 60 characters.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        if slug.len() >= 60 {
            break;
        }
        if letter.is_ascii_alphanumeric() {
            slug.push(letter);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    match slug.is_empty() {
        true => "problem".to_owned(),
        false => slug.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(body: &str, into: &Path) -> Result<Imported, ImportError> {
        make(&Page::read(body.as_bytes())?, into)
    }

    fn posted(name: &str, more: &str) -> String {
        let name = serde_json::to_string(name).unwrap();
        format!(
            r#"{{"name": {name}, "group": "Contest", "url": "https://example.com/a", {more}
                "tests": [{{"input": "1 2\n", "output": "3\n"}}]}}"#
        )
    }

    #[test]
    fn a_page_becomes_a_problem_that_can_be_read() {
        let into = tempfile::tempdir().unwrap();
        for (more, time, memory) in [
            (
                r#""timeLimit": 1500, "memoryLimit": 256, "batch": {"id": "x", "size": 3},"#,
                Some(1500),
                Some(256 << 20),
            ),
            (r#""timeLimit": null, "memoryLimit": null,"#, None, None),
            ("", None, None),
        ] {
            let imported = import(&posted("A. \"Sum\" of\\two", more), into.path()).unwrap();
            let problem = package::open(&imported.folder).unwrap();
            assert_eq!(problem.title, "A. \"Sum\" of\\two");
            assert_eq!(problem.cases.len(), 1);
            let millis = problem.limits.time.map(|time| time.as_millis());
            assert_eq!((millis, problem.limits.memory), (time, memory));
        }
        // Nothing was written twice.
        let mut names: Vec<_> = fs::read_dir(into.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["a-sum-of-two", "a-sum-of-two-2", "a-sum-of-two-3"]);
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for (name, expected) in [
            ("../../etc/passwd", "etc-passwd"),
            ("/", "problem"),
            ("..", "problem"),
            ("", "problem"),
            ("a\0b\n", "a-b"),
            ("Ёлка", "problem"),
            ("-rf", "rf"),
            ("C:\\x", "c-x"),
        ] {
            assert_eq!(slug(name), expected, "{name:?}");
        }
        assert_eq!(slug(&"x".repeat(1000)).len(), 60);
    }

    #[test]
    fn what_is_no_problem_makes_nothing() {
        let into = tempfile::tempdir().unwrap();
        for body in [
            "",
            "[]",
            "{}",
            r#"{"name": "a", "tests": []}"#,
            r#"{"name": "a"}"#,
        ] {
            assert!(import(body, into.path()).is_err(), "{body}");
        }
        assert_eq!(fs::read_dir(into.path()).unwrap().count(), 0);
    }
}
