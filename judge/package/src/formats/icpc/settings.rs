//! `problem.yaml`.
//!
//! One reader serves all versions: a key of another version is taken for what it says, with a
//! warning, since packages on their way from one version to the next are common.

use std::collections::BTreeMap;
use std::path::Path;

use super::limits::LimitSettings;
use super::package::Package;
use super::version::Version;
use crate::error::PackageError;
use crate::formats::yaml::{self, Map, Node};
use crate::grading::OnReject;
use crate::text_file;

const VERSION: &str = "problem_format_version";

/// Keys that say nothing to a judge; the last three are an extension of BAPCtools.
const IGNORED: [&str; 13] = [
    "version",
    "credits",
    "author",
    "license",
    "rights_owner",
    "source_url",
    "embargo_until",
    "keywords",
    "languages",
    "allow_file_writing",
    "verified",
    "comment",
    "ans_is_output",
];

/// What `problem.yaml` says.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// The name, in English if there are several.
    pub(super) title: Option<String>,
    /// Where the problem comes from.
    pub(super) source: Option<String>,
    /// What kind of problem it is.
    pub(super) kind: Kind,
    /// Whether it says that it has an output validator of its own; only legacy packages do.
    pub(super) custom: Option<bool>,
    /// Arguments of the output validators in every case.
    pub(super) validator_flags: Vec<String>,
    /// Its limits.
    pub(super) limits: LimitSettings,
    /// How it is graded, as far as `problem.yaml` says.
    pub(super) grading: GradingSettings,
    /// Values for `{{name}}`.
    pub(super) constants: BTreeMap<String, String>,
}

/// The properties of a problem that `type` and `validation` list.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Kind {
    /// Solutions have scores.
    pub(super) scoring: bool,
    /// The output validator talks with the solution.
    pub(super) interactive: bool,
    /// A solution runs several times on one case.
    pub(super) multi_pass: bool,
}

/// `grading`, with the keys from before they moved into `testdata.yaml`: where they are given they
/// count for all groups.
#[derive(Debug, Default)]
pub(super) struct GradingSettings {
    /// `objective: min`.
    pub(super) minimise: bool,
    /// `accept_score`.
    pub(super) accept_score: Option<f64>,
    /// `reject_score`.
    pub(super) reject_score: Option<f64>,
    /// `range`.
    pub(super) range: Option<(f64, f64)>,
    /// `on_reject`.
    pub(super) on_reject: Option<OnReject>,
}

/// `problem.yaml`, and the version that it names.
pub(super) fn open(path: &Path) -> Result<(Version, Option<Node>), PackageError> {
    // The oldest packages have none.
    if !text_file::is_there(path) {
        return Ok((Version::LEGACY, None));
    }
    let file = yaml::read(path)?;
    let version = match file.get(VERSION) {
        Some(node) => node.choice(&Version::words())?,
        None => Version::LEGACY,
    };
    Ok((version, Some(file)))
}

impl Settings {
    /// Reads what `open` found.
    pub(super) fn read(
        package: &mut Package<'_>,
        path: &Path,
        file: Option<Node>,
    ) -> Result<Settings, PackageError> {
        let mut settings = Settings::default();
        let mut map = match file {
            Some(file) => package.keys(path, file)?,
            None => Map::default(),
        };
        note_missing(package, path, &map);
        if let Some(node) = map.take("name") {
            settings.title = title(node)?;
        }
        if let Some(node) = map.take("source") {
            settings.source = source(node)?;
        }
        if let Some(node) = map.take("type")
            && settings.kind.read_type(&node)?
        {
            let message = "`pass-fail` and `scoring` exclude each other; read as `scoring`";
            package.warn(path, format!("{}: {message}", node.place()));
        }
        if let Some(node) = map.take("validation") {
            note_legacy(package, path, &node);
            settings.custom = Some(settings.kind.read_validation(&node)?);
        }
        if let Some(node) = map.take("validator_flags") {
            note_legacy(package, path, &node);
            settings.validator_flags = node.words()?;
        }
        if let Some(node) = map.take("limits") {
            settings.limits = LimitSettings::read(package, path, node.map()?)?;
        }
        if let Some(node) = map.take("grading") {
            note_legacy(package, path, &node);
            settings.grading = GradingSettings::read(package, path, node.map()?)?;
        }
        if let Some(node) = map.take("constants") {
            settings.constants = constants(node.map()?)?;
        }
        if let Some(node) = map.take("uuid")
            && !package.version.legacy
            && !node.as_scalar().is_some_and(is_uuid)
        {
            let message = "expected a UUID, such as `b9ad0a4c-9b8d-4e5c-8a0e-6d2f9c1e7a35`";
            package.warn(path, format!("{}: {message}", node.place()));
        }
        map.ignore(&[VERSION]);
        map.ignore(&IGNORED);
        package.warn_unknown(path, map);
        Ok(settings)
    }
}

/// Notes keys that every package has which is not of the legacy format.
fn note_missing(package: &mut Package<'_>, path: &Path, map: &Map) {
    for key in ["name", "uuid"] {
        if !package.version.legacy && !map.has(key) {
            package.warn(path, format!("the format requires the key `{key}`; add it"));
        }
    }
}

/// Whether a text is 32 hexadecimal digits in the groups of RFC 9562.
fn is_uuid(text: &str) -> bool {
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.split('-').map(str::len).eq([8, 4, 4, 4, 12]) && text.split('-').all(is_hex)
}

/// Notes a key of legacy packages in one of another version.
fn note_legacy(package: &mut Package<'_>, path: &Path, node: &Node) {
    if !package.version.legacy {
        let message = format!(
            "{}: a key of the legacy format; it is read as there",
            node.place()
        );
        package.warn(path, message);
    }
}

