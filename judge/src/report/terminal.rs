//! The run for people: a line for each solution, what went wrong at once, a summary at the end.

mod changed;
mod totals;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use package::{Score, Verdict};

use self::totals::Totals;
use super::Report;
use super::changes::Changes;
use super::diff::{self, Kind};
use crate::event::{Event, GroupResult, ProblemInfo, SolutionInfo, SolutionResult};
use crate::model::{CaseResult, Limits};
use crate::text;

/// How much is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The summary, and what is not as expected.
    Quiet,
    /// A line for each solution too.
    Normal,
    /// A line for each case too, and the failures that were expected.
    Verbose,
}

impl Detail {
    /// As the options `--quiet` and `--verbose` say.
    pub(crate) fn of(quiet: bool, verbose: bool) -> Detail {
        match (quiet, verbose) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Normal,
        }
    }
}

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// Failing cases that are shown in full for one solution.
const SHOWN: usize = 3;
/// Lines of a compiler's log, and of standard error, that are shown.
const LOG_LINES: usize = 12;
const STDERR_LINES: usize = 6;
/// Lines of a talk that are shown, of its beginning and of its end.
const TALK_HEAD: usize = 4;
const TALK_TAIL: usize = 12;

/// The report.
pub(crate) struct Terminal<W> {
    out: W,
    detail: Detail,
    problem: Option<ProblemInfo>,
    /// Whether the problem's own line is printed.
    headed: bool,
    solution: Option<Running>,
    totals: Totals,
}

/// The solution whose cases come in.
struct Running {
    info: SolutionInfo,
    counts: BTreeMap<Verdict, usize>,
    slowest: Option<Duration>,
    most_memory: u64,
    failures: Vec<CaseResult>,
    failed: usize,
    cases: usize,
    only_run: usize,
}

impl<W: Write> Terminal<W> {
    pub(crate) fn new(out: W, detail: Detail) -> Self {
        Terminal {
            out,
            detail,
            problem: None,
            headed: false,
            solution: None,
            totals: Totals::default(),
        }
    }

