//! How many instructions the checkers and the games execute, by callgrind's count, against the figures on record.
//!
//! A time is never the same twice; a count is, as long as the same compiler and C library made the program. So a count
//! that departs from the record is a change of the code, however busy the machine. With another compiler the record
//! says nothing: that is told, and no fault.
//!
//! Callgrind runs this program anew with the hidden workload `counted`, and counts inside [`counted`] alone: not what
//! loads the program or makes the inputs.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::comparison::{self, compare};
use crate::game;
use crate::program;
use crate::table::Table;
use crate::trouble::Trouble;

/// By how much of the record a count may exceed it.
const MOST: f64 = 0.03;
/// Bytes of each output that is compared: some blocks of those that are read at once.
const LENGTH: usize = 300_000;
/// The function inside which callgrind counts, by the name that it has there.
const COUNTED: &str = "bench::count::counted";

/// What to do with the counts.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Make them the new record
    #[arg(long)]
    record: bool,
}

/// The record: `counts.toml` beside the sources.
#[derive(Debug, Deserialize, Serialize)]
struct Record {
    made_with: Toolchain,
    instructions: BTreeMap<String, u64>,
}

/// What counts depend on beside the sources.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
struct Toolchain {
    rustc: String,
    host: String,
    libc: String,
    /// Whether there are vectors of 32 bytes, which `memcmp` and `memchr` use where they can.
    avx2: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct Counts {
    made_with: Toolchain,
    /// What the record was made with, where that is something else and nothing can be compared.
    record_of: Option<Toolchain>,
    rows: Vec<Row>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Row {
    name: String,
    /// `None` of what is on record and no longer counted.
    instructions: Option<u64>,
    /// `None` of what is not on record.
    record: Option<u64>,
}

pub(crate) fn measure(args: &Args) -> Result<Counts, Trouble> {
    let instructions = count()?;
    let made_with = Toolchain::here()?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("counts.toml");
    if args.record {
        let record = Record {
            made_with: made_with.clone(),
            instructions: instructions.clone(),
        };
        let text = format!(
            "# Written by `cargo measure count --record`.\n{}",
            toml::to_string(&record)?
        );
        fs::write(&path, text).map_err(Trouble::system("write the record"))?;
    }
    let text = fs::read_to_string(&path)
        .map_err(Trouble::system("read the record (make one with --record)"))?;
    let record: Record = toml::from_str(&text)?;
    Ok(Counts {
        rows: rows(&instructions, &record.instructions),
        record_of: (record.made_with != made_with).then_some(record.made_with),
        made_with,
    })
}

/// Everything that is counted or on record, by name.
fn rows(counts: &BTreeMap<String, u64>, record: &BTreeMap<String, u64>) -> Vec<Row> {
    let mut names: Vec<&String> = counts.keys().chain(record.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let row = |name: &String| Row {
        name: name.clone(),
        instructions: counts.get(name).copied(),
        record: record.get(name).copied(),
    };
    names.into_iter().map(row).collect()
}

/// The instructions of each subject.
fn count() -> Result<BTreeMap<String, u64>, Trouble> {
    let folder = program::folder()?;
    let out = folder.path().join("counts");
    let own = env::current_exe().map_err(Trouble::system("find this program"))?;
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--tool=callgrind", "--collect-atstart=no"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(format!("--dump-after={COUNTED}"))
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(own)
        .arg("counted")
        // The lengths of variables move the stack, and with it how bytes are copied.
        .env_clear()
        .envs(env::var_os("PATH").map(|path| ("PATH", path)));
    program::ran(&mut command)?;
    let mut counts = BTreeMap::new();
    for (number, subject) in (1..).zip(subjects()?) {
        let dump = out.with_extension(number.to_string());
        let text = fs::read_to_string(dump).map_err(Trouble::system("read a dump of callgrind"))?;
        counts.insert(subject.name, total(&text).ok_or(Trouble::Uncounted)?);
    }
    Ok(counts)
}

/// The sum of all events in a dump of callgrind.
fn total(dump: &str) -> Option<u64> {
    let line = dump
        .lines()
        .find_map(|line| line.strip_prefix("totals: "))?;
    line.trim().parse().ok()
}

/// Something to count: a comparison or a game.
struct Subject {
    name: String,
    act: Box<dyn Fn() -> Result<(), Trouble>>,
}

/// In the order in which they are counted.
fn subjects() -> Result<Vec<Subject>, Trouble> {
    let mut subjects = Vec::new();
    for comparison in comparison::all() {
        let checker = comparison.prepare()?;
        subjects.push(Subject {
            name: format!("{}: {}", comparison.words(), comparison.departure),
            act: Box::new(move || {
                let texts = comparison.texts(LENGTH);
                let mut compared = Ok(());
                counted(&mut || compared = compare(&*checker, &texts).map(drop));
                compared
            }),
        });
    }
    for game in game::all() {
        subjects.push(Subject {
            name: game.name.to_owned(),
            act: Box::new(move || {
                let input = game.moderate();
                let mut solved = Ok(());
                counted(&mut || solved = game.solve(input.as_bytes()).map(drop));
                solved
            }),
        });
    }
    Ok(subjects)
}

/// The hidden workload that callgrind looks at.
pub(crate) fn act() -> Result<(), Trouble> {
    subjects()?.iter().try_for_each(|subject| (subject.act)())
}

/// A function of its own, of which callgrind knows when it begins and ends.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
    // Were this the last call, the compiler could make a jump of it.
    black_box(());
}

impl Toolchain {
    fn here() -> Result<Toolchain, Trouble> {
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        // As cargo does, in the folder that may say which one.
        let version = program::said(rustc.arg("-vV").current_dir(env!("CARGO_MANIFEST_DIR")))?;
        let field = |name: &str| {
            let mut lines = version.lines();
            lines
                .find_map(|line| line.strip_prefix(name))
                .unwrap_or_default()
                .to_owned()
        };
        Ok(Toolchain {
            rustc: field("rustc "),
            host: field("host: "),
            libc: program::said(Command::new("getconf").arg("GNU_LIBC_VERSION"))?
                .trim()
                .to_owned(),
            avx2: has_avx2(),
        })
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

impl Row {
    /// The part of the record by which the count departs from it; `None` unless there are both.
    fn departure(&self) -> Option<f64> {
        let (count, record) = (self.instructions? as f64, self.record? as f64);
        Some(count / record - 1.0)
    }

    fn holds(&self) -> bool {
        self.departure().is_some_and(|part| part <= MOST)
    }

    fn remark(&self) -> &'static str {
        match (self.instructions, self.record, self.departure()) {
            (Some(_), None, _) => "NOT on record",
            (None, ..) => "on record, and NOT counted",
            (.., Some(part)) if part > MOST => "MORE than on record",
            (.., Some(part)) if part < -MOST => "less: make it the record",
            _ => "",
        }
    }
}

impl Table for Counts {
    fn holds(&self) -> bool {
        self.record_of.is_some() || self.rows.iter().all(Row::holds)
    }
}

impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Toolchain {
            rustc,
            host,
            libc,
            avx2,
        } = self;
        let vectors = if *avx2 { "AVX2" } else { "no AVX2" };
        write!(f, "rustc {rustc}, {host}, {libc}, {vectors}")
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Instructions ({})\n", self.made_with)?;
        writeln!(
            f,
            "| what | instructions | on record | |\n|---|---:|---:|---|"
        )?;
        let figure = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
        for row in &self.rows {
            let part = row
                .departure()
                .map_or(String::new(), |part| format!("{:+.2} %", 100.0 * part));
            let remark = match self.record_of {
                Some(_) => "",
                None => row.remark(),
            };
            let (count, record) = (figure(row.instructions), figure(row.record));
            let said = format!("{part} {remark}");
            writeln!(f, "| {} | {count} | {record} | {} |", row.name, said.trim())?;
        }
        match (&self.record_of, self.holds()) {
            (Some(other), _) => write!(
                f,
                "\nNOT COMPARED: the record is of {other}; counts of another make say nothing"
            ),
            (None, true) => write!(f, "\nnone is more than {} % above the record", 100.0 * MOST),
            (None, false) => write!(
                f,
                "\nNOT as recorded; if it is meant to be so, `cargo measure count --record` and say why in the commit"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_more_instructions_than_on_record_are_a_fault() {
        for (count, record, holds) in [
            (Some(1000), Some(1000), true),
            (Some(1029), Some(1000), true),
            (Some(1031), Some(1000), false),
            (Some(500), Some(1000), true),
            (Some(1000), None, false),
            (None, Some(1000), false),
        ] {
            let row = Row {
                name: String::new(),
                instructions: count,
                record,
            };
            assert_eq!(row.holds(), holds, "{count:?} {record:?}");
        }
    }

    #[test]
    fn what_is_counted_or_on_record_has_a_row() {
        let map = |names: &[(&str, u64)]| {
            names
                .iter()
                .map(|&(name, count)| (name.to_owned(), count))
                .collect()
        };
        let rows = rows(&map(&[("a", 1), ("b", 2)]), &map(&[("b", 3), ("c", 4)]));
        let pairs: Vec<_> = rows
            .iter()
            .map(|row| (row.instructions, row.record))
            .collect();
        assert_eq!(
            pairs,
            [(Some(1), None), (Some(2), Some(3)), (None, Some(4))]
        );
    }

    #[test]
    fn the_record_names_what_is_counted() {
        let record: Record = toml::from_str(include_str!("../counts.toml")).unwrap();
        let names: Vec<&String> = record.instructions.keys().collect();
        let mut subjects: Vec<String> = subjects()
            .unwrap()
            .into_iter()
            .map(|subject| subject.name)
            .collect();
        subjects.sort_unstable();
        assert_eq!(names, subjects.iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_dump_of_callgrind_ends_with_its_total() {
        let dump = "version: 1\nevents: Ir\nfn=(1) main\n1 4\n\ntotals: 132884\n";
        assert_eq!(total(dump), Some(132_884));
        assert_eq!(total("events: Ir\n"), None);
    }
}
