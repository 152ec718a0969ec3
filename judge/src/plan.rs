//! From the words of a command line to problems, solutions and cases.

use std::path::{Path, PathBuf};

use globset::GlobMatcher;
use package::{Call, Case, Expectation, Input, PackageError, Problem, Solution, Source};

use crate::timing::bounds_on;

mod error;
mod names;
mod pasted;
mod places;
mod solution;
pub(crate) mod touched;

pub(crate) use error::PlanError;
use names::{case_names, globs, matches, solution_names};
use pasted::paste;
pub(crate) use pasted::{PASTED, Pasted};
pub(crate) use places::{by_glob, by_name, default_packages, problem};
use places::{is_package, is_program, near_problem, tests_here};
pub(crate) use solution::solution;

/// What to judge.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Each problem with the cases and solutions chosen of it: it has some of both, but for solutions
    /// where the request can do without.
    pub(crate) problems: Vec<Problem>,
    /// Packages that could not be read; the others are judged all the same.
    pub(crate) broken: Vec<Broken>,
    /// Whether only some of the cases or solutions of a package were asked for.
    pub(crate) narrowed: bool,
    /// Whether all cases of each problem were asked for, if not by all solutions.
    pub(crate) all_cases: bool,
}

/// A package that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub(crate) struct Broken {
    pub(crate) root: PathBuf,
    error: PackageError,
}

/// What was asked for.
#[derive(Debug, Default)]
pub(crate) struct Request {
    /// Packages, folders, solutions, inputs, names, globs.
    pub(crate) targets: Vec<String>,
    /// Globs for cases.
    pub(crate) cases: Vec<String>,
    /// Globs for solutions.
    pub(crate) solutions: Vec<String>,
    /// Command lines to judge as solutions.
    pub(crate) commands: Vec<String>,
    /// What is expected of solutions named here.
    pub(crate) expect: Option<Expectation>,
    /// Files that changed, if only what they touch is to be judged.
    pub(crate) touched: Vec<PathBuf>,
    /// A case in the place of those of the problem.
    pub(crate) pasted: Option<Pasted>,
    /// Problems without solutions are of interest too.
    pub(crate) without_solutions: bool,
}

/// Makes the plan. Of files that changed and touch nothing it is an empty one.
pub(crate) fn plan(request: &Request) -> Result<Plan, PlanError> {
    let mut planner = Planner::default();
    for target in &request.targets {
        planner.target(target)?;
    }
    for command in &request.commands {
        planner.command(command)?;
    }
    planner.finish(request)
}

#[derive(Default)]
struct Planner {
    packages: Vec<PathBuf>,
    solutions: Vec<Solution>,
    inputs: Vec<PathBuf>,
    words: Vec<String>,
}

impl Planner {
    fn target(&mut self, target: &str) -> Result<(), PlanError> {
        let path = Path::new(target);
        if path.is_dir() || package::is_archive(path) {
            let found = package::discover(path)?;
            match (found.is_empty(), by_name(target)) {
                (false, _) => self.add_packages(found),
                (true, Some(problem)) => self.add_packages(vec![problem]),
                (true, None) if is_program(path) => {
                    self.solution(target, Source::Folder(path.to_owned()));
                }
                (true, None) => return Err(PlanError::NoPackage(path.to_owned())),
            }
        } else if path.extension().is_some_and(|extension| extension == "in") && path.exists() {
            self.inputs.push(path.to_owned());
        } else if path.exists() {
            self.solution(target, Source::File(path.to_owned()));
        } else {
            self.words.push(target.to_owned());
        }
        Ok(())
    }

    fn add_packages(&mut self, found: Vec<PathBuf>) {
        // However it is written, one folder is one package.
        let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        for package in found {
            if !self
                .packages
                .iter()
                .any(|known| real(known) == real(&package))
            {
                self.packages.push(package);
            }
        }
    }

