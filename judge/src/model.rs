//! Results, and the one function that makes a verdict.
//!
//! Knows no files and no processes, and prints nothing.

mod window;

use std::time::Duration;

use package::Verdict;
use sandbox::{Execution, Exit, Reason};

use crate::text;
use crate::transcript::Transcript;

pub(crate) use window::Words;

/// The limits that hold for one solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of the whole process tree.
    pub time: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Memory in bytes.
    pub memory: u64,
    /// Standard output in bytes.
    pub output: u64,
}

/// What a comparison says of an output that the program had every right to print.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// AC, WA or PE; JE when the comparison itself failed.
    pub verdict: Verdict,
    /// In testlib's grammar.
    pub message: String,
    /// What stands around the first difference.
    pub excerpt: Option<Excerpt>,
    /// The points that the checker gave, if it gives any.
    pub points: Option<Points>,
}

impl Finding {
    /// A finding of which nothing more is to be said.
    #[must_use]
    pub fn new(verdict: Verdict, message: impl Into<String>) -> Finding {
        Finding {
            verdict,
            message: message.into(),
            excerpt: None,
            points: None,
        }
    }
}

/// Points that a checker gives to one output.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Points {
    /// So many.
    Score(f64),
    /// This part, from 0 to 1, of what the case can give.
    Share(f64),
}

/// The lines around the first difference of two outputs, all sizes bounded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The line of the first difference in the expected output, from 1.
    pub line: u64,
    /// The column of it in bytes, from 1; of words that differ, where the word begins.
    pub column: u64,
    /// The same as people count it: characters by the columns that they take.
    pub seen_column: u64,
    /// How many bytes two long words share before they part; `None` where they part at once, or
    /// soon.
    pub into: Option<u64>,
    /// Whether a program judged the output, to which others than the expected one may be right too.
    pub one_of_many: bool,
    /// Whether the two divide words into other lines, which is all the same to the checker: word is
    /// held against word by their numbers, and not line against line.
    pub rewrapped: bool,
    /// Lines of the expected output.
    pub expected: Window,
    /// Lines of the program's output.
    pub found: Window,
    /// Lines and words of the two that differ and that the checker takes for equal.
    pub alike: Vec<Alike>,
    /// How much differs in the whole; `None` where nobody counted it.
    pub extent: Option<Extent>,
}

/// A line with its line end, or a word, of each output: different bytes, and the same to the checker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alike {
    /// Of the expected output.
    pub expected: Vec<u8>,
    /// Of the program's output.
    pub found: Vec<u8>,
}

/// How much of two outputs differs, line by line or word by word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// What is counted.
    pub unit: Unit,
    /// How many differ, the first among them; where one output is longer, its rest differs.
    pub differ: u64,
    /// Whether there may be more that differ.
    pub at_least: bool,
    /// How many the expected output has.
    pub expected: u64,
    /// How many the program's output has.
    pub found: u64,
}

/// What an [`Extent`] counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Lines, where those of the same number correspond.
    Lines,
    /// Words between blanks.
    Words,
}

/// Some consecutive lines of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The number of the first line, from 1.
    pub first_line: u64,
    /// The lines with their line ends, as bytes. A long first or last line may be cut.
    pub text: Vec<u8>,
    /// Where in the text the difference is: of long words, the last byte that both share.
    pub at: usize,
    /// Whether the first line begins before the text does.
    pub cut: bool,
    /// Whether the file goes on after them.
    pub more: bool,
}

/// What one run of a solution on one case came to.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseResult {
    /// The case's name.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What was measured; `None` when nothing ran.
    pub measured: Option<Measured>,
    /// The first measurement, when the case was run again alone.
    pub beside_others: Option<Measured>,
    /// Every time that was measured, where runs are compared or a case is run several times.
    pub times: Vec<Timed>,
    /// Why, in one line; empty when there is nothing to say.
    pub message: String,
    /// The first difference. Boxed, as the transcript: hardly any case has one and there may be very many
    /// cases.
    pub excerpt: Option<Box<Excerpt>>,
    /// The end of standard error of a program that crashed, bounded.
    pub stderr: Vec<u8>,
    /// The points that the checker gave.
    pub points: Option<Points>,
    /// The score of the case, where the package scores it by itself.
    pub score: Option<f64>,
    /// What was said, where the solution talked to an interactor.
    pub transcript: Option<Box<Transcript>>,
    /// Whether there was an expected output to compare with; without one a case is only run.
    pub compared: bool,
}

/// The time of one run, for comparisons with other runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timed {
    /// CPU time of the process tree.
    pub cpu: Duration,
    /// CPU time of a fixed piece of work done beside it, which tells how fast the machine was then.
    pub yardstick: Option<Duration>,
}

/// What was measured of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// CPU time of the process tree.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
    /// How it ended.
    pub exit: Exit,
}

impl From<&Execution> for Measured {
    fn from(execution: &Execution) -> Self {
        Measured {
            cpu: execution.cpu,
            wall: execution.wall,
            memory: execution.memory,
            exit: execution.exit,
        }
    }
}

impl CaseResult {
    /// A case that did not run.
    #[must_use]
    pub fn not_run(name: &str, verdict: Verdict, message: impl Into<String>) -> CaseResult {
        CaseResult {
            name: name.to_owned(),
            verdict,
            measured: None,
            beside_others: None,
            times: Vec::new(),
            message: message.into(),
            excerpt: None,
            stderr: Vec::new(),
            points: None,
            score: None,
            transcript: None,
            compared: true,
        }
    }
}