    fn head(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.headed, true) {
            return Ok(());
        }
        let Some(problem) = &self.problem else {
            return Ok(());
        };
        let source = match &problem.source {
            Some(source) => format!("{}, ", text::printable(source.as_bytes(), 60)),
            None => String::new(),
        };
        let title = match problem.title == problem.slug {
            true => String::new(),
            false => format!("{} ", text::printable(problem.title.as_bytes(), 60)),
        };
        writeln!(
            self.out,
            "{BOLD}{}{BOLD:#} {DIM}{title}({source}{}, {}){DIM:#}",
            text::printable(problem.slug.as_bytes(), 60),
            text::plural(problem.cases.len(), "case"),
            limits(&problem.limits),
        )?;
        match &problem.time_from {
            Some(from) => writeln!(self.out, "  {DIM}time limit {from}{DIM:#}"),
            None => Ok(()),
        }
    }

    fn case(&mut self, result: &CaseResult) -> io::Result<()> {
        let Some(solution) = &mut self.solution else {
            return Ok(());
        };
        *solution.counts.entry(result.verdict).or_default() += 1;
        solution.cases += 1;
        solution.only_run += usize::from(!result.compared);
        if let Some(measured) = result.measured {
            solution.slowest = solution.slowest.max(Some(measured.cpu));
            solution.most_memory = solution.most_memory.max(measured.memory);
        }
        if !matches!(result.verdict, Verdict::AC | Verdict::SK) {
            solution.failed += 1;
            // What speaks against the expectation is shown before what it permits.
            let expected = solution.info.expected.as_ref();
            let surprises = |failure: &CaseResult| {
                !expected.is_some_and(|expected| expected.permits(&failure.name, failure.verdict))
            };
            if solution.failures.len() == SHOWN
                && surprises(result)
                && !solution.failures.iter().any(surprises)
            {
                solution.failures.pop();
            }
            if solution.failures.len() < SHOWN {
                solution.failures.push(result.clone());
            }
        }
        if self.detail == Detail::Verbose {
            self.head()?;
            self.case_line(result, "    ")?;
        }
        Ok(())
    }

    fn case_line(&mut self, result: &CaseResult, indent: &str) -> io::Result<()> {
        let style = verdict_style(result.verdict);
        let measured = match result.measured {
            Some(measured) => {
                format!("  {} {}", seconds(measured.cpu), mebibytes(measured.memory))
            }
            None => String::new(),
        };
        let alone = match result.beside_others {
            Some(first) => format!(" (alone; {} beside others)", seconds(first.cpu).trim()),
            None => String::new(),
        };
        let score = match result.score {
            Some(score) => format!("  score {}", Score(score)),
            None => String::new(),
        };
        let separator = if result.message.is_empty() { "" } else { "  " };
        writeln!(
            self.out,
            "{indent}{style}{:4}{style:#} {:<24}{DIM}{measured}{alone}{score}{DIM:#}{separator}{}",
            result.verdict,
            text::printable(result.name.as_bytes(), 80),
            text::printable(result.message.as_bytes(), 300),
        )
    }

    fn failure(&mut self, result: &CaseResult) -> io::Result<()> {
        self.case_line(result, "      ")?;
        let out = &mut self.out;
        if let Some(excerpt) = &result.excerpt {
            writeln!(
                out,
                "           {DIM}first difference at line {}, column {} of the expected output (-), found (+){DIM:#}",
                excerpt.line, excerpt.column
            )?;
            for line in diff::lines(excerpt) {
                let (sign, style) = match line.kind {
                    Kind::Both => (' ', DIM),
                    Kind::Expected => ('-', GOOD),
                    Kind::Found => ('+', BAD),
                };
                writeln!(
                    out,
                    "      {:>6} {style}{sign} {}{style:#}",
                    line.number, line.text
                )?;
            }
            if excerpt.expected.more || excerpt.found.more {
                writeln!(out, "             {DIM}… more follows{DIM:#}")?;
            }
        }
        if let Some(transcript) = &result.transcript {
            let (head, between, tail) = transcript.excerpt(TALK_HEAD, TALK_TAIL);
            writeln!(
                out,
                "           {DIM}the interactor (<) and the solution (>) said{DIM:#}"
            )?;
            for line in head {
                writeln!(out, "             {line}")?;
            }
            if between > 0 {
                let lines = text::plural(between as usize, "more line");
                writeln!(out, "             {DIM}… {lines} …{DIM:#}")?;
            }
            for line in tail {
                writeln!(out, "             {line}")?;
            }
        }
        for line in text::tail(&result.stderr, STDERR_LINES) {
            writeln!(out, "           {DIM}stderr: {line}{DIM:#}")?;
        }
        Ok(())
    }

    fn solution_ended(&mut self, result: &SolutionResult) -> io::Result<()> {
        let Some(solution) = self.solution.take() else {
            return Ok(());
        };
        self.totals.solutions += 1;
        self.totals.cases += solution.cases;
        let surprise = result.as_expected == Some(false) || result.verdict == Verdict::JE;
        let nothing_ran = result.verdict == Verdict::SK;
        if surprise {
            self.totals.surprises.push(self.surprise(&solution, result));
        } else if nothing_ran {
            *self
                .totals
                .skipped
                .entry(result.message.clone())
                .or_default() += 1;
        } else if result.as_expected.is_none() {
            self.totals.unstated += 1;
        }
        if self.detail == Detail::Quiet && !surprise {
            return Ok(());
        }
        self.head()?;
        self.solution_line(&solution, result, surprise)?;
        for line in text::head(&result.message, LOG_LINES) {
            writeln!(self.out, "           {DIM}{line}{DIM:#}")?;
        }
        // Of a shard's part nothing is expected, and what it came to is told when all are merged.
        let is_part = solution.info.part.is_some();
        let unstated = result.as_expected.is_none() && !nothing_ran && !is_part;
        if surprise || unstated || self.detail == Detail::Verbose {
            for group in &result.groups {
                self.group_line(group)?;
            }
            for failure in &solution.failures {
                self.failure(failure)?;
            }
            let hidden = solution.failed - solution.failures.len();
            if hidden > 0 {
                writeln!(
                    self.out,
                    "      {DIM}… and {} (--verbose lists all cases){DIM:#}",
                    text::plural(hidden, "more failing case")
                )?;
            }
        }
        self.out.flush()
    }

    fn solution_line(
        &mut self,
        solution: &Running,
        result: &SolutionResult,
        surprise: bool,
    ) -> io::Result<()> {
        let (sign, style) = match (surprise, result.as_expected) {
            (true, _) => ("✗", BAD),
            (false, Some(true)) => ("✓", GOOD),
            (false, _) => ("·", DIM),
        };
        let expected = match &solution.info.expected {
            Some(expected) if surprise => {
                let expected = text::printable(expected.to_string().as_bytes(), 60);
                format!(" (expected {expected})")
            }
            _ => String::new(),
        };
        let mut counts: Vec<String> = Vec::new();
        if let Some(score) = result.score {
            counts.push(format!("score {}", out_of(score, result.max_score)));
        }
        let verdicts = solution.counts.iter();
        counts.extend(verdicts.map(|(verdict, count)| format!("{count} {verdict}")));
        if solution.only_run > 0 {
            counts.push(format!(
                "{} only run: no expected output",
                solution.only_run
            ));
        }
        let slowest = match solution.slowest {
            Some(slowest) => {
                format!("{} {}", seconds(slowest), mebibytes(solution.most_memory))
            }
            None => String::new(),
        };
        writeln!(
            self.out,
            "  {style}{sign} {:4}{style:#}{:<41} {slowest}  {DIM}{}{DIM:#}",
            result.verdict,
            format!(
                "{}{expected}",
                text::printable(solution.info.name.as_bytes(), 80)
            ),
            counts.join(", "),
        )
    }

    fn group_line(&mut self, group: &GroupResult) -> io::Result<()> {
        let style = verdict_style(group.verdict);
        writeln!(
            self.out,
            "      {style}{:4}{style:#} {:<24}{DIM}  score {}{DIM:#}",
            group.verdict,
            text::printable(group.name.as_bytes(), 80),
            out_of(group.score, group.max_score),
        )
    }

    fn surprise(&self, solution: &Running, result: &SolutionResult) -> String {
        let slug = self.problem.as_ref().map_or("", |problem| &problem.slug);
        let why = match (result.surprise.is_empty(), solution.failures.first()) {
            (false, _) => text::printable(result.surprise.as_bytes(), 300),
            (true, Some(failure)) => {
                let name = text::printable(failure.name.as_bytes(), 80);
                format!("found {} on {name}", failure.verdict)
            }
            (true, None) => format!("found {}", result.verdict),
        };
        format!(
            "{} {}: {why}",
            text::printable(slug.as_bytes(), 60),
            text::printable(solution.info.name.as_bytes(), 80)
        )
    }
}