    fn command(&mut self, line: &str) -> Result<(), PlanError> {
        let words = shlex::split(line)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| PlanError::Command(line.to_owned()))?;
        let shell = |word: &String| {
            ["|", "||", "&&", ";", "<", ">", ">>", "2>&1", "&"].contains(&word.as_str())
        };
        if words.iter().any(shell) || words[0].contains('=') {
            return Err(PlanError::Shell(line.to_owned()));
        }
        self.solution(line, Source::Command(words));
        Ok(())
    }

    fn solution(&mut self, name: &str, source: Source) {
        let mut call = Call::of(source);
        call.build.is_named = true;
        self.solutions.push(Solution {
            name: name.to_owned(),
            call,
            expect: None,
            about: None,
            time_use: None,
            limits: package::OwnLimits::default(),
        });
    }

    /// The packages that the paths imply: those named, or those around the files named.
    fn around(&mut self) -> Result<(), PlanError> {
        let files = self
            .solutions
            .iter()
            .filter_map(|solution| match &solution.call.source {
                Source::File(path) | Source::Folder(path) => Some(path),
                _ => None,
            });
        let mut found = Vec::new();
        for path in self.inputs.iter().chain(files) {
            let whole = path.canonicalize().map_err(|source| PackageError::Read {
                path: path.clone(),
                source,
            })?;
            let around = whole
                .ancestors()
                .skip(1)
                .find(|folder| package::has_settings(folder))
                .or_else(|| whole.parent().filter(|folder| is_package(folder)));
            found.extend(around.map(Path::to_owned));
        }
        self.add_packages(found);
        Ok(())
    }

    fn finish(mut self, request: &Request) -> Result<Plan, PlanError> {
        // Words may be names of problems, wherever the problems are.
        let words = std::mem::take(&mut self.words);
        let mut globs = Vec::new();
        // Beside a package that is named by its place a glob is about what is in it.
        let chooses = self.packages.is_empty();
        for word in words {
            let found = match by_name(&word) {
                Some(package) => vec![package],
                None if chooses => by_glob(&word),
                None => Vec::new(),
            };
            match found.is_empty() {
                true => globs.push(word),
                false => self.add_packages(found),
            }
        }
        if self.packages.is_empty() {
            self.around()?;
        }
        if let Some(pasted) = &request.pasted
            && self.packages.is_empty()
            && !self.solutions.is_empty()
        {
            self.packages.push(pasted.folder.clone());
        }
        if self.packages.is_empty() {
            let tests = tests_here().filter(|_| !self.solutions.is_empty());
            let packages = match tests {
                Some(tests) => Ok(vec![tests]),
                None => default_packages(),
            };
            if let (Err(PlanError::NoProblems), Some(word)) = (&packages, globs.first()) {
                return Err(PlanError::Nowhere(word.clone()));
            }
            self.packages = match (packages, self.solutions.first()) {
                (Ok(packages), None) => packages,
                // A solution is not tried on every problem there is.
                (Ok(packages), Some(_)) if packages.len() == 1 => packages,
                (_, Some(solution)) => {
                    return Err(PlanError::NoCases {
                        solution: solution.name.clone(),
                    });
                }
                (Err(error), None) => return Err(error),
            };
        }
        let mut plan = Plan {
            problems: Vec::new(),
            broken: Vec::new(),
            narrowed: !(self.solutions.is_empty()
                && self.inputs.is_empty()
                && globs.is_empty()
                && request.cases.is_empty()
                && request.solutions.is_empty()
                && request.touched.is_empty()),
            all_cases: self.inputs.is_empty()
                && globs.is_empty()
                && request.cases.is_empty()
                && request.touched.is_empty(),
        };
        for package in &self.packages {
            match package::open(package) {
                Ok(problem) => plan.problems.push(problem),
                Err(error) => plan.broken.push(Broken {
                    root: package.clone(),
                    error,
                }),
            }
        }
        if let Some(pasted) = &request.pasted {
            if self.packages.len() > 1 {
                return Err(PlanError::Pasted);
            }
            for problem in &mut plan.problems {
                paste(problem, pasted);
            }
        }
        self.choose(&mut plan.problems, globs, request)?;
        if !request.touched.is_empty() {
            touched::narrow(&mut plan, &request.touched);
        }
        Ok(plan)
    }

    fn choose(
        self,
        problems: &mut Vec<Problem>,
        words: Vec<String>,
        request: &Request,
    ) -> Result<(), PlanError> {
        if problems.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = problems
            .iter()
            .map(|problem| problem.slug.clone())
            .collect();
        for problem in problems.iter_mut() {
            problem.yardsticks = yardsticks(problem);
        }
        if !self.solutions.is_empty() {
            for problem in problems.iter_mut() {
                problem.solutions = named(&self.solutions, problem, request.expect.as_ref());
            }
        } else if let Some(expect) = &request.expect {
            for solution in problems
                .iter_mut()
                .flat_map(|problem| &mut problem.solutions)
            {
                solution.expect = Some(expect.clone());
            }
        }
        let known = [case_names(problems), solution_names(problems)];
        let mut cases = globs("--case", &request.cases, &known[..1])?;
        let mut solutions = globs("--solution", &request.solutions, &known[1..])?;
        for (glob, word) in globs("name", &words, &known)?.into_iter().zip(words) {
            let case = |problem: &Problem| problem.cases.iter().any(|c| matches(&glob.1, &c.name));
            let solution =
                |problem: &Problem| problem.solutions.iter().any(|s| matches(&glob.1, &s.name));
            if problems.iter().any(case) {
                cases.push(glob);
            } else if problems.iter().any(solution) {
                solutions.push(glob);
            } else {
                return Err(PlanError::Unknown {
                    near: near_problem(&word),
                    word,
                    problems: names,
                });
            }
        }
        for (option, globs, lists) in [
            ("--case", &cases, case_names(problems)),
            ("--solution", &solutions, solution_names(problems)),
        ] {
            if let Some((glob, _)) = globs
                .iter()
                .find(|(_, glob)| !lists.iter().any(|name| matches(glob, name)))
            {
                return Err(PlanError::NoMatch {
                    option,
                    glob: glob.clone(),
                    problems: names,
                });
            }
        }
        let chosen = |globs: &[(String, GlobMatcher)], name: &str| {
            globs.is_empty() || globs.iter().any(|(_, glob)| matches(glob, name))
        };
        for problem in problems.iter_mut() {
            let all = problem.cases.len();
            problem.cases.retain(|case| {
                chosen(&cases, &case.name) && (self.inputs.is_empty() || self.is_named(case))
            });
            problem.left_out = all - problem.cases.len();
            if problem.left_out > 0 {
                // The cases that reject a wrong solution may be among those left out.
                for solution in &mut problem.solutions {
                    solution.expect = solution.expect.take().map(Expectation::or_accepted);
                }
            }
            problem
                .solutions
                .retain(|solution| chosen(&solutions, &solution.name));
        }
        problems.retain(|problem| !problem.cases.is_empty());
        if problems.is_empty() {
            return Err(PlanError::NoCase(names));
        }
        if request.without_solutions {
            return Ok(());
        }
        if problems.iter().all(|problem| problem.solutions.is_empty()) {
            return Err(PlanError::NoSolution(names));
        }
        problems.retain(|problem| !problem.solutions.is_empty());
        Ok(())
    }

    /// Whether a case's input is among the files on the command line.
    fn is_named(&self, case: &Case) -> bool {
        match &case.input {
            Input::File(path) => self
                .inputs
                .iter()
                .any(|input| input.canonicalize().ok() == path.canonicalize().ok()),
            Input::Generated(_) => false,
        }
    }
}

