//! Tries inputs, several at a time, until a solution fails on one.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use super::arena::Arena;
use super::attempt::{Entrant, Failure, Outcome};
use super::error::StressError;
use super::input::Input;
use super::tries::Try;
use crate::schedule::interrupted;

/// How long to search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) time: Duration,
    /// The most tries.
    pub(crate) count: usize,
    /// How many inputs are tried side by side.
    pub(crate) jobs: usize,
}

/// What the search came to.
pub(crate) enum Search {
    /// The first of all tries, in their order, that the solution fails on, whatever the number of
    /// threads.
    Found(Box<Found>),
    /// None did.
    Nothing {
        tried: usize,
        /// How many of them no reference could answer.
        unanswered: usize,
        /// The largest size tried.
        largest: u64,
    },
}

/// An input that fails.
pub(crate) struct Found {
    pub(crate) of: Try,
    pub(crate) input: Arc<Input>,
    pub(crate) failure: Failure,
    pub(crate) after: Duration,
    /// A try of which the generator made two inputs: then no seed leads to this one again.
    pub(crate) unlike: Option<Try>,
}

/// What the threads share.
struct Progress<'t> {
    tries: Peekable<&'t mut (dyn Iterator<Item = Try> + Send)>,
    /// The first try that ends the search so far.
    first: Option<(Try, Result<Ended, StressError>)>,
    /// Who runs which try.
    under_way: BTreeMap<Try, ThreadId>,
    tried: usize,
    unanswered: usize,
    largest: u64,
}

type Ended = (Arc<Input>, Failure);

impl Progress<'_> {
    fn is_over(&self, begin: Instant, bounds: Bounds) -> bool {
        // However little time there is, something is tried.
        let late = self.tried > 0 && begin.elapsed() >= bounds.time;
        self.first.is_some() || late || self.tried >= bounds.count || interrupted()
    }

    /// The next try, if it is one that nothing runs beside. It counts as none, for nothing is compared.
    fn sprint(&mut self, begin: Instant, bounds: Bounds) -> Option<Try> {
        match self.is_over(begin, bounds) {
            true => None,
            false => self.tries.next_if(|of| of.is_sprint),
        }
    }
}

/// Searches for an input that `entrant` fails on.
pub(crate) fn search(
    arena: &Arena<'_>,
    entrant: &Entrant,
    mut tries: impl Iterator<Item = Try> + Send,
    bounds: Bounds,
) -> Result<Search, StressError> {
    let begin = Instant::now();
    let tries: &mut (dyn Iterator<Item = Try> + Send) = &mut tries;
    let progress = Mutex::new(Progress {
        tries: tries.peekable(),
        first: None,
        tried: 0,
        under_way: BTreeMap::new(),
        unanswered: 0,
        largest: 0,
    });
    loop {
        thread::scope(|scope| {
            for _ in 0..bounds.jobs {
                scope.spawn(|| work(arena, entrant, &progress, begin, bounds));
            }
        });
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        if interrupted() {
            return Err(StressError::Interrupted);
        }
        if let Some(of) = progress.sprint(begin, bounds) {
            match sprint(arena, entrant, of)? {
                None => continue,
                Some(ended) => return found(arena, of, ended, begin),
            }
        }
        let (of, ended) = match progress.first.take() {
            Some(first) => first,
            None => {
                return Ok(Search::Nothing {
                    tried: progress.tried,
                    unanswered: progress.unanswered,
                    largest: progress.largest,
                });
            }
        };
        let (input, mut failure) = ended?;
        // What else ran may have cost it its time; now nothing does.
        if failure.kind.is_of_time() && bounds.jobs > 1 {
            match arena.attempt(entrant, &input)? {
                Outcome::Failed(again) => failure = *again,
                _ => continue,
            }
        }
        return found(arena, of, (input, failure), begin);
    }
}

fn found(
    arena: &Arena<'_>,
    of: Try,
    (input, failure): Ended,
    begin: Instant,
) -> Result<Search, StressError> {
    let after = begin.elapsed();
    Ok(Search::Found(Box::new(Found {
        of,
        unlike: arena.unlike(of, &input)?,
        input,
        failure,
        after,
    })))
}

/// One thread. Tries are given out in order, so once one has failed only those before it, which are
/// under way, can still matter; those after it are ended at once, for they may take as long as their
/// limits.
fn work(
    arena: &Arena<'_>,
    entrant: &Entrant,
    progress: &Mutex<Progress<'_>>,
    begin: Instant,
    bounds: Bounds,
) {
    let lock = || progress.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let mut now = lock();
        if now.is_over(begin, bounds) {
            return;
        }
        let Some(of) = now.tries.next_if(|of| !of.is_sprint) else {
            return;
        };
        now.under_way.insert(of, thread::current().id());
        now.tried += 1;
        now.largest = now.largest.max(of.size);
        drop(now);
        let ended = one(arena, entrant, of);
        let mut now = lock();
        now.under_way.remove(&of);
        if arena.sandbox.is_cancelled() {
            // What it came to is an accident of when it was ended.
            arena.forget(of);
            return;
        }
        let ended = match ended {
            Ok(Some(ended)) => Ok(ended),
            Ok(None) => continue,
            Err(Missed::Unanswered) => {
                now.unanswered += 1;
                continue;
            }
            Err(Missed::Fault(error)) => Err(error),
        };
        // Whether it was only too slow beside others is looked at again, and then the search may go on.
        let is_sure = !matches!(&ended, Ok((_, failure)) if failure.kind.is_of_time());
        if is_sure {
            for (_, thread) in now.under_way.range(of..) {
                arena.sandbox.cancel_thread(*thread);
            }
        }
        if now.first.as_ref().is_none_or(|(first, _)| of < *first) {
            now.first = Some((of, ended));
        }
        return;
    }
}

/// Why a try says nothing of the solution.
enum Missed {
    Unanswered,
    Fault(StressError),
}

/// A try without the references.
fn sprint(arena: &Arena<'_>, entrant: &Entrant, of: Try) -> Result<Option<Ended>, StressError> {
    let input = arena.made(of)?;
    Ok(match arena.sprint(entrant, &input)? {
        Outcome::Failed(failure) => Some((input, *failure)),
        Outcome::Accepted | Outcome::Unanswered | Outcome::NoReference { .. } => None,
    })
}

fn one(arena: &Arena<'_>, entrant: &Entrant, of: Try) -> Result<Option<Ended>, Missed> {
    let input = arena.made(of).map_err(Missed::Fault)?;
    match arena.attempt(entrant, &input).map_err(Missed::Fault)? {
        Outcome::Accepted => Ok(None),
        Outcome::Failed(failure) => Ok(Some((input, *failure))),
        Outcome::Unanswered => Err(Missed::Unanswered),
        Outcome::NoReference { name, why } => {
            Err(Missed::Fault(StressError::Reference { name, of, why }))
        }
    }
}
