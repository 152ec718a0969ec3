//! The verdict on a talk, from how both sides ended.
//!
//! Who left first decides what counts: after an interactor that has rejected nothing the solution
//! does matters; a solution that failed by itself, or went over a limit, before the interactor left
//! has failed, whatever the interactor makes of that.

use package::{Protocol, Verdict};
use sandbox::{Execution, Exit, Reason};

use super::talk::{Standstill, Talk};
use crate::model::{Finding, Limits, verdict};
use crate::transcript::Speaker;

/// Whether an interactor that ended so has accepted.
pub(super) fn accepts(protocol: Protocol, run: &Execution) -> bool {
    let code = match protocol {
        Protocol::Kattis => 42,
        _ => 0,
    };
    // Points are given for outputs that are accepted in part.
    let gives_points = |code| protocol != Protocol::Kattis && (code == 7 || code >= 16);
    matches!((run.reason, run.exit), (None, Exit::Code(c)) if c == code || gives_points(c))
}

/// The verdict on the solution; `jury` is asked only where it counts.
pub(super) fn decide(talk: &Talk, limits: &Limits, jury: impl FnOnce() -> Finding) -> Finding {
    let solution = &talk.solution;
    let left_first = talk.first == Speaker::Judge || solution.reason == Some(Reason::Stopped);
    if !left_first {
        return match verdict(solution, limits, jury) {
            waited if waited.verdict == Verdict::WTL => standstill(talk, limits, waited),
            finding => finding,
        };
    }
    let jury = jury();
    if jury.verdict != Verdict::AC {
        return jury;
    }
    let mut finding = verdict(solution, limits, || jury);
    if finding.verdict != Verdict::AC {
        finding.message += "; the interactor had accepted and left";
    }
    finding
}

/// Who waited for whom when the time on the clock was over.
fn standstill(talk: &Talk, limits: &Limits, mut finding: Finding) -> Finding {
    let Standstill {
        unread_by_solution,
        unread_by_interactor,
        said_by_solution,
        line_ended,
    } = talk.standstill;
    let used = talk
        .interactor
        .as_ref()
        .map_or(0.0, |run| run.cpu.as_secs_f64());
    let wall = limits.wall.as_secs_f64();
    // A solution with nothing to read, and an interactor that could have answered.
    if unread_by_solution == 0 && (unread_by_interactor > 0 || used > wall / 2.0) {
        let message = format!(
            "the interactor failed: it did not answer in {wall:.3} s, in which it used {used:.3} s of CPU time"
        );
        return Finding::new(Verdict::JE, message);
    }
    let who = match (unread_by_solution, unread_by_interactor) {
        (0, _) => "both sides waited for a message".to_owned(),
        (count, 0) => {
            format!("the interactor waited for a message, the solution left {count} bytes unread")
        }
        (count, other) => {
            format!("the solution left {count} bytes unread, and the interactor {other}")
        }
    };
    let hint = match (said_by_solution, line_ended) {
        (0, _) => "; the solution had sent nothing: is its output flushed?",
        (_, false) => "; the last line of the solution had no line end",
        _ => "",
    };
    finding.message = format!("{}: {who}{hint}", finding.message);
    finding
}

/// Whether checkers look at what an interactor wrote when it accepts; others judge alone.
pub(super) fn leaves_the_rest(protocol: Protocol) -> bool {
    protocol == Protocol::Testlib
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{AC, JE, RTE, TLE, WA, WTL};
    use std::time::Duration;

    const SECOND: Duration = Duration::from_secs(1);
    const LIMITS: Limits = Limits {
        time: SECOND,
        wall: Duration::from_secs(3),
        memory: 1 << 30,
        output: 1000,
    };

    fn run(exit: Exit, reason: Option<Reason>, cpu: Duration) -> Execution {
        Execution {
            exit,
            cpu,
            wall: cpu,
            memory: 0,
            output_bytes: 0,
            stderr: Vec::new(),
            stderr_truncated: false,
            reason,
        }
    }

    fn decided(solution: Execution, first: Speaker, jury: Verdict) -> Finding {
        let talk = Talk {
            solution,
            interactor: Ok(run(Exit::Code(42), None, Duration::ZERO)),
            first,
            standstill: Standstill::default(),
        };
        decide(&talk, &LIMITS, || Finding::new(jury, "the jury's"))
    }

    #[test]
    fn who_leaves_first_decides_what_counts() {
        use Speaker::{Judge, Solution};
        let ok = || run(Exit::Code(0), None, Duration::ZERO);
        let crashed = || run(Exit::Code(1), None, Duration::ZERO);
        let slow = || run(Exit::Code(1), Some(Reason::Cpu), 2 * SECOND);
        let stopped = || run(Exit::Code(1), Some(Reason::Stopped), 2 * SECOND);
        let waited = || run(Exit::Code(1), Some(Reason::Wall), Duration::ZERO);
        for (solution, first, jury, expected) in [
            (ok(), Solution, AC, AC),
            (ok(), Solution, WA, WA),
            (ok(), Solution, JE, JE),
            (crashed(), Solution, WA, RTE),
            (crashed(), Solution, JE, RTE),
            (slow(), Solution, WA, TLE),
            (waited(), Solution, WA, WTL),
            (ok(), Judge, AC, AC),
            (crashed(), Judge, AC, RTE),
            (slow(), Judge, AC, TLE),
            (waited(), Judge, AC, WTL),
            (crashed(), Judge, WA, WA),
            (slow(), Judge, WA, WA),
            (crashed(), Judge, JE, JE),
            // It was ended before the judge had seen the interactor leave.
            (stopped(), Solution, WA, WA),
            (stopped(), Solution, JE, JE),
        ] {
            let finding = decided(solution.clone(), first, jury);
            assert_eq!(finding.verdict, expected, "{solution:?} {first:?} {jury}");
        }
    }

    #[test]
    fn a_standstill_says_who_waited_for_whom() {
        for (unread, cpu, verdict, says) in [
            (
                (0, 0, 0, true),
                0,
                WTL,
                "both sides waited for a message; the solution had sent nothing",
            ),
            (
                (0, 0, 9, false),
                0,
                WTL,
                "the last line of the solution had no line end",
            ),
            ((7, 0, 9, true), 0, WTL, "the solution left 7 bytes unread"),
            (
                (7, 8, 9, true),
                0,
                WTL,
                "7 bytes unread, and the interactor 8",
            ),
            ((0, 8, 9, true), 0, JE, "it did not answer in 3.000 s"),
            ((0, 0, 9, true), 2, JE, "used 2.000 s of CPU time"),
        ] {
            let talk = Talk {
                solution: run(Exit::Code(1), Some(Reason::Wall), Duration::ZERO),
                interactor: Ok(run(Exit::Code(0), None, cpu * SECOND)),
                first: Speaker::Solution,
                standstill: Standstill {
                    unread_by_solution: unread.0,
                    unread_by_interactor: unread.1,
                    said_by_solution: unread.2,
                    line_ended: unread.3,
                },
            };
            let finding = decide(&talk, &LIMITS, || Finding::new(WA, ""));
            assert_eq!(finding.verdict, verdict, "{}", finding.message);
            assert!(finding.message.contains(says), "{}", finding.message);
        }
    }
}
