//! DMOJ problems: `init.yml`, data beside it or in an archive, and the fixtures of DMOJ's own tests.
//!
//! Source: `dmoj/problem.py`, `dmoj/graders/` and `dmoj/testsuite.py` of the repository
//! DMOJ/judge-server. A key that a case does not have is looked for around it, in its batch and at
//! the top.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Format;
use super::yaml_value::{self, Node, Value};
use crate::archive::{Unpacked, unpack};
use crate::error::PackageError;
use crate::inside::{inside, named_file};
use crate::model::{FileIo, Limits, Problem};

mod cases;
mod fixtures;
mod jury;
mod pattern;
mod python;

const SETTINGS: &str = "init.yml";
/// What DMOJ's judge takes where a problem says nothing.
const OUTPUT: u64 = 25_165_824;
const WALL_FACTOR: f64 = 3.0;

/// The format.
pub(crate) struct Dmoj;

impl Format for Dmoj {
    fn name(&self) -> &'static str {
        "dmoj"
    }

    fn sign(&self) -> &'static str {
        "a file init.yml of a DMOJ problem"
    }

    fn recognises(&self, folder: &Path) -> bool {
        // Many things have an init.yml.
        let text = fs::read_to_string(folder.join(SETTINGS)).unwrap_or_default();
        let keys = [
            "test_cases",
            "pretest_test_cases",
            "archive",
            "custom_judge",
        ];
        text.lines().any(|line| {
            let key = line
                .split_once(':')
                .map(|(key, _)| key.trim_matches(['"', '\'']));
            key.is_some_and(|key| keys.contains(&key))
        })
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let path = folder.join(SETTINGS);
        let settings = yaml_value::read(&path)?;
        let reader = Reader {
            folder,
            path: &path,
            archive: None,
            scratch: RefCell::new(None),
            warnings: RefCell::new(Vec::new()),
        };
        reader.problem(&settings)
    }
}

struct Reader<'a> {
    folder: &'a Path,
    path: &'a Path,
    /// The archive's content.
    archive: Option<Unpacked>,
    /// A folder for an empty file, made when one is needed.
    scratch: RefCell<Option<Unpacked>>,
    warnings: RefCell<Vec<String>>,
}

/// A part of the settings, and those around it.
#[derive(Clone, Copy)]
struct Scope<'a> {
    own: &'a Node,
    outer: Option<&'a Scope<'a>>,
}

impl<'a> Scope<'a> {
    /// The value of a key here, or in the nearest scope around that has it.
    fn get(&self, key: &str) -> Option<&'a Node> {
        let outer = || self.outer.and_then(|outer| outer.get(key));
        self.own.get(key).or_else(outer)
    }

    /// The scope around all others.
    fn top(&self) -> &Scope<'a> {
        self.outer.map_or(self, Scope::top)
    }
}

