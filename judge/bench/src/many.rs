//! What the judge itself needs for a folder of very many tiny cases.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use wait4::Wait4;

use crate::judge::{self, Report};
use crate::program::{self, ECHO};
use crate::table::Table;
use crate::trouble::Trouble;

/// The judge holds no more than this, in MB, for 100,000 cases.
const MOST_RESIDENT: f64 = 200.0;
/// How often the judge is looked at.
const PAUSE: Duration = Duration::from_millis(50);

/// How many.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Cases in the folder
    #[arg(long, default_value_t = 100_000)]
    cases: usize,
    /// Cases that run side by side
    #[arg(long, default_value_t = 1)]
    jobs: u16,
}

#[derive(Debug, Serialize)]
pub(crate) struct Many {
    isolation: String,
    cases: usize,
    jobs: u16,
    verdicts: String,
    accepted: usize,
    exit_code: Option<i32>,
    /// From the start of the judge to its end.
    wall_s: f64,
    /// From when everything is built to the end of the last case.
    judging_s: f64,
    per_case_us: f64,
    /// Of the judge alone, as far as it was looked at.
    judge_cpu_s: f64,
    /// Of the judge and of all it has started and waited for.
    cpu_s: f64,
    /// Of the largest of them.
    peak_mb: f64,
    most_descriptors: usize,
}

pub(crate) fn measure(args: &Args) -> Result<Many, Trouble> {
    let judge = judge::build()?;
    let folder = program::folder()?;
    let program = program::compile(ECHO, folder.path())?;
    let cases = folder.path().join("cases");
    write_cases(&cases, args.cases).map_err(Trouble::system("write cases"))?;
    let report = folder.path().join("report.json");
    let out = File::create(&report).map_err(Trouble::system("write the report"))?;
    let started = Instant::now();
    let child = Command::new(judge)
        .args(["run", "--quiet", "--format", "json"])
        .args(["--jobs", &args.jobs.to_string()])
        .args(["--cmd".as_ref(), program.as_os_str(), cases.as_os_str()])
        .stdin(Stdio::null())
        .stdout(Stdio::from(out))
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.map_err(Trouble::system("start the judge"))?;
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let over = AtomicBool::new(false);
    let (ended, (most_descriptors, judge_cpu_s)) = thread::scope(|scope| {
        let looker = scope.spawn(|| {
            let (mut descriptors, mut cpu) = (0, 0.0_f64);
            while !over.load(Ordering::Relaxed) {
                // A judge that has just ended has none.
                let now = fs::read_dir(process.join("fd")).map_or(0, Iterator::count);
                descriptors = descriptors.max(now);
                cpu = cpu.max(cpu_of(&process).unwrap_or(0.0));
                thread::sleep(PAUSE);
            }
            (descriptors, cpu)
        });
        let ended = child.wait4();
        over.store(true, Ordering::Relaxed);
        (ended, looker.join().unwrap_or_default())
    });
    let wall = started.elapsed();
    let ended = ended.map_err(Trouble::system("wait for the judge"))?;
    let report = fs::read(&report).map_err(Trouble::system("read the report"))?;
    let report = Report::parse(&report)?;
    let usage = ended.rusage;
    let judging_s = report.elapsed_ms / 1e3;
    Ok(Many {
        cases: args.cases,
        jobs: args.jobs,
        verdicts: judge::count(report.cases().map(|case| case.verdict.as_str())),
        accepted: report.cases().filter(|case| case.verdict == "AC").count(),
        exit_code: ended.status.code(),
        wall_s: wall.as_secs_f64(),
        judging_s,
        judge_cpu_s,
        per_case_us: judging_s * 1e6 / args.cases.max(1) as f64,
        cpu_s: (usage.utime + usage.stime).as_secs_f64(),
        peak_mb: usage.maxrss as f64 / 1e6,
        most_descriptors,
        isolation: report.isolation,
    })
}

/// CPU time in seconds of one process, without its children: the 14th and 15th field of proc_pid_stat(5), of which the
/// second ends with a parenthesis.
fn cpu_of(process: &Path) -> Option<f64> {
    let stat = fs::read_to_string(process.join("stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

/// Pairs of an input and the same as its answer.
fn write_cases(folder: &Path, count: usize) -> io::Result<()> {
    fs::create_dir(folder)?;
    for case in 0..count {
        let text = format!("{case}\n");
        fs::write(folder.join(format!("{case:06}.in")), &text)?;
        fs::write(folder.join(format!("{case:06}.ans")), &text)?;
    }
    Ok(())
}

impl Table for Many {
    fn holds(&self) -> bool {
        self.accepted == self.cases && self.exit_code == Some(0) && self.peak_mb < MOST_RESIDENT
    }
}

impl fmt::Display for Many {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exit = self
            .exit_code
            .map_or("a signal".to_owned(), |code| code.to_string());
        writeln!(
            f,
            "{} cases, {} at a time ({}): {}, exit code {exit}",
            self.cases, self.jobs, self.isolation, self.verdicts
        )?;
        writeln!(
            f,
            "{:.0} µs a case: {:.1} s judging, {:.1} s in all; {:.1} s of CPU time, of which {:.1} s the judge's own",
            self.per_case_us, self.judging_s, self.wall_s, self.cpu_s, self.judge_cpu_s
        )?;
        write!(
            f,
            "the judge held {:.0} MB at most (limit {MOST_RESIDENT:.0}), and {} descriptors",
            self.peak_mb, self.most_descriptors
        )
    }
}
