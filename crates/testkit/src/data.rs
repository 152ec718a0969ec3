//! The cases of `problems/NAME/data` as tests, one for each.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gridkit::{Problem, program};
use libtest_mimic::{Arguments, Failed, Trial};
use walkdir::WalkDir;

/// The whole `main` of a test target with `harness = false`: every case of `problems/NAME/data`
/// is a test that compares the theorem's answers with the expected output.
///
/// `manifest` is the crate's own folder, `env!("CARGO_MANIFEST_DIR")`. A case whose input is made
/// by a generator, and so has only its answer in the folder, is shown as ignored: the judge runs
/// it. An input without an answer is a failed test.
#[must_use]
pub fn cases<P: Problem>(manifest: &str) -> ExitCode {
    let folder = Path::new(manifest)
        .join("../../problems")
        .join(P::NAME)
        .join("data");
    libtest_mimic::run(&Arguments::from_args(), trials::<P>(&folder)).exit_code()
}

fn trials<P: Problem>(folder: &Path) -> Vec<Trial> {
    let mut trials = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        match entry {
            Ok(entry) => trials.extend(trial::<P>(folder, entry.path())),
            Err(error) => trials.push(Trial::test("the data folder is readable", move || {
                Err(Failed::from(error))
            })),
        }
    }
    if trials.is_empty() {
        let message = format!("no *.in in {}", folder.display());
        trials.push(Trial::test("the data folder holds cases", || {
            Err(message.into())
        }));
    }
    trials
}

fn trial<P: Problem>(folder: &Path, path: &Path) -> Option<Trial> {
    let name = path
        .strip_prefix(folder)
        .unwrap_or(path)
        .with_extension("")
        .display()
        .to_string();
    let input = path.with_extension("in");
    match path.extension().and_then(OsStr::to_str) {
        Some("in") => Some(Trial::test(name, move || case::<P>(&input))),
        Some("ans") if !input.exists() => {
            let name = format!("{name} (generated input: `judge run` makes it)");
            Some(Trial::test(name, || Ok(())).with_ignored_flag(true))
        }
        _ => None,
    }
}

fn case<P: Problem>(input: &Path) -> Result<(), Failed> {
    let read = |path: PathBuf| {
        fs::read(&path).map_err(|error| Failed::from(format!("{}: {error}", path.display())))
    };
    let expected = read(input.with_extension("ans"))?;
    let expected = String::from_utf8_lossy(&expected);
    let found = program::solve::<P>(&read(input.to_owned())?)?;
    match found
        .lines()
        .zip(expected.lines())
        .position(|(found, expected)| found.trim_end() != expected.trim_end())
    {
        Some(line) => Err(Failed::from(format!(
            "line {}: expected {:?}, found {:?}",
            line + 1,
            expected.lines().nth(line).unwrap_or_default(),
            found.lines().nth(line).unwrap_or_default(),
        ))),
        None if found.lines().count() == expected.lines().count() => Ok(()),
        None => Err(Failed::from(format!(
            "expected {} lines, found {}",
            expected.lines().count(),
            found.lines().count()
        ))),
    }
}
