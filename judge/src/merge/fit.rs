//! Whether shards are the parts of one run.

use super::{MergeError, Shard};
use crate::baseline::Baseline;
use crate::report::document;

/// Puts shards into their order, and says whether the run was to tell of all cases.
pub(super) fn check(shards: &mut [Shard], baseline: Option<&Baseline>) -> Result<bool, MergeError> {
    for shard in shards.iter() {
        alone(shard)?;
    }
    shards.sort_by_key(|shard| part(shard).map(|part| part.index));
    let Some((first, others)) = shards.split_first() else {
        return Err(MergeError::Nothing);
    };
    let Some(head) = part(first) else {
        return Err(MergeError::Nothing);
    };
    for other in others {
        pair(first, head, other)?;
    }
    complete(shards, head.count)?;
    match (&head.baseline, baseline) {
        (Some(_), None) => Err(MergeError::BaselineMissing),
        (None, Some(_)) => Err(MergeError::Baseline { without: true }),
        (Some(made_with), Some(baseline)) if made_with.hash != baseline.hash => {
            Err(MergeError::Baseline { without: false })
        }
        _ => Ok(head.all_cases),
    }
}

fn part(shard: &Shard) -> Option<&document::Shard> {
    shard.recording.run.shard.as_ref()
}

/// What is wrong with a shard whatever the others are.
fn alone(shard: &Shard) -> Result<(), MergeError> {
    let (name, recording) = (shard.name.clone(), &shard.recording);
    let own = env!("CARGO_PKG_VERSION");
    let Some(part) = part(shard) else {
        return Err(MergeError::Whole(name));
    };
    if recording.judge_version != own {
        let found = recording.judge_version.clone();
        return Err(MergeError::Version { name, found, own });
    }
    if recording.interrupted {
        return Err(MergeError::Interrupted(name));
    }
    if !(1..=part.count).contains(&part.index) {
        let (index, count) = (part.index, part.count);
        return Err(MergeError::Index { name, index, count });
    }
    Ok(())
}

/// Whether two shards can be of one run.
fn pair(first: &Shard, head: &document::Shard, shard: &Shard) -> Result<(), MergeError> {
    let (one, other) = (first.name.clone(), shard.name.clone());
    let Some(part) = part(shard) else {
        return Err(MergeError::Whole(other));
    };
    if part.count != head.count {
        return Err(MergeError::Count {
            one,
            count: head.count,
            other,
            other_count: part.count,
        });
    }
    let options = |shard: &Shard, part: &document::Shard| {
        let mut options = shard.recording.run.options.clone();
        options.extend(part.all_cases.then(|| "--all-cases".to_owned()));
        options.join(" ")
    };
    let (own, others) = (options(first, head), options(shard, part));
    if own != others {
        return Err(MergeError::Options {
            one,
            options: own,
            other,
            other_options: others,
        });
    }
    if part.baseline != head.baseline {
        return Err(MergeError::Baselines { one, other });
    }
    match difference(first, shard) {
        Some(what) => Err(MergeError::Foreign { one, other, what }),
        None => Ok(()),
    }
}

/// What two shards judged that is not the same.
fn difference(first: &Shard, shard: &Shard) -> Option<String> {
    let [own, others] = [first, shard].map(|shard| &shard.recording.problems);
    let mut pairs = own.iter().zip(others);
    let different = pairs.find_map(|(one, other)| {
        let content = |problem: &document::Problem| {
            let part = problem.head.part.as_ref()?;
            let cases = problem.head.cases.len() == part.cases.len();
            cases.then(|| {
                (
                    part.content.clone(),
                    problem.solutions.len(),
                    part.cases.len(),
                )
            })
        };
        let same = content(one).is_some() && content(one) == content(other);
        let names = (&one.head.name, &other.head.name);
        match names.0 == names.1 {
            _ if same => None,
            true => Some(format!(
                "the package {} or its solutions differ",
                names.0.escape_debug()
            )),
            false => Some(format!(
                "{} and {}",
                names.0.escape_debug(),
                names.1.escape_debug()
            )),
        }
    });
    let sizes = (own.len(), others.len());
    different
        .or_else(|| (sizes.0 != sizes.1).then(|| format!("{} problems and {}", sizes.0, sizes.1)))
}

/// Whether each part is there, once.
fn complete(shards: &[Shard], count: usize) -> Result<(), MergeError> {
    let index = |shard: &Shard| part(shard).map_or(0, |part| part.index);
    if let Some([one, other]) = shards.windows(2).find_map(|pair| match pair {
        [one, other] if index(one) == index(other) => Some([one, other]),
        _ => None,
    }) {
        return Err(MergeError::Twice {
            one: one.name.clone(),
            other: other.name.clone(),
            index: index(one),
        });
    }
    let mut there = shards.iter().map(index).peekable();
    let missing = |expected: &usize| there.next_if_eq(expected).is_none();
    let missing: Vec<usize> = (1..=count).filter(missing).collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(MergeError::Missing { missing, count }),
    }
}
