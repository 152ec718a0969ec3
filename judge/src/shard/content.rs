//! The hash of a problem as chosen: two machines that judge parts of one run must have the same.
//!
//! Paths are left out, since the same package may lie elsewhere on another machine, and of each file
//! its size and its first MiB stand for the whole. The programs of cargo's crates are known by their
//! names only.

use std::io::{self, Read};
use std::path::Path;

use blake3::Hasher;
use package::{Call, Checker, Input, Judging, Problem, Solution, Source};
use walkdir::WalkDir;

use crate::regular;

/// What is read of a file.
const READ: u64 = 1 << 20;

/// The hash, in hexadecimal digits.
pub(super) fn content(problem: &Problem) -> String {
    let mut hash = Content(Hasher::new());
    hash.text(&problem.slug);
    hash.text(&format!(
        "{:?} {:?} {} {}",
        problem.limits,
        problem.groups,
        problem.left_out,
        problem.cases.len()
    ));
    hash.judging(&problem.judging);
    for validator in &problem.validators {
        hash.call(&validator.call);
    }
    for case in &problem.cases {
        hash.text(&case.name);
        let scored = format!("{} {:?} {:?}", case.group, case.points, case.lines);
        hash.text(&format!(
            "{scored} {:?} {:?}",
            case.args, case.validator_args
        ));
        match &case.input {
            Input::File(path) => hash.file(path),
            Input::Generated(made) => hash.call(&made.call),
        }
        if let Some(answer) = &case.answer {
            hash.file(answer);
        }
        if let Some(made) = &case.answer_by {
            hash.call(&made.call);
        }
        if let Some(judging) = &case.judging {
            hash.judging(judging);
        }
        if let Some(files) = &case.files {
            hash.folder(files);
        }
    }
    for solution in &problem.solutions {
        let Solution {
            name,
            expect,
            limits,
            ..
        } = solution;
        hash.text(&format!("{name} {expect:?} {limits:?}"));
        hash.call(&solution.call);
    }
    hash.0.finalize().to_hex().to_string()
}

struct Content(Hasher);

impl Content {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn judging(&mut self, judging: &Judging) {
        self.text(&judging.passes.to_string());
        for checker in &judging.checkers {
            match checker {
                Checker::Named(call) => self.text(&format!("{call:?}")),
                Checker::Program(jury) => self.text(&jury.protocol.to_string()),
            }
        }
        for jury in judging.programs() {
            self.call(&jury.call);
        }
    }

    fn call(&mut self, call: &Call) {
        match &call.source {
            Source::Crate { name, .. } => self.text(name),
            Source::File(path) => self.file(path),
            Source::Folder(path) => self.folder(path),
            Source::Command(words) => self.text(&format!("{words:?}")),
        }
        let hints = &call.build;
        self.text(&format!(
            "{:?} {:?} {:?} {:?}",
            call.args, hints.language, hints.entry_point, hints.constants
        ));
    }

    fn folder(&mut self, folder: &Path) {
        for entry in WalkDir::new(folder)
            .sort_by_file_name()
            .into_iter()
            .flatten()
        {
            if entry.file_type().is_file() {
                let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                self.bytes(below.as_os_str().as_encoded_bytes());
                self.file(entry.path());
            }
        }
    }

    /// A file that cannot be read is said to be so when it is used.
    fn file(&mut self, path: &Path) {
        let read = || -> io::Result<(u64, Vec<u8>)> {
            let file = regular::open(path)?;
            let size = file.metadata()?.len();
            let mut bytes = Vec::new();
            file.take(READ).read_to_end(&mut bytes)?;
            Ok((size, bytes))
        };
        match read() {
            Ok((size, bytes)) => {
                self.text(&size.to_string());
                self.bytes(&bytes);
            }
            Err(error) => self.text(&error.kind().to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A package with one case and one solution in a folder of its own.
    fn package(answer: &str, solution: &str) -> (tempfile::TempDir, Problem) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("p");
        for (name, text) in [
            ("problem.toml", "name = \"p\""),
            ("data/secret/1.in", "1\n"),
            ("data/secret/1.ans", answer),
            ("submissions/accepted/a.sh", solution),
        ] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let problem = package::open(&root).unwrap();
        (folder, problem)
    }

    #[test]
    fn the_same_package_elsewhere_is_the_same_and_any_other_is_not() {
        let (_here, here) = package("1\n", "cat");
        let (_there, there) = package("1\n", "cat");
        assert_eq!(content(&here), content(&there));
        let mut without_a_case = here.clone();
        without_a_case.cases.clear();
        let mut without_a_solution = here.clone();
        without_a_solution.solutions.clear();
        let (_folder, other_answer) = package("2\n", "cat");
        let (_folder, other_solution) = package("1\n", "cat ");
        for other in [
            without_a_case,
            without_a_solution,
            other_answer,
            other_solution,
        ] {
            assert_ne!(content(&here), content(&other));
        }
    }
}
