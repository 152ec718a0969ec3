//! Checkers and interactive graders in Python, which DMOJ's judge imports into itself.
//!
//! Here they are programs like any other: a driver of the judge's own imports them instead, gives
//! them the few names of DMOJ's that such code uses, and says what they found by DMOJ's protocol for
//! checkers that are programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::yaml_value::{Node, Value};
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
        let file = self.data(name, "checker")?;
        let arguments = args.map_or_else(|| Json::Object(Map::new()), json);
        Ok(jury(file, Kind::Checker, arguments, points))
    }

    /// The grader of `custom_judge`, if it is one that talks to solutions.
    pub(super) fn python_grader(&self, node: &Node, points: f64) -> Result<Jury, PackageError> {
        let key = "custom_judge";
        let file = self.data(node, key)?;
        if !talks(&file)? {
            let message = "a grader that takes over the whole of DMOJ's judging; only those are \
                           supported that are an `InteractiveGrader`";
            return Err(self.wrong(node, key, message));
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

fn json(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::from(*value),
        Value::Integer(value) => Json::from(*value),
        Value::Float(value) => Json::from(*value),
        Value::Text(text) => Json::from(text.as_str()),
        Value::List(items) => items.iter().map(json).collect(),
        Value::Map(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), json(value)))
            .collect::<Map>()
            .into(),
    }
}
