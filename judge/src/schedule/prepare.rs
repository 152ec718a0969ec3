//! Everything that is made ready before the first case runs.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use package::{Expectation, FileIo, Input, Judging, Problem};
use sandbox::{Hide, Sandbox};

use super::info::{problem_info, solution_info};
use super::{calibrate, parallel, part};
use crate::build::{self, Builder, Built, Cache, Validator, generate, kept};
use crate::event::{ProblemInfo, SolutionInfo};
use crate::jury::{Graders, Panel};
use crate::model::{CaseResult, Limits};
use crate::shard::Own;
use crate::unbuffered;

/// A problem ready to be judged.
pub(crate) struct Prepared {
    pub(crate) info: Arc<ProblemInfo>,
    /// Each way in which outputs are judged.
    pub(crate) panels: Vec<Panel>,
    /// The programs that grade groups.
    pub(crate) graders: Graders,
    pub(crate) cases: Vec<Case>,
    pub(crate) solutions: Vec<Solution>,
}

/// A case ready to be run.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The file of the input, or why there is none.
    pub(crate) input: Result<PathBuf, String>,
    pub(crate) answer: Option<PathBuf>,
    /// The index of the panel.
    pub(crate) panel: usize,
    /// Arguments of the solution.
    pub(crate) args: Vec<String>,
    /// A folder whose files the solution finds in its own.
    pub(crate) files: Option<PathBuf>,
    /// Files in the place of its standard streams.
    pub(crate) file_io: FileIo,
    /// Variables of the solution on top of the usual ones.
    pub(crate) env: Vec<(OsString, OsString)>,
}

/// A solution ready to be run, or not.
pub(crate) struct Solution {
    pub(crate) info: SolutionInfo,
    pub(crate) built: Built,
    pub(crate) limits: Limits,
    pub(crate) expect: Option<Expectation>,
    /// What its cases came to already, when its times set the limit.
    pub(crate) known: Option<VecDeque<CaseResult>>,
}

impl Prepared {
    /// Keeps the programs, so that later runs can be held against this one by running them again.
    pub(super) fn keep_programs(&mut self, cache: &Cache) {
        for solution in &mut self.solutions {
            if let Built::Ready(command) = &solution.built {
                solution.info.program = kept::keep(cache, command);
            }
        }
    }

    /// Puts a time limit in force that the package does not state.
    pub(super) fn set_time(&mut self, problem: &Problem, choice: LimitChoice, time: Duration) {
        let package = package::Limits {
            time: Some(time),
            ..problem.limits.clone()
        };
        Arc::make_mut(&mut self.info).limits = limits(&package, choice, None);
        for (solution, told) in self.solutions.iter_mut().zip(&problem.solutions) {
            solution.limits = limits(&package.of(told), choice, solution.built.language());
            solution.info.limits = solution.limits;
        }
    }
}

/// Limits from the command line, which hold whatever the package says.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LimitChoice {
    pub(crate) time: Option<Duration>,
    pub(crate) wall: Option<Duration>,
    pub(crate) memory: Option<u64>,
    pub(crate) output: Option<u64>,
}

/// What holds where neither the command line nor the package says anything.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: u64 = 2 << 30;
const OUTPUT: u64 = 64 << 20;

/// Hides the package from programs that see it because it lies in the system's folders, and its data
/// also from those that see a folder of the user's.
fn hide(problem: &Problem, sandbox: &Sandbox) {
    let root = &problem.root;
    let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
    for case in &problem.cases {
        let input = match &case.input {
            Input::File(path) => Some(path),
            Input::Generated(_) => None,
        };
        for file in input.into_iter().chain(&case.answer) {
            let mut way = file.strip_prefix(root).unwrap_or(file).iter();
            match (way.next(), way.next()) {
                (Some(first), Some(_)) if file.starts_with(root) => {
                    folders.insert(root.join(first));
                }
                _ => folders.extend(file.parent().map(Path::to_owned)),
            }
        }
    }
    sandbox.hide(root, Hide::InSystem);
    for folder in &folders {
        sandbox.hide(folder, Hide::Everywhere);
    }
}

