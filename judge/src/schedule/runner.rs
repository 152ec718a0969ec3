//! One run of one solution on one case.

use std::fs::File;
use std::io;
use std::path::Path;

use package::Verdict;
use sandbox::{Execution, Files, Reason, Sandbox, SandboxError, Stdin};
use tempfile::SpooledTempFile;

use super::neighbours::Neighbours;
use super::prepare::{Case, Prepared};
use super::{INTERRUPTED, skipped};
use crate::build::Command;
use crate::check;
use crate::model::{CaseResult, Finding, Limits, Measured, verdict};

/// Output up to this size stays in memory; more goes to a temporary file.
const IN_MEMORY: usize = 1 << 20;
/// Bytes of standard error that are kept while a program runs, and then in the result.
const STDERR: u64 = 64 << 10;
const STDERR_KEPT: usize = 4 << 10;

/// Runs cases, several at a time.
pub(crate) struct Runner<'a> {
    sandbox: &'a Sandbox,
    jobs: usize,
    neighbours: Neighbours,
}

impl<'a> Runner<'a> {
    pub(crate) fn new(sandbox: &'a Sandbox, jobs: usize) -> Self {
        Runner {
            sandbox,
            jobs,
            neighbours: Neighbours::default(),
        }
    }

    /// Runs a case, and again alone where neighbours may have cost it its time, unless by then
    /// nobody asks for it any more.
    pub(crate) fn run(
        &self,
        command: &Command,
        limits: &Limits,
        problem: &Prepared,
        case: &Case,
        wanted: impl Fn() -> bool,
    ) -> CaseResult {
        let input = match &case.input {
            Ok(input) => input,
            Err(message) => {
                return CaseResult::not_run(&case.name, Verdict::JE, message.clone());
            }
        };
        let run = self.neighbours.start();
        let first = self.once(command, limits, problem, case, input);
        let had_company = run.end();
        if !(self.jobs > 1 && had_company && near_the_limit(&first, limits)) {
            return first;
        }
        let _alone = self.neighbours.alone();
        if !wanted() {
            return first;
        }
        let mut again = self.once(command, limits, problem, case, input);
        again.beside_others = first.measured;
        again
    }

    fn once(
        &self,
        command: &Command,
        limits: &Limits,
        problem: &Prepared,
        case: &Case,
        input: &Path,
    ) -> CaseResult {
        let mut output = SpooledTempFile::new(IN_MEMORY);
        match self.execute(command, limits, input, &mut output) {
            Ok(execution) if execution.reason == Some(Reason::Cancelled) => {
                skipped(&case.name, INTERRUPTED)
            }
            Ok(execution) => {
                let finding = verdict(&execution, limits, || match &case.answer {
                    Some(answer) => check::check(problem.checker.as_ref(), &mut output, answer),
                    None => Finding::new(Verdict::AC, "only run: no expected output"),
                });
                let crashed = finding.verdict == Verdict::RTE;
                let from = execution.stderr.len().saturating_sub(STDERR_KEPT);
                CaseResult {
                    name: case.name.clone(),
                    verdict: finding.verdict,
                    measured: Some(Measured::from(&execution)),
                    beside_others: None,
                    message: finding.message,
                    excerpt: finding.excerpt,
                    points: finding.points,
                    score: None,
                    compared: case.answer.is_some(),
                    stderr: match crashed {
                        true => execution.stderr[from..].to_vec(),
                        false => Vec::new(),
                    },
                }
            }
            Err(RunError::Sandbox(SandboxError::Cancelled)) => skipped(&case.name, INTERRUPTED),
            Err(error) => CaseResult::not_run(&case.name, Verdict::JE, error.to_string()),
        }
    }

    fn execute(
        &self,
        command: &Command,
        limits: &Limits,
        input: &Path,
        output: &mut SpooledTempFile,
    ) -> Result<Execution, RunError> {
        let stdin = open(input).map_err(|source| RunError::Input {
            path: input.to_owned(),
            source,
        })?;
        let program = command.program();
        let limits = sandbox::Limits {
            cpu: Some(limits.time),
            wall: Some(limits.wall),
            memory: Some(limits.memory),
            output: limits.output,
            stderr: STDERR,
            ..sandbox::Limits::default()
        };
        let files = Files {
            stdin: Stdin::File(stdin),
            stdout: output,
        };
        Ok(self.sandbox.run(&program, &limits, files)?)
    }
}

/// Over a time limit, or within a fifth of it. A program that hardly used the processor lost
/// nothing to its neighbours.
fn near_the_limit(result: &CaseResult, limits: &Limits) -> bool {
    let idle = |measured: &Measured| measured.cpu * 20 < measured.wall;
    let waited = result.verdict == Verdict::WTL && result.measured.as_ref().is_some_and(idle);
    matches!(result.verdict, Verdict::TLE | Verdict::WTL) && !waited
        || result
            .measured
            .is_some_and(|measured| measured.cpu >= limits.time.mul_f64(0.8))
}

#[derive(Debug, thiserror::Error)]
enum RunError {
    #[error("cannot read the input {}: {source}", path.display())]
    Input {
        path: std::path::PathBuf,
        source: io::Error,
    },
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

fn open(path: &Path) -> io::Result<File> {
    // Opening a FIFO would wait for ever.
    if path.metadata()?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("not a regular file"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn who_only_waited_is_not_run_again() {
        let second = Duration::from_secs(1);
        let limits = Limits {
            time: second,
            wall: 3 * second,
            memory: 1 << 20,
            output: 1,
        };
        for (verdict, cpu_ms, wall_ms, near) in [
            (Verdict::AC, 790, 800, false),
            (Verdict::AC, 810, 900, true),
            (Verdict::TLE, 1001, 1100, true),
            (Verdict::WTL, 500, 3000, true),
            (Verdict::WTL, 10, 3000, false),
        ] {
            let mut result = CaseResult::not_run("1", verdict, "");
            result.measured = Some(Measured {
                cpu: Duration::from_millis(cpu_ms),
                wall: Duration::from_millis(wall_ms),
                memory: 0,
                exit: sandbox::Exit::Code(0),
            });
            assert_eq!(near_the_limit(&result, &limits), near, "{verdict} {cpu_ms}");
        }
    }
}