/// A score, and what it is a part of.
fn out_of(score: f64, most: Option<f64>) -> String {
    match most {
        Some(most) => format!("{} of {}", Score(score), Score(most)),
        None => Score(score).to_string(),
    }
}

impl<W: Write> Report for Terminal<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::RunStarted(run) => {
                self.totals.broken = run.broken.len();
                if let (Some(shard), true) = (&run.shard, self.detail != Detail::Quiet) {
                    let (index, count) = (shard.index, shard.count);
                    writeln!(
                        self.out,
                        "{DIM}shard {index} of {count}; `judge merge` says what all came to{DIM:#}"
                    )?;
                }
                match self.detail {
                    Detail::Verbose => writeln!(
                        self.out,
                        "{DIM}{} side by side; isolation: {}{DIM:#}",
                        run.jobs, run.isolation
                    ),
                    Detail::Normal if !run.isolated => writeln!(
                        self.out,
                        "{DIM}isolation: {}; `judge doctor` says what is missing{DIM:#}",
                        run.isolation
                    ),
                    _ => Ok(()),
                }
            }
            Event::ProblemStarted(problem) => {
                self.totals.problems += 1;
                self.problem = Some(problem.clone());
                self.headed = false;
                Ok(())
            }
            Event::SolutionStarted(info) => {
                self.solution = Some(Running {
                    info: info.clone(),
                    counts: BTreeMap::new(),
                    slowest: None,
                    most_memory: 0,
                    failures: Vec::new(),
                    failed: 0,
                    cases: 0,
                    only_run: 0,
                });
                Ok(())
            }
            Event::CaseEnded(result) => self.case(result),
            Event::SolutionEnded(result) => self.solution_ended(result),
            Event::Compared(comparison) => {
                let changes = Changes::of(comparison);
                let written = changed::write(&changes, &mut self.out);
                self.totals.changes = Some(changes);
                written
            }
            Event::RunEnded(result) => self.totals.summary(&mut self.out, result),
        }
    }
}

fn verdict_style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::AC => GOOD,
        Verdict::SK => DIM,
        _ => BAD,
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:>6.3} s", duration.as_secs_f64())
}

fn mebibytes(bytes: u64) -> String {
    format!("{:>6.1} MiB", bytes as f64 / f64::from(1 << 20))
}

fn limits(limits: &Limits) -> String {
    let memory = limits.memory as f64 / f64::from(1 << 20);
    format!("{} s, {memory:.0} MiB", limits.time.as_secs_f64())
}

#[cfg(test)]
mod tests;
