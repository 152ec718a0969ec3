//! Problems of Library Checker: `info.toml`, `gen/`, `sol/`, `checker.cpp`, `verifier.cpp`.
//!
//! Source: `generate.py` of the repository yosupo06/library-checker-problems, which decides where
//! its documents differ. Inputs are generated and answers given by `sol/correct.cpp`, each checked
//! against `hash.json`; what lies in `in/` and `out/` is used where both are there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::{Format, cases};
use crate::error::PackageError;
use crate::expectation::Expectation;
use crate::inside::named_file;
use crate::judging::{Checker, InputValidator, Judging, Jury, JuryLimits, Protocol};
use crate::model::{
    BuildHints, Call, Case, Companions, Hash, Input, Limits, Made, OwnLimits, Problem, Solution,
    Source,
};
use crate::text_file;
use crate::toml_file;
use crate::verdict::Verdict;

const SETTINGS: &str = "info.toml";
const HASHES: &str = "hash.json";
/// The solution that is right, and that makes the answers.
const CORRECT: &str = "correct.cpp";
/// Cases of one test: more is a slip.
const MOST_CASES: usize = 10_000;

/// The format.
pub(crate) struct LibraryChecker;

impl Format for LibraryChecker {
    fn name(&self) -> &'static str {
        "library-checker"
    }

    fn sign(&self) -> &'static str {
        "a file info.toml with `[[tests]]`"
    }

    fn recognises(&self, folder: &Path) -> bool {
        let text = text_file::text(&folder.join(SETTINGS));
        text.is_ok_and(|text| text.contains("[[tests]]"))
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let path = folder.join(SETTINGS);
        let text = text_file::text(&path)?;
        let info: Info = toml_file::parse(&path, &text)?;
        Reader {
            folder,
            params: params(&path, &text, &info.params)?,
            common: common(folder),
            hashes: hashes(&folder.join(HASHES))?,
            path,
            text,
        }
        .problem(info)
    }
}

/// `info.toml`. Keys that say nothing of judging are passed over.
#[derive(Debug, Deserialize)]
struct Info {
    title: Option<String>,
    timelimit: f64,
    tests: Vec<Test>,
    #[serde(default)]
    solutions: Vec<Listed>,
    #[serde(default)]
    params: toml::Table,
    checker: Option<String>,
    verifier: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Test {
    name: String,
    number: usize,
}

#[derive(Debug, Deserialize)]
struct Listed {
    name: String,
    expect: Option<String>,
    #[serde(default)]
    allow_wa: bool,
    #[serde(default)]
    allow_re: bool,
    #[serde(default)]
    allow_tle: bool,
    /// An older spelling of `expect = "WA"`.
    #[serde(default)]
    wrong: bool,
    /// The source is a function; the program around it is in `grader/`.
    #[serde(default)]
    function: bool,
    #[serde(flatten)]
    unknown: toml::Table,
}

struct Reader<'a> {
    folder: &'a Path,
    path: PathBuf,
    /// What is in the file, to find the lines of faults.
    text: String,
    /// The content of `params.h`, which is made from the settings.
    params: String,
    /// The folder with what all problems include.
    common: Option<PathBuf>,
    /// SHA-256 by the names of the files in `in/` and `out/`.
    hashes: BTreeMap<String, String>,
}

