//! Tasks of the Contest Management System: `task.yaml`, `input/`, `output/`, `gen/GEN`, `check/`.
//!
//! Source: `cmscontrib/loaders/italy_yaml.py` of the repository cms-dev/cms. A subtask of `GEN` is
//! worth its points when all of it is right; without subtasks all tests are worth the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::yaml::{self, Node};
use super::{Format, cases, flat};
use crate::error::PackageError;
use crate::expectation::Expectation;
use crate::grading::{Grading, Group, OnReject, ScoreRule};
use crate::inside::inside;
use crate::judging::{Checker, CheckerCall, Judging, Jury, JuryLimits, Protocol};
use crate::model::{
    BuildHints, Call, Case, Companions, FileIo, Limits, OwnLimits, Problem, Solution, Source,
};
use crate::order::natural;

const SETTINGS: &str = "task.yaml";
const GENERATION: &str = "gen/GEN";

/// The format.
pub(crate) struct Cms;

impl Format for Cms {
    fn name(&self) -> &'static str {
        "cms"
    }

    fn sign(&self) -> &'static str {
        "a file task.yaml with input/ and output/"
    }

    fn recognises(&self, folder: &Path) -> bool {
        folder.join(SETTINGS).is_file()
            && ["input", "output"]
                .iter()
                .all(|name| folder.join(name).is_dir())
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let path = folder.join(SETTINGS);
        let task = yaml::read(&path)?;
        Reader {
            folder,
            path: &path,
            task: &task,
        }
        .problem()
    }
}

struct Reader<'a> {
    folder: &'a Path,
    path: &'a Path,
    task: &'a Node,
}

