//! What a change of files touches: which solutions and cases of a plan are to be judged again.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use package::{Call, Expectation, Input, Problem, Source};

use super::Plan;
use crate::build::Packages;

/// Leaves of a plan what the change of these files touches:
/// * of a solution's source, or a header in its folder: that solution;
/// * of an input, an answer or a generator: its cases with all solutions;
/// * of anything else in a package, or a program of its jury: the whole problem;
/// * of `judge.toml`: everything.
///
/// Texts for people touch nothing, and neither does what an editor leaves beside a file.
pub(crate) fn narrow(plan: &mut Plan, files: &[PathBuf]) {
    let mut packages = Packages::default();
    let files: Vec<PathBuf> = files
        .iter()
        .filter(|file| !is_scratch(file))
        .map(|file| real(file))
        .collect();
    for problem in &mut plan.problems {
        let places = Places::of(problem);
        let mut touched = Touched::default();
        for file in &files {
            touched.add(problem, &places, file, &mut packages);
        }
        touched.narrow(problem);
    }
    plan.problems
        .retain(|problem| !problem.cases.is_empty() && !problem.solutions.is_empty());
}

/// The folders in which files that touch something lie, and whether those below them do too.
pub(crate) fn folders(plan: &Plan) -> Vec<(PathBuf, bool)> {
    let mut packages = Packages::default();
    let mut folders = Vec::new();
    let beside = |path: &Path, folders: &mut Vec<(PathBuf, bool)>| {
        folders.extend(path.parent().map(|folder| (folder.to_owned(), false)));
    };
    for broken in &plan.broken {
        // How deep its files lie would follow from reading it.
        let root = real(&broken.root);
        beside(&root, &mut folders);
        folders.push((root, package::has_settings(&broken.root)));
    }
    for problem in &plan.problems {
        let places = Places::of(problem);
        let flat = is_flat(problem);
        folders.push((places.root.clone(), !flat));
        // There it appears again when it was moved away and back.
        beside(&places.root, &mut folders);
        for file in places.cases.iter().flatten() {
            beside(file, &mut folders);
        }
        for call in problem.calls() {
            match &call.source {
                Source::File(path) => beside(&real(path), &mut folders),
                Source::Folder(path) => folders.push((real(path), true)),
                Source::Crate { name, within } => {
                    let own = packages.folders(name, within);
                    folders.extend(own.into_iter().map(|folder| (folder, true)));
                }
                Source::Command(_) => {}
            }
        }
    }
    folders
}

/// Where a problem's files really are.
struct Places {
    root: PathBuf,
    /// For each solution its file or folder, if it has any.
    solutions: Vec<Option<PathBuf>>,
    /// For each case its files.
    cases: Vec<Vec<PathBuf>>,
}

impl Places {
    fn of(problem: &Problem) -> Places {
        let solutions = problem.solutions.iter();
        Places {
            root: real(&problem.root),
            solutions: solutions.map(|solution| place(&solution.call)).collect(),
            cases: problem
                .cases
                .iter()
                .map(|case| {
                    let input = match &case.input {
                        Input::File(path) => Some(real(path)),
                        Input::Generated(_) => None,
                    };
                    let given = [&case.answer, &case.files].into_iter().flatten();
                    let made = case.made().filter_map(|made| place(&made.call));
                    let given = given.map(|path| real(path));
                    input.into_iter().chain(given).chain(made).collect()
                })
                .collect(),
        }
    }
}

fn place(call: &Call) -> Option<PathBuf> {
    match &call.source {
        Source::File(path) | Source::Folder(path) => Some(real(path)),
        Source::Crate { .. } | Source::Command(_) => None,
    }
}

/// What is touched of one problem.
#[derive(Default)]
struct Touched {
    whole: bool,
    solutions: BTreeSet<usize>,
    cases: BTreeSet<usize>,
}