/// The verdict on an execution that no fault of the judge spoilt, with its message.
///
/// When several hold the order is OLE, MLE, TLE, WTL, RTE, and only then what the comparison says;
/// `check` is asked only if it comes to that. Measurements decide, never the signal that ended the
/// program, which it can raise itself.
pub fn verdict(execution: &Execution, limits: &Limits, check: impl FnOnce() -> Finding) -> Finding {
    let over = |reason| execution.reason == Some(reason);
    if over(Reason::Output) {
        let limit = text::size(limits.output);
        return Finding::new(Verdict::OLE, format!("wrote more than {limit}"));
    }
    if over(Reason::Memory) || execution.memory > limits.memory {
        let used = execution.memory as f64 / f64::from(1 << 20);
        let message = format!("used {used:.1} MiB of {}", text::size(limits.memory));
        return Finding::new(Verdict::MLE, message);
    }
    let (cpu, wall) = (execution.cpu.as_secs_f64(), limits.wall.as_secs_f64());
    if over(Reason::Cpu) || execution.cpu > limits.time {
        let limit = limits.time.as_secs_f64();
        return Finding::new(Verdict::TLE, format!("used {cpu:.3} s of {limit:.3} s"));
    }
    if over(Reason::Wall) {
        // Hardly any CPU time: the program waits for something, or sleeps.
        let idle = if execution.cpu * 20 < limits.wall {
            ", idle"
        } else {
            ""
        };
        let message = format!("still running after {wall:.3} s; CPU time {cpu:.3} s{idle}");
        return Finding::new(Verdict::WTL, message);
    }
    match execution.exit {
        Exit::Code(0) => check(),
        exit => Finding::new(Verdict::RTE, exit.to_string()),
    }
}

/// The verdict on a solution: JE if any case has it, else the first that is neither AC nor SK in
/// the order of the cases, else AC; SK if nothing ran.
pub fn overall(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let mut overall = Verdict::SK;
    for verdict in verdicts {
        match (overall, verdict) {
            (_, Verdict::JE) => return Verdict::JE,
            (Verdict::SK | Verdict::AC, Verdict::SK) => {}
            (Verdict::SK | Verdict::AC, verdict) => overall = verdict,
            _ => {}
        }
    }
    overall
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandbox::Signal;

    const LIMITS: Limits = Limits {
        time: Duration::from_secs(1),
        wall: Duration::from_secs(3),
        memory: 64 << 20,
        output: 1000,
    };

    fn execution(millis: u64, mib: u64, exit: Exit, reason: Option<Reason>) -> Execution {
        Execution {
            exit,
            cpu: Duration::from_millis(millis),
            wall: Duration::from_millis(millis),
            memory: mib << 20,
            output_bytes: 0,
            stderr: Vec::new(),
            stderr_truncated: false,
            reason,
        }
    }

    #[test]
    fn measurements_decide_in_the_documented_order() {
        use Verdict::*;
        let killed = Exit::Signal(Signal(9));
        for (millis, mib, exit, reason, expected, message) in [
            (10, 1, Exit::Code(0), None, WA, "checked"),
            (10, 1, Exit::Code(3), None, RTE, "exit code 3"),
            (10, 1, Exit::Signal(Signal(11)), None, RTE, "SIGSEGV"),
            // A signal that a program raises itself proves nothing.
            (10, 1, Exit::Signal(Signal(24)), None, RTE, "SIGXCPU"),
            (1001, 1, Exit::Code(0), None, TLE, "used 1.001 s of 1.000 s"),
            (1000, 1, Exit::Code(0), None, WA, "checked"),
            (
                1004,
                1,
                killed,
                Some(Reason::Cpu),
                TLE,
                "used 1.004 s of 1.000 s",
            ),
            (
                5,
                1,
                killed,
                Some(Reason::Wall),
                WTL,
                "still running after 3.000 s; CPU time 0.005 s, idle",
            ),
            (
                900,
                1,
                killed,
                Some(Reason::Wall),
                WTL,
                "still running after 3.000 s; CPU time 0.900 s",
            ),
            (
                2000,
                65,
                killed,
                Some(Reason::Cpu),
                MLE,
                "used 65.0 MiB of 64 MiB",
            ),
            (
                2000,
                65,
                killed,
                Some(Reason::Output),
                OLE,
                "wrote more than 1,000 bytes",
            ),
        ] {
            let run = execution(millis, mib, exit, reason);
            let found = verdict(&run, &LIMITS, || Finding::new(WA, "checked"));
            assert_eq!((found.verdict, found.message.as_str()), (expected, message));
        }
    }

    #[test]
    fn the_first_failure_is_the_verdict_and_a_judge_error_outweighs_all() {
        use Verdict::*;
        for (verdicts, expected) in [
            (&[AC, AC][..], AC),
            (&[AC, WA, TLE], WA),
            (&[AC, SK, TLE, WA], TLE),
            (&[WA, JE], JE),
            (&[SK, SK], SK),
            (&[], SK),
        ] {
            assert_eq!(overall(verdicts.iter().copied()), expected, "{verdicts:?}");
        }
    }
}
