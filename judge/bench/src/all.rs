//! Every workload that gives a figure, one after the other, and the machine that gave it.

use std::fs;
use std::thread;

use clap::Parser;
use serde_json::{Map, Value, json};

use crate::Cli;
use crate::table::Told;
use crate::trouble::Trouble;

/// The workloads, as on a command line, and their letters in the list of figures.
const WORKLOADS: &[(&str, &[&str])] = &[
    ("A: tiny cases", &["tiny"]),
    ("A: very many tiny cases", &["many"]),
    ("B: a large output", &["large"]),
    ("C: many wrong lines", &["lines"]),
    ("D: starting", &["start"]),
    ("E: checkers", &["checkers", "--megabytes", "100"]),
    ("F: games", &["games"]),
    ("G: talks", &["talk"]),
    ("One run", &["spawn", "--holding", "0"]),
];

/// Which.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only those whose titles hold this word
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
}

pub(crate) fn measure(args: &Args) -> Result<Told, Trouble> {
    let machine = machine();
    let mut all = Told {
        text: format!("On {machine}.\n"),
        json: json!({ "machine": machine }),
        holds: true,
    };
    let mut tables = Map::new();
    for &(title, words) in WORKLOADS {
        if args.only.as_ref().is_some_and(|word| !title.contains(word)) {
            continue;
        }
        tell(title);
        let before = load();
        let told = table(words)?;
        let command = format!("cargo measure {}", words.join(" "));
        all.text += &format!(
            "\n## {title}\n`{command}`, load {before} before and {} after:\n\n{}\n",
            load(),
            told.text
        );
        all.holds &= told.holds;
        tables.insert(command, told.json);
    }
    if let Value::Object(json) = &mut all.json {
        json.insert("tables".to_owned(), Value::Object(tables));
    }
    Ok(all)
}

/// The table of a workload with arguments.
fn table(words: &[&str]) -> Result<Told, Trouble> {
    let cli = Cli::try_parse_from(["measure"].iter().chain(words))?;
    match cli.workload {
        crate::Workload::Table(workload) => workload.measure(),
        _ => Err(Trouble::NoTable),
    }
}

/// Says what is being done, for whoever waits for minutes.
#[expect(clippy::print_stderr, reason = "standard output is for the tables")]
fn tell(title: &str) {
    eprintln!("{title}");
}

/// The processor, how many there are, and the system.
fn machine() -> String {
    let read = |file| fs::read_to_string(file).unwrap_or_default();
    let processors = read("/proc/cpuinfo");
    let model = processors
        .lines()
        .find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split(": ").nth(1));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (model, system) = (
        model.unwrap_or("an unknown processor"),
        read("/proc/sys/kernel/osrelease"),
    );
    format!("{cores} cores of {model}, Linux {}", system.trim())
}

/// How many processes wanted to run in the last minute; times at more than about half a process say little.
fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_is_one_that_comes_to_a_table() {
        for (title, words) in WORKLOADS {
            let cli = Cli::try_parse_from(["measure"].iter().chain(*words)).unwrap();
            assert!(matches!(cli.workload, crate::Workload::Table(_)), "{title}");
        }
    }
}