impl Reader<'_> {
    fn problem(mut self, settings: &Node) -> Result<Problem, PackageError> {
        self.no_code(settings)?;
        let key = "signature_grader";
        if let Some(node) = settings.get(key) {
            let message = "a grader that is linked with the solution; it is not supported";
            return Err(self.wrong(node, key, message));
        }
        let file_io = self.file_io(settings)?;
        if let Some(node) = settings.get("hints")
            && node.items().len() > 1
        {
            self.odd(node, "hints", "not supported, passed over");
        }
        if let Some(node) = settings.get("unbuffered")
            && node.boolean() == Some(true)
        {
            let message = "not supported, passed over: solutions must flush what they say";
            self.odd(node, "unbuffered", message);
        }
        if let Some(node) = settings.get("archive") {
            let name = self.text(node, "archive")?;
            let archive = named_file(self.path, &place(node, "archive"), self.folder, &name)?;
            self.archive = Some(unpack(&archive)?);
        }
        let scope = Scope {
            own: settings,
            outer: None,
        };
        let slug = self.folder.file_name().unwrap_or_default();
        let slug = slug.to_string_lossy().into_owned();
        let (cases, groups) = self.cases(&scope)?;
        let (solutions, given) = self.fixtures(&cases)?;
        Ok(Problem {
            title: slug.clone(),
            slug,
            source: None,
            root: self.folder.to_owned(),
            format: Dmoj.name(),
            limits: self.limits(settings, given)?,
            judging: self.judging(&scope)?,
            file_io,
            cases,
            groups,
            solutions,
            warnings: self.warnings.take(),
            unpacked: self
                .archive
                .into_iter()
                .chain(self.scratch.take())
                .collect(),
            ..Problem::default()
        })
    }

    /// Files in the place of standard streams: those of `file_io`, and links to standard input.
    fn file_io(&self, settings: &Node) -> Result<FileIo, PackageError> {
        let name = |node: &Node, key: &str| {
            let name = node.text().filter(|name| FileIo::is_name(name));
            self.expected(node, key, "the name of a file", name)
        };
        let mut files = FileIo::default();
        if let Some(node) = settings.get("file_io") {
            for (key, file) in [("input", &mut files.input), ("output", &mut files.output)] {
                if let Some(node) = node.get(key) {
                    *file = Some(name(node, &format!("file_io.{key}"))?);
                }
            }
        }
        let links = settings.get("symlinks").map(Node::entries);
        for (link, target) in links.unwrap_or_default() {
            let key = format!("symlinks.{link}");
            match target.text().as_deref() {
                Some("/dev/stdin") if files.input.is_none() && FileIo::is_name(link) => {
                    files.input = Some(link.clone());
                }
                _ => self.odd(target, &key, "not supported, passed over"),
            }
        }
        Ok(files)
    }

    /// Limits are not DMOJ's to keep in this file, and some keep them there all the same; else the
    /// fixtures have them.
    fn limits(&self, settings: &Node, given: Limits) -> Result<Limits, PackageError> {
        let mut limits = given;
        if let Some(node) = settings.get("time_limit") {
            limits.time = Some(self.seconds(node, "time_limit")?);
            limits.time_from = None;
        }
        if let Some(node) = settings.get("memory_limit") {
            limits.memory = Some(self.kibibytes(node, "memory_limit")?);
        }
        limits.output = match settings.get("output_limit_length") {
            Some(node) => Some(self.count(node, "output_limit_length")?),
            None => Some(OUTPUT),
        };
        let factor = match settings.get("wall_time_factor") {
            Some(node) => self.positive(node, "wall_time_factor")?,
            None => WALL_FACTOR,
        };
        limits.wall = limits
            .time
            .and_then(|time| Duration::try_from_secs_f64(time.as_secs_f64() * factor).ok());
        Ok(limits)
    }

    /// Keys that end in `++` hold code, which DMOJ's judge runs to find the value.
    fn no_code(&self, node: &Node) -> Result<(), PackageError> {
        for (key, value) in node.entries() {
            if key.ends_with("++") {
                let message = "the value is code in Python; it is not supported";
                return Err(self.wrong(value, key, message));
            }
            self.no_code(value)?;
        }
        if let Value::List(items) = &node.value {
            for item in items {
                self.no_code(item)?;
            }
        }
        Ok(())
    }

    /// A file of test data: beside the settings, else in the archive.
    fn data(&self, node: &Node, key: &str) -> Result<PathBuf, PackageError> {
        let name = self.text(node, key)?;
        if self.folder.join(&name).exists() {
            return named_file(self.path, &place(node, key), self.folder, &name);
        }
        if let Some(archive) = &self.archive {
            let root = archive.path().canonicalize();
            let root = root.map_err(PackageError::read(archive.path()))?;
            let file = root.join(&name);
            if inside(&root, &file).is_ok_and(|real| real.is_file()) {
                return Ok(file);
            }
        }
        let archive = if self.archive.is_some() {
            " nor in the archive"
        } else {
            ""
        };
        let message = format!("{name} is not there{archive}; add the file or correct its name");
        Err(self.wrong(node, key, message))
    }

    /// An empty file.
    fn empty(&self) -> Result<PathBuf, PackageError> {
        let mut scratch = self.scratch.borrow_mut();
        let folder = match scratch.as_ref() {
            Some(folder) => folder.path(),
            None => {
                let folder = scratch.insert(Unpacked::empty()?).path();
                fs::write(folder.join("empty"), "").map_err(PackageError::read(folder))?;
                folder
            }
        };
        Ok(folder.join("empty"))
    }

    fn wrong(&self, node: &Node, key: &str, message: impl ToString) -> PackageError {
        PackageError::value(self.path, place(node, key), message)
    }

    fn odd(&self, node: &Node, key: &str, message: &str) {
        let path = self.path.display();
        let warning = format!("{path}: {}: {message}", place(node, key));
        let mut warnings = self.warnings.borrow_mut();
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    fn expected<T>(
        &self,
        node: &Node,
        key: &str,
        what: &str,
        found: Option<T>,
    ) -> Result<T, PackageError> {
        found
            .ok_or_else(|| self.wrong(node, key, format!("expected {what}, found {}", node.kind())))
    }

    fn text(&self, node: &Node, key: &str) -> Result<String, PackageError> {
        self.expected(node, key, "a text", node.text())
    }

    fn texts(&self, node: &Node, key: &str) -> Result<Vec<String>, PackageError> {
        node.items()
            .iter()
            .map(|item| self.text(item, key))
            .collect()
    }

    fn positive(&self, node: &Node, key: &str) -> Result<f64, PackageError> {
        let number = node
            .number()
            .filter(|number| *number > 0.0 && number.is_finite());
        self.expected(node, key, "a number greater than 0", number)
    }

    fn count(&self, node: &Node, key: &str) -> Result<u64, PackageError> {
        let number = match node.value {
            Value::Integer(number) => u64::try_from(number).ok(),
            _ => None,
        };
        self.expected(node, key, "a whole number", number)
    }

    fn seconds(&self, node: &Node, key: &str) -> Result<Duration, PackageError> {
        let seconds = Duration::try_from_secs_f64(self.positive(node, key)?).ok();
        self.expected(node, key, "seconds", seconds)
    }

    fn kibibytes(&self, node: &Node, key: &str) -> Result<u64, PackageError> {
        let bytes = self.count(node, key)?.checked_mul(1024);
        self.expected(node, key, "KiB of memory", bytes)
    }
}

/// Where a value stands, for messages.
fn place(node: &Node, key: &str) -> String {
    format!("line {}: {key}", node.line)
}
