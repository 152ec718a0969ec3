//! Cases found in the archive by the patterns of their names.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use fancy_regex::{Captures, Regex, RegexBuilder};
use walkdir::WalkDir;

use super::super::yaml::{Node, Value};
use super::Reader;
use crate::error::PackageError;

/// DMOJ's own patterns: the number of the batch, if there is one, and that of the case.
const INPUT: &str = r"^(?=.*?\.in|in).*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$";
const OUTPUT: &str =
    r"^(?=.*?\.out|out).*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$";
/// Steps that a pattern may take on one name.
const STEPS: usize = 100_000;

/// A number or a word that a pattern found; words come before numbers, as in DMOJ's order.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    Word(String),
    Number(u64),
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Word(a), Key::Word(b)) => a.cmp(b),
            (Key::Number(a), Key::Number(b)) => a.cmp(b),
            (Key::Word(_), Key::Number(_)) => Ordering::Less,
            (Key::Number(_), Key::Word(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The names of the files of one case.
#[derive(Default)]
struct Files {
    input: Option<String>,
    output: Option<String>,
}

impl Reader<'_> {
    /// The cases that the names in the archive make, as if they were listed where the pattern is.
    pub(super) fn matched(
        &self,
        pattern: Option<&Node>,
        settings: &Node,
    ) -> Result<Vec<Node>, PackageError> {
        let node = pattern.unwrap_or(settings);
        let Some(archive) = &self.archive else {
            let message =
                "cases are found by patterns in an `archive` only; list them, or name the archive";
            return Err(node.wrong(message));
        };
        let mut names = Vec::new();
        for entry in WalkDir::new(archive.path()).sort_by_file_name() {
            let entry = entry.map_err(|error| PackageError::walk(archive.path(), error))?;
            let below = entry
                .path()
                .strip_prefix(archive.path())
                .unwrap_or(entry.path());
            if let Some(name) = below.to_str().filter(|_| entry.file_type().is_file()) {
                names.push(name.to_owned());
            }
        }
        let mut groups: BTreeMap<Key, BTreeMap<Key, Files>> = BTreeMap::new();
        let mut batches = Vec::new();
        for (key, default, output) in [
            ("input_format", INPUT, false),
            ("output_format", OUTPUT, true),
        ] {
            let own = pattern.and_then(|pattern| pattern.get(key));
            let regex = self.regex(own, key, default)?;
            let place = own.unwrap_or(node);
            for name in &names {
                let found = regex.captures(name.as_str()).map_err(|error| {
                    place.wrong(format!("cannot be matched with {name}: {error}"))
                })?;
                let Some(found) = found else {
                    continue;
                };
                let Some(case) = named(&found, "case") else {
                    let message = format!("expected a number of the case in {name}, found none");
                    return Err(place.wrong(message));
                };
                let batch = named(&found, "batch");
                batches.extend(batch.clone());
                let files = groups
                    .entry(batch.unwrap_or_else(|| case.clone()))
                    .or_default()
                    .entry(case)
                    .or_default();
                let slot = if output {
                    &mut files.output
                } else {
                    &mut files.input
                };
                *slot = Some(name.clone());
            }
        }
        let mut points = pattern
            .and_then(|pattern| pattern.get("case_points"))
            .map(Node::items)
            .map(<[Node]>::iter);
        let mut list = Vec::new();
        for (key, cases) in groups {
            let mut entries = Vec::new();
            let batched = batches.contains(&key);
            if !batched && cases.len() > 1 {
                return Err(node.wrong("two cases of one number; rename one"));
            }
            let mut found = Vec::new();
            for files in cases.into_values() {
                let text = |text| node.holding(Value::Scalar(text));
                let input = files.input.map(|name| ("in".to_owned(), text(name)));
                let output = files.output.map(|name| ("out".to_owned(), text(name)));
                found.push(input.into_iter().chain(output).collect::<Vec<_>>());
            }
            if batched {
                let cases = found.into_iter();
                let cases = cases.map(|entries| node.holding(Value::Map(entries)));
                let batch = node.holding(Value::List(cases.collect()));
                entries.push(("batched".to_owned(), batch));
            } else {
                entries.extend(found.into_iter().flatten());
            }
            if let Some(points) = &mut points {
                let Some(points) = points.next() else {
                    let message = "expected points for each case or batch, found too few";
                    return Err(node.wrong(message));
                };
                entries.push(("points".to_owned(), points.clone()));
            }
            list.push(node.holding(Value::Map(entries)));
        }
        Ok(list)
    }

    /// A pattern in Python's grammar, which matches from the start of a name in any letter case.
    fn regex(&self, node: Option<&Node>, key: &str, default: &str) -> Result<Regex, PackageError> {
        let text = match node {
            Some(node) => node.text()?,
            None => default,
        };
        let built = RegexBuilder::new(&format!("^(?:{text})"))
            .case_insensitive(true)
            .backtrack_limit(STEPS)
            .build();
        match (built, node) {
            (Ok(regex), _) => Ok(regex),
            (Err(error), Some(node)) => Err(node.wrong(format!("is no pattern: {error}"))),
            (Err(error), None) => Err(PackageError::value(self.path, key, error)),
        }
    }
}

fn named(found: &Captures<'_, str>, name: &str) -> Option<Key> {
    let text = found.name(name)?.as_str();
    Some(match text.parse() {
        Ok(number) => Key::Number(number),
        Err(_) => Key::Word(text.to_owned()),
    })
}
