//! The run for people: failures as they happen, a line for each solution, a table and a summary at
//! the end.

mod changed;
mod difference;
mod failure;
mod lines;
mod live;
mod look;
mod names;
mod running;
mod table;
mod totals;
mod words;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use package::Verdict;

pub(crate) use self::difference::difference;
pub(crate) use self::failure::input;
pub(crate) use self::look::{Detail, DiffView, Look, columns_of};

use self::live::Live;
use self::names::Names;
use self::running::{Running, SHOWN};
use self::table::Entry;
use self::totals::Totals;
use self::words::{DIM, RAN, expected, out_of, sign, word};
use super::Report;
use super::changes::Changes;
use crate::event::{Event, Preview, ProblemInfo, RunInfo, SolutionResult};
use crate::model::CaseResult;
use crate::text;

/// Failing cases of one solution of which more than the line is shown, where all cases have one.
const DETAILED: usize = 10;
/// Lines of a compiler's log that are shown.
const LOG_LINES: usize = 12;
/// Columns for the name of a case, at least, and for what else is in its line.
const CASES: usize = 24;
const BESIDE: usize = 46;

/// The report.
pub(crate) struct Terminal<W> {
    out: W,
    look: Look,
    live: Option<Live>,
    /// What an event has to say, printed in one piece.
    page: Vec<u8>,
    problem: Option<Arc<ProblemInfo>>,
    /// Whether the problem's own line is printed.
    headed: bool,
    solution: Option<Running>,
    /// How the names of the problem's cases and of its solutions are shown.
    cases: Names,
    solutions: Names,
    /// Whether the table at the end has a row for every solution.
    tabled: bool,
    totals: Totals,
}

impl<W: Write> Terminal<W> {
    pub(crate) fn new(out: W, look: Look) -> Self {
        Terminal {
            out,
            look,
            live: look.live.then(|| Live::new(look.colours)),
            page: Vec::new(),
            problem: None,
            headed: false,
            solution: None,
            cases: Names::default(),
            solutions: Names::default(),
            tabled: false,
            totals: Totals::default(),
        }
    }

