//! Programs of a package that say what a group of cases comes to, in the place of the usual rules.
//!
//! Source: the legacy format of <https://github.com/Kattis/problem-package-format>. A grader gets the
//! flags of the group as its arguments and a line `VERDICT SCORE` for each thing in the group on
//! standard input; it writes one such line and ends by 0.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use package::{Call, Group, JuryLimits, Score, Verdict};
use sandbox::{Exit, Files, Limits, Reason, Sandbox, Stdin};
use tempfile::NamedTempFile;

use super::program::first;
use crate::build::{Builder, Built};
use crate::scoring::Mark;
use crate::text;

/// What a group comes to, or why that is not known.
type Answer = Result<Mark, String>;

/// The graders of a package after their build.
#[derive(Default)]
pub(crate) struct Graders {
    /// The one of each group by its index, if it has one.
    programs: Vec<Option<Built>>,
    /// What they said, by the group and what was in it: groups are looked at many times.
    known: Mutex<BTreeMap<(usize, String), Answer>>,
}

impl Graders {
    /// Builds them.
    pub(crate) fn new(groups: &[Group], builder: &Builder<'_>) -> Graders {
        let build = |call: &Call| builder.build(call);
        let programs = groups
            .iter()
            .map(|group| group.grading.program.as_ref().map(build));
        Graders {
            programs: programs.collect(),
            known: Mutex::default(),
        }
    }

    /// What a group comes to that holds these; without a program of its own it is not known.
    pub(crate) fn grade(&self, sandbox: &Sandbox, group: usize, marks: &[Mark]) -> Answer {
        let question = (group, lines(marks));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(&question) {
            return answer.clone();
        }
        let answer = match self.programs.get(group) {
            Some(Some(program)) => ask(program, sandbox, &question.1)
                .map_err(|reason| format!("the grader failed: {reason}")),
            _ => Err("it has no grader".to_owned()),
        };
        known.insert(question, answer.clone());
        answer
    }
}

fn lines(marks: &[Mark]) -> String {
    let line = |mark: &Mark| format!("{} {}\n", word(mark.verdict), Score(mark.score));
    marks.iter().map(line).collect()
}

/// A verdict in the words of the format.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::AC => "AC",
        Verdict::TLE | Verdict::WTL => "TLE",
        Verdict::RTE | Verdict::MLE | Verdict::OLE => "RTE",
        Verdict::JE => "JE",
        _ => "WA",
    }
}

fn ask(program: &Built, sandbox: &Sandbox, question: &str) -> Answer {
    let command = match program {
        Built::Ready(command) => command,
        Built::Failed(log) => return Err(format!("it does not compile: {}", first(log))),
        Built::Missing(reason) | Built::Broken(reason) => return Err(reason.clone()),
    };
    let JuryLimits {
        time,
        memory,
        output,
    } = JuryLimits::default();
    let limits = Limits {
        cpu: Some(time),
        wall: Some(time * 2 + Duration::from_secs(1)),
        memory: Some(memory),
        output,
        stderr_allowed: Some(output),
        file_size: Some(output),
        ..Limits::default()
    };
    let mut answer = Vec::new();
    let input = input(question).map_err(|error| format!("no temporary file: {error}"))?;
    let files = Files {
        stdin: Stdin::File(input),
        stdout: &mut answer,
    };
    let run = sandbox
        .run(&command.program(memory), &limits, files)
        .map_err(|error| error.to_string())?;
    match (run.reason, run.exit) {
        (None, Exit::Code(0)) => parse(&String::from_utf8_lossy(&answer)),
        (None, exit) => {
            let said = text::tail(&command.named(&run.stderr), 1).pop();
            let said = said.map(|line| format!(": {line}")).unwrap_or_default();
            Err(format!("{exit}, where exit code 0 was expected{said}"))
        }
        (Some(Reason::Stderr), _) => Err(format!(
            "it wrote more than {} of standard error",
            text::size(output)
        )),
        (Some(reason), _) => Err(format!("it went over a limit: {reason:?}")),
    }
}

/// A file to be read only.
fn input(text: &str) -> io::Result<File> {
    let mut file = NamedTempFile::new()?;
    file.write_all(text.as_bytes())?;
    File::open(file.path())
}

fn parse(answer: &str) -> Answer {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let verdicts = [Verdict::AC, Verdict::WA, Verdict::TLE, Verdict::RTE];
    let found = match words[..] {
        [verdict, score] => verdicts
            .into_iter()
            .find(|known| word(*known) == verdict)
            .zip(score.parse::<f64>().ok().filter(|score| score.is_finite())),
        _ => None,
    };
    match found {
        Some((verdict, score)) => Ok(Mark { verdict, score }),
        None => Err(format!(
            "expected AC, WA, TLE or RTE and a score, found `{}`",
            text::printable(answer.trim().as_bytes(), 100)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grader_is_told_and_says_a_verdict_and_a_score() {
        let mark = |verdict, score| Mark { verdict, score };
        let told = [
            mark(Verdict::AC, 10.0),
            mark(Verdict::WTL, 0.0),
            mark(Verdict::OLE, 0.5),
            mark(Verdict::PE, 0.0),
        ];
        assert_eq!(lines(&told), "AC 10\nTLE 0\nRTE 0.5\nWA 0\n");
        for (answer, expected) in [
            ("AC 7.500000\n", Some(mark(Verdict::AC, 7.5))),
            (" WA\n0", Some(mark(Verdict::WA, 0.0))),
            ("TLE -1", Some(mark(Verdict::TLE, -1.0))),
            ("JE 0", None),
            ("AC", None),
            ("AC inf", None),
            ("AC 1 2", None),
            ("", None),
        ] {
            assert_eq!(parse(answer).ok(), expected, "{answer}");
        }
    }
}
