//! How long each game takes over its largest input, beside the time to read it and count its newlines.

use std::fmt;
use std::fs;
use std::hint::black_box;

use serde::Serialize;

use crate::game;
use crate::program;
use crate::statistics::{Contender, alternate};
use crate::table::Table;
use crate::trouble::Trouble;

/// How often.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Runs of each game
    #[arg(long, default_value_t = 7)]
    runs: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct Games {
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    game: &'static str,
    bytes: usize,
    /// CPU time to read the file and count its newlines, in the median run.
    count_ms: f64,
    /// To read the file and answer it.
    answer_ms: f64,
    /// To answer what is in memory.
    solve_ms: f64,
}

pub(crate) fn measure(args: &Args) -> Result<Games, Trouble> {
    let folder = program::folder()?;
    let file = folder.path().join("input");
    let read = || fs::read(&file).map_err(Trouble::system("read an input"));
    let mut rows = Vec::new();
    for game in game::all() {
        let input = game.largest();
        fs::write(&file, &input).map_err(Trouble::system("write an input"))?;
        let contender = |name: &str, action| Contender {
            name: name.to_owned(),
            action,
        };
        let mut contenders = [
            contender(
                "count",
                Box::new(|| {
                    black_box(memchr::memchr_iter(b'\n', &read()?).count());
                    Ok(())
                }),
            ),
            contender("answer", Box::new(|| game.solve(&read()?).map(drop))),
            contender("solve", Box::new(|| game.solve(input.as_bytes()).map(drop))),
        ];
        let samples = alternate(&mut contenders, args.runs)?;
        let ms = |at: usize| {
            let sample = samples.get(at);
            sample.map_or(0.0, |sample| sample.summary().median_us / 1e3)
        };
        rows.push(Row {
            game: game.name,
            bytes: input.len(),
            count_ms: ms(0),
            answer_ms: ms(1),
            solve_ms: ms(2),
        });
    }
    Ok(Games { rows })
}

impl Table for Games {
    fn holds(&self) -> bool {
        true
    }
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| game | input | read, count newlines | read, answer | to counting | answer alone |"
        )?;
        write!(f, "|---|---:|---:|---:|---:|---:|")?;
        for row in &self.rows {
            write!(
                f,
                "\n| {} | {} B | {:.3} ms | {:.3} ms | {:.1} | {:.3} ms |",
                row.game,
                row.bytes,
                row.count_ms,
                row.answer_ms,
                row.answer_ms / row.count_ms,
                row.solve_ms
            )?;
        }
        Ok(())
    }
}
