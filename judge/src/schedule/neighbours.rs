//! Whether runs had company, and room for those that must be alone.
//!
//! A program that shares the machine with others takes more time than alone. So a run that goes
//! over its time, or comes close, while others ran beside it is made again alone. Of several that
//! have to, the one that started first goes first: what it comes to may spare the others theirs.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Counts the runs that go on and those that ever started.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    started: usize,
    is_one_alone: bool,
    /// When those that wait to be alone started; nothing else starts before them.
    waiting: Vec<usize>,
}

/// A run that goes on.
pub(crate) struct Run<'a> {
    neighbours: &'a Neighbours,
    had_company: bool,
    started: usize,
}

/// Nothing else runs.
pub(crate) struct Alone<'a> {
    neighbours: &'a Neighbours,
}

impl Neighbours {
    /// Starts a run beside others; waits while one is alone.
    pub(crate) fn start(&self) -> Run<'_> {
        let mut state = self.when(|state| !state.is_one_alone && state.waiting.is_empty());
        state.running += 1;
        state.started += 1;
        Run {
            neighbours: self,
            had_company: state.running > 1,
            started: state.started,
        }
    }

    /// Waits until nothing runs and keeps it so until the guard is dropped.
    pub(crate) fn alone(&self) -> Alone<'_> {
        let mut state = self.state();
        let last = state.started;
        state.waiting.push(last);
        drop(state);
        self.turn_of(last)
    }

    /// Waits for the turn of one that is among those that wait.
    fn turn_of(&self, started: usize) -> Alone<'_> {
        let mut state = self.when(|state| {
            let first = state.waiting.iter().min();
            !state.is_one_alone && state.running == 0 && first == Some(&started)
        });
        state.is_one_alone = true;
        if let Some(place) = state.waiting.iter().position(|&other| other == started) {
            state.waiting.swap_remove(place);
        }
        Alone { neighbours: self }
    }

    fn when(&self, is_ready: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let wait = self
            .changed
            .wait_while(self.state(), |state| !is_ready(state));
        wait.unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }
}

impl Run<'_> {
    /// Whether any other went on at any time during it.
    pub(crate) fn had_company(&self) -> bool {
        self.had_company || self.neighbours.state().started != self.started
    }
}

impl<'a> Run<'a> {
    /// Ends the run and waits for its turn to be alone, before all that started later.
    pub(crate) fn again(self) -> Alone<'a> {
        let Run {
            neighbours,
            started,
            ..
        } = self;
        // It is known to wait before it ends, or one that started later would be taken for the first.
        neighbours.change(|state| state.waiting.push(started));
        drop(self);
        neighbours.turn_of(started)
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.neighbours.change(|state| state.running -= 1);
    }
}

impl Drop for Alone<'_> {
    fn drop(&mut self) {
        self.neighbours.change(|state| state.is_one_alone = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn company_is_noticed_whichever_came_first() {
        let neighbours = Neighbours::default();
        assert!(!neighbours.start().had_company());
        let first = neighbours.start();
        let second = neighbours.start();
        assert!(second.had_company());
        drop(second);
        assert!(first.had_company());
        drop(first);
        assert!(!neighbours.start().had_company());
        drop(neighbours.alone());
        assert!(!neighbours.start().had_company());
    }

    #[test]
    fn the_first_that_started_is_the_first_to_be_alone() {
        let neighbours = Neighbours::default();
        let order = Mutex::new(Vec::new());
        let runs = [0, 1, 2].map(|number| (number, neighbours.start()));
        std::thread::scope(|scope| {
            // The last one waits long before the first one ends.
            for (number, run) in runs.into_iter().rev() {
                let (order, neighbours) = (&order, &neighbours);
                scope.spawn(move || {
                    let _alone = run.again();
                    order.lock().unwrap().push(number);
                });
                if number > 0 {
                    drop(neighbours.when(|state| state.waiting.len() == 3 - number));
                }
            }
        });
        assert_eq!(*order.lock().unwrap(), [0, 1, 2]);
    }
}
