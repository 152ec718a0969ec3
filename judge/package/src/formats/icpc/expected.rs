//! What is expected of submissions: by their folder, and by `submissions.yaml`.

use std::path::Path;

use super::glob::Glob;
use super::package::Package;
use super::settings::score;
use crate::error::PackageError;
use crate::expectation::Expectation;
use crate::formats::yaml::{Map, Node};
use crate::model::TimeUse;
use crate::verdict::Verdict;
use crate::verdict::Verdict::{AC, RTE, TLE, WA};

/// Where a package says it.
const SUBMISSIONS: &str = "submissions/submissions.yaml";

/// What `submissions.yaml` and the format itself say of submissions.
#[derive(Debug, Default)]
pub(super) struct Rules(Vec<Rule>);

/// What is said of the submissions that a glob matches.
#[derive(Debug)]
struct Rule {
    key: String,
    glob: Glob,
    said: Said,
    /// Where the package says it; none of the rules of the format.
    place: Option<String>,
    /// Whether it has matched a submission.
    matched: bool,
}

/// What is said of one submission.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Its language by code.
    pub(super) language: Option<String>,
    /// Where it begins.
    pub(super) entry_point: Option<String>,
    /// Who wrote it.
    pub(super) authors: Vec<String>,
    /// Whether it is the one to show.
    pub(super) is_model: bool,
    /// What is expected of it.
    pub(super) expect: Option<Expectation>,
    /// What it says of the time limit.
    pub(super) time_use: Option<TimeUse>,
}

/// The folders whose names say something in every package of 2025-09: what is permitted and what
/// is required.
const FOLDERS: [(&str, &[Verdict], &[Verdict]); 6] = [
    ("accepted", &[AC], &[]),
    ("rejected", &[], &[RTE, TLE, WA]),
    ("wrong_answer", &[AC, WA], &[WA]),
    ("time_limit_exceeded", &[AC, TLE], &[TLE]),
    ("run_time_error", &[AC, RTE], &[RTE]),
    ("brute_force", &[AC, RTE, TLE], &[RTE, TLE]),
];

/// What a folder's name says in a legacy package: the verdict on the whole.
pub(super) fn legacy_folder(name: &str, below_best: Option<(f64, f64)>) -> Option<Expectation> {
    let verdict = match name {
        "accepted" | "partially_accepted" => AC,
        "wrong_answer" => WA,
        "run_time_error" => RTE,
        "time_limit_exceeded" => TLE,
        _ => return None,
    };
    Some(Expectation {
        score: below_best.filter(|_| name == "partially_accepted"),
        ..Expectation::overall(vec![verdict])
    })
}

/// What a folder's name says in a package of 2025-09.
pub(super) fn new_folder(name: &str) -> Option<Expectation> {
    let list = |list: &[Verdict]| Some(list.to_vec()).filter(|list| !list.is_empty());
    let (_, permitted, required) = FOLDERS.iter().find(|(folder, ..)| *folder == name)?;
    Some(Expectation {
        permitted: list(permitted),
        required: list(required),
        ..Expectation::default()
    })
}

impl Rules {
    /// The rules of the format, if it has any, and those of the package: a key of the package that
    /// is the name of a folder changes what is said of that folder, all others add to it.
    pub(super) fn read(package: &mut Package<'_>) -> Result<Rules, PackageError> {
        let mut rules = Rules::default();
        if !package.version.legacy {
            for (name, ..) in FOLDERS {
                rules.set(name, Glob::new(name), None, |said| {
                    said.expect = new_folder(name);
                });
            }
        }
        let path = package.root.join(SUBMISSIONS);
        if !path.is_file() {
            return Ok(rules);
        }
        package.inside(&path)?;
        for (key, node) in package.settings(&path)?.rest() {
            let Some(glob) = Glob::new(&key) else {
                return Err(node.wrong("stands for too many names; write fewer braces"));
            };
            let place = node.place();
            let read = Said::read(package, &path, node)?;
            rules.set(&key, Some(glob), Some(place), |said| said.overwrite(read));
        }
        Ok(rules)
    }

    /// Changes the rule of a key, which is a new one unless it has been set before.
    fn set(
        &mut self,
        key: &str,
        glob: Option<Glob>,
        place: Option<String>,
        change: impl FnOnce(&mut Said),
    ) {
        let key = key.trim_end_matches('/');
        if let Some(rule) = self.0.iter_mut().find(|rule| rule.key == key) {
            return change(&mut rule.said);
        }
        if let Some(glob) = glob {
            let mut said = Said::default();
            change(&mut said);
            self.0.push(Rule {
                key: key.to_owned(),
                glob,
                said,
                place,
                matched: false,
            });
        }
    }

