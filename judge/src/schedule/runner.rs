//! One run of one solution on one case.

use std::io;
use std::path::Path;
use std::time::Duration;

use package::Verdict;
use sandbox::{Execution, Files, Program, Reason, Sandbox, SandboxError, Stdin};
use tempfile::SpooledTempFile;

use super::keep::{self, Keep};
use super::neighbours::Neighbours;
use super::prepare::{Case, Prepared};
use super::workplace::Workplace;
use super::{INTERRUPTED, interrupted, skipped};
use crate::build::Command;
use crate::event::SolutionInfo;
use crate::jury::{JuryError, Panel, Sitting};
use crate::model::{CaseResult, Finding, Limits, Measured, Timed, verdict};
use crate::regular;
use crate::text;
use crate::yardstick;

/// Output up to this size stays in memory; more goes to a temporary file.
const IN_MEMORY: usize = 1 << 20;
/// Bytes of standard error that are kept while a program runs, and of one that crashed in the result.
const STDERR: u64 = 64 << 10;
const STDERR_KEPT: usize = 4 << 10;

/// Runs cases, several at a time.
pub(crate) struct Runner<'a> {
    sandbox: &'a Sandbox,
    jobs: usize,
    keep: Option<&'a Keep>,
    /// Whether the yardstick is measured beside each run.
    timed: bool,
    neighbours: Neighbours,
}

/// Who asks for the result of a case.
#[derive(Clone, Copy)]
pub(crate) struct Demand<'a> {
    /// Whether anybody does still.
    pub(crate) is_there: &'a dyn Fn() -> bool,
    /// Is told the verdict of a run alone before any other run goes on, since it may end their demand.
    pub(crate) met: &'a dyn Fn(Verdict),
}

impl Demand<'_> {
    /// Whatever becomes of other cases.
    pub(crate) const CERTAIN: Demand<'static> = Demand {
        is_there: &|| true,
        met: &|_| (),
    };
}

/// A result, and what the program left besides.
pub(super) struct Ran {
    pub(super) result: CaseResult,
    /// The output of the last pass, unless it went to an interactor.
    pub(super) output: Option<SpooledTempFile>,
    /// The end of standard error of the last pass, bounded.
    pub(super) stderr: Vec<u8>,
}

impl From<CaseResult> for Ran {
    fn from(result: CaseResult) -> Ran {
        Ran {
            result,
            output: None,
            stderr: Vec::new(),
        }
    }
}

impl<'a> Runner<'a> {
    pub(crate) fn new(
        sandbox: &'a Sandbox,
        jobs: usize,
        keep: Option<&'a Keep>,
        timed: bool,
    ) -> Self {
        Runner {
            sandbox,
            jobs,
            keep,
            timed,
            neighbours: Neighbours::default(),
        }
    }

