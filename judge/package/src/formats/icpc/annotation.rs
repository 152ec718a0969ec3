//! `@EXPECTED_RESULTS@` in a source file, and the names of folders that stand for it: DOMjudge's
//! way of saying what is expected of a solution.

use std::fs;
use std::path::PathBuf;

use crate::expectation::Expectation;
use crate::verdict::Verdict;

const RESULTS: &str = "@expected_results@: ";
const SCORE: &str = "@expected_score@: ";

/// Sources above this are not looked into.
const LARGEST: u64 = 1 << 20;

/// What the sources of a solution say.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn expectation(files: &[PathBuf]) -> Result<Option<Expectation>, String> {
    let mut found = Expectation::default();
    for file in files {
        if fs::metadata(file).is_ok_and(|file| file.len() > LARGEST) {
            continue;
        }
        let text = fs::read(file).unwrap_or_default();
        // The letters before a match keep their places, for only ASCII letters are folded.
        let text = String::from_utf8_lossy(&text).to_ascii_lowercase();
        for (tag, rest) in [RESULTS, SCORE].into_iter().flat_map(|tag| {
            let places = text.match_indices(tag);
            places.map(move |(place, tag)| (tag, place + tag.len()))
        }) {
            let line = text.get(rest..).unwrap_or_default();
            let line = line.lines().next().unwrap_or_default().trim();
            let again = match tag == SCORE && line.parse::<f64>().is_ok() {
                true => {
                    let score: f64 = line.parse().unwrap_or_default();
                    found.score.replace((score, score)).is_some()
                }
                false => found.overall.replace(verdicts(line)?).is_some(),
            };
            if again {
                return Err("more than one @EXPECTED_RESULTS@; keep one".to_owned());
            }
        }
    }
    Ok(match found.overall.as_deref() {
        // `CHECK-MANUALLY`: nothing is expected.
        Some([]) => None,
        _ => Some(found).filter(|found| *found != Expectation::default()),
    })
}

/// What a folder's name says, if it is one of DOMjudge's results.
pub(super) fn of_folder(name: &str) -> Option<Expectation> {
    match verdict(name) {
        Some(Some(verdict)) => Some(Expectation::overall(vec![verdict])),
        _ => None,
    }
}

/// The verdicts of a list of results.
fn verdicts(list: &str) -> Result<Vec<Verdict>, String> {
    let mut verdicts = Vec::new();
    for result in list.split(',') {
        match verdict(result.trim()) {
            Some(verdict) => verdicts.extend(verdict),
            None => {
                return Err(format!(
                    "@EXPECTED_RESULTS@: expected results such as CORRECT or WRONG-ANSWER, found `{}`",
                    result.trim().escape_debug()
                ));
            }
        }
    }
    Ok(verdicts)
}

/// The verdict of a result; `Some(None)` where people are to look.
fn verdict(result: &str) -> Option<Option<Verdict>> {
    let result = result.to_ascii_uppercase().replace('_', "-");
    Some(Some(match result.as_str() {
        "CORRECT" | "ACCEPTED" => Verdict::AC,
        "WRONG-ANSWER" | "NO-OUTPUT" => Verdict::WA,
        "TIMELIMIT" | "TIME-LIMIT-EXCEEDED" => Verdict::TLE,
        "RUN-ERROR" | "RUN-TIME-ERROR" => Verdict::RTE,
        "MEMORY-LIMIT" => Verdict::MLE,
        "OUTPUT-LIMIT" => Verdict::OLE,
        "COMPILER-ERROR" | "COMPILE-ERROR" => Verdict::CE,
        "CHECK-MANUALLY" => return Some(None),
        _ => return None,
    }))
}
