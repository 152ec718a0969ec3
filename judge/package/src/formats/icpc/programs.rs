//! The programs of a package: what in a folder is one, and the validators.

use std::path::{Path, PathBuf};

use super::config::Args;
use super::language;
use super::package::{Entry, Links, Package};
use super::settings::Settings;
use super::version::Version;
use crate::error::PackageError;
use crate::judging::{Checker, CheckerCall, InputValidator, Judging, Jury, JuryLimits, Protocol};
use crate::model::{BuildHints, Call, Source};

/// A program of the jury.
#[derive(Debug, Clone)]
pub(super) struct Program {
    /// The name of its file or folder.
    pub(super) name: String,
    pub(super) call: Call,
}

/// Whether a file or folder holds source code by the rule given for names of files; a folder also
/// with a script `build` or `run`.
pub(super) fn is_program(entry: &Entry, sources: &[PathBuf], is_source: fn(&str) -> bool) -> bool {
    let scripts = ["build", "run"].map(|script| entry.path.join(script));
    sources.iter().any(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        is_source(&name) || scripts.contains(file)
    })
}

/// The call of a program, with what its build has to know.
pub(super) fn call(
    version: Version,
    entry: &Entry,
    sources: &[PathBuf],
    hints: &BuildHints,
) -> Call {
    let mut build = hints.clone();
    let is_python2 = || sources.iter().any(|file| language::is_python2(file));
    if version.legacy && build.language.is_none() && is_python2() {
        build.language = Some("python2".to_owned());
    }
    let source = match entry.is_folder {
        true => Source::Folder(entry.path.clone()),
        false => Source::File(entry.path.clone()),
    };
    Call {
        build: Box::new(build),
        ..Call::of(source)
    }
}

/// The programs in a folder.
fn programs(
    package: &mut Package<'_>,
    folder: &Path,
    hints: &BuildHints,
) -> Result<Vec<Program>, PackageError> {
    let mut programs = Vec::new();
    for entry in package.entries(folder)? {
        let sources = package.sources(&entry)?;
        if is_program(&entry, &sources, language::is_validator) {
            programs.push(Program {
                call: call(package.version, &entry, &sources, hints),
                name: entry.name,
            });
        } else if !language::is_beside(&entry.name) {
            package.warn(&entry.path, "no program of a known language; not run");
        }
    }
    Ok(programs)
}

/// The input validators.
pub(super) fn input_validators(
    package: &mut Package<'_>,
    settings: &Settings,
) -> Result<Vec<Program>, PackageError> {
    let folder = ["input_validators", "input_format_validators"]
        .map(|name| package.root.join(name))
        .into_iter()
        .find(|folder| folder.is_dir());
    match folder {
        Some(folder) => programs(package, &folder, &hints(settings)),
        None => Ok(Vec::new()),
    }
}

/// The program that puts scores together in the place of the default grader.
pub(super) fn grader(
    package: &mut Package<'_>,
    settings: &Settings,
) -> Result<Option<Program>, PackageError> {
    let folder = package.root.join("graders");
    let mut found = programs(package, &folder, &hints(settings))?;
    match found.len() {
        0 | 1 => Ok(found.pop()),
        _ => {
            let message = "expected one grader, found several; keep the one that counts";
            Err(PackageError::file(folder, message))
        }
    }
}

/// An input validator, for the model. The limits of the package are for output validators.
pub(super) fn input_validator(program: &Program) -> InputValidator {
    InputValidator {
        call: program.call.clone(),
        accepts: 42,
        limits: JuryLimits::default(),
    }
}

/// What the build of a validator has to know.
fn hints(settings: &Settings) -> BuildHints {
    BuildHints {
        constants: settings.constants.clone(),
        ..BuildHints::default()
    }
}

/// Who judges outputs.
pub(super) struct Judges {
    /// The output validators; none: the comparison that is the format's default.
    programs: Vec<Program>,
    interactive: bool,
    passes: u32,
    limits: JuryLimits,
    /// Arguments before those of a case.
    flags: Vec<String>,
}

