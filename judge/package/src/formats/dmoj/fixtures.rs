//! `tests/*/test.yml`: submissions with their limits and what is expected of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::super::yaml::{self, Node};
use super::Reader;
use crate::error::PackageError;
use crate::expectation::Expectation;
use crate::inside::named_file;
use crate::model::{Case, Limits, OwnLimits, Solution};
use crate::order::natural;
use crate::verdict::Verdict;

/// The later ones outweigh the earlier ones.
const FILES: [&str; 3] = ["test.yml", "test.posix.yml", "test.linux.yml"];

/// What a code of DMOJ's means here.
enum Code {
    Is(Verdict),
    /// The case was not run.
    Skipped,
    Any,
    /// An error of the judge, which nobody can promise.
    Internal,
}

impl Reader<'_> {
    /// The fixtures as solutions, and the largest limits that they state.
    pub(super) fn fixtures(&self, cases: &[Case]) -> Result<(Vec<Solution>, Limits), PackageError> {
        let (mut solutions, mut limits) = (Vec::new(), Limits::default());
        let tests = self.folder.join("tests");
        if !tests.is_dir() {
            return Ok((solutions, limits));
        }
        let mut folders: Vec<PathBuf> = fs::read_dir(&tests)
            .map_err(PackageError::read(&tests))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_dir())
            .collect();
        folders.sort_by(|a, b| natural(&a.to_string_lossy(), &b.to_string_lossy()));
        for folder in folders {
            let mut test: Option<(PathBuf, Node)> = None;
            for path in FILES.map(|name| folder.join(name)) {
                if path.is_file() {
                    let node = yaml::read(&path)?;
                    self.note_repeated(&path, &node);
                    let merged = match test.take() {
                        Some((_, earlier)) => node.over(earlier),
                        None => node,
                    };
                    test = Some((path, merged));
                }
            }
            if let Some((path, test)) = test {
                let fixture = Fixture {
                    reader: self,
                    cases,
                    folder: &folder,
                    path: &path,
                };
                fixture.read(&test, &mut solutions, &mut limits)?;
            }
        }
        if limits.time.is_some() {
            limits.time_from = Some("the largest of tests/*/test.yml".to_owned());
        }
        Ok((solutions, limits))
    }
}

struct Fixture<'a> {
    reader: &'a Reader<'a>,
    cases: &'a [Case],
    folder: &'a Path,
    path: &'a Path,
}

impl Fixture<'_> {
    fn read(
        &self,
        test: &Node,
        solutions: &mut Vec<Solution>,
        limits: &mut Limits,
    ) -> Result<(), PackageError> {
        if test
            .get("skip")
            .is_some_and(|node| matches!(node.boolean(), Ok(true)))
        {
            return Ok(());
        }
        let expect = match self.expectation(test)? {
            Some(expect) => expect,
            None => {
                let path = self.path.display();
                let warning = format!("{path}: expects an error of the judge, which is not run");
                self.reader.warn(warning);
                return Ok(());
            }
        };
        let seconds = test.get("time").and_then(Node::as_number);
        let time = seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
        let kib = test.get("memory").and_then(Node::as_number);
        // A float holds every sensible number of KiB exactly, and a cast of any other saturates.
        let memory = kib.map(|kib| (kib as u64).saturating_mul(1024));
        limits.time = limits.time.max(time);
        limits.memory = limits.memory.max(memory);
        let language = test.get("language").and_then(Node::as_scalar);
        let Some(sources) = test.get("source") else {
            return Err(test.wrong("expected the key `source`, found none"));
        };
        let folder = self
            .folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        for source in sources.items() {
            let name = source.text()?;
            let root = self.reader.folder;
            let below = format!("tests/{folder}/{name}");
            let file = named_file(self.path, &source.place(), root, &below)?;
            let call = self.reader.solution(&file, language.unwrap_or_default());
            let name = format!("{folder}/{name}");
            solutions.push(Solution {
                name,
                call,
                expect: Some(expect.clone()),
                about: None,
                time_use: None,
                limits: OwnLimits { time, memory },
            });
        }
        Ok(())
    }

    /// Each case must have one of the codes for it, or of those for all; `None` if an error of the
    /// judge is expected.
    fn expectation(&self, test: &Node) -> Result<Option<Expectation>, PackageError> {
        let for_all = match test.get("expect") {
            None => Some(vec![Verdict::AC]),
            Some(node) => match self.codes(node)? {
                None => return Ok(None),
                Some(codes) => codes,
            },
        };
        let permitted = |permitted| Expectation {
            permitted,
            ..Expectation::default()
        };
        let Some(stated) = test.get("cases") else {
            return Ok(Some(permitted(for_all)));
        };
        let numbered: Vec<(String, &Node)> = match stated.is_map() {
            true => stated
                .entries()
                .iter()
                .map(|(key, node)| (key.clone(), node))
                .collect(),
            false => (1..)
                .map(|index: u32| index.to_string())
                .zip(stated.items())
                .collect(),
        };
        let mut within = Vec::new();
        for (number, case) in (1..).zip(self.cases) {
            let number: u32 = number;
            let own = numbered.iter().find(|(key, _)| *key == number.to_string());
            let codes = match own {
                None => for_all.clone(),
                Some((_, node)) => match self.codes(node)? {
                    None => return Ok(None),
                    // A case that is not run is permitted whatever it would come to.
                    Some(codes) => codes.filter(|codes| !codes.is_empty()),
                },
            };
            within.push((case.name.clone(), permitted(codes)));
        }
        within.retain(|(_, expectation)| expectation.permitted.is_some());
        Ok(Some(Expectation {
            within,
            ..Expectation::default()
        }))
    }

    /// The verdicts that some codes permit, inside `Some` unless they are all; `None` for an error
    /// of the judge.
    fn codes(&self, node: &Node) -> Result<Option<Option<Vec<Verdict>>>, PackageError> {
        let mut verdicts = Vec::new();
        for node in node.items() {
            match code(node.as_scalar().unwrap_or_default()) {
                Some(Code::Is(verdict)) => verdicts.push(verdict),
                Some(Code::Skipped) => {}
                Some(Code::Any) => return Ok(Some(None)),
                Some(Code::Internal) => return Ok(None),
                None => {
                    return Err(node.expected("a code such as AC or WA"));
                }
            }
        }
        Ok(Some(Some(verdicts)))
    }
}

fn code(text: &str) -> Option<Code> {
    Some(match text {
        "AC" => Code::Is(Verdict::AC),
        "WA" => Code::Is(Verdict::WA),
        "TLE" => Code::Is(Verdict::TLE),
        "MLE" => Code::Is(Verdict::MLE),
        "OLE" => Code::Is(Verdict::OLE),
        "RTE" | "IR" => Code::Is(Verdict::RTE),
        "CE" => Code::Is(Verdict::CE),
        "SC" => Code::Skipped,
        "IE" => Code::Internal,
        "*" => Code::Any,
        _ => return None,
    })
}
