//! The line at the bottom of a terminal that says how far a long run has come.
//!
//! It is on standard error and changes a few times in a second. It is the thread of reports that
//! draws, and a clock of its own; the threads that judge wait for neither.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::look::{COLUMNS_OF_A_TERMINAL, columns_of};
use super::words::{DIM, GOOD};
use crate::event::Event;
use crate::text;

/// A run that is over before this shows no line.
const DELAY: Duration = Duration::from_millis(800);
/// A run that goes on for longer after its last solution measures again.
const MOMENT: Duration = Duration::from_millis(500);
/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(250);
/// Steps of the bar for each solution.
const STEPS: u64 = 1000;
/// Columns of the bar, and the fewest of a terminal that has room for it.
const BAR: usize = 20;
const ROOM_FOR_A_BAR: usize = 50;

/// The line, and the clock that draws it.
pub(super) struct Live {
    line: Arc<Mutex<Line>>,
    /// Dropped to stop the clock.
    stop: Option<Sender<()>>,
    clock: Option<JoinHandle<()>>,
}

impl Live {
    pub(super) fn new(colours: bool) -> Live {
        let line = Arc::new(Mutex::new(Line {
            progress: Progress::default(),
            started: Instant::now(),
            colours,
            drawn: None,
        }));
        let (stop, stopped) = mpsc::channel();
        let shown = Arc::clone(&line);
        let clock = thread::spawn(move || {
            let mut wait = DELAY;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                locked(&shown).draw();
                wait = TICK;
            }
        });
        Live {
            line,
            stop: Some(stop),
            clock: Some(clock),
        }
    }

    /// Moves on.
    pub(super) fn event(&mut self, event: &Event) {
        locked(&self.line).progress.event(event);
    }

    /// Takes the line away while something is printed.
    pub(super) fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        let mut line = locked(&self.line);
        let there = line.clear();
        let printed = print();
        if there {
            line.draw();
        }
        printed
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // Nothing draws any more when the line is taken away for good.
        drop(self.stop.take());
        if let Some(clock) = self.clock.take() {
            let _ = clock.join();
        }
        locked(&self.line).clear();
    }
}

/// What is drawn is drawn anew from what is known, so a thread that panicked has spoilt nothing.
fn locked(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is on the screen.
struct Line {
    progress: Progress,
    started: Instant,
    colours: bool,
    /// The text that stands there now.
    drawn: Option<String>,
}

impl Line {
    /// Draws what has changed. The width is asked for each time, since a window may be resized.
    fn draw(&mut self) {
        let columns = columns_of(&io::stderr()).unwrap_or(COLUMNS_OF_A_TERMINAL);
        let line = self.progress.line(self.started.elapsed(), columns);
        let line = match self.colours {
            true => line,
            false => anstream::adapter::strip_str(&line).to_string(),
        };
        if self.drawn.as_ref() != Some(&line) {
            // Who closed standard error wants no line.
            let _ = io::stderr().write_all(format!("{ERASE}{line}").as_bytes());
            self.drawn = Some(line);
        }
    }

    /// Takes the line away; says whether one was there.
    fn clear(&mut self) -> bool {
        let there = self.drawn.take().is_some();
        if there {
            let _ = io::stderr().write_all(ERASE.as_bytes());
        }
        there
    }
}

/// Goes to the beginning of the line and empties it.
const ERASE: &str = "\r\x1b[2K";

/// How far a run has come.
#[derive(Debug, Default)]
struct Progress {
    solutions: u64,
    ended: u64,
    problem: String,
    cases: u64,
    solution: String,
    cases_ended: u64,
    /// When the last solution ended.
    over: Option<Instant>,
}

impl Progress {
    fn event(&mut self, event: &Event) {
        let name = |name: &str| text::line(name.as_bytes());
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
                self.over = (self.ended == self.solutions).then(Instant::now);
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

    /// The line in a terminal of so many columns. The last one is left free: in it some terminals go
    /// on to the next line.
    fn line(&self, elapsed: Duration, columns: usize) -> String {
        let room = columns.saturating_sub(1);
        let bar = if columns < ROOM_FOR_A_BAR {
            String::new()
        } else {
            let all = (self.solutions * STEPS).max(1);
            let done = (self.position().min(all) * BAR as u64 / all) as usize;
            let (done, open) = ("━".repeat(done), "─".repeat(BAR - done));
            format!("{GOOD}{done}{GOOD:#}{DIM}{open}{DIM:#} ")
        };
        let time = format!("{:>4} ", text::fit(&clock(elapsed), room));
        let used = if bar.is_empty() { 0 } else { BAR + 1 } + text::width(&time);
        let message = self.message(room.saturating_sub(used));
        format!("{bar}{time}{DIM}{message}{DIM:#}")
    }

    fn message(&self, columns: usize) -> String {
        let Progress {
            solutions,
            ended,
            problem,
            cases,
            solution,
            cases_ended,
            ..
        } = self;
        let of_all = match solutions {
            1 => String::new(),
            _ => format!("{ended}/{solutions} solutions  "),
        };
        if solution.is_empty() {
            // What looks slower than before is held against that when all else is over; between
            // solutions of a problem there is no time to read it.
            let doing = match self.over {
                Some(over) if over.elapsed() > MOMENT => "measuring again",
                Some(_) => "",
                None => "building",
            };
            return text::fit(format!("{of_all}{doing}").trim_end(), columns);
        }
        // How far it is goes before long names, and the solution's before that of its problem.
        let of_cases = format!(" {cases_ended}/{cases}");
        let room = columns.saturating_sub(of_all.len() + of_cases.len() + 1);
        let least = text::width(problem).min(room / 3);
        let solution = text::fit(solution, room.saturating_sub(least));
        let problem = text::fit(problem, room.saturating_sub(text::width(&solution)));
        text::fit(&format!("{of_all}{problem} {solution}{of_cases}"), columns)
    }
}

/// `12s`, `3m05s`, `2h00m`.
fn clock(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn the_line_never_takes_more_than_the_terminal_has() {
        let mut progress = Progress::default();
        for event in sample::events().iter().take(4) {
            progress.event(event);
        }
        let shown = |seconds: u64, columns: usize| {
            let line = progress.line(Duration::from_secs(seconds), columns);
            anstream::adapter::strip_str(&line).to_string()
        };
        assert_eq!(
            shown(65, 200),
            "━─────────────────── 1m05s 0/8 solutions  grid accepted/right.py 1/2"
        );
        assert_eq!(
            shown(5, 49),
            "  5s 0/8 solutions  grid accepted/right.py 1/2"
        );

        for columns in 0..120 {
            for seconds in [5, 65, 7200] {
                let line = shown(seconds, columns);
                // The time alone takes some.
                let most = columns.saturating_sub(1).max(6);
                assert!(text::width(&line) <= most, "{columns}: {line}");
            }
        }
    }

    #[test]
    fn the_line_says_where_the_run_is() {
        let mut progress = Progress::default();
        let mut told = Vec::new();
        for event in sample::events().iter().take(6) {
            progress.event(event);
            told.push(format!("{} {}", progress.position(), progress.message(80)));
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
        for event in sample::events().iter().skip(6) {
            if !matches!(event, Event::Compared(_)) {
                progress.event(event);
            }
        }
        assert_eq!(progress.message(80), "8/8 solutions");
        progress.over = Instant::now().checked_sub(2 * MOMENT);
        assert_eq!(progress.message(80), "8/8 solutions  measuring again");
    }
}
