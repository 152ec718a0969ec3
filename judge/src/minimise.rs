//! From an input that fails to a small one that fails.
//!
//! Delta debugging (Zeller and Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002)
//! that knows how inputs of contests are made: a number may count the lines, words, columns or cases
//! that follow it, so what is taken away is taken off its count too. What comes out is minimal in
//! the sense that no single step makes it smaller.

mod document;
mod steps;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use document::Document;
use steps::Step;

/// What the steps may do to an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    /// Anything: somebody tells well-formed inputs from others.
    None,
    /// Only what keeps the shape of most formats: counts agree with what they count, nothing that
    /// was there is empty, positive numbers stay positive. Nobody would notice a broken input.
    Shape,
}

/// What the search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Minimised {
    /// The smallest input found that fails.
    pub(crate) input: Vec<u8>,
    /// How many inputs were tried.
    pub(crate) tried: usize,
    /// Whether no step makes it smaller; `false` when the search was stopped before.
    pub(crate) minimal: bool,
}

/// The tests were stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Makes `input`, which fails, small.
///
/// `first` is given up to `beside` inputs at a time and says which is the first of them that is well
/// formed and fails in the same way. The result does not depend on how many it is given.
pub(crate) fn minimise(
    input: &[u8],
    care: Care,
    beside: usize,
    mut first: impl FnMut(&[Vec<u8>]) -> Result<Option<usize>, Stopped>,
) -> Minimised {
    let mut search = Search {
        best: Document::read(input),
        known: input.to_owned(),
        care,
        beside: beside.max(1),
        seen: HashSet::new(),
        tried: 0,
        first: &mut first,
    };
    let ended = search.all(input);
    Minimised {
        input: search.known,
        tried: search.tried,
        minimal: ended.is_ok(),
    }
}

struct Search<'a> {
    best: Document,
    /// The same as it was tried.
    known: Vec<u8>,
    care: Care,
    beside: usize,
    /// Hashes of what was tried: steps meet the same candidate from many sides.
    seen: HashSet<blake3::Hash>,
    tried: usize,
    first: &'a mut First<'a>,
}

/// Which of several inputs is the first that fails.
type First<'a> = dyn FnMut(&[Vec<u8>]) -> Result<Option<usize>, Stopped> + 'a;

impl Search<'_> {
    /// Tries all steps again and again, until none makes the input smaller.
    fn all(&mut self, input: &[u8]) -> Result<(), Stopped> {
        let plain = self.best.to_bytes();
        if plain != input {
            let blank_matters = Document::opaque(input);
            let plain = std::mem::replace(&mut self.best, blank_matters);
            // Blanks may be what it fails on; then lines are all that is taken away.
            if self.fails(std::slice::from_ref(&plain))?.is_some() {
                self.best = plain;
            }
        }
        loop {
            let mut better = false;
            for &step in steps::of(self.care) {
                while self.descend(step)? {
                    better = true;
                }
            }
            if !better {
                return Ok(());
            }
        }
    }

    /// Takes the candidates of a step that fail, one after the other: after each, the search goes
    /// on from its place instead of trying again what did not fail. Whether there was one.
    fn descend(&mut self, step: Step) -> Result<bool, Stopped> {
        let mut better = false;
        let mut place = 0;
        loop {
            let base = self.best.clone();
            let mut candidates = step(&base, self.care).skip(place);
            let (found, passed) = loop {
                let some: Vec<Document> = candidates.by_ref().take(self.beside).collect();
                if some.is_empty() {
                    return Ok(better);
                }
                match self.fails(&some)? {
                    Some(index) => break (some.into_iter().nth(index), index),
                    None => place += some.len(),
                }
            };
            drop(candidates);
            place += passed;
            if let Some(found) = found {
                self.best = found;
                better = true;
            }
        }
    }

    /// The first of these that fails, among those that were not tried before.
    fn fails(&mut self, some: &[Document]) -> Result<Option<usize>, Stopped> {
        let mut new = Vec::new();
        let mut places = Vec::new();
        let mut hashes = Vec::new();
        for (index, document) in some.iter().enumerate() {
            let bytes = document.to_bytes();
            let hash = blake3::hash(&bytes);
            if !self.seen.contains(&hash) && !hashes.contains(&hash) {
                new.push(bytes);
                places.push(index);
                hashes.push(hash);
            }
        }
        if new.is_empty() {
            return Ok(None);
        }
        let found = (self.first)(&new)?;
        // What lies behind it was tried for nothing, and may come up again.
        let tried = found.map_or(new.len(), |found| found + 1);
        self.tried += tried;
        self.seen.extend(hashes.into_iter().take(tried));
        let Some(found) = found.filter(|&found| found < new.len()) else {
            return Ok(None);
        };
        self.known = new.swap_remove(found);
        Ok(places.get(found).copied())
    }
}