impl Reader<'_> {
    fn problem(&self) -> Result<Problem, PackageError> {
        let output_only = self.task.get("output_only");
        if let Some(node) = output_only.filter(|node| !matches!(node.boolean(), Ok(false))) {
            let message = "tasks without a program are not supported";
            return Err(node.wrong(message));
        }
        for name in ["check/manager", "cor/manager"] {
            if let Some(path) = self.source(name)? {
                let message = "a manager that talks to the solution is not supported";
                return Err(PackageError::file(path, message));
            }
        }
        let path = self.path.display();
        let repeated = self.task.repeated().into_iter();
        let mut warnings: Vec<String> = repeated.map(|said| format!("{path}: {said}")).collect();
        let file_io = FileIo {
            input: self.file_name("infile")?,
            output: self.file_name("outfile")?,
        };
        let mut cases = cases::sorted(flat::layout_cases("input", self.folder)?);
        if let Some(node) = self.task.get("n_input")
            && node.as_number() != Some(cases.len() as f64)
        {
            return Err(node.expected(format!("the number of inputs, {}", cases.len())));
        }
        let groups = self.groups(&mut cases)?;
        let slug = self.folder.file_name().unwrap_or_default();
        let slug = slug.to_string_lossy().into_owned();
        let text = |key| Some(self.task.get(key)?.as_scalar()?.to_owned());
        Ok(Problem {
            title: text("title")
                .or_else(|| text("nome"))
                .unwrap_or_else(|| slug.clone()),
            slug,
            root: self.folder.to_owned(),
            format: Cms.name(),
            limits: self.limits()?,
            judging: self.judging()?,
            file_io,
            cases,
            groups,
            solutions: self.solutions(&mut warnings)?,
            warnings,
            ..Problem::default()
        })
    }

    /// The value of the first of some keys that is there.
    fn first(&self, keys: &[&str]) -> Option<&Node> {
        keys.iter().find_map(|key| self.task.get(key))
    }

    /// Seconds and MiB, under today's keys or those of old.
    fn limits(&self) -> Result<Limits, PackageError> {
        let time = self.first(&["time_limit", "timeout"]);
        let memory = self.first(&["memory_limit", "memlimit"]);
        let mib = memory.map(Node::positive).transpose()?;
        Ok(Limits {
            time: time.map(Node::seconds).transpose()?,
            memory: mib.map(|mib| (mib * f64::from(1 << 20)) as u64),
            ..Limits::default()
        })
    }

    /// The name of a file in the place of a standard stream; empty for the stream.
    fn file_name(&self, key: &str) -> Result<Option<String>, PackageError> {
        let Some(node) = self.task.get(key) else {
            return Ok(None);
        };
        match node.text()? {
            "" => Ok(None),
            name if FileIo::is_name(name) => Ok(Some(name.to_owned())),
            _ => Err(node.expected("the name of a file")),
        }
    }

    /// The program that compares, or line by line without regard to blanks.
    fn judging(&self) -> Result<Judging, PackageError> {
        for name in ["check/checker", "cor/correttore"] {
            if let Some(path) = self.source(name)? {
                let mut call = Call::of(Source::File(path));
                call.build.companions = Some(Box::new(Companions {
                    root: self.folder.to_owned(),
                    ..Companions::default()
                }));
                return Ok(Judging {
                    checkers: vec![Checker::Program(Jury {
                        call,
                        protocol: Protocol::Cms,
                        words: None,
                        limits: JuryLimits::default(),
                    })],
                    interactor: None,
                    passes: 1,
                });
            }
        }
        Ok(Judging::by(CheckerCall {
            name: "lcmp".to_owned(),
            args: Vec::new(),
        }))
    }

    /// The source of a program by its path without extension. CMS wants it compiled beside it, and
    /// such a file may be for another system.
    fn source(&self, name: &str) -> Result<Option<PathBuf>, PackageError> {
        let path = self.folder.join(name);
        for extension in ["cpp", "cc", "c", "py", "rs", "java", "pas"] {
            let source = path.with_extension(extension);
            if source.is_file() {
                inside(self.folder, &source)?;
                return Ok(Some(source));
            }
        }
        if path.is_file() {
            let message = "compiled without its source; put the source beside it";
            return Err(PackageError::file(path, message));
        }
        Ok(None)
    }

    /// The subtasks of `GEN`: the line `#ST: points` begins one; every other line that is not empty
    /// and no comment is a test, and so is `#COPY: file`.
    fn groups(&self, cases: &mut [Case]) -> Result<Vec<Group>, PackageError> {
        let path = self.folder.join(GENERATION);
        let mut groups = vec![group("data", None, ScoreRule::Sum)];
        let wrong = |line: usize, message: &str| {
            PackageError::value(&path, format!("line {line}"), message)
        };
        let text = match path.is_file() {
            true => fs::read_to_string(&path).map_err(PackageError::read(&path))?,
            false => String::new(),
        };
        let mut tests = 0;
        for (line, text) in (1..).zip(text.lines()) {
            let (test, comment) = text.split_once('#').unwrap_or((text, ""));
            let (test, comment) = (test.trim(), comment.trim());
            if let Some(points) = comment.strip_prefix("ST:") {
                let points = points
                    .trim()
                    .parse()
                    .ok()
                    .filter(|points: &f64| *points >= 0.0);
                let Some(points) = points else {
                    return Err(wrong(
                        line,
                        "expected the points of a subtask, as in `#ST: 20`",
                    ));
                };
                if groups.len() == 1 && tests > 0 {
                    return Err(wrong(
                        line,
                        "tests before the first subtask; put them into one",
                    ));
                }
                let name = format!("subtask{}", groups.len() - 1);
                let mut group = group(&name, Some(0), ScoreRule::Min);
                group.grading.accept_score = points;
                group.grading.max_score = Some(points);
                groups.push(group);
            } else if !test.is_empty() || comment.starts_with("COPY:") {
                if let Some(case) = cases.get_mut(tests) {
                    case.group = groups.len() - 1;
                    case.points = groups.last().and_then(|group| group.grading.max_score);
                }
                tests += 1;
            }
        }
        if !text.is_empty() && tests != cases.len() {
            let message = format!(
                "makes {tests} tests, and there are {}; generate them anew",
                cases.len()
            );
            return Err(PackageError::file(path, message));
        }
        if groups.len() == 1 {
            let total = match self.task.get("total_value") {
                Some(node) => node.positive()?,
                None => 100.0,
            };
            let each = total / cases.len().max(1) as f64;
            for case in cases {
                case.points = Some(each);
            }
        }
        Ok(groups)
    }

    /// What lies in `sol/`: `solution` is right, and of the others nobody says anything.
    fn solutions(&self, warnings: &mut Vec<String>) -> Result<Vec<Solution>, PackageError> {
        let folder = self.folder.join("sol");
        let mut names = BTreeMap::new();
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.map_err(PackageError::read(&folder))?.path();
            let part = |part: Option<&std::ffi::OsStr>| {
                part.unwrap_or_default().to_string_lossy().into_owned()
            };
            names.insert(
                path.clone(),
                (part(path.file_stem()), part(path.extension())),
            );
        }
        let mut solutions = Vec::new();
        for (path, (stem, extension)) in &names {
            let known = [
                "c", "cpp", "cc", "py", "java", "rs", "pas", "php", "hs", "cs",
            ];
            let helper = ["grader", "stub", "template"].contains(&stem.as_str());
            if helper || !known.contains(&extension.as_str()) || !path.is_file() {
                continue;
            }
            inside(self.folder, path)?;
            // A grader in the same language has the program around the solution's function.
            let grader = folder.join(format!("grader.{extension}"));
            if grader.is_file() && !["c", "cc", "cpp"].contains(&extension.as_str()) {
                let path = path.display();
                warnings.push(format!(
                    "{path}: needs a grader, which is supported for C and C++ only; not judged"
                ));
                continue;
            }
            let companions = grader.is_file().then(|| {
                Box::new(Companions {
                    root: self.folder.to_owned(),
                    sources: vec![grader],
                    ..Companions::default()
                })
            });
            let right = stem == "solution" || stem == "soluzione";
            solutions.push(Solution {
                name: format!("{stem}.{extension}"),
                call: Call {
                    build: Box::new(BuildHints {
                        companions,
                        ..BuildHints::default()
                    }),
                    ..Call::of(Source::File(path.clone()))
                },
                expect: right.then(Expectation::accepted),
                about: None,
                time_use: None,
                limits: OwnLimits::default(),
            });
        }
        solutions.sort_by(|a, b| natural(&a.name, &b.name));
        Ok(solutions)
    }
}

fn group(name: &str, parent: Option<usize>, score: ScoreRule) -> Group {
    Group {
        name: name.to_owned(),
        parent,
        grading: Grading {
            score,
            ..Grading::default()
        },
        on_reject: OnReject::Continue,
        requires: Vec::new(),
    }
}
