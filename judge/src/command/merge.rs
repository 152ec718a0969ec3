//! `judge merge`: the shards of a run, told as the whole run.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::reports;
use super::run::read_baseline;
use crate::cli::complain;
use crate::event::{Event, Scope};
use crate::exit::{Exit, Tally};
use crate::merge::{Shard, merge as merged};
use crate::report::{Destination, Detail, Format, Recording};
use crate::session::Failure;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge run --shard 1/2 --save 1.json               on one machine
  judge run --shard 2/2 --save 2.json               on another
  judge merge 1.json 2.json                         what all of it came to
  judge merge shards/*.json -o run.json --report run.html
  judge merge shards/*.json --format github

Exit codes as of `judge run`; 2 also where the files are not the parts of one run.";

/// What to put together.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The recorded shards, in any order
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,

    /// The baseline that the shards were run with
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// What is written to standard output; the text for people then goes to standard error
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,

    /// The recording of the whole run: short for --report json=FILE
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write a report to a file too, as of `judge run`; repeatable
    #[arg(long = "report", value_name = "[FORMAT=]FILE")]
    reports: Vec<Destination>,

    /// Replace files that hold something else than such a report
    #[arg(long)]
    force: bool,

    /// Exit with 2 if any solution was skipped, as for want of its compiler
    #[arg(long)]
    no_skip: bool,

    /// Print only what is not as expected, and the summary
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,

    /// Print every case, and failures that were expected
    #[arg(short, long)]
    verbose: bool,
}

pub(crate) fn merge(args: &MergeArgs) -> Exit {
    match put_together(args) {
        Ok(exit) => exit,
        Err(error) => {
            complain(&error);
            Exit::Unjudged
        }
    }
}

fn put_together(args: &MergeArgs) -> Result<Exit, Failure> {
    let asked = reports::Asked {
        detail: Detail::of(args.quiet, args.verbose),
        diff: None,
        aside: false,
        force: args.force,
    };
    let mut files = args.reports.clone();
    files.extend(args.output.clone().map(Destination::json));
    let same = |a: &Path, b: &Path| {
        fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
    };
    let is_shard = |file: &&Destination| args.shards.iter().any(|shard| same(shard, &file.path));
    if let Some(file) = files.iter().find(is_shard).filter(|_| !args.force) {
        let path = file.path.display();
        return Err(format!(
            "{path} is a shard that is read, and would be replaced: name another file"
        )
        .into());
    }
    let reports = reports::open(asked, args.format, files);
    let mut reports = reports.map_err(|error| format!("cannot write the report: {error}"))?;
    let shards: Vec<Shard> = args
        .shards
        .iter()
        .map(|path| {
            Ok(Shard {
                name: path.display().to_string(),
                recording: Recording::read(path)?,
            })
        })
        .collect::<Result<_, Failure>>()?;
    let scope = shards.iter().find_map(|shard| shard.scope());
    let scope = scope.unwrap_or(Scope::Everything);
    let baseline = args.baseline.as_deref();
    let baseline = baseline
        .map(|file| read_baseline(file, scope))
        .transpose()?;
    let events = merged(shards, baseline.as_ref())?;
    let mut tally = Tally::default();
    let mut unjudged = false;
    let mut failed = None;
    for event in &events {
        tally.event(event);
        if let Event::RunStarted(run) = event {
            unjudged = !run.broken.is_empty();
        }
        // A report that cannot be written keeps no other from being written.
        reports.retain_mut(|report| match report.event(event) {
            Ok(()) => true,
            Err(error) => {
                failed.get_or_insert(error);
                false
            }
        });
    }
    match failed {
        Some(error) => Err(format!("cannot write the report: {error}").into()),
        None => Ok(tally.exit(unjudged, args.no_skip)),
    }
}
