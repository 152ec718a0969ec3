//! `judge calibrate`: the time limit that the solutions of a problem call for.

mod document;
mod figure;
mod scale;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use globset::Glob;
use package::Problem;

use self::document::{Document, FORMAT};
use super::asking::{confirmed, difference};
use super::packages;
use crate::build::{self, Builder, Crates};
use crate::calibration::{Asked, Calibration, Margins, Room, measure};
use crate::cli::{Means, complain};
use crate::exit::Exit;
use crate::plan::Request;
use crate::report::{self, Detail, Look, Output, Quietly, write_whole};
use crate::schedule::interrupted;
use crate::session::{self, Failure, Session};

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge calibrate my-problem            the limit that its solutions call for, and a plot
  judge calibrate my-problem --write    and sets it in problem.toml or problem.yaml
  judge calibrate my-problem --resolution 500ms --ac-to-limit 3
  judge calibrate                       every package under problems/
  judge calibrate --format json         for programs; svg draws the plot as a picture

The limit is the smallest whole number of steps that is at least so many times the slowest solution
that must be in time, by the rule of the package's format; without one 2 times, in steps of 1 s. The
fastest solution that must run out of time has to take at least so many times the limit, 1.5 without
a rule. What decides runs alone, six times and more, until the limit no longer depends on chance.

Exit codes: 0 a limit separates them, and so does the one that the package states; 1 not so, or the
times are too unsteady to say; 2 a solution cannot be measured; 64 nobody can be asked, and --yes is
not given.";

/// Whose limit, by what rule.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// Packages, folders of packages, names of problems [default: everything under problems/]
    pub(crate) targets: Vec<String>,

    /// Only solutions that match a glob; repeatable
    #[arg(long = "solution", value_name = "GLOB")]
    pub(crate) solutions: Vec<Glob>,

    /// How many times the slowest solution in time the limit is at least [default: as the format
    /// says, else 2]
    #[arg(long, value_name = "FACTOR", value_parser = factor)]
    pub(crate) ac_to_limit: Option<f64>,

    /// How many times the limit the fastest solution that must run out of time takes at least
    /// [default: as the format says, else 1.5]
    #[arg(long, value_name = "FACTOR", value_parser = factor)]
    pub(crate) limit_to_tle: Option<f64>,

    /// The steps of limits [default: as the format says, else 1s]
    #[arg(long, value_name = "TIME", value_parser = package::duration)]
    pub(crate) resolution: Option<Duration>,

    /// CPU time after which a solution that must be in time is given up
    #[arg(long, value_name = "TIME", value_parser = package::duration, default_value = "60s")]
    pub(crate) at_most: Duration,

    /// Write the limit into problem.toml or problem.yaml, once somebody said yes
    #[arg(long)]
    pub(crate) write: bool,

    /// Write without asking
    #[arg(long, requires = "write")]
    pub(crate) yes: bool,

    /// The form of what is told
    /// [default: as the extension of --output FILE says, else human]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Form>,

    /// The file to tell it in, whole or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Replace the file even if it holds something else than times and limits
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) means: Means,
}

/// The form of what is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people, on a terminal
    Human,
    /// One document for programs
    Json,
    /// A picture of the plots
    Svg,
}

impl CalibrateArgs {
    /// The form of what is told.
    fn form(&self) -> Result<Form, report::Untold> {
        report::form(self.format, self.output.as_deref(), Form::Human)
    }
}

impl Form {
    /// Whether a file holds times and limits in this form.
    fn is_own(self, text: &Output) -> bool {
        match self {
            Form::Human => text.last_lines().any(is_limit),
            Form::Json => text.begins_with(&format!("{{\"format\":\"{FORMAT}\",")),
            Form::Svg => text.first_lines().any(|line| line == figure::MARK),
        }
    }
}

/// Whether a line is the sentence on the limit.
fn is_limit(line: &str) -> bool {
    let reads = |begin: &str, further: &str| {
        let rest = line
            .strip_prefix("  ")
            .and_then(|line| line.strip_prefix(begin));
        rest.is_some_and(|rest| rest.contains(further))
    };
    reads("limit ", " times the slowest in time, in steps of ")
        || reads("no limit ", "separates them")
        || reads(
            "no solution is there that must be in time",
            ", so no limit follows",
        )
}

fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (1.0..=1000.0).contains(number));
    number.ok_or_else(|| "expected a factor from 1 to 1000".to_owned())
}

