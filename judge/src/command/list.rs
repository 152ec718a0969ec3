//! `judge list`: what there is to judge.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use package::Problem;

use crate::cli::complain;
use crate::config::Config;
use crate::exit::Exit;
use crate::here::here;
use crate::plan::{PlanError, by_glob, by_name, default_packages};
use crate::report::Quietly;
use crate::session::Failure;
use crate::text;

/// What to show.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Packages, folders of packages, or names of problems [default: problems/]
    pub(crate) folders: Vec<PathBuf>,
    /// Show each case and each solution
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

pub(crate) fn list(args: &ListArgs) -> Exit {
    let packages = match packages(args) {
        Ok(packages) => packages,
        Err(error) => {
            complain(&error);
            return error.exit();
        }
    };
    if let Err(error) = settings() {
        complain(&error);
        return Exit::Unjudged;
    }
    let mut out = Quietly::new(io::stdout());
    let mut exit = Exit::Success;
    for package in packages {
        let written = match package::open(&package) {
            Ok(problem) => show(&mut out, &problem, args.verbose),
            Err(error) => {
                complain(&error);
                exit = Exit::Unjudged;
                Ok(())
            }
        };
        if let Err(error) = written {
            complain(&format_args!("cannot write the list: {error}"));
            return Exit::Unjudged;
        }
    }
    exit
}

/// Reads the settings, of which nothing is needed here: that they cannot be read is known soonest so.
fn settings() -> Result<(), Failure> {
    Config::find(&here()?)?.languages()?;
    Ok(())
}

fn packages(args: &ListArgs) -> Result<Vec<std::path::PathBuf>, PlanError> {
    if args.folders.is_empty() {
        return default_packages();
    }
    let mut packages = Vec::new();
    for folder in &args.folders {
        let word = folder.to_str().filter(|_| !folder.exists());
        let named = word.and_then(by_name);
        let matching = match named {
            Some(_) => Vec::new(),
            None => word.map(by_glob).unwrap_or_default(),
        };
        if !matching.is_empty() {
            packages.extend(matching);
            continue;
        }
        let folder = named.as_ref().unwrap_or(folder);
        let found = package::discover(folder)?;
        if found.is_empty() {
            return Err(PlanError::NoPackage(folder.clone()));
        }
        packages.extend(found);
    }
    Ok(packages)
}

fn show(out: &mut impl Write, problem: &Problem, verbose: bool) -> io::Result<()> {
    let plain = |text: &str| text::line(text.as_bytes());
    let source = problem.source.as_deref().unwrap_or("source not stated");
    writeln!(
        out,
        "{} {}: {}, {}; {} ({})",
        text::padded(&plain(&problem.slug), 20),
        problem.format,
        text::plural(problem.cases.len(), "case"),
        text::plural(problem.solutions.len(), "solution"),
        plain(&problem.title),
        plain(source),
    )?;
    for warning in &problem.warnings {
        complain(&format_args!("warning: {warning}"));
    }
    if verbose {
        for case in &problem.cases {
            writeln!(out, "    case      {}", plain(&case.name))?;
        }
        for solution in &problem.solutions {
            let expect = match &solution.expect {
                Some(expect) => expect.to_string(),
                None => "-".to_owned(),
            };
            let about = match &solution.about {
                Some(about) => format!("  {}", plain(about)),
                None => String::new(),
            };
            writeln!(
                out,
                "    solution  {expect:4} {}{about}",
                plain(&solution.name)
            )?;
        }
    }
    Ok(())
}
