//! Makes an input that a solution fails on small.
//!
//! Where all small inputs are listed they are gone through, smallest first: what is found that way is
//! smallest by exhaustive search. Where none of them fails, or nobody lists them, the generator is
//! asked for smaller inputs, and the first that fails is taken apart step by step. If what comes of that
//! is not much longer than those gone through, going through them ends at its own size.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::arena::Arena;
use super::attempt::{Entrant, Failure, Kind, Outcome};
use super::error::StressError;
use super::input::{Answer, Input};
use super::levels::Small;
use super::search::Found;
use super::tries::{Sizes, Try, ladder};
use crate::minimise::{self, Care, Stopped};
use crate::schedule::{interrupted, parallel};

/// How many small inputs are run at once, and how often the time is looked at.
const AT_ONCE: usize = 64;
/// Where they are not all right, so many are run at once to find those that are not.
const FEW: usize = 8;
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
        /// How many inputs were tried: smaller ones of the generator, and those of the steps.
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
    let mut walk = Walk::default();
    if kind.is_of_time() {
        return shrinker.take_apart(&found.input, found, None, begin + time);
    }
    if let Some(smallest) = shrinker.go_through(&mut walk, None, begin + time / 2)? {
        return Ok(smallest);
    }
    let (start, drawn) = shrinker.draw_smaller(found, walk.passed(), begin + time * 3 / 4)?;
    let small = shrinker.take_apart(&start, found, walk.passed(), begin + time)?;
    let small = small.after(drawn);
    if small.input.len() > 2 * walk.longest {
        return Ok(small);
    }
    let smaller = shrinker.go_through(&mut walk, Some(&small), begin + time)?;
    Ok(smaller.unwrap_or_else(|| small.beyond(walk.passed())))
}

impl Smallest {
    /// The same, where so many inputs were tried before the first step.
    fn after(mut self, drawn: usize) -> Smallest {
        if let Proof::Steps { tried, .. } = &mut self.proof {
            *tried += drawn;
        }
        self
    }

    /// The same, once more small inputs have been gone through.
    fn beyond(mut self, passed: Passed) -> Smallest {
        if let Proof::Steps { none, .. } = &mut self.proof {
            *none = passed;
        }
        self
    }
}

/// How far all small inputs have been gone through.
#[derive(Default)]
struct Walk {
    /// No input up to this size fails.
    size: u64,
    /// How many there are.
    count: usize,
    /// The length in bytes of the longest of them.
    longest: usize,
    /// How many of the next size have been looked at.
    of_next: usize,
    /// How many sizes in a row had no input.
    empty: u64,
    spent: Duration,
    /// Nothing can be said of further ones.
    is_over: bool,
}

impl Walk {
    /// What is known by now.
    fn passed(&self) -> Passed {
        (self.count > 0).then_some((self.size, self.count))
    }