pub(crate) fn calibrate(args: &CalibrateArgs) -> Exit {
    let form = match args.form() {
        Ok(form) => form,
        Err(error) => {
            complain(&error);
            return Exit::Usage;
        }
    };
    if let Some(path) = &args.output
        && let Err(error) =
            report::check(path, "a calibration", &|text| form.is_own(text), args.force)
    {
        complain(&format_args!("cannot write the calibration: {error}"));
        return Exit::Unjudged;
    }
    let request = Request {
        targets: args.targets.clone(),
        without_solutions: true,
        ..Request::default()
    };
    packages::each(&request, &args.means, |problems, session| {
        all(args, form, problems, session)
    })
}

/// What is known of one package.
pub(super) struct Calibrated {
    pub(super) slug: String,
    pub(super) title: String,
    pub(super) found: Calibration,
}

impl Calibrated {
    fn exit(&self) -> Exit {
        let found = &self.found;
        let states_well = found.stated.is_none_or(|stated| found.allows(stated));
        match () {
            () if !found.unmeasured.is_empty() => Exit::Unjudged,
            () if found.is_settled() && states_well && found.odd.is_empty() => Exit::Success,
            () => Exit::Unexpected,
        }
    }
}

fn all(
    args: &CalibrateArgs,
    form: Form,
    mut problems: Vec<Problem>,
    session: &Session<'_>,
) -> Result<Exit, Failure> {
    let chosen: Vec<_> = args.solutions.iter().map(Glob::compile_matcher).collect();
    for problem in &mut problems {
        session::name_factors(problem, session.languages)?;
        let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|g| g.is_match(name));
        problem
            .solutions
            .retain(|solution| is_chosen(&solution.name));
    }
    let solutions = problems.iter().flat_map(|problem| &problem.solutions);
    let calls = solutions.map(|solution| &solution.call);
    let crates = Crates::build(build::crates(&problems, calls), session.cache, false);
    let builder = session.builder(&crates);
    let mut found = Vec::new();
    let mut out = Quietly::new(anstream::stdout());
    let at_once = form == Form::Human && args.output.is_none();
    let columns = Look::on(&io::stdout(), Detail::Normal, None).width;
    let mut exit = Exit::Success;
    for problem in &problems {
        let mut one = one(args, problem, &builder, session.jobs);
        if interrupted() {
            complain(&"interrupted");
            return Ok(Exit::Unjudged);
        }
        if at_once {
            table::write(&mut out, &one, columns)?;
            out.flush()?;
        }
        let mut next = one.exit();
        if args.write {
            // A document on standard output must not have a question in it.
            let mut told = Quietly::new(anstream::stderr());
            let told: &mut dyn Write = if at_once { &mut out } else { &mut told };
            match write(args, problem, &one.found, told) {
                Ok(Ok(limit)) => {
                    one.found.stated = Some(limit);
                    next = one.exit();
                }
                Ok(Err(exit)) => next = worse(next, exit),
                Err(error) => {
                    complain(&error);
                    next = worse(next, Exit::Unjudged);
                }
            }
        }
        exit = worse(exit, next);
        found.push(one);
    }
    if !at_once {
        let text = written(form, &found)?;
        match &args.output {
            Some(path) => write_whole(path, &mut |out| out.write_all(&text))?,
            None => Quietly::new(io::stdout()).write_all(&text)?,
        }
    }
    Ok(exit)
}

fn worse(one: Exit, other: Exit) -> Exit {
    match one.code() < other.code() {
        true => other,
        false => one,
    }
}

fn one(args: &CalibrateArgs, problem: &Problem, builder: &Builder<'_>, jobs: usize) -> Calibrated {
    let usual = Margins::of(problem.limits.time_rule.as_ref());
    let resolution = args.resolution.map(|time| time.as_secs_f64());
    let margins = Margins {
        ac_to_limit: args.ac_to_limit.unwrap_or(usual.ac_to_limit),
        limit_to_tle: args.limit_to_tle.unwrap_or(usual.limit_to_tle),
        resolution: resolution.unwrap_or(usual.resolution),
    };
    let asked = Asked {
        margins,
        at_most: args.at_most,
        jobs,
    };
    Calibrated {
        slug: problem.slug.clone(),
        title: problem.title.clone(),
        found: measure(problem, builder, asked),
    }
}

/// Writes the limit into the package's settings; the one that stands there then, or how the command
/// ends where there is none to write or nobody said yes.
fn write(
    args: &CalibrateArgs,
    problem: &Problem,
    found: &Calibration,
    out: &mut dyn Write,
) -> Result<Result<Duration, Exit>, Failure> {
    let Some(limit) = found.limit.filter(|_| found.is_settled()) else {
        writeln!(out, "  nothing is written, since no limit is sure")?;
        return Ok(Err(Exit::Unexpected));
    };
    if found.stated == Some(limit) {
        writeln!(
            out,
            "  nothing to write: {} s stands there",
            limit.as_secs_f64()
        )?;
        return Ok(Ok(limit));
    }
    let edit = package::set_time_limit(problem, limit)?;
    let place = edit.path.display().to_string();
    writeln!(out, "  {}", crate::text::printable(place.as_bytes(), 200))?;
    let change = difference(edit.before.as_bytes(), edit.after.as_bytes());
    writeln!(out, "    {change}")?;
    if let Err(exit) = confirmed(out, args.yes, "write it")? {
        return Ok(Err(exit));
    }
    write_whole(&edit.path, &mut |file| {
        file.write_all(edit.after.as_bytes())
    })?;
    writeln!(out, "  written")?;
    Ok(Ok(limit))
}

