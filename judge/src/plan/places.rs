//! Where problems are, when they are named or nothing is.

use std::path::{Path, PathBuf};

use globset::Glob;

use super::PlanError;
use crate::here::here;

/// What is judged when nothing is named: the package around the current folder, or the cases in it;
/// else all of the nearest folder `problems`; else a folder of tests.
pub(crate) fn default_packages() -> Result<Vec<PathBuf>, PlanError> {
    let here = here()?;
    if let Some(package) = around(&here) {
        return Ok(vec![package]);
    }
    match (problems_around(&here), tests_here()) {
        (Some(problems), _) => Ok(package::discover(&problems)?),
        (None, Some(tests)) => Ok(vec![tests]),
        (None, None) => Err(PlanError::NoProblems),
    }
}

/// The package around a folder, which is the current one, or that is made by its cases.
fn around(here: &Path) -> Option<PathBuf> {
    let mut above = here.ancestors();
    let package = above.find(|ancestor| package::has_settings(ancestor));
    let cases = || is_package(Path::new(".")).then(|| PathBuf::from("."));
    package.map(Path::to_owned).or_else(cases)
}

fn is_inside() -> bool {
    std::env::current_dir().is_ok_and(|here| around(&here).is_some())
}

/// Where solvers keep the samples beside their solution.
pub(super) fn tests_here() -> Option<PathBuf> {
    [".", "test", "tests", "samples"]
        .map(PathBuf::from)
        .into_iter()
        .find(|folder| is_package(folder))
}

/// The folder `problems` in `folder` or the nearest above it.
fn problems_around(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .map(|ancestor| ancestor.join("problems"))
        .find(|problems| problems.is_dir())
}

/// The package of the given name: in the nearest folder `problems`, or one of those judged when
/// nothing is named.
pub(crate) fn by_name(name: &str) -> Option<PathBuf> {
    known().find(|path| path.file_name().is_some_and(|file| file == name))
}

/// The packages whose names match a glob; none where the word is no glob, and in a package, where it
/// is about what is in that.
pub(crate) fn by_glob(word: &str) -> Vec<PathBuf> {
    let is_glob = word.contains(['*', '?', '[', '{']) && !is_inside();
    let glob = Glob::new(word).ok().filter(|_| is_glob);
    let Some(glob) = glob.map(|glob| glob.compile_matcher()) else {
        return Vec::new();
    };
    let named = |path: &PathBuf| path.file_name().is_some_and(|name| glob.is_match(name));
    let mut found: Vec<PathBuf> = known().filter(named).collect();
    // Those that can be named may be those that are judged when nothing is.
    found.sort();
    found.dedup();
    found
}

/// The packages that can be named.
fn known() -> impl Iterator<Item = PathBuf> {
    let here = std::env::current_dir().unwrap_or_default();
    let beside = problems_around(&here).and_then(|problems| package::discover(&problems).ok());
    let judged = default_packages().unwrap_or_default();
    beside.into_iter().flatten().chain(judged)
}

/// The problem whose name a word is nearly.
pub(super) fn near_problem(word: &str) -> Option<String> {
    let name = |path: PathBuf| Some(path.file_name()?.to_str()?.to_owned());
    let names: Vec<String> = known().filter_map(name).collect();
    package::near(word, names.iter().map(String::as_str)).map(str::to_owned)
}

/// Finds out whether a word is a folder or a problem, where nothing else is meant.
pub(crate) fn problem(word: &str) -> Result<(), PlanError> {
    match Path::new(word).exists() || by_name(word).is_some() {
        true => Ok(()),
        false => Err(PlanError::NoProblem {
            near: near_problem(word),
            word: word.to_owned(),
        }),
    }
}

pub(super) fn is_package(folder: &Path) -> bool {
    package::FORMATS
        .iter()
        .any(|format| format.recognises(folder))
}

/// Whether a folder looks like a program of several files: where one begins, or as a solution of a
/// package lies.
pub(super) fn is_program(folder: &Path) -> bool {
    let begins = |name: &std::ffi::OsStr| {
        let stem = Path::new(name).file_stem().unwrap_or_default();
        ["main", "Main", "__main__"]
            .iter()
            .any(|main| stem == *main)
            || name == "build"
            || name == "run"
    };
    let mut files = folder
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().is_file());
    let in_submissions = folder.canonicalize().is_ok_and(|real| {
        let above = real.ancestors().nth(2).and_then(Path::file_name);
        above.is_some_and(|name| name == "submissions")
    });
    files.any(|entry| in_submissions || begins(&entry.file_name()))
}
