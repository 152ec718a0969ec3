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
/// it. An input without an answer is a failed test, and so is a folder without an input.
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
    if trials.iter().all(Trial::has_ignored_flag) {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use libtest_mimic::Conclusion;
    use tempfile::TempDir;

    use super::*;
    use crate::digit::Digit;

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let folder = TempDir::new().expect("a temporary folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
            fs::write(path, text).expect("a new file");
        }
        folder
    }

    fn run(folder: &Path) -> Conclusion {
        let arguments = Arguments {
            // Its report of failed tests would read like ours.
            logfile: Some("/dev/null".to_owned()),
            ..Arguments::default()
        };
        libtest_mimic::run(&arguments, trials::<Digit>(folder))
    }

    #[test]
    fn each_case_is_a_test_of_its_own() {
        let folder = folder(&[
            ("sample/1.in", "4\n"),
            ("sample/1.ans", "even\n"),
            ("secret/01-odd.in", "7\n"),
            ("secret/01-odd.ans", "odd"),
            ("secret/02-large.ans", "odd\n"),
            ("secret/notes.md", "not a case"),
        ]);
        let names: BTreeMap<String, bool> = trials::<Digit>(folder.path())
            .iter()
            .map(|trial| (trial.name().to_owned(), trial.has_ignored_flag()))
            .collect();
        let generated = "secret/02-large (generated input: `judge run` makes it)";
        let expected = [
            ("sample/1", false),
            ("secret/01-odd", false),
            (generated, true),
        ];
        assert_eq!(
            names,
            expected
                .map(|(name, ignored)| (name.to_owned(), ignored))
                .into()
        );
        let conclusion = run(folder.path());
        assert_eq!((conclusion.num_passed, conclusion.num_failed), (2, 0));
    }

    #[test]
    fn a_case_that_is_wrong_says_how() {
        for (input, answer, message) in [
            ("4\n", "odd\n", "line 1: expected \"odd\", found \"even\""),
            ("4\n", "even\nodd\n", "expected 2 lines, found 1"),
            ("4\n", "", "expected 0 lines, found 1"),
            (
                "x\n",
                "even\n",
                "line 1, column 1: expected n from 0 to 9, found `x`",
            ),
        ] {
            let folder = folder(&[("1.in", input), ("1.ans", answer)]);
            let failed = case::<Digit>(&folder.path().join("1.in")).expect_err(message);
            assert_eq!(failed.message(), Some(message));
            assert_eq!(run(folder.path()).num_failed, 1);
        }
    }

    #[test]
    fn an_input_without_an_answer_fails() {
        let folder = folder(&[("1.in", "4\n"), ("1.ans", "even\n"), ("2.in", "4\n")]);
        let conclusion = run(folder.path());
        assert_eq!((conclusion.num_passed, conclusion.num_failed), (1, 1));
    }

    #[test]
    fn a_folder_without_an_input_fails() {
        assert_eq!(run(folder(&[]).path()).num_failed, 1);
        assert_eq!(run(folder(&[("1.ans", "even\n")]).path()).num_failed, 1);
        assert!(run(Path::new("no such folder")).num_failed > 0);
    }
}