fn written(form: Form, all: &[Calibrated]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    match form {
        Form::Human => {
            all.iter()
                .try_for_each(|one| table::write(&mut out, one, None))?;
            out = anstream::adapter::strip_bytes(&out).into_vec();
        }
        Form::Json => {
            serde_json::to_writer_pretty(&mut out, &Document::new(all))?;
            out.push(b'\n');
        }
        Form::Svg => figure::write(&mut out, all)?,
    }
    Ok(out)
}

/// What the times say of a limit, in sentences: of each whether it is bad news.
pub(super) fn sentences(found: &Calibration) -> Vec<(bool, String)> {
    let mut said = Vec::new();
    let seconds = |time: Duration| format!("{} s", rounded(time));
    let Margins {
        ac_to_limit,
        limit_to_tle,
        resolution,
    } = found.margins;
    let limit = found.limit.unwrap_or_default();
    let times = |one: Duration, other: Duration| {
        let times = one.as_secs_f64() / other.as_secs_f64().max(1e-6);
        match times < 10.0 {
            true => format!("{times:.2}"),
            false => format!("{times:.0}"),
        }
    };
    match found.room() {
        Room::Limit(limit) => said.push((
            false,
            format!(
                "limit {}: at least {ac_to_limit} times the slowest in time, in steps of {resolution} s",
                seconds(limit)
            ),
        )),
        Room::Steps(least, most) => said.push((
            true,
            format!(
                "no limit in steps of {resolution} s separates them; {} to {} would (--resolution), or smaller margins",
                seconds(least),
                seconds(most)
            ),
        )),
        Room::Close => said.push((
            true,
            format!(
                "no limit separates them by the margins of {ac_to_limit} and {limit_to_tle}; make the cases larger, or the margins smaller"
            ),
        )),
        Room::Crossed => said.push((
            true,
            "no limit separates them: what must run out of time is as fast as what must not".to_owned(),
        )),
        Room::Unbound => said.push((
            true,
            "no solution is there that must be in time, so no limit follows".to_owned(),
        )),
    }
    if let Some(slowest) = found.slowest() {
        said.push((
            false,
            format!(
                "the slowest in time takes {}{}: the limit of {} is {} times that ({ac_to_limit} asked)",
                seconds(slowest.time),
                between(slowest.interval),
                seconds(limit),
                times(limit, slowest.time)
            ),
        ));
    }
    match found.fastest() {
        Some(fastest) if found.limit.is_some() => {
            let more = if fastest.is_ended { "more than " } else { "" };
            said.push((
                !found.margins.is_exceeded(limit, fastest.time),
                format!(
                    "the fastest too slow takes {more}{}{}: {more}{} times the limit ({limit_to_tle} asked)",
                    seconds(fastest.time),
                    between(fastest.interval),
                    times(fastest.time, limit)
                ),
            ));
        }
        Some(_) => {}
        None => said.push((
            false,
            "no solution is there that must run out of time, so nothing tries the limit from above"
                .to_owned(),
        )),
    }
    if !found.is_stable {
        said.push((
            true,
            "the times are too unsteady to say: run it again while the machine is quiet".to_owned(),
        ));
    }
    if let Some(stated) = found.stated.filter(|_| found.limit.is_some()) {
        let (is_bad, what) = match (stated == limit, found.allows(stated)) {
            (true, true) => (false, "is that"),
            (_, true) => (false, "leaves room on both sides too"),
            (_, false) if stated < limit => (true, "is too short for the slowest in time"),
            _ if found.fastest().is_some_and(|fastest| fastest.is_ended) => {
                (true, "is longer than anything was run for (--at-most)")
            }
            _ => (true, "is too long for the fastest too slow"),
        };
        said.push((
            is_bad,
            format!("the package states {}, which {what}", seconds(stated)),
        ));
    }
    said
}

fn between(interval: Option<(Duration, Duration)>) -> String {
    interval.map_or_else(String::new, |(low, high)| {
        format!(" (surely {} to {} s)", rounded(low), rounded(high))
    })
}

/// Seconds to the millisecond.
pub(super) fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}