/// The solutions of a package whose times set its limit, whatever is asked for.
fn yardsticks(problem: &Problem) -> Vec<Solution> {
    let Some(rule) = problem.limits.time_rule else {
        return Vec::new();
    };
    let sets = |solution: &&Solution| {
        let mut cases = problem.cases.iter();
        cases.any(|case| bounds_on(solution, &rule, &case.name))
    };
    problem.solutions.iter().filter(sets).cloned().collect()
}

/// The place of a program's files, however it is written.
fn real(source: &Source) -> Option<PathBuf> {
    match source {
        Source::File(path) | Source::Folder(path) => path.canonicalize().ok(),
        _ => None,
    }
}

/// Solutions named on the command line, as solutions of `problem`: one that the package knows
/// keeps its name and expectation; of any other, acceptance is expected.
fn named(solutions: &[Solution], problem: &Problem, expect: Option<&Expectation>) -> Vec<Solution> {
    solutions
        .iter()
        .map(|solution| {
            let path = real(&solution.call.source);
            let known = problem
                .solutions
                .iter()
                .find(|known| path.is_some() && real(&known.call.source) == path);
            let mut solution = known.unwrap_or(solution).clone();
            let stated = expect.cloned().or(solution.expect);
            solution.expect = Some(stated.unwrap_or_else(Expectation::accepted));
            solution
        })
        .collect()
}
