//! Why shards are not put together.

/// Why shards are not put together.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    #[error(
        "expected the recorded shards of a run, made by `judge run --shard K/N --save FILE`, found no file"
    )]
    Nothing,
    #[error(
        "{0}: expected a shard, made by `judge run --shard K/N --save FILE`, found a whole run"
    )]
    Whole(String),
    #[error("{0}: the shard was interrupted; run it again")]
    Interrupted(String),
    #[error(
        "{name}: made by judge {found}, and this is judge {own}; use one version for all of a run"
    )]
    Version {
        name: String,
        found: String,
        own: &'static str,
    },
    #[error("{one} is a shard of {count}, and {other} a shard of {other_count}")]
    Count {
        one: String,
        count: usize,
        other: String,
        other_count: usize,
    },
    #[error("{name}: says that it is shard {index} of {count}")]
    Index {
        name: String,
        index: usize,
        count: usize,
    },
    #[error("{one} and {other} are both shard {index}")]
    Twice {
        one: String,
        other: String,
        index: usize,
    },
    #[error("{}: no file of shard {} of {count}", if .missing.len() == 1 { "a part is missing" } else { "parts are missing" }, listed(missing))]
    Missing { missing: Vec<usize>, count: usize },
    #[error(
        "{one} was made with {}, and {other} with {}",
        or_none(options),
        or_none(other_options)
    )]
    Options {
        one: String,
        options: String,
        other: String,
        other_options: String,
    },
    #[error(
        "{one} and {other} were not made with the same baseline, so their cases may not be shared out in the same way"
    )]
    Baselines { one: String, other: String },
    #[error("the shards were made with --baseline: give the same file to `judge merge` too")]
    BaselineMissing,
    #[error("{}", if *.without { "the shards were made without --baseline, so their times were not compared; give it to each of them" } else { "--baseline is not the file that the shards were made with" })]
    Baseline { without: bool },
    #[error("{one} and {other} did not judge the same: {what}")]
    Foreign {
        one: String,
        other: String,
        what: String,
    },
    #[error(
        "{problem}: {one} and {other} had different limits; where the limit follows from measured times, say it with --time-limit"
    )]
    Limits {
        problem: String,
        one: String,
        other: String,
    },
    #[error("{problem} {solution}: its cases are not each in one of the shards; a file is damaged")]
    Damaged { problem: String, solution: String },
}

fn listed(indices: &[usize]) -> String {
    let listed: Vec<String> = indices.iter().take(10).map(ToString::to_string).collect();
    match indices.len().saturating_sub(listed.len()) {
        0 => listed.join(", "),
        more => format!("{} and {more} more", listed.join(", ")),
    }
}

fn or_none(options: &str) -> &str {
    match options {
        "" => "no options",
        options => options,
    }
}
