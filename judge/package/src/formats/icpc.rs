//! Problem packages of Kattis and the ICPC: `problem.yaml`, `data/`, `submissions/`, validators.
//!
//! All versions of <https://github.com/Kattis/problem-package-format> are read, from those that
//! name none to 2025-09. Where real packages differ from the words of the format, the tools decide
//! that their authors use: problemtools, BAPCtools and DOMjudge. What a package has and the judge
//! does not use becomes a warning.

use std::path::Path;

use self::package::Package;
use self::programs::Judges;
use self::settings::Settings;
use super::Format;
use crate::error::PackageError;
use crate::model::Problem;
use crate::text_file;

mod annotation;
mod config;
mod data;
mod expected;
mod glob;
mod groups;
mod language;
mod limits;
mod package;
mod programs;
mod settings;
mod submissions;
mod title;
mod tree;
mod version;

const SETTINGS: &str = "problem.yaml";

/// The format.
pub(crate) struct Icpc;

impl Format for Icpc {
    fn name(&self) -> &'static str {
        "icpc"
    }

    fn sign(&self) -> &'static str {
        "a file problem.yaml"
    }

    fn recognises(&self, folder: &Path) -> bool {
        text_file::is_there(&folder.join(SETTINGS))
            || (folder.join("problem_statement").is_dir() && folder.join("data").is_dir())
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let path = folder.join(SETTINGS);
        let (version, file) = settings::open(&path)?;
        let mut package = Package::new(folder, version);
        package.inside(&path)?;
        let settings = Settings::read(&mut package, &path, file)?;
        let limits = settings.limits.limits(&mut package)?;
        let judges = Judges::read(&mut package, &settings)?;
        let validators = programs::input_validators(&mut package, &settings)?;
        let data = data::read(&mut package, &settings, &judges, &validators)?;
        let solutions = submissions::read(&mut package, &settings, &data.groups)?;
        warn_unused(&mut package);
        let slug = folder.file_name().unwrap_or_default().to_string_lossy();
        let title = match settings.title {
            Some(title) => Some(title),
            None => title::in_statement(&mut package)?,
        };
        Ok(Problem {
            title: title.unwrap_or_else(|| slug.to_string()),
            slug: slug.into_owned(),
            source: settings.source,
            root: folder.to_owned(),
            format: version.format,
            limits,
            judging: data.judging,
            validators: validators.iter().map(programs::input_validator).collect(),
            cases: data.cases,
            groups: data.groups,
            solutions,
            probes: data.probes,
            warnings: package.into_warnings(),
            ..Problem::default()
        })
    }
}

/// Programs of the jury that the judge does not run.
fn warn_unused(package: &mut Package<'_>) {
    let folder = package.root.join("static_validator");
    if folder.is_dir() {
        package.warn(&folder, "static validators are not run");
    }
}
