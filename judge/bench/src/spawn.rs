//! What it costs to start a program that does nothing and to wait for it: bare, and in the sandbox layer by layer.
//!
//! Bare is the least that anybody can do: `posix_spawn`, standard streams redirected to files, wait4(2). The standard
//! library's `Command` does just that here, since it is asked for nothing that only a fork could do. All of it happens
//! in this process, which is small and has one thread.

use std::fmt;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use sandbox::{Config, Exit, Files, Limits, Program, Sandbox, Stdin};
use serde::Serialize;
use wait4::Wait4;

use crate::program::{self, NOTHING};
use crate::statistics::{Contender, Summary, interleave};
use crate::table::Table;
use crate::trouble::Trouble;

/// How often, and beside what.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Runs of each kind
    #[arg(long, default_value_t = 1000)]
    runs: usize,
    /// Memory that this process holds in the second half, in MiB; 0 leaves that half out
    #[arg(long, default_value_t = 1024)]
    holding: usize,
    /// Only the kinds whose names hold this word, as for a profile
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
}

const BARE: &str = "bare posix_spawn";

/// The kinds of runs, and the layers that each does without.
const KINDS: &[(&str, &[&str])] = &[
    ("every layer", &[]),
    ("without namespaces", &["namespaces"]),
    (
        "without namespaces and control groups",
        &["namespaces", "cgroup cpu", "cgroup memory", "cgroup pids"],
    ),
    ("without isolation", &["launcher"]),
];

#[derive(Debug, Serialize)]
pub(crate) struct Spawn {
    /// Layers that this machine does not have, so that "every layer" is without them too.
    missing: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    /// MiB that the process which starts programs holds meanwhile.
    holding: usize,
    kind: String,
    #[serde(flatten)]
    summary: Summary,
    /// Of the medians; `None` where bare runs are left out.
    to_bare: Option<f64>,
}

pub(crate) fn measure(args: &Args) -> Result<Spawn, Trouble> {
    let folder = program::folder()?;
    let program = program::compile(NOTHING, folder.path())?;
    let input = folder.path().join("input");
    fs::write(&input, "1\n").map_err(Trouble::system("write an input"))?;
    let sandboxes = KINDS
        .iter()
        .map(|(_, without)| {
            let mut config = Config::default();
            config.without = without.iter().map(|&name| name.to_owned()).collect();
            Sandbox::start(config)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let missing = sandboxes.iter().take(1).flat_map(|first| {
        let layers = first.layers().missing();
        layers
            .map(|layer| layer.name.to_owned())
            .collect::<Vec<_>>()
    });
    let mut contenders = vec![Contender {
        name: BARE.to_owned(),
        action: Box::new(|| bare(&program, &input)),
    }];
    for ((name, _), sandbox) in KINDS.iter().zip(&sandboxes) {
        contenders.push(Contender {
            name: (*name).to_owned(),
            action: Box::new(|| sandboxed(sandbox, &program, &input)),
        });
    }
    if let Some(word) = &args.only {
        contenders.retain(|contender| contender.name.contains(word));
    }
    let mut table = Spawn {
        missing: missing.collect(),
        rows: Vec::new(),
    };
    table.rows.extend(rows(0, &mut contenders, args.runs)?);
    if args.holding > 0 {
        // Every page is written to, so that there is one.
        let held = vec![1_u8; args.holding << 20];
        table
            .rows
            .extend(rows(args.holding, &mut contenders, args.runs)?);
        drop(std::hint::black_box(held));
    }
    Ok(table)
}

fn rows(
    holding: usize,
    contenders: &mut [Contender<'_>],
    runs: usize,
) -> Result<Vec<Row>, Trouble> {
    let summaries: Vec<Summary> = interleave(contenders, runs)?
        .iter()
        .map(|sample| sample.summary())
        .collect();
    let all = || contenders.iter().zip(&summaries);
    let bare = all().find_map(|(contender, summary)| {
        let is_bare = contender.name == BARE;
        is_bare.then_some(summary.median_us)
    });
    let rows = all().map(|(contender, &summary)| Row {
        holding,
        kind: contender.name.clone(),
        to_bare: bare.map(|bare| summary.median_us / bare),
        summary,
    });
    Ok(rows.collect())
}

fn bare(program: &Path, input: &Path) -> Result<(), Trouble> {
    let run = || {
        let output = File::options().write(true).open("/dev/null")?;
        Command::new(program)
            .stdin(Stdio::from(File::open(input)?))
            .stdout(Stdio::from(output.try_clone()?))
            .stderr(Stdio::from(output))
            .spawn()?
            .wait4()
    };
    let ended = run().map_err(Trouble::system("start a program"))?;
    match ended.status.success() {
        true => Ok(()),
        false => Err(Trouble::Program(ended.status.to_string())),
    }
}

/// As the judge runs a compiled solution.
fn sandboxed(sandbox: &Sandbox, file: &Path, input: &Path) -> Result<(), Trouble> {
    let program = Program {
        argv: vec![file.into()],
        alone: true,
        ..Program::default()
    };
    let limits = Limits {
        cpu: Some(Duration::from_secs(10)),
        wall: Some(Duration::from_secs(21)),
        memory: Some(2 << 30),
        ..Limits::default()
    };
    let files = Files {
        stdin: Stdin::File(File::open(input).map_err(Trouble::system("open the input"))?),
        stdout: &mut Vec::new(),
    };
    match sandbox.run(&program, &limits, files)?.exit {
        Exit::Code(0) => Ok(()),
        exit => Err(Trouble::Program(exit.to_string())),
    }
}

impl Table for Spawn {
    fn holds(&self) -> bool {
        true
    }
}

impl fmt::Display for Spawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.missing.is_empty() {
            writeln!(f, "Missing on this machine: {}.\n", self.missing.join(", "))?;
        }
        writeln!(
            f,
            "| the judge holds | a run | median µs | 95 % µs | mean µs | median to bare |"
        )?;
        write!(f, "|---|---|---|---|---|---|")?;
        for row in &self.rows {
            let held = match row.holding {
                0 => "little".to_owned(),
                size => format!("{size} MiB"),
            };
            let Summary {
                median_us,
                p95_us,
                mean_us,
                ..
            } = row.summary;
            write!(
                f,
                "\n| {held} | {} | {median_us:.0} | {p95_us:.0} | {mean_us:.0} | ",
                row.kind
            )?;
            match row.to_bare {
                Some(ratio) => write!(f, "{ratio:.2} |")?,
                None => write!(f, "- |")?,
            }
        }
        Ok(())
    }
}
