//! Makes an input that a solution fails on small.
//!
//! Where all small inputs are listed they are gone through, smallest first: what is found that way is
//! smallest by exhaustive search. Where none of them fails, or nobody lists them, the generator is
//! asked for smaller inputs, and the first that fails is taken apart step by step.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::arena::{Arena, Small};
use super::attempt::{Entrant, Failure, Kind, Outcome};
use super::error::StressError;
use super::input::{Answer, Input};
use super::search::Found;
use super::tries::{Sizes, Try, ladder};
use crate::minimise::{self, Care, Stopped};
use crate::schedule::{interrupted, parallel};

/// Small inputs are looked at this many for each thread, before the time is.
const AT_ONCE: usize = 16;
/// How many inputs of each smaller size the generator makes.
const DRAWS: u64 = 24;
/// After so many sizes without an input the list has come to its end.
const EMPTY: u64 = 16;

/// A small input that a solution fails on.
pub(crate) struct Smallest {
    pub(crate) input: Vec<u8>,
    pub(crate) answer: Option<Vec<u8>>,
    pub(crate) failure: Failure,
    pub(crate) proof: Proof,
}

/// In what sense an input is small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// It is of this size, and none of the inputs of smaller sizes fails; so many there are.
    Exhaustive { size: u64, smaller: usize },
    /// It was found step by step.
    Steps {
        /// How many inputs were tried.
        tried: usize,
        /// Whether none of the steps makes it smaller; `false` if there was no time for all of them.
        minimal: bool,
        /// Up to this size no input fails; so many there are.
        none: Option<(u64, usize)>,
    },
}

/// Makes the input found small, in about `time`.
pub(crate) fn shrink(
    arena: &Arena<'_>,
    entrant: &Entrant,
    found: &Found,
    time: Duration,
    jobs: usize,
) -> Result<Smallest, StressError> {
    let kind = &found.failure.kind;
    let begin = Instant::now();
    let shrinker = Shrinker {
        arena,
        entrant,
        kind,
        // What else runs may cost it its time.
        jobs: if kind.is_of_time() { 1 } else { jobs },
    };
    let mut none = None;
    if kind.is_of_time() {
        return shrinker.take_apart(&found.input, found, none, begin + time);
    }
    if arena.lists_inputs() {
        match shrinker.go_through(begin + time / 2)? {
            Ok(smallest) => return Ok(smallest),
            Err(passed) => none = passed,
        }
    }
    let start = shrinker.draw_smaller(found, none, begin + time * 3 / 4)?;
    shrinker.take_apart(&start, found, none, begin + time)
}

struct Shrinker<'a> {
    arena: &'a Arena<'a>,
    entrant: &'a Entrant,
    kind: &'a Kind,
    jobs: usize,
}

/// The size up to which no input fails, and how many there are.
type Passed = Option<(u64, usize)>;

