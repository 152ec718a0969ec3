//! The line at the bottom of a terminal that says how far a long run has come.
//!
//! It is on standard error and changes a few times in a second. It is the thread of reports that
//! draws, and a clock of its own; the threads that judge wait for neither.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::event::Event;
use crate::text;

/// A run that is over before this shows no line.
const DELAY: Duration = Duration::from_millis(800);
/// How often the time in the line changes.
const TICK: Duration = Duration::from_millis(500);
/// Steps of the bar for each solution.
const STEPS: u64 = 1000;
const TEMPLATE: &str = "{bar:20.green/dim} {elapsed:>4} {wide_msg:.dim}";

/// The line.
pub(super) struct Live {
    bar: ProgressBar,
    /// Dropped to stop the clock.
    stop: Option<Sender<()>>,
    clock: Option<JoinHandle<()>>,
    progress: Progress,
}

impl Live {
    pub(super) fn new() -> Live {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("━━─"));
        }
        let (stop, stopped) = mpsc::channel();
        let shown = bar.clone();
        let clock = thread::spawn(move || {
            if stopped.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
                shown.enable_steady_tick(TICK);
            }
        });
        Live {
            bar,
            stop: Some(stop),
            clock: Some(clock),
            progress: Progress::default(),
        }
    }

    /// Moves on.
    pub(super) fn event(&mut self, event: &Event) {
        self.progress.event(event);
        self.bar.set_length(self.progress.solutions * STEPS);
        self.bar.set_position(self.progress.position());
        self.bar.set_message(self.progress.message());
    }

    /// Takes the line away while something is printed.
    pub(super) fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // Nothing draws any more when the line is taken away for good.
        drop(self.stop.take());
        if let Some(clock) = self.clock.take() {
            let _ = clock.join();
        }
        self.bar.finish_and_clear();
    }
}

/// How far a run has come.
#[derive(Debug, Default)]
struct Progress {
    solutions: u64,
    ended: u64,
    problem: String,
    cases: u64,
    solution: String,
    cases_ended: u64,
}

impl Progress {
    fn event(&mut self, event: &Event) {
        let name = |name: &str| text::printable(name.as_bytes(), 60);
        match event {
            Event::RunStarted(run) => self.solutions = run.solutions as u64,
            Event::ProblemStarted(problem) => {
                self.problem = name(&problem.slug);
                self.cases = problem.cases.len() as u64;
            }
            Event::SolutionStarted(solution) => {
                self.solution = name(&solution.name);
                self.cases_ended = 0;
            }
            Event::CaseEnded(_) => self.cases_ended += 1,
            Event::SolutionEnded(_) => {
                self.ended += 1;
                self.solution.clear();
                self.cases_ended = 0;
            }
            Event::Compared(_) | Event::RunEnded(_) => {}
        }
    }

    fn position(&self) -> u64 {
        self.ended * STEPS
            + (self.cases_ended * STEPS)
                .checked_div(self.cases)
                .unwrap_or(0)
    }

    fn message(&self) -> String {
        let Progress {
            solutions,
            ended,
            problem,
            cases,
            solution,
            cases_ended,
        } = self;
        let of_all = match solutions {
            1 => String::new(),
            _ => format!("{ended}/{solutions} solutions  "),
        };
        match solution.is_empty() {
            // Between solutions of a problem there is no time to read it.
            true => format!("{of_all}building"),
            false => format!("{of_all}{problem} {solution} {cases_ended}/{cases}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn the_line_says_where_the_run_is() {
        let mut progress = Progress::default();
        let mut told = Vec::new();
        for event in sample::events().iter().take(6) {
            progress.event(event);
            told.push(format!("{} {}", progress.position(), progress.message()));
        }
        assert_eq!(
            told,
            [
                "0 0/8 solutions  building",
                "0 0/8 solutions  building",
                "0 0/8 solutions  grid accepted/right.py 0/2",
                "500 0/8 solutions  grid accepted/right.py 1/2",
                "1000 0/8 solutions  grid accepted/right.py 2/2",
                "1000 1/8 solutions  building",
            ]
        );
    }
}