impl Reader<'_> {
    fn problem(&self, info: Info) -> Result<Problem, PackageError> {
        let time = Duration::try_from_secs_f64(info.timelimit)
            .ok()
            .filter(|time| *time >= Duration::from_millis(1));
        let Some(time) = time else {
            let message = format!("expected seconds, found {}", info.timelimit);
            return Err(self.wrong("timelimit", message));
        };
        let checker = info.checker.as_deref().unwrap_or("checker.cpp");
        let verifier = info.verifier.as_deref().unwrap_or("verifier.cpp");
        let slug = self.folder.file_name().unwrap_or_default();
        let slug = slug.to_string_lossy().into_owned();
        let (solutions, warnings) = self.solutions(info.solutions)?;
        Ok(Problem {
            title: info.title.unwrap_or_else(|| slug.clone()),
            slug,
            source: Some("Library Checker".to_owned()),
            root: self.folder.to_owned(),
            format: LibraryChecker.name(),
            limits: Limits {
                time: Some(time),
                ..Limits::default()
            },
            judging: Judging {
                checkers: vec![Checker::Program(Jury {
                    call: self.call("checker", checker)?,
                    protocol: Protocol::Testlib,
                    words: None,
                    limits: JuryLimits::default(),
                })],
                interactor: None,
                passes: 1,
            },
            validators: vec![InputValidator {
                call: self.call("verifier", verifier)?,
                accepts: 0,
                limits: JuryLimits::default(),
            }],
            cases: self.cases(&info.tests)?,
            solutions,
            warnings,
            ..Problem::default()
        })
    }

    fn wrong(&self, key: impl Into<String>, message: impl ToString) -> PackageError {
        PackageError::value(&self.path, self.place(&key.into()), message)
    }

    fn place(&self, key: &str) -> String {
        toml_file::place(&self.text, key)
    }

    /// A program of the problem, with all that it may include.
    fn call(&self, key: &str, name: &str) -> Result<Call, PackageError> {
        let file = named_file(&self.path, &self.place(key), self.folder, name)?;
        let mut call = Call::of(Source::File(file));
        call.build = Box::new(BuildHints {
            companions: Some(Box::new(Companions {
                root: self.folder.to_owned(),
                include_paths: self.common.clone().into_iter().collect(),
                headers: BTreeMap::from([("params.h".to_owned(), self.params.clone())]),
                ..Companions::default()
            })),
            ..BuildHints::default()
        });
        Ok(call)
    }

    fn hash(&self, name: &str) -> Option<Hash> {
        self.hashes.get(name).cloned().map(Hash::Sha256)
    }

    fn cases(&self, tests: &[Test]) -> Result<Vec<Case>, PackageError> {
        let correct = self.call("sol/correct.cpp", "sol/correct.cpp")?;
        let mut found = Vec::new();
        for Test { name, number } in tests {
            let key = format!("tests `{name}`");
            let Some((stem, extension)) = name.rsplit_once('.') else {
                let message = "expected a name that ends in .cpp or .in";
                return Err(self.wrong(key, message));
            };
            if *number > MOST_CASES {
                let message = format!("number: expected at most {MOST_CASES}, found {number}");
                return Err(self.wrong(key, message));
            }
            let generator = match extension {
                "in" => None,
                _ => Some(self.call(&key, &format!("gen/{name}"))?),
            };
            for index in 0..*number {
                let name = format!("{stem}_{index:02}");
                let kept = |folder: &str, extension: &str| {
                    let path = self.folder.join(folder).join(format!("{name}.{extension}"));
                    path.is_file().then_some(path)
                };
                if let (Some(input), Some(answer)) = (kept("in", "in"), kept("out", "out")) {
                    found.push(Case::new(name, Input::File(input), Some(answer)));
                    continue;
                }
                let input = match &generator {
                    Some(generator) => Input::Generated(Box::new(Made {
                        hash: self.hash(&format!("{name}.in")),
                        ..Made::by(generator.clone().with_args(vec![index.to_string()]))
                    })),
                    None => {
                        let file = format!("gen/{name}.in");
                        Input::File(named_file(
                            &self.path,
                            &self.place(&key),
                            self.folder,
                            &file,
                        )?)
                    }
                };
                let hash = self.hash(&format!("{name}.out"));
                let mut case = Case::new(name, input, None);
                case.answer_by = Some(Box::new(Made {
                    hash,
                    ..Made::by(correct.clone())
                }));
                found.push(case);
            }
        }
        if let Some(name) = cases::repeated(found.iter().map(|case| case.name.as_str())) {
            return Err(self.wrong("tests", format!("the case `{name}` is made twice")));
        }
        match found.is_empty() {
            true => Err(self.wrong("tests", "expected at least one case, found none")),
            false => Ok(found),
        }
    }

    /// The solutions in the order of the settings after the one that is right, and what is odd.
    fn solutions(&self, listed: Vec<Listed>) -> Result<(Vec<Solution>, Vec<String>), PackageError> {
        let (mut solutions, mut warnings) = (Vec::new(), Vec::new());
        if !listed.iter().any(|listed| listed.name == CORRECT) {
            let call = self.call("sol/correct.cpp", "sol/correct.cpp")?;
            solutions.push(solution(CORRECT.to_owned(), call, Expectation::accepted()));
        }
        for listed in listed {
            let key = format!("solutions `{}`", listed.name);
            let mut call = self.call(&key, &format!("sol/{}", listed.name))?;
            if listed.function {
                let grader = "grader/grader.cpp";
                let grader = named_file(&self.path, &self.place(&key), self.folder, grader)?;
                if let Some(companions) = &mut call.build.companions {
                    companions.sources.push(grader);
                }
            }
            let expect = self.expectation(&key, &listed)?;
            let path = self.path.display();
            let odd = |unknown| format!("{path}: {key}: unknown key `{unknown}`, passed over");
            warnings.extend(listed.unknown.keys().map(odd));
            solutions.push(solution(listed.name, call, expect));
        }
        if let Some(name) = cases::repeated(solutions.iter().map(|s| s.name.as_str())) {
            return Err(self.wrong("solutions", format!("`{name}` is listed twice")));
        }
        let sol = self.folder.join("sol");
        let mut unlisted = Vec::new();
        for entry in fs::read_dir(&sol).map_err(PackageError::read(&sol))? {
            let path = entry.map_err(PackageError::read(&sol))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let known = solutions.iter().any(|solution| solution.name == name);
            let source = path
                .extension()
                .is_some_and(|ext| ext == "cpp" || ext == "py");
            if source && !known {
                unlisted.push(format!("{}: not in {SETTINGS}, not judged", path.display()));
            }
        }
        unlisted.sort();
        warnings.extend(unlisted);
        Ok((solutions, warnings))
    }

    /// `expect` must be seen in some case; in the others that and what is allowed may be.
    fn expectation(&self, key: &str, listed: &Listed) -> Result<Expectation, PackageError> {
        let stated = match listed.expect.as_deref() {
            None if listed.wrong => Some(Verdict::WA),
            None | Some("" | "AC") => None,
            Some("WA") => Some(Verdict::WA),
            Some("RE") => Some(Verdict::RTE),
            Some("TLE") => Some(Verdict::TLE),
            Some(other) => {
                let message = format!("expect: expected WA, RE or TLE, found `{other}`");
                return Err(self.wrong(key, message));
            }
        };
        let allowed = [
            (listed.allow_wa, Verdict::WA),
            (listed.allow_re, Verdict::RTE),
            (listed.allow_tle, Verdict::TLE),
        ];
        let allowed = allowed.iter().filter(|(allowed, _)| *allowed);
        let mut permitted = vec![Verdict::AC];
        permitted.extend(stated);
        permitted.extend(allowed.map(|(_, verdict)| *verdict));
        Ok(Expectation {
            permitted: Some(permitted),
            required: stated.map(|verdict| vec![verdict]),
            ..Expectation::default()
        })
    }
}

