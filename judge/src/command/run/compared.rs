//! The baseline of a run, as the command line says it.

use std::fs;
use std::path::Path;

use crate::baseline::{Baseline, Seen};
use crate::event::Scope;
use crate::plan::Plan;
use crate::report::{ReadError, Recording};

use super::RunArgs;

/// How much of the baseline the words of the command line ask for.
pub(super) fn scope(args: &RunArgs, plan: &Plan) -> Scope {
    match plan.narrowed || args.repeating.last_failed {
        true if plan.all_cases => Scope::Solutions,
        true => Scope::Parts,
        false if args.targets.is_empty() => Scope::Everything,
        false => Scope::Problems,
    }
}

/// Reads a recorded run to compare with.
///
/// # Errors
/// The file is no recorded run, or a part of one.
pub(crate) fn read(file: &Path, scope: Scope) -> Result<Baseline, BaselineError> {
    let recording = Recording::read(file)?;
    if recording.run.shard.is_some() {
        return Err(BaselineError::Shard(file.display().to_string()));
    }
    if recording.interrupted {
        return Err(BaselineError::Interrupted(file.display().to_string()));
    }
    let mut seen = Seen::default();
    let taken = recording.replay(&mut |event| {
        seen.event(event);
        Ok::<(), std::convert::Infallible>(())
    });
    taken.unwrap_or_else(|never| match never {});
    let hash = match fs::read(file) {
        Ok(bytes) => blake3::hash(&bytes).to_hex().to_string(),
        Err(source) => {
            let path = file.to_owned();
            return Err(ReadError::Read { path, source }.into());
        }
    };
    Ok(Baseline {
        started: recording.run.started,
        hash,
        seen,
        options: recording.run.options,
        scope,
    })
}

/// What to say of a baseline that was recorded with other options: what changed may be their doing.
pub(super) fn other_options(was: &[String], now: &[String]) -> Option<String> {
    // How often a case was run decides on nothing that is compared.
    let deciding = |options: &[String]| {
        let mut words = options.iter();
        let mut kept: Vec<String> = Vec::new();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--repeat" => drop(words.next()),
                _ => kept.push(word.clone()),
            }
        }
        match kept.is_empty() {
            true => "none".to_owned(),
            false => kept.join(" "),
        }
    };
    let (was, now) = (deciding(was), deciding(now));
    (was != now).then(|| {
        format!(
            "warning: other options than the baseline's may be why something differs: it was recorded with \
             {was}, this run has {now}"
        )
    })
}

/// Why a file is no baseline.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BaselineError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(
        "{0}: expected a whole run, found a shard of one; `judge merge` makes one of all shards"
    )]
    Shard(String),
    #[error("{0}: expected a whole run, found one that was interrupted; record it again")]
    Interrupted(String),
}
