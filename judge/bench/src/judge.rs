//! The real judge, built for the occasion, and its report.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::program::ran;
use crate::trouble::Trouble;

/// Builds the judge in release and says where it is: beside this program, in the same target folder.
pub(crate) fn build() -> Result<PathBuf, Trouble> {
    let own = env::current_exe().map_err(Trouble::system("find this program"))?;
    let judge = own.with_file_name("judge");
    let target = own.ancestors().nth(2).unwrap_or(Path::new("target"));
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args([
            "build",
            "--release",
            "--quiet",
            "--package",
            "judge",
            "--bin",
            "judge",
        ])
        .arg("--target-dir")
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    ran(&mut command)?;
    match judge.is_file() {
        true => Ok(judge),
        false => Err(Trouble::NoJudge(judge)),
    }
}

/// The part of the judge's JSON report that is looked at.
#[derive(Debug, Deserialize)]
pub(crate) struct Report {
    pub(crate) isolation: String,
    pub(crate) elapsed_ms: f64,
    problems: Vec<Problem>,
}

#[derive(Debug, Deserialize)]
struct Problem {
    solutions: Vec<Solution>,
}

#[derive(Debug, Deserialize)]
struct Solution {
    cases: Vec<Case>,
}

/// A case that was judged.
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) verdict: String,
    /// A report without this field is another one than is read here, and not one of cases that did
    /// not run.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(crate) measured: Option<Measured>,
    /// What was said, if the problem is interactive.
    #[serde(default)]
    pub(crate) transcript: Option<Transcript>,
}

/// The first and the last lines of a talk.
#[derive(Debug, Deserialize)]
pub(crate) struct Transcript {
    head: Vec<IgnoredAny>,
    left_out: u64,
    tail: Vec<IgnoredAny>,
}

impl Transcript {
    /// How many lines were said.
    pub(crate) fn lines(&self) -> u64 {
        (self.head.len() + self.tail.len()) as u64 + self.left_out
    }
}

/// What was measured of a case.
#[derive(Debug, Deserialize)]
pub(crate) struct Measured {
    pub(crate) cpu_ms: f64,
    pub(crate) wall_ms: f64,
}

impl Report {
    pub(crate) fn parse(text: &[u8]) -> Result<Report, Trouble> {
        Ok(serde_json::from_slice(text)?)
    }

    pub(crate) fn cases(&self) -> impl Iterator<Item = &Case> {
        let solutions = self.problems.iter().flat_map(|problem| &problem.solutions);
        solutions.flat_map(|solution| &solution.cases)
    }
}

/// How often each verdict was given, as in `99 AC, 1 TLE`.
pub(crate) fn count<'a>(verdicts: impl Iterator<Item = &'a str>) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for verdict in verdicts {
        match counts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, count)) => *count += 1,
            None => counts.push((verdict, 1)),
        }
    }
    let words: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_counted_in_the_order_of_their_first() {
        assert_eq!(count(["AC", "TLE", "AC"].into_iter()), "2 AC, 1 TLE");
    }

    #[test]
    fn a_report_without_measurements_is_not_one_of_no_time() {
        let report = |case: &str| {
            let text = format!(
                r#"{{"isolation": "", "elapsed_ms": 1, "problems": [{{"solutions": [{{"cases": [{case}]}}]}}]}}"#
            );
            Report::parse(text.as_bytes())
        };
        let times = |case: &str| {
            let report = report(case).unwrap();
            let cases = report
                .cases()
                .map(|case| case.measured.as_ref().map(|m| m.cpu_ms));
            cases.collect::<Vec<_>>()
        };
        assert_eq!(
            times(r#"{"verdict": "AC", "measured": {"cpu_ms": 1.5, "wall_ms": 2}}"#),
            [Some(1.5)]
        );
        assert_eq!(times(r#"{"verdict": "SK", "measured": null}"#), [None]);
        assert!(report(r#"{"verdict": "AC", "cpu_ms": 1.5}"#).is_err());
    }
}
