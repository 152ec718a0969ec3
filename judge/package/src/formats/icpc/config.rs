//! What a folder of cases says of the cases in it and below: `testdata.yaml` in legacy packages,
//! `test_group.yaml` and a `.yaml` for each case in the others.

use std::collections::BTreeMap;
use std::path::Path;

use super::package::Package;
use super::settings::{GradingSettings, range, score};
use crate::error::PackageError;
use crate::formats::yaml::{Map, Node};
use crate::grading::{Grading, OnReject, ScoreRule, VerdictRule};
use crate::text_file;

/// What cases inherit from the folders they lie in.
#[derive(Debug, Clone, Default)]
pub(super) struct Config {
    /// Arguments of solutions.
    pub(super) args: Vec<String>,
    /// Arguments of input validators.
    pub(super) input_args: Args,
    /// Arguments of output validators.
    pub(super) output_args: Args,
}

/// Arguments of validators.
#[derive(Debug, Clone)]
pub(super) enum Args {
    /// The same for each.
    Same(Vec<String>),
    /// By the name of the validator, with its extension or without; the others have none.
    ByName(BTreeMap<String, Vec<String>>),
}

impl Default for Args {
    fn default() -> Args {
        Args::Same(Vec::new())
    }
}

impl Args {
    /// Those of one validator.
    pub(super) fn of(&self, name: &str) -> &[String] {
        match self {
            Args::Same(args) => args,
            Args::ByName(args) => {
                let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
                let own = args.get(name).or_else(|| args.get(stem));
                own.map_or(&[], Vec::as_slice)
            }
        }
    }

    /// A text of words; or a map of `name` and `flags`; or texts by name.
    fn flags(node: Node) -> Result<Args, PackageError> {
        if !node.is_map() {
            return Ok(Args::Same(node.words()?));
        }
        let mut map = node.map()?;
        let mut flags = BTreeMap::new();
        if let Some(name) = map.take("name") {
            let words = map.take("flags").map(|node| node.words()).transpose()?;
            flags.insert(name.text()?.to_owned(), words.unwrap_or_default());
        }
        for (name, node) in map.rest() {
            flags.insert(name, node.words()?);
        }
        Ok(Args::ByName(flags))
    }

    /// A list of texts; or lists by name.
    fn list(node: Node) -> Result<Args, PackageError> {
        if !node.is_map() {
            return Ok(Args::Same(node.texts()?));
        }
        let lists = node.map()?.rest().into_iter();
        lists
            .map(|(name, node)| Ok((name, node.texts()?)))
            .collect::<Result<_, _>>()
            .map(Args::ByName)
    }
}

/// How a group of a legacy package is graded; what a folder does not say is as in the one above.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub(super) grading: Grading,
    pub(super) on_reject: OnReject,
    /// Whether the package's own grader puts scores together.
    pub(super) custom: bool,
    /// The arguments of the grader, whichever it is.
    pub(super) flags: Vec<String>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            grading: Grading::default(),
            on_reject: OnReject::Break,
            custom: false,
            flags: Vec::new(),
        }
    }
}

impl Rules {
    /// What `grading` in `problem.yaml` states counts for all groups.
    pub(super) fn overridden(mut self, settings: &GradingSettings) -> Rules {
        let grading = &mut self.grading;
        grading.accept_score = settings.accept_score.unwrap_or(grading.accept_score);
        grading.reject_score = settings.reject_score.unwrap_or(grading.reject_score);
        grading.range = settings.range.unwrap_or(grading.range);
        self.on_reject = settings.on_reject.unwrap_or(self.on_reject);
        self
    }
}

/// Reads `testdata.yaml`.
pub(super) fn testdata(
    package: &mut Package<'_>,
    path: &Path,
    is_root: bool,
    config: &mut Config,
    rules: &mut Rules,
) -> Result<(), PackageError> {
    let mut map = package.settings(path)?;
    if let Some(node) = map.take("on_reject") {
        let choices = [("break", OnReject::Break), ("continue", OnReject::Continue)];
        rules.on_reject = node.choice(&choices)?;
    }
    if let Some(node) = map.take("grading") {
        rules.custom = node.choice(&[("default", false), ("custom", true)])?;
    }
    if let Some(node) = map.take("grader_flags") {
        rules.flags = node.words()?;
        let mut odd = grader_flags(&rules.flags, is_root, &mut rules.grading);
        // Flags of a grader of the package's own are its own affair.
        odd.retain(|_| !rules.custom);
        for message in odd {
            package.warn(path, format!("{}: {message}", node.place()));
        }
    }
    if let Some(node) = map.take("accept_score") {
        rules.grading.accept_score = score(&node)?;
    }
    if let Some(node) = map.take("reject_score") {
        rules.grading.reject_score = score(&node)?;
    }
    if let Some(node) = map.take("range") {
        rules.grading.range = range(&node)?;
    }
    if let Some(node) = map.take("input_validator_flags") {
        config.input_args = Args::flags(node)?;
    }
    if let Some(node) = map.take("output_validator_flags") {
        config.output_args = Args::flags(node)?;
    }
    package.warn_unknown(path, map);
    Ok(())
}