    /// The problem's line, before the first one that belongs to it.
    fn head(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.headed, true) {
            return Ok(());
        }
        let Some(problem) = &self.problem else {
            return Ok(());
        };
        lines::problem(&mut self.page, problem, self.look.columns())
    }

    /// The solution's name, before the first case that is shown: its own line comes when it ends.
    fn solution_head(&mut self) -> io::Result<()> {
        self.head()?;
        let Some(solution) = &mut self.solution else {
            return Ok(());
        };
        match std::mem::replace(&mut solution.headed, true) {
            true => Ok(()),
            false => writeln!(
                self.page,
                "  {}{DIM}{}{DIM:#}",
                text::line(solution.info.name.as_bytes()),
                expected(&solution.info),
            ),
        }
    }

    fn case(&mut self, result: &CaseResult) -> io::Result<()> {
        let Some(solution) = &mut self.solution else {
            return Ok(());
        };
        solution.count(result);
        let failed = !matches!(result.verdict, Verdict::AC | Verdict::SK);
        let at_once = failed && solution.surprises_at_once(result);
        if failed && solution.surprises(result) {
            let first = (result.name.clone(), result.verdict);
            solution.first.get_or_insert(first);
        }
        let expects = solution.info.expected.is_some();
        match self.look.detail {
            Detail::Verbose => {
                self.solution_head()?;
                self.shown_case(result, failed, DETAILED)
            }
            _ if !failed => Ok(()),
            // Where nothing is expected only a judge error is a surprise, and the end tells it.
            detail if !at_once || (detail == Detail::Quiet && !expects) => {
                solution.keep(result);
                Ok(())
            }
            _ if solution.printed == SHOWN => {
                solution.hidden += 1;
                Ok(())
            }
            _ => {
                self.solution_head()?;
                self.shown_case(result, true, SHOWN)
            }
        }
    }

    /// The line of a case, and of the first failures what helps to see why.
    fn shown_case(&mut self, result: &CaseResult, failed: bool, detailed: usize) -> io::Result<()> {
        let (name, is_cut) = self.cases.shown(&result.name);
        failure::line(&mut self.page, result, &name)?;
        let Some(solution) = self.solution.as_mut().filter(|_| failed) else {
            return Ok(());
        };
        solution.printed += 1;
        if solution.printed > detailed {
            return Ok(());
        }
        // One input is enough to see what the inputs are like; a talk holds what was read.
        let useful = result.transcript.is_none() && result.verdict != Verdict::JE;
        let input = match solution.printed == 1 && useful {
            true => self
                .problem
                .as_ref()
                .and_then(|problem| input_of(problem, &result.name)),
            false => None,
        };
        if is_cut {
            failure::name(&mut self.page, result)?;
        }
        failure::details(&mut self.page, result, input, &self.look)
    }

    fn solution_ended(&mut self, result: &SolutionResult) -> io::Result<()> {
        let Some(solution) = &mut self.solution else {
            return Ok(());
        };
        let surprise = result.as_expected == Some(false) || result.verdict == Verdict::JE;
        let nothing_ran = result.verdict == Verdict::SK;
        let unstated = result.as_expected.is_none() && !nothing_ran;
        let kept = std::mem::take(&mut solution.kept);
        if solution.printed == 0 && (surprise || (unstated && self.look.detail != Detail::Quiet)) {
            solution.hidden = solution.permitted - kept.len();
            for failure in &kept {
                self.solution_head()?;
                self.shown_case(failure, true, SHOWN)?;
            }
        }
        let Some(solution) = self.solution.take() else {
            return Ok(());
        };
        self.count(&solution, result, surprise);
        if self.look.detail == Detail::Quiet && !surprise {
            return Ok(());
        }
        self.head()?;
        if solution.hidden > 0 {
            let hidden = text::plural(solution.hidden, "more failing case");
            writeln!(
                self.page,
                "    {DIM}… and {hidden} (--verbose lists all cases){DIM:#}"
            )?;
        }
        let figures = !self.tabled;
        lines::solution(
            &mut self.page,
            &solution,
            result,
            surprise,
            figures,
            self.look.columns(),
        )?;
        for line in text::head(&result.message, LOG_LINES) {
            writeln!(self.page, "         {DIM}{line}{DIM:#}")?;
        }
        // Of a shard's part nothing is expected, and what it came to is told when all are merged.
        let unstated = unstated && solution.info.part.is_none();
        if surprise || unstated || self.look.detail == Detail::Verbose {
            for group in &result.groups {
                lines::group(&mut self.page, group)?;
            }
        }
        Ok(())
    }

    /// Adds a solution to the totals.
    fn count(&mut self, solution: &Running, result: &SolutionResult, surprise: bool) {
        let (sign, style) = sign(solution, result, surprise);
        let word = word(result.verdict, !solution.only_ran());
        if surprise {
            self.totals.surprises.push(self.surprise(solution, result));
        } else if result.verdict == Verdict::SK {
            let skipped = self.totals.skipped.entry(result.message.clone());
            *skipped.or_default() += 1;
        } else if result.as_expected.is_none() || word == RAN {
            self.totals.unstated += 1;
        }
        self.totals.cases += solution.cases;
        self.totals.ran += solution.cases - solution.counts.get(&Verdict::SK).unwrap_or(&0);
        let name = |name: &str| text::line(name.as_bytes());
        self.totals.entries.push(Entry {
            problem: self
                .problem
                .as_ref()
                .map_or_else(String::new, |problem| name(&problem.slug)),
            name: name(&solution.info.name),
            sign,
            style,
            verdict: result.verdict,
            word,
            counts: match word {
                RAN => BTreeMap::new(),
                _ => solution.counts.clone(),
            },
            score: result
                .score
                .map_or_else(String::new, |score| out_of(score, result.max_score)),
            slowest: solution.slowest.clone(),
            memory: solution.most_memory,
            surprise,
        });
    }

    fn surprise(&self, solution: &Running, result: &SolutionResult) -> String {
        // What is to be looked at has its whole name here, wherever else it was cut.
        let name = |name: &str| text::line(name.as_bytes());
        let slug = self.problem.as_ref().map_or("", |problem| &problem.slug);
        let why = match (result.surprise.is_empty(), &solution.first) {
            (false, _) => text::printable(result.surprise.as_bytes(), 500),
            (true, Some((case, verdict))) => format!("found {verdict} on {}", name(case)),
            (true, None) => format!("found {}", result.verdict),
        };
        format!("{} {}: {why}", name(slug), name(&solution.info.name))
    }

    fn started(&mut self, run: &RunInfo) -> io::Result<()> {
        self.totals.broken = run.broken.len();
        self.totals.planned = run.solutions;
        if let (Some(shard), true) = (&run.shard, self.look.detail != Detail::Quiet) {
            let (index, count) = (shard.index, shard.count);
            writeln!(
                self.page,
                "{DIM}shard {index} of {count}; `judge merge` says what all came to{DIM:#}"
            )?;
        }
        let whole = self.look.detail == Detail::Verbose || run.solutions <= table::ROWS;
        self.tabled = run.solutions > 1 && whole && self.look.detail != Detail::Quiet;
        match self.look.detail {
            Detail::Verbose => writeln!(
                self.page,
                "{DIM}{} side by side; isolation: {}{DIM:#}",
                run.jobs, run.isolation
            ),
            Detail::Normal if !run.isolated => {
                // Of what was asked for nothing is missing.
                let asked = run.options.iter().any(|option| option == "--no-sandbox");
                let more = match asked {
                    true => ", as --no-sandbox asks",
                    false => "; `judge doctor` says what is missing",
                };
                writeln!(self.page, "{DIM}isolation: {}{more}{DIM:#}", run.isolation)
            }
            _ => Ok(()),
        }
    }

    fn told(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::RunStarted(run) => self.started(run),
            Event::ProblemStarted(problem) => {
                self.totals.problems += 1;
                self.problem = Some(problem.clone());
                self.headed = false;
                let columns = self.look.columns();
                let cases = problem.cases.iter().map(|case| case.name.as_str());
                let room = (columns / 2).min(columns.saturating_sub(BESIDE));
                self.cases = Names::all(cases, CASES, room.max(CASES));
                self.solutions = Names::coming(lines::room_for_a_name(columns, self.tabled));
                Ok(())
            }
            Event::SolutionStarted(info) => {
                let shown = self.solutions.next(&info.name);
                self.solution = Some(Running::new(info, shown));
                Ok(())
            }
            Event::CaseEnded(result) => self.case(result),
            Event::SolutionEnded(result) => self.solution_ended(result),
            Event::Compared(comparison) => {
                let changes = Changes::of(comparison);
                let written = changed::write(&changes, &mut self.page);
                self.totals.changes = Some(changes);
                written
            }
            Event::RunEnded(result) => {
                let (page, look) = (&mut self.page, &self.look);
                self.totals.summary(page, result, look, self.tabled)
            }
        }
    }

    /// Prints what there is to say.
    fn print(&mut self) -> io::Result<()> {
        if self.page.is_empty() {
            return Ok(());
        }
        let Terminal {
            out, live, page, ..
        } = self;
        let mut print = || {
            out.write_all(page)?;
            out.flush()
        };
        let printed = match live {
            Some(live) => live.aside(print),
            None => print(),
        };
        page.clear();
        printed
    }
}

impl<W: Write> Report for Terminal<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.told(event)?;
        if let Event::RunEnded(_) = event {
            // The line at the bottom makes room for the summary.
            self.live = None;
        } else if let Some(live) = &mut self.live {
            live.event(event);
        }
        self.print()
    }
}

/// The input of a case, as far as it is known.
fn input_of<'a>(problem: &'a ProblemInfo, name: &str) -> Option<&'a Preview> {
    let case = problem.cases.iter().find(|case| case.name == name)?;
    case.input.as_ref()
}

#[cfg(test)]
mod tests;