/// A name, or names by language.
fn title(node: Node) -> Result<Option<String>, PackageError> {
    if !node.is_map() {
        return Ok(Some(node.text()?.to_owned()));
    }
    let mut names = node.map()?;
    let english = names.take("en").map(|name| ("en".to_owned(), name));
    match english.into_iter().chain(names.rest()).next() {
        Some((_, name)) => Ok(Some(name.text()?.to_owned())),
        None => Ok(None),
    }
}

/// A name, a map with a name, or a list of either.
fn source(node: Node) -> Result<Option<String>, PackageError> {
    let one = |node: Node| -> Result<String, PackageError> {
        if !node.is_map() {
            return Ok(node.text()?.to_owned());
        }
        match node.clone().map()?.take("name") {
            Some(name) => Ok(name.text()?.to_owned()),
            None => Err(node.wrong("expected a key `name`, found none")),
        }
    };
    let names: Vec<String> = match node.as_list() {
        Some(items) => items.iter().cloned().map(one).collect::<Result<_, _>>()?,
        None => vec![one(node)?],
    };
    Ok(Some(names.join(", ")).filter(|names| !names.is_empty()))
}

impl Kind {
    /// A list, or words in one text; whether it is said to be both with scores and without.
    fn read_type(&mut self, node: &Node) -> Result<bool, PackageError> {
        let listed = node.one_or_more()?;
        let words = listed.iter().flat_map(|text| text.split_whitespace());
        let mut pass_fail = false;
        for word in words {
            match word {
                "pass-fail" => pass_fail = true,
                "scoring" => self.scoring = true,
                "interactive" => self.interactive = true,
                "multi-pass" => self.multi_pass = true,
                "submit-answer" => {
                    let message = "submit-answer problems are not supported: what is judged in \
                                   them are files and not programs";
                    return Err(node.wrong(message));
                }
                other => {
                    let message = format!(
                        "expected words out of `pass-fail`, `scoring`, `interactive`, \
                         `multi-pass` and `submit-answer`, found `{}`",
                        other.escape_debug()
                    );
                    return Err(node.wrong(message));
                }
            }
        }
        Ok(pass_fail && self.scoring)
    }

    /// `default`, or `custom` and more; whether it is `custom`.
    fn read_validation(&mut self, node: &Node) -> Result<bool, PackageError> {
        let words = node.words()?;
        let (custom, more) = match words.split_first() {
            Some((first, more)) if first == "custom" => (true, more),
            Some((first, more)) if first == "default" => (false, more),
            _ => return Err(node.wrong("expected `default` or `custom` first")),
        };
        for word in more {
            match word.as_str() {
                "interactive" if custom => self.interactive = true,
                "multi-pass" if custom => self.multi_pass = true,
                // A score is taken from any validator that gives one.
                "score" if custom => {}
                other => {
                    let message = format!(
                        "expected `interactive`, `score` or `multi-pass` after `custom`, found `{}`",
                        other.escape_debug()
                    );
                    return Err(node.wrong(message));
                }
            }
        }
        Ok(custom)
    }
}

impl GradingSettings {
    fn read(
        package: &mut Package<'_>,
        path: &Path,
        mut map: Map,
    ) -> Result<GradingSettings, PackageError> {
        let mut settings = GradingSettings::default();
        if let Some(node) = map.take("objective") {
            settings.minimise = node.choice(&[("min", true), ("max", false)])?;
        }
        if let Some(node) = map.take("show_test_data_groups") {
            node.boolean()?;
        }
        if let Some(node) = map.take("accept_score") {
            settings.accept_score = Some(score(&node)?);
        }
        if let Some(node) = map.take("reject_score") {
            settings.reject_score = Some(score(&node)?);
        }
        if let Some(node) = map.take("range") {
            settings.range = Some(range(&node)?);
        }
        if let Some(node) = map.take("on_reject") {
            let break_off = [
                ("first_error", OnReject::Break),
                ("worst_error", OnReject::Continue),
                ("grade", OnReject::Continue),
            ];
            settings.on_reject = Some(node.choice(&break_off)?);
        }
        package.warn_unknown(path, map);
        Ok(settings)
    }
}

/// A score.
pub(super) fn score(node: &Node) -> Result<f64, PackageError> {
    node.number("a score", -1e12..=1e12)
}

/// Two numbers, the lower one first; both may be infinite.
pub(super) fn range(node: &Node) -> Result<(f64, f64), PackageError> {
    let bounds: Option<Vec<f64>> = node.as_scalar().and_then(|text| {
        text.split_whitespace()
            .map(|word| word.parse().ok())
            .collect()
    });
    match bounds.as_deref() {
        Some(&[low, high]) if low <= high => Ok((low, high)),
        _ => Err(node.wrong("expected two numbers, the lower one first, such as `0 100`")),
    }
}

/// Values by name, as the judge replaces them: `{{name}}`, `{{name.value}}`, `{{name.variant}}`.
fn constants(map: Map) -> Result<BTreeMap<String, String>, PackageError> {
    let mut constants = BTreeMap::new();
    for (name, node) in map.rest() {
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if !name.bytes().all(word) || name.bytes().next().is_none_or(|byte| byte.is_ascii_digit()) {
            return Err(node.wrong("expected a name of letters, digits and `_`"));
        }
        if !node.is_map() {
            let value = node.text()?.to_owned();
            constants.insert(format!("{name}.value"), value.clone());
            constants.insert(name, value);
            continue;
        }
        let missing = node.wrong("expected a key `value`, found none");
        for (variant, value) in node.map()?.rest() {
            constants.insert(format!("{name}.{variant}"), value.text()?.to_owned());
        }
        let value = constants.get(&format!("{name}.value")).ok_or(missing)?;
        constants.insert(name, value.clone());
    }
    Ok(constants)
}
