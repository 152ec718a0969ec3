//! What `judge verify` says of one package, each part as soon as it is known.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use anstyle::{AnsiColor, Style};
use package::Problem;

use crate::command::status::Status;
use crate::event::Event;
use crate::report::Quietly;
use crate::schedule::SIGNAL;
use crate::text;
use crate::verify::{Part, State, Step};

/// Details of a part that are shown without `--verbose`.
const SHOWN: usize = 3;

const GOOD: Style = AnsiColor::Green.on_default();
const ODD: Style = AnsiColor::Yellow.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// The telling of one package.
pub(super) struct Telling {
    out: Quietly<anstream::AutoStream<io::Stdout>>,
    status: Status,
    verbose: bool,
    worst: State,
    /// The part and the detail to mend first.
    first: Option<(&'static str, String)>,
    solution: String,
    solutions: usize,
    judged: usize,
    /// Why nothing more could be written.
    failed: Option<io::Error>,
}

impl Telling {
    pub(super) fn begin(problem: &Problem, verbose: bool) -> io::Result<Telling> {
        let mut out = Quietly::new(anstream::stdout());
        writeln!(
            out,
            "{BOLD}{}{BOLD:#} {DIM}{} ({}, {}){DIM:#}",
            text::printable(problem.slug.as_bytes(), 60),
            text::printable(problem.title.as_bytes(), 60),
            text::plural(problem.cases.len(), "case"),
            text::plural(problem.solutions.len(), "solution"),
        )?;
        Ok(Telling {
            out,
            status: Status::new(),
            verbose,
            worst: State::Good,
            first: None,
            solution: String::new(),
            solutions: problem.solutions.len(),
            judged: 0,
            failed: None,
        })
    }

    /// Tells what has become known; what cannot be written is said at the end.
    pub(super) fn step(&mut self, step: Step<'_>) {
        // After a signal everything looks amiss that was only not looked at.
        if SIGNAL.load(Ordering::SeqCst) != 0 {
            self.status.clear();
            return;
        }
        let written = match step {
            Step::Begun(part) => {
                self.status.show(part);
                Ok(())
            }
            Step::Judged(event) => self.judged(event),
            Step::Known(part) => self.known(&part),
        };
        if let Err(error) = written {
            self.failed.get_or_insert(error);
        }
    }

    fn judged(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::SolutionStarted(solution) => {
                self.solution = text::line(solution.name.as_bytes());
                self.judged += 1;
                let Telling {
                    solution,
                    solutions,
                    judged,
                    ..
                } = self;
                let status = format!("solutions {judged} of {solutions}: {solution}");
                self.status.show(&status);
            }
            Event::SolutionEnded(result) if self.verbose => {
                self.status.clear();
                let verdict = result.verdict;
                writeln!(self.out, "      {DIM}{verdict:4} {}{DIM:#}", self.solution)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn known(&mut self, part: &Part) -> io::Result<()> {
        self.status.clear();
        self.worst = self.worst.max(part.state);
        if self.first.is_none()
            && part.state >= State::Wrong
            && let Some(detail) = part.details.first()
        {
            self.first = Some((part.name, detail.clone()));
        }
        show(&mut self.out, part, self.verbose)
    }

    /// What to mend first, and how the worst part is.
    pub(super) fn end(mut self) -> io::Result<State> {
        self.status.clear();
        if let Some(error) = self.failed {
            return Err(error);
        }
        if let Some((name, detail)) = &self.first {
            let detail = text::printable(detail.as_bytes(), 500);
            writeln!(self.out, "  {BAD}fix first{BAD:#}: {name}: {detail}")?;
        }
        Ok(self.worst)
    }
}

fn show(out: &mut impl Write, part: &Part, verbose: bool) -> io::Result<()> {
    let (style, mark) = match part.state {
        State::Good => (GOOD, '✓'),
        State::Absent => (DIM, '·'),
        State::Odd => (ODD, '!'),
        State::Wrong | State::Broken => (BAD, '✗'),
    };
    let summary = text::printable(part.summary.as_bytes(), 300);
    writeln!(out, "  {style}{mark}{style:#} {:11} {summary}", part.name)?;
    let shown = if verbose { usize::MAX } else { SHOWN };
    for detail in part.details.iter().take(shown) {
        writeln!(out, "      {}", text::printable(detail.as_bytes(), 500))?;
    }
    let more = part.details.len().saturating_sub(shown);
    if more > 0 {
        writeln!(out, "      {DIM}… and {more} more (--verbose){DIM:#}")?;
    }
    Ok(())
}