fn solution(name: String, call: Call, expect: Expectation) -> Solution {
    Solution {
        name,
        call,
        expect: Some(expect),
        about: None,
        time_use: None,
        limits: OwnLimits::default(),
    }
}

/// `params.h` as the repository's own script writes it.
fn params(path: &Path, text: &str, params: &toml::Table) -> Result<String, PackageError> {
    let mut header = String::new();
    for (key, value) in params {
        let value = match value {
            toml::Value::Integer(value) => format!("(long long){value}"),
            toml::Value::Float(value) => format!("{value:?}"),
            toml::Value::String(value) => format!("{value:?}"),
            other => {
                let message = format!("expected a number or a string, found {}", other.type_str());
                let place = toml_file::place(text, &format!("params.{key}"));
                return Err(PackageError::value(path, place, message));
            }
        };
        header += &format!("#define {key} {value}\n");
    }
    Ok(header)
}

/// The folder `common` with testlib, beside the problem or above it.
fn common(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .map(|above| above.join("common"))
        .find(|common| common.join("testlib.h").is_file())
}

fn hashes(path: &Path) -> Result<BTreeMap<String, String>, PackageError> {
    if !text_file::is_there(path) {
        return Ok(BTreeMap::new());
    }
    let text = text_file::text(path)?;
    let hashes: BTreeMap<String, String> =
        serde_json::from_str(&text).map_err(|error| PackageError::Settings {
            path: path.to_owned(),
            message: crate::plain::json(&error),
        })?;
    let digits = |hash: &str| hash.bytes().all(|byte| b"0123456789abcdef".contains(&byte));
    match hashes
        .iter()
        .find(|(_, hash)| hash.len() != 64 || !digits(hash))
    {
        Some((name, hash)) => {
            let message = format!("expected 64 hexadecimal digits, found `{hash}`");
            Err(PackageError::value(path, name, message))
        }
        None => Ok(hashes),
    }
}
