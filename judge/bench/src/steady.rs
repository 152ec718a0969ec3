//! Whether a program that uses half of its time limit is accepted every time, on a machine that is busy.

use std::fmt;
use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::judge::{self, Case, Report};
use crate::neighbour::Neighbour;
use crate::program::{self, BUSY};
use crate::statistics::{Sample, Summary};
use crate::table::Table;
use crate::trouble::Trouble;

/// How often.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Runs of the program
    #[arg(long, default_value_t = 20)]
    runs: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct Steady {
    isolation: String,
    runs: usize,
    neighbours: usize,
    limit_ms: f64,
    verdicts: String,
    accepted: usize,
    cpu: Summary,
}

pub(crate) fn measure(args: &Args) -> Result<Steady, Trouble> {
    let judge = judge::build()?;
    let folder = program::folder()?;
    let program = program::compile(BUSY, folder.path())?;
    let cases = folder.path().join("cases");
    let write = || {
        fs::create_dir(&cases)?;
        for case in 0..args.runs {
            fs::write(cases.join(format!("{case:03}.in")), "1\n")?;
            fs::write(cases.join(format!("{case:03}.ans")), "1\n")?;
        }
        Ok(())
    };
    write().map_err(Trouble::system("write cases"))?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let neighbours = (0..cores)
        .map(|_| Neighbour::start())
        .collect::<Result<Vec<_>, _>>()?;
    let output = Command::new(judge)
        .args([
            "run",
            "--jobs",
            "1",
            "--format",
            "json",
            "--time-limit",
            "1s",
        ])
        // Three runners on so few cores wait for each other, and only CPU time is the question.
        .args(["--wall-limit", "60s", "--cmd"])
        .arg(format!("{} 0.5", program.display()))
        .arg(&cases)
        .output()
        .map_err(Trouble::system("start the judge"))?;
    let busy = neighbours.len();
    drop(neighbours);
    let report = Report::parse(&output.stdout)?;
    let cases: Vec<&Case> = report.cases().collect();
    let measured = cases.iter().filter_map(|case| case.measured.as_ref());
    let times = measured.map(|measured| measured.cpu_ms);
    Ok(Steady {
        runs: args.runs,
        neighbours: busy,
        limit_ms: 1000.0,
        verdicts: judge::count(cases.iter().map(|case| case.verdict.as_str())),
        accepted: cases.iter().filter(|case| case.verdict == "AC").count(),
        cpu: Sample::new(times.map(|ms| Duration::from_secs_f64(ms / 1e3)).collect()).summary(),
        isolation: report.isolation,
    })
}

impl Table for Steady {
    fn holds(&self) -> bool {
        self.accepted == self.runs
    }
}

impl fmt::Display for Steady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |microseconds: f64| microseconds / 1e3;
        writeln!(
            f,
            "{} runs of half of {} ms beside {} busy loops ({}): {}",
            self.runs, self.limit_ms, self.neighbours, self.isolation, self.verdicts
        )?;
        write!(
            f,
            "CPU time: least {:.1} ms, median {:.1} ms, most {:.1} ms",
            ms(self.cpu.least_us),
            ms(self.cpu.median_us),
            ms(self.cpu.most_us)
        )
    }
}