impl Touched {
    fn add(&mut self, problem: &Problem, places: &Places, file: &Path, packages: &mut Packages) {
        if file.file_name() == Some(OsStr::new("judge.toml")) || places.root.starts_with(file) {
            self.whole = true;
            return;
        }
        let solutions: Vec<usize> = (0..problem.solutions.len())
            .filter(|&index| {
                let call = &problem.solutions[index].call;
                let place = places.solutions[index].as_deref();
                is_of(call, place, file, packages)
            })
            .collect();
        let cases: Vec<usize> = (0..places.cases.len())
            .filter(|&index| places.cases[index].iter().any(|own| file.starts_with(own)))
            .collect();
        let known = !solutions.is_empty() || !cases.is_empty();
        self.solutions.extend(solutions);
        self.cases.extend(cases);
        if !known {
            self.whole |= is_of_jury(problem, file, packages)
                || (file.starts_with(&places.root) && is_of_package(problem, places, file));
        }
    }

    fn narrow(&self, problem: &mut Problem) {
        if self.whole || (!self.solutions.is_empty() && !self.cases.is_empty()) {
            return;
        }
        let keep = |chosen: &BTreeSet<usize>| {
            let chosen = chosen.clone();
            let mut index = 0..;
            move || index.next().is_some_and(|index| chosen.contains(&index))
        };
        if self.cases.is_empty() {
            let mut kept = keep(&self.solutions);
            problem.solutions.retain(|_| kept());
            return;
        }
        let all = problem.cases.len();
        let mut kept = keep(&self.cases);
        problem.cases.retain(|_| kept());
        problem.left_out += all - problem.cases.len();
        if problem.left_out > 0 {
            // The cases that reject a wrong solution may be among those left out.
            for solution in &mut problem.solutions {
                solution.expect = solution.expect.take().map(Expectation::or_accepted);
            }
        }
    }
}

/// Whether a program is made of a file, which lies at `place` if it is no crate.
fn is_of(call: &Call, place: Option<&Path>, file: &Path, packages: &mut Packages) -> bool {
    match (&call.source, place) {
        (Source::Folder(_), Some(folder)) => file.starts_with(folder),
        (Source::File(_), Some(source)) => {
            let around = source.parent().unwrap_or(source);
            file == source || (is_header(file) && file.starts_with(around))
        }
        (Source::Crate { name, within }, _) => packages.holds(name, within, file),
        _ => false,
    }
}

/// Whether a program of the jury is made of a file.
fn is_of_jury(problem: &Problem, file: &Path, packages: &mut Packages) -> bool {
    let solutions = problem.solutions.len();
    let calls: Vec<&Call> = problem.calls().collect();
    let jury = calls.len().saturating_sub(solutions);
    calls
        .into_iter()
        .take(jury)
        .any(|call| is_of(call, place(call).as_deref(), file, packages))
}

/// Whether a file in a package that is no solution and no case's may decide how it is judged.
fn is_of_package(problem: &Problem, places: &Places, file: &Path) -> bool {
    if is_flat(problem) {
        // Nothing else is read of such a folder; a case may have gone.
        return !file.exists() && extension(file, &["in", "out", "ans", "a", "txt", ""]);
    }
    let below = file.strip_prefix(&places.root).unwrap_or(file);
    let top = below.components().next().map(|part| part.as_os_str());
    // Such a file beside the settings is a note, or what a program printed, maybe a judge.
    if below.components().count() == 1 && extension(file, &["log", "txt"]) {
        return false;
    }
    let solutions = ["submissions", "solutions", "solution"];
    if !file.exists() && top.is_some_and(|top| solutions.iter().any(|name| top == *name)) {
        return false;
    }
    let texts = [
        "problem_statement",
        "statement",
        "statements",
        "doc",
        "docs",
    ];
    let text = extension(
        file,
        &[
            "md", "tex", "pdf", "png", "jpg", "jpeg", "svg", "html", "htm",
        ],
    );
    !text && top.is_none_or(|top| texts.iter().all(|name| top != *name))
}

fn is_flat(problem: &Problem) -> bool {
    problem.format.starts_with("flat")
}

fn is_header(file: &Path) -> bool {
    extension(file, &["h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tpp"])
}

fn extension(file: &Path, known: &[&str]) -> bool {
    let extension = file.extension().unwrap_or_default();
    known.iter().any(|known| extension == *known)
}

