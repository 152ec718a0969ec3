//! A failing input as a case.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use package::Problem;

use crate::folders;
use crate::stress::{Smallest, StressError};

/// Where the files of the case go.
pub(super) struct Place {
    input: PathBuf,
    answer: PathBuf,
}

impl Place {
    /// The place of a case of this name: in the data of the problem, among the secret ones where the
    /// name has no folder; without a problem, below the current folder.
    pub(super) fn new(name: &str, problem: Option<&Problem>) -> Result<Place, String> {
        let name = name.strip_suffix(".in").unwrap_or(name);
        let path = Path::new(name);
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        if name.is_empty() || name.ends_with('/') || !path.components().all(plain) {
            let example = match problem {
                Some(_) => "sample/3, for a case of the problem",
                None => "tests/3, for files below the current folder",
            };
            let found = name.escape_debug();
            return Err(format!(
                "--keep: expected a name such as 30-found or {example}, found `{found}`"
            ));
        }
        let path = match problem {
            None => path.to_owned(),
            Some(problem) => {
                let known = problem.format == "native" || problem.format.starts_with("icpc");
                if !known || !problem.unpacked.is_empty() {
                    return Err(format!(
                        "--keep: expected a folder in the native or the ICPC format, found {} as {}; leave the option out and copy the input",
                        problem.root.display(),
                        problem.format
                    ));
                }
                let data = problem.root.join("data");
                match path.components().count() {
                    1 => data.join("secret").join(path),
                    _ => data.join(path),
                }
            }
        };
        let beside = |extension: &str| {
            let mut file = path.clone().into_os_string();
            file.push(extension);
            PathBuf::from(file)
        };
        let place = Place {
            input: beside(".in"),
            answer: beside(".ans"),
        };
        for file in [&place.input, &place.answer] {
            if file.symlink_metadata().is_ok() {
                let file = file.display();
                return Err(format!(
                    "--keep: {file} exists already; choose another name"
                ));
            }
        }
        Ok(place)
    }

    /// Writes the two files, or none; which they are.
    pub(super) fn keep(&self, smallest: &Smallest) -> Result<Vec<PathBuf>, StressError> {
        let failed = |path: &Path, why: String| StressError::File {
            path: path.to_owned(),
            why,
        };
        let Some(answer) = &smallest.answer else {
            let why = "no reference answers the input, so there is no case to keep";
            return Err(failed(&self.answer, why.to_owned()));
        };
        if let Some(folder) = self.input.parent() {
            folders::make(folder).map_err(|error| failed(folder, error.to_string()))?;
        }
        write_new(&self.input, &smallest.input)
            .map_err(|error| failed(&self.input, error.to_string()))?;
        if let Err(error) = write_new(&self.answer, answer) {
            // A case without an answer would be no case.
            let _ = fs::remove_file(&self.input);
            return Err(failed(&self.answer, error.to_string()));
        }
        Ok(vec![self.input.clone(), self.answer.clone()])
    }
}

/// Somebody may have made the file meanwhile.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_goes_among_the_secret_ones_and_over_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut problem = Problem {
            root: folder.path().to_owned(),
            format: "native",
            ..Problem::default()
        };
        let below = |problem: &Problem, name: &str| {
            let place = Place::new(name, Some(problem))?;
            let input = place.input.strip_prefix(folder.path()).unwrap();
            Ok::<_, String>(input.display().to_string())
        };
        for (name, path) in [
            ("30-found", "data/secret/30-found.in"),
            ("30.5", "data/secret/30.5.in"),
            ("sample/3.in", "data/sample/3.in"),
        ] {
            assert_eq!(below(&problem, name).as_deref(), Ok(path));
        }
        for name in ["", "..", "../x", "/x", "a/../../x", "x/", ".in"] {
            let refusal = below(&problem, name).unwrap_err();
            assert!(refusal.starts_with("--keep: expected a name"), "{refusal}");
        }
        fs::create_dir_all(folder.path().join("data/secret")).unwrap();
        fs::write(folder.path().join("data/secret/1.ans"), "").unwrap();
        let refusal = below(&problem, "1").unwrap_err();
        assert!(
            refusal.ends_with("1.ans exists already; choose another name"),
            "{refusal}"
        );
        problem.format = "dmoj";
        let refusal = below(&problem, "2").unwrap_err();
        assert!(refusal.contains(" as dmoj; "), "{refusal}");
        // Without a problem a name is a path.
        let place = Place::new("tests/7", None).unwrap();
        assert_eq!(place.answer, Path::new("tests/7.ans"));
        let refusal = Place::new("/tmp/7", None).err().unwrap();
        assert!(
            refusal.contains(" or tests/3, for files below the current folder, "),
            "{refusal}"
        );
    }
}