    /// Where programs run.
    pub(crate) fn sandbox(&self) -> &'a Sandbox {
        self.sandbox
    }

    /// Runs a case, and again alone where neighbours may have cost it its time, unless by then
    /// nobody asks for it any more. What is to be kept of it is.
    pub(crate) fn run(
        &self,
        command: &Command,
        solution: &SolutionInfo,
        problem: &Prepared,
        case: &Case,
        demand: Demand<'_>,
    ) -> CaseResult {
        let mut ran = self.settled(command, &solution.limits, problem, case, demand);
        if let Some(keep) = self.keep {
            let run = keep::Run {
                problem: &problem.info.slug,
                solution,
                case,
                command,
            };
            keep.take(&run, &mut ran);
        }
        ran.result
    }

    /// The same, and nothing is kept as files.
    pub(super) fn settled(
        &self,
        command: &Command,
        limits: &Limits,
        problem: &Prepared,
        case: &Case,
        demand: Demand<'_>,
    ) -> Ran {
        let input = match &case.input {
            Ok(input) => input,
            Err(message) => {
                return CaseResult::not_run(&case.name, Verdict::JE, message.clone()).into();
            }
        };
        let run = self.neighbours.start();
        let first = self.once(command, limits, problem, case, input);
        let talks = problem
            .panels
            .get(case.panel)
            .is_some_and(Panel::is_interactive);
        let is_near = self.jobs > 1 && near_the_limit(&first.result, limits, talks);
        if !(is_near && run.had_company()) {
            return first;
        }
        let _alone = run.again();
        if !(demand.is_there)() {
            return first;
        }
        let mut again = self.once(command, limits, problem, case, input);
        again.result.beside_others = first.result.measured;
        (demand.met)(again.result.verdict);
        again
    }

    /// Runs a case while nothing else runs, between two measurements of the yardstick.
    pub(crate) fn alone(
        &self,
        command: &Command,
        limits: &Limits,
        problem: &Prepared,
        case: &Case,
    ) -> CaseResult {
        let _alone = self.neighbours.alone();
        let input = match &case.input {
            Ok(input) => input,
            Err(message) => {
                return CaseResult::not_run(&case.name, Verdict::JE, message.clone());
            }
        };
        let before = yardstick::measure();
        let mut result = self.once(command, limits, problem, case, input).result;
        for timed in &mut result.times {
            let after = yardstick::measure();
            timed.yardstick = Some(yardstick::beside(before, after, yardstick::later));
        }
        result
    }

    /// Ends every program, those to come too.
    pub(crate) fn cancel(&self) {
        self.sandbox.cancel();
    }

    fn once(
        &self,
        command: &Command,
        limits: &Limits,
        problem: &Prepared,
        case: &Case,
        input: &Path,
    ) -> Ran {
        let Some(panel) = problem.panels.get(case.panel) else {
            return CaseResult::not_run(&case.name, Verdict::JE, "nothing judges this case").into();
        };
        if let Some(fault) = panel.fault() {
            return CaseResult::not_run(&case.name, Verdict::JE, fault).into();
        }
        let answer = case.answer.as_deref();
        let mut sitting = Sitting::new(panel, self.sandbox, input, answer);
        let ended = self.passes(command, limits, panel, case, &mut sitting);
        let ended = match ended {
            // What the jury's programs met when everything was ended is not theirs.
            Ok(ended) if ended.finding.verdict == Verdict::JE && interrupted() => None,
            Ok(ended) => Some(ended),
            Err(RunError::Sandbox(SandboxError::Cancelled)) => None,
            Err(error) => {
                return CaseResult::not_run(&case.name, Verdict::JE, error.to_string()).into();
            }
        };
        let Some(Ended {
            finding,
            measured,
            output,
            stderr,
        }) = ended
        else {
            return skipped(&case.name, INTERRUPTED).into();
        };
        let crashed = finding.verdict == Verdict::RTE;
        // A path that is cut in the middle would not be known.
        let named = command.named(&stderr);
        let from = named.len().saturating_sub(STDERR_KEPT);
        let told = named.get(from..).filter(|_| crashed);
        let told = told.unwrap_or_default().to_vec();
        let result = CaseResult {
            name: case.name.clone(),
            verdict: finding.verdict,
            measured: Some(measured),
            beside_others: None,
            times: self.timed(measured.cpu),
            message: finding.message,
            excerpt: finding.excerpt.map(Box::new),
            points: finding.points,
            score: None,
            transcript: sitting.into_transcript(),
            compared: answer.is_some() || panel.needs_no_answer(),
            stderr: told,
        };
        Ran {
            result,
            output,
            stderr,
        }
    }

    /// The time of a run that has just ended, for comparisons.
    fn timed(&self, cpu: Duration) -> Vec<Timed> {
        let timed = self.timed.then(|| Timed {
            cpu,
            yardstick: Some(yardstick::recent()),
        });
        timed.into_iter().collect()
    }

    /// Runs the solution until a pass fails or none is asked for any more. The slowest pass is the
    /// one that is told of.
    fn passes(
        &self,
        command: &Command,
        limits: &Limits,
        panel: &Panel,
        case: &Case,
        sitting: &mut Sitting<'_>,
    ) -> Result<Ended, RunError> {
        let mut slowest: Option<Measured> = None;
        loop {
            // Each pass begins with the same files.
            let place = Workplace::new(case, sitting.input(), command).map_err(RunError::Files)?;
            let program = place.program(command, case, limits.memory);
            let program = program.ok_or(RunError::Command)?;
            let (run, mut finding, output) = self.pass(&program, &place, limits, panel, sitting)?;
            if run.reason == Some(Reason::Cancelled) {
                return Err(RunError::Sandbox(SandboxError::Cancelled));
            }
            if finding.verdict == Verdict::RTE && says(&run.stderr, &command.out_of_memory) {
                let limit = text::size(limits.memory);
                let message = format!("{} under {limit}", command.out_of_memory);
                finding = Finding::new(Verdict::MLE, message);
            }
            let measured = slower(slowest, Measured::from(&run));
            slowest = Some(measured);
            if finding.verdict == Verdict::AC && sitting.goes_on() {
                continue;
            }
            if panel.passes() > 1 {
                let separator = if finding.message.is_empty() { "" } else { ": " };
                finding.message = format!("pass {}{separator}{}", sitting.pass(), finding.message);
            }
            return Ok(Ended {
                finding,
                measured,
                output,
                stderr: run.stderr,
            });
        }
    }

    /// One run of the solution, alone or in a talk, what is found of it, and what it printed.
    fn pass(
        &self,
        program: &Program,
        place: &Workplace,
        limits: &Limits,
        panel: &Panel,
        sitting: &mut Sitting<'_>,
    ) -> Result<(Execution, Finding, Option<SpooledTempFile>), RunError> {
        let bounds = sandbox::Limits {
            cpu: Some(limits.time),
            wall: Some(limits.wall),
            memory: Some(limits.memory),
            output: limits.output,
            stderr: STDERR,
            file_size: place.output_name().map(|_| limits.output),
            ..sandbox::Limits::default()
        };
        if panel.is_interactive() {
            let (run, finding) = sitting.talk(program, &bounds, limits)?;
            return Ok((run, finding, None));
        }
        let stdin = regular::open(sitting.input()).map_err(|source| RunError::Input {
            path: sitting.input().to_owned(),
            source,
        })?;
        let mut output = SpooledTempFile::new(IN_MEMORY);
        let files = Files {
            stdin: Stdin::File(stdin),
            stdout: &mut output,
        };
        let mut run = self.sandbox.run(program, &bounds, files)?;
        let Some(name) = place.output_name() else {
            let finding = verdict(&run, limits, || sitting.check(&mut output));
            return Ok((run, finding, Some(output)));
        };
        let file = place.output();
        let size = file.as_ref().ok().and_then(|file| file.metadata().ok());
        if run.reason.is_none() && size.is_some_and(|size| size.len() >= limits.output) {
            run.reason = Some(Reason::Output);
        }
        let finding = verdict(&run, limits, || match file {
            Ok(mut file) => sitting.check(&mut file),
            Err(_) => Finding::new(Verdict::WA, format!("it wrote no file {name}")),
        });
        Ok((run, finding, Some(output)))
    }
}

