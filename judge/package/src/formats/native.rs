//! The workspace's own format: `problem.toml`, `data/`, `submissions/`.

mod groups;
mod jury;
mod settings;
mod stress;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use self::groups::put_into_groups;
use self::settings::{GenerateSettings, LimitSettings, ScoreSettings, Settings, SolutionSettings};
use super::{Format, cases};
use crate::board;
use crate::error::PackageError;
use crate::expectation::Expectation;
use crate::judging::{InputValidator, JuryLimits};
use crate::model::{Call, Case, Hash, Input, Limits, Made, OwnLimits, Problem, Solution, Source};
use crate::order::natural;
use crate::text_file;
use crate::{toml_file, units};

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
        text_file::is_there(&folder.join(SETTINGS))
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let path = folder.join(SETTINGS);
        let text = text_file::text(&path)?;
        let settings: Settings = toml_file::parse(&path, &text)?;
        Reader { folder, path, text }.problem(settings)
    }
}

struct Reader<'a> {
    folder: &'a Path,
    path: PathBuf,
    /// What is in the file, to find the lines of faults.
    text: String,
}

impl Reader<'_> {
    fn problem(&self, settings: Settings) -> Result<Problem, PackageError> {
        let mut cases = self.cases(settings.generate)?;
        let groups = put_into_groups(&settings.group, &mut cases)
            .map_err(|(key, message)| self.wrong(key, message))?;
        let solutions = self.solutions(settings.solution)?;
        let scored = |solution: &Solution| {
            let expect = solution.expect.as_ref();
            expect.is_some_and(|expect| expect.score.is_some())
        };
        if let Some(solution) = solutions.iter().find(|solution| scored(solution))
            && groups.is_empty()
        {
            let key = format!("solution `{}`: score", solution.name);
            return Err(self.wrong(key, "there are no scores without a `[[group]]`"));
        }
        let judging = self.judging(settings.checker, settings.interactor, settings.passes)?;
        let validator = |call: settings::CallSettings| {
            Ok(InputValidator {
                call: self.call("validator", call.krate, call.path, call.args)?,
                accepts: 42,
                limits: JuryLimits::default(),
            })
        };
        let validators = settings.validator.into_iter().map(validator);
        let warnings = cases
            .iter()
            .filter_map(|case| self.unhashed(case))
            .collect();
        board::check(&settings.board).map_err(|message| self.wrong("board", message))?;
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
            judging,
            validators: validators.collect::<Result<_, PackageError>>()?,
            cases,
            groups,
            solutions,
            board: settings.board,
            stress: settings
                .stress
                .map(|settings| self.stress(settings))
                .transpose()?,
            warnings,
            ..Problem::default()
        })
    }

    /// What to say of a generated case without a hash.
    fn unhashed(&self, case: &Case) -> Option<String> {
        match &case.input {
            Input::Generated(made) if made.hash.is_none() => Some(format!(
                "{}: generate `{}`: no blake3, so nobody notices another input; `judge generate --write` adds it",
                self.path.display(),
                case.name
            )),
            _ => None,
        }
    }

    fn wrong(&self, key: impl Into<String>, message: impl ToString) -> PackageError {
        let place = toml_file::place(&self.text, &key.into());
        PackageError::value(&self.path, place, message)
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
            (None, Some(path)) => source(self.inside(key, &path)?),
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

    /// A file or folder that the settings name: it must exist and lie in the package.
    fn inside(&self, key: &str, path: &Path) -> Result<PathBuf, PackageError> {
        let whole = self.folder.join(path);
        match whole.canonicalize() {
            Ok(real) if !real.starts_with(self.folder) => {
                let message = format!("{} lies outside the package", path.display());
                Err(self.wrong(key, message))
            }
            Ok(real) if !real.is_file() && !real.is_dir() => {
                let message = format!("{} is neither a file nor a folder", path.display());
                Err(self.wrong(key, message))
            }
            Ok(real)
                if real.is_dir() && real.parent() == Some(&self.folder.join("submissions")) =>
            {
                let message = format!(
                    "{} is a folder of solutions; name one in it",
                    path.display()
                );
                Err(self.wrong(key, message))
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
            let is_digit = |byte: u8| b"0123456789abcdef".contains(&byte);
            let is_hash = |hash: &str| hash.len() == 64 && hash.bytes().all(is_digit);
            if let Some(hash) = settings.blake3.as_deref().filter(|hash| !is_hash(hash)) {
                let message = format!("expected 64 hexadecimal digits in `blake3`, found `{hash}`");
                return Err(self.wrong(key, message));
            }
            let call = self.call(&key, settings.krate, settings.path, settings.args)?;
            let input = Input::Generated(Box::new(Made {
                hash: settings.blake3.map(Hash::Blake3),
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
        for case in &mut found {
            Self::extras(&data, case)?;
        }
        match found.is_empty() {
            true => Err(PackageError::file(
                data,
                "expected *.in with *.ans, found no case",
            )),
            false => Ok(cases::sorted(found)),
        }
    }

    /// What lies beside a case: `NAME.args`, an argument a line, and the folder `NAME.files`.
    fn extras(data: &Path, case: &mut Case) -> Result<(), PackageError> {
        let args = data.join(format!("{}.args", case.name));
        if args.is_file() {
            let text = fs::read_to_string(&args).map_err(PackageError::read(&args))?;
            case.args = text.lines().map(str::to_owned).collect();
        }
        let files = data.join(format!("{}.files", case.name));
        case.files = files.is_dir().then_some(files);
        Ok(())
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
            let score = settings
                .score
                .as_ref()
                .map(ScoreSettings::bounds)
                .transpose();
            let score = score.map_err(|error| self.wrong(format!("{key}: score"), error))?;
            let expect = match (expect, score) {
                (expect, None) => expect,
                (expect, score) => Some(Expectation {
                    score,
                    ..expect.unwrap_or_default()
                }),
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
                limits: OwnLimits::default(),
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
                matches!(&solution.call.source, Source::File(place) | Source::Folder(place)
                    if self.submission(place).0 == name)
            });
            if known || hidden || !(path.is_file() || path.is_dir()) {
                continue;
            }
            found.push(Solution {
                name,
                call: Call::of(source(path)),
                expect: folder.as_deref().and_then(Expectation::of_folder),
                about: None,
                time_use: None,
                limits: OwnLimits::default(),
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

/// A program that is a file or a folder.
fn source(path: PathBuf) -> Source {
    match path.is_dir() {
        true => Source::Folder(path),
        false => Source::File(path),
    }
}
