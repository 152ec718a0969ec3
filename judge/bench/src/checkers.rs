//! How fast each checker compares outputs in memory, beside two floors: `memcmp` of them where they are, and reading them
//! in blocks, as every checker does, with `memcmp` of each block.

use std::cell::Cell;
use std::fmt;
use std::hint::black_box;
use std::io::Read;

use serde::Serialize;

use crate::comparison::{self, Comparison, compare};
use crate::statistics::{Contender, alternate};
use crate::table::Table;
use crate::text::{Content, Departure, Texts, texts};
use crate::trouble::Trouble;

/// What checkers read at once.
const BLOCK: usize = 128 * 1024;

/// How much, how often, and which.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Size of each output in MB
    #[arg(long, default_value_t = 32)]
    megabytes: usize,
    /// Comparisons of each kind
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Only the checkers whose names begin so, as for a profile
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
    /// Only outputs whose difference is called so, as `equal`
    #[arg(long, value_name = "WORDS")]
    outputs: Option<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Checkers {
    megabytes: usize,
    /// What `memcmp` compares of the same in a second.
    memcmp_gb_per_s: f64,
    /// The same, read in blocks.
    blocks_gb_per_s: f64,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    checker: String,
    outputs: String,
    /// Of the expected output, in the median comparison.
    gb_per_s: f64,
    to_memcmp: f64,
    to_blocks: f64,
    /// Whether the checker looked at all of both outputs: a difference that it does not forgive may end it before.
    whole: bool,
}

pub(crate) fn measure(args: &Args) -> Result<Checkers, Trouble> {
    let length = args.megabytes * 1_000_000;
    let comparisons = comparison::all();
    let chosen = |comparison: &&Comparison| {
        let departure = comparison.departure.to_string();
        let (only, outputs) = (args.only.as_deref(), args.outputs.as_deref());
        only.is_none_or(|word| comparison.words().starts_with(word))
            && outputs.is_none_or(|words| departure == words)
    };
    let equal = texts(Content::Integers, Departure::Equal, length);
    let (mut memcmp, mut blocks) = (Vec::new(), Vec::new());
    let mut rows = Vec::new();
    for comparison in comparisons.iter().filter(chosen) {
        let texts = comparison.texts(length);
        let checker = comparison.prepare()?;
        let whole = Cell::new(false);
        let contender = |name: &str, action| Contender {
            name: name.to_owned(),
            action,
        };
        let mut contenders = [
            contender(
                "memcmp",
                Box::new(|| {
                    black_box(black_box(&equal.found) == black_box(&equal.expected));
                    Ok(())
                }),
            ),
            contender("blocks", Box::new(|| compare_blocks(&equal))),
            contender(
                "checker",
                Box::new(|| {
                    whole.set(Comparison::is_whole(&compare(&*checker, &texts)?));
                    Ok(())
                }),
            ),
        ];
        let samples = alternate(&mut contenders, args.runs)?;
        let lengths = [&equal, &equal, &texts].map(|texts| texts.expected.len() as f64);
        let speed = |at: usize| {
            let (length, sample) = (lengths.get(at)?, samples.get(at)?);
            Some(length / 1e3 / sample.summary().median_us)
        };
        let [to_memcmp, to_blocks, speed] = [0, 1, 2].map(|at| speed(at).unwrap_or_default());
        memcmp.push(to_memcmp);
        blocks.push(to_blocks);
        rows.push(Row {
            checker: comparison.words(),
            outputs: comparison.departure.to_string(),
            gb_per_s: speed,
            to_memcmp: speed / to_memcmp,
            to_blocks: speed / to_blocks,
            whole: whole.get(),
        });
    }
    Ok(Checkers {
        megabytes: args.megabytes,
        memcmp_gb_per_s: middle(memcmp),
        blocks_gb_per_s: middle(blocks),
        rows,
    })
}

/// Reads both outputs in blocks and compares these.
fn compare_blocks(texts: &Texts) -> Result<(), Trouble> {
    let read = || {
        let (mut found, mut expected) = (&texts.found[..], &texts.expected[..]);
        let [mut left, mut right] = [(); 2].map(|()| vec![0; BLOCK]);
        loop {
            let counts = (found.read(&mut left)?, expected.read(&mut right)?);
            if counts == (0, 0) || black_box(&left) != black_box(&right) {
                return Ok(());
            }
        }
    };
    read().map_err(Trouble::system("read what is in memory"))
}

fn middle(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

impl Table for Checkers {
    fn holds(&self) -> bool {
        true
    }
}

impl fmt::Display for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Outputs of {} MB in memory; memcmp compares {:.2} GB/s, block by block {:.2} GB/s\n",
            self.megabytes, self.memcmp_gb_per_s, self.blocks_gb_per_s
        )?;
        write!(
            f,
            "| checker | outputs | GB/s | of memcmp |\n|---|---|---:|---:|"
        )?;
        for row in self.rows.iter().filter(|row| row.whole) {
            write!(
                f,
                "\n| {} | {} | {:.2} | {:.2} | {:.2} |",
                row.checker, row.outputs, row.gb_per_s, row.to_memcmp, row.to_blocks
            )?;
        }
        Ok(())
    }
}