/// The arguments of the default grader; of those that exclude each other the last one counts. Says
/// what is odd about them.
fn grader_flags(flags: &[String], is_root: bool, grading: &mut Grading) -> Vec<String> {
    let default = Grading::default();
    grading.verdict = default.verdict;
    grading.score = default.score;
    grading.any_accepted = false;
    grading.ignore_sample = false;
    let mut odd = Vec::new();
    for flag in flags {
        match flag.as_str() {
            "worst_error" => grading.verdict = VerdictRule::WorstError,
            "first_error" => grading.verdict = VerdictRule::FirstError,
            "always_accept" => grading.verdict = VerdictRule::AlwaysAccept,
            "sum" => grading.score = ScoreRule::Sum,
            "avg" => grading.score = ScoreRule::Average,
            "min" => grading.score = ScoreRule::Min,
            "max" => grading.score = ScoreRule::Max,
            "accept_if_any_accepted" => grading.any_accepted = true,
            "ignore_sample" if is_root => grading.ignore_sample = true,
            "ignore_sample" => odd.push(
                "`ignore_sample` means nothing but in data/testdata.yaml; not heeded".to_owned(),
            ),
            other => odd.push(format!(
                "the default grader knows no flag `{other}`; not heeded"
            )),
        }
    }
    odd
}

/// What `test_group.yaml` says of the group itself.
#[derive(Debug, Default)]
pub(super) struct TestGroup {
    /// `max_score`; `Some(None)` is `unbounded`.
    pub(super) max_score: Option<Option<f64>>,
    /// `score_aggregation`.
    pub(super) aggregation: Option<ScoreRule>,
    /// `require_pass`, and where it stands.
    pub(super) requires: Option<Node>,
}

/// Reads `test_group.yaml`.
pub(super) fn test_group(
    package: &mut Package<'_>,
    path: &Path,
    constants: &BTreeMap<String, String>,
    config: &mut Config,
) -> Result<TestGroup, PackageError> {
    let text = text_file::text(path)?;
    let mut map = package.parsed(path, &with_constants(&text, constants))?;
    case_keys(&mut map, config)?;
    let mut group = TestGroup::default();
    if let Some(node) = map.take("max_score") {
        group.max_score = Some(match node.as_scalar() {
            Some("unbounded") => None,
            _ => Some(node.number("`unbounded` or a score", 0.0..=1e12)?),
        });
    }
    if let Some(node) = map.take("score_aggregation") {
        group.aggregation = Some(node.choice(&[
            ("pass-fail", ScoreRule::PassFail),
            ("sum", ScoreRule::Sum),
            ("min", ScoreRule::Min),
        ])?);
    }
    group.requires = map.take("require_pass");
    if let Some(node) = map.take("static_validation_score") {
        let message = format!(
            "{}: static validators are not run, and give no score",
            node.place()
        );
        package.warn(path, message);
    }
    map.ignore(&["static_validator_args"]);
    package.warn_unknown(path, map);
    Ok(group)
}

/// Reads the `.yaml` of a case.
pub(super) fn case(
    package: &mut Package<'_>,
    path: &Path,
    config: &mut Config,
) -> Result<(), PackageError> {
    let mut map = package.settings(path)?;
    case_keys(&mut map, config)?;
    package.warn_unknown(path, map);
    Ok(())
}

/// The keys of a case that a group may state for all of its cases.
fn case_keys(map: &mut Map, config: &mut Config) -> Result<(), PackageError> {
    if let Some(node) = map.take("args") {
        config.args = node.texts()?;
    }
    if let Some(node) = map.take("input_validator_args") {
        config.input_args = Args::list(node)?;
    }
    if let Some(node) = map.take("output_validator_args") {
        config.output_args = Args::Same(node.texts()?);
    }
    // Drafts of the format had texts of words.
    if let Some(node) = map.take("input_validator_flags") {
        config.input_args = Args::flags(node)?;
    }
    if let Some(node) = map.take("output_validator_flags") {
        config.output_args = Args::flags(node)?;
    }
    map.ignore(&[
        "input_visualizer_args",
        "output_visualizer_args",
        "answer_validator_args",
        "full_feedback",
        "hint",
        "description",
    ]);
    Ok(())
}

/// The text with the value of every constant that it names.
fn with_constants(text: &str, constants: &BTreeMap<String, String>) -> String {
    let mut done = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        done.push_str(before);
        let named = after
            .split_once("}}")
            .and_then(|(name, after)| constants.get(name).map(|value| (value, after)));
        match named {
            Some((value, after)) => {
                done.push_str(value);
                rest = after;
            }
            None => {
                done.push_str("{{");
                rest = after;
            }
        }
    }
    done.push_str(rest);
    done
}
