//! `judge check`: compares two files.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use package::{CheckerCall, Protocol, Verdict};
use sandbox::Sandbox;

use crate::build::{self, Builder, Cache, Crates};
use crate::check::{self, CheckerError};
use crate::cli::complain;
use crate::config::{self, Config};
use crate::exit::Exit;
use crate::here::here;
use crate::jury::{self, Panel, Sitting};
use crate::model::Finding;
use crate::regular;
use crate::report::{self, Detail, DiffView, Look, Quietly};
use crate::schedule;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge check out.txt ans.txt                       token by token
  judge check out.txt ans.txt --checker lines
  judge check out.txt ans.txt --checker kattis -- float_tolerance 1e-6
  judge check out.txt ans.txt --program check.cpp --protocol testlib --input in.txt

Exit codes: 0 accepted, 1 rejected, 2 could not be compared.";

/// What to compare.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The file of the program's output
    #[arg(required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,
    /// The file of the expected output
    #[arg(required_unless_present = "list")]
    pub(crate) answer: Option<PathBuf>,
    /// The file of the input; checkers that need none ignore it
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// How to compare; --list shows the checkers
    #[arg(long, value_name = "NAME", default_value = "tokens")]
    pub(crate) checker: String,
    /// A program that judges the output: its source
    #[arg(long, value_name = "FILE", conflicts_with = "checker")]
    pub(crate) program: Option<PathBuf>,
    /// How that program is spoken to: kattis, testlib, cms, …
    #[arg(
        long,
        value_name = "NAME",
        default_value = "kattis",
        requires = "program"
    )]
    pub(crate) protocol: Protocol,
    /// How a difference is shown: side by side, unified, as tokens, or not at all [default: side by
    /// side on a terminal of 80 columns or more, else unified]
    #[arg(long, value_enum, value_name = "VIEW")]
    pub(crate) diff: Option<DiffView>,
    /// Show all checkers with their arguments
    #[arg(long)]
    pub(crate) list: bool,
    /// Arguments of the checker
    #[arg(last = true, value_name = "CHECKER_ARGS")]
    pub(crate) args: Vec<String>,
}

/// Blanks before the lines of a difference.
const INDENT: usize = 2;

pub(crate) fn check(args: &CheckArgs) -> Exit {
    let mut out = Quietly::new(anstream::stdout());
    let (Some(output), Some(answer), false) = (&args.output, &args.answer, args.list) else {
        return list(&mut out);
    };
    let mut found = match regular::open(output) {
        Ok(file) => file,
        Err(error) => {
            complain(&format_args!(
                "cannot read the output {}: {error}",
                output.display()
            ));
            return Exit::Unjudged;
        }
    };
    let finding = match &args.program {
        Some(program) => by_program(args, program, &mut found, answer),
        None => match by_name(args, &mut found, answer) {
            Ok(finding) => Ok(finding),
            Err(error) => {
                complain(&error);
                return Exit::Usage;
            }
        },
    };
    let finding = match finding {
        Ok(finding) => finding,
        Err(error) => {
            complain(&error);
            return Exit::Unjudged;
        }
    };
    let exit = match finding.verdict {
        Verdict::AC => Exit::Success,
        Verdict::JE => {
            complain(&finding.message);
            return Exit::Unjudged;
        }
        _ => Exit::Unexpected,
    };
    let place = match &finding.excerpt {
        // Where a program judged, it has its own reasons.
        Some(excerpt) if !excerpt.one_of_many => format!(
            " (line {}, column {} of {})",
            excerpt.line,
            excerpt.seen_column,
            answer.display()
        ),
        _ => String::new(),
    };
    finish(
        tell(&mut out, args, &finding, &place).and_then(|()| out.flush()),
        exit,
    )
}

/// The verdict with its message, and what is wrong.
fn tell(out: &mut impl Write, args: &CheckArgs, finding: &Finding, place: &str) -> io::Result<()> {
    let separator = if finding.message.is_empty() { "" } else { ": " };
    writeln!(
        out,
        "{}{separator}{}{place}",
        finding.verdict, finding.message
    )?;
    let Some(excerpt) = &finding.excerpt else {
        return Ok(());
    };
    let look = Look::on(&io::stdout(), Detail::Normal, config::diff(args.diff));
    if let Some(input) = args.input.as_deref().and_then(schedule::preview) {
        report::input(out, &input, &look, INDENT)?;
    }
    report::difference(out, excerpt, &look, INDENT)
}

fn by_name(args: &CheckArgs, found: &mut File, answer: &Path) -> Result<Finding, CheckerError> {
    let call = CheckerCall {
        name: args.checker.clone(),
        args: args.args.clone(),
    };
    let checker = check::prepare(&call)?;
    Ok(check::check(checker.as_ref(), found, answer))
}

fn by_program(
    args: &CheckArgs,
    program: &Path,
    found: &mut File,
    answer: &Path,
) -> Result<Finding, Box<dyn Error>> {
    // The sandbox would only say that something it was to show is not there.
    for (what, path) in [("answer", Some(answer)), ("input", args.input.as_deref())] {
        if let Some(path) = path {
            fs::metadata(path)
                .map_err(|error| format!("cannot read the {what} {}: {error}", path.display()))?;
        }
    }
    let config = Config::find(&here()?)?;
    let builder = Builder {
        sandbox: &Sandbox::start(sandbox::Config::default())?,
        languages: &config.languages()?,
        cache: &Cache::open()?,
        crates: &Crates::default(),
        rules: build::Rules::default(),
    };
    let judging = jury::by_program(program, args.args.clone(), args.protocol);
    let panel = Panel::new(&judging, &builder);
    if let Some(fault) = panel.fault() {
        return Err(fault.into());
    }
    let nothing = Path::new("/dev/null");
    let input = args.input.as_deref().unwrap_or(nothing);
    Ok(Sitting::new(&panel, builder.sandbox, input, Some(answer)).check(found))
}

fn list(out: &mut impl Write) -> Exit {
    let mut write = || {
        for checker in compare::checkers() {
            writeln!(out, "{:16} {}", checker.name(), checker.about())?;
            if !checker.usage().is_empty() {
                writeln!(out, "{:16} arguments: {}", "", checker.usage())?;
            }
        }
        Ok(())
    };
    finish(write(), Exit::Success)
}

/// `exit`, unless the result could not be told.
fn finish(written: io::Result<()>, exit: Exit) -> Exit {
    match written {
        Ok(()) => exit,
        Err(error) => {
            complain(&format_args!("cannot write the result: {error}"));
            Exit::Unjudged
        }
    }
}