    /// Notes the rules of the package that have matched none of the submissions.
    pub(super) fn warn_unmatched(&self, package: &mut Package<'_>) {
        let path = package.root.join(SUBMISSIONS);
        for rule in self.0.iter().filter(|rule| !rule.matched) {
            if let Some(place) = &rule.place {
                package.warn(&path, format!("{place}: no submission has such a name"));
            }
        }
    }

    /// Everything that is said of a submission.
    pub(super) fn of(&mut self, package: &mut Package<'_>, path: &Path, name: &str) -> Said {
        let mut all = Said::default();
        for rule in self.0.iter_mut().filter(|rule| rule.glob.matches(name)) {
            rule.matched = true;
            let said = &rule.said;
            for (mine, theirs, what) in [
                (&mut all.language, &said.language, "language"),
                (&mut all.entry_point, &said.entry_point, "entrypoint"),
            ] {
                match (&mine, theirs) {
                    (Some(mine), Some(theirs)) if mine != theirs => {
                        let message = format!(
                            "submissions.yaml gives it more than one {what}; `{mine}` is used"
                        );
                        package.warn(path, message);
                    }
                    (None, Some(_)) => *mine = theirs.clone(),
                    _ => {}
                }
            }
            if all.authors.is_empty() {
                all.authors.clone_from(&said.authors);
            }
            all.is_model |= said.is_model;
            all.time_use = all.time_use.or(said.time_use);
            if let Some(expect) = &said.expect {
                let so_far = all.expect.take();
                all.expect = Some(match so_far {
                    Some(so_far) => both(so_far, expect.clone()),
                    None => expect.clone(),
                });
            }
        }
        let permitted = all
            .expect
            .as_ref()
            .and_then(|expect| expect.permitted.as_deref());
        if permitted.is_some_and(<[Verdict]>::is_empty) {
            let message = "the rules in submissions.yaml leave it no verdict that is permitted";
            package.warn(path, message);
        }
        all
    }
}

impl Said {
    fn read(package: &mut Package<'_>, path: &Path, node: Node) -> Result<Said, PackageError> {
        let mut map = node.map()?;
        let mut said = Said::default();
        let text = |map: &mut Map, key| -> Result<Option<String>, PackageError> {
            let node = map.take(key);
            node.map(|node| node.text().map(str::to_owned)).transpose()
        };
        said.language = text(&mut map, "language")?;
        said.entry_point = text(&mut map, "entrypoint")?;
        if let Some(node) = map.take("authors") {
            said.authors = persons(node)?;
        }
        if let Some(node) = map.take("model_solution") {
            said.is_model = node.boolean()?;
        }
        let (mut expect, time_use) = expectation(&mut map)?;
        said.time_use = time_use;
        for (glob, node) in map.rest() {
            // What is left are names of groups and cases, or mistakes.
            if !node.is_map() {
                let message = format!("{}: unknown key; it is not read", node.place());
                package.warn(path, message);
                continue;
            }
            let place = node.place();
            let mut map = node.map()?;
            let (within, time_use) = expectation(&mut map)?;
            package.warn_unknown(path, map);
            if time_use == Some(TimeUse::None) {
                let message = "`use_for_time_limit: false` of some cases only is not heeded";
                package.warn(path, format!("{place}: {message}"));
            }
            expect.within.push((glob, within));
        }
        said.expect = Some(expect).filter(|expect| *expect != Expectation::default());
        Ok(said)
    }

    /// Takes over what another says, and keeps what it does not say.
    fn overwrite(&mut self, other: Said) {
        self.language = other.language.or(self.language.take());
        self.entry_point = other.entry_point.or(self.entry_point.take());
        self.time_use = other.time_use.or(self.time_use);
        self.is_model |= other.is_model;
        if !other.authors.is_empty() {
            self.authors = other.authors;
        }
        let Some(theirs) = other.expect else { return };
        let mine = self.expect.get_or_insert_default();
        mine.permitted = theirs.permitted.or(mine.permitted.take());
        mine.required = theirs.required.or(mine.required.take());
        mine.score = theirs.score.or(mine.score);
        mine.message = theirs.message.or(mine.message.take());
        mine.within.extend(theirs.within);
    }
}