    /// Whether so many inputs take more than twice the time that is `left`, by what those before took:
    /// then the time is of better use elsewhere.
    fn is_hopeless(&self, inputs: usize, left: Duration) -> bool {
        let before = self.count + self.of_next;
        let inputs = inputs.saturating_sub(self.of_next);
        let expected = self.spent.mul_f64(inputs as f64 / before.max(1) as f64);
        before >= AT_ONCE && expected > left * 2
    }
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
    /// Goes on through all small inputs, until one fails, or until the size of `found`, which does.
    fn go_through(
        &self,
        walk: &mut Walk,
        found: Option<&Smallest>,
        until: Instant,
    ) -> Result<Option<Smallest>, StressError> {
        let left = || until.saturating_duration_since(Instant::now());
        while !walk.is_over {
            let (size, smaller) = (walk.size + 1, walk.count);
            let proof = Proof::Exhaustive { size, smaller };
            if let Some(found) = found
                && self.arena.is_listed(&found.input, size)?
            {
                let input = self.arena.candidate(&found.input)?;
                let input = input.ok_or(StressError::Interrupted)?;
                return self
                    .smallest(&input, found.failure.clone(), proof)
                    .map(Some);
            }
            if left().is_zero() {
                break;
            }
            let Some(level) = self.arena.level(size)? else {
                break;
            };
            walk.empty = if level.is_empty() { walk.empty + 1 } else { 0 };
            if walk.empty > EMPTY {
                walk.is_over = true;
                break;
            }
            if walk.is_hopeless(level.len(), left()) {
                break;
            }
            let rest = level.get(walk.of_next..).unwrap_or_default();
            for some in rest.chunks(AT_ONCE * self.jobs) {
                let begin = Instant::now();
                match self.first_of(some)? {
                    First::None => {}
                    First::Unknown => {
                        walk.is_over = true;
                        return Ok(None);
                    }
                    First::Fails(small, failure) => {
                        let input = self.arena.open(small)?;
                        return self.smallest(input, *failure, proof).map(Some);
                    }
                }
                walk.of_next += some.len();
                walk.spent += begin.elapsed();
                if left().is_zero() {
                    return Ok(None);
                }
            }
            walk.size = size;
            walk.count += level.len();
            walk.of_next = 0;
            let longest = level.iter().map(Small::length).max().unwrap_or(0);
            walk.longest = walk.longest.max(longest);
        }
        Ok(None)
    }

    /// The first of these that fails.
    fn first_of<'s>(&self, some: &'s [Small]) -> Result<First<'s>, StressError> {
        let parts: Vec<&[Small]> = some.chunks(AT_ONCE).collect();
        let tests = parallel::map(&parts, self.jobs, |part| self.first_of_part(part));
        for test in tests {
            match test.unwrap_or(Ok(First::Unknown))? {
                First::None => {}
                other => return Ok(other),
            }
        }
        Ok(First::None)
    }

    fn first_of_part<'s>(&self, part: &'s [Small]) -> Result<First<'s>, StressError> {
        if self.arena.is_right_on(self.entrant, part)? {
            return Ok(First::None);
        }
        for few in part.chunks(FEW) {
            if part.len() > FEW && self.arena.is_right_on(self.entrant, few)? {
                continue;
            }
            for small in few {
                match self.test(self.arena.open(small)?)? {
                    Test::Passes => {}
                    Test::Unknown => return Ok(First::Unknown),
                    Test::Fails(failure) => return Ok(First::Fails(small, failure)),
                }
            }
        }
        Ok(First::None)
    }

    /// Lets the generator make smaller inputs, the smallest first, until one fails; none of the sizes
    /// at which none does. With it comes how many were tried.
    fn draw_smaller(
        &self,
        found: &Found,
        none: Passed,
        until: Instant,
    ) -> Result<(Arc<Input>, usize), StressError> {
        let mut drawn = 0;
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
                is_sprint: false,
            };
            let draws: Vec<Try> = (0..DRAWS).map(draw).collect();
            let tests = parallel::map(&draws, self.jobs, |&of| {
                if Instant::now() >= until {
                    return Ok(None);
                }
                match self.arena.made(of) {
                    Ok(input) => Ok(Some((self.test(&input)?, input))),
                    // Something was found already; this is no time to complain of the generator.
                    Err(error) if error.is_of_input() => Ok(None),
                    Err(error) => Err(error),
                }
            });
            for test in tests {
                let Some(Some((test, input))) = test.transpose()? else {
                    continue;
                };
                drawn += 1;
                if matches!(test, Test::Fails(_)) {
                    return Ok((input, drawn));
                }
            }
        }
        Ok((Arc::clone(&found.input), drawn))
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

/// The first of several inputs that fails.
enum First<'s> {
    /// None of them does.
    None,
    /// Nothing can be said of one, nor of those after it.
    Unknown,
    Fails(&'s Small, Box<Failure>),
}

/// What a test says of an input.
enum Test {
    Passes,
    Unknown,
    Fails(Box<Failure>),
}
