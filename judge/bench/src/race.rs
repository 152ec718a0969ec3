//! Programs beside each other: the floor, the judge and its peers run in turns, and every ratio is of one race.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Serialize;
use wait4::Wait4;

use crate::judge;
use crate::statistics::Sample;
use crate::table::Table;
use crate::trouble::Trouble;

/// The judge, the floor, and one peer: the programs that judge.
pub(crate) struct Judges {
    judge: PathBuf,
    floor: PathBuf,
    oj: Option<PathBuf>,
}

impl Judges {
    /// With the peer if it is on `PATH`.
    pub(crate) fn find() -> Result<Judges, Trouble> {
        let path = env::var_os("PATH").unwrap_or_default();
        Ok(Judges {
            judge: judge::build()?,
            floor: env::current_exe().map_err(Trouble::system("find this program"))?,
            oj: env::split_paths(&path)
                .map(|folder| folder.join("oj"))
                .find(|file| file.is_file()),
        })
    }

    /// The judge with these arguments.
    pub(crate) fn judge(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.judge);
        command.args(args);
        command
    }

    /// The judge running a program on cases.
    pub(crate) fn run(&self, options: &[&str], program: &Path, cases: &Path) -> Command {
        let mut command = self.judge(&["run"]);
        command.args(options).arg("--cmd").arg(program).arg(cases);
        command
    }

    pub(crate) fn floor(&self, program: &Path, cases: &Path, output: &Path) -> Command {
        let mut command = Command::new(&self.floor);
        command.arg("floor").args([program, cases, output]);
        command
    }

    /// `online-judge-tools` doing the same, if it is installed.
    pub(crate) fn oj(&self, program: &Path, cases: &Path) -> Option<Command> {
        let mut command = Command::new(self.oj.as_ref()?);
        command.args(["test", "--silent", "--command"]).arg(program);
        command.arg("--directory").arg(cases);
        Some(command)
    }
}

/// One that takes part.
pub(crate) struct Runner {
    name: String,
    command: Command,
    /// The exit code of a run that did what it was to do.
    code: i32,
}

impl Runner {
    pub(crate) fn new(name: &str, mut command: Command, code: i32) -> Runner {
        let null = Stdio::null;
        command.stdin(null()).stdout(null()).stderr(null());
        Runner {
            name: name.to_owned(),
            command,
            code,
        }
    }
}

/// What came of a race.
#[derive(Debug, Serialize)]
pub(crate) struct Race {
    title: String,
    rounds: usize,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    /// From start to end, in the median round.
    wall_ms: f64,
    least_ms: f64,
    /// To the first of the race.
    ratio: f64,
    /// Of it and all that it has started and waited for, in the median round.
    cpu_ms: f64,
    /// Of the largest of them.
    peak_mib: f64,
}

/// Lets all run in turns, so many rounds after a first that is not counted.
pub(crate) fn race(
    title: impl Into<String>,
    rounds: usize,
    mut runners: Vec<Runner>,
) -> Result<Race, Trouble> {
    let mut runs: Vec<(Vec<Duration>, Vec<Duration>, u64)> =
        vec![Default::default(); runners.len()];
    for round in 0..=rounds.max(1) {
        for (runner, (walls, cpus, peak)) in runners.iter_mut().zip(&mut runs) {
            let started = Instant::now();
            let child = runner.command.spawn();
            let ended = child.and_then(|mut child| child.wait4());
            let wall = started.elapsed();
            let ended = ended.map_err(Trouble::system("run what takes part in a race"))?;
            if ended.status.code() != Some(runner.code) {
                return Err(Trouble::Raced {
                    name: runner.name.clone(),
                    status: ended.status.to_string(),
                    code: runner.code,
                });
            }
            if round > 0 {
                walls.push(wall);
                cpus.push(ended.rusage.utime + ended.rusage.stime);
                *peak = ended.rusage.maxrss.max(*peak);
            }
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    for (runner, (walls, cpus, peak)) in runners.into_iter().zip(runs) {
        let wall = Sample::new(walls).summary();
        let wall_ms = wall.median_us / 1e3;
        rows.push(Row {
            name: runner.name,
            wall_ms,
            least_ms: wall.least_us / 1e3,
            ratio: wall_ms / rows.first().map_or(wall_ms, |floor| floor.wall_ms),
            cpu_ms: Sample::new(cpus).summary().median_us / 1e3,
            peak_mib: peak as f64 / f64::from(1 << 20),
        });
    }
    Ok(Race {
        title: title.into(),
        rounds,
        rows,
    })
}

/// Some races of one workload.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Races(pub(crate) Vec<Race>);

impl Table for Races {
    fn holds(&self) -> bool {
        true
    }
}

impl fmt::Display for Races {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, race) in self.0.iter().enumerate() {
            let gap = if number > 0 { "\n\n" } else { "" };
            write!(f, "{gap}{race}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}; median of {} rounds in turns\n",
            self.title, self.rounds
        )?;
        writeln!(
            f,
            "| what | time | least | to the first | CPU time | peak |"
        )?;
        write!(f, "|---|---:|---:|---:|---:|---:|")?;
        for row in &self.rows {
            write!(
                f,
                "\n| {} | {:.1} ms | {:.1} ms | {:.2} | {:.1} ms | {:.0} MiB |",
                row.name, row.wall_ms, row.least_ms, row.ratio, row.cpu_ms, row.peak_mib
            )?;
        }
        Ok(())
    }
}
