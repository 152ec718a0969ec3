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
use super::yaml::{self, Node};
use crate::archive::{Unpacked, unpack};
use crate::error::PackageError;
use crate::inside::{inside, named_file};
use crate::model::{FileIo, Limits, Problem};
use crate::text_file;

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
        let text = text_file::text(&folder.join(SETTINGS)).unwrap_or_default();
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
        let settings = yaml::read(&path)?;
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
        no_code(settings)?;
        self.note_repeated(self.path, settings);
        if let Some(node) = settings.get("signature_grader") {
            let message = "a grader that is linked with the solution; it is not supported";
            return Err(node.wrong(message));
        }
        let file_io = self.file_io(settings)?;
        if let Some(node) = settings.get("hints")
            && node.items().len() > 1
        {
            self.odd(node, "not supported, passed over");
        }
        let unbuffered = match settings.get("unbuffered") {
            Some(node) => node.boolean()?,
            None => false,
        };
        if let Some(node) = settings.get("archive") {
            let archive = self.named(node)?;
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
            unbuffered,
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
        let name = |node: &Node| match node.text()? {
            name if FileIo::is_name(name) => Ok(name.to_owned()),
            _ => Err(node.expected("the name of a file")),
        };
        let mut files = FileIo::default();
        if let Some(node) = settings.get("file_io") {
            for (key, file) in [("input", &mut files.input), ("output", &mut files.output)] {
                if let Some(node) = node.get(key) {
                    *file = Some(name(node)?);
                }
            }
        }
        let links = settings.get("symlinks").map(Node::entries);
        for (link, target) in links.unwrap_or_default() {
            match target.as_scalar() {
                Some("/dev/stdin") if files.input.is_none() && FileIo::is_name(link) => {
                    files.input = Some(link.clone());
                }
                _ => self.odd(target, "not supported, passed over"),
            }
        }
        Ok(files)
    }

    /// Limits are not DMOJ's to keep in this file, and some keep them there all the same; else the
    /// fixtures have them.
    fn limits(&self, settings: &Node, given: Limits) -> Result<Limits, PackageError> {
        let mut limits = given;
        if let Some(node) = settings.get("time_limit") {
            limits.time = Some(node.seconds()?);
            limits.time_from = None;
        }
        if let Some(node) = settings.get("memory_limit") {
            limits.memory = Some(kibibytes(node)?);
        }
        limits.output = match settings.get("output_limit_length") {
            Some(node) => Some(node.count()?),
            None => Some(OUTPUT),
        };
        let factor = match settings.get("wall_time_factor") {
            Some(node) => node.positive()?,
            None => WALL_FACTOR,
        };
        limits.wall = limits
            .time
            .and_then(|time| Duration::try_from_secs_f64(time.as_secs_f64() * factor).ok());
        Ok(limits)
    }

    /// A file of test data: beside the settings, else in the archive.
    fn data(&self, node: &Node) -> Result<PathBuf, PackageError> {
        let name = node.text()?;
        if self.folder.join(name).exists() {
            return self.named(node);
        }
        if let Some(archive) = &self.archive {
            let root = archive.path().canonicalize();
            let root = root.map_err(PackageError::read(archive.path()))?;
            let file = root.join(name);
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
        Err(node.wrong(message))
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

    /// The file beside the settings that a value names.
    fn named(&self, node: &Node) -> Result<PathBuf, PackageError> {
        named_file(self.path, &node.place(), self.folder, node.text()?)
    }

    fn odd(&self, node: &Node, message: &str) {
        self.warn(format!(
            "{}: {}: {message}",
            self.path.display(),
            node.place()
        ));
    }

    fn note_repeated(&self, path: &Path, file: &Node) {
        for repeated in file.repeated() {
            self.warn(format!("{}: {repeated}", path.display()));
        }
    }

    fn warn(&self, warning: String) {
        let mut warnings = self.warnings.borrow_mut();
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
}

/// Keys that end in `++` hold code, which DMOJ's judge runs to find the value.
fn no_code(node: &Node) -> Result<(), PackageError> {
    for (key, value) in node.entries() {
        if key.ends_with("++") {
            return Err(value.wrong("the value is code in Python; it is not supported"));
        }
        no_code(value)?;
    }
    let items = node.as_list().unwrap_or_default();
    items.iter().try_for_each(no_code)
}

fn kibibytes(node: &Node) -> Result<u64, PackageError> {
    let bytes = node.count()?.checked_mul(1024);
    bytes.ok_or_else(|| node.expected("KiB of memory"))
}