/// Builds the solutions of a problem and makes its inputs; in a shard those that it needs.
pub(crate) fn prepare(
    problem: &Problem,
    builder: &Builder<'_>,
    choice: LimitChoice,
    jobs: usize,
    own: Option<&Own>,
) -> Prepared {
    hide(problem, builder.sandbox);
    let builder = &builder.of(problem);
    let mut judgings: Vec<&Judging> = Vec::new();
    let panels_of: Vec<usize> = problem
        .cases
        .iter()
        .map(|case| case.judging.as_deref().unwrap_or(&problem.judging))
        .map(|judging| place_of(judging, &mut judgings))
        .collect();
    let panels = || {
        let panel = |judging: &&Judging| Panel::new(judging, builder);
        judgings.iter().map(panel).collect::<Vec<_>>()
    };
    let (built, panels) = thread::scope(|scope| {
        // Solutions and programs of the jury are built side by side.
        let beside = parallel::start(scope, 1, || &panels).pop();
        let built = build_all(problem, builder, jobs, own);
        let panels = match beside {
            // Where the thread panicked no case has a panel, and says so.
            Some(beside) => beside.join().unwrap_or_default(),
            None => panels(),
        };
        (built, panels)
    });
    let validators: Vec<_> = problem
        .validators
        .iter()
        .map(|validator| Validator::new(builder, validator))
        .collect();
    // A time limit that follows from times does so from those on all cases.
    let needed = own.filter(|_| calibrate::rule(problem, choice).is_none());
    let places: Vec<usize> = (0..problem.cases.len()).collect();
    let made = parallel::map(&places, jobs, |&place| {
        let case = &problem.cases[place];
        if needed.is_some_and(|own| !own.needs(place)) {
            return Err(part::ELSEWHERE.to_owned());
        }
        let input = input(case, &validators, builder)?;
        let answer = answer(case, &input, builder)?;
        Ok((input, answer))
    });
    let env = match problem.unbuffered {
        true => unbuffered::variables(),
        false => Vec::new(),
    };
    let cases: Vec<Case> = problem
        .cases
        .iter()
        .zip(made)
        .zip(panels_of)
        .map(|((case, made), panel)| {
            let none = || Err("the input was not made ready".to_owned());
            let (input, answer) = match made.unwrap_or_else(none) {
                Ok((input, answer)) => (Ok(input), answer),
                Err(message) => (Err(message), None),
            };
            Case {
                name: case.name.clone(),
                answer,
                input,
                panel,
                args: case.args.clone(),
                files: case.files.clone(),
                file_io: file_io(problem, case),
                env: env.clone(),
            }
        })
        .collect();
    let solutions = problem
        .solutions
        .iter()
        .zip(built)
        .enumerate()
        .map(|(place, (solution, built))| {
            let stated = problem.limits.of(solution);
            let limits = limits(&stated, choice, built.language());
            Solution {
                info: SolutionInfo {
                    part: own.map(|own| own.of(place).to_vec()),
                    ..solution_info(solution, problem, &built, limits)
                },
                built,
                limits,
                expect: solution.expect.clone(),
                known: None,
            }
        })
        .collect();
    Prepared {
        info: Arc::new(ProblemInfo {
            part: own.map(|own| part::info(problem, own)),
            ..problem_info(problem, &cases, limits(&problem.limits, choice, None))
        }),
        panels,
        graders: Graders::new(&problem.groups, builder),
        cases,
        solutions,
    }
}

/// Builds all solutions of `problem` that this machine runs, using up to `jobs` threads.
fn build_all(
    problem: &Problem,
    builder: &Builder<'_>,
    jobs: usize,
    own: Option<&Own>,
) -> Vec<Built> {
    let places: Vec<usize> = (0..problem.solutions.len()).collect();
    let built = parallel::map(&places, jobs, |&place| {
        match own.is_none_or(|own| !own.of(place).is_empty()) {
            true => builder.build_solution(&problem.solutions[place].call),
            false => Built::Missing(part::ELSEWHERE.to_owned()),
        }
    });
    let broken = || Built::Broken("the build stopped".to_owned());
    built
        .into_iter()
        .map(|built| built.unwrap_or_else(broken))
        .collect()
}

