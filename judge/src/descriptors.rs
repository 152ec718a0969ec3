//! Room for open files: how many cases may run side by side under the system's limit.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Open files of the judge itself, and of each case that runs, with room to spare.
const OWN: u64 = 32;
const EACH: u64 = 40;

/// Not even one case can run.
#[derive(Debug, thiserror::Error)]
#[error(
    "a process may have {limit} open files here, and one case at a time needs {}; raise the limit, as by `ulimit -n 1024`",
    OWN + EACH
)]
pub(crate) struct TooFew {
    limit: u64,
}

/// Raises the limit on open files as far as `jobs` cases side by side need it and the system lets
/// it; gives back how many cases may run.
pub(crate) fn make_room(jobs: usize) -> Result<usize, TooFew> {
    let wanted = OWN + EACH * jobs as u64;
    let old = getrlimit(Resource::Nofile);
    let enough = |limit: Option<u64>| limit.is_none_or(|limit| limit >= wanted);
    if enough(old.current) {
        return Ok(jobs);
    }
    let raised = Rlimit {
        current: Some(old.maximum.map_or(wanted, |most| most.min(wanted))),
        maximum: old.maximum,
    };
    // A system that refuses leaves what there was.
    let _ = setrlimit(Resource::Nofile, raised);
    fitting(jobs, getrlimit(Resource::Nofile).current)
}

fn fitting(jobs: usize, limit: Option<u64>) -> Result<usize, TooFew> {
    let Some(limit) = limit else { return Ok(jobs) };
    match usize::try_from(limit.saturating_sub(OWN) / EACH).unwrap_or(jobs) {
        0 => Err(TooFew { limit }),
        fitting => Ok(fitting.min(jobs)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_as_many_as_fit() {
        for (jobs, limit, fits) in [
            (2, None, Some(2)),
            (2, Some(1024), Some(2)),
            (1000, Some(1024), Some(24)),
            (4, Some(112), Some(2)),
            (1, Some(72), Some(1)),
            (1, Some(71), None),
            (1, Some(0), None),
        ] {
            assert_eq!(fitting(jobs, limit).ok(), fits, "{jobs} {limit:?}");
        }
    }
}
