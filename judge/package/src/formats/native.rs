//! The workspace's own format: `problem.toml`, `data/`, `submissions/`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use walkdir::WalkDir;

use super::{Format, cases};
use crate::error::PackageError;
use crate::expectation::Expectation;
use crate::judging::{CheckerCall, InputValidator, Judging, JuryLimits};
use crate::model::{Call, Case, Hash, Input, Limits, Made, Problem, Solution, Source};
use crate::order::natural;
use crate::units;

const SETTINGS: &str = "problem.toml";

/// The format.
pub(crate) struct Native;

impl Format for Native {
    fn name(&self) -> &'static str {
        "native"
    }

    fn sign(&self) -> &'static str {
        "a file problem.toml"
    }

    fn recognises(&self, folder: &Path) -> bool {
        folder.join(SETTINGS).is_file()
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let path = folder.join(SETTINGS);
        let text = fs::read_to_string(&path).map_err(PackageError::read(&path))?;
        let settings: Settings = toml::from_str(&text).map_err(|error| PackageError::Settings {
            path: path.clone(),
            message: error.to_string().trim_end().to_owned(),
        })?;
        Reader { folder, path }.problem(settings)
    }
}

/// `problem.toml`. Unknown keys are errors, for a misspelt limit must not be ignored.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    name: String,
    source: Option<String>,
    #[serde(rename = "url")]
    _url: Option<String>,
    #[serde(rename = "note")]
    _note: Option<String>,
    #[serde(default)]
    limits: LimitSettings,
    #[serde(default)]
    checker: CheckerSettings,
    validator: Option<CallSettings>,
    #[serde(default)]
    solution: Vec<SolutionSettings>,
    #[serde(default)]
    generate: Vec<GenerateSettings>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitSettings {
    time: Option<String>,
    wall: Option<String>,
    memory: Option<String>,
    output: Option<String>,
    #[serde(default)]
    multiplier: BTreeMap<String, f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckerSettings {
    name: String,
    #[serde(default)]
    args: Vec<String>,
}

impl Default for CheckerSettings {
    fn default() -> Self {
        CheckerSettings {
            name: "tokens".to_owned(),
            args: Vec::new(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CallSettings {
    #[serde(rename = "crate")]
    krate: Option<String>,
    path: Option<PathBuf>,
    #[serde(default)]
    args: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolutionSettings {
    #[serde(rename = "crate")]
    krate: Option<String>,
    path: Option<PathBuf>,
    #[serde(default)]
    args: Vec<String>,
    expect: Option<String>,
    about: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GenerateSettings {
    case: String,
    #[serde(rename = "crate")]
    krate: Option<String>,
    path: Option<PathBuf>,
    #[serde(default)]
    args: Vec<String>,
    blake3: String,
}

struct Reader<'a> {
    folder: &'a Path,
    path: PathBuf,
}

impl Reader<'_> {
    fn problem(&self, settings: Settings) -> Result<Problem, PackageError> {
        let validator = settings
            .validator
            .map(|call| self.call("validator", call.krate, call.path, call.args));
        Ok(Problem {
            slug: self
                .folder
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            title: settings.name,
            source: settings.source,
            root: self.folder.to_owned(),
            format: Native.name(),
            limits: self.limits(settings.limits)?,
            judging: Judging::by(CheckerCall {
                name: settings.checker.name,
                args: settings.checker.args,
            }),
            validators: validator
                .transpose()?
                .map(|call| InputValidator {
                    call,
                    accepts: 42,
                    limits: JuryLimits::default(),
                })
                .into_iter()
                .collect(),
            cases: self.cases(settings.generate)?,
            solutions: self.solutions(settings.solution)?,
            ..Problem::default()
        })
    }

    fn wrong(&self, key: impl Into<String>, message: impl ToString) -> PackageError {
        PackageError::Value {
            path: self.path.clone(),
            key: key.into(),
            message: message.to_string(),
        }
    }

    fn limits(&self, settings: LimitSettings) -> Result<Limits, PackageError> {
        let time = |key, text: Option<String>| {
            text.map(|text| units::duration(&text).map_err(|error| self.wrong(key, error)))
                .transpose()
        };
        let size = |key, text: Option<String>| {
            text.map(|text| units::bytes(&text).map_err(|error| self.wrong(key, error)))
                .transpose()
        };
        for (language, factor) in &settings.multiplier {
            if !(0.1..=100.0).contains(factor) {
                let key = format!("limits.multiplier.{language}");
                let message = format!("expected a factor from 0.1 to 100, found {factor}");
                return Err(self.wrong(key, message));
            }
        }
        Ok(Limits {
            time: time("limits.time", settings.time)?,
            wall: time("limits.wall", settings.wall)?,
            memory: size("limits.memory", settings.memory)?,
            output: size("limits.output", settings.output)?,
            multiplier: settings.multiplier,
            ..Limits::default()
        })
    }

    fn call(
        &self,
        key: &str,
        krate: Option<String>,
        path: Option<PathBuf>,
        args: Vec<String>,
    ) -> Result<Call, PackageError> {
        let source = match (krate, path) {
            (Some(name), None) => Source::Crate {
                name,
                within: self.folder.to_owned(),
            },
            (None, Some(path)) => Source::File(self.inside(key, &path)?),
            (Some(_), Some(_)) => {
                let message = "both `crate` and `path`; keep the one that names the program";
                return Err(self.wrong(key, message));
            }
            (None, None) => {
                let message = "neither `crate` nor `path`; add the one that names the program";
                return Err(self.wrong(key, message));
            }
        };
        Ok(Call::of(source).with_args(args))
    }

    /// A file that the settings name: it must exist and lie in the package.
    fn inside(&self, key: &str, path: &Path) -> Result<PathBuf, PackageError> {
        let whole = self.folder.join(path);
        match whole.canonicalize() {
            Ok(real) if !real.starts_with(self.folder) => {
                let message = format!("{} lies outside the package", path.display());
                Err(self.wrong(key, message))
            }
            Ok(real) if !real.is_file() => {
                Err(self.wrong(key, format!("{} is not a file", path.display())))
            }
            // The folder below submissions/ says what is expected, so a path has one spelling.
            Ok(_) if path.iter().any(|part| part == "..") => {
                let message = format!("expected a path without `..`, found {}", path.display());
                Err(self.wrong(key, message))
            }
            Ok(_) => Ok(whole),
            Err(error) => Err(self.wrong(key, format!("{}: {error}", path.display()))),
        }
    }

    fn cases(&self, generated: Vec<GenerateSettings>) -> Result<Vec<Case>, PackageError> {
        let data = self.folder.join("data");
        let mut pairs = cases::pairs(self.folder, &data, usize::MAX, &["ans"])?;
        let mut found = Vec::new();
        if let Some(name) = cases::repeated(generated.iter().map(|case| case.case.as_str())) {
            return Err(self.wrong("generate.case", format!("`{name}` is generated twice")));
        }
        for settings in generated {
            let key = format!("generate `{}`", settings.case);
            let pair = pairs.remove(&settings.case).unwrap_or_default();
            if let Some(input) = pair.input {
                let message = format!("{} exists as well; keep one of the two", input.display());
                return Err(self.wrong(key, message));
            }
            let Some(answer) = pair.answer else {
                let message = format!("expected its answer in data/{}.ans", settings.case);
                return Err(self.wrong(key, message));
            };
            let hash = &settings.blake3;
            if hash.len() != 64 || !hash.bytes().all(|byte| b"0123456789abcdef".contains(&byte)) {
                let message = format!("expected 64 hexadecimal digits in `blake3`, found `{hash}`");
                return Err(self.wrong(key, message));
            }
            let call = self.call(&key, settings.krate, settings.path, settings.args)?;
            let input = Input::Generated(Box::new(Made {
                hash: Some(Hash::Blake3(settings.blake3)),
                ..Made::by(call)
            }));
            found.push(Case::new(settings.case, input, Some(answer)));
        }
        for (name, pair) in pairs {
            let case = cases::case(name, pair)?;
            if let (Input::File(input), None) = (&case.input, &case.answer) {
                let message = "an input without an answer; add the *.ans beside it";
                return Err(PackageError::file(input, message));
            }
            found.push(case);
        }
        match found.is_empty() {
            true => Err(PackageError::file(
                data,
                "expected *.in with *.ans, found no case",
            )),
            false => Ok(cases::sorted(found)),
        }
    }

    /// The solutions of `problem.toml` in their order, then those only found in `submissions/`.
    fn solutions(&self, listed: Vec<SolutionSettings>) -> Result<Vec<Solution>, PackageError> {
        let mut solutions = Vec::new();
        for (index, settings) in listed.into_iter().enumerate() {
            let key = format!("solution {}", index + 1);
            let stated = match &settings.expect {
                Some(text) => Some(
                    text.parse::<Expectation>()
                        .map_err(|error| self.wrong(format!("{key}: expect"), error))?,
                ),
                None => None,
            };
            let call = self.call(&key, settings.krate, settings.path, settings.args)?;
            let (name, folder) = match &call.source {
                Source::File(path) | Source::Folder(path) => self.submission(path),
                Source::Crate { name, .. } => (name.clone(), None),
                Source::Command(words) => (words.join(" "), None),
            };
            let by_folder = folder.as_deref().and_then(Expectation::of_folder);
            let expect = match (stated, by_folder) {
                (Some(stated), Some(by_folder)) if stated != by_folder => {
                    let message = format!(
                        "expect = \"{stated}\" disagrees with the folder of {name}, which says {by_folder}; change one"
                    );
                    return Err(self.wrong(key, message));
                }
                (stated, by_folder) => stated.or(by_folder),
            };
            let name = match call.args.is_empty() {
                true => name,
                false => format!("{name} {}", call.args.join(" ")),
            };
            solutions.push(Solution {
                name,
                call,
                expect,
                about: settings.about,
                time_use: None,
            });
        }
        if let Some(name) = cases::repeated(solutions.iter().map(|s| s.name.as_str())) {
            return Err(self.wrong("solution", format!("`{name}` is listed twice")));
        }
        solutions.extend(self.unlisted(&solutions)?);
        Ok(solutions)
    }

    fn unlisted(&self, listed: &[Solution]) -> Result<Vec<Solution>, PackageError> {
        let submissions = self.folder.join("submissions");
        if !submissions.is_dir() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for entry in WalkDir::new(&submissions).min_depth(2).max_depth(2) {
            let entry = entry.map_err(|error| PackageError::walk(&submissions, error))?;
            let path = entry.into_path();
            let (name, folder) = self.submission(&path);
            let hidden = name.split('/').any(|part| part.starts_with(['.', '_']));
            let known = listed.iter().any(|solution| {
                matches!(&solution.call.source, Source::File(file)
                    if self.submission(file).0 == name)
            });
            if known || hidden || !path.is_file() {
                continue;
            }
            found.push(Solution {
                name,
                call: Call::of(Source::File(path)),
                expect: folder.as_deref().and_then(Expectation::of_folder),
                about: None,
                time_use: None,
            });
        }
        found.sort_by(|a, b| natural(&a.name, &b.name));
        Ok(found)
    }

    /// A submission's name, and the folder it lies in.
    fn submission(&self, path: &Path) -> (String, Option<String>) {
        let below = path.strip_prefix(self.folder).unwrap_or(path);
        let below = below.strip_prefix("submissions").unwrap_or(below);
        let parts: Vec<_> = below.iter().map(OsStr::to_string_lossy).collect();
        let folder = match &parts[..] {
            [folder, _, ..] => Some(folder.to_string()),
            _ => None,
        };
        (parts.join("/"), folder)
    }
}