/// Names of persons: texts or maps with a name, one or several.
fn persons(node: Node) -> Result<Vec<String>, PackageError> {
    let one = |node: Node| -> Result<String, PackageError> {
        if !node.is_map() {
            let name = node.text()?;
            // An address in angle brackets is of no use here.
            return Ok(name.split('<').next().unwrap_or(name).trim().to_owned());
        }
        let name = node.clone().map()?.take("name");
        match name {
            Some(name) => Ok(name.text()?.to_owned()),
            None => Err(node.wrong("expected a key `name`, found none")),
        }
    };
    match node.as_list() {
        Some(items) => items.iter().cloned().map(one).collect(),
        None => Ok(vec![one(node)?]),
    }
}

/// The keys that may also stand under the name of a group or case.
fn expectation(map: &mut Map) -> Result<(Expectation, Option<TimeUse>), PackageError> {
    let mut expect = Expectation::default();
    let verdicts = |map: &mut Map, key| -> Result<Option<Vec<Verdict>>, PackageError> {
        let Some(node) = map.take(key) else {
            return Ok(None);
        };
        let mut verdicts = Vec::new();
        for word in node.one_or_more()? {
            match word.parse::<Verdict>() {
                Ok(verdict) if !matches!(verdict, Verdict::JE | Verdict::SK) => {
                    verdicts.push(verdict);
                }
                Ok(_) => return Err(node.wrong(format!("nobody can promise `{word}`"))),
                Err(error) => return Err(node.wrong(error)),
            }
        }
        match verdicts.is_empty() {
            true => Err(node.wrong("expected at least one verdict, found none")),
            false => Ok(Some(verdicts)),
        }
    };
    expect.permitted = verdicts(map, "permitted")?;
    expect.required = verdicts(map, "required")?;
    if let Some(node) = map.take("score") {
        let (low, high) = match node.as_list() {
            None => (score(&node)?, score(&node)?),
            Some([low, high]) => (score(low)?, score(high)?),
            Some(_) => return Err(node.wrong("expected a score, or a list of two")),
        };
        if low > high {
            let message = format!("expected the lower score first, found {low} before {high}");
            return Err(node.wrong(message));
        }
        expect.score = Some((low, high));
    }
    if let Some(node) = map.take("message") {
        expect.message = Some(node.text()?.to_owned());
    }
    let mut time_use = None;
    if let Some(node) = map.take("use_for_time_limit") {
        time_use = match node.as_scalar() {
            Some("lower") => Some(TimeUse::Lower),
            Some("upper") => Some(TimeUse::Upper),
            _ if node.boolean()? => None,
            _ => Some(TimeUse::None),
        };
    }
    // By the format, to be used for the limit is also to keep to it, or to go over it.
    let asked = match time_use {
        Some(TimeUse::Lower) => Expectation {
            permitted: Some(vec![AC, WA, RTE]),
            ..Expectation::default()
        },
        Some(TimeUse::Upper) => Expectation {
            required: Some(vec![TLE]),
            ..Expectation::default()
        },
        _ => Expectation::default(),
    };
    Ok((both(expect, asked), time_use))
}

/// What two rules say together: both must hold.
fn both(mut a: Expectation, b: Expectation) -> Expectation {
    a.permitted = match (a.permitted, b.permitted) {
        (Some(a), Some(b)) => Some(
            a.into_iter()
                .filter(|verdict| b.contains(verdict))
                .collect(),
        ),
        (a, b) => a.or(b),
    };
    a.score = match (a.score, b.score) {
        (Some(a), Some(b)) => Some((a.0.max(b.0), a.1.min(b.1))),
        (a, b) => a.or(b),
    };
    // Of these an expectation holds one; what is said once more is said of all cases by name.
    let mut more = Expectation::default();
    match (&a.required, b.required) {
        (Some(mine), Some(theirs)) if *mine != theirs => more.required = Some(theirs),
        (None, theirs) => a.required = theirs,
        _ => {}
    }
    match (&a.message, b.message) {
        (Some(mine), Some(theirs)) if *mine != theirs => more.message = Some(theirs),
        (None, theirs) => a.message = theirs,
        _ => {}
    }
    if more != Expectation::default() {
        a.within.push(("*".to_owned(), more));
    }
    a.within.extend(b.within);
    a
}