impl Judges {
    /// Finds the output validators.
    pub(super) fn read(
        package: &mut Package<'_>,
        settings: &Settings,
    ) -> Result<Judges, PackageError> {
        let programs = output_validators(package, settings)?;
        let kind = settings.kind;
        let folder = || package.root.join(folders(package).0);
        if programs.is_empty()
            && (settings.custom == Some(true) || kind.interactive || kind.multi_pass)
        {
            let message =
                "expected an output validator, found none; add it, or change problem.yaml";
            return Err(PackageError::file(folder(), message));
        }
        if programs.len() > 1 && kind.interactive {
            let message = "expected one output validator, for only one can talk with a solution; \
                           found several";
            return Err(PackageError::file(folder(), message));
        }
        Ok(Judges {
            programs,
            interactive: kind.interactive,
            passes: match kind.multi_pass {
                true => settings.limits.passes.unwrap_or(2),
                false => 1,
            },
            limits: settings.limits.jury,
            flags: settings.validator_flags.clone(),
        })
    }

    /// Whether outputs can be judged without the solution that wrote them.
    pub(super) fn judge_files(&self) -> bool {
        !self.interactive && self.passes == 1
    }

    /// How a case with these arguments is judged.
    pub(super) fn judging(&self, args: &Args) -> Judging {
        let args_of = |name: &str| [self.flags.as_slice(), args.of(name)].concat();
        let mut juries = self.programs.iter().map(|program| Jury {
            call: program.call.clone().with_args(args_of(&program.name)),
            protocol: Protocol::Kattis,
            words: None,
            limits: self.limits,
        });
        if self.interactive {
            return Judging {
                checkers: Vec::new(),
                interactor: juries.next(),
                passes: self.passes,
            };
        }
        let mut checkers: Vec<Checker> = juries.map(Checker::Program).collect();
        if checkers.is_empty() {
            checkers.push(Checker::Named(CheckerCall {
                name: "kattis".to_owned(),
                args: args_of(""),
            }));
        }
        Judging {
            checkers,
            interactor: None,
            passes: self.passes,
        }
    }
}

/// The folder of output validators, and that of the other versions.
fn folders(package: &Package<'_>) -> (&'static str, &'static str) {
    match package.version.legacy {
        true => ("output_validators", "output_validator"),
        false => ("output_validator", "output_validators"),
    }
}

fn output_validators(
    package: &mut Package<'_>,
    settings: &Settings,
) -> Result<Vec<Program>, PackageError> {
    let (own, other) = folders(package);
    let mut name = own;
    if !package.root.join(own).is_dir() && package.root.join(other).is_dir() {
        name = other;
        let version = package.version.word;
        let message =
            format!("the {version} format has its validators in {own}/; read as if there");
        package.warn(&package.root.join(other), message);
    }
    let folder = package.root.join(name);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    // In legacy packages `validation` decides, and its default is the comparison.
    if package.version.legacy && settings.custom != Some(true) && !settings.kind.interactive {
        let message = "not run, for problem.yaml does not say `validation: custom`";
        package.warn(&folder, message);
        return Ok(Vec::new());
    }
    let hints = hints(settings);
    if name == "output_validators" {
        return programs(package, &folder, &hints);
    }
    // A program in `output_validator` lies there as a file or as a folder, or is spread out in it.
    let entries = package.all_entries(&folder, Links::PassOver)?;
    let program = match entries.as_slice() {
        [only] => only.clone(),
        _ if entries
            .iter()
            .any(|entry| !entry.is_folder && is_part(&entry.name)) =>
        {
            Entry {
                name: name.to_owned(),
                path: folder.clone(),
                is_folder: true,
            }
        }
        _ => match entries
            .iter()
            .filter(|entry| entry.is_folder)
            .collect::<Vec<_>>()[..]
        {
            [only] => only.clone(),
            _ => return Ok(Vec::new()),
        },
    };
    let sources = package.sources(&program)?;
    match is_program(&program, &sources, language::is_validator) {
        true => Ok(vec![Program {
            call: call(package.version, &program, &sources, &hints),
            name: program.name,
        }]),
        false => Ok(Vec::new()),
    }
}

/// Whether a file makes the folder it lies in a program.
fn is_part(name: &str) -> bool {
    matches!(name, "build" | "run") || language::is_validator(name)
}
