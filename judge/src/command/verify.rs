//! `judge verify`: a package as a whole.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use anstyle::{AnsiColor, Style};
use package::Problem;

use crate::build::{self, Crates};
use crate::cli::{VerifyArgs, complain};
use crate::exit::Exit;
use crate::plan::{Request, plan};
use crate::report::Quietly;
use crate::schedule::{SIGNAL, Settings};
use crate::session::{self, Failure, Session};
use crate::text;
use crate::verify::{self, Part, State};

/// Details of a part that are shown without `--verbose`.
const SHOWN: usize = 3;

const GOOD: Style = AnsiColor::Green.on_default();
const ODD: Style = AnsiColor::Yellow.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

pub(crate) fn verify(args: &VerifyArgs) -> Exit {
    let request = Request {
        targets: args.targets.clone(),
        without_solutions: true,
        ..Request::default()
    };
    let plan = match plan(&request) {
        Ok(plan) => plan,
        Err(error) => {
            complain(&error);
            return error.exit();
        }
    };
    for error in &plan.broken {
        complain(error);
    }
    let broken = !plan.broken.is_empty();
    let exit = session::open(&args.means, |session| all(args, plan.problems, session));
    match exit {
        Ok(Exit::Success | Exit::Unexpected) if broken => Exit::Unjudged,
        Ok(exit) => exit,
        Err(error) => {
            complain(&error);
            Exit::Unjudged
        }
    }
}

fn all(
    args: &VerifyArgs,
    mut problems: Vec<Problem>,
    session: &Session<'_>,
) -> Result<Exit, Failure> {
    for problem in &mut problems {
        session::name_factors(problem, session.languages)?;
    }
    let solutions = problems.iter().flat_map(|problem| &problem.solutions);
    let calls = solutions.map(|solution| &solution.call);
    let crates = Crates::build(build::crates(&problems, calls), true);
    let builder = session.builder(&crates);
    let settings = Settings {
        jobs: session.jobs,
        all_cases: false,
    };
    let mut out = Quietly::new(anstream::stdout());
    let mut worst = State::Good;
    let count = problems.len();
    let mut amiss = Vec::new();
    for problem in &problems {
        let parts = verify::verify(problem, &builder, settings, !args.no_solutions);
        if SIGNAL.load(Ordering::SeqCst) != 0 {
            // What was not looked at is not in order, and nothing is promised of it.
            complain(&"interrupted");
            return Ok(Exit::Unjudged);
        }
        show(&mut out, problem, &parts, args.verbose)?;
        let state = parts.iter().map(|part| part.state).max();
        let state = state.unwrap_or(State::Good);
        if state >= State::Wrong {
            amiss.push(problem.slug.as_str());
        }
        worst = worst.max(state);
    }
    if count > 1 {
        let good = count - amiss.len();
        writeln!(out, "{good} of {} in order", text::plural(count, "package"))?;
    }
    Ok(match worst {
        State::Broken => Exit::Unjudged,
        State::Wrong => Exit::Unexpected,
        _ => Exit::Success,
    })
}

fn show(out: &mut impl Write, problem: &Problem, parts: &[Part], verbose: bool) -> io::Result<()> {
    writeln!(
        out,
        "{BOLD}{}{BOLD:#} {DIM}{} ({}, {}){DIM:#}",
        text::printable(problem.slug.as_bytes(), 60),
        text::printable(problem.title.as_bytes(), 60),
        text::plural(problem.cases.len(), "case"),
        text::plural(problem.solutions.len(), "solution"),
    )?;
    for part in parts {
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
        if let Some(more) = part
            .details
            .len()
            .checked_sub(shown)
            .filter(|&more| more > 0)
        {
            writeln!(out, "      {DIM}… and {more} more (--verbose){DIM:#}")?;
        }
    }
    let first = parts.iter().find(|part| part.state >= State::Wrong);
    if let Some((part, detail)) = first.and_then(|part| Some((part, part.details.first()?))) {
        let detail = text::printable(detail.as_bytes(), 500);
        writeln!(out, "  {BAD}fix first{BAD:#}: {}: {detail}", part.name)?;
    }
    Ok(())
}