/// Whether a file is what an editor or an interpreter leaves beside others.
fn is_scratch(file: &Path) -> bool {
    let Some(name) = file.file_name().and_then(OsStr::to_str) else {
        return false;
    };
    const INSIDE: [&str; 5] = [".git", ".hg", ".svn", "__pycache__", "node_modules"];
    let inside = |part: &OsStr| INSIDE.iter().any(|known| part == *known);
    (name.starts_with('.') && name != ".timelimit")
        || (name.starts_with('#') && name.ends_with('#'))
        || name.ends_with('~')
        || extension(file, &["swp", "swx", "tmp", "bak", "pyc"])
        || name == "4913"
        || file.iter().any(inside)
}

/// The file itself, whatever links lead there; of one that is gone the place where it was.
pub(crate) fn real(file: &Path) -> PathBuf {
    if let Ok(real) = file.canonicalize() {
        return real;
    }
    let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    match (whole.parent().map(Path::canonicalize), whole.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Of a package with two solutions and two cases, what a change of a file leaves, as
    /// `solutions×cases`.
    fn left(settings: &str, files: &[&str], changed: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("p");
        let own = [
            ("problem.toml", settings),
            ("data/secret/1.in", "1"),
            ("data/secret/1.ans", "1"),
            ("data/secret/2.in", "1"),
            ("data/secret/2.ans", "1"),
            ("submissions/accepted/a.c", ""),
            ("submissions/wrong_answer/b.c", ""),
        ];
        let more = files.iter().map(|name| (*name, ""));
        for (name, text) in own.into_iter().chain(more) {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let mut plan = Plan {
            problems: vec![package::open(&root).unwrap()],
            broken: Vec::new(),
            narrowed: true,
            all_cases: false,
        };
        narrow(&mut plan, &[root.join(changed)]);
        match plan.problems.as_slice() {
            [] => "nothing".to_owned(),
            [problem] => {
                let solutions: Vec<&str> = problem.solutions.iter().map(|s| &*s.name).collect();
                let cases: Vec<&str> = problem.cases.iter().map(|c| &*c.name).collect();
                format!("{} × {}", solutions.join(" "), cases.join(" "))
            }
            _ => "more than there was".to_owned(),
        }
    }

    #[test]
    fn each_file_touches_what_it_is_part_of() {
        const ALL: &str = "accepted/a.c wrong_answer/b.c × secret/1 secret/2";
        for (changed, expected) in [
            (
                "submissions/accepted/a.c",
                "accepted/a.c × secret/1 secret/2",
            ),
            (
                "submissions/accepted/a.h",
                "accepted/a.c × secret/1 secret/2",
            ),
            (
                "data/secret/2.in",
                "accepted/a.c wrong_answer/b.c × secret/2",
            ),
            (
                "data/secret/2.ans",
                "accepted/a.c wrong_answer/b.c × secret/2",
            ),
            ("problem.toml", ALL),
            ("judge.toml", ALL),
            // A case that is gone, and a new file that nobody knows.
            ("data/secret/0.in", ALL),
            ("other", ALL),
            ("", ALL),
            // A solution that is gone.
            ("submissions/accepted/c.c", "nothing"),
            ("statement.md", "nothing"),
            ("log.txt", "nothing"),
            ("data/secret/log.txt", ALL),
            ("statement/figure.dat", "nothing"),
            ("submissions/accepted/.a.c.swp", "nothing"),
            ("submissions/accepted/a.c~", "nothing"),
            ("submissions/accepted/4913", "nothing"),
            ("submissions/accepted/__pycache__/a.pyc", "nothing"),
            (".git/index", "nothing"),
            ("../elsewhere.c", "nothing"),
        ] {
            let found = left("name = \"p\"\n", &[], changed);
            assert_eq!(found, expected, "{changed}");
        }
    }

    #[test]
    fn programs_of_the_jury_touch_the_whole_problem_and_generators_their_cases() {
        let settings = format!(
            "name = \"p\"\n[checker]\npath = \"check/c.c\"\n[[generate]]\n\
             case = \"secret/3\"\npath = \"gen.c\"\nblake3 = \"{}\"\n",
            "0".repeat(64)
        );
        let settings = settings.as_str();
        let files = ["check/c.c", "gen.c", "data/secret/3.ans"];
        let found = left(settings, &files, "check/c.c");
        assert!(found.ends_with("× secret/1 secret/2 secret/3"), "{found}");
        let found = left(settings, &files, "gen.c");
        assert!(found.ends_with("× secret/3"), "{found}");
    }
}