/// A case after its last pass.
struct Ended {
    finding: Finding,
    measured: Measured,
    output: Option<SpooledTempFile>,
    /// The end of standard error.
    stderr: Vec<u8>,
}

/// Whether standard error has that text, if it is any.
fn says(stderr: &[u8], text: &str) -> bool {
    !text.is_empty()
        && stderr
            .windows(text.len())
            .any(|part| part == text.as_bytes())
}

/// The slower of two passes, with the larger memory of both.
fn slower(before: Option<Measured>, now: Measured) -> Measured {
    match before {
        Some(before) => Measured {
            memory: before.memory.max(now.memory),
            ..if before.cpu > now.cpu { before } else { now }
        },
        None => now,
    }
}

/// Over a time limit, or within a fifth of it. A program that hardly used the processor lost
/// nothing to its neighbours, unless it waited for an interactor that may have.
fn near_the_limit(result: &CaseResult, limits: &Limits, talks: bool) -> bool {
    let Some(measured) = result.measured else {
        return false;
    };
    let idle = measured.cpu * 20 < measured.wall;
    match result.verdict {
        Verdict::WTL => talks || !idle,
        Verdict::TLE => true,
        // An interactor that did not answer in time.
        _ => measured.wall >= limits.wall || measured.cpu >= limits.time.mul_f64(0.8),
    }
}

#[derive(Debug, thiserror::Error)]
enum RunError {
    #[error("cannot read the input {}: {source}", path.display())]
    Input {
        path: std::path::PathBuf,
        source: io::Error,
    },
    #[error("cannot copy the files of the case: {0}")]
    Files(io::Error),
    #[error(
        "the case has files for the working folder, and a command runs in the user's own; name the source instead"
    )]
    Command,
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error(transparent)]
    Jury(JuryError),
}

impl From<JuryError> for RunError {
    fn from(error: JuryError) -> RunError {
        match error {
            JuryError::Sandbox(error) => RunError::Sandbox(error),
            error => RunError::Jury(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_only_waited_is_not_run_again() {
        let second = Duration::from_secs(1);
        let limits = Limits {
            time: second,
            wall: 3 * second,
            memory: 1 << 20,
            output: 1,
        };
        for (verdict, cpu_ms, wall_ms, talks, near) in [
            (Verdict::AC, 790, 800, false, false),
            (Verdict::AC, 810, 900, false, true),
            (Verdict::TLE, 1001, 1100, false, true),
            (Verdict::WTL, 500, 3000, false, true),
            (Verdict::WTL, 10, 3000, false, false),
            // The interactor may have been slow.
            (Verdict::WTL, 10, 3000, true, true),
            (Verdict::JE, 10, 3000, true, true),
            (Verdict::JE, 10, 2000, true, false),
        ] {
            let mut result = CaseResult::not_run("1", verdict, "");
            result.measured = Some(Measured {
                cpu: Duration::from_millis(cpu_ms),
                wall: Duration::from_millis(wall_ms),
                memory: 0,
                exit: sandbox::Exit::Code(0),
            });
            let found = near_the_limit(&result, &limits, talks);
            assert_eq!(found, near, "{verdict} {cpu_ms} {talks}");
        }
    }
}