impl Shrinker<'_> {
    /// Goes through all small inputs.
    fn go_through(&self, until: Instant) -> Result<Result<Smallest, Passed>, StressError> {
        let begin = Instant::now();
        let mut passed = None;
        let mut smaller = 0;
        let mut empty = 0;
        for size in 1.. {
            let Some(level) = self.arena.level(size)? else {
                break;
            };
            empty = if level.is_empty() { empty + 1 } else { 0 };
            if empty > EMPTY || is_hopeless(level.len(), smaller, begin, until) {
                break;
            }
            for some in level.chunks(AT_ONCE * self.jobs) {
                let tests = parallel::map(some, self.jobs, |small| self.fails_on_small(small));
                for (test, small) in tests.into_iter().zip(some) {
                    match test.unwrap_or(Ok(Test::Unknown))? {
                        Test::Passes => {}
                        // Nothing can be said of it, nor of those after it.
                        Test::Unknown => return Ok(Err(passed)),
                        Test::Fails(failure) => {
                            let proof = Proof::Exhaustive { size, smaller };
                            let input = self.arena.open(small)?;
                            return self.smallest(input, *failure, proof).map(Ok);
                        }
                    }
                }
                if Instant::now() >= until {
                    return Ok(Err(passed));
                }
            }
            smaller += level.len();
            passed = Some((size, smaller)).filter(|_| smaller > 0);
        }
        Ok(Err(passed))
    }

    fn fails_on_small(&self, small: &Small) -> Result<Test, StressError> {
        self.test(self.arena.open(small)?)
    }

    /// Lets the generator make smaller inputs, the smallest first, until one fails; none of the sizes
    /// at which none does.
    fn draw_smaller(
        &self,
        found: &Found,
        none: Passed,
        until: Instant,
    ) -> Result<Arc<Input>, StressError> {
        let passed = none.map_or(0, |(size, _)| size);
        for size in ladder(Sizes::UpTo(found.of.size)).filter(|size| *size > passed) {
            if size == found.of.size || Instant::now() >= until {
                break;
            }
            let draw = |draw| Try {
                // Nobody asks for these again.
                number: usize::MAX,
                seed: found.of.seed.wrapping_add(draw),
                size,
            };
            let draws: Vec<Try> = (0..DRAWS).map(draw).collect();
            let tests = parallel::map(&draws, self.jobs, |&of| match self.arena.made(of) {
                Ok(input) => Ok(Some((self.test(&input)?, input))),
                // Something was found already; this is no time to complain of the generator.
                Err(StressError::Generator { .. } | StressError::Invalid { .. }) => Ok(None),
                Err(error) => Err(error),
            });
            for test in tests {
                if let Some(Some((Test::Fails(_), input))) = test.transpose()? {
                    return Ok(input);
                }
            }
        }
        Ok(Arc::clone(&found.input))
    }

    /// Takes an input apart step by step.
    fn take_apart(
        &self,
        start: &Input,
        found: &Found,
        none: Passed,
        until: Instant,
    ) -> Result<Smallest, StressError> {
        let care = match self.arena.looks_at_inputs() {
            true => Care::None,
            false => Care::Shape,
        };
        let mut fault = None;
        let small = minimise::minimise(&start.read()?, care, self.jobs, |some| {
            if Instant::now() >= until || interrupted() {
                return Err(Stopped);
            }
            let tests = parallel::map(some, self.jobs, |bytes| self.fails_on(bytes));
            for (index, test) in tests.into_iter().enumerate() {
                match test {
                    Some(Ok(true)) => return Ok(Some(index)),
                    Some(Err(error)) => {
                        fault = Some(error);
                        return Err(Stopped);
                    }
                    _ => {}
                }
            }
            Ok(None)
        });
        if let Some(error) = fault {
            return Err(error);
        }
        let proof = Proof::Steps {
            tried: small.tried,
            minimal: small.minimal,
            none,
        };
        // All the steps were checked by the validators.
        let input = self.arena.candidate(&small.input)?;
        let Some(input) = input else {
            return Err(StressError::Interrupted);
        };
        match self.test(&input)? {
            Test::Fails(failure) => self.smallest(&input, *failure, proof),
            // A time close to its limit is over it now and then.
            _ if self.kind.is_of_time() => {
                self.smallest(&found.input, found.failure.clone(), proof)
            }
            _ => Err(StressError::Fickle),
        }
    }

    /// Whether an input of these bytes is well formed and fails in the same way.
    fn fails_on(&self, bytes: &[u8]) -> Result<bool, StressError> {
        match self.arena.candidate(bytes)? {
            Some(input) => Ok(matches!(self.test(&input)?, Test::Fails(_))),
            None => Ok(false),
        }
    }

    fn test(&self, input: &Input) -> Result<Test, StressError> {
        let failure = match self.arena.attempt(self.entrant, input)? {
            Outcome::Failed(failure) if failure.kind == *self.kind => failure,
            Outcome::Failed(_) | Outcome::Accepted => return Ok(Test::Passes),
            Outcome::Unanswered | Outcome::NoReference { .. } => return Ok(Test::Unknown),
        };
        // Where nobody looks at inputs, one that the reference cannot answer counts as broken.
        if !self.arena.looks_at_inputs() && !self.kind.is_of_output() {
            match self.arena.answer(input) {
                Ok(Answer::Given(_)) => {}
                Ok(_) => return Ok(Test::Unknown),
                Err(error) => return Err(error.clone()),
            }
        }
        Ok(Test::Fails(failure))
    }

    fn smallest(
        &self,
        input: &Input,
        failure: Failure,
        proof: Proof,
    ) -> Result<Smallest, StressError> {
        // A crash was seen without asking what the answer would have been.
        if let Err(error) = self.arena.answer(input) {
            return Err(error.clone());
        }
        Ok(Smallest {
            input: input.read()?,
            answer: input.read_answer()?,
            failure,
            proof,
        })
    }
}

/// Whether a level of so many inputs takes more than twice the time there is, by what the `smaller`
/// ones took: then the time is of better use elsewhere.
fn is_hopeless(level: usize, smaller: usize, begin: Instant, until: Instant) -> bool {
    let left = until.saturating_duration_since(Instant::now());
    let spent = begin.elapsed();
    smaller >= AT_ONCE && spent.mul_f64(level as f64 / smaller as f64) > left * 2
}

/// What a test says of an input.
enum Test {
    Passes,
    Unknown,
    Fails(Box<Failure>),
}
