//! The colours, figures and words that the lines share.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use package::{Score, Verdict};

use super::Running;
use crate::event::{SolutionInfo, SolutionResult};
use crate::model::Limits;
use crate::text;

pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const BOLD: Style = Style::new().bold();

/// What is expected of a solution, behind its name.
pub(super) fn expected(info: &SolutionInfo) -> String {
    match &info.expected {
        Some(expected) => {
            let expected = text::printable(expected.to_string().as_bytes(), 60);
            format!(" (expected {expected})")
        }
        None => String::new(),
    }
}

pub(super) fn sign(
    solution: &Running,
    result: &SolutionResult,
    surprise: bool,
) -> (&'static str, Style) {
    match (surprise, result.as_expected) {
        (true, _) => ("✗", BAD),
        (false, Some(true)) if word(result.verdict, !solution.only_ran()) != RAN => ("✓", GOOD),
        (false, _) => ("·", DIM),
    }
}

/// In the place of AC where there was no expected output.
pub(super) const RAN: &str = "ran";

/// A verdict, which claims nothing where nothing was compared.
pub(super) fn word(verdict: Verdict, compared: bool) -> &'static str {
    match verdict {
        Verdict::AC if !compared => RAN,
        verdict => verdict.code(),
    }
}

/// A score, and what it is a part of.
pub(super) fn out_of(score: f64, most: Option<f64>) -> String {
    match most {
        Some(most) => format!("{} of {}", Score(score), Score(most)),
        None => Score(score).to_string(),
    }
}

pub(super) fn verdict_style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::AC => GOOD,
        Verdict::SK => DIM,
        _ => BAD,
    }
}

pub(super) fn seconds(duration: Duration) -> String {
    format!("{:>6.3} s", duration.as_secs_f64())
}

pub(super) fn mebibytes(bytes: u64) -> String {
    format!("{:>6.1} MiB", bytes as f64 / f64::from(1 << 20))
}

pub(super) fn limits(limits: &Limits) -> String {
    let memory = text::size(limits.memory);
    format!("{} s, {memory}", limits.time.as_secs_f64())
}