/// The index of a way to judge among those seen, to which it is added if it is new.
fn place_of<'a>(judging: &'a Judging, seen: &mut Vec<&'a Judging>) -> usize {
    let known = seen.iter().position(|known| *known == judging);
    known.unwrap_or_else(|| {
        seen.push(judging);
        seen.len() - 1
    })
}

/// The files by which solutions are given the input of a case and give their output.
fn file_io(problem: &Problem, case: &package::Case) -> FileIo {
    let judging = case.judging.as_deref().unwrap_or(&problem.judging);
    match judging.interactor {
        Some(_) => FileIo::default(),
        None => problem.file_io.clone(),
    }
}

/// The file of a case's input, once it is there and found valid.
fn input(
    case: &package::Case,
    validators: &[Validator<'_>],
    builder: &Builder<'_>,
) -> Result<PathBuf, String> {
    let input = match &case.input {
        Input::File(path) => path.clone(),
        Input::Generated(made) => generate(builder, made).map_err(|error| error.to_string())?,
    };
    let input = with_lines(case, input, builder)?;
    for (index, validator) in validators.iter().enumerate() {
        validator.check(&input, case.args_of_validator(index))?;
    }
    Ok(input)
}

/// The file of a case's answer, if it has one.
fn answer(
    case: &package::Case,
    input: &Path,
    builder: &Builder<'_>,
) -> Result<Option<PathBuf>, String> {
    let answer = match (&case.answer, &case.answer_by) {
        (Some(answer), _) => answer.clone(),
        (None, Some(made)) => {
            build::answer(builder, made, input).map_err(|error| error.to_string())?
        }
        (None, None) => return Ok(None),
    };
    with_lines(case, answer, builder).map(Some)
}

fn with_lines(
    case: &package::Case,
    file: PathBuf,
    builder: &Builder<'_>,
) -> Result<PathBuf, String> {
    build::with_lines(builder, file, case.lines).map_err(|error| error.to_string())
}

/// The limits in force for a solution in `language`.
pub(crate) fn limits(
    package: &package::Limits,
    choice: LimitChoice,
    language: Option<&str>,
) -> Limits {
    let factor = language
        .and_then(|language| package.multiplier.get(language))
        .copied()
        .unwrap_or(1.0);
    let time = choice
        .time
        .unwrap_or_else(|| package.time.unwrap_or(TIME).mul_f64(factor));
    // A program may wait for the disk or for its turn; a busy machine must not make a verdict.
    let wall = choice.wall.unwrap_or_else(|| match package.wall {
        Some(wall) if choice.time.is_none() => wall.mul_f64(factor),
        _ => time * 2 + Duration::from_secs(1),
    });
    Limits {
        time,
        wall,
        memory: choice.memory.or(package.memory).unwrap_or(MEMORY),
        output: choice.output.or(package.output).unwrap_or(OUTPUT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_command_line_outweighs_the_package_and_a_factor_its_times() {
        let seconds = Duration::from_secs;
        let package = package::Limits {
            time: Some(seconds(2)),
            multiplier: BTreeMap::from([("python".to_owned(), 3.0)]),
            ..package::Limits::default()
        };
        let none = LimitChoice::default();
        let own = LimitChoice {
            time: Some(seconds(7)),
            ..none
        };
        for (choice, language, time, wall) in [
            (none, None, 2, 5),
            (none, Some("c"), 2, 5),
            (none, Some("python"), 6, 13),
            (own, Some("python"), 7, 15),
        ] {
            let limits = limits(&package, choice, language);
            assert_eq!((limits.time, limits.wall), (seconds(time), seconds(wall)));
        }
        let limits = limits(&package::Limits::default(), none, None);
        assert_eq!(
            (limits.time, limits.memory, limits.output),
            (TIME, MEMORY, OUTPUT)
        );
    }
}
