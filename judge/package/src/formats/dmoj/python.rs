//! Checkers and interactive graders in Python, which DMOJ's judge imports into itself.
//!
//! Here they are programs like any other: a driver of the judge's own imports them instead, gives
//! them the few names of DMOJ's that such code uses, and says what they found by DMOJ's protocol for
//! checkers that are programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::yaml::Node;
use super::Reader;
use crate::error::PackageError;
use crate::judging::{Jury, JuryLimits, Protocol};
use crate::model::{BuildHints, Call, Source};

/// No file of the package has such a name by chance.
const DRIVER: &str = "judge_dmoj_driver.py";

/// What the code in Python is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A module with a function `check`.
    Checker,
    /// A module with a class `Grader`.
    Grader,
}

impl Reader<'_> {
    /// The checker that a setting names by its file, with the arguments of its function.
    pub(super) fn python_checker(
        &self,
        name: &Node,
        args: Option<&Node>,
        points: f64,
    ) -> Result<Jury, PackageError> {
        let file = self.data(name)?;
        let arguments = args.map_or_else(|| Json::Object(Map::new()), json);
        Ok(jury(file, Kind::Checker, arguments, points))
    }

    /// The grader of `custom_judge`, if it is one that talks to solutions.
    pub(super) fn python_grader(&self, node: &Node, points: f64) -> Result<Jury, PackageError> {
        let file = self.data(node)?;
        if !talks(&file)? {
            let message = "a grader that takes over the whole of DMOJ's judging; only those are \
                           supported that are an `InteractiveGrader`";
            return Err(node.wrong(message));
        }
        Ok(jury(file, Kind::Grader, Json::Object(Map::new()), points))
    }
}

fn talks(file: &Path) -> Result<bool, PackageError> {
    let text = fs::read(file).map_err(PackageError::read(file))?;
    Ok(String::from_utf8_lossy(&text).contains("InteractiveGrader"))
}

type Json = serde_json::Value;
type Map = serde_json::Map<String, Json>;

fn jury(file: PathBuf, kind: Kind, arguments: Json, points: f64) -> Jury {
    // Whole points are whole numbers for those who count with them.
    let points = match points.fract() == 0.0 && points.abs() < 1e15 {
        true => Json::from(points as i64),
        false => Json::from(points),
    };
    let settings = serde_json::json!({ "points": points, "arguments": arguments });
    let kind = match kind {
        Kind::Checker => "checker",
        Kind::Grader => "grader",
    };
    let driver = include_str!("driver.py").to_owned();
    Jury {
        call: Call {
            source: Source::File(file),
            args: vec![kind.to_owned(), settings.to_string()],
            build: Box::new(BuildHints {
                language: Some("python3".to_owned()),
                entry_point: Some(DRIVER.to_owned()),
                beside: BTreeMap::from([(DRIVER.to_owned(), driver)]),
                ..BuildHints::default()
            }),
        },
        protocol: Protocol::DmojTestlib,
        words: None,
        limits: JuryLimits::default(),
    }
}

/// A setting as JSON. A scalar that reads as a number or a truth value is one.
fn json(node: &Node) -> Json {
    if let Some(items) = node.as_list() {
        return items.iter().map(json).collect();
    }
    if node.is_map() {
        let entries = node.entries().iter();
        let entries = entries.map(|(key, value)| (key.clone(), json(value)));
        return entries.collect::<Map>().into();
    }
    match node.as_scalar() {
        None => Json::Null,
        Some(text) => match serde_json::from_str(text) {
            Ok(value @ (Json::Number(_) | Json::Bool(_))) => value,
            _ => Json::from(text),
        },
    }
}
