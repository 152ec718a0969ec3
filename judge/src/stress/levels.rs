//! All small inputs by size, as somebody lists them, and whether a solution is right on many of them.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock, PoisonError};

use super::arena::Arena;
use super::attempt::Entrant;
use super::error::StressError;
use super::input::Input;
use super::tool::Said;

/// More small inputs than these are not gone through one by one.
const MOST_SMALL: usize = 1_000_000;

/// The small inputs by size, as far as they have been asked for.
#[derive(Default)]
pub(super) struct Levels {
    seen: HashSet<blake3::Hash>,
    levels: Vec<Level>,
}

/// The inputs of one size that no smaller size has; `None` where there are too many.
pub(super) type Level = Option<Arc<[Small]>>;

/// One of all small inputs.
pub(super) struct Small {
    bytes: Vec<u8>,
    /// The answer, if it came with those of a batch.
    answer: OnceLock<Vec<u8>>,
    input: OnceLock<Result<Input, StressError>>,
}

impl Small {
    /// Its length in bytes.
    pub(super) fn length(&self) -> usize {
        self.bytes.len()
    }
}

impl Arena<'_> {
    /// All inputs of `size` that are none of a smaller size; `None` if there are too many of them, or
    /// nobody lists them. To be asked for in order, from 1.
    pub(super) fn level(&self, size: u64) -> Result<Level, StressError> {
        let mut known = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let place = usize::try_from(size - 1).unwrap_or(usize::MAX);
        if let Some(level) = known.levels.get(place) {
            return Ok(level.clone());
        }
        let list = self.list(size)?;
        let all = list.as_deref().map(split);
        let level = all.filter(|all| all.len() <= MOST_SMALL).map(|all| {
            let is_new = |input: &&[u8]| known.seen.insert(blake3::hash(input));
            let small = |input: &[u8]| Small {
                bytes: input.to_owned(),
                answer: OnceLock::new(),
                input: OnceLock::new(),
            };
            all.into_iter().filter(is_new).map(small).collect()
        });
        known.levels.push(level.clone());
        Ok(level)
    }

    /// Whether an input is listed among those up to `size`.
    pub(super) fn is_listed(&self, input: &[u8], size: u64) -> Result<bool, StressError> {
        let list = self.list(size)?;
        Ok(list.is_some_and(|list| split(&list).contains(&input)))
    }

    /// All inputs up to `size`, unless they are too many to be written, or nobody does.
    fn list(&self, size: u64) -> Result<Option<Vec<u8>>, StressError> {
        let Some(every) = &self.every else {
            return Ok(None);
        };
        match every.run(self.sandbox, &[size.to_string()], None, None)? {
            Said::Output(bytes) => Ok(Some(bytes)),
            Said::TooMuch(_) => Ok(None),
            Said::Failed(why) => Err(StressError::Every { size, why }),
        }
    }

    /// One of the small inputs on disk. It needs no validator: all of them are listed, and only those.
    pub(super) fn open<'s>(&self, small: &'s Small) -> Result<&'s Input, StressError> {
        let input = small.input.get_or_init(|| self.input(&small.bytes));
        input.as_ref().map_err(Clone::clone)
    }

    /// Whether a solution is known to be right on all of these; if not, nothing is said of any.
    pub(super) fn is_right_on(
        &self,
        entrant: &Entrant,
        some: &[Small],
    ) -> Result<bool, StressError> {
        let inputs: Vec<&[u8]> = some.iter().map(|small| &small.bytes[..]).collect();
        if some.iter().any(|small| small.answer.get().is_none()) {
            // Where it gives up on one of them those after it are asked, input by input.
            let Some(reference) = self.references.first() else {
                return Ok(false);
            };
            let answers = reference
                .tool
                .run_batch(self.sandbox, &self.batches, &inputs)?;
            let Some(answers) = answers else {
                return Ok(false);
            };
            for (small, answer) in some.iter().zip(answers) {
                // Another thread's answer is the same.
                let _ = small.answer.set(answer);
            }
        }
        let bounds = entrant.bounds();
        let program = &entrant.program;
        let Some(outputs) = self.batches.run(self.sandbox, program, &bounds, &inputs)? else {
            return Ok(false);
        };
        let mut judged = some.iter().zip(&outputs);
        Ok(judged.all(|(small, output)| {
            let answer = small.answer.get();
            answer.is_some_and(|answer| self.panel.accepts(output, answer))
        }))
    }
}

/// The inputs of a list, each with an empty line after it.
fn split(list: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    let (mut from, mut at) = (0, 0);
    for line in list.split_inclusive(|&byte| byte == b'\n') {
        if line == b"\n" {
            inputs.push(&list[from..at]);
            from = at + line.len();
        }
        at += line.len();
    }
    inputs.push(&list[from..]);
    inputs.retain(|input| !input.is_empty());
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_inputs_is_cut_at_its_empty_lines() {
        for (list, expected) in [
            ("", &[][..]),
            ("1\n\n", &["1\n"]),
            ("1\n2\n\n3\n\n", &["1\n2\n", "3\n"]),
            ("1\n\n\n3", &["1\n", "3"]),
            ("\n1\n", &["1\n"]),
        ] {
            let expected: Vec<&[u8]> = expected.iter().map(|text| text.as_bytes()).collect();
            assert_eq!(split(list.as_bytes()), expected, "{list:?}");
        }
    }
}
